package daemon

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/inbox"
	"galloper/events"
	"galloper/mailgate"
)

// newScreenedWorld returns a world with its own limits and lists.
func newScreenedWorld(t *testing.T, change func(*host.Options)) *world {
	t.Helper()
	w := newWorld(t)
	w.change = change
	w.start()
	w.newGame(events.Settings{})
	return w
}

// counted returns the value of a counter of the daemon.
func (w *world) counted(as string) int {
	w.t.Helper()
	families, err := w.d.Metrics.Registry.Gather()
	if err != nil {
		w.t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			for _, l := range m.GetLabel() {
				if f.GetName() == "galloper_mails_total" && l.GetValue() == as {
					return int(m.GetCounter().GetValue())
				}
			}
		}
	}
	return 0
}

// mailFrom returns a mail that answers no other.
func (w *world) mailFrom(address, head, text string) []byte {
	w.uid++
	return fmt.Appendf(
		nil,
		"From: <%s>\r\nTo: orders@galloper.test\r\nMessage-ID: <%d@players.test>\r\n%s\r\n%s\r\n",
		address,
		w.uid,
		head,
		strings.ReplaceAll(text, "\n", "\r\n"),
	)
}

func TestReceiptsAreBoundedAndOrdersAreNot(t *testing.T) {
	t.Parallel()
	w := newScreenedWorld(t, func(o *host.Options) { o.Limits.Hourly, o.Limits.Daily = 3, 5 })
	order := func(n int) string {
		t.Helper()
		return w.writes("french.north", fmt.Sprintf("To Champagne: advance %d", n))
	}
	mustSay(t, order(1), "accepted")
	order(2)
	mustSay(t, order(3), "accepted", "further ones are read, but not answered")
	if got := order(4); got != "" {
		t.Errorf("a fourth receipt within the hour:\n%s", got)
	}
	o, _ := w.game().Campaign.Current().Of("french.north")
	if len(o.Orders) != 1 || !strings.Contains(o.Orders[0], "4") {
		t.Errorf("what was not answered was not read either: %q", o.Orders)
	}
	w.pass(61 * time.Minute)
	mustSay(t, order(5), "accepted")
	mustSay(t, order(6), "further ones are read, but not answered") // the fifth of the day
	w.pass(2 * time.Hour)
	if got := order(7); got != "" {
		t.Errorf("a sixth receipt within the day:\n%s", got)
	}
	mustSay(t, w.writes("dutch.south", "STATUS"), "turn 1")
}

// Forged mails in a player's name use up none of the player's receipts. The player is told of the first, and of the
// rest together.
func TestForgedMailsDoNotSilenceAPlayer(t *testing.T) {
	t.Parallel()
	w := newScreenedWorld(t, func(o *host.Options) { o.Limits.Hourly, o.Limits.Daily = 2, 4 })
	me := addressOf("french.north")
	before := len(w.mailsTo(me))
	forge := func(n int) {
		for range n {
			w.arrive(w.mailFrom(me, "Subject: [mill] turn 1\r\n", "To all: hold"), w.now) // no secret
		}
	}
	forge(70)
	if got := w.mailsTo(me)[before:]; len(got) != 1 || w.mailed(me, "You are told of further ones together, when an "+
		"hour is over.") != 1 {
		t.Fatalf("the player was mailed %q", got)
	}
	mustSay(t, w.writes("french.north", "To Champagne: hold"), "accepted")
	w.start() // the record has the pending notices
	w.pass(59 * time.Minute)
	if got := w.mailsTo(me)[before:]; len(got) != 2 {
		t.Fatalf("before the hour is over the player was mailed %q", got)
	}
	w.pass(2 * time.Minute)
	mustSay(t, w.last(me).text, "NOT READ. Since", "69 further mails in your name were not proved to be yours")
	w.pass(5 * time.Hour)
	if got := w.mailsTo(me)[before:]; len(got) != 3 {
		t.Errorf("the player was mailed %q", got)
	}
	forge(1)
	mustSay(t, w.last(me).text, "NOT READ. A mail in your name")
	w.mustVerify()
}

// The next receipt mentions withheld ones.
func TestWithheldReceiptsAreToldOf(t *testing.T) {
	t.Parallel()
	w := newScreenedWorld(t, func(o *host.Options) { o.Limits.Hourly, o.Limits.Daily = 1, 9 })
	w.writes("french.north", "To Champagne: hold")
	for n := range 3 {
		if got := w.writes("french.north", fmt.Sprintf("To Champagne: advance %d", 50+n)); got != "" {
			t.Fatalf("a second receipt within the hour: %s", got)
		}
	}
	w.start()
	w.pass(61 * time.Minute)
	mustSay(t, w.writes("french.north", "STATUS"), "3 mails of yours before this one had no receipt", "all were read")
	w.pass(61 * time.Minute)
	if got := w.writes("french.north", "STATUS"); strings.Contains(got, "had no receipt") {
		t.Errorf("it is told twice: %s", got)
	}
}

func TestSoManyMailsAreReadInAnHour(t *testing.T) {
	t.Parallel()
	w := newScreenedWorld(t, func(o *host.Options) { o.Limits.Mails = 2 })
	w.writes("french.north", "To Champagne: hold")
	second := w.letterFrom(addressOf("french.north"), "To Champagne: advance 50")
	w.arrive(second, w.now)
	for range 5 {
		w.arrive(second, w.now) // fetched again: not counted
	}
	third := w.letterFrom(addressOf("french.north"), "To Champagne: advance 80")
	if f := w.arrive(third, w.now); f != mailgate.Quarantine {
		t.Errorf("the third mail of the hour was filed as %v, want quarantine", f)
	}
	mustSay(t, w.last(addressOf("french.north")).text, "NOT READ", "more than 2 mails came from its address within an "+
		"hour")
	mustSay(t, w.last(umpireAddress).text, "is in quarantine", "more than 2 mails")
	w.pass(time.Hour)
	mustSay(t, w.writes("french.north", "To Champagne: advance 90"), "accepted")
}

func TestFloodOfStrangersIsFiledUnread(t *testing.T) {
	t.Parallel()
	w := newScreenedWorld(t, func(o *host.Options) { o.Limits.Strangers, o.Limits.Notices = 5, 2 })
	sent, stored := len(w.sent), len(w.types())
	for range 20 {
		if f := w.arrive(w.mailFrom("spam@evil.test", "Subject: [mill] turn 1\r\n", "To Champagne: hold"),
			w.now); f != mailgate.Quarantine {
			t.Fatalf("filed as %v", f)
		}
	}
	if n := w.counted("flood"); n != 15 {
		t.Errorf("%d mails were filed unread, want 15", n)
	}
	if len(w.sent) != sent || len(w.types()) != stored {
		t.Errorf("strangers moved the game: %d mails, %d events", len(w.sent)-sent, len(w.types())-stored)
	}
	for range 4 {
		// forged: no secret
		w.arrive(w.mailFrom(addressOf("dutch.east"), "Subject: [mill] turn 1\r\n", "To all: hold"), w.now)
	}
	if n := w.mailed(umpireAddress, "is in quarantine"); n != 2 {
		t.Errorf("the umpire was told of %d mails, want 2", n)
	}
	mustSay(t, w.last(umpireAddress).text, "further ones of this hour are in the record alone")
	mustSay(t, w.writes("french.north", "To Champagne: hold"), "accepted")
}

// A restart does not reset the limits.
func TestLimitsOutliveARestart(t *testing.T) {
	t.Parallel()
	w := newScreenedWorld(
		t,
		func(o *host.Options) { o.Limits = host.Limits{Hourly: 3, Daily: 5, Mails: 6, Strangers: 4, Notices: 2} },
	)
	anna, ben := addressOf("french.north"), addressOf("dutch.east")
	for n := range 6 {
		w.now = w.now.Add(time.Minute)
		w.start()
		answer := w.writes("french.north", fmt.Sprintf("To Champagne: advance %d", 10+n))
		if (answer != "") != (n < 3) {
			t.Errorf("mail %d was answered: %q", n+1, answer)
		}
		w.arrive(w.mailFrom("spam@evil.test", "", "x"), w.now)
		w.arrive(w.mailFrom(ben, "Subject: [mill] turn 1\r\n", "To all: hold"), w.now) // forged
	}
	if n := len(w.d.Entry(w.ctx, game.Lobby).Game.Campaign.Quarantine()); n != 4 {
		t.Errorf("%d mails of strangers are recorded, want 4", n)
	}
	if n := w.mailed(umpireAddress, "is in quarantine"); n != 2 {
		t.Errorf("the umpire was told %d times, want twice", n)
	}
	w.pass(61 * time.Minute)
	w.start()
	mustSay(t, w.writes("french.north", "To Champagne: hold"), "accepted")
	if n := w.mailed(anna, "NOT READ"); n != 0 {
		t.Errorf("%d of anna's mails were not read", n)
	}
}

func TestAllowAndDenyLists(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		lists host.Screen
		read  bool
	}{
		{"no lists", host.Screen{}, true},
		{"denied by address", host.Screen{Deny: []string{"French-North@players.test"}}, false},
		{"denied by domain", host.Screen{Deny: []string{"@players.test"}, Allow: []string{"@players.test"}}, false},
		{"another is denied", host.Screen{Deny: []string{"@evil.test", "x@players.test"}}, true},
		{"allowed by domain", host.Screen{Allow: []string{"@players.test"}}, true},
		{"not allowed", host.Screen{Allow: []string{"@example.test", "dutch-south@players.test"}}, false},
		{"a name below the domain", host.Screen{Allow: []string{"@test"}}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := newScreenedWorld(t, func(o *host.Options) { o.Screen = tt.lists })
			sent := len(w.sent)
			f := w.arrive(w.letterFrom(addressOf("french.north"), "To Champagne: hold"), w.now)
			_, ordered := w.game().Campaign.Current().Of("french.north")
			if read := f == mailgate.Processed; read != tt.read || ordered != tt.read || (len(w.sent) > sent) != tt.read {
				t.Errorf("filed as %v, orders %v, %d mails; want it read: %v", f, ordered, len(w.sent)-sent, tt.read)
			}
		})
	}
}

func TestTokensRotate(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	reply := w.last(addressOf("french.north")).msg.Header.Get("Reply-To")
	for turn := 1; turn <= inbox.TokenTurns+2; turn++ {
		answer := w.writesTo(addressOf("french.north"), reply, "STATUS")
		if good := !strings.Contains(answer, "NOT READ"); good != (turn <= inbox.TokenTurns+1) {
			t.Fatalf("in turn %d the address of turn 1 proves: %v\n%s", turn, good, answer)
		}
		w.pass(72 * time.Hour)
		if w.game().Campaign.Number() != turn+1 {
			w.writesFrom(umpireAddress, fmt.Sprintf("RESUME TURN %d", turn))
			w.settle()
		}
	}
	if next := w.last(addressOf("french.north")).msg.Header.Get("Reply-To"); next == reply {
		t.Error("the address is the same after five turns")
	}
}

func TestLeakedTokenIsRevokedByMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	leaked := w.last(addressOf("french.north")).msg.Header.Get("Reply-To")
	oldKey, err := w.vault.Get(w.ctx, host.SeatKey("mill", "french.north", 0))
	if err != nil {
		t.Fatal(err)
	}
	w.writes("french.north", "To Champagne: hold")
	w.arrive(w.letterFrom(addressOf("french.north"), "REVOKE"), w.now)
	news := w.last(addressOf("french.north"))
	mustSay(t, news.text, "The secrets of Comte de Guiche", "are new", "KEY ")
	mustSay(t, w.last(umpireAddress).text, "has revoked the secrets")
	if strings.Contains(news.text, string(oldKey)) {
		t.Error("the new KEY is the old one")
	}
	for name, old := range map[string]string{"token": "", "key": "GAME mill\nKEY " + string(oldKey) + "\n"} {
		to := leaked
		if name == "key" {
			to = "orders@galloper.test"
		}
		mustSay(t, w.writesTo(addressOf("french.north"), to, old+"To Champagne: general advance"), "NOT READ", "too old")
		w.pass(61 * time.Minute) // the hour's further mails are reported together
	}
	o, _ := w.game().Campaign.Current().Of("french.north")
	if len(o.Orders) != 1 || !strings.Contains(o.Orders[0], "HOLD") {
		t.Errorf("in force is %q: the leaked secret still orders, or what was ordered before is gone", o.Orders)
	}
	mustSay(
		t,
		w.writesTo(addressOf("french.north"), news.msg.Header.Get("Reply-To"), "To Champagne: advance 50"),
		"ADVANCE 50: accepted",
	)
	w.mustVerify()
}

func TestRevokeBesideOrders(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	mustSay(t, w.writes("french.north", "To Champagne: hold\nREVOKE KEY\nREADY"), "HOLD: accepted", "REVOKE: your old "+
		"secrets prove nothing any more")
	receipt := w.sent[len(w.sent)-1]
	for _, m := range w.sent {
		if m.to == addressOf("french.north") && m.msg.Header.Get("In-Reply-To") != "" {
			receipt = m
		}
	}
	// the receipt brings the new secret
	mustSay(t, w.writesTo(addressOf("french.north"), receipt.msg.Header.Get("Reply-To"), "STATUS"), "turn 1")
	// An unauthenticated mail can't revoke secrets.
	epoch := w.game().Epoch("dutch.east")
	w.writesTo(addressOf("dutch.east"), "orders@galloper.test", "GAME mill\nREVOKE")
	if got := w.game().Epoch("dutch.east"); got != epoch {
		t.Error("an unproved mail revoked the secrets of a seat")
	}
}

func TestUmpireRenewsSecrets(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	for _, seat := range []string{"french.west", game.Umpire} {
		address := addressOf(seat)
		if seat == game.Umpire {
			address = umpireAddress
		}
		old := w.last(address).msg.Header.Get("Reply-To")
		if seat != game.Umpire {
			mustSay(t, w.writesFrom(umpireAddress, "RENEW "+seat+" BECAUSE a report was passed on"), "RENEW: done")
		} else {
			mustSay(t, w.writesFrom(umpireAddress, "RENEW umpire BECAUSE a report was passed on"), "RENEW: done")
		}
		mustSay(t, w.writesTo(address, old, "STATUS"), "NOT READ")
		found := false
		for _, m := range w.sent {
			if m.to == address && strings.Contains(strings.Join(strings.Fields(m.text), " "), "are new, because a report was "+
				"passed on") {
				answer := w.writesTo(address, m.msg.Header.Get("Reply-To"), "STATUS")
				found = answer != "" && !strings.Contains(answer, "NOT READ")
			}
		}
		if !found {
			t.Errorf("%s: the new secret proves nothing", seat)
		}
	}
}

func TestSeveralGamesInOneMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	second := admin.NewGame{
		Name:     "ford",
		File:     "mill.yaml",
		Scenario: skirmish,
		Seats:    map[string][]string{},
		Umpires:  []string{umpireAddress},
	}
	for _, s := range seats {
		second.Seats[s] = []string{addressOf(s)}
	}
	made, err := w.d.New(w.ctx, second)
	if err != nil {
		t.Fatal(err)
	}
	w.settle()
	mill := ""
	for _, m := range w.sent {
		if m.to == addressOf("french.north") && strings.Contains(m.msg.Header.Get("Subject"), "[mill]") {
			mill = m.msg.Header.Get("Reply-To")
		}
	}
	text := "Both at once.\n\nORDERS\nGAME mill\nTo Champagne: hold\nEND\nORDERS\nGAME ford\nKEY %s\nTo Champagne: " +
		"advance 50\nEND"
	orders := func(game string) string {
		e := w.d.Entry(w.ctx, game)
		o, _ := e.Game.Campaign.Current().Of("french.north")
		return strings.Join(o.Orders, "; ")
	}
	w.writesTo(addressOf("french.north"), mill, fmt.Sprintf(text, "wrong"))
	if orders("mill") != "TO champagne: HOLD" || orders("ford") != "" {
		t.Errorf("one secret for two games: mill %q, ford %q", orders("mill"), orders("ford"))
	}
	if n := w.mailed(addressOf("french.north"), "NOT READ"); n != 1 {
		t.Errorf("%d notices of the part that is not proved, want 1", n)
	}
	w.writesTo(addressOf("french.north"), mill, fmt.Sprintf(text, made.Keys["french.north"]))
	if orders("mill") != "TO champagne: HOLD" || orders("ford") != "TO champagne: ADVANCE 50" {
		t.Errorf("mill %q, ford %q", orders("mill"), orders("ford"))
	}
	w.mustVerify()
}

func TestMailThatTheServerWillNotHandOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	for uid := range uint32(3) {
		in := mailgate.Incoming{
			At:       mailgate.Checkpoint{Mailbox: "INBOX", UIDValidity: 1, UID: uid + 70},
			Received: w.now,
			Size:     900,
			Partial:  true,
			Fault:    "the server did not hand it out",
		}
		for range 2 {
			if f, err := w.d.Handle(w.ctx, []mailgate.Incoming{in}); err != nil || f[0] != mailgate.Quarantine {
				t.Fatalf("filed as %v: %v", f, err)
			}
		}
	}
	if n := len(w.d.Entry(w.ctx, game.Lobby).Game.Campaign.Quarantine()); n != 3 {
		t.Errorf("%d mails are recorded, want 3", n)
	}
}
