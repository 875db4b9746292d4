package host

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/events/vault"
)

// A mail with the secret of a turn after the end of the record proves that the store is an old copy: only the service's
// own key makes secrets. Such a game is put on hold, and its record is not written to, so that galloper repair can
// continue it from an archive.

// Lost holds the turns that the records of games have lost. They are stored in the vault, as a negative number once the
// loss is accepted.
type Lost struct {
	vault vault.Vault
	mu    sync.Mutex
	turns map[string]int // the last one, by game
}

const lostPrefix = "lost."

// Reached returns the last turn of which mails can have been sent.
func Reached(g *game.Game) int { return max(g.Campaign.Number(), g.Campaign.SeenBefore(), 1) }

// Of returns the last turn noted for a game.
func (l *Lost) Of(name string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.turns[name]
}

// Note notes that a game has lost the turn, unless that is noted or accepted already.
func (l *Lost) Note(ctx context.Context, name string, turn int) error {
	if noted := l.Of(name); turn > max(noted, -noted) {
		return l.Set(ctx, name, turn)
	}
	return nil
}

// Set notes the turn, as a negative number if its loss is accepted.
func (l *Lost) Set(ctx context.Context, name string, turn int) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.turns[name] = turn
	return l.vault.Put(ctx, lostPrefix+name, []byte(strconv.Itoa(turn)))
}

func (l *Lost) read(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	keys, err := l.vault.Keys(ctx, lostPrefix)
	for _, key := range keys {
		b, lacking := l.vault.Get(ctx, key)
		err = errors.Join(err, lacking)
		l.turns[strings.TrimPrefix(key, lostPrefix)], _ = strconv.Atoi(string(b))
	}
	return err
}

// check returns an error if the game's record has lost turns.
func (l *Lost) check(g *game.Game) error {
	turn := l.Of(g.Name())
	if turn <= Reached(g) {
		return nil
	}
	head := g.Campaign.Head()
	return &events.BrokenError{Game: g.Name(), Seq: head.Seq, Version: head.Version, Reason: fmt.Sprintf("it ends in "+
		"turn %d there, but a mail carries the secret of turn %d: this is an old copy of the store", Reached(g), turn)}
}
