package host

import (
	"context"
	"math/rand/v2"
	"time"

	"galloper/events/natslog"
)

// LongestSleep is after how long the clock looks at all games although none has a
// deadline: the computer's clock may have jumped.
const LongestSleep = time.Minute

// RetryAfter is after how long something that failed for reasons outside is tried again.
// The servers of a log that have lost their leader have another one in seconds.
func RetryAfter(err error) time.Duration {
	if natslog.Unreachable(err) {
		return time.Second
	}
	return 5 * time.Second
}

// CrewPause is how long is waited where the servers of a crew could not be asked.
const CrewPause = 250 * time.Millisecond

// Sleep waits, and reports whether ctx goes on.
func Sleep(ctx context.Context, t time.Duration) bool {
	timer := time.NewTimer(t)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// MindPause is how often is looked for games that have become this daemon's.
const MindPause = time.Second

// pause waits a little, and never as long as the other writer does.
func pause(ctx context.Context, most time.Duration) error {
	select {
	case <-time.After(rand.N(most) + time.Millisecond):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
