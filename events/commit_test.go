package events_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"galloper/events"
	"galloper/events/mutate"
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

func follow(t testing.TB, c events.Commit, at events.Head) events.Commit {
	t.Helper()
	c, err := c.Follow(at)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestLineIsAsItAlwaysWas: the stored form is fixed, because any change of a line changes the chain.
func TestLineIsAsItAlwaysWas(t *testing.T) {
	c := follow(t, commit(t, "id>1", events.TurnClosed{Turn: 1, Reason: "deadline"}), events.Head{})
	const want = `{"prev":"0000000000000000000000000000000000000000000000000000000000000000","v":1,"game":"quiberon","id":"id>1","first":1,` +
		`"at":"2027-01-31T09:00:00.0000005Z","actor":"umpire","cause":"mail:ab","events":[{"type":"turn.closed","schema":1,"data":{"turn":1,"reason":"deadline"}}]}`
	if c.Line() != want {
		t.Errorf("\n got %s\nwant %s", c.Line(), want)
	}
	c.Cause, c.At = "", time.Date(2027, 1, 31, 10, 0, 0, 0, time.FixedZone("", 3600))
	c = follow(t, c, events.Head{})
	if !strings.Contains(c.Line(), `"at":"2027-01-31T09:00:00Z","actor":"umpire","events"`) {
		t.Errorf("without a cause, in another time zone: %s", c.Line())
	}
}

func TestOnlyTheExactLineIsRead(t *testing.T) {
	c := follow(t, commit(t, "id-1", events.TurnClosed{Turn: 1, Reason: "x"}), events.Head{})
	line := c.Line()
	for _, c := range [][2]string{
		{`"v":1`, `"v":2`}, {`"v":1`, `"v": 1`}, {`"game":"quiberon"`, `"game":"Quiberon"`},
		{`"game":"quiberon"`, `"game":""`},
		{`"first":1`, `"first":0`}, {`"first":1`, `"first":01`}, {`"first":1`, `"first":-1`},
		{`"id":"id-1"`, `"id":"\u0069d-1"`},
		{`"id":"id-1"`, `"id":"id\/1"`}, {`Z"`, `+00:00"`}, {`.0000005Z`, `.00000050Z`}, {`"cause":"mail:ab"`, `"cause":""`},
		{`"schema":1`, `"schema":0`}, {`}}]}`, `}}]} `}, {`}}]}`, `}},]}`}, {`}}]}`, `}}]`}, {`"data":{`, `"data":[{`},
		{`"prev":"0`, `"prev":"g`}, {`"prev":"0`, `"prev":"`},
		{`"type":"turn.closed"`, `"type":"turn closed"`}, {`[{"type"`, `[],"more":[{"type"`}, {`"actor":"umpire",`, ``},
		{`"reason":"x"`, "\"reason\":\n\"x\""},
	} {
		bad := strings.Replace(line, c[0], c[1], 1)
		if bad == line {
			t.Fatalf("%s is not in %s", c[0], line)
		}
		if got, err := events.ParseCommit([]byte(bad)); err == nil {
			t.Errorf("%s was read as %+v", bad, got)
		}
	}
	for n := range len(line) {
		if _, err := events.ParseCommit([]byte(line[:n])); err == nil {
			t.Errorf("the first %d bytes were read", n)
		}
	}
}

func TestFollows(t *testing.T) {
	one := follow(t, commit(t, "a", events.TurnOpened{Turn: 1}), events.Head{})
	two := follow(t, commit(t, "b", events.TurnClosed{Turn: 1}), one.Head)
	if err := two.Follows(one.Head); err != nil {
		t.Error(err)
	}
	gap := one.Head
	gap.Version++
	for _, at := range []events.Head{{}, gap, two.Head} {
		if err := two.Follows(at); err == nil || !strings.Contains(err.Error(), "game quiberon is broken at event 2") {
			t.Errorf("behind %+v: %v", at, err)
		}
	}
}

func TestHash(t *testing.T) {
	h := events.Sum([]byte("abc"))
	const hex = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	if got, err := events.ParseHash(hex); err != nil || got != h || h.String() != hex {
		t.Errorf("%v, %v, %v", h, got, err)
	}
	for _, bad := range []string{"", hex[1:], strings.ToUpper(hex), hex[:63] + "g", hex + "0"} {
		if _, err := events.ParseHash(bad); err == nil {
			t.Errorf("%q is a hash", bad)
		}
	}
	if h.IsZero() || !(events.Hash{}).IsZero() {
		t.Error("IsZero")
	}
}

func FuzzParseCommit(f *testing.F) {
	mutate.Add(f, nil, []byte(`{"prev":"0000000000000000000000000000000000000000000000000000000000000000","v":1,"game":"q","id":"é\n","first":1,"at":"2027-01-31T09:00:00Z","actor":"umpire","events":[{"type":"a.b","schema":1,"data":{"x":["}\""]}},{"type":"c","schema":2,"data":{}}]}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		c, err := events.ParseCommit(line)
		if err != nil {
			return
		}
		again, err := c.Follow(events.Head{Hash: c.Prev, Version: c.First - 1})
		if err != nil {
			if strings.Contains(err.Error(), "its data is not a JSON") || strings.Contains(err.Error(), "1 to 256 bytes") {
				return // the parser checks only the braces of the data; a writer must meet more conditions
			}
			t.Fatalf("%q was read, but cannot be written: %v", line, err)
		}
		if again.Line() != string(line) || again.Head != c.Head {
			t.Fatalf("read  %s\nwrote %s", line, again.Line())
		}
	})
}
