package daemon

import (
	"testing"

	"galloper/events"
)

// An order of which a part was not understood acts once its writer says YES to the reading, and the record,
// read again from the mails, is the same.
func TestYesTakesAReading(t *testing.T) {
	t.Parallel()
	w, _ := shipped(t, "allifae/scenario.yaml", events.Settings{Every: "3d"})
	const seat = "roman.consul"
	orders := func(want ...string) {
		t.Helper()
		o, _ := w.game().Campaign.Current().Of(seat)
		if len(o.Orders) != len(want) {
			t.Fatalf("orders in force: %q, want %q", o.Orders, want)
		}
		for i := range want {
			if o.Orders[i] != want[i] {
				t.Errorf("order %d: %q, want %q", i, o.Orders[i], want[i])
			}
		}
	}
	mustSay(t, w.writes(seat, "Third legion: hold\n\nSecond legion advance with the moon behind you"),
		"2? ADVANCE r3. Not understood: ", "Answer YES 2 to have it so.")
	orders("HOLD r4")
	mustSay(t, w.writes(seat, "YES 7"), "your last receipt asks nothing under 7")
	orders("HOLD r4")
	mustSay(t, w.writes(seat, "Yes 2\nREADY"), "2. ADVANCE r3: accepted", "READY noted")
	orders("HOLD r4", "ADVANCE r3")
	mustSay(t, w.writes(seat, "YES"), "your last receipt asks nothing")
	orders("HOLD r4", "ADVANCE r3")
	// A mail that replaces the orders takes the questions with it.
	w.writes(seat, "Second legion advance with the moon behind you")
	w.writes(seat, "Third legion: hold")
	mustSay(t, w.writes(seat, "YES 1"), "your last receipt asks nothing under 1")
	orders("HOLD r4")
	w.mustVerify()
}
