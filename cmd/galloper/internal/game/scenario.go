package game

import (
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/scenario"
)

// ScenarioError holds all faults of a scenario file.
type ScenarioError struct{ Faults []scenario.Fault }

// Error lists the faults, a line each.
func (e *ScenarioError) Error() string {
	lines := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		lines[i] = f.String()
	}
	return strings.Join(lines, "\n")
}

// LoadScenario reads a scenario under the ruleset that it names. The error is a *ScenarioError with all faults.
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
