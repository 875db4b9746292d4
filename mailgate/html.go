package mailgate

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// cutMark is a line that the HTML reader inserts where a client's markup begins the quoted mail. Texts cannot contain
// it, because NUL is dropped earlier.
const cutMark = "\x00quoted from here"

// htmlText returns the text that a person sees. Block elements and <br> break lines; a table row is one line with a
// blank between cells; quoted lines start with `> `; signatures are left out. It reads tokens, not a tree, so that
// its cost does not depend on the nesting.
func htmlText(source string, work *budget) string {
	w := htmlWriter{work: work}
	z := html.NewTokenizer(strings.NewReader(source))
	for {
		kind := z.Next()
		work.spend(1 + len(z.Raw()))
		switch kind {
		case html.ErrorToken:
			w.endLine()
			return w.String()
		case html.TextToken:
			if w.hidden == 0 {
				w.text(string(z.Text()))
			}
		case html.StartTagToken:
			w.open(z.Token(), false)
		case html.SelfClosingTagToken:
			w.open(z.Token(), true)
		case html.EndTagToken:
			tag := z.Token().DataAtom
			w.close(tag)
			w.plain = w.plain || tag == atom.Body || tag == atom.Html
		}
	}
}

// htmlElement is an open element that changes how its content is read.
type htmlElement struct {
	tag                         atom.Atom
	quote, hide, pre, wingdings bool
	start                       int // number of lines before it
}

// htmlLine is a line in pieces, so that cells can be appended to a table row without copying it.
type htmlLine struct {
	quotes int
	pieces []string
	ink    bool // it has a character other than a blank
	marks  bool // and all such characters are quote marks
}

// htmlWriter collects lines from tokens.
type htmlWriter struct {
	lines                       []htmlLine
	line                        htmlLine
	pending                     bool // write a blank before the next word
	stack                       []htmlElement
	quotes, hidden, pre, wingds int
	cell                        int  // lines of the previous table cell
	glued                       bool // the line continues that of the previous cell
	plain                       bool // the document has ended; some programs append the quoted mail as plain text
	work                        *budget
}

// add appends a piece to the line.
func (w *htmlWriter) add(piece string) {
	if piece == "" {
		return
	}
	w.work.spend(len(piece))
	if rest := strings.TrimSpace(piece); rest != "" {
		marks := strings.Trim(rest, "> ") == ""
		w.line.marks = marks && (w.line.marks || !w.line.ink)
		w.line.ink = true
	}
	w.line.pieces = append(w.line.pieces, piece)
}

// String returns all lines with their quote marks.
func (w *htmlWriter) String() string {
	var b strings.Builder
	for i, l := range w.lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		line := strings.Join(l.pieces, "")
		if l.quotes > 0 {
			line = strings.Repeat(">", min(l.quotes, 9)) + " " + line
		}
		b.WriteString(strings.TrimRight(line, " "))
	}
	return b.String()
}

// maxOpen bounds the stack; deeper elements are not tracked. deepest bounds the search for the element that an end
// tag closes.
const (
	maxOpen = 2000
	deepest = 100
)

func (w *htmlWriter) text(s string) {
	if strings.TrimSpace(s) != "" {
		w.glued = false
	}
	if w.wingds > 0 {
		// QUIRK: Outlook writes `-->` as the letter à in the font Wingdings, and `:)` as J.
		s = wingdings.Replace(s)
	}
	if w.pre > 0 || w.plain {
		for i, l := range strings.Split(strings.ReplaceAll(s, "\r", ""), "\n") {
			if i > 0 {
				w.breakLine()
			}
			w.add(l)
		}
		return
	}
	if s != "" && isHTMLBlank(s[0]) {
		w.pending = true
	}
	for i, word := range strings.FieldsFunc(s, func(r rune) bool { return r < 0x80 && isHTMLBlank(byte(r)) }) {
		if (i > 0 || w.pending) && len(w.line.pieces) > 0 {
			w.add(" ")
		}
		w.add(word)
		w.pending = false
	}
	if s != "" && isHTMLBlank(s[len(s)-1]) {
		w.pending = true
	}
}

var wingdings = strings.NewReplacer("à", "->", "è", "->", "ß", "<-", "J", ":)")

func isHTMLBlank(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' }

// breakLine ends the line, even an empty one.
func (w *htmlWriter) breakLine() {
	w.work.spend(1)
	w.line.quotes = w.quotes
	w.lines = append(w.lines, w.line)
	w.line = htmlLine{}
	w.pending = false
}

// endLine ends the line unless it is empty.
func (w *htmlWriter) endLine() {
	if w.line.ink {
		w.breakLine()
	}
	w.line = htmlLine{}
	w.pending = false
}

// blank inserts an empty line before the next one if there is none yet.
func (w *htmlWriter) blank() {
	w.endLine()
	if n := len(w.lines); n > 0 && w.lines[n-1].ink && !w.lines[n-1].marks {
		w.breakLine()
	}
}

func (w *htmlWriter) open(t html.Token, closed bool) {
	a := htmlAttributes(t.Attr)
	w.plain = w.plain && t.DataAtom == 0
	switch {
	case t.DataAtom == atom.Br:
		if w.hidden == 0 {
			w.breakLine()
		}
		return
	case t.DataAtom == atom.Td || t.DataAtom == atom.Th:
		w.openCell()
	case isBlock(t.DataAtom) && !w.glued:
		w.endLine()
	}
	if t.DataAtom == atom.Tr {
		w.cell = 0
	}
	if w.hidden == 0 && a.beginsQuotedMail() {
		w.endLine()
		w.lines = append(w.lines, htmlLine{pieces: []string{cutMark}, ink: true})
	}
	if closed || isVoid(t.DataAtom) || len(w.stack) >= maxOpen {
		return
	}
	e := htmlElement{tag: t.DataAtom, hide: isUnseen(t.DataAtom) || a.hidden() || a.signature() || a.attribution(),
		pre: t.DataAtom == atom.Pre || a.styled("white-space:pre"), wingdings: a.wingdings(),
		quote: a.quote(t.DataAtom), start: len(w.lines)}
	w.push(e)
}

// openCell begins a table cell. It continues the row's line (`1foot:` beside `HOLD`) if the previous cell is a single
// line.
func (w *htmlWriter) openCell() {
	least := max(0, len(w.stack)-deepest)
	for i := len(w.stack) - 1; i >= least && w.stack[i].tag != atom.Tr && w.stack[i].tag != atom.Table; i-- {
		w.work.spend(1)
		if tag := w.stack[i].tag; tag == atom.Td || tag == atom.Th { // end tag omitted
			w.close(tag)
			break
		}
	}
	w.endLine()
	last := len(w.lines) - 1
	if w.cell != 1 || last < 0 || w.quotes > 0 {
		return
	}
	if l := w.lines[last]; l.quotes == 0 && l.ink && l.pieces[0] != cutMark {
		w.line, w.lines = l, w.lines[:last]
		w.pending, w.glued = true, true
	}
}

func (w *htmlWriter) push(e htmlElement) {
	if e.quote {
		w.endLine()
	}
	w.count(e, 1)
	w.stack = append(w.stack, e)
}

func (w *htmlWriter) count(e htmlElement, by int) {
	for _, c := range []struct {
		on bool
		n  *int
	}{{e.hide, &w.hidden}, {e.pre, &w.pre}, {e.wingdings, &w.wingds}, {e.quote, &w.quotes}} {
		if c.on {
			*c.n += by
		}
	}
}

// close closes the innermost open element of that tag and all within it. An unmatched end tag is ignored.
func (w *htmlWriter) close(tag atom.Atom) {
	at := len(w.stack) - 1
	for at >= 0 && w.stack[at].tag != tag {
		w.work.spend(1)
		// A block is not closed by the end tag of an inline element outside it.
		if isBlock(w.stack[at].tag) && !isBlock(tag) && tag != atom.Td && tag != atom.Th || len(w.stack)-at > deepest {
			return
		}
		at--
	}
	if tag == atom.P && at >= 0 {
		w.endParagraph()
	} else if isBlock(tag) {
		w.endLine()
	}
	if at < 0 {
		return
	}
	if tag == atom.Td || tag == atom.Th {
		w.endLine()
		w.cell = len(w.lines) - w.stack[at].start
	}
	for _, e := range w.stack[at:] {
		if e.quote {
			w.endLine()
		}
		w.count(e, -1)
	}
	w.stack = w.stack[:at]
}

// endParagraph ends a <p>. Outlook writes an empty one for an empty line.
func (w *htmlWriter) endParagraph() {
	if w.hidden > 0 {
		return
	}
	if w.glued {
		return
	}
	if !w.line.ink { // only no-break spaces at most
		w.line = htmlLine{}
		w.blank()
		return
	}
	w.endLine()
}

// htmlAttrs are the attributes that show an element's purpose.
type htmlAttrs struct {
	id, class, style, kind, name, face string
	unseen                             bool
}

func htmlAttributes(list []html.Attribute) htmlAttrs {
	var a htmlAttrs
	for _, at := range list {
		v := strings.ToLower(at.Val)
		switch at.Key {
		case "id":
			a.id = v
		case "class":
			a.class = " " + v + " "
		case "style":
			a.style = strings.Join(strings.Fields(v), "")
		case "type":
			a.kind = v
		case "name":
			a.name = v
		case "face":
			a.face = v
		case "hidden":
			a.unseen = v != "until-found"
		}
	}
	return a
}

func (a htmlAttrs) is(class string) bool {
	return a.class != "" && strings.Contains(a.class, " "+class+" ")
}
func (a htmlAttrs) styled(piece string) bool { return strings.Contains(a.style, piece) }

// styleHides matches styles that hide an element: no height or no opacity.
var styleHides = regexp.MustCompile(`(^|;)(max-height|opacity):0+(\.0+)?(px|pt|em|%)?(!important)?(;|$)`)

// hidden reports whether the element is invisible, like preheaders and tracking pixels.
func (a htmlAttrs) hidden() bool {
	return a.unseen || styleHides.MatchString(a.style) ||
		a.styled("display:none") || a.styled("visibility:hidden") || a.styled("font-size:0;") || a.styled("font-size:0px") ||
		a.styled("font-size:1px") || a.styled("mso-hide:all") ||
		strings.HasSuffix(a.style, "font-size:0")
}

// signature reports whether a client marked the element as a signature.
func (a htmlAttrs) signature() bool {
	return a.is("gmail_signature") || a.is("bluemail_signature") || a.is("moz-signature") ||
		a.is("protonmail_signature_block") || a.is("protonmail_signature_block-user") ||
		a.id == "applemailsignature" || a.id == "signature" && a.is("signature") || a.name == "messagesignaturesection" ||
		a.id == "ms-outlook-mobile-signature"
}

// attribution reports whether the element is the line `On … wrote:`.
func (a htmlAttrs) attribution() bool {
	return a.is("gmail_attr") || a.is("moz-cite-prefix") || a.id == "mailcontainer-attribution"
}

// quote reports whether the element holds quoted mail. A bare <blockquote> does not count, because Gmail indents with
// it.
func (a htmlAttrs) quote(tag atom.Atom) bool {
	if tag == atom.Blockquote {
		return a.kind == "cite" || a.is("gmail_quote") || a.is("protonmail_quote") || a.styled("border-left") ||
			a.is("cite") || a.is("tutanota_quote")
	}
	return a.is("yahoo_quoted") || a.name == "messagereplysection" || a.is("zmail_extra") || a.is("gmx_quote") ||
		a.is("mail-quote")
}

// beginsQuotedMail reports whether everything from here on is the mail replied to.
func (a htmlAttrs) beginsQuotedMail() bool {
	return a.id == "divrplyfwdmsg" || a.id == "appendonsend" || a.id == "x_divrplyfwdmsg" || a.id == "reply-intro" ||
		a.id == "olk_src_body_section" ||
		a.styled("border-top:solid#e1e1e1") || a.styled("border-top:solid#b5c4df")
}

func (a htmlAttrs) wingdings() bool {
	return strings.Contains(a.face, "wingdings") || a.styled("font-family:wingdings")
}

func isBlock(t atom.Atom) bool {
	switch t {
	case atom.P, atom.Div, atom.Tr, atom.Table, atom.Tbody, atom.Thead, atom.Li, atom.Ul, atom.Ol, atom.Dl, atom.Dt,
		atom.Dd,
		atom.Blockquote, atom.Pre, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Hr, atom.Section, atom.Article,
		atom.Header, atom.Footer, atom.Address, atom.Center, atom.Form, atom.Body, atom.Html:
		return true
	}
	return false
}

func isVoid(t atom.Atom) bool {
	switch t {
	case atom.Img, atom.Hr, atom.Meta, atom.Link, atom.Input, atom.Col, atom.Area, atom.Base, atom.Wbr, atom.Embed,
		atom.Source:
		return true
	}
	return false
}

// isUnseen reports whether the element's content is not displayed, or struck out.
func isUnseen(t atom.Atom) bool {
	switch t {
	case atom.Del, atom.S, atom.Strike:
		return true
	case atom.Head, atom.Style, atom.Script, atom.Title, atom.Noscript, atom.Template, atom.Object, atom.Svg:
		return true
	}
	return false
}
