package main

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
)

func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestConfigFileThenEnvironmentThenFlags(t *testing.T) {
	secret := writeFile(t, "secret", "from the file\n")
	file := writeFile(t, "galloper.toml", `
[store]
dir = "from-file"
[mail]
address = "orders@example.test"
authserv = ["mail.example.test"]
[imap]
address = "127.0.0.1:143"
poll = "30s"
password_file = "`+secret+`"
`)
	t.Setenv("GALLOPER_IMAP_ADDRESS", "127.0.0.1:1143")
	t.Setenv("GALLOPER_UMPIRE_ADDRESSES", "a@example.test,b@example.test")
	t.Setenv("GALLOPER_MAIL_LIMITS_HOURLY", "7")
	o := options{config: file, data: "from-flag"}
	c, err := o.loadConfig()
	if err != nil {
		t.Fatal(err)
	}
	want := defaultConfig()
	want.Store.Dir, _ = filepath.Abs("from-flag")
	want.IMAP.folder, want.SMTP.folder = filepath.Dir(file), filepath.Dir(file)
	want.Mail.Address = "orders@example.test"
	want.Mail.Authserv = []string{"mail.example.test"}
	want.Mail.Limits.Hourly = 7
	want.IMAP.Address = "127.0.0.1:1143"
	want.IMAP.Poll = Duration(30 * time.Second)
	want.IMAP.PasswordFile = secret
	want.IMAP.Password = "from the file"
	want.Umpire.Addresses = []string{"a@example.test", "b@example.test"}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got  %+v\nwant %+v", c, want)
	}
}

// Notepad writes a byte order mark, and PowerShell's > writes UTF-16.
func TestConfigOfWindowsEditors(t *testing.T) {
	const text = "[mail]\nname = \"Käfer\"\n"
	for name, e := range map[string]encoding.Encoding{
		"UTF-8":     unicode.UTF8BOM,
		"UTF-16 LE": unicode.UTF16(unicode.LittleEndian, unicode.UseBOM),
		"UTF-16 BE": unicode.UTF16(unicode.BigEndian, unicode.UseBOM),
	} {
		encoded, err := e.NewEncoder().String(text)
		if err != nil {
			t.Fatal(err)
		}
		o := options{config: writeFile(t, "galloper.toml", encoded)}
		if c, err := o.loadConfig(); err != nil || c.Mail.Name != "Käfer" {
			t.Errorf("%s: got %q, %v", name, c.Mail.Name, err)
		}
	}
}

func TestConfigRefused(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"unknown key", "[imap]\nadress = \"x\"\n", ":2:1: imap.adress: no such key"},
		{"wrong type", "[mail.limits]\nhourly = \"many\"\n", ":2:10: mail.limits.hourly:"},
		{"no time span", "[imap]\npoll = \"often\"\n", `"often" is no time span`},
		{"no toml", "imap {\n", ":1:"},
		{"UTF-16 without a mark", "[\x00i\x00m\x00a\x00p\x00]\x00\n\x00", "save it as UTF-8"},
		{"windows-1252", "[mail]\nname = \"K\xe4fer\"\n", ":2:"},
		{"a word that means nothing", "[serve]\nlog = \"verbose\"\n", `serve.log in the configuration is "verbose"`},
		{"a negative limit", "[mail.limits]\nhourly = -5\n", "mail.limits.hourly in the configuration is -5"},
		{"no pause", "[smtp]\nretry = [\"1m\", \"0s\"]\n", "smtp.retry in the configuration is 0s"},
		{"mails moved to where they are read", "[imap]\nprocessed = \"Inbox\"\n",
			`imap.mailbox and imap.processed in the configuration are both "Inbox"`},
		{"one mailbox for good and bad mail", "[imap]\nquarantine = \"Processed\"\n", "imap.processed and imap.quarantine"},
		{"an address cut at its own sign", "[mail]\ndelimiter = \"@\"\n", `mail.delimiter in the configuration is "@"`},
		{"the umpire is the service", "[mail]\naddress = \"o@x.test\"\n[umpire]\naddresses = [\"O+a@x.test\"]\n",
			"an address of the service itself"},
		{"metrics for everyone", "[serve]\nmetrics = \"0.0.0.0:9090\"\n", `serve.metrics in the configuration is "0.0.0.0:9090"`},
		{"password file missing", "[smtp]\npassword_file = \"/nonexistent/secret\"\n",
			"cannot read the password file: [smtp] password_file: "},
		{"password and a file missing", "[imap]\npassword = \"x\"\npassword_file = \"/nonexistent/secret\"\n",
			"[imap] password_file: "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := options{config: writeFile(t, "galloper.toml", tt.text)}
			_, err := o.loadConfig()
			var f *fault
			if !errors.As(err, &f) || f.status != statusUsage || f.hint == "" || !strings.Contains(f.what, tt.want) {
				t.Errorf("got %v, want a fault of wrong use with a hint and %q", err, tt.want)
			}
		})
	}
}

func TestConfigEnvironmentRefused(t *testing.T) {
	t.Setenv("GALLOPER_MAIL_LIMITS_HOURLY", "many")
	o := options{config: writeFile(t, "galloper.toml", "")}
	if _, err := o.loadConfig(); err == nil ||
		!strings.Contains(err.Error(), `GALLOPER_MAIL_LIMITS_HOURLY: "many" is not a number`) {
		t.Errorf("got %v, want the variable named", err)
	}
}

func TestConfigFileMissing(t *testing.T) {
	t.Chdir(t.TempDir())
	o := options{}
	if _, err := o.loadConfig(); err != nil {
		t.Errorf("no file and none named: got %v, want the defaults", err)
	}
	o.config = "galloper.toml"
	if _, err := o.loadConfig(); err == nil {
		t.Error("a file named that does not exist was accepted")
	}
}

func TestAlarmThatIsNone(t *testing.T) {
	c := defaultConfig()
	c.Mail.Address, c.IMAP.Address, c.SMTP.Address = "orders@example.test", "127.0.0.1:143", "127.0.0.1:25"
	c.IMAP.TLS, c.SMTP.TLS = "none", "none"
	if err := checkServe(c); err != nil {
		t.Fatal(err)
	}
	c.Umpire.Unread = Duration(time.Minute)
	if err := checkServe(c); err == nil || !strings.Contains(err.Error(), "umpire.unread is 1m0s, and imap.poll 1m0s") {
		t.Errorf("got %v, want it refused", err)
	}
}

func TestPausesByTheEnvironment(t *testing.T) {
	t.Setenv("GALLOPER_SMTP_RETRY", "30s, 2m 1h")
	o := options{config: writeFile(t, "galloper.toml", "[smtp]\nretry = [\"5m\"]\n")}
	c, err := o.loadConfig()
	if want := []Duration{Duration(30 * time.Second), Duration(2 * time.Minute), Duration(time.Hour)}; err != nil ||
		!reflect.DeepEqual(c.SMTP.Retry, want) {
		t.Errorf("got %v, %v", c.SMTP.Retry, err)
	}
}

// Peers are checked before anything is opened, and the store is on their servers.
func TestPeersInTheConfiguration(t *testing.T) {
	secret := writeFile(t, "secret", strings.Repeat("s", 64)+"\n")
	const three = `peers = ["10.0.0.1", "10.0.0.2", "10.0.0.3:5222"]` + "\n"
	for _, c := range []struct{ text, want string }{
		{"[cluster]\n" + three + "secret_file = \"" + secret + `"`, ""},
		{"[cluster]\n" + three, "cannot read the peers' secret"},
		{"[cluster]\npeers = [\"10.0.0.1\"]\nsecret_file = \"" + secret + `"`, "a cluster has 3 or 5 machines"},
		{"[store]\nnats = \"nats://a\"\n[cluster]\n" + three + "secret_file = \"" + secret + `"`, "a store is in only one of them"},
	} {
		o := options{config: writeFile(t, "galloper.toml", c.text)}
		conf, err := o.loadConfig()
		switch {
		case c.want == "" && (err != nil || conf.Store.NATS != "tls://10.0.0.1:4222,tls://10.0.0.2:4222,tls://10.0.0.3:5222" ||
			conf.signIn(false).User != "galloper" || conf.signIn(true).User != "mender"):
			t.Errorf("%s: %v, %+v", c.text, err, conf.Store)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v; want %q", c.text, err, c.want)
		}
	}
}

// Push settings without a URL that devices can reach are rejected at the start.
func TestPushIsSetUpWhole(t *testing.T) {
	c := defaultConfig()
	c.Mail.Address, c.IMAP.Address, c.SMTP.Address = "orders@example.org", "mail.example.org:993", "mail.example.org:587"
	for _, try := range []struct{ push, url, refused string }{
		{"", "", ""},
		{"umpire@example.org", "https://games.example.org", ""},
		{"umpire@example.org", "http://games.example.org", "only from https pages"},
		{"umpire@example.org", "", "only from https pages"},
		{"https://example.org", "https://games.example.org", "is not a mail address"},
	} {
		c.Serve.Push, c.Serve.URL = try.push, try.url
		err := checkServe(c)
		if (err != nil) != (try.refused != "") || err != nil && !strings.Contains(err.Error(), try.refused) {
			t.Errorf("push %q, url %q: %v", try.push, try.url, err)
		}
	}
}
