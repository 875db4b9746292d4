package history_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"galloper/events"
	"galloper/projections/history"
)

var update = flag.Bool("update", false, "write the golden files anew; read the difference before committing it")

const (
	north = "french.north"
	south = "dutch.south"
)

type record struct {
	t    testing.TB
	head events.Head
	now  time.Time
	h    history.History
}

// write applies one more commit.
func (r *record) write(actor string, data ...events.Data) *record {
	r.t.Helper()
	list, err := events.Pack(data...)
	if err != nil {
		r.t.Fatal(err)
	}
	c, err := events.Commit{Game: "mill", ID: "c" + r.now.Format("1504"), At: r.now, Actor: actor,
		Events: list}.Follow(r.head)
	if err != nil {
		r.t.Fatal(err)
	}
	for range 2 { // the second time they are ignored
		if err := r.h.Apply(&c); err != nil {
			r.t.Fatal(err)
		}
	}
	r.head, r.now = c.Head, r.now.Add(30*time.Minute)
	return r
}

func outcome(ref, cause, clause, name string, kv ...any) events.Outcome {
	return events.Outcome{Ref: ref, Cause: cause, Clause: clause, Name: name, Fields: events.Fields(kv...)}
}

// battle is a game of two turns. The second has a ruling.
func battle(t testing.TB) *record {
	r := &record{t: t, now: time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)}
	raw := events.Sum([]byte("a mail"))
	r.write("umpire", events.GameCreated{Ruleset: "firediscipline", Version: 1, Scenario: "…",
		Seats: []string{north, south}},
		events.GameOpened{Outcomes: []events.Outcome{outcome("t0.1", "", "W4", "sight.own", "unit", "champagne")}})
	r.write("clock", events.TurnOpened{Turn: 1, Deadline: r.now.Add(72 * time.Hour)})
	r.write(north, events.MailReceived{Seat: north, SHA256: raw, Proof: "token", Received: r.now, Turn: 1},
		events.OrdersAccepted{Seat: north, Turn: 1, Orders: []string{"TO picardie: HOLD", "TO champagne: ASSAULT mill"},
			Mail: raw, Refused: 1})
	r.write("clock", events.TurnClosed{Turn: 1, Reason: "deadline"})
	volley := outcome("t1.3", "t1.2", "7.5", "volley.fired", "firer", "champagne.b", "target", "sturler.a", "hits", 2)
	volley.Dice = []events.Die{{Name: "volley/fire/champagne.b>sturler.a#1", Die: "d10", Value: 9}}
	first := []events.Outcome{
		outcome("t1.1", "order:french.north.2", "2.42", "directive.acted", "unit", "champagne", "verb", "ASSAULT"),
		outcome("t1.2", "t1.1", "4.7", "unit.moved", "unit", "champagne", "x", 50000, "y", 26000),
		volley,
		outcome("t1.4", "t1.3", "5.11", "boxes.marked", "unit", "sturler", "by", "champagne", "boxes", 2),
	}
	r.write("adjudicator", events.TurnAdjudicated{Turn: 1, Outcomes: first})
	r.write("umpire", events.RulingGiven{Turn: 1, Outcome: "t1.4", Text: "the hedge stopped it",
		Sets: []events.Setting{{Path: "unit.sturler.boxes", Value: "1"}}})
	second := slices.Clone(first)
	second = append(second, outcome("t1.5", "t1.4", "5.4", "morale.failed", "unit", "sturler"))
	return r.write("adjudicator", events.TurnAdjudicated{Turn: 1, Outcomes: second}, events.TurnApproved{Turn: 1})
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (run with -update and read the difference):\n%s", path, got)
	}
}

func text(h *history.History, f history.Filter) string {
	var b []byte
	for e := range h.Select(f) {
		b = e.AppendText(b)
	}
	return string(b)
}

func TestAuditLog(t *testing.T) {
	golden(t, "audit.txt", text(&battle(t).h, history.Filter{}))
}

func TestEachEventTypeIsDescribed(t *testing.T) {
	for _, name := range events.Types.Names() {
		c := events.Commit{Game: "mill", Actor: "clock", First: 1,
			Events: []events.Event{{Type: name, Schema: events.Types.Schema(name), Data: []byte(`{}`)}}}
		list, err := history.Read(&c)
		if err != nil || len(list) != 1 || list[0].Text == "" {
			t.Errorf("%s: %+v, %v", name, list, err)
		}
	}
}

func TestFilters(t *testing.T) {
	h := &battle(t).h
	count := func(f history.Filter) (n int) {
		for range h.Select(f) {
			n++
		}
		return n
	}
	for _, c := range []struct {
		what   string
		filter history.Filter
		want   int
	}{
		{"a turn", history.Filter{Turn: 1}, 17},
		{"what counts of it", history.Filter{Turn: 1, Current: true}, 12},
		{"a seat: its mail, its orders, what came of them at once", history.Filter{Seat: north, Current: true}, 3},
		{"another seat", history.Filter{Seat: south}, 0},
		{"a unit: in the order, as actor, as a stand, as cause", history.Filter{Unit: "champagne", Turn: 1, Current: true},
			5},
		{"a unit that only an order names", history.Filter{Unit: "picardie"}, 1},
		{"no unit by part of its name", history.Filter{Unit: "champ"}, 0},
		{"a kind", history.Filter{Type: "volley", Current: true}, 1},
		{"a type", history.Filter{Type: "turn.adjudicated"}, 2},
	} {
		if got := count(c.filter); got != c.want {
			t.Errorf("%s: %d entries, want %d:\n%s", c.what, got, c.want, text(h, c.filter))
		}
	}
}

func TestWhyLeadsBackToTheMail(t *testing.T) {
	chain, err := battle(t).h.Why("t1.5")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "why.txt", history.Explain(chain))
}

func TestWhyOfAnUnknownOutcome(t *testing.T) {
	if _, err := battle(t).h.Why("t9.1"); err == nil || !strings.Contains(err.Error(), `"t9.1"`) {
		t.Errorf("error: %v", err)
	}
}

func TestWhyOfAStandingOrderEndsThere(t *testing.T) {
	r := battle(t)
	r.write("clock", events.TurnOpened{Turn: 2})
	r.write("adjudicator",
		events.TurnAdjudicated{Turn: 2, Outcomes: []events.Outcome{outcome("t2.1", "order:dutch.south.1", "D1",
			"unit.moved", "unit", "oyen")}})
	chain, err := r.h.Why("t2.1")
	if err != nil || len(chain) != 2 || chain[1].What != "order" || chain[1].Entry != nil {
		t.Errorf("%+v, %v", chain, err)
	}
}

func TestRevertedOutcomesNoLongerCountButAreKept(t *testing.T) {
	r := battle(t)
	r.write("clock", events.TurnOpened{Turn: 2})
	r.write("umpire", events.TurnReverted{Turn: 1, Reason: "a mail was lost"})
	counting := text(&r.h, history.Filter{Turn: 1, Current: true})
	if strings.Contains(counting, "volley.fired") || !strings.Contains(counting, "orders for turn 1") {
		t.Errorf("what counts after the revert:\n%s", counting)
	}
	if !strings.Contains(text(&r.h, history.Filter{Turn: 1}), "reverted to turn 1, because a mail was lost]") {
		t.Error("what was taken back is not marked")
	}
	if chain, err := r.h.Why("t1.5"); err != nil || len(chain) != 7 {
		t.Errorf("the chain of what was taken back: %d links, %v", len(chain), err)
	}
}

// An outcome may have the same name as an event. If its turn is adjudicated again, it and the outcomes before it
// count once.
func TestResultIsReplacedWhateverItsOutcomesAreCalled(t *testing.T) {
	for _, eventType := range events.Types.Names() {
		r := (&record{t: t, now: time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)}).write("umpire",
			events.GameCreated{}).write("clock", events.TurnOpened{Turn: 1})
		result := events.TurnAdjudicated{Turn: 1, Outcomes: []events.Outcome{
			outcome("t1.1", "", "1", "weather.set"), outcome("t1.2", "", "1", eventType), outcome("t1.3", "", "1", "unit.moved"),
		}}
		r.write("adjudicator", result).write("adjudicator", result)
		if n := len(r.h.Outcomes(1)); n != len(result.Outcomes) {
			t.Errorf("with an outcome %s: %d outcomes of %d count", eventType, n, len(result.Outcomes))
		}
	}
}

func TestJSONHasTheOutcomeAsStored(t *testing.T) {
	for e := range battle(t).h.Select(history.Filter{Type: "volley", Current: true}) {
		data, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			Ref     string         `json:"ref"`
			Outcome events.Outcome `json:"outcome"`
		}
		if err := json.Unmarshal(data, &got); err != nil || got.Ref != "t1.3" || got.Outcome.String() != e.Text {
			t.Errorf("%s: %v", data, err)
		}
	}
}

func BenchmarkAuditText(b *testing.B) {
	h := &battle(b).h
	n := 0
	for b.Loop() {
		n = len(text(h, history.Filter{}))
	}
	b.SetBytes(int64(n))
}
