package demo

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/emersion/go-message"

	"galloper/mailgate"
	"galloper/mailgate/signin"
	"galloper/mailgate/smtpout"
)

// role is a person of the demonstration.
type role struct {
	seat, name, address, client string
}

// cast lists the players, each with a different mail program.
var cast = []role{
	{"french.north", "Anna Guiche", "anna@players.test", "phone"},
	{"french.south", "Bruno Surville", "bruno@players.test", "office"},
	{"dutch.north", "Cornelia Fagel", "cornelia@players.test", "desktop"},
	{"dutch.south", "Dirk van Dedem", "dirk@players.test", "tablet"},
}

// player is a person with a mail program, which reads the mailbox by IMAP and sends by SMTP.
type player struct {
	role
	dir    string
	sender *smtpout.Sender
	stop   context.CancelFunc
	done   chan struct{}

	mu    sync.Mutex
	mails []received
	came  chan struct{} // closed and replaced when a mail comes
	wrote int
}

// received is a mail that a player has got.
type received struct {
	raw     []byte
	id      string // Message-ID with brackets
	answers string // In-Reply-To
	replyTo string
	subject string
	text    string
}

// openMailProgram opens a player's mail program.
func (s *stage) openMailProgram(ctx context.Context, r role) (*player, error) {
	p := &player{role: r, dir: filepath.Join(s.Dir, "mails", r.seat), came: make(chan struct{}), done: make(chan struct{})}
	if err := os.MkdirAll(p.dir, 0o755); err != nil {
		return nil, err
	}
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	var err error
	p.sender, err = smtpout.New(smtpout.Config{Server: s.smtp(), Credentials: signin.Credentials{User: r.address,
		Password: password}, Log: quiet})
	if err != nil {
		return nil, err
	}
	box, err := s.watch(r.address, quiet, nil)
	if err != nil {
		return nil, err
	}
	ctx, p.stop = context.WithCancel(ctx)
	go func() {
		defer close(p.done)
		_ = box.Run(ctx, mailgate.Checkpoint{}, p.take) // ends with ctx
	}()
	return p, nil
}

func (p *player) close() error {
	p.stop()
	<-p.done
	return p.sender.Close()
}

// take keeps incoming mails, each in a file too.
func (p *player) take(_ context.Context, batch []mailgate.Incoming) ([]mailgate.Filing, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, in := range batch {
		m, err := readReceived(in.Raw)
		if err != nil {
			return nil, err
		}
		p.mails = append(p.mails, m)
		name := fmt.Sprintf("%02d.eml", len(p.mails))
		if err := os.WriteFile(filepath.Join(p.dir, name), in.Raw, 0o644); err != nil {
			return nil, err
		}
	}
	close(p.came)
	p.came = make(chan struct{})
	return make([]mailgate.Filing, len(batch)), nil
}

func readReceived(raw []byte) (received, error) {
	msg, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return received{}, err
	}
	subject := msg.Header.Get("Subject")
	text, err := textOf(raw)
	return received{raw: raw, id: msg.Header.Get("Message-Id"), answers: msg.Header.Get("In-Reply-To"),
		replyTo: msg.Header.Get("Reply-To"), subject: subject, text: text}, err
}

// wait returns the first mail that fits, which may have come before.
func (p *player) wait(ctx context.Context, what string, fits func(received) bool) (received, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		p.mu.Lock()
		came := p.came
		for _, m := range p.mails {
			if fits(m) {
				p.mu.Unlock()
				return m, nil
			}
		}
		p.mu.Unlock()
		select {
		case <-came:
		case <-ctx.Done():
			return received{}, fmt.Errorf("demo: %s waited for %s, and it did not come: %w", p.name, what, ctx.Err())
		}
	}
}

// lastReport precedes the result of the battle in the subject of the last report.
const lastReport = ", the last: "

// report waits for the report that asks orders for that turn, or the last report.
func (p *player) report(ctx context.Context, turn int) (received, error) {
	subject := fmt.Sprintf(": report of turn %d", turn-1)
	if turn == 1 {
		subject = ": the opening"
	}
	return p.wait(ctx, "the mail with"+subject, func(m received) bool {
		before, _, _ := strings.Cut(m.subject, lastReport)
		return strings.HasSuffix(before, subject)
	})
}

// writes answers a mail with orders and waits for the receipt.
func (s *stage) writes(ctx context.Context, p *player, to received, text string) (received, error) {
	p.wrote++
	id := fmt.Sprintf("%d.%s", p.wrote, p.address)
	address := strings.Trim(to.replyTo, "<>")
	raw := clients[p.client].write(letter{from: p.address, name: p.name, to: address, subject: "Re: " + to.subject,
		answers: to.id, quoted: to.text, quotedFrom: "Galloper <" + orders + ">", id: id, date: s.now(), orders: text})
	name := filepath.Join(p.dir, fmt.Sprintf("sent-%d.eml", p.wrote))
	if err := os.WriteFile(name, raw, 0o644); err != nil {
		return received{}, err
	}
	if err := s.send(ctx, p, raw, address); err != nil {
		return received{}, err
	}
	return p.wait(ctx, "the receipt for its mail", func(m received) bool { return m.answers == "<"+id+">" })
}

// textOf returns the text part of a mail, as a mail program shows it.
func textOf(raw []byte) (text string, err error) {
	e, err := message.Read(bytes.NewReader(raw))
	if err != nil {
		return "", err
	}
	err = e.Walk(func(_ []int, part *message.Entity, err error) error {
		if media, _, _ := part.Header.ContentType(); err != nil || media != "text/plain" || text != "" {
			return err
		}
		body, err := io.ReadAll(part.Body)
		text = strings.ReplaceAll(string(body), "\r\n", "\n")
		return err
	})
	return text, err
}
