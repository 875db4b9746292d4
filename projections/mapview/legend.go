package mapview

import (
	"math"
	"slices"
	"strings"

	"galloper/adjudicator/board"
	"galloper/events"
	"galloper/projections/mapview/canvas"
)

// legendKinds are the kinds on the map that the legend must explain.
type legendKinds struct {
	areas, lines, points, shapes []string
	sides, aims, holders         []int
	states, ways                 []string
	old, mist                    bool
	rules                        map[string][]string // by look: the rules' kinds with this look, if they differ
}

func (k *legendKinds) aim(side int) {
	if !slices.Contains(k.aims, side) {
		k.aims = append(k.aims, side)
	}
}

func (k *legendKinds) way(kind string) {
	if !slices.Contains(k.ways, kind) {
		k.ways = append(k.ways, kind)
	}
}

func (k *legendKinds) held(side int) {
	if !slices.Contains(k.holders, side) {
		k.holders = append(k.holders, side)
	}
}

func (k *legendKinds) state(state string) {
	if !slices.Contains(k.states, state) {
		k.states = append(k.states, state)
	}
}

// counts records the rules' kind of ground with a look.
func (k *legendKinds) counts(look, kind string) {
	if look == kind || isOpen(kind) || slices.Contains(k.rules[look], kind) {
		return
	}
	if k.rules == nil {
		k.rules = map[string][]string{}
	}
	k.rules[look] = append(k.rules[look], kind)
}

func (k *legendKinds) point(kind string) {
	if !slices.Contains(k.points, kind) {
		k.points = append(k.points, kind)
	}
}

func (k *legendKinds) add(kind string, line bool) {
	list := &k.areas
	if line {
		list = &k.lines
	}
	if kind != "" && !slices.Contains(*list, kind) {
		*list = append(*list, kind)
	}
}

func (k *legendKinds) shape(m *symbol) {
	if !slices.Contains(k.shapes, m.shape) {
		k.shapes = append(k.shapes, m.shape)
	}
	if !slices.Contains(k.sides, m.side) {
		k.sides = append(k.sides, m.side)
	}
	k.old = k.old || m.old
}

// lineNames lists the legend's names of courses that differ from their kinds.
var lineNames = map[string]string{
	board.PlanRoad: "road, of no effect",
	"minor":        "minor road",
	"link":         "way",
	"wall":         "wall or hedge",
	"impassable":   "no passage",
	"obstructed":   "obstructed approach",
}

// wayNames lists the names of movements and fire, in the order of the legend.
var wayNames = []struct{ kind, name string }{
	{string(events.SceneMarch), "marched this turn"}, {string(events.SceneCharge), "charged"},
	{string(events.SceneRout), "fled or fell back"}, {"fire", "fired, without effect"}, {"hit", "fired, with effect"},
	{"gone", "gone this turn"}, {wayOrdered, "as you ordered"}, {fireOrdered, "fire as you ordered"},
	{rideOrdered, "your courier's ride"},
}

var shapeNames = map[string]string{
	"foot": "foot", "skirmish": "light troops", "horse": "horse", "dragoons": "dragoons", "guns": "guns",
	"commander": "commander", "courier": "courier", "unknown": "unknown arm", zoneShape: "kill zone of guns",
}

// legend draws the meaning of each pattern and symbol, in rows below the map.
func (d *drawing) legend() {
	l := legendRow{drawing: d, at: point{X: margin + coordinates, Y: margin + legendHeight - 12}}
	slices.Sort(d.kinds.sides)
	for _, side := range d.kinds.sides {
		l.symbol(&symbol{shape: "foot", side: side}, d.sideName(side))
	}
	for _, shape := range d.kinds.shapes {
		l.symbol(&symbol{shape: shape, side: d.kinds.sides[0]}, shapeNames[shape])
	}
	if d.kinds.old {
		l.symbol(&symbol{shape: "foot", side: d.kinds.sides[0], old: true}, "as last heard, with the turn")
	}
	for _, s := range stateNames {
		if slices.Contains(d.kinds.states, s.state) {
			l.symbol(&symbol{shape: "foot", side: d.kinds.sides[0], lost: lostIn(s.state), states: []string{s.state}}, s.name)
		}
	}
	for _, w := range wayNames {
		if slices.Contains(d.kinds.ways, w.kind) {
			l.way(w.kind, w.name)
		}
	}
	if d.kinds.mist {
		at := l.room("out of sight")
		d.Draw(box(rect{at.X, at.Y - 6, at.X + swatch, at.Y + 6}), ink{Fill: mix(plain, paper, 1), Stroke: faint, Width: .6})
	}
	for _, kind := range d.kinds.areas {
		l.area(kind)
	}
	for _, kind := range d.kinds.lines {
		l.line(kind)
	}
	for _, kind := range d.kinds.points {
		if slices.Contains(d.kinds.areas, kind) {
			continue // explained by its area
		}
		at := l.room(kind)
		l.markAt(kind, point{X: at.X + swatch/2, Y: at.Y})
	}
	for _, side := range d.kinds.aims {
		at := l.room("objective of " + d.sideName(side))
		d.Draw(star(point{X: at.X + swatch/2, Y: at.Y}, 5), ink{Fill: d.army(side).full, Stroke: dark, Width: .8})
	}
	slices.Sort(d.kinds.holders)
	for _, side := range d.kinds.holders {
		at := l.room("held by " + d.sideName(side))
		d.flag(point{X: at.X + swatch/2 - 4, Y: at.Y - 10}, point{X: 1, Y: 1}, side)
	}
	for _, k := range d.keys {
		at := l.room(k.name)
		d.Write(point{X: at.X + swatch - 2 - canvas.TextWidth(k.letter, roman(9)), Y: at.Y - 2.5}, k.letter, roman(9))
	}
	d.Below = math.Ceil(margin + rowHeight/2 - l.at.Y) // the last row is above the lower margin
}

func (d *drawing) sideName(side int) string {
	switch {
	case side == nobodys:
		return "others"
	case side < len(d.g.Sides):
		return orID(d.g.Sides[side].Name, d.g.Sides[side].Side)
	case !d.umpire:
		return "enemy"
	}
	return "other side"
}

// lostIn returns the losses of the sample block in the legend.
func lostIn(state string) float64 {
	if state == "lost" {
		return .4
	}
	return 0
}

type legendRow struct {
	*drawing
	at point
}

// Dimensions of an entry of the legend, in points.
const (
	swatch    = 22.0
	rowHeight = 16.0
)

// room writes the name of an entry, in a new row if needed, and returns the position of its sample.
func (l *legendRow) room(name string) point {
	need := swatch + 4 + canvas.TextWidth(name, italic(8)) + 12
	if l.at.X+need > l.Width-margin {
		l.at = point{X: margin + coordinates, Y: l.at.Y - rowHeight}
	}
	at := l.at
	l.Write(point{X: at.X + swatch + 4, Y: at.Y - 2.5}, name, italic(8))
	l.at.X += need
	return at
}

func (l *legendRow) area(kind string) {
	look := lookOf(kind)
	look.natural = false
	name := look.name
	if counts := l.kinds.rules[kind]; len(counts) > 0 {
		name += ": " + strings.ReplaceAll(strings.Join(counts, ", "), "_", " ")
	}
	at := l.room(name)
	b := rect{at.X, at.Y - 6, at.X + swatch, at.Y + 6}
	l.land(look, []point{{X: b.x0, Y: b.y0}, {X: b.x1, Y: b.y0}, {X: b.x1, Y: b.y1}, {X: b.x0, Y: b.y1}})
}

func (l *legendRow) line(kind string) {
	name := lineNames[kind]
	if name == "" {
		name = strings.ReplaceAll(kind, "_", " ")
	}
	at := l.room(name)
	l.stroke(kind, []point{{X: at.X, Y: at.Y}, {X: at.X + swatch, Y: at.Y}})
}

// way shows a sample of a movement or of fire.
func (l *legendRow) way(kind, name string) {
	at, a := l.room(name), neutral
	switch kind {
	case "fire", "hit":
		l.fireLine(at, point{X: at.X + swatch - 4, Y: at.Y}, kind == "hit", a)
	case "gone":
		l.cross(point{X: at.X + swatch/2, Y: at.Y}, a)
	case wayOrdered, fireOrdered:
		l.orderedWay(kind, []point{at, {X: at.X + swatch - 4, Y: at.Y}}, a)
	case rideOrdered:
		l.ride(at, point{X: at.X + swatch, Y: at.Y})
	default:
		l.wayOf(events.Scene(kind), []point{at, {X: at.X + swatch, Y: at.Y}}, a)
	}
}

func (l *legendRow) symbol(m *symbol, name string) {
	at := l.room(name)
	m.at, m.front, m.deep, m.faces = point{X: at.X + swatch/2, Y: at.Y - 1}, 18, 8, true
	if m.shape == "commander" {
		m.at.Y -= 5
	}
	if m.is("engaged") || m.is("halted") {
		m.at.Y, m.deep = m.at.Y-3, 5
	}
	l.unit(m)
}

// describe describes the picture in text.
func (d *drawing) describe() string {
	var own, foes, old int
	for i := range d.marks {
		switch m := &d.marks[i]; {
		case m.shape == "courier":
		case m.own:
			own++
		default:
			foes++
		}
		if d.marks[i].old {
			old++
		}
	}
	text := "Map: " + d.title + ", " + d.ownerText() + ". " + count(own, "unit or commander", "units and commanders")
	if len(d.g.Sides) == 2 && d.umpire {
		ours := slices.IndexFunc(d.g.Sides, func(e board.Edge) bool { return e.Side == d.sheet.Side })
		text += " of " + d.sideName(ours) + ", " + itoa(foes) + " of " + d.sideName(1-ours)
	} else {
		text += " of the own side, " + itoa(foes) + " of others"
	}
	if old > 0 {
		text += "; " + itoa(old) + " as last heard"
	}
	return canvas.Printable(text + ".")
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return itoa(n) + " " + many
}
