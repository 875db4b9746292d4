package host

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

// entry is a game held by the daemon: the whole game while it is in use, and otherwise only the time of its next check
// and the people in it. Its lock is held during decisions; other daemons on the same log are kept out by the expected
// head.
type entry struct {
	Mu      sync.Mutex
	Game    *game.Game // nil: not in memory
	Broken  error      // the game can't be read; others go on
	Told    string     // the fault that its umpire was told of
	counted bool       // its mails' use of the limits is known
	Gist    Gist
	from    atomic.Pointer[[]string] // Gist.From, to be read without the lock
	Seq     atomic.Uint64            // position in the log up to which it was read
	used    atomic.Int64             // time of its last use
}

// Gist is the information kept about a game that is not in memory.
type Gist struct {
	People  []string `json:"people,omitempty"`  // ids of the addresses that play or umpire it
	Umpires []string `json:"umpires,omitempty"` // ids of the umpires' addresses

	Phase  campaign.Phase `json:"phase,omitempty"`
	Closes time.Time      `json:"closes,omitzero"`  // the open turn; zero: no deadline
	Public string         `json:"public,omitempty"` // the public title; "": no spectators
	From   []string       `json:"from,omitempty"`   // the battles that its armies come from
}

// Keep records the game's gist. The entry must be locked.
func (e *entry) Keep(g Gist) {
	e.Gist = g
	e.from.Store(&g.From)
}

// nextOf returns the game whose armies come from the battle, or "".
func nextOf(d *Host, battle string) string {
	for name, e := range d.Entries() {
		if from := e.from.Load(); from != nil && slices.Contains(*from, battle) {
			return name
		}
	}
	return ""
}

const defaultLoaded = 2000

// ListenFrom records the position from which to follow other writers.
func (d *Host) ListenFrom(ctx context.Context) error {
	if d.Crew == nil {
		return nil
	}
	at, err := d.Crew.Last(ctx)
	if err != nil {
		return err
	}
	d.Tip.Store(at)
	return nil
}

// FindGames makes the entries of all games of the log, and reads those that are not known from the snapshot.
func (d *Host) FindGames(ctx context.Context, known map[string]bool) error {
	names, err := d.Log.Games(ctx)
	if err == nil {
		err = d.HoldOld(ctx)
	}
	if err != nil {
		return err
	}
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for _, name := range names {
		if known[name] && d.Lost.Of(name) <= 0 {
			continue
		}
		e := d.Slot(name)
		g.Go(func() error {
			if d.lock(ctx, e, name) == nil {
				e.Mu.Unlock()
			}
			return ctx.Err()
		})
	}
	return g.Wait()
}

// Slot returns the entry of the game, a new one if necessary.
func (d *Host) Slot(name string) *entry {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	if d.Games[name] == nil {
		d.Games[name] = &entry{}
	}
	return d.Games[name]
}

// lock locks the entry and loads the game. On an error, which includes a game on hold, the entry is left unlocked.
func (d *Host) lock(ctx context.Context, e *entry, name string) error {
	e.Mu.Lock()
	err := e.Broken
	if err != nil {
		err = fmt.Errorf("game %s is held: %w", name, err)
	} else if e.Game == nil {
		err = d.load(ctx, e, name)
	}
	if err != nil {
		e.Mu.Unlock()
		return err
	}
	e.used.Store(time.Now().UnixNano())
	return nil
}

// load reads a game. If its chain or rules are broken, only this game is put on hold; if it can't be read now, it is
// tried again.
func (d *Host) load(ctx context.Context, e *entry, name string) error {
	var unread error
	var before []usage
	g, err := game.Load(d.Rulesets, func(yield func(events.Commit, error) bool) {
		for c, err := range d.Log.Game(ctx, name, events.Head{}) {
			if !e.counted && c.At.Before(d.opened) && d.opened.Sub(c.At) < d.Quotas.longest() {
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
		d.Agenda.Touch(name)
		return unread
	}
	if err == nil {
		err = d.Lost.check(g)
	}
	if err != nil {
		e.Broken = err
		d.Read(name, e)
		d.Logger.Error("a game cannot be read and is held", "game", name, "error", err)
		return fmt.Errorf("game %s is held: %w", name, err)
	}
	e.Game, e.counted = g, true
	d.Quotas.recall(before)
	d.Read(name, e)
	d.remember(e)
	return nil
}

// HoldOld puts the games in memory on hold that this daemon or another one has found to have lost turns.
func (d *Host) HoldOld(ctx context.Context) error {
	if err := d.Lost.read(ctx); err != nil {
		return err
	}
	for name, e := range d.Entries() {
		e.Mu.Lock()
		if e.Game != nil && e.Broken == nil {
			if e.Broken = d.Lost.check(e.Game); e.Broken != nil {
				d.Read(name, e)
			}
		}
		e.Mu.Unlock()
	}
	Signal(d.Due)
	return nil
}

// Reread reads a game again that was written to without its entry.
func (d *Host) Reread(ctx context.Context, name string) (*game.Game, error) {
	e := d.Slot(name)
	e.Mu.Lock()
	defer e.Mu.Unlock()
	e.Broken = nil
	err := d.load(ctx, e, name)
	return e.Game, err
}

// remember counts a game in memory, and drops the least recently used one if there are too many.
func (d *Host) remember(e *entry) {
	d.Mu.Lock()
	defer d.Mu.Unlock()
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
		if old == e || !old.Mu.TryLock() {
			kept = append(kept, old)
			continue
		}
		old.Game = nil
		old.Mu.Unlock()
	}
	d.loaded = kept
}

// Read records the game's gist and appointment for when it is not in memory. The entry must be locked.
func (d *Host) Read(name string, e *entry) {
	d.Agenda.hold(name, e.Broken != nil)
	if e.Broken != nil {
		d.Agenda.Mail(name, false)
		return
	}
	if head := e.Game.Campaign.Head(); head.Seq != e.Seq.Load() {
		e.Seq.Store(head.Seq)
		d.Agenda.Touch(name)
		Signal(d.Due)
		if d.Crew == nil { // no other writer
			d.HeardUpTo(head.Seq)
		}
	}
	d.Agenda.Mail(name, len(e.Game.Campaign.Unsent()) > 0)
	e.Keep(gistOf(e.Game))
}

// HeardUpTo records the position up to which the log was followed.
func (d *Host) HeardUpTo(seq uint64) {
	for at := d.Tip.Load(); seq > at && !d.Tip.CompareAndSwap(at, seq); at = d.Tip.Load() {
		continue
	}
}

func gistOf(g *game.Game) Gist {
	var people []string
	for _, seat := range append(slices.Clip(g.Campaign.Created().Seats), game.Umpire, game.StandIn) {
		people = append(people, g.Addresses(seat)...)
	}
	slices.Sort(people)
	s := Gist{People: slices.Compact(people), Umpires: slices.Clone(g.Umpires)}
	for _, r := range g.Campaign.Carried().Rolls {
		s.From = append(s.From, r.Game)
	}
	if t := g.Campaign.Current(); g.Rules != nil {
		s.Phase, s.Public = g.Campaign.Phase(), game.PublicTitle(g)
		if t != nil && !t.Deadline.IsZero() {
			s.Closes = g.Schedule.Closes(t.Deadline).UTC()
		}
	}
	return s
}

// With calls use with exclusive access to a game. It returns an error if the game can't be read.
func (d *Host) With(ctx context.Context, name string, use func(*game.Game)) error {
	e := d.Entry(ctx, name)
	if e == nil {
		return fmt.Errorf("there is no game %q", name)
	}
	if err := d.lock(ctx, e, name); err != nil {
		return err
	}
	defer e.Mu.Unlock()
	use(e.Game)
	return nil
}

// Entry returns the game's entry, or nil if there is no such game. It finds games in the log that another process has
// made since.
func (d *Host) Entry(ctx context.Context, name string) *entry {
	d.Mu.Lock()
	e := d.Games[name]
	d.Mu.Unlock()
	if e != nil {
		return e
	}
	if head, err := d.Log.Head(ctx, name); err != nil || head.Version == 0 {
		return nil
	}
	return d.Slot(name)
}

// Entries returns the entries of all games that can be played, by name.
func (d *Host) Entries() map[string]*entry {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	all := make(map[string]*entry, len(d.Games))
	for name, e := range d.Games {
		if name != game.Lobby {
			all[name] = e
		}
	}
	return all
}

// Names returns the games that the address with the id plays or umpires, in byte order.
func (d *Host) Names(id string) (names []string) {
	for name, e := range d.Entries() {
		e.Mu.Lock()
		if e.Broken == nil && slices.Contains(e.Gist.People, id) {
			names = append(names, name)
		}
		e.Mu.Unlock()
	}
	slices.Sort(names)
	return names
}

// Only a game with an unreadable record is put on hold: it does not tick, sends nothing and takes no mail, while other
// games go on. Its umpire and the operator are told, and so is each player who writes meanwhile.

// Held returns why the game can't be read, or nil.
func (e *entry) Held() error {
	e.Mu.Lock()
	defer e.Mu.Unlock()
	return e.Broken
}

// Each calls the function with the gist of every game that can be played.
func (d *Host) Each(f func(name string, g Gist)) {
	for name, e := range d.Entries() {
		e.Mu.Lock()
		g, known := e.Gist, e.Broken == nil && e.Gist.Phase != ""
		e.Mu.Unlock()
		if known {
			f(name, g)
		}
	}
}
