package main

import (
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

// TestDoctorTriesEveryStep: each way to sign in, and each way in which it goes wrong, on a
// real server; the doctor says in words what is wrong and what to do.
func TestDoctorTriesEveryStep(t *testing.T) {
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
		want       string // "" where all is well
	}{
		{"TLS and a password", secure + `password = "secret"`, ""},
		{"STARTTLS and a password", strings.NewReplacer(d.IMAPS, d.IMAP, "implicit", "starttls").Replace(secure) + `password = "secret"`, ""},
		{"login", secure + "password = \"secret\"\nmechanism = \"login\"", ""},
		{"XOAUTH2 by command", secure + fmt.Sprintf("mechanism = \"xoauth2\"\ntoken_command = [%q, \"a\"]", script("good", "echo "+good)), ""},
		{"OAUTHBEARER by file", secure + fmt.Sprintf("token_file = %q", file("token", good+"\n", 0o600)), ""},
		{"wrong password", secure + `password = "wrong"`, "the user or the password is wrong; most providers want an app password"},
		{"token has run out", secure + fmt.Sprintf("mechanism = \"xoauth2\"\ntoken_file = %q", file("old", old, 0o600)), "the token was refused: it has run out"},
		{"token command fails", secure + fmt.Sprintf("token_command = [%q]", script("bad", "echo no network >&2; exit 3")), "no network; run the token command by itself"},
		{"token command prints nothing", secure + fmt.Sprintf("token_command = [%q]", script("mute", "true")), "printed nothing"},
		{"token command is missing", secure + `token_command = ["/nowhere/token"]`, "the token command is not there"},
		{"token file is missing", secure + `token_file = "/nowhere/token"`, "the token file is missing"},
		{"certificate unknown", strings.Replace(secure, "roots", "# roots", 1) + `password = "secret"`, "the server's certificate is not known to this machine"},
		{"TLS on the port for plain IMAP", strings.Replace(secure, d.IMAPS, d.IMAP, 1) + `password = "secret"`, "does not begin with TLS: set tls to starttls"},
		{"nothing there", strings.Replace(plain, d.IMAP, closed, 1) + `password = "secret"`, "nothing answers there"},
		{"no such name", strings.NewReplacer(d.IMAP, "mail.invalid:993", "none", "implicit").Replace(plain) + `password = "secret"`, "the name of the server is not known"},
		{"no such mailbox", secure + "password = \"secret\"\nmailbox = \"Nowhere\"", "there is no such mailbox"},
		{"no encryption off this machine", "address = \"mail.example.org:143\"\ntls = \"none\"\npassword = \"secret\"", "the password may not go there unencrypted"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			conf := file("galloper.toml", fmt.Sprintf("[store]\ndir = %q\n[mail]\naddress = %q\n[imap]\nuser = %q\n%s\n", filepath.Join(dir, "data"), user, user, tt.imap), 0o600)
			w := &town{t: t, dir: filepath.Dir(conf)}
			_, said := w.galloper("doctor")
			said = strings.Join(strings.Fields(said), " ")
			if ok := strings.Contains(said, "ok imap search for mail"); ok != (tt.want == "") {
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
