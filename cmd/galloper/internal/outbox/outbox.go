package outbox

import (
	"context"
	"time"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/events"
	"galloper/projections/campaign"
)

// Outbox sends queued mails.
type Outbox struct {
	*host.Host
	fault string // the mail server's answer to the last mail it didn't accept
	gone  bool   // whether the mail server is unreachable
}

// New returns the outbox of a host's games.
func New(h *host.Host) *Outbox { return &Outbox{Host: h} }

// parcel is one attempt to send a queued mail.
type parcel struct {
	game string
	mail campaign.Mail
	last bool // there was an attempt before

	// The result of the attempt.
	fate   events.Data // to record in the log; nil if the mail must be tried again
	again  time.Time   // when; zero for a growing pause
	what   string      // the problem, for the log of the process
	why    string
	broken bool // the server is at fault, so other mails would fail too
}

func (p *parcel) key() string { return p.game + "/" + p.mail.Mail }

// Queued returns the unsent mails of a game.
func (d *Outbox) Queued(ctx context.Context, name string) (mails []campaign.Mail) {
	if d.Entry(ctx, name) == nil {
		return nil // the lobby, which is still empty
	}
	if err := d.With(ctx, name, func(g *game.Game) { mails = g.Campaign.Unsent() }); err != nil {
		d.Logger.Warn("the mail of a game waits", "game", name, "error", err)
	}
	if len(mails) == 0 {
		return nil
	}
	if here, err := d.PlaysHere(ctx, name); err == nil && !here {
		return nil
	}
	return mails
}

func (d *Outbox) setFault(text string) {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	d.fault = text
}

// LastFault returns the mail server's answer to the last mail that it didn't accept.
func (d *Outbox) LastFault() string {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	return d.fault
}
