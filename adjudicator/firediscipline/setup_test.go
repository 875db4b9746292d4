package firediscipline

import (
	"testing"

	"galloper/adjudicator"
)

// load reads a scenario that must be good.
func load(t testing.TB, src string) *Battle {
	t.Helper()
	_, sc, faults := adjudicator.Load([]*adjudicator.Ruleset{&Ruleset}, "scenario.yaml", []byte(src))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return sc.(*Battle)
}
