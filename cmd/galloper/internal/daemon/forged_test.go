package daemon

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"net/smtp"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"galloper/mailgate"
	"galloper/mailgate/mailtest"
)

// documented returns a server's setting from docs/mail.md.
func documented(t *testing.T, setting string) string {
	t.Helper()
	doc, err := os.ReadFile("../../../../docs/mail.md")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^    ` + regexp.QuoteMeta(setting) + `\b.*$`).FindString(string(doc))
	if line == "" {
		t.Fatalf("docs/mail.md does not say how %s is set", setting)
	}
	return strings.TrimSpace(line)
}

// smuggle sends a server a mail for the office, as any stranger can.
func smuggle(server, raw string) error {
	c, err := smtp.Dial(server)
	if err != nil {
		return err
	}
	defer c.Close()
	if err := errors.Join(c.Mail("evil@evil.test"), c.Rcpt(officeAddress)); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, raw)
	return errors.Join(err, w.Close(), c.Quit())
}

// With the settings of docs/mail.md, neither Postfix nor OpenDKIM passes a sender's forged Authentication-Results in
// the server's name, in any spelling. Without them the field passes and would be believed.
func TestServersTakeForgedResultsAway(t *testing.T) {
	t.Parallel()
	mailtest.Require(t, "opendkim")
	o := openOffice(t, "header_checks =")
	key := mailtest.NewDKIM(t, "players.test")
	if rule := documented(t, "RemoveARAll"); rule != "RemoveARAll yes" {
		t.Fatalf("docs/mail.md says %q, which the verifier of these tests is not set to", rule)
	}
	servers := map[string]*mailtest.Postfix{
		"bare":     o.postfix,
		"Postfix":  mailtest.StartPostfix(t, o.dovecot, documented(t, "header_checks")),
		"OpenDKIM": mailtest.StartPostfix(t, o.dovecot, "header_checks =", key.Verifier()),
	}
	forged := mailtest.ForgedResults(mailtest.MailHost, "players.test")
	sent := 0
	for server, p := range servers {
		for spelling, field := range forged {
			raw := fmt.Sprintf("%sFrom: <%s>\nTo: <%s>\nX-Test: %s, %s\n\nx\n", field, anna, officeAddress, server, spelling)
			if err := smuggle(p.SMTP, strings.ReplaceAll(raw, "\n", "\r\n")); err != nil {
				t.Fatalf("%s, %s: %v", server, spelling, err)
			}
			sent++
		}
	}
	for begun := time.Now(); o.dovecot.Count(officeAddress, "INBOX") < sent; time.Sleep(20 * time.Millisecond) {
		if time.Since(begun) > patience {
			t.Fatalf("%d of %d mails came\n%s", o.dovecot.Count(officeAddress, "INBOX"), sent, o.postfix.Log())
		}
	}
	believed, about := map[string][]string{}, regexp.MustCompile(`(?m)^X-Test: (\w+), (.*?)\r?$`)
	for _, raw := range o.dovecot.Mails(officeAddress) {
		of := about.FindSubmatch(raw)
		if of == nil {
			t.Fatalf("a mail came without its header:\n%s", raw)
		}
		server, spelling := string(of[1]), string(of[2])
		head, _, _ := strings.Cut(string(raw), "X-Test:")
		through := strings.Contains(head, "dmarc=pass")
		if m := mailgate.Read(raw, mailgate.Options{}); m.Vouched(
			mailgate.Trust{Servers: []string{mailtest.MailHost}, Relays: []string{"*"}},
		).By != "" {
			believed[server] = append(believed[server], spelling)
		}
		if through && server != "bare" {
			t.Errorf("%s lets %q through:\n%s", server, spelling, head)
		}
		if !through && server == "bare" && !strings.HasPrefix(spelling, "NUL") { // Postfix stops at NUL
			t.Errorf("%q never came: the test shows nothing", spelling)
		}
	}
	if len(believed["bare"]) < 4 || len(believed["Postfix"])+len(believed["OpenDKIM"]) > 0 {
		t.Errorf("believed are %v of %v", believed, slices.Sorted(maps.Keys(forged)))
	}
}
