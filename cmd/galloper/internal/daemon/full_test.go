package daemon

import (
	"context"
	"errors"
	"testing"
	"time"

	"galloper/events"
	"galloper/mailgate"
)

// fullLog is a log whose disk can be full.
type fullLog struct {
	events.Log
	full bool
}

// Append implements events.Log.
func (l *fullLog) Append(ctx context.Context, at events.Head, c events.Commit) (events.Head, error) {
	if l.full {
		return at, events.ErrStoreFull
	}
	return l.Log.Append(ctx, at, c)
}

// While the disk is full, no mail is acknowledged and no turn closed. With space again, everything happens once.
func TestFullDiskLosesNothing(t *testing.T) {
	w := newWorld(t)
	log := &fullLog{Log: w.log}
	w.log = log
	w.start()
	w.newGame(events.Settings{Every: "3d"})
	w.half()
	log.full = true
	raw := w.letterFrom(addressOf("french.north"), "To Champagne: advance 50")
	in := []mailgate.Incoming{
		{
			At:       mailgate.Checkpoint{Mailbox: "INBOX", UIDValidity: 1, UID: w.uid},
			Received: w.now,
			Size:     int64(len(raw)),
			Raw:      raw,
		},
	}
	before := len(w.sent)
	if filings, err := w.d.Handle(w.ctx, in); !errors.Is(err, events.ErrStoreFull) || filings != nil {
		t.Fatalf("on a full disk: %v, %v; want that the mail stays where it is", filings, err)
	}
	w.pass(3*24*time.Hour + time.Hour)
	if g := w.game(); g.Campaign.Number() != 1 || len(w.sent) != before {
		t.Errorf("on a full disk the game is in turn %d, and %d mails went out", g.Campaign.Number(), len(w.sent)-before)
	}
	log.full = false
	for range 2 { // the mailbox delivers it again, as after a crash
		if _, err := w.d.Handle(w.ctx, in); err != nil {
			t.Fatal(err)
		}
		w.settle()
	}
	if n := w.mailed(addressOf("french.north"), "1 order accepted"); n != 1 {
		t.Errorf("%d receipts, want 1", n)
	}
	w.pass(time.Hour)
	if n := w.game().Campaign.Number(); n != 2 {
		t.Errorf("with room again the game is in turn %d, want 2", n)
	}
	w.mustVerify()
}
