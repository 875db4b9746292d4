package natslog

import "sync"

// known holds the position of each game's last commit that this process has seen on any server. A partitioned server
// still answers as the former leader for a while: if its answer is older than the known position, another server must
// be asked.
type known struct {
	mu   sync.Mutex
	last map[string]uint64
}

// note records that the game has a commit at the position.
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

// forget clears the positions, because the log is rebuilt.
func (k *known) forget() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.last = nil
}
