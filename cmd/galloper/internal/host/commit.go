package host

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"golang.org/x/sync/errgroup"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/mailer"
	"galloper/events"
)

// Refresh reads what was recorded in the game meanwhile.
func (d *Host) Refresh(ctx context.Context, game string) error {
	e := d.Slot(game)
	if err := d.lock(ctx, e, game); err != nil {
		return err
	}
	defer e.Mu.Unlock()
	return d.catchUp(ctx, e, game)
}

// ErrUnfit is returned by [Host.Commit] for a decision that can never be recorded, whatever the state of the store: it
// is too large for the log, or is no valid commit. To try it again would not help.
var ErrUnfit = errors.New("what comes of it cannot be recorded")

// unfit marks an error of what was decided, as opposed to one of the store.
func unfit(err error) error { return fmt.Errorf("%w: %w", ErrUnfit, err) }

// Cause is what a commit comes from.
type Cause struct {
	Id    string // the commit's
	Actor string
	Of    string // the mail or commit that it follows from
	Mail  []byte // is kept before the commit, beside those that this queues
}

// Decider is what is to be done with a game as it stands.
type Decider func(*game.Game) (Cause, game.Decision, error)

// Commit stores what decide makes of the game, and what is mailed because of it, in
// one commit on the head that it was decided from. Where another writer was first it
// decides again. It reports whether anything was stored.
func (d *Host) Commit(ctx context.Context, name string, decide Decider) (bool, error) {
	e := d.Entry(ctx, name)
	if e == nil {
		return false, game.Refuse("galloper audit lists the games", "there is no game %q", name)
	}
	if err := d.lock(ctx, e, name); err != nil {
		return false, err
	}
	defer e.Mu.Unlock()
	e.Game.TakeMailsFrom(d.MailsOf(ctx, name, nil))
	e.Game.Log = func() iter.Seq2[events.Commit, error] { return d.Log.Game(ctx, name, events.Head{}) }
	for try := 1; ; try++ {
		done, err := d.tryCommit(ctx, e, name, decide, try > 1 || d.Crew != nil)
		if err == nil || try == maxTries || !errors.Is(err, events.ErrConflict) && !errors.Is(err, events.ErrUnknownOutcome) {
			return done, err
		}
		d.Metrics.Conflicts.Inc()
		if err := d.Pause(ctx, min(time.Duration(1<<try)*time.Millisecond, 500*time.Millisecond)); err != nil {
			return false, err
		}
	}
}

// maxTries limits how often a decision is repeated after another writer was first.
const maxTries = 20

// decided decides. Where others write to the game it is caught up with first; else only
// where nothing came of what is in memory. To decide from too little does no harm: the
// log refuses the append.
func (d *Host) decided(ctx context.Context, e *entry, name string, decide Decider,
	shared bool) (c Cause, s game.Decision, err error) {
	if shared {
		if err := d.catchUp(ctx, e, name); err != nil {
			return c, s, err
		}
		return decide(e.Game)
	}
	from := e.Game.Campaign.Head()
	c, s, err = decide(e.Game)
	if err == nil && !s.Empty() {
		return c, s, nil
	}
	if err := d.catchUp(ctx, e, name); err != nil {
		return c, s, err
	}
	if e.Game.Campaign.Head() != from {
		return decide(e.Game)
	}
	return c, s, err
}

func (d *Host) tryCommit(ctx context.Context, e *entry, name string, decide Decider, shared bool) (bool, error) {
	c, s, err := d.decided(ctx, e, name, decide, shared)
	if err != nil || s.Empty() {
		return false, err
	}
	commit, err := d.Prepare(ctx, e.Game, name, c, s)
	if err != nil || len(commit.Events) == 0 { // only mails, and to nobody whose address is still known
		return false, err
	}
	at := e.Game.Campaign.Head()
	if commit, err = commit.Follow(at); err != nil {
		return false, unfit(err)
	}
	head, err := d.Log.Append(ctx, at, commit)
	if errors.Is(err, events.ErrTooLarge) {
		return false, unfit(err)
	}
	if err != nil {
		return false, err
	}
	d.Metrics.Commits.Inc()
	if head.Hash != commit.Head.Hash {
		return true, d.catchUp(ctx, e, name) // another daemon has stored what this one was about to
	}
	// What was stored is what was made: it need not be read back.
	commit.Head = head
	defer d.Read(name, e)
	if err := e.Game.Apply(d.Rulesets, &commit); err != nil {
		e.Broken = err
		d.Logger.Error("a game is broken and held", "game", name, "error", err)
		return true, err
	}
	return true, nil
}

// catchUp folds what was stored since, by this daemon or another.
func (d *Host) catchUp(ctx context.Context, e *entry, name string) error {
	defer d.Read(name, e)
	for c, err := range d.Log.Game(ctx, name, e.Game.Campaign.Head()) {
		if err != nil && !errors.Is(err, events.ErrBroken) {
			return err // the log cannot be read now
		}
		if err == nil {
			err = e.Game.Apply(d.Rulesets, &c)
		}
		if err != nil {
			e.Broken = err
			d.Logger.Error("a game is broken and held", "game", name, "error", err)
			return err
		}
	}
	return nil
}

// Prepare makes the commit: the mails are composed and put into the vault first, so
// that a mail that is recorded as queued can always be sent.
func (d *Host) Prepare(ctx context.Context, g *game.Game, name string, c Cause,
	s game.Decision) (events.Commit, error) {
	now := d.Now().UTC()
	hidden, err := d.SecretsOf(ctx, g)
	if err != nil {
		return events.Commit{}, err
	}
	var unread error // a mail must not be left out because the vault could not be read
	mails := d.Post.Queue(g, c.Id, hidden.withhold(s.Mails), now, func(id string) string {
		address, err := d.Resolve(ctx, id)
		unread = errors.Join(unread, err)
		return address
	})
	if unread != nil {
		return events.Commit{}, unread
	}
	data := s.Data
	if name == game.Lobby && g.Campaign.Head().Version == 0 {
		data = append([]events.Data{events.GameCreated{Ruleset: "none", Title: "Mails that belong to no game"}}, data...)
	}
	if err := d.keep(ctx, c.Mail, mails); err != nil {
		return events.Commit{}, err
	}
	for _, m := range mails {
		data = append(data, m.Event)
	}
	packed, err := events.Pack(blinded(c.Id, data)...)
	if err != nil {
		return events.Commit{}, unfit(err)
	}
	hidden.withholdFrom(packed)
	return events.Commit{Game: name, ID: c.Id, At: now, Actor: c.Actor, Cause: c.Of, Events: packed}, nil
}

// keep puts mails into the vault before the commit that names them, all at once:
// each write waits for the disk.
func (d *Host) keep(ctx context.Context, in []byte, queued []mailer.Queued) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(d.writes())
	put := func(raw []byte) {
		g.Go(func() error {
			if _, err := d.Vault.PutMail(ctx, raw); err != nil {
				return fmt.Errorf("daemon: keep a mail: %w", err)
			}
			return nil
		})
	}
	if in != nil {
		put(in)
	}
	for _, m := range queued {
		put(m.Raw)
	}
	return g.Wait()
}

// writes is how many writes to the vault are under way at once.
func (d *Host) writes() int {
	if d.Parallel < 2 {
		return 1
	}
	return 2 * d.Parallel
}
