package rulesets_test

import (
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator/rulesets"
)

// explanations are how the names of outcomes end that say why troops did not do what they were told.
var explanations = []string{".not-made", ".refused", ".leftout", ".skipped", ".stayed", ".cramped", ".undone", ".void"}

// What tells a player why troops did not do what they were told counts in a trial as told: else a charge that was
// explained is reported as one that was not.
func TestExplanationsAreDeeds(t *testing.T) {
	t.Parallel()
	for _, rules := range rulesets.All() {
		if rules.Staff == nil {
			continue
		}
		for i := range rules.Outcomes {
			name := rules.Outcomes[i].Name
			explains := func(end string) bool { return strings.HasSuffix(name, end) }
			if strings.HasPrefix(name, "told.") || !slices.ContainsFunc(explanations, explains) {
				continue
			}
			if rules.Deeds[name] == 0 {
				t.Errorf("%s: %s is no deed", rules.Name, name)
			}
		}
	}
}
