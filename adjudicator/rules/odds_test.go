package rules

import (
	"testing"

	"galloper/events"
	"galloper/orders"
)

// TestOdds checks that a line states the test, how its figure is made up, and the result.
func TestOdds(t *testing.T) {
	t.Parallel()
	ten := func(rolled []events.Die) bool { return rolled[0].Value+rolled[1].Value <= 10 }
	for _, c := range []struct {
		odds Odds
		want string
	}{
		{Odds{Does: "a acts on 10 or less", Comes: Ways(2, 6, ten)}, "a acts on 10 or less: 33 in 36"},
		{Odds{Does: "a acts", Of: "8, less 1", Comes: "never", But: "unless led"}, "a acts (8, less 1): never; unless led"},
		{Odds{Does: "you bring 2", Against: "1", Comes: "enough"}, "you bring 2 against 1: enough"},
		{Odds{Does: "what cannot be known"}, ""},
		{Odds{Does: "f", Comes: Hits(0, 2, 6)}, "f: no hit"},
		{Odds{Does: "f", Comes: Hits(3, 0, 6)}, "f: no hit"},
		{Odds{Does: "f", Comes: Hits(1, 1, 6)}, "f: 1 die, likely no hit"},
		{Odds{Does: "f", Comes: Hits(2, 3, 6)}, "f: 2 dice, about 1 hit"},
		{Odds{Does: "f", Comes: Hits(9, 4, 10)}, "f: 9 dice, about 4 hits"},
		{Odds{Does: "f", Comes: Hits(2, 8, 6)}, "f: 2 dice, 2 hits"},
	} {
		if got := c.odds.String(); got != c.want {
			t.Errorf("%+v says %q, want %q", c.odds, got, c.want)
		}
	}
	var e orders.Entry
	if Under(&e, Odds{}, Odds{Does: "a", Comes: "b"}); len(e.Notes) != 1 || e.Notes[0] != "a: b" {
		t.Errorf("below the order stands %q", e.Notes)
	}
}
