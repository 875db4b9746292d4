package firediscipline

import (
	"testing"

	"golang.org/x/tools/txtar"

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

// scenarioOf is the scenario of a case file.
func scenarioOf(t testing.TB, file string) string {
	t.Helper()
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		if f.Name == "scenario.yaml" {
			return string(f.Data)
		}
	}
	t.Fatal(file, "has no scenario")
	return ""
}
