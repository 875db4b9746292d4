package mapview

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator/board"
	"galloper/events"
)

// Ordered is an order as it is drawn: the line as a receipt has it, and whom couriers ride to with it.
type Ordered struct {
	Line  string
	Rides []string
}

// errand is an order as far as the map can show it.
type errand struct {
	who   []*symbol
	from  []point // where those stand who are not named
	steps []leg
}

// leg is a part of an order: what is done, by what way and to where.
type leg struct {
	kind    string
	way     []point
	goals   []point
	forward float64 // where it names no place: ahead (1), back (-1) or nowhere in particular (0)
	degrees float64
	aimed   bool // at those degrees
}

// wayOrdered and fireOrdered are orders in the legend; rideOrdered is their courier's way.
const (
	wayOrdered  = "ordered"
	fireOrdered = "ordered fire"
	rideOrdered = "ride"
)

// deeds are the verbs of orders that are not a march, as all rulesets write them.
var deeds = map[string]string{
	"CHARGE": string(events.SceneCharge), "ASSAULT": string(events.SceneCharge), "ATTACK": string(events.SceneCharge),
	"FLANK": string(events.SceneCharge), "STRIKE": string(events.SceneCharge), "FIRE": fireOrdered, "BOMBARD": fireOrdered,
}

// lastWords end the part of an order that can be drawn: what comes behind them may never be done.
var lastWords = []string{"IF", "UNLESS", "UNTIL", "WHEN", "ELSE", "INTO", "DEPLOY", "DRESS", "FACING"}

// backWords say that an order leads to the rear.
var backWords = []string{"WITHDRAW", "BACK"}

// orders draws the orders of the sheet over the symbols: what was told to do, as far as it names troops
// and places that stand on the map.
func (d *drawing) orders() {
	for _, o := range d.sheet.Orders {
		e := d.errandOf(o.Line)
		for _, id := range o.Rides {
			d.rideTo(id)
		}
		for i, m := range e.who {
			d.send(&e, i, m, m.at)
		}
		for _, at := range e.from {
			d.send(&e, 0, nil, at)
		}
	}
}

// An errandReader goes through the words of an order for names that stand on the map.
type errandReader struct {
	*drawing
	errand
	all, via, with bool // what was said before the next name
}

// errandOf reads an order by the names that stand on the map.
func (d *drawing) errandOf(line string) errand {
	words := strings.Fields(line)
	if i := slices.Index(words, "THEN"); len(words) > 0 && words[0] == "IF" {
		words = words[i+1:] // what is done if it is so
	}
	r := errandReader{drawing: d, errand: errand{steps: []leg{{}}}}
	for _, word := range words {
		name := strings.TrimRight(word, ",:;")
		if slices.Contains(lastWords, name) {
			break
		}
		if step := r.step(); !r.link(name) && !step.verb(name) {
			r.name(step, name)
		}
	}
	return r.errand
}

func (r *errandReader) step() *leg { return &r.steps[len(r.steps)-1] }

// link takes a word that says what the names behind it are.
func (r *errandReader) link(word string) bool {
	switch word {
	case "THEN":
		r.steps, r.via, r.with = append(r.steps, leg{}), false, false
	case "ALL":
		r.all = true
	case "ME", "SELF", "RIDE", "ATTACH":
		if me := r.reader(); me != nil && len(r.who) == 0 {
			r.who = append(r.who, me)
		}
	case "VIA":
		r.via = true
	case "TO":
		r.via = false
	case "WITH", "BY":
		r.with = true
	default:
		return false
	}
	return true
}

// verb takes a word that says what is done, or which way.
func (l *leg) verb(word string) bool {
	switch {
	case deeds[word] != "" && l.kind == "":
		l.kind, l.forward = deeds[word], 1
	case word == "ADVANCE" && l.kind == "":
		l.forward = 1
	case slices.Contains(backWords, word):
		l.forward = -1
	case l.forward != 0 && len(l.goals) == 0 && slices.Contains(compass, strings.ToLower(word)):
		l.degrees, l.aimed = degrees(strings.ToLower(word))
	default:
		return false
	}
	return true
}

// name takes a word that may be a name: of who goes, or of where to. Whoever is named first goes, with the
// others before the verb; behind WITH stand helpers.
func (r *errandReader) name(step *leg, name string) {
	m := r.standing(name)
	own := m != nil && m.own && m.shape != "commander"
	nobody := len(r.who) == 0 && len(r.from) == 0
	first := len(r.steps) == 1 && step.kind == "" && step.forward == 0 && len(step.goals) == 0 && !r.with
	if own && (nobody || first) {
		r.who = append(r.who, m)
		return
	}
	at, ok := r.spotOf(name)
	switch {
	case !ok || own && r.with:
	case nobody && r.all:
		r.from = append(r.from, at)
	case r.via:
		step.way = append(step.way, at)
	default:
		step.goals = append(step.goals, at)
	}
}

// spotOf is where something stands that orders name.
func (d *drawing) spotOf(name string) (point, bool) {
	for i := range d.marks {
		if m := &d.marks[i]; m.shape != "courier" && m.name == name && name != "" {
			return m.at, true
		}
	}
	if x, y, ok := strings.Cut(name, ","); ok && d.g.Unit != "" {
		nx, errx := strconv.ParseFloat(x, 64)
		ny, erry := strconv.ParseFloat(y, 64)
		if errx == nil && erry == nil {
			return d.place(board.Point{X: int(math.Round(nx * 100)), Y: int(math.Round(ny * 100))}), true
		}
	}
	if at, ok := d.inCell(name); ok {
		return at, true
	}
	for i := range d.g.Marks {
		if d.g.Marks[i].ID == name {
			return d.place(d.g.Marks[i].At), true
		}
	}
	for i := range d.g.Areas {
		if a := &d.g.Areas[i]; a.ID == name && len(a.At) > 0 {
			return bounds(d.places(a.At)).middle(), true
		}
	}
	return point{}, false
}

// reader is the symbol of the reader's own person, nil where it does not stand on the map.
func (d *drawing) reader() *symbol {
	for i := range d.marks {
		if m := &d.marks[i]; m.shape == "commander" && m.own && (m.id == d.seat || m.called == d.sheet.Reader) {
			return m
		}
	}
	return nil
}

// ahead is how far an order leads that names no place, in points.
const ahead = 26

// send draws what one unit was told, the i-th of those who go to one place: they go beside one another.
func (d *drawing) send(e *errand, i int, m *symbol, from point) {
	side := d.readersSide()
	if m != nil {
		side = m.side
	}
	a := d.army(side)
	for n := range e.steps {
		step := &e.steps[n]
		pts := append([]point{from}, step.way...)
		switch {
		case len(step.goals) > 0 && len(step.goals) == len(e.who) && n == 0 && step.kind == "":
			pts = append(pts, step.goals[i])
		case len(step.goals) > 0:
			pts = append(pts, step.goals[0])
		case step.forward != 0 && m != nil && (m.faces || step.aimed):
			way := m.facing
			if step.aimed {
				way = step.degrees
			}
			pts = append(pts, from.Plus(toward(way).Times(step.forward*(ahead+m.deep/2))))
		}
		pts = distinct(pts)
		if len(pts) < 2 || wayLength(pts) < leastWay {
			continue
		}
		d.orderedWay(step.kind, pts, a)
		if step.kind != fireOrdered {
			from = pts[len(pts)-1]
		}
	}
}

// orderedWay draws an order: a broad pale band with a head, broken where it is fire.
func (d *drawing) orderedWay(kind string, pts []point, a army) {
	if kind == fireOrdered {
		d.kinds.way(fireOrdered)
		d.Draw(path{}.Line(pts...), ink{Stroke: paper, Width: 3})
		d.Draw(path{}.Line(pts...), ink{Stroke: a.edge, Width: 1.2, Dash: []float64{1.2, 3}})
		d.ring(pts[len(pts)-1], a)
		return
	}
	d.kinds.way(wayOrdered)
	pts = rounded(pts, 10, false)
	shaft, back := shortened(pts, 8)
	tip, across := pts[len(pts)-1], point{X: -back.Y, Y: back.X}
	pale := mix(a.full, paper, .4)
	root := tip.Plus(back.Times(9))
	head := path{}.Polygon(tip, root.Plus(across.Times(5.5)), root.Minus(across.Times(5.5)))
	d.Draw(path{}.Line(shaft...), ink{Stroke: a.edge, Width: 5})
	d.Draw(head, ink{Fill: pale, Stroke: a.edge, Width: 1.2})
	d.Draw(path{}.Line(shaft...), ink{Stroke: pale, Width: 3})
	if kind == string(events.SceneCharge) {
		d.ring(tip, a)
	}
	for i := range pts[1:] {
		d.shafts = append(d.shafts, [2]point{pts[i], pts[i+1]})
	}
}

// ring marks what an order is aimed at.
func (d *drawing) ring(at point, a army) {
	ring := path{}.Circle(at, 8)
	d.Draw(ring, ink{Stroke: paper, Width: 3})
	d.Draw(ring, ink{Stroke: a.edge, Width: 1.3})
}

// rideTo draws the way of a courier from the reader's person to whom an order is for.
func (d *drawing) rideTo(id string) {
	me, to := d.reader(), d.standing(id)
	if me == nil || to == nil || to.at.Minus(me.at).Length() < leastWay {
		return
	}
	d.kinds.way(rideOrdered)
	d.ride(me.at, to.at)
	d.shafts = append(d.shafts, [2]point{me.at, to.at})
}

func (d *drawing) ride(from, to point) {
	d.Draw(path{}.Line(from, to), ink{Stroke: paper, Width: 2.6})
	d.Draw(path{}.Line(from, to), ink{Stroke: dark, Width: .9, Dash: []float64{5, 2, 1, 2}})
}

// readersSide is the side of the reader among those of the ground.
func (d *drawing) readersSide() int {
	side := slices.IndexFunc(d.g.Sides, func(e board.Edge) bool { return e.Side == d.sheet.Side })
	if side < 0 {
		return nobodys
	}
	return side
}
