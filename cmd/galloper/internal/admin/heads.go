package admin

import (
	"context"
	"errors"
	"io"
	"iter"
	"maps"
	"slices"

	"galloper/events"
	"galloper/events/archive"
)

// commitsAfter yields the commits after event number after. It reads a few from the head backwards, so that the game's
// length doesn't matter.
func (d *Admin) commitsAfter(ctx context.Context, game string, after uint64) iter.Seq2[events.Commit, error] {
	if after == 0 {
		return d.Log.Game(ctx, game, events.Head{})
	}
	return func(yield func(events.Commit, error) bool) {
		var news []events.Commit
		for c, err := range d.Log.Backward(ctx, game) {
			if err != nil {
				yield(c, err)
				return
			}
			if c.First <= after {
				break
			}
			news = append(news, c)
		}
		for _, c := range slices.Backward(news) {
			if !yield(c, nil) {
				return
			}
		}
	}
}

// GameHead is the present head of a game.
type GameHead struct {
	Game  string `json:"game"`
	Event uint64 `json:"event"`
	Hash  string `json:"hash"`
	Fault string `json:"fault,omitempty"` // set if the game is broken
}

// HeadsReport has the heads of games, and the last position read in the log.
type HeadsReport struct {
	Last  uint64     `json:"last"` // position in the log; 0 if the log has no positions
	Games []GameHead `json:"games"`
}

// Heads returns the games' heads, including the lobby's. since is the position of an earlier report: games without
// later commits are left out. 0 returns all.
func (d *Admin) Heads(ctx context.Context, since uint64) (st HeadsReport, err error) {
	st.Games = []GameHead{}
	if l, ok := d.Log.(Placed); ok {
		if st.Last, err = l.Last(ctx); err != nil {
			return st, err
		}
	}
	names, err := d.addedTo(ctx, since, st.Last)
	if err != nil {
		return st, err
	}
	for _, name := range names {
		head, err := d.Log.Head(ctx, name)
		h := GameHead{Game: name, Event: head.Version, Hash: head.Hash.String()}
		if errors.Is(err, events.ErrBroken) {
			h.Fault, err = err.Error(), nil
		}
		if err != nil {
			return st, err
		}
		st.Games = append(st.Games, h)
	}
	return st, nil
}

// addedTo returns the games with commits after the position, or all games if that is unknown.
func (d *Admin) addedTo(ctx context.Context, since, last uint64) ([]string, error) {
	if since == 0 || last < since {
		return d.Log.Games(ctx)
	}
	names := map[string]bool{}
	if last == since {
		return nil, nil
	}
	for c, err := range d.Log.All(ctx, since) {
		if errors.Is(err, events.ErrBroken) {
			return d.Log.Games(ctx)
		}
		if err != nil {
			return nil, err
		}
		names[c.Game] = true
	}
	return slices.Sorted(maps.Keys(names)), nil
}

// Behind writes the lines of a game's commits after event number after.
func (d *Admin) Behind(ctx context.Context, w io.Writer, game string, after uint64) error {
	_, err := archive.Write(w, d.commitsAfter(ctx, game, after))
	return err
}

func lines(commits iter.Seq2[events.Commit, error]) iter.Seq2[archive.Line, error] {
	return func(yield func(archive.Line, error) bool) {
		n := 0
		for c, err := range commits {
			n++
			if !yield(archive.Line{Number: n, Commit: &c}, err) {
				return
			}
		}
	}
}

// Placed is a log that reports its last position, and the faults found when it was opened.
type Placed interface {
	Last(ctx context.Context) (uint64, error)
	Faults() []string
}
