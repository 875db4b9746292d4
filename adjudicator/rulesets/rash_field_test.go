package rulesets_test

import (
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/oracle"
	"galloper/adjudicator/scenario"
	"galloper/events"
)

// rashField is a battle with rash orders, or with those of staff officers.
type rashField struct {
	t        *testing.T
	scribe   oracle.Scribe
	battle   int
	doc      *scenario.Doc
	pos      adjudicator.Position
	desks    *recorder
	prove    bool // check each turn by the oracle
	staff    bool // staff officers write the orders; no player resigns, and the umpire makes no rulings
	given    map[string][]adjudicator.Given
	mails    map[string]string   // of this turn, by seat
	before   map[string][]string // each seat's accepted orders of the turn before
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

// turn plays a turn with mails from all seats. Sometimes a player resigns or the umpire makes rulings. The random
// numbers depend only on battle and turn, so that a change in one turn does not affect those of later turns.
func (f *rashField) turn(n int) {
	in := f.input(n)
	f.scribe.Lot = rand.New(rand.NewPCG(uint64(f.battle), uint64(n)))
	defer func() {
		if p := recover(); p != nil {
			f.t.Errorf("%v\n%s", p, debug.Stack())
		}
		if f.t.Failed() {
			f.t.Fatalf("battle %d, turn %d\nmails %q\norders %q\nresigned %v, rerolls %v, rulings %v, couriers %v, answers %v",
				f.battle, n, f.mails, in.Orders, in.Resigned, in.Rerolls, in.Rulings, in.Couriers, in.Answers)
		}
	}()
	if !f.staff {
		f.resign()
	}
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
	if !f.staff && f.scribe.IntN(3) == 0 {
		f.rule(&in)
	}
	res := adjudicator.Adjudicate(f.pos, in)
	for ; res.Question != nil; res = adjudicator.Adjudicate(f.pos, in) {
		options := res.Question.Options
		in.Answers = append(in.Answers, events.Answer{Seat: res.Question.Seat, Option: options[f.scribe.IntN(len(options))]})
	}
	if f.prove {
		oracle.Proved(f.t, f.pos, in, res)
	}
	f.pos.State, f.pos.Turn = res.State, n
	f.desks.meetInput(&in)
	f.desks.Tell(n, res.Outcomes)
	f.pos.Ruleset.Waits(f.pos.Scenario, f.pos.State, n+1)
}

// resign makes some players resign, and replaces others.
func (f *rashField) resign() {
	f.resigned = slices.DeleteFunc(f.resigned, func(string) bool { return f.scribe.IntN(3) == 0 })
	for _, s := range f.pos.Scenario.Seats() {
		if f.scribe.IntN(24) == 0 && !slices.Contains(f.resigned, s.ID) {
			f.resigned = append(f.resigned, s.ID)
		}
	}
	slices.Sort(f.resigned)
}

// mail returns the accepted orders of a seat's mail. Sometimes it adds a line accepted in the turn before, which may
// have become impossible, for example through a ruling.
func (f *rashField) mail(s adjudicator.Seat, turn int) []string {
	desk := adjudicator.Desk{Scenario: f.pos.Scenario, Seat: s.ID, Turn: turn, Known: f.desks.Known(s.ID),
		Resigned: f.resigned}
	if f.staff {
		f.mails[s.ID] = f.staffMail(desk)
	} else {
		f.mails[s.ID], desk.Next = f.rashMail(desk, s), f.scribe.IntN(5)
	}
	doc, reading := f.pos.Ruleset.ReadMail(desk, f.mails[s.ID])
	f.desks.Receipt(desk, doc, reading)
	lines := reading.Accepted()
	f.accepted += len(lines)
	f.refused += len(reading.Entries) - len(lines)
	stale := f.before[s.ID]
	f.before[s.ID] = lines
	if !f.staff && len(stale) > 0 && f.scribe.IntN(4) == 0 {
		lines = append(slices.Clone(lines), stale[f.scribe.IntN(len(stale))])
	}
	return lines
}

// rashMail writes a random mail.
func (f *rashField) rashMail(desk adjudicator.Desk, s adjudicator.Seat) string {
	f.name(s)
	var body strings.Builder
	if f.scribe.IntN(8) == 0 {
		body.WriteString("Dear umpire,\nORDERS\n")
	}
	for range f.scribe.IntN(10) {
		body.WriteString(f.line() + "\n")
	}
	if f.pos.Ruleset.Staff != nil && desk.Turn%3 == 0 { // a staff officer can take over in any situation
		f.pos.Ruleset.Staff(desk, f.officer())
	}
	return body.String()
}

// staffMail returns the orders of a staff officer.
func (f *rashField) staffMail(desk adjudicator.Desk) string {
	officer := f.officer()
	officer.Game, officer.Given = f.pos.Game, f.given[desk.Seat]
	lines := f.pos.Ruleset.Staff(desk, officer)
	for _, line := range lines {
		f.given[desk.Seat] = append(f.given[desk.Seat], adjudicator.Given{Turn: desk.Turn, Line: line})
	}
	return strings.Join(lines, "\n") + "\n"
}

func (f *rashField) officer() adjudicator.Officer {
	return adjudicator.Officer{Temper: adjudicator.Temper(f.battle % len(adjudicator.Tempers))}
}

// line returns an order, an order with a slip of the pen, or a stray line.
func (f *rashField) line() string {
	switch f.scribe.IntN(10) {
	case 0:
		return f.scribe.Line("stray")
	case 1:
		return f.scribe.Slip(f.scribe.Line("order"), f.scribe.Line("order"))
	}
	return f.scribe.Line("order")
}

// name fills the grammar with names that have a meaning for the seat.
func (f *rashField) name(s adjudicator.Seat) {
	g := f.scribe.Grammar
	g["unit"], g["foe"], g["seat"], g["mate"], g["self"], g["leader"] = nil, nil, nil, nil, []string{s.ID}, nil
	for id, side := range f.sides() {
		commander := seatOf(f.doc.At("units").At(id))
		switch {
		case side != s.Side:
			g["foe"] = append(g["foe"], id)
		case commander == "" || commander == s.ID: // mostly its own units, or few orders would be accepted
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

// sides yields the units with their current sides, if sides can change by the rules, or else with those of the
// scenario.
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

// seatOf returns the seat of a unit in the scenario, or "".
func seatOf(unit scenario.Node) string { return unit.Text("seat", unit.Text("general", "")) }

// rule makes rulings on couriers, rerolls dice, and sets items to values of similar items or to nonsense.
func (f *rashField) rule(in *events.TurnInput) {
	f.stop(in)
	bare := adjudicator.Adjudicate(f.pos, *in)
	for _, die := range bare.Rolled {
		if f.scribe.IntN(12) == 0 {
			in.Rerolls = append(in.Rerolls, events.Reroll{Die: die.Name, Salt: "rash"})
		}
	}
	items := map[string][]string{} // by the last word of the path
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
			if k <= len(bare.Outcomes) && f.scribe.IntN(2) == 0 { // with rerolls, the outcome may not happen
				ruling.Anchor = events.AnchorOf(bare.Outcomes, k-1)
			}
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
			if state.Set(path, value) == nil { // values that cannot be set are refused before the turn
				ruling.Sets = append(ruling.Sets, events.Setting{Path: path, Value: value})
			}
		}
		in.Rulings = append(in.Rulings, ruling)
	}
}

// stop makes rulings that lose, capture or delay couriers.
func (f *rashField) stop(in *events.TurnInput) {
	seats, fates := f.pos.Scenario.Seats(), []string{adjudicator.Lost, adjudicator.Captured, "delayed"}
	for path, value := range f.pos.State.Paths {
		if id, ok := adjudicator.DispatchOf(path); ok && value == adjudicator.Riding && f.scribe.IntN(2) == 0 {
			in.Couriers = append(in.Couriers, events.CourierRuling{Dispatch: id, Fate: fates[f.scribe.IntN(len(fates))],
				By: seats[f.scribe.IntN(len(seats))].ID, Turns: 1 + f.scribe.IntN(2)})
		}
	}
}
