package natsvault

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"galloper/events"
	"galloper/events/crew"
)

const claimPrefix = "claim."

// claimsKept is the lifetime of a claim. No process can be that late with claimed work.
const claimsKept = 7 * 24 * time.Hour

// ledger stores claims in the stream of the values. Each piece has a subject, whose last message is its line. A
// separate stream would have its own leader, and another election to wait for after the loss of a server.
type ledger struct {
	js     jetstream.JetStream
	stream jetstream.Stream
}

// Ledger returns the ledger of claims in the vault's stream.
func (v *Vault) Ledger() crew.Ledger { return &ledger{v.js, v.claims} }

func claimSubject(piece string) string { return claimPrefix + events.Sum([]byte(piece)).String() }

// Put implements crew.Ledger.
func (l *ledger) Put(ctx context.Context, piece, by string, at uint64) error {
	_, err := l.js.Publish(ctx, claimSubject(piece), []byte(by), jetstream.WithExpectLastSequencePerSubject(at),
		jetstream.WithMsgTTL(claimsKept))
	if overtaken(err) {
		return crew.ErrTaken
	}
	return err
}

// Last implements crew.Ledger.
func (l *ledger) Last(ctx context.Context, piece string) (by string, number uint64, err error) {
	number, line, err := lastValue(ctx, l.stream, claimSubject(piece))
	return string(line), number, err
}

// Drop implements crew.Ledger. It deletes older lines first, since otherwise they would be valid again.
func (l *ledger) Drop(ctx context.Context, piece string, number uint64) error {
	for {
		m, err := l.stream.GetMsg(ctx, 0, jetstream.WithGetMsgSubject(claimSubject(piece)))
		if errors.Is(err, jetstream.ErrMsgNotFound) || err == nil && m.Sequence > number {
			return nil
		}
		if err == nil {
			err = l.stream.DeleteMsg(ctx, m.Sequence)
		}
		if err != nil {
			return err
		}
	}
}
