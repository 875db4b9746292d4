package daemon

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/projections/campaign"
)

// entry is a game as the daemon holds it: all of it while something is done with it,
// and else only what says when to look again and whom it concerns. Its lock is held
// while something is decided; another daemon on the same log is met by the expected head.
type entry struct {
	mu      sync.Mutex
	game    *game.Game // nil: not in memory now
	broken  error      // the game cannot be read; others go on
	told    string     // of what fault its umpire was told
	counted bool       // what its mails have used up of the limits is known
	gist    gist
	seq     atomic.Uint64 // position in the log up to which it was read
	used    atomic.Int64  // when it was needed last
}

// gist is what must be known of a game that is not in memory.
type gist struct {
	People  []string `json:"people,omitempty"`  // ids of the addresses that play or umpire it
	Umpires []string `json:"umpires,omitempty"` // those that umpire it

	Phase  campaign.Phase `json:"phase,omitempty"`
	Closes time.Time      `json:"closes,omitzero"` // the turn that is open; zero: it has no deadline
}

// defaultLoaded is how many games are kept in memory.
const defaultLoaded = 2000

// findGames makes the entries of all games of the log. Those of which the snapshot
// knows nothing, or nothing certain, are read.
func (d *Daemon) findGames(ctx context.Context) error {
	if d.Crew != nil { // others write meanwhile; what they write from here on is listened to
		at, err := d.Crew.Last(ctx)
		if err != nil {
			return err
		}
		d.tip.Store(at)
	}
	names, err := d.log.Games(ctx)
	if err != nil {
		return err
	}
	known := d.recall(ctx)
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for _, name := range names {
		if known[name] {
			continue
		}
		e := d.slot(name)
		g.Go(func() error {
			if d.lock(ctx, e, name) == nil {
				e.mu.Unlock()
			}
			return ctx.Err()
		})
	}
	return g.Wait()
}

// slot returns the entry of the game, a new one if it has none.
func (d *Daemon) slot(name string) *entry {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.games[name] == nil {
		d.games[name] = &entry{}
	}
	return d.games[name]
}

// lock locks the entry, and sees to it that the game is in memory. An error, also that
// of a game that is held, leaves it unlocked.
func (d *Daemon) lock(ctx context.Context, e *entry, name string) error {
	e.mu.Lock()
	err := e.broken
	if err != nil {
		err = fmt.Errorf("game %s is held: %w", name, err)
	} else if e.game == nil {
		err = d.load(ctx, e, name)
	}
	if err != nil {
		e.mu.Unlock()
		return err
	}
	e.used.Store(time.Now().UnixNano())
	return nil
}

// load reads a game. One whose chain or rules do not hold is held by itself; one that
// cannot be read now is tried again.
func (d *Daemon) load(ctx context.Context, e *entry, name string) error {
	var unread error
	var before []usage
	g, err := game.Load(d.Rulesets, func(yield func(events.Commit, error) bool) {
		for c, err := range d.log.Game(ctx, name, events.Head{}) {
			if !e.counted && c.At.Before(d.opened) && d.opened.Sub(c.At) < d.limits.longest() {
				before = append(before, usageIn(&c)...)
			}
			if err != nil && !errors.Is(err, events.ErrBroken) {
				unread = err
			}
			if !yield(c, err) {
				return
			}
		}
	})
	if unread != nil {
		d.agenda.touch(name)
		return unread
	}
	if err != nil {
		e.broken = err
		d.read(name, e)
		d.Logger.Error("a game cannot be read and is held", "game", name, "error", err)
		return fmt.Errorf("game %s is held: %w", name, err)
	}
	e.game, e.counted = g, true
	d.limits.recall(before)
	d.read(name, e)
	d.remember(e)
	return nil
}

// reread reads a game anew that was written to past its entry.
func (d *Daemon) reread(ctx context.Context, name string) (*game.Game, error) {
	e := d.slot(name)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.broken = nil
	err := d.load(ctx, e, name)
	return e.game, err
}

// remember counts a game that is in memory, and drops the one that was needed least
// lately where there are too many.
func (d *Daemon) remember(e *entry) {
	d.mu.Lock()
	defer d.mu.Unlock()
	most := d.Loaded
	if most == 0 {
		most = defaultLoaded
	}
	d.loaded = append(d.loaded, e)
	if len(d.loaded) <= most {
		return
	}
	slices.SortFunc(d.loaded, func(a, b *entry) int { return int(min(max(b.used.Load()-a.used.Load(), -1), 1)) })
	kept := d.loaded[:most-most/8]
	for _, old := range d.loaded[len(kept):] {
		if old == e || !old.mu.TryLock() {
			kept = append(kept, old)
			continue
		}
		old.game = nil
		old.mu.Unlock()
	}
	d.loaded = kept
}

// read notes what must be known of a game when it is not in memory. The entry is locked.
func (d *Daemon) read(name string, e *entry) {
	d.agenda.hold(name, e.broken != nil)
	if e.broken != nil {
		d.agenda.mail(name, false)
		return
	}
	if head := e.game.Campaign.Head(); head.Seq != e.seq.Load() {
		e.seq.Store(head.Seq)
		d.agenda.touch(name)
		signal(d.kick)
		if d.Crew == nil { // nobody else writes
			d.heardUpTo(head.Seq)
		}
	}
	d.agenda.mail(name, len(e.game.Campaign.Unsent()) > 0)
	e.gist = gistOf(e.game)
}

// heardUpTo notes how far the log was heard of.
func (d *Daemon) heardUpTo(seq uint64) {
	for at := d.tip.Load(); seq > at && !d.tip.CompareAndSwap(at, seq); at = d.tip.Load() {
		continue
	}
}

func gistOf(g *game.Game) gist {
	var people []string
	for _, seat := range append(slices.Clip(g.Campaign.Created().Seats), game.Umpire, game.StandIn) {
		people = append(people, g.Addresses(seat)...)
	}
	slices.Sort(people)
	s := gist{People: slices.Compact(people), Umpires: slices.Clone(g.Umpires)}
	if t := g.Campaign.Current(); g.Rules != nil {
		s.Phase = g.Campaign.Phase()
		if t != nil && !t.Deadline.IsZero() {
			s.Closes = g.Schedule.Closes(t.Deadline).UTC()
		}
	}
	return s
}

// with does something with a game, alone with it. It returns why it cannot be.
func (d *Daemon) with(ctx context.Context, name string, use func(*game.Game)) error {
	e := d.entry(ctx, name)
	if e == nil {
		return fmt.Errorf("there is no game %q", name)
	}
	if err := d.lock(ctx, e, name); err != nil {
		return err
	}
	defer e.mu.Unlock()
	use(e.game)
	return nil
}

// entry returns the game, nil if there is none such. A game that another process has
// made since is found in the log.
func (d *Daemon) entry(ctx context.Context, name string) *entry {
	d.mu.Lock()
	e := d.games[name]
	d.mu.Unlock()
	if e != nil {
		return e
	}
	if head, err := d.log.Head(ctx, name); err != nil || head.Version == 0 {
		return nil
	}
	return d.slot(name)
}

// entries returns the entries of all games that can be played, by name.
func (d *Daemon) entries() map[string]*entry {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := make(map[string]*entry, len(d.games))
	for name, e := range d.games {
		if name != game.Lobby {
			all[name] = e
		}
	}
	return all
}

// names returns the games that the address with the id plays or umpires, in byte order.
func (d *Daemon) names(id string) (names []string) {
	for name, e := range d.entries() {
		e.mu.Lock()
		if e.broken == nil && slices.Contains(e.gist.People, id) {
			names = append(names, name)
		}
		e.mu.Unlock()
	}
	slices.Sort(names)
	return names
}
