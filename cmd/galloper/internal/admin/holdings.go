package admin

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/events/archive"
	"galloper/events/vault"
	"galloper/projections/campaign"
)

// What the record names lies in the vault: without the seeds a game cannot be played on,
// without the addresses nobody can be told. The loss of it stops nothing by itself, so it
// is looked for.

// holdings is what the commits of one game name.
type holdings struct {
	made      events.GameCreated
	mails     []events.Hash
	addresses []string
	players   map[string][]string // ids of the addresses that each seat has now
}

// note takes in what a commit names.
func (h *holdings) note(c *events.Commit) error {
	for _, e := range c.Events {
		if err := h.noteSeats(e); err != nil {
			return err
		}
		mail, address, err := archive.Named(e)
		if err != nil {
			return err
		}
		if !mail.IsZero() {
			h.mails = append(h.mails, mail)
		}
		if address != "" && !slices.Contains(h.addresses, address) {
			h.addresses = append(h.addresses, address)
		}
	}
	return nil
}

// noteSeats takes in which seats the game has, and who has them.
func (h *holdings) noteSeats(e events.Event) error {
	switch e.Type {
	case "game.created", "seat.assigned", "seat.released":
	default:
		return nil
	}
	data, err := events.Decode(e)
	if err != nil {
		return err
	}
	if h.players == nil {
		h.players = map[string][]string{}
	}
	switch d := data.(type) {
	case events.GameCreated:
		h.made = d
	case events.SeatAssigned:
		h.players[d.Seat] = append(h.players[d.Seat], d.Address)
	case events.SeatReleased:
		h.players[d.Seat] = slices.DeleteFunc(h.players[d.Seat], func(id string) bool { return id == d.Address })
	}
	return nil
}

// lacking returns what of it the stock has not.
func (h *holdings) lacking(s vault.Stock, name string) (t vault.Things) {
	for _, sha := range h.mails {
		if !s.Mail(sha) {
			t.Mails = append(t.Mails, sha)
		}
	}
	for _, id := range h.addresses {
		if !s.Address(id) {
			t.Addresses = append(t.Addresses, id)
		}
	}
	if name != game.Lobby && !s.Seeds(name) {
		t.Seeds = []string{name}
	}
	return t
}

// VaultFaults returns what the record of any game names and the vault has lost. Of games
// that are over neither seeds nor keys are wanted any more.
func (d *Admin) VaultFaults(ctx context.Context) (faults []string, err error) {
	all := map[string]*holdings{}
	for c, err := range d.Log.All(ctx, 0) {
		if errors.Is(err, events.ErrBroken) {
			continue // what cannot be read is told of elsewhere
		}
		if err != nil {
			return nil, err
		}
		if all[c.Game] == nil {
			all[c.Game] = &holdings{}
		}
		if err := all[c.Game].note(&c); err != nil {
			return nil, err
		}
	}
	// Taken now, it has all that was put before the commits that name it.
	stock, err := vault.Take(ctx, d.Vault)
	if err != nil {
		return nil, err
	}
	over := map[string]bool{}
	d.Each(func(name string, g host.Gist) { over[name] = g.Phase == campaign.Over })
	for _, game := range slices.Sorted(maps.Keys(all)) {
		more, err := d.lostOf(ctx, stock, game, all[game], over[game])
		if err != nil {
			return nil, err
		}
		faults = append(faults, more...)
	}
	return faults, nil
}

// lostOf says what the vault has lost of one game.
func (d *Admin) lostOf(ctx context.Context, stock vault.Stock, name string, h *holdings,
	over bool) (faults []string, err error) {
	lost := h.lacking(stock, name)
	say := func(format string, a ...any) {
		what := fmt.Sprintf(format, a...)
		if name != game.Lobby {
			what += " of game " + name
		}
		faults = append(faults, "the vault has lost "+what+": put it back from a copy of the store")
	}
	if n := len(lost.Mails); n > 0 {
		say("%s", prose.Plural(n, "raw mail"))
	}
	if n := len(lost.Addresses); n > 0 {
		say("the addresses of %s", prose.Plural(n, "id"))
	}
	if over || name == game.Lobby || stock.Watched(name) {
		return faults, nil
	}
	if len(lost.Seeds) > 0 {
		say("the seeds")
	} else if err := d.seedsFit(ctx, name, h.made); err != nil {
		faults = append(faults, fmt.Sprintf("the vault is damaged: game %s: %v", name, err))
	}
	keys := 0
	for _, seat := range h.made.Seats {
		// A KEY is for who writes by mail: a seat that nobody's address has, as one of the staff's, has none.
		if len(h.players[seat]) > 0 && !stock.Under(host.SeatKey(name, seat, 0)) {
			keys++
		}
	}
	if keys > 0 {
		say("%s", prose.Plural(keys, "KEY code"))
	}
	return faults, nil
}

// seedsFit returns an error unless the seeds in the vault are those that the game promised.
func (d *Admin) seedsFit(ctx context.Context, game string, made events.GameCreated) error {
	value, err := d.Vault.Get(ctx, vault.SeedsKey(game))
	if err != nil {
		return err
	}
	return vault.CheckSeeds(value, made.SeedCommit, made.SealedCommit)
}

// excuse notes that what commits of a game name and the vault has not is rightly not
// there: they came from an archive. It returns how much that is.
func (d *Admin) excuse(ctx context.Context, game string, commits iter.Seq2[events.Commit, error],
	seeds bool) (vault.Things, error) {
	var h holdings
	for c, err := range commits {
		if err == nil {
			err = h.note(&c)
		}
		if err != nil {
			return vault.Things{}, err
		}
	}
	stock, err := vault.Take(ctx, d.Vault)
	if err != nil {
		return vault.Things{}, err
	}
	lacking := h.lacking(stock, game)
	if !seeds {
		lacking.Seeds = nil
	}
	return lacking, vault.NoteGone(ctx, d.Vault, lacking)
}
