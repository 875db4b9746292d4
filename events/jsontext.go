package events

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// appendJSONString appends s as a JSON string with as few escapes as JSON allows, as encoding/json does with
// SetEscapeHTML(false).
func appendJSONString(b []byte, s string) []byte {
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c < ' ' || c == '"' || c == '\\' {
				b = append(b, s[from:i]...)
				b = appendEscape(b, c)
				from = i + 1
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 || r == '\u2028' || r == '\u2029' {
			b = append(b, s[from:i]...)
			b = append(b, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
			from = i + n
		}
		i += n
	}
	b = append(b, s[from:]...)
	return append(b, '"')
}

func appendEscape(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, '\\', 'b')
	case '\f':
		return append(b, '\\', 'f')
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	}
	return append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}

// scanner is a hand-written JSON reader. It exists because decoding limits the speed of a replay. It does not copy
// strings without escapes.
//
// The strict scanner accepts only bytes that this package's encoder would write, so that re-encoding gives the same
// bytes.
type scanner struct {
	s      string
	i      int
	strict bool
}

func (p *scanner) fail(want string) error {
	got := "the end"
	if p.i < len(p.s) {
		got = strconv.QuoteRune(rune(p.s[p.i]))
	}
	return fmt.Errorf("column %d: expected %s, found %s", p.i+1, want, got)
}

func (p *scanner) blanks() {
	for !p.strict && p.i < len(p.s) && p.s[p.i] <= ' ' {
		switch p.s[p.i] {
		case ' ', '\t', '\r', '\n':
			p.i++
		default:
			return
		}
	}
}

// take skips the literal and reports whether it was next.
func (p *scanner) take(lit string) bool {
	p.blanks()
	if len(lit) == 1 { // as most are
		if p.i >= len(p.s) || p.s[p.i] != lit[0] {
			return false
		}
	} else if !strings.HasPrefix(p.s[p.i:], lit) {
		return false
	}
	p.i += len(lit)
	return true
}

func (p *scanner) must(lit string) error {
	if p.take(lit) {
		return nil
	}
	return p.fail("`" + lit + "`")
}

// end returns an error unless all text has been read.
func (p *scanner) end() error {
	p.blanks()
	if p.i != len(p.s) {
		return p.fail("the end")
	}
	return nil
}

// str reads a string. Without escapes, it is a substring of the scanned text.
func (p *scanner) str() (string, error) {
	if err := p.must(`"`); err != nil {
		return "", err
	}
	from, wide := p.i, false
	for {
		p.skipTo(&inText)
		if p.i >= len(p.s) {
			return "", p.fail("the end of the string")
		}
		switch c := p.s[p.i]; {
		case c == '"':
			v := p.s[from:p.i]
			p.i++
			if wide && !p.plain(v) {
				return "", fmt.Errorf("column %d: the string is not plain UTF-8", from+1)
			}
			return v, nil
		case c == '\\':
			return p.escaped(from)
		case c < ' ':
			return "", p.fail("a string without control characters")
		}
		wide = true
		p.i++
	}
}

// plain reports whether text with non-ASCII characters may appear without escapes.
func (p *scanner) plain(v string) bool {
	return utf8.ValidString(v) && !(p.strict && strings.ContainsAny(v, "\u2028\u2029"))
}

// escaped reads the rest of the string that began at from, from its first backslash on.
func (p *scanner) escaped(from int) (string, error) {
	out := []byte(p.s[from:p.i])
	for p.i < len(p.s) {
		c := p.s[p.i]
		p.i++
		switch {
		case c == '"':
			v := string(out)
			if !utf8.ValidString(v) {
				return "", fmt.Errorf("column %d: the string is not UTF-8", from+1)
			}
			if p.strict && string(appendJSONString(nil, v)) != p.s[from-1:p.i] {
				return "", fmt.Errorf("column %d: the string has an unnecessary escape", from+1)
			}
			return v, nil
		case c == '\\':
			r, err := p.escape()
			if err != nil {
				return "", err
			}
			out = utf8.AppendRune(out, r)
		case c < ' ':
			p.i--
			return "", p.fail("a string without control characters")
		default:
			out = append(out, c)
		}
	}
	return "", p.fail("the end of the string")
}

// escape reads an escape after its backslash.
func (p *scanner) escape() (rune, error) {
	if p.i >= len(p.s) {
		return 0, p.fail("an escape")
	}
	c := p.s[p.i]
	p.i++
	if k := strings.IndexByte(`"\/bfnrt`, c); k >= 0 {
		return rune("\"\\/\b\f\n\r\t"[k]), nil
	}
	if c != 'u' {
		p.i--
		return 0, p.fail("an escape")
	}
	r, err := p.unit()
	if err != nil || !utf16.IsSurrogate(r) {
		return r, err
	}
	if !strings.HasPrefix(p.s[p.i:], `\u`) {
		return 0, errLoneSurrogate
	}
	p.i += 2
	low, err := p.unit()
	if err != nil {
		return 0, err
	}
	if r = utf16.DecodeRune(r, low); r == utf8.RuneError {
		return 0, errLoneSurrogate
	}
	return r, nil
}

var errLoneSurrogate = errors.New("half a surrogate pair in a string")

// unit reads the four hex digits of one `\u`.
func (p *scanner) unit() (rune, error) {
	if p.i+4 > len(p.s) {
		return 0, p.fail("four hex digits")
	}
	n, err := strconv.ParseUint(p.s[p.i:p.i+4], 16, 16)
	if err != nil {
		return 0, p.fail("four hex digits")
	}
	p.i += 4
	return rune(n), nil
}

// number reads a whole number.
func (p *scanner) number() (int64, error) {
	p.blanks()
	from := p.i
	if p.i < len(p.s) && p.s[p.i] == '-' {
		p.i++
	}
	for p.i < len(p.s) && '0' <= p.s[p.i] && p.s[p.i] <= '9' {
		p.i++
	}
	text := p.s[from:p.i]
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || strconv.FormatInt(n, 10) != text {
		p.i = from
		return 0, p.fail("a whole number")
	}
	return n, nil
}

// list reads `[`, items and `]`.
func (p *scanner) list(item func() error) error {
	if err := p.must("["); err != nil {
		return err
	}
	if p.take("]") {
		return nil
	}
	for {
		if err := item(); err != nil {
			return err
		}
		if p.take("]") {
			return nil
		}
		if err := p.must(","); err != nil {
			return err
		}
	}
}

// object reads `{`, members and `}`.
func (p *scanner) object(member func(key string) error) error {
	if err := p.must("{"); err != nil {
		return err
	}
	if p.take("}") {
		return nil
	}
	for {
		key, err := p.str()
		if err != nil {
			return err
		}
		if err := p.must(":"); err != nil {
			return err
		}
		if err := member(key); err != nil {
			return err
		}
		if p.take("}") {
			return nil
		}
		if err := p.must(","); err != nil {
			return err
		}
	}
}

// strs reads a list of strings.
func (p *scanner) strs() ([]string, error) {
	var out []string
	err := p.list(func() error {
		s, err := p.str()
		out = append(out, s)
		return err
	})
	return out, err
}

// The bytes at which the scanner stops: structural when it skips an object, inString when it skips a string, inText
// when it reads one.
var (
	structural = marks("\"{}[]\n")
	inString   = marks("\"\\" + controls)
	inText     = wideMarks("\"\\" + controls)
)

const controls = "\x00\x01\x02\x03\x04\x05\x06\x07\b\t\n\v\f\r\x0e\x0f" +
	"\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f"

func marks(bytes string) (m [256]bool) {
	for i := range len(bytes) {
		m[bytes[i]] = true
	}
	return m
}

func wideMarks(bytes string) (m [256]bool) {
	m = marks(bytes)
	for c := utf8.RuneSelf; c < len(m); c++ {
		m[c] = true
	}
	return m
}

// skipObject skips an object. It checks only the strings and braces.
func (p *scanner) skipObject() error {
	if p.i >= len(p.s) || p.s[p.i] != '{' {
		return p.fail("an object")
	}
	for depth := 0; ; {
		p.skipTo(&structural)
		if p.i >= len(p.s) {
			return p.fail("the end of the object")
		}
		switch p.s[p.i] {
		case '"':
			if err := p.skipString(); err != nil {
				return err
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case '\n':
			return p.fail("an object on one line")
		}
		p.i++
		if depth == 0 {
			return nil
		}
	}
}

func (p *scanner) skipString() error {
	for p.i++; ; p.i += 2 { // a backslash and the escaped byte
		p.skipTo(&inString)
		switch {
		case p.i >= len(p.s):
			return p.fail("the end of the string")
		case p.s[p.i] == '"':
			p.i++
			return nil
		case p.s[p.i] != '\\':
			return p.fail("a string without control characters")
		}
	}
}

// skipTo skips all unmarked bytes.
func (p *scanner) skipTo(marked *[256]bool) {
	s, i := p.s, p.i
	for i < len(s) && !marked[s[i]] {
		i++
	}
	p.i = i
}
