package rules

import (
	"maps"
	"slices"
	"strings"

	"galloper/events"
)

// Tales are the texts of a game's outcomes in the story of a report, by outcome name. If there are any, every outcome
// that a seat can be told of must have one or be in Steps.
type Tales struct {
	Of    map[string]events.Tale
	Steps string // outcomes never told in a story, separated by blanks
}

// tell adds the tales to a ruleset's words. It panics if a tale has a fault, so that it is found at program start.
func (t Tales) tell(ruleset string, rows outcomeRows, w events.Words) events.Words {
	if len(t.Of) == 0 {
		return w
	}
	steps := strings.Fields(t.Steps)
	w.Tales = make(map[string]events.Tale, len(t.Of))
	for _, name := range slices.Sorted(maps.Keys(t.Of)) {
		tale := whole(t.Of[name], func(field string) bool { return rows.hasField(name, field) })
		tale.Herald = rows.toAll(name)
		w.Tales[name] = tale
		fields := []string{tale.By, tale.On, tale.Place, tale.Holder, tale.Loss, tale.Hits, tale.Acts}
		for _, r := range tale.Rise {
			fields = append(fields, r.Field)
		}
		for name := range strings.FieldsSeq(tale.Blames) {
			if _, ok := t.Of[name]; !ok {
				panic("rules: " + ruleset + ": a tale blames " + name + ", of which nothing is told")
			}
		}
		for _, f := range append(fields, strings.Fields(tale.Sum)...) {
			if f != "" && !rows.hasField(name, f) {
				panic("rules: " + ruleset + ": the tale of " + name + " speaks of the field " + f + ", which it has not")
			}
		}
	}
	for _, name := range rows.told() {
		if _, ok := t.Of[name]; !ok && !slices.Contains(steps, name) {
			panic("rules: " + ruleset + ": nothing says how a story tells " + name)
		}
	}
	return w
}

// outcomeRows is the part of a game's rows that tales are checked against.
type outcomeRows interface {
	hasField(name, field string) bool
	told() []string
	toAll(name string) bool
}

func (x *outcomeIndex[S]) hasField(name, field string) bool {
	i, ok := x.byName[name]
	return ok && x.has(i, field)
}

func (x *outcomeIndex[S]) toAll(name string) bool {
	i, ok := x.byName[name]
	return ok && x.rows[i].To == ToAll
}

// told returns the names of the rows that have a sentence and are not for the umpire alone.
func (x *outcomeIndex[S]) told() (names []string) {
	for i := range x.rows {
		if r := &x.rows[i]; r.To != ToNone && r.Says != "" && !strings.HasPrefix(r.Name, "dispatch.") {
			names = append(names, r.Name)
		}
	}
	return names
}
