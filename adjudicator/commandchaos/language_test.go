package commandchaos

import (
	"math/rand/v2"
	"testing"

	"galloper/adjudicator/rules"
)

// TestSomeOrdersOfEachVerb checks that random orders of each verb are parsed or refused for their content, and that the
// canonical line of a parsed order parses to itself.
func TestSomeOrdersOfEachVerb(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 7))
	b := rules.BattleOf[*Battle](load(t, randomBattle(r, someArmies(r))))
	refused, taken := map[string]int{}, map[string]int{}
	for range 300 {
		for i := range language.Verbs {
			v := &language.Verbs[i]
			if v.Prefix {
				continue
			}
			k := newParser(b, 0, 0)
			it := language.Item(language.SomeOf(v.Name, k, r.IntN))
			o, reader := k.read(&it)
			if f := reader.Verdict(); f != nil {
				refused[f.Reason]++
				continue
			}
			taken[v.Name]++
			line := b.text(0, o)
			if again := b.text(0, b.readText(0, line)); again != line {
				t.Fatalf("%s reads again as %s", line, again)
			}
		}
	}
	for i := range language.Verbs {
		if v := &language.Verbs[i]; !v.Prefix && taken[v.Name] == 0 {
			t.Errorf("no order of %s was taken", v.Name)
		}
	}
	for _, reason := range []string{unknownOrder, unknownUnit, unknownZone, unknownCard, badNumber, badChit, notYours} {
		if refused[reason] > 0 {
			t.Errorf("%d generated orders were refused: %s", refused[reason], reason)
		}
	}
}
