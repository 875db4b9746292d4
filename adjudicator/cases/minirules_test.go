package cases

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/scenario"
	"galloper/events"
	"galloper/orders"
)

// minirules is the smallest ruleset with everything that a case can test. Units fire two dice a turn, and 5 and 6 hit.
// The seat of a unit that is hit decides whether it stands or withdraws. A side without men has lost.
var minirules = adjudicator.Ruleset{
	Name: "minirules", Version: 1, Title: "Minirules",
	Keys: scenario.Root("minirules",
		scenario.Req("seats", scenario.Each(scenario.SeatID(), scenario.Keys()), ""),
		scenario.Req("units", scenario.Each(scenario.ID("unit"), scenario.Keys(
			scenario.Req("seat", scenario.Text(), "whose it is"),
			scenario.Opt("men", scenario.Int(1, 9), "3"),
		)), ""),
	),
	Setup:    setUp,
	Language: orders.Language{Verbs: []orders.Verb{{Words: []string{"FIRE"}, Grammar: "FIRE unit AT unit"}}},
	Read:     readOrders,
	Open:     func(t *adjudicator.Turn) { emit(t, "game.opened", "wind", t.Dice.D6("open/wind/field")) },
	Phases: []adjudicator.Phase{
		{Clause: "1", Title: "fire", Run: fire},
		{Clause: "2", Title: "the end", Run: end},
	},
}

type battle struct {
	seats []adjudicator.Seat
	units []string
	owner map[string]string
	men   map[string]int
}

func setUp(doc *scenario.Doc) (adjudicator.Scenario, []scenario.Fault) {
	b := &battle{owner: map[string]string{}, men: map[string]int{}}
	for id := range doc.Each("seats") {
		b.seats = append(b.seats, adjudicator.Seat{ID: id})
	}
	for id, u := range doc.Each("units") {
		if !doc.At("seats").Has(u.Text("seat", "")) && !slices.Contains(doc.At("seats").Keys(), u.Text("seat", "")) {
			doc.Refuse(u.At("seat"), scenario.UnknownName, "a seat of the scenario")
		}
		b.units = append(b.units, id)
		b.owner[id], b.men[id] = u.Text("seat", ""), u.Int("men", 3)
	}
	return b, doc.Faults()
}

func (b *battle) Start() adjudicator.State {
	return &ground{men: maps.Clone(b.men), at: map[string]string{}}
}
func (b *battle) Seats() []adjudicator.Seat { return b.seats }

type ground struct {
	men  map[string]int
	at   map[string]string
	over string
}

func (f *ground) Apply(o *events.Outcome) {
	switch o.Name {
	case "volley.fired":
		f.men[o.Get("target")] -= o.Int("hits")
	case "unit.withdrawn":
		f.at[o.Get("unit")] = o.Get("to")
	case "game.over":
		f.over = "over"
	}
}

func (f *ground) Paths(yield func(path, value string) bool) {
	for _, u := range slices.Sorted(maps.Keys(f.men)) {
		at := f.at[u]
		if at == "" {
			at = "line"
		}
		if !yield("unit."+u+".at", at) || !yield("unit."+u+".men", strconv.Itoa(f.men[u])) {
			return
		}
	}
}

func (f *ground) Set(path, value string) error {
	u, ok := strings.CutPrefix(strings.TrimSuffix(path, ".men"), "unit.")
	n, err := strconv.Atoi(value)
	if _, known := f.men[u]; !ok || !known || err != nil {
		return fmt.Errorf("%s cannot be %s; expected unit.ID.men and a number", path, value)
	}
	f.men[u] = n
	return nil
}

func (f *ground) Over() string { return f.over }

func (f *ground) Clone() adjudicator.State {
	return &ground{maps.Clone(f.men), maps.Clone(f.at), f.over}
}

func readOrders(desk adjudicator.Desk, items []orders.Item) adjudicator.Reading {
	var r adjudicator.Reading
	b := desk.Scenario.(*battle)
	for i := range items {
		w := items[i].Words
		e := orders.Entry{Number: items[i].Number}
		if len(w) != 4 || b.owner[w[1].Text] != desk.Seat {
			e.Refusal = &orders.Refusal{Reason: "not-yours", Line: 1, Col: 1}
		} else {
			e.Canonical = "FIRE " + w[1].Text + " AT " + w[3].Text
		}
		r.Entries = append(r.Entries, e)
	}
	return r
}

// emit emits an outcome. A die among the values gives its value, and is added to the outcome's dice.
func emit(t *adjudicator.Turn, name string, kv ...any) {
	o := events.Outcome{Name: name, Clause: "1"}
	for i, v := range kv {
		if d, ok := v.(events.Die); ok {
			kv[i] = d.Value
			o.Dice = append(o.Dice, d)
		}
	}
	o.Fields = events.Fields(kv...)
	t.Emit(o)
}

func fire(t *adjudicator.Turn) {
	b := t.Scenario.(*battle)
	for _, so := range t.Orders() {
		for _, line := range so.Orders {
			w := strings.Fields(line)
			volley(t, b, w[1], w[3])
		}
	}
}

func volley(t *adjudicator.Turn, b *battle, firer, target string) {
	hits := 0
	for _, d := range t.Dice.Dice("fire/volley/"+firer+">"+target, 2, 6) {
		if d.Value >= 5 {
			hits++
		}
	}
	emit(t, "volley.fired", "firer", firer, "target", target, "hits", hits)
	if hits == 0 || t.State.(*ground).men[target] <= 0 {
		return
	}
	a := t.Ask(adjudicator.Decision{Name: "stand", Seat: b.owner[target], Options: []string{"stand", "withdraw"},
		Default: "stand"})
	if to, ok := strings.CutPrefix(a.Option, "withdraw to "); ok {
		emit(t, "unit.withdrawn", "unit", target, "to", to)
	}
}

func end(t *adjudicator.Turn) {
	for _, u := range t.Scenario.(*battle).units {
		if t.State.(*ground).men[u] <= 0 {
			emit(t, "game.over", "loser", u)
			return
		}
	}
}

// minidesks tell every seat everything, and answer as a game would.
type minidesks struct{ told []string }

func (d *minidesks) Tell(turn int, os []events.Outcome) {
	for i := range os {
		d.told = append(d.told, fmt.Sprintf("turn %d: %s", turn, os[i].String()))
	}
}

func (d *minidesks) Known(string) adjudicator.Knowledge { return nil }

func (d *minidesks) Receipt(_ adjudicator.Desk, _ orders.Document, r adjudicator.Reading) string {
	var b strings.Builder
	for _, e := range r.Entries {
		if e.Refusal != nil {
			fmt.Fprintf(&b, "%d. refused: %s\n", e.Number, e.Refusal.Reason)
		} else {
			fmt.Fprintf(&b, "%d. %s: accepted\n", e.Number, e.Canonical)
		}
	}
	return b.String()
}

func (d *minidesks) Report(seat string, turn int) string { return strings.Join(d.told, "\n") }

func env() Env {
	return Env{
		Rulesets: []*adjudicator.Ruleset{&minirules},
		Desks:    func(*adjudicator.Ruleset, adjudicator.Scenario) Desks { return &minidesks{} },
	}
}
