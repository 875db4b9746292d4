package daemon

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"

	"galloper/events/vault"
)

// seatCode returns the code of a seat's KEY lines, drawn when it is first asked for.
func (d *Daemon) seatCode(ctx context.Context, game, seat string, epoch int) (string, error) {
	key := seatKey(game, seat, epoch)
	if err := d.Vault.Create(ctx, key, []byte(strings.ToLower(rand.Text()[:10]))); err != nil &&
		!errors.Is(err, vault.ErrExists) {
		return "", err
	}
	code, err := d.Vault.Get(ctx, key)
	return string(code), err
}
