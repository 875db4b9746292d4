package mapview

import (
	"image/color"
	"slices"
	"strings"

	"galloper/adjudicator/board"
	"galloper/projections/mapview/canvas"
)

// texture fills a kind of terrain, so that it reads in grey as well as in colour.
type texture func(d *drawing, pts []point, l *look)

// look is how a kind of terrain is drawn.
type look struct {
	wash    color.NRGBA
	edge    color.NRGBA // without alpha the wash ends without a line
	width   float64     // of the edge
	natural bool        // its corners are rounded; what people built keeps them
	texture texture
	name    string // as the legend has it
}

var noEdge color.NRGBA

// looks are the kinds of terrain of all rulesets; a kind not here is drawn plain with its own name.
var looks = map[string]look{
	"light_woods": {rgb(0xE0E5BE), noEdge, 0, true, woods(13), "light woods"},
	"heavy_woods": {rgb(0xD3DDAF), noEdge, 0, true, woods(9.5), "heavy woods"},
	"woods":       {rgb(0xD3DDAF), noEdge, 0, true, woods(11), "woods"},
	"wood":        {rgb(0xD3DDAF), noEdge, 0, true, woods(11), "wood"},
	"forest":      {rgb(0xD3DDAF), noEdge, 0, true, woods(9.5), "forest"},
	"orchard":     {rgb(0xDFE0B4), rgb(0x6E7B3A), .5, false, orchard, "orchard"},
	"rough":       {rgb(0xE9DFBE), noEdge, 0, true, rocks, "rough"},
	"swamp":       {rgb(0xCBD9C4), rgb(0x5B8A92), .5, true, marsh, "swamp"},
	"marsh":       {rgb(0xCBD9C4), rgb(0x5B8A92), .5, true, marsh, "marsh"},
	"water":       {water, bank, .9, true, waterLining, "water"},
	"river":       {water, bank, .9, true, waterLining, "river"},
	"lake":        {water, bank, .9, true, waterLining, "lake"},
	"objective":   {rgb(0xEFD9C2), stone, .9, false, houses, "objective"},
	"town":        {rgb(0xEFDCC4), stone, .5, false, houses, "town"},
	"village":     {rgb(0xEFDCC4), stone, .5, false, houses, "village"},
	"farm":        {rgb(0xEFE0C4), stone, .4, false, houses, "farm"},
	"ford":        {rgb(0xD3DBD3), rgb(0x5B8A92), .4, true, marsh, "ford"},
	"cover":       {rgb(0xDFE0B4), rgb(0x44592F), 1.6, false, nil, "hedge or wall"},
	"earthworks":  {rgb(0xE0CFAA), rgb(0x5C4322), 1.6, false, works, "earthworks"},
	"impassable":  {rgb(0xCFC6B2), rgb(0x6B655A), .6, true, crags, "impassable"},
}

// heights are the washes of hills by level; above the last the last is used.
var heights = []color.NRGBA{rgb(0xEADDB6), rgb(0xE4D3A4), rgb(0xDDC791), rgb(0xD3B97E), rgb(0xC8AA6C)}

var hillLook = look{wash: heights[1], natural: true, texture: slopes, name: "hill"}

func lookOf(kind string) look {
	if l, ok := looks[kind]; ok {
		return l
	}
	if kind == "hill" || kind == "ridge" {
		return hillLook
	}
	return look{wash: rgb(0xE8E0C8), edge: rgb(0x8A8270), width: .6, name: strings.ReplaceAll(kind, "_", " ")}
}

// ground draws the map without what moves.
func (d *drawing) ground() {
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
	for i := range d.g.Courses {
		d.course(&d.g.Courses[i])
	}
	d.sites()
	for i := range d.g.Marks {
		d.mark(&d.g.Marks[i])
	}
}

// corner is how far the corners of natural ground are cut, in points: at most 6 yards of the table's,
// so that what is drawn is what counts.
func (d *drawing) corner(pts []point) float64 {
	b := bounds(pts)
	narrow := min(b.x1-b.x0, b.y1-b.y0)
	if d.g.Unit == "" {
		return narrow / 4
	}
	const sixYards = 600
	return min(narrow*.12, sixYards*d.scale*2)
}

// land draws a piece of ground of a look, and returns the outline that was drawn.
func (d *drawing) land(l look, pts []point) []point {
	if l.natural {
		pts = rounded(pts, d.corner(pts), true)
	}
	d.Draw(path{}.Polygon(pts...), ink{Fill: l.wash})
	if l.texture != nil {
		l.texture(d, pts, &l)
	}
	if l.edge.A > 0 {
		d.Draw(path{}.Polygon(pts...), ink{Stroke: l.edge, Width: l.width})
	}
	return pts
}

func (d *drawing) area(a *board.Area) {
	pts := d.places(a.At)
	if len(pts) < 3 {
		return
	}
	d.kinds.add(a.Kind, false)
	d.land(lookOf(a.Kind), pts)
	marked := slices.ContainsFunc(d.g.Marks, func(m board.Mark) bool { return m.ID == a.ID })
	if marked || a.Name == "" && a.Kind != "objective" {
		return
	}
	name, style := d.nameOf(a.ID, a.Name), italic(8)
	if a.Kind == "objective" || a.Kind == "town" || a.Kind == "village" {
		name, style = strings.ToUpper(name), capitals(7.5)
	}
	d.names = append(d.names, label{text: name, style: style, ground: pts})
}

func (d *drawing) hill(a *board.Area) {
	pts := d.places(a.At)
	if len(pts) < 3 {
		return
	}
	d.kinds.add("hill", false)
	l := hillLook
	l.wash = heights[min(max(a.Level, 0), len(heights)-1)]
	l.texture = func(d *drawing, pts []point, _ *look) {
		reach := min(max(float64(a.Slope)*d.scale, 6), 16)
		d.hachures(pts, reach, .4+.2*float64(min(a.Level, 3)))
	}
	d.land(l, pts)
	text := "height " + itoa(a.Level)
	if a.Name != "" {
		text = a.Name + ", " + text
	}
	d.names = append(d.names, label{text: text, style: italic(8), ground: pts, pale: true})
}

// slopes are the hachures of a hill without a height of its own.
func slopes(d *drawing, pts []point, _ *look) { d.hachures(pts, 5, .5) }

// hachures are strokes down which the ground falls: in rows, thinner on the side of the light, which
// comes from the north-west (Lehmann 1799).
func (d *drawing) hachures(pts []point, reach, width float64) {
	turn := 1.0
	if signedArea(pts) < 0 {
		turn = -1
	}
	var lit, shaded path
	next := 1.6 // how far it is to the next stroke: corners have no more than their share
	for i, p := range pts {
		edge := pts[(i+1)%len(pts)].Minus(p)
		length, along := edge.Length(), unit(edge)
		in := point{X: -along.Y * turn, Y: along.X * turn}
		for n := 0; next < length; n, next = n+1, next+3.2 {
			at := p.Plus(along.Times(next))
			end := at.Plus(in.Times(reach * (.55 + .45*chance(n, i, len(pts)))))
			if in.X-in.Y > .3 { // it falls towards the north-west
				lit = lit.Line(at, end)
			} else {
				shaded = shaded.Line(at, end)
			}
		}
		next -= length
	}
	d.Draw(lit, ink{Stroke: brown, Width: width * .6})
	d.Draw(shaded, ink{Stroke: brown, Width: width})
}

// course draws what is long and narrow.
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

// straight are the courses that keep their corners: what was built, and the edges of cells.
var straight = map[string]bool{"wall": true, "fence": true, "hedge": true, "cover": true, "boundary": true,
	"impassable": true, "restricted": true, "obstructed": true, "link": true}

// lines are how each kind of course is drawn, one stroke over another; others are drawn as roads.
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

// stroke draws a line as its kind is drawn.
func (d *drawing) stroke(kind string, pts []point) {
	inks, ok := lines[kind]
	if !ok {
		inks = road
	}
	for _, k := range inks {
		d.Draw(path{}.Line(pts...), k)
	}
}

// mark draws a named point.
func (d *drawing) mark(m *board.Mark) {
	at := d.place(m.At)
	d.kinds.point(m.Kind)
	d.markAt(m.Kind, at)
	d.taken = append(d.taken, around(at, 6))
	if _, cell := d.g.CellOf(m.Name); cell {
		return // its name is written on the cell
	}
	d.names = append(d.names, label{text: d.nameOf(m.ID, m.Name), style: roman(8.5), own: around(at, 6), must: true})
}

// markAt draws what stands on a named point.
func (d *drawing) markAt(kind string, at point) {
	switch kind {
	case "bridge", "ford":
		d.Draw(box(rect{at.X - 5, at.Y - 3, at.X + 5, at.Y + 3}), ink{Fill: track, Stroke: dark, Width: .9})
	case "place":
		d.Draw(path{}.Circle(at, 2.5), ink{Fill: paper, Stroke: dark, Width: 1})
	default:
		d.Draw(star(at, 6), ink{Fill: rgb(0xF2C84B), Stroke: dark, Width: .8})
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

// cells draws the hexes or spaces that the ground is cut into: the ground first, those of a kind that
// touch as one piece, and their grid on it.
func (d *drawing) cells() {
	if d.g.CellsAreSites {
		return
	}
	var edges path
	for i := range d.g.Cells {
		c := &d.g.Cells[i]
		pts := d.places(c.Shape)
		edges = edges.Polygon(pts...)
		if open(c.Kind) {
			continue
		}
		l := lookOf(c.Kind)
		d.kinds.add(kindOf(c.Kind), false)
		d.Draw(path{}.Polygon(pts...), ink{Fill: l.wash, Stroke: l.wash, Width: .3})
		switch {
		case kindOf(c.Kind) == "hill" || l.wash == water:
		case l.texture != nil:
			l.texture(d, pts, &l)
		}
	}
	d.shores()
	d.Draw(edges, ink{Stroke: mix(plain, dark, .25), Width: .5})
	small := roman(6)
	small.Colour, small.Halo = mix(dark, plain, .25), halo
	for i := range d.g.Cells {
		c := &d.g.Cells[i]
		b := bounds(d.places(c.Shape))
		name := orID(c.Name, c.ID)
		w := canvas.TextWidth(name, small)
		r := rect{b.middle().X - w/2 - 1, b.y1 - 8, b.middle().X + w/2 + 1, b.y1 - 1.5}
		d.Write(point{X: r.x0 + 1, Y: b.y1 - 7}, name, small)
		d.taken = append(d.taken, r)
	}
}

// shores draws what runs along the edge of joined cells: the slopes of heights, the banks of waters.
func (d *drawing) shores() {
	type border struct {
		kind     string
		from, to board.Point
	}
	inner := map[border]bool{}
	each := func(do func(b border, middle board.Point)) {
		for i := range d.g.Cells {
			c := &d.g.Cells[i]
			for j, p := range c.Shape {
				do(border{kindOf(c.Kind), p, c.Shape[(j+1)%len(c.Shape)]}, c.At)
			}
		}
	}
	each(func(b border, _ board.Point) { inner[border{b.kind, b.to, b.from}] = true })
	var slope, shore path
	each(func(b border, middle board.Point) {
		if inner[b] || open(b.kind) {
			return
		}
		from, to := d.place(b.from), d.place(b.to)
		switch {
		case b.kind == "hill":
			slope = append(slope, strokesAlong(from, to, d.place(middle))...)
		case lookOf(b.kind).wash == water:
			shore = shore.Line(from, to)
		}
	})
	d.Draw(slope, ink{Stroke: brown, Width: .6})
	d.Draw(shore, ink{Stroke: bank, Width: 1.2})
}

// strokesAlong are hachures from an edge of a cell towards its middle.
func strokesAlong(from, to, middle point) path {
	edge := to.Minus(from)
	along, length := unit(edge), edge.Length()
	in := point{X: -along.Y, Y: along.X}
	if w := middle.Minus(from); in.X*w.X+in.Y*w.Y < 0 {
		in = in.Times(-1)
	}
	var strokes path
	for n, at := 0, 1.6; at < length; n, at = n+1, at+3.2 {
		p := from.Plus(along.Times(at))
		strokes = strokes.Line(p, p.Plus(in.Times(5*(.55+.45*chance(n, int(from.X), int(from.Y))))))
	}
	return strokes
}

func open(kind string) bool { return kind == "" || kind == "clear" || kind == "open" }

// kindOf is a cell's kind as the legend has it.
func kindOf(kind string) string {
	if kind == "ridge" {
		return "hill"
	}
	return kind
}

// sites draws cells that are places joined by ways: each a piece of ground of its kind.
func (d *drawing) sites() {
	if !d.g.CellsAreSites {
		return
	}
	for i := range d.g.Cells {
		c := &d.g.Cells[i]
		pts := d.places(c.Shape)
		l := look{wash: rgb(0xF8F2DF), natural: true}
		if !open(c.Kind) {
			l = lookOf(c.Kind)
			l.natural = true
			d.kinds.add(kindOf(c.Kind), false)
		}
		drawn := d.land(l, pts)
		d.Draw(path{}.Polygon(drawn...), ink{Stroke: mix(dark, plain, .35), Width: .7})
		b := bounds(pts)
		edge := rect{b.x0, b.y0, b.x1, b.y0 + 1}
		d.names = append(d.names, label{text: orID(c.Name, c.ID), style: roman(8.5), own: edge, must: true})
	}
}

// badges writes the ids of sites that have a name as well, over the units.
func (d *drawing) badges() {
	for i := range d.g.Cells {
		if c := &d.g.Cells[i]; d.g.CellsAreSites && c.Name != "" {
			d.badge(c.ID, bounds(d.places(c.Shape)))
		}
	}
}

// badge writes a site's id, which orders are written with, in its upper left corner.
func (d *drawing) badge(id string, b rect) {
	style := roman(9)
	style.Colour = paper
	r := rect{b.x0, b.y1 - style.Size - 2, b.x0 + canvas.TextWidth(id, style) + 5, b.y1}
	d.Draw(box(r), ink{Fill: dark})
	d.Write(point{X: r.x0 + 2.5, Y: r.y0 + 2.8}, id, style)
	d.taken = append(d.taken, r)
}

func orID(name, id string) string {
	if name != "" {
		return name
	}
	return id
}

func (d *drawing) nameOf(id, name string) string {
	if name == "" && d.sheet.Names != nil {
		name = d.sheet.Names(id)
	}
	return orID(name, id)
}
