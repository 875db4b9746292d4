package daemon

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"

	"galloper/cmd/galloper/internal/host"
	"galloper/cmd/galloper/internal/inbox"
	"galloper/events"
	"galloper/mailgate"
)

// common lists the header fields that providers sign.
var common = []string{"From", "To", "Date", "Subject", "Message-ID"}

// signer signs mails of players.test, and is the DNS server for its key.
type signer struct {
	t       testing.TB
	private ed25519.PrivateKey
	public  string
	asked   int
	silent  bool
}

func newSigner(t testing.TB) *signer {
	t.Helper()
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &signer{t: t, private: private, public: "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(public)}
}

func (s *signer) lookup(ctx context.Context, name string) ([]string, error) {
	s.asked++
	switch {
	case s.silent:
		return nil, &net.DNSError{Err: "server misbehaving", Name: name, IsTimeout: true}
	case name == "s._domainkey.players.test":
		return []string{s.public}, nil
	}
	return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}

func (s *signer) sign(raw []byte, fields ...string) []byte {
	s.t.Helper()
	var out bytes.Buffer
	if err := dkim.Sign(&out, bytes.NewReader(raw), &dkim.SignOptions{Domain: "players.test", Selector: "s",
		Signer: s.private, HeaderKeys: fields}); err != nil {
		s.t.Fatal(err)
	}
	return out.Bytes()
}

// A game that requires signed mail accepts a valid signature regardless of the mail server's results, and one DNS query
// serves many mails.
func TestSignaturesAreVerifiedHere(t *testing.T) {
	t.Parallel()
	s := newSigner(t)
	w := newWorld(t)
	w.change = func(o *host.Options) { o.LookupTXT = s.lookup }
	w.start()
	w.newGame(events.Settings{Auth: "dkim"})
	anna := addressOf("french.north")
	answerTo := func(raw []byte) string {
		t.Helper()
		w.arrive(append([]byte("Received: from a by b; now\r\nReceived: from c by d; now\r\n"), raw...), w.now)
		return w.last(anna).text
	}
	for _, order := range []string{"To Champagne: hold", "To Champagne: advance 50"} {
		mustSay(t, answerTo(s.sign(w.letterFrom(anna, order))), "accepted", "proved by address+token+dkim")
	}
	if s.asked != 1 {
		t.Errorf("DNS was asked %d times for one key", s.asked)
	}
	mustBeHeld := func(raw []byte, why string) {
		t.Helper()
		answerTo(raw)
		held := w.game().Campaign.Quarantine()
		mustSay(t, held[len(held)-1].Reason, why)
	}
	changed := bytes.Replace(s.sign(w.letterFrom(anna, "To Champagne: hold")), []byte("hold"), []byte("fire"), 1)
	mustSay(t, answerTo(changed), "NOT READ", "does not vouch for its sender")
	mustBeHeld(w.letterFrom(anna, "To Champagne: hold"), "does not vouch for its sender")

	s.silent = true
	w.now = w.now.Add(inbox.KeyFresh)
	asked := s.asked
	for range 3 {
		mustBeHeld(s.sign(w.letterFrom(anna, "To Champagne: hold")), "could not be looked up: send it again later")
	}
	if s.asked != asked+1 {
		t.Errorf("a name server that does not answer was asked %d times in one moment", s.asked-asked)
	}
	s.silent = false
	w.now = w.now.Add(inbox.KeySilent)
	mustSay(t, answerTo(s.sign(w.letterFrom(anna, "To Champagne: advance 70"))), "ADVANCE 70: accepted")
}

// If a secret is enough, DNS isn't asked.
func TestSignaturesAreNotAskedForInVain(t *testing.T) {
	t.Parallel()
	s := newSigner(t)
	w := newWorld(t)
	w.change = func(o *host.Options) { o.LookupTXT = s.lookup }
	w.start()
	w.newGame(events.Settings{})
	w.arrive(s.sign(w.letterFrom(addressOf("french.north"), "To Champagne: hold")), w.now)
	mustSay(t, w.last(addressOf("french.north")).text, "HOLD: accepted")
	if s.asked != 0 {
		t.Errorf("DNS was asked %d times", s.asked)
	}
}

// A resolver that never answers delays a mail only up to the limit.
func TestLookupHasAnEnd(t *testing.T) {
	t.Parallel()
	s := newSigner(t)
	asked := 0
	var within time.Duration
	keys := inbox.SigningKeys{Now: time.Now, Lookup: func(ctx context.Context, _ string) ([]string, error) {
		asked++
		if end, ok := ctx.Deadline(); ok {
			within = max(within, time.Until(end))
		}
		return nil, errors.Join(ctx.Err(), &net.DNSError{Err: "i/o timeout", IsTimeout: true})
	}}
	raw := []byte("From: a@players.test\r\n\r\nx\r\n")
	for range 7 {
		raw = s.sign(raw)
	}
	found := keys.Verifier(t.Context())(raw)
	if !found.Unsure || len(found.Domains) > 0 || asked != 1 {
		t.Errorf("%+v after %d questions, want one for one name", found, asked)
	}
	if within == 0 || within > inbox.KeyTimeout {
		t.Errorf("a question may take %s", within)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if found := (&inbox.SigningKeys{Now: time.Now, Lookup: s.lookup}).Verifier(stopped)(raw); !found.Unsure {
		t.Errorf("%+v of a mail whose time was over", found)
	}
}

// A stolen token in a mail that the server marks as failed gives no orders, and the registered address is told.
func TestTrustedFailIsTold(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.change = func(o *host.Options) { o.Trust = mailgate.Trust{Servers: []string{"mx.galloper.test"}} }
	w.start()
	w.newGame(events.Settings{})
	anna := addressOf("french.north")
	const fail = "Authentication-Results: mx.galloper.test; dmarc=fail header.from=players.test\r\n"
	if f := w.arrive(append([]byte(fail), w.letterFrom(anna, "To Champagne: hold")...), w.now); f != mailgate.Quarantine {
		t.Errorf("filed as %v", f)
	}
	mustSay(t, w.last(anna).text, "NOT READ", "says that it is forged or was changed in transit (dmarc=fail)")
	if _, ordered := w.game().Campaign.Current().Of("french.north"); ordered {
		t.Error("it ordered all the same")
	}
	none := strings.Replace(fail, "dmarc=fail", "dmarc=none", 1)
	w.arrive(append([]byte(none), w.letterFrom(anna, "To Champagne: hold")...), w.now)
	mustSay(t, w.last(anna).text, "HOLD: accepted")
}

// A player's signed mail that is sent again, to another address, later, or with changes that the signature allows, has
// no further effect.
func TestSignedMailActsOnce(t *testing.T) {
	t.Parallel()
	s := newSigner(t)
	w := newWorld(t)
	w.change = func(o *host.Options) { o.LookupTXT = s.lookup }
	w.start()
	w.newGame(events.Settings{Auth: "dkim"})
	anna := addressOf("french.north")
	order := func() []byte { return w.letterFrom(anna, "To Champagne: hold") }
	old := w.letterFrom(anna, "To Champagne: hold")
	old = bytes.Replace(old, []byte(w.now.Format(time.RFC1123Z)), []byte("Wed, 04 Mar 2020 12:00:00 +0000"), 1)
	to := []byte("\r\nTo: orders+mill.")
	for want, raw := range map[string][]byte{
		"does not cover the field Subject":    s.sign(order(), "From", "Date"),
		"does not cover the field Message-ID": s.sign(order(), "From", "Date", "Subject", "To"),
		"does not cover the field Date":       s.sign(order(), "From", "To", "Subject", "Message-ID"),
		"does not cover a To or Cc":           s.sign(order(), "From", "Date", "Subject", "Message-ID"),
		"with the address of the game": append([]byte("Delivered-To: orders+mill.french.north@galloper.test\r\n"),
			s.sign(bytes.Replace(order(), to, []byte("\r\nTo: other+mill."), 1), common...)...),
		"more than five days": s.sign(old, common...),
	} {
		w.arrive(raw, w.now)
		held := w.game().Campaign.Quarantine()
		if len(held) == 0 {
			t.Fatalf("%s: it was not held", want)
		}
		mustSay(t, held[len(held)-1].Reason, want)
	}
	if _, ordered := w.game().Campaign.Current().Of("french.north"); ordered {
		t.Fatal("one of them ordered something")
	}
	signed := s.sign(order(), common...)
	w.arrive(signed, w.now)
	mustSay(t, w.answerTo(anna, signed), "HOLD: accepted")
	for _, seat := range seats {
		w.arrive(s.sign(w.letterFrom(addressOf(seat), "READY"), common...), w.now)
	}
	if n := w.game().Campaign.Number(); n != 2 {
		t.Fatalf("turn %d is open", n)
	}
	before := len(w.types())
	for _, again := range [][]byte{
		signed,
		append([]byte("Received: from evil by mx; now\r\n"), signed...),
		bytes.Replace(signed, []byte("text/plain;"), []byte("text/plain; format=flowed; delsp=yes;"), 1),
	} {
		w.arrive(again, w.now)
	}
	if types := w.types(); len(types) != before {
		t.Errorf("a mail that came before did this again: %v", types[before:])
	}
	s.public += "; t=y:s"
	w.now = w.now.Add(inbox.KeyFresh)
	w.arrive(s.sign(order(), common...), w.now)
	held := w.game().Campaign.Quarantine()
	mustSay(t, held[len(held)-1].Reason, "neither DKIM nor DMARC passed")
}
