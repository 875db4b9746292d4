package daemon

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/events"
	"galloper/mailgate"
)

// secretsOfSeat returns the seat's credentials: address, token and KEY.
func (w *world) secretsOfSeat(seat string) (address, token, key string) {
	w.t.Helper()
	address = strings.Trim(w.last(addressOf(seat)).msg.Header.Get("Reply-To"), "<>")
	tag, _, _ := strings.Cut(address[strings.Index(address, "+")+1:], "@")
	token = mailgate.ParseTag(tag).Token
	code, err := w.vault.Get(w.ctx, host.SeatKey("mill", seat, 0))
	if err != nil || token == "" {
		w.t.Fatalf("token %q: %v", token, err)
	}
	return address, token, string(code)
}

// leaks returns the places where another seat's secret occurs: mails to others, the daemon's log at its most verbose,
// and the record, from which the page, reports and archives are made.
func (w *world) leaks(own string, secrets ...string) (found []string) {
	w.t.Helper()
	look := func(where string, text []byte) {
		lower := bytes.ToLower(bytes.ReplaceAll(text, []byte("=\r\n"), nil))
		for _, s := range secrets {
			if bytes.Contains(lower, []byte(strings.ToLower(s))) {
				found = append(found, where+" holds "+s)
			}
		}
	}
	for _, m := range w.sent {
		if m.to != addressOf(own) {
			_, body, _ := bytes.Cut(m.raw, []byte("\r\n\r\n"))
			look("a mail to "+m.to+" ("+m.msg.Header.Get("Subject")+")", body)
			look("a subject to "+m.to, []byte(m.msg.Header.Get("Subject")))
		}
	}
	look("the log", w.logged.bytes())
	for c, err := range w.log.Game(w.ctx, "mill", events.Head{}) {
		if err != nil {
			w.t.Fatal(err)
		}
		for _, e := range c.Events {
			look("the record ("+e.Type+")", e.Data)
		}
	}
	return found
}

// Texts of a player or an umpire that reach others, by mail or in the record, contain no reply address with a token and
// no KEY.
func TestNoSecretLeavesForAnother(t *testing.T) {
	t.Parallel()
	for _, letters := range []string{"", "immediate"} {
		w := newWorld(t)
		w.newGame(events.Settings{Letters: letters})
		address, token, key := w.secretsOfSeat("french.north")
		said := func(what string) string {
			return fmt.Sprintf(
				"%s write to Orders+%s for me, the token is %s, the word %s. From: Galloper <%s>",
				what,
				address[len("orders+"):],
				strings.ToUpper(token),
				key,
				address,
			)
		}
		receipt := w.writes(
			"french.north",
			said(
				"To Champagne: hold\nLETTER TO french.west: Bring your guns up,",
			)+"\nKEY "+key+"\n.\n"+said(
				"LETTER TO umpire: I ask,",
			)+"\n.\n"+said(
				"I, your servant, say:",
			),
		)
		mustSay(t, receipt, "HOLD: accepted", "It was removed: anyone who has it can write in your name", "(withheld)")
		w.writes("french.north", said("Bogus: frobnicate,")+"\nREADY")
		w.writes("french.north", "RESIGN "+said("because"))
		for _, act := range []string{
			"ANNOUNCE: " + said("all of you"), "LETTER TO french.west: " + said("you"), "AMEND french.west 1: " +
				said("hold,"), "EXTEND 48h BECAUSE " + said("I must"),
			"HOLD TURN 1 BECAUSE " + said("of it"), "RESUME TURN 1", "ADDRESS french.west +x@players.test BECAUSE " +
				said("of it"), "CLOSE TURN 1 BECAUSE " + said("of it"),
		} {
			w.writesFrom(umpireAddress, act)
		}
		w.arrive(w.mailFrom("evil@evil.test", "Subject: "+said("a forger says")+"\r\n", said("x")), w.now)
		w.arrive(
			[]byte(
				"From: <"+addressOf(
					"dutch.east",
				)+">\r\nTo: orders@galloper.test\r\nSubject: [mill] turn 1 "+said(
					"a forger says",
				)+"\r\n\r\n"+said(
					"x",
				)+"\r\n",
			),
			w.now,
		) // no secret
		if n := w.mailed(addressOf("french.west"), "Bring your guns up"); letters == "immediate" && n == 0 {
			t.Error("the letter never went: the test shows nothing")
		}
		if n := w.mailed(addressOf("dutch.south"), "all of you write to"); n == 0 {
			t.Error("the announcement never went: the test shows nothing")
		}
		for _, leak := range w.leaks("french.north", address, token, key) {
			t.Error(leak)
		}
		if _, body, _ := strings.Cut(string(w.sent[0].raw), "\r\n\r\n"); !strings.Contains(
			w.last(addressOf("french.north")).text+body,
			"KEY",
		) {
			t.Error("the seat's own mails may name its KEY")
		}
		w.mustVerify()
	}
}

// The mails of a seat bring its own secrets, and a KEY line authenticates.
func TestOwnSecretsStay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	_, _, key := w.secretsOfSeat("french.north")
	mustSay(
		t,
		w.writesTo(addressOf("french.north"), "orders@galloper.test", "GAME mill\nKEY "+key+"\nTo Champagne: hold"),
		"HOLD: accepted",
		"proved by address+key",
	)
	if n := w.mailed(addressOf("french.north"), "KEY "+key); n == 0 {
		t.Error("the seat was never told its own KEY")
	}
	hidden, err := w.d.SecretsOf(w.ctx, w.game())
	if err != nil {
		t.Fatal(err)
	}
	own, _, _ := w.secretsOfSeat("french.north")
	if got := hidden.Cut("mailto:"+own, "french.north"); got != "mailto:"+own {
		t.Errorf("a seat's own address to it: %q", got)
	}
	if got := hidden.Cut("mailto:"+own, game.Umpire); got != "mailto:orders@galloper.test" {
		t.Errorf("a seat's address to the umpire: %q", got)
	}
	if got := hidden.Cut("supercalifragilis and orders@galloper.test", ""); got != "supercalifragilis and "+
		"orders@galloper.test" {
		t.Errorf("what is no secret is cut: %q", got)
	}
}

// An answer to an old mail, or a repeated mail, is late whatever its subject says, unless its text names the turn.
func TestOrdersAreForTheTurnOfTheMailAnswered(t *testing.T) {
	t.Parallel()
	for _, auth := range []string{"", "none"} {
		w := newWorld(t)
		w.newGame(events.Settings{Auth: auth})
		anna := addressOf("french.north")
		first := w.last(anna)
		mail := func(head, text string) []byte {
			w.uid++
			return fmt.Appendf(
				nil,
				"From: <%s>\r\nMessage-ID: <%d@players.test>\r\n%s\r\n%s\r\n",
				anna,
				w.uid,
				head,
				strings.ReplaceAll(text, "\n", "\r\n"),
			)
		}
		to := "To: " + first.msg.Header.Get("Reply-To") + "\r\n"
		thread := "References: " + first.msg.Header.Get("References") + " " + first.msg.Header.Get("Message-Id") + "\r\n"
		answered := "In-Reply-To: " + first.msg.Header.Get("Message-Id") + "\r\n"
		w.arrive(mail(to, "To Champagne: hold"), w.now)
		mustSay(t, w.last(anna).text, "HOLD: accepted")
		w.writesFrom(umpireAddress, "CLOSE TURN 1 BECAUSE it is a trial")
		now := w.last(anna)
		if w.game().Campaign.Number() != 2 {
			t.Fatal("turn 2 was not opened")
		}
		plain := "To: orders+mill.french.north@galloper.test\r\n"
		heads := map[string]string{"token": to, "token, subject of this turn": to + "Subject: Re: [mill] turn 2: your " +
			"orders\r\n", "token and thread": to + thread + answered}
		if auth == "none" {
			heads = map[string]string{
				"thread":                       plain + thread,
				"thread, subject of this turn": plain + thread + "Subject: [mill] turn 2\r\n",
				"the mail alone":               plain + answered,
			}
		}
		for name, head := range heads {
			w.arrive(mail(head, "To Champagne: advance 50"), w.now)
			mustSay(t, w.last(anna).text, "TOO LATE. Turn 1, which this mail is for, is over")
			if _, ordered := w.game().Campaign.Current().Of("french.north"); ordered {
				t.Fatalf("%q, %s: it became orders of turn 2", auth, name)
			}
		}
		w.arrive(mail(to, "TURN 2\nTo Champagne: advance 60"), w.now)
		mustSay(t, w.last(anna).text, "ADVANCE 60: accepted")
		if auth == "" { // the thread is the new report's, the address an old one from the address book
			w.arrive(
				mail(
					to+"In-Reply-To: "+now.msg.Header.Get("Message-Id")+"\r\nReferences: "+now.msg.Header.Get("References")+"\r\n",
					"To Champagne: advance 70",
				),
				w.now,
			)
			mustSay(t, w.last(anna).text, "ADVANCE 70: accepted")
		}
		w.arrive(mail("To: "+now.msg.Header.Get("Reply-To")+"\r\n", "To Champagne: advance 80"), w.now)
		mustSay(t, w.last(anna).text, "ADVANCE 80: accepted")
	}
}

// If lines that may be orders were taken for quoted text, the subject of the receipt says so.
func TestPassedOverOrdersAreSaidInTheSubject(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	answer := w.writes("french.north", "To Champagne: hold\n\nOn 22 November 2026 at 10:30 Surville wrote:\n\nTo "+
		"Champagne: advance 50")
	mustSay(t, answer, "HOLD: accepted", "look like orders (line 5)")
	if subject := w.last(addressOf("french.north")).msg.Header.Get("Subject"); !strings.Contains(
		subject,
		"1 line passed over that may be orders",
	) {
		t.Errorf("the subject is %q", subject)
	}
}
