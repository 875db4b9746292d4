package game

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/rulesets"
	"galloper/events"
	"galloper/scenarios"
)

// still is a state that can't change.
type still struct{ adjudicator.State }

func (still) Paths(func(path, value string) bool) {}

func TestCompare(t *testing.T) {
	t.Parallel()
	o := func(ref, name string, dice ...events.Die) events.Outcome {
		return events.Outcome{Ref: ref, Name: name, Clause: "1", Dice: dice}
	}
	d6 := func(name string, value int) events.Die { return events.Die{Name: name, Die: "d6", Value: value} }
	was := []events.Outcome{o("t1.1", "a.a", d6("x", 1)), o("t1.2", "b.b", d6("y", 2)), o("t1.3", "c.c")}
	is := []events.Outcome{o("t1.1", "a.a", d6("x", 1)), o("t1.2", "d.d"), o("t1.3", "b.b", d6("y", 3)), o("t1.4", "c.c")}
	d := compare(was, is, still{}, still{})
	if want := []string{"- t1.2 b.b clause=1 dice=y:2", "+ t1.2 d.d clause=1",
		"+ t1.3 b.b clause=1 dice=y:3"}; !slices.Equal(
		d.lines,
		want,
	) {
		t.Errorf("lines %q, want %q", d.lines, want)
	}
	if d.same != 1 || !slices.Equal(d.altered, []string{"y"}) {
		t.Errorf("%d dice the same, altered %q", d.same, d.altered)
	}
	if d := compare(was, was, still{}, still{}); len(d.lines) != 0 || !strings.Contains(d.Text(nil), "Nothing has "+
		"changed") {
		t.Errorf("from itself it differs by %q", d.lines)
	}
}

// Every outcome of every ruleset has words: an umpire reads sentences instead of record lines, and no two that are
// alike.
func TestOutcomesHaveWords(t *testing.T) {
	t.Parallel()
	files, err := fs.Glob(scenarios.Files, "*/scenario.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		src, err := scenarios.Files.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		rules, sc, err := LoadScenario(rulesets.All(), file, src)
		if err != nil {
			t.Fatal(err)
		}
		n := NewNarrator(&Game{Rules: rules, Scenario: sc}, 1)
		for _, row := range rules.Outcomes {
			o := events.Outcome{Name: row.Name, Clause: "Q4"}
			for _, f := range row.Fields {
				o.Fields = append(o.Fields, events.Field{Key: f.Key, Value: "1"})
			}
			text := n.describe(&o)
			if strings.Contains(text, row.Name) || strings.Contains(text, "=") ||
				!strings.ContainsAny(text[len(text)-1:], ".”") {
				t.Errorf("%s: %s reads %q", rules.Name, row.Name, text)
			}
			later := o
			later.Cause = "order:french.north.1"
			d := difference{lines: []string{"-", "+"}, events: []change{{'-', &o}, {'+', &later}}}
			if told := d.Text(n); strings.Contains(told, text) {
				t.Errorf("%s: what reads alike is shown twice: %s", rules.Name, told)
			}
		}
	}
}
