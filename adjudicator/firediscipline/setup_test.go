package firediscipline

import (
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
)

// load reads a scenario that must be good.
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
