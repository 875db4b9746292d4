package daemon

import (
	"context"
	"errors"
	"slices"

	"galloper/events/vault"
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

// Forget erases an address and all mails from and to it. The commits hold neither, so
// every chain stays whole; what they say of orders and times stays too.
func (d *Daemon) Forget(ctx context.Context, r ForgetRequest) (ForgetResult, error) {
	id, err := d.book.ID(ctx, r.Address)
	if errors.Is(err, vault.ErrNotFound) {
		return ForgetResult{}, refuse("write it as the player's mails have it; one that was forgotten already is not known either", "no game knows the address %q", r.Address)
	}
	if err != nil {
		return ForgetResult{}, err
	}
	mails, err := d.book.Mails(ctx, id)
	if err != nil {
		return ForgetResult{}, err
	}
	res := ForgetResult{Mails: len(mails), Places: d.places(ctx, id)}
	if !r.Really {
		return res, nil
	}
	res.Mails, err = d.book.Forget(ctx, r.Address)
	d.cache.clear()
	res.Erased = err == nil
	return res, err
}

// places are the games and seats that mail goes to that address for.
func (d *Daemon) places(ctx context.Context, id string) []string {
	places := []string{}
	for _, name := range d.names(id) {
		err := d.with(ctx, name, func(g *Game) { places = append(places, g.seatsOf(id)...) })
		if err != nil {
			places = append(places, name+" (which cannot be read)")
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
