package daemon

import (
	"testing"
	"time"

	"galloper/cmd/galloper/internal/admin"
	"galloper/events"
	"galloper/projections/campaign"
)

func TestExtensionsOfATurnAreBoundedTogether(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	umpire := func(text string) string { t.Helper(); return w.writesFrom(umpireAddress, text) }
	mustSay(t, umpire("EXTEND 20d TURN 1 BECAUSE of harvest"), "EXTEND: done. Orders are due Wednesday 9 December "+
		"2026, 12:00 UTC")
	mustSay(t, umpire("EXTEND 11d TURN 1 BECAUSE of harvest"), "REFUSED", "umpires may add 30 days to one turn in all, "+
		"and have added 20 days to turn 1; HOLD TURN 1")
	mustSay(t, umpire("EXTEND 10d TURN 1 BECAUSE of harvest"), "EXTEND: done")
	// The umpire isn't blamed for a loss by the service.
	w.pass(32 * 24 * time.Hour)
	w.now = w.now.Add(48 * time.Hour)
	w.settle()
	umpire("CLOSE TURN 1")
	mustSay(t, umpire("EXTEND 30d TURN 2 BECAUSE of winter"), "EXTEND: done")
	w.mustVerify()
}

func TestExtensionOfAHeldTurnLetsItGoOnAndSaysSo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	umpire := func(text string) string { t.Helper(); return w.writesFrom(umpireAddress, text) }
	umpire("HOLD TURN 1 BECAUSE the ford is disputed")
	mustSay(
		t,
		w.last(addressOf("dutch.east")).text,
		"Turn 1 is held by the umpire, because the ford is disputed",
		"does not close before the umpire lets it go on",
	)
	w.pass(5 * 24 * time.Hour)
	mustSay(t, umpire("EXTEND 24h TURN 1 BECAUSE it is settled"), "EXTEND: done. The turn was held; it goes on. Orders "+
		"are due Sunday 22 November 2026, 12:00 UTC")
	mustSay(t, w.last(addressOf("dutch.east")).text, "Turn 1 was held, and goes on.", "The deadline of turn 1 has "+
		"moved to Sunday 22 November 2026", "because it is settled")
	if c := w.game().Campaign; c.Phase() != campaign.Open || c.Number() != 1 {
		t.Errorf("turn %d is %s", c.Number(), c.Phase())
	}
}

func TestResumeSaysWhatDeadlineStands(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	umpire := func(text string) string { t.Helper(); return w.writesFrom(umpireAddress, text) }
	umpire("HOLD TURN 1 BECAUSE x")
	w.pass(24 * time.Hour)
	mustSay(t, umpire("RESUME TURN 1 BECAUSE it is settled"), "RESUME: done. Orders are due Thursday 19 November 2026, "+
		"12:00 UTC")
	mustSay(t, w.last(addressOf("dutch.east")).text, "Turn 1 goes on, because it is settled. Orders are due Thursday "+
		"19 November 2026, 12:00 UTC")
	umpire("HOLD TURN 1 BECAUSE x")
	w.pass(72 * time.Hour)
	mustSay(t, umpire("RESUME TURN 1"), "Its deadline, Thursday 19 November 2026, 12:00 UTC, has passed while it was "+
		"held: it closes now")
	if w.mailed(addressOf("dutch.east"), "Turn 1 goes on. Its deadline, Thursday 19 November 2026, 12:00 UTC, has "+
		"passed while it was held: it closes now.") != 1 {
		t.Error("the players were not told which deadline stands")
	}
}

func TestResumeOfAGameWithoutDeadlines(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	n := admin.NewGame{
		Name:     "mill",
		File:     "mill.yaml",
		Scenario: skirmish,
		Seats:    map[string][]string{},
		Umpires:  []string{umpireAddress},
		Settings: events.Settings{Review: "umpire"},
	}
	for _, s := range seats {
		n.Seats[s] = []string{addressOf(s)}
	}
	if _, err := w.d.New(w.ctx, n); err != nil {
		t.Fatal(err)
	}
	w.settle()
	umpire := func(text string) string { t.Helper(); return w.writesFrom(umpireAddress, text) }
	umpire("HOLD TURN 1 BECAUSE x")
	mustSay(t, umpire("RESUME TURN 1"), "It has no deadline: it closes when all are READY, or when the umpire says so.")
	umpire("CLOSE TURN 1")
	umpire("HOLD TURN 1 BECAUSE a doubt")
	mustSay(t, w.last(addressOf("dutch.east")).text, "It is closed; its report comes when the umpire lets it go on.")
	mustSay(t, umpire("APPROVE TURN 1"), "no result that waits")
	mustSay(t, umpire("RESUME TURN 1"), "It is closed; its report comes.")
	mustSay(t, umpire("APPROVE TURN 1"), "APPROVE: done")
	w.mustVerify()
}

// If mail may have been lost, players learn that the turn waits, but not which seats were silent.
func TestPlayersAreToldThatATurnIsHeldForSilence(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{OnSilence: "hold"})
	w.pass(73 * time.Hour)
	mustSay(t, w.last(addressOf("dutch.east")).text, "The deadline of turn 1 has passed, but the turn is on hold and "+
		"waits for the umpire")
	if w.mailed(addressOf("dutch.east"), "nothing was heard") != 0 {
		t.Error("a player was told who is silent")
	}
}

// In an open game, players are told who is late.
func TestWhoIsSilentIsToldInAnOpenGame(t *testing.T) {
	t.Parallel()
	for _, open := range []bool{false, true} {
		w := newWorld(t)
		w.newGame(events.Settings{Open: open})
		w.half()
		w.pass(73 * time.Hour)
		told := w.mailed(addressOf("french.north"), "Nothing was heard of Heer van Dedem.") == 1
		if told != open {
			t.Errorf("open %v: told %v", open, told)
		}
	}
}
