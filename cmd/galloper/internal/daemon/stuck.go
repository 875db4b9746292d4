package daemon

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"
)

// stuck are the games in which what is due fails again and again, for a reason outside
// the game: it is tried on, and must be heard of meanwhile.
type stuck struct {
	mu    sync.Mutex
	games map[string]failing
}

// failing is what fails in one game.
type failing struct {
	since time.Time
	tries int
	err   error
}

// stuckTries is from how many tries on in a row it is told: a log without a leader comes back by itself.
const stuckTries = 3

// note notes how a try went. It reports whether the game is stuck from now on.
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

// wrong says which games are stuck, and why.
func (s *stuck) wrong() (wrong []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, game := range slices.Sorted(maps.Keys(s.games)) {
		if f := s.games[game]; f.tries >= stuckTries {
			wrong = append(
				wrong,
				fmt.Sprintf("the game %s cannot go on since %s: %v", game, f.since.UTC().Format(time.RFC3339), f.err),
			)
		}
	}
	return wrong
}
