package outbox

import (
	"context"
	"time"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/events"
	"galloper/projections/campaign"
)

// Outbox sends the emails that are queued.
type Outbox struct {
	*host.Host
	fault string // what the server said of the last mail that it did not take
	gone  bool   // the server that sends could not be spoken to
}

// New returns the outbox of a host's games.
func New(h *host.Host) *Outbox { return &Outbox{Host: h} }

// parcel is a queued mail on its way.
type parcel struct {
	game string
	mail campaign.Mail
	last bool // it was tried before

	// What became of it.
	fate   events.Data // for the log; nil where it must be tried again
	again  time.Time   // when; zero: after a pause that grows
	what   string      // went wrong, and why
	why    string
	broken bool // the server is at fault: others would fare no better
}

func (p *parcel) key() string { return p.game + "/" + p.mail.Mail }

// Queued returns what of a game is still to be sent.
func (d *Outbox) Queued(ctx context.Context, name string) (mails []campaign.Mail) {
	if d.Entry(ctx, name) == nil {
		return nil // the lobby, before anything was recorded in it
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

// LastFault returns what the server said of the last mail that it did not take.
func (d *Outbox) LastFault() string {
	d.Mu.Lock()
	defer d.Mu.Unlock()
	return d.fault
}
