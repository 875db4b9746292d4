package rules_test

import (
	"slices"
	"testing"

	"galloper/adjudicator/dice"
	"galloper/adjudicator/rules"
)

func TestWhatIsDrawnIsGone(t *testing.T) {
	t.Parallel()
	pile := rules.Pile{2, 0, 3}
	r := &dice.Roller{Game: "g", Turn: 1, Script: func(name string, _, most int) (int, bool) {
		return map[string]int{"cup#1": 3, "cup#2": 2, "cup#3": 2, "cup#4": 1, "cup#5": 1}[name], true
	}}
	var got []int
	for n := pile.Count(); n > 0; n-- {
		kind, _ := pile.Draw(r, r.Numbered("cup"))
		got = append(got, kind)
	}
	if !slices.Equal(got, []int{2, 0, 2, 0, 2}) || pile.Count() != 0 {
		t.Errorf("drawn %v, left %v", got, pile)
	}
}
