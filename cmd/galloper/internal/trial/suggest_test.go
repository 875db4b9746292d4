package trial

import (
	"os"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/rulesets"
	"galloper/adjudicator/scenario"
)

// TestLopsidedBattlesGetSuggestions makes the demo lopsided by changing one number. The suggestions must be
// edits of the file, have been played, and be nearer to 50 % than before.
func TestLopsidedBattlesGetSuggestions(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../../scenarios/testdata/demo/scenario.yaml")
	if err != nil {
		t.Fatal(err)
	}
	short := strings.NewReplacer("points: 8", "points: 1", "turns: 6", "turns: 3", "turns: 8", "turns: 3")
	text = []byte(short.Replace(string(text)))
	rules, sc, faults := adjudicator.Load(rulesets.All(), "demo", text)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	m := &Match{Rules: rules, Scenario: sc, Seed: "test", Limit: 60}
	sides := []string{"french", "dutch"}
	s := Sum(Terms{Sides: sides}, m.Run(9, 1, func(int) {}))
	s.Suggest(m, rulesets.All(), text, sides, 0, 1)
	if s.Tried {
		t.Error("suggestions were tried with no battles")
	}
	s.Suggest(m, rulesets.All(), text, sides, 216, 1)
	if !s.Tried || len(s.Suggestions) == 0 || !strings.Contains(s.Text(), s.Suggestions[0].Change+": french has") {
		t.Fatalf("of %v nothing is suggested:\n%s", s.Wins, s.advice())
	}
	off := func(rate int) int { return max(rate-50, 50-rate) }
	for _, c := range s.Suggestions {
		if off(c.Rate) >= off(s.rate("french")) || c.Games < 27 {
			t.Errorf("%s: %d %% of %d battles, before %d %%", c.Change, c.Rate, c.Games, s.rate("french"))
		}
		out, err := scenario.Rewrite(text, c.Edits...)
		if err != nil {
			t.Error(err)
		}
		if _, _, faults := adjudicator.Load(rulesets.All(), "demo", out); len(faults) > 0 {
			t.Errorf("%s: %v", c.Change, faults)
		}
	}
	even := Summary{Games: 10, Wins: map[string]int{"french": 5, "dutch": 5}}
	if even.Suggest(m, rulesets.All(), text, sides, 216, 1); even.Tried || even.advice() != "" {
		t.Error("an even battle is changed")
	}
}
