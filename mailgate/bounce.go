package mailgate

import (
	"bufio"
	"bytes"
	"regexp"
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/textproto"
)

// Bounce is a report on a mail that was not delivered. The token in the address that the report was sent to
// identifies the seat. If the provider sends all mails from one address, the token in the returned mail's Reply-To
// does. All other fields are optional, because half of all bounces have no machine-readable part.
type Bounce struct {
	Game      string // from the returned mail's X-Galloper
	Seat      string
	Token     string // in the returned mail's Reply-To; unverified
	Recipient string // the address that failed, "" if not given
	Action    string // `failed`, `delayed` …, "" if not given
	Status    string // RFC 3463, `5.1.1`, "" if not given
	Reason    string // the server's text, one line
	MessageID string // of the undelivered mail
}

// Final reports whether the server gave the mail up. The action decides; the status is used only if there is none,
// because after days of retries servers report `failed` with a 4xx status. A mail that was delivered or relayed has
// not bounced.
func (b *Bounce) Final() bool {
	switch b.Action {
	case "":
		return !strings.HasPrefix(b.Status, "4") && !strings.HasPrefix(b.Status, "2")
	case "delayed", "delivered", "relayed", "expanded":
		return false
	}
	return true
}

// readBounce recognises a bounce: a delivery report (RFC 3464), or a free-form mail with a null sender or from a mail
// system. It returns nil for other mail.
func readBounce(root *part, h message.Header, m *Mail) *Bounce {
	if root == nil || m.Auto == "" {
		return nil
	}
	b := &Bounce{}
	status := findPart(root, "message/delivery-status")
	free := m.Auto == "null sender" || strings.HasPrefix(m.Auto, "sent by mailer-daemon") ||
		strings.HasPrefix(m.Auto, "sent by postmaster") || bounceSubject.MatchString(m.Subject)
	switch {
	case status != nil:
		b.readStatus(status)
	case m.Auto == "bounce" || free:
		switch {
		case delaySubject.MatchString(m.Subject):
			b.Action = "delayed"
		case bounceSubject.MatchString(m.Subject):
			b.Action = "failed"
		}
		// QUIRK: Exim and Gmail name the recipient in X-Failed-Recipients.
		if failed := addresses(h.Get("X-Failed-Recipients")); len(failed) > 0 {
			b.Recipient = failed[0]
		}
		b.readFree(root)
	default:
		return nil
	}
	b.readReturned(root)
	return b
}

var (
	bounceSubject = regexp.MustCompile(`(?i)^(undeliver|delivery (status notification|failure|has failed|delayed)|mail (delivery (failed|system)|could not be delivered|not delivered)|returned mail|failure notice|` +
		`warning: (message|could not send)|delayed mail|unzustellbar|non remis|échec de la remise|no se puede entregar|no entregado|non recapitabile|onbestelbaar|не доставлено|недоставленное)`)
	delaySubject  = regexp.MustCompile(`(?i)^(warning: (message .* delayed|could not send)|delayed mail|delivery (status notification )?\(?delay|(zustellung|zustellstatus).*(verzögert|verzögerung))`)
	returnedID    = regexp.MustCompile(`(?im)^[> \t]*Message-ID:[ \t]*<([^<>\s]+)>`)
	returnedReply = regexp.MustCompile(`(?im)^[> \t]*Reply-To:(?:[^\n]|\n[> \t]+)*?[+.=_-]([a-z][a-z2-7]{16})@`)
	returnedMark  = regexp.MustCompile(`(?im)^[> \t]*` + HeaderMark + `:[ \t]*(.+)$`)
	statusPattern = regexp.MustCompile(`\b([245]\.\d{1,3}\.\d{1,3})\b`)
	replyPattern  = regexp.MustCompile(`\b(5[0-5]\d|4[0-5]\d)[ -](\S.*)`)
)

func findPart(p *part, media string) *part {
	if p.media == media || media == "message/delivery-status" && p.media == "message/global-delivery-status" {
		return p
	}
	for _, k := range p.kids {
		if f := findPart(k, media); f != nil {
			return f
		}
	}
	return nil
}

// readStatus reads the groups of fields of RFC 3464 §2.1: one about the mail, then one per recipient. Galloper's
// mails have one recipient.
func (b *Bounce) readStatus(p *part) {
	body, _ := p.decode()
	body = bytes.ReplaceAll(body, []byte("\r\n"), []byte("\n"))
	for group := range bytes.SplitSeq(body, []byte("\n\n")) {
		clean, fields, _ := cleanHead(group)
		h, err := textproto.ReadHeader(bufio.NewReader(bytes.NewReader(append(clean, '\r', '\n'))))
		if err != nil || fields == 0 {
			continue
		}
		for _, name := range []string{"Original-Recipient", "Final-Recipient"} {
			if v := h.Get(name); v != "" {
				_, address, _ := strings.Cut(v, ";")
				b.Recipient = NormalAddress(strings.Trim(address, " <>"))
			}
		}
		setOnce(&b.Action, strings.ToLower(strings.TrimSpace(h.Get("Action"))))
		setOnce(&b.Status, statusPattern.FindString(h.Get("Status")))
		setOnce(&b.Reason, oneLine(strings.TrimPrefix(h.Get("Diagnostic-Code"), "smtp;")))
	}
}

// readFree searches text parts for a status code, an SMTP reply and the returned mail's header.
func (b *Bounce) readFree(p *part) {
	if p.isText() {
		text, _ := p.decode()
		text = text[:min(len(text), 64<<10)]
		if s := statusPattern.Find(text); s != nil {
			setOnce(&b.Status, string(s))
		}
		if f := replyPattern.FindSubmatch(text); f != nil {
			setOnce(&b.Reason, validText(bytes.TrimSpace(f[0])))
			setOnce(&b.Status, string(f[1][:1])+".0.0")
		}
		if a := bareAddress.Find(text); a != nil {
			setOnce(&b.Recipient, NormalAddress(string(a)))
		}
		// qmail and Exim include the returned mail in the text itself.
		if f := returnedID.FindSubmatch(text); f != nil {
			setOnce(&b.MessageID, string(f[1]))
		}
		b.readReply(text)
		if f := returnedMark.FindSubmatch(text); f != nil {
			b.readMark(validText(f[1]))
		}
	}
	for _, k := range p.kids {
		b.readFree(k)
	}
}

// readReturned takes the Message-ID, token, game and seat from the returned mail or its header.
func (b *Bounce) readReturned(p *part) {
	if p.media == "message/rfc822" || p.media == "text/rfc822-headers" || p.media == "message/global" {
		body, _ := p.decode()
		head, _ := splitHead(body)
		if h, err := parseHead(head); err == nil {
			setOnce(&b.MessageID, firstID(h.Get("Message-Id")))
			b.readReply(head)
			b.readMark(h.Get(HeaderMark))
		}
	}
	for _, k := range p.kids {
		b.readReturned(k)
	}
}

// readReply takes the token from the returned mail's Reply-To.
func (b *Bounce) readReply(head []byte) {
	if f := returnedReply.FindSubmatch(head); f != nil {
		setOnce(&b.Token, strings.ToLower(string(f[1])))
	}
}

// readMark reads the game and seat from the [HeaderMark] field of the returned mail.
func (b *Bounce) readMark(mark string) {
	for piece := range strings.SplitSeq(mark, ";") {
		key, value, _ := strings.Cut(strings.TrimSpace(piece), "=")
		switch key {
		case "game":
			setOnce(&b.Game, value)
		case "seat":
			setOnce(&b.Seat, value)
		}
	}
}

// BounceOf returns the account that the bounce is about, found by the token in the address it was sent to or in the
// returned mail. A bounce without a valid token is ignored, because it can be forged.
func (k Keyring) BounceOf(m *Mail, accounts []Account) (Account, bool) {
	if m.Bounce == nil {
		return Account{}, false
	}
	for _, a := range accounts {
		_, ours := k.tokenTurn(&a, m.Bounce.Token)
		if ours || k.Verify(m.Token, Grant{Purpose: PurposeBounce, Game: a.Game, Seat: a.Seat, Epoch: a.Epoch}) {
			return a, true
		}
	}
	return Account{}, false
}
