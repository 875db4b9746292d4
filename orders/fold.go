package orders

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns s in capitals, without accents, and with plain quotation marks, dashes and blanks. Keywords and names
// are compared in this form, whatever typography they were written with: `Légion` and `legion` are LEGION, `Groß` is
// GROSS, `d’Auvergne` is D'AUVERGNE.
func Fold(s string) string {
	if fold, ok := capitals(s); ok {
		return fold
	}
	s, _ = repairLine(s)
	var b strings.Builder
	for _, r := range norm.NFKD.String(s) {
		if unicode.Is(unicode.Mn, r) {
			continue
		}
		if plain, ok := letterForms[unicode.ToUpper(r)]; ok {
			b.WriteString(plain)
			continue
		}
		b.WriteRune(unicode.ToUpper(r))
	}
	if b.Len() == 0 && s != "" { // accents alone: words are never empty, and names are found without them
		return "'"
	}
	return b.String()
}

// capitals returns ASCII text in capitals, byte for byte. It returns ok false for other text.
func capitals(s string) (fold string, ok bool) {
	small := false
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return "", false
		}
		small = small || s[i]-'a' < 26
	}
	if !small {
		return s, true
	}
	var b strings.Builder
	b.Grow(len(s))
	for len(s) > 0 {
		var part [256]byte
		n := copy(part[:], s)
		for i, c := range part[:n] {
			part[i] = upper(c)
		}
		b.Write(part[:n])
		s = s[n:]
	}
	return b.String(), true
}

// upper returns an ASCII letter in capitals, and other bytes unchanged.
func upper(c byte) byte {
	if c-'a' < 26 {
		c -= 'a' - 'A'
	}
	return c
}

// letterForms maps letters that Unicode does not decompose into a base letter and a mark.
var letterForms = map[rune]string{
	'ß': "SS", 'ẞ': "SS", 'Æ': "AE", 'Œ': "OE", 'Ø': "O", 'Ł': "L", 'Đ': "D", 'Ð': "D", 'Þ': "TH", 'Ħ': "H", 'ı': "I",
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// alphabetHint warns of letters that only look Latin. They are never folded, because a wrong guess would be invisible:
// a Cyrillic А in a hex number.
func alphabetHint(word string) string {
	latin, other := false, ""
	for _, r := range word {
		switch {
		case unicode.Is(unicode.Latin, r):
			latin = true
		case unicode.Is(unicode.Cyrillic, r):
			other = "Cyrillic"
		case unicode.Is(unicode.Greek, r):
			other = "Greek"
		}
	}
	if other == "" {
		return ""
	}
	if latin {
		return " (some of its letters are " + other + ")"
	}
	return " (its letters are " + other + ")"
}
