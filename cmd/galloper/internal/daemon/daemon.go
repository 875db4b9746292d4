package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/events/vault"
	"galloper/mailgate"
)

// Options are what a daemon runs with.
type Options struct {
	Log      events.Log
	Vault    vault.Vault
	Rulesets []*adjudicator.Ruleset
	Post     Post
	Trust    mailgate.Trust
	// LookupTXT finds the keys of DKIM signatures; nil: they are not verified here.
	LookupTXT LookupTXT
	Lists     []string        // List-Ids through which players may write
	Sender    mailgate.Sender // nil: mail stays in the outbox
	Crew      *Crew           // the other daemons on this log; nil where there are none
	Parallel  int             // mails that are taken in at once, and sent; 0 means 1
	Loaded    int             // how many games are kept in memory; 0 means 2000
	Snapshot  string          // file in which is kept what a start needs to know of the games; "" for none
	Umpires   []string        // of games that name none
	Limits    Limits          // on what mail can make the service do
	Screen    Screen          // whose mail is looked at
	Retry     []time.Duration // pauses before a mail is tried again, the last repeats; none: Patience
	Unread    time.Duration   // after which umpires are told that the mailbox cannot be read; 0: an hour
	Unsent    time.Duration   // after which they are told that mail waits; 0: four hours
	// MailboxFault says why the mailbox cannot be read, "" if it can; it may be nil.
	MailboxFault func() string
	CheckEvery   time.Duration // how often the whole store is checked; 0: never
	Now          func() time.Time
	Logger       *slog.Logger
}

// Daemon runs the games of one log. Its methods may be called from many goroutines.
type Daemon struct {
	Options
	log     events.Log
	book    vault.Book
	gate    mailgate.Gate
	keys    signingKeys
	limits  *limiters
	trouble trouble
	stuck   stuck
	cache   cache
	metrics *Metrics
	agenda  *agenda
	opened  time.Time
	checked atomic.Pointer[StoreCheck]

	mu     sync.Mutex
	games  map[string]*entry
	loaded []*entry  // those that are in memory
	here   sync.Map  // games whose seeds are in the vault, as far as anybody asked
	fault  string    // what the server said of the last mail that it did not take
	looked time.Time // when the mailbox was last looked into
	kept   time.Time // what of that is written down

	ownClock func() time.Time // what Now was before the servers' clock was asked too

	gone bool // the server that sends could not be spoken to; the outbox's alone

	telling sync.Mutex // held while umpires are told of games on hold; guards each entry's told

	tip      atomic.Uint64 // position up to which the log was heard of
	recalled []string      // games taken from the snapshot

	alarms chan appointment // for the servers to set
	kick   chan struct{}    // the clock has something to do
	unsent chan struct{}    // the outbox has
}

// Open reads the log and returns a daemon that is ready to take mails and to tick.
func Open(ctx context.Context, o Options) (*Daemon, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	o.setPatience()
	own := o.Now
	if o.Crew != nil {
		o.Now = o.Crew.earliest(own)
	}
	d := &Daemon{
		Options: o, log: o.Log, book: vault.Book{Vault: o.Vault}, metrics: NewMetrics(), agenda: newAgenda(),
		gate:   mailgate.Gate{Keys: o.Post.Keys, Trust: o.Trust},
		keys:   signingKeys{lookup: o.LookupTXT, now: o.Now},
		limits: newLimiters(o.Limits), opened: o.Now(), ownClock: own,
		games: map[string]*entry{}, kick: make(chan struct{}, 1), unsent: make(chan struct{}, 1),
	}
	if d.Crew != nil {
		d.alarms = make(chan appointment, maxAlarms)
	}
	if err := d.findGames(ctx); err != nil {
		return nil, fmt.Errorf("daemon: list the games: %w", err)
	}
	d.looked = d.lastSeen(ctx)
	d.checkedAtOpen()
	d.metrics.registry.MustRegister(watched{d})
	return d, ctx.Err()
}

// cause is what a commit comes from.
type cause struct {
	id    string // the commit's
	actor string
	of    string // the mail or commit that it follows from
}

// decision is what is to be done with a game as it stands.
type decision func(*game.Game) (cause, game.Decision, error)

// commit stores what decide makes of the game, and what is mailed because of it, in
// one commit on the head that it was decided from. Where another writer was first it
// decides again. It reports whether anything was stored.
func (d *Daemon) commit(ctx context.Context, name string, decide decision) (bool, error) {
	e := d.entry(ctx, name)
	if e == nil {
		return false, game.Refuse("galloper audit lists the games", "there is no game %q", name)
	}
	if err := d.lock(ctx, e, name); err != nil {
		return false, err
	}
	defer e.mu.Unlock()
	e.game.TakeMailsFrom(d.MailsOf(ctx, name))
	for try := 1; ; try++ {
		done, err := d.tryCommit(ctx, e, name, decide, try > 1 || d.Crew != nil)
		if err == nil || try == maxTries || !errors.Is(err, events.ErrConflict) && !errors.Is(err, events.ErrUnknownOutcome) {
			return done, err
		}
		d.metrics.Conflicts.Inc()
		if err := pause(ctx, try); err != nil {
			return false, err
		}
	}
}

// maxTries is how often a decision is made again because another writer was first.
const maxTries = 20

// pause waits a little, longer each time, and never as long as the other writer does.
func pause(ctx context.Context, try int) error {
	most := min(time.Duration(1<<try)*time.Millisecond, 500*time.Millisecond)
	select {
	case <-time.After(rand.N(most) + time.Millisecond):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// decided decides. Where others write to the game it is caught up with first; else only
// where nothing came of what is in memory. To decide from too little does no harm: the
// log refuses the append.
func (d *Daemon) decided(
	ctx context.Context,
	e *entry,
	name string,
	decide decision,
	shared bool,
) (c cause, s game.Decision, err error) {
	if shared {
		if err := d.catchUp(ctx, e, name); err != nil {
			return c, s, err
		}
		return decide(e.game)
	}
	from := e.game.Campaign.Head()
	c, s, err = decide(e.game)
	if err == nil && !s.Empty() {
		return c, s, nil
	}
	if err := d.catchUp(ctx, e, name); err != nil {
		return c, s, err
	}
	if e.game.Campaign.Head() != from {
		return decide(e.game)
	}
	return c, s, err
}

func (d *Daemon) tryCommit(ctx context.Context, e *entry, name string, decide decision, shared bool) (bool, error) {
	c, s, err := d.decided(ctx, e, name, decide, shared)
	if err != nil || s.Empty() {
		return false, err
	}
	commit, err := d.prepare(ctx, e.game, name, c, s)
	if err != nil || len(commit.Events) == 0 { // only mails, and to nobody whose address is still known
		return false, err
	}
	at := e.game.Campaign.Head()
	if commit, err = commit.Follow(at); err != nil {
		return false, err
	}
	head, err := d.log.Append(ctx, at, commit)
	if err != nil {
		return false, err
	}
	d.metrics.Commits.Inc()
	if head.Hash != commit.Head.Hash {
		return true, d.catchUp(ctx, e, name) // another daemon has stored what this one was about to
	}
	// What was stored is what was made: it need not be read back.
	commit.Head = head
	defer d.read(name, e)
	if err := e.game.Apply(d.Rulesets, &commit); err != nil {
		e.broken = err
		d.Logger.Error("a game is broken and held", "game", name, "error", err)
		return true, err
	}
	return true, nil
}

// catchUp folds what was stored since, by this daemon or another.
func (d *Daemon) catchUp(ctx context.Context, e *entry, name string) error {
	defer d.read(name, e)
	for c, err := range d.log.Game(ctx, name, e.game.Campaign.Head()) {
		if err != nil && !errors.Is(err, events.ErrBroken) {
			return err // the log cannot be read now
		}
		if err == nil {
			err = e.game.Apply(d.Rulesets, &c)
		}
		if err != nil {
			e.broken = err
			d.Logger.Error("a game is broken and held", "game", name, "error", err)
			return err
		}
	}
	return nil
}

// prepare makes the commit: the mails are composed and put into the vault first, so
// that a mail that is recorded as queued can always be sent.
func (d *Daemon) prepare(
	ctx context.Context,
	g *game.Game,
	name string,
	c cause,
	s game.Decision,
) (events.Commit, error) {
	now := d.Now().UTC()
	hidden, err := d.secretsOf(ctx, g)
	if err != nil {
		return events.Commit{}, err
	}
	var unread error // a mail must not be left out because the vault could not be read
	mails, err := d.Post.queue(g, c.id, hidden.withhold(s.Mails), now, func(id string) string {
		address, err := d.resolve(ctx, id)
		unread = errors.Join(unread, err)
		return address
	})
	if err = errors.Join(err, unread); err != nil {
		return events.Commit{}, err
	}
	data := s.Data
	if name == game.Lobby && g.Campaign.Head().Version == 0 {
		data = append([]events.Data{events.GameCreated{Ruleset: "none", Title: "Mails that belong to no game"}}, data...)
	}
	if err := d.keepQueued(ctx, mails); err != nil {
		return events.Commit{}, err
	}
	for _, m := range mails {
		data = append(data, m.event)
	}
	packed, err := events.Pack(blinded(c.id, data)...)
	if err != nil {
		return events.Commit{}, err
	}
	hidden.withholdFrom(packed)
	return events.Commit{Game: name, ID: c.id, At: now, Actor: c.actor, Cause: c.of, Events: packed}, nil
}

// keepQueued puts mails into the vault before the commit that queues them, all at once:
// each write waits for the disk.
func (d *Daemon) keepQueued(ctx context.Context, mails []queued) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(d.writes())
	for _, m := range mails {
		g.Go(func() error {
			if _, err := d.Vault.PutMail(ctx, m.raw); err != nil {
				return fmt.Errorf("daemon: keep the mail %s: %w", m.event.Mail, err)
			}
			return nil
		})
	}
	return g.Wait()
}

// writes is how many writes to the vault are under way at once.
func (d *Daemon) writes() int {
	if d.Parallel < 2 {
		return 1
	}
	return 2 * d.Parallel
}

// seatKey is where the vault has the code of a seat's KEY lines; each epoch of the
// seat's secrets has its own.
func seatKey(game, seat string, epoch int) string {
	key := "key." + game + "." + seat
	if epoch > 0 {
		key += "=" + strconv.Itoa(epoch)
	}
	return key
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
