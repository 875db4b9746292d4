package rulesets_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/oracle"
	"galloper/adjudicator/rulesets"
	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/report"
)

// rash is a ruleset whose turns must bear whatever is written: the scenario, options that
// are put into it in turn, and the grammar of what is written, sense or nonsense. The
// ways to write `unit`, `foe`, `seat`, `mate` and `side` come from the scenario.
type rash struct {
	Ruleset  string
	Scenario string // below scenarios
	Options  []string
	Grammar  map[string][]string
}

// TestRashOrders plays turns of orders written without any sense (GALLOPER_TURNS says how
// many of each ruleset, GALLOPER_FROM with which battle to begin), with rulings of the umpire as senseless, and proves of each
// what the oracle asks. What it writes is new from battle to battle, the same from run to run.
func TestRashOrders(t *testing.T) {
	turns, from := oracle.Many(os.Getenv("GALLOPER_TURNS"), 40), oracle.Many(os.Getenv("GALLOPER_FROM"), 0)
	for _, r := range []*rash{&rashFieldcommand, &rashCommandchaos} {
		t.Run(r.Ruleset, func(t *testing.T) {
			t.Parallel()
			accepted, refused, played := 0, 0, 0
			for battle := from; played < turns; battle++ {
				f := openRash(t, r, battle)
				for turn := 1; turn <= 12 && played < turns && f.pos.State.Over() == ""; turn++ {
					f.turn(turn)
					played++
				}
				accepted, refused = accepted+f.accepted, refused+f.refused
			}
			if accepted == 0 || refused == 0 || accepted < refused/20 {
				t.Errorf("%d orders were accepted and %d refused: such writing tests too little", accepted, refused)
			}
			t.Logf("%d turns, %d orders accepted, %d refused", played, accepted, refused)
		})
	}
}

// rashField is a battle of rash orders.
type rashField struct {
	t        *testing.T
	scribe   oracle.Scribe
	battle   int
	pos      adjudicator.Position
	book     *knowledge.Book
	words    *report.Book
	before   map[string][]string // what each seat had accepted in the turn before
	accepted int
	refused  int
}

func openRash(t *testing.T, r *rash, battle int) *rashField {
	text, err := os.ReadFile("../../scenarios/" + r.Scenario + "/scenario.yaml")
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(text), "\noptions:")
	_, tail, _ := strings.Cut(string(text), "\nvictory:")
	source := head + "\noptions: {" + r.Options[battle%len(r.Options)] + "}\nvictory:" + tail
	rules, sc, faults := adjudicator.Load(rulesets.All(), "scenario.yaml", []byte(source))
	if len(faults) > 0 {
		t.Fatalf("%v\n%s", faults, source)
	}
	words, err := report.Compile(rules.Words)
	if err != nil {
		t.Fatal(err)
	}
	f := &rashField{t: t, battle: battle, words: words, before: map[string][]string{},
		scribe: oracle.Scribe{Lot: rand.New(rand.NewPCG(uint64(battle), 1)), Grammar: maps.Clone(r.Grammar)},
		pos:    adjudicator.Position{Game: "rash", Ruleset: rules, Scenario: sc, State: sc.Start()}}
	var seats []string
	for _, s := range sc.Seats() {
		seats = append(seats, s.ID)
	}
	f.book = knowledge.Open(seats, rules.Words.Facts)
	opened := adjudicator.Open(f.pos, f.input(1))
	f.pos.State = opened.State
	f.book.Apply(0, opened.Outcomes)
	return f
}

func (f *rashField) input(turn int) events.TurnInput {
	in := events.TurnInput{Turn: turn}
	r := rand.New(rand.NewPCG(uint64(f.battle), uint64(1000+turn)))
	for i := range in.Seed {
		in.Seed[i], in.Sealed[i] = byte(r.Uint32()), byte(r.Uint32())
	}
	return in
}

// turn lets every seat write, now and then the umpire rule, and plays the turn.
func (f *rashField) turn(n int) {
	in := f.input(n)
	for _, s := range f.pos.Scenario.Seats() {
		if lines := f.mail(s, n); len(lines) > 0 {
			in.Orders = append(in.Orders, events.SeatOrders{Seat: s.ID, Orders: lines})
		}
	}
	slices.SortFunc(in.Orders, func(a, b events.SeatOrders) int { return strings.Compare(a.Seat, b.Seat) })
	if f.scribe.IntN(3) == 0 {
		f.rule(&in)
	}
	defer func() {
		if p := recover(); p != nil {
			f.t.Fatalf("battle %d, turn %d: %v\norders %v\nrulings %v %v", f.battle, n, p, in.Orders, in.Rulings, in.Couriers)
		}
	}()
	for {
		res := adjudicator.Adjudicate(f.pos, in)
		if res.Question == nil {
			break
		}
		in.Answers = append(in.Answers, events.Answer{Seat: res.Question.Seat, Option: res.Question.Options[f.scribe.IntN(len(res.Question.Options))]})
	}
	res := oracle.Turn(f.t, f.pos, in)
	f.pos.State, f.pos.Turn = res.State, n
	f.book.Apply(n, res.Outcomes)
	for _, s := range f.pos.Scenario.Seats() {
		f.words.Write(report.Cover{Game: "rash", Next: n + 1}, f.book.Seat(s.ID)).Text()
	}
}

// mail is what a seat has accepted of a mail written at random. Now and then a line of
// the turn before is among it: it was accepted then, and may be out of place now, as a
// line is on whose ground the umpire has ruled.
func (f *rashField) mail(s adjudicator.Seat, turn int) []string {
	f.name(s)
	var body strings.Builder
	for range f.scribe.IntN(10) {
		body.WriteString(f.scribe.Line("order") + "\n")
	}
	desk := adjudicator.Desk{Scenario: f.pos.Scenario, Seat: s.ID, Turn: turn, Known: f.book.Seat(s.ID)}
	_, reading := f.pos.Ruleset.ReadMail(desk, body.String())
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

// name puts the names into the grammar that mean something to the seat.
func (f *rashField) name(s adjudicator.Seat) {
	g := f.scribe.Grammar
	g["unit"], g["foe"], g["seat"], g["mate"], g["self"] = nil, nil, nil, nil, []string{s.ID}
	for path, side := range f.pos.State.Paths {
		id, isUnit := strings.CutPrefix(path, "unit.")
		id, isSide := strings.CutSuffix(id, ".side")
		switch {
		case !isUnit || !isSide:
		case side == s.Side:
			g["unit"] = append(g["unit"], id, id, id)
		default:
			g["foe"] = append(g["foe"], id)
		}
	}
	g["unit"] = append(g["unit"], g["foe"][0])
	g["foe"] = append(g["foe"], g["unit"][0])
	for _, other := range f.pos.Scenario.Seats() {
		g["seat"] = append(g["seat"], other.ID)
		if other.Side == s.Side {
			g["seat"], g["mate"] = append(g["seat"], other.ID, other.ID), append(g["mate"], other.ID)
		}
	}
}

// rule has the umpire decide about couriers, and set items to what others like them are.
func (f *rashField) rule(in *events.TurnInput) {
	items := map[string][]string{} // values by the last word of the path
	var paths []string
	seats := f.pos.Scenario.Seats()
	for path, value := range f.pos.State.Paths {
		if id, ok := adjudicator.DispatchOf(path); ok && value == adjudicator.Riding && f.scribe.IntN(2) == 0 {
			in.Couriers = append(in.Couriers, events.CourierRuling{Dispatch: id, Fate: []string{"lost", "captured", "delayed"}[f.scribe.IntN(3)],
				By: seats[f.scribe.IntN(len(seats))].ID, Turns: 1 + f.scribe.IntN(2)})
			continue
		}
		last := path[strings.LastIndexByte(path, '.')+1:]
		items[last] = append(items[last], value)
		if !strings.HasPrefix(path, "game.") {
			paths = append(paths, path)
		}
	}
	var sets []events.Setting
	state := f.pos.State.Clone()
	for range f.scribe.IntN(4) {
		path := paths[f.scribe.IntN(len(paths))]
		values := items[path[strings.LastIndexByte(path, '.')+1:]]
		value := values[f.scribe.IntN(len(values))]
		if state.Set(path, value) == nil { // what cannot be set is refused before the turn
			sets = append(sets, events.Setting{Path: path, Value: value})
		}
	}
	if len(sets) > 0 {
		in.Rulings = append(in.Rulings, events.Ruling{Outcome: fmt.Sprintf("t%d.1", in.Turn), Text: "so be it", Sets: sets})
	}
}
