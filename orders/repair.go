package orders

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// repairLine returns the line with plain typography, and the original column of each of its bytes (nil if nothing
// needed repair). It reports no changes: typographic signs and odd blanks make no difference in the language, and the
// receipt shows each order as it was read.
func repairLine(raw string) (text string, columns []int32) {
	if isPlain(raw) {
		return raw, nil
	}
	text, columns = composed(raw, columnsOf(raw))
	var out []byte
	var from []int32
	for at, r := range text {
		out = appendRepaired(out, r)
		for len(from) < len(out) {
			from = append(from, columns[at])
		}
	}
	if norm.NFC.IsNormal(out) {
		return string(out), from
	}
	return composed(string(out), from) // repairs brought letters and accents together
}

// columnsOf returns the column of each byte's character, from 1.
func columnsOf(text string) []int32 {
	columns := make([]int32, 0, len(text))
	for i, n := 0, int32(1); i < len(text); n++ {
		_, size := utf8.DecodeRuneInString(text[i:])
		for range size {
			columns = append(columns, n)
		}
		i += size
	}
	return columns
}

// composed composes letters and accents (NFC), and maps each byte to its original column.
func composed(text string, columns []int32) (string, []int32) {
	var out []byte
	var from []int32
	var iter norm.Iter
	for iter.InitString(norm.NFC, text); !iter.Done(); {
		at := iter.Pos()
		out = append(out, iter.Next()...)
		for len(from) < len(out) {
			from = append(from, columns[at])
		}
	}
	return string(out), from
}

// isPlain reports whether the line needs no repair: printable ASCII and tabs.
func isPlain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= 0x7f || c < ' ' && c != '\t' {
			return false
		}
	}
	return true
}

// appendRepaired appends the repaired form of one character.
func appendRepaired(out []byte, r rune) []byte {
	switch {
	case r == '\t', r >= ' ' && r < 0x7f:
		return append(out, byte(r))
	case isBlank(r):
		return append(out, ' ')
	case isInvisible(r):
		return out
	case r >= 0xff01 && r <= 0xff5e: // full-width letters, figures and signs
		return append(out, byte(r-0xff01+'!'))
	}
	if plain, ok := plainForms[r]; ok {
		return append(out, plain...)
	}
	return utf8.AppendRune(out, r)
}

// isBlank reports whether r is a non-breaking, ideographic or other blank.
func isBlank(r rune) bool {
	return r == 0x1680 || unicode.Is(unicode.Zs, r)
}

// isInvisible reports whether r is a soft hyphen, zero-width character, byte order mark or control.
func isInvisible(r rune) bool {
	return r < ' ' || r >= 0x7f && r < 0xa0 || r == 0xad || unicode.Is(unicode.Cf, r) || r >= 0xfe00 && r <= 0xfe0f
}

// plainForms maps the signs that word processors and phones substitute to the plain ones. U+F0E0 is the arrow of
// Wingdings in the private use area.
var plainForms = func() map[rune]string {
	forms := map[rune]string{'…': "..."}
	for _, f := range []struct{ signs, text string }{
		{"‘’‚‛′ʼ`´‹›", "'"},
		{"“”„‟″«»", `"`},
		{"‐‑‒–—―−﹘﹣", "-"},
		{"→⇒➡➔⟶\uf0e0", "->"},
		{"、", ","},
		{"。", "."},
	} {
		for _, r := range f.signs {
			forms[r] = f.text
		}
	}
	return forms
}()

// withNewlines returns the text with a newline for every line end.
func withNewlines(text string) string {
	if !isASCII(text) {
		text = lineEnds.Replace(text)
	}
	if strings.Contains(text, "\r") {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	return text
}

var lineEnds = strings.NewReplacer("\u2028", "\n", "\u2029", "\n", "\u0085", "\n")

// splitLines splits a text into lines, without an empty last one.
func splitLines(text string) []string {
	lines := strings.Split(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
