package leader_test

import (
	"context"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"galloper/events/leader"
	"galloper/events/natstest"
)

func TestMain(m *testing.M) {
	natstest.Main()
	os.Exit(m.Run())
}

// warm starts three servers and connects to each. Their stream S has subject s.
func warm(t *testing.T) (*natstest.Cluster, *leader.Servers, jetstream.Stream) {
	t.Helper()
	c := natstest.Start(t, 3)
	nc, err := nats.Connect(c.URL(), nats.MaxReconnects(-1))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	var urls []string
	for _, n := range c.Nodes {
		urls = append(urls, "nats://"+n.Addr())
	}
	s := leader.Warm(js, urls, 3*time.Minute)
	t.Cleanup(s.Close)
	var st jetstream.Stream
	natstest.Until(t, "the stream", func() bool {
		st, err = s.CreateStream(t.Context(), jetstream.StreamConfig{Name: "S", Subjects: []string{"s"}, Replicas: 3})
		return err == nil && len(s.Connected()) == 3
	})
	return c, s, st
}

// TestServers: messages are stored once, and can be read and heard, also while a server is frozen and after it is
// killed.
func TestServers(t *testing.T) {
	t.Parallel()
	c, s, st := warm(t)
	heard := make(chan *nats.Msg, 99)
	stop := s.Subscribe("said", func(m *nats.Msg) { heard <- m })
	var last uint64
	publish := func(what string) {
		ack, err := s.Publish(t.Context(), "s", []byte(what), jetstream.WithExpectLastSequencePerSubject(last))
		if err != nil {
			m, merr := st.GetLastMsgForSubject(t.Context(), "s") // a copy whose answer was lost
			if merr != nil || m.Sequence != last+1 || string(m.Data) != what {
				t.Fatalf("%s: %v; the last is %+v, %v", what, err, m, merr)
			}
			ack = &jetstream.PubAck{Sequence: m.Sequence}
		}
		if ack.Sequence != last+1 {
			t.Errorf("%s: stored at %d, want %d", what, ack.Sequence, last+1)
		}
		last++
	}
	publish("all well")
	info, err := st.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	follower := c.Nodes[slices.IndexFunc(c.Nodes, func(n *natstest.Node) bool { return n.Name != info.Cluster.Leader })]
	follower.Freeze()
	for range 5 {
		publish("a follower is frozen")
	}
	natstest.Until(t, "its connection to be left", func() bool { return len(s.Connected()) == 2 })
	follower.Thaw()
	follower.Kill()
	publish("a follower is killed")
	if m, err := st.GetMsg(t.Context(), last); err != nil || string(m.Data) != "a follower is killed" {
		t.Errorf("the last: %+v, %v", m, err)
	}
	if err := s.Connected()[0].Publish("said", []byte("it")); err != nil {
		t.Fatal(err)
	}
	<-heard
	follower.Restart()
	natstest.Until(t, "the third to be back", func() bool { return len(s.Connected()) == 3 })
	stop()
}

// TestSure: a partitioned server that is asked first still answers as the former leader. Confirmed reads of a stream
// return what the majority knows.
func TestSure(t *testing.T) {
	t.Parallel()
	c, s, st := warm(t)
	publish := func(text string) { // idempotent
		t.Helper()
		if _, err := s.Publish(t.Context(), "s", []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	last := func(st jetstream.Stream) string {
		t.Helper()
		m, err := st.GetLastMsgForSubject(t.Context(), "s")
		if err != nil {
			t.Fatal(err)
		}
		return string(m.Data)
	}
	publish("old")
	info, err := st.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	led := slices.IndexFunc(c.Nodes, func(n *natstest.Node) bool { return n.Name == info.Cluster.Leader })
	c.CutOff(led)
	publish("new")
	askFirst := func() {
		for range 2 {
			_, _ = leader.Ask(t.Context(), s, func(_ context.Context, js jetstream.JetStream) (struct{}, error) {
				if js.Conn().ConnectedAddr() != c.Nodes[led].Addr() {
					s.Avoid(js)
				}
				return struct{}{}, nil
			})
		}
	}
	askFirst()
	if got := last(st); got != "old" {
		t.Logf("the server that is cut off knows that it does not lead: the last is %q", got)
	}
	askFirst()
	if got := last(leader.Sure(st)); got != "new" {
		t.Errorf("the last is said to be %q, after another was stored", got)
	}
}
