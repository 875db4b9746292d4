package main

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"galloper/cmd/galloper/internal/host"
	"galloper/mailgate/signin"
	"galloper/orders"
)

// Config is the content of galloper.toml. An environment variable overrides each value: GALLOPER_ and the key's path in
// capitals with underscores, as GALLOPER_IMAP_PASSWORD for `password` in `[imap]`. Relative paths in the file are
// resolved against the file's folder, those in a variable or flag against the current directory.
type Config struct {
	Store   StoreConfig   `toml:"store" comment:"Where games are kept."`
	Cluster ClusterConfig `toml:"cluster" comment:"Several machines that hold the games together, each with this program and no other."`
	NATS    NATSConfig    `toml:"nats" comment:"How this program signs in at store.nats; only what those servers ask for."`
	Mail    MailConfig    `toml:"mail" comment:"The address that players write to."`
	IMAP    IMAPConfig    `toml:"imap" comment:"The mailbox that is watched."`
	SMTP    SMTPConfig    `toml:"smtp" comment:"The server that takes outgoing mail."`
	Umpire  UmpireConfig  `toml:"umpire" comment:"Who is told of trouble, and may rule."`
	Serve   ServeConfig   `toml:"serve" comment:"The daemon itself."`

	twofold []string // tables with both password and password_file
	unnamed bool     // no file, variable or flag names the store
}

// StoreConfig is the location of the event log.
type StoreConfig struct {
	Dir      string `toml:"dir" path:"file" comment:"Directory of the embedded store; one daemon at a time."`
	NATS     string `toml:"nats" comment:"URLs of an external NATS JetStream, as nats://a:4222,b:4222,c:4222; empty: the embedded server."`
	Replicas int    `toml:"replicas" valid:">=1" comment:"How many of its servers hold each stream."`
}

// NATSConfig holds the credentials for an external NATS, of one kind at most.
type NATSConfig struct {
	User         string `toml:"user"`
	Password     string `toml:"password"`
	PasswordFile string `toml:"password_file" path:"file" comment:"Read instead of password."`
	Token        string `toml:"token"`
	Credentials  string `toml:"credentials" path:"file" comment:"File with a JWT and its seed, from nsc generate creds."`
	NKey         string `toml:"nkey" path:"file" comment:"File with the seed of a user's key."`
	CA           string `toml:"ca" path:"file" comment:"File with the certificates that signed those of the servers."`
	Cert         string `toml:"cert" path:"file" comment:"File with this program's own certificate, where the servers ask for one."`
	Key          string `toml:"key" path:"file" comment:"File with its key."`

	Silence Duration `toml:"silence" valid:">=100ms" comment:"After so long without a sign of life the games of a daemon are taken over by the others on these servers."`
	Doubt   Duration `toml:"doubt" valid:">=1s" comment:"A mail that a lost daemon was sending waits so long before another sends it."`
}

// MailConfig is the service's own address and the servers it trusts.
type MailConfig struct {
	Address   string       `toml:"address" comment:"orders@example.org; players' answers go to orders+TOKEN@example.org"`
	Name      string       `toml:"name" comment:"The name shown beside it."`
	Delimiter string       `toml:"delimiter" comment:"Between the address and its token."`
	Authserv  []string     `toml:"authserv" comment:"Receiving servers whose Authentication-Results are believed; * stands for any letters. None: what they write counts for nothing."`
	Relays    []string     `toml:"relays" comment:"Names by which your own servers sign Received, if mail passes through several; * stands for any letters. None: the delivering server alone."`
	DKIM      bool         `toml:"dkim" comment:"Verify DKIM signatures here, with keys from DNS, in games that want signed mail."`
	Unnamed   bool         `toml:"unnamed" comment:"Believe the topmost Authentication-Results though it names no server, as Exchange Online writes it."`
	Lists     []string     `toml:"lists" comment:"List-Ids through which players may write; none: mail of lists is filed."`
	Allow     []string     `toml:"allow" comment:"Addresses, or domains as @example.org, whose mail is looked at; none: everybody's."`
	Deny      []string     `toml:"deny" comment:"Addresses and domains whose mail is filed unread and unanswered; stronger than allow."`
	Guests    bool         `toml:"guests" comment:"Strangers may join public games by mail: LIST, WHO and JOIN are answered, once they have proved that the address is theirs."`
	Limits    LimitsConfig `toml:"limits" comment:"What mail can make the service do."`
}

// LimitsConfig limits the mails read and answered, against floods.
type LimitsConfig struct {
	Hourly    int `toml:"hourly" valid:">=0" comment:"Receipts to one address in an hour, at most; orders are read all the same."`
	Daily     int `toml:"daily" valid:">=0" comment:"Receipts to one address in a day."`
	Mails     int `toml:"mails" valid:">=0" comment:"Mails of one address that are read in an hour; more are filed in quarantine."`
	Strangers int `toml:"strangers" valid:">=0" comment:"Mails in an hour, of nobody known, that are recorded; more are filed alone."`
	Guests    int `toml:"guests" valid:">=0" comment:"Strangers who are asked in an hour whether they wrote to the lobby."`
	Notices   int `toml:"notices" valid:">=0" comment:"Notices on mails in quarantine to a game's umpire in an hour."`
}

// IMAPConfig is the mailbox that the service reads.
type IMAPConfig struct {
	Address      string   `toml:"address" comment:"host:port"`
	TLS          string   `toml:"tls" valid:"implicit|starttls|none" comment:"implicit, starttls, or none (loopback only)"`
	User         string   `toml:"user"`
	Password     string   `toml:"password"`
	PasswordFile string   `toml:"password_file" path:"file" comment:"Read instead of password."`
	Mechanism    string   `toml:"mechanism" comment:"plain, login, xoauth2, oauthbearer; empty: what is set here and offered there"`
	TokenCommand []string `toml:"token_command" comment:"Prints an OAuth2 access token; run for each connection, in the folder of this file. Each word an element."`
	TokenFile    string   `toml:"token_file" path:"file" comment:"Holds one; read for each connection."`
	Roots        string   `toml:"roots" path:"file" comment:"File of certificates to trust beside the system's, PEM, for a server of your own."`
	Mailbox      string   `toml:"mailbox"`
	Processed    string   `toml:"processed" comment:"Mails that were read go there."`
	Quarantine   string   `toml:"quarantine" comment:"Mails that were not accepted go there."`
	Poll         Duration `toml:"poll" valid:">=1ms" comment:"Looked into at least so often, also where IDLE works."`

	tls    *tls.Config // trusts Roots too; nil: only the system's certificates
	folder string      // of the configuration; TokenCommand runs in it
}

// SMTPConfig is the server for outgoing mail.
type SMTPConfig struct {
	Address      string   `toml:"address" comment:"host:port"`
	TLS          string   `toml:"tls" valid:"implicit|starttls|none" comment:"implicit, starttls, or none (loopback only)"`
	User         string   `toml:"user"`
	Password     string   `toml:"password"`
	PasswordFile string   `toml:"password_file" path:"file"`
	Mechanism    string   `toml:"mechanism"`
	TokenCommand []string `toml:"token_command"`
	TokenFile    string   `toml:"token_file" path:"file"`
	Roots        string   `toml:"roots" path:"file"`

	Connections int        `toml:"connections" valid:">=1" comment:"Mails sent, and taken in, at once; providers allow a few."`
	Retry       []Duration `toml:"retry" valid:">=100ms" comment:"How long after each failed attempt a mail is tried again; the last repeats, for five days."`

	tls    *tls.Config
	folder string
}

// UmpireConfig is the person who runs the service.
type UmpireConfig struct {
	Addresses []string `toml:"addresses" comment:"Umpires of games that name none."`
	Unread    Duration `toml:"unread" comment:"They are told when the mailbox cannot be read for so long."`
	Unsent    Duration `toml:"unsent" comment:"They are told when a mail waits for so long to be sent."`
}

// ServeConfig holds the daemon's listen addresses.
type ServeConfig struct {
	Page    string   `toml:"page" comment:"host:port of the web page; empty: none"`
	URL     string   `toml:"url" comment:"How people reach the page, as https://games.example.org; empty: http:// and the page's host:port."`
	Push    string   `toml:"push" comment:"Lets players have devices notified of each turn by Web Push: a mail address at which the makers of browsers reach you; empty: none."`
	Metrics string   `toml:"metrics" comment:"host:port for /metrics and /health, loopback; empty: none"`
	Check   Duration `toml:"check" comment:"How often the whole record is read again and its chains checked; 0s: only when the service starts."`
	Log     string   `toml:"log" valid:"debug|info|warn|error" comment:"debug, info, warn or error"`
}

// Duration is a time span such as 90s, 15m, 48h or 3d.
type Duration time.Duration

// UnmarshalText parses a time span.
func (d *Duration) UnmarshalText(b []byte) error {
	v, err := orders.ParseSpan(string(b))
	*d = Duration(v)
	return err
}

// MarshalText formats a time span.
func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

func defaultConfig() Config {
	return Config{
		Store: StoreConfig{Dir: "galloper-data", Replicas: 3},
		NATS:  NATSConfig{Silence: Duration(1250 * time.Millisecond), Doubt: Duration(2 * time.Minute)},
		Mail: MailConfig{Name: "Galloper", Delimiter: "+", DKIM: true, Limits: LimitsConfig{Hourly: 60, Daily: 240,
			Mails: 120, Strangers: 200, Guests: 30, Notices: 20}},
		IMAP: IMAPConfig{TLS: "implicit", Mailbox: "INBOX", Processed: "Processed", Quarantine: "Quarantine",
			Poll: Duration(time.Minute)},
		SMTP:   SMTPConfig{TLS: "starttls", Connections: 4, Retry: durations(host.Patience())},
		Umpire: UmpireConfig{Unread: Duration(host.MailboxAlarm), Unsent: Duration(host.OutboxAlarm)},
		Serve:  ServeConfig{Page: "127.0.0.1:1815", Check: Duration(24 * time.Hour), Log: "info"},
	}
}

func durations(list []time.Duration) (out []Duration) {
	for _, d := range list {
		out = append(out, Duration(d))
	}
	return out
}

func spans(list []Duration) (out []time.Duration) {
	for _, d := range list {
		out = append(out, time.Duration(d))
	}
	return out
}

const defaultConfigFile = "galloper.toml"

// Paths of the installed package's configuration and store; only tests change them.
var systemConfig, systemStore = "/etc/galloper/galloper.toml", "/var/lib/galloper"

// unnamedConfig returns the configuration file to use without -c: the one in the current directory, or else the
// installed package's.
func unnamedConfig() string {
	if _, err := os.Stat(defaultConfigFile); err == nil {
		return defaultConfigFile
	}
	if info, err := os.Stat(filepath.Dir(systemConfig)); systemConfig != "" && err == nil && info.IsDir() {
		return systemConfig
	}
	return defaultConfigFile
}

// loadConfig applies the file, then the environment, then the flags.
func (o *options) loadConfig() (Config, error) {
	c, err := o.loadValues()
	if err != nil {
		return c, err
	}
	for _, err := range c.readFiles() {
		return c, err
	}
	return c, nil
}

// loadValues does the work of loadConfig, but doesn't read the files that the configuration names.
func (o *options) loadValues() (Config, error) {
	c := defaultConfig()
	read, err := readConfigFile(o.config, &c)
	if err != nil {
		return c, err
	}
	_, isSet := os.LookupEnv("GALLOPER_STORE_DIR")
	c.unnamed = !read && !isSet && o.data == ""
	if err := overrideFromEnv(reflect.ValueOf(&c).Elem(), "GALLOPER", os.LookupEnv); err != nil {
		return c, err
	}
	if o.data != "" {
		c.Store.Dir = o.data
	}
	if o.nats != "" {
		c.Store.NATS = o.nats
	}
	if c.Store.Dir, err = filepath.Abs(c.Store.Dir); err != nil {
		return c, err
	}
	if err := checkValues(reflect.ValueOf(&c).Elem(), ""); err != nil {
		return c, err
	}
	return c, c.checkTogether()
}

// readFiles reads the files that the configuration names, and returns all errors.
func (c *Config) readFiles() []error {
	return slices.Concat(c.readPasswords(), c.readRoots(), c.readPeers())
}

// readConfigFile reads the file into c. Without -c the file may be missing; read reports whether there was one.
func readConfigFile(path string, c *Config) (read bool, err error) {
	named := path != ""
	if !named {
		path = unnamedConfig()
	}
	b, err := readTextFile(path)
	// Users who may not read the package's file aren't running its service; they have games of their own.
	if !named && (errors.Is(err, fs.ErrNotExist) || path == systemConfig && errors.Is(err, fs.ErrPermission)) {
		return false, nil
	}
	if err != nil {
		return false, usage("name the file with -c; galloper serve --print-config shows one to begin with",
			"the configuration cannot be read: %v", err)
	}
	dec := toml.NewDecoder(bytes.NewReader(b)).DisallowUnknownFields()
	if err := dec.Decode(c); err != nil {
		return false, usage("galloper serve --print-config shows every key", "%s%s", path, tomlProblem(err))
	}
	return true, c.startFrom(filepath.Dir(path))
}

// startFrom resolves the configuration's relative paths against its folder.
func (c *Config) startFrom(folder string) error {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	c.IMAP.folder, c.SMTP.folder = folder, folder
	eachPath(reflect.ValueOf(c).Elem(), func(path reflect.Value) {
		if text := path.String(); text != "" && !filepath.IsAbs(text) {
			path.SetString(filepath.Join(folder, text))
		}
	})
	return nil
}

// eachPath calls use with every value tagged as a path.
func eachPath(v reflect.Value, use func(reflect.Value)) {
	for i := range v.NumField() {
		field, f := v.Type().Field(i), v.Field(i)
		if _, isPath := field.Tag.Lookup("path"); isPath {
			use(f)
		} else if field.IsExported() && f.Kind() == reflect.Struct {
			eachPath(f, use)
		}
	}
}

// readTextFile reads a hand-written file: UTF-8, or UTF-16 with a byte order mark as some Windows programs write it.
func readTextFile(path string) ([]byte, error) {
	b, err := os.ReadFile(filepath.Clean(path))
	if err != nil {
		return nil, err
	}
	text, _, err := transform.Bytes(unicode.BOMOverride(encoding.Nop.NewDecoder()), b)
	if err == nil && bytes.IndexByte(text, 0) >= 0 {
		err = fmt.Errorf("%s is no text, or UTF-16 without a byte order mark: save it as UTF-8", path)
	}
	return text, err
}

// tomlProblem formats the decoder's error with line and column.
func tomlProblem(err error) string {
	var miss *toml.StrictMissingError // checked first: it is a DecodeError too
	if errors.As(err, &miss) && len(miss.Errors) > 0 {
		row, col := miss.Errors[0].Position()
		return fmt.Sprintf(":%d:%d: %s: no such key", row, col, strings.Join(miss.Errors[0].Key(), "."))
	}
	var de *toml.DecodeError
	if errors.As(err, &de) {
		row, col := de.Position()
		key := ""
		if len(de.Key()) > 0 {
			key = strings.Join(de.Key(), ".") + ": "
		}
		return fmt.Sprintf(":%d:%d: %s%s", row, col, key, strings.TrimPrefix(de.Error(), "toml: "))
	}
	return ": " + err.Error()
}

// overrideFromEnv sets each value that has an environment variable.
func overrideFromEnv(v reflect.Value, name string, lookup func(string) (string, bool)) error {
	for i := range v.NumField() {
		if !v.Type().Field(i).IsExported() {
			continue
		}
		key := name + "_" + strings.ToUpper(v.Type().Field(i).Tag.Get("toml"))
		f := v.Field(i)
		if f.Kind() == reflect.Struct {
			if err := overrideFromEnv(f, key, lookup); err != nil {
				return err
			}
			continue
		}
		if text, ok := lookup(key); ok {
			if err := setFromText(f, text); err != nil {
				return usage("correct or unset it", "the environment variable %s: %v", key, err)
			}
		}
	}
	return nil
}

func setFromText(f reflect.Value, text string) error {
	switch p := f.Addr().Interface().(type) {
	case *string:
		*p = text
	case *[]string:
		*p = strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
	case *bool:
		v, err := strconv.ParseBool(text)
		if err != nil {
			return fmt.Errorf("%q is neither true nor false", text)
		}
		*p = v
	case *int:
		n, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("%q is no number", text)
		}
		*p = n
	case *Duration:
		return p.UnmarshalText([]byte(text))
	case *[]Duration:
		*p = nil
		for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ' ' }) {
			var d Duration
			if err := d.UnmarshalText([]byte(word)); err != nil {
				return err
			}
			*p = append(*p, d)
		}
	default:
		panic("config: a field of a kind that the environment cannot set")
	}
	return nil
}

// readPasswords replaces the passwords with the content of the password files.
func (c *Config) readPasswords() (wrong []error) {
	for _, p := range []struct {
		table      string
		file, into *string
	}{
		{"nats", &c.NATS.PasswordFile, &c.NATS.Password},
		{"imap", &c.IMAP.PasswordFile, &c.IMAP.Password},
		{"smtp", &c.SMTP.PasswordFile, &c.SMTP.Password},
	} {
		if *p.file == "" {
			continue
		}
		b, err := readTextFile(*p.file)
		if err != nil {
			wrong = append(wrong, usage("create the file, or set password and leave password_file out, which is read instead",
				"the password file cannot be read: [%s] password_file: %v", p.table, err))
			continue
		}
		if *p.into != "" {
			c.twofold = append(c.twofold, p.table)
		}
		*p.into = strings.TrimRight(string(b), "\r\n")
	}
	return wrong
}

// readRoots reads the certificate files for servers with a private CA.
func (c *Config) readRoots() (wrong []error) {
	for _, r := range []struct {
		table, file string
		into        **tls.Config
	}{{"imap", c.IMAP.Roots, &c.IMAP.tls}, {"smtp", c.SMTP.Roots, &c.SMTP.tls}} {
		if r.file == "" {
			continue
		}
		b, err := os.ReadFile(filepath.Clean(r.file))
		if err != nil {
			wrong = append(wrong, usage("create the file, or leave roots out",
				"the certificates cannot be read: [%s] roots: %v", r.table, err))
			continue
		}
		pool, err := x509.SystemCertPool()
		if err != nil {
			pool = x509.NewCertPool()
		}
		if !pool.AppendCertsFromPEM(b) {
			wrong = append(wrong, usage("it must hold BEGIN CERTIFICATE blocks, as the server's cert.pem does",
				"no certificate can be read: [%s] roots: %s", r.table, r.file))
			continue
		}
		*r.into = &tls.Config{RootCAs: pool}
	}
	return wrong
}

func (c IMAPConfig) credentials() signin.Credentials {
	return signin.Credentials{User: c.User, Password: c.Password, Mechanism: c.Mechanism, TokenCommand: c.TokenCommand,
		Folder: c.folder, TokenFile: c.TokenFile}
}

func (c SMTPConfig) credentials() signin.Credentials {
	return signin.Credentials{User: c.User, Password: c.Password, Mechanism: c.Mechanism, TokenCommand: c.TokenCommand,
		Folder: c.folder, TokenFile: c.TokenFile}
}
