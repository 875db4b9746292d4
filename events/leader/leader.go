// Package leader asks a JetStream cluster for what the leader of a stream alone can answer,
// also in the seconds in which the servers choose a new one, and where the server that is
// asked is frozen, or cut off from the others.
//
//	servers := leader.Warm(js, urls, 20*time.Second, options...)
//	defer servers.Close()
//	ack, err := servers.Publish(ctx, "evt.quiberon", line, jetstream.WithExpectLastSequencePerSubject(41))
//
// Servers is a jetstream.JetStream: what is built on one need not know.
package leader

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Pause is how long is waited before a cluster is asked again.
const Pause = 200 * time.Millisecond

const (
	// hedge is how long the first connection has to answer before the next is asked too.
	hedge = 200 * time.Millisecond
	// grace is how long those that are asked already have to grant what another has refused.
	grace = 300 * time.Millisecond
	// retry is how long is waited before one more is asked: the first that is asked once somebody leads answers.
	retry = 150 * time.Millisecond
	// retryLarge is how long where what is sent, or what comes meanwhile, is large: copies of it keep servers and
	// lines busy.
	retryLarge = 500 * time.Millisecond
	large      = 64 << 10 // bytes
)

// Codes of the server.
const (
	codeNoPeers     = 10005
	codeInFlight    = 10158 // a message with that id is on its way
	codeStoreFailed = 10077 // the reason is in the description alone
)

// ErrBehind says that a server lacks what another one has: it does not hear the others.
var ErrBehind = errors.New("the server that answered lacks what another one has; it does not hear the others")

// answer is what became of one try.
type answer[T any] struct {
	got T
	err error
}

// Ask asks one server after the other until somebody answers, for the servers' patience at
// most. Those that have just lost a leader say nothing at all, and a leader that is busy
// answers late: earlier answers are still waited for. What was granted counts before what
// was refused, for of two copies of one request a server refuses the second.
func Ask[T any](ctx context.Context, s *Servers, ask func(context.Context, jetstream.JetStream) (T, error)) (T, error) {
	return askEach(ctx, s, s.turn, retry, ask)
}

// Most asks all servers at the same time, and returns the newest of what more than half of them answered. A server
// that was cut off from the others answers for a while as the leader that it was, without what was stored since; more
// than half of the servers include one that knows of it. Where so many cannot answer, nothing can be stored either.
func Most[T any](ctx context.Context, s *Servers, newer func(a, b T) bool,
	ask func(context.Context, jetstream.JetStream) (T, error)) (newest T, err error) {
	ctx, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	each := s.links()
	for ; len(each) <= s.servers/2; each = s.links() {
		select {
		case <-time.After(Pause):
		case <-ctx.Done():
			return newest, ctx.Err()
		}
	}
	answers := make(chan answer[T], len(each))
	for _, l := range each {
		go func() {
			got, err := askEach(ctx, s, func(int) jetstream.JetStream { return l }, retry, ask)
			answers <- answer[T]{got, err}
		}()
	}
	answered := 0
	for range each {
		a := <-answers
		switch {
		case Missing(a.err):
			err = a.err
			continue
		case a.err != nil:
			return newest, a.err
		case answered == 0 || newer(a.got, newest):
			newest = a.got
		}
		if answered++; answered > s.servers/2 {
			return newest, nil
		}
	}
	return newest, err
}

// askEach is Ask that waits so long from the second on before one more is asked, and longer once much is coming.
func askEach[T any](ctx context.Context, s *Servers, turn func(asked int) jetstream.JetStream, retry time.Duration,
	ask func(context.Context, jetstream.JetStream) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	answers, over := make(chan answer[T]), ctx.Done()
	var last answer[T]
	asked, out, refused := 0, 0, false
	brought := s.brought.Load()
	again := time.NewTimer(0)
	defer again.Stop()
	for {
		select {
		case <-again.C:
			if refused {
				return last.got, last.err
			}
			if now := s.brought.Load(); now-brought > large { // the answer is coming, it may be
				brought, retry = now, retryLarge
				again.Reset(retry)
				continue
			}
			by := turn(asked)
			go func() {
				got, err := ask(ctx, by)
				select {
				case answers <- answer[T]{got, err}:
				case <-over:
				}
			}()
			asked++
			out++
			if asked == 1 {
				again.Reset(hedge)
			} else {
				again.Reset(retry)
			}
		case a := <-answers:
			out--
			switch missing := Missing(a.err); {
			case a.err == nil || !missing && out == 0:
				return a.got, a.err
			case !missing:
				last, refused = a, true
				again.Reset(grace)
			case !refused:
				last = a
				again.Reset(s.pause(asked))
			case out == 0:
				return last.got, last.err
			}
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
		return api.ErrorCode == codeInFlight ||
			api.Code == 503 && api.ErrorCode != jetstream.JSErrCodeJetStreamNotEnabled &&
				api.ErrorCode != jetstream.JSErrCodeJetStreamNotEnabledForAccount && !AtLimit(err)
	}
	for _, passing := range []error{ErrBehind, nats.ErrNoResponders, jetstream.ErrNoStreamResponse, nats.ErrDisconnected,
		nats.ErrReconnectBufExceeded, nats.ErrTimeout, context.DeadlineExceeded} {
		if errors.Is(err, passing) {
			return true
		}
	}
	return false
}

// AtLimit reports whether the error says that the stream has reached a limit of its settings, which is the same on all
// of its servers. A full disk is not such a limit: another server may have room.
func AtLimit(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == codeStoreFailed && strings.Contains(api.Description, "maximum")
}

// NoPeers reports whether the error says that fewer servers reach each other than are to
// hold the stream.
func NoPeers(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == codeNoPeers
}
