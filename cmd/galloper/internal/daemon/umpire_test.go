package daemon

import (
	"slices"
	"strings"
	"testing"
	"time"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/events"
	"galloper/projections/campaign"
)

func TestUmpireByMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	umpire := func(text string) string { t.Helper(); return w.writesFrom(umpireAddress, text) }

	mustSay(t, umpire("Hello desk,\n\nthe floods have taken the bridge here.\n\nEXTEND 2d TURN 1 BECAUSE the post is slow"+
		"\n\nBest regards,\nUma Thornton\nQuiberon Games"), "EXTEND: done", "Not read, because it begins with no act: > "+
		"the floods have taken the bridge here.")
	if d := w.game().Campaign.Current().Deadline; !d.Equal(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)) {
		t.Errorf("the deadline is %s", d)
	}
	mustSay(t, w.last(addressOf("dutch.east")).text, "The deadline of turn 1 has moved", "because the post is slow")
	mustSay(t, umpire("HOLD TURN 1 BECAUSE I must think"), "HOLD: done")
	mustSay(t, w.writes("french.north", "To Champagne: hold"), "HOLD: accepted")
	w.pass(8 * 24 * time.Hour)
	if c := w.game().Campaign; c.Number() != 1 || c.Phase() != campaign.Held {
		t.Fatalf("a held turn went on: turn %d, %s", c.Number(), c.Phase())
	}
	mustSay(t, umpire("HOLD TURN 1 BECAUSE again"), "held already")
	mustSay(t, umpire("RESUME TURN 1"), "RESUME: done")
	if n := w.game().Campaign.Number(); n != 2 {
		t.Fatalf("resumed behind its deadline, the turn is %d, want 2", n)
	}
	mustSay(t, umpire("RESUME TURN 2"), "is not held")
	mustSay(t, umpire("APPROVE TURN 2"), "no result that waits")
	mustSay(t, umpire("ANSWER 1 TURN 2: hold"), "there is no open question 1")
	mustSay(t, umpire("CLOSE TURN 1"), "it names turn 1, but turn 2 is the current one")
	mustSay(t, umpire("CLOSE TURN 2\n\nEXTEND 2h TURN 2 BECAUSE no"), "REFUSED. Nothing was done: act 2 of 2 (line 3), "+
		"EXTEND: turn 2 is closed already")
	mustSay(t, umpire("ANNOUNCE: the post is slow\n\nDANCE"), "REFUSED. Nothing was done")
	if got := w.game().Campaign.Current().Announced; len(got) != 0 {
		t.Errorf("half a mail was done: %v", got)
	}
	mustSay(
		t,
		umpire("LETTER TO french.north: come to supper\n\nANNOUNCE: the post is slow"),
		"LETTER: done",
		"ANNOUNCE: done",
	)
	mustSay(t, w.last(addressOf("dutch.east")).text, "The umpire announces", "the post is slow")
	if strings.Contains(w.last(addressOf("dutch.east")).text, "supper") {
		t.Error("a letter was told to everybody")
	}
	mustSay(t, umpire("LETTER TO swiss.guard: come"), "there is no seat swiss.guard")
	mustSay(t, umpire("CLOSE TURN 2 BECAUSE all have written"), "CLOSE: done")
	if n := w.game().Campaign.Number(); n != 3 {
		t.Fatalf("closed by the umpire, the turn is %d, want 3", n)
	}
	w.mustVerify()
}

// An act without a turn is for the turn of the mail that it answers, and never for a later one.
func TestUmpireAnswersWithoutTheTurn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	told := func() string { t.Helper(); return w.last(umpireAddress).msg.Header.Get("Reply-To") }
	key, err := w.vault.Get(w.ctx, host.SeatKey("mill", game.Umpire, 0))
	if err != nil {
		t.Fatal(err)
	}
	plain := "GAME mill\nSEAT umpire\nKEY " + string(key) + "\n\nEXTEND 2h BECAUSE of rain"
	mustSay(t, w.writesTo(umpireAddress, "orders@galloper.test", plain),
		"REFUSED. Nothing was done. - line 5: EXTEND 2h BECAUSE of rain: it does not name the turn; write: EXTEND 2h "+
			"TURN 1 BECAUSE of rain")
	first := told()
	mustSay(t, w.writesTo(umpireAddress, first, "EXTEND 2h BECAUSE of rain\n\nYours truly"), "EXTEND: done")
	mustSay(t, w.writesTo(umpireAddress, first, "CLOSE\nBest regards,\nUma"), "CLOSE: done")
	if n := w.game().Campaign.Number(); n != 2 {
		t.Fatalf("closed by the umpire, the turn is %d, want 2", n)
	}
	mustSay(t, w.writesTo(umpireAddress, first, "CLOSE"), "CLOSE: your mail answers one of turn 1, but turn 2 is the "+
		"current one; to do it in that, name it: TURN 2")
	mustSay(t, w.writesTo(umpireAddress, first, "CLOSE TURN 2"), "CLOSE: done")
	mustSay(t, w.writesTo(umpireAddress, told(), "close"), "write: close TURN 3")
	if n := w.game().Campaign.Number(); n != 3 {
		t.Fatalf("the turn is %d, want 3", n)
	}
	w.mustVerify()
}

func TestUmpiresCommandFromAPlayerIsNoCommand(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	w.writes("french.north", "CLOSE TURN 1")
	if c := w.game().Campaign; c.Number() != 1 || c.Phase() != campaign.Open {
		t.Error("a player closed the turn")
	}
}

func TestReviewedGame(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{Review: "umpire"})
	w.half()
	before := len(w.mailsTo(addressOf("french.north")))
	w.pass(73 * time.Hour)
	if p := w.game().Campaign.Phase(); p != campaign.Review {
		t.Fatalf("adjudicated, the game is %s, want review", p)
	}
	draft := w.last(umpireAddress)
	mustSay(t, draft.text, "waits for your approval", "APPROVE TURN 1", "t1.1 turn.begun")
	if got := w.mailsTo(addressOf("french.north")); len(got) != before {
		t.Errorf("a seat was told before the approval: %q", got[before:])
	}
	mustSay(t, w.writes("french.north", "To Champagne: hold"), "TOO LATE", "being adjudicated")
	mustSay(t, w.writesFrom(umpireAddress, "APPROVE TURN 1"), "APPROVE: done")
	if n := w.game().Campaign.Number(); n != 2 {
		t.Fatalf("approved, the turn is %d, want 2", n)
	}
	mustSay(t, w.last(addressOf("french.north")).text, "A skirmish, turn 1")
	w.mustVerify()
}

func TestSilence(t *testing.T) {
	t.Parallel()
	t.Run("of most seats at once holds the turn", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		w.newGame(events.Settings{})
		for _, s := range seats {
			w.writes(s, "READY")
		}
		w.pass(73 * time.Hour)
		c := w.game().Campaign
		if c.Number() != 2 || c.Phase() != campaign.Held {
			t.Fatalf("turn %d, %s; want turn 2 held", c.Number(), c.Phase())
		}
		mustSay(t, w.last(umpireAddress).text, "4 of 4 seats are silent that were not before", "RESUME TURN 2")
		w.writesFrom(umpireAddress, "RESUME TURN 2")
		if n := w.game().Campaign.Number(); n != 3 {
			t.Errorf("resumed, the turn is %d, want 3", n)
		}
	})
	t.Run("holds where the game says so", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		w.newGame(events.Settings{OnSilence: "hold"})
		for _, s := range seats[1:] {
			w.writes(s, "To all: hold")
		}
		w.pass(73 * time.Hour)
		if p := w.game().Campaign.Phase(); p != campaign.Held {
			t.Errorf("the game is %s, want held", p)
		}
	})
	t.Run("asks for a stand-in", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		w.newGame(events.Settings{OnSilence: "stand-in", Silent: 2})
		w.half()
		w.pass(73 * time.Hour)
		if text := w.last(umpireAddress).text; strings.Contains(text, "stand-in") {
			t.Errorf("after one turn: %s", text)
		}
		w.pass(73 * time.Hour)
		found := false
		for _, m := range w.sent {
			found = found ||
				m.to == umpireAddress &&
					strings.Contains(
						strings.Join(strings.Fields(m.text), " "),
						"has been silent for 2 turns. It is time to ask for a stand-in",
					)
		}
		if !found {
			t.Error("after two turns the umpire was not asked")
		}
	})
}

func TestOutageMovesTheDeadline(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	w.pass(70 * time.Hour)
	raw := w.letterFrom(addressOf("french.north"), "To Champagne: hold")
	at := w.now
	w.now = w.now.Add(5 * time.Hour) // the mailbox was unread for five hours, past the deadline
	w.start()
	w.d.Tick(w.ctx)
	c := w.game().Campaign
	if want := time.Date(2026, 11, 19, 17, 0, 0, 0, time.UTC); c.Phase() != campaign.Open ||
		!c.Current().Deadline.Equal(want) {
		t.Fatalf("after the outage: %s, deadline %s, want %s", c.Phase(), c.Current().Deadline, want)
	}
	w.arrive(raw, at.Add(time.Hour))
	mustSay(t, w.last(addressOf("french.north")).text, "HOLD: accepted")
	for _, to := range []string{addressOf("dutch.east"), umpireAddress} {
		mustSay(t, w.last(to).text, "The deadline of turn 1 has moved", "the service could not read mail for 5 hours")
	}
	w.pass(3 * time.Hour)
	if n := w.game().Campaign.Number(); n != 2 {
		t.Errorf("after the moved deadline the turn is %d, want 2", n)
	}
}

func TestShortGapClosesOnlyWhenTheMailboxWasRead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	w.half()
	w.pass(72*time.Hour - time.Minute)
	raw := w.letterFrom(addressOf("french.north"), "To Champagne: hold")
	w.now = w.now.Add(2 * time.Minute)
	w.d.Tick(w.ctx)
	if n := w.game().Campaign.Number(); n != 1 {
		t.Fatal("the turn was closed before the mailbox was read")
	}
	w.arrive(raw, w.now.Add(-90*time.Second))
	mustSay(t, w.sent[len(w.sent)-1].text+w.last(addressOf("french.north")).text, "Turn 1")
	if o := ordersOf(w.game(), 1, "french.north"); !slices.Equal(o, []string{"TO champagne: HOLD"}) {
		t.Errorf("the mail that lay in the mailbox at the deadline gave %q", o)
	}
}

func TestBrokenAdjudicatorHoldsOneGame(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	rules := *adjudicator.Find(w.d.Rulesets, "firediscipline")
	rules.Phases = slices.Clone(rules.Phases)
	rules.Phases[0].Run = nil // calling it panics
	w.d.Games["mill"].Game.Rules = &rules
	w.writesFrom(umpireAddress, "CLOSE TURN 1")
	if p := w.game().Campaign.Phase(); p != campaign.Held {
		t.Fatalf("the game is %s, want held", p)
	}
	mustSay(t, w.last(umpireAddress).text, "an invariant of the rules did not hold")
	w.start() // with the program fixed
	mustSay(t, w.writesFrom(umpireAddress, "RESUME TURN 1"), "RESUME: done")
	if n := w.game().Campaign.Number(); n != 2 {
		t.Errorf("mended and resumed, the turn is %d, want 2", n)
	}
}

func TestGameThatCannotBeReadHoldsNoOther(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	rules := *adjudicator.Find(w.d.Rulesets, "firediscipline")
	rules.Version++ // the program is newer, and lacks the old rules
	w.rules = []*adjudicator.Ruleset{&rules}
	w.start()
	if _, err := w.d.Rule(w.ctx, RuleRequest{Game: "mill", Text: "CLOSE TURN 1"}); err == nil ||
		!strings.Contains(err.Error(), "made under firediscipline 6") {
		t.Errorf("the game was ruled on: %v", err)
	}
	n := admin.NewGame{Name: "second", File: "mill.yaml", Scenario: skirmish, Seats: map[string][]string{}}
	for _, s := range seats {
		n.Seats[s] = []string{addressOf(s)}
	}
	if _, err := w.d.New(w.ctx, n); err != nil {
		t.Errorf("no other game can be made: %v", err)
	}
}

func TestBounceGoesToTheUmpire(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	report := w.last(addressOf("french.north"))
	raw := []byte("From: MAILER-DAEMON@players.test\r\nTo: " + report.from + "\r\nAuto-Submitted: " +
		"auto-replied\r\nSubject: Undelivered Mail\r\n" +
		"Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: " +
		"text/plain\r\n\r\nSorry.\r\n" +
		"--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\nFinal-Recipient: rfc822; " +
		"anna@players.test\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 no such user\r\n\r\n" +
		"--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-Id: " + report.msg.Header.Get("Message-Id") +
		"\r\n\r\n--b--\r\n")
	w.arrive(raw, w.now)
	mustSay(t, w.last(umpireAddress).text, "Comte de Guiche cannot be reached", "no such user")
	if types := w.types(); !slices.Contains(types, "mail.bounced") {
		t.Errorf("no bounce is recorded: %v", types)
	}
}

func TestUmpireIsToldHowToRule(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	mine := strings.Join(strings.Fields(w.last(umpireAddress).text), " ")
	mustSay(t, mine, "Answer this mail to rule;", "the lines GAME mill, SEAT umpire and KEY ")
	if strings.Contains(mine, "send orders") {
		t.Error("the umpire is asked for orders")
	}
	mustSay(t, mine, "Turn 1 is open; the seats' orders are due Thu")
	mustSay(t, strings.Join(strings.Fields(w.last(addressOf("french.north")).text), " "), "Answer this mail to send "+
		"orders.")
}

// Examples shown to an umpire can be sent unchanged: they name the game's turn.
func TestExamplesNameTheCurrentTurn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	w.writesFrom(umpireAddress, "CLOSE TURN 1")
	mustSay(t, w.writesFrom(umpireAddress, "HOLD"), "write: HOLD TURN 2 BECAUSE …")
	help := w.writesFrom(umpireAddress, "HELP")
	for _, wrong := range []string{"TURN 1", "TURN 3", "TURN 4", "t4.17"} {
		if strings.Contains(help, wrong) {
			t.Errorf("HELP names %s in turn 2:\n%s", wrong, help)
		}
	}
	mustSay(
		t,
		w.writesFrom(umpireAddress, "LETTER TO dutch.east FROM Louis: come at once"),
		`LETTER: done. Heer van Dedem will read, from Louis: "come at once"`,
	)
	mustSay(t, w.writesFrom(umpireAddress, "HELP DANCE"), `there is no act "DANCE"`)
}
