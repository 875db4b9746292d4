package mailgate

import (
	"html"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Columns is the width of plain text in mails, in characters.
const Columns = 72

var factPattern = regexp.MustCompile(`^(\s|\d+[.)] |[#>|=+*-]|[A-Z]{2,}\b)|:\s*(accepted|refused)\b`)

// IsFact reports whether a line must not be rewrapped: it is indented, numbered, a table, a comment, or begins with a
// word in capitals, as orders do.
func IsFact(line string) bool { return factPattern.MatchString(line) }

// Wrap breaks paragraphs at the width. Empty lines and those that keep accepts (nil means IsFact) stay as they are,
// and words are never broken.
func Wrap(text string, width int, keep func(line string) bool) string {
	if keep == nil {
		keep = IsFact
	}
	var out []string
	var words []string
	flush := func() {
		out = append(out, fill(words, width)...)
		words = nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) == "" || keep(line) {
			flush()
			out = append(out, strings.TrimRight(line, " "))
			continue
		}
		words = append(words, strings.Fields(line)...)
	}
	flush()
	return strings.Join(out, "\n")
}

var numberedLine = regexp.MustCompile(`^\s*\d+[.?] `)

// Fold breaks every line wider than [Columns]. Each part keeps the line's indentation, with two more blanks from the
// second on, and the mark of a comment. A word is broken only if it is a list wider than a line, after a comma. A
// numbered order stays one line.
func Fold(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if utf8.RuneCountInString(line) <= Columns || numberedLine.MatchString(line) {
			continue
		}
		lead := line[:len(line)-len(strings.TrimLeft(line, " "))]
		rest := lead + "  "
		if strings.HasPrefix(line[len(lead):], "# ") {
			rest = lead + "# "
		}
		parts := fill(pieces(strings.Fields(line), Columns-len(rest)), Columns-len(rest))
		lines[i] = lead + strings.Join(parts, "\n"+rest)
	}
	return strings.Join(lines, "\n")
}

// pieces splits words wider than a line after commas, into parts as wide as possible.
func pieces(words []string, width int) (out []string) {
	for _, w := range words {
		part := ""
		if utf8.RuneCountInString(w) > width {
			for _, p := range strings.SplitAfter(w, ",") {
				if part != "" && utf8.RuneCountInString(part+p) > width {
					out, part = append(out, part), ""
				}
				part += p
			}
			w = part
		}
		out = append(out, w)
	}
	return out
}

func fill(words []string, width int) []string {
	var lines []string
	line, columns := "", 0
	for _, w := range words {
		n := utf8.RuneCountInString(w)
		if line != "" && columns+1+n > width {
			lines = append(lines, line)
			line, columns = "", 0
		}
		if line != "" {
			line, columns = line+" ", columns+1
		}
		line, columns = line+w, columns+n
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

func escapeHTML(s string) string { return html.EscapeString(s) }
