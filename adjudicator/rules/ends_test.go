package rules_test

import (
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
)

func TestTheOtherSideWins(t *testing.T) {
	t.Parallel()
	for beaten, want := range map[[2]bool]adjudicator.Index{
		{true, false}: adjudicator.At(1), {false, true}: adjudicator.At(0), {true, true}: adjudicator.None,
	} {
		if winner, over := rules.Outlasts(beaten); winner != want || !over {
			t.Errorf("beaten %v: %v, %v", beaten, winner, over)
		}
	}
	if _, over := rules.Outlasts([2]bool{}); over {
		t.Error("nobody is beaten, and it is over")
	}
	if rules.Ahead([2]int{3, 2}) != adjudicator.At(0) || rules.Ahead([2]int{2, 2}).Some() {
		t.Error("the greater figure is not ahead")
	}
}
