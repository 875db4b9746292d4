package firediscipline

import (
	"testing"

	"galloper/events/mutate"
)

// FuzzOrders checks that any text is accepted or refused, and that the canonical form of an accepted order parses to
// the same order.
func FuzzOrders(f *testing.F) {
	mutate.Add(f, nil,
		"TO champagne: ASSAULT mill BY ROAD pave IN COLUMN NO PURSUIT IF HALF SPENT THEN WITHDRAW 200 YDS",
		"TO ALL: hold 50 yds NNE of mill via 450,300, wood; facing north", "chit royal R 45", "RIDE TO (450, 300)",
		"TO a, b & c: hold fire at 40 if enemy within 100 then", "ATTACH TO surville", "TO royal: advance e", "TO : ,",
		"CHIT R 4", "TO royal: withdraw 0",
	)
	b := load(f, orderField)
	f.Fuzz(func(t *testing.T, text string) {
		o, refusal := readLine(b, "french.guiche", text)
		if refusal != nil {
			if refusal.Reason == "" {
				t.Error("refused without a reason")
			}
			return
		}
		again, refusal := readLine(b, "french.guiche", o.Canonical)
		if refusal != nil || again.Canonical != o.Canonical {
			t.Errorf("%q\n reads as %q,\n that as %q %+v", text, o.Canonical, again.Canonical, refusal)
		}
	})
}
