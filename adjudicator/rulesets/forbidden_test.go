package rulesets_test

import (
	"strings"
	"testing"
)

// TestNoHintOffersWhatIsForbidden checks that a prohibited action is never proposed as an order or for confirmation.
func TestNoHintOffersWhatIsForbidden(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ scenario, seat, order, never string }{
		{"allifae", "roman.consul", "The Left allies are not to charge.", "CHARGE r1"},
		{"allifae", "roman.consul", "No charge with the Second legion", "CHARGE r3"},
		{"allifae", "roman.consul", "The Right allies must not go forward unless I say so in writing", "ADVANCE r6"},
		{"allifae", "roman.horse", "Nobody charges in the vineyards. No charge.", "CHARGE q1"},
		{"allifae", "roman.horse", "Numidians: go back to the river", "write it so: BACK"},
		{"sauren", "french.reille", "3e Ligne must not attack the farm before the moon is up", "ATTACK D4"},
		{"lodi", "austrian.sebottendorf", "battery do not fire before the moon is up", "FIRE AT NEAREST"},
	} {
		if got := receipt(opened(t, c.scenario, c.seat)(c.order)); strings.Contains(got, c.never) {
			t.Errorf("%s\n offers %s: %s", c.order, c.never, got)
		}
	}
}
