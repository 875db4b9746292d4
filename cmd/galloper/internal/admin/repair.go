package admin

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/prose"
	"galloper/cmd/galloper/internal/store"
	"galloper/cmd/galloper/internal/verify"
	"galloper/events"
	"galloper/events/archive"
	"galloper/events/natslog"
	"galloper/projections/campaign"
)

// Saved is an archive for repairing a store.
type Saved struct {
	Name string // for messages
	Open func() (io.ReadCloser, error)
}

// RepairReport describes the faults found and the repairs made.
type RepairReport struct {
	Files    []string     `json:"files,omitempty"`    // repairs of files that prevented the server's start
	Faults   []string     `json:"faults"`             // found before the repair
	Games    []Repaired   `json:"games"`              // the repaired games
	Settings bool         `json:"settings,omitempty"` // were reset
	Rebuilt  bool         `json:"rebuilt,omitempty"`  // the log was rewritten
	Finished bool         `json:"finished,omitempty"` // an interrupted repair was completed
	Kept     string       `json:"kept,omitempty"`     // folder of the damaged files
	Still    []string     `json:"still"`              // remaining faults
	Verified *StoreReport `json:"verified,omitempty"`
}

// Repaired describes the repair of one game.
type Repaired struct {
	Game  string `json:"game"`
	Equal int    `json:"equal"` // commits that the log and the archive share
	// commits only in the log, after the archive's end, proved by the chain
	Beyond   int      `json:"beyond"`
	Restored []string `json:"restored"`           // events from the archive
	Lost     uint64   `json:"lost,omitempty"`     // events lost for good
	LostFrom uint64   `json:"lostFrom,omitempty"` // the first of them
	LostTurn int      `json:"lostTurn,omitempty"` // turns up to this one are lost for good
	Event    uint64   `json:"event"`              // the game's last event
	Head     string   `json:"head"`
	// mails and addresses that the restored events name but the vault lacks
	Without int `json:"without,omitempty"`

	spans []archive.Span // of restored events
}

// Text describes the repair in words.
func (r Repaired) Text() string {
	var did []string
	if r.Equal > 0 {
		did = append(did, prose.Plural(r.Equal, "commit")+" proved equal and kept")
	}
	if r.Beyond > 0 {
		did = append(did, prose.Plural(r.Beyond, "commit")+" after the archive's end kept, as the chain proves them")
	}
	if len(r.Restored) > 0 {
		did = append(did, "events "+strings.Join(r.Restored, ", ")+" restored from the archive")
	}
	if r.Lost > 0 {
		did = append(did, fmt.Sprintf("events %d to %d lost for good", r.LostFrom, r.LostFrom+r.Lost-1))
	}
	if r.LostTurn > 0 {
		did = append(did, fmt.Sprintf("the turns after it, up to %d, lost for good", r.LostTurn))
	}
	return fmt.Sprintf("%s: %s; it stands at event %d, head %s", r.Game, strings.Join(did, "; "), r.Event, r.Head)
}

type repair struct {
	log      *natslog.Store
	rulesets []*adjudicator.Ruleset
	lossy    bool // events that no archive has may be given up
	report   RepairReport
	saved    map[string][]events.Commit // by game
	from     map[string]string          // the archive's name
	broken   map[string]bool
}

// Repair repairs a store that was opened for it, from the archives. It keeps the log's commits that the chain proves,
// and restores lost events from an archive. It rejects an archive with a different history and, unless lossy is set, a
// repair that would give up acknowledged events.
func Repair(ctx context.Context, s *store.Store, rulesets []*adjudicator.Ruleset, archives []Saved,
	lossy bool) (RepairReport, error) {
	r := repair{log: s.Log, rulesets: rulesets, lossy: lossy, saved: map[string][]events.Commit{},
		from: map[string]string{}, broken: map[string]bool{}}
	r.report = RepairReport{Files: s.Log.Mended(), Faults: []string{}, Games: []Repaired{}, Still: []string{}}
	if s.Log.Unfinished() {
		if err := s.Log.FinishMend(ctx); err != nil {
			return r.report, err
		}
		r.report.Finished = true
	}
	for _, a := range archives {
		if err := r.read(a); err != nil {
			return r.report, err
		}
	}
	if err := r.examine(ctx); err != nil {
		return r.report, err
	}
	chains, err := r.plan(ctx)
	if err != nil {
		return r.report, err
	}
	return r.report, r.do(ctx, chains)
}

func (r *repair) read(a Saved) error {
	f, err := a.Open()
	if err != nil {
		return err
	}
	defer f.Close()
	var chain []events.Commit
	sum, err := verify.Record(r.rulesets, func(yield func(archive.Line, error) bool) {
		for line, err := range archive.Read(f) {
			if line.Commit != nil {
				chain = append(chain, *line.Commit)
			}
			if !yield(line, err) {
				return
			}
		}
	})
	if err != nil {
		return game.Refuse("take another archive; galloper verify ARCHIVE explains the faults of this one",
			"nothing was changed: the archive %s is wrong: %v", a.Name, err)
	}
	if len(r.saved[sum.Game]) >= len(chain) {
		return nil // another archive of the game is longer
	}
	r.saved[sum.Game], r.from[sum.Game] = chain, a.Name
	return nil
}

func (r *repair) examine(ctx context.Context) error {
	found, err := r.log.Verify(ctx)
	if err != nil {
		return err
	}
	faults := append(slices.Clone(r.log.Faults()), found.Faults...)
	for _, b := range found.Broken {
		faults = append(faults, b.Error())
		if b.Game != "" {
			r.broken[b.Game] = true
		}
	}
	slices.Sort(faults)
	r.report.Faults = append(r.report.Faults, slices.Compact(faults)...)
	return nil
}

// plan decides the repair of each game, or rejects the whole repair.
func (r *repair) plan(ctx context.Context) (natslog.Chains, error) {
	there := map[string][]events.Commit{}
	err := r.log.Readable(ctx, func(c events.Commit) error {
		if r.broken[c.Game] || r.saved[c.Game] != nil {
			there[c.Game] = append(there[c.Game], c)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	games := map[string]bool{}
	maps.Copy(games, r.broken)
	for game := range r.saved {
		games[game] = true
	}
	chains := natslog.Chains{}
	for _, name := range slices.Sorted(maps.Keys(games)) {
		if r.saved[name] == nil && !r.lossy && r.log.HeadsLost() {
			return nil, game.Refuse("give the archives of all games together; with --accept-loss the store's record "+
				"of the other games is accepted as complete",
				"nothing was changed: it is lost where each game stood, and no archive of %s was given", name)
		}
		if r.saved[name] == nil && !r.lossy {
			r.report.Still = append(r.report.Still, fmt.Sprintf("game %s stays held: no archive of it was given", name))
			continue
		}
		done, chain, err := r.game(name, there[name])
		if err != nil {
			return nil, err
		}
		if len(done.Restored) > 0 || done.Lost > 0 || r.broken[name] {
			chains[name] = chain
			r.report.Games = append(r.report.Games, done)
		}
	}
	return chains, nil
}

func (r *repair) game(name string, there []events.Commit) (done Repaired, chain []events.Commit, err error) {
	m, err := archive.Mend(name, there, r.saved[name])
	if err != nil {
		return done, nil, game.Refuse("galloper head GAME HASH and galloper head ARCHIVE HASH, with the hashes that "+
			"players hold, show which is the game",
			"nothing was changed: %v (%s)", err, r.from[name])
	}
	noted := r.log.Noted(name)
	done = Repaired{Game: name, Equal: m.Equal, Beyond: m.Beyond, Restored: []string{},
		Event: m.Head().Version, Head: m.Head().Hash.String()}
	done.spans = m.Restored
	for _, s := range m.Restored {
		done.Restored = append(done.Restored, s.String())
	}
	for _, c := range m.Chain {
		if c.Head.Version == noted.Version && c.Head.Hash != noted.Hash {
			return done, nil, game.Refuse("take an archive that was written later, or by this store",
				"nothing was changed: the store had acknowledged event %d of game %s with the hash %s; the archive %s has %s there",
				noted.Version, name, noted.Hash, r.from[name], c.Head.Hash)
		}
	}
	last := noted.Version
	for _, c := range m.Lost {
		last = max(last, c.Last())
	}
	if last > done.Event {
		done.LostFrom, done.Lost = done.Event+1, last-done.Event
	}
	switch {
	case done.Lost > 0 && done.Event == 0:
		return done, nil, game.Refuse("give an archive of it", "nothing was changed: of game %s nothing is left that "+
			"could be kept", name)
	case done.Lost > 0 && !r.lossy:
		return done, nil, game.Refuse("give a later archive of the game; with --accept-loss these events are given up, "+
			"although players may have had mails about them",
			"nothing was changed: of game %s the store had acknowledged %d events, but store and archive together have no "+
				"more than the first %d", name, last, done.Event)
	}
	return done, m.Chain, nil
}

func (r *repair) do(ctx context.Context, chains natslog.Chains) error {
	if len(r.report.Faults) == 0 && len(chains) == 0 {
		return nil
	}
	back, err := r.log.SetBack(ctx)
	if err != nil {
		return err
	}
	r.report.Settings = back &&
		slices.ContainsFunc(r.report.Faults, func(f string) bool { return strings.HasPrefix(f, "setting ") })
	gaps := slices.ContainsFunc(r.report.Faults, func(f string) bool { return !strings.HasPrefix(f, "setting ") })
	if back && len(chains) == 0 && (!gaps || len(r.report.Still) > 0) {
		return nil
	}
	r.report.Rebuilt = true
	r.report.Kept, err = r.log.Rebuild(ctx, chains)
	return err
}

// AfterRepair puts each repaired game on hold until its umpire resumes it, tells the people concerned, and checks the
// whole store. If a loss was accepted, games that have lost turns go on too.
func (d *Admin) AfterRepair(ctx context.Context, r *RepairReport, lossy bool) error {
	for _, name := range d.Agenda.OnHold() {
		turn := d.Lost.Of(name)
		if turn > 0 && !lossy {
			r.Still = append(r.Still, d.Slot(name).Held().Error())
		}
		if turn > 0 && lossy {
			head, err := d.Log.Head(ctx, name)
			if err != nil {
				return err
			}
			r.Games = append(r.Games, Repaired{Game: name, Restored: []string{}, LostTurn: turn, Event: head.Version,
				Head: head.Hash.String()})
		}
	}
	for i := range r.Games {
		g := &r.Games[i]
		without, err := d.excuse(ctx, g.Game, restored(d.Log.Game(ctx, g.Game, events.Head{}), g.spans), false)
		if err != nil {
			return err
		}
		g.Without = len(without.Mails) + len(without.Addresses)
		if g.Game == game.Lobby {
			continue
		}
		if g.Lost > 0 || g.LostTurn > 0 {
			unset := d.Lost.Set(ctx, g.Game, -cmp.Or(g.LostTurn, math.MaxInt32))
			_, unread := d.Reread(ctx, g.Game)
			if err := errors.Join(unset, unread); err != nil {
				return err
			}
		}
		if _, err := d.Commit(ctx, g.Game, func(name *game.Game) (host.Cause, game.Decision, error) {
			return host.Cause{Id: "repaired." + g.Head[:24], Actor: game.Umpire}, repairedStep(name, *g), nil
		}); err != nil {
			r.Still = append(r.Still, fmt.Sprintf("game %s cannot be gone on with: %v", g.Game, err))
		}
	}
	after, err := d.VerifyStore(ctx)
	r.Verified = &after
	r.Still = append(r.Still, after.Faults...)
	return err
}

// restored yields the commits of a game within the spans.
func restored(commits iter.Seq2[events.Commit, error], spans []archive.Span) iter.Seq2[events.Commit, error] {
	return func(yield func(events.Commit, error) bool) {
		for c, err := range commits {
			in := func(s archive.Span) bool { return s.First <= c.First && c.First <= s.Last }
			if (err != nil || slices.ContainsFunc(spans, in)) && !yield(c, err) {
				return
			}
		}
	}
}

// repairedStep puts the turn on hold and tells all seats. For a game that is over it only tells them.
func repairedStep(g *game.Game, r Repaired) (s game.Decision) {
	turn := max(g.Campaign.Number(), 1)
	if t := g.Campaign.Current(); t != nil && g.Campaign.Phase() != campaign.Over {
		s.Record(events.TurnHeld{Turn: t.Number, Reason: "the record of the game was damaged, and was mended"})
	}
	for _, seat := range g.Everybody() {
		s.Mail(
			game.Outgoing{Seat: seat, Kind: "notice", Turn: turn, Subject: "the record was mended",
				Text: repairedText(g, r, seat, turn)},
		)
	}
	return s
}

func repairedText(g *game.Game, r Repaired, seat string, turn int) string {
	p := &prose.Text{}
	p.Para("The record of the game was damaged on the server, and has been mended as far as there was a copy of it.")
	switch {
	case r.Lost > 0 || r.LostTurn > 0:
		p.Para("Not everything could be saved: the end of the record is lost. Mails may have told you of events that " +
			"no longer count; STATUS shows the valid state. Check that it contains your latest orders.")
	default:
		p.Para("Nothing that was recorded is lost.")
	}
	p.Para("Mail that came while the record could not be read has not been read. If yours was among it, you were told " +
		"so: send it again.")
	if seat != game.Umpire {
		p.Para("Turn %d is held. The umpire lets it go on.", turn)
		return p.String()
	}
	p.Line("%s", r.Text())
	p.Gap()
	p.Para("Compare the record with the players' mails: galloper head %s MAIL. Turn %d is on hold. To continue, "+
		"answer with one of:",
		g.Name(), turn)
	p.Line("RESUME TURN %d BECAUSE …        as it is", turn)
	p.Line("EXTEND 24h TURN %d BECAUSE …    with a later deadline", turn)
	return p.String()
}
