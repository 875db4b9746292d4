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

	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/inbox"
	"galloper/cmd/galloper/internal/mailer"
	"galloper/cmd/galloper/internal/prose"
	"galloper/events"
	"galloper/mailgate"
)

// GamesOf returns the games that the address with the id plays or umpires, in byte order.
func (d *Daemon) GamesOf(id string) []string { return d.Names(id) }

// Opened returns the games that anybody may look at, each with its title.
func (d *Daemon) Opened() map[string]string {
	open := map[string]string{}
	d.Each(func(name string, g host.Gist) {
		if g.Public != "" {
			open[name] = g.Public
		}
	})
	return open
}

// Registered returns the id of the address, "" unless it plays or umpires a game.
func (d *Daemon) Registered(ctx context.Context, address string) (id string, err error) {
	id, err = d.Book.ID(ctx, address)
	if admin.Present(err) != nil {
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
	if err := d.LobbyFor(ctx, game.Lobby); err != nil {
		return err
	}
	p := &prose.Text{}
	p.Para("This link signs you in to the page of your games. It works once, for a quarter of an hour:")
	p.Line("%s", link)
	p.Gap()
	p.Para("If you did not ask for it, do nothing: without the link nobody gets in.")
	_, err := d.Commit(ctx, game.Lobby, func(*game.Game) (host.Cause, game.Decision, error) {
		s := game.Decision{}
		s.Mail(game.Outgoing{Address: id, Kind: "link", Subject: "your link to sign in", Text: p.String()})
		return host.Cause{Id: "link." + strings.ToLower(rand.Text()[:12]), Actor: "page"}, s, nil
	})
	host.Signal(d.MailReady)
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
func (d *Daemon) Letterhead(ctx context.Context, name, seat, address string) (h Letterhead, refused string, err error) {
	if d.Entry(ctx, name) == nil {
		return h, "There is no such game.", nil
	}
	no := d.With(ctx, name, func(g *game.Game) { h, refused, err = d.letterheadIn(ctx, g, seat, address) })
	return h, refused, errors.Join(no, err)
}

func (d *Daemon) letterheadIn(ctx context.Context, g *game.Game,
	seat, address string) (h Letterhead, refused string, err error) {
	h.From = d.AddressOf(ctx, address)
	if h.From == "" || !slices.Contains(g.Addresses(seat), address) {
		return h, "Your address does not play this seat any more.", nil
	}
	c := g.Campaign
	switch inbox.AuthOf(c.Created().Settings.Auth) {
	case mailgate.AuthSigned, mailgate.AuthBoth:
		h.Signed = true
	}
	h.Subject = mailer.Subject(g.Name(), game.Outgoing{Turn: c.Number(), Subject: "orders"})
	h.To, err = d.Post.ReplyTo(g.Name(), seat, c.Number(), g.Epoch(seat))
	return h, "", err
}

// writtenMail makes the mail; raw is nil where the game takes none from the page, and
// from says why.
func (d *Daemon) writtenMail(ctx context.Context,
	game, seat, address, text string) (from string, raw []byte, err error) {
	h, refused, err := d.Letterhead(ctx, game, seat, address)
	switch {
	case err != nil || refused != "":
		return refused, nil, err
	case h.Signed:
		return "This game takes orders only in mails that your mail server has signed. Send the text from your mail " +
			"program, to " + h.To + ".", nil, nil
	}
	return h.From, composeWritten(h.From, h.To, h.Subject, text, d.Now()), nil
}

func composeWritten(from, to, subject, text string, now time.Time) []byte {
	_, domain, _ := strings.Cut(from, "@")
	var b bytes.Buffer
	fmt.Fprintf(&b, "From: <%s>\r\nTo: <%s>\r\nSubject: %s\r\n", from, to, mime.QEncoding.Encode("utf-8", subject))
	fmt.Fprintf(&b, "Date: %s\r\nMessage-ID: <%s.page@%s>\r\n", now.UTC().Format(time.RFC1123Z),
		strings.ToLower(rand.Text()), domain)
	b.WriteString("User-Agent: the page of Galloper\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; " +
		"charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n")
	b.WriteString(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n") + "\r\n")
	return b.Bytes()
}

// answerTo finds what the game has recorded and mailed because of a mail.
func (d *Daemon) answerTo(ctx context.Context, game string, sha events.Hash) (res RuleResult, err error) {
	for c, err := range d.Log.Backward(ctx, game) {
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
