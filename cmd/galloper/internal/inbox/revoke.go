package inbox

import (
	"context"
	"regexp"

	"galloper/mailgate"
)

// A leaked secret is revoked: by the player with REVOKE, or by the umpire with RENEW. From then on the seat has new
// tokens and a new KEY, which only the seat's registered addresses are told, whoever asked.

var revokeLine = regexp.MustCompile(`(?im)^\s*REVOKE\b`)

// nextCode draws the seat's KEY after a REVOKE, or returns "" for a mail without REVOKE. It takes effect when the
// commit is stored.
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
