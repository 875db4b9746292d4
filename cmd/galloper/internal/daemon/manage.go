package daemon

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"iter"
	"regexp"
	"slices"
	"strings"

	"galloper/events"
	"galloper/events/archive"
	"galloper/events/vault"
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
	_, err = d.commit(ctx, r.Game, func(g *Game) (cause, step, error) {
		if g.Rules == nil {
			return cause{}, step{}, refuse("galloper audit lists the games", "there is no game %q", r.Game)
		}
		if r.By != "" && !slices.Contains(g.Umpires, r.By) {
			return cause{}, step{}, refuse("ask an umpire", "you are not an umpire of this game any more")
		}
		var s step
		by, err := d.handOf(ctx, g, r.By, r.Text)
		if err != nil {
			return cause{}, step{}, err
		}
		before = g.drafted()
		subject, text := g.actsStep(&s, r.Text, by, d.Now())
		res = RuleResult{Done: subject == actsDone, Text: text, Confirm: confirmLine.FindString(text)}
		return cause{id: id, actor: Umpire}, s, nil
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
	e := d.entry(ctx, r.Game)
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(before) == 0 || e.broken != nil || e.game.Campaign.Phase() != campaign.Review || e.game.blind(r.By) {
		return ""
	}
	return "\n" + compare(before, e.game.drafted()).text()
}

// ImportResult says what was taken in.
type ImportResult struct {
	Game    string `json:"game"`
	Commits int    `json:"commits"` // new to the log
	Events  uint64 `json:"events"`  // of the game now
	Head    string `json:"head"`
}

// Import takes a game from its archive, with the mails and addresses that lie beside
// the chain in it. The archive is checked first.
func (d *Daemon) Import(ctx context.Context, r io.ReadSeeker) (res ImportResult, err error) {
	sum, err := Verify(d.Rulesets, archive.Read(r))
	if err != nil {
		return res, refuse("nothing was imported; an archive that does not verify is not a game's record", "the archive is wrong: %v", err)
	}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return res, err
	}
	head, n, err := archive.Import(ctx, archive.Read(r), d.log, func(x archive.Extra) error { return d.importExtra(ctx, x) })
	if errors.Is(err, events.ErrConflict) {
		return res, refuse("import it into another store", "the game %s is played on here at the same time: %v", sum.Game, err)
	}
	if err != nil {
		return res, err
	}
	if e := d.load(ctx, sum.Game); e.broken != nil {
		return res, e.broken
	}
	signal(d.kick)
	return ImportResult{Game: sum.Game, Commits: n, Events: head.Version, Head: head.Hash.String()}, nil
}

func (d *Daemon) importExtra(ctx context.Context, x archive.Extra) error {
	switch {
	case !x.Mail.IsZero():
		_, err := d.Vault.PutMail(ctx, x.Raw)
		return err
	case x.Address != "":
		return d.book.Restore(ctx, x.Address, x.Is)
	}
	err := d.Vault.Create(ctx, x.Secret, x.Value)
	if errors.Is(err, vault.ErrExists) {
		return nil
	}
	return err
}

// Export writes the game's archive; with mail, also the mails and addresses that it
// names, as far as they were not erased.
func (d *Daemon) Export(ctx context.Context, w io.Writer, game string, withMail bool) error {
	head, err := d.log.Head(ctx, game)
	switch {
	case errors.Is(err, events.ErrBroken): // what can be read is written, and then the error comes again
	case err != nil:
		return err
	case head.Version == 0:
		return refuse("galloper audit lists the games", "there is no game %q", game)
	}
	commits := d.log.Game(ctx, game, events.Head{})
	if _, err := archive.Write(w, commits); err != nil || !withMail {
		return err
	}
	_, err = archive.WriteExtras(w, d.extras(ctx, commits))
	return err
}

func (d *Daemon) extras(ctx context.Context, commits iter.Seq2[events.Commit, error]) iter.Seq2[archive.Extra, error] {
	return archive.Source{
		Mail: func(sha events.Hash) ([]byte, bool, error) {
			raw, err := d.Vault.Mail(ctx, sha)
			return raw, err == nil, present(err)
		},
		Address: func(id string) (string, bool, error) {
			address, err := d.book.Address(ctx, id)
			return address, err == nil, present(err)
		},
	}.Extras(commits)
}

// present drops the error of what is not there.
func present(err error) error {
	if errors.Is(err, vault.ErrNotFound) {
		return nil
	}
	return err
}

// writeArchive writes the lines of the commits behind the event with that number.
func (d *Daemon) writeArchive(ctx context.Context, w io.Writer, game string, after uint64) error {
	_, err := archive.Write(w, func(yield func(events.Commit, error) bool) {
		for c, err := range d.log.Game(ctx, game, events.Head{}) {
			if (err != nil || c.First > after) && !yield(c, err) {
				return
			}
		}
	})
	return err
}

// StoreReport is what a check of the whole store found.
type StoreReport struct {
	Commits uint64   `json:"commits"`
	Events  uint64   `json:"events"`
	Games   int      `json:"games"`
	Faults  []string `json:"faults"`
}

// VerifyStore reads the whole log: gaps, chains, settings; and adjudicates every turn
// of every game again.
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
		if name == Lobby {
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
