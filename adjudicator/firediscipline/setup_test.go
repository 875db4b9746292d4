package firediscipline

import (
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
)

// load reads a scenario that must be valid.
func load(t testing.TB, src string) *Battle {
	t.Helper()
	return rules.BattleOf[*Battle](loadScenario(t, src))
}

func loadScenario(t testing.TB, src string) adjudicator.Scenario {
	t.Helper()
	_, sc, faults := adjudicator.Load([]*adjudicator.Ruleset{&Ruleset}, "scenario.yaml", []byte(src))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return sc
}

// TestNamesOfStands: an id of a unit and a dot names a stand; an id of a side and a dot does not.
func TestNamesOfStands(t *testing.T) {
	b := load(t, orderField)
	unit, seat := b.Units[0].ID, b.Commands[0].ID
	b.Units[0].Name = "Orange Guards"
	for id, want := range map[string]string{unit + ".b": "Orange Guards", seat: b.NameOf(seat), seat + ".t1.2": "",
		b.Sides[0].ID + ".nobody": "", "enemy guns": "enemy artillery"} {
		if got := b.NameOf(id); got != want {
			t.Errorf("%s is called %q, want %q", id, got, want)
		}
	}
}
