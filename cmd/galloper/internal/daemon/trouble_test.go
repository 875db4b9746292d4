package daemon

import (
	"context"
	"strings"
	"testing"
	"time"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/events"
	"galloper/mailgate"
)

// senderFunc is a mail server made of one function.
type senderFunc func(mailgate.Delivery) mailgate.Result

func (f senderFunc) Send(_ context.Context, d mailgate.Delivery) mailgate.Result { return f(d) }

// unread lets time pass while the mailbox can't be read.
func (w *world) unread(d time.Duration) {
	for end := w.now.Add(d); w.now.Before(end); {
		w.now = game.Earlier(w.now.Add(10*time.Minute), end)
		w.d.Tick(w.ctx)
		w.d.LookForTrouble(w.ctx)
		w.d.Flush(w.ctx, w.tried)
	}
}

// watched is pass with checks for trouble.
func (w *world) watched(d time.Duration) {
	for end := w.now.Add(d); w.now.Before(end); {
		w.now = game.Earlier(w.now.Add(10*time.Minute), end)
		w.settle()
		w.d.LookForTrouble(w.ctx)
		w.d.Flush(w.ctx, w.tried)
	}
}

func TestMailboxDownForHours(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.change = func(o *host.Options) { o.MailboxFault = func() string { return "NO [INUSE] maintenance" } }
	w.start()
	w.newGame(events.Settings{})
	w.unread(50 * time.Minute)
	if n := w.mailed(umpireAddress, "could not be read since"); n != 0 {
		t.Fatal("the umpire is told of a short outage")
	}
	w.unread(5 * time.Hour)
	if n := w.mailed(umpireAddress, "could not be read since"); n != 1 {
		t.Errorf("the umpire was told %d times, want once", n)
	}
	mustSay(t, w.last(umpireAddress).text, "NO [INUSE] maintenance", "galloper doctor")
	written := w.letterFrom(addressOf("french.north"), "To Champagne: hold") // on the server, unread
	at := w.now
	w.unread(70 * time.Hour) // past the deadline
	if n := w.game().Campaign.Number(); n != 1 {
		t.Fatalf("nobody could read mail, and the turn is %d", n)
	}
	w.arrive(written, at)
	w.watched(20 * time.Minute)
	if n := w.mailed(addressOf("french.north"), "The deadline of turn 1 has moved"); n != 1 {
		t.Errorf("the seat was told %d times that the deadline moved", n)
	}
	if n := w.mailed(addressOf("french.north"), "TO champagne: HOLD: accepted"); n != 1 {
		t.Errorf("the mail that waited was answered %d times", n)
	}
	if n := w.mailed(umpireAddress, "is read again"); n != 1 {
		t.Errorf("the umpire heard %d times that it is over", n)
	}
	w.mustVerify()
}

// The time of reading the mailbox is recorded to the minute. A restarted service finds a time before an outage that was
// fully reported.
func TestRestartAfterOutageTellsNothingTwice(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.start()
	w.newGame(events.Settings{Every: "30d"})
	w.watched(time.Hour)
	kept := w.now
	w.unread(5 * time.Hour)
	w.watched(20 * time.Minute)
	if err := w.vault.Put(w.ctx, "mailbox.seen", []byte(kept.UTC().Format(time.RFC3339Nano))); err != nil {
		t.Fatal(err)
	}
	w.start()
	w.d.LookForTrouble(w.ctx)
	w.watched(time.Hour)
	for _, what := range []string{"could not be read since", "is read again"} {
		if n := w.mailed(umpireAddress, what); n != 1 {
			t.Errorf("the umpire was told %d times: %s; want once", n, what)
		}
	}
	w.unread(5 * time.Hour)
	if n := w.mailed(umpireAddress, "could not be read since"); n != 2 {
		t.Errorf("after another outage the umpire was told %d times, want twice", n)
	}
}

// While a service is down, no mail is read or sent. That is no fault of the mail servers.
func TestStartAfterDaysTellsNoTrouble(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.start()
	w.watched(time.Hour)
	w.broken = true
	w.newGame(events.Settings{Every: "30d"})
	w.watched(time.Hour)
	w.broken = false
	w.now = w.now.Add(3 * 24 * time.Hour)
	w.start()
	w.d.LookForTrouble(w.ctx)
	w.watched(time.Hour)
	for _, what := range []string{"could not be read since", "is read again", "to be sent; the oldest"} {
		if n := w.mailed(umpireAddress, what); n != 0 {
			t.Errorf("the umpire was told %d times: %s", n, what)
		}
	}
}

func TestFourHundredsForDays(t *testing.T) {
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
	w.watched(3 * time.Hour)
	if n := w.mailed(umpireAddress, "452 4.2.2 mailbox full"); n != 0 || len(w.game().Campaign.Unsent()) != 1 {
		t.Fatalf("after three hours the umpire was told %d times, %d mails wait", n, len(w.game().Campaign.Unsent()))
	}
	w.watched(2 * time.Hour)
	if n := w.mailed(umpireAddress, "the oldest (report to dutch.east)"); n != 1 {
		t.Errorf("after five hours the umpire was told %d times, want once", n)
	}
	before := tries
	w.watched(24 * time.Hour)
	if n := tries - before; n < 20 || n > 30 {
		t.Errorf("it was tried %d times in a day", n)
	}
	w.watched(4 * 24 * time.Hour)
	if n := len(w.game().Campaign.Unsent()); n != 0 {
		t.Errorf("after more than five days %d mails wait", n)
	}
	mustSay(t, w.last(umpireAddress).text, "it was tried for 5 days, and given up", "mailbox full")
	w.mustVerify()
}

func TestServerTakesNothingForDays(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.broken = true
	w.newGame(events.Settings{Every: "30d"})
	w.watched(7 * 24 * time.Hour)
	if n := len(w.game().Campaign.Unsent()); n < 5 {
		t.Fatalf("only %d mails wait: what no server was reached for was given up", n)
	}
	w.broken = false
	w.watched(2 * time.Hour)
	for _, seat := range seats {
		if len(w.mailsTo(addressOf(seat))) != 1 {
			t.Errorf("%s got %q", seat, w.mailsTo(addressOf(seat)))
		}
	}
	if n := w.mailed(umpireAddress, "to be sent; the oldest"); n != 1 {
		t.Errorf("the umpire was told %d times that mail could not be sent", n)
	}
}

// The first accepted mail shows that the others need not wait for their hour.
func TestAllGoesOutWhenTheServerIsBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.broken = true
	w.newGame(events.Settings{Every: "30d"})
	for range 20 {
		w.watched(time.Hour)
	}
	waiting := len(w.game().Campaign.Unsent())
	w.watched(10 * time.Minute)
	w.broken = false
	w.arrive(w.letterFrom(addressOf("french.north"), "GAME mill\nSTATUS"), w.now) // unauthenticated
	w.settle()
	w.settle()
	if n := len(w.game().Campaign.Unsent()); n != 0 {
		t.Errorf("%d of %d mails still wait for their hour", n, waiting)
	}
}

// A mail that a server defers for a moment does not wait longer because the server was down before.
func TestPauseBeginsAnew(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var north []time.Time
	w.change = func(o *host.Options) {
		o.Sender = senderFunc(func(d mailgate.Delivery) mailgate.Result {
			if res := w.Send(w.ctx, d); res.Fate != mailgate.Sent || d.To != addressOf("french.north") {
				return res
			}
			if north = append(north, w.now); len(north) == 1 {
				return mailgate.Result{Fate: mailgate.Temporary, Text: "451 try again later"}
			}
			return mailgate.Result{Fate: mailgate.Sent}
		})
	}
	w.start()
	w.broken = true
	w.newGame(events.Settings{Every: "30d"})
	w.watched(20 * time.Hour)
	w.broken = false
	w.watched(2 * time.Hour)
	if len(north) != 2 || north[1].Sub(north[0]) > 10*time.Minute {
		t.Errorf("tried at %v", north)
	}
}

// The server accepted the mail but died before it could say so. The same bytes are sent again, and the mail is recorded
// as sent only when that is known.
func TestCutInMidMessage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	cut := 0
	w.change = func(o *host.Options) {
		o.Sender = senderFunc(func(d mailgate.Delivery) mailgate.Result {
			w.Send(w.ctx, d)
			if cut++; cut == 1 {
				return mailgate.Result{Fate: mailgate.Unknown, Text: "connection reset", Broken: true}
			}
			return mailgate.Result{Fate: mailgate.Sent}
		})
	}
	w.start()
	w.newGame(events.Settings{})
	w.watched(time.Hour)
	first := w.sent[0]
	same := 0
	for _, m := range w.sent {
		if m.to == first.to && string(m.raw) == string(first.raw) {
			same++
		}
	}
	if same != 2 || len(w.sent) != 6 {
		t.Errorf("the mail of unknown fate went out %d times, %d mails in all; want 2 and 6", same, len(w.sent))
	}
	if types := strings.Join(w.types(), " "); strings.Count(types, "mail.sent") != 5 {
		t.Errorf("recorded: %s", types)
	}
}
