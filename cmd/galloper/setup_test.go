package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"galloper/cmd/galloper/internal/discover"
	"galloper/events/logtest"
	"galloper/mailgate/mailtest"
)

func init() {
	findServers = func(context.Context, string) []discover.Candidate { return nil }
}

// types runs a command in the town's directory with the given keyboard input.
func (w *town) types(keys string, args ...string) (status int, said string) {
	w.t.Helper()
	var b bytes.Buffer
	status = run(w.t.Context(), append([]string{"-c", filepath.Join(w.dir, "galloper.toml"), "--data",
		filepath.Join(w.dir, "data")}, args...), strings.NewReader(keys), &b, &b)
	return status, b.String()
}

// A mailbox on real servers is set up, with every answer typed. The result is a working service whose configuration
// only its owner can read. A second run changes settings.
func TestSetupAsksAndWrites(t *testing.T) {
	t.Parallel()
	const user = "orders@example.test"
	d := mailtest.StartDovecot(t, mailtest.User{Address: user, Password: "secret"})
	p := mailtest.StartPostfix(t, d)
	w := &town{t: t, dir: t.TempDir()}
	status, said := w.types(strings.Join([]string{user, d.IMAP + ",none", p.SMTP + ",none", "wrong", "secret",
		"anna@players.test", filepath.Join(w.dir, "galloper.service")}, "\n")+"\n", "setup")
	for _, want := range []string{"No servers found", "WRONG imap", "the user or the password is wrong", "ok imap",
		"ok smtp",
		"came back after", "Written: " + w.dir + "/galloper.toml", "galloper serve"} {
		if !strings.Contains(strings.Join(strings.Fields(said), " "), want) {
			t.Errorf("it does not say %q:\n%s", want, said)
		}
	}
	if strings.Contains(said, "secret") {
		t.Errorf("it shows the password:\n%s", said)
	}
	path := filepath.Join(w.dir, "galloper.toml")
	info, err := os.Stat(path)
	if err != nil || status != 0 {
		t.Fatalf("status %d, %v\n%s", status, err, said)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("the configuration has mode %v", info.Mode())
	}
	if _, said := w.galloper("doctor"); strings.Contains(said, "WRONG") {
		t.Errorf("the doctor finds fault with it:\n%s", said)
	}
	before, _ := os.ReadFile(path)
	w.write("galloper.toml", "# mine\n"+string(before))
	status, said = w.types("", "setup", "--yes", "--no-send", "--page", "none")
	after, _ := os.ReadFile(path)
	want := strings.TrimRight("# mine\n"+string(before), "\n") + "\n\n[serve]\npage = ''\n"
	if string(after) != want || status != 0 {
		t.Errorf("status %d; after --page none it is\n%s\nwant\n%s\n%s", status, after, want, said)
	}
	unit, _ := os.ReadFile(filepath.Join(w.dir, "galloper.service"))
	if !strings.Contains(string(unit), " serve -c "+path) {
		t.Errorf("the unit is\n%s", unit)
	}
}

// Problems on realistic servers are reported with the next step, and the answers given so far are kept.
func TestSetupSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	const user = "orders@example.test"
	d := mailtest.StartDovecot(t, mailtest.User{Address: user, Password: "secret"})
	p := mailtest.StartPostfix(t, d,
		`smtpd_recipient_restrictions = check_recipient_access regexp:{ {/^orders([+].*)?@example/ OK} {/@example/ 550 5.1.1 User unknown in virtual mailbox table} }`)
	dash := mailtest.StartPostfix(t, d, "virtual_alias_maps = regexp:{ {/^orders-.*@example/ orders@example.test} }",
		`smtpd_recipient_restrictions = check_recipient_access regexp:{ {/^orders(-.*)?@example/ OK} {/@example/ 550 5.1.1 User unknown in virtual mailbox table} }`)
	grey := mailtest.StartPostfix(t, d, `smtpd_recipient_restrictions = check_recipient_access regexp:{ `+
		`{/^orders/ 450 4.2.0 Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch} }`)
	full := mailtest.StartPostfix(t, d, `smtpd_recipient_restrictions = check_recipient_access regexp:{ `+
		`{/^orders/ 552 5.2.2 Mailbox full} }`)
	crowd := mailtest.StartDovecot(t, mailtest.User{Address: user, Password: "secret"})
	crowd.Seed(user, []byte("From: shop@far.test\r\nTo: info@example.test\r\n\r\nx\r\n"))
	own := mailtest.StartDovecot(t, mailtest.User{Address: user, Password: "secret"})
	brim := mailtest.StartDovecot(t, mailtest.User{Address: user, Password: "secret", Quota: 3})
	for range 3 {
		own.Seed(user, []byte("From: friend@far.test\r\nTo: me@elsewhere.test\r\n\r\nx\r\n"))
		brim.Seed(user, []byte("From: anna@far.test\r\nTo: "+user+"\r\n\r\nx\r\n"))
	}
	closed, _ := logtest.FreePort(t)
	sum := sha256.Sum256(d.Certificate())
	right := hex.EncodeToString(sum[:])
	for _, tt := range []struct {
		name, password string
		args           []string
		status         int
		want           string
	}{
		{"wrong password", "wrong", []string{"--imap", d.IMAP + ",none", "--smtp", p.SMTP + ",none"}, 1,
			"the imap server refuses the sign-in of orders@example.test"},
		{"two-step verification", "secret", []string{"--imap", strictIMAP(t) + ",none", "--smtp", p.SMTP + ",none"}, 1,
			"create an app password at your provider"},
		{"a port that is blocked", "secret", []string{"--imap", closed + ",none", "--smtp", p.SMTP + ",none"}, 1,
			"nothing answers at that address; check the address, the port and the firewall; or name another with --imap"},
		{"sending server", "secret", []string{"--imap", d.IMAP + ",none", "--smtp", closed + ",none"}, 1,
			"name another with --smtp"},
		{"signed by itself", "secret", []string{"--imap", d.IMAPS, "--smtp", p.SMTP + ",none"}, 1, "SHA-256 " + right},
		{"signed by itself, and trusted", "secret", []string{"--imap", d.IMAPS + ",implicit", "--smtp", p.SMTP + ",none",
			"--trust", right, "--no-send"}, 0, "ok imap"},
		{"another certificate is trusted", "secret", []string{"--imap", d.IMAPS + ",implicit", "--smtp", p.SMTP + ",none",
			"--trust", strings.Repeat("0", 64)}, 1, "this machine does not trust the server's certificate"},
		{"wrong delimiter", "secret", []string{"--imap", d.IMAP + ",none", "--smtp", p.SMTP + ",none", "--delimiter", "-"}, 1,
			"WRONG round trip"},
		{"the other delimiter", "secret", []string{"--imap", d.IMAP + ",none", "--smtp", dash.SMTP + ",none"}, 0,
			"a mail to orders-"},
		{"greylisting", "secret", []string{"--imap", d.IMAP + ",none", "--smtp", grey.SMTP + ",none"}, 1,
			"(greylisting): try again in ten minutes"},
		{"a server that puts off", "secret", []string{"--imap", d.IMAP + ",none", "--smtp", busySMTP(t) + ",starttls",
			"--umpire", "me@example.org", "--page", "none"}, 1, "the server asks for a delay"},
		{"the mailbox is full, says who sends", "secret", []string{"--imap", d.IMAP + ",none", "--smtp", full.SMTP + ",none"},
			1, "the recipient's mailbox is full"},
		{"the mailbox is full, says who keeps it", "secret", []string{"--imap", brim.IMAP + ",none", "--smtp",
			p.SMTP + ",none"}, 1, "the mailbox is full: 3 of 3 are used (message)"},
		{"a catch-all", "secret", []string{"--imap", crowd.IMAP + ",none", "--smtp", p.SMTP + ",none", "--no-send"}, 0,
			"NOTE imap: mails to info@example.test arrive here too: it is a catch-all"},
		{"somebody's own mailbox", "secret", []string{"--imap", own.IMAP + ",none", "--smtp", p.SMTP + ",none", "--no-send"},
			0, "NOTE imap: 3 mails are here, and of the newest 3, 3 are not for orders@example.test"},
		{"no address", "secret", []string{"--address", "orders"}, 2, `"orders" is not a mail address`},
		{"nothing to sign in with", "", []string{"--imap", d.IMAP + ",none", "--smtp", p.SMTP + ",none"}, 2,
			"give it with --password-file"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := &town{t: t, dir: t.TempDir()}
			args := []string{"setup", "--yes", "--address", user}
			if tt.password != "" {
				w.write("password", tt.password+"\n")
				args = append(args, "--password-file", filepath.Join(w.dir, "password"))
			}
			status, said := w.types("", append(args, tt.args...)...)
			said = strings.Join(strings.Fields(said), " ")
			if status != tt.status || !strings.Contains(said, tt.want) {
				t.Errorf("status %d, want %d; it does not say %q:\n%s", status, tt.status, tt.want, said)
			}
			kept, _ := os.ReadFile(filepath.Join(w.dir, "galloper.toml"))
			if tt.name == "a server that puts off" && (!strings.Contains(string(kept), "addresses = ['me@example.org']") ||
				!strings.Contains(string(kept), "page = ''") || strings.Contains(said, "no STARTTLS")) {
				t.Errorf("what flags have said is not kept:\n%s\n%s", kept, said)
			}
			if len(tt.args) > 2 && tt.password != "" && !strings.Contains(string(kept), user) {
				t.Errorf("what was said is lost: %q", kept)
			}
			if tt.name == "the other delimiter" && !strings.Contains(string(kept), "delimiter = '-'") {
				t.Errorf("the delimiter that works is not kept:\n%s", kept)
			}
		})
	}
}

// busySMTP is a server that is temporarily unavailable.
func busySMTP(t *testing.T) (address string) {
	t.Helper()
	return answering(t, func(conn net.Conn) {
		fmt.Fprintf(conn, "220 busy.test ESMTP\r\n")
		for lines := bufio.NewScanner(conn); lines.Scan(); {
			if strings.HasPrefix(lines.Text(), "EHLO") {
				fmt.Fprintf(conn, "250-busy.test\r\n250 STARTTLS\r\n")
				continue
			}
			fmt.Fprintf(conn, "454 4.7.0 Try again later\r\n")
		}
	})
}

// strictIMAP is a server that demands an app password in Gmail's words.
func strictIMAP(t *testing.T) (address string) {
	t.Helper()
	return answering(t, func(conn net.Conn) {
		fmt.Fprintf(conn, "* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] ready\r\n")
		lines := bufio.NewScanner(conn)
		for lines.Scan() {
			tag, command, _ := strings.Cut(lines.Text(), " ")
			switch verb, _, _ := strings.Cut(command, " "); strings.ToUpper(verb) {
			case "CAPABILITY":
				fmt.Fprintf(conn, "* CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR\r\n%s OK done\r\n", tag)
			case "LOGOUT":
				return
			default:
				fmt.Fprintf(conn, "%s NO [ALERT] Application-specific password required: https://support.example (Failure)\r\n", tag)
			}
		}
	})
}

// answering starts a server that handles each connection with serve.
func answering(t *testing.T, serve func(net.Conn)) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				serve(conn)
			}()
		}
	}()
	return l.Addr().String()
}

// Setup keeps the hand-written parts of a file.
func TestEditedKeepsTheRest(t *testing.T) {
	const mine = `# my service
[mail]
address = "old@example.org" # the club's
authserv = [
  "a",  # one
  "b",
]
allow = ["@example.org"]

[imap]
password = "a # b"
`
	got, err := edited(mine, []change{{"mail", "address", "new@example.org"}, {"mail", "authserv", []string{"c"}},
		{"mail", "guests", true}, {"imap", "password", `it's "odd" \ ü`}, {"serve", "page", ""}})
	want := "# my service\n[mail]\naddress = 'new@example.org'\nauthserv = ['c']\nallow = [\"@example.org\"]\nguests = true\n\n" +
		"[imap]\npassword = \"it's \\\"odd\\\" \\\\ ü\"\n\n[serve]\npage = ''\n"
	if err != nil || got != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
	if _, err := edited("[mail]\naddress = [\n", []change{{"mail", "guests", true}}); err == nil {
		t.Error("a file that cannot be read is written")
	}
}

// A configuration keeps the permissions of its group but loses those of others.
func TestWrittenPrivately(t *testing.T) {
	path := filepath.Join(t.TempDir(), "galloper.toml")
	for _, tt := range []struct{ before, after os.FileMode }{{0, 0o600}, {0o640, 0o640}, {0o644, 0o640}} {
		if tt.before != 0 {
			if err := os.Chmod(path, tt.before); err != nil {
				t.Fatal(err)
			}
		}
		if err := writePrivately(path, "x\n"); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != tt.after {
			t.Errorf("from %v it has %v, %v; want %v", tt.before, info.Mode(), err, tt.after)
		}
	}
	if err := os.Chmod(filepath.Dir(path), 0o750|os.ModeSetgid); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(filepath.Dir(path), "other")
	if err := writePrivately(other, "x\n"); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(other); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("where the directory hands its group on it has %v, %v", info.Mode(), err)
	}
}

// A wrong clock is also found by comparison with the mail server's clock.
func TestClockThatIsOff(t *testing.T) {
	now := time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)
	for off, wrong := range map[time.Duration]bool{0: false, time.Minute: false, -4 * time.Minute: false, time.Hour: true,
		-25 * time.Hour: true} {
		if fault := checkReceiptTime(now, now.Add(off)); (fault != nil) != wrong {
			t.Errorf("a server whose clock is off by %v: %v", off, fault)
		}
	}
}

// A provider's settings are written to the configuration: the trusted servers and the sign-in method.
func TestSetupTakesWhatIsKnownOfAProvider(t *testing.T) {
	all := discover.Providers()
	s := setup{config: defaultConfig()}
	s.takeProvider(&all[0])
	text, err := edited("", s.changes)
	if err != nil || !strings.Contains(text, "authserv = ['mx.google.com']") {
		t.Errorf("%v\n%s", err, text)
	}
}
