package commandchaos

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"galloper/adjudicator"
)

// word is a key or a value in a scenario.
var word = regexp.MustCompile(`[A-Za-z0-9_./]+`)

// TestSpoiltScenariosAreRefusedWhole spoils scenarios at random: each is read or
// refused with a place and a reason for all that is wrong, never worse.
func TestSpoiltScenariosAreRefusedWhole(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 3))
	text := randomBattle(r, someArmies(r))
	refused := 0
	for range 300 {
		spoilt := text
		for range 1 + r.IntN(3) {
			at := word.FindAllStringIndex(spoilt, -1)
			w := at[r.IntN(len(at))]
			with := []string{"", "-1", "x", "999", "[]", "{}", "yes", "~", spoilt[w[0]:w[1]] + "x", "heavy", "town", "a1"}[r.IntN(12)]
			if w[0] > strings.Index(spoilt, "\n") {
				spoilt = spoilt[:w[0]] + with + spoilt[w[1]:]
			}
		}
		_, sc, faults := adjudicator.Load([]*adjudicator.Ruleset{&Ruleset}, "spoilt.yaml", []byte(spoilt))
		if (sc == nil) != (len(faults) > 0) {
			t.Fatalf("%v\n%s", faults, spoilt)
		}
		refused += min(len(faults), 1)
		for _, f := range faults {
			if f.Reason == "" || f.Line < 1 {
				t.Errorf("a fault without reason or place: %v", f)
			}
		}
	}
	if refused < 100 {
		t.Errorf("only %d of 300 were refused", refused)
	}
}
