package mailer

import (
	"cmp"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"time"

	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/mailgate"
	"galloper/projections/mapview"
)

// Mailer is the service's own address, and the secrets that answers to it carry.
type Mailer struct {
	Address   string // orders@example.org
	Name      string
	Delimiter string
	Keys      mailgate.Keyring
}

// TagDelimiter stands between the local part and the tag.
func (p Mailer) TagDelimiter() string { return cmp.Or(p.Delimiter, "+") }

// Domain is what stands behind the @ of the service's address.
func (p Mailer) Domain() string {
	_, domain, _ := strings.Cut(p.Address, "@")
	return domain
}

// ReplyTo returns the address that an answer to a mail of that turn goes to: its
// token proves who answers.
func (p Mailer) ReplyTo(game, seat string, turn, epoch int) (string, error) {
	if game == "" {
		return p.Address, nil
	}
	return p.tagged(mailgate.Grant{Purpose: mailgate.PurposeOrders, Game: game, Seat: seat, Turn: turn, Epoch: epoch})
}

// Bounces returns the envelope sender of mails to the seat.
func (p Mailer) Bounces(game, seat string, epoch int) (string, error) {
	return p.tagged(mailgate.Grant{Purpose: mailgate.PurposeBounce, Game: game, Seat: seat, Epoch: epoch})
}

func (p Mailer) tagged(g mailgate.Grant) (string, error) {
	tag := mailgate.Tag{Game: g.Game, Seat: g.Seat, Token: p.Keys.Mint(g)}
	return mailgate.TagAddress(p.Address, p.Delimiter, tag)
}

// compose makes the raw mail of a letter to one address. The same letter gives the
// same bytes. whole is false where its map had to stay out.
func (p Mailer) compose(name string, l game.Outgoing, id, to string, now time.Time) (raw []byte, whole bool,
	err error) {
	answers := name
	if name == game.Lobby || name == "" { // "": the commit that begins the lobby
		name, answers = "", game.Lobby // no game, as far as its reader is concerned
		if l.Seat == "" || l.Seat != l.Address {
			answers = "" // to nobody of the lobby's
		}
	}
	reply, err := p.ReplyTo(answers, l.Seat, l.Turn, l.Epoch)
	if err != nil {
		return nil, false, err
	}
	o := mailgate.Outgoing{
		ID: name + "/" + id, Kind: kindOf(l), Domain: p.Domain(), From: p.Address, Name: p.Name, To: to, ToName: l.ToName,
		ReplyTo: reply,
		Date:    now.UTC().Truncate(time.Second), Game: name, Seat: l.Seat, Turn: l.Turn,
		Subject: Subject(name, l), Text: l.Text, HTML: htmlOf(l), Preview: previewOf(l),
		InReplyTo: l.ReplyTo, References: l.Thread,
	}
	if name != "" && l.Seat != game.Umpire && l.Answers.IsZero() {
		o.Unsubscribe = "mailto:" + reply + "?subject=" + game.Unsubscribe
	}
	if l.Pic != nil {
		o.Images = append(o.Images, mailgate.Image{Name: game.MapName, Type: "image/png", Sizes: pictures(l.Pic)})
	}
	if l.Facts != "" {
		o.Files = append(o.Files, mailgate.File{Name: game.FactsName, Text: l.Facts})
	}
	if l.Chronicle != nil {
		o.Files = append(o.Files, mailgate.File{Name: game.ChronicleName, Type: "text/html", Text: string(l.Chronicle)})
	}
	if !l.Due.At.IsZero() {
		o.Files = append(o.Files, p.calendarOf(name, l, now))
	}
	raw, whole, err = mailgate.Compose(o)
	if err != nil {
		return nil, false, fmt.Errorf("mail %s to %s: %w", id, l.Seat, err)
	}
	return raw, whole, nil
}

// calendarName is what the date in a mail is called.
const calendarName = "deadline.ics"

// calendarOf is the date of what is due, for the reader's calendar.
func (p Mailer) calendarOf(name string, l game.Outgoing, now time.Time) mailgate.File {
	d := mailgate.Date{ID: strings.Join([]string{name, l.Due.Key, l.Seat}, ".") + "@" + p.Domain(), At: l.Due.At,
		Title: l.Due.What, Told: now}
	return mailgate.File{Name: calendarName, Type: mailgate.CalendarType, Text: mailgate.Calendar(d)}
}

// pictures are the map in ever fewer bytes. One that cannot be drawn is none.
func pictures(pic *mapview.Picture) func(room int) iter.Seq[[]byte] {
	return func(room int) iter.Seq[[]byte] {
		return func(yield func([]byte) bool) {
			for png, err := range pic.Smaller(room) {
				if err != nil {
					slog.Error("a map could not be drawn", "map", pic.Title(), "error", err)
					return
				}
				if !yield(png) {
					return
				}
			}
		}
	}
}

func kindOf(l game.Outgoing) mailgate.Kind {
	if l.Answers.IsZero() {
		return mailgate.Report
	}
	return mailgate.Receipt
}

// Subject names game and turn first: mail programs sort by it, and an answer that
// keeps it says what it is for.
func Subject(game string, l game.Outgoing) string {
	if game == "" {
		return l.Subject
	}
	if l.Turn == 0 {
		return fmt.Sprintf("[%s] %s", game, l.Subject)
	}
	return fmt.Sprintf("[%s] turn %d: %s", game, l.Turn, l.Subject)
}

// Queued is a mail ready for the outbox: its event, and its raw bytes for the vault.
type Queued struct {
	Event events.MailQueued
	Raw   []byte
}

// Queue composes the letters of a commit, one mail for each address. resolve gives
// the address behind an id, "" where it was erased. Where a map had to stay out of a mail
// the umpire is told in one more.
func (p Mailer) Queue(
	g *game.Game,
	commit string,
	letters []game.Outgoing,
	now time.Time,
	resolve func(id string) string,
) ([]Queued, error) {
	out, bare, err := p.composed(g, commit, letters, 0, now, resolve)
	if err != nil || len(bare) == 0 {
		return out, err
	}
	slog.Warn("a map did not fit its mail", "game", g.Name(), "commit", commit, "seats", bare)
	more, _, err := p.composed(g, commit, []game.Outgoing{noMapNotice(g, bare)}, len(out), now, resolve)
	return append(out, more...), err
}

// composed makes the mails of letters, the first numbered behind so many others. bare are
// the seats whose mail has no map that should have one.
func (p Mailer) composed(
	g *game.Game,
	commit string,
	letters []game.Outgoing,
	behind int,
	now time.Time,
	resolve func(id string) string,
) (out []Queued, bare []string, err error) {
	for _, l := range letters {
		ids := g.Addresses(l.Seat)
		if l.Address != "" {
			ids = []string{l.Address}
		}
		for _, address := range ids {
			to := resolve(address)
			if to == "" {
				continue
			}
			l.Epoch = max(l.Epoch, g.Epoch(l.Seat))
			l.Text, l.ToName = game.WithHead(g, game.WithContact(g, l)), toName(g, l.Seat)
			id := fmt.Sprintf("%s.%d", commit, behind+len(out)+1)
			raw, whole, err := p.compose(g.Name(), l, id, to, now)
			if err != nil {
				return nil, nil, err
			}
			if !whole && !slices.Contains(bare, l.Seat) {
				bare = append(bare, l.Seat)
			}
			out = append(out, Queued{Raw: raw, Event: events.MailQueued{
				Mail: id, Seat: l.Seat, Address: address, Kind: l.Kind, Turn: l.Turn, SHA256: events.Sum(raw), Answers: l.Answers,
			}})
		}
	}
	return out, bare, nil
}

// toName is the name beside the address of a mail to the seat, "" where nobody has one.
func toName(g *game.Game, seat string) string {
	switch {
	case seat == "" || g.Rules == nil:
		return ""
	case seat == game.Umpire:
		return "Umpire of " + g.Name()
	case seat == game.StandIn:
		return "Stand-in of " + g.Name()
	}
	return g.SeatName(seat)
}

// noMapNotice tells the umpire whose mails have no map.
func noMapNotice(g *game.Game, seats []string) game.Outgoing {
	p := &prose.Text{}
	p.Para("The map did not fit the mail to %s, not even at its smallest: the text beside it is too long. The mail "+
		"says so. "+
		"To make it and send it yourself:", prose.List(g.SeatNames(seats)))
	for _, seat := range seats {
		p.Line("galloper map %s --seat %s -o map.png", g.Name(), seat)
	}
	return game.Outgoing{
		Seat:    game.Umpire,
		Kind:    "notice",
		Turn:    max(g.Campaign.Number(), 1),
		Subject: "a mail without its map",
		Text:    p.String(),
	}
}
