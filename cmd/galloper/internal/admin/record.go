package admin

import (
	"context"
	"errors"
	"time"

	"galloper/cmd/galloper/internal/game"
	"galloper/events"
)

// Record has all heads of a game, oldest first, for comparison with the hashes in players' mails.
type Record struct {
	Game  string   `json:"game"`
	Heads []HeadAt `json:"heads"`
	Fault string   `json:"fault,omitempty"` // why it is unreadable after the last head
}

// HeadAt is the head after one commit.
type HeadAt struct {
	Hash     string    `json:"hash"`
	Event    uint64    `json:"event"`    // number of the commit's last event
	Position uint64    `json:"position"` // in the log, or the line of an archive
	At       time.Time `json:"at"`
	Turn     int       `json:"turn"` // the turn then open, or opened last
}

// Record returns the heads of a game; for a broken one, those of the readable part.
func (d *Admin) Record(ctx context.Context, name string) (Record, error) {
	r := Record{Game: name, Heads: []HeadAt{}}
	for c, err := range d.Log.Game(ctx, name, events.Head{}) {
		if err == nil {
			err = r.Add(&c, c.Head.Seq)
		}
		if errors.Is(err, events.ErrBroken) {
			r.Fault = err.Error()
			return r, nil
		}
		if err != nil {
			return r, err
		}
	}
	if len(r.Heads) == 0 {
		return r, game.Refuse("galloper audit lists the games", "there is no game %q", name)
	}
	return r, nil
}

// Add adds the head after the next commit, which is at the position.
func (r *Record) Add(c *events.Commit, position uint64) error {
	turn := 0
	if n := len(r.Heads); n > 0 {
		turn = r.Heads[n-1].Turn
	}
	for _, e := range c.Events {
		if e.Type != "turn.opened" && e.Type != "turn.reverted" {
			continue
		}
		data, err := events.Decode(e)
		switch d := data.(type) {
		case events.TurnOpened:
			turn = d.Turn
		case events.TurnReverted:
			turn = d.Turn
		}
		if err != nil {
			return err
		}
	}
	r.Heads = append(r.Heads, HeadAt{Turn: turn, Hash: c.Head.Hash.String(), Event: c.Head.Version, Position: position,
		At: c.At})
	return nil
}
