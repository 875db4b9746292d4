// Package projections holds the common parts of all read models: a fold applies commits in order, and a cursor keeps
// its position.
//
// A projection is a pure function of the commits of a game. It can be discarded and rebuilt at any time, and two folds
// of the same commits are equal. It makes no decisions and never writes to the log.
//
//	var c campaign.Campaign
//	err := projections.Replay(log.Game(ctx, "mill", events.Head{}), &c)
package projections

import (
	"fmt"
	"iter"

	"galloper/events"
)

// Fold is a read model that grows commit by commit.
type Fold interface {
	// Apply applies the next commit of the game. It changes nothing if it returns an error, and ignores commits that
	// were applied before.
	Apply(*events.Commit) error
}

// Replay applies the commits to the folds, in order, until one fails.
func Replay(commits iter.Seq2[events.Commit, error], folds ...Fold) error {
	for c, err := range commits {
		if err != nil {
			return err
		}
		for _, f := range folds {
			if err := f.Apply(&c); err != nil {
				return err
			}
		}
	}
	return nil
}

// Cursor is a fold's position in the log of one game. The zero Cursor is before the first commit of any game.
type Cursor struct {
	game string
	head events.Head
}

// Game returns the game that the cursor follows, or "" before the first commit.
func (c *Cursor) Game() string { return c.game }

// Head returns the position of the cursor.
func (c *Cursor) Head() events.Head { return c.head }

// Fresh reports whether the commit is the next one. It returns false for a commit that was taken before, and an error
// for a commit of another game or one that does not directly follow the cursor.
func (c *Cursor) Fresh(commit *events.Commit) (bool, error) {
	if c.game != "" && commit.Game != c.game {
		return false, fmt.Errorf("game %s: a commit of the game %s was handed to it", c.game, commit.Game)
	}
	if commit.Head.Version <= c.head.Version {
		return false, nil
	}
	return true, commit.Follows(c.head)
}

// Take moves the cursor past the commit.
func (c *Cursor) Take(commit *events.Commit) {
	c.game, c.head = commit.Game, commit.Head
}
