package daemon

import (
	"context"
	"testing"
	"time"

	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/cluster"
	"galloper/cmd/galloper/internal/host"
	"galloper/events"
	"galloper/mailgate"
)

// whole holds every share.
type whole struct{}

func (whole) Holds(string) bool             { return true }
func (whole) Changed() <-chan struct{}      { return nil }
func (whole) ServerTime() (time.Time, bool) { return time.Time{}, false }
func (whole) Run(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
func last(context.Context) (uint64, error)  { return 0, nil }

// A daemon that gains the mailbox may have last read a game many turns ago. An answer to the latest report is still
// believed.
func TestMailForAGameThatHasGoneOnElsewhere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{})
	offer := func(name, guest string) {
		n := admin.NewGame{Name: name, File: "hill.yaml", Scenario: skirmish, Umpires: []string{umpireAddress},
			Invite: []string{guest}}
		if _, err := w.d.New(w.ctx, n); err != nil {
			t.Fatal(err)
		}
		w.settle()
	}
	offer("dale", guestBen)
	plays := w.d
	w.change = func(o *host.Options) { o.Crew = &cluster.Cluster{Shares: whole{}, Last: last} }
	w.start()
	reads := w.d
	w.d = plays
	for range 6 {
		for _, seat := range seats {
			w.writes(seat, "READY")
		}
	}
	if n := w.game().Campaign.Number(); n < 7 {
		t.Fatalf("turn %d is open", n)
	}
	raw := w.letterFrom(addressOf(seats[0]), "To all: hold")
	for _, want := range []mailgate.Filing{mailgate.Processed, mailgate.Quarantine} {
		filings, err := reads.Handle(w.ctx, []mailgate.Incoming{{Received: w.now, Size: int64(len(raw)), Raw: raw,
			At: mailgate.Checkpoint{Mailbox: "INBOX", UIDValidity: 1, UID: w.uid}}})
		if err != nil || filings[0] != want {
			t.Errorf("filed as %v, want %v (%v)", filings, want, err)
		}
		w.uid++
		raw = []byte("From: <" + addressOf(seats[0]) + ">\r\nTo: orders@galloper.test\r\nSubject: mill\r\n" +
			"Message-ID: <forged@players.test>\r\n\r\nGAME mill\r\nTo all: hold\r\n") // without the secret
	}
	offer("hill", guestAnna)
	raw = w.letterFrom(guestAnna, "JOIN hill")
	filings, err := reads.Handle(w.ctx, []mailgate.Incoming{{Received: w.now, Size: int64(len(raw)), Raw: raw,
		At: mailgate.Checkpoint{Mailbox: "INBOX", UIDValidity: 1, UID: w.uid}}})
	if err != nil || filings[0] != mailgate.Processed {
		t.Errorf("who was invited elsewhere: filed as %v (%v)", filings, err)
	}
	w.mustVerify()
}
