package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/daemon"
	"galloper/cmd/galloper/internal/inbox"
	"galloper/cmd/galloper/internal/prose"
	"galloper/cmd/galloper/internal/store"
	"galloper/events/natslog"
	"galloper/mailgate"
	"galloper/mailgate/imapbox"
	"galloper/mailgate/smtpout"
)

type finding struct {
	What string `json:"what"`
	OK   bool   `json:"ok"`
	Text string `json:"text,omitempty"` // the result in words, with advice
}

// doctor checks everything that the service needs.
type doctor struct {
	cmd      *cobra.Command
	config   Config
	findings []finding
	owner    string // of the mailbox; "" if the store could not be opened
}

func newDoctor(o *options) *cobra.Command {
	asJSON, send := false, false
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Check the store, IMAP, SMTP, the clock and the disk, and explain each fault",
		Long: `Signs in to the mail servers as galloper serve would, and sends nothing. With --send it mails itself at a
tagged address, as players' answers are addressed, and waits for that mail. Every check runs, even if an
earlier one fails. The exit status is 1 if a check fails.`,
		Example: example("galloper doctor -c galloper.toml", "galloper doctor --send"),
		GroupID: "game",
		Args:    args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			conf, err := o.loadValues()
			if err != nil {
				return err
			}
			d := doctor{cmd: cmd}
			d.files(&conf)
			d.config = conf
			d.rules()
			d.clock()
			d.disk()
			d.store(cmd.Context())
			d.mail(cmd.Context())
			if send {
				d.roundTrip(cmd.Context())
			}
			return d.report(asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the findings as a list")
	c.Flags().BoolVar(&send, "send", false, "mail the service itself at a tagged address, and wait for the mail")
	return c
}

// files reads the files that the configuration names. A missing file doesn't stop the other checks.
func (d *doctor) files(c *Config) {
	for _, err := range c.readFiles() {
		hint := ""
		var f *fault
		if errors.As(err, &f) {
			hint = f.hint
		}
		d.addFinding("configuration", err, hint)
	}
	for _, table := range c.twofold {
		d.addFinding("configuration", fmt.Errorf("[%s] has both password and password_file", table),
			"password_file is used and password is ignored: remove one of them")
	}
}

func (d *doctor) addFinding(what string, err error, text string) {
	f := finding{What: what, OK: err == nil, Text: text}
	if err != nil {
		f.Text = err.Error()
		if text != "" {
			f.Text += "; " + text
		}
	}
	d.findings = append(d.findings, f)
}

func (d *doctor) report(asJSON bool) error {
	bad := 0
	for _, f := range d.findings {
		mark := "ok   "
		if !f.OK {
			mark = "WRONG"
			bad++
		}
		if !asJSON {
			printf(d.cmd, "%s %-16s %s\n", mark, f.What, f.Text)
		}
	}
	if asJSON {
		if err := printJSON(d.cmd.OutOrStdout(), d.findings); err != nil {
			return err
		}
	}
	if bad > 0 {
		return quiet(statusNo)
	}
	return nil
}

func (d *doctor) rules() {
	for _, rs := range rulesets.All() {
		d.addFinding("rules", nil, fmt.Sprintf("%s %d", rs.Name, rs.Version))
	}
}

// oldest is the time of this release; an earlier clock is wrong.
var oldest = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

func (d *doctor) clock() {
	if now := time.Now(); now.Before(oldest) {
		d.addFinding("clock", fmt.Errorf("it shows %s", now.UTC().Format(time.RFC3339)),
			"set the computer's clock: deadlines depend on it")
		return
	}
	_, err := time.LoadLocation("Europe/London")
	d.addFinding("time zones", err, "")
	if err == nil {
		d.addFinding("clock", nil, time.Now().UTC().Format(time.RFC3339))
	}
}

// disk writes, syncs and removes a file in the store's directory.
func (d *doctor) disk() {
	dir := d.config.Store.Dir
	if _, err := os.Stat(dir); err != nil {
		dir = filepath.Dir(filepath.Clean(dir))
	}
	f, err := os.CreateTemp(dir, "doctor-*")
	if err != nil {
		d.addFinding("disk", err, "the store's directory must be writable")
		return
	}
	begun := time.Now()
	_, err = f.Write(make([]byte, 1<<20))
	err = errors.Join(err, f.Sync(), f.Close(), os.Remove(f.Name()))
	d.addFinding("disk", err, fmt.Sprintf("a megabyte is written to it within %d ms", time.Since(begun).Milliseconds()))
}

func (d *doctor) store(ctx context.Context) {
	dir := d.config.Store.Dir
	if running, err := daemon.Dial(ctx, dir); err == nil {
		d.addFinding("store", nil, dir+" is in use by a running galloper, which answers")
		h, err := running.Health(ctx)
		if err != nil || len(h.Wrong) == 0 {
			d.addFinding("galloper serve", err, "finds no fault; "+h.Durability)
		}
		for _, w := range h.Wrong {
			d.addFinding("galloper serve", errors.New(w), "")
		}
		return
	}
	const none = "no store exists %s yet; galloper new or serve creates it"
	if !d.config.hasStore() {
		d.addFinding("store", nil, fmt.Sprintf(none, "in "+dir))
		return
	}
	s, err := openStore(ctx, d.config, newLogger(d.cmd.ErrOrStderr(), "error"), false)
	if errors.Is(err, natslog.ErrNoStore) {
		d.addFinding("store", nil, fmt.Sprintf(none, "at "+d.config.Store.NATS))
		return
	}
	if err != nil {
		d.addFinding("store", err, "")
		return
	}
	defer s.Close()
	d.owner = s.Keys.Installation()
	for _, f := range s.Log.Faults() {
		d.addFinding("store", errors.New(f), "run galloper verify --stream for details")
	}
	d.servers(ctx, s)
	d.vault(ctx, s)
	games, err := s.Log.Games(ctx)
	d.addFinding("store", err, fmt.Sprintf("%s, %s, %s", dir, s.Log.Durability(),
		count(len(daemon.WithoutLobby(games)), "game")))
}

// vault checks that the vault has every secret that the record names.
func (d *doctor) vault(ctx context.Context, s *store.Store) {
	dm, err := daemon.Open(ctx, daemonOptions(d.config, s, newLogger(io.Discard, "error")))
	if err != nil {
		d.addFinding("vault", err, "")
		return
	}
	damaged, err := s.Log.Inspect(ctx)
	for _, f := range damaged {
		d.addFinding("store", errors.New(f.String()),
			"run galloper repair --from ARCHIVE; a single flipped bit is repaired without an archive")
	}
	d.addFinding("files", err, fmt.Sprintf("%d damaged", len(damaged)))
	lost, err := dm.LostFromVault(ctx)
	for _, f := range lost {
		d.addFinding("vault", errors.New(f), "")
	}
	if len(lost) == 0 {
		d.addFinding("vault", err, "it has all seeds, keys, addresses and mails that the record refers to")
	}
}

// servers checks that every server that holds the log has all of it.
func (d *doctor) servers(ctx context.Context, s *store.Store) {
	for _, f := range natslog.Unguarded(s.Log.JetStream()) {
		d.addFinding("servers", errors.New(f), "docs/cluster.md has a configuration that keeps unknown clients and "+
			"servers out")
	}
	if s.Log.Replicas() < 2 {
		return
	}
	behind, err := natslog.Behind(ctx, s.Log.JetStream())
	for _, f := range behind {
		d.addFinding("servers", errors.New(f), "stop no other server until this one is back and has caught up")
	}
	if at, err := s.Log.Time(ctx); err == nil {
		if fault := daemon.ClockFault(time.Since(at)); fault != "" {
			d.addFinding("clock", errors.New(fault), "")
		}
	}
	if len(behind) == 0 {
		d.addFinding("servers", err, fmt.Sprintf("%d servers hold the complete log", s.Log.Replicas()))
	}
}

// mailTimeout limits the wait for each mail server.
const mailTimeout = 20 * time.Second

func (d *doctor) mail(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, mailTimeout)
	defer cancel()
	if d.config.Mail.Address == "" {
		d.addFinding("mail", errors.New("mail.address is not set"), "without it players do not know where to write")
	}
	quietly := newLogger(io.Discard, "error")
	conf := d.config.imapConfig(quietly)
	conf.Owner = d.owner
	for _, s := range []struct {
		name, address string
		check         func(report func(string, error))
	}{
		{"imap", d.config.IMAP.Address, func(r func(string, error)) { imapbox.Check(ctx, conf, r) }},
		{"smtp", d.config.SMTP.Address, func(r func(string, error)) { d.sending(ctx, quietly, r) }},
	} {
		if s.address == "" {
			d.addFinding(s.name, fmt.Errorf("%s.address is not set", s.name), "set it to host:port, such as "+
				"mail.example.org:993")
			continue
		}
		s.check(func(step string, err error) { d.addFinding(s.name+" "+step, err, adviceFor(err)) })
	}
	if d.config.IMAP.Address != "" {
		d.lastMail(ctx, conf)
		recent, lie, _ := imapbox.Recent(ctx, conf, recentMails) // the steps report the errors
		if text := crowded(recent, lie, d.config.Mail); text != "" {
			d.addFinding("imap", errors.New(text), "")
		}
	}
}

// lastMail reports whether a game that requires signed mail would accept the sender of the newest mail.
func (d *doctor) lastMail(ctx context.Context, c imapbox.Config) {
	in, ok, err := imapbox.Last(ctx, c)
	if err != nil {
		return // the steps before have reported the cause
	}
	if !ok {
		d.addFinding("signed mail", nil,
			"the mailbox is empty: send it a mail as a player would, and run this again to see whether DKIM counts")
		return
	}
	reading := mailgate.Options{Own: []string{d.config.Mail.Address}, Delimiter: d.config.Mail.Delimiter}
	m := mailgate.ReadIncoming(in, reading)
	v := inbox.Vouched(ctx, m, d.config.Mail.trust(), d.config.Mail.lookup())
	d.addFinding("signed mail", nil, fmt.Sprintf("the last mail, from <%s>: %s", m.From, signedMail(m, v, d.config.Mail)))
}

// signedMail describes what authenticates the mail's sender, or the setting to change if nothing does.
func signedMail(m *mailgate.Mail, v mailgate.Vouching, c MailConfig) string {
	server, received, written := m.Results()
	switch {
	case v.Fail != "":
		return "the server " + v.Server + " says that it is forged (" + v.Fail + "); no game would accept it"
	case v.By != "" && len(v.Own.Domains) > 0:
		return "DKIM counts: the signature was verified here"
	case v.By != "":
		return "DKIM counts: the server " + v.Server + " says " + v.By + "=pass"
	}
	why := []string{"DKIM would not count, so games with --auth dkim or both would not accept it"}
	switch {
	case v.Doubt != "":
		why = append(why, v.Doubt)
	case v.Own.Unsure:
		why = append(why, "the key of its signature could not be looked up; check this machine's DNS")
	case len(v.Own.Broken) > 0:
		why = append(why, "the signature of "+strings.Join(v.Own.Broken, ", ")+" is not valid")
	case !c.DKIM:
		why = append(why, "signatures are not verified here: set mail.dkim to true")
	default:
		why = append(why, "it has no signature of its sender's domain")
	}
	switch {
	case !written:
		why = append(why, "its header has no Authentication-Results")
	case v.Server == "" && server == "":
		why = append(why, "the topmost Authentication-Results names no server: to trust it, set mail.unnamed to true "+
			"and "+
			relaysHint(received))
	case v.Server == "":
		why = append(why, fmt.Sprintf("the topmost Authentication-Results is from %s: to trust it, set authserv = "+
			"[%q] and %s",
			server, server, relaysHint(received)))
	}
	return strings.Join(why, "; ")
}

// relaysHint explains how to set the names of the servers that wrote the Received fields above the results.
func relaysHint(received []string) string {
	names := make([]string, len(received))
	for i, r := range received {
		names[i] = fmt.Sprintf("%q", r)
	}
	return "relays to the names of your provider's servers, which here are " + strings.Join(names, ", ") +
		" (with * for the parts that change from mail to mail)"
}

// The doctor asks the sending server whether it accepts mail from the service's own address, a report with its bounce
// address as the sender, and a receipt with an empty sender.
const (
	sendPlain   = "a mail"
	sendReport  = "a report"
	sendReceipt = "a receipt"
	sendTagged  = "to an address with a tag"
)

// sending tries the steps of sending, to the umpire if there is one. A server that allows no sender but the service's
// own address is acceptable: all mail then uses that address.
func (d *doctor) sending(ctx context.Context, logger *slog.Logger, report func(string, error)) {
	own := d.config.Mail.Address
	to := cmp.Or(append(slices.Clone(d.config.Umpire.Addresses), own)...)
	tagged, err := mailgate.TagAddress(own, d.config.Mail.Delimiter, mailgate.Tag{Token: strings.Repeat("a", 17)})
	if err != nil {
		d.addFinding("mail", err, "choose a shorter address for the service")
		return
	}
	asked := []smtpout.Question{
		{Name: sendPlain, From: own, To: to}, {Name: sendReceipt, From: "", To: to}, {Name: sendReport, From: tagged, To: to},
		{Name: "to its own address", From: own, To: own}, {Name: sendTagged, From: own, To: tagged},
	}
	plainly := false
	smtpout.Check(ctx, d.config.smtpConfig(logger), asked, func(step string, err error) {
		var refused *smtpout.RefusedError
		name := strings.TrimPrefix(step, "send ")
		if name == sendPlain {
			plainly = err == nil
		}
		switch other := name == sendReport || name == sendReceipt; {
		case other && !plainly: // already reported
		case other && errors.As(err, &refused) && refused.Barred:
			d.addFinding("smtp "+step, nil,
				refused.Error()+"; it is sent from <"+own+"> instead, and a bounce is matched to its seat if it "+
					"contains the mail's header")
		default:
			report(step, err)
		}
	})
}

// recentMails is the number of newest mails whose recipients are checked.
const recentMails = 20

// crowded describes other users of the mailbox, or returns "" if there is no sign of any. The service takes every mail
// in its mailbox, so it can't share one with a person or a whole domain. recent holds the newest of the lie mails in
// it.
func crowded(recent []mailgate.Incoming, lie int, c MailConfig) string {
	reading := mailgate.Options{Own: []string{c.Address}, Delimiter: c.Delimiter}
	_, home, _ := strings.Cut(c.Address, "@")
	strange, others := 0, []string{}
	for _, in := range recent {
		to := mailgate.ReadIncoming(in, reading).Recipients
		if len(to) == 0 || slices.ContainsFunc(to, reading.Ours) {
			continue
		}
		strange++
		for _, a := range to {
			if _, domain, _ := strings.Cut(a, "@"); strings.EqualFold(domain, home) && !slices.Contains(others, a) {
				others = append(others, a)
			}
		}
	}
	const then = "A running service takes every mail out of this mailbox and moves those that are not for a game to " +
		"the folder Quarantine: use a separate mailbox, or a folder that your provider fills by a rule, and name it " +
		"with mailbox in [imap]"
	switch {
	case len(others) > 0:
		return fmt.Sprintf("mails to %s arrive here too: it is a catch-all mailbox or has aliases. %s",
			prose.List(others[:min(len(others), 3)]), then)
	case strange > 2 && 2*strange > len(recent):
		return fmt.Sprintf("%d mails are here, and of the newest %d, %d are not for %s. %s", lie, len(recent), strange,
			c.Address, then)
	}
	return ""
}

// roundTripTime limits the wait for a mail that the service sends to itself.
const roundTripTime = 90 * time.Second

// roundTrip mails the service itself at a tagged address, as a player's answer would, and waits until the mail is in
// the mailbox or a running service has filed it.
func (d *doctor) roundTrip(ctx context.Context) {
	const what = "round trip"
	if d.config.Mail.Address == "" || d.config.IMAP.Address == "" || d.config.SMTP.Address == "" {
		d.addFinding(what, errors.New("no mail was sent"), "set mail.address, [imap] and [smtp]")
		return
	}
	ctx, cancel := context.WithTimeout(ctx, roundTripTime)
	defer cancel()
	token := strings.ToLower(rand.Text()[:17])
	to, raw, err := d.ownMail(token)
	if err == nil {
		err = d.sendOne(ctx, to, raw)
	}
	if err != nil {
		d.addFinding(what, err, adviceFor(err))
		return
	}
	begun := time.Now()
	folder, received, err := d.comesBack(ctx, token)
	if err != nil {
		d.addFinding(what, fmt.Errorf("the sending server accepted a mail to %s, but it did not arrive within %s", to,
			roundTripTime),
			"check that the server delivers tagged addresses to this mailbox (Postfix: recipient_delimiter, equal to "+
				"mail.delimiter), and look for a bounce and in the spam folder")
		return
	}
	d.addFinding(what, nil, fmt.Sprintf("a mail to %s came back after %s, into %s; it may be deleted", to,
		time.Since(begun).Round(time.Second), folder))
	if off := checkReceiptTime(begun, received); off != nil {
		d.addFinding("clock", off, "set this computer's clock: deadlines depend on it")
	}
}

// mostOff is the largest acceptable difference between the two servers' clocks.
const mostOff = 5 * time.Minute

// checkReceiptTime returns an error if the mail server's time of receipt is too far from the time of sending.
func checkReceiptTime(sent, received time.Time) error {
	off := received.Sub(sent)
	if received.IsZero() || off.Abs() < mostOff {
		return nil
	}
	return fmt.Errorf("this computer's clock is %s that of the mail server", prose.Off(-off))
}

// ownMail writes a mail from the service to itself; a running service doesn't answer it.
func (d *doctor) ownMail(token string) (to string, raw []byte, err error) {
	own := d.config.Mail.Address
	to, err = mailgate.TagAddress(own, d.config.Mail.Delimiter, mailgate.Tag{Token: token})
	if err != nil {
		return "", nil, err
	}
	_, domain, _ := strings.Cut(own, "@")
	text := fmt.Sprintf("From: <%s>\nTo: <%s>\nSubject: galloper doctor %s\nDate: %s\nMessage-ID: "+
		"<doctor.%s@%s>\nAuto-Submitted: auto-generated\nMIME-Version: 1.0\nContent-Type: text/plain; "+
		"charset=utf-8\n\ngalloper doctor --send sent this mail to see whether it arrives. You can delete it.\n",
		own, to, token, time.Now().Format(time.RFC1123Z), token, domain)
	return to, []byte(strings.ReplaceAll(text, "\n", "\r\n")), nil
}

func (d *doctor) sendOne(ctx context.Context, to string, raw []byte) error {
	s, err := smtpout.New(d.config.smtpConfig(newLogger(io.Discard, "error")))
	if err != nil {
		return err
	}
	defer s.Close()
	r := s.Send(ctx, mailgate.Delivery{From: d.config.Mail.Address, To: to, Raw: raw})
	if r.Fate != mailgate.Sent {
		return &smtpout.RefusedError{From: d.config.Mail.Address, To: to, Result: r}
	}
	return nil
}

// comesBack waits for the mail with the token, and returns its folder and the server's time of receipt.
func (d *doctor) comesBack(ctx context.Context, token string) (folder string, received time.Time, err error) {
	conf := d.config.imapConfig(newLogger(io.Discard, "error"))
	for wait := 125 * time.Millisecond; ; wait = min(2*wait, 2*time.Second) {
		for _, folder := range []string{d.config.IMAP.Mailbox, d.config.IMAP.Processed, d.config.IMAP.Quarantine} {
			conf.Mailbox = folder
			in, ok, err := imapbox.Last(ctx, conf)
			if err == nil && ok && bytes.Contains(in.Raw, []byte(token)) {
				return folder, in.Received, nil
			}
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return "", received, ctx.Err()
		}
	}
}
