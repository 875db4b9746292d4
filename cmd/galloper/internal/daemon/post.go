package daemon

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"galloper/events"
	"galloper/mailgate"
)

// Post is the service's own address, and the secrets that answers to it carry.
type Post struct {
	Address   string // orders@example.org
	Name      string
	Delimiter string
	Keys      mailgate.Keyring
}

// delimiter stands between the local part and the tag.
func (p Post) delimiter() string { return cmp.Or(p.Delimiter, "+") }

// domain is what stands behind the @ of the service's address.
func (p Post) domain() string {
	_, domain, _ := strings.Cut(p.Address, "@")
	return domain
}

// replyTo returns the address that an answer to a mail of that turn goes to: its
// token proves who answers.
func (p Post) replyTo(game, seat string, turn, epoch int) (string, error) {
	if game == "" {
		return p.Address, nil
	}
	return p.tagged(mailgate.Grant{Purpose: mailgate.PurposeOrders, Game: game, Seat: seat, Turn: turn, Epoch: epoch})
}

// bounces returns the envelope sender of mails to the seat.
func (p Post) bounces(game, seat string, epoch int) (string, error) {
	return p.tagged(mailgate.Grant{Purpose: mailgate.PurposeBounce, Game: game, Seat: seat, Epoch: epoch})
}

func (p Post) tagged(g mailgate.Grant) (string, error) {
	tag := mailgate.Tag{Game: g.Game, Seat: g.Seat, Token: p.Keys.Mint(g)}
	return mailgate.TagAddress(p.Address, p.Delimiter, tag)
}

// compose makes the raw mail of a letter to one address. The same letter gives the
// same bytes.
func (p Post) compose(game string, l letter, id, to string, now time.Time) ([]byte, error) {
	if game == Lobby {
		game = ""
	}
	reply, err := p.replyTo(game, l.seat, l.turn, l.epoch)
	if err != nil {
		return nil, err
	}
	o := mailgate.Outgoing{
		ID: game + "/" + id, Kind: kindOf(l), Domain: p.domain(), From: p.Address, Name: p.Name, To: to, ReplyTo: reply,
		Date: now.UTC().Truncate(time.Second), Game: game, Seat: l.seat, Turn: l.turn,
		Subject: subject(game, l), Text: l.text, HTML: l.html, InReplyTo: l.replyTo, References: l.thread,
	}
	if game != "" && l.seat != Umpire && l.answers.IsZero() {
		o.Unsubscribe = "mailto:" + reply + "?subject=" + unsubscribe
	}
	for _, img := range l.images {
		o.Images = append(o.Images, mailgate.Image{Name: img.name, Type: "image/png", Data: img.data})
	}
	raw, err := mailgate.Compose(o)
	if err != nil {
		return nil, fmt.Errorf("mail %s to %s: %w", id, l.seat, err)
	}
	return raw, nil
}

// unsubscribe is the subject of the mail that a program sends for its Unsubscribe button.
// It is answered with how to leave, and changes nothing: a finger on a phone must not
// resign a seat.
const unsubscribe = "unsubscribe"

func kindOf(l letter) mailgate.Kind {
	if l.answers.IsZero() {
		return mailgate.Report
	}
	return mailgate.Receipt
}

// subject names game and turn first: mail programs sort by it, and an answer that
// keeps it says what it is for.
func subject(game string, l letter) string {
	if game == "" {
		return l.subject
	}
	if l.turn == 0 {
		return fmt.Sprintf("[%s] %s", game, l.subject)
	}
	return fmt.Sprintf("[%s] turn %d: %s", game, l.turn, l.subject)
}

// queued is a mail ready for the outbox: its event, and its raw bytes for the vault.
type queued struct {
	event events.MailQueued
	raw   []byte
}

// queue composes the letters of a commit, one mail for each address. resolve gives
// the address behind an id, "" where it was erased.
func (p Post) queue(g *Game, commit string, letters []letter, now time.Time, resolve func(id string) string) ([]queued, error) {
	var out []queued
	for _, l := range letters {
		ids := g.addresses(l.seat)
		if l.address != "" {
			ids = []string{l.address}
		}
		for _, address := range ids {
			to := resolve(address)
			if to == "" {
				continue
			}
			l.epoch = max(l.epoch, g.epoch(l.seat))
			l.text = g.withHead(l.text)
			id := fmt.Sprintf("%s.%d", commit, len(out)+1)
			raw, err := p.compose(g.Name(), l, id, to, now)
			if err != nil {
				return nil, err
			}
			out = append(out, queued{raw: raw, event: events.MailQueued{
				Mail: id, Seat: l.seat, Address: address, Kind: l.kind, Turn: l.turn, SHA256: events.Sum(raw), Answers: l.answers,
			}})
		}
	}
	return out, nil
}
