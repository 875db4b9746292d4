// Package leader sends requests to a JetStream cluster that only the leader of a stream can answer. It works also
// during an election, and if the server asked is frozen or partitioned from the others.
//
//	servers := leader.Warm(js, urls, 20*time.Second, options...)
//	defer servers.Close()
//	ack, err := servers.Publish(ctx, "evt.quiberon", line, jetstream.WithExpectLastSequencePerSubject(41))
//
// Servers implements jetstream.JetStream, so that other code need not know about it.
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

// Pause is the time to wait before a cluster is asked again.
const Pause = 200 * time.Millisecond

const (
	// hedge is the time that the first connection has to answer before the next one is asked as well.
	hedge = 200 * time.Millisecond
	// grace is the time that pending requests have to succeed after one was refused.
	grace = 300 * time.Millisecond
	// retry is the time between further requests. It is short, because the first request after an election is
	// answered.
	retry = 150 * time.Millisecond
	// retryLarge is the time between large requests, or while a large answer is arriving, since copies load servers
	// and network.
	retryLarge = 500 * time.Millisecond
	large      = 64 << 10 // bytes
)

// Codes of the server.
const (
	codeNoPeers     = 10005
	codeInFlight    = 10158 // a message with that id is being stored
	codeStoreFailed = 10077 // only the description has the reason
)

// ErrBehind means that a server lacks data that another one has, because it is partitioned from the others.
var ErrBehind = errors.New("the server that answered lags behind another one and cannot reach the others")

// answer is the result of one attempt.
type answer[T any] struct {
	got T
	err error
}

// Ask asks one server after the other until one answers, at most for the servers' patience. Servers that have just
// lost their leader do not answer at all, and a busy leader answers late, so earlier requests stay pending. Success
// takes precedence over refusal, because of two copies of one request a server refuses the second.
func Ask[T any](ctx context.Context, s *Servers, ask func(context.Context, jetstream.JetStream) (T, error)) (T, error) {
	return askEach(ctx, s, s.turn, retry, ask)
}

// Most asks all servers at once and returns the newest of the answers of a majority. A server partitioned from the
// others still answers as the former leader for a while, without later changes; a majority includes a server that
// knows them. Without a majority nothing can be stored either.
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

// askEach is Ask with the given time between requests after the second, which becomes longer while a large answer
// arrives.
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
			if now := s.brought.Load(); now-brought > large { // probably the answer is arriving
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

// Missing reports whether the error means that no server can answer now, because there is no leader yet or the
// servers have not found each other.
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

// AtLimit reports whether the error means that the stream has reached a configured limit, which is the same on all
// servers. A full disk does not count: another server may have space.
func AtLimit(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == codeStoreFailed && strings.Contains(api.Description, "maximum")
}

// NoPeers reports whether the error means that too few servers reach each other for the stream's replicas.
func NoPeers(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == codeNoPeers
}
