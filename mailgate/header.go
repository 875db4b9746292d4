package mailgate

import (
	"bufio"
	"bytes"
	"fmt"
	"net/mail"
	"regexp"
	"strings"
	"unicode"

	"github.com/emersion/go-message"
	gomail "github.com/emersion/go-message/mail"
	"github.com/emersion/go-message/textproto"
	"golang.org/x/net/idna"
)

// splitHead splits raw at its first empty line, or before a boundary line above it. A mail with neither is all header
// if it begins with a field, else all body.
func splitHead(raw []byte) (head, body []byte) {
	for at := 0; at < len(raw); {
		end := bytes.IndexByte(raw[at:], '\n')
		if end < 0 {
			break
		}
		switch line := raw[at : at+end]; {
		case len(bytes.TrimRight(line, "\r")) == 0:
			return raw[:at], raw[at+end+1:]
		case bytes.HasPrefix(line, []byte("--")) && !isField(line):
			return raw[:at], raw[at:] // QUIRK: some programs leave out the empty line
		}
		at += end + 1
	}
	first, _, _ := bytes.Cut(raw, []byte("\n"))
	if !isField(first) {
		return nil, raw
	}
	return raw, nil
}

// isField reports whether the line begins a header field: printable ASCII and a colon (RFC 5322 §2.2).
func isField(line []byte) bool {
	name, _, ok := bytes.Cut(line, []byte(":"))
	name = bytes.TrimRight(name, " \t")
	if !ok || len(name) == 0 {
		return false
	}
	for _, c := range name {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return true
}

// cleanHead drops NUL and lines that are neither field nor continuation, which would make textproto.ReadHeader fail.
// It returns the number of fields and of dropped lines.
func cleanHead(head []byte) (clean []byte, fields, dropped int) {
	clean = make([]byte, 0, len(head)+4)
	kept := false  // the field that a folded line continues was kept
	var nul []byte // replacement for NUL in that field
	for line := range bytes.Lines(head) {
		line = bytes.TrimRight(line, "\r\n")
		switch {
		case len(line) == 0:
		case line[0] == ' ' || line[0] == '\t':
			if !kept {
				dropped++
				continue
			}
			clean = append(append(clean, without(line, nul)...), '\r', '\n')
		case isField(line):
			fields++
			kept = true
			name, value, _ := bytes.Cut(line, []byte(":"))
			name, nul = bytes.TrimRight(name, " \t"), nil
			if bytes.EqualFold(name, []byte("Authentication-Results")) {
				nul = []byte{1} // the server's filter may have stopped at NUL, so make the field unreadable
			}
			clean = append(append(clean, name...), ':')
			clean = append(append(clean, without(value, nul)...), '\r', '\n')
		case bytes.HasPrefix(line, []byte("From ")) && fields == 0, bytes.HasPrefix(line, []byte(">From ")):
			// the envelope line of an mbox
		default:
			dropped++
			kept = false // its continuation must not be added to the field above
		}
	}
	return clean, fields, dropped
}

func without(line, nul []byte) []byte { return bytes.ReplaceAll(line, []byte{0}, nul) }

// parseHead reads a header block of a mail or of a part.
func parseHead(head []byte) (message.Header, error) {
	clean, _, _ := cleanHead(head)
	h, err := textproto.ReadHeader(bufio.NewReader(bytes.NewReader(append(clean, '\r', '\n'))))
	return message.Header{Header: h}, err
}

func (m *Mail) readHeader(head []byte, l Limits) (message.Header, bool) {
	if len(head) > l.HeaderBytes {
		m.refuse(fmt.Sprintf("The header of this mail has %s; at most %s are read. Write a new mail instead of a "+
			"reply.",
			byteSize(int64(len(head))), byteSize(int64(l.HeaderBytes))))
		return message.Header{}, false
	}
	_, fields, dropped := cleanHead(head)
	switch {
	case fields == 0 && m.Size == 0:
		m.refuse("This mail is empty.")
	case fields == 0:
		m.refuse("This is not a mail: it has no header.")
	case fields > l.HeaderFields:
		m.refuse(fmt.Sprintf("The header of this mail has %d fields; at most %d are read. Write a new mail instead "+
			"of a reply.", fields, l.HeaderFields))
	case dropped > 0:
		m.problem(fmt.Sprintf("%s of the mail's header could not be read; the mail may have been damaged in transit.",
			count(dropped, "line")))
	}
	if m.Refuse != "" {
		return message.Header{}, false
	}
	h, err := parseHead(head)
	if err != nil {
		m.refuse("The header of this mail could not be read; the mail may have been damaged in transit. Please send " +
			"it again.")
		return h, false
	}
	return h, true
}

// readEnvelope fills the fields of m that come from the header.
func (m *Mail) readEnvelope(h message.Header, o Options) {
	gh := gomail.Header{Header: h}
	m.From = m.readFrom(h)
	m.Recipients = recipients(h, o.Limits.Recipients)
	m.MessageID = firstID(h.Get("Message-Id"))
	m.InReplyTo = firstID(h.Get("In-Reply-To"))
	m.References = messageIDs(h.Get("References"), o.Limits.References)
	m.Subject = headerText(h, "Subject")
	if d, err := gh.Date(); err == nil {
		m.Date = d
	}
	for f := h.Fields(); f.Next(); {
		switch k := strings.ToLower(f.Key()); k {
		case "received", "authentication-results":
			m.trace = append(m.trace, traceField{k, f.Value()})
		case "dkim-signature":
			m.signed = append(m.signed, parseSignature(f.Value()))
		}
	}
	m.written = map[string][]string{"to": addresses(h.Get("To")), "cc": addresses(h.Get("Cc"))}
	for _, name := range steering {
		if len(h.Values(name)) > 1 && m.doubled == "" {
			m.doubled = name
		}
	}
	for _, name := range []string{"Sender", "Reply-To", "To", "Subject", "Date", "Message-Id"} {
		if n := len(h.Values(name)); n > 1 {
			m.problem(fmt.Sprintf("The header has %d %s fields instead of one; the first was read.", n, name))
		}
	}
}

// steering are fields that affect how a mail is read. If one occurs twice, a signature covers the lowest but the
// topmost is read, so such a mail does not count as signed.
var steering = []string{"To", "Cc", "Date", "Subject", "Message-Id", "In-Reply-To", "References", "Content-Type",
	"Content-Transfer-Encoding"}

// readFrom returns the address of the only From mailbox, or "". A mail with two From fields could pass DKIM with one
// and display the other.
func (m *Mail) readFrom(h message.Header) string {
	froms := h.Values("From")
	if len(froms) != 1 {
		m.problem(fmt.Sprintf("The header has %d From fields instead of one, so the sender is unknown.", len(froms)))
		return ""
	}
	list := addresses(froms[0])
	if len(list) != 1 {
		m.problem(fmt.Sprintf("The From field contains %s instead of one, so the sender is unknown.",
			plural(len(list), "address", "addresses")))
		return ""
	}
	return list[0]
}

// recipients returns the addresses that the mail was delivered or written to. The fields of the receiving server come
// first: they stand on top, above any that the sender forged.
func recipients(h message.Header, limit int) []string {
	var out []string
	seen := map[string]bool{}
	for _, name := range []string{"Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "To", "Cc",
		"X-Forwarded-To", "Resent-To"} {
		for _, v := range h.Values(name) {
			for _, a := range addresses(v) {
				if !seen[a] && len(out) < limit {
					seen[a] = true
					out = append(out, a)
				}
			}
		}
	}
	return out
}

var (
	quotedString = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	angleAddress = regexp.MustCompile(`<\s*([^<>\s"]+@[^<>\s"]+)\s*>`)
	bareAddress  = regexp.MustCompile(`[^\s<>,;:"()]+@[^\s<>,;:"()]+`)
	idPattern    = regexp.MustCompile(`<([^<>\s]+)>`)
)

// addresses reads an address list. If the field violates RFC 5322 (`Foo, Bar <a@b>`), it returns the addresses in
// angle brackets, or else the bare ones, but never a display name.
func addresses(field string) []string {
	if strings.TrimSpace(field) == "" {
		return nil
	}
	var out []string
	if list, err := (&mail.AddressParser{WordDecoder: wordDecoder}).ParseList(field); err == nil {
		for _, a := range list {
			out = append(out, NormalAddress(a.Address))
		}
		return out
	}
	plain := quotedString.ReplaceAllString(field, "")
	if found := angleAddress.FindAllStringSubmatch(plain, -1); found != nil {
		for _, f := range found {
			out = append(out, NormalAddress(f[1]))
		}
		return out
	}
	for _, a := range bareAddress.FindAllString(plain, -1) {
		out = append(out, NormalAddress(a))
	}
	return out
}

// NormalAddress returns the address with its domain in lower case and, if it is
// an international one, in its ASCII form.
func NormalAddress(a string) string {
	a = strings.TrimSpace(a)
	at := strings.LastIndexByte(a, '@')
	if at < 0 {
		return a
	}
	domain := strings.ToLower(strings.TrimSuffix(a[at+1:], "."))
	if ascii, err := idna.Lookup.ToASCII(domain); err == nil {
		domain = ascii
	}
	return a[:at] + "@" + domain
}

// SameAddress reports whether two addresses reach the same person. Local parts are compared without case: all
// providers in use ignore it, and an address typed by an umpire must match the one that a phone sends.
func SameAddress(a, b string) bool {
	return a != "" && strings.EqualFold(NormalAddress(a), NormalAddress(b))
}

// headerText returns a decoded field on one line, without control characters.
func headerText(h message.Header, name string) string {
	v := h.Get(name)
	if t, err := wordDecoder.DecodeHeader(v); err == nil {
		v = t
	}
	v = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, validText([]byte(v)))
	return strings.Join(strings.Fields(v), " ")
}

func firstID(field string) string {
	if ids := messageIDs(field, 1); ids != nil {
		return ids[0]
	}
	// QUIRK: some mailers of devices write Message-ID without angle brackets.
	if f := strings.Fields(field); len(f) == 1 && !strings.ContainsAny(f[0], "<>") {
		return f[0]
	}
	return ""
}

func messageIDs(field string, limit int) []string {
	var ids []string
	for _, f := range idPattern.FindAllStringSubmatch(field, limit) {
		ids = append(ids, f[1])
	}
	return ids
}

func count(n int, one string) string { return plural(n, one, one+"s") }

func plural(n int, one, many string) string {
	switch n {
	case 0:
		return "no " + many
	case 1:
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
