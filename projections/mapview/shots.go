package mapview

import (
	"slices"
	"strconv"

	"galloper/events"
	"galloper/projections/knowledge"
)

// Shot is a moment within a turn, to a reader's knowledge: the field at that moment, and the outcomes that led to it.
type Shot struct {
	Known    *knowledge.Known
	Note     string
	Outcomes []events.Outcome
}

// Shots returns the moments of a turn: the field before it, then one moment for each run of outcomes that moves a
// symbol, with the other outcomes up to the next such run, and the field at the end. Changes are read from the
// reader's diary, by the fields that the ruleset's symbols use, so the moments show no more than the seat's report.
func Shots(symbols events.Symbols, before, after *knowledge.Known) []Shot {
	f := newMoment(symbols, before, after.Turn())
	shots := []Shot{{Known: f.knowledgeAt(f.facts, nil), Note: "at the start"}}
	stood := slices.Clone(f.facts) // at the previous moment
	var since []events.Outcome     // outcomes since the previous moment
	moved := ""
	for _, o := range after.Diary(after.Turn()) {
		next := slices.Clone(f.facts)
		if !f.apply(&o) {
			since = append(since, o)
			continue
		}
		if moved != "" && moved != o.Name {
			now := f.facts
			f.facts = next
			shots = append(shots, Shot{f.knowledgeAt(stood, since), moved, since})
			stood, f.facts, since = next, now, nil
		}
		moved = o.Name
		since = append(since, o)
	}
	if moved != "" {
		shots = append(shots, Shot{f.knowledgeAt(stood, since), moved, since})
		since = nil
	}
	return append(shots, Shot{after, "at the end", since})
}

// moment is the knowledge at one step of a turn.
type moment struct {
	seat    string
	turn    int
	symbols events.Symbols
	facts   []events.Outcome // of the kinds with symbols; elements are replaced, never modified
}

func newMoment(symbols events.Symbols, k *knowledge.Known, turn int) *moment {
	f := &moment{seat: k.Seat(), turn: turn, symbols: symbols}
	var kinds []string
	for i := range symbols {
		if !slices.Contains(kinds, symbols[i].Kind) {
			kinds = append(kinds, symbols[i].Kind)
		}
	}
	for fact := range k.Of(kinds...) {
		known := fact.Turn
		if known == k.Turn() {
			known = turn // current when the turn began, so not yet old
		}
		fields := slices.DeleteFunc(slices.Clone(fact.Fields), func(x events.Field) bool { return x.Key == "turn" })
		f.facts = append(f.facts, events.Outcome{
			Name: fact.Kind, Fields: append(fields, events.Field{Key: "turn", Value: strconv.Itoa(known)}),
			Views: []events.View{{Seats: []string{k.Seat()}}},
		})
	}
	return f
}

// knowledgeAt returns the knowledge at a moment: the facts of the previous moment, the outcomes since, the facts now.
func (f *moment) knowledgeAt(stood, since []events.Outcome) *knowledge.Known {
	b := knowledge.Open([]string{f.seat}, nil)
	if f.turn > 0 {
		b.Apply(f.turn-1, stood)
	}
	told := make([]events.Outcome, len(since))
	for i, o := range since {
		if f.seat != knowledge.Umpire { // the umpire sees every outcome
			o.Views = []events.View{{Seats: []string{f.seat}}}
		}
		told[i] = o
	}
	b.Apply(f.turn, slices.Concat(told, f.facts))
	return b.Seat(f.seat)
}

// apply updates the subject of the outcome, and reports whether the map shows the change.
func (f *moment) apply(o *events.Outcome) bool {
	if len(o.Fields) == 0 {
		return false
	}
	shown := false
	for i := range f.facts {
		fact := &f.facts[i]
		if fact.Fields[0].Value != o.Fields[0].Value {
			continue
		}
		for s := range f.symbols {
			if f.symbols[s].Kind == fact.Name && takeOver(fact, o, &f.symbols[s]) {
				shown = true
			}
		}
	}
	return shown
}

// takeOver copies the fields that the symbol is drawn from from the outcome to the fact, and reports whether one
// changed.
func takeOver(fact, o *events.Outcome, s *events.Symbol) bool {
	changed := false
	for _, key := range []string{s.X, s.Y, s.Facing, s.Place, s.Strength} {
		i := slices.IndexFunc(fact.Fields, func(x events.Field) bool { return x.Key == key })
		is := o.Get(key)
		if key == "" || i < 0 || is == "" || is == fact.Fields[i].Value {
			continue
		}
		if !changed {
			fact.Fields, changed = slices.Clone(fact.Fields), true
		}
		fact.Fields[i].Value = is
	}
	return changed
}
