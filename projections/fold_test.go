package projections_test

import (
	"errors"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"galloper/events"
	"galloper/projections"
)

// chain returns n consecutive commits of a game.
func chain(t *testing.T, game string, n int) []events.Commit {
	t.Helper()
	var list []events.Commit
	head := events.Head{}
	for i := range n {
		data, err := events.Pack(events.TurnOpened{Turn: i + 1}, events.TurnClosed{Turn: i + 1, Reason: "ready"})
		if err != nil {
			t.Fatal(err)
		}
		at := time.Date(2026, 11, 21, i, 0, 0, 0, time.UTC)
		c, err := events.Commit{Game: game, ID: string(rune('a' + i)), At: at, Actor: "clock", Events: data}.Follow(head)
		if err != nil {
			t.Fatal(err)
		}
		head = c.Head
		list = append(list, c)
	}
	return list
}

// counter is a minimal fold that counts events.
type counter struct {
	projections.Cursor
	events int
	fail   bool
}

func (c *counter) Apply(commit *events.Commit) error {
	fresh, err := c.Fresh(commit)
	if err != nil || !fresh {
		return err
	}
	if c.fail {
		return errors.New("no more")
	}
	c.events += len(commit.Events)
	c.Take(commit)
	return nil
}

func sequence(list []events.Commit, end error) iter.Seq2[events.Commit, error] {
	return func(yield func(events.Commit, error) bool) {
		for _, c := range list {
			if !yield(c, nil) {
				return
			}
		}
		if end != nil {
			yield(events.Commit{}, end)
		}
	}
}

func TestReplayAppliesEachCommitOnceToEachFold(t *testing.T) {
	list := chain(t, "mill", 3)
	var a, b counter
	if err := projections.Replay(sequence(list, nil), &a, &b); err != nil {
		t.Fatal(err)
	}
	if err := projections.Replay(sequence(list, nil), &a); err != nil {
		t.Fatal(err)
	}
	if a.events != 6 || b.events != 6 || a.Head() != list[2].Head || a.Game() != "mill" {
		t.Errorf("%d and %d events, head %v of %s", a.events, b.events, a.Head(), a.Game())
	}
}

func TestReplayEndsAtTheFirstError(t *testing.T) {
	list := chain(t, "mill", 3)
	broken := errors.New("the log ended badly")
	var a counter
	if err := projections.Replay(sequence(list[:2], broken), &a); !errors.Is(err, broken) || a.events != 4 {
		t.Errorf("%v behind %d events", err, a.events)
	}
	b := counter{fail: true}
	if err := projections.Replay(sequence(list, nil), &b); err == nil || b.events != 0 {
		t.Errorf("%v behind %d events", err, b.events)
	}
}

func TestCursorRefusesGapsAndOtherGames(t *testing.T) {
	list, other := chain(t, "mill", 3), chain(t, "ford", 3)
	changed := slices.Clone(list)
	changed[1].Prev = events.Sum([]byte("something else"))
	for what, c := range map[string]*events.Commit{"a gap": &list[2], "another game": &other[1],
		"another history": &changed[1]} {
		var a counter
		if err := a.Apply(&list[0]); err != nil {
			t.Fatal(err)
		}
		if err := a.Apply(c); err == nil || a.events != 2 {
			t.Errorf("%s: %v, %d events", what, err, a.events)
		} else if what == "another game" && !strings.Contains(err.Error(), "ford") {
			t.Errorf("%s: %v", what, err)
		}
	}
}
