package leader

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

func TestMissing(t *testing.T) {
	api := func(code int, number jetstream.ErrorCode) error {
		return fmt.Errorf("asked: %w", &jetstream.APIError{Code: code, ErrorCode: number})
	}
	stored := func(why string) error {
		return &jetstream.APIError{Code: 503, ErrorCode: codeStoreFailed, Description: why}
	}
	for _, c := range []struct {
		err  error
		want bool
	}{
		{nil, false},
		{errors.New("no"), false},
		{context.Canceled, false},
		{context.DeadlineExceeded, true},
		{fmt.Errorf("put: %w", jetstream.ErrNoStreamResponse), true},
		{nats.ErrNoResponders, true},
		{nats.ErrDisconnected, true},
		{nats.ErrReconnectBufExceeded, true},
		{api(409, codeInFlight), true},
		{nats.ErrConnectionClosed, false},
		{api(503, 10008), true},
		{api(400, codeNoPeers), true},
		{api(503, jetstream.JSErrCodeJetStreamNotEnabled), false},
		{stored("maximum bytes exceeded"), false},
		{stored("write 1.blk: no space left on device"), true},
		{api(404, jetstream.JSErrCodeMessageNotFound), false},
	} {
		if got := Missing(c.err); got != c.want {
			t.Errorf("%v: %v, want %v", c.err, got, c.want)
		}
	}
}

// TestAsk: without a leader no request is answered. The first one after an election is, and it is sent soon.
func TestAsk(t *testing.T) {
	for _, chosen := range []time.Duration{0, 100 * time.Millisecond, time.Second, 3 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			begun := time.Now()
			got, err := Ask(t.Context(), alone, func(ctx context.Context, _ jetstream.JetStream) (string, error) {
				if time.Since(begun) >= chosen {
					return "answer", nil
				}
				<-ctx.Done()
				return "", ctx.Err()
			})
			if took := time.Since(begun); err != nil || got != "answer" || took > max(hedge, chosen+retry) {
				t.Errorf("chosen after %v: %q, %v, after %v", chosen, got, err, took)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		_, err := Ask(t.Context(), alone, func(context.Context, jetstream.JetStream) (int, error) {
			return 0, nats.ErrNoResponders
		})
		if took := time.Since(begun); !errors.Is(err, nats.ErrNoResponders) || took != 5*time.Second {
			t.Errorf("nobody ever: %v after %v", err, took)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		got, err := Ask(t.Context(), alone, func(context.Context, jetstream.JetStream) (int, error) {
			time.Sleep(2 * time.Second) // busy
			return 7, nil
		})
		if took := time.Since(begun); err != nil || got != 7 || took != 2*time.Second {
			t.Errorf("late: %d, %v after %v", got, err, took)
		}
		time.Sleep(5 * time.Second) // let the pending requests end
	})
	asked := 0
	if _, err := Ask(t.Context(), alone, func(context.Context, jetstream.JetStream) (int, error) {
		asked++
		return 0, jetstream.ErrMsgNotFound
	}); !errors.Is(err, jetstream.ErrMsgNotFound) || asked != 1 {
		t.Errorf("what is not there: %v, asked %d times", err, asked)
	}
}

// TestLargeAnswer: while a large answer arrives, as over a slow network, few copies are requested.
func TestLargeAnswer(t *testing.T) {
	for _, c := range []struct{ each, atMost int }{{0, 14}, {large, 2}} { // bytes per tenth of a second
		synctest.Test(t, func(t *testing.T) {
			s, asked := &Servers{patience: 5 * time.Second}, atomic.Int32{}
			_, err := Ask(t.Context(), s, func(context.Context, jetstream.JetStream) (int, error) {
				asked.Add(1)
				for range 20 {
					time.Sleep(100 * time.Millisecond)
					s.brought.Add(int64(c.each))
				}
				return 1, nil
			})
			if got := int(asked.Load()); err != nil || got > c.atMost || c.each == 0 && got < 10 {
				t.Errorf("%d bytes each tenth of a second: asked %d times, at most %d, %v", c.each, got, c.atMost, err)
			}
			time.Sleep(5 * time.Second)
		})
	}
}

// TestBrought: the bytes that a connection reads are counted as they arrive, with any dialer.
func TestBrought(t *testing.T) {
	for _, dialer := range []nats.CustomDialer{nil, &net.Dialer{}} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		go func() {
			if c, err := l.Accept(); err == nil {
				c.Write(make([]byte, large))
				c.Close()
			}
		}()
		s, o := &Servers{}, nats.GetDefaultOptions()
		o.CustomDialer = dialer
		if err := s.count(&o); err != nil {
			t.Fatal(err)
		}
		c, err := o.CustomDialer.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, c); err != nil || s.brought.Load() != large {
			t.Errorf("%d bytes counted, want %d, %v", s.brought.Load(), large, err)
		}
	}
}

// TestGrantCountsBeforeRefusal: the first of two copies is stored late, and the second is refused before.
func TestGrantCountsBeforeRefusal(t *testing.T) {
	for _, c := range []struct {
		stored time.Duration // by the first
		want   error
	}{{400 * time.Millisecond, nil}, {10 * time.Second, jetstream.ErrMsgNotFound}} {
		synctest.Test(t, func(t *testing.T) {
			asked := atomic.Int32{}
			_, err := Ask(t.Context(), alone, func(context.Context, jetstream.JetStream) (int, error) {
				if asked.Add(1) > 1 {
					return 0, jetstream.ErrMsgNotFound
				}
				time.Sleep(c.stored)
				return 1, nil
			})
			if !errors.Is(err, c.want) {
				t.Errorf("stored after %v: %v, want %v", c.stored, err, c.want)
			}
			time.Sleep(10 * time.Second)
		})
	}
}

// alone has a single connection.
var alone = &Servers{patience: 5 * time.Second}

// deaf is a server that never answers.
type deaf struct{ jetstream.JetStream }

func (deaf) Publish(ctx context.Context, _ string, _ []byte, _ ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// TestAnotherWasQuicker: a server that was slower keeps its place. One that was silent for the whole patience is
// asked last.
func TestAnotherWasQuicker(t *testing.T) {
	for _, c := range []struct {
		waited time.Duration
		first  int // of the two
	}{{100 * time.Millisecond, 0}, {10 * time.Second, 1}} {
		synctest.Test(t, func(t *testing.T) {
			up := &atomic.Bool{}
			up.Store(true)
			links := []*link{{deaf{}, up}, {deaf{}, &atomic.Bool{}}} // the second is down and not asked
			s := &Servers{patience: 5 * time.Second, each: slices.Clone(links)}
			ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
			time.AfterFunc(c.waited, cancel)
			if _, err := s.Publish(ctx, "s", nil); err == nil {
				t.Error("nobody answered")
			}
			synctest.Wait()
			if s.each[0] != links[c.first] {
				t.Errorf("waited for %v: the first is not the one of %d", c.waited, c.first)
			}
		})
	}
}

// refusing is a server that refuses every message.
type refusing struct {
	jetstream.JetStream
	why *jetstream.APIError
}

func (r refusing) Publish(context.Context, string, []byte, ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
	return nil, r.why
}

// TestRefusalKeepsThePlace: a server that refuses, as a leader does, is still asked first. Otherwise a partitioned
// server could come before it, and answer with stale data.
func TestRefusalKeepsThePlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		up := &atomic.Bool{}
		up.Store(true)
		wrong := &jetstream.APIError{Code: 400, ErrorCode: jetstream.JSErrCodeStreamWrongLastSequence}
		links := []*link{{refusing{why: wrong}, up}, {deaf{}, up}}
		s := &Servers{patience: 5 * time.Second, each: slices.Clone(links)}
		var refused *jetstream.APIError
		if _, err := s.Publish(t.Context(), "s", nil); !errors.As(err, &refused) || s.each[0] != links[0] {
			t.Errorf("%v; the server that refused is asked first again: %t", err, s.each[0] == links[0])
		}
	})
}

// TestFullStreamRefusesAtOnce: if a stream has reached its limit, another server is not asked, because it cannot
// help.
func TestFullStreamRefusesAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		full := refusing{why: &jetstream.APIError{Code: 503, ErrorCode: codeStoreFailed,
			Description: "maximum bytes exceeded"}}
		s, begun := &Servers{JetStream: full, patience: time.Hour}, time.Now()
		if _, err := s.Publish(t.Context(), "s", nil); !AtLimit(err) || time.Since(begun) > 0 {
			t.Errorf("%v after %v; want at once that the limit is reached", err, time.Since(begun))
		}
	})
}

// storing is a server that stores every message.
type storing struct{ jetstream.JetStream }

func (storing) Publish(context.Context, string, []byte, ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
	return &jetstream.PubAck{Sequence: 1}, nil
}

// TestSilentServerIsNotWaitedFor: if the first server is frozen, the next one stores the message a moment later, and
// is asked first from then on.
func TestSilentServerIsNotWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		up := &atomic.Bool{}
		up.Store(true)
		s := &Servers{patience: time.Hour, each: []*link{{deaf{}, up}, {storing{}, up}}}
		for _, want := range []time.Duration{hedge, 0} {
			begun := time.Now()
			if _, err := s.Publish(t.Context(), "s", nil); err != nil || time.Since(begun) != want {
				t.Errorf("%v after %v; want it stored after %v", err, time.Since(begun), want)
			}
		}
	})
}

// TestMostKnowTheNewest: a partitioned server answers at once with stale data; the others know better.
func TestMostKnowTheNewest(t *testing.T) {
	const old, new = 1, 2
	for name, c := range map[string]struct {
		said []int // by each server; 0 means no answer
		want int
	}{
		"one is cut off":              {[]int{old, new, new}, new},
		"one is cut off, one is dead": {[]int{old, 0, new}, new},
		"two are dead":                {[]int{old, 0, 0}, 0},
		"nothing is newer":            {[]int{old, old, 0}, old},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &Servers{servers: 3, patience: 5 * time.Second}
				for range c.said {
					s.each = append(s.each, &link{deaf{}, &atomic.Bool{}})
				}
				got, err := Most(t.Context(), s, func(a, b int) bool { return a > b },
					func(ctx context.Context, js jetstream.JetStream) (int, error) {
						said := c.said[slices.Index(s.each, js.(*link))]
						if said == 0 {
							return 0, nats.ErrDisconnected
						}
						time.Sleep(time.Duration(said) * 50 * time.Millisecond)
						return said, nil
					})
				if (err == nil) != (c.want > 0) || err == nil && got != c.want {
					t.Errorf("%d, %v, want %d", got, err, c.want)
				}
				time.Sleep(5 * time.Second) // let the pending requests end
			})
		})
	}
}
