package inbox

import (
	"context"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/events"
	"galloper/mailgate"
)

// Inbox takes incoming emails, each in one commit.
type Inbox struct {
	*host.Host
	gate mailgate.Gate
	keys SigningKeys
}

// New returns the inbox of a host's games.
func New(h *host.Host) *Inbox {
	return &Inbox{Host: h, gate: mailgate.Gate{Keys: h.Post.Keys, Trust: h.Trust},
		keys: SigningKeys{Lookup: h.LookupTXT, Now: h.Now}}
}

// hasMail reports whether the game already has the mail, so that duplicates don't count against the sender's limits.
func (d *Inbox) hasMail(ctx context.Context, name string, a game.Arrival, sense events.Hash) bool {
	seen := false
	// on an error the commit that follows reads the game again
	_ = d.With(ctx, name, func(g *game.Game) { seen = g.Campaign.Seen(a.Hash) || g.Campaign.Seen(sense) })
	return seen
}

// causeOf returns the cause of a mail's commit, with the whole mail if it has arrived intact.
func causeOf(a game.Arrival, actor string) host.Cause {
	c := host.Cause{Id: mailCommit(a.Hash), Actor: actor, Of: a.Hash.String()}
	if a.In.Fault == "" {
		c.Mail = a.In.Raw
	}
	return c
}

func mailCommit(sha events.Hash) string { return "mail." + sha.String()[:32] }
