package daemon

import (
	"slices"
	"testing"

	"galloper/events"
)

// A partly understood order takes effect once its writer says YES to the reading. The record is the same when it is
// read again from the mails.
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
		"2? Not understood: ", "Read: ADVANCE r3. Answer YES 2 to have it so.")
	orders("HOLD r4")
	mustSay(t, w.writes(seat, "YES 7"), "your last receipt asks nothing under 7")
	orders("HOLD r4")
	mustSay(t, w.writes(seat, "Yes 2\nREADY"), "2. ADVANCE r3: accepted", "READY noted")
	orders("HOLD r4", "ADVANCE r3")
	mustSay(t, w.writes(seat, "YES"), "your last receipt asks nothing")
	orders("HOLD r4", "ADVANCE r3")
	// A mail that replaces the orders also removes the questions.
	w.writes(seat, "Second legion advance with the moon behind you")
	w.writes(seat, "Third legion: hold")
	mustSay(t, w.writes(seat, "YES 1"), "your last receipt asks nothing under 1")
	orders("HOLD r4")
	w.mustVerify()
}

// Each order of a sentence has a number of its own: YES takes all of them, YES n or CANCEL n one, and the umpire's
// AMEND changes one.
func TestOrdersOfOneSentenceAreTakenApart(t *testing.T) {
	t.Parallel()
	w, _ := shipped(t, "sheriffmuir/scenario.yaml", events.Settings{Every: "3d"})
	const seat = "government.argyll"
	const mail = "greys charge with the moon behind you, evans support greys with the moon behind you"
	orders := func(want ...string) {
		t.Helper()
		o, _ := w.game().Campaign.Current().Of(seat)
		if !slices.Equal(o.Orders, want) {
			t.Fatalf("orders in force: %q, want %q", o.Orders, want)
		}
	}
	const charge, support = "TO greys: CHARGE", "TO evans: SUPPORT greys"
	mustSay(t, w.writes(seat, "CHECK\n"+mail), "2? Not understood: ")
	mustSay(t, w.writes(seat, "YES"), "your last receipt asks nothing")
	mustSay(t, w.writes(seat, mail), "Answer YES 1 to have it so.", "Answer YES 2 to have it so.")
	w.writes(seat, "YES 2")
	orders(support)
	w.writes(seat, "YES")
	orders(support, charge)
	w.writes(seat, "CANCEL 1")
	orders(support)
	w.writesFrom(umpireAddress, "AMEND "+seat+" 2 TURN 1 BECAUSE it rained: TO evans: HOLD")
	orders("TO evans: HOLD")
	// Added orders get numbers that no open question has, and YES beside new orders keeps the others.
	w.writes(seat, "CANCEL\n"+mail)
	w.writes(seat, "YES 1\n\nForfar hold")
	orders("TO forfar: HOLD", charge)
	w.writes(seat, "CANCEL 3")
	orders(charge)
	mustSay(t, w.writes(seat, "YES 2"), "2. TO evans: SUPPORT greys: accepted")
	orders(charge, support)
	// If a mail replaces nothing, its questions get numbers that no order has.
	w.writes(seat, mail)
	mustSay(t, w.writes(seat, "YES 1"), "3. TO greys: CHARGE: accepted")
	w.writes(seat, "CANCEL 1")
	orders(support, charge)
	w.mustVerify()
}
