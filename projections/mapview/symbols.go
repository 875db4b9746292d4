package mapview

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"galloper/adjudicator/board"
	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/mapview/canvas"
	"galloper/projections/phrase"
)

// symbol is a fact to be drawn.
type symbol struct {
	subject  string
	id       string // as orders name it; "" if unidentified
	shape    string
	at       point
	facing   float64 // degrees clockwise from north
	faces    bool
	front    float64 // width and depth in points
	deep     float64
	side     int // index in the ground's sides, or nobodys
	own      bool
	old      bool
	turn     int
	label    string
	number   int    // of a rider, as in the report, or 0
	from     point  // position of a rider whose ring was moved aside
	short    string // the label with the short name or the id
	name     string // as orders name it: an id or a position
	called   string // written name
	box      rect   // its bounding box
	road     []point
	hasPlace bool
	left     bool     // of a commander: the flag flies to the left
	lost     float64  // the lost fraction, 0 to 1
	states   []string // `shaken`, `engaged` …
}

// shapes maps the rulesets' words for arms to shapes.
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
		m.shape = shape // the symbol itself specifies the shape
	}
	m.facing, m.faces = degrees(f.Get(s.Facing))
	if d.g.CellsAreSites {
		m.front = 16
		if d.sheet.Narrow {
			m.front, m.deep = 11, 7
		}
	}
	if n := number(f.Get(s.Frontage)); n > 0 {
		m.front = min(max(float64(n)*d.scale, 9), 90)
	}
	if n := number(f.Get(s.Depth)); n > 0 {
		m.deep = min(max(float64(n)*d.scale, 7), 60)
	}
	m.side, m.own = d.sideOf(s.Side, f)
	id, name := d.nameOfSubject(s, f, &m)
	short := phrase.Shorten(name)
	if m.shape == "commander" {
		short = phrase.Surname(name)
	}
	if first, _, _ := strings.Cut(name, " "); short == name && strings.EqualFold(first, id) {
		short = first
	}
	m.label = d.labelOf(s, f, name)
	if short != name || name == id {
		m.short = d.labelOf(s, f, short)
	}
	m.name, m.called = d.namesOf(s, f)
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

// onTheWay is the fraction of the way to the next site at which units on the way are drawn.
const onTheWay = .35

// inCell returns the middle of a cell. For `a/b` it returns a point in a on the way to b.
func (d *drawing) inCell(id string) (point, bool) {
	a, b, way := strings.Cut(id, "/")
	ca, ok := d.g.CellOf(a)
	if !ok {
		return point{}, false
	}
	at := d.place(ca.At)
	if cb, ok := d.g.CellOf(b); way && ok {
		at = at.Plus(d.place(cb.At).Minus(at).Times(onTheWay))
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

// degrees parses a facing: a number, or a point of the compass.
func degrees(s string) (float64, bool) {
	if n, err := strconv.Atoi(s); err == nil {
		return float64(n), true
	}
	if i := slices.Index(compass, s); i >= 0 {
		return float64(i) * 22.5, true
	}
	return 0, false
}

// nobodys is the side of troops whose side is unknown.
const nobodys = -1

// sideOf returns the side of a symbol, and whether it is the reader's own.
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

// longestName is the maximum length of a written name on the map, in letters. Longer names are replaced by ids.
const longestName = 30

func (d *drawing) nameOfSubject(s *events.Symbol, f *knowledge.Fact, m *symbol) (id, name string) {
	id = f.Get(s.Label)
	if id == "" || id == "-" || id == "?" {
		return shapeNames[m.shape], shapeNames[m.shape]
	}
	m.id = id
	if d.sheet.Names != nil {
		if name = d.sheet.Names(id); name != "" && utf8.RuneCountInString(name) <= longestName {
			return id, name
		}
	}
	return id, id
}

// labelOf returns the name with the strength, and the turn if it is not the current one.
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

// stack arranges symbols that share a cell around its middle. On a table positions are exact and stay unchanged.
func (d *drawing) stack() {
	if len(d.g.Cells) == 0 {
		return
	}
	middles := map[point]bool{}
	for i := range d.g.Cells {
		middles[d.place(d.g.Cells[i].At)] = true
	}
	var homes []point
	heaps := map[point][]*symbol{}
	for i := range d.marks {
		m := &d.marks[i]
		if heaps[m.at] == nil {
			homes = append(homes, m.at)
		}
		heaps[m.at] = append(heaps[m.at], m)
	}
	for _, home := range homes {
		if heap := heaps[home]; len(heap) > 1 {
			columns := 2
			if !middles[home] || len(heap) < 4 && d.g.CellsAreSites && d.sheet.Narrow {
				columns = 1 // there is no room at the sides on ways, or on a narrow map
			}
			heapUp(heap, columns)
		}
	}
	for i := range d.marks {
		m := &d.marks[i]
		m.at.Y = min(m.at.Y, d.field.y1-m.parts()[0].y1+m.at.Y-2) // keep the flag on the map
	}
}

// flagHigh is the height of a commander's symbol above their position, in points.
const flagHigh = 15

// heapUp arranges the symbols of one place in rows, with commanders below the troops that their flags would hide.
func heapUp(heap []*symbol, columns int) {
	commands := func(m *symbol) bool { return m.shape == "commander" }
	slices.SortStableFunc(heap, func(a, b *symbol) int { return truth(commands(a)) - truth(commands(b)) })
	blocks := slices.IndexFunc(heap, commands)
	if blocks < 0 {
		blocks = len(heap)
	}
	rows, gap, up := (blocks+columns-1)/columns, 9.0, 0.0
	if (len(heap)+columns-1)/columns > 2 {
		gap = 4
	}
	if blocks > 0 && blocks < len(heap) {
		up = flagHigh / 2
	}
	for i, m := range heap {
		n, among, row := i, blocks, float64(i/columns)-float64(rows-1)/2
		if i >= blocks {
			n, among = i-blocks, len(heap)-blocks
			row = float64(rows-1) / 2
		}
		across := min(columns, among)
		m.at.X += (float64(n%across) - float64(across-1)/2) * (m.front + 2)
		m.at.Y += up - row*(m.deep+gap)
		if i >= blocks && blocks > 0 {
			m.at.Y -= flagHigh + m.deep/2 + 3 + float64(n/across)*flagHigh
		}
	}
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// roads finds the road ahead of couriers and other riders.
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
