package mailgate

import (
	"fmt"
	"regexp"
	"strings"
)

// candidate is a text in the mail that may hold the orders.
type candidate struct {
	source string // as in Mail.Source
	text   string // decoded, with quotes
	broken string // a sentence on why some of it may be lost, or ""
	file   int    // 1 + its index in Mail.Attachments, 0 for the body
	own    *cutter
	framed bool
}

// chooser collects the candidates from the parts of a mail.
type chooser struct {
	mail   *Mail
	limits Limits
	body   *candidate
	files  []*candidate
	gap    bool // a non-text part came after the last body text
}

// chooseText finds the text that holds the orders and reduces it to the sender's own lines. In order of preference: a
// frame ORDERS … END in the body, a frame in an attached text, the body, and an attached text if the body has no
// order.
func (m *Mail) chooseText(root *part, o Options) {
	if root == nil || m.Refuse != "" {
		return
	}
	c := chooser{mail: m, limits: o.Limits}
	c.collect(root)
	best := c.pick(o.IsOrder)
	if best == nil {
		if m.Auto == "" && m.Refuse == "" {
			m.refuse(m.noText())
		}
		return
	}
	m.take(best, o)
}

func (c *chooser) collect(p *part) {
	switch {
	case p.media == "multipart/alternative":
		c.alternative(p)
	case p.media == "multipart/signed":
		c.readSigned(p)
	case p.media == "multipart/encrypted":
		c.mail.refuse("This mail is encrypted, and Galloper has no key to decrypt it. Please send it unencrypted; a " +
			"signature is fine.")
	case strings.HasPrefix(p.media, "multipart/"):
		for _, k := range p.kids {
			c.collect(k)
		}
	case p.isSMIME():
		c.opaque(p)
	case p.media == "application/pgp-signature", strings.HasSuffix(p.media, "pkcs7-signature"):
		c.sign(p.media)
	case p.isTextFile():
		c.file(p)
	case p.isText() && !p.attached && (p.name == "" || p.media == "text/html" || c.body == nil):
		c.text(p)
	default:
		c.recordPart(p)
	}
}

func (c *chooser) sign(media string) {
	c.mail.Signed = "smime"
	if strings.Contains(media, "pgp") {
		c.mail.Signed = "pgp"
	}
}

// readSigned reads the content of a signed mail and notes the kind of the signature.
func (c *chooser) readSigned(p *part) {
	c.sign(p.params["protocol"])
	if len(p.kids) > 0 {
		c.collect(p.kids[0])
	}
}

// opaque handles S/MIME whose content lies inside the cryptographic message. If it is only signed, the walker has
// already taken the content out.
func (c *chooser) opaque(p *part) {
	if len(p.kids) > 0 {
		c.sign("smime")
		c.collect(p.kids[0])
		return
	}
	if strings.Contains(p.params["smime-type"], "signed") {
		c.sign("smime")
		c.mail.refuse("This mail has an opaque S/MIME signature, and its content could not be extracted; it may have " +
			"been damaged in transit. Please switch to clear signing, or send it unsigned.")
		return
	}
	c.mail.refuse("This mail is encrypted, and Galloper has no key to decrypt it. Please send it unencrypted; a " +
		"signature is fine.")
}

// alternative picks the plain text, or the HTML if the plain text is empty or a stub (`This mail needs an HTML
// reader`).
func (c *chooser) alternative(p *part) {
	var plain, rich *part
	for _, k := range p.kids {
		switch {
		case k.media == "text/plain" && plain == nil:
			plain = k
		case k.media == "text/calendar" || k.isText() && plain != nil && rich != nil:
		case rich == nil || !readable(rich):
			rich = k // an AMP page that comes first is not readable
		}
	}
	switch {
	case plain == nil && rich == nil:
		return
	case rich == nil:
		c.collect(plain)
	case plain == nil:
		c.collect(rich)
	case c.isStub(plain):
		c.collect(rich)
	default:
		c.collect(plain)
		c.recordUnused(rich)
	}
}

// readable reports whether the part can hold the text of an alternative.
func readable(p *part) bool { return p.isText() || strings.HasPrefix(p.media, "multipart/") }

// recordUnused records the parts below HTML that is not used: Apple Mail puts attachments there.
func (c *chooser) recordUnused(p *part) {
	for _, k := range p.kids {
		switch {
		case strings.HasPrefix(k.media, "multipart/"):
			c.recordUnused(k)
		case k.isTextFile():
			c.file(k)
		case !k.isText() || k.attached:
			c.recordPart(k)
		}
	}
}

var stubPattern = regexp.MustCompile(`(?i)html|view (this|it) in|cannot display|does not support`)

func (c *chooser) isStub(p *part) bool {
	text, _ := c.decodeText(p)
	text = strings.TrimSpace(text)
	return text == "" || len(text) < 200 && !strings.Contains(text, "\n\n") && stubPattern.MatchString(text) &&
		!isFrameStart(firstLine(text))
}

// text reads an inline text part. The first is the body. A later one continues it if another part stands in between,
// as Apple Mail writes around a picture; otherwise a list or a scanner added it.
func (c *chooser) text(p *part) {
	text, broken := c.decodeText(p)
	source := "body"
	if p.media == "text/html" {
		source = "html"
	}
	switch {
	case c.body == nil:
		c.body = &candidate{source: source, text: text, broken: broken}
	case c.gap || isFrameStart(firstLine(text)):
		c.body.text += "\n" + text
		if broken != "" {
			c.body.broken = broken
		}
	case strings.TrimSpace(text) != "":
		lines := count(strings.Count(strings.TrimSpace(text), "\n")+1, "line")
		c.mail.problem(fmt.Sprintf("The mail contains a further text of %s, which was not read because it looks like "+
			"a footer.", lines))
	}
	c.gap = false
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimLeft(s, "\r\n \t"), "\n")
	return line
}

// file records an attached text as a candidate.
func (c *chooser) file(p *part) {
	text, broken := c.decodeText(p)
	c.mail.Attachments = append(c.mail.Attachments, Attachment{Name: p.name, Type: p.media, Size: len(text)})
	c.files = append(c.files, &candidate{source: strings.TrimSpace("attachment " + p.name), text: text, broken: broken,
		file: len(c.mail.Attachments)})
	c.gap = true
}

// recordPart records a part that is never read as orders.
func (c *chooser) recordPart(p *part) {
	decoded, _ := p.decode()
	c.mail.Attachments = append(c.mail.Attachments, Attachment{Name: p.name, Type: p.media, Size: len(decoded)})
	c.gap = true
	switch {
	case p.media == "message/rfc822":
		c.mail.problem("A mail is attached to this one. Attached mails are not read; copy the orders into the mail itself.")
	case p.media == "application/ms-tnef" || strings.EqualFold(p.name, "winmail.dat"):
		c.mail.problem("The attachment winmail.dat is in Outlook's own format (TNEF) and was not read; it may " +
			"contain your attachments. In Outlook choose Format Text, Plain Text or HTML, not Rich Text, and send " +
			"the mail again.")
	case strings.HasPrefix(p.media, "image/"), strings.HasPrefix(p.media, "message/"), p.media == "text/rfc822-headers":
	default:
		c.mail.problem(fmt.Sprintf("The attachment %s was not read: orders must be in plain text (.txt).",
			attachmentName(p)))
	}
}

func attachmentName(p *part) string {
	if p.name != "" {
		return p.name
	}
	return "of type " + p.media
}

// decodeText returns a part's text with line feeds as line ends. broken says how text may be lost, or is "".
func (c *chooser) decodeText(p *part) (text, broken string) {
	if !p.decoded {
		p.text, p.broken = c.decodeOnce(p)
		p.decoded = true
	}
	return p.text, p.broken
}

func (c *chooser) decodeOnce(p *part) (text, broken string) {
	limit := c.limits.TextBytes
	if p.media == "text/html" {
		limit = c.limits.HTMLBytes
	}
	if len(p.body) > 3*limit {
		return "", fmt.Sprintf("The text of this mail is longer than %s. Send only the orders.", byteSize(int64(limit)))
	}
	raw, damaged := p.decode()
	switch {
	case len(raw) > limit:
		return "", fmt.Sprintf("The text of this mail is longer than %s. Send only the orders.", byteSize(int64(limit)))
	case damaged && p.encoding != "base64" && p.encoding != "uuencode":
		return "", fmt.Sprintf("The text of this mail has the unknown encoding %q. Please send it as plain text.",
			p.encoding)
	case damaged:
		broken = "The text of this mail was damaged in transit, and some of it may be missing. Please send it again."
	}
	label := p.params["charset"]
	if label == "" && p.media == "text/html" {
		label = htmlCharset(raw)
	}
	text, guessed, err := decodeCharset(label, raw)
	if err != nil {
		return "", fmt.Sprintf("The text of this mail is in the unknown character set %q. Please send it as UTF-8, "+
			"or in plain letters.", label)
	}
	if guessed {
		c.mail.repaired("some characters did not match the stated character set and were guessed")
	}
	return c.lines(p, text), broken
}

// lines returns the lines of a decoded text as a reader sees them.
func (c *chooser) lines(p *part, text string) string {
	if strings.Contains(text, "\x00") {
		c.mail.repaired(repairSaid[nulRune])
		text = strings.ReplaceAll(text, "\x00", "")
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.ReplaceAll(text, "\r", "\n")
	switch {
	case p.media == "text/html":
		return htmlText(text, &c.mail.work)
	case strings.EqualFold(p.params["format"], "flowed"):
		return unflow(text, strings.EqualFold(p.params["delsp"], "yes"))
	}
	return text
}

// repaired adds the sentences that Repairs does not have yet.
func (m *Mail) repaired(said ...string) {
next:
	for _, s := range said {
		for _, r := range m.Repairs {
			if r == s {
				continue next
			}
		}
		m.Repairs = append(m.Repairs, s)
	}
}

// pick returns the candidate that holds the orders, from the body and the attached texts.
func (c *chooser) pick(isOrder func(string) bool) *candidate {
	var framed []*candidate
	for _, t := range append([]*candidate{c.body}, c.files...) {
		if t == nil {
			continue
		}
		t.clear(c.mail, isOrder)
		if t.framed {
			framed = append(framed, t)
		}
	}
	switch {
	case len(framed) > 1 && !sameText(framed):
		c.mail.refuse("This mail contains orders between ORDERS and END in several places, and they differ. Send " +
			"only one of them.")
		return framed[0]
	case len(framed) > 0:
		return framed[0]
	case c.body == nil && len(c.files) == 0:
		return nil
	case c.body == nil || !hasOrders(c.body.own, isOrder) && len(c.files) > 0:
		if len(c.files) > 1 {
			c.mail.problem(fmt.Sprintf("%d texts are attached; only the first was read.", len(c.files)))
		}
		return c.files[0]
	}
	for _, f := range c.files {
		c.mail.problem(fmt.Sprintf("The %s was not read, because the mail itself contains orders.", f.source))
	}
	return c.body
}

func sameText(list []*candidate) bool {
	for _, t := range list[1:] {
		if joinLines(t.own.kept) != joinLines(list[0].own.kept) {
			return false
		}
	}
	return true
}

// clear reduces the candidate to its writer's own lines.
func (t *candidate) clear(m *Mail, isOrder func(string) bool) {
	text, pgp := unwrapPGP(t.text)
	if pgp {
		m.Signed = "pgp"
	}
	if strings.Contains(t.text, "-----BEGIN PGP MESSAGE-----") {
		m.refuse("This mail is encrypted, and Galloper has no key to decrypt it. Please send it unencrypted; a " +
			"signature is fine.")
	}
	t.own = cutText(text, isOrder, &m.work)
	t.own.fillIn()
	for _, in := range t.own.framed {
		t.framed = t.framed || in
	}
}

// hasOrders reports whether a kept line begins an order.
func hasOrders(c *cutter, isOrder func(string) bool) bool {
	for _, l := range c.kept {
		if isOrder(strings.TrimSpace(l.text)) {
			return true
		}
	}
	return false
}

var orderLook = regexp.MustCompile(`^(\d+[.)]\s+)?([A-Z]{2,}\b|[\p{L}\d][\p{L}\d ./'-]{0,40}:\s*\S)`)

// looksLikeOrder guesses whether a line is an order: it begins with a word in capitals, or with a name and a colon.
func looksLikeOrder(line string) bool { return orderLook.MatchString(line) }

func (m *Mail) take(t *candidate, o Options) {
	if t.broken != "" {
		m.refuse(t.broken)
	}
	if t.file > 0 {
		m.Attachments[t.file-1].Read = true
	}
	kept := trimBlank(t.own.kept)
	if len(kept) > o.Limits.Lines {
		m.refuse(fmt.Sprintf("The orders in this mail have %d lines; at most %d are read.", len(kept), o.Limits.Lines))
		kept = kept[:o.Limits.Lines]
	}
	m.Source, m.Cuts, m.Text = t.source, t.own.cuts, joinLines(kept)
	var changed repairs
	for _, l := range kept {
		m.Lines = append(m.Lines, l.n)
		changed |= l.changed
	}
	m.repaired(changed.said()...)
	m.Missed = t.own.missed
	m.Below = strings.Join(t.own.below, "\n")
	if t.own.forwarded && m.Text != "" {
		m.problem("This text was forwarded from another mail, and is read as yours.")
	}
	if m.Text == "" && m.Refuse == "" && m.Auto == "" {
		m.problem(m.emptyReason(t.own))
	}
}

// emptyReason explains why no text is left.
func (m *Mail) emptyReason(c *cutter) string {
	for _, cut := range c.cuts {
		if cut.Why == cutQuoted || cut.Why == cutOriginal || cut.Why == cutReport {
			return "All text of this mail is quoted. Write the orders above the quoted text, without a > in front."
		}
	}
	return m.noText()
}

// noText says that the mail is empty. If the subject may hold orders, it adds that subjects are not read.
func (m *Mail) noText() string {
	const empty = "This mail contains no text. Write the orders in the mail itself, or attach them as a .txt file."
	if m.Subject == "" || answers.MatchString(m.Subject) {
		return empty
	}
	return empty + " The subject is not read as orders."
}

// answers matches the subject prefixes of replies and forwards.
var answers = regexp.MustCompile(`(?i)^(re|aw|sv|antw|vs|odp|ref|rif|r|fw|fwd|wg|tr|rv)\s*:`)

// trimBlank drops empty lines at both ends and reduces each run of them to one.
func trimBlank(lines []textLine) []textLine {
	var out []textLine
	for _, l := range lines {
		blank := strings.TrimSpace(l.text) == ""
		if blank && (len(out) == 0 || strings.TrimSpace(out[len(out)-1].text) == "") {
			continue
		}
		out = append(out, l)
	}
	for len(out) > 0 && strings.TrimSpace(out[len(out)-1].text) == "" {
		out = out[:len(out)-1]
	}
	return out
}

func joinLines(lines []textLine) string {
	var b strings.Builder
	for i, l := range lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(l.text)
	}
	return b.String()
}

var pgpDash = regexp.MustCompile(`(?m)^- `)

// unwrapPGP returns a text with the PGP armour of its clear-signed part removed (RFC 9580 §7).
func unwrapPGP(text string) (string, bool) {
	before, rest, ok := strings.Cut(text, "-----BEGIN PGP SIGNED MESSAGE-----\n")
	if !ok {
		return text, false
	}
	_, rest, _ = strings.Cut(rest, "\n\n") // the Hash fields
	content, rest, ok := strings.Cut(rest, "-----BEGIN PGP SIGNATURE-----")
	if !ok {
		return text, false
	}
	_, after, _ := strings.Cut(rest, "-----END PGP SIGNATURE-----")
	return before + pgpDash.ReplaceAllString(content, "") + after, true
}
