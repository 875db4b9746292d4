package daemon

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/mail"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/mailer"
	"galloper/events"
	"galloper/mailgate"
	"galloper/mailgate/mailtest"
)

const anna = "anna@players.test"

// parlour is a service on real servers, with a player who uses real mail programs.
type parlour struct {
	*office
	d    *Daemon
	dir  string
	game *admin.NewGame
	read int // her mails read so far
}

// openParlour makes a game at an office, and serves it until the test ends.
func openParlour(t *testing.T, o *office, auth string) *parlour {
	t.Helper()
	p := &parlour{office: o, dir: t.TempDir()}
	w := newWorld(t)
	d, err := Open(t.Context(), host.Options{
		Log: w.log, Vault: w.vault, Rulesets: plainRules(), Sender: o.sender(1),
		Trust: mailgate.Trust{Servers: []string{mailtest.MailHost}},
		Post: mailer.Mailer{
			Address:   officeAddress,
			Name:      "Galloper",
			Delimiter: "+",
			Keys:      mailgate.Keyring{{ID: 'a', Key: []byte("a key of the test")}},
		}, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	p.d = d
	p.game = &admin.NewGame{
		Name:     "mill",
		File:     "mill.yaml",
		Scenario: skirmish,
		Seats:    map[string][]string{},
		Umpires:  []string{"umpire@players.test"},
		Settings: events.Settings{Every: "3d", Auth: auth},
	}
	for _, s := range seats {
		p.game.Seats[s] = []string{addressOf(s)}
	}
	p.game.Seats["french.north"] = []string{anna}
	if _, err := d.New(t.Context(), *p.game); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.RunAll(ctx, o.source(officeAddress)) }()
	t.Cleanup(func() { stop(); <-ended })
	return p
}

// next waits for the next mail in her mailbox. A mail that lies there twice counts once: Postfix delivers it again if
// Dovecot stops after it took the mail and before it said so.
func (p *parlour) next() (raw []byte, msg *mail.Message, text string) {
	p.t.Helper()
	p.read++
	for begun := time.Now(); time.Since(begun) < patience; time.Sleep(50 * time.Millisecond) {
		var seen []string
		for _, raw := range p.dovecot.Mails(anna) {
			msg, err := mail.ReadMessage(bytes.NewReader(raw))
			if err != nil {
				p.t.Fatal(err)
			}
			if id := msg.Header.Get("Message-ID"); !slices.Contains(seen, id) {
				seen = append(seen, id)
			} else {
				continue
			}
			if len(seen) == p.read {
				return raw, msg, plainText(p.t, raw)
			}
		}
	}
	p.t.Fatalf("mail %d did not come to %s\n%s", p.read, anna, p.postfix.Log())
	return nil, nil, ""
}

// run runs a mail program with the mail's text as its standard input.
func (p *parlour) run(text, program string, args ...string) {
	p.t.Helper()
	cmd := exec.CommandContext(p.t.Context(), program, args...)
	cmd.Stdin = strings.NewReader(text)
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "HOME="+p.dir, "LC_ALL=C.UTF-8", "EMAIL="+anna, "MAILRC=/dev/null", "TERM=dumb")
	if said, err := cmd.CombinedOutput(); err != nil {
		p.t.Fatalf("%s: %v\n%s\n%s", program, err, said, p.postfix.Log())
	}
}

func (p *parlour) file(name, text string) string {
	p.t.Helper()
	path := filepath.Join(p.dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
	return path
}

// Real mail programs answer a report through Postfix, and each gets the expected receipt.
func TestRealClients(t *testing.T) {
	t.Parallel()
	mailtest.Require(t, "neomutt", "s-nail", "swaks")
	p := openParlour(t, openOffice(t), "")
	report, opening, reportText := p.next()
	quoted := "On Tue, Nov 17, 2026 at 08:00:00AM +0000, Galloper wrote:\n> " + strings.ReplaceAll(
		strings.TrimSpace(reportText),
		"\n",
		"\n> ",
	)
	to, subject, id := opening.Header.Get(
		"Reply-To",
	), "Re: "+opening.Header.Get(
		"Subject",
	), opening.Header.Get(
		"Message-Id",
	)
	to = strings.Trim(to, "<>")
	if len(report) >= mailgate.MaxMail {
		t.Errorf("the report has %d bytes", len(report))
	}
	neomutt := []string{"-n", "-F", p.file("neomuttrc", fmt.Sprintf("set smtp_url = \"smtp://%s\"\nset ssl_starttls = "+
		"no\nset ssl_force_tls = no\nset from = %s\nset realname = \"Anna Guérin\"\nset record = \"\"\nset text_flowed = "+
		"yes\nset use_envelope_from = yes\nmy_hdr In-Reply-To: %s\n",
		p.postfix.SMTP, anna, id))}
	snail := []string{
		"-:/",
		"-S",
		"v15-compat",
		"-S",
		"mta=smtp://" + p.postfix.SMTP,
		"-S",
		"smtp-auth=none",
		"-S",
		"sendcharsets=utf-8",
		"-S",
		"ttycharset=utf-8",
		"-S",
		"expandaddr",
		"-r",
		anna,
	}
	wrapped := "To Champagne: general advance to 500,400, fire at 40 yards, and if half \nspent then withdraw 100 yards"
	for _, c := range []struct {
		name  string
		write func()
		want  []string
	}{
		{"neomutt, below the quote, flowed", func() {
			p.run(quoted+"\n\n"+wrapped+"\n\n-- \nAnna, à cheval\n", "neomutt", append(neomutt, "-s", subject, "--", to)...)
		}, []string{"1 order accepted", "FIRE AT 40"}},
		{"neomutt, a file attached", func() {
			p.run("\n", "neomutt", append(neomutt, "-s", subject, "-a", p.file("orders.txt", "ORDERS\nTo Champagne: "+
				"hold\nEND\n"), "--", to)...)
		}, []string{"TO champagne: HOLD: accepted"}},
		{"s-nail, letters beyond ASCII in quoted-printable", func() {
			p.run("# Régiment de Champagne — en avant\nTo Champagne: advance 80\n\n"+quoted+"\n", "s-nail",
				append(snail, "-S", "mime-encoding=quoted-printable", "-s", subject, to)...)
		}, []string{"TO champagne: ADVANCE 80: accepted"}},
		{"s-nail, base64", func() {
			p.run("To Champagne: advance 90\n\n"+quoted+"\n", "s-nail", append(snail, "-S", "mime-encoding=base64", "-s",
				subject, to)...)
		}, []string{"TO champagne: ADVANCE 90: accepted"}},
		{"swaks, a body and an attachment", func() {
			p.run("", "swaks", "--server", p.postfix.SMTP, "--from", anna, "--to", to, "--h-Subject", subject, "--body",
				"To Champagne: advance 70\n", "--attach-type", "text/plain", "--attach-name", "notes.txt",
				"--attach", "@"+p.file("notes.txt", "nothing\n"))
		}, []string{"TO champagne: ADVANCE 70: accepted", "notes.txt was not read"}},
	} {
		c.write()
		_, _, receipt := p.next()
		t.Run(c.name, func(t *testing.T) { mustSay(t, receipt, append(c.want, "proved by address+token")...) })
	}
	t.Run("threads", func(t *testing.T) { p.threads(t) })
}

// threads has Dovecot thread her mails as a mail program does: all of turn 1 together, and the next turn's report
// apart.
func (p *parlour) threads(t *testing.T) {
	if _, err := p.d.Rule(t.Context(), RuleRequest{Game: "mill", Text: "CLOSE TURN 1 BECAUSE it is a trial"}); err != nil {
		t.Fatal(err)
	}
	_, next, _ := p.next()
	if !strings.Contains(next.Header.Get("Subject"), "turn 2") {
		t.Fatalf("after the turn came %q", next.Header.Get("Subject"))
	}
	c, err := imapclient.DialInsecure(p.dovecot.IMAP, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Login(anna, "secret").Wait(); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Select("INBOX", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	threads, err := c.Thread(
		&imapclient.ThreadOptions{Algorithm: imap.ThreadReferences, SearchCriteria: &imap.SearchCriteria{}},
	).Wait()
	if err != nil {
		t.Fatal(err)
	}
	var sizes []int
	for _, th := range threads {
		sizes = append(sizes, threadSize(th))
	}
	if len(sizes) != 2 || sizes[0] != p.read-1 || sizes[1] != 1 {
		t.Errorf("Dovecot groups the mails as %v, want %d of turn 1 and 1 of turn 2", sizes, p.read-1)
	}
	msgs, err := c.Fetch(
		imap.SeqSetNum(1),
		&imap.FetchOptions{RFC822Size: true, BodyStructure: &imap.FetchItemBodyStructure{Extended: true}},
	).Collect()
	if err != nil || len(msgs) != 1 {
		t.Fatal(err)
	}
	body := msgs[0].BodyStructure
	if whole, is := body.(*imap.BodyStructureMultiPart); is && whole.MediaType() == "multipart/mixed" {
		body = whole.Children[0] // the calendar part is beside it
	}
	if kind := body.MediaType(); kind != "multipart/alternative" && kind != "text/plain" {
		t.Errorf("Dovecot sees the report as %s", kind)
	}
}

func threadSize(t imapclient.ThreadData) int {
	n := len(t.Chain)
	for _, sub := range t.SubThreads {
		n += threadSize(sub)
	}
	return n
}

// A game that requires signed mail believes the receiving server's result, and no result written by a sender.
func TestSignedByOpenDKIM(t *testing.T) {
	t.Parallel()
	mailtest.Require(t, "opendkim", "swaks")
	key := mailtest.NewDKIM(t, "players.test")
	o := openOffice(t, key.Verifier())
	provider := mailtest.StartPostfix(
		t,
		o.dovecot,
		append(mailtest.Relay("mx.players.test", o.postfix.SMTP), key.Signer())...)
	p := openParlour(t, o, "dkim")
	p.next()
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(provider.Log())
		}
	})
	send := func(server, orders string, head ...string) {
		t.Helper()
		args := []string{
			"--server",
			server,
			"--from",
			anna,
			"--to",
			officeAddress,
			"--h-From",
			anna,
			"--h-Subject",
			"orders",
			"--body",
			"GAME mill\nSEAT french.north\n" + orders + "\n",
		}
		for _, h := range head {
			args = append(args, "--add-header", h)
		}
		p.run("", "swaks", args...)
	}
	send(provider.SMTP, "To Champagne: hold")
	_, _, receipt := p.next()
	mustSay(t, receipt, "TO champagne: HOLD: accepted", "proved by address+dkim")
	// The first unauthenticated mail is answered; further ones within the hour are only counted.
	quarantined := func(n int) (held []string) {
		t.Helper()
		for begun := time.Now(); time.Since(begun) < patience && len(held) < n; time.Sleep(50 * time.Millisecond) {
			held = nil
			for _, raw := range o.dovecot.Folder(officeAddress, "Quarantine") {
				held = append(held, string(raw))
			}
		}
		if len(held) != n {
			t.Fatalf("%d mails lie in quarantine, want %d", len(held), n)
		}
		return held
	}
	n := 0
	forged := "Authentication-Results: " + mailtest.MailHost + "; dkim=pass header.d=players.test; dmarc=pass " +
		"header.from=players.test"
	for name, head := range map[string][]string{
		"no signature": nil, "a result in the server's name": {forged},
		"one of another server": {"Authentication-Results: mx.evil.test; dkim=pass header.d=players.test"},
		"one in a comment": {"Authentication-Results: mx.evil.test (" + mailtest.MailHost + "; dkim=pass " +
			"header.d=players.test); none"},
	} {
		send(o.postfix.SMTP, "To Champagne: advance 50", head...)
		if n++; n == 1 {
			_, _, answer := p.next()
			mustSay(t, answer, "NOT READ", "does not vouch for its sender")
		}
		t.Run(name, func(*testing.T) { quarantined(n) })
	}
	// A signed mail that was changed in transit.
	signed := string(o.dovecot.Folder(officeAddress, "Processed")[0])
	if !strings.Contains(signed, "DKIM-Signature:") || !strings.Contains(signed, "dkim=pass") {
		t.Fatalf("it was not signed:\n%s", signed)
	}
	_, signed, _ = strings.Cut(signed, "DKIM-Signature:")
	changed := p.file("changed.eml", "DKIM-Signature:"+strings.Replace(signed, "To Champagne: hold", "To Champagne: "+
		"advance 60", 1))
	p.run("", "swaks", "--server", o.postfix.SMTP, "--from", anna, "--to", officeAddress, "--data", "@"+changed)
	for _, raw := range quarantined(5) {
		if strings.Contains(raw, "dmarc=pass") {
			t.Errorf("the forged result was not taken away:\n%s", raw)
		}
	}
}

// Dovecot goes away under the running daemon. Mail delivered meanwhile is answered when it is back.
func TestDovecotGoneForAWhile(t *testing.T) {
	t.Parallel()
	p := openParlour(t, openOffice(t), "")
	_, opening, _ := p.next()
	p.dovecot.Stop()
	p.dovecot.Seed(officeAddress, fmt.Appendf(nil, "Return-Path: <%s>\r\nFrom: <%s>\r\nTo: %s\r\nMessage-ID: "+
		"<1@players.test>\r\n\r\nTo Champagne: hold\r\n",
		anna, anna, opening.Header.Get("Reply-To")))
	p.dovecot.Start()
	_, _, receipt := p.next()
	mustSay(t, receipt, "TO champagne: HOLD: accepted")
}
