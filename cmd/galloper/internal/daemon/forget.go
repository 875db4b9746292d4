package daemon

import (
	"context"
	"errors"
	"slices"
	"strings"

	"galloper/events"
	"galloper/mailgate"
)

// ForgetRequest names a person by a mail address. Without Really nothing is erased:
// the answer says what would be.
type ForgetRequest struct {
	Address string `json:"address"`
	Really  bool   `json:"really"`
}

// ForgetResult says what was erased, or would be.
type ForgetResult struct {
	Erased bool     `json:"erased"`
	Mails  int      `json:"mails"`  // raw mails from and to the address
	Places []string `json:"places"` // `GAME SEAT` that the address still plays or umpires
}

// Forget erases an address and all mails from and to it, also those that it sent as a
// stranger. The commits hold neither, so every chain stays whole; what they say of
// orders, letters and times stays too.
func (d *Daemon) Forget(ctx context.Context, r ForgetRequest) (ForgetResult, error) {
	ids, err := d.book.IDs(ctx, r.Address)
	if present(err) != nil {
		return ForgetResult{}, err
	}
	mails, err := d.mailsOf(ctx, r.Address, ids)
	if err != nil {
		return ForgetResult{}, err
	}
	if len(ids) == 0 && len(mails) == 0 {
		return ForgetResult{}, refuse("write it as the player's mails have it; one that was forgotten already is not known either", "no game knows the address %q", r.Address)
	}
	res := ForgetResult{Mails: len(mails), Places: d.places(ctx, ids)}
	if !r.Really {
		return res, nil
	}
	for sha := range mails {
		err = errors.Join(err, d.Vault.EraseMail(ctx, sha))
	}
	if len(ids) > 0 {
		_, forgotten := d.book.Forget(ctx, r.Address)
		err = errors.Join(err, forgotten)
	}
	d.cache.clear()
	res.Erased = err == nil
	return res, err
}

// mailsOf returns the mails that are filed under the ids, and those of all games and of
// the lobby that came from the address.
func (d *Daemon) mailsOf(ctx context.Context, address string, ids []string) (map[events.Hash]bool, error) {
	found := map[events.Hash]bool{}
	for _, id := range ids {
		filed, err := d.book.Mails(ctx, id)
		if err != nil {
			return nil, err
		}
		for _, sha := range filed {
			found[sha] = true
		}
	}
	for c, err := range d.log.All(ctx, 0) {
		if err != nil {
			if errors.Is(err, events.ErrBroken) {
				continue // what cannot be read names nobody
			}
			return nil, err
		}
		for _, e := range c.Events {
			sha, err := incoming(e)
			if err != nil || sha.IsZero() || found[sha] {
				continue
			}
			raw, err := d.Vault.Mail(ctx, sha)
			if err == nil && strings.EqualFold(mailgate.Read(raw, mailgate.Options{}).From, strings.TrimSpace(address)) {
				found[sha] = true
			}
			if present(err) != nil {
				return nil, err
			}
		}
	}
	return found, nil
}

// incoming returns the mail that an event records as received, zero for any other event.
func incoming(e events.Event) (events.Hash, error) {
	switch e.Type {
	case "mail.received", "mail.quarantined":
	default:
		return events.Hash{}, nil
	}
	data, err := events.Decode(e)
	switch m := data.(type) {
	case events.MailReceived:
		return m.SHA256, err
	case events.MailQuarantined:
		return m.SHA256, err
	}
	return events.Hash{}, err
}

// places are the games and seats that mail goes to the address for.
func (d *Daemon) places(ctx context.Context, ids []string) []string {
	places := []string{}
	for _, id := range ids {
		for _, name := range d.names(id) {
			err := d.with(ctx, name, func(g *Game) { places = append(places, g.seatsOf(id)...) })
			if err != nil {
				places = append(places, name+" (which cannot be read)")
			}
		}
	}
	return places
}

func (g *Game) seatsOf(id string) (places []string) {
	for _, seat := range append([]string{Umpire}, g.Campaign.Created().Seats...) {
		if slices.Contains(g.addresses(seat), id) {
			places = append(places, g.Name()+" "+seat)
		}
	}
	return places
}
