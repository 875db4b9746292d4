package game

import (
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/scenario"
)

// ScenarioError holds all that is wrong with a scenario file.
type ScenarioError struct{ Faults []scenario.Fault }

// Error lists the faults, a line each.
func (e *ScenarioError) Error() string {
	lines := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		lines[i] = f.String()
	}
	return strings.Join(lines, "\n")
}

// LoadScenario reads a scenario under the ruleset that it names. The error is a
// *ScenarioError with all faults.
func LoadScenario(
	rulesets []*adjudicator.Ruleset,
	file string,
	src []byte,
) (*adjudicator.Ruleset, adjudicator.Scenario, error) {
	rules, sc, faults := adjudicator.Load(rulesets, file, src)
	if len(faults) > 0 {
		return nil, nil, &ScenarioError{faults}
	}
	return rules, sc, nil
}

// Names returns the written names of what a scenario has.
func Names(sc adjudicator.Scenario) func(id string) string {
	return func(id string) string { return NameIn(sc, id) }
}

// NameIn returns the written name of an id in the scenario, "" where it has none.
func NameIn(sc adjudicator.Scenario, id string) string {
	if named, ok := sc.(interface{ NameOf(id string) string }); ok {
		return named.NameOf(id)
	}
	for _, s := range sc.Seats() {
		if s.ID == id {
			return s.Name
		}
	}
	return ""
}
