package main

import (
	"context"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"galloper/mailgate/imapbox"
)

// account sets how to sign in, and asks only for the credentials that the provider needs.
func (s *setup) account(context.Context) error {
	user := s.flags.user
	if user == "" {
		user = s.config.IMAP.User
	}
	if user == "" {
		user = s.config.Mail.Address
	}
	s.setBoth("user", &s.config.IMAP.User, &s.config.SMTP.User, user)
	if s.flags.mechanism != "" {
		s.setBoth("mechanism", &s.config.IMAP.Mechanism, &s.config.SMTP.Mechanism, s.flags.mechanism)
	}
	switch {
	case len(s.flags.token) > 0:
		if s.flags.mechanism == "" {
			s.setBoth("mechanism", &s.config.IMAP.Mechanism, &s.config.SMTP.Mechanism, "xoauth2")
		}
		s.setBoth("token_command", &s.config.IMAP.TokenCommand, &s.config.SMTP.TokenCommand, s.flags.token)
		return nil
	case s.flags.passwordFile != "":
		path, err := filepath.Abs(s.flags.passwordFile)
		if err != nil {
			return err
		}
		s.setBoth("password", &s.config.IMAP.Password, &s.config.SMTP.Password, "")
		s.setBoth("password_file", &s.config.IMAP.PasswordFile, &s.config.SMTP.PasswordFile, path)
		return nil
	}
	c := s.config.IMAP
	if c.Password != "" || c.PasswordFile != "" || len(c.TokenCommand) > 0 || c.TokenFile != "" {
		return nil
	}
	s.explain()
	if s.provider != nil && s.provider.OAuth {
		line, err := s.ask("Command that prints an access token, its words separated by blanks", "", "--token-command")
		if err == nil {
			s.flags.token = strings.Fields(line)
			err = s.account(context.Background())
		}
		return err
	}
	return s.password()
}

// setBoth sets a value for both the mailbox and the sending server.
func (s *setup) setBoth(key string, imap, smtp, value any) {
	s.set("imap", key, imap, value)
	s.set("smtp", key, smtp, value)
}

func (s *setup) password() error {
	password, err := s.secret("Password of "+s.config.IMAP.User, "--password-file")
	if err == nil {
		s.setBoth("password", &s.config.IMAP.Password, &s.config.SMTP.Password, password)
	}
	return err
}

// explain prints the provider's way to sign in.
func (s *setup) explain() {
	p := s.provider
	if p == nil {
		return
	}
	printf(s.cmd, "%s: %s\n", p.Name, p.Advice)
	if p.Untagged != "" {
		printf(s.cmd, "%s: %s\n", p.Name, p.Untagged)
	}
}

// maxTries limits how often a password is asked for.
const maxTries = 3

// try signs in, and asks the sending server whether it accepts mail.
func (s *setup) try(ctx context.Context) error {
	if err := s.tryOne(ctx, "imap", s.readable); err != nil {
		return err
	}
	s.warnIfShared(ctx)
	return s.tryOne(ctx, "smtp", s.sendable)
}

// warnIfShared warns if somebody else seems to use the mailbox too.
func (s *setup) warnIfShared(ctx context.Context) {
	c, err := s.live()
	if err != nil {
		return // reported by the step before
	}
	ctx, cancel := context.WithTimeout(ctx, mailTimeout)
	defer cancel()
	recent, lie, err := imapbox.Recent(ctx, c.imapConfig(newLogger(io.Discard, "error")), recentMails)
	if text := crowded(recent, lie, c.Mail); err == nil && text != "" {
		printf(s.cmd, "NOTE  imap: %s.\n", text)
	}
}

// tryOne tries one server until it works, or until setup can't do more.
func (s *setup) tryOne(ctx context.Context, table string, reach func(context.Context) error) error {
	for n := 1; ; n++ {
		err := reach(ctx)
		var unknown x509.UnknownAuthorityError
		switch {
		case err == nil:
			printf(s.cmd, "ok    %s\n", table)
			return nil
		case errors.As(err, &unknown) && s.trusts(unknown.Cert):
			continue
		}
		printf(s.cmd, "WRONG %s: %v\n", table, err)
		secondFactor := wantsAppPassword.MatchString(err.Error())
		if !isAuthFailure(err) && !secondFactor {
			return failed(nil, advised(err, s.flagOf(table)), "cannot use the %s server", table)
		}
		advice := "the user or the password is wrong, or the account has two-step verification and needs an app " +
			"password"
		if secondFactor {
			advice = "the account has two-step verification: create an app password at your provider, and enter that"
		}
		if s.provider != nil {
			advice = s.provider.Advice
		}
		if s.mute || n == maxTries || s.config.IMAP.PasswordFile != "" || len(s.config.IMAP.TokenCommand) > 0 {
			s.setBoth("password", &s.config.IMAP.Password, &s.config.SMTP.Password, "") // so that it is asked for again
			return failed(nil, advice, "the %s server refuses the sign-in of %s", table, s.config.IMAP.User)
		}
		printf(s.cmd, "%s\n", advice)
		if err := s.password(); err != nil {
			return err
		}
	}
}

func (s *setup) flagOf(table string) string {
	return "name another with --" + table
}

func advised(err error, other string) string {
	if advice := adviceFor(err); advice != "" {
		return advice + "; or " + other
	}
	return other
}

// wantsAppPassword matches servers' replies that the usual password is not enough.
var wantsAppPassword = regexp.MustCompile(`(?i)app(lication)?[- ]?(specific )?password|two[- ]?(step|factor)|2fa|` +
	`web login required|InvalidSecondFactor`)

// live returns the configuration with the content of its files, for trying a server.
func (s *setup) live() (Config, error) {
	c := s.config
	for _, err := range c.readFiles() {
		return c, err
	}
	return c, nil
}

func (s *setup) readable(ctx context.Context) (fault error) {
	c, err := s.live()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, mailTimeout)
	defer cancel()
	imapbox.Check(ctx, c.imapConfig(newLogger(io.Discard, "error")), func(step string, err error) {
		if fault == nil && step != "IDLE" {
			fault = err
		}
	})
	return fault
}

// sendable tests sending, except to a tagged address; mailing one in comesBack tests that.
func (s *setup) sendable(ctx context.Context) (fault error) {
	c, err := s.live()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, mailTimeout)
	defer cancel()
	d := doctor{cmd: s.cmd, config: c}
	d.sending(ctx, newLogger(io.Discard, "error"), func(step string, err error) {
		if fault == nil && !strings.HasSuffix(step, sendTagged) {
			fault = err
		}
	})
	return fault
}

// trusts asks whether a certificate from an unknown authority is the server's own, and trusts it if so.
func (s *setup) trusts(cert *x509.Certificate) bool {
	if cert == nil {
		return false
	}
	sum := sha256.Sum256(cert.Raw)
	print := hex.EncodeToString(sum[:])
	if s.flags.trust == "" {
		printf(s.cmd, "This machine does not trust the server's certificate (%s).\n  SHA-256 %s\n", cert.Subject, print)
		printf(s.cmd, "If the server is your own, compare the hash there: openssl x509 -in cert.pem -noout "+
			"-fingerprint -sha256\n")
	}
	given := strings.ToLower(strings.ReplaceAll(s.flags.trust, ":", ""))
	if given != print && (given != "" || !s.confirm("Is it the server's own?", "--trust")) {
		return false
	}
	path, err := filepath.Abs(strings.TrimSuffix(s.path, filepath.Ext(s.path)) + "-roots.pem")
	if err != nil {
		return false
	}
	have, _ := os.ReadFile(path) // a missing file counts as empty
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert.Raw})
	if strings.Contains(string(have), string(block)) {
		return false // it is trusted already; the fault lies elsewhere
	}
	if err := writePrivately(path, string(have)+string(block)); err != nil {
		printf(s.cmd, "Could not save it: %v\n", err)
		return false
	}
	s.setBoth("roots", &s.config.IMAP.Roots, &s.config.SMTP.Roots, path)
	return true
}

// comesBack mails the service itself at a tagged address. If the mail doesn't arrive with one delimiter, it tries the
// other usual one.
func (s *setup) comesBack(ctx context.Context) bool {
	tries := []string{s.config.Mail.Delimiter, "-"}
	if s.flags.delimiter != "" {
		tries = []string{s.flags.delimiter}
	}
	for _, delimiter := range tries {
		c, err := s.live()
		if err != nil {
			return false
		}
		c.Mail.Delimiter = delimiter
		printf(s.cmd, "Mailing itself at a tagged address (%s), which may take a minute …\n", delimiter)
		d := doctor{cmd: s.cmd, config: c}
		d.roundTrip(ctx)
		if good := s.show(d.findings); good {
			s.set("mail", "delimiter", &s.config.Mail.Delimiter, delimiter)
			return true
		}
	}
	printf(s.cmd, "Players can still play: they copy the KEY of their first mail into each of their mails. A mailbox "+
		"that delivers tagged addresses is better.\n")
	return false
}

func (s *setup) show(found []finding) bool {
	good := true
	for _, f := range found {
		if f.OK {
			printf(s.cmd, "ok    %s\n", f.Text)
			continue
		}
		good = false
		printf(s.cmd, "WRONG %s: %s\n", f.What, f.Text)
	}
	return good
}
