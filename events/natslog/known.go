package natslog

import "sync"

// known is the position of each game's last commit, as far as this process has heard of it
// from servers. One that is cut off from the others answers for a while as the leader that
// it was: what it says is old where it lacks what is known, and another must be asked.
type known struct {
	mu   sync.Mutex
	last map[string]uint64
}

// note notes that the game has a commit at the position.
func (k *known) note(game string, seq uint64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.last == nil {
		k.last = map[string]uint64{}
	}
	k.last[game] = max(k.last[game], seq)
}

func (k *known) of(game string) uint64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.last[game]
}

// forget forgets all: the log is written anew.
func (k *known) forget() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.last = nil
}
