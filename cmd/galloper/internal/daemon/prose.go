package daemon

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"galloper/mailgate"
)

// textColumns is the width of running text in mails (CONTRACT §13).
const textColumns = 72

// prose builds the text of a mail: running text is wrapped, exact lines are not.
type prose struct{ b strings.Builder }

// para adds a paragraph of running text and an empty line.
func (p *prose) para(format string, a ...any) {
	p.b.WriteString(wrap(fmt.Sprintf(format, a...), textColumns, ""))
	p.b.WriteString("\n\n")
}

// paras adds paragraphs of running text.
func (p *prose) paras(texts []string) {
	for _, t := range texts {
		p.para("%s", t)
	}
}

// item adds one wrapped entry of a list, without an empty line.
func (p *prose) item(mark, format string, a ...any) {
	indent := strings.Repeat(" ", utf8.RuneCountInString(mark)+1)
	p.b.WriteString(mark + " " + wrap(fmt.Sprintf(format, a...), textColumns-len(indent), indent) + "\n")
}

// line adds a line as it is.
func (p *prose) line(format string, a ...any) {
	fmt.Fprintf(&p.b, format+"\n", a...)
}

// block adds text as it is and an empty line behind it.
func (p *prose) block(text string) {
	if text = strings.TrimRight(text, "\n"); text != "" {
		p.b.WriteString(text + "\n\n")
	}
}

// gap adds an empty line unless there is one.
func (p *prose) gap() {
	if s := p.b.String(); s != "" && !strings.HasSuffix(s, "\n\n") {
		p.b.WriteString("\n")
	}
}

func (p *prose) String() string { return strings.TrimRight(p.b.String(), "\n") + "\n" }

// wrap breaks running text into lines; all but the first begin with the indent.
func wrap(text string, columns int, indent string) string {
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

// moment writes a time as a player reads it: in the game's zone, and in UTC where
// that differs.
func moment(t time.Time, zone *time.Location) string {
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

// folded breaks the long lines of a receipt at the width of mails. Orders and what is
// set in below them stay as they are: they can be copied into the next mail.
func folded(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if utf8.RuneCountInString(line) > textColumns && !strings.HasPrefix(line, " ") && !numbered.MatchString(line) {
			lines[i] = mailgate.Wrap(line, textColumns, func(string) bool { return false })
		}
	}
	return strings.Join(lines, "\n")
}

var numbered = regexp.MustCompile(`^\d+\. `)

// span writes a time span in the largest units that it fills: `2 days`, `36 hours`.
func span(d time.Duration) string {
	switch {
	case d >= 48*time.Hour && d%(24*time.Hour) == 0:
		return fmt.Sprintf("%d days", d/(24*time.Hour))
	case d >= 2*time.Hour:
		return fmt.Sprintf("%d hours", d.Round(time.Hour)/time.Hour)
	case d >= 2*time.Minute:
		return fmt.Sprintf("%d minutes", d.Round(time.Minute)/time.Minute)
	}
	return fmt.Sprintf("%d seconds", d.Round(time.Second)/time.Second)
}

// list joins names as English does: `a`, `a and b`, `a, b and c`.
func list(names []string) string {
	switch n := len(names); n {
	case 0:
		return "nobody"
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

// plural counts things: `1 order`, `3 orders`.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// lowerFirst has a sentence go on behind a semicolon.
func lowerFirst(text string) string {
	_, n := utf8.DecodeRuneInString(text)
	return strings.ToLower(text[:n]) + text[n:]
}
