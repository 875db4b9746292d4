package signin

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPasswordsStayOnThisMachineOrEncrypted(t *testing.T) {
	for _, c := range []struct {
		addr string
		tls  TLS
		ok   bool
	}{
		{"imap.example.org:993", "", true}, {"imap.example.org:143", StartTLS, true}, {"imap.example.org:143", None, false},
		{"127.0.0.1:143", None, true}, {"[::1]:143", None, true}, {"localhost:143", None, true},
		{"127.0.0.1.example.org:143", None, false},
		{"imap.example.org", Implicit, false}, {"imap.example.org:993", "ssl", false},
	} {
		if err := (Server{Addr: c.addr, TLS: c.tls}).Check(); (err == nil) != c.ok {
			t.Errorf("%s %s: %v", c.addr, c.tls, err)
		}
	}
}

func offer(list string) func(string) bool {
	return func(m string) bool { return strings.Contains(" "+list+" ", " "+m+" ") }
}

func TestMechanisms(t *testing.T) {
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte("t0ken\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	srv := Server{Addr: "imap.example.org:993"}
	for _, c := range []struct {
		name    string
		who     Credentials
		offered string
		mech    string // "" if there is no common one
		initial string // part of the first message
	}{
		{"plain first", Credentials{User: "u", Password: "p"}, "LOGIN PLAIN", "PLAIN", "\x00u\x00p"},
		{"login where there is no plain", Credentials{User: "u", Password: "p"}, "LOGIN XOAUTH2", "LOGIN", "u"},
		{"nothing in common", Credentials{User: "u", Password: "p"}, "XOAUTH2", "", ""},
		{"token of a command in a folder", Credentials{User: "u", TokenCommand: []string{"cat", "token"},
			Folder: filepath.Dir(file)}, "XOAUTH2", "XOAUTH2", "user=u\x01auth=Bearer t0ken\x01\x01"},
		{"token of a command", Credentials{User: "u", TokenCommand: []string{"echo", "t0ken"}}, "PLAIN XOAUTH2", "XOAUTH2",
			"user=u\x01auth=Bearer t0ken\x01\x01"},
		{"token of a file", Credentials{User: "u", TokenFile: file}, "OAUTHBEARER XOAUTH2", "OAUTHBEARER",
			"auth=Bearer t0ken\x01"},
		{"as configured", Credentials{User: "u", TokenFile: file, Mechanism: "xoauth2"}, "OAUTHBEARER XOAUTH2", "XOAUTH2",
			"t0ken"},
		{"command fails", Credentials{User: "u", TokenCommand: []string{"false"}}, "XOAUTH2", "", ""},
		{"command says nothing", Credentials{User: "u", TokenCommand: []string{"true"}}, "XOAUTH2", "", ""},
		{"no such mechanism", Credentials{User: "u", Mechanism: "cram-md5"}, "CRAM-MD5", "", ""},
	} {
		client, err := c.who.Client(t.Context(), srv, offer(c.offered))
		if c.mech == "" {
			if err == nil {
				t.Errorf("%s: signs in", c.name)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		mech, initial, err := client.Start()
		if err != nil || mech != c.mech || !strings.Contains(string(initial), c.initial) {
			t.Errorf("%s: %s %q %v", c.name, mech, initial, err)
		}
	}
	if _, err := (Credentials{User: "u", Password: "p"}).Client(t.Context(), srv, offer("")); !errors.Is(err,
		ErrNoMechanism) {
		t.Error(err)
	}
}

func TestRefusedTokenIsSaid(t *testing.T) {
	x := &xoauth2{user: "u", token: "t"}
	if _, err := x.Next([]byte(`{"status":"401"}`)); err == nil || !strings.Contains(err.Error(), "401") {
		t.Error(err)
	}
}
