package daemon

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"
)

// stuck holds the games whose due work fails repeatedly for an external reason. It is retried, and reported meanwhile.
type stuck struct {
	mu    sync.Mutex
	games map[string]failing
}

// failing is the failure in one game.
type failing struct {
	since time.Time
	tries int
	err   error
}

// stuckTries is the number of failures in a row before a report: a log without a leader recovers by itself.
const stuckTries = 3

// note records the result of a try, and reports whether the game has just become stuck.
func (s *stuck) note(game string, at time.Time, err error) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		delete(s.games, game)
		return false
	}
	if s.games == nil {
		s.games = map[string]failing{}
	}
	f := s.games[game]
	if f.tries == 0 {
		f.since = at
	}
	f.tries, f.err = f.tries+1, err
	s.games[game] = f
	return f.tries == stuckTries
}

func (s *stuck) wrong() (wrong []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, game := range slices.Sorted(maps.Keys(s.games)) {
		if f := s.games[game]; f.tries >= stuckTries {
			wrong = append(wrong,
				fmt.Sprintf("the game %s cannot go on since %s: %v", game, f.since.UTC().Format(time.RFC3339), f.err))
		}
	}
	return wrong
}
