package rulesets_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/oracle"
	"galloper/adjudicator/scenario"
	"galloper/events"
	"galloper/orders"
	"galloper/projections/knowledge"
	"galloper/projections/report"
)

// rashField is a battle of rash orders.
type rashField struct {
	t        *testing.T
	said     io.Writer
	scribe   oracle.Scribe
	battle   int
	doc      *scenario.Doc
	pos      adjudicator.Position
	book     *knowledge.Book
	words    *report.Book
	mails    map[string]string   // of this turn, by seat
	before   map[string][]string // what each seat had accepted in the turn before
	resigned []string
	accepted int
	refused  int
}

func (f *rashField) input(turn int) events.TurnInput {
	in := events.TurnInput{Turn: turn}
	r := rand.New(rand.NewPCG(uint64(f.battle), uint64(1000+turn)))
	for i := range in.Seed {
		in.Seed[i], in.Sealed[i] = byte(r.Uint32()), byte(r.Uint32())
	}
	return in
}

// turn lets every seat write, now and then players resign and the umpire rule, and plays the turn.
func (f *rashField) turn(n int) {
	in := f.input(n)
	defer func() {
		if p := recover(); p != nil {
			f.t.Errorf("%v\n%s", p, debug.Stack())
		}
		if f.t.Failed() {
			f.t.Fatalf("battle %d, turn %d\nmails %q\norders %q\nresigned %v, rerolls %v, rulings %v, couriers %v, answers %v",
				f.battle, n, f.mails, in.Orders, in.Resigned, in.Rerolls, in.Rulings, in.Couriers, in.Answers)
		}
	}()
	f.resign()
	in.Resigned = slices.Clone(f.resigned)
	clear(f.mails)
	for _, s := range f.pos.Scenario.Seats() {
		if slices.Contains(f.resigned, s.ID) {
			continue
		}
		if lines := f.mail(s, n); len(lines) > 0 {
			in.Orders = append(in.Orders, events.SeatOrders{Seat: s.ID, Orders: lines})
		}
	}
	slices.SortFunc(in.Orders, func(a, b events.SeatOrders) int { return strings.Compare(a.Seat, b.Seat) })
	if f.scribe.IntN(3) == 0 {
		f.rule(&in)
	}
	res := adjudicator.Adjudicate(f.pos, in)
	for ; res.Question != nil; res = adjudicator.Adjudicate(f.pos, in) {
		options := res.Question.Options
		in.Answers = append(in.Answers, events.Answer{Seat: res.Question.Seat, Option: options[f.scribe.IntN(len(options))]})
	}
	oracle.Proved(f.t, f.pos, in, res)
	f.pos.State, f.pos.Turn = res.State, n
	fmt.Fprintln(f.said, res.StateHash)
	f.book.Apply(n, res.Outcomes)
	f.pos.Ruleset.Waits(f.pos.Scenario, f.pos.State, n+1)
	for _, s := range f.pos.Scenario.Seats() {
		fmt.Fprintln(f.said, f.words.Write(report.Cover{Game: "rash", Next: n + 1}, f.book.Seat(s.ID)).Text())
	}
}

// resign has players give up, and others take over where they did.
func (f *rashField) resign() {
	f.resigned = slices.DeleteFunc(f.resigned, func(string) bool { return f.scribe.IntN(3) == 0 })
	for _, s := range f.pos.Scenario.Seats() {
		if f.scribe.IntN(24) == 0 && !slices.Contains(f.resigned, s.ID) {
			f.resigned = append(f.resigned, s.ID)
		}
	}
	slices.Sort(f.resigned)
}

// mail is what a seat has accepted of a mail written at random. Now and then a line of
// the turn before is among it: it was accepted then, and may be out of place now, as a
// line is on whose ground the umpire has ruled.
func (f *rashField) mail(s adjudicator.Seat, turn int) []string {
	f.name(s)
	var body strings.Builder
	if f.scribe.IntN(8) == 0 {
		body.WriteString("Dear umpire,\nORDERS\n")
	}
	for range f.scribe.IntN(10) {
		body.WriteString(f.line() + "\n")
	}
	f.mails[s.ID] = body.String()
	desk := adjudicator.Desk{Scenario: f.pos.Scenario, Seat: s.ID, Turn: turn, Known: f.book.Seat(s.ID),
		Resigned: f.resigned, Next: f.scribe.IntN(5)}
	if f.pos.Ruleset.Staff != nil && turn%3 == 0 { // whatever has become of the battle, a staff officer can take over
		f.pos.Ruleset.Staff(desk, adjudicator.Officer{Temper: adjudicator.Temper(f.battle % len(adjudicator.Tempers))})
	}
	doc, reading := f.pos.Ruleset.ReadMail(desk, body.String())
	receipt := orders.Receipt{Document: doc, Entries: reading.Entries, Trailer: reading.Trailer}
	fmt.Fprintln(f.said, receipt.Text())
	lines := reading.Accepted()
	f.accepted += len(lines)
	f.refused += len(reading.Entries) - len(lines)
	stale := f.before[s.ID]
	f.before[s.ID] = lines
	if len(stale) > 0 && f.scribe.IntN(4) == 0 {
		lines = append(slices.Clone(lines), stale[f.scribe.IntN(len(stale))])
	}
	return lines
}

// line is an order, one with slips of the pen, or what is none.
func (f *rashField) line() string {
	switch f.scribe.IntN(10) {
	case 0:
		return f.scribe.Line("stray")
	case 1:
		return f.scribe.Slip(f.scribe.Line("order"), f.scribe.Line("order"))
	}
	return f.scribe.Line("order")
}

// name puts the names into the grammar that mean something to the seat.
func (f *rashField) name(s adjudicator.Seat) {
	g := f.scribe.Grammar
	g["unit"], g["foe"], g["seat"], g["mate"], g["self"], g["leader"] = nil, nil, nil, nil, []string{s.ID}, nil
	for id, side := range f.sides() {
		commander := seatOf(f.doc.At("units").At(id))
		switch {
		case side != s.Side:
			g["foe"] = append(g["foe"], id)
		case commander == "" || commander == s.ID: // mostly one's own, or little is accepted
			g["unit"] = append(g["unit"], slices.Repeat([]string{id}, 8)...)
		default:
			g["unit"] = append(g["unit"], id)
		}
	}
	g["unit"], g["foe"] = append(g["unit"], "xyzzy"), append(g["foe"], "xyzzy")
	g["unit"] = append(g["unit"], g["foe"][0])
	g["foe"] = append(g["foe"], g["unit"][0])
	for _, other := range f.pos.Scenario.Seats() {
		_, last, _ := strings.Cut(other.ID, ".")
		g["seat"], g["leader"] = append(g["seat"], other.ID), append(g["leader"], last)
		if other.Side == s.Side {
			g["seat"], g["mate"] = append(g["seat"], last, other.ID), append(g["mate"], other.ID)
		}
	}
}

// sides yields the units with their sides: as they are now, where the rules say so, else
// as the scenario has them.
func (f *rashField) sides() func(yield func(id, side string) bool) {
	return func(yield func(id, side string) bool) {
		changing := false
		for path, side := range f.pos.State.Paths {
			id, isUnit := strings.CutPrefix(path, "unit.")
			id, isSide := strings.CutSuffix(id, ".side")
			if isUnit && isSide {
				changing = true
				if !yield(id, side) {
					return
				}
			}
		}
		for id, unit := range f.doc.Each("units") {
			if !changing && !yield(id, unit.Text("side", scenario.SideOf(seatOf(unit)))) {
				return
			}
		}
	}
}

// seatOf is the seat that the scenario gives the unit, if any.
func seatOf(unit scenario.Node) string { return unit.Text("seat", unit.Text("general", "")) }

// rule has the umpire decide about couriers, roll dice again, and set items to what others
// like them are, or to what none is.
func (f *rashField) rule(in *events.TurnInput) {
	f.stop(in)
	bare := adjudicator.Adjudicate(f.pos, *in)
	for _, die := range bare.Rolled {
		if f.scribe.IntN(12) == 0 {
			in.Rerolls = append(in.Rerolls, events.Reroll{Die: die.Name, Salt: "rash"})
		}
	}
	items := map[string][]string{} // values by the last word of the path
	var paths []string
	for path, value := range f.pos.State.Paths {
		last := path[strings.LastIndexByte(path, '.')+1:]
		items[last] = append(items[last], value)
		if !strings.HasPrefix(path, "game.") {
			paths = append(paths, path)
		}
	}
	for range f.scribe.IntN(3) {
		ruling := events.Ruling{Text: "so be it"}
		if k := f.scribe.IntN(len(bare.Outcomes) + 3); k > 0 {
			ruling.Outcome = fmt.Sprintf("t%d.%d", in.Turn, k)
		}
		state := f.pos.State.Clone()
		for range f.scribe.IntN(4) {
			path := paths[f.scribe.IntN(len(paths))]
			values := items[path[strings.LastIndexByte(path, '.')+1:]]
			if f.scribe.IntN(5) == 0 {
				values = []string{"0", "1", "9", "-1", "99999", "99999999999999999999", "-", "", "yes", "xyzzy",
					values[0] + "," + values[0]}
			}
			value := values[f.scribe.IntN(len(values))]
			if state.Set(path, value) == nil { // what cannot be set is refused before the turn
				ruling.Sets = append(ruling.Sets, events.Setting{Path: path, Value: value})
			}
		}
		in.Rulings = append(in.Rulings, ruling)
	}
}

// stop has couriers lost, captured and delayed.
func (f *rashField) stop(in *events.TurnInput) {
	seats, fates := f.pos.Scenario.Seats(), []string{adjudicator.Lost, adjudicator.Captured, "delayed"}
	for path, value := range f.pos.State.Paths {
		if id, ok := adjudicator.DispatchOf(path); ok && value == adjudicator.Riding && f.scribe.IntN(2) == 0 {
			in.Couriers = append(in.Couriers, events.CourierRuling{Dispatch: id, Fate: fates[f.scribe.IntN(len(fates))],
				By: seats[f.scribe.IntN(len(seats))].ID, Turns: 1 + f.scribe.IntN(2)})
		}
	}
}
