package natsvault

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"galloper/events"
	"galloper/events/crew"
)

const claimPrefix = "claim."

// claimsKept is how long a claim is remembered: longer than any process could come
// late with work that it has claimed.
const claimsKept = 7 * 24 * time.Hour

// ledger holds claims in the stream of the values: each piece is a subject, and its line the last message. In a stream
// of their own they would have a leader of their own, to be waited for where a server is lost.
type ledger struct {
	js     jetstream.JetStream
	stream jetstream.Stream
}

// Ledger returns the ledger of claims that the vault's stream holds.
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
	number, line, err := last(ctx, l.stream, claimSubject(piece))
	return string(line), number, err
}

// Drop implements crew.Ledger: what the line took the place of goes before it, or would count again.
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

// formerClaims is the stream that had the claims of an older store, and formerSubjects what it takes while they are
// brought over.
const (
	formerClaims   = "CLAIMS"
	formerSubjects = "former." + claimPrefix + "*"
)

// freeClaims has the stream of an older store no longer take claims; nil: there is none.
func freeClaims(ctx context.Context, js jetstream.JetStream) (jetstream.Stream, error) {
	s, err := js.Stream(ctx, formerClaims)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil, nil
	}
	if err == nil {
		set := s.CachedInfo().Config
		set.Subjects = []string{formerSubjects}
		s, err = js.UpdateStream(ctx, set)
	}
	if err != nil {
		return nil, fmt.Errorf("vault: bring the claims over: %w", err)
	}
	return s, nil
}

// bringClaims brings over what the stream of an older store holds, and removes it. Another process may do the same.
func (v *Vault) bringClaims(ctx context.Context, from jetstream.Stream) error {
	for next := uint64(1); ; {
		m, err := from.GetMsg(ctx, next, jetstream.WithGetMsgSubject(claimPrefix+"*"))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			err = v.js.DeleteStream(ctx, formerClaims)
			if err == nil {
				return nil
			}
		}
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			return nil
		}
		if err == nil {
			_, err = v.js.Publish(ctx, m.Subject, m.Data, jetstream.WithExpectLastSequencePerSubject(0),
				jetstream.WithMsgTTL(claimsKept))
		}
		if err != nil && !overtaken(err) {
			return fmt.Errorf("vault: bring the claims over: %w", err)
		}
		next = m.Sequence + 1
	}
}
