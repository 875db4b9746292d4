package mailgate

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/emersion/go-message/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/unicode/norm"
)

// charsetAliases are labels that clients write and go-message does not know, and misleading ones: iso-8859-1 and
// us-ascii with high bytes are windows-1252 (as in the WHATWG standard).
var charsetAliases = map[string]encoding.Encoding{
	"iso-8859-1": charmap.Windows1252, "iso8859-1": charmap.Windows1252, "iso_8859-1": charmap.Windows1252,
	"latin1": charmap.Windows1252, "l1": charmap.Windows1252, "8859-1": charmap.Windows1252,
	"ansi": charmap.Windows1252, "cp-1252": charmap.Windows1252, "cp1252": charmap.Windows1252,
	"win-1252": charmap.Windows1252, "windows1252": charmap.Windows1252, "x-ansi": charmap.Windows1252,
	"latin9": charmap.ISO8859_15, "latin-9": charmap.ISO8859_15, "iso-8859-15:1998": charmap.ISO8859_15,
	"iso8859-15": charmap.ISO8859_15,
	"cp1250":     charmap.Windows1250, "cp1251": charmap.Windows1251, "win-1251": charmap.Windows1251,
	"cp932": japanese.ShiftJIS, "ms932": japanese.ShiftJIS, "windows-31j": japanese.ShiftJIS,
	"cp50220": japanese.ISO2022JP, "iso-2022-jp-1": japanese.ISO2022JP, "iso-2022-jp-2": japanese.ISO2022JP,
	"iso-2022-jp-ms": japanese.ISO2022JP,
	"cp949":          korean.EUCKR, "uhc": korean.EUCKR, "ks_c_5601": korean.EUCKR, "ks_c_5601-1987": korean.EUCKR,
	"cp950": traditionalchinese.Big5,
}

// utf8Labels are decoded as UTF-8 if the bytes are valid, else as windows-1252.
var utf8Labels = map[string]bool{
	"": true, "utf-8": true, "utf8": true, "utf_8": true, "utf8mb4": true, "utf8mb3": true, "utf-8-sig": true,
	"us-ascii": true, "ascii": true, "ansi_x3.4-1968": true,
	"unknown-8bit": true, "x-unknown": true, "unknown": true, "default": true, "none": true, "binary": true,
	"iso-10646-utf-8": true, "unicode-1-1-utf-8": true, "x-user-defined": true,
}

var errCharset = errors.New("unknown charset")

// wordDecoder decodes encoded words in headers with the same charsets as bodies.
var wordDecoder = &mime.WordDecoder{CharsetReader: func(label string, r io.Reader) (io.Reader, error) {
	raw, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	text, _, err := decodeCharset(label, raw)
	return strings.NewReader(text), err
}}

// decodeCharset returns the text of raw. guessed is true if some bytes were not valid in the named charset.
func decodeCharset(label string, raw []byte) (text string, guessed bool, err error) {
	label, _, _ = strings.Cut(label, ";") // QUIRK: `charset="UTF-8; format=flowed"`
	label = strings.ToLower(strings.Trim(label, " \t\"'"))
	if utf8Labels[label] {
		if text, ok := markedUTF16(raw); ok {
			return text, false, nil
		}
		text, whole := mixedText(raw)
		return text, !whole, nil
	}
	if latinLabels[label] && looksLikeUTF8(raw) {
		text, _ := mixedText(raw)
		return text, true, nil
	}
	if strings.HasPrefix(label, "utf-7") || strings.HasPrefix(label, "utf-32") || label == "unicode-1-1-utf-7" {
		return "", false, fmt.Errorf("%w %q", errCharset, label)
	}
	enc := charsetAliases[label]
	if enc != nil {
		out, err := enc.NewDecoder().Bytes(raw)
		return string(out), false, err
	}
	r, err := charset.Reader(label, bytes.NewReader(raw))
	if err != nil {
		return "", false, fmt.Errorf("%w %q", errCharset, label)
	}
	out, err := io.ReadAll(r)
	return string(out), false, err
}

var metaCharset = regexp.MustCompile(`(?i)<meta[^>]{1,200}\bcharset\s*=\s*["']?([\w.:-]+)`)

// htmlCharset returns the charset that an HTML text declares, or "" if it declares none.
//
// QUIRK: programs of shops and schools leave the charset out of the mail's header.
func htmlCharset(raw []byte) string {
	f := metaCharset.FindSubmatch(raw[:min(len(raw), 4<<10)])
	if f == nil || bytes.HasPrefix(bytes.ToLower(f[1]), []byte("utf-16")) { // UTF-16 text would not match the pattern
		return ""
	}
	return string(f[1])
}

// markedUTF16 decodes a text that begins with a UTF-16 byte order mark.
//
// QUIRK: Notepad's "Unicode" is UTF-16, and mail programs attach the file without checking its charset.
func markedUTF16(raw []byte) (string, bool) {
	if !bytes.HasPrefix(raw, []byte{0xff, 0xfe}) && !bytes.HasPrefix(raw, []byte{0xfe, 0xff}) {
		return "", false
	}
	out, err := unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Bytes(raw)
	return string(out), err == nil
}

// latinLabels are Western European charsets that programs also declare for UTF-8 text.
var latinLabels = map[string]bool{
	"windows-1252": true, "iso-8859-15": true, "iso-8859-1": true, "iso8859-1": true, "iso_8859-1": true, "latin1": true,
	"l1": true, "8859-1": true,
	"ansi": true, "cp-1252": true, "cp1252": true, "win-1252": true, "windows1252": true, "x-ansi": true, "latin9": true,
	"latin-9":          true,
	"iso-8859-15:1998": true, "iso8859-15": true,
}

// mixedText decodes bytes as UTF-8 and each invalid byte as windows-1252, so that one bad byte costs one character.
// whole is true if all bytes were valid.
func mixedText(raw []byte) (text string, whole bool) {
	if utf8.Valid(raw) {
		return string(raw), true
	}
	var b strings.Builder
	b.Grow(len(raw) + len(raw)/8)
	for len(raw) > 0 {
		r, n := utf8.DecodeRune(raw)
		if r == utf8.RuneError && n == 1 {
			r = charmap.Windows1252.DecodeByte(raw[0])
		}
		b.WriteRune(r)
		raw = raw[n:]
	}
	return b.String(), false
}

// validText is mixedText without the report on invalid bytes.
func validText(raw []byte) string {
	text, _ := mixedText(raw)
	return text
}

// looksLikeUTF8 reports whether a text labelled as Western European is UTF-8: it must have more non-ASCII UTF-8
// characters than invalid bytes, and some of them must occur in Western languages. `É»` is two characters in
// windows-1252, and a single non-Western one in UTF-8.
func looksLikeUTF8(raw []byte) bool {
	good, western, bad := 0, 0, 0
	for len(raw) > 0 {
		r, n := utf8.DecodeRune(raw)
		switch {
		case r == utf8.RuneError && n == 1:
			bad++
		case n > 1:
			good++
			if isWestern(r) {
				western++
			}
		}
		raw = raw[n:]
	}
	return good > bad && western > 0 || bad == 0 && good > 2
}

// isWestern reports whether windows-1252 has the rune.
func isWestern(r rune) bool {
	_, ok := charmap.Windows1252.EncodeRune(r)
	return ok
}

// repairKind is a class of characters that are replaced before lines are read.
type repairKind int

const (
	keepRune repairKind = iota
	blankRune
	invisibleRune
	wideRune
	arrowRune
	nulRune
)

// classify returns how a rune is repaired. Quotes and dashes are kept: the order language reads them, and letters are
// delivered as typed.
func classify(r rune) repairKind {
	switch {
	case r == 0:
		return nulRune
	case r == 0xA0, r >= 0x2000 && r <= 0x200A, r == 0x202F, r == 0x205F, r == 0x3000:
		return blankRune
	case r == 0xAD, r >= 0x200B && r <= 0x200F, r >= 0x2060 && r <= 0x2064, r == 0xFEFF,
		r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069, r >= 0xFE00 && r <= 0xFE0F:
		return invisibleRune
	case r >= 0xFF01 && r <= 0xFF5E:
		return wideRune
	case r == 0x2192, r == 0x21D2, r == 0x27A1, r == 0x2794, r == 0x27F6, r == 0xF0E0:
		return arrowRune
	}
	return keepRune
}

// repairSaid holds the receipt's sentence for each kind of repair.
var repairSaid = map[repairKind]string{
	blankRune:     "unusual blanks (non-breaking and the like) were read as plain blanks",
	invisibleRune: "invisible characters (soft hyphens, zero-width and direction marks) were ignored",
	wideRune:      "full-width letters and digits were read as plain ones",
	arrowRune:     "arrows were read as ->",
	nulRune:       "NUL characters were ignored",
}

type repairs uint8

func (r repairs) said() []string {
	var out []string
	for kind := blankRune; kind <= nulRune; kind++ {
		if r&(1<<kind) != 0 {
			out = append(out, repairSaid[kind])
		}
	}
	return out
}

// repairLine replaces look-alike characters, drops invisible ones, and returns the kinds found.
func repairLine(s string) (string, repairs) {
	if isPlain(s) {
		return s, 0
	}
	var b strings.Builder
	b.Grow(len(s))
	var met repairs
	for _, r := range norm.NFC.String(s) {
		kind := classify(r)
		met |= 1 << kind
		switch kind {
		case keepRune:
			b.WriteRune(r)
		case blankRune:
			b.WriteByte(' ')
		case wideRune:
			b.WriteByte(byte(r - 0xFEE0))
		case arrowRune:
			b.WriteString("->")
		}
	}
	return b.String(), met
}

func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf || s[i] == 0 {
			return false
		}
	}
	return true
}
