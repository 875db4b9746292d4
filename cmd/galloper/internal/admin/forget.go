package admin

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/verify"
	"galloper/events"
	"galloper/events/vault"
	"galloper/mailgate"
)

// ForgetRequest names a person by a mail address. Unless Really is set, nothing is erased, and the answer is a preview.
type ForgetRequest struct {
	Address string `json:"address"`
	Really  bool   `json:"really"`
}

// replicated is a log that several servers may hold.
type replicated interface{ Replicas() int }

// ForgetResult counts the erased data, or previews it.
type ForgetResult struct {
	Erased bool `json:"erased"`
	Mails  int  `json:"mails"` // raw mails from and to the address
	// several servers hold the vault, and keep erased data for some minutes
	Shared bool     `json:"shared,omitempty"`
	Places []string `json:"places"` // `GAME SEAT` that the address still plays or umpires
}

// Forget erases an address and all mails from and to it, including those it sent as a stranger. The commits contain
// neither, so every chain stays valid; their orders, letters and times stay too.
func (d *Admin) Forget(ctx context.Context, r ForgetRequest) (ForgetResult, error) {
	ids, err := d.Book.IDs(ctx, r.Address)
	if Present(err) != nil {
		return ForgetResult{}, err
	}
	mails, err := d.mailsOf(ctx, r.Address, ids)
	if err != nil {
		return ForgetResult{}, err
	}
	if len(ids) == 0 && len(mails) == 0 {
		return ForgetResult{}, game.Refuse("write it as in the player's mails; it may also have been forgotten already",
			"no game knows the address %q", r.Address)
	}
	res := ForgetResult{Mails: len(mails), Places: d.places(ctx, ids)}
	if l, ok := d.Log.(replicated); ok {
		res.Shared = l.Replicas() > 1
	}
	if !r.Really {
		return res, nil
	}
	// Noted first: data missing without a note counts as lost.
	err = vault.NoteGone(ctx, d.Vault, vault.Things{Mails: mails, Addresses: ids})
	for _, sha := range mails {
		if err != nil {
			break
		}
		err = errors.Join(err, d.Vault.EraseMail(ctx, sha))
	}
	if err == nil && len(ids) > 0 { // otherwise the address stays known, so that Forget can be repeated
		err = d.Book.Forget(ctx, r.Address)
	}
	d.Addresses.Clear()
	res.Erased = err == nil
	return res, err
}

// mailsOf returns the mails in the vault from and to the address. For a queued mail, the commit names the recipient's
// id; for all others the header is used.
func (d *Admin) mailsOf(ctx context.Context, address string, ids []string) (mails []events.Hash, err error) {
	kept, err := d.Vault.Mails(ctx)
	if err != nil {
		return nil, err
	}
	named, quoting, err := d.namedMails(ctx)
	if err != nil {
		return nil, err
	}
	for _, sha := range kept {
		to, isNamed := named[sha]
		theirs := slices.Contains(ids, to)
		if to == "" || !theirs {
			raw, err := d.Vault.Mail(ctx, sha)
			switch {
			case Present(err) != nil:
				return nil, err
			case err != nil:
				theirs = false
			case to == "":
				theirs = concerns(mailgate.Read(raw, mailgate.Options{}), strings.TrimSpace(address), isNamed)
			default:
				theirs = quotes(raw, strings.ToLower(strings.TrimSpace(address)))
			}
		}
		if theirs {
			mails = append(mails, sha)
			mails = append(mails, quoting[sha]...)
		}
	}
	slices.SortFunc(mails, func(a, b events.Hash) int { return strings.Compare(a.String(), b.String()) })
	return slices.Compact(mails), nil
}

// quotes reports whether our mail to another person shows the address, as a notice about a mail in quarantine does.
func quotes(raw []byte, address string) bool {
	text, _, err := verify.Outgoing(raw)
	return err == nil && strings.Contains(strings.ToLower(text), address) ||
		bytes.Contains(bytes.ToLower(raw), []byte(address))
}

// concerns reports whether a mail is from the address or, if no commit names the mail because of a crash, to it.
func concerns(m *mailgate.Mail, address string, named bool) bool {
	is := func(other string) bool { return strings.EqualFold(other, address) }
	return is(m.From) || !named && slices.ContainsFunc(m.Recipients, is)
}

// namedMails returns the mails that the commits name, with the id of the address that each was queued for, or "" for a
// received one. quoting maps each received mail to the mails that told the umpire its sender and text.
func (d *Admin) namedMails(
	ctx context.Context,
) (named map[events.Hash]string, quoting map[events.Hash][]events.Hash, err error) {
	named, quoting = map[events.Hash]string{}, map[events.Hash][]events.Hash{}
	for c, err := range d.Log.All(ctx, 0) {
		if errors.Is(err, events.ErrBroken) {
			continue // unreadable commits name no mails
		}
		if err != nil {
			return nil, nil, err
		}
		var came events.Hash
		for _, e := range c.Events {
			switch e.Type {
			case "mail.received", "mail.quarantined", "mail.queued":
			default:
				continue
			}
			data, err := events.Decode(e)
			if err != nil {
				return nil, nil, err
			}
			switch m := data.(type) {
			case events.MailReceived:
				named[m.SHA256], came = "", m.SHA256
			case events.MailQuarantined:
				named[m.SHA256], came = "", m.SHA256
			case events.MailQueued:
				named[m.SHA256] = m.Address
				if m.Seat == game.Umpire && !came.IsZero() {
					quoting[came] = append(quoting[came], m.SHA256)
				}
			}
		}
	}
	return named, quoting, nil
}

// places returns the games and seats that the address gets mail for.
func (d *Admin) places(ctx context.Context, ids []string) []string {
	places := []string{}
	for _, id := range ids {
		for _, name := range d.Names(id) {
			err := d.With(ctx, name, func(g *game.Game) { places = append(places, seatsOf(g, id)...) })
			if err != nil {
				places = append(places, name+" (which cannot be read)")
			}
		}
	}
	return places
}

func seatsOf(g *game.Game, id string) (places []string) {
	for _, seat := range append([]string{game.Umpire}, g.Campaign.Created().Seats...) {
		if slices.Contains(g.Addresses(seat), id) {
			places = append(places, g.Name()+" "+seat)
		}
	}
	return places
}
