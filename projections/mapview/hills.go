package mapview

import (
	"galloper/adjudicator/board"
)

// heights lists the colours of slopes by level; the last is used for all higher levels.
var heights = []rgba{rgb(0xE6D6AC), rgb(0xE1CE9F), rgb(0xD9C28D), rgb(0xCFB57C), rgb(0xC5A86D)}

// lit is the threshold for slopes in the light, which falls from the upper left: their strokes are thinner and paler.
const lit = .3

// hill draws a hill: its slope coloured and hachured from the outline inwards, its top pale.
func (d *drawing) hill(a *board.Area) {
	pts := d.places(a.At)
	if len(pts) < 3 {
		return
	}
	d.kinds.add("hill", false)
	b := bounds(pts)
	narrow := min(b.x1-b.x0, b.y1-b.y0)
	slope := min(max(float64(a.Slope)*d.scale, 11), narrow*.42)
	d.relief(d.shore(pts), slope, a.Level)
	text := "height " + itoa(a.Level)
	if a.Name != "" {
		text = a.Name + ", " + text
	}
	d.names = append(d.names, label{text: text, style: italic(8), ground: pts, pale: true})
}

// relief colours and hachures a slope of the given width in points inside the outline, row by row.
func (d *drawing) relief(foot []point, slope float64, level int) {
	wash := heights[min(max(level, 0), len(heights)-1)]
	d.wash(foot, wash)
	const long = 12.0 // length of a row of strokes in points
	rows := min(max(int(slope/long+.5), 1), 5)
	reach := slope / float64(rows)
	for row := range rows {
		at, in := evenPoints(foot, 4.4, 6)
		top := offset(foot, reach)
		if len(top) < 3 {
			return
		}
		d.wash(top, mix(wash, plain, .8*float64(row+1)/float64(rows)))
		d.strokes(at, in, reach, level)
		foot = top
	}
}

// offset returns the line at a distance inside an outline.
func offset(outline []point, by float64) []point {
	at, in := evenPoints(outline, 3, 3)
	var line []point
	for i, p := range at {
		p = p.Plus(in[i].Times(by))
		if isClearOf(p, outline, by*.97) && inside(p, outline) {
			line = append(line, p)
		}
	}
	return line
}

// isClearOf reports whether the point is farther than the distance from every side of the polygon.
func isClearOf(p point, pts []point, by float64) bool {
	a := pts[len(pts)-1]
	for _, b := range pts {
		near := p.X > min(a.X, b.X)-by && p.X < max(a.X, b.X)+by && p.Y > min(a.Y, b.Y)-by && p.Y < max(a.Y, b.Y)+by
		if near && toSide(p, a, b) <= by {
			return false
		}
		a = b
	}
	return true
}

// toSide returns the distance of a point from a segment.
func toSide(p, a, b point) float64 {
	way, to := b.Minus(a), p.Minus(a)
	part := 0.0
	if l := way.X*way.X + way.Y*way.Y; l > 0 {
		part = min(max((to.X*way.X+to.Y*way.Y)/l, 0), 1)
	}
	return to.Minus(way.Times(part)).Length()
}

// strokes draws one row of hachures, which run down the slope (Lehmann 1799).
func (d *drawing) strokes(at, in []point, reach float64, level int) {
	var bright, shaded path
	last := point{X: -1000}
	for i, p := range at {
		foot := p.Plus(in[i].Times(reach * (.04 + .1*chance(i, 1, level))))
		head := p.Plus(in[i].Times(reach * (.92 - .34*chance(i, 2, level))))
		if head.Minus(last).Length() < 1.7 || !around(foot, 0).isInside(d.field.grown(2)) {
			continue // strokes would merge at the head of a spur
		}
		last = head
		if in[i].X-in[i].Y > lit { // the slope falls to the north-west
			bright = bright.Line(foot, head)
		} else {
			shaded = shaded.Line(foot, head)
		}
	}
	width := .45 + .12*float64(min(level, 3))
	d.Draw(bright, ink{Stroke: mix(brown, plain, .25), Width: width * .7})
	d.Draw(shaded, ink{Stroke: brown, Width: width})
}
