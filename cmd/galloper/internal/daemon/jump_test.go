package daemon

import (
	"slices"
	"testing"
	"time"

	"galloper/cmd/galloper/internal/host"
	"galloper/events"
	"galloper/mailgate"
	"galloper/projections/campaign"
)

// The computer slept, or its clock jumped, past a deadline. Whether the mailbox or the clock wakes first, the deadline
// moves by the time lost.
func TestClockThatJumpsAheadMovesTheDeadline(t *testing.T) {
	t.Parallel()
	for name, wake := range map[string]func(*world){
		"the clock wakes first":   func(w *world) { w.d.Tick(w.ctx); _ = w.d.Searched(w.ctx, w.now); w.d.Tick(w.ctx) },
		"the mailbox wakes first": func(w *world) { _ = w.d.Searched(w.ctx, w.now); w.d.Tick(w.ctx) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.newGame(events.Settings{})
			w.pass(70 * time.Hour)
			w.now = w.now.Add(20 * time.Hour)
			wake(w)
			w.d.Flush(w.ctx, w.tried)
			c := w.game().Campaign
			if want := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC); c.Phase() != campaign.Open ||
				!c.Current().Deadline.Equal(want) {
				t.Fatalf("turn %d is %s, due %s; want turn 1 open until %s", c.Number(), c.Phase(), c.Current().Deadline, want)
			}
			for _, to := range []string{addressOf("dutch.east"), umpireAddress} {
				mustSay(
					t,
					w.last(to).text,
					"The deadline of turn 1 has moved to Friday 20 November 2026, 08:00 UTC",
					"could not read mail for 20 hours",
				)
			}
			w.mustVerify()
		})
	}
}

// After a clock is set back, nothing happens twice, and due work happens on time.
func TestClockThatIsSetBackDoesNothingTwice(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{Remind: []string{"24h"}})
	w.half()
	w.writes("french.north", "To Champagne: hold")
	w.pass(50 * time.Hour) // the others are reminded
	before := len(w.sent)
	w.now = w.now.Add(-10 * time.Hour)
	w.settle()
	w.pass(10 * time.Hour)
	if n := len(w.sent) - before; n != 0 {
		t.Errorf("set back, %d mails went out again", n)
	}
	w.pass(22 * time.Hour)
	if n := w.game().Campaign.Number(); n != 2 {
		t.Fatalf("at its deadline the turn is %d, want 2", n)
	}
	// Back past the close: the closed turn stays closed.
	w.now = w.now.Add(-5 * time.Hour)
	w.settle()
	mustSay(t, w.writes("french.north", "To Champagne: advance 50"), "accepted")
	closed := 0
	for _, typ := range w.types() {
		if typ == "turn.closed" {
			closed++
		}
	}
	if n := w.game().Campaign.Number(); n != 2 || closed != 1 {
		t.Errorf("set back over the deadline, the turn is %d, closed %d times", n, closed)
	}
	w.mustVerify()
}

// The clock was a year ahead and was corrected. Reading the mailbox in the wrong year must not close a turn whose mail
// is unread.
func TestClockThatWasWrongDoesNotCloseUnread(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	w.half()
	right := w.now
	w.now = w.now.AddDate(1, 0, 0)
	if err := w.d.NotePoll(w.ctx, w.now); err != nil { // nothing was due; the clock has not ticked
		t.Fatal(err)
	}
	w.now = right.Add(time.Hour)
	w.settle()
	w.now = right.Add(72*time.Hour + 5*time.Minute)
	if err := w.d.NotePoll(w.ctx, right.Add(72*time.Hour-time.Minute)); err != nil {
		t.Fatal(err)
	}
	w.d.Tick(w.ctx)
	if n := w.game().Campaign.Number(); n != 1 {
		t.Error("the turn was closed before the mailbox was read")
	}
	w.settle()
	if n := w.game().Campaign.Number(); n != 2 {
		t.Errorf("once it was read, the turn is %d, want 2", n)
	}
}

// Weekdays at a time of day, over the change to summer time, as the players' clocks show it.
func TestWeekdaysOverTheChangeOfClocks(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.now = time.Date(2027, 3, 24, 12, 0, 0, 0, time.UTC) // a Wednesday; clocks change on Sunday 28
	w.start()
	w.newGame(
		events.Settings{
			Days:   []string{"fri 20:00", "mon 20:00"},
			Zone:   "Europe/Vienna",
			Grace:  "30m",
			Remind: []string{"2h"},
		},
	)
	mustSay(t, w.last(addressOf("dutch.east")).text, "due Friday 26 March 2027, 20:00 CET")
	for _, s := range seats {
		w.writes(s, "To all: hold")
	}
	w.pass(55*time.Hour + 40*time.Minute) // Friday 19:40 UTC is 20:40 in Vienna
	if n := w.game().Campaign.Number(); n != 2 {
		t.Fatalf("after Friday's deadline and grace the turn is %d", n)
	}
	mustSay(t, w.last(addressOf("dutch.east")).text, "due Monday 29 March 2027, 20:00 CEST")
	w.pass(70*time.Hour - 20*time.Minute) // Monday 17:20 UTC is 19:20 there
	mustSay(t, w.last(addressOf("dutch.east")).text, "Orders for turn 2 are due in", "Monday 29 March 2027, 20:00 CEST "+
		"(18:00 UTC)")
	for _, s := range seats {
		mustSay(t, w.writes(s, "To all: hold"), "accepted")
	}
	w.pass(60 * time.Minute) // 20:20: in the grace period
	mustSay(t, w.writes("dutch.east", "To Oyen: hold"), "accepted")
	w.pass(15 * time.Minute)
	if n := w.game().Campaign.Number(); n != 3 {
		t.Errorf("after Monday's deadline and grace the turn is %d", n)
	}
}

// With `early: never`, the turn waits for its deadline even if all are READY.
func TestEarlyNever(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{Early: "never"})
	for _, s := range seats {
		w.writes(s, "READY")
	}
	w.pass(71 * time.Hour)
	if n := w.game().Campaign.Number(); n != 1 {
		t.Fatalf("closed early, the turn is %d", n)
	}
	w.pass(2 * time.Hour)
	if n := w.game().Campaign.Number(); n != 2 {
		t.Errorf("at the deadline the turn is %d", n)
	}
}

// An absence delays the deadline as far as the game allows. An absent player isn't waited for, reminded or counted as
// silent, until the named day is over.
func TestAbsence(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{Absence: "2d", Remind: []string{"24h"}})
	mustSay(t, w.writes("dutch.east", "ABSENT UNTIL 2026-11-30"), "ABSENT noted until")
	if d := w.game().Campaign.Current().Deadline; !d.Equal(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)) {
		t.Fatalf("the deadline is %s, want two days later than it was", d)
	}
	mustSay(t, w.last(addressOf("french.north")).text, "The deadline of turn 1 has moved", "because of an absence")
	for _, s := range seats[:3] {
		w.writes(s, "READY")
	}
	c := w.game().Campaign
	if c.Number() != 2 {
		t.Fatalf("all who are there are READY, but the turn is %d", c.Number())
	}
	if !c.Current().IsAbsent("dutch.east") || slices.Contains(c.Waiting(), "dutch.east") {
		t.Error("he is waited for although he is away")
	}
	if w.mailed(addressOf("dutch.east"), "Nothing has come from you yet") != 0 {
		t.Error("he was reminded although he is away")
	}
	w.now = time.Date(2026, 12, 1, 0, 30, 0, 0, time.UTC)
	w.d.Tick(w.ctx)
	w.settle()
	w.writesFrom(umpireAddress, "CLOSE TURN 2")
	if c := w.game().Campaign; c.Current().IsAbsent("dutch.east") {
		t.Error("the day is over, but he counts as away")
	}
	w.mustVerify()
}

// Two umpires rule at once by mail, each with a daemon that hasn't seen the other's act: one act is done, and the other
// umpire is told of the change.
func TestTwoUmpiresByMailAtOnce(t *testing.T) {
	t.Parallel()
	w, umpire := newBrawl(t, events.Settings{Review: "umpire"})
	const other = "other@example.test"
	umpire("ADDRESS umpire +" + other + " BECAUSE two see more")
	umpire("CLOSE TURN 1")
	rule, approve := w.letterFrom(other, "RULE t1.2: it rains"), w.letterFrom(umpireAddress, "APPROVE TURN 1 DRAFT 1")
	one := w.d
	w.start() // a second daemon, which has read as much as the first
	two := w.d
	w.d = one
	w.arrive(rule, w.now)
	mustSay(t, w.last(other).text, "This is all that changed")
	w.d = two
	before := len(w.sent)
	w.arrive(approve, w.now)
	mustSay(t, w.sent[before].text, "REFUSED. Nothing was done: APPROVE: it approves draft 1, but after a "+
		"later ruling draft 2 is the current one")
	w.mustVerify()
}

func TestSeatIsToldThatTheUmpireAnswered(t *testing.T) {
	t.Parallel()
	w := newAskingWorld(t)
	mustSay(t, w.writesFrom(umpireAddress, "ANSWER 1 TURN 1 BECAUSE he is away: flee"), "ANSWER: done")
	if w.mailed(addressOf("french.north"), "The umpire has answered question 1 of turn 1 in your place, because he is "+
		"away: flee.") != 1 {
		t.Error("the seat was not told")
	}
}

// A dispatch's number counts orders: an umpire who rules on one and then amends the orders is told so.
func TestAmendingBelowACourierRulingIsPointedOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{Review: "umpire"})
	w.writes("french.north", "To Champagne: hold")
	mustSay(t, w.writesFrom(umpireAddress, "COURIER french.north.t1.1 LOST TURN 1 BECAUSE of a ford"), "COURIER: done. "+
		"The number refers to the dispatches")
	mustSay(
		t,
		w.writesFrom(umpireAddress, "AMEND french.north 1 TURN 1 BECAUSE of a slip: Ride to 500,200"),
		"AMEND: done. You have ruled on french.north.t1.1",
	)
}

// Setting a clock back doesn't delay a retry by that much.
func TestClockThatIsSetBackPutsOffNoMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	full, tries := addressOf("dutch.east"), 0
	w.change = func(o *host.Options) {
		o.Sender = senderFunc(func(d mailgate.Delivery) mailgate.Result {
			if d.To == full {
				tries++
				return mailgate.Result{Fate: mailgate.Temporary, Code: 452, Text: "452 4.2.2 mailbox full"}
			}
			return w.Send(w.ctx, d)
		})
	}
	w.start()
	w.newGame(events.Settings{Every: "30d"})
	w.settle()
	before := tries
	w.settle()
	if tries != before {
		t.Fatal("the pause before the next attempt is not kept: the test is blind")
	}
	w.now = w.now.Add(-9 * 24 * time.Hour)
	w.settle()
	if tries != before+1 {
		t.Errorf("set back, the mail was tried %d times more, want once", tries-before)
	}
}
