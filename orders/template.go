package orders

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A template has a line for each unit of the seat, and the player changes some of them.

// Suggested begins the lines of a template that are suggestions. Without the mark, the line is an order.
const Suggested = "? "

// templateHint explains the lines. A mail that contains it answers a template.
const templateHint = "# A line becomes an order once you change it or delete its ?."

// templateWidth leaves room for the marks of quoted lines.
const templateWidth = 68

// Template returns the text of a template with its frame.
func Template(game, seat string, turn int, lines []string) string {
	return fmt.Sprintf("ORDERS\nGAME %s\nSEAT %s\nTURN %d\n%sEND\n", game, seat, turn, TemplateText(lines))
}

// WithoutTemplate returns a report without the lines of its template, which suggest orders but report nothing.
func WithoutTemplate(text string) string {
	hint, _, _ := strings.Cut(TemplateText(nil), "\n")
	before, template, _ := strings.Cut(text, "\n"+hint)
	_, after, found := strings.Cut(template, "\nEND\n")
	if !found {
		return text
	}
	return before + "\nEND\n" + after
}

// TemplateText returns the lines of a template, wrapped, with an explanation above them.
func TemplateText(lines []string) string {
	var b strings.Builder
	for _, line := range append([]string{templateHint}, lines...) {
		lead := "  "
		if line[0] == '#' {
			lead = "# "
		}
		width := 0
		for _, word := range strings.Fields(line) {
			switch n := utf8.RuneCountInString(word); {
			case width > 0 && width+1+n > templateWidth:
				b.WriteString("\n" + lead)
				width = len(lead) + n
			case width > 0:
				b.WriteByte(' ')
				width += 1 + n
			default:
				width = n
			}
			b.WriteString(word)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Changed empties the lines of a mail that came back unchanged from a template. Differences in quotation marks, dashes,
// blanks, capitals and line breaks do not count. A changed line loses its mark, and a frame without any other line
// disappears. A text that does not answer a template is returned unchanged.
func Changed(text string, sent func() []string) string {
	keys, lines := []string{templateKey(templateHint)}, strings.Split(withNewlines(text), "\n")
	if !slices.ContainsFunc(lines, func(line string) bool {
		key := templateKey(line)
		return key != "" && (key[0] == '?' || strings.HasPrefix(keys[0], key))
	}) {
		return text
	}
	for _, line := range sent() {
		keys = append(keys, templateKey(line))
	}
	out, answers := slices.Clone(lines), false
	for i := 0; i < len(lines); {
		n, marked := sameAsSent(lines[i:], keys)
		for k := range n {
			out[i+k] = ""
		}
		answers = answers || marked
		i += max(n, 1)
	}
	if !answers {
		return text
	}
	for i, line := range out {
		if bare := strings.TrimLeft(line, "> \t"); strings.HasPrefix(bare, "?") {
			out[i] = strings.TrimLeft(bare, "? \t")
		}
	}
	unframe(out)
	return strings.Join(out, "\n")
}

// sameAsSent returns how many of the lines, from the first, together make one line that was sent. An order in force may
// also be given again, so marked reports whether the line can only come from a template.
func sameAsSent(lines, keys []string) (n int, marked bool) {
	var got string
	for n < len(lines) {
		got += templateKey(lines[n])
		n++
		within := func(key string) bool { return got != "" && strings.HasPrefix(key, got) }
		switch i := slices.IndexFunc(keys, within); {
		case i < 0:
			return 0, false
		case slices.Contains(keys, got):
			return n, got[0] == '?' || got == keys[0]
		}
	}
	return 0, false
}

// templateKey returns the letters, figures and marks of a line, by which lines are compared.
func templateKey(line string) string {
	return strings.Map(func(r rune) rune {
		if r == '?' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, Fold(line))
}

// unframe removes ORDERS and END if no order is left between them, so that the lines around them count.
func unframe(lines []string) {
	text := strings.Join(lines, "\n")
	if Says(text) {
		return
	}
	for i, l := range sortLines(text, &Document{}).lines {
		if l.Use == UsedFrame {
			lines[i] = ""
		}
	}
}

// Says reports whether a text contains more than an envelope. If it has a frame, only the frame counts.
func Says(text string) bool {
	return slices.ContainsFunc(sortLines(text, &Document{}).lines, func(l Line) bool {
		return l.Use == NotRead && !l.envelope(&Envelope{})
	})
}
