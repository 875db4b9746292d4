package mailgate

import (
	"bytes"
	"cmp"
	"fmt"
	"mime"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/emersion/go-message"
)

type part struct {
	media    string // media type in lower case, `text/plain` if not given
	params   map[string]string
	name     string // file name, decoded
	attached bool   // Content-Disposition says attachment
	encoding string // as returned by transferEncoding
	body     []byte // still encoded; nil for a multipart
	kids     []*part

	text, broken string // result of decodeText
	decoded      bool
}

func (p *part) isText() bool { return p.media == "text/plain" || p.media == "text/html" }

// isTextFile reports whether the part is a text that the sender attached. A file name that says so counts whatever
// the type.
func (p *part) isTextFile() bool {
	lower := strings.ToLower(p.name)
	named := strings.HasSuffix(lower, ".txt") || strings.HasSuffix(lower, ".text") || strings.HasSuffix(lower, ".orders")
	switch {
	case p.media == "text/plain":
		return named || p.attached
	case p.media == "text/html":
		return false
	}
	// QUIRK: the type depends on which program opens such files on the sender's machine.
	return named && (strings.HasPrefix(p.media, "text/") || strings.HasPrefix(p.media, "application/"))
}

// isSMIME reports whether the part is an S/MIME message, by its type, or by its name if a gateway made it an octet
// stream.
func (p *part) isSMIME() bool {
	return strings.HasSuffix(p.media, "pkcs7-mime") || p.media == "application/octet-stream" && strings.EqualFold(p.name,
		"smime.p7m")
}

// decode returns the part's bytes without their transfer encoding, and whether bytes were lost.
func (p *part) decode() ([]byte, bool) { return decodeTransfer(p.encoding, p.body) }

// walker builds the MIME tree within the limits. Its cost is linear in the mail for each level of depth, and depth is
// bounded.
type walker struct {
	limits Limits
	mail   *Mail
	parts  int
}

// walk reads the entity with this header and body. It returns nil and refuses the mail once a limit is exceeded. torn
// means that only the beginning of the body is there.
func (w *walker) walk(h message.Header, body []byte, depth int, torn bool) *part {
	w.parts++
	switch {
	case depth > w.limits.Depth:
		w.mail.refuse(fmt.Sprintf("The parts of this mail are nested more than %d deep. Send the orders as plain "+
			"text.", w.limits.Depth))
		return nil
	case w.parts > w.limits.Parts:
		w.mail.refuse(fmt.Sprintf("This mail has more than %d parts. Send the orders as plain text.", w.limits.Parts))
		return nil
	}
	p := newPart(h)
	boundary := p.params["boundary"]
	if boundary == "" && strings.HasPrefix(p.media, "multipart/") {
		boundary = seenBoundary(body)
	}
	raw, inner := p.disguised(body)
	if inner != "" {
		p.media, boundary, body = "multipart/mixed", inner, raw
	}
	if !strings.HasPrefix(p.media, "multipart/") || boundary == "" {
		if boundary == "" && strings.HasPrefix(p.media, "multipart/") {
			// QUIRK: some gateways declare a plain text as a multipart without a boundary.
			p.media = "text/plain"
		}
		if torn && (p.isText() || p.isTextFile() || p.isSMIME()) {
			w.mail.refuse("The text of this mail is too long.")
			return nil
		}
		p.body = body
		w.unwrap(p, depth)
		return p
	}
	sections, whole := splitParts(body, boundary)
	for i, section := range sections {
		kid := w.section(section, p.media, depth, torn && !whole && i == len(sections)-1)
		if kid == nil {
			return p
		}
		p.kids = append(p.kids, kid)
	}
	if inner != "" && !slices.ContainsFunc(p.kids, func(k *part) bool { return !k.isText() }) {
		p.media = "multipart/alternative"
	}
	return p
}

// disguised returns the content and boundary of a multipart that is declared as plain text, as some gateways leave
// it, or "" for other parts. Above the boundary only one line, which mentions MIME, is allowed: below other text it
// is quoted mail.
func (p *part) disguised(body []byte) (raw []byte, boundary string) {
	if p.media != "text/plain" || p.attached {
		return nil, ""
	}
	raw, _ = decodeTransfer(p.encoding, body)
	boundary = seenBoundary(raw)
	preamble, _, _ := bytes.Cut(raw, []byte("--"+boundary))
	preamble = bytes.TrimSpace(preamble)
	if len(preamble) > 0 && (bytes.Contains(preamble, []byte("\n")) || !bytes.Contains(preamble, []byte("MIME"))) {
		return nil, ""
	}
	return raw, boundary
}

// seenBoundary finds a boundary that the header does not give: the first line that looks like one and has a part's
// header below it.
func seenBoundary(body []byte) string {
	for range 100 { // lines of preamble
		line, rest, ok := bytes.Cut(body, []byte("\n"))
		if !ok {
			return ""
		}
		name, isMark := bytes.CutPrefix(bytes.TrimRight(line, " \t\r"), []byte("--"))
		next, _, _ := bytes.Cut(rest, []byte("\n"))
		header := len(next) > 8 && bytes.EqualFold(next[:8], []byte("Content-")) && isField(next)
		if isMark && header && len(name) > 0 && len(name) <= 70 {
			return string(name)
		}
		body = rest
	}
	return ""
}

// unwrap adds the content of an opaque signed S/MIME part as a child.
func (w *walker) unwrap(p *part, depth int) {
	if !p.isSMIME() {
		return
	}
	raw, _ := p.decode()
	content, ok := signedContent(raw)
	if !ok || len(content) == 0 {
		return
	}
	if kid := w.section(content, p.media, depth, false); kid != nil {
		p.kids = []*part{kid}
	}
}

func (w *walker) section(section []byte, parent string, depth int, torn bool) *part {
	head, body := splitHead(section)
	if section[0] == '\n' || section[0] == '\r' {
		head = nil
		_, body, _ = bytes.Cut(section, []byte("\n"))
	}
	if len(head) > w.limits.PartHeaderBytes {
		w.mail.refuse(fmt.Sprintf("A part of this mail has a header of %s; at most %s are read. Send the orders as "+
			"plain text.",
			byteSize(int64(len(head))), byteSize(int64(w.limits.PartHeaderBytes))))
		return nil
	}
	h, err := parseHead(head)
	if err != nil {
		h = message.Header{} // read the part as plain text
	}
	if parent == "multipart/digest" && !h.Has("Content-Type") {
		h.Set("Content-Type", "message/rfc822")
	}
	return w.walk(h, body, depth+1, torn)
}

// splitParts splits a multipart's body at its boundary lines and drops preamble and epilogue. Forwarders may lose the
// last boundary; whole is true if it is there.
func splitParts(body []byte, boundary string) (parts [][]byte, whole bool) {
	delimiter := []byte("--" + boundary)
	start := -1
	for at := 0; at < len(body); {
		end := bytes.IndexByte(body[at:], '\n')
		if end < 0 {
			end = len(body) - at - 1
		}
		next := at + end + 1
		if bytes.HasPrefix(body[at:next], delimiter) {
			rest := bytes.TrimSpace(body[at+len(delimiter) : next])
			if last := bytes.Equal(rest, []byte("--")); last || len(rest) == 0 {
				if start >= 0 {
					parts = appendPart(parts, body[start:at])
				}
				if last {
					return parts, true
				}
				start = next
			}
		}
		at = next
	}
	if start >= 0 {
		parts = appendPart(parts, body[start:])
	}
	return parts, false
}

// appendPart adds a section without the line end that belongs to the boundary.
func appendPart(parts [][]byte, section []byte) [][]byte {
	section = bytes.TrimSuffix(section, []byte("\n"))
	section = bytes.TrimSuffix(section, []byte("\r"))
	if len(section) == 0 {
		return parts
	}
	return append(parts, section)
}

func newPart(h message.Header) *part {
	p := &part{encoding: transferEncoding(h.Get("Content-Transfer-Encoding"))}
	p.media, p.params = mediaType(h.Get("Content-Type"))
	switch p.media {
	case "", "text", "text/markdown", "text/x-markdown", "text/enriched", "text/x-plain":
		p.media = "text/plain"
	case "html":
		p.media = "text/html"
	}
	disposition, dparams := mediaType(h.Get("Content-Disposition"))
	p.attached = disposition == "attachment"
	p.name = cmp.Or(foreignName(h.Get("Content-Disposition")), dparams["filename"], foreignName(h.Get("Content-Type")),
		p.params["name"])
	if d, err := wordDecoder.DecodeHeader(p.name); err == nil {
		p.name = d
	}
	p.name = strings.Join(strings.Fields(strings.ToValidUTF8(p.name, "?")), " ")
	return p
}

var extended = regexp.MustCompile(`(?i)[;\s](file)?name\*(\d*)\*?\s*=\s*("[^"]*"|[^;\s]+)`)

// foreignName decodes an RFC 2231 file name, possibly in pieces, with a charset other than UTF-8, which Go does not
// decode: `filename*=iso-8859-1'de'f%FCr.txt`.
func foreignName(field string) string {
	if !strings.Contains(field, "*") {
		return ""
	}
	whole := ""
	for _, f := range extended.FindAllStringSubmatch(field, 20) {
		whole += strings.Trim(f[3], `"`)
	}
	label, rest, ok := strings.Cut(whole, "'")
	if !ok || utf8Labels[strings.ToLower(label)] {
		return ""
	}
	_, rest, _ = strings.Cut(rest, "'") // skip the language
	raw, err := url.PathUnescape(rest)
	if err != nil {
		return ""
	}
	text, _, err := decodeCharset(label, []byte(raw))
	if err != nil {
		return ""
	}
	return text
}

// mediaType parses `type; key=value …`. If the field violates RFC 2045, it returns the type and the parameters that
// can be read.
func mediaType(field string) (string, map[string]string) {
	if field == "" {
		return "", nil
	}
	if t, params, err := mime.ParseMediaType(field); err == nil {
		return t, params
	}
	params := map[string]string{}
	pieces := strings.Split(field, ";")
	for _, piece := range pieces[1:] {
		key, value, ok := strings.Cut(piece, "=")
		key = strings.ToLower(strings.TrimSpace(key))
		if _, again := params[key]; ok && !again {
			params[key] = strings.Trim(strings.TrimSpace(value), `"'\`)
		}
	}
	t := strings.ToLower(strings.TrimSpace(pieces[0]))
	if !strings.Contains(t, "/") {
		t = map[string]string{"text": "text/plain", "html": "text/html", "attachment": "attachment", "inline": "inline"}[t]
	}
	return t, params
}
