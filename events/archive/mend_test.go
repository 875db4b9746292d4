package archive_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"galloper/events"
	"galloper/events/archive"
)

// told returns a chain of n commits of one or two events each; from commit `fork` on its content differs, unless fork
// is 0.
func told(t testing.TB, n, fork int) (chain []events.Commit) {
	t.Helper()
	var at events.Head
	for i := range n {
		text := fmt.Sprint("commit ", i)
		if fork > 0 && i >= fork {
			text += " otherwise"
		}
		data := []events.Data{events.Announced{Turn: 1, Text: text}}
		if i%3 == 1 {
			data = append(data, events.TurnClosed{Turn: 1, Reason: "ready"})
		}
		packed, err := events.Pack(data...)
		if err != nil {
			t.Fatal(err)
		}
		c, err := events.Commit{Game: "mill", ID: fmt.Sprint(i), At: time.Unix(1_800_000_000+int64(i), 0), Actor: "umpire",
			Events: packed}.Follow(at)
		if err != nil {
			t.Fatal(err)
		}
		at = c.Head
		c.Head.Seq = uint64(i)*7 + 3
		chain = append(chain, c)
	}
	return chain
}

// saved returns the chain as read from an archive: without positions.
func saved(chain []events.Commit) []events.Commit {
	out := slices.Clone(chain)
	for i := range out {
		out[i].Head.Seq = 0
	}
	return out
}

func without(chain []events.Commit, drop ...int) (rest []events.Commit) {
	for i, c := range chain {
		if !slices.Contains(drop, i) {
			rest = append(rest, c)
		}
	}
	return rest
}

func TestMend(t *testing.T) {
	all := told(t, 12, 0)
	for _, c := range []struct {
		name                string
		log, saved          []events.Commit
		equal, beyond, lost int
		restored            string
		stands              int // commits in the end
	}{
		{"nothing is wrong", all, saved(all), 12, 0, 0, "[]", 12},
		{"one is missing", without(all, 4), saved(all), 11, 0, 0, "[6 to 7]", 12},
		{"two holes", without(all, 2, 8, 9), saved(all), 9, 0, 0, "[4 12 to 13]", 12},
		{"the first is missing", without(all, 0), saved(all), 11, 0, 0, "[1]", 12},
		{"the tail is missing", all[:9], saved(all), 9, 0, 0, "[13 to 16]", 12},
		{"all is missing", nil, saved(all), 0, 0, 0, "[1 to 16]", 12},
		{"the archive is older, the hole is in it", without(all, 4), saved(all[:8]), 7, 4, 0, "[6 to 7]", 12},
		{"the archive is older, a hole lies behind it", without(all, 2, 10), saved(all[:8]), 7, 2, 1, "[4]", 10},
		{"no archive", without(all, 4), nil, 0, 4, 7, "[]", 4},
		{"an archive of what is lost anyway", without(all, 5), saved(all[:3]), 3, 2, 6, "[]", 5},
	} {
		m, err := archive.Mend("mill", c.log, c.saved)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if m.Equal != c.equal || m.Beyond != c.beyond || len(m.Lost) != c.lost || fmt.Sprint(m.Restored) != c.restored {
			t.Errorf("%s: equal %d, beyond %d, lost %d, restored %v; want %d, %d, %d, %s", c.name, m.Equal, m.Beyond,
				len(m.Lost), m.Restored, c.equal, c.beyond, c.lost, c.restored)
		}
		if want := all[c.stands-1].Head; m.Head().Hash != want.Hash || m.Head().Version != want.Version {
			t.Errorf("%s: it stands at %d %s, want %d %s", c.name, m.Head().Version, m.Head().Hash, want.Version, want.Hash)
		}
	}
}

func TestMendRefusesAnotherHistory(t *testing.T) {
	all, other := told(t, 12, 0), told(t, 12, 6)
	for _, c := range []struct {
		name       string
		log, saved []events.Commit
		event      uint64
	}{
		{"both have the event", without(all, 2), saved(other), 9},
		{"the archive fills the hole with another commit", without(all, 6), saved(other[:7]), 10},
		{"the archive goes on in another way where the log has a hole", without(all, 6, 7, 8), saved(other), 13},
		{"what the archive restores is longer than what stood there", append(slices.Clone(all[:4]), all[5]),
			saved(spliced(t, all[:4])), 8},
		{"the log has two heads", append(slices.Clone(all), other[11]), saved(all), 16},
	} {
		m, err := archive.Mend("mill", c.log, c.saved)
		var fork *archive.ForkError
		if !errors.As(err, &fork) || fork.Event != c.event || fork.Game != "mill" {
			t.Errorf("%s: %v (%v); want a fork at event %d", c.name, err, m.Restored, c.event)
		}
	}
}

// spliced appends a commit of five events to the chain.
func spliced(t *testing.T, chain []events.Commit) []events.Commit {
	t.Helper()
	var five []events.Data
	for i := range 5 {
		five = append(five, events.Announced{Turn: 1, Text: fmt.Sprint(i)})
	}
	packed, err := events.Pack(five...)
	if err != nil {
		t.Fatal(err)
	}
	c, err := events.Commit{Game: "mill", ID: "five", At: time.Unix(1_800_000_000, 0), Actor: "umpire",
		Events: packed}.Follow(chain[len(chain)-1].Head)
	if err != nil {
		t.Fatal(err)
	}
	return append(slices.Clone(chain), c)
}

// TestMendIsAlwaysAPrefixOfTheTruth: whatever is missing, the result is a prefix of the true chain, contains
// everything in the archive, and reports what is lost.
func TestMendIsAlwaysAPrefixOfTheTruth(t *testing.T) {
	all := told(t, 20, 0)
	rapid.Check(t, func(rt *rapid.T) {
		var log []events.Commit
		for i, c := range all {
			if rapid.IntRange(0, 3).Draw(rt, fmt.Sprint("keep", i)) > 0 {
				log = append(log, c)
			}
		}
		n := rapid.IntRange(0, len(all)).Draw(rt, "archived")
		m, err := archive.Mend("mill", log, saved(all[:n]))
		if err != nil {
			rt.Fatal(err)
		}
		for i, c := range m.Chain {
			if c.Line() != all[i].Line() {
				rt.Fatalf("commit %d is not that of the game", i)
			}
		}
		inChain := 0
		for _, c := range log {
			if c.First <= m.Head().Version {
				inChain++
			}
		}
		if len(m.Chain) < n || inChain+len(m.Lost) != len(log) || m.Equal+m.Beyond != inChain {
			rt.Fatalf("%d of %d, archive %d: %d in the chain, %d lost, %d equal, %d beyond", len(log), len(all), n,
				len(m.Chain), len(m.Lost), m.Equal, m.Beyond)
		}
	})
}
