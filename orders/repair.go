package orders

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Repair is a set of the changes that were made to a mail's text before it was read.
type Repair int

// The changes.
const (
	RepairedBlanks     Repair = 1 << iota // non-breaking, ideographic and other blanks
	RepairedQuotes                        // typographic quotation marks and apostrophes
	RepairedDashes                        // typographic dashes, minus
	RepairedInvisible                     // soft hyphens, zero-width characters, byte order marks, controls
	RepairedWidth                         // full-width letters, figures and signs
	RepairedArrows                        // arrows
	RepairedEllipsis                      // …
	RepairedComposed                      // accents written as characters of their own
	RepairedUnreadable                    // bytes that are no UTF-8
)

var repairNames = []string{
	"non-breaking blanks", "typographic quotation marks", "typographic dashes", "invisible characters", "full-width characters",
	"arrows", "ellipses", "separate accents", "unreadable bytes",
}

// Names returns the changes in words.
func (r Repair) Names() []string {
	var names []string
	for i, name := range repairNames {
		if r&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// repairLine returns the line as it is read, and for each of its bytes the
// column in the original (nil if they agree).
func repairLine(raw string) (text string, columns []int32, changes Repair) {
	if isPlain(raw) {
		return raw, nil, 0
	}
	var out []byte
	var iter norm.Iter
	iter.InitString(norm.NFC, raw)
	column, done := int32(1), 0
	for !iter.Done() {
		at := iter.Pos()
		column += int32(utf8.RuneCountInString(raw[done:at]))
		done = at
		segment := iter.Next()
		if string(segment) != raw[at:iter.Pos()] {
			changes |= RepairedComposed
		}
		for len(segment) > 0 {
			r, size := utf8.DecodeRune(segment)
			change := Repair(0)
			if out, change = appendRepaired(out, r, size); change != 0 {
				changes |= change
			}
			segment = segment[size:]
		}
		for len(columns) < len(out) {
			columns = append(columns, column)
		}
	}
	return string(out), columns, changes
}

// isPlain reports whether nothing of the line needs repair: printing ASCII and tabs.
func isPlain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= 0x7f || c < ' ' && c != '\t' {
			return false
		}
	}
	return true
}

// appendRepaired appends what is read for one character.
func appendRepaired(out []byte, r rune, size int) ([]byte, Repair) {
	switch {
	case r == utf8.RuneError && size == 1:
		return utf8.AppendRune(out, utf8.RuneError), RepairedUnreadable
	case r == '\t', r >= ' ' && r < 0x7f:
		return append(out, byte(r)), 0
	case isBlank(r):
		return append(out, ' '), RepairedBlanks
	case isInvisible(r):
		return out, RepairedInvisible
	case r >= 0xff01 && r <= 0xff5e:
		return append(out, byte(r-0xff01+'!')), RepairedWidth
	}
	if plain, ok := plainForms[r]; ok {
		return append(out, plain.text...), plain.change
	}
	return utf8.AppendRune(out, r), 0
}

func isBlank(r rune) bool {
	return r == 0x1680 || unicode.Is(unicode.Zs, r)
}

func isInvisible(r rune) bool {
	return r < ' ' || r >= 0x7f && r < 0xa0 || r == 0xad || unicode.Is(unicode.Cf, r) || r >= 0xfe00 && r <= 0xfe0f
}

type plainForm struct {
	text   string
	change Repair
}

// plainForms are the signs that word processors and telephones put in the place
// of what was typed. U+F0E0 is the arrow of Wingdings in the private use area.
var plainForms = func() map[rune]plainForm {
	forms := map[rune]plainForm{'…': {"...", RepairedEllipsis}}
	for _, f := range []struct {
		signs, text string
		change      Repair
	}{
		{"‘’‚‛′ʼ`´‹›", "'", RepairedQuotes},
		{"“”„‟″«»", `"`, RepairedQuotes},
		{"‐‑‒–—―−﹘﹣", "-", RepairedDashes},
		{"→⇒➡➔⟶\uf0e0", "->", RepairedArrows},
		{"、", ",", RepairedWidth},
		{"。", ".", RepairedWidth},
	} {
		for _, r := range f.signs {
			forms[r] = plainForm{f.text, f.change}
		}
	}
	return forms
}()

// splitLines cuts a text into lines, whatever ends them.
func splitLines(text string) []string {
	if !isASCII(text) {
		text = lineEnds.Replace(text)
	}
	if strings.Contains(text, "\r") {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	lines := strings.Split(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

var lineEnds = strings.NewReplacer("\u2028", "\n", "\u2029", "\n", "\u0085", "\n")
