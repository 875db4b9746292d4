// Package alarm has a JetStream server wake processes at given times.
//
// An alarm is a scheduled message: it lies in the stream DEADLINES under the name of
// what it is for, and at its time the server puts a message under another subject, of
// which every process that listens hears. An alarm wakes and says nothing else: who
// hears it looks at the clock and at the log, and there may be nothing to do. It is
// rounded up to the second, as the server would round it down and wake too early.
//
// Alarms are no record. They are set anew from what the log says, and where the server
// is too old for them (ErrTooOld) the processes' own timers do alone.
//
//	a, err := alarm.Open(ctx, js, 3)
//	err = a.Set(ctx, "quiberon", deadline)
//	err = a.Listen(ctx, func(name string) { … })
package alarm

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"galloper/events/leader"
)

const (
	stream    = "DEADLINES"
	atPrefix  = "dl.at."
	duePrefix = "dl.due."
)

// levelOfSchedules is the level of the JetStream API from which on messages can be scheduled.
const levelOfSchedules = 2

// ErrTooOld is returned by Open where the server cannot schedule messages.
var ErrTooOld = errors.New("the NATS server is too old to schedule messages; version 2.12 can")

// Alarms are those of one stream. The methods may be called from many goroutines.
type Alarms struct{ js jetstream.JetStream }

// Open opens the alarms, and makes their stream where it is missing.
func Open(ctx context.Context, js jetstream.JetStream, replicas int) (*Alarms, error) {
	info, err := js.AccountInfo(ctx)
	if err != nil {
		return nil, fmt.Errorf("alarm: ask the server what it can: %w", err)
	}
	if info.API.Level < levelOfSchedules {
		return nil, ErrTooOld
	}
	_, err = leader.Open(ctx, js, jetstream.StreamConfig{
		Name: stream, Subjects: []string{atPrefix + "*", duePrefix + "*"}, Replicas: max(replicas, 1),
		Storage: jetstream.FileStorage, AllowMsgSchedules: true, MaxMsgsPerSubject: 1,
	})
	if err != nil {
		return nil, fmt.Errorf("alarm: open stream %s: %w", stream, err)
	}
	return &Alarms{js}, nil
}

// Set has the server wake at that time for what has the name, one token of a subject.
// It takes the place of an earlier alarm of that name. One in the past wakes at once.
func (a *Alarms) Set(ctx context.Context, name string, at time.Time) error {
	whole := at.UTC().Truncate(time.Second)
	if whole.Before(at) {
		whole = whole.Add(time.Second)
	}
	_, err := a.js.Publish(ctx, atPrefix+name, nil, jetstream.WithScheduleAt(whole),
		jetstream.WithScheduleTarget(duePrefix+name))
	if err != nil {
		return fmt.Errorf("alarm: set %s: %w", name, err)
	}
	return nil
}

// Listen calls the function with the name of each alarm that goes off, until ctx ends.
func (a *Alarms) Listen(ctx context.Context, wake func(name string)) error {
	c, err := a.js.OrderedConsumer(ctx, stream, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{duePrefix + "*"}, DeliverPolicy: jetstream.DeliverNewPolicy, MaxResetAttempts: 1,
	})
	if err != nil {
		return fmt.Errorf("alarm: listen: %w", err)
	}
	it, err := c.Messages()
	if err != nil {
		return fmt.Errorf("alarm: listen: %w", err)
	}
	ended := make(chan error, 1)
	go func() {
		defer it.Stop()
		ended <- hear(ctx, it, wake)
	}()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done(): // the library may be making a lost consumer anew, and does not look at ctx
		return ctx.Err()
	}
}

func hear(ctx context.Context, it jetstream.MessagesContext, wake func(name string)) error {
	for {
		m, err := it.Next(jetstream.NextContext(ctx))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return fmt.Errorf("alarm: listen: %w", err)
		}
		wake(strings.TrimPrefix(m.Subject(), duePrefix))
	}
}
