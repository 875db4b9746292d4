package firediscipline

import (
	"fmt"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/orders"
)

// speech is the order language of one side, with the names that it may use.
type speech struct {
	b      *Battle
	units  *orders.Names // of the side
	seats  *orders.Names // of the side
	places *orders.Names // features
	roads  *orders.Names
	goals  *orders.Names // no names of its own: goals of a ride

	own, rivals []*orders.Names // the units; the units and seats
	all         *orders.Names   // the units of both sides
}

// newSpeech collects the names that a side may use. It leaves out enemies: to the parser their names are unknown words.
func newSpeech(b *Battle, side int) *speech {
	var seats, places, roads []orders.Name
	for i := range b.Commands {
		if b.Commands[i].Side == side {
			seats = append(seats, orders.SeatName(b.Commands[i].ID, b.Commands[i].Name))
		}
	}
	for i := range b.Features {
		places = append(places, orders.Name{ID: b.Features[i].ID, Name: b.Features[i].Name})
	}
	for i := range b.Roads {
		roads = append(roads, orders.Name{ID: b.Roads[i].ID, Name: b.Roads[i].Name})
	}
	sp := &speech{b: b,
		units: b.unitNames(orders.NamesKind{Kind: "unit", Want: "a unit of yours"},
			func(u int) bool { return b.Units[u].Side == side }),
		seats: orders.NewNames(orders.NamesKind{Kind: "seat", Want: "a seat of your side", Unknown: noSuchSeat,
			Ambiguous: noSuchSeat}, seats...),
		places: orders.NewNames(orders.NamesKind{Kind: "place", Want: wantPlace, Unknown: unknownPlace}, places...),
		roads:  orders.NewNames(orders.NamesKind{Want: "a road", Unknown: unknownPlace}, roads...),
		goals: orders.NewNames(orders.NamesKind{Want: "a place, a unit of yours or a seat of your side",
			Unknown: unknownPlace}),
	}
	sp.own, sp.rivals = []*orders.Names{sp.units}, []*orders.Names{sp.units, sp.seats}
	sp.all = b.unitNames(askedOf, func(int) bool { return true })
	return sp
}

// askedOf is the kind of the names that a condition may test.
var askedOf = orders.NamesKind{Want: wantTest, Unknown: badCondition}

func (b *Battle) unitNames(kind orders.NamesKind, wanted func(unit int) bool) *orders.Names {
	var list []orders.Name
	for i := range b.Units {
		if wanted(i) {
			list = append(list, orders.Name{ID: b.Units[i].ID, Name: b.Units[i].Name})
		}
	}
	return orders.NewNames(kind, list...)
}

// namesOf returns the units that a seat commands.
func namesOf(d rules.Desk[*Battle]) (own, others *orders.Names) {
	return d.Battle.obeying[d.Battle.seat(d.Seat)], nil
}

// knowing returns a parser without knowledge of the field.
func (b *Battle) knowing(side int, seat adjudicator.Index) *parser {
	return &parser{speech: b.speech[side], seat: seat, told: func(int) bool { return true },
		gone:  func(int) bool { return false },
		where: func(int) (board.Point, bool) { return board.Point{}, false }}
}

// recorded parses a seat's canonical lines again. It panics on a line that no longer parses, because all were accepted
// with the mail.
func (b *Battle) recorded(seat int, lines []string) []*order {
	k := b.knowing(b.Commands[seat].Side, adjudicator.At(seat))
	k.mail = language.Mail(k, len(lines))
	kept, mail := make([]order, len(lines)), make([]*order, len(lines))
	for i, line := range lines {
		it := language.Item(line)
		o, refusal := k.read(&it)
		if refusal != nil {
			panic("firediscipline: an accepted order does not read again: " + line + ": " + refusal.Reason)
		}
		kept[i], mail[i] = *o, &kept[i]
		kept[i].Canonical = line
	}
	return mail
}

// text returns the directive in canonical form, which parses to the same directive (section f).
func (b *Battle) text(d *Directive) string {
	return language.Text(&parser{speech: b.speech[0]}, &order{Directive: *d})
}

// parseDirective parses a bare directive for a unit. It returns an error if the directive is refused.
func (b *Battle) parseDirective(side int, text string) (*Directive, error) {
	o, refusal := b.readDirective(b.knowing(side, adjudicator.None), text)
	if refusal != nil {
		return nil, fmt.Errorf("firediscipline: %q does not read: %s: %s", text, refusal.Reason, refusal.Sentence())
	}
	return &o.Directive, nil
}

// readDirective parses a bare directive for the units of the parser.
func (b *Battle) readDirective(k *parser, text string) (*order, *orders.Refusal) {
	it := language.Item(text)
	k.within = true
	r := language.Reader(k, it.Words)
	o := language.ReadOn(r)
	if o.Units = k.named; o.himself() {
		r.Refuse(r.Here(), unknownOrder, "a directive")
	}
	if !r.Failed() {
		forbid(r, o)
	}
	return o, r.Verdict()
}
