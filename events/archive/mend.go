package archive

import (
	"fmt"

	"galloper/events"
)

// Mending is the plan for restoring the chain of one damaged game from its archive. Nothing is invented: each commit
// comes from the log and is proved by the chain, or comes from the archive.
type Mending struct {
	Game string
	// Chain is the game from its first commit on. Commits restored from the archive have no position (Head.Seq is 0).
	Chain []events.Commit
	// Equal is the number of commits that are in both log and archive, byte for byte.
	Equal int
	// Beyond is the number of commits only in the log, after the archive's end. Their hashes link to it.
	Beyond int
	// Restored are the events that come from the archive.
	Restored []Span
	// Lost are commits of the log that cannot be linked to the chain, because their predecessors are missing. They
	// would be dropped.
	Lost []events.Commit
}

// Span is a range of event numbers.
type Span struct{ First, Last uint64 }

// String returns `3 to 7`, or `3`.
func (s Span) String() string {
	if s.First == s.Last {
		return fmt.Sprint(s.First)
	}
	return fmt.Sprintf("%d to %d", s.First, s.Last)
}

// Head returns the head of the mended game.
func (m *Mending) Head() events.Head {
	if len(m.Chain) == 0 {
		return events.Head{}
	}
	return m.Chain[len(m.Chain)-1].Head
}

// ForkError reports that log and archive contain different histories of a game. Only the players' mails can show
// which is right.
type ForkError struct {
	Game  string
	Event uint64 // first different event
	Why   string
}

// Error implements error.
func (e *ForkError) Error() string {
	return fmt.Sprintf("the archive does not continue the same chain: game %s differs from event %d on: %s", e.Game,
		e.Event, e.Why)
}

// Mend plans the restoration of a game. log has the readable commits, in log order; saved has the commits of the
// archive, a chain from the first commit on (Check it before). If they contradict each other, Mend returns a
// *ForkError.
func Mend(game string, log, saved []events.Commit) (Mending, error) {
	m := Mending{Game: game}
	there := map[uint64]*events.Commit{} // by the first event
	for i := range log {
		c := &log[i]
		if twice := there[c.First]; twice != nil && twice.Head.Hash != c.Head.Hash {
			return m, &ForkError{game, c.First, "the log itself has two commits there"}
		}
		there[c.First] = c
	}
	var at events.Head
	for {
		next := there[at.Version+1]
		var archived *events.Commit
		if len(saved) > 0 {
			archived, saved = &saved[0], saved[1:]
		}
		if err := agree(game, at, next, archived); err != nil {
			return m, err
		}
		switch {
		case next != nil && archived != nil:
			m.Equal++
		case next != nil:
			m.Beyond++
		case archived != nil:
			next = new(*archived)
			next.Head.Seq = 0
			m.restored(next)
		default:
			return m, m.collectUnreached(log, at)
		}
		m.Chain = append(m.Chain, *next)
		at = next.Head
	}
}

// agree returns an error unless the commits in log and archive are equal and directly follow the head.
func agree(game string, at events.Head, log, saved *events.Commit) error {
	switch {
	case log != nil && saved != nil && log.Head.Hash != saved.Head.Hash:
		return &ForkError{game, at.Version + 1,
			fmt.Sprintf("the log has a commit with the hash %s there, but the archive one with "+
				"%s", log.Head.Hash, saved.Head.Hash)}
	case log != nil && log.Prev != at.Hash:
		return &ForkError{game, at.Version + 1,
			fmt.Sprintf("the commit of the log follows the hash %s, not %s", log.Prev, at.Hash)}
	}
	return nil
}

func (m *Mending) restored(c *events.Commit) {
	if n := len(m.Restored); n > 0 && m.Restored[n-1].Last+1 == c.First {
		m.Restored[n-1].Last = c.Last()
		return
	}
	m.Restored = append(m.Restored, Span{c.First, c.Last()})
}

// collectUnreached collects the commits in the log that the chain did not reach.
func (m *Mending) collectUnreached(log []events.Commit, at events.Head) error {
	chained := map[events.Hash]bool{}
	for i := range m.Chain {
		chained[m.Chain[i].Head.Hash] = true
	}
	for i := range log {
		c := log[i]
		switch {
		case chained[c.Head.Hash]:
		case c.First <= at.Version:
			return &ForkError{m.Game, c.First,
				fmt.Sprintf("the log has a commit with the hash %s there, but the archive does not", c.Head.Hash)}
		default:
			m.Lost = append(m.Lost, c)
		}
	}
	return nil
}
