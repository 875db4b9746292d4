package web

import (
	"slices"
	"sync"
	"time"
)

// limiter limits how often an action is allowed per key and time span.
type limiter struct {
	most int
	span time.Duration

	mu   sync.Mutex
	done map[string][]time.Time
}

// maxLimited limits the number of keys. Beyond it, all keys are refused until old ones expire.
const maxLimited = 10_000

// allow reports whether the action is allowed once more, and counts it.
func (l *limiter) allow(key string, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done == nil {
		l.done = map[string][]time.Time{}
	}
	if len(l.done) >= maxLimited {
		l.forget(now)
	}
	recent := slices.DeleteFunc(l.done[key], func(t time.Time) bool { return now.Sub(t) >= l.span })
	if len(recent) >= l.most || len(l.done) >= maxLimited {
		return false
	}
	l.done[key] = append(recent, now)
	return true
}

// undo undoes the last count for the key.
func (l *limiter) undo(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if times := l.done[key]; len(times) > 1 {
		l.done[key] = times[:len(times)-1]
	} else {
		delete(l.done, key)
	}
}

func (l *limiter) forget(now time.Time) {
	for key, times := range l.done {
		if now.Sub(times[len(times)-1]) >= l.span {
			delete(l.done, key)
		}
	}
}
