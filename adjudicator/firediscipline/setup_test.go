package firediscipline

import (
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
