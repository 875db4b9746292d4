package mailgate

import (
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
	own     bool // the writer's own, though it begins with a quote mark
}

// cutter removes the text that its writer did not write. It cuts only at marks that clients set: the order language
// refuses the rest openly.
type cutter struct {
	lines     []textLine
	framed    []bool // the line lies in an unquoted frame ORDERS … END
	kept      []textLine
	cuts      []Cut
	forwarded bool // text below the header of a forwarded mail was kept
	written   bool // a non-empty line was kept
	letter    bool // a kept letter has begun and not ended
	missed    []int
	below     []string // lines of a template that was skipped because orders stand elsewhere
	isOrder   func(line string) bool
	work      *budget
}

// cutText separates the writer's own lines from the rest of a text. isOrder is [Options.IsOrder].
func cutText(text string, isOrder func(line string) bool, work *budget) *cutter {
	c := &cutter{lines: make([]textLine, 0, strings.Count(text, "\n")+1), isOrder: isOrder, work: work}
	n := 0
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		n++
		l := textLine{n: n}
		line, l.own = strings.CutPrefix(line, ownMark)
		l.text = line
		if line != cutMark {
			l.text, l.changed = repairLine(line)
		}
		if l.text != "-- " {
			l.text = strings.TrimRight(l.text, " \t")
		}
		c.lines = append(c.lines, l)
	}
	c.framed = make([]bool, len(c.lines))
	c.findFrames(0, len(c.lines))
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

// isFrameStart checks the first letter before it tries the pattern, because most lines of most mails are quoted.
func isFrameStart(line string) bool {
	t := strings.TrimLeft(line, " \t")
	return t != "" && (t[0] == 'O' || t[0] == 'o') && frameStart.MatchString(t)
}

// findFrames marks the lines in [from, to) that lie between an unquoted ORDERS and its END. They are the player's
// own, whatever they look like.
func (c *cutter) findFrames(from, to int) {
	start := -1
	for i := from; i < to; i++ {
		l := c.lines[i]
		c.work.spend(1)
		switch {
		case start < 0 && isFrameStart(l.text):
			start = i
		case start >= 0 && frameEnd.MatchString(l.text):
			for k := start; k <= i; k++ {
				c.framed[k] = true
			}
			start = -1
		case start >= 0 && (l.text == cutMark || isReportMark(l.text)): // END is quoted
			start = -1
		}
	}
}

// step processes line i and returns the next line to process.
func (c *cutter) step(i int) int {
	text := c.lines[i].text
	c.work.spend(1 + len(text))
	switch last := len(c.kept) - 1; {
	case !isQuote(text):
	case !c.lines[i].own:
		return c.cut(i, i+1, cutQuoted)
	case last >= 0 && c.kept[last].n == c.lines[i].n-1 && c.kept[last].text != "":
		c.kept[last].text += text // on a line of its own it would be taken for a quote later
		return i + 1
	}
	if c.framed[i] && !isReportMark(text) {
		return c.keep(i)
	}
	switch kind := dashedMark(text); {
	case text == cutMark:
		return c.cutMarked(i)
	case isReportMark(text):
		return c.cut(i, len(c.lines), cutReport)
	case kind == markOriginal && c.written:
		return c.cutRest(i, i+1)
	case kind != markNone:
		c.unquoteBelow(i)
		return c.forward(i, i+1)
	case isSignatureMark(text):
		return c.cut(i, len(c.lines), cutSignature)
	case isRule(text) || isTitle(text):
		return c.afterRule(i)
	case c.blankAbove(i) && isDeviceLine(text):
		return c.cut(i, i+1, cutPhone)
	}
	return c.replied(i)
}

// replied handles the line or header block that a client sets above the mail replied to. Other lines are kept.
func (c *cutter) replied(i int) int {
	if end := c.headerBlock(i); end > 0 && !c.inLetter(i, end) {
		if c.written {
			return c.cutRest(i, end)
		}
		return c.forward(i, i)
	}
	switch end, quoted := c.attribution(i); {
	case end > 0 && quoted:
		return c.cut(i, end, cutHeader)
	case end > 0 && !c.inLetter(i, end):
		return c.cutRest(i, end)
	}
	return c.keep(i)
}

var (
	letterStart = regexp.MustCompile(`(?i)^\s*(\d+[.)]\s*)?LETTER\s+TO\b`)
	letterEnd   = regexp.MustCompile(`(?i)^\s*(\.|READY\s*\.?|END\s*\.?)\s*$`)
)

// inLetter reports whether lines i to end belong to a letter begun above, although they look like an attribution:
// people write `At 10:30 General Cope wrote:` to each other. A mail address, or a quote or report that follows, shows
// that a client wrote them.
func (c *cutter) inLetter(i, end int) bool {
	if !c.letter {
		return false
	}
	for k := i; k < end; k++ {
		if mailPattern.MatchString(c.lines[k].text) {
			return false
		}
	}
	for k := end; k < len(c.lines); k++ {
		c.work.spend(1)
		switch text := c.lines[k].text; {
		case strings.TrimSpace(text) == "" || bannerLine.MatchString(text):
		default:
			return !isQuote(text) && !isReportMark(text)
		}
	}
	return true
}

// bannerLine matches warnings that gateways add above mail from outside.
var bannerLine = regexp.MustCompile(`(?i)^\W*(\[?external|caution|warning|achtung|vorsicht|attention)\b`)

// cutRest skips all lines from i. It records those after end that look like orders and are neither quoted nor part of
// a report: the sender may have written them.
func (c *cutter) cutRest(i, end int) int {
	for k := end; k < len(c.lines) && !isReportMark(c.lines[k].text); k++ {
		text := strings.TrimSpace(c.lines[k].text)
		c.work.spend(1 + len(text))
		if !isQuote(text) && headerKind(text) == 0 && c.isOrder(text) {
			c.missed = append(c.missed, c.lines[k].n)
		}
	}
	return c.cut(i, len(c.lines), cutOriginal)
}

// blankAbove reports whether line i is the first or follows an empty one.
func (c *cutter) blankAbove(i int) bool {
	return i == 0 || strings.TrimSpace(c.lines[i-1].text) == ""
}

func (c *cutter) keep(i int) int {
	text := c.lines[i].text
	c.kept = append(c.kept, c.lines[i])
	c.written = c.written || strings.TrimSpace(text) != ""
	switch {
	case len(text) > 8 && letterStart.MatchString(text):
		c.letter = true
	case c.letter && len(text) < 20 && letterEnd.MatchString(text):
		c.letter = false
	}
	return i + 1
}

// cut skips lines i to end-1.
func (c *cutter) cut(i, end int, why string) int {
	first, last := c.lines[i].n, c.lines[end-1].n
	if k := len(c.cuts) - 1; k >= 0 && c.cuts[k].Why == why && c.cuts[k].Last == first-1 {
		c.cuts[k].Last = last
	} else {
		c.cuts = append(c.cuts, Cut{first, last, why})
	}
	return end
}

// forward skips a forward mark and the header block at or below from, and keeps reading the forwarded text.
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

// unquoteBelow removes one quote mark from the lines below a forward mark.
//
// QUIRK: Apple Mail quotes the text that it forwards.
func (c *cutter) unquoteBelow(i int) {
	first := i + 1
	for first < len(c.lines) && strings.TrimSpace(c.lines[first].text) == "" {
		first++
	}
	if c.written || first == len(c.lines) || !strings.HasPrefix(c.lines[first].text, ">") {
		return
	}
	end := first
	for ; end < len(c.lines) && strings.HasPrefix(c.lines[end].text, ">"); end++ {
		c.work.spend(1)
		c.lines[end].text = strings.TrimPrefix(c.lines[end].text[1:], " ")
	}
	c.findFrames(first, end)
}

// cutMarked handles [cutMark], where the HTML begins the quoted mail.
func (c *cutter) cutMarked(i int) int {
	if c.written {
		return c.cutRest(i, i+1)
	}
	return c.forward(i, i+1)
}

// afterRule handles a line of underscores or a title between dashes. It precedes a header block or a mailing list's
// footer, or it is the writer's own.
func (c *cutter) afterRule(i int) int {
	next := i + 1
	for next < len(c.lines) && strings.TrimSpace(c.lines[next].text) == "" {
		next++
		c.work.spend(1)
	}
	if end := c.headerBlock(next); end > 0 {
		if c.written {
			return c.cutRest(i, end)
		}
		return c.forward(i, next)
	}
	if next < len(c.lines) && footerLine.MatchString(c.lines[next].text) {
		return c.cut(i, len(c.lines), cutFooter)
	}
	return c.keep(i)
}

// footerLine matches the first line that a mailing list adds below a rule.
var footerLine = regexp.MustCompile(`(?i)mailing list|mailingliste|liste de diffusion|\bto unsubscribe\b|\bunsubscribe from\b`)

// dropPhoneLines removes a device's or service's line from the end of the text.
func (c *cutter) dropPhoneLines() {
	for {
		last := len(c.kept) - 1
		for last >= 0 && strings.TrimSpace(c.kept[last].text) == "" {
			last--
		}
		c.kept = c.kept[:last+1]
		if last < 0 || !isPhoneSignature(c.kept[last].text) || c.letter && !isDeviceLine(c.kept[last].text) {
			return
		}
		n := c.kept[last].n
		c.cuts = append(c.cuts, Cut{n, n, cutPhone})
		c.kept = c.kept[:last]
	}
}

// namedQuote is a quote mark with the writer's initials or Galloper's name.
//
// QUIRK: The Bat! 11 writes `G> `, supercite `Galloper> `.
var namedQuote = regexp.MustCompile(`^([A-Z]{1,3}|Galloper)>+(\s|$)`)

// isQuote reports whether the line begins with `>` or a [namedQuote], after at most three blanks.
func isQuote(line string) bool {
	t := strings.TrimLeft(line, " \t")
	if len(line)-len(t) > 3 || t == "" {
		return false
	}
	return t[0] == '>' || 'A' <= t[0] && t[0] <= 'Z' && len(t) > 1 && strings.IndexByte(t[:min(len(t), 10)], '>') > 0 &&
		namedQuote.MatchString(t)
}

// isSignatureMark reports whether the line opens a signature: `-- `. Gateways strip the blank, and phones turn the
// mark into a dash.
func isSignatureMark(line string) bool {
	return line == "-- " || line == "--" || line == "—" || line == "– "
}

var reportMark = regexp.MustCompile(`^\s*=== ?galloper:`)

// isReportMark reports whether the line is the [ReportMark] of Galloper's own mails.
func isReportMark(line string) bool {
	return strings.HasPrefix(strings.TrimLeft(line, " \t"), "===") && reportMark.MatchString(line)
}

// isRule reports whether the line is a rule of underscores. Some lists set two.
func isRule(line string) bool {
	return len(line) >= 2 && strings.Trim(line, "_") == ""
}

// isTitle reports whether the line may head a mail replied to: words between dashes in any language, or known words
// that are indented, as BlackBerry writes them.
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

// dashedMark recognises `-----Original Message-----` and `---------- Forwarded message ---------`, also without the
// dashes, which Apple omits.
func dashedMark(line string) markKind {
	t := strings.Trim(line, " \t*")
	if t == "" || len(t) > 120 {
		return markNone
	}
	dashed := strings.HasPrefix(t, "--") || strings.HasPrefix(t, "==") || strings.HasPrefix(t, "__") ||
		strings.HasPrefix(t, "——")
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
		return markOriginal // QUIRK: Zoho and Notes put their attribution between dashes
	}
	return markNone
}

// productLine matches a short line that names a phone, mail program or virus scanner. At the end of a text, in any
// language, it is that product's advertisement.
var productLine = regexp.MustCompile(`(?i)\b(iphone|ipad|android|galaxy|samsung|huawei|xiaomi|proton ?mail|gmail|k-9 mail|avast|avg)\b|小米|华为|華為|yahoo! ?(mail|メール)|yahoo mail|` +
	`outlook.*\b(ios|android)\b|\b(ios|android)\b.*outlook|\b(mail|courrier|correo|posta|poczta)\b.*\bwindows\b|^<#[0-9a-f-]{36}>$`)

// isDeviceLine reports whether the line names the device or program that sent the mail. It may stand anywhere,
// because people write their names and numbers below it.
func isDeviceLine(line string) bool {
	return len(line) <= 160 && productLine.MatchString(line) && isPhoneSignature(line)
}

var withoutLinks = strings.NewReplacer("https:", "", "http:", "", "Yahoo Mail:", "")

func isPhoneSignature(line string) bool {
	line = strings.TrimSpace(line)
	if len(line) > 160 {
		return false
	}
	lower := strings.ToLower(line)
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
