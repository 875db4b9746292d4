package mailgate

import (
	"math/bits"
	"regexp"
	"strings"
)

// Reasons in [Cut.Why].
const (
	cutQuoted    = "quoted"
	cutHeader    = "reply header"
	cutOriginal  = "the mail replied to"
	cutReport    = "a report of Galloper's own"
	cutSignature = "signature"
	cutPhone     = "line added by a phone or mail service"
	cutForward   = "header of a forwarded mail"
	cutFooter    = "footer of a mailing list"
)

// textLine is a line with its number in the part.
type textLine struct {
	n       int
	text    string
	changed repairs
}

// cutter takes from a text what its writer did not write. It cuts only at marks
// that a client sets; what is left over is for the order language to refuse in
// the open.
type cutter struct {
	lines     []textLine
	framed    []bool // line lies in a frame ORDERS … END that is not quoted
	kept      []textLine
	cuts      []Cut
	forwarded bool // text below the header of a forwarded mail was kept
}

// cutText returns the writer's own lines of a text and what was cut.
func cutText(text string) *cutter {
	c := &cutter{lines: make([]textLine, 0, strings.Count(text, "\n")+1)}
	n := 0
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		n++
		l := textLine{n: n, text: line}
		if line != cutMark {
			l.text, l.changed = repairLine(line)
		}
		if l.text != "-- " {
			l.text = strings.TrimRight(l.text, " \t")
		}
		c.lines = append(c.lines, l)
	}
	c.findFrames()
	for i := 0; i < len(c.lines); {
		i = c.step(i)
	}
	c.dropPhoneLines()
	return c
}

var (
	frameStart = regexp.MustCompile(`(?i)^\s*ORDERS(\s+[\w.-]+){0,3}\s*:?\s*$`)
	frameEnd   = regexp.MustCompile(`(?i)^\s*END\s*\.?\s*$`)
)

// isFrameStart looks at the first letter before it asks the pattern: most lines
// of most mails are quoted.
func isFrameStart(line string) bool {
	t := strings.TrimLeft(line, " \t")
	return t != "" && (t[0] == 'O' || t[0] == 'o') && frameStart.MatchString(t)
}

// findFrames marks the lines from an unquoted ORDERS to its END. They are the
// player's whatever they look like.
func (c *cutter) findFrames() {
	c.framed = make([]bool, len(c.lines))
	start := -1
	for i, l := range c.lines {
		switch {
		case start < 0 && isFrameStart(l.text):
			start = i
		case start >= 0 && frameEnd.MatchString(l.text):
			for k := start; k <= i; k++ {
				c.framed[k] = true
			}
			start = -1
		case start >= 0 && isReportMark(l.text):
			start = -1
		}
	}
}

// step looks at line i and returns the next line to look at.
func (c *cutter) step(i int) int {
	text := c.lines[i].text
	if isQuote(text) {
		return c.cut(i, i+1, cutQuoted)
	}
	if c.framed[i] && !isReportMark(text) {
		return c.keep(i)
	}
	switch kind := dashedMark(text); {
	case text == cutMark:
		return c.cutMarked(i)
	case isReportMark(text):
		return c.cut(i, len(c.lines), cutReport)
	case kind == markOriginal && c.wrote():
		return c.cut(i, len(c.lines), cutOriginal)
	case kind != markNone:
		c.unquoteBelow(i)
		return c.forward(i, i+1)
	case isSignatureMark(text):
		return c.cut(i, len(c.lines), cutSignature)
	case isRule(text) || isTitle(text):
		return c.afterRule(i)
	}
	if end := c.headerBlock(i); end > 0 {
		if c.wrote() {
			return c.cut(i, len(c.lines), cutOriginal)
		}
		return c.forward(i, i)
	}
	if end, quoted := c.attribution(i); end > 0 {
		if quoted {
			return c.cut(i, end, cutHeader)
		}
		return c.cut(i, len(c.lines), cutOriginal)
	}
	return c.keep(i)
}

func (c *cutter) keep(i int) int {
	c.kept = append(c.kept, c.lines[i])
	return i + 1
}

// cut passes over the lines from i up to end.
func (c *cutter) cut(i, end int, why string) int {
	first, last := c.lines[i].n, c.lines[end-1].n
	if k := len(c.cuts) - 1; k >= 0 && c.cuts[k].Why == why && c.cuts[k].Last == first-1 {
		c.cuts[k].Last = last
	} else {
		c.cuts = append(c.cuts, Cut{first, last, why})
	}
	return end
}

// wrote reports whether the writer's own text stands above.
func (c *cutter) wrote() bool {
	for _, l := range c.kept {
		if strings.TrimSpace(l.text) != "" {
			return true
		}
	}
	return false
}

// forward passes over a mark and the header block at or below from, and goes on
// reading what was passed on.
func (c *cutter) forward(i, from int) int {
	for from < len(c.lines)-1 && strings.TrimSpace(c.lines[from].text) == "" {
		from++
	}
	end := from
	if block := c.headerBlock(from); block > 0 {
		end = block
	}
	c.forwarded = true
	return c.cut(i, max(end, i+1), cutForward)
}

// unquoteBelow takes one quote mark from the lines below the mark of a forwarded mail.
//
// QUIRK: Apple Mail quotes what it passes on.
func (c *cutter) unquoteBelow(i int) {
	first := i + 1
	for first < len(c.lines) && strings.TrimSpace(c.lines[first].text) == "" {
		first++
	}
	if c.wrote() || first == len(c.lines) || !strings.HasPrefix(c.lines[first].text, ">") {
		return
	}
	for k := first; k < len(c.lines) && strings.HasPrefix(c.lines[k].text, ">"); k++ {
		c.lines[k].text = strings.TrimPrefix(c.lines[k].text[1:], " ")
	}
	c.findFrames()
}

// cutMarked handles the place where HTML says that the quoted mail begins.
func (c *cutter) cutMarked(i int) int {
	if c.wrote() {
		return c.cut(i, len(c.lines), cutOriginal)
	}
	return c.forward(i, i+1)
}

// afterRule handles a line of underscores or a title between dashes, which stands above a
// header block or a mailing list's footer, or is the writer's own.
func (c *cutter) afterRule(i int) int {
	next := i + 1
	for next < len(c.lines) && strings.TrimSpace(c.lines[next].text) == "" {
		next++
	}
	if c.headerBlock(next) > 0 {
		if c.wrote() {
			return c.cut(i, len(c.lines), cutOriginal)
		}
		return c.forward(i, next)
	}
	if next < len(c.lines) && strings.Contains(strings.ToLower(c.lines[next].text), "mailing list") {
		return c.cut(i, len(c.lines), cutFooter)
	}
	return c.keep(i)
}

// dropPhoneLines takes a phone's or service's line from the end of the text.
func (c *cutter) dropPhoneLines() {
	for {
		last := len(c.kept) - 1
		for last >= 0 && strings.TrimSpace(c.kept[last].text) == "" {
			last--
		}
		c.kept = c.kept[:last+1]
		if last < 0 || !isPhoneSignature(c.kept[last].text) {
			return
		}
		n := c.kept[last].n
		c.cuts = append(c.cuts, Cut{n, n, cutPhone})
		c.kept = c.kept[:last]
	}
}

// namedQuote is a quote mark with the writer's initials, or with Galloper's name.
//
// QUIRK: The Bat! 11 sets `G> `, supercite `Galloper> `.
var namedQuote = regexp.MustCompile(`^([A-Z]{1,3}|Galloper)>+(\s|$)`)

// isQuote reports whether the line is quoted: `>` first, or after few blanks.
func isQuote(line string) bool {
	t := strings.TrimLeft(line, " \t")
	if len(line)-len(t) > 3 || t == "" {
		return false
	}
	return t[0] == '>' || 'A' <= t[0] && t[0] <= 'Z' && len(t) > 1 && strings.IndexByte(t[:min(len(t), 10)], '>') > 0 && namedQuote.MatchString(t)
}

// isSignatureMark reports whether the line opens a signature: `-- `, which
// gateways strip of its blank and phones turn into a dash.
func isSignatureMark(line string) bool {
	return line == "-- " || line == "--" || line == "—" || line == "– "
}

var reportMark = regexp.MustCompile(`^\s*=== ?galloper:`)

// isReportMark reports whether the line is the one that heads Galloper's own
// mails ([ReportMark]).
func isReportMark(line string) bool {
	return strings.HasPrefix(strings.TrimLeft(line, " \t"), "===") && reportMark.MatchString(line)
}

func isRule(line string) bool {
	return len(line) >= 10 && strings.Trim(line, "_") == ""
}

// isTitle reports whether the line may head a mail replied to: words between dashes, in
// whatever language, or words that are known and set in, as BlackBerry has them.
func isTitle(line string) bool {
	switch {
	case strings.HasPrefix(line, "--"):
		t := strings.TrimSpace(line)
		return len(t) >= 8 && strings.HasSuffix(t, "--")
	case strings.HasPrefix(line, "  ") && len(line) < 80:
		return originalMarks[strings.ToLower(strings.TrimSpace(line))]
	}
	return false
}

type markKind int

const (
	markNone markKind = iota
	markOriginal
	markForward
)

// dashedMark recognises `-----Original Message-----` and `---------- Forwarded
// message ---------`, with or without the dashes that Apple leaves out.
func dashedMark(line string) markKind {
	t := strings.TrimSpace(line)
	if t == "" || len(t) > 120 {
		return markNone
	}
	dashed := strings.HasPrefix(t, "--") || strings.HasPrefix(t, "==") || strings.HasPrefix(t, "__") || strings.HasPrefix(t, "——")
	if !dashed && !strings.HasSuffix(t, ":") && !strings.HasSuffix(t, "：") {
		return markNone
	}
	word := strings.ToLower(strings.TrimSpace(strings.Trim(t, "-—=_:：> ")))
	switch {
	case originalMarks[word] && dashed:
		return markOriginal
	case forwardMarks[word]:
		return markForward
	case dashed && strings.HasSuffix(t, "--") && isAttribution(word+":", false):
		return markOriginal // QUIRK: Zoho and Notes set their attribution between dashes
	}
	return markNone
}

// headerBlock reports where the block of mail header fields that begins at line
// i ends, 0 if none does: a From and at least two other kinds, in any of the
// languages known, a Subject or a date among them. Blank lines and folded
// fields may stand in it.
func (c *cutter) headerBlock(i int) int {
	if i >= len(c.lines) {
		return 0
	}
	first := headerKind(c.lines[i].text)
	if first&(nameFrom|nameSent|nameSubject) == 0 {
		return 0
	}
	found, end := 0, 0
block:
	for k := i; k < min(i+14, len(c.lines)); k++ {
		text := c.lines[k].text
		blank := strings.TrimSpace(text) == ""
		switch kind := headerKind(text); {
		case c.framed[k]:
			break block
		case kind != 0:
			found |= kind
			end = k + 1
		case blank && k == i+1:
			// QUIRK: some clients set an empty line below the first field.
		case !blank && strings.HasPrefix(text, " ") && end == k:
			end = k + 1 // folded
		default:
			break block
		}
	}
	if !enoughHeader(found) {
		return 0
	}
	return end
}

// enoughHeader reports whether the kinds found make a header block. From and To
// alone do not: `TO north: …` is an order.
func enoughHeader(found int) bool {
	return found&nameFrom != 0 && found&(nameSent|nameSubject) != 0 && bits.OnesCount(uint(found)) >= 3
}

// headerKind returns which kinds of header field the line may be.
func headerKind(line string) int {
	line = strings.TrimLeft(line, " *\t")
	name, rest, ok := strings.Cut(line, ":")
	if !ok {
		name, rest, ok = strings.Cut(line, "：")
	}
	if !ok || len(name) > 40 || strings.Trim(rest, " *") == "" {
		return 0
	}
	return headerNames[strings.ToLower(strings.Trim(name, " *"))]
}

// productLine is a short line that names a phone, a mail program or a virus scanner. At
// the end of a text, and in whatever language, it says with what the mail was sent.
var productLine = regexp.MustCompile(`(?i)\b(iphone|ipad|android|galaxy|samsung|huawei|xiaomi|proton ?mail|gmail|k-9 mail|avast|avg)\b|小米|华为|華為|yahoo! ?(mail|メール)|yahoo mail|` +
	`outlook.*\b(ios|android)\b|\b(ios|android)\b.*outlook|\b(mail|courrier|correo|posta|poczta)\b.*\bwindows\b|^<#[0-9a-f-]{36}>$`)

var withoutLinks = strings.NewReplacer("https:", "", "http:", "", "Yahoo Mail:", "")

func isPhoneSignature(line string) bool {
	line = strings.TrimSpace(line)
	lower := strings.ToLower(line)
	if len(lower) > 160 {
		return false
	}
	for _, p := range phoneSignatures {
		if strings.HasPrefix(lower, p) {
			return true
		}
	}
	if plain := withoutLinks.Replace(line); strings.Contains(plain, ":") || strings.Contains(plain, "：") {
		return false // an order
	}
	return len(strings.Fields(line)) <= 12 && productLine.MatchString(line)
}

// fillIn finds orders that the writer put into the template of a report below
// the mark, in a client that does not mark quotes: where nothing stands above
// it, a frame below counts.
func (c *cutter) fillIn() {
	if c.wrote() {
		return
	}
	mark := -1
	for i, l := range c.lines {
		if mark < 0 && isReportMark(l.text) {
			mark = i
		}
	}
	if mark < 0 {
		return
	}
	filled := false
	for i := mark; i < len(c.lines); i++ {
		if c.framed[i] {
			c.kept = append(c.kept, c.lines[i])
			filled = filled || !isTemplateLine(c.lines[i].text)
		}
	}
	if !filled {
		c.kept = nil
		return
	}
	c.cuts = nil
	c.cut(mark, mark+1, cutReport)
}

// isTemplateLine reports whether the line stands in a template that nobody
// filled in.
func isTemplateLine(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || line[0] == '#' || isFrameStart(line) || frameEnd.MatchString(line) || envelopeLine.MatchString(line)
}
