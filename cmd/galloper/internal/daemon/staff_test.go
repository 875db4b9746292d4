package daemon

import (
	"testing"
	"time"

	"galloper/events"
	"galloper/projections/campaign"
)

// wroteIn returns the source of the seat's orders in that turn, or "none".
func (w *world) wroteIn(turn int, seat string) string {
	o, any := w.game().Campaign.Turn(turn).Of(seat)
	if !any {
		return "none"
	}
	return o.How
}

// A seat of the staff's isn't waited for, gets no mail, and its orders are in the record.
func TestStaffPlaysASeat(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGameWith(skirmish, events.Settings{}, map[string]string{"dutch.south": "bold", "dutch.east": "steady"})
	w.writes("french.north", "READY")
	w.writes("french.west", "TO picardie: HOLD\n\nREADY")
	if n := w.game().Campaign.Number(); n != 2 {
		t.Fatalf("turn %d: the turn waits for the staff", n)
	}
	for seat, want := range map[string]string{"dutch.south": campaign.ByStaff, "french.north": "none", "french.west": ""} {
		if got := w.wroteIn(1, seat); got != want {
			t.Errorf("orders of %s: %q, want %q", seat, got, want)
		}
	}
	if n := len(w.mailsTo(addressOf("dutch.south"))); n != 0 {
		t.Errorf("the staff was mailed %d times", n)
	}
	w.pass(73 * time.Hour)
	w.mustVerify()
}

// A player who is away gives the seat to the staff, openly, and takes it back.
func TestStaffUntilTakenBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	mustSay(t, w.writes("dutch.south", "STAFF rash"), "STAFF was not noted: the staff is steady, bold, cautious")
	mustSay(t, w.writes("dutch.south", "take back"), "The staff was not writing for you")
	mustSay(t, w.writes("dutch.south", "STAFF bold"), "STAFF noted", "TAKE BACK ends it")
	for _, seat := range []string{"french.north", "french.west", "dutch.east"} {
		w.writes(seat, "READY")
	}
	if got := w.wroteIn(1, "dutch.south"); got != campaign.ByStaff {
		t.Fatalf("orders of turn 1 came about by %q", got)
	}
	mustSay(t, w.last(addressOf("french.north")).text, "The staff wrote the orders of Heer van Fagel.")
	// The player's orders stand, and the staff adds none.
	w.writes("dutch.south", "TO sturler: HOLD")
	for _, seat := range []string{"french.north", "french.west", "dutch.east"} {
		w.writes(seat, "READY")
	}
	if got := w.wroteIn(2, "dutch.south"); got != "" {
		t.Errorf("orders of turn 2 came about by %q", got)
	}
	mustSay(t, w.writes("dutch.south", "TAKE BACK"), "TAKE BACK noted")
	w.pass(73 * time.Hour)
	if got := w.wroteIn(3, "dutch.south"); got != "none" {
		t.Errorf("orders of turn 3 came about by %q", got)
	}
	w.mustVerify()
}

func TestStaffWritesForTheSilent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{OnSilence: "staff"})
	w.half()
	w.writes("french.north", "TO champagne: HOLD")
	w.pass(73 * time.Hour)
	if got := w.wroteIn(1, "dutch.south"); got != campaign.ByStaff {
		t.Fatalf("orders came about by %q", got)
	}
	mustSay(t, w.last(umpireAddress).text, "The staff wrote the orders of Heer van Fagel.")
	w.mustVerify()
}
