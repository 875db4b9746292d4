package admin

import (
	"context"
	"errors"
	"time"

	"galloper/cmd/galloper/internal/game"
	"galloper/events"
)

// Record is the heads that a game has had, oldest first: what the hashes in players'
// mails are compared with.
type Record struct {
	Game  string   `json:"game"`
	Heads []HeadAt `json:"heads"`
	Fault string   `json:"fault,omitempty"` // why it cannot be read behind the last of them
}

// HeadAt is the head behind one commit.
type HeadAt struct {
	Hash     string    `json:"hash"`
	Event    uint64    `json:"event"`    // number of the commit's last event
	Position uint64    `json:"position"` // in the log; in an archive its line
	At       time.Time `json:"at"`
}

// Record returns the heads of a game, also of one that is broken: as far as it can be read.
func (d *Admin) Record(ctx context.Context, name string) (Record, error) {
	r := Record{Game: name, Heads: []HeadAt{}}
	for c, err := range d.Log.Game(ctx, name, events.Head{}) {
		if errors.Is(err, events.ErrBroken) {
			r.Fault = err.Error()
			return r, nil
		}
		if err != nil {
			return r, err
		}
		r.Heads = append(r.Heads, HeadAt{Hash: c.Head.Hash.String(), Event: c.Head.Version, Position: c.Head.Seq, At: c.At})
	}
	if len(r.Heads) == 0 {
		return r, game.Refuse("galloper audit lists the games", "there is no game %q", name)
	}
	return r, nil
}
