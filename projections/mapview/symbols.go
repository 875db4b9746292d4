package mapview

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"galloper/adjudicator/board"
	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/mapview/canvas"
)

// symbol is one fact as it is drawn.
type symbol struct {
	subject  string
	shape    string
	at       point
	facing   float64 // degrees clockwise from north
	faces    bool
	front    float64 // points across its front, and deep
	deep     float64
	side     int // its place in the ground's sides; nobody's if not known
	own      bool
	old      bool
	turn     int
	label    string
	number   int    // of a rider, as the report has it; 0 none
	short    string // the same with an id for the name
	road     []point
	hasPlace bool
	lost     float64  // the part of it that is gone, 0 to 1
	states   []string // `shaken`, `engaged` …
}

// shapes gives the shape for the words that rulesets use.
var shapes = map[string]string{
	"foot": "foot", "infantry": "foot", "line": "foot", "heavy": "foot", "militia": "foot", "guard": "foot",
	"grenadier": "foot",
	"light":     "skirmish", "light-infantry": "skirmish", "skirmish": "skirmish", "open": "skirmish",
	"horse": "horse", "cavalry": "horse", "heavycav": "horse", "lightcav": "horse", "heavy-cavalry": "horse",
	"light-cavalry": "horse",
	"dragoons":      "dragoons",
	"guns":          "guns", "artillery": "guns", "footart": "guns", "horseart": "guns", "battery": "guns",
	"foot-artillery": "guns", "horse-artillery": "guns",
	"commander": "commander", "leader": "commander", "officer": "commander", "general": "commander",
	"courier": "courier", "dispatch": "courier",
}

// read makes the symbols from the facts.
func (d *drawing) read(symbols events.Symbols, k *knowledge.Known) {
	for i := range symbols {
		s := &symbols[i]
		for f := range k.Of(s.Kind) {
			old := f.Turn < d.turn
			if old && !s.Old {
				continue
			}
			switch m := d.symbol(s, f); {
			case !m.hasPlace:
			case s.Reach != "":
				m.shape, m.deep = zoneShape, float64(number(f.Get(s.Reach)))*d.scale
				d.zones = append(d.zones, m)
			default:
				m.old = old
				d.marks = append(d.marks, m)
			}
		}
	}
	d.stack()
	d.riders(k)
	for i := range symbols {
		if symbols[i].Road != "" {
			d.roads(&symbols[i], k)
		}
	}
}

func (d *drawing) symbol(s *events.Symbol, f *knowledge.Fact) symbol {
	m := symbol{subject: f.Subject, turn: f.Turn, shape: "unknown", front: 20, deep: 9}
	m.at, m.hasPlace = d.where(f.Get(s.X), f.Get(s.Y), f.Get(s.Place))
	if shape, ok := shapes[f.Get(s.Shape)]; ok {
		m.shape = shape
	} else if shape, ok := shapes[s.Shape]; ok {
		m.shape = shape // the symbol names the shape itself
	}
	m.facing, m.faces = degrees(f.Get(s.Facing))
	if n := number(f.Get(s.Frontage)); n > 0 {
		m.front = min(max(float64(n)*d.scale, 9), 90)
	}
	if n := number(f.Get(s.Depth)); n > 0 {
		m.deep = min(max(float64(n)*d.scale, 7), 60)
	}
	m.side, m.own = d.sideOf(s.Side, f)
	id, name := d.nameOfSubject(s, f, &m)
	m.label, m.short = d.labelOf(s, f, name), d.labelOf(s, f, id)
	m.lost, m.states = lossOf(s, f), statesOf(s, f)
	return m
}

func (d *drawing) where(x, y, cell string) (point, bool) {
	nx, errx := strconv.Atoi(x)
	ny, erry := strconv.Atoi(y)
	if errx == nil && erry == nil {
		return d.place(board.Point{X: nx, Y: ny}), true
	}
	return d.inCell(cell)
}

// inCell returns the middle of a cell; `a/b` is a place in a, on the way to b.
func (d *drawing) inCell(id string) (point, bool) {
	a, b, way := strings.Cut(id, "/")
	ca, ok := d.g.CellOf(a)
	if !ok {
		return point{}, false
	}
	at := d.place(ca.At)
	if cb, ok := d.g.CellOf(b); way && ok {
		at = at.Plus(d.place(cb.At).Minus(at).Times(.3))
	}
	return at, true
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

var compass = []string{
	"n",
	"nne",
	"ne",
	"ene",
	"e",
	"ese",
	"se",
	"sse",
	"s",
	"ssw",
	"sw",
	"wsw",
	"w",
	"wnw",
	"nw",
	"nnw",
}

// degrees reads a facing: a number, or a point of the compass.
func degrees(s string) (float64, bool) {
	if n, err := strconv.Atoi(s); err == nil {
		return float64(n), true
	}
	if i := slices.Index(compass, s); i >= 0 {
		return float64(i) * 22.5, true
	}
	return 0, false
}

// nobodys is the side of troops of which it is not known whose they are.
const nobodys = -1

// sideOf returns whose a symbol is, and whether it is the reader's own.
func (d *drawing) sideOf(key string, f *knowledge.Fact) (side int, own bool) {
	id := d.sheet.Side
	if key != "" {
		id = f.Get(key)
	}
	if side = slices.IndexFunc(d.g.Sides, func(e board.Edge) bool { return e.Side == id }); side >= 0 {
		return side, id == d.sheet.Side
	}
	ours := slices.IndexFunc(d.g.Sides, func(e board.Edge) bool { return e.Side == d.sheet.Side })
	switch {
	case id == d.sheet.Side:
		return 0, true
	case id == "" && key != "enemy" || len(d.g.Sides) > 2:
		return nobodys, false
	}
	return max(1-max(ours, 0), 0), false
}

// army returns how a side's troops are coloured.
func (d *drawing) army(side int) army {
	if side == nobodys {
		return neutral
	}
	if side < len(d.g.Sides) {
		if u, ok := uniforms[d.g.Sides[side].Colour]; ok {
			return u
		}
	}
	return uniforms[unnamed[side%len(unnamed)]]
}

// longestName is the most letters of a written name on the map; longer ones are shown by their id.
const longestName = 30

// nameOfSubject returns the id and the written name of what a symbol stands for.
func (d *drawing) nameOfSubject(s *events.Symbol, f *knowledge.Fact, m *symbol) (id, name string) {
	id = f.Get(s.Label)
	if id == "" || id == "-" || id == "?" {
		return shapeNames[m.shape], shapeNames[m.shape]
	}
	if d.sheet.Names != nil {
		if name = d.sheet.Names(id); name != "" && utf8.RuneCountInString(name) <= longestName {
			return id, name
		}
	}
	return id, id
}

// labelOf is a name with the strength, and the turn where it is no longer this one.
func (d *drawing) labelOf(s *events.Symbol, f *knowledge.Fact, name string) string {
	text := name
	if n := f.Get(s.Strength); n != "" && n != "-" && s.Strength != "" {
		text = strings.TrimSpace(text + " " + n)
	}
	if f.Turn < d.turn {
		text = strings.TrimSpace(text + " (turn " + itoa(f.Turn) + ")")
	}
	return canvas.Printable(text)
}

// stack sets the symbols that share a cell beside and below one another, round
// its middle. On a table places are exact, and stay as they are.
func (d *drawing) stack() {
	if len(d.g.Cells) == 0 {
		return
	}
	shared := map[point]int{}
	for i := range d.marks {
		shared[d.marks[i].at]++
	}
	placed := map[point]int{}
	for i := range d.marks {
		m := &d.marks[i]
		home := m.at
		if n := shared[home]; n > 1 {
			column, row, rows := placed[home]%2, placed[home]/2, (n+1)/2
			placed[home]++
			m.at.X += (float64(column) - .5) * (m.front + 4)
			m.at.Y -= (float64(row) - float64(rows-1)/2) * (m.deep + 9)
		}
	}
}

// roads finds the way ahead of couriers and whoever else rides.
func (d *drawing) roads(s *events.Symbol, k *knowledge.Known) {
	for f := range k.Of(s.Kind) {
		way := f.Get(s.Road)
		i := slices.IndexFunc(d.marks, func(m symbol) bool { return m.subject == f.Subject && m.turn == f.Turn })
		if i < 0 || way == "" || way == "-" {
			continue
		}
		if j := slices.IndexFunc(d.marks, func(m symbol) bool { return m.subject == way }); j >= 0 {
			d.marks[i].road = []point{d.marks[j].at}
			continue
		}
		for stop := range strings.SplitSeq(way, ",") {
			x, y, _ := strings.Cut(stop, "/")
			if p, ok := d.where(x, y, stop); ok {
				d.marks[i].road = append(d.marks[i].road, p)
			}
		}
	}
}

// zoneShape is the shape of kill zones, drawn if the sheet says so.
const zoneShape = "zone"

// killZones draws the bands that guns can reach, in outline: what lies in them stays to be seen.
func (d *drawing) killZones() {
	if !d.sheet.Zones {
		return
	}
	for i := range d.zones {
		m := &d.zones[i]
		d.kinds.shape(m)
		d.zone(m, m.front/2, 0, m.deep)
	}
}

func (d *drawing) zone(m *symbol, w, from, to float64) {
	pts := m.local(point{X: -w, Y: from}, point{X: -w, Y: to}, point{X: w, Y: to}, point{X: w, Y: from})
	d.Draw(path{}.Line(pts...), ink{Stroke: d.army(m.side).edge, Width: .7, Dash: []float64{4, 2}})
}

// units draws the symbols: ways first, then old ones, then those of the turn.
func (d *drawing) units() {
	for i := range d.marks {
		if m := &d.marks[i]; len(m.road) > 0 {
			d.way(m)
		}
	}
	for _, old := range []bool{true, false} {
		for i := range d.marks {
			if m := &d.marks[i]; m.old == old {
				d.unit(m)
				d.occupy(m)
			}
		}
	}
}

// way draws a dotted line along the road, and a ring where it leads.
func (d *drawing) way(m *symbol) {
	d.Draw(path{}.Line(append([]point{m.at}, m.road...)...), ink{Stroke: dark, Width: .9, Dash: []float64{1.2, 2.4}})
	d.Draw(path{}.Circle(m.road[len(m.road)-1], 2), ink{Stroke: dark, Width: .9})
}

// local returns points given across the front and forward as they lie on the page.
func (m *symbol) local(pts ...point) []point {
	fwd := toward(m.facing)
	right := point{X: fwd.Y, Y: -fwd.X}
	out := make([]point, len(pts))
	for i, p := range pts {
		out[i] = m.at.Plus(right.Times(p.X)).Plus(fwd.Times(p.Y))
	}
	return out
}

// block is a box across the front from one depth to another.
func (m *symbol) block(from, to float64) path {
	w := m.front / 2
	return path{}.Polygon(
		m.local(point{X: -w, Y: from}, point{X: w, Y: from}, point{X: w, Y: to}, point{X: -w, Y: to})...)
}

// outline is how the edge of a symbol is drawn: broken where it is only remembered.
func (m *symbol) outline(a army) ink {
	if m.old {
		return ink{Stroke: mix(a.edge, plain, .4), Width: .9, Dash: []float64{2.2, 1.6}}
	}
	if m.is("shaken") || m.is("routed") {
		return ink{Stroke: a.edge, Width: 1.1, Dash: []float64{2.6, 1.8}}
	}
	return ink{Stroke: a.edge, Width: .8}
}

func (d *drawing) unit(m *symbol) {
	d.kinds.shape(m)
	a := d.army(m.side)
	if m.old {
		a.full, a.pale = mix(a.full, plain, .68), mix(a.pale, plain, .5)
	}
	k := m.outline(a)
	switch m.shape {
	case zoneShape: // in the legend
		d.zone(m, m.front/2, -m.deep/4, m.deep/4)
	case "commander":
		d.commander(m, a, k)
	case "courier":
		d.courier(m, a, k)
	case "guns":
		d.guns(m, a, k)
	case "skirmish":
		d.skirmishers(m, a, k)
	default:
		d.formed(m, a, k)
	}
}

// formed draws a body of troops as a block. The first side's foot is coloured in its front half, any
// other's whole, so that grey tells them apart too; horse is cut by a diagonal.
func (d *drawing) formed(m *symbol, a army, k ink) {
	w, h := m.front/2, m.deep/2
	front, rear := a.full, a.full
	if m.side == 0 {
		rear = a.pale
	}
	if m.is("routed") { // nothing but its edge is left
		d.Draw(m.block(-h, h), ink{Fill: paper})
		d.Draw(m.block(-h, h), k)
		d.states(m, k, h)
		return
	}
	d.Draw(m.block(-h, h), ink{Fill: rear})
	switch m.shape {
	case "horse":
		d.Draw(m.block(-h, h), ink{Fill: a.pale})
		d.Draw(path{}.Polygon(m.local(point{X: -w, Y: -h}, point{X: w, Y: h}, point{X: -w, Y: h})...), ink{Fill: front})
	case "dragoons":
		d.Draw(m.block(-h, h), ink{Fill: a.pale})
		d.Draw(path{}.Polygon(m.local(point{X: -w, Y: -h}, point{X: w, Y: h}, point{X: -w, Y: h})...), ink{Fill: front})
		d.Draw(path{}.Line(m.local(point{X: 0, Y: -h}, point{X: 0, Y: h})...), ink{Stroke: a.edge, Width: 1.2})
	case "unknown":
		d.Draw(m.block(-h, h), ink{Fill: a.pale})
		d.Draw(path{}.Line(m.local(point{X: -w * .4}, point{X: w * .4})...), ink{Stroke: a.full, Width: 1.6})
	default:
		d.Draw(m.block(0, h), ink{Fill: front})
	}
	d.losses(m, a, h)
	d.Draw(m.block(-h, h), k)
	d.front(m, k, h)
	d.states(m, k, h)
}

// front marks where a unit faces: a thick line along its front and a point before it.
func (d *drawing) front(m *symbol, k ink, h float64) {
	if !m.faces {
		return
	}
	w := m.front / 2
	d.Draw(
		path{}.Line(m.local(point{X: -w, Y: h}, point{X: w, Y: h})...),
		ink{Stroke: k.Stroke, Width: 2, Dash: k.Dash},
	)
	d.Draw(path{}.Polygon(m.local(point{X: -2.6, Y: h}, point{X: 2.6, Y: h}, point{Y: h + 4})...), ink{Fill: k.Stroke})
}

// guns are pieces with their wheels.
func (d *drawing) guns(m *symbol, a army, k ink) {
	w, h := m.front/2, min(m.deep/2, 5)
	d.states(m, k, h)
	n := max(int(m.front/14), 1)
	for i := range n {
		x := -w + (float64(i)+.5)*2*w/float64(n)
		d.Draw(path{}.Line(m.local(point{X: x, Y: -h}, point{X: x, Y: h + 4})...), ink{Stroke: k.Stroke, Width: 2.4})
		axle := m.local(point{X: x - 3.4, Y: -h * .1}, point{X: x + 3.4, Y: -h * .1})
		d.Draw(path{}.Line(axle...), ink{Stroke: k.Stroke, Width: 1})
		wheels := path{}.Circle(axle[0], 2.1).Circle(axle[1], 2.1)
		d.Draw(wheels, ink{Fill: a.full, Stroke: k.Stroke, Width: .9, Dash: k.Dash})
	}
}

func (d *drawing) skirmishers(m *symbol, a army, k ink) {
	w, n, men := m.front/2, max(int(m.front/6), 3), path{}
	for i := range n {
		x := -w + (float64(i)+.5)*2*w/float64(n)
		men = men.Circle(m.local(point{X: x, Y: 1.6 - 3.2*float64(i%2)})[0], 2.1)
	}
	d.states(m, k, 4)
	k.Fill = a.full
	d.Draw(men, k)
	if m.faces {
		d.Draw(path{}.Polygon(m.local(point{X: -2.6, Y: 4}, point{X: 2.6, Y: 4}, point{Y: 8})...), ink{Fill: k.Stroke})
	}
}

// commander draws a staff with a flag, upright whatever way they look.
func (d *drawing) commander(m *symbol, a army, k ink) {
	at := func(x, y float64) point { return point{X: m.at.X + x, Y: m.at.Y + y} }
	d.Draw(path{}.Circle(m.at, 4), ink{Fill: plain}) // they may stand on a unit of their own colour
	d.Draw(path{}.Line(m.at, at(0, 15)), ink{Stroke: k.Stroke, Width: 1.2})
	k.Fill = a.full
	d.Draw(path{}.Polygon(at(0, 15), at(5, 13.5), at(10, 15), at(10, 9), at(5, 7.5), at(0, 9)), k)
	d.Draw(path{}.Circle(m.at, 2.6), ink{Fill: a.full, Stroke: k.Stroke, Width: 1})
}

// riders numbers the couriers as the report does: their ids are the record's.
func (d *drawing) riders(k *knowledge.Known) {
	for _, r := range k.Riders() {
		for i := range d.marks {
			if m := &d.marks[i]; m.shape == "courier" && m.subject == r.Subject {
				m.number, m.label = r.Number, ""
			}
		}
	}
}

// rider draws a number in a ring.
func (d *drawing) rider(m *symbol, a army) {
	style := roman(7.5)
	d.Draw(path{}.Circle(m.at, 5), ink{Fill: paper, Stroke: a.edge, Width: 1})
	text := itoa(m.number)
	d.Write(point{X: m.at.X - canvas.TextWidth(text, style)/2, Y: m.at.Y - 2.6}, text, style)
}

// courier draws their number in a ring, or an arrowhead along their road.
func (d *drawing) courier(m *symbol, a army, k ink) {
	if m.number > 0 {
		d.rider(m, a)
		return
	}
	if len(m.road) > 0 {
		v := m.road[0].Minus(m.at)
		m.facing = math.Atan2(v.X, v.Y) * 180 / math.Pi
	}
	k.Fill = a.full
	d.Draw(path{}.Polygon(m.local(point{Y: 6}, point{X: 4, Y: -4}, point{Y: -1.5}, point{X: -4, Y: -4})...), k)
}

// occupy keeps labels off the symbol, by a row of small boxes along its front, and asks for its label.
func (d *drawing) occupy(m *symbol) {
	var own rect
	from := len(d.taken)
	switch m.shape {
	case "commander":
		d.taken = append(d.taken, rect{m.at.X - 4, m.at.Y - 4, m.at.X + 11, m.at.Y + 16})
	case "courier":
		d.taken = append(d.taken, around(m.at, 5))
	default:
		n := max(int(math.Ceil(m.front/m.deep)), 1)
		for i := range n {
			x := -m.front/2 + (float64(i)+.5)*m.front/float64(n)
			d.taken = append(d.taken, around(m.local(point{X: x})[0], m.deep/2+1.5))
		}
		if m.faces {
			d.taken = append(d.taken, around(m.local(point{Y: m.deep/2 + 2})[0], 3))
		}
	}
	own = d.taken[from]
	for _, r := range d.taken[from:] {
		own = rect{min(own.x0, r.x0), min(own.y0, r.y0), max(own.x1, r.x1), max(own.y1, r.y1)}
	}
	d.symbols = append(d.symbols, own)
	if m.label == "" {
		return
	}
	style := roman(8)
	if m.shape == "commander" {
		style = boldItalic(8)
	}
	if m.shape != "courier" {
		style.Colour = d.army(m.side).edge
	}
	d.names = append(
		d.names,
		label{text: m.label, short: m.short, style: style, own: own, owner: len(d.symbols), pale: m.old,
			unit: true, must: true},
	)
}
