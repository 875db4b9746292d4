package daemon

import (
	"slices"
	"testing"

	"galloper/events"
)

// CANCEL n means the receipt's number, even after a refused line.
func TestCancelGoesByTheReceiptsNumbers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	north := func(text string) string { t.Helper(); return w.writes("french.north", text) }
	inForce := func(want ...string) {
		t.Helper()
		if got := ordersOf(w.game(), 1, "french.north"); !slices.Equal(got, want) {
			t.Errorf("in force: %q, want %q", got, want)
		}
	}
	mustSay(
		t,
		north("To Champagne: hold\nTo Champaign: dance\nRide to 500,200\nLETTER TO french.west: come"),
		"1. TO champagne: HOLD: accepted",
		"2. To Champaign: dance: refused",
		"3. RIDE TO 500,200: accepted",
		"4. LETTER TO french.west",
	)
	mustSay(t, north("STATUS"), "1. TO champagne: HOLD 3. RIDE TO 500,200 4. LETTER TO french.west")
	mustSay(t, north("CANCEL 2"), "CANCEL 2: not done: you have no order 2", "CANCELLED: 3 orders of 3")
	mustSay(t, north("CANCEL 3"), "CANCELLED: 2 orders of 3", "1. TO champagne: HOLD 4. LETTER TO french.west: come")
	inForce("TO champagne: HOLD", "LETTER TO french.west: come")
	mustSay(t, north("ADD\nLETTER TO french.west: stay"), "5. LETTER TO french.west", "4. LETTER TO french.west: come "+
		"5. LETTER TO french.west: stay")
	mustSay(t, north("CANCEL 4"), "CANCELLED: 2 orders of 3")
	inForce("TO champagne: HOLD", "LETTER TO french.west: stay")
	mustSay(t, w.writesFrom(umpireAddress, "AMEND french.north 2 TURN 1 BECAUSE x: To Champagne: halt"), "french.north "+
		"has the orders 1 and 5; 6 can be added")
	mustSay(
		t,
		w.writesFrom(umpireAddress, "AMEND french.north 5 TURN 1 BECAUSE a slip: LETTER TO french.west: go"),
		"AMEND: done",
	)
	mustSay(t, w.last(addressOf("french.north")).text, "1. TO champagne: HOLD 5. LETTER TO french.west: go")
	// A mail that replaces all orders numbers them from 1 again.
	mustSay(t, north("Ride to 500,200"), "1. RIDE TO 500,200: accepted", "REPLACES")
	mustSay(t, north("CANCEL 1"), "CANCELLED: 0 orders of 1", "none")
	inForce()
	w.mustVerify()
}

// CHECK shows the result of a CANCEL, and records nothing.
func TestCheckedCancelRecordsNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	w.writes("french.north", "To Champagne: hold")
	mustSay(t, w.writes("french.north", "CHECK\nCANCEL 1"), "nothing of this mail is recorded")
	if o := ordersOf(w.game(), 1, "french.north"); len(o) != 1 {
		t.Errorf("in force: %q", o)
	}
}

// A letter sent at once isn't an order in force; the others keep their numbers.
func TestPostedLetterLeavesItsNumberFree(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{Letters: "immediate"})
	w.writes("french.north", "LETTER TO french.west: come\n\nTo Champagne: hold")
	mustSay(
		t,
		w.writes("french.north", "ADD\nLETTER TO french.west: now\n\nRide to 500,200"),
		"3. LETTER TO french.west",
		"2. TO champagne: HOLD 4. RIDE TO 500,200",
	)
	mustSay(t, w.writes("french.north", "CANCEL 2"), "CANCELLED: 1 order of 2", "4. RIDE TO 500,200")
	w.mustVerify()
}
