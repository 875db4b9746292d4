package main

import (
	"cmp"
	"context"
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"galloper/events/logtest"
	"galloper/mailgate/mailtest"
)

// The doctor tries each way to sign in to a real server and each way that this fails. It must name the problem and the
// next step.
func TestDoctorTriesEveryStep(t *testing.T) {
	t.Parallel()
	const user = "orders@example.test"
	d := mailtest.StartDovecot(t, mailtest.User{Address: user, Password: "secret"})
	dir := t.TempDir()
	file := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	roots := file("roots.pem", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: d.Certificate()})), 0o600)
	good, old := d.Token(user, time.Now().Add(time.Hour)), d.Token(user, time.Now().Add(-time.Hour))
	script := func(name, text string) string { return file(name, "#!/bin/sh\n"+text+"\n", 0o700) }
	closed, _ := logtest.FreePort(t)
	secure := fmt.Sprintf("address = %q\ntls = \"implicit\"\nroots = %q\n", d.IMAPS, roots)
	plain := fmt.Sprintf("address = %q\ntls = \"none\"\n", d.IMAP)
	for _, tt := range []struct {
		name, imap string
		want       string // "" if all is well
	}{
		{"TLS and a password", secure + `password = "secret"`, ""},
		{"STARTTLS and a password", strings.NewReplacer(d.IMAPS, d.IMAP, "implicit", "starttls").Replace(secure) +
			`password = "secret"`, ""},
		{"login", secure + "password = \"secret\"\nmechanism = \"login\"", ""},
		{"XOAUTH2 by command", secure + fmt.Sprintf("mechanism = \"xoauth2\"\ntoken_command = [%q, \"a\"]",
			script("good", "echo "+good)), ""},
		{"OAUTHBEARER by file", secure + fmt.Sprintf("token_file = %q", file("token", good+"\n", 0o600)), ""},
		{"wrong password", secure + `password = "wrong"`,
			"the user or the password is wrong; most providers require an app password"},
		{"token has run out", secure + fmt.Sprintf("mechanism = \"xoauth2\"\ntoken_file = %q", file("old", old, 0o600)),
			"the token was refused: it is expired"},
		{"token command fails", secure + fmt.Sprintf("token_command = [%q]", script("bad", "echo no network >&2; exit 3")),
			"no network; run the token command by itself"},
		{"token command prints nothing", secure + fmt.Sprintf("token_command = [%q]", script("mute", "true")),
			"printed nothing"},
		{"token command is missing", secure + `token_command = ["/nowhere/token"]`, "the token command is missing"},
		{"token file is missing", secure + `token_file = "/nowhere/token"`, "the token file is missing"},
		{"certificate unknown", strings.Replace(secure, "roots", "# roots", 1) + `password = "secret"`,
			"this machine does not trust the server's certificate"},
		{"STARTTLS on the port for TLS", strings.NewReplacer("implicit", "starttls").Replace(secure) +
			`password = "secret"`, "set tls to implicit"},
		{"certificate unknown after STARTTLS", strings.NewReplacer("roots", "# roots", d.IMAPS, d.IMAP, "implicit",
			"starttls").Replace(secure) + `password = "secret"`, "this machine does not trust the server's certificate"},
		{"a file that is missing keeps nothing from being tried",
			secure + "password_file = \"/nowhere/password\"\npassword = \"secret\"",
			"WRONG configuration cannot read the password file"},
		{"TLS on the port for plain IMAP", strings.Replace(secure, d.IMAPS, d.IMAP, 1) + `password = "secret"`,
			"does not begin with TLS: set tls to starttls"},
		{"nothing there", strings.Replace(plain, d.IMAP, closed, 1) + `password = "secret"`, "nothing answers at that address"},
		{"no such name", strings.NewReplacer(d.IMAP, "mail.invalid:993", "none", "implicit").Replace(plain) +
			`password = "secret"`, "cannot resolve the server's name"},
		{"no such mailbox", secure + "password = \"secret\"\nmailbox = \"Nowhere\"", "the mailbox does not exist"},
		{"no encryption off this machine", "address = \"mail.example.org:143\"\ntls = \"none\"\npassword = \"secret\"",
			"the password must not be sent unencrypted"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			conf := file("galloper.toml", fmt.Sprintf("[store]\ndir = %q\n[mail]\naddress = %q\n[imap]\nuser = %q\n%s\n",
				filepath.Join(dir, "data"), user, user, tt.imap), 0o600)
			w := &town{t: t, dir: filepath.Dir(conf)}
			_, said := w.galloper("doctor")
			said = strings.Join(strings.Fields(said), " ")
			fine := tt.want == "" || strings.HasPrefix(tt.name, "a file that is missing")
			if ok := strings.Contains(said, "ok imap search for mail"); ok != fine {
				t.Errorf("it is well: %v; want %v\n%s", ok, tt.want == "", said)
			}
			if !strings.Contains(said, tt.want) {
				t.Errorf("it does not say %q:\n%s", tt.want, said)
			}
			if strings.Contains(said, "secret") || strings.Contains(said, good) {
				t.Error("it shows what is secret")
			}
		})
	}
}

// The doctor tries each way to send through a real Postfix and each way that this fails. It must name the problem and
// the next step, and send nothing.
func TestDoctorTriesToSend(t *testing.T) {
	t.Parallel()
	const user = "orders@example.test"
	d := mailtest.StartDovecot(t, mailtest.User{Address: user, Password: "secret"},
		mailtest.User{Address: "other@example.test", Password: "secret"})
	// Postfix rejects mail as a provider may: from another sender, or to certain known or unknown addresses.
	p := mailtest.StartPostfix(t, d,
		"smtpd_sender_login_maps = inline:{ { orders@example.test = orders@example.test } { owned@example.test = "+
			"other@example.test } }",
		"smtpd_sender_restrictions = reject_sender_login_mismatch",
		"smtpd_recipient_restrictions = check_recipient_access inline:{ { gone@players.test = 550 5.1.1 user unknown } "+
			"{ grey@players.test = 450 4.2.0 greylisted } { later@players.test = 451 4.3.0 later } "+
			"{ limit@players.test = 550 5.4.5 daily sending limit exceeded } }")
	strict := mailtest.StartPostfix(t, d, "smtpd_tls_security_level = encrypt", "smtpd_tls_auth_only = yes",
		"smtpd_sender_restrictions = check_sender_access regexp:{ {/^orders.a/ 553 5.7.1 not owned by orders} }")
	bare := mailtest.StartPostfix(t, d, append(mailtest.ForeignCertificate(t), "smtpd_tls_security_level = none")...)
	closed, _ := logtest.FreePort(t)
	dir := t.TempDir()
	roots := writeFile(t, "roots.pem", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: d.Certificate()})))
	token := writeFile(t, "token", d.Token(user, time.Now().Add(time.Hour)))
	const mutual = "STARTTLS on the port for TLS" // client and server wait for each other
	const signIn = "\nuser = \"orders@example.test\"\npassword = \"secret\""
	at := func(address, tls, rest string) string {
		return fmt.Sprintf("address = %q\ntls = %q\nroots = %q\n", address, tls, roots) + rest
	}
	for _, tt := range []struct {
		name, smtp, to string
		want           string // "" if all is well
	}{
		{"in the clear on this machine", at(p.SMTP, "none", signIn), "anna@players.test", ""},
		{"STARTTLS", at(strict.SMTP, "starttls", signIn), "anna@players.test", ""},
		{"TLS", at(strict.SMTPS, "implicit", signIn), "anna@players.test", ""},
		{"XOAUTH2", at(p.SMTPS, "implicit", fmt.Sprintf("user = %q\nmechanism = \"xoauth2\"\ntoken_file = %q", user,
			token)), "anna@players.test", ""},
		{"wrong password", at(p.SMTP, "none", strings.Replace(signIn, "secret", "wrong", 1)), "",
			"the user or the password is wrong; most providers require an app password"},
		{"no STARTTLS there", at(bare.SMTP, "starttls", signIn), "", "the server does not offer STARTTLS"},
		{"TLS is wanted", at(strict.SMTP, "none", ""), "", "the server accepts mail over TLS only: set tls to starttls"},
		{"a password is taken over TLS alone", at(strict.SMTP, "none", signIn), "", "set tls if it is none"},
		{"certificate of another name", at(bare.SMTPS, "implicit", signIn), "", "the certificate is for another name"},
		{"certificate unknown", strings.Replace(at(strict.SMTPS, "implicit", signIn), "roots", "# roots", 1), "",
			"this machine does not trust the server's certificate"},
		{"certificate unknown after STARTTLS", strings.Replace(at(strict.SMTP, "starttls", signIn), "roots", "# roots", 1),
			"", "this machine does not trust the server's certificate"},
		{mutual, at(strict.SMTPS, "starttls", signIn), "", "set tls to implicit"},
		{"TLS on the port for plain", at(p.SMTP, "implicit", signIn), "", "does not begin with TLS: set tls to starttls"},
		{"nothing there", at(closed, "none", signIn), "", "nothing answers at that address"},
		{"sender refused", at(p.SMTP, "none", signIn), "", "the server does not let this account send from that address"},
		{"sender of reports refused", at(strict.SMTPS, "implicit", signIn), "anna@players.test", ""},
		{"relaying denied", at(bare.SMTP, "none", ""), "anna@elsewhere.test",
			"the server relays mail only after authentication"},
		{"no such recipient", at(p.SMTP, "none", signIn), "gone@players.test", "the server does not know the address"},
		{"greylisted", at(p.SMTP, "none", signIn), "grey@players.test", "(greylisting): try again"},
		{"put off", at(p.SMTP, "none", signIn), "later@players.test", "the server asks for a delay"},
		{"limit of the day", at(p.SMTP, "none", signIn), "limit@players.test",
			"the provider's sending limit for this account is reached"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			own := user
			if tt.name == "sender refused" {
				own = "owned@example.test"
			}
			w := &town{t: t, dir: t.TempDir()}
			w.write("galloper.toml",
				fmt.Sprintf("[store]\ndir = %q\n[mail]\naddress = %q\n[umpire]\naddresses = [%q]\n[smtp]\n%s\n",
					filepath.Join(dir, "data"), own, cmp.Or(tt.to, "anna@players.test"), tt.smtp))
			said, wait := "", time.Hour
			if tt.name == mutual { // mailTimeout would be too long: one second, or more if that is too short
				wait = time.Second
			}
			for ; said == "" || !strings.Contains(said, tt.want) && wait < mailTimeout; wait *= 4 {
				ctx, cancel := context.WithTimeout(t.Context(), wait)
				_, said = w.gallop(ctx, "doctor")
				cancel()
				said = strings.Join(strings.Fields(said), " ")
			}
			if ok := strings.Contains(said, "ok smtp send a mail"); ok != (tt.want == "") {
				t.Errorf("it is well: %v; want %v\n%s", ok, tt.want == "", said)
			}
			if !strings.Contains(said, tt.want) {
				t.Errorf("it does not say %q:\n%s", tt.want, said)
			}
			if tt.name == "sender of reports refused" &&
				!strings.Contains(said,
					"ok smtp send a report the server refuses a mail from <orders+aaaaaaaaaaaaaaaaa@example.test>") {
				t.Errorf("it does not say what becomes of reports:\n%s", said)
			}
		})
	}
	if n := d.Count("anna@players.test", "INBOX"); n != 0 {
		t.Errorf("the doctor sent %d mails", n)
	}
}

// The doctor tells from a delivered mail whether DKIM counts, and names the setting to change.
func TestDoctorReadsTheLastMail(t *testing.T) {
	t.Parallel()
	const user = "orders@example.test"
	d := mailtest.StartDovecot(t, mailtest.User{Address: user, Password: "secret"})
	w := &town{t: t, dir: t.TempDir()}
	doctor := func(mail string) string {
		t.Helper()
		w.write("galloper.toml",
			fmt.Sprintf("[store]\ndir = %q\n[mail]\naddress = %q\ndkim = false\n%s\n[imap]\naddress = %q\ntls = "+
				"\"none\"\nuser = %q\npassword = \"secret\"\n",
				filepath.Join(w.dir, "data"), user, mail, d.IMAP, user))
		_, said := w.galloper("doctor")
		return strings.Join(strings.Fields(said), " ")
	}
	const head = "Received: by 2002:a05:1 with SMTP id 1; now\r\nReceived: from mx.players.test by mx.google.com " +
		"with ESMTPS id 2; now\r\n"
	const from = "From: anna@players.test\r\nTo: " + user + "\r\n\r\nx\r\n"
	mails := map[string]string{
		"pass": head + "Authentication-Results: mx.google.com; dmarc=pass header.from=players.test\r\nReceived: from " +
			"a by b; now\r\n" + from,
		"fail": head + "Authentication-Results: mx.google.com; dmarc=fail header.from=players.test\r\nReceived: from " +
			"a by b; now\r\n" + from,
		"unnamed": "Authentication-Results: dmarc=pass header.from=players.test\r\n" + head + from,
		"without": head + from,
	}
	const set = "authserv = [\"mx.google.com\"]\nrelays = [\"2002:a05:*\", \"mx.google.com\"]"
	if said := doctor(""); !strings.Contains(said, "the mailbox is empty: send it a mail") {
		t.Errorf("of an empty mailbox:\n%s", said)
	}
	for _, tt := range []struct{ mail, set, want string }{
		{"pass", set, "DKIM counts: the server mx.google.com says dmarc=pass"},
		{"pass", "", "DKIM would not count, so games with --auth dkim or both would not accept it; signatures are not " +
			"verified here: set mail.dkim to true; " +
			`the topmost Authentication-Results is from mx.google.com: to trust it, set authserv = ["mx.google.com"] and relays to the names of your provider's servers, which here are "2002:a05:1", "mx.google.com"`},
		{"fail", set, "the server mx.google.com says that it is forged (dmarc=fail)"},
		{"unnamed", "", "names no server: to trust it, set mail.unnamed to true"},
		{"without", set, "its header has no Authentication-Results"},
	} {
		d.Seed(user, []byte(mails[tt.mail]))
		if said := doctor(tt.set); !strings.Contains(said, "signed mail the last mail, from <anna@players.test>: ") ||
			!strings.Contains(said, tt.want) {
			t.Errorf("%s: it does not say %q:\n%s", tt.mail, tt.want, said)
		}
	}
}

// A mail through a tagged address comes back. A wrong delimiter or an unknown address is found before any mail is sent.
func TestDoctorMailsItself(t *testing.T) {
	t.Parallel()
	const user = "orders@example.test"
	d := mailtest.StartDovecot(t, mailtest.User{Address: user, Password: "secret"})
	p := mailtest.StartPostfix(t, d, // a server that knows its own mailboxes
		`smtpd_recipient_restrictions = check_recipient_access regexp:{ {/^orders([+].*)?@example/ OK} {/@example/ 550 5.1.1 User unknown in virtual mailbox table} }`)
	config := func(address, delimiter string) *town {
		w := &town{t: t, dir: t.TempDir()}
		w.write("password", "secret\n")
		w.write("galloper.toml",
			fmt.Sprintf("[store]\ndir = %q\n[mail]\naddress = %q\ndelimiter = %q\n[imap]\naddress = %q\ntls = "+
				"\"none\"\nuser = %q\npassword = \"secret\"\npassword_file = %q\n"+
				"[smtp]\naddress = %q\ntls = \"none\"\nuser = %q\npassword = \"secret\"\n",
				filepath.Join(w.dir, "data"), address, delimiter, d.IMAP, user, filepath.Join(w.dir, "password"), p.SMTP, user))
		return w
	}
	_, said := config(user, "+").galloper("doctor", "--send")
	for _, want := range []string{"ok round trip a mail to orders+", "came back after",
		"ok smtp send to its own address", "ok smtp send to an address with a tag",
		"WRONG configuration [imap] has both password and password_file"} {
		if !strings.Contains(strings.Join(strings.Fields(said), " "), want) {
			t.Errorf("it does not say %q:\n%s", want, said)
		}
	}
	if n := d.Count(user, "INBOX"); n != 1 {
		t.Errorf("%d mails lie in the mailbox, want the doctor's", n)
	}
	for what, w := range map[string]*town{"mail.delimiter": config(user, "-"),
		"check mail.address": config("order@example.test", "+")} {
		_, said := w.galloper("doctor")
		if said = strings.Join(strings.Fields(said), " "); !strings.Contains(said,
			"WRONG smtp send to an address with a tag") || !strings.Contains(said, what) {
			t.Errorf("it does not say %q:\n%s", what, said)
		}
	}
	if n := d.Count(user, "INBOX"); n != 1 {
		t.Errorf("without --send a mail was sent: %d lie there", n)
	}
}
