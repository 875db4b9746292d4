package mapview

import (
	"slices"
	"strconv"

	"galloper/adjudicator/board"
	"galloper/events"
	"galloper/projections/knowledge"
)

// Shot is a moment of a turn as its reader was told of it: the field as it was then, and the outcomes that led to it.
type Shot struct {
	Known    *knowledge.Known
	Note     string
	Outcomes []events.Outcome
}

// Shots are the moments of a turn: as the reader knew the field before it, then each run of outcomes that moves a
// symbol, with what else happened until the next, then as it was known at the end. What a moment changes is read
// from the outcomes that the reader was told, by the fields that the ruleset's symbols are drawn from; so a seat's
// moments show no more than its report.
func Shots(symbols events.Symbols, before, after *knowledge.Known) []Shot {
	f := newFilm(symbols, before, after.Turn())
	shots := []Shot{{Known: f.known(f.facts, nil), Note: "at the start"}}
	stood := slices.Clone(f.facts) // at the last moment
	var since []events.Outcome     // the last moment
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
			shots = append(shots, Shot{f.known(stood, since), moved, since})
			stood, f.facts, since = next, now, nil
		}
		moved = o.Name
		since = append(since, o)
	}
	if moved != "" {
		shots = append(shots, Shot{f.known(stood, since), moved, since})
		since = nil
	}
	return append(shots, Shot{after, "at the end", since})
}

// Steps draws a turn moment by moment.
func Steps(g board.Ground, symbols events.Symbols, before, after *knowledge.Known, sheet Sheet) []*Picture {
	var pictures []*Picture
	for _, s := range Shots(symbols, before, after) {
		sheet.Note = s.Note
		pictures = append(pictures, Draw(g, symbols, s.Known, sheet))
	}
	return pictures
}

// film is what is known at one step of a turn.
type film struct {
	seat    string
	turn    int
	symbols events.Symbols
	facts   []events.Outcome // of the kinds that have symbols; each is replaced, never changed
}

func newFilm(symbols events.Symbols, k *knowledge.Known, turn int) *film {
	f := &film{seat: k.Seat(), turn: turn, symbols: symbols}
	var kinds []string
	for i := range symbols {
		if !slices.Contains(kinds, symbols[i].Kind) {
			kinds = append(kinds, symbols[i].Kind)
		}
	}
	for fact := range k.Of(kinds...) {
		known := fact.Turn
		if known == k.Turn() {
			known = turn // current when the turn began: not yet old
		}
		fields := slices.DeleteFunc(slices.Clone(fact.Fields), func(x events.Field) bool { return x.Key == "turn" })
		f.facts = append(f.facts, events.Outcome{
			Name: fact.Kind, Fields: append(fields, events.Field{Key: "turn", Value: strconv.Itoa(known)}),
			Views: []events.View{{Seats: []string{k.Seat()}}},
		})
	}
	return f
}

// known is the knowledge of that moment: how the field stood at the last, what was told since, how it stands.
func (f *film) known(stood, since []events.Outcome) *knowledge.Known {
	b := knowledge.Open([]string{f.seat}, nil)
	if f.turn > 0 {
		b.Apply(f.turn-1, stood)
	}
	told := make([]events.Outcome, len(since))
	for i, o := range since {
		if f.seat != knowledge.Umpire { // who is told everything as it is
			o.Views = []events.View{{Seats: []string{f.seat}}}
		}
		told[i] = o
	}
	b.Apply(f.turn, slices.Concat(told, f.facts))
	return b.Seat(f.seat)
}

// apply takes over what the outcome says of its subject, and reports whether the map
// shows it.
func (f *film) apply(o *events.Outcome) bool {
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

// takeOver replaces the fields of the fact that the symbol is drawn from and that the outcome has.
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
