package rules

import (
	"slices"
	"strings"
	"testing"

	"galloper/events"
)

// TestCausesAreTheLatestThatFit checks the order of causes: the latest outcome that the row names for the same unit,
// then the cause in scope, then the sources that the row names after `|`.
func TestCausesAreTheLatestThatFit(t *testing.T) {
	t.Parallel()
	x := Outcomes[testState]{{Name: "turn.begun"}, {Name: "order.taken", Fields: "unit"},
		{Name: "fire.volley", Fields: "unit target"}, {Name: "melee.result", Fields: "units"},
		{Name: "unit.lost", Fields: "unit by"}, {Name: "unit.moved", Fields: "unit"}}.index("test")
	x.follow("test", Causes{
		"unit.lost":    "turn.begun fire.volley:target melee.result:units",
		"melee.result": "fire.volley:unit",
		"fire.volley":  "unit.lost:by=target | order.taken@unit turn.begun",
		"unit.moved":   "order.taken@unit; it runs",
	})
	s := &state[testState]{of: &stateRules[testState]{outcomes: x}, trail: trail{}}
	for _, o := range []events.Outcome{
		{Ref: "t1.2", Name: "order.taken", Fields: events.Fields("unit", "g")},
		{Ref: "t1.3", Name: "fire.volley", Fields: events.Fields("unit", "h", "target", "h")},
		{Ref: "t2.1", Name: "turn.begun"},
		{Ref: "t2.2", Name: "fire.volley", Fields: events.Fields("unit", "a", "target", "b")},
		{Ref: "t2.3", Name: "melee.result", Fields: events.Fields("units", "c,d")},
		{Ref: "t2.4", Name: "unit.lost", Fields: events.Fields("unit", "c", "by", "e")},
	} {
		s.note(&o)
	}
	for _, c := range []struct {
		name, fields, scope, want string
	}{
		{"unit.lost", "unit b by f", "", "t2.2"}, {"unit.lost", "unit d by f", "order:a.1", "t2.3"},
		{"unit.lost", "unit a by f", "order:a.1", "t2.1"}, {"unit.lost", "unit h by f", "", "t2.1"},
		{"melee.result", "units f,a", "", "t2.2"}, {"melee.result", "units f,b", "", ""},
		{"melee.result", "units f,b", "order:a.1", "order:a.1"}, {"turn.begun", "", "", ""},
		{"fire.volley", "unit x target e", "order:a.1", "t2.4"},
		{"fire.volley", "unit g target x", "order:a.1", "order:a.1"}, {"fire.volley", "unit g target x", "", "t2.1"},
		{"unit.moved", "unit g", "order:a.1", "t1.2"}, {"unit.moved", "unit a", "", ""},
	} {
		o := events.Outcome{Name: c.name}
		for pair := range slices.Chunk(strings.Fields(c.fields), 2) {
			o.Fields = append(o.Fields, events.Field{Key: pair[0], Value: pair[1]})
		}
		if got := s.cause(&o, 2, c.scope); got != c.want {
			t.Errorf("%s %s in the scope %q follows from %q, want %q", c.name, c.fields, c.scope, got, c.want)
		}
	}
	if row := x.declared()[x.byName["unit.moved"]]; row.Uncaused != "it runs" {
		t.Errorf("a unit moves without a cause: %q", row.Uncaused)
	}
}

// Causes that name an undeclared outcome or field are found at program start.
func TestFaultyCausesAreFoundAtTheStart(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]Causes{
		"of no outcome":   {"moon": "a"},
		"from no outcome": {"a": "moon"},
		"by no field":     {"a": "a:moon"},
		"with no field":   {"a": "| a@x=moon"},
	} {
		x := Outcomes[testState]{{Name: "a", Fields: "x"}}.index("test")
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: taken", what)
				}
			}()
			x.follow("test", c)
		}()
	}
}
