package main

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/mail"
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
	Cluster ClusterConfig `toml:"cluster" comment:"Several machines that store the games together; each needs only this program."`
	NATS    NATSConfig    `toml:"nats" comment:"How this program signs in to store.nats; set only the values that those servers require."`
	Mail    MailConfig    `toml:"mail" comment:"The address that players write to."`
	IMAP    IMAPConfig    `toml:"imap" comment:"The mailbox to watch."`
	SMTP    SMTPConfig    `toml:"smtp" comment:"The server for outgoing mail."`
	Umpire  UmpireConfig  `toml:"umpire" comment:"The people who are told of faults and may act as umpires."`
	Serve   ServeConfig   `toml:"serve" comment:"The daemon itself."`

	twofold []string // tables with both password and password_file
	unnamed bool     // no file, variable or flag names the store
}

// StoreConfig is the location of the event log.
type StoreConfig struct {
	Dir      string `toml:"dir" path:"file" comment:"Directory of the embedded store; only one daemon may use it at a time."`
	NATS     string `toml:"nats" comment:"URLs of an external NATS JetStream, such as nats://a:4222,b:4222,c:4222; empty: the embedded server."`
	Replicas int    `toml:"replicas" valid:">=1" comment:"Number of its servers that store each stream."`
}

// NATSConfig holds the credentials for an external NATS, of one kind at most.
type NATSConfig struct {
	User         string `toml:"user"`
	Password     string `toml:"password"`
	PasswordFile string `toml:"password_file" path:"file" comment:"Read instead of password."`
	Token        string `toml:"token"`
	Credentials  string `toml:"credentials" path:"file" comment:"File with a JWT and its seed, from nsc generate creds."`
	NKey         string `toml:"nkey" path:"file" comment:"File with the seed of a user's key."`
	CA           string `toml:"ca" path:"file" comment:"File with the certificate authorities of the servers."`
	Cert         string `toml:"cert" path:"file" comment:"File with this program's own certificate, if the servers require one."`
	Key          string `toml:"key" path:"file" comment:"File with its key."`

	Silence Duration `toml:"silence" valid:">=100ms" comment:"If a daemon gives no sign of life for this long, the other daemons on these servers take over its games."`
	Doubt   Duration `toml:"doubt" valid:">=1s" comment:"How long a mail that a lost daemon was sending waits before another daemon sends it."`
}

// MailConfig is the service's own address and the servers it trusts.
type MailConfig struct {
	Address   string       `toml:"address" comment:"orders@example.org; players' answers go to orders+TOKEN@example.org"`
	Name      string       `toml:"name" comment:"The name shown with the address."`
	Delimiter string       `toml:"delimiter" comment:"The character between the address and its token."`
	Authserv  []string     `toml:"authserv" comment:"Receiving servers whose Authentication-Results are trusted; * stands for any characters. Empty: no server is trusted."`
	Relays    []string     `toml:"relays" comment:"Names of your own servers in Received, if mail passes through several; * stands for any characters. Empty: only the delivering server."`
	DKIM      bool         `toml:"dkim" comment:"Verify DKIM signatures here, with keys from DNS, in games that require signed mail."`
	Unnamed   bool         `toml:"unnamed" comment:"Trust the topmost Authentication-Results even if it names no server, as with Exchange Online."`
	Lists     []string     `toml:"lists" comment:"List-Ids of mailing lists through which players may write; empty: mail from lists is filed unread."`
	Allow     []string     `toml:"allow" comment:"Addresses, or domains such as @example.org, whose mail is accepted; empty: all."`
	Deny      []string     `toml:"deny" comment:"Addresses and domains whose mail is filed unread and unanswered; overrides allow."`
	Guests    bool         `toml:"guests" comment:"Let strangers join public games by mail: LIST, WHO and JOIN are answered after they have confirmed their address."`
	Limits    LimitsConfig `toml:"limits" comment:"Limits on the work that incoming mail can cause."`
}

// LimitsConfig limits the mails read and answered, against floods.
type LimitsConfig struct {
	Hourly    int `toml:"hourly" valid:">=0" comment:"Maximum receipts to one address per hour; orders beyond that are still read."`
	Daily     int `toml:"daily" valid:">=0" comment:"Maximum receipts to one address per day."`
	Mails     int `toml:"mails" valid:">=0" comment:"Maximum mails per hour that are read from one address; the rest go to quarantine."`
	Strangers int `toml:"strangers" valid:">=0" comment:"Maximum mails per hour that are recorded from unknown senders; the rest are only filed."`
	Guests    int `toml:"guests" valid:">=0" comment:"Maximum strangers per hour who are asked to confirm a mail to the lobby."`
	Notices   int `toml:"notices" valid:">=0" comment:"Maximum notices per hour to a game's umpire about mails in quarantine."`
}

// IMAPConfig is the mailbox that the service reads.
type IMAPConfig struct {
	Address      string   `toml:"address" comment:"host:port"`
	TLS          string   `toml:"tls" valid:"implicit|starttls|none" comment:"implicit, starttls, or none (loopback only)"`
	User         string   `toml:"user"`
	Password     string   `toml:"password"`
	PasswordFile string   `toml:"password_file" path:"file" comment:"Read instead of password."`
	Mechanism    string   `toml:"mechanism" comment:"plain, login, xoauth2, oauthbearer; empty: any that the server offers and the settings allow"`
	TokenCommand []string `toml:"token_command" comment:"Command that prints an OAuth2 access token; it runs for each connection, in the folder of this file. Each word is an element."`
	TokenFile    string   `toml:"token_file" path:"file" comment:"File with an access token; read for each connection."`
	Roots        string   `toml:"roots" path:"file" comment:"PEM file of certificates to trust in addition to the system's, for a server of your own."`
	Mailbox      string   `toml:"mailbox"`
	Processed    string   `toml:"processed" comment:"Folder for mails that were read."`
	Quarantine   string   `toml:"quarantine" comment:"Folder for mails that were not accepted."`
	Poll         Duration `toml:"poll" valid:">=1ms" comment:"The longest time between two looks into the mailbox, even if IDLE works."`

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

	Connections int        `toml:"connections" valid:">=1" comment:"Mails sent, and mails received, at the same time; providers allow only a few."`
	Retry       []Duration `toml:"retry" valid:">=100ms" comment:"Delay after each failed attempt to send a mail; the last one repeats, for up to five days."`

	tls    *tls.Config
	folder string
}

// UmpireConfig is the person who runs the service.
type UmpireConfig struct {
	Addresses []string `toml:"addresses" comment:"Umpires of games without an umpire of their own."`
	Unread    Duration `toml:"unread" comment:"They are told if the mailbox cannot be read for this long."`
	Unsent    Duration `toml:"unsent" comment:"They are told if a mail waits this long to be sent."`
}

// ServeConfig holds the daemon's listen addresses.
type ServeConfig struct {
	Page    string   `toml:"page" comment:"host:port of the web page; empty: none"`
	URL     string   `toml:"url" comment:"Public URL of the page, such as https://games.example.org; empty: http:// and the page's host:port."`
	Push    string   `toml:"push" comment:"Enables notifications of each turn by Web Push: a mail address for the browser vendors to contact you; empty: off."`
	Metrics string   `toml:"metrics" comment:"host:port for /metrics and /health, loopback; empty: none"`
	Check   Duration `toml:"check" comment:"Interval at which the whole record is read again and its chains are checked; 0s: only when the service starts."`
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
		return false, usage("name the file with -c; galloper serve --print-config prints a complete one",
			"cannot read the configuration: %v", err)
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
		err = fmt.Errorf("%s is not text, or is UTF-16 without a byte order mark: save it as UTF-8", path)
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
			return fmt.Errorf("%q is not a number", text)
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
			wrong = append(wrong, usage("create the file, or remove password_file and set password",
				"cannot read the password file: [%s] password_file: %v", p.table, err))
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
			wrong = append(wrong, usage("create the file, or remove roots",
				"cannot read the certificates: [%s] roots: %v", r.table, err))
			continue
		}
		pool, err := x509.SystemCertPool()
		if err != nil {
			pool = x509.NewCertPool()
		}
		if !pool.AppendCertsFromPEM(b) {
			wrong = append(wrong, usage("the file must contain BEGIN CERTIFICATE blocks, as the server's cert.pem does",
				"there is no certificate in [%s] roots: %s", r.table, r.file))
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

// checkValues rejects values that no service can run with. The tag `valid` of a field lists the allowed words, as a|b,
// or gives the least number or time span, as >=1s. It applies to each element of a list.
func checkValues(v reflect.Value, path string) error {
	for i := range v.NumField() {
		field, f := v.Type().Field(i), v.Field(i)
		if !field.IsExported() {
			continue
		}
		key := strings.TrimPrefix(path+"."+field.Tag.Get("toml"), ".")
		if f.Kind() == reflect.Struct {
			if err := checkValues(f, key); err != nil {
				return err
			}
			continue
		}
		rule, ok := field.Tag.Lookup("valid")
		if !ok {
			continue
		}
		elements := []reflect.Value{f}
		if f.Kind() == reflect.Slice {
			elements = elements[:0]
			for j := range f.Len() {
				elements = append(elements, f.Index(j))
			}
		}
		for _, e := range elements {
			if want := allowedValues(rule, e); want != "" {
				return usage("set it to "+want, "%s in the configuration is %s", key, valueText(e))
			}
		}
	}
	return nil
}

// allowedValues returns the values that the rule allows, or "" if v satisfies it.
func allowedValues(rule string, v reflect.Value) string {
	least, isBound := strings.CutPrefix(rule, ">=")
	switch value := v.Interface().(type) {
	case int:
		n, err := strconv.Atoi(least)
		if !isBound || err != nil {
			panic("config: a bad rule for a number: " + rule)
		}
		if value < n {
			return least + " or more"
		}
	case Duration:
		span, err := time.ParseDuration(least)
		if !isBound || err != nil {
			panic("config: a bad rule for a time span: " + rule)
		}
		if time.Duration(value) < span {
			return least + " or more"
		}
	case string:
		if words := strings.Split(rule, "|"); !slices.Contains(words, value) {
			return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
		}
	}
	return ""
}

func valueText(v reflect.Value) string {
	if d, ok := v.Interface().(Duration); ok {
		return time.Duration(d).String()
	}
	return fmt.Sprintf("%#v", v.Interface())
}

// checkTogether rejects values that contradict each other.
func (c *Config) checkTogether() error {
	seen := make(map[string]string)
	for _, box := range []struct{ key, name string }{
		{"imap.mailbox", c.IMAP.Mailbox}, {"imap.processed", c.IMAP.Processed}, {"imap.quarantine", c.IMAP.Quarantine},
	} {
		if other := seen[strings.ToLower(box.name)]; other != "" {
			return usage("name three different mailboxes, such as INBOX, Processed and Quarantine",
				"%s and %s in the configuration are both %q; every mail would be read again and again",
				other, box.key, box.name)
		}
		seen[strings.ToLower(box.name)] = box.key
	}
	if d := c.Mail.Delimiter; d == "" || strings.Trim(d, "+-_=.#") != "" {
		return usage(`set it to the character after which your server ignores the rest of a local part, usually \"+\"`,
			"mail.delimiter in the configuration is %q", d)
	}
	for _, a := range c.Umpire.Addresses {
		if c.isOwn(a) {
			return usage("use a person's own address",
				"umpire.addresses in the configuration contains %s, an address of the service itself", a)
		}
	}
	if m := c.Serve.Metrics; m != "" && !isLoopback(m) {
		return usage("set it to a loopback address, such as 127.0.0.1:9090",
			"serve.metrics in the configuration is %q, which other machines could read", m)
	}
	return nil
}

// isOwn reports whether mail to the address reaches the service itself.
func (c *Config) isOwn(address string) bool {
	parsed, err := mail.ParseAddress(address)
	if err != nil {
		return false
	}
	own := strings.ToLower(c.Mail.Address)
	local, domain, _ := strings.Cut(strings.ToLower(parsed.Address), "@")
	local, _, _ = strings.Cut(local, c.Mail.Delimiter)
	return strings.ToLower(parsed.Address) == own || local+"@"+domain == own
}

func isLoopback(hostPort string) bool {
	host, _, err := net.SplitHostPort(hostPort)
	ip := net.ParseIP(host)
	return err == nil && (host == "localhost" || ip != nil && ip.IsLoopback())
}
