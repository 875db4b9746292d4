package inbox

import (
	"context"
	"strings"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/mailgate"
)

// withoutSecrets removes secrets from the text of a player's mail before it is recorded, and adds a line about that to
// the receipt's problems.
func (d *Inbox) withoutSecrets(ctx context.Context, name, text string, problems []string) (string, []string) {
	clean := text
	_ = d.With(ctx, name, func(g *game.Game) { // the commit that follows reports an error
		if x, err := d.SecretsOf(ctx, g); err == nil {
			clean = x.Cut(text, "")
		}
	})
	if clean == text || host.KeyLine.ReplaceAllString(text, "") == host.KeyLine.ReplaceAllString(clean, "") {
		return clean, problems
	}
	return clean, append(problems,
		"Your mail contained an address for answers, or a KEY. It was removed: anyone who has it can write in your "+
			"name.")
}

// threadTurn returns the latest turn among our mails that the mail answers, or 0.
func (d *Inbox) threadTurn(ctx context.Context, m *mailgate.Mail, proof mailgate.Proof) int {
	domain := d.Post.Domain()
	if turn := m.ThreadTurn(proof.Game, proof.Seat, domain); turn > 0 || !strings.HasSuffix(m.InReplyTo, "@"+domain) {
		return turn
	}
	// QUIRK: some programs name the mail that they answer, but not its thread.
	if q := d.mailWithID(ctx, proof.Game, m.InReplyTo); q.Seat == proof.Seat {
		return q.Turn
	}
	return 0
}
