package mapview

import (
	"math"

	"galloper/events"
)

// ways draws the units' movements this turn, below their symbols: marches dashed, charges thick with two heads, routs
// wavy. On a table, the unit's former position is dotted.
func (d *drawing) ways() {
	for i := range d.trails {
		t := &d.trails[i]
		a := d.army(t.was.side)
		if len(d.g.Cells) == 0 || t.gone {
			d.drawFormer(&t.was, a)
		}
		if t.gone {
			d.cross(t.was.at, a)
			continue
		}
		d.arrow(t, a)
	}
}

// drawFormer draws the dotted outline of a unit at its former position.
func (d *drawing) drawFormer(m *symbol, a army) {
	d.Draw(m.block(-m.deep/2, m.deep/2), ink{Stroke: mix(a.edge, plain, .25), Width: .7, Dash: dotted})
}

// cross marks the position where a unit was destroyed.
func (d *drawing) cross(at point, a army) {
	d.kinds.way("gone")
	x := path{}.Line(point{X: at.X - 4, Y: at.Y - 4}, point{X: at.X + 4, Y: at.Y + 4}).
		Line(point{X: at.X - 4, Y: at.Y + 4}, point{X: at.X + 4, Y: at.Y - 4})
	d.Draw(x, ink{Stroke: paper, Width: 3.4})
	d.Draw(x, ink{Stroke: a.edge, Width: 1.6})
}

// arrow draws a movement up to the edge of its unit.
func (d *drawing) arrow(t *trail, a army) {
	pts := t.pts
	if t.unit.front > 0 {
		pts = cutAtUnit(pts, t.unit)
	}
	if len(pts) < 2 || wayLength(pts) < leastWay {
		return // hidden below the unit
	}
	d.kinds.way(string(t.kind))
	d.wayOf(t.kind, rounded(pts, 10, false), a)
}

// wayOf draws a movement in the style of its kind.
func (d *drawing) wayOf(kind events.Scene, pts []point, a army) {
	tip := pts[len(pts)-1]
	shaft, back := shortened(pts, 5)
	head := func(at point, wide, long float64) path {
		across := point{X: -back.Y, Y: back.X}
		root := at.Plus(back.Times(long))
		return path{}.Polygon(at, root.Plus(across.Times(wide)), at.Plus(back.Times(long*.7)), root.Minus(across.Times(wide)))
	}
	switch kind {
	case events.SceneCharge:
		d.Draw(path{}.Line(shaft...), ink{Stroke: paper, Width: 4.2})
		d.Draw(path{}.Line(shaft...), ink{Stroke: a.edge, Width: 2.6})
		d.Draw(head(tip, 4.2, 7.5), ink{Fill: a.edge})
		d.Draw(head(tip.Plus(back.Times(5)), 4.2, 7.5), ink{Fill: a.edge, Stroke: paper, Width: .5})
	case events.SceneRout:
		d.Draw(path{}.Line(wavy(shaft)...), ink{Stroke: paper, Width: 2.4})
		d.Draw(path{}.Line(wavy(shaft)...), ink{Stroke: a.edge, Width: 1})
		d.Draw(head(tip, 3, 6), ink{Fill: paper, Stroke: a.edge, Width: .9})
	default:
		d.Draw(path{}.Line(shaft...), ink{Stroke: a.edge, Width: 1.1, Dash: []float64{4, 2}})
		d.Draw(head(tip, 2.6, 6.5), ink{Fill: a.edge})
	}
	for i := range pts[1:] {
		d.shafts = append(d.shafts, [2]point{pts[i], pts[i+1]})
	}
}

// shots draws fire over the symbols: a dotted line, with a burst if it had an effect.
func (d *drawing) shots() {
	for i := range d.fire {
		f := &d.fire[i]
		a := d.army(f.side)
		from, to := f.at, f.goal
		if way := to.Minus(from); way.Length() > 1 {
			aside := unit(point{X: way.Y, Y: -way.X}).Times(1.8) // return fire runs beside it
			from, to = edgeOf(f.from, from, to).Plus(aside), edgeOf(f.on, to, from).Plus(aside)
			if to.Minus(from).Length() > 3 && to.Minus(from).X*way.X+to.Minus(from).Y*way.Y > 0 {
				d.fireLine(from, to, f.hits > 0, a)
				continue
			}
			to = from.Plus(to).Times(.5)
		}
		if f.hits > 0 {
			d.kinds.way("hit")
			d.burst(to, a)
		}
	}
}

// fireLine draws a line of fire, with a burst at its end if it had an effect.
func (d *drawing) fireLine(from, to point, effect bool, a army) {
	d.Draw(path{}.Line(from, to), ink{Stroke: paper, Width: 2})
	d.Draw(path{}.Line(from, to), ink{Stroke: a.edge, Width: 1.3, Dash: []float64{1.3, 2}})
	d.shafts = append(d.shafts, [2]point{from, to})
	if effect {
		d.kinds.way("hit")
		d.burst(to, a)
		return
	}
	d.kinds.way("fire")
	back := unit(from.Minus(to))
	across := point{X: -back.Y, Y: back.X}
	root := to.Plus(back.Times(4))
	d.Draw(path{}.Line(root.Plus(across.Times(2.4)), to, root.Minus(across.Times(2.4))), ink{Stroke: a.edge, Width: 1})
}

// burst draws a star where shot struck.
func (d *drawing) burst(at point, a army) {
	var star path
	for i := range 8 {
		far := 4.6
		if i%2 == 1 {
			far = 3
		}
		v := toward(float64(i)*45 + 20)
		star = star.Line(at.Plus(v.Times(1.4)), at.Plus(v.Times(far)))
	}
	d.Draw(star, ink{Stroke: paper, Width: 2.2})
	d.Draw(star, ink{Stroke: a.edge, Width: 1.1})
}

// edgeOf returns the point on a unit's edge in the given direction from its middle.
func edgeOf(m *symbol, middle, toward point) point {
	if m == nil {
		return middle
	}
	way := toward.Minus(middle)
	return middle.Plus(way.Times(min(m.edgeDistance(way)/max(way.Length(), 1), 1)))
}

// edgeDistance returns the distance from a symbol's middle to its edge in a direction.
func (m *symbol) edgeDistance(way point) float64 {
	fwd := toward(m.facing)
	v := unit(way)
	across, along := math.Abs(v.X*fwd.Y-v.Y*fwd.X), math.Abs(v.X*fwd.X+v.Y*fwd.Y)
	far := math.Inf(1)
	if across > 1e-6 {
		far = m.front / 2 / across
	}
	if along > 1e-6 {
		far = min(far, m.deep/2/along)
	}
	return far + 2
}

// cutAtUnit cuts off the end of a movement that lies below its unit.
func cutAtUnit(pts []point, m *symbol) []point {
	for len(pts) > 1 {
		from := pts[len(pts)-2]
		way := from.Minus(m.at)
		if reach := m.edgeDistance(way); way.Length() > reach {
			return append(append([]point{}, pts[:len(pts)-1]...), m.at.Plus(unit(way).Times(reach)))
		}
		pts = pts[:len(pts)-1]
	}
	return pts
}

// shortened cuts a line to make room for an arrowhead, and returns the direction back from the tip.
func shortened(pts []point, by float64) (shaft []point, back point) {
	tip := pts[len(pts)-1]
	for i := len(pts) - 2; i >= 0; i-- {
		if way := pts[i].Minus(tip); way.Length() > by {
			back = unit(way)
			return append(append([]point{}, pts[:i+1]...), tip.Plus(back.Times(by))), back
		}
	}
	back = unit(pts[0].Minus(tip))
	return []point{pts[0], tip.Plus(back.Times(.5))}, back
}

// wavy turns a line into a wave.
func wavy(pts []point) []point {
	out, gone := []point{pts[0]}, 0.0
	const step, sway = 1.5, 1.8
	for i := range pts[1:] {
		way := pts[i+1].Minus(pts[i])
		long, along := way.Length(), unit(way)
		across := point{X: -along.Y, Y: along.X}
		for at := step; at < long; at += step {
			out = append(out, pts[i].Plus(along.Times(at)).Plus(across.Times(sway*math.Sin((gone+at)*.8))))
		}
		gone += long
	}
	return append(out, pts[len(pts)-1])
}
