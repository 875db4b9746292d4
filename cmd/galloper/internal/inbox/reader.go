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

// LastPoll returns the time when the mailbox was last read.
func (d *Reader) LastPoll() time.Time {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	return d.Looked
}

const seenKey = "mailbox.seen"

// The time of the last read is stored this often, so that the stored time shows an outage. In a crew other daemons wait
// for it, so it is stored more often.
const (
	keepSeen     = time.Minute
	keepSeenCrew = time.Second
)

// Searched is NotePoll for a mailbox that is read continually. If the last read is longer ago than a pause, the service
// was down or the computer's clock has jumped. Work that came due since then is then judged first, as of the last read:
// such deadlines move.
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

// NotePoll records that all mail received by that time has been taken. The time is stored, so that the length of an
// outage is known after it.
func (d *Reader) NotePoll(ctx context.Context, at time.Time) error {
	at = game.Earlier(at, d.Now()) // by a clock that may be wrong
	before := d.LastPoll()
	d.noteLook(at)
	if at.Sub(before) > game.Outage {
		d.Logger.Warn("the mailbox could not be read for a while; it has caught up",
			"since", before, "lost", at.Sub(before).String())
	}
	d.Agenda.Arrived()
	host.Signal(d.Due)
	if !d.shouldStore(at) {
		return nil
	}
	if err := d.Vault.Put(ctx, seenKey, []byte(at.UTC().Format(time.RFC3339Nano))); err != nil {
		return fmt.Errorf("daemon: note when the mailbox was read: %w", err)
	}
	return nil
}

// noteLook records the time of a read of the mailbox, and reports whether it is new.
func (d *Reader) noteLook(at time.Time) (news bool) {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	// or the clock was wrong, and has been set back
	if news = at.After(d.Looked) || d.Looked.Sub(at) > game.Outage; news {
		d.Looked = at
	}
	return news
}

// shouldStore reports whether the time of the last read should be stored now.
func (d *Reader) shouldStore(at time.Time) (due bool) {
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

// StoredPoll returns the stored time of the last look, or the present time for a new service.
func (d *Reader) StoredPoll(ctx context.Context) time.Time {
	if at, ok := d.notedSeen(ctx); ok {
		return at
	}
	return d.Now()
}

// notedSeen returns the stored time of the last look by any daemon, or the present time if that is earlier. A time far
// in the future is ignored, because a wrong clock wrote it.
func (d *Reader) notedSeen(ctx context.Context) (at time.Time, ok bool) {
	b, err := d.Vault.Get(ctx, seenKey)
	if err == nil {
		at, err = time.Parse(time.RFC3339Nano, string(b))
	}
	now := d.Now()
	return game.Earlier(at, now), err == nil && at.Sub(now) <= cluster.ClockTolerance
}

// Reader reads the mailbox into the inbox, and keeps the time of the last look.
type Reader struct {
	*Inbox
	Looked time.Time // when the mailbox was last read
	kept   time.Time // the last stored time
	// Judge does the work that came due in a gap between two reads.
	Judge func(context.Context)
}

// NewReader returns a reader that has not read the mailbox yet.
func NewReader(in *Inbox) *Reader { return &Reader{Inbox: in} }

// ReadMailbox reads the mailbox while this daemon holds it.
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
			host.Wait(ctx, changed, keepSeenCrew)
			continue
		}
		from, err := d.Checkpoint(ctx)
		if err == nil {
			err = d.watchWhileHeld(ctx, box, from)
		}
		if err != nil && !errors.Is(err, context.Canceled) {
			d.Logger.Warn("the mailbox could not be read; it is tried again", "error", err)
			host.Wait(ctx, changed, host.CrewPause)
		}
	}
	return ctx.Err()
}

// watchWhileHeld reads the mailbox until another daemon holds it. A mail being handled at that time is taken by both
// daemons, and counts once.
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
			host.Wait(ctx, changed, time.Hour)
		}
	}()
	d.Logger.Info("this daemon reads the mailbox now")
	return box.Run(ctx, from, d.HandleSoon)
}

// HandleSoon is Handle with retries while the log's servers have no leader. An error would disconnect the mailbox for
// longer than an election takes.
func (d *Reader) HandleSoon(ctx context.Context, batch []mailgate.Incoming) (filings []mailgate.Filing, err error) {
	for begun := time.Now(); ; {
		filings, err = d.Handle(ctx, batch)
		if !natslog.Unreachable(err) || time.Since(begun) > electionTime || !host.Sleep(ctx, host.CrewPause) {
			return filings, err
		}
	}
}

const electionTime = 20 * time.Second

// hearOfMailbox learns from the vault when another daemon last read the mailbox.
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
