package mapview

import (
	"math"

	"galloper/projections/mapview/canvas"
)

var (
	leaf  = rgb(0xA9BF86)
	bough = rgb(0x44592F)
	reed  = rgb(0x3F6B52)
)

// trees are four different stamps, each with a shadow to the south-east.
var trees = [...]*canvas.Stamp{tree("ta", 2.3, 0), tree("tb", 2.7, .5), tree("tc", 2, -.4), tree("td", 2.5, .2)}

func tree(name string, size, lean float64) *canvas.Stamp {
	return canvas.NewStamp(name).
		Draw(path{}.Circle(point{X: 1.1, Y: -1.1}, size*.9), ink{Fill: mix(leaf, bough, .55)}).
		Draw(path{}.Circle(point{X: lean, Y: .3}, size), ink{Fill: leaf, Stroke: bough, Width: .5})
}

// woods draws trees irregularly, at the given distance in points.
func woods(gap float64) texture {
	return func(d *drawing, pts []point, _ *look) {
		var at [len(trees)][]point
		d.raster(pts, gap, gap*.42, 2.5, func(p point, n int) { at[n%len(at)] = append(at[n%len(at)], p) })
		for i, places := range at {
			d.Stamp(trees[i], places...)
		}
	}
}

// orchard draws trees in rows.
func orchard(d *drawing, pts []point, _ *look) {
	d.raster(pts, 9, 0, 3, func(p point, _ int) { d.Stamp(trees[0], p) })
}

var tuft = canvas.NewStamp("tu").Draw(path{}.
	Line(point{X: -2, Y: 2.4}, point{}, point{X: 2, Y: 2.4}).Line(point{Y: 3}, point{}), ink{Stroke: reed, Width: .6})

// marsh draws level strokes for standing water, with tufts between them.
func marsh(d *drawing, pts []point, l *look) {
	var strokes path
	var tufts []point
	d.raster(pts, 8, 2.5, 4, func(p point, n int) {
		if n%3 == 0 {
			tufts = append(tufts, p)
			return
		}
		half := 2 + 2*chance(n, 3, 7)
		y := crisp(p.Y)
		strokes = strokes.Line(point{X: crisp(p.X - half), Y: y}, point{X: crisp(p.X + half), Y: y})
	})
	d.Draw(strokes, ink{Stroke: l.edge, Width: .5})
	d.Stamp(tuft, tufts...)
}

// waterLining repeats the shore inside the water, thinner and paler.
func waterLining(d *drawing, pts []point, l *look) {
	b := bounds(pts)
	for i, by := range []float64{2, 5, 9} {
		if 3*by < min(b.x1-b.x0, b.y1-b.y0) {
			d.Draw(path{}.Polygon(inset(pts, by)...), ink{Stroke: mix(l.edge, l.wash, .35+.2*float64(i)), Width: .5})
		}
	}
}

// houses draws houses in rows along streets, with gardens between them.
func houses(d *drawing, pts []point, _ *look) {
	d.raster(pts, 10.5, 1.2, 4, func(p point, n int) {
		if n%5 == 0 {
			d.Stamp(trees[n%len(trees)], p)
			return
		}
		along := toward(90 + 16*(chance(n, 1, 5)-.5))
		if n%3 == 0 {
			along = point{X: -along.Y, Y: along.X}
		}
		d.house(p, along, 5.4+2.6*chance(n, 2, 5), 3.6)
	})
}

// rocks and crags draw small broken strokes.
func rocks(d *drawing, pts []point, _ *look) { d.stones(pts, 9, mix(brown, plain, .2)) }
func crags(d *drawing, pts []point, _ *look) { d.stones(pts, 5.5, rgb(0x6B655A)) }

func (d *drawing) stones(pts []point, gap float64, c rgba) {
	var strokes path
	d.raster(pts, gap, gap*.3, 2, func(p point, n int) {
		v := toward(40 * (chance(n, 5, 1) - .5)).Times(1.2 + .8*chance(n, 6, 1))
		side := point{X: v.Y, Y: -v.X}
		strokes = strokes.Line(p.Minus(side), p.Plus(v.Times(.6)), p.Plus(side))
		if n%2 == 0 {
			strokes = strokes.Line(p.Plus(side), p.Plus(side).Minus(v.Times(.9)))
		}
	})
	d.Draw(strokes, ink{Stroke: c, Width: .6})
}

// works draws the short strokes of an earthwork all round.
func works(d *drawing, pts []point, _ *look) {
	at, in := evenPoints(pts, 2.6, 2.6)
	d.strokes(at, in, 4.5, 3)
}

// slopes draws the hachures of a hill made of cells.
func slopes(d *drawing, pts []point, _ *look) {
	b := bounds(pts)
	d.relief(pts, min(9, .3*(b.y1-b.y0)), 1)
}

// level draws horizontal strokes at the given distance, with gaps.
func (d *drawing) level(pts []point, apart float64, c rgba, width float64) {
	var strokes path
	b := d.visible(pts)
	for row := 0; b.y0+float64(row)*apart < b.y1; row++ {
		y := b.y0 + (float64(row)+.5)*apart
		const piece = 9
		var from point
		on := false
		for n := 0; ; n++ {
			p := point{X: b.x0 + float64(n)*piece, Y: y + .8*chance(n, row, 21)}
			draws := p.X < b.x1 && inside(p, pts) && chance(n/4, row, 23) > .3
			if draws && !on {
				from = p
			} else if !draws && on && p.X-from.X > piece*1.5 {
				strokes = strokes.Line(from, point{X: p.X - piece, Y: p.Y})
			}
			if on = draws; p.X >= b.x1 {
				break
			}
		}
	}
	d.Draw(strokes, ink{Stroke: c, Width: width})
}

// furrows and grass draw fields.
func furrows(d *drawing, pts []point, l *look) { d.level(pts, 6, mix(l.edge, l.wash, .45), .4) }
func grass(d *drawing, pts []point, l *look)   { d.level(pts, 11, mix(l.edge, l.wash, .45), .4) }

// ripples draws the shallow water of a ford.
func ripples(d *drawing, pts []point, l *look) { d.level(pts, 4.5, l.edge, .5) }

// planks draws the boards of a bridge.
func planks(d *drawing, pts []point, l *look) {
	d.level(pts, 3.2, mix(stone, l.wash, .3), .6)
}

func vines(d *drawing, pts []point, _ *look) {
	var rows path
	d.raster(pts, 5, 0, 1, func(p point, _ int) {
		rows = rows.Line(point{X: p.X, Y: p.Y - 1.3}, point{X: p.X, Y: p.Y + 1.3})
	})
	d.Draw(rows, ink{Stroke: bough, Width: .7})
}

var sprig = canvas.NewStamp("sp").Draw(path{}.
	Line(point{X: -1.7, Y: 1.4}, point{}, point{X: 1.7, Y: 1.4}).Line(point{Y: 2}, point{}),
	ink{Stroke: rgb(0x8C7A4C), Width: .5})

// heath draws tufts without water.
func heath(d *drawing, pts []point, _ *look) {
	var at []point
	d.raster(pts, 10, 4, 3, func(p point, _ int) { at = append(at, p) })
	d.Stamp(sprig, at...)
}

var roof = ink{Fill: carmine, Stroke: rgb(0x6E1B1E), Width: .5}

// house draws a house with its long side along a direction.
func (d *drawing) house(at, along point, long, deep float64) {
	a, b := unit(along).Times(long/2), point{X: -along.Y, Y: along.X}
	b = unit(b).Times(deep / 2)
	shadow := point{X: .9, Y: -.9}
	corners := []point{at.Plus(a).Plus(b), at.Minus(a).Plus(b), at.Minus(a).Minus(b), at.Plus(a).Minus(b)}
	cast := make([]point, len(corners))
	for i, p := range corners {
		cast[i] = p.Plus(shadow)
	}
	d.Draw(path{}.Polygon(cast...), ink{Fill: mix(stone, plain, .35)})
	d.Draw(path{}.Polygon(corners...), roof)
	d.houses = append(d.houses, bounds(corners))
}

// manor draws one large house with its outbuildings.
func manor(d *drawing, pts []point, _ *look) {
	b := bounds(pts)
	m, long := b.middle(), min(b.x1-b.x0, b.y1-b.y0)
	d.house(m, point{X: 1, Y: .08}, min(long*.42, 17), min(long*.2, 8))
	if long > 24 {
		d.house(m.Plus(point{X: -long * .2, Y: -long * .24}), point{X: .1, Y: 1}, 7, 4.4)
		d.house(m.Plus(point{X: long * .2, Y: -long * .24}), point{X: .1, Y: 1}, 7, 4.4)
	}
}

// farm draws a house in a yard, among gardens.
func farm(d *drawing, pts []point, l *look) {
	manor(d, pts, l)
	b := bounds(pts)
	long := min(b.x1-b.x0, b.y1-b.y0)
	for i := range 6 {
		p := b.middle().Plus(toward(float64(i)*60 + 20).Times(long * .36))
		if inside(p, pts) {
			d.Stamp(trees[i%len(trees)], p)
		}
	}
}

// park draws a house among trees, within its wall.
func park(d *drawing, pts []point, l *look) {
	d.Draw(path{}.Polygon(inset(pts, 1.4)...), ink{Stroke: mix(carmine, l.wash, .4), Width: .5})
	at, _ := evenPoints(inset(pts, 5.5), 7.5, 1)
	d.Stamp(trees[0], at...)
	manor(d, inset(pts, 9), l)
}

// visible returns the part of a polygon's bounding box that lies on the map. In the legend it is the whole box.
func (d *drawing) visible(pts []point) rect {
	b, page := bounds(pts), d.field.grown(3)
	if !b.overlaps(page) {
		return b
	}
	return rect{max(b.x0, page.x0), max(b.y0, page.y0), min(b.x1, page.x1), min(b.y1, page.y1)}
}

// raster calls mark for the points of a staggered raster that lie inside the polygon by the margin. Each point is
// shifted pseudo-randomly by up to shift.
func (d *drawing) raster(pts []point, gap, shift, margin float64, mark func(p point, n int)) {
	b := d.visible(pts)
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
