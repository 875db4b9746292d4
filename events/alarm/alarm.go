// Package alarm makes a JetStream server wake up processes at given times.
//
// An alarm is a scheduled message in the stream DEADLINES, with its name in the subject. When it is due, the server
// publishes a message on another subject to all listening processes. An alarm carries no information: a process that
// receives one checks the clock and the log, and there may be nothing to do. Times are rounded up to the second,
// because the server would round them down and wake up too early.
//
// Alarms are not a record. They are set again from the log, and if the server is too old for them (ErrTooOld) the
// processes rely on their own timers.
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

// levelOfSchedules is the first level of the JetStream API that supports scheduled messages.
const levelOfSchedules = 2

// ErrTooOld is returned by Open if the server cannot schedule messages.
var ErrTooOld = errors.New("the NATS server is too old for scheduled messages; it must be version 2.12 or later")

// Alarms are the alarms of one stream. They are safe for concurrent use.
type Alarms struct{ js jetstream.JetStream }

// Open opens the alarms, and creates their stream if necessary.
func Open(ctx context.Context, js jetstream.JetStream, replicas int) (*Alarms, error) {
	info, err := js.AccountInfo(ctx)
	if err != nil {
		return nil, fmt.Errorf("alarm: query the server's abilities: %w", err)
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

// Set sets the alarm of that name, a single subject token, and replaces an earlier one of the same name. A time in
// the past wakes up the listeners at once.
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

// Listen calls wake with the name of each alarm that goes off, until ctx ends.
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
	case <-ctx.Done(): // the library ignores ctx while it re-creates a lost consumer
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
