package inbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"galloper/cmd/galloper/internal/cluster"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/events/natslog"
	"galloper/mailgate"
)

// LastPoll returns when the mailbox was last looked into.
func (d *Reader) LastPoll() time.Time {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	return d.Looked
}

const seenKey = "mailbox.seen"

// keepSeen is how often it is written down when the mailbox was looked into: far
// less than what counts as an outage. Other daemons wait for it, and so it is
// written more often for them.
const (
	keepSeen     = time.Minute
	keepSeenCrew = time.Second
)

// Searched is NotePoll for a mailbox that is watched all the time: where nobody looked for
// longer than a pause, the service was down or the computer's clock has jumped. What came
// due meanwhile is then judged first, by when it was looked last: such deadlines move.
func (d *Reader) Searched(ctx context.Context, at time.Time) error {
	at = game.Earlier(at, d.Now())
	d.judgeGap(ctx, at)
	return d.NotePoll(ctx, at)
}

func (d *Reader) judgeGap(ctx context.Context, at time.Time) {
	if at.Sub(d.LastPoll()) > game.Outage {
		d.Judge(ctx)
	}
}

// NotePoll notes that all mail that had come by then has been taken in. The note is
// kept, so that after an outage it is known how long nobody looked.
func (d *Reader) NotePoll(ctx context.Context, at time.Time) error {
	at = game.Earlier(at, d.Now()) // by a clock that is not believed
	before := d.LastPoll()
	d.noteLook(at)
	if at.Sub(before) > game.Outage {
		d.Logger.Warn("the mailbox could not be read for a while; it has caught up",
			"since", before, "lost", at.Sub(before).String())
	}
	d.Agenda.Arrived()
	host.Signal(d.Due)
	if !d.toKeep(at) {
		return nil
	}
	if err := d.Vault.Put(ctx, seenKey, []byte(at.UTC().Format(time.RFC3339Nano))); err != nil {
		return fmt.Errorf("daemon: note when the mailbox was read: %w", err)
	}
	return nil
}

// noteLook notes when the mailbox was last looked into, and reports whether that is news.
func (d *Reader) noteLook(at time.Time) (news bool) {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	// or the clock was set back, and was wrong before
	if news = at.After(d.Looked) || d.Looked.Sub(at) > game.Outage; news {
		d.Looked = at
	}
	return news
}

// toKeep reports whether it is time to write down when the mailbox was looked into.
func (d *Reader) toKeep(at time.Time) (due bool) {
	every := keepSeen
	if d.Crew != nil {
		every = keepSeenCrew
	}
	d.Mu.Lock()
	defer d.Mu.Unlock()
	if due = at.Sub(d.kept).Abs() >= every; due {
		d.kept = at
	}
	return due
}

// StoredPoll reads the note; without one the service begins now.
func (d *Reader) StoredPoll(ctx context.Context) time.Time {
	if at, ok := d.notedSeen(ctx); ok {
		return at
	}
	return d.Now()
}

// notedSeen reads when a daemon last noted that the mailbox was looked into, at the latest
// now. A time far in the future says nothing: it was noted by a clock that was wrong.
func (d *Reader) notedSeen(ctx context.Context) (at time.Time, ok bool) {
	b, err := d.Vault.Get(ctx, seenKey)
	if err == nil {
		at, err = time.Parse(time.RFC3339Nano, string(b))
	}
	now := d.Now()
	return game.Earlier(at, now), err == nil && at.Sub(now) <= cluster.ClockTolerance
}

// Reader reads the mailbox into the inbox, and knows when it was last looked into.
type Reader struct {
	*Inbox
	Looked time.Time // when the mailbox was last looked into
	kept   time.Time // what of that is written down
	// judge does what came due while nobody looked.
	Judge func(context.Context)
}

// NewReader returns a reader that has not looked into the mailbox yet.
func NewReader(in *Inbox) *Reader { return &Reader{Inbox: in} }

// ReadMailbox reads the mailbox while it is this daemon's.
func (d *Reader) ReadMailbox(ctx context.Context, box mailgate.Source) error {
	if d.Crew == nil {
		from, err := d.Checkpoint(ctx)
		if err != nil {
			return err
		}
		return box.Run(ctx, from, d.Handle)
	}
	for ctx.Err() == nil {
		changed := d.Crew.Shares.Changed()
		if !d.Crew.Shares.Holds(cluster.MailboxPart) {
			d.hearOfMailbox(ctx)
			wait(ctx, changed, keepSeenCrew)
			continue
		}
		from, err := d.Checkpoint(ctx)
		if err == nil {
			err = d.watchWhileHeld(ctx, box, from)
		}
		if err != nil && !errors.Is(err, context.Canceled) {
			d.Logger.Warn("the mailbox could not be read; it is tried again", "error", err)
			wait(ctx, changed, host.CrewPause)
		}
	}
	return ctx.Err()
}

// wait waits until the shares have changed, or so long.
func wait(ctx context.Context, changed <-chan struct{}, longest time.Duration) {
	timer := time.NewTimer(longest)
	defer timer.Stop()
	select {
	case <-changed:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// watchWhileHeld ends when the mailbox is another's. A mail that was in hand then is
// taken in by both, and counts once.
func (d *Reader) watchWhileHeld(ctx context.Context, box mailgate.Source, from mailgate.Checkpoint) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		defer cancel()
		for {
			changed := d.Crew.Shares.Changed()
			if !d.Crew.Shares.Holds(cluster.MailboxPart) || ctx.Err() != nil {
				return
			}
			wait(ctx, changed, time.Hour)
		}
	}()
	d.Logger.Info("this daemon reads the mailbox now")
	return box.Run(ctx, from, d.HandleSoon)
}

// HandleSoon is Handle, and tries again where the servers of the log have no leader: an
// error would have the mailbox be left, for longer than they take to choose one.
func (d *Reader) HandleSoon(ctx context.Context, batch []mailgate.Incoming) (filings []mailgate.Filing, err error) {
	for begun := time.Now(); ; {
		filings, err = d.Handle(ctx, batch)
		if !natslog.Unreachable(err) || time.Since(begun) > electionTime || !host.Sleep(ctx, host.CrewPause) {
			return filings, err
		}
	}
}

// electionTime is how long servers take at most to choose a leader.
const electionTime = 20 * time.Second

// hearOfMailbox learns from the vault when another daemon has looked into the mailbox.
func (d *Reader) hearOfMailbox(ctx context.Context) {
	at, ok := d.notedSeen(ctx)
	if !ok {
		return
	}
	d.judgeGap(ctx, at)
	if d.noteLook(at) {
		d.Agenda.Arrived()
		host.Signal(d.Due)
	}
}
