package host

import (
	"context"
	"errors"
	"fmt"

	"galloper/cmd/galloper/internal/game"
	"galloper/events/vault"
)

// NoSeeds returns the error for a turn whose seeds can't be read.
func NoSeeds(err error) error { return fmt.Errorf("restore the vault from its backup: %w", err) }

// PlaysHere reports whether the game is played here, from a cache. A game imported only as a record has no seeds: it is
// not ticked, and its old mails are not sent. Lost seeds are an error.
func (d *Host) PlaysHere(ctx context.Context, name string) (bool, error) {
	if _, known := d.here.Load(name); known || name == game.Lobby {
		return true, nil
	}
	_, err := vault.GetSeeds(ctx, d.Vault, name)
	if errors.Is(err, vault.ErrNotFound) {
		if gone, err := vault.SeedsGone(ctx, d.Vault, name); gone || err != nil {
			return false, err
		}
	}
	if err != nil {
		return false, NoSeeds(err)
	}
	d.here.Store(name, true)
	return true, nil
}
