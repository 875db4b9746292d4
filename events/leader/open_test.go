package leader_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"galloper/events/leader"
)

// unsettled simulates servers on which another process is creating a stream: they report the given number of times
// that it is not there, when asked for it or to create it.
type unsettled struct {
	jetstream.JetStream
	missing int
}

func (u *unsettled) find() (jetstream.Stream, error) {
	if u.missing > 0 {
		u.missing--
		return nil, &jetstream.APIError{Code: 404, ErrorCode: jetstream.JSErrCodeStreamNotFound}
	}
	return holding{}, nil
}

func (u *unsettled) Stream(context.Context, string) (jetstream.Stream, error) { return u.find() }

func (u *unsettled) CreateStream(context.Context, jetstream.StreamConfig) (jetstream.Stream, error) {
	return u.find()
}

type holding struct{ jetstream.Stream }

func (holding) GetLastMsgForSubject(context.Context, string) (*jetstream.RawStreamMsg, error) {
	return &jetstream.RawStreamMsg{Sequence: 7}, nil
}

// TestOpen: a stream that another process is creating is opened and read, although a server reports at first that it
// is missing.
func TestOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		u := &unsettled{missing: 3}
		st, err := leader.Open(t.Context(), leader.Warm(u, nil, 5*time.Second), jetstream.StreamConfig{Name: "S"})
		if err != nil {
			t.Fatal("opened while it is made: ", err)
		}
		u.missing = 2
		if m, err := st.GetLastMsgForSubject(t.Context(), "s"); err != nil || m.Sequence != 7 {
			t.Errorf("read while one server lacks it: %v, %v", m, err)
		}
		u.missing = 1 << 30
		_, err = leader.Open(t.Context(), u, jetstream.StreamConfig{Name: "S"})
		if !errors.Is(err, jetstream.ErrStreamNotFound) {
			t.Error("one that cannot be made: ", err)
		}
	})
}
