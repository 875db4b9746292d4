package adjudicator_test

import (
	"fmt"
	"maps"
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/scenario"
	"galloper/events"
)

// ledger is the smallest possible state: items by path. `item.set` writes one, `game.over` ends the game.
type ledger struct {
	items map[string]string
	over  string
}

func (l *ledger) Apply(o *events.Outcome) {
	switch o.Name {
	case "item.set":
		l.items[o.Get("path")] = o.Get("value")
	case "game.over":
		l.over = o.Get("result")
	}
}

func (l *ledger) Paths(yield func(path, value string) bool) {
	for _, p := range slices.Sorted(maps.Keys(l.items)) {
		if !yield(p, l.items[p]) {
			return
		}
	}
}

func (l *ledger) Set(path, value string) error {
	if _, ok := l.items[path]; !ok {
		return fmt.Errorf("%s is no path; expected a or b", path)
	}
	l.items[path] = value
	return nil
}

func (l *ledger) Over() string { return l.over }

func (l *ledger) Clone() adjudicator.State { return &ledger{maps.Clone(l.items), l.over} }

// seats is a scenario of seats alone.
type seats []string

func (s seats) Start() adjudicator.State {
	return &ledger{items: map[string]string{"a": "0", "b": "0"}}
}

func (s seats) Seats() []adjudicator.Seat {
	var list []adjudicator.Seat
	for _, id := range s {
		list = append(list, adjudicator.Seat{ID: id, Side: id, Name: id})
	}
	return list
}

var ledgerKeys = scenario.Root("ledger", scenario.Req("seats", scenario.Each(scenario.ID("seat"), scenario.Spec{}), ""))

func setUp(doc *scenario.Doc) (adjudicator.Scenario, []scenario.Fault) {
	var s seats
	for id, n := range doc.Each("seats") {
		if id == "nobody" {
			doc.Refuse(n, scenario.UnknownName, "somebody")
		}
		s = append(s, id)
	}
	return s, doc.Faults()
}

// play returns a position of two seats under a ruleset with the phases.
func play(phases ...func(*adjudicator.Turn)) adjudicator.Position {
	r := &adjudicator.Ruleset{Name: "ledger", Version: 1, Keys: ledgerKeys, Setup: setUp}
	for i, run := range phases {
		r.Phases = append(r.Phases, adjudicator.Phase{Clause: fmt.Sprint(i + 1), Title: "phase", Run: run})
	}
	s := seats{"north", "south"}
	return adjudicator.Position{Game: "quiberon", Ruleset: r, Scenario: s, State: s.Start()}
}

// set returns an outcome that writes one item.
func set(path, value string) events.Outcome {
	return events.Outcome{Name: "item.set", Clause: "1", Fields: events.Fields("path", path, "value", value)}
}

func input(turn int) events.TurnInput {
	in := events.TurnInput{Turn: turn}
	in.Seed[0], in.Sealed[0] = byte(turn), byte(100+turn)
	return in
}

// texts returns the outcomes as `REF CANONICAL`.
func texts(res adjudicator.Result) []string {
	var ts []string
	for _, o := range res.Outcomes {
		ts = append(ts, o.Ref+" "+o.String())
	}
	return ts
}
