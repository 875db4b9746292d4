package web

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Mend is a change to a text that a receipt proposes.
type Mend struct {
	Line, Col int    // position, from 1; Col 0: the whole line; Line 0: add a line
	Word      string // the word at that position
	With      string
}

// String returns the value that a form submits for the mend.
func (m Mend) String() string { return fmt.Sprintf("%d %d %q %q", m.Line, m.Col, m.Word, m.With) }

var letterBegins = regexp.MustCompile(`(?i)^\s*letter\s+to\b`)

// mended applies a submitted change to the text. It returns the text unchanged if the word is no longer at that
// position.
func mended(text, change string) string {
	var m Mend
	if _, err := fmt.Sscanf(change, "%d %d %q %q", &m.Line, &m.Col, &m.Word, &m.With); err != nil {
		return text
	}
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	if m.Line == 0 { // before letters, which would swallow it
		at := slices.IndexFunc(lines, letterBegins.MatchString)
		if at < 0 {
			at = len(lines)
		}
		if !slices.Contains(lines, m.With) {
			lines = slices.Insert(lines, at, m.With)
		}
		return strings.TrimLeft(strings.Join(lines, "\n")+"\n", "\n")
	}
	lines = strings.Split(text, "\n")
	if m.Line < 1 || m.Line > len(lines) {
		return text
	}
	line := []rune(lines[m.Line-1])
	switch {
	case m.Col == 0 && strings.TrimSpace(string(line)) == m.Word:
		lines[m.Line-1] = m.With
	case m.Col > 0 && m.Col-1 <= len(line) && strings.HasPrefix(string(line[m.Col-1:]), m.Word):
		lines[m.Line-1] = string(line[:m.Col-1]) + m.With + strings.TrimPrefix(string(line[m.Col-1:]), m.Word)
	}
	return strings.Join(lines, "\n")
}
