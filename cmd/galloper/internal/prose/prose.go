package prose

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"galloper/mailgate"
)

// TextColumns is the width of running text in mails.
const TextColumns = 72

// Text builds the text of a mail. Running text is wrapped; lines and blocks are added unchanged.
type Text struct{ b strings.Builder }

// Para adds a paragraph of running text and an empty line.
func (p *Text) Para(format string, a ...any) {
	p.b.WriteString(Wrap(fmt.Sprintf(format, a...), TextColumns, ""))
	p.b.WriteString("\n\n")
}

// Letter formats a text whose paragraphs are separated by empty lines. Those that begin with a tab are not wrapped.
func Letter(format string, a ...any) string {
	p := &Text{}
	for part := range strings.SplitSeq(fmt.Sprintf(format, a...), "\n\n") {
		if lines, kept := strings.CutPrefix(part, "\t"); kept {
			p.Block(lines)
		} else if part != "" {
			p.Para("%s", part)
		}
	}
	return p.String()
}

// Paras adds paragraphs of running text.
func (p *Text) Paras(texts []string) {
	for _, t := range texts {
		p.Para("%s", t)
	}
}

// Item adds one wrapped entry of a list, without an empty line.
func (p *Text) Item(mark, format string, a ...any) {
	indent := strings.Repeat(" ", utf8.RuneCountInString(mark)+1)
	p.b.WriteString(mark + " " + Wrap(fmt.Sprintf(format, a...), TextColumns-len(indent), indent) + "\n")
}

// Line adds a line unchanged.
func (p *Text) Line(format string, a ...any) {
	fmt.Fprintf(&p.b, format+"\n", a...)
}

// Block adds text unchanged, followed by an empty line.
func (p *Text) Block(text string) {
	if text = strings.TrimRight(text, "\n"); text != "" {
		p.b.WriteString(text + "\n\n")
	}
}

// Gap adds an empty line unless the text is empty or ends in one.
func (p *Text) Gap() {
	if s := p.b.String(); s != "" && !strings.HasSuffix(s, "\n\n") {
		p.b.WriteString("\n")
	}
}

// String returns the text, ending in one line break.
func (p *Text) String() string { return strings.TrimRight(p.b.String(), "\n") + "\n" }

// Wrap breaks running text into lines of at most columns runes. All lines but the first begin with the indent.
func Wrap(text string, columns int, indent string) string {
	var b strings.Builder
	width := 0
	for i, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case width+1+n > columns:
			b.WriteString("\n" + indent)
			width = 0
		default:
			b.WriteByte(' ')
			width++
		}
		b.WriteString(word)
		width += n
	}
	return b.String()
}

// Moment formats a time for players, in the game's zone and, if that differs, also in UTC.
func Moment(t time.Time, zone *time.Location) string {
	if t.IsZero() {
		return "no fixed time"
	}
	const form = "Monday 2 January 2006, 15:04 MST"
	local := t.In(zone).Format(form)
	if _, offset := t.In(zone).Zone(); offset == 0 {
		return local
	}
	return local + " (" + t.UTC().Format("15:04 MST") + ")"
}

// Folded wraps the long lines of a receipt at the width of mails. Orders, and indented lines below them, stay
// unchanged so that they can be copied into the next mail.
func Folded(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if utf8.RuneCountInString(line) > TextColumns && !strings.HasPrefix(line, " ") && !numbered.MatchString(line) {
			lines[i] = mailgate.Wrap(line, TextColumns, func(string) bool { return false })
		}
	}
	return strings.Join(lines, "\n")
}

var numbered = regexp.MustCompile(`^\d+\. `)

// Span formats a duration in its largest full unit: `2 days`, `36 hours`.
func Span(d time.Duration) string {
	minutes := d.Round(time.Minute)
	switch {
	case minutes >= 48*time.Hour && minutes%(24*time.Hour) == 0:
		return fmt.Sprintf("%d days", minutes/(24*time.Hour))
	case minutes >= 2*time.Hour:
		return fmt.Sprintf("%d hours", d.Round(time.Hour)/time.Hour)
	case d.Round(time.Second) >= 2*time.Minute:
		return fmt.Sprintf("%d minutes", minutes/time.Minute)
	}
	return Plural(int(d.Round(time.Second)/time.Second), "second")
}

// Off formats by how much a clock is ahead of another, or behind if the duration is negative.
func Off(ahead time.Duration) string {
	if ahead < 0 {
		return Span(-ahead) + " behind"
	}
	return Span(ahead) + " ahead of"
}

// List joins names with commas and "and": `a`, `a and b`, `a, b and c`.
func List(names []string) string {
	switch n := len(names); n {
	case 0:
		return "nobody"
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

// Plural formats a count of things: `1 order`, `3 orders`.
func Plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// LowerFirst lowercases the first letter, so that a sentence can continue after a semicolon.
func LowerFirst(text string) string {
	_, n := utf8.DecodeRuneInString(text)
	return strings.ToLower(text[:n]) + text[n:]
}

// Paragraphs returns the texts as wrapped paragraphs.
func Paragraphs(texts []string) string {
	p := &Text{}
	p.Paras(texts)
	return p.String()
}
