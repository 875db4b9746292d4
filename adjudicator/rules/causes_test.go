package rules

import (
	"testing"

	"galloper/events"
)

// TestCausesAreTheLatestThatFit: an outcome follows from the latest of those that its row names, about the same unit.
func TestCausesAreTheLatestThatFit(t *testing.T) {
	t.Parallel()
	x := Outcomes[testState]{{Name: "turn.begun"}, {Name: "fire.volley", Fields: "unit target"},
		{Name: "melee.result", Fields: "units"}, {Name: "unit.lost", Fields: "unit by"}}.index("test")
	x.follow("test", Causes{After: map[string]string{
		"unit.lost":    "turn.begun fire.volley:target melee.result:units",
		"melee.result": "fire.volley:unit",
		"fire.volley":  "unit.lost:by=target",
	}})
	before := []events.Outcome{{Ref: "t1.1", Name: "turn.begun"},
		{Ref: "t1.2", Name: "fire.volley", Fields: events.Fields("unit", "a", "target", "b")},
		{Ref: "t1.3", Name: "melee.result", Fields: events.Fields("units", "c,d")},
		{Ref: "t1.4", Name: "unit.lost", Fields: events.Fields("unit", "c", "by", "e")}}
	for _, c := range []struct{ name, fields, want string }{
		{"unit.lost", "b", "t1.2"}, {"unit.lost", "d", "t1.3"}, {"unit.lost", "a", "t1.1"}, {"melee.result", "f,a", "t1.2"},
		{"melee.result", "f,b", ""}, {"turn.begun", "", ""},
	} {
		o := events.Outcome{Name: c.name}
		if c.fields != "" {
			o.Fields = events.Fields(x.shapes[x.byName[c.name]].fields[0].key, c.fields)
		}
		if got := x.cause(&o, before); got != c.want {
			t.Errorf("%s %s follows from %q, want %q", c.name, c.fields, got, c.want)
		}
	}
	volley := events.Outcome{Name: "fire.volley", Fields: events.Fields("unit", "x", "target", "e")}
	if got := x.cause(&volley, before); got != "t1.4" {
		t.Errorf("the volley follows from %q, want t1.4", got)
	}
}

// Causes that name an outcome or a field which is not declared are found when the program starts.
func TestFaultyCausesAreFoundAtTheStart(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]Causes{
		"of no outcome":    {After: map[string]string{"moon": "a"}},
		"from no outcome":  {After: map[string]string{"a": "moon"}},
		"by no field":      {After: map[string]string{"a": "a:moon"}},
		"with no field":    {After: map[string]string{"a": "a:x=moon"}},
		"no outcome again": {None: map[string]string{"reason": "moon"}},
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
