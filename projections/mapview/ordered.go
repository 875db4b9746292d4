package mapview

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator/board"
	"galloper/events"
)

// Ordered is an order to be drawn: its line as in a receipt, and the recipients that couriers ride to.
type Ordered struct {
	Line  string
	Rides []string
}

// errand is the part of an order that the map can show.
type errand struct {
	who   []*symbol
	from  []point // positions of units that are not named
	steps []leg
}

// leg is a step of an order: the action, its way and its goals.
type leg struct {
	kind    string
	way     []point
	goals   []point
	forward float64 // without a goal: ahead (1), back (-1) or undefined (0)
	degrees float64
	aimed   bool // degrees is set
}

// Kinds of ways in the legend: ordered movement, ordered fire, and the courier's ride.
const (
	wayOrdered  = "ordered"
	fireOrdered = "ordered fire"
	rideOrdered = "ride"
)

// deeds maps the verbs of orders other than marches, in all rulesets, to kinds of ways.
var deeds = map[string]string{
	"CHARGE": string(events.SceneCharge), "ASSAULT": string(events.SceneCharge), "ATTACK": string(events.SceneCharge),
	"FLANK": string(events.SceneCharge), "STRIKE": string(events.SceneCharge), "FIRE": fireOrdered, "BOMBARD": fireOrdered,
}

// lastWords end the part of an order that can be drawn. The rest may never happen.
var lastWords = []string{"IF", "UNLESS", "UNTIL", "WHEN", "ELSE", "INTO", "DEPLOY", "DRESS", "FACING"}

// backWords lists the words of orders that lead to the rear.
var backWords = []string{"WITHDRAW", "BACK"}

// orders draws the sheet's orders over the symbols, as far as they name troops and places on the map.
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

// errandReader scans an order for names that are on the map.
type errandReader struct {
	*drawing
	errand
	all, via, with bool // set by the words before the next name
}

// errandOf reads an order by the names that are on the map.
func (d *drawing) errandOf(line string) errand {
	words := strings.Fields(line)
	if i := slices.Index(words, "THEN"); len(words) > 0 && words[0] == "IF" {
		words = words[i+1:] // the action if the condition holds
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

// link handles a word that gives a role to the names after it.
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

// verb handles a word for an action or a direction.
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

// name handles a word that may be a name, of a unit that goes or of its goal. The first name is the unit that goes,
// with further ones before the verb; names after WITH are helpers.
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

// spotOf returns the position of a thing that orders can name.
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

// reader returns the symbol of the reader in person, or nil if it is not on the map.
func (d *drawing) reader() *symbol {
	for i := range d.marks {
		if m := &d.marks[i]; m.shape == "commander" && m.own && (m.id == d.seat || m.called == d.sheet.Reader) {
			return m
		}
	}
	return nil
}

// ahead is the length in points of an order's arrow without a goal.
const ahead = 26

// send draws the order of unit m. i is its index among the units with the same goal, which go side by side.
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

// orderedWay draws an order as a broad pale band with a head, or as a broken line for fire.
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

// ring marks the target of an order.
func (d *drawing) ring(at point, a army) {
	ring := path{}.Circle(at, 8)
	d.Draw(ring, ink{Stroke: paper, Width: 3})
	d.Draw(ring, ink{Stroke: a.edge, Width: 1.3})
}

// rideTo draws a courier's ride from the reader to the recipient of an order.
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

// readersSide returns the index of the reader's side in the ground's sides, or nobodys.
func (d *drawing) readersSide() int {
	side := slices.IndexFunc(d.g.Sides, func(e board.Edge) bool { return e.Side == d.sheet.Side })
	if side < 0 {
		return nobodys
	}
	return side
}
