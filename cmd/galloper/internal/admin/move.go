package admin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/prose"
	"galloper/cmd/galloper/internal/verify"
	"galloper/events"
	"galloper/events/archive"
	"galloper/events/vault"
	"galloper/projections/campaign"
)

// Moving a game from one store to another.

// ExportOptions selects an archive's data besides the chain.
type ExportOptions struct {
	Mail    bool // raw mails and addresses
	Secrets bool // seeds of later turns, and the codes of KEY lines
}

// Export writes the game's archive; with mail, also the mails and addresses that it names and that haven't been erased.
// For a broken game it writes the readable part, and returns the fault. Secrets are only exported for a game on hold or
// over, because it must not be played in two places.
func (d *Admin) Export(ctx context.Context, w io.Writer, name string, with ExportOptions) error {
	head, err := d.Log.Head(ctx, name)
	switch {
	case errors.Is(err, events.ErrBroken): // the readable part is written, and then the error comes again
	case err != nil:
		return err
	case head.Version == 0:
		return game.Refuse("galloper audit lists the games", "there is no game %q", name)
	}
	if with.Secrets {
		if err := d.mayMove(ctx, name); err != nil {
			return err
		}
	}
	commits := d.Log.Game(ctx, name, events.Head{})
	if _, err := archive.Write(w, commits); err != nil {
		return err
	}
	if with.Mail {
		if _, err := archive.WriteExtras(w, d.extras(ctx, commits)); err != nil {
			return err
		}
	}
	if !with.Secrets {
		return nil
	}
	_, err = archive.WriteExtras(w, d.secrets(ctx, name))
	return err
}

// mayMove rejects the export of a game that would go on in two places.
func (d *Admin) mayMove(ctx context.Context, name string) error {
	var no error
	err := d.With(ctx, name, func(g *game.Game) {
		if g.Campaign.Phase() != campaign.Held && g.Opened(game.Umpire) != campaign.OpenAll {
			no = game.Refuse(fmt.Sprintf("galloper rule %s HOLD TURN %d BECAUSE it moves", name, g.Campaign.Number()),
				"the game %s goes on here; hold it first, or it would go on in two places", name)
		}
	})
	return errors.Join(err, no)
}

func (d *Admin) secrets(ctx context.Context, game string) iter.Seq2[archive.Extra, error] {
	return func(yield func(archive.Extra, error) bool) {
		for _, prefix := range vault.SecretsOf(game) {
			keys, err := d.Vault.Keys(ctx, prefix)
			if err != nil {
				yield(archive.Extra{}, err)
				return
			}
			for _, key := range keys {
				if !vault.SecretOf(game, key) {
					continue // of a game whose name has this one as a prefix
				}
				value, err := d.Vault.Get(ctx, key)
				if !yield(archive.Extra{Secret: key, Value: value}, err) || err != nil {
					return
				}
			}
		}
	}
}

func (d *Admin) extras(ctx context.Context, commits iter.Seq2[events.Commit, error]) iter.Seq2[archive.Extra, error] {
	return archive.Source{
		Mail: func(sha events.Hash) ([]byte, bool, error) {
			raw, err := d.Vault.Mail(ctx, sha)
			return raw, err == nil, Present(err)
		},
		Address: func(id string) (string, bool, error) {
			address, err := d.Book.Address(ctx, id)
			return address, err == nil, Present(err)
		},
	}.Extras(commits)
}

// Present drops the error about a missing value.
func Present(err error) error {
	if errors.Is(err, vault.ErrNotFound) {
		return nil
	}
	return err
}

// ImportResult describes the import.
type ImportResult struct {
	Game    string `json:"game"`
	Commits int    `json:"commits"` // new to the log
	Events  uint64 `json:"events"`  // of the whole game
	Head    string `json:"head"`
	Played  bool   `json:"played"` // it goes on here; otherwise it is a record to look at
	Moved   bool   `json:"moved"`  // its seats were told that it goes on here
}

// Import checks an archive and takes the game from it, with any data besides the chain. If the archive has the game's
// secrets, the game goes on here: its seats are told, and its umpire resumes it.
func (d *Admin) Import(ctx context.Context, r io.ReadSeeker) (res ImportResult, err error) {
	sum, secrets, err := d.checkImport(ctx, r)
	if err != nil {
		return res, err
	}
	before, err := d.Log.Head(ctx, sum.Game)
	if err != nil {
		return res, err
	}
	head, n, err := archive.Import(ctx, archive.Read(r), d.Log,
		func(x archive.Extra) error { return d.importExtra(ctx, sum.Game, x) })
	if errors.Is(err, events.ErrConflict) {
		return res, game.Refuse("import it into another store", "the game %s is played on here at the same time: %v",
			sum.Game, err)
	}
	if err != nil {
		return res, err
	}
	if _, err := d.Reread(ctx, sum.Game); err != nil {
		return res, err
	}
	if n > 0 { // data that the archive lacks is not lost here
		if _, err := d.excuse(ctx, sum.Game, d.Log.Game(ctx, sum.Game, before), before.Version == 0); err != nil {
			return res, err
		}
	}
	res = ImportResult{Game: sum.Game, Commits: n, Events: head.Version, Head: head.Hash.String(),
		Played: d.isPlayedHere(ctx, sum.Game)}
	if secrets && n > 0 {
		res.Moved, err = d.Commit(ctx, sum.Game, func(g *game.Game) (host.Cause, game.Decision, error) {
			return host.Cause{Id: "moved." + res.Head[:24], Actor: game.Umpire}, movedStep(g, d.Post.Address), nil
		})
	}
	host.Signal(d.Due)
	host.Signal(d.MailReady)
	return res, err
}

// checkImport verifies the archive, and checks that its seeds are the game's.
func (d *Admin) checkImport(ctx context.Context, r io.ReadSeeker) (sum archive.Summary, secrets bool, err error) {
	var promised events.GameCreated
	var seeds []byte
	sum, err = verify.Record(d.Rulesets, func(yield func(archive.Line, error) bool) {
		for line, err := range archive.Read(r) {
			if c := line.Commit; c != nil && c.First == 1 {
				if made, err := events.Decode(c.Events[0]); err == nil {
					promised, _ = made.(events.GameCreated)
				}
			}
			if x := line.Extra; x != nil && strings.HasPrefix(x.Secret, vault.SeedsKey("")) {
				seeds = x.Value
			}
			if !yield(line, err) {
				return
			}
		}
	})
	if err != nil {
		return sum, false, game.Refuse("nothing was imported; an archive that does not verify is not a game's record",
			"the archive is wrong: %v", err)
	}
	if seeds != nil {
		if err := vault.CheckSeeds(seeds, promised.SeedCommit, promised.SealedCommit); err != nil {
			return sum, false, game.Refuse("export the game again from its original "+
				"store", "nothing was imported: %v", err)
		}
	}
	_, err = r.Seek(0, io.SeekStart)
	return sum, seeds != nil, err
}

func (d *Admin) importExtra(ctx context.Context, game string, x archive.Extra) error {
	switch {
	case !x.Mail.IsZero():
		_, err := d.Vault.PutMail(ctx, x.Raw)
		return err
	case x.Address != "":
		return d.Book.Restore(ctx, x.Address, x.Is)
	case !vault.SecretOf(game, x.Secret):
		return fmt.Errorf("%q is no secret of the game %s", x.Secret, game)
	}
	err := d.Vault.Create(ctx, x.Secret, x.Value)
	if errors.Is(err, vault.ErrExists) {
		return nil
	}
	return err
}

// isPlayedHere reports whether the game is played here, which needs its seeds in the vault. Without them it is a record
// to look at.
func (d *Admin) isPlayedHere(ctx context.Context, game string) bool {
	_, err := vault.GetSeeds(ctx, d.Vault, game)
	return err == nil
}

// movedStep tells all seats where the game goes on.
func movedStep(g *game.Game, address string) (s game.Decision) {
	turn := max(g.Campaign.Number(), 1)
	for _, seat := range g.Everybody() {
		p := &prose.Text{}
		p.Para("The game %s has moved to another server: it goes on at %s.", g.Name(), address)
		p.Para("Answer this mail, or a later one. Addresses that you answered before no longer count; your KEY, if you " +
			"use it, is as it was. Nothing of the game is changed.")
		if g.Campaign.Phase() == campaign.Held {
			p.Para("Turn %d is held until the umpire lets it go on.", turn)
		}
		if seat == game.Umpire && g.Campaign.Phase() == campaign.Held {
			p.Line("RESUME TURN %d BECAUSE it has moved", turn)
		}
		s.Mail(game.Outgoing{Seat: seat, Kind: "notice", Turn: turn, Subject: "the game has moved", Text: p.String()})
	}
	return s
}
