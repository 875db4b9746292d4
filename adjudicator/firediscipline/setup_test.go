package firediscipline

import (
	"regexp"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/scenario"
)

// load reads a scenario that must be good.
func load(t testing.TB, src string) *Battle {
	t.Helper()
	b, faults := tryLoad(src)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return b
}

func tryLoad(src string) (*Battle, []scenario.Fault) {
	_, sc, faults := adjudicator.Load([]*adjudicator.Ruleset{&Ruleset}, "scenario.yaml", []byte(src))
	if len(faults) > 0 {
		return nil, faults
	}
	return sc.(*Battle), nil
}

// TestFaultyScenariosAreReadToTheEnd puts junk in the place of one value after
// the other: setup looks for further faults in each and never breaks.
func TestFaultyScenariosAreReadToTheEnd(t *testing.T) {
	t.Parallel()
	value := regexp.MustCompile(`: *([\w.]+|\[[\d, .]*\])`)
	field := strings.Replace(orderField, "options: {chits: yes}", "options: {chits: yes, visibility: 900}\ntables: {points: {regiment: [9]}}\nvictory: {turns: 9}", 1)
	places := value.FindAllStringSubmatchIndex(field, -1)
	if len(places) < 60 {
		t.Fatalf("%d values in the scenario, too few", len(places))
	}
	for _, junk := range []string{"-3", "[]", "{}", "x", "99999", "~", "[1, 2, 3]", "[[1, 2]]", "{a: {b: c}}"} {
		for _, p := range places {
			text := field[:p[2]] + junk + field[p[3]:]
			if _, sc, faults := adjudicator.Load([]*adjudicator.Ruleset{&Ruleset}, "junk.yaml", []byte(text)); sc == nil && len(faults) == 0 {
				t.Fatalf("neither a scenario nor a fault:\n%s", text)
			}
		}
	}
}
