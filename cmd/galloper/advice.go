package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"io/fs"
	"net"
	"os/exec"
	"regexp"
	"strings"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-smtp"

	"galloper/mailgate/imapbox"
	"galloper/mailgate/signin"
	"galloper/mailgate/smtpout"
)

// advice tells people what to do about a mail server's error.
type advice struct {
	fits func(error) bool
	text string
}

// faults lists the most common errors, the most specific first.
var faults = []advice{
	{isA[*net.DNSError], "cannot resolve the server's name; check its spelling and your network"},
	{isA[tls.RecordHeaderError],
		"the server's reply does not begin with TLS: set tls to starttls, or use the port for TLS (993 for IMAP, 465 " +
			"for SMTP)"},
	{isA[x509.UnknownAuthorityError],
		"this machine does not trust the server's certificate; if the server is your own, set roots to the file of " +
			"its certificate"},
	{
		bothMatch(eitherMatches(isErr(io.EOF), isErr(io.ErrUnexpectedEOF)),
			eitherMatches(says("greeting"), says("STARTTLS"))),
		"the server closed the connection before its greeting: the port may expect TLS from the first byte (993 for " +
			"IMAP, 465 for SMTP); set tls to implicit, or use the port for STARTTLS (143, 587)",
	},
	{isA[x509.HostnameError], "the certificate is for another name; use the name in the certificate as the address"},
	{isA[x509.CertificateInvalidError],
		"the certificate is not valid now; check its expiry date and this machine's clock"},
	{says("STARTTLS command first"),
		"the server accepts mail over TLS only: set tls to starttls, or to implicit and the port to the one for TLS " +
			"(465)"},
	{
		refusedWith(`sender address rejected|send ?as|not owned|5\.7\.60|5\.1\.[78]`),
		"the server does not let this account send from that address: sign in as the account that owns it, or allow " +
			"it on the server (Postfix: smtpd_sender_login_maps)",
	},
	{
		refusedWith(`relay|auth(entication|orization)? (is )?required`),
		"the server relays mail only after authentication: set user and password in [smtp], and the port to the " +
			"submission port (587 or 465)",
	},
	{refusedWith(`[45]\.2\.2|mailbox (is )?full|over quota|quota exceeded|insufficient (system )?storage`),
		"the recipient's mailbox is full: delete mails there, or raise its quota"},
	{isErr(imapbox.ErrFull), "delete mails, starting with Processed and Quarantine, or raise the quota: mails that " +
		"do not fit bounce to the player"},
	{refusedWith(`gr[ae]y.?list|postgrey`),
		"the server defers new senders and accepts the same mail some minutes later (greylisting): try again in ten " +
			"minutes. A running service retries by itself and loses nothing"},
	{
		isOwn,
		"the server does not know the service's own address: check mail.address; if only the tagged address is " +
			"refused, check mail.delimiter, which must match the server's setting (Postfix: recipient_delimiter)",
	},
	{refusedWith(`limit|quota|too many`),
		"the provider's sending limit for this account is reached; wait, or ask for a higher limit"},
	{refusedWith(`5\.1\.1|unknown|no such`),
		"the server does not know the address; check its spelling, and that the server delivers tagged addresses"},
	{refusedWith(`^4`), waitAWhile},
	{putsOff, waitAWhile + ". If this continues, see the server's own log, for example for an unreadable TLS " +
		"certificate or key"},
	{says("STARTTLS"), "the server does not offer STARTTLS: set tls to implicit and the port to the one for TLS (993 " +
		"for IMAP, 465 for SMTP)"},
	{
		isErr(signin.ErrNoMechanism),
		"the server requires another sign-in method: set tls if it is none, use an app password if the server offers " +
			"PLAIN or LOGIN, and otherwise OAuth2 with token_command or token_file",
	},
	{isA[*exec.ExitError],
		"run the token command by itself as galloper's user; its last line of output must be only the token"},
	{
		eitherMatches(isA[*exec.Error], bothMatch(isA[*fs.PathError], says("the token command"))),
		"the token command is missing or not executable; write its full path, and each word as an element of the list",
	},
	{bothMatch(isErr(fs.ErrNotExist), says("signing in")),
		"the token file is missing; start the program that writes it before galloper"},
	{says("refused the token"),
		"the token was refused: it is expired, or for another user or purpose; renew it, and check user"},
	{isAuthFailure, "the user or the password is wrong; most providers require an app password or OAuth2 " +
		"(docs/mail.md)"},
	{isErr(context.DeadlineExceeded), "the server does not answer in time; check that tls matches the port"},
	{isA[*net.OpError], "nothing answers at that address; check the address, the port and the firewall"},
	{isNoMailbox, "the mailbox does not exist; check the spelling and case of its name in a mail program"},
}

const waitAWhile = "the server asks for a delay, and a running service would retry; try again in some minutes"

func adviceFor(err error) string {
	if err == nil {
		return ""
	}
	for _, a := range faults {
		if a.fits(err) {
			return a.text
		}
	}
	return ""
}

func isA[E error](err error) bool {
	var e E
	return errors.As(err, &e)
}

// refusedWith matches a mail refused with a text that matches the pattern.
func refusedWith(words string) func(error) bool {
	pattern := regexp.MustCompile("(?i)" + words)
	return func(err error) bool {
		var r *smtpout.RefusedError
		return errors.As(err, &r) && pattern.MatchString(r.Text)
	}
}

// putsOff matches a sending server's temporary refusal (SMTP 4xx).
func putsOff(err error) bool {
	var r *smtp.SMTPError
	return errors.As(err, &r) && r.Code/100 == 4
}

// isOwn matches a sending server that rejects a tagged address of its own domain.
func isOwn(err error) bool {
	var r *smtpout.RefusedError
	if !errors.As(err, &r) || r.Code < 500 || r.From == "" {
		return false
	}
	own, domain, _ := strings.Cut(r.From, "@")
	return strings.HasPrefix(r.To, own) && strings.HasSuffix(r.To, "@"+domain)
}

func isErr(want error) func(error) bool { return func(err error) bool { return errors.Is(err, want) } }

func says(fragment string) func(error) bool {
	return func(err error) bool { return strings.Contains(err.Error(), fragment) }
}

func bothMatch(a, b func(error) bool) func(error) bool {
	return func(err error) bool { return a(err) && b(err) }
}

func eitherMatches(a, b func(error) bool) func(error) bool {
	return func(err error) bool { return a(err) || b(err) }
}

func isAuthFailure(err error) bool {
	var no *imap.Error
	if errors.As(err, &no) && (no.Code == imap.ResponseCodeAuthenticationFailed ||
		no.Code == imap.ResponseCodeAuthorizationFailed) {
		return true
	}
	var refused *smtp.SMTPError
	return errors.As(err, &refused) && (refused.Code == 535 || refused.Code == 534 || refused.Code == 538)
}

func isNoMailbox(err error) bool {
	var no *imap.Error
	return errors.As(err, &no) && (no.Code == imap.ResponseCodeNonExistent || strings.Contains(no.Text, "doesn't exist"))
}
