package daemon

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"mime"
	"slices"
	"strings"
	"time"

	rfc822 "github.com/emersion/go-message"

	"galloper/events"
	"galloper/mailgate"
	"galloper/projections/knowledge"
	"galloper/projections/mapview"
	"galloper/projections/report"
)

// What the web page asks of the daemon. What a person does there takes the path of a
// mail: orders are a mail like any other, kept raw, proved, recorded and answered.

// NameOf returns the written name of an id, "" where it has none.
func (g *Game) NameOf(id string) string { return g.nameOf(id) }

// ReportAt returns the report of a turn as the seat was mailed it. Of the last turn it
// has the order template.
func (g *Game) ReportAt(seat string, turn int) (*report.Report, error) {
	known, err := g.KnownAt(seat, turn)
	if err != nil {
		return nil, err
	}
	return g.ReportFrom(known, turn), nil
}

// ReportFrom returns the report of a turn from what the seat knew after it.
func (g *Game) ReportFrom(known *knowledge.Known, turn int) *report.Report {
	seat := known.Seat()
	words, err := report.Compile(g.Rules.Words)
	if err != nil {
		panic(err) // the ruleset's own test compiles its words
	}
	c := report.Cover{
		Game: g.Name(), Title: g.title(), SeatName: g.SeatName(seat), Orders: g.ordersOf(turn, seat),
		Notices: g.notices(turn, seat), Names: g.nameOf,
	}
	if t := g.Campaign.Turn(turn); t != nil && t.Result != nil {
		c.Result = t.Result.Over
		c.SeedNote, c.Seed = g.revealed(t.Result, seat)
	}
	if t := g.Campaign.Current(); turn == g.reported && g.Campaign.Result() == "" && t != nil {
		c.Next, c.Deadline = t.Number, inZone(t.Deadline, g.Zone())
		if seat != Umpire {
			c.Moves = g.moves(g.awaited, seat, t.Number)
		}
	}
	return words.Write(c, known)
}

// MapFor draws what is known, the units of that side as one's own; "" is the seat's
// side. It is nil for rules without a map.
func (g *Game) MapFor(known *knowledge.Known, side string) *mapview.Picture {
	if g.Rules.Ground == nil {
		return nil
	}
	return mapview.Draw(g.Rules.Ground(g.Scenario), g.Rules.Symbols, known, mapview.Sheet{
		Title: g.title(), Reader: g.SeatName(known.Seat()), Side: side, Names: g.nameOf,
	})
}

// StepsOf draws a reported turn step by step as the seat was told of it; nil for rules
// without a map.
func (g *Game) StepsOf(seat string, turn int) ([]*mapview.Picture, error) {
	if turn < 0 {
		turn = g.reported
	}
	after, err := g.KnownAt(seat, turn)
	if err != nil || g.Rules.Ground == nil {
		return nil, err
	}
	before, err := g.KnownAt(seat, max(turn-1, 0))
	if err != nil {
		return nil, err
	}
	return mapview.Steps(g.Rules.Ground(g.Scenario), g.Rules.Symbols, before, after, mapview.Sheet{
		Title: g.title(), Reader: g.SeatName(seat), Names: g.nameOf,
	}), nil
}

// MapWithZones draws what is known with what guns can reach; nil if the rules have no map.
func (g *Game) MapWithZones(known *knowledge.Known) *mapview.Picture {
	if g.Rules.Ground == nil {
		return nil
	}
	return mapview.Draw(g.Rules.Ground(g.Scenario), g.Rules.Symbols, known, mapview.Sheet{
		Title: g.title(), Reader: g.SeatName(known.Seat()), Names: g.nameOf, Zones: true,
	})
}

// Preview returns the receipt that the text would get from the seat now. Nothing is recorded.
func (g *Game) Preview(seat, text string) string {
	r := Read(g.Rules, g.mailDesk(seat), text)
	g.post(&r)
	before, _ := g.Campaign.Current().Of(seat)
	r.inForce(g.held(before))
	return r.Receipt.Text()
}

// Reported returns the last turn that the seats were told of, 0 the opening.
func (g *Game) Reported() int { return g.reported }

// MailsOf returns what a game quotes its mails from: the vault, as far as they were not erased.
func (d *Daemon) MailsOf(ctx context.Context, game string) func(events.Hash, string) (string, string, bool) {
	return func(sha events.Hash, seat string) (from, text string, ok bool) {
		raw, err := d.Vault.Mail(ctx, sha)
		if err != nil {
			return "", "", false
		}
		from, text = mailOf(raw, d.reading(), game, seat)
		return from, text, true
	}
}

// GamesOf returns the games that the address with the id plays or umpires, in byte order.
func (d *Daemon) GamesOf(id string) []string { return d.names(id) }

// Registered returns the id of the address, "" unless it plays or umpires a game.
func (d *Daemon) Registered(ctx context.Context, address string) (id string, err error) {
	id, err = d.book.ID(ctx, address)
	if present(err) != nil {
		return "", err
	}
	if id == "" || len(d.GamesOf(id)) == 0 {
		return "", nil
	}
	return id, nil
}

// Invite mails a link to sign in to the address with the id. Like all mail it is
// recorded first, without its text: the link is in the vault alone.
func (d *Daemon) Invite(ctx context.Context, id, link string) error {
	if err := d.lobbyFor(ctx, Lobby); err != nil {
		return err
	}
	p := &prose{}
	p.para("This link signs you in to the page of your games. It works once, for a quarter of an hour:")
	p.line("%s", link)
	p.gap()
	p.para("If you did not ask for it, do nothing: without the link nobody gets in.")
	_, err := d.commit(ctx, Lobby, func(*Game) (cause, step, error) {
		s := step{}
		s.mail(letter{address: id, kind: "link", subject: "your link to sign in", text: p.String()})
		return cause{id: "link." + strings.ToLower(rand.Text()[:12]), actor: "page"}, s, nil
	})
	signal(d.unsent)
	return err
}

// Write takes orders that were written on the page: as the mail that the address would
// have sent in answer to its last report. The answer is the receipt that was mailed.
func (d *Daemon) Write(ctx context.Context, game, seat, address, text string) (res RuleResult, err error) {
	from, raw, err := d.writtenMail(ctx, game, seat, address, text)
	if err != nil || raw == nil {
		return RuleResult{Text: from}, err
	}
	sha := events.Sum(raw)
	if _, err := d.Take(ctx, mailgate.Incoming{Received: d.Now(), Size: int64(len(raw)), Raw: raw}); err != nil {
		return res, err
	}
	return d.answerTo(ctx, game, sha)
}

// Letterhead is how orders of a seat are addressed, as an answer to its last report is.
type Letterhead struct {
	From, To, Subject string
	Signed            bool // the game wants what a page cannot give: a mail that a mail server has signed
}

// Letterhead returns how the seat's orders are addressed; refused says why they are not.
func (d *Daemon) Letterhead(ctx context.Context, game, seat, address string) (h Letterhead, refused string, err error) {
	if d.entry(ctx, game) == nil {
		return h, "There is no such game.", nil
	}
	no := d.with(ctx, game, func(g *Game) { h, refused, err = d.letterheadIn(ctx, g, seat, address) })
	return h, refused, errors.Join(no, err)
}

func (d *Daemon) letterheadIn(ctx context.Context, g *Game, seat, address string) (h Letterhead, refused string, err error) {
	h.From = d.address(ctx, address)
	if h.From == "" || !slices.Contains(g.addresses(seat), address) {
		return h, "Your address does not play this seat any more.", nil
	}
	c := g.Campaign
	switch authOf(c.Created().Settings.Auth) {
	case mailgate.AuthSigned, mailgate.AuthBoth:
		h.Signed = true
	}
	h.Subject = subject(g.Name(), letter{turn: c.Number(), subject: "orders"})
	h.To, err = d.Post.replyTo(g.Name(), seat, c.Number(), g.epoch(seat))
	return h, "", err
}

// writtenMail makes the mail; raw is nil where the game takes none from the page, and
// from says why.
func (d *Daemon) writtenMail(ctx context.Context, game, seat, address, text string) (from string, raw []byte, err error) {
	h, refused, err := d.Letterhead(ctx, game, seat, address)
	switch {
	case err != nil || refused != "":
		return refused, nil, err
	case h.Signed:
		return "This game takes orders only in mails that your mail server has signed. Send the text from your mail program, to " + h.To + ".", nil, nil
	}
	return h.From, composeWritten(h.From, h.To, h.Subject, text, d.Now()), nil
}

func composeWritten(from, to, subject, text string, now time.Time) []byte {
	_, domain, _ := strings.Cut(from, "@")
	var b bytes.Buffer
	fmt.Fprintf(&b, "From: <%s>\r\nTo: <%s>\r\nSubject: %s\r\n", from, to, mime.QEncoding.Encode("utf-8", subject))
	fmt.Fprintf(&b, "Date: %s\r\nMessage-ID: <%s.page@%s>\r\n", now.UTC().Format(time.RFC1123Z), strings.ToLower(rand.Text()), domain)
	b.WriteString("User-Agent: the page of Galloper\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n")
	b.WriteString(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n") + "\r\n")
	return b.Bytes()
}

// answerTo finds what the game has recorded and mailed because of a mail.
func (d *Daemon) answerTo(ctx context.Context, game string, sha events.Hash) (res RuleResult, err error) {
	for c, err := range d.log.Backward(ctx, game) {
		if err != nil {
			return res, err
		}
		if c.Cause != sha.String() {
			continue
		}
		res.Text = "It was taken in. No receipt was mailed: too many went to your address in this hour."
		for _, e := range c.Events {
			switch e.Type {
			case "mail.received", "mail.quarantined":
			case "mail.queued":
				err = d.receiptIn(ctx, e, sha, &res.Text)
			default:
				res.Done = true
			}
		}
		return res, err
	}
	return RuleResult{Text: "It changed nothing: the mail lies in quarantine, and the umpire has been told."}, nil
}

// receiptIn reads the text of the receipt, if the event is its being queued.
func (d *Daemon) receiptIn(ctx context.Context, e events.Event, sha events.Hash, text *string) error {
	data, err := events.Decode(e)
	q, ok := data.(events.MailQueued)
	if err != nil || !ok || q.Answers != sha {
		return err
	}
	raw, err := d.Vault.Mail(ctx, q.SHA256)
	if err != nil {
		return err
	}
	entity, err := rfc822.Read(bytes.NewReader(raw))
	if err != nil {
		return fmt.Errorf("daemon: read a receipt again: %w", err)
	}
	found := false
	return entity.Walk(func(_ []int, part *rfc822.Entity, err error) error {
		if kind, _, _ := part.Header.ContentType(); err != nil || kind != "text/plain" || found {
			return err
		}
		body, err := io.ReadAll(part.Body)
		*text, found = strings.ReplaceAll(string(body), "\r\n", "\n"), true
		return err
	})
}
