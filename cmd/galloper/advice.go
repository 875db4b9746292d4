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
	{isA[*net.DNSError], "the name of the server is not known; look at its spelling and at your network"},
	{isA[tls.RecordHeaderError],
		"what answers there does not begin with TLS: set tls to starttls, or the port to the one for TLS (993 for IMAP, " +
			"465 for SMTP)"},
	{isA[x509.UnknownAuthorityError],
		"the server's certificate is not known to this machine; if the server is your own, name the file of its " +
			"certificate with roots"},
	{
		both(either(isErr(io.EOF), isErr(io.ErrUnexpectedEOF)), either(says("greeting"), says("STARTTLS"))),
		"the server hung up before it said a word: its port is perhaps one for TLS from the first byte (993 for IMAP, " +
			"465 for SMTP); set tls to implicit, " +
			"or take the port for STARTTLS (143, 587)",
	},
	{isA[x509.HostnameError], "the certificate is for another name; write the address as the certificate has it"},
	{isA[x509.CertificateInvalidError],
		"the certificate does not hold now; has it run out, and is this machine's clock right?"},
	{says("STARTTLS command first"),
		"the server takes mail over TLS alone: set tls to starttls, or to implicit and the port to the one for TLS (465)"},
	{
		refused(`sender address rejected|send ?as|not owned|5\.7\.60|5\.1\.[78]`),
		"the server does not let this account send as that address: sign in as the one that owns it, or allow it on the " +
			"server (Postfix: smtpd_sender_login_maps)",
	},
	{
		refused(`relay|auth(entication|orization)? (is )?required`),
		"the server takes mail to others only from who has signed in: set user and password in [smtp], and the port to " +
			"the one for submission (587, or 465)",
	},
	{refused(`[45]\.2\.2|mailbox (is )?full|over quota|quota exceeded|insufficient (system )?storage`),
		"the mailbox that it is for is full: delete mails there, or raise its quota"},
	{isErr(imapbox.ErrFull), "delete mails, first of all in Processed and Quarantine, or raise the quota: a mail " +
		"that finds no room goes back to the player"},
	{refused(`gr[ae]y.?list|postgrey`),
		"the server puts off who has not written to it before, and takes the same mail some minutes later " +
			"(greylisting): ask once more in ten minutes. A running service tries again by itself, and loses nothing"},
	{
		isOwn,
		"the server does not know the service's own address: look at mail.address; where only the one with a tag is " +
			"refused, at mail.delimiter, " +
			"which must be the server's (Postfix: recipient_delimiter)",
	},
	{refused(`limit|quota|too many`),
		"the provider lets this account send no more for now; wait, or ask it for a higher limit"},
	{refused(`5\.1\.1|unknown|no such`),
		"the server does not know the address; look at its spelling, and whether it delivers addresses with a tag"},
	{refused(`^4`), waitAWhile},
	{putsOff, waitAWhile + ". Where it stays so, the server's own log says why: of TLS that its certificate or key cannot " +
		"be read, perhaps"},
	{says("STARTTLS"), "the server has no STARTTLS there: set tls to implicit and the port to the one for TLS (993 " +
		"for IMAP, 465 for SMTP)"},
	{
		isErr(signin.ErrNoMechanism),
		"the server wants another way to sign in: TLS first where tls is none, an app password where it offers PLAIN or " +
			"LOGIN, else OAuth2 by token_command or token_file",
	},
	{isA[*exec.ExitError],
		"run the token command by itself, as the user that galloper runs as; its last line must be the token alone"},
	{
		either(isA[*exec.Error], both(isA[*fs.PathError], says("the token command"))),
		"the token command is not there, or may not be run; write its whole path, each word an element of the list",
	},
	{both(isErr(fs.ErrNotExist), says("signing in")),
		"the token file is missing; whatever renews the token must write it before galloper starts"},
	{says("refused the token"),
		"the token was refused: it has run out, or is for another user or another purpose; renew it, and look at user"},
	{isAuthFailure, "the user or the password is wrong; most providers want an app password or OAuth2 here " +
		"(docs/mail.md)"},
	{isErr(context.DeadlineExceeded), "the server does not answer in time; is the port one for TLS, and does tls say so?"},
	{isA[*net.OpError], "nothing answers there; look at the address, the port and the firewall"},
	{isNoMailbox, "there is no such mailbox; look at its name and case, as a mail program shows it"},
}

const waitAWhile = "the server asks to wait, and mails would be tried again; ask once more in some minutes"

// adviceFor returns advice for the error, or "".
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

// refused matches a mail refused with a text that matches the pattern.
func refused(words string) func(error) bool {
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

func both(a, b func(error) bool) func(error) bool {
	return func(err error) bool { return a(err) && b(err) }
}

func either(a, b func(error) bool) func(error) bool {
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
