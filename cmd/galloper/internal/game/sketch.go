package game

import (
	"maps"
	"slices"
	"time"

	"galloper/events"
)

// The acts of one text are done in order. Each is decided on a sketch of the game with the effects of those before; the
// game itself changes when all of them are stored, in one commit.

// sketch returns a copy of the game that can be folded independently.
func (g *Game) sketch() *Game {
	n := *g
	n.Campaign, n.book = g.Campaign.Clone(), g.book.Clone()
	n.Umpires, n.StandIns, n.last = slices.Clone(g.Umpires), slices.Clone(g.StandIns), maps.Clone(g.last)
	n.carded, n.unanswered, n.unproved = maps.Clone(g.carded), maps.Clone(g.unanswered), maps.Clone(g.unproved)
	n.arrivals = maps.Clone(g.arrivals)
	if n.stored == nil {
		head := g.Campaign.Head()
		n.stored = &head
	}
	return &n
}

// After returns the game as it will be after storing the events.
func After(g *Game, data []events.Data, now time.Time) (*Game, error) {
	n := g.sketch()
	if len(data) == 0 {
		return n, nil
	}
	packed, err := events.Pack(data...)
	if err != nil {
		return nil, err
	}
	c, err := events.Commit{Game: g.Name(), ID: "sketch", At: now, Actor: Umpire, Events: packed}.Follow(g.Campaign.Head())
	if err != nil {
		return nil, err
	}
	return n, n.Apply(nil, &c)
}
