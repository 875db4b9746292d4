package daemon

import (
	"slices"
	"strings"
	"testing"
	"time"

	"galloper/adjudicator"
	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/host"
	"galloper/events"
	"galloper/mailgate"
	"galloper/orders"
)

func TestGameFromMailToMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	if got := w.mailsTo(addressOf("french.north")); len(got) != 1 || !strings.HasPrefix(got[0], "[mill] turn 1:") {
		t.Fatalf("the opening mails of a seat: %q", got)
	}
	receipt := w.writes("french.north", "Cher ami,\n\nTo Champagne: general advance\nTo Champaign: hold\n\nreaddy\n")
	mustSay(
		t,
		receipt,
		"1 order accepted, 1 refused",
		"TO champagne: ADVANCE: accepted",
		"champagne by courier",
		"nearest: champagne",
		"deadline: Thursday 19 November 2026",
	)
	for _, s := range seats {
		mustSay(t, w.writes(s, "READY"), "READY")
	}
	if n := w.game().Campaign.Number(); n != 2 {
		t.Fatalf("all seats are READY, but the current turn is %d, want 2", n)
	}
	mustSay(t, w.last(addressOf("french.north")).text, "A skirmish, turn 1", "yours to champagne")
	if sum := w.mustVerify(); sum.Turns != 1 || sum.Commits < 6 {
		t.Errorf("verified %+v", sum)
	}
}

func TestDeadlineClosesAndSilenceIsTold(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{Remind: []string{"24h", "2h"}})
	w.writes("french.north", "To Champagne: general advance")
	w.writes("french.west", "READY")
	w.pass(71 * time.Hour)
	if n := w.game().Campaign.Number(); n != 1 {
		t.Fatalf("an hour before the deadline the turn is %d", n)
	}
	if got := w.mailsTo(addressOf("dutch.east")); len(got) != 3 || !strings.Contains(got[1], "due in 24 hours") ||
		!strings.Contains(got[2], "due in 2 hours") {
		t.Errorf("reminders of a silent seat: %q", got)
	}
	if got := w.mailsTo(addressOf("french.north")); len(got) != 2 {
		t.Errorf("a seat that has written was reminded: %q", got)
	}
	w.pass(time.Hour)
	if n := w.game().Campaign.Number(); n != 2 {
		t.Fatalf("at the deadline the turn is %d, want 2", n)
	}
	if got := strings.Join(w.mailsTo(umpireAddress), "\n"); !strings.Contains(got, "silent: Heer van Fagel and Heer "+
		"van Dedem") {
		t.Errorf("the umpire was not told who is silent: %s", got)
	}
}

func TestReceiptsOfAllKinds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{Absence: "2d"})
	north := func(text string) string { t.Helper(); return w.writes("french.north", text) }
	mustSay(t, north("CHECK\nTo Champagne: hold"), "CHECK: nothing of this mail is recorded", "TO champagne: HOLD: "+
		"accepted")
	if _, ok := w.game().Campaign.Current().Of("french.north"); ok {
		t.Error("CHECK recorded orders")
	}
	mustSay(t, north("STATUS"), "turn 1", "Nothing has come from you")
	mustSay(t, north("HELP"), "ADVANCE")
	mustSay(t, north("HISTORY"), "A skirmish, turn 1 is about to begin")
	mustSay(t, north("HISTORY 7"), "There is no report of turn 7")
	mustSay(t, north("To Champagne: hold"), "TO champagne: HOLD: accepted")
	mustSay(t, north("ADD\nRide to 500,200"), "ADDED to the 1 order", "2. RIDE TO 500,200")
	mustSay(t, north("CANCEL 1"), "CANCELLED: 1 order of 2", "2. RIDE TO 500,200")
	mustSay(t, north("To Champagne: advance"), "This mail REPLACES your earlier one")
	mustSay(t, north("To nobody: dance"), "1 order refused", "None of these orders was accepted: your earlier mail, "+
		"with 1 order, stands")
	mustSay(t, north("Dear all, I shall write soon."), "No orders")
	mustSay(t, north("TURN 7\nTo Champagne: hold"), "Turn 7 has not begun")
	mustSay(t, north("READY"), "READY noted")
	mustSay(t, north("To Champagne: hold"), "say it again")
	mustSay(t, w.writes("french.west", "ABSENT UNTIL 2026-11-20"), "ABSENT noted until")
	if d := w.game().Campaign.Current().Deadline; !d.Equal(time.Date(2026, 11, 20, 23, 59, 59, 0, time.UTC)) {
		t.Errorf("the absence moved the deadline to %s", d)
	}
	mustSay(t, w.writes("french.west", "ABSENT UNTIL next week"), "is no date")
	mustSay(t, w.writes("dutch.east", "RESIGN"), "RESIGN noted")
	w.mustVerify()
}

// Players mention an absence among other things, with a date in their own form.
func TestAbsenceInProse(t *testing.T) {
	t.Parallel()
	for text, until := range map[string]string{
		"I am on holiday until Friday, sorry! ABSENT UNTIL 2026-11-20":    "20 November",
		"To Champagne: hold\n\nI shall be absent until 20th November.":    "20 November",
		"Dear umpire,\n\nI am ABSENT UNTIL Thursday. My mother is ill.":   "19 November",
		"ABSENT UNTIL Nov 19, 2026. Sorry for that!\n\nBest wishes, Anna": "19 November",
		"I shall be in Rome. ABSENT":                                      "this turn",
	} {
		w := newWorld(t)
		w.newGame(events.Settings{})
		mustSay(t, w.writes("french.north", text), "ABSENT noted", until)
		if !w.game().Campaign.Current().IsAbsent("french.north") {
			t.Errorf("%q: not absent", text)
		}
	}
	w := newWorld(t)
	w.newGame(events.Settings{})
	mustSay(t, w.writes("french.north", "I am on holiday until Friday, sorry!"), "if you are away, write ABSENT")
}

// A player who reports an absence doesn't mean that the turn should close without their orders.
func TestAbsenceThatWouldCloseTheTurnSaysSoFirst(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	for _, seat := range seats[1:] {
		w.writes(seat, "READY")
	}
	mustSay(t, w.writes(seats[0], "ABSENT UNTIL 2026-11-20"), "ABSENT was not noted: with it the turn would close now",
		"the line READY below it")
	if c := w.game().Campaign; c.Number() != 1 || c.Current().Closed != "" || c.Current().IsAbsent(seats[0]) {
		t.Fatalf("turn %d, closed %q", c.Number(), c.Current().Closed)
	}
	mustSay(t, w.writes(seats[0], "ABSENT UNTIL 2026-11-20\nREADY"), "ABSENT noted until", "READY noted")
	if n := w.game().Campaign.Number(); n != 2 {
		t.Errorf("the turn is %d, want 2", n)
	}
	w.mustVerify()
}

// A mail that was not fully understood closes no turn.
func TestReadyWaitsForWhatWasRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	north := func(text string) string { t.Helper(); return w.writes("french.north", text) }
	ready := func() bool { return w.game().Campaign.Current().IsReady("french.north") }
	for _, mail := range []string{
		"Champagne: assault the mill\nChampagne to hold\nREADY", // not read as an order
		"To Champagne: hold\nTo nobody: dance\nREADY",
		"To Champagne: hold\nTo the last man, Champagne\nREADY",
		"LETTER TO nobody: come\nREADY",
		"CANCEL 7\nREADY",
		"To Champagne: hold\nORDERS\nREADY\nEND",
		"ABSENT UNTIL next week\nREADY",
	} {
		mustSay(t, north(mail), "READY NOT TAKEN, because", "the turn still waits for you")
		if ready() {
			t.Errorf("%q: READY counts", mail)
		}
	}
	mustSay(
		t,
		north("Dear umpire,\nall is well here.\n\nTo Champagne: hold\nREADY\n\nKind regards"),
		"READY noted",
		"you need not write again",
	)
	if !ready() {
		t.Error("a greeting holds READY back")
	}
	mustSay(t, north("To nobody: dance"), "1 order refused", "say it again")
	if ready() {
		t.Error("the turn does not wait for orders that were refused")
	}
	mustSay(t, north("READY"), "READY noted")
	mustSay(t, north("CHECK\nTo nobody: dance\nREADY"), "READY: would not be taken")
	if !ready() {
		t.Error("a mail to be checked took READY back")
	}
	w.mustVerify()
}

func TestLateMailIsAnsweredAndNotKept(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{Grace: "30m"})
	old := w.letterFrom(addressOf("french.north"), "To Champagne: general advance")
	w.writes("french.west", "READY")
	w.writes("dutch.south", "READY")
	w.pass(72*time.Hour + 20*time.Minute)
	if n := w.game().Campaign.Number(); n != 1 {
		t.Fatalf("within the grace the turn is %d", n)
	}
	w.pass(time.Hour)
	if n := w.game().Campaign.Number(); n != 2 {
		t.Fatalf("after the grace the turn is %d, want 2", n)
	}
	w.arrive(old, w.now)
	mustSay(
		t,
		w.last(addressOf("french.north")).text,
		"TOO LATE",
		"Turn 1, which this mail is for, is over",
		"would have been read as",
		"TO champagne: ADVANCE",
	)
	if _, ok := w.game().Campaign.Current().Of("french.north"); ok {
		t.Error("late orders were kept for the next turn")
	}
}

func TestMailIsCountedByWhenTheServerGotIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	first := w.letterFrom(addressOf("french.north"), "To Champagne: hold")
	second := w.letterFrom(addressOf("french.north"), "To Champagne: general advance")
	at := w.now
	w.now = w.now.Add(time.Hour)
	w.arrive(second, at.Add(2*time.Minute))
	w.arrive(first, at.Add(time.Minute))
	mustSay(t, w.last(addressOf("french.north")).text, "NOT COUNTED")
	o, _ := w.game().Campaign.Current().Of("french.north")
	if !slices.Equal(o.Orders, []string{"TO champagne: ADVANCE"}) {
		t.Errorf("in force is %q, want the orders of the mail received later", o.Orders)
	}
}

func TestOneMailOneEffect(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	raw := w.letterFrom(addressOf("french.north"), "To Champagne: hold")
	w.arrive(raw, w.now)
	count := len(w.types())
	sent := len(w.sent)
	w.arrive(raw, w.now)
	w.arrive(append([]byte("Received: from elsewhere\r\n"), raw...), w.now)
	w.start()
	w.arrive(raw, w.now)
	if got := len(w.types()); got != count || len(w.sent) != sent {
		t.Errorf("the same mail again added %d events and %d mails", got-count, len(w.sent)-sent)
	}
}

func TestUnprovedMailChangesNothing(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, from, to string
		text           string
		told           bool // the registered address is told
	}{
		{
			"right address without secret",
			addressOf("french.north"),
			"orders@galloper.test",
			"GAME mill\nTo Champagne: hold",
			true,
		},
		{
			"stranger",
			"stranger@example.test",
			"orders@galloper.test",
			"GAME mill\nSEAT french.north\nTo Champagne: hold",
			false,
		},
		{"wrong key", addressOf("french.north"), "orders@galloper.test", "GAME mill\nKEY abcdef\nTo Champagne: hold", true},
		{"unknown game", addressOf("french.north"), "orders@galloper.test", "GAME waterloo\nTo Champagne: hold", true},
		{"unknown game of a stranger", "stranger@example.test", "orders@galloper.test", "GAME waterloo", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.newGame(events.Settings{})
			before := len(w.mailsTo(tt.from))
			raw := []byte(
				"From: <" + tt.from + ">\r\nTo: " + tt.to + "\r\nSubject: x\r\nMessage-ID: <1@x>\r\n\r\n" + strings.ReplaceAll(
					tt.text,
					"\n",
					"\r\n",
				) + "\r\n",
			)
			if f := w.arrive(raw, w.now); f != mailgate.Quarantine {
				t.Errorf("filed as %v, want quarantine", f)
			}
			if _, ok := w.game().Campaign.Current().Of("french.north"); ok {
				t.Error("it changed the orders")
			}
			if told := len(w.mailsTo(tt.from)) > before; told != tt.told {
				t.Errorf("its address was told: %v, want %v", told, tt.told)
			}
		})
	}
}

func TestKeyLineProves(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	key, err := w.vault.Get(w.ctx, host.SeatKey("mill", "french.north", 0))
	if err != nil {
		t.Fatal(err)
	}
	mustSay(t, w.last(addressOf("french.north")).text, "KEY "+string(key))
	raw := []byte("From: " + addressOf("french.north") + "\r\nTo: orders@galloper.test\r\nSubject: hello\r\n\r\nGAME " +
		"mill\r\nKEY " + string(key) + "\r\nTo Champagne: hold\r\n")
	if f := w.arrive(raw, w.now); f != mailgate.Processed {
		t.Fatalf("filed as %v", f)
	}
	mustSay(t, w.last(addressOf("french.north")).text, "TO champagne: HOLD: accepted", "address+key")
}

func TestMailThatCannotBeReadIsAnswered(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	head := string(w.letterFrom(addressOf("french.north"), ""))
	head, _, _ = strings.Cut(head, "Content-Type:")
	for name, rest := range map[string]string{
		"unknown charset": "Content-Type: text/plain; charset=utf-7\r\n\r\n+AEE-dvance\r\n",
		"binary":          "Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n\r\nAAECAwQ=\r\n",
		"empty":           "Content-Type: text/plain\r\n\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			before := len(w.sent)
			w.arrive(
				[]byte(strings.Replace(head, "Message-ID: <", "Message-ID: <"+strings.ReplaceAll(name, " ", ""), 1)+rest),
				w.now,
			)
			if len(w.sent) == before || w.sent[before].to != addressOf("french.north") {
				t.Error("the sender got no answer")
			}
		})
	}
	t.Run("30 MB", func(t *testing.T) {
		raw := w.letterFrom(addressOf("french.north"), "To Champagne: hold")
		before := len(w.sent)
		if _, err := w.d.Take(w.ctx, mailgate.Incoming{Received: w.now, Size: 30 << 20, Raw: raw[:len(raw)-4],
			Partial: true}); err != nil {
			t.Fatal(err)
		}
		w.settle()
		if len(w.sent) == before {
			t.Fatal("the sender got no answer")
		}
		mustSay(t, w.sent[before].text, "NOT READ", "30 MB")
	})
	t.Run("no mail at all", func(t *testing.T) {
		if f := w.arrive([]byte("\x00\x01\x02garbage"), w.now); f != mailgate.Quarantine {
			t.Errorf("filed as %v, want quarantine", f)
		}
	})
	w.mustVerify()
}

func TestAutomaticMailIsNeverAnswered(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	raw := w.letterFrom(addressOf("french.north"), "I am away. To Champagne: hold")
	raw = append([]byte("Auto-Submitted: auto-replied\r\n"), raw...)
	before := len(w.sent)
	w.arrive(raw, w.now)
	if len(w.sent) != before {
		t.Errorf("%d mails answered an auto-reply", len(w.sent)-before)
	}
	if _, ok := w.game().Campaign.Current().Of("french.north"); ok {
		t.Error("an auto-reply gave orders")
	}
}

func TestReportHasTheMapInside(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.d.Rulesets = rulesets.All()
	w.newGame(events.Settings{})
	raw := string(w.last(addressOf("french.north")).raw)
	for _, want := range []string{"multipart/alternative", "image/png", "Content-Id:", "src=3D\"cid:"} {
		if !strings.Contains(raw, want) {
			t.Errorf("the opening mail has no %s", want)
		}
	}
	if len(raw) >= mailgate.MaxMail {
		t.Errorf("the mail has %d bytes", len(raw))
	}
}

func TestLettersWithoutCourier(t *testing.T) {
	t.Parallel()
	t.Run("immediate", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		w.newGame(events.Settings{Letters: "immediate"})
		mustSay(
			t,
			w.writes("french.north", "To Champagne: hold\nLETTER TO french.west: come at once\n"),
			"LETTER TO french.west: accepted, sent at once",
		)
		mustSay(t, w.last(addressOf("french.west")).text, "A letter from Comte de Guiche", "come at once")
		if o, _ := w.game().Campaign.Current().Of("french.north"); !slices.Equal(o.Orders, []string{"TO champagne: HOLD"}) {
			t.Errorf("a courier rides all the same: %q", o.Orders)
		}
		before := len(w.mailsTo(addressOf("french.west")))
		w.writes("french.north", "CHECK\nLETTER TO french.west: never mind")
		if len(w.mailsTo(addressOf("french.west"))) != before {
			t.Error("CHECK sent a letter")
		}
	})
	t.Run("none", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		w.newGame(events.Settings{Letters: "none"})
		mustSay(
			t,
			w.writes("french.north", "To Champagne: hold\nLETTER TO french.west: come at once\n"),
			"this game has no letters between seats",
			"this game has no letters",
			"HOLD: accepted",
		)
	})
}

func TestMailThatBreaksTheRulesetIsSetAside(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	rules := *adjudicator.Find(w.d.Rulesets, "firediscipline")
	rules.Read = func(adjudicator.Desk, []orders.Item) adjudicator.Reading { panic("a fault in the rules") }
	w.d.Games["mill"].Game.Rules = &rules
	if f := w.arrive(w.letterFrom(addressOf("french.north"), "To Champagne: hold"), w.now); f != mailgate.Quarantine {
		t.Errorf("filed as %v, want quarantine", f)
	}
	mustSay(t, w.last(umpireAddress).text, "the program broke while it was read")
	w.start() // with the program fixed, the others go on
	mustSay(t, w.writes("french.west", "To Picardie: hold"), "HOLD: accepted")
}
