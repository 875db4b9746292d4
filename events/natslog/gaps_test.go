package natslog

import (
	"testing"

	"github.com/nats-io/nats.go/jetstream"
)

// TestGaps: no message is ever deleted from the log, so every gap is reported.
func TestGaps(t *testing.T) {
	for what, c := range map[string]struct {
		state jetstream.StreamState
		want  int
	}{
		"empty":                {jetstream.StreamState{}, 0},
		"whole":                {jetstream.StreamState{FirstSeq: 1, LastSeq: 9, Msgs: 9}, 0},
		"no beginning":         {jetstream.StreamState{FirstSeq: 4, LastSeq: 9, Msgs: 6}, 1},
		"a hole":               {jetstream.StreamState{FirstSeq: 1, LastSeq: 9, Msgs: 8, NumDeleted: 1}, 1},
		"fewer than there are": {jetstream.StreamState{FirstSeq: 1, LastSeq: 9, Msgs: 7}, 1},
		"holes of an end":      {jetstream.StreamState{FirstSeq: 1, LastSeq: 9, Msgs: 9, NumDeleted: 2}, 1},
		"both":                 {jetstream.StreamState{FirstSeq: 2, LastSeq: 9, Msgs: 5, NumDeleted: 3}, 2},
	} {
		if got := gaps(c.state); len(got) != c.want {
			t.Errorf("%s: %q, want %d faults", what, got, c.want)
		}
	}
}
