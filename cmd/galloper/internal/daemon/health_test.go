package daemon

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"galloper/events"
)

// lame is a log whose servers have a fault or hang.
type lame struct {
	away
	lacks []string
	err   error
	hang  chan struct{} // nil: doesn't hang
}

// Lacking implements clustered.
func (l *lame) Lacking(context.Context) ([]string, error) { return l.lacks, l.err }

// Last implements admin.Placed.
func (l *lame) Last(context.Context) (uint64, error) {
	if l.hang != nil {
		<-l.hang
	}
	return 0, nil
}

// The answer does not wait for a part that hangs, and reports it.
func TestHealthAnswersWhateverIsDown(t *testing.T) {
	t.Parallel()
	if healthPatience >= time.Second {
		t.Error("who asks has to wait for a second")
	}
	for what, hang := range map[string]func(w *world, log *lame) (end func()){
		"nothing": func(*world, *lame) func() { return func() {} },
		"the log": func(_ *world, log *lame) func() {
			log.hang = make(chan struct{})
			return func() { close(log.hang) }
		},
		"what is being decided in a game": func(w *world, _ *lame) func() {
			w.d.Slot("mill").Mu.Lock()
			return w.d.Slot("mill").Mu.Unlock
		},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			log := &lame{away: away{w.log}}
			w.log = log
			w.start()
			w.newGame(events.Settings{Every: "3d"})
			end := hang(w, log)
			w.d.patience = time.Minute
			if what != "nothing" {
				w.d.patience = time.Millisecond
			}
			if h := w.d.Health(); h.OK != (what == "nothing") || !h.OK && !strings.Contains(strings.Join(h.Wrong, "; "),
				"does not answer") {
				t.Errorf("it says %+v", h)
			}
			end()
			w.d.patience = time.Minute
			if h := w.d.Health(); !h.OK {
				t.Errorf("afterwards it says %+v", h)
			}
		})
	}
}

// /health shows a missing server at once. If it lasts, the umpire gets one mail, and another when the server is back.
func TestMissingServersAreTold(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	log := &lame{away: away{w.log}}
	w.log = log
	w.start()
	w.newGame(events.Settings{Every: "30d"})
	passes := func(d time.Duration) {
		for range d / time.Minute {
			w.now = w.now.Add(time.Minute)
			w.d.lookAtServers(w.ctx, log)
			w.d.LookForTrouble(w.ctx)
			w.settle()
		}
	}
	says := func(status int, lacking, what string) {
		t.Helper()
		if got, body := w.asked("/health"); got != status || !strings.Contains(body, what) {
			t.Errorf("/health says %d %s, want %d %s", got, body, status, what)
		}
		if _, text := w.asked("/metrics"); !strings.Contains(text, "galloper_servers_lacking "+lacking+"\n") {
			t.Errorf("/metrics has no galloper_servers_lacking %s", lacking)
		}
	}
	told := func(missing, whole int) {
		t.Helper()
		gone, back := w.mailed(umpireAddress, "server n3 is offline"), w.mailed(umpireAddress, "is back, and has all")
		if gone != missing || back != whole {
			t.Errorf("the umpire was told %d times that it is gone and %d that it is back, want %d and %d", gone, back,
				missing, whole)
		}
	}
	passes(time.Hour)
	says(200, "0", `"ok":true`)
	log.lacks = []string{"server n3 is offline", "the server at n3:4222 is unreachable from this machine"}
	passes(time.Minute)
	says(503, "2", "server n3 is offline")
	told(0, 0)
	passes(5 * time.Minute)
	told(1, 0)
	w.start()
	log.lacks = log.lacks[:1]
	passes(5 * time.Minute)
	says(503, "1", "server n3 is offline")
	told(1, 0)
	log.lacks = nil
	passes(5 * time.Minute)
	says(200, "0", `"ok":true`)
	told(1, 1)
	log.err = errors.New("no leader")
	passes(time.Minute)
	says(503, "1", "the servers of the log do not say how they are, and may store nothing now: no leader")
	log.lacks, log.err = []string{"server n3 is offline"}, nil
	passes(5 * time.Minute)
	told(2, 1)
}
