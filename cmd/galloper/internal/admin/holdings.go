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

// The record names data in the vault: without the seeds a game can't go on, and without the addresses no mail can be
// sent. Their loss has no immediate effect, so it must be searched for.

// holdings lists the vault's data named by the commits of one game.
type holdings struct {
	made      events.GameCreated
	mails     []events.Hash
	addresses []string
	players   map[string][]string // ids of each seat's present addresses
}

// note adds the data named by a commit.
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

// noteSeats folds the game's seats and their players.
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

// VaultFaults describes the data that games' records name but the vault has lost. Games that are over no longer need
// seeds and keys.
func (d *Admin) VaultFaults(ctx context.Context) (faults []string, err error) {
	all := map[string]*holdings{}
	for c, err := range d.Log.All(ctx, 0) {
		if errors.Is(err, events.ErrBroken) {
			continue // reported elsewhere
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
	// Taken after the log was read, so it has all data stored before those commits.
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

// lostOf describes the vault's losses of one game.
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
		// A KEY is for players who write by mail: a seat without an address, such as a staff officer's, has no KEY.
		if len(h.players[seat]) > 0 && !stock.Under(host.SeatKey(name, seat, 0)) {
			keys++
		}
	}
	if keys > 0 {
		say("%s", prose.Plural(keys, "KEY code"))
	}
	return faults, nil
}

// seedsFit returns an error unless the seeds in the vault match the game's commitments.
func (d *Admin) seedsFit(ctx context.Context, game string, made events.GameCreated) error {
	value, err := d.Vault.Get(ctx, vault.SeedsKey(game))
	if err != nil {
		return err
	}
	return vault.CheckSeeds(value, made.SeedCommit, made.SealedCommit)
}

// excuse notes that data named by a game's commits is missing for a good reason: the commits came from an archive
// without it. It returns that data.
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
