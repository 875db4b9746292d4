package report

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Letter is a mail that is no report, as HTML: a receipt, a question, a notice. It says what the plain
// text says, set as what a reader takes each line for.
type Letter struct {
	Title   string
	Text    string // wrapped for plain mails
	Map     Image  // stands where the text has the line MapLine, or else below it
	MapLine string
	Answers []Answer
}

const (
	styleOrder = `margin:10px 0 2px 0;font-weight:bold`
	styleBelow = `margin:0 0 2px 0;padding:0 0 0 20px;word-break:break-word`
	styleLink  = `display:inline-block;margin:0 8px 8px 0;padding:8px 12px;border:1px solid #888888;border-radius:4px`
)

// HTML returns the letter as an HTML document for a mail.
func (l Letter) HTML() string {
	h := htmlWriter{}
	h.open(l.Title)
	before, after, placed := strings.Cut(l.Text, l.MapLine)
	if l.MapLine == "" || !placed {
		before, after = l.Text, ""
	}
	title := strings.ToUpper(l.Title[:min(1, len(l.Title))]) + l.Title[min(1, len(l.Title)):]
	h.element("h1", styleH1, title)
	if first, rest, _ := strings.Cut(before, "\n"); strings.EqualFold(strings.TrimRight(first, "."), title) {
		before = rest
	}
	h.plain(before)
	h.image(l.Map)
	h.answers(l.Answers)
	h.plain(after)
	h.close()
	return h.b.String()
}

var (
	orderLine = regexp.MustCompile(`^\d+[.?] `)
	setTable  = regexp.MustCompile(`\S {3,}\S`)
)

// plain sets a plain text: numbered orders stand out, what is set in stays so, tables keep their
// columns, and running text flows.
func (h *htmlWriter) plain(text string) {
	for block := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
		lines := strings.Split(strings.Trim(block, "\n"), "\n")
		switch {
		case strings.TrimSpace(block) == "":
		case setTable.MatchString(block):
			h.element("pre", stylePre, strings.Join(lines, "\n"))
		default:
			h.block(lines)
		}
	}
}

// block sets the lines of a block without tables.
func (h *htmlWriter) block(lines []string) {
	var running []string
	flush := func() {
		if len(running) > 0 {
			h.paragraphs([]string{strings.Join(unwrapped(running), "\n")})
		}
		running = nil
	}
	for _, line := range lines {
		switch {
		case orderLine.MatchString(line):
			flush()
			h.element("p", styleOrder, line)
		case strings.HasPrefix(line, " "):
			flush()
			h.element("p", styleBelow, strings.TrimSpace(line))
		default:
			running = append(running, line)
		}
	}
	flush()
}

// unwrapped joins lines that stand apart only because a plain text is so wide: the first word of the next
// would not have fitted any more. What is wider was never wrapped.
func unwrapped(lines []string) (out []string) {
	for i, line := range lines {
		first, _, _ := strings.Cut(line, " ")
		wide := 0
		if i > 0 {
			wide = utf8.RuneCountInString(lines[i-1])
		}
		if n := utf8.RuneCountInString(first); wide <= Width && n <= Width && wide+1+n > Width {
			out[len(out)-1] += " " + line
			continue
		}
		out = append(out, line)
	}
	return out
}
