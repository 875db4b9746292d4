package daemon

import (
	"slices"
	"strings"
	"testing"

	"galloper/cmd/galloper/internal/game"
	"galloper/events"
)

// Acts of one text are done one after another, each on the result of the one before.
func TestActsOfOneMailFollowEachOther(t *testing.T) {
	t.Parallel()
	t.Run("orders are added one behind the other", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		w.newGame(events.Settings{})
		mustSay(t, w.writesFrom(umpireAddress, "AMEND french.north 1 TURN 1 BECAUSE a test: TO champagne: HOLD\n"+
			"AMEND french.north 2 TURN 1 BECAUSE a test: RIDE TO champagne\nAMEND french.north 1 TURN 1 BECAUSE a test: "+
			"NOTHING"),
			"AMEND: done. - AMEND: done. - AMEND: done.")
		if got := ordersOf(w.game(), 1, "french.north"); !slices.Equal(got, []string{"RIDE TO champagne"}) {
			t.Errorf("three amendments left %q", got)
		}
		w.mustVerify()
	})
	t.Run("what the first makes impossible refuses all, and nothing is said to be done", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		w.newGame(events.Settings{})
		got := w.writesFrom(umpireAddress, "ANNOUNCE: rain\nAMEND french.north 2 TURN 1 BECAUSE a test: TO champagne: HOLD\n"+
			"AMEND french.north 1 TURN 1 BECAUSE a test: TO champagne: HOLD FIRE")
		mustSay(t, got, "REFUSED. Nothing was done: act 2 of 3 (line 2), AMEND: french.north has no orders; 1 can be added")
		if strings.Contains(got, "done.\n-") || strings.Contains(got, ": done") {
			t.Errorf("the answer contradicts itself:\n%s", got)
		}
		if c := w.game().Campaign.Current(); len(c.Orders) != 0 || len(c.Announced) != 0 {
			t.Error("something of it was done")
		}
		if n := w.mailed(addressOf("dutch.east"), "rain"); n != 0 {
			t.Error("something of it was told")
		}
	})
	t.Run("a deadline that has moved is told to a new address", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		w.newGame(events.Settings{})
		mustSay(t, w.writesFrom(umpireAddress, "EXTEND 1d TURN 1 BECAUSE of rain\nADDRESS french.north +anna@work.test "+
			"BECAUSE of work"), "EXTEND: done", "ADDRESS: done")
		mustSay(t, w.last("anna@work.test").text, "Orders for turn 1 are due Friday 20 November 2026")
	})
	t.Run("a letter goes to an address that was added above it", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		w.newGame(events.Settings{})
		w.writesFrom(umpireAddress, "ADDRESS french.north +anna@work.test BECAUSE of work\nLETTER TO french.north: come "+
			"to supper")
		mustSay(t, w.last("anna@work.test").text, "come to supper")
		if n := w.mailed(addressOf("french.north"), "come to supper"); n != 1 {
			t.Errorf("the old address has the letter %d times", n)
		}
	})
	t.Run("the secrets in all mails are those that count at the end", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		w.newGame(events.Settings{})
		mustSay(t, w.writesFrom(umpireAddress, "ADDRESS french.north +anna@work.test BECAUSE of work\nADDRESS "+
			"french.north -"+addressOf("french.north")+" BECAUSE she asks for it"), "ADDRESS: done. - ADDRESS: done.")
		for _, m := range w.sent {
			if m.to != "anna@work.test" {
				continue
			}
			w.uid++
			mustSay(t, w.writesTo(m.to, m.msg.Header.Get("Reply-To"), "ADD\nTo Champagne: hold"), "HOLD: accepted")
		}
		if got := w.writesTo(addressOf("french.north"), w.sent[1].msg.Header.Get("Reply-To"),
			"To Champagne: hold"); strings.Contains(
			got,
			"accepted",
		) {
			t.Errorf("who was sent away still orders: %s", got)
		}
		w.mustVerify()
	})
	t.Run("a ruling goes before the approval of the old draft", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		w.newGame(events.Settings{Review: "umpire"})
		w.writesFrom(umpireAddress, "CLOSE TURN 1")
		mustSay(t, w.writesFrom(umpireAddress, "RULE TURN 1: it rains\n\nAPPROVE TURN 1"), "act 2 of 2 (line 3), APPROVE: "+
			"turn 1 is being adjudicated again with the latest rulings")
		if len(w.game().Campaign.Current().Rulings) != 0 {
			t.Error("the ruling was done")
		}
	})
}

// Folding events onto a sketch leaves the game unchanged.
func TestSketchLeavesTheGameAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	w.writes("french.north", "To Champagne: hold\nREADY")
	w.writes("dutch.east", "ABSENT")
	g := w.game()
	before, head := game.StatusText(g, "french.north")+game.StatusText(g, game.Umpire), g.Head()
	next, err := game.After(g, []events.Data{
		events.OrdersAccepted{Seat: "french.north", Turn: 1, Orders: []string{"RIDE TO champagne"}},
		events.SeatReady{Seat: "french.north", Turn: 1, Not: true}, events.SeatReady{Seat: "dutch.south", Turn: 1},
		events.SeatAbsent{Seat: "dutch.south", Turn: 1},
		events.SeatResigned{Seat: "french.west", Turn: 1},
		events.SeatAssigned{Seat: game.Umpire, Address: "somebody"},
		events.SeatReleased{Seat: "dutch.south", Address: g.Addresses("dutch.south")[0]},
		events.TurnClosed{Turn: 1, Reason: "a test"}, events.TurnHeld{Turn: 1, Reason: "a test"},
	}, w.now)
	if err != nil {
		t.Fatal(err)
	}
	if after := game.StatusText(g, "french.north") + game.StatusText(g, game.Umpire); after != before ||
		len(g.Umpires) != 1 {
		t.Errorf("the game has changed from\n%s\nto\n%s", before, after)
	}
	if next.Head() != head || next.Campaign.Head() == g.Campaign.Head() {
		t.Error("the sketch must stand further, and name the head that is stored")
	}
	if s := game.StatusText(next, "french.north"); s == game.StatusText(g, "french.north") {
		t.Error("the sketch has not changed")
	}
}
