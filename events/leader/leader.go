// Package leader asks a JetStream cluster for what the leader of a stream alone can answer,
// also in the seconds in which the servers choose a new one.
//
//	m, err := leader.Ask(ctx, 5*time.Second, func(ctx context.Context) (*jetstream.RawStreamMsg, error) {
//		return stream.GetLastMsgForSubject(ctx, subject)
//	})
package leader

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Pause is how long is waited before a cluster is asked again.
const Pause = 200 * time.Millisecond

// codeNoPeers is what the server says where fewer servers are there than replicas are wanted.
const codeNoPeers = 10005

// patience is into how many parts of its time Ask divides the wait for an answer.
const patience = 8

// Ask asks until somebody answers, for the timeout at most. Servers that have just lost a
// leader say nothing at all, and a leader that is busy answers late: it is asked again and
// again while the earlier answers are still waited for, and the first counts.
func Ask[T any](ctx context.Context, timeout time.Duration, ask func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	type answer struct {
		got T
		err error
	}
	answers, over := make(chan answer), ctx.Done()
	var last answer
	again := time.NewTimer(0)
	defer again.Stop()
	for {
		select {
		case <-again.C:
			go func() {
				got, err := ask(ctx)
				select {
				case answers <- answer{got, err}:
				case <-over:
				}
			}()
			again.Reset(timeout / patience)
		case last = <-answers:
			if !Missing(last.err) {
				return last.got, last.err
			}
			again.Reset(min(Pause, timeout/patience))
		case <-over:
			return last.got, cmp.Or(last.err, ctx.Err())
		}
	}
}

// Missing reports whether the error says that nobody could answer now: the servers may
// have no leader yet, or not have found each other.
func Missing(err error) bool {
	if NoPeers(err) {
		return true
	}
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return api.Code == 503 && api.ErrorCode != jetstream.JSErrCodeJetStreamNotEnabled &&
			api.ErrorCode != jetstream.JSErrCodeJetStreamNotEnabledForAccount
	}
	for _, passing := range []error{nats.ErrNoResponders, jetstream.ErrNoStreamResponse, nats.ErrDisconnected,
		nats.ErrTimeout, context.DeadlineExceeded} {
		if errors.Is(err, passing) {
			return true
		}
	}
	return false
}

// NoPeers reports whether the error says that fewer servers reach each other than are to
// hold the stream.
func NoPeers(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == codeNoPeers
}
