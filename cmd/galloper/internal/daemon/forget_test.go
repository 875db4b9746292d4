package daemon

import (
	"bytes"
	"errors"
	"testing"

	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/events/vault"
)

// mentions returns the places in the vault that still have the text: keys, values and raw mails.
func (w *world) mentions(text string) (where []string) {
	w.t.Helper()
	keys, err := w.vault.Keys(w.ctx, "")
	if err != nil {
		w.t.Fatal(err)
	}
	for _, key := range keys {
		if value, err := w.vault.Get(w.ctx, key); err != nil || bytes.Contains(bytes.ToLower(value), []byte(text)) {
			where = append(where, key)
		}
	}
	for c, err := range w.log.All(w.ctx, 0) {
		if err != nil {
			w.t.Fatal(err)
		}
		if bytes.Contains([]byte(c.Line()), []byte(text)) {
			where = append(where, "commit "+c.ID)
		}
		for _, e := range c.Events {
			data, err := events.Decode(e)
			if err != nil {
				w.t.Fatal(err)
			}
			var sha events.Hash
			switch m := data.(type) {
			case events.MailReceived:
				sha = m.SHA256
			case events.MailQuarantined:
				sha = m.SHA256
			case events.MailQueued:
				sha = m.SHA256
			}
			raw, err := w.vault.Mail(w.ctx, sha)
			if err != nil && !errors.Is(err, vault.ErrNotFound) {
				w.t.Fatal(err)
			}
			if bytes.Contains(bytes.ToLower(raw), []byte(text)) {
				where = append(where, "mail "+sha.String())
			}
		}
	}
	return where
}

// No store names the person any more: address, incoming and outgoing mails, mails written as a stranger, and the id
// from an imported game.
func TestForgottenEverywhere(t *testing.T) {
	w := newWorld(t)
	w.newGame(events.Settings{Every: "3d"})
	anna, stranger := addressOf("french.north"), "nobody@elsewhere.test"
	w.writes("french.north", "To Champagne: advance 50")
	w.writesTo(anna, "orders@galloper.test", "no secret in it: quarantined")
	w.writesTo(stranger, "orders@galloper.test", "let me play")
	if err := (vault.Book{Vault: w.vault}).Restore(w.ctx, "0123456789abcdef01234567", anna); err != nil {
		t.Fatal(err)
	}
	var left []events.Hash // orphaned by a crash before the commit: one from the person, one to them
	for _, raw := range []string{"From: " + anna + "\r\n\r\nhold\r\n", "From: orders@galloper.test\r\nTo: " + anna +
		"\r\n\r\nNoted.\r\n"} {
		sha, err := w.vault.PutMail(w.ctx, []byte(raw))
		if err != nil {
			t.Fatal(err)
		}
		left = append(left, sha)
	}
	w.pass(4 * 24 * 3600e9)
	for _, address := range []string{anna, stranger} {
		if len(w.mentions(address)) == 0 {
			t.Fatalf("nothing names %s: the test is blind", address)
		}
		said, err := w.d.Forget(w.ctx, admin.ForgetRequest{Address: address})
		if err != nil || said.Erased || said.Mails == 0 {
			t.Errorf("%s: %+v, %v; want what would be erased", address, said, err)
		}
		done, err := w.d.Forget(w.ctx, admin.ForgetRequest{Address: address, Really: true})
		if err != nil || !done.Erased || done.Mails != said.Mails {
			t.Errorf("%s: %+v, %v", address, done, err)
		}
		if left := w.mentions(address); len(left) > 0 {
			t.Errorf("%s still stands in %q", address, left)
		}
		if _, err := w.d.Forget(w.ctx, admin.ForgetRequest{Address: address}); !errors.As(err, new(*game.Refused)) {
			t.Errorf("forgotten already: %v", err)
		}
	}
	for _, sha := range left {
		if _, err := w.vault.Mail(w.ctx, sha); !errors.Is(err, vault.ErrNotFound) {
			t.Errorf("a mail that no commit names was left: %v", err)
		}
	}
	w.start()
	w.pass(4 * 24 * 3600e9)
	w.mustVerify()
	if answer := w.writes("dutch.south", "STATUS"); answer == "" {
		t.Error("the others cannot play on")
	}
}
