package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"galloper/cmd/galloper/internal/prose"
	"galloper/mailgate"
	"galloper/mailgate/imapbox"
	"galloper/mailgate/smtpout"
)

// roundTripTime limits the wait for a mail that the service sends to itself.
const roundTripTime = 90 * time.Second

// roundTrip mails the service itself at a tagged address, as a player's answer would, and waits until the mail is in
// the mailbox or a running service has filed it.
func (d *doctor) roundTrip(ctx context.Context) {
	const what = "round trip"
	if d.config.Mail.Address == "" || d.config.IMAP.Address == "" || d.config.SMTP.Address == "" {
		d.found(what, errors.New("no mail was sent"), "set mail.address, [imap] and [smtp]")
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
		d.found(what, err, adviceFor(err))
		return
	}
	begun := time.Now()
	folder, received, err := d.comesBack(ctx, token)
	if err != nil {
		d.found(what, fmt.Errorf("the sending server accepted a mail to %s, but it did not arrive within %s", to,
			roundTripTime),
			"check that the server delivers tagged addresses to this mailbox (Postfix: recipient_delimiter, equal to "+
				"mail.delimiter), and look for a bounce and in the spam folder")
		return
	}
	d.found(what, nil, fmt.Sprintf("a mail to %s came back after %s, into %s; it may be deleted", to,
		time.Since(begun).Round(time.Second), folder))
	if off := clockOff(begun, received); off != nil {
		d.found("clock", off, "set this computer's clock: deadlines depend on it")
	}
}

// mostOff is the largest acceptable difference between the two servers' clocks.
const mostOff = 5 * time.Minute

// clockOff returns an error if the mail server's time of receipt is too far from the time of sending.
func clockOff(sent, received time.Time) error {
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
