package rulesets_test

import (
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator/rulesets"
)

// explanations lists the suffixes of outcomes that explain why troops did not carry out an order.
var explanations = []string{".not-made", ".refused", ".leftout", ".skipped", ".stayed", ".cramped", ".undone", ".void"}

// Explanations to a player must count as deeds. Otherwise statistics report an explained charge as unexplained.
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
