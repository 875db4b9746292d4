package adjudicator

import (
	"strings"
	"testing"

	"galloper/events"
)

// TestEveryOutcomeHasACauseAndItsDice checks that a turn is rejected if an outcome has no cause or an unknown one, or
// reports a roll that its chain of causes has no die for.
func TestEveryOutcomeHasACauseAndItsDice(t *testing.T) {
	t.Parallel()
	rows := []OutcomeRow{{Name: "turn.begun", Uncaused: "the turn"}, {Name: "unit.hit"}}
	pos := Position{Ruleset: &Ruleset{Outcomes: rows}}
	in := events.TurnInput{Turn: 2, Orders: []events.SeatOrders{{Seat: "red.a", Orders: []string{"HOLD"}}}}
	die := []events.Die{{Name: "fire/a", Value: 3}}
	hit := func(cause, field, value string, dice []events.Die) events.Outcome {
		return events.Outcome{Ref: "t2.2", Name: "unit.hit", Cause: cause, Dice: dice,
			Fields: events.Fields(field, value)}
	}
	ruled := in
	ruled.Rulings = []events.Ruling{{Text: "so be it"}}
	for what, c := range map[string]struct {
		in    events.TurnInput
		first []events.Die
		o     events.Outcome
		fault string
	}{
		"by an order":                 {in, nil, hit("order:red.a.1", "unit", "a", nil), ""},
		"by an outcome before":        {in, nil, hit("t2.1", "unit", "a", nil), ""},
		"by one of an earlier turn":   {in, nil, hit("t1.9", "unit", "a", nil), ""},
		"by nothing":                  {in, nil, hit("", "unit", "a", nil), "no cause"},
		"by nothing, after a ruling":  {ruled, nil, hit("", "unit", "a", nil), ""},
		"by an order not given":       {in, nil, hit("order:red.a.2", "unit", "a", nil), "neither"},
		"by an order of another seat": {in, nil, hit("order:red.1", "unit", "a", nil), "neither"},
		"by a later outcome":          {in, nil, hit("t2.3", "unit", "a", nil), "neither"},
		"a roll with its die":         {in, nil, hit("t2.1", "roll", "3", die), ""},
		"a roll whose cause has it":   {in, die, hit("t2.1", "roll", "3", nil), ""},
		"a roll without":              {in, nil, hit("t2.1", "rolls", "3", nil), "dice"},
		"none was rolled":             {in, nil, hit("t2.1", "roll", "-", nil), ""},
	} {
		res := Result{Outcomes: []events.Outcome{{Ref: "t2.1", Name: "turn.begun", Dice: c.first}, c.o}}
		err := proveCauses(pos, c.in, res)
		if (err == nil) != (c.fault == "") || err != nil && !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%s: %v, want %q", what, err, c.fault)
		}
	}
}
