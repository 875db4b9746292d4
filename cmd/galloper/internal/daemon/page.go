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

// GamesOf returns the games that the address plays or umpires, in byte order.
func (d *Daemon) GamesOf(id string) []string { return d.Names(id) }

// Opened returns the titles of the games that anyone may watch, by name.
func (d *Daemon) Opened() map[string]string {
	open := map[string]string{}
	d.Each(func(name string, g host.Gist) {
		if g.Public != "" {
			open[name] = g.Public
		}
	})
	return open
}

// Registered returns the id of the address, or "" if it neither plays nor umpires a game.
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

// Invite mails a sign-in link to the address. Like all mail it is recorded first, but without its text: the link is
// only in the vault.
func (d *Daemon) Invite(ctx context.Context, id, link string) error {
	if err := d.LobbyFor(ctx, game.Lobby); err != nil {
		return err
	}
	p := &prose.Text{}
	p.Para("This link signs you in to the page of your games. It works once, for a quarter of an hour:")
	p.Line("%s", link)
	p.Gap()
	p.Para("If you did not ask for it, do nothing: signing in needs the link.")
	_, err := d.Commit(ctx, game.Lobby, func(*game.Game) (host.Cause, game.Decision, error) {
		s := game.Decision{}
		s.Mail(game.Outgoing{Address: id, Kind: "link", Subject: "your link to sign in", Text: p.String()})
		return host.Cause{Id: "link." + strings.ToLower(rand.Text()[:12]), Actor: "page"}, s, nil
	})
	host.Signal(d.MailReady)
	return err
}

// Write takes orders written on the page, as an answer of the address to its last report. The result is the mailed
// receipt.
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

// Letterhead holds the header fields of a seat's orders, as an answer to its last report.
type Letterhead struct {
	From, To, Subject string
	Signed            bool // the game requires mail signed by a mail server, which the page can't give
}

// Letterhead returns the header fields of the seat's orders. refused is the reason if the seat can't write from the
// page.
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

// writtenMail composes the mail. If the game takes no orders from the page, raw is nil and from is the reason.
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

// answerTo finds the game's recorded and mailed answer to a mail.
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
	return RuleResult{Text: "It changed nothing: the mail is in quarantine, and the umpire has been told."}, nil
}

// receiptIn reads the receipt's text if the event queued it.
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
