package umpire

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"galloper/adjudicator"
	"galloper/events"
)

func TestUmpireInputOfACase(t *testing.T) {
	t.Parallel()
	in := events.TurnInput{Turn: 2}
	mail := "COURIER french.north.t1.1 CAPTURED BY dutch.south\nREROLL volley/fire/a>d.a#1 BECAUSE it fell off the " +
		"table\nRULE t2.4: he lives SET unit.a.boxes = 1\n"
	if err := Input(adjudicator.Position{}, mail, &in); err != nil {
		t.Fatal(err)
	}
	want := events.TurnInput{Turn: 2,
		Couriers: []events.CourierRuling{{Dispatch: "french.north.t1.1", Fate: "captured", By: "dutch.south"}},
		Rerolls:  []events.Reroll{{Die: "volley/fire/a>d.a#1", Salt: "1"}},
		Rulings: []events.Ruling{
			{Outcome: "t2.4", Text: "he lives", Sets: []events.Setting{{Path: "unit.a.boxes", Value: "1"}}},
		},
	}
	if d := cmp.Diff(want, in); d != "" {
		t.Error(d)
	}
	for _, bad := range []string{"CLOSE", "COURIER x LOST TURN 3", "DANCE"} {
		if err := Input(adjudicator.Position{}, bad, &in); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}
