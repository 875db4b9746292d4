package mapview

import (
	"image/color"
	"math"

	"galloper/projections/mapview/canvas"
)

var (
	leaf  = rgb(0xA9BF86)
	bough = rgb(0x44592F)
	reed  = rgb(0x3F6B52)
)

// trees are four stamps, no two alike, each with its shadow to the south-east.
var trees = [...]*canvas.Stamp{tree("ta", 2.3, 0), tree("tb", 2.7, .5), tree("tc", 2, -.4), tree("td", 2.5, .2)}

func tree(name string, size, lean float64) *canvas.Stamp {
	return canvas.NewStamp(name).
		Draw(path{}.Circle(point{X: 1.1, Y: -1.1}, size*.9), ink{Fill: mix(leaf, bough, .55)}).
		Draw(path{}.Circle(point{X: lean, Y: .3}, size), ink{Fill: leaf, Stroke: bough, Width: .5})
}

// woods are trees without order, so many points apart.
func woods(gap float64) texture {
	return func(d *drawing, pts []point, _ *look) {
		var at [len(trees)][]point
		d.raster(pts, gap, gap*.42, 2.5, func(p point, n int) { at[n%len(at)] = append(at[n%len(at)], p) })
		for i, places := range at {
			d.Stamp(trees[i], places...)
		}
	}
}

// orchard is trees in rows.
func orchard(d *drawing, pts []point, _ *look) {
	d.raster(pts, 9, 0, 3, func(p point, _ int) { d.Stamp(trees[0], p) })
}

var tuft = canvas.NewStamp("tu").Draw(path{}.
	Line(point{X: -2, Y: 2.4}, point{}, point{X: 2, Y: 2.4}).Line(point{Y: 3}, point{}), ink{Stroke: reed, Width: .6})

// marsh is level strokes for standing water, with tufts between.
func marsh(d *drawing, pts []point, l *look) {
	var strokes path
	var tufts []point
	d.raster(pts, 8, 2.5, 4, func(p point, n int) {
		if n%3 == 0 {
			tufts = append(tufts, p)
			return
		}
		half := 2 + 2*chance(n, 3, 7)
		strokes = strokes.Line(point{X: p.X - half, Y: p.Y}, point{X: p.X + half, Y: p.Y})
	})
	d.Draw(strokes, ink{Stroke: l.edge, Width: .5})
	d.Stamp(tuft, tufts...)
}

// waterLining is the shore repeated within, thinner and paler.
func waterLining(d *drawing, pts []point, l *look) {
	b := bounds(pts)
	for i, by := range []float64{2, 5, 9} {
		if 3*by < min(b.x1-b.x0, b.y1-b.y0) {
			d.Draw(path{}.Polygon(inset(pts, by)...), ink{Stroke: mix(l.edge, l.wash, .35+.2*float64(i)), Width: .5})
		}
	}
}

// houses are blocks of roofs, turned a little each.
func houses(d *drawing, pts []point, _ *look) {
	d.raster(pts, 12, 2, 4.5, func(p point, n int) {
		along := toward(90 + 24*(chance(n, 1, 5)-.5)).Times(2.8 + 1.6*chance(n, 2, 5))
		across := point{X: -along.Y, Y: along.X}.Times(.6)
		d.Draw(path{}.Polygon(
			p.Plus(along).Plus(across),
			p.Minus(along).Plus(across),
			p.Minus(along).
				Minus(across),
			p.Plus(along).Minus(across),
		), ink{Fill: carmine, Stroke: rgb(0x6E1B1E), Width: .5})
	})
}

// rocks and crags are small broken strokes.
func rocks(d *drawing, pts []point, _ *look) { d.stones(pts, 9, mix(brown, plain, .3)) }
func crags(d *drawing, pts []point, l *look) { d.stones(pts, 6, l.edge) }

func (d *drawing) stones(pts []point, gap float64, c color.NRGBA) {
	var strokes path
	d.raster(pts, gap, gap*.3, 2, func(p point, n int) {
		v := toward(360 * chance(n, 5, 1)).Times(1.3)
		strokes = strokes.Line(p.Plus(v), p, p.Plus(point{X: v.Y, Y: -v.X}))
	})
	d.Draw(strokes, ink{Stroke: c, Width: .5})
}

// works are the short strokes of a bank.
func works(d *drawing, pts []point, _ *look) { d.hachures(pts, 4, .7) }

// raster calls mark for the points of a staggered raster that lie inside by the margin, each moved
// about at random by at most so much.
func (d *drawing) raster(pts []point, gap, shift, margin float64, mark func(p point, n int)) {
	b := bounds(pts)
	for row := int(math.Floor(b.y0 / (gap * .8))); float64(row)*gap*.8 < b.y1; row++ {
		for column := int(math.Floor(b.x0/gap)) - 1; float64(column)*gap < b.x1; column++ {
			p := point{
				X: (float64(column)+float64(row&1)/2)*gap + shift*(2*chance(column, row, 1)-1),
				Y: float64(row)*gap*.8 + shift*(2*chance(column, row, 2)-1),
			}
			if inside(p, pts) && inside(point{X: p.X - margin, Y: p.Y - margin}, pts) &&
				inside(point{X: p.X + margin, Y: p.Y + margin}, pts) {
				mark(p, int(chance(column, row, 3)*4096))
			}
		}
	}
}
