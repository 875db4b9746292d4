package smtpout_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os/exec"
	"strings"
	"testing"
	"time"

	"galloper/mailgate"
	"galloper/mailgate/imapbox"
	"galloper/mailgate/mailtest"
	"galloper/mailgate/signin"
	"galloper/mailgate/smtpout"
)

const orders, anna, secret = "orders@example.test", "anna@players.test", "secret"

// patience bounds the time that a test waits for a server. It is a last resort: on a busy machine a server may be slow.
const patience = 5 * time.Minute

func quiet() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

func servers(t *testing.T, extra ...string) (*mailtest.Dovecot, *mailtest.Postfix) {
	t.Helper()
	mailtest.RequireRoot(t, "postfix")
	d := mailtest.StartDovecot(t, mailtest.User{Address: orders, Password: secret},
		mailtest.User{Address: anna, Password: secret})
	return d, mailtest.StartPostfix(t, d, extra...)
}

func sender(t *testing.T, addr string) *smtpout.Sender {
	t.Helper()
	out, err := smtpout.New(smtpout.Config{
		Server: signin.Server{Addr: addr, TLS: signin.None}, Credentials: signin.Credentials{User: orders, Password: secret},
		Timeout: patience, Log: quiet(),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { out.Close() })
	return out
}

// fetch returns the first n mails of an address over IMAP.
func fetch(t *testing.T, d *mailtest.Dovecot, user string, n int) []mailgate.Incoming {
	t.Helper()
	src, err := imapbox.New(imapbox.Config{
		Server: signin.Server{Addr: d.IMAP, TLS: signin.None}, Credentials: signin.Credentials{User: user, Password: secret},
		Poll: 50 * time.Millisecond, Log: quiet(),
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var got []mailgate.Incoming
	// ends with ctx
	_ = src.Run(ctx, mailgate.Checkpoint{}, func(_ context.Context, batch []mailgate.Incoming) ([]mailgate.Filing, error) {
		if got = append(got, batch...); len(got) >= n {
			cancel()
		}
		return make([]mailgate.Filing, len(batch)), nil
	})
	if len(got) < n {
		t.Fatalf("%s has %d mails, want %d", user, len(got), n)
	}
	return got
}

func report(t *testing.T) (mailgate.Outgoing, []byte) {
	t.Helper()
	o := mailgate.Outgoing{
		ID: "c1.0", Domain: "example.test", From: orders, Name: "Galloper", To: anna,
		ReplyTo: "orders+quiberon.french.kaaaaaaaaaaaaaaaa@example.test",
		Date:    time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), Game: "quiberon", Seat: "french", Turn: 2,
		Subject: "[quiberon] Turn 2, french",
		Text:    "The enemy stands in the wood.\n", HTML: "<p>The enemy stands in the wood.</p>\n",
	}
	raw, _, err := mailgate.Compose(o)
	if err != nil {
		t.Fatal(err)
	}
	return o, raw
}

func TestReportArrivesAsComposed(t *testing.T) {
	t.Parallel()
	d, p := servers(t)
	o, raw := report(t)
	out := sender(t, p.SMTP)
	for range 2 { // the second over the same connection
		if r := out.Send(t.Context(), mailgate.Delivery{From: orders, To: anna, Raw: raw}); r.Fate != mailgate.Sent ||
			!strings.Contains(r.Text, "queued as") {
			t.Fatalf("%+v\n%s", r, p.Log())
		}
	}
	for _, in := range fetch(t, d, anna, 2) {
		m := mailgate.Read(in.Raw, mailgate.Options{})
		if m.Auto != "own mail" || m.MessageID != mailgate.MessageID(o.ID, anna, "example.test") || m.Recipients[0] != anna {
			t.Errorf("arrived as %+v", m)
		}
		if !bytes.HasSuffix(bytes.TrimSpace(in.Raw), bytes.TrimSpace(raw[bytes.Index(raw, []byte("\r\n\r\n")):])) {
			t.Error("the body was changed on its way")
		}
	}
}

func TestReplyBySwaksCarriesTheTokenOnTop(t *testing.T) {
	t.Parallel()
	d, p := servers(t)
	mailtest.Require(t, "swaks")
	to := "orders+quiberon.french.kaaaaaaaaaaaaaaaa@example.test"
	cmd := exec.Command("swaks", "--server", p.SMTP, "--from", anna, "--to", to, "--header", "Subject: Re: orders",
		"--header", "Delivered-To: orders+forged.french.kbbbbbbbbbbbbbbbb@example.test", "--body", "1foot: HOLD\n\nOn 1 "+
			"March 2026, Galloper wrote:\n> 1foot: ADVANCE\n")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("swaks: %v\n%s", err, said)
	}
	in := fetch(t, d, orders, 1)[0]
	m := mailgate.Read(in.Raw, mailgate.Options{Own: []string{orders}})
	if m.Token != "kaaaaaaaaaaaaaaaa" || m.Game != "quiberon" || m.Seat != "french" || m.Text != "1foot: HOLD" ||
		m.Auto != "" {
		t.Errorf("read as %+v\n%s", m, in.Raw)
	}
}

func TestForgedAuthenticationResultsAreNotBelieved(t *testing.T) {
	t.Parallel()
	d, p := servers(t)
	raw := fmt.Sprintf("From: %s\r\nAuthentication-Results: %s; dmarc=pass "+
		"header.from=players.test\r\nAuthentication-Results: other.example; dmarc=pass "+
		"header.from=players.test\r\nSubject: x\r\n\r\nHOLD\r\n", anna, mailtest.MailHost)
	if r := sender(t, p.SMTP).Send(t.Context(), mailgate.Delivery{From: orders, To: orders,
		Raw: []byte(raw)}); r.Fate != mailgate.Sent {
		t.Fatalf("%+v", r)
	}
	m := mailgate.Read(fetch(t, d, orders, 1)[0].Raw, mailgate.Options{Own: []string{orders}})
	gate := mailgate.Gate{Trust: mailgate.Trust{Servers: []string{mailtest.MailHost}, Relays: []string{mailtest.MailHost}}}
	proof := gate.Prove(m, []mailgate.Account{{Game: "quiberon", Seat: "french", Addresses: []string{anna},
		Auth: mailgate.AuthSigned}})
	if proof.Quarantine == "" || proof.Text != "address" {
		t.Errorf("believed: %+v", proof)
	}
}

// TestRealBounceIsMatchedToItsSeat: by the address that the bounce comes to, or by the returned mail if a provider
// sends all mail from one address.
func TestRealBounceIsMatchedToItsSeat(t *testing.T) {
	t.Parallel()
	d, p := servers(t, mailtest.StartRefusing(t).Takes("bounce@players.test"))
	keys := mailgate.Keyring{{ID: 'k', Key: []byte("key")}}
	account := mailgate.Account{Game: "quiberon", Seat: "french", Addresses: []string{"bounce@players.test"},
		Turns: []int{2}}
	tagged := func(g mailgate.Grant) string {
		g.Game, g.Seat = account.Game, account.Seat
		address, err := mailgate.TagAddress(orders, "+", mailgate.Tag{Game: g.Game, Seat: g.Seat, Token: keys.Mint(g)})
		if err != nil {
			t.Fatal(err)
		}
		return address
	}
	o, _ := report(t)
	o.ReplyTo = tagged(mailgate.Grant{Purpose: mailgate.PurposeOrders, Turn: 2})
	raw, _, err := mailgate.Compose(o)
	if err != nil {
		t.Fatal(err)
	}
	for i, from := range []string{tagged(mailgate.Grant{Purpose: mailgate.PurposeBounce}), orders} {
		if r := sender(t, p.SMTP).Send(t.Context(), mailgate.Delivery{From: from, To: "bounce@players.test",
			Raw: raw}); r.Fate != mailgate.Sent {
			t.Fatalf("%+v", r)
		}
		m := mailgate.Read(fetch(t, d, orders, i+1)[i].Raw, mailgate.Options{Own: []string{orders}})
		if m.Bounce == nil || m.Auto == "" {
			t.Fatalf("no bounce: %+v\n%s", m, p.Log())
		}
		b := *m.Bounce
		if !b.Final() || b.Status != "5.1.1" || b.Recipient != "bounce@players.test" ||
			b.MessageID != mailgate.MessageID(o.ID, o.To, o.Domain) {
			t.Errorf("%+v", b)
		}
		if a, ok := keys.BounceOf(m, []mailgate.Account{account}); !ok || a.Seat != "french" {
			t.Errorf("from %s: not matched: token %q, returned %q", from, m.Token, b.Token)
		}
	}
}
