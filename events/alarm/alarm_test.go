package alarm_test

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"galloper/events/alarm"
	"galloper/events/natstest"
)

func TestMain(m *testing.M) {
	natstest.Main()
	os.Exit(m.Run())
}

// clock listens to the alarms of a cluster and records them.
type clock struct {
	*alarm.Alarms
	mu   sync.Mutex
	rang map[string][]time.Time
}

func open(t *testing.T, url string, replicas int) *clock {
	t.Helper()
	nc, err := nats.Connect(url, nats.MaxReconnects(-1), nats.ReconnectWait(50*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	c := &clock{rang: map[string][]time.Time{}}
	natstest.Until(t, "the alarms to be open", func() bool { // there may be no leader yet
		c.Alarms, err = alarm.Open(t.Context(), js, replicas)
		return err == nil
	})
	listening := make(chan bool)
	go func() {
		close(listening)
		for t.Context().Err() == nil {
			_ = c.Listen(t.Context(), func(name string) { // the loop starts it again
				c.mu.Lock()
				defer c.mu.Unlock()
				c.rang[name] = append(c.rang[name], time.Now())
			})
		}
	}()
	<-listening
	return c
}

func (c *clock) times(name string) []time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.rang[name]
}

// ready waits for the listener. It sets an alarm repeatedly, because the first may go off before anything listens.
func (c *clock) ready(t *testing.T) {
	t.Helper()
	natstest.Until(t, "the listener", func() bool {
		_ = c.Set(t.Context(), "ready", time.Now()) // fails during an election
		time.Sleep(50 * time.Millisecond)
		return len(c.times("ready")) > 0
	})
}

// set sets an alarm, and retries during an election.
func (c *clock) set(t *testing.T, name string, at time.Time) {
	t.Helper()
	natstest.Until(t, "alarm "+name+" to be set", func() bool { return c.Set(t.Context(), name, at) == nil })
}

func TestAlarms(t *testing.T) {
	t.Parallel()
	for _, servers := range []int{1, 3} {
		t.Run(fmt.Sprint(servers, " servers"), func(t *testing.T) {
			t.Parallel()
			c := open(t, natstest.Start(t, servers).URL(), servers)
			c.ready(t)
			at := time.Now().Add(1100 * time.Millisecond)
			for name, when := range map[string]time.Time{"a": at, "b": at.Add(time.Hour), "past": time.Now().Add(-time.Hour)} {
				c.set(t, name, when)
			}
			c.set(t, "b", at) // replaces the alarm in an hour
			for _, name := range []string{"a", "b", "past"} {
				natstest.Until(t, "alarm "+name, func() bool { return len(c.times(name)) > 0 })
			}
			for _, name := range []string{"a", "b"} {
				if rang := c.times(name)[0]; rang.Before(at) {
					t.Errorf("alarm %s went off %v early", name, at.Sub(rang))
				}
			}
			if n := len(c.times("b")); n != 1 {
				t.Errorf("alarm b went off %d times", n)
			}
		})
	}
}

// TestAlarmOutlivesTheServer: an alarm goes off after the server was killed and restarted, even if it was due in
// between.
func TestAlarmOutlivesTheServer(t *testing.T) {
	t.Parallel()
	cluster := natstest.Start(t, 1)
	c := open(t, cluster.URL(), 1)
	c.ready(t)
	c.set(t, "a", time.Now().Add(time.Second))
	cluster.Nodes[0].Kill()
	cluster.Nodes[0].Restart()
	natstest.Until(t, "the alarm", func() bool { return len(c.times("a")) > 0 })
}

// TestListeningEnds: Listen ends with its context, even while the library re-creates its consumer after a reconnect.
func TestListeningEnds(t *testing.T) {
	t.Parallel()
	nc, err := nats.Connect(natstest.Start(t, 1).URL(), nats.ReconnectWait(time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	alarms, err := alarm.Open(t.Context(), js, 1)
	if err != nil {
		t.Fatal(err)
	}
	for round := range 50 {
		ended := make(chan error, 8)
		for i := range 8 {
			ctx, cancel := context.WithCancel(t.Context())
			go func() { ended <- alarms.Listen(ctx, func(string) {}) }()
			time.AfterFunc(20*time.Millisecond+time.Duration(round*8+i)*50*time.Microsecond, cancel)
		}
		time.Sleep(20 * time.Millisecond)
		if err := nc.ForceReconnect(); err != nil {
			t.Fatal(err)
		}
		for i := range 8 {
			select {
			case <-ended:
			case <-time.After(3 * time.Minute):
				t.Fatalf("round %d: %d of 8 listenings have not ended", round, 8-i)
			}
		}
	}
}
