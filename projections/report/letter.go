package report

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Letter is a mail other than a report, such as a receipt, a question or a notice, as HTML. It has the content of the
// plain text, formatted by the role of each line.
type Letter struct {
	Title   string
	Text    string // wrapped for plain text
	Map     Image  // replaces the line MapLine, or comes last if there is no such line
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

// plain formats a plain text: numbered orders in bold, indented lines indented, tables preformatted, running text
// unwrapped.
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

// block formats the lines of a block without tables.
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

// unwrapped joins lines that were broken only because of Width: the first word of the next line would not have
// fitted. A line longer than Width was never wrapped.
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
