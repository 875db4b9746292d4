package natslog_test

import (
	"fmt"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"galloper/events"
	"galloper/events/logtest"
	"galloper/events/natslog"
)

// replica answers batches in place of the stream, with faults that the test chooses.
type replica struct {
	t      *testing.T
	nc     *nats.Conn
	stream jetstream.Stream
	asked  atomic.Int32
}

// say sends the stream's message with the sequence to the requester.
func (r *replica) say(to string, seq uint64) {
	raw, err := r.stream.GetMsg(r.t.Context(), seq)
	if err != nil {
		r.t.Error(err)
		return
	}
	m := nats.NewMsg(to)
	m.Header, m.Data = raw.Header, raw.Data
	m.Header.Set(jetstream.SubjectHeader, raw.Subject)
	m.Header.Set(jetstream.SequenceHeader, strconv.FormatUint(seq, 10))
	if err := r.nc.PublishMsg(m); err != nil {
		r.t.Error(err)
	}
}

// end sends the end of the batch.
func (r *replica) end(to, status string) {
	m := nats.NewMsg(to)
	m.Header.Set("Status", status)
	m.Header.Set("Nats-Num-Pending", "0")
	if err := r.nc.PublishMsg(m); err != nil {
		r.t.Error(err)
	}
}

// commits is more than the number of single reads.
const commits = 12

// TestBadReplicaIsPassedOver: any server with the stream may answer a batch. If it is frozen, lags or loses messages,
// no game becomes unreadable or broken.
func TestBadReplicaIsPassedOver(t *testing.T) {
	t.Parallel()
	host := open(t, t.TempDir(), natslog.Options{Listen: "127.0.0.1:0"})
	s, err := natslog.OpenCluster(host.URL(), natslog.Options{Logger: quiet(), Timeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	var at events.Head
	for i := range commits {
		at = logtest.Append(t, s, at, logtest.Commit("g", fmt.Sprint(i), i+1))
	}
	stream, err := s.JetStream().Stream(t.Context(), natslog.Stream)
	if err != nil {
		t.Fatal(err)
	}
	cfg := stream.CachedInfo().Config
	cfg.AllowDirect = false // now the stream itself answers no batches
	if stream, err = s.JetStream().UpdateStream(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	nc, err := nats.Connect(host.URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	r := &replica{t: t, nc: nc, stream: stream}

	for what, answer := range map[string]func(to string){
		"silent from the start": func(string) {},
		"silent in the middle":  func(to string) { r.say(to, 1); r.say(to, 2) },
		"one that lags":         func(to string) { r.say(to, 1); r.say(to, 2); r.end(to, "204") },
		"one that has nothing":  func(to string) { r.end(to, "404") },
		"one that is not there": func(to string) { r.end(to, "503") },
		"lost the first":        func(to string) { r.say(to, 2); r.say(to, 3); r.end(to, "204") },
		"lost two in the middle": func(to string) {
			r.say(to, 1)
			r.say(to, 4)
			r.say(to, 5)
			r.say(to, commits)
			r.end(to, "204")
		},
		"lost the last": func(to string) { r.say(to, 1); r.say(to, 5); r.end(to, "204") },
	} {
		t.Run(what, func(t *testing.T) {
			r.asked.Store(0)
			sub, err := nc.Subscribe("$JS.API.DIRECT.GET."+natslog.Stream, func(m *nats.Msg) { r.asked.Add(1); answer(m.Reply) })
			if err != nil {
				t.Fatal(err)
			}
			if err := nc.Flush(); err != nil {
				t.Fatal(err)
			}
			got := logtest.Read(t, s.Game(t.Context(), "g", events.Head{}))
			salvaged := 0
			if err := s.Readable(t.Context(), func(events.Commit) error { salvaged++; return nil }); err != nil {
				t.Error(err)
			}
			if err := sub.Unsubscribe(); err != nil {
				t.Fatal(err)
			}
			if err := nc.Flush(); err != nil {
				t.Fatal(err)
			}
			if len(got) != commits || got[commits-1].Head != at {
				t.Errorf("%d commits were read, want %d up to %+v", len(got), commits, at)
			}
			if salvaged != commits {
				t.Errorf("a repair would find %d commits of %d", salvaged, commits)
			}
			if r.asked.Load() == 0 {
				t.Error("no batch was asked for: the test is blind")
			}
		})
	}
}
