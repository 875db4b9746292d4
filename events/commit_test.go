package events_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"galloper/events"
)

func commit(t *testing.T, id string, data ...events.Data) events.Commit {
	t.Helper()
	list, err := events.Pack(data...)
	if err != nil {
		t.Fatal(err)
	}
	return events.Commit{
		Game: "quiberon", ID: id, At: time.Date(2027, 1, 31, 9, 0, 0, 500, time.UTC),
		Actor: "umpire", Cause: "mail:ab", Events: list,
	}
}

func TestLineIsReadAsWritten(t *testing.T) {
	c := commit(t, "id-1", events.TurnClosed{Turn: 1, Reason: "a \"dice\" > & <\u2028\n"}, events.TurnOpened{Turn: 2})
	c, err := c.Follow(events.Head{Version: 6, Hash: events.Sum([]byte("before"))})
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid([]byte(c.Line())) || strings.Contains(c.Line(), "\n") {
		t.Fatalf("not one line of JSON: %s", c.Line())
	}
	got, err := events.ParseCommit([]byte(c.Line()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(c, got, cmpopts.IgnoreUnexported(events.Commit{})); diff != "" || got.Line() != c.Line() {
		t.Errorf("read otherwise than written (-written +read):\n%s", diff)
	}
	if got.First != 7 || got.Head.Version != 8 || got.Last() != 8 {
		t.Errorf("numbered %d to %d, head %d", got.First, got.Last(), got.Head.Version)
	}
}
