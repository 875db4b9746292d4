package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"galloper/events"
	"galloper/mailgate"
)

// rotten is a log whose check finds one game broken.
type rotten struct {
	events.Log
	game string
}

// Verify implements events.Log.
func (r *rotten) Verify(ctx context.Context) (events.Report, error) {
	report, err := r.Log.Verify(ctx)
	if r.game != "" {
		report.Broken = append(report.Broken, &events.BrokenError{Game: r.game, Seq: 7, Version: 12, Reason: "its prev is " +
			"another"})
	}
	return report, err
}

// asked returns the daemon's response at the path.
func (w *world) asked(path string) (status int, body string) {
	w.t.Helper()
	w.d.patience = time.Hour
	rec := httptest.NewRecorder()
	w.d.Handler().ServeHTTP(rec, httptest.NewRequestWithContext(w.ctx, http.MethodGet, path, nil))
	return rec.Code, rec.Body.String()
}

func TestOperatorsSeeWhatIsWrong(t *testing.T) {
	w := newWorld(t)
	log := &rotten{Log: w.log}
	w.log = log
	w.start()
	w.newGame(events.Settings{Every: "3d"})
	w.half()
	status, body := w.asked("/health")
	var health struct {
		OK         bool
		Durability string
		Checked    StoreCheck
	}
	if err := json.Unmarshal([]byte(body), &health); err != nil || status != 200 || !health.OK ||
		health.Durability == "" ||
		health.Checked.At.IsZero() {
		t.Errorf("all is well, and /health says %d %s (%v)", status, body, err)
	}
	_, text := w.asked("/metrics")
	for _, want := range []string{`galloper_games{phase="open"} 1`, "galloper_games_held 0", "galloper_deadlines_late 0",
		"galloper_log_lag 0", "galloper_store_faults 0",
		"galloper_store_checked_timestamp_seconds 1.7", `galloper_store_info{durability="`, "galloper_deadlines_missed_total 0", "galloper_outbox 0", "galloper_deadline_seconds_count 0"} {
		if !strings.Contains(text, want) {
			t.Errorf("/metrics has no %s", want)
		}
	}

	// The daemon sleeps past the deadline, and then acts on it.
	w.now = w.now.Add(3*24*time.Hour + 2*time.Minute)
	if status, body := w.asked("/health"); status != 503 ||
		!strings.Contains(body, "1 deadline passed and not acted on") ||
		!strings.Contains(body, `"deadlines_late":1`) {
		t.Errorf("a deadline is late, and /health says %d %s", status, body)
	}
	w.settle()
	_, text = w.asked("/metrics")
	for _, want := range []string{"galloper_deadlines_late 0", "galloper_deadlines_missed_total 1",
		"galloper_deadline_seconds_count 1"} {
		if !strings.Contains(text, want) {
			t.Errorf("/metrics has no %s", want)
		}
	}

	// A check finds corruption: the game is put on hold, and its umpire told.
	log.game = "mill"
	if err := w.d.Check(w.ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := w.d.Rule(w.ctx, RuleRequest{Game: "mill", Text: "ANNOUNCE: hello"}); !errors.Is(err, events.ErrBroken) {
		t.Errorf("a game that was found broken goes on: %v", err)
	}
	if status, body := w.asked("/health"); status != 503 || !strings.Contains(body, "held because their record cannot "+
		"be read: mill") || !strings.Contains(body, "1 fault in the store") {
		t.Errorf("/health says %d %s", status, body)
	}
	if _, text := w.asked("/metrics"); !strings.Contains(text, "galloper_games_held 1") ||
		!strings.Contains(text, "galloper_store_faults 1") {
		t.Error("/metrics does not show the fault")
	}
	w.settle()
	last := w.last(umpireAddress)
	if last == nil || !strings.Contains(last.msg.Header.Get("Subject"), "mill is held: its record is damaged") {
		t.Errorf("the umpire was not told: %+v", last)
	}
}

// away is a log whose servers cannot be reached.
type away struct{ events.Log }

// Last implements admin.Placed.
func (away) Last(context.Context) (uint64, error) {
	return 0, errors.New("no server of the cluster answers")
}

// Faults implements admin.Placed.
func (away) Faults() []string { return nil }

// An unreachable log doesn't count as no lag.
func TestOperatorsSeeThatTheLogIsAway(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.log = away{w.log}
	w.start()
	w.newGame(events.Settings{Every: "3d"})
	if status, body := w.asked("/health"); status != 503 || !strings.Contains(body, "the log cannot be reached: no "+
		"server of the cluster answers") {
		t.Errorf("the log is away, and /health says %d %s", status, body)
	}
	if _, text := w.asked("/metrics"); strings.Contains(text, "\ngalloper_log_lag ") {
		t.Error("/metrics says how many commits were not read, which nobody knows")
	}
}

// The mailbox may be read at any moment of the clock's work on a deadline that waits for it. The turn is then closed at
// once, not after the next reading.
func TestLookedIntoMeanwhile(t *testing.T) {
	for moment := range 12 {
		w := newWorld(t)
		w.newGame(events.Settings{Every: "1d"})
		w.half()
		w.pass(24*time.Hour - time.Minute)
		w.now = w.now.Add(2 * time.Minute)
		asked := 0
		w.d.Now = func() time.Time {
			if asked++; asked == moment+1 {
				if err := w.d.NotePoll(w.ctx, w.now); err != nil {
					t.Fatal(err)
				}
			}
			return w.now
		}
		for kicked := true; kicked; {
			w.d.Tick(w.ctx)
			select {
			case <-w.d.Due:
			default:
				kicked = false
			}
		}
		if asked <= moment {
			break // the clock asked for the time no more often
		}
		if n := w.game().Campaign.Number(); n != 2 {
			t.Errorf("looked into when the time was asked for the %d. time: turn %d is open, want 2", moment+1, n)
		}
	}
}

// leaderless is a log whose servers have no leader for the next appends.
type leaderless struct {
	events.Log
	appends atomic.Int32
}

// Append implements events.Log.
func (l *leaderless) Append(ctx context.Context, at events.Head, c events.Commit) (events.Head, error) {
	if l.appends.Add(-1) >= 0 {
		return at, fmt.Errorf("natslog: append: %w", jetstream.ErrNoStreamResponse)
	}
	return l.Log.Append(ctx, at, c)
}

// During a leader election the mailbox connection is kept, and a game that could not be advanced is checked again in a
// second.
func TestWhileALeaderIsChosen(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	log := &leaderless{Log: w.log}
	w.log = log
	w.start()
	w.newGame(events.Settings{})
	raw := w.letterFrom(addressOf("dutch.east"), "To Oyen: hold")
	mail := mailgate.Incoming{
		At:       mailgate.Checkpoint{Mailbox: "INBOX", UIDValidity: 1, UID: w.uid},
		Received: w.now,
		Size:     int64(len(raw)),
		Raw:      raw,
	}
	log.appends.Store(2)
	if _, err := w.d.HandleSoon(w.ctx, []mailgate.Incoming{mail}); err != nil {
		t.Errorf("the mailbox is left: %v", err)
	}
	w.settle()
	mustSay(t, w.last(addressOf("dutch.east")).text, "accepted")

	w.now = w.now.Add(80 * time.Hour)
	if err := w.d.NotePoll(w.ctx, w.now); err != nil {
		t.Fatal(err)
	}
	log.appends.Store(1)
	if next := w.d.Tick(w.ctx); !next.Equal(w.now.Add(time.Second)) {
		t.Errorf("it is looked at again after %v, want a second", next.Sub(w.now))
	}
}

func TestClockFault(t *testing.T) {
	for ahead, want := range map[time.Duration]string{
		0:                                   "",
		time.Minute:                         "",
		-time.Minute:                        "",
		90 * time.Minute:                    "is 90 minutes ahead of the NATS server's",
		-3*time.Hour - 4*time.Second:        "is 3 hours behind the NATS server's",
		240*time.Hour + 12*time.Millisecond: "is 10 days ahead of the NATS server's",
	} {
		if got := ClockFault(ahead); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%v ahead: %q, want %q", ahead, got, want)
		}
	}
}
