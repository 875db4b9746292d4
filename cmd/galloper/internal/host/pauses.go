package host

import (
	"context"
	"math/rand/v2"
	"time"

	"galloper/events/natslog"
)

// LongestSleep is the interval of checks by the clock even without a deadline, because the computer's clock may jump.
const LongestSleep = time.Minute

// RetryAfter returns the pause before a retry after an external error. A log without a leader has a new one within
// seconds.
func RetryAfter(err error) time.Duration {
	if natslog.Unreachable(err) {
		return time.Second
	}
	return 5 * time.Second
}

// CrewPause is the pause after a failed query to the servers of a crew.
const CrewPause = 250 * time.Millisecond

// Sleep waits, and reports whether ctx is still valid.
func Sleep(ctx context.Context, t time.Duration) bool {
	Wait(ctx, nil, t)
	return ctx.Err() == nil
}

// Wait waits for a signal, for at most longest.
func Wait(ctx context.Context, signal <-chan struct{}, longest time.Duration) {
	select {
	case <-signal:
	case <-time.After(longest):
	case <-ctx.Done():
	}
}

// MindPause is the interval of checks for games that this daemon has gained.
const MindPause = time.Second

// pause waits a random time up to most, so that two writers don't collide again.
func pause(ctx context.Context, most time.Duration) error {
	select {
	case <-time.After(rand.N(most) + time.Millisecond):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
