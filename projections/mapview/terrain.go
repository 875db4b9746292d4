package mapview

import (
	"slices"
	"strings"

	"galloper/adjudicator/board"
)

func (d *drawing) drawGround() {
	for i := range d.g.Dress {
		a := &d.g.Dress[i]
		d.kinds.add(d.g.Dress[0].Kind, false) // one kind represents all in the legend
		d.land(lookOf(a.Kind), d.places(a.At))
	}
	for i := range d.g.Areas {
		if a := &d.g.Areas[i]; a.Kind == "hill" {
			d.hill(a)
		}
	}
	d.cells()
	d.grid()
	for i := range d.g.Areas {
		if a := &d.g.Areas[i]; a.Kind != "hill" {
			d.area(a)
		}
	}
	for _, below := range []bool{true, false} { // ways without a road end at their sites; roads run through them
		for i := range d.g.Courses {
			if c := &d.g.Courses[i]; d.g.CellsAreSites && wayless[c.Kind] == below {
				d.course(c)
			}
		}
		if below {
			d.groundOfSites()
		}
	}
	if !d.g.CellsAreSites {
		for i := range d.g.Courses {
			d.course(&d.g.Courses[i])
		}
	}
	d.bridges()
	d.cellNames()
	d.siteNames()
	for i := range d.g.Marks {
		d.mark(&d.g.Marks[i])
	}
}

// wash fills a piece of ground and records its colour for labels on it.
func (d *drawing) wash(pts []point, colour rgba) {
	d.Draw(path{}.Polygon(pts...), ink{Fill: colour})
	d.washes = append(d.washes, washed{bounds(pts), pts, colour})
}

// washed is a piece of ground with its colour.
type washed struct {
	box    rect
	pts    []point
	colour rgba
}

func (d *drawing) colourAt(p point) rgba {
	for i := len(d.washes) - 1; i >= 0; i-- {
		if w := &d.washes[i]; around(p, 0).isInside(w.box) && inside(p, w.pts) {
			return w.colour
		}
	}
	return plain
}

// land draws a piece of ground with a look, and returns the outline drawn.
func (d *drawing) land(l look, pts []point) []point {
	if l.natural {
		pts = d.shore(pts)
	}
	d.wash(pts, l.wash)
	if l.texture != nil {
		l.texture(d, pts, &l)
	}
	if l.edge.A > 0 {
		d.Draw(path{}.Polygon(pts...), ink{Stroke: l.edge, Width: l.width, Dash: l.dash})
	}
	return pts
}

func (d *drawing) area(a *board.Area) {
	pts := d.places(a.At)
	if len(pts) < 3 {
		return
	}
	as := drawnAs(a.Kind, a.Look)
	d.kinds.add(as, false)
	d.kinds.counts(as, a.Kind)
	d.land(lookOf(as), pts)
	marked := slices.ContainsFunc(d.g.Marks, func(m board.Mark) bool { return m.ID == a.ID })
	if marked || a.Name == "" && a.Kind != "objective" {
		return
	}
	name, style := d.nameOf(a.ID, a.Name), italic(8)
	if a.Kind == "objective" || a.Kind == "town" || a.Kind == "village" {
		name, style = strings.ToUpper(name), capitals(7.5)
	} else if b := bounds(pts); b.x1-b.x0 > 160 && b.y1-b.y0 > 30 {
		name, style = strings.ToUpper(name), spacedItalic(10)
	}
	d.names = append(d.names, label{text: name, style: style, ground: pts})
}

// course draws a linear feature.
func (d *drawing) course(c *board.Course) {
	pts := d.places(c.At)
	if len(pts) < 2 {
		return
	}
	d.kinds.add(c.Kind, true)
	if !straight[c.Kind] {
		pts = rounded(pts, 14, false)
	}
	d.stroke(c.Kind, pts)
	if c.Name != "" {
		d.names = append(d.names, label{text: c.Name, style: italic(7.5), along: pts})
	}
}

// straight lists the courses that keep their corners: man-made ones and edges of cells.
var straight = map[string]bool{"wall": true, "fence": true, "hedge": true, "cover": true, "boundary": true,
	"impassable": true, "restricted": true, "obstructed": true, "link": true}

// wayless lists the connections between sites without a road.
var wayless = map[string]bool{"link": true, "restricted": true, "impassable": true}

// lines holds the strokes of each kind of course, from bottom to top. Other kinds are drawn as roads.
var lines = map[string][]ink{
	"river":      {{Stroke: bank, Width: 4.4}, {Stroke: water, Width: 3}},
	"water":      {{Stroke: bank, Width: 4.4}, {Stroke: water, Width: 3}},
	"brook":      {{Stroke: bank, Width: 2.4}, {Stroke: water, Width: 1.2}},
	"stream":     {{Stroke: bank, Width: 2.4}, {Stroke: water, Width: 1.2}},
	"fence":      {{Stroke: dark, Width: .8, Dash: []float64{4, 2}}},
	"wall":       {{Stroke: stone, Width: 1.8}, {Stroke: rgb(0xD8B59A), Width: .6}},
	"hedge":      {{Stroke: rgb(0x44592F), Width: 2, Dash: []float64{2.2, 1}}},
	"cover":      {{Stroke: rgb(0x44592F), Width: 2, Dash: []float64{2.2, 1}}},
	"railroad":   {{Stroke: dark, Width: .9}, {Stroke: dark, Width: 3.6, Dash: []float64{.8, 4}}},
	"minor":      {{Stroke: rgb(0x6F5C3C), Width: 2.2}, {Stroke: track, Width: 1.3}},
	"track":      {{Stroke: rgb(0x6F5C3C), Width: 1, Dash: []float64{4, 2}}},
	"boundary":   {{Stroke: rgb(0xA79C84), Width: .8}},
	"link":       {{Stroke: rgb(0xA79C84), Width: 1, Dash: []float64{3, 2}}},
	"restricted": {{Stroke: bank, Width: 1.4, Dash: []float64{1.5, 2.5}}},
	"impassable": {{Stroke: rgb(0x6B655A), Width: 2, Dash: []float64{1, 3}}},
	"obstructed": {{Stroke: rgb(0x5C2A1E), Width: 2.4}},
}

var road = []ink{{Stroke: rgb(0x5E4E36), Width: 3.6}, {Stroke: track, Width: 2.4}}

// stroke draws a line in the style of its kind.
func (d *drawing) stroke(kind string, pts []point) {
	inks, ok := lines[kind]
	if !ok {
		inks = road
	}
	for _, k := range inks {
		d.Draw(path{}.Line(pts...), k)
	}
	d.lines = append(d.lines, groundLine{pts, bounds(pts)})
}

// mark draws a named point. If it stands for a piece of ground, it is drawn at the corner of that ground and named
// below it.
func (d *drawing) mark(m *board.Mark) {
	at := d.place(m.At)
	if side := slices.IndexFunc(d.g.Sides, func(e board.Edge) bool { return e.Side == m.Side }); side >= 0 {
		d.aim(side, at)
		d.stars = append(d.stars, starAt{m.ID, at})
		return
	}
	kind := d.crossing(m)
	d.kinds.point(kind)
	if cell, ok := d.g.CellOf(m.ID); ok && !d.g.CellsAreSites {
		b := bounds(d.places(cell.Shape)) // troops are drawn in its middle
		at = b.middle().Plus(point{X: (b.x0 - b.x1) * .3, Y: (b.y1 - b.y0) * .12})
	}
	own, style, name := around(at, 6), roman(8.5), d.nameOf(m.ID, m.Name)
	its := func(a board.Area) bool { return a.ID == m.ID && len(a.At) > 2 }
	if i := slices.IndexFunc(d.g.Areas, its); i >= 0 {
		own = bounds(d.places(d.g.Areas[i].At))
		own = rect{max(own.x0, d.field.x0), max(own.y0, d.field.y0), min(own.x1, d.field.x1), min(own.y1, d.field.y1)}
		at = point{X: own.x1 - 4, Y: own.y1 - 4}
		own = own.grown(2)
	}
	if m.Kind == "objective" {
		name, style = strings.ToUpper(name), capitals(7)
	}
	if m.Points > 0 {
		name += " " + itoa(m.Points)
	}
	d.markAt(kind, at)
	d.stars = append(d.stars, starAt{m.ID, at})
	d.taken = append(d.taken, around(at, 5))
	if _, cell := d.g.CellOf(m.ID); m.Name == "" || cell {
		return // its name is written on the cell
	}
	d.names = append(d.names, label{text: name, style: style, own: own, must: true})
}

// crossing returns the kind of a mark. A bridge without a road is drawn as a ford.
func (d *drawing) crossing(m *board.Mark) string {
	if m.Kind != "bridge" {
		return m.Kind
	}
	near := (d.g.East - d.g.West) / 50
	for i := range d.g.Courses {
		c := &d.g.Courses[i]
		for k := 1; k < len(c.At) && trodden[c.Kind]; k++ {
			if m.At.DistanceToLine(c.At[k-1], c.At[k]) < near {
				return m.Kind
			}
		}
	}
	return "ford"
}

// trodden lists the courses that troops can march along.
var trodden = map[string]bool{"road": true, board.PlanRoad: true, "track": true, "minor": true, "railroad": true}

func (d *drawing) aim(side int, at point) {
	d.kinds.aim(side)
	d.Draw(star(at, 5), ink{Fill: d.army(side).full, Stroke: dark, Width: .8})
	d.taken = append(d.taken, around(at, 5))
}

// markAt draws the sign of a named point.
func (d *drawing) markAt(kind string, at point) {
	switch kind {
	case "bridge":
		d.Draw(box(rect{at.X - 5, at.Y - 3, at.X + 5, at.Y + 3}), ink{Fill: track, Stroke: dark, Width: .9})
	case "ford":
		d.Draw(path{}.Circle(at, 5), ink{Fill: mix(water, plain, .35)})
		var shallows path
		for i := -1.; i <= 1; i++ {
			shallows = shallows.Line(at.Plus(point{X: -4, Y: 2.4 * i}), at.Plus(point{X: 4, Y: 2.4 * i}))
		}
		d.Draw(shallows, ink{Stroke: bank, Width: .8, Dash: []float64{2, 1.2}})
	case "place":
		d.Draw(path{}.Circle(at, 2.5), ink{Fill: paper, Stroke: dark, Width: 1})
	default:
		d.Draw(star(at, 4.6), ink{Fill: rgb(0xF2C84B), Stroke: dark, Width: .8})
	}
}

func star(at point, r float64) path {
	var pts []point
	for i := range 10 {
		far := r
		if i%2 == 1 {
			far = r * .45
		}
		pts = append(pts, at.Plus(toward(float64(i)*36).Times(far)))
	}
	return path{}.Polygon(pts...)
}

// bridges draws a bridge wherever a road crosses water.
func (d *drawing) bridges() {
	for i := range d.g.Courses {
		if c := &d.g.Courses[i]; (c.Kind == "road" || c.Kind == board.PlanRoad) && !d.g.CellsAreSites {
			d.bridgesOf(rounded(d.places(c.At), 14, false))
		}
	}
}

func (d *drawing) bridgesOf(road []point) {
	const pace = 1.5
	var wet []point
	for i := range road[1:] {
		from, way := road[i], road[i+1].Minus(road[i])
		n := max(int(way.Length()/pace), 1)
		for j := range n {
			p := from.Plus(way.Times(float64(j) / float64(n)))
			if d.colourAt(p) == water {
				wet = append(wet, p)
			} else if len(wet) > 0 {
				over := p.Minus(wet[0])
				d.bridge(wet[0].Plus(over.Times(.5)), unit(over), over.Length()/2+3)
				wet = nil
			}
		}
	}
}

// bridge draws the two sides of a bridge along the road.
func (d *drawing) bridge(at, along point, half float64) {
	across := point{X: -along.Y, Y: along.X}.Times(3)
	var sides path
	for _, side := range []point{across, across.Times(-1)} {
		a, b := at.Plus(along.Times(half)).Plus(side), at.Minus(along.Times(half)).Plus(side)
		out := unit(side).Times(1.6)
		sides = sides.Line(a.Plus(along.Times(1.4)).Plus(out), a, b, b.Minus(along.Times(1.4)).Plus(out))
	}
	d.Draw(sides, ink{Stroke: stone, Width: 1.2})
}
