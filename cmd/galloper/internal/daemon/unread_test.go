package daemon

import (
	"regexp"
	"strings"
	"testing"

	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/projections/campaign"
)

// In every ruleset a question reaches the umpire, whatever the rules for letters between seats, and no part of it is
// read as an order.
func TestLetterToTheUmpire(t *testing.T) {
	t.Parallel()
	inEveryRuleset(t, func(t *testing.T, w *world, row *actRow) {
		mustSay(t, w.last(addressOf(row.seat)).text, "LETTER TO umpire:")
		mustSay(t, w.writes(row.seat, "Letter to the umpire: may I ford the river?\n.\n"+row.letters[0]),
			"1. LETTER TO umpire: accepted, sent at once", "2. LETTER TO")
		mustSay(t, w.last(umpireAddress).text, "A letter from", "may I ford the river?", "LETTER TO "+row.seat)
		g := w.game()
		orders := game.Held(g, campaignOrders(g, row.seat))
		if len(orders) != 1 || orders[0].Number != 2 || strings.Contains(orders[0].Canonical, "umpire") {
			t.Errorf("the orders in force are %v", orders)
		}
		mustSay(t, w.writes(row.seat, "LETTER TO umpire: please"), "Your letter has gone")
		if now := game.Held(w.game(), campaignOrders(w.game(), row.seat)); len(now) != 1 {
			t.Errorf("a letter to the umpire has replaced the orders: %v", now)
		}
		w.writes(row.seat, "CHECK\nLETTER TO umpire: only to see")
		if n := w.mailed(umpireAddress, "only to see"); n != 0 {
			t.Error("a mail that only checks was sent on")
		}
		w.writesFrom(umpireAddress, "CLOSE TURN 1")
		mustSay(t, w.mustHaveDraft(), "may I ford the river?", "please")
		mustSay(t, w.writes(row.seat, "LETTER TO umpire: I am late"), "SENT. The umpire has your letter")
		mustSay(t, w.last(umpireAddress).text, "I am late")
		w.mustVerify()
	})
}

func campaignOrders(g *game.Game, seat string) campaign.Orders {
	o, _ := g.Campaign.Current().Of(seat)
	return o
}

// mustHaveDraft returns the last draft mailed to the umpire.
func (w *world) mustHaveDraft() string {
	w.t.Helper()
	for i := len(w.sent) - 1; i >= 0; i-- {
		if m := w.sent[i]; m.to == umpireAddress && strings.Contains(m.msg.Header.Get("Subject"), "draft") {
			return m.text
		}
	}
	w.t.Fatal("the umpire has no draft")
	return ""
}

func TestLettersSettingLeavesTheUmpireReachable(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"none", "immediate"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.newGame(events.Settings{Letters: how})
			w.writes("french.north", "To Champagne: hold")
			mustSay(t, w.writes("french.north", "LETTER TO umpire, french.west: come"), "LETTER TO umpire: accepted, sent at "+
				"once")
			mustSay(t, w.last(umpireAddress).text, "come")
			if want := map[string]int{"none": 0, "immediate": 1}[how]; w.mailed(addressOf("french.west"), "A letter from "+
				"Comte de Guiche: come") != want {
				t.Errorf("the other addressee was mailed %d letters", 1-want)
			}
			if o := ordersOf(w.game(), 1, "french.north"); len(o) != 1 {
				t.Errorf("the orders are %q", o)
			}
		})
	}
}

// Players' words that are no orders reach the umpire verbatim.
func TestWhatIsNotReadIsQuoted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{Review: "umpire"})
	w.writes("french.west", "I resign. My wife is ill.")
	mustSay(t, w.last(umpireAddress).text, "Marquis de Surville has written what could not be read", "I resign. My "+
		"wife is ill.", "LETTER TO french.west: …")
	told := len(w.mailsTo(umpireAddress))
	w.writes("french.north", "Dear all,\n\nTo Champagne: hold\nTo Champaigne-sur-Oise: dance")
	if n := len(w.mailsTo(umpireAddress)); n != told {
		t.Errorf("a slip beside orders was mailed to the umpire at once: %s", w.last(umpireAddress).text)
	}
	w.writes("dutch.east", "Is the brook deep?\n\nTo Oyen: hold")
	mustSay(t, w.last(umpireAddress).text, "Heer van Dedem", "Is the brook deep?")
	for range 9 {
		w.writes("dutch.south", "nonsense")
	}
	if n := w.mailed(umpireAddress, "Heer van Fagel has written"); n != 5 {
		t.Errorf("the umpire was mailed %d times of one seat", n)
	}
	w.writesFrom(umpireAddress, "CLOSE TURN 1")
	mustSay(t, w.mustHaveDraft(), "Not read, of Marquis de Surville: I resign. My wife is ill.",
		"Not read, of Comte de Guiche: To Champaigne-sur-Oise: dance (refused:", "Not read, of Heer van Dedem: Is the "+
			"brook deep?",
		"Not read, of Heer van Fagel: nonsense")
	var b strings.Builder
	for c, err := range w.log.Game(w.ctx, "mill", events.Head{}) {
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range c.Events {
			b.Write(e.Data)
		}
	}
	if strings.Contains(b.String(), "wife") {
		t.Error("words that were no orders are in the record for ever")
	}
}

// A late mail reaches the umpire verbatim, with acts that would apply its orders.
func TestLateMailReachesTheUmpire(t *testing.T) {
	t.Parallel()
	acts := regexp.MustCompile(`(?s)\nAMEND .*?\n\n`)
	for _, c := range []struct{ before, late, want string }{
		{"", "To Champagne: hold\nTo Picardie: advance to 500,700", "2"},
		{"To Champagne: hold\nTo Picardie: hold", "To Champagne: advance to 500,700", "1"},
		{"To Champagne: hold", "ADD\nTo Picardie: advance to 500,700", "2"},
		{"To Champagne: hold\nTo Picardie: hold", "CANCEL 1", "1"},
		{"To Champagne: hold", "To Champagne: dance\nTo Champagne: hold\nTo Picardie: advance to 500,700", "2"},
	} {
		inTime, late := newWorld(t), newWorld(t)
		for _, w := range []*world{inTime, late} {
			w.newGame(events.Settings{Review: "umpire"})
			if c.before != "" {
				w.writes("french.north", c.before)
			}
		}
		inTime.writes("french.north", c.late)
		late.writesFrom(umpireAddress, "CLOSE TURN 1")
		mustSay(t, late.writes("french.north", c.late), "TOO LATE", "The umpire has been shown it")
		told := late.last(umpireAddress)
		mustSay(t, told.text, "Comte de Guiche for turn 1 has come too late", "> "+c.late[strings.LastIndex(c.late, "\n")+1:])
		mustSay(t, late.writesFrom(umpireAddress, acts.FindString(told.text)), "AMEND: done")
		var held [2]string
		for i, w := range []*world{inTime, late} {
			for _, h := range game.Held(w.game(), campaignOrders(w.game(), "french.north")) {
				held[i] += h.Canonical + "\n"
			}
		}
		if held[0] != held[1] || strings.Count(held[0], "\n") == 0 {
			t.Errorf("%q, then %q: in force are\n%swant\n%s", c.before, c.late, held[1], held[0])
		}
		before := late.mailed(umpireAddress, "has come too late")
		late.writes("french.north", "CHECK\nTo Champagne: hold")
		late.writes("french.north", "READY")
		late.writesFrom(umpireAddress, "APPROVE TURN 1")
		late.writes("french.north", "TURN 3\nTo Champagne: hold")
		if n := late.mailed(umpireAddress, "has come too late"); n != before {
			t.Errorf("the umpire was told of %d mails more", n-before)
		}
		late.writes("french.north", "TURN 1\nTo Champagne: hold")
		mustSay(t, late.last(umpireAddress).text, "REVERT TO TURN 1 BECAUSE …")
		late.mustVerify()
	}
}

func TestWhatIsNotReadIsToldWithoutReview(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	w.writes("french.north", "To Champagne: hold\nTo Champaigne-sur-Oise: dance")
	w.writesFrom(umpireAddress, "CLOSE TURN 1")
	if n := w.mailed(umpireAddress, "Comte de Guiche > To Champaigne-sur-Oise: dance (refused:"); n != 1 {
		t.Errorf("the umpire was told %d times", n)
	}
}

// Orders that the umpire writes for a seat don't end its player's silence.
func TestAmendIsNotHeardOfTheSeat(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	w.writesFrom(umpireAddress, "AMEND french.west 1 TURN 1 BECAUSE of a test: TO picardie: HOLD")
	if w.game().Campaign.Current().Heard("french.west") {
		t.Error("the umpire's amendment counts as the seat's mail")
	}
	w.writes("french.west", "To Picardie: hold")
	if !w.game().Campaign.Current().Heard("french.west") {
		t.Error("the seat's own mail does not count")
	}
}
