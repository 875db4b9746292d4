package mapview

import (
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"galloper/adjudicator/board"
	"galloper/events"
	"galloper/projections/knowledge"
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
	side     side
	old      bool
	turn     int
	label    string
	road     []point
	hasPlace bool
}

// side is whose a symbol is, as far as the picture tells sides apart.
type side uint8

const (
	mine side = iota
	foe
	other
)

// shapes gives the shape for the words that rulesets use.
var shapes = map[string]string{
	"foot": "foot", "infantry": "foot", "line": "foot", "heavy": "foot", "militia": "foot", "guard": "foot", "grenadier": "foot",
	"light": "skirmish", "light-infantry": "skirmish", "skirmish": "skirmish", "open": "skirmish",
	"horse": "horse", "cavalry": "horse", "heavycav": "horse", "lightcav": "horse", "heavy-cavalry": "horse", "light-cavalry": "horse",
	"dragoons": "dragoons",
	"guns":     "guns", "artillery": "guns", "footart": "guns", "horseart": "guns", "battery": "guns", "foot-artillery": "guns", "horse-artillery": "guns",
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
	m.side = d.sideOf(s.Side, f)
	m.label = d.labelOf(s, f, &m)
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
		at = at.plus(d.place(cb.At).minus(at).times(.3))
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

var compass = []string{"n", "nne", "ne", "ene", "e", "ese", "se", "sse", "s", "ssw", "sw", "wsw", "w", "wnw", "nw", "nnw"}

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

func (d *drawing) sideOf(fieldName string, f *knowledge.Fact) side {
	if fieldName == "" {
		return mine
	}
	switch v := f.Get(fieldName); {
	case v == d.sheet.Side:
		return mine
	case v == "" && fieldName == "enemy":
		return foe
	case v == "":
		return other
	}
	return foe
}

// longestName is the most letters of a written name on the map; longer ones are shown by their id.
const longestName = 20

func (d *drawing) labelOf(s *events.Symbol, f *knowledge.Fact, m *symbol) string {
	text := f.Get(s.Label)
	if text == "" || text == "-" || text == "?" {
		text = shapeNames[m.shape]
	} else if d.sheet.Names != nil {
		if name := d.sheet.Names(text); name != "" && utf8.RuneCountInString(name) <= longestName {
			text = name
		}
	}
	if n := f.Get(s.Strength); n != "" && n != "-" && s.Strength != "" {
		text = strings.TrimSpace(text + " " + n)
	}
	if f.Turn < d.turn {
		text = strings.TrimSpace(text + " (turn " + itoa(f.Turn) + ")")
	}
	return tidy(text)
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
			m.at.x += (float64(column) - .5) * (m.front + 4)
			m.at.y -= (float64(row) - float64(rows-1)/2) * (m.deep + 9)
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
		w := m.front / 2
		d.draw(polyline(nil, m.local(point{-w, 0}, point{-w, m.deep}, point{w, m.deep}, point{w, 0})...), ink{stroke: inkOf(m).stroke, width: .7, dash: []float64{4, 2}})
	}
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

// way draws a broken line along the road, and a dot where it leads.
func (d *drawing) way(m *symbol) {
	path := polyline(nil, append([]point{m.at}, m.road...)...)
	d.draw(path, ink{stroke: ownEdge, width: 1.1, dash: []float64{1.5, 3}})
	d.draw(circle(nil, m.road[len(m.road)-1], 2), ink{stroke: ownEdge, width: 1})
}

// inkOf returns how the symbols of a side are drawn: one's own dark, the enemy's
// light with a heavy edge, so that grey tells them apart too.
func inkOf(m *symbol) ink {
	k := ink{fill: ownDark, stroke: ownEdge, width: .8}
	switch m.side {
	case foe:
		k = ink{fill: foeLight, stroke: foeEdge, width: 1.4}
	case other:
		k = ink{fill: midTone, stroke: midEdge, width: 1}
	}
	if m.old {
		k.fill, k.stroke, k.width, k.dash = lighter(k.fill), mix(k.stroke, field, .35), .9, []float64{2.2, 1.6}
	}
	return k
}

// local returns points given across the front and forward as they lie on the page.
func (m *symbol) local(pts ...point) []point {
	fwd := toward(m.facing)
	right := point{fwd.y, -fwd.x}
	out := make([]point, len(pts))
	for i, p := range pts {
		out[i] = m.at.plus(right.times(p.x)).plus(fwd.times(p.y))
	}
	return out
}

func (d *drawing) unit(m *symbol) {
	d.kinds.shape(m)
	k := inkOf(m)
	w, h := m.front/2, m.deep/2
	switch m.shape {
	case zoneShape: // in the legend
		d.draw(polyline(nil, m.local(point{-w, -h / 2}, point{w, -h / 2}, point{w, h / 2}, point{-w, h / 2})...), ink{stroke: k.stroke, width: .7, dash: []float64{4, 2}})
		return
	case "commander":
		d.commander(m, k)
		return
	case "courier":
		d.courier(m, k)
		return
	case "guns":
		d.guns(m, k, w, h)
		return
	case "skirmish":
		d.skirmishers(m, k, w)
		return
	}
	d.draw(polygon(nil, m.local(point{-w, -h}, point{w, -h}, point{w, h}, point{-w, h})...), k)
	switch m.shape {
	case "horse":
		d.draw(polygon(nil, m.local(point{-w, -h}, point{w, h}, point{-w, h})...), ink{fill: contrast(m, k)})
	case "dragoons":
		d.draw(polyline(nil, m.local(point{-w, -h}, point{w, h})...), ink{stroke: contrast(m, k), width: 1.6})
	case "unknown":
		d.draw(polyline(nil, m.local(point{-w * .4, 0}, point{w * .4, 0})...), ink{stroke: contrast(m, k), width: 1.6})
	}
	d.front(m, k, h)
}

// front marks where a unit faces: a thick line along its front and a nub before it.
func (d *drawing) front(m *symbol, k ink, h float64) {
	if !m.faces {
		return
	}
	w := m.front / 2
	d.draw(polyline(nil, m.local(point{-w, h}, point{w, h})...), ink{stroke: k.stroke, width: 2, dash: k.dash})
	d.draw(polygon(nil, m.local(point{-2.6, h}, point{2.6, h}, point{0, h + 4})...), ink{fill: k.stroke})
}

func contrast(m *symbol, k ink) color.NRGBA {
	switch {
	case m.old:
		return field
	case m.side == mine:
		return rgb(0xD8E2F2)
	}
	return mix(k.stroke, k.fill, .15)
}

func (d *drawing) guns(m *symbol, k ink, w, h float64) {
	n := max(int(m.front/14), 1)
	for i := range n {
		x := -w + (float64(i)+.5)*2*w/float64(n)
		barrel := m.local(point{x, -h}, point{x, h + 4})
		d.draw(polyline(nil, barrel...), ink{stroke: k.stroke, width: 2.4})
		axle := m.local(point{x - 3.4, -h * .1}, point{x + 3.4, -h * .1})
		d.draw(polyline(nil, axle...), ink{stroke: k.stroke, width: 1})
		var wheels = circle(nil, axle[0], 2.1)
		d.draw(circle(wheels, axle[1], 2.1), ink{fill: k.fill, stroke: k.stroke, width: .9, dash: k.dash})
	}
}

func (d *drawing) skirmishers(m *symbol, k ink, w float64) {
	n := max(int(m.front/6), 3)
	path := polyline(nil)
	for i := range n {
		x := -w + (float64(i)+.5)*2*w/float64(n)
		y := 1.6
		if i%2 == 1 {
			y = -1.6
		}
		path = circle(path, m.local(point{x, y})[0], 2.1)
	}
	d.draw(path, k)
	if m.faces {
		d.draw(polygon(nil, m.local(point{-2.6, 4}, point{2.6, 4}, point{0, 8})...), ink{fill: k.stroke})
	}
}

// commander draws a staff with a pennant, upright whatever way he looks.
func (d *drawing) commander(m *symbol, k ink) {
	at := m.at
	d.draw(circle(nil, at, 4), ink{fill: field}) // he may stand on a unit of his own colour
	d.draw(polyline(nil, at, point{at.x, at.y + 14}), ink{stroke: k.stroke, width: 1.2})
	d.draw(polygon(nil, point{at.x, at.y + 14}, point{at.x + 9, at.y + 11}, point{at.x, at.y + 8}), k)
	d.draw(circle(nil, at, 2.6), ink{fill: k.fill, stroke: k.stroke, width: 1})
}

// courier draws an arrowhead along his road.
func (d *drawing) courier(m *symbol, k ink) {
	if len(m.road) > 0 {
		v := m.road[0].minus(m.at)
		m.facing = math.Atan2(v.x, v.y) * 180 / math.Pi
	}
	d.draw(polygon(nil, m.local(point{0, 6}, point{4, -4}, point{0, -1.5}, point{-4, -4})...), k)
}

// occupy keeps labels off the symbol: a row of small boxes along its front.
func (d *drawing) occupy(m *symbol) {
	if m.shape == "commander" {
		d.taken = append(d.taken, rect{m.at.x - 4, m.at.y - 4, m.at.x + 10, m.at.y + 15})
		d.ask(m, 5)
		return
	}
	if m.shape == "courier" {
		d.taken = append(d.taken, around(m.at, 5))
		d.ask(m, 7)
		return
	}
	n := max(int(math.Ceil(m.front/m.deep)), 1)
	for i := range n {
		x := -m.front/2 + (float64(i)+.5)*m.front/float64(n)
		d.taken = append(d.taken, around(m.local(point{x, 0})[0], m.deep/2+1.5))
	}
	if m.faces {
		d.taken = append(d.taken, around(m.local(point{0, m.deep/2 + 2})[0], 3))
	}
	fwd := toward(m.facing)
	reach := math.Abs(fwd.x)*m.front/2 + math.Abs(fwd.y)*m.deep/2
	d.ask(m, reach+3)
}

// ask puts the symbol's label on the list of those to be placed.
func (d *drawing) ask(m *symbol, off float64) {
	if m.label != "" {
		d.names = append(d.names, label{text: m.label, size: 7.5, at: m.at, off: off, wide: m.front / 2, pale: m.old, unit: true, must: true})
	}
}
