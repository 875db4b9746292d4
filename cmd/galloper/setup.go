package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"galloper/adjudicator/umpire"
	"galloper/cmd/galloper/internal/discover"
)

// setupFlags answer the questions of setup in advance.
type setupFlags struct {
	address, user, passwordFile, mechanism string
	imap, smtp, delimiter, trust           string
	umpire, page, unit                     string
	token                                  []string
	guests, noSend, yes                    bool
}

// setup finds and tries the servers, asks for the rest, and writes the configuration.
type setup struct {
	*prompter
	flags    setupFlags
	find     func(ctx context.Context, address string) []discover.Candidate
	path     string // of galloper.toml
	text     string // its present content
	config   Config // the configuration to write
	provider *discover.Provider
	changes  []change
}

// findServers searches the network; tests replace it.
var findServers = discover.Finder{}.Find

func newSetup(o *options) *cobra.Command {
	var f setupFlags
	c := &cobra.Command{
		Use:   "setup",
		Short: "Ask for the settings, find and test the mail servers, and write galloper.toml",
		Long: `Sets up a service on a mailbox: asks for its address, finds the servers (known providers, SRV records, the
autoconfig file, usual names), explains how to sign in, tests it, mails itself at a tagged address, and
writes a configuration that only its owner can read.

Every question has a flag, and --yes suppresses all questions. If the configuration already exists, setup
asks only for missing values, changes the values given by flags, and leaves the rest of the file unchanged.`,
		Example: example(
			"galloper setup",
			"galloper setup --address orders@example.org --password-file password --umpire me@example.org --yes",
			"galloper setup --page none"),
		GroupID: "game",
		Args:    args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			s := setup{prompter: newPrompter(cmd, f.yes), flags: f, find: findServers}
			return s.run(cmd.Context(), o)
		},
	}
	v := c.Flags()
	v.StringVar(&f.address, "address", "", "`ADDRESS` of the mailbox that players write to")
	v.StringVar(&f.user, "user", "", "`NAME` to sign in with (default: the address)")
	v.StringVar(&f.passwordFile, "password-file", "", "`FILE` with the password; the configuration refers to it")
	v.StringSliceVar(&f.token, "token-command", nil,
		"`WORDS` of a command that prints an OAuth2 token, separated by commas; it runs in the configuration's folder")
	v.StringVar(&f.mechanism, "mechanism", "", "`NAME` of the sign-in method: plain, login, xoauth2, oauthbearer")
	v.StringVar(&f.imap, "imap", "", "`HOST:PORT` of the mailbox; append ,implicit ,starttls or ,none for the "+
		"encryption")
	v.StringVar(&f.smtp, "smtp", "", "`HOST:PORT` of the sending server, with the same suffixes")
	v.StringVar(&f.trust, "trust", "", "`SHA-256` of a certificate to trust although no known authority signed it")
	v.StringVar(&f.delimiter, "delimiter", "", "`SIGN` between the address and its tag (default: + or another one "+
		"that works)")
	v.StringVar(&f.umpire, "umpire", "", "`ADDRESS` of your own, not the service's, for notices and umpire's acts")
	v.StringVar(&f.page, "page", "", "`HOST:PORT` of the web page, or none (default 127.0.0.1:1815)")
	v.BoolVar(&f.guests, "guests", false, "strangers may join public games by mail")
	v.StringVar(&f.unit, "unit", "", "`FILE` for a systemd unit, or none")
	v.BoolVar(&f.noSend, "no-send", false, "send no mail, and do not test tagged addresses")
	v.BoolVar(&f.yes, "yes", false, "ask nothing: use the default of every flag that is not given")
	return c
}

func (s *setup) run(ctx context.Context, o *options) error {
	if err := s.load(o); err != nil {
		return err
	}
	for _, step := range []func(context.Context) error{
		s.clock, s.mailbox, s.setFromFlags, s.servers, s.account, s.try, s.people,
	} {
		if err := step(ctx); err != nil {
			return s.keep(err)
		}
	}
	whole := s.flags.noSend || s.comesBack(ctx)
	if err := s.write(); err != nil {
		return err
	}
	if err := s.unit(); err != nil {
		return err
	}
	s.next()
	if !whole {
		return quiet(statusNo)
	}
	return nil
}

// keep saves the answers given before an error, so that they need not be given again.
func (s *setup) keep(fault error) error {
	if s.config.IMAP.Address == "" || len(s.changes) == 0 {
		return fault
	}
	return errors.Join(fault, s.write())
}

// clock fails if the clock is wrong, because no certificate would be valid.
func (s *setup) clock(context.Context) error {
	d := doctor{cmd: s.cmd, config: s.config}
	d.clock()
	if !s.show(slices.DeleteFunc(d.findings, func(f finding) bool { return f.OK })) {
		return failed(nil, "set the computer's clock", "the clock is wrong")
	}
	return nil
}

func (s *setup) load(o *options) error {
	s.path, s.config = o.config, defaultConfig()
	if s.path == "" {
		s.path = unnamedConfig()
	}
	b, err := readTextFile(s.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.text = "# The configuration of Galloper. To see all keys, run galloper serve --print-config.\n"
		if err := s.config.startFrom(filepath.Dir(s.path)); err != nil {
			return err
		}
		if s.path == systemConfig && o.data == "" {
			s.set("store", "dir", &s.config.Store.Dir, systemStore)
		}
	case err != nil:
		return usage("name another file with -c", "cannot read the configuration: %v", err)
	default:
		s.text = string(b)
		if _, err := readConfigFile(s.path, &s.config); err != nil {
			return err
		}
	}
	if o.data == "" {
		return nil
	}
	dir, err := filepath.Abs(o.data)
	s.set("store", "dir", &s.config.Store.Dir, dir)
	return err
}

// set records a value that differs from the configuration's.
func (s *setup) set(table, key string, at, value any) {
	field := reflect.ValueOf(at).Elem()
	if reflect.DeepEqual(field.Interface(), value) {
		return
	}
	field.Set(reflect.ValueOf(value))
	s.changes = slices.DeleteFunc(s.changes, func(c change) bool { return c.table == table && c.key == key })
	s.changes = append(s.changes, change{table, key, value})
}

func (s *setup) mailbox(context.Context) (err error) {
	address := s.flags.address
	if address == "" {
		address = s.config.Mail.Address
	}
	if address == "" {
		address, err = s.ask("Address of the mailbox that players will write to", "", "--address")
	}
	if err != nil {
		return err
	}
	if !umpire.IsAddress(address) {
		return usage("write it as orders@example.org", "%q is not a mail address", address)
	}
	s.set("mail", "address", &s.config.Mail.Address, address)
	return nil
}

// servers sets the servers for reading and sending mail.
func (s *setup) servers(ctx context.Context) error {
	imap, smtp := s.flags.imap, s.flags.smtp
	if s.flags.address != "" || s.config.IMAP.Address == "" || s.config.SMTP.Address == "" {
		imap, smtp = s.findServers(ctx, imap, smtp)
	}
	var err error
	if imap == "" && s.config.IMAP.Address == "" {
		imap, err = s.ask("IMAP server, such as mail.example.org:993", "", "--imap")
	}
	if err == nil && smtp == "" && s.config.SMTP.Address == "" {
		smtp, err = s.ask("Sending server, such as mail.example.org:465", "", "--smtp")
	}
	if err == nil && imap != "" {
		err = s.server("imap", imap, &s.config.IMAP.Address, &s.config.IMAP.TLS)
	}
	if err == nil && smtp != "" {
		err = s.server("smtp", smtp, &s.config.SMTP.Address, &s.config.SMTP.TLS)
	}
	return err
}

// findServers looks up the servers that the flags don't name.
func (s *setup) findServers(ctx context.Context, imap, smtp string) (string, string) {
	if imap != "" && smtp != "" {
		return imap, smtp
	}
	printf(s.cmd, "Looking for the servers of %s …\n", s.config.Mail.Address)
	list := s.find(ctx, s.config.Mail.Address)
	if len(list) == 0 {
		printf(s.cmd, "No servers found: the provider is unknown, its domain names none, and the usual names do not "+
			"answer. A firewall may also block the search.\n")
		return imap, smtp
	}
	c := list[0]
	printf(s.cmd, "Found: %s and %s (%s)\n", c.IMAP.Address(), c.SMTP.Address(), c.From)
	s.takeProvider(c.Provider)
	if s.flags.user == "" && c.User != s.config.Mail.Address {
		s.flags.user = c.User
	}
	if imap == "" {
		imap = c.IMAP.Address() + "," + string(c.IMAP.TLS)
	}
	if smtp == "" {
		smtp = c.SMTP.Address() + "," + string(c.SMTP.TLS)
	}
	return imap, smtp
}

// takeProvider takes the settings known for the mail provider.
func (s *setup) takeProvider(p *discover.Provider) {
	if s.provider = p; p != nil {
		s.set("mail", "authserv", &s.config.Mail.Authserv, p.Authserv)
		s.set("mail", "relays", &s.config.Mail.Relays, p.Relays)
		s.set("mail", "unnamed", &s.config.Mail.Unnamed, p.Unnamed)
	}
}

// server parses host:port, with the encryption after a comma or else the usual one for the port.
func (s *setup) server(table, text string, address, encrypted *string) error {
	text, how, _ := strings.Cut(text, ",")
	host, port, err := net.SplitHostPort(text)
	if err != nil || host == "" || port == "" {
		return usage("write it as mail.example.org:993", "%q is not a server and port", text)
	}
	if how == "" {
		how = map[string]string{"143": "starttls", "587": "starttls", "25": "starttls"}[port]
	}
	if how == "" {
		how = "implicit"
	}
	s.set(table, "address", address, text)
	s.set(table, "tls", encrypted, how)
	return nil
}

// setFromFlags sets values from flags that need no server. They are kept even if a later step fails.
func (s *setup) setFromFlags(context.Context) error {
	if s.flags.page == none {
		s.set("serve", "page", &s.config.Serve.Page, "")
	} else if s.flags.page != "" {
		s.set("serve", "page", &s.config.Serve.Page, s.flags.page)
	}
	if s.flags.guests {
		s.set("mail", "guests", &s.config.Mail.Guests, true)
	}
	if s.flags.delimiter != "" {
		s.set("mail", "delimiter", &s.config.Mail.Delimiter, s.flags.delimiter)
	}
	return s.setAlarmAddress(s.flags.umpire)
}

// people asks for the address that is told of trouble.
func (s *setup) people(context.Context) error {
	if s.flags.umpire != "" || len(s.config.Umpire.Addresses) > 0 {
		return nil
	}
	who, err := s.ask("Your own address, for notices and umpire's acts", none, "--umpire")
	if err != nil {
		return err
	}
	return s.setAlarmAddress(who)
}

// setAlarmAddress sets the address that is told of trouble.
func (s *setup) setAlarmAddress(who string) error {
	if who != "" && who != none {
		if !umpire.IsAddress(who) {
			return usage("write it as me@example.org", "%q is not a mail address", who)
		}
		if strings.EqualFold(who, s.config.Mail.Address) {
			return usage("give another address of yours, whose mailbox you read",
				"%s is the service's own address: mail from it is ignored", who)
		}
		s.set("umpire", "addresses", &s.config.Umpire.Addresses, []string{who})
	}
	return nil
}

func (s *setup) write() error {
	if len(s.changes) == 0 {
		printf(s.cmd, "%s is unchanged.\n", s.path)
		return nil
	}
	text, err := edited(s.text, s.changes)
	if err == nil {
		err = writePrivately(s.path, text)
	}
	if err != nil {
		return failed(err, "name another file with -c", "cannot write the configuration")
	}
	printf(s.cmd, "Written: %s (%s)\n", s.path, count(len(s.changes), "value"))
	return nil
}

// unit writes a systemd unit if wanted.
func (s *setup) unit() error {
	path := s.flags.unit
	if path == "" && s.path == systemConfig {
		path = none // the package has one
	}
	if path == "" {
		var err error
		if path, err = s.ask("Write a systemd unit to", none, "--unit"); err != nil {
			return err
		}
	}
	if path == none {
		return nil
	}
	text, err := unitFor(s.path, s.config.Store.Dir)
	if err == nil {
		err = os.WriteFile(filepath.Clean(path), []byte(text), 0o644)
	}
	if err != nil {
		return failed(err, "name another with --unit", "cannot write the unit")
	}
	printf(s.cmd, "Written: %s. Put it into ~/.config/systemd/user and run systemctl --user enable --now %s\n", path,
		strings.TrimSuffix(filepath.Base(path), ".service"))
	return nil
}

// next prints the next steps.
func (s *setup) next() {
	config, serve := "", "galloper serve"
	switch s.path {
	case systemConfig:
		serve = "systemctl enable --now galloper"
	case unnamedConfig():
	default:
		config = " -c " + s.path
		serve += config
	}
	printf(s.cmd, "\nNext:\n")
	for _, line := range []string{
		"create a game and invite:      galloper new" + config + " SCENARIO --invite anna@example.org,ben@example.org",
		"start the service:             " + serve,
		"if anything goes wrong:        galloper doctor" + config,
	} {
		printf(s.cmd, "  %s\n", line)
	}
}

type prompter struct {
	cmd   *cobra.Command
	lines *bufio.Reader
	mute  bool // asks nothing: every answer is a flag's or the default
}

func newPrompter(cmd *cobra.Command, mute bool) *prompter {
	return &prompter{cmd, bufio.NewReader(cmd.InOrStdin()), mute}
}

// ask returns the answer, or standard if it is empty. flag is the flag that answers the question in advance.
func (p *prompter) ask(question, standard, flag string) (string, error) {
	if p.mute {
		return p.withoutPrompt(question, standard, flag)
	}
	hint := ""
	if standard != "" {
		hint = " [" + standard + "]"
	}
	printf(p.cmd, "%s%s: ", question, hint)
	line, err := p.lines.ReadString('\n')
	if err != nil && line == "" {
		printf(p.cmd, "\n")
		return p.withoutPrompt(question, standard, flag)
	}
	if line = strings.TrimSpace(line); line != "" {
		return line, nil
	}
	return p.withoutPrompt(question, standard, flag)
}

func (p *prompter) withoutPrompt(question, standard, flag string) (string, error) {
	if standard == "" {
		return "", usage("give it with "+flag, "there is no answer: %s", strings.ToLower(question[:1])+question[1:])
	}
	return standard, nil
}

// none as an answer leaves a setting empty.
const none = "none"

// secret asks for a text without echo.
func (p *prompter) secret(question, flag string) (string, error) {
	if p.mute {
		return p.withoutPrompt(question, "", flag)
	}
	in, isFile := p.cmd.InOrStdin().(*os.File)
	if !isFile || !term.IsTerminal(int(in.Fd())) {
		return p.ask(question, "", flag)
	}
	printf(p.cmd, "%s (input is hidden): ", question)
	b, err := term.ReadPassword(int(in.Fd()))
	printf(p.cmd, "\n")
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	if text := strings.TrimSpace(string(b)); text != "" {
		return text, nil
	}
	return p.withoutPrompt(question, "", flag)
}

// confirm asks a yes-or-no question; the default is no.
func (p *prompter) confirm(question, flag string) bool {
	if p.mute {
		return false
	}
	answer, err := p.ask(question+" (yes or no)", "no", flag)
	return err == nil && strings.HasPrefix(strings.ToLower(answer), "y")
}

// change is a new value for the configuration.
type change struct {
	table, key string
	value      any
}

func (c change) line() (string, error) {
	b, err := toml.Marshal(map[string]any{c.key: c.value})
	return strings.TrimRight(string(b), "\n"), err
}

// edited applies the changes to the text of a configuration. It keeps everything else: comments, order, and unknown
// keys.
func edited(text string, changes []change) (string, error) {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for _, c := range changes {
		line, err := c.line()
		if err != nil {
			return "", err
		}
		lines = withValue(lines, c, line)
	}
	text = strings.TrimLeft(strings.Join(lines, "\n"), "\n") + "\n"
	var read Config
	if err := toml.NewDecoder(bytes.NewReader([]byte(text))).Decode(&read); err != nil {
		return "", fmt.Errorf("the file would become unreadable: %w", err)
	}
	return text, nil
}

// withValue replaces the line of the change's key, or adds it at the end of the table.
func withValue(lines []string, c change, line string) []string {
	header := regexp.MustCompile(`^\s*\[` + regexp.QuoteMeta(c.table) + `\]\s*(#.*)?$`)
	start := slices.IndexFunc(lines, header.MatchString)
	if start < 0 {
		return append(lines, "", "["+c.table+"]", line)
	}
	end := start + 1
	for end < len(lines) && !strings.HasPrefix(strings.TrimSpace(lines[end]), "[") {
		key := regexp.MustCompile(`^\s*` + regexp.QuoteMeta(c.key) + `\s*=\s*(.*)$`).FindStringSubmatch(lines[end])
		if key != nil {
			return slices.Replace(lines, end, end+spread(lines[end:], key[1]), line)
		}
		end++
	}
	for end > start+1 && strings.TrimSpace(lines[end-1]) == "" {
		end--
	}
	return slices.Insert(lines, end, line)
}

// spread returns the number of lines that a value takes: a list may have several.
func spread(lines []string, value string) int {
	if !strings.HasPrefix(value, "[") {
		return 1
	}
	for n, l := range lines {
		if before, _, _ := strings.Cut(l, "#"); strings.HasSuffix(strings.TrimSpace(before), "]") {
			return n + 1
		}
	}
	return 1
}

// writePrivately writes a file that only its owner can read, completely or not at all. An existing file keeps its
// owner, its group and the group's permissions, which a service may need to read it. A new file in a setgid directory,
// such as the package's /etc/galloper, can be read by the directory's group.
func writePrivately(path, text string) error {
	if info, err := os.Stat(path); err == nil {
		return errors.Join(os.Chmod(path, info.Mode().Perm()&^0o007), os.WriteFile(path, []byte(text), 0o600))
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".galloper-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString(text)
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), path) // CreateTemp made it with mode 0600
	}
	if info, fault := os.Stat(filepath.Dir(path)); err == nil && fault == nil && info.Mode()&os.ModeSetgid != 0 {
		err = os.Chmod(path, 0o640)
	}
	return err
}

// unitText is a systemd unit without unneeded privileges.
const unitText = `[Unit]
Description=Galloper, battles and campaigns by mail
After=network-online.target
Wants=network-online.target

[Service]
ExecStart=%s serve -c %s
WorkingDirectory=%s
Restart=on-failure
RestartSec=5
UMask=0077
NoNewPrivileges=yes
PrivateTmp=yes
ProtectSystem=strict
ReadWritePaths=%s

[Install]
WantedBy=default.target
`

// unitFor returns the unit for this executable, a configuration and a store. Paths with spaces are quoted as systemd
// requires.
func unitFor(config, store string) (string, error) {
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	paths := []string{program, config, filepath.Dir(config), store}
	for i, p := range paths {
		if p, err = filepath.Abs(p); err != nil {
			return "", err
		}
		paths[i] = strings.ReplaceAll(p, "%", "%%")
		if strings.ContainsAny(p, " \"\\") && i != 2 {
			paths[i] = fmt.Sprintf("%q", paths[i])
		}
	}
	return fmt.Sprintf(unitText, paths[0], paths[1], paths[2], paths[3]), nil
}
