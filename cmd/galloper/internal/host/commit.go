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

// Refresh reads the events recorded in the game since it was last read.
func (d *Host) Refresh(ctx context.Context, game string) error {
	e := d.Slot(game)
	if err := d.lock(ctx, e, game); err != nil {
		return err
	}
	defer e.Mu.Unlock()
	return d.catchUp(ctx, e, game)
}

// ErrUnfit is returned by [Host.Commit] for a decision that can never be recorded, whatever the state of the store: it
// is too large for the log, or is not a valid commit. Retrying would not help.
var ErrUnfit = errors.New("cannot record its effect")

// asUnfit marks an error of the decision, as opposed to one of the store.
func asUnfit(err error) error { return fmt.Errorf("%w: %w", ErrUnfit, err) }

// Cause is the cause of a commit.
type Cause struct {
	Id    string // of the commit
	Actor string
	Of    string // the mail or commit that caused it
	Mail  []byte // kept before the commit, with the mails that the commit queues
}

// Decider decides from the present state of a game.
type Decider func(*game.Game) (Cause, game.Decision, error)

// Commit stores the decision and the mails that follow from it, in one commit on the head that it was decided from. If
// another writer was first, it decides again. It reports whether anything was stored.
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
	e.Game.Next = func() string { return nextOf(d, name) }
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

// decided makes the decision. It reads new commits first if other writers are active; otherwise only if the state in
// memory gave no decision. A decision from an old state does no harm, because the log refuses the append.
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
	if err != nil || len(commit.Events) == 0 { // only mails, and only to erased addresses
		return false, err
	}
	at := e.Game.Campaign.Head()
	if commit, err = commit.Follow(at); err != nil {
		return false, asUnfit(err)
	}
	head, err := d.Log.Append(ctx, at, commit)
	if errors.Is(err, events.ErrTooLarge) {
		return false, asUnfit(err)
	}
	if err != nil {
		return false, err
	}
	d.Metrics.Commits.Inc()
	if head.Hash != commit.Head.Hash {
		return true, d.catchUp(ctx, e, name) // another daemon has stored the same commit
	}
	// The stored commit is known: no need to read it back.
	commit.Head = head
	defer d.Read(name, e)
	if err := e.Game.Apply(d.Rulesets, &commit); err != nil {
		e.Broken = err
		d.Logger.Error("a game is broken and held", "game", name, "error", err)
		return true, err
	}
	return true, nil
}

// catchUp folds the commits stored since, by this daemon or another.
func (d *Host) catchUp(ctx context.Context, e *entry, name string) error {
	defer d.Read(name, e)
	for c, err := range d.Log.Game(ctx, name, e.Game.Campaign.Head()) {
		if err != nil && !errors.Is(err, events.ErrBroken) {
			return err // the log can't be read now
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

// Prepare makes the commit. It composes the mails and stores them in the vault first, so that every mail recorded as
// queued can be sent.
func (d *Host) Prepare(ctx context.Context, g *game.Game, name string, c Cause,
	s game.Decision) (events.Commit, error) {
	now := d.Now().UTC()
	hidden, err := d.SecretsOf(ctx, g)
	if err != nil {
		return events.Commit{}, err
	}
	var unread error // a mail must not be left out because of an unreadable vault
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
		return events.Commit{}, asUnfit(err)
	}
	hidden.withholdFrom(packed)
	return events.Commit{Game: name, ID: c.Id, At: now, Actor: c.Actor, Cause: c.Of, Events: packed}, nil
}

// keep stores mails in the vault before the commit that names them. It writes them in parallel, because each write
// waits for the disk.
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

func (d *Host) writes() int {
	if d.Parallel < 2 {
		return 1
	}
	return 2 * d.Parallel
}
