package daemon

import (
	"context"
	"regexp"

	"galloper/mailgate"
)

// A secret that somebody else has got is revoked: by the player with REVOKE, by the
// umpire with RENEW. The seat's tokens and KEY are new from then on, and are told to the
// seat's registered addresses alone, whoever asked.

var revokeLine = regexp.MustCompile(`(?im)^\s*REVOKE\b`)

// nextCode draws the KEY that the seat has once its secrets are new, if the mail asks
// for that; "" if it does not. Nothing of it counts before the commit is stored.
func (d *Daemon) nextCode(ctx context.Context, m *mailgate.Mail, game, seat string) (string, error) {
	if !revokeLine.MatchString(m.Text) {
		return "", nil
	}
	epoch, err := d.epochOf(ctx, game, seat)
	if err != nil {
		return "", err
	}
	return d.seatCode(ctx, game, seat, epoch+1)
}
