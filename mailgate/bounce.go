package mailgate

import (
	"bufio"
	"bytes"
	"regexp"
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/textproto"
)

// Bounce is what a report on a mail that was not delivered says. The token in
// the address that it came to tells which seat it is about, or where a provider has
// mails go out under one address alone, that in the returned mail's Reply-To. All else is
// detail, for half of the bounces in the world have no machine-readable part.
type Bounce struct {
	Game      string // by the returned mail's X-Galloper
	Seat      string
	Token     string // in the returned mail's Reply-To; believe nothing before it is verified
	Recipient string // the address that failed, "" where not said
	Action    string // `failed`, `delayed` …, "" where not said
	Status    string // RFC 3463, `5.1.1`, "" where not said
	Reason    string // the server's words, one line
	MessageID string // of the mail that was not delivered
}

// Final reports whether the mail was given up. A server says so by the action, and only
// where it names none by the status: after days of trying it writes `failed` and a status
// that begins with 4. That a mail was delivered, or handed on, is no bounce at all.
func (b *Bounce) Final() bool {
	switch b.Action {
	case "":
		return !strings.HasPrefix(b.Status, "4") && !strings.HasPrefix(b.Status, "2")
	case "delayed", "delivered", "relayed", "expanded":
		return false
	}
	return true
}

// readBounce recognises a bounce: a delivery report (RFC 3464), or a mail from
// nobody or from a mail system in free form. It returns nil for other mail.
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
		// QUIRK: Exim and Gmail name the recipient in a field of their own.
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

// readStatus reads the groups of fields of RFC 3464 §2.1: one about the mail,
// one for each recipient. Galloper's mails have one.
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

// readFree looks for a status code or an SMTP reply in the text.
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
		// What came back may stand in the text itself, as qmail and Exim set it.
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

// readReturned looks into the returned mail, or its header, for what it was.
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

// readReply reads the secret that answers to our mail were to bear.
func (b *Bounce) readReply(head []byte) {
	if f := returnedReply.FindSubmatch(head); f != nil {
		setOnce(&b.Token, strings.ToLower(string(f[1])))
	}
}

// readMark reads the mark of our own mails, for which game and seat they were.
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

// BounceOf reports for which of the accounts the bounce is, by the token in the
// address that it came to, or in what came back. A bounce without one is not believed:
// anybody can write one.
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
