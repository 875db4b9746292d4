package natslog_test

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"galloper/events"
	"galloper/events/logtest"
	"galloper/events/natslog"
	"galloper/events/natstest"
)

// TestDiskOfOneServerRots: one of three servers is stopped and its files are damaged. After its restart it gets the
// missing data from the others, so that the loss of another server loses no acknowledged commit.
func TestDiskOfOneServerRots(t *testing.T) {
	t.Parallel()
	cluster := natstest.Start(t, 3)
	s := openCluster(t, cluster.URL(), natslog.Options{})
	var at [3]events.Head
	more := func(what string) {
		for i := range 20 {
			for g := range at {
				at[g] = insist(t, s, fmt.Sprint("g", g), fmt.Sprintf("%s-%d", what, i), at[g])
			}
		}
	}
	more("first")
	lost := cluster.Nodes[2]
	for what, spoil := range map[string]func([]byte) []byte{
		"a flipped byte": func(b []byte) []byte {
			b[bytes.Index(b, []byte(`"id":"g1-first-7"`))+6] ^= 1
			return b
		},
		"a truncated block": func(b []byte) []byte { return b[:len(b)/2] },
	} {
		t.Run(what, func(t *testing.T) {
			cluster.AwaitWhole(t)
			lost.Kill()
			blocks, err := filepath.Glob(filepath.Join(lost.Dir, "jetstream", "*", "streams", natslog.Stream, "msgs", "*.blk"))
			if err != nil || len(blocks) == 0 {
				t.Fatalf("no block of the stream found in %s: %v", lost.Dir, err)
			}
			slices.Sort(blocks)
			dropIndex(t, blocks[0])
			rewrite(t, blocks[0], spoil)
			lost.Restart()
			more(what)
			cluster.AwaitWhole(t)
			cluster.Nodes[0].Kill()
			for g, head := range at {
				if n, err := walkBack(t, s, fmt.Sprint("g", g)); err != nil || n != int(head.Version) {
					t.Errorf("g%d: %d commits, %v; want %d", g, n, err, head.Version)
				}
			}
			more(what + " and another lost")
			cluster.Nodes[0].Restart()
		})
	}
}

// insist appends a commit, and retries during an election.
func insist(t *testing.T, s *natslog.Store, game, id string, at events.Head) events.Head {
	t.Helper()
	for begun := time.Now(); ; {
		head, _, err := logtest.Insist(t.Context(), s, at, logtest.Commit(game, game+"-"+id, 1))
		if err == nil {
			return head
		}
		if !natslog.Unreachable(err) && !errors.Is(err, events.ErrUnknownOutcome) || time.Since(begun) > 3*time.Minute {
			t.Fatal(err)
		}
	}
}

// walkBack reads the game from its head backwards from the stream's leader, and retries during an election.
func walkBack(t *testing.T, s *natslog.Store, game string) (n int, err error) {
	for begun := time.Now(); ; {
		n, err = 0, nil
		for _, err = range s.Backward(t.Context(), game) {
			if err == nil {
				n++
			}
		}
		if err == nil || !natslog.Unreachable(err) || time.Since(begun) > 3*time.Minute {
			return n, err
		}
	}
}
