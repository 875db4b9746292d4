package daemon

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"iter"
	"maps"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"

	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/events/archive"
	"galloper/projections/campaign"
)

// What the command line does to a store, directly or through the desk.

// RuleRequest is what an umpire says on the command line.
type RuleRequest struct {
	Game string `json:"game"`
	Text string `json:"text"`
	By   string `json:"by,omitempty"` // id of the umpire's address; "" on the command line
}

// RuleResult is the answer.
type RuleResult struct {
	Done bool   `json:"done"`
	Text string `json:"text"`
	// Confirm is the line that has an act done which cannot be undone; "" unless one waits.
	Confirm string `json:"confirm,omitempty"`
}

// Rule does what an umpire would mail, and returns what he would be answered.
func (d *Daemon) Rule(ctx context.Context, r RuleRequest) (res RuleResult, err error) {
	var before []events.Outcome
	id := "rule." + strings.ToLower(rand.Text()[:12])
	defer func() {
		// An act on which a ruleset breaks must not take the page or the command line with it.
		if p := recover(); p != nil {
			d.Logger.Error(
				"an act broke the program",
				"game",
				r.Game,
				"text",
				r.Text,
				"panic",
				p,
				"stack",
				string(debug.Stack()),
			)
			res, err = RuleResult{}, game.Refuse("galloper export "+r.Game+" makes the archive to report it with",
				"nothing was done: the program broke on this act; the service's log says how")
		}
	}()
	_, err = d.commit(ctx, r.Game, func(g *game.Game) (cause, game.Decision, error) {
		if g.Rules == nil {
			return cause{}, game.Decision{}, game.Refuse("galloper audit lists the games", "there is no game %q", r.Game)
		}
		if r.By != "" && !slices.Contains(g.Umpires, r.By) {
			return cause{}, game.Decision{}, game.Refuse("ask an umpire", "you are not an umpire of this game any more")
		}
		var s game.Decision
		by, err := d.actorOf(ctx, g, r.By, r.Text)
		if err != nil {
			return cause{}, game.Decision{}, err
		}
		before = game.Drafted(g)
		subject, text := game.DoActs(g, &s, r.Text, by, d.setsFrom())
		res = RuleResult{Done: subject == game.ActsDone, Text: text, Confirm: confirmLine.FindString(text)}
		return cause{id: id, actor: game.Umpire}, s, nil
	})
	if err == nil && res.Done {
		_, err = d.advance(ctx, r.Game)
		signal(d.kick)
		signal(d.unsent)
		res.Text += d.changed(ctx, r, before)
	}
	return res, err
}

var confirmLine = regexp.MustCompile(`(?m)^CONFIRM \d+ \w+$`)

// changed returns what an act has changed in the draft of a turn under review.
func (d *Daemon) changed(ctx context.Context, r RuleRequest, before []events.Outcome) string {
	text := ""
	_ = d.with(ctx, r.Game, func(g *game.Game) { // a game that broke just now is told of elsewhere
		if len(before) > 0 && g.Campaign.Phase() == campaign.Review && !g.Blind(r.By) {
			text = "\n" + game.DifferenceOf(g, before, game.Drafted(g)).Text(game.NewNarrator(g, g.Campaign.Number()))
		}
	})
	return text
}

// writeArchive writes the lines of the commits behind the event with that number.
func (d *Daemon) writeArchive(ctx context.Context, w io.Writer, game string, after uint64) error {
	_, err := archive.Write(w, d.behind(ctx, game, after))
	return err
}

// behind yields the commits behind the event with that number. A few are found from the
// head back, however long the game is.
func (d *Daemon) behind(ctx context.Context, game string, after uint64) iter.Seq2[events.Commit, error] {
	if after == 0 {
		return d.log.Game(ctx, game, events.Head{})
	}
	return func(yield func(events.Commit, error) bool) {
		var news []events.Commit
		for c, err := range d.log.Backward(ctx, game) {
			if err != nil {
				yield(c, err)
				return
			}
			if c.First <= after {
				break
			}
			news = append(news, c)
		}
		for _, c := range slices.Backward(news) {
			if !yield(c, nil) {
				return
			}
		}
	}
}

// GameHead is where a game stands in the log now.
type GameHead struct {
	Game  string `json:"game"`
	Event uint64 `json:"event"`
	Hash  string `json:"hash"`
	Fault string `json:"fault,omitempty"` // the game is broken
}

// Standing is where games stand, and how far the log goes that it was read from.
type Standing struct {
	Last  uint64     `json:"last"` // position in the log; 0 where it has none
	Games []GameHead `json:"games"`
}

// Heads returns where the games stand, the lobby too. since is the position of an
// earlier answer: of games to which nothing was added since, nothing is said. 0: all.
func (d *Daemon) Heads(ctx context.Context, since uint64) (st Standing, err error) {
	st.Games = []GameHead{}
	if l, ok := d.log.(placed); ok {
		if st.Last, err = l.Last(ctx); err != nil {
			return st, err
		}
	}
	names, err := d.addedTo(ctx, since, st.Last)
	if err != nil {
		return st, err
	}
	for _, name := range names {
		head, err := d.log.Head(ctx, name)
		h := GameHead{Game: name, Event: head.Version, Hash: head.Hash.String()}
		if errors.Is(err, events.ErrBroken) {
			h.Fault, err = err.Error(), nil
		}
		if err != nil {
			return st, err
		}
		st.Games = append(st.Games, h)
	}
	return st, nil
}

// addedTo returns the games that were written to behind the position; all of them where
// that cannot be told.
func (d *Daemon) addedTo(ctx context.Context, since, last uint64) ([]string, error) {
	if since == 0 || last < since {
		return d.log.Games(ctx)
	}
	names := map[string]bool{}
	if last == since {
		return nil, nil
	}
	for c, err := range d.log.All(ctx, since) {
		if errors.Is(err, events.ErrBroken) {
			return d.log.Games(ctx)
		}
		if err != nil {
			return nil, err
		}
		names[c.Game] = true
	}
	return slices.Sorted(maps.Keys(names)), nil
}

// Behind writes the lines of a game's commits behind the event with that number.
func (d *Daemon) Behind(ctx context.Context, w io.Writer, game string, after uint64) error {
	return d.writeArchive(ctx, w, game, after)
}

// StoreReport is what a check of the whole store found.
type StoreReport struct {
	Commits uint64   `json:"commits"`
	Events  uint64   `json:"events"`
	Games   int      `json:"games"`
	Faults  []string `json:"faults"`
}

// VerifyStore reads the whole log: gaps, chains, settings, files; adjudicates every turn
// of every game again; and looks whether the vault has what the record names.
func (d *Daemon) VerifyStore(ctx context.Context) (StoreReport, error) {
	r, err := d.log.Verify(ctx)
	if err != nil {
		return StoreReport{}, err
	}
	out := StoreReport{Commits: r.Commits, Events: r.Events, Games: r.Games, Faults: append([]string{}, r.Faults...)}
	broken := map[string]bool{}
	for _, b := range r.Broken {
		broken[b.Game] = true
		out.Faults = append(out.Faults, b.Error())
	}
	names, err := d.log.Games(ctx)
	for _, name := range names {
		if name == game.Lobby {
			out.Games--
			continue
		}
		if broken[name] {
			continue // it ends there; what was wrong is said
		}
		if _, err := Verify(d.Rulesets, lines(d.log.Game(ctx, name, events.Head{}))); err != nil {
			out.Faults = append(out.Faults, "game "+name+": "+err.Error())
		}
	}
	if err != nil {
		return out, err
	}
	lost, err := d.checkVault(ctx)
	out.Faults = append(out.Faults, lost...)
	return out, err
}

// lines gives commits as the lines of an archive.
func lines(commits iter.Seq2[events.Commit, error]) iter.Seq2[archive.Line, error] {
	return func(yield func(archive.Line, error) bool) {
		n := 0
		for c, err := range commits {
			n++
			if !yield(archive.Line{Number: n, Commit: &c}, err) {
				return
			}
		}
	}
}
