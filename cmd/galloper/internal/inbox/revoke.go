package inbox

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
func (d *Inbox) nextCode(ctx context.Context, m *mailgate.Mail, game, seat string) (string, error) {
	if !revokeLine.MatchString(m.Text) {
		return "", nil
	}
	epoch, err := d.EpochOf(ctx, game, seat)
	if err != nil {
		return "", err
	}
	return d.SeatCode(ctx, game, seat, epoch+1)
}
