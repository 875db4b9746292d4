package mailgate

import (
	"bytes"
	"encoding/base64"
	"strings"
)

// transferEncoding returns the encoding that a Content-Transfer-Encoding field means: `base64`, `quoted-printable`,
// `uuencode`, the empty string if it needs no decoding, or the word itself if it is unknown. Clients quote it,
// comment it, misspell it, and put the charset or the type there.
func transferEncoding(field string) string {
	word, _, _ := strings.Cut(field, ";")
	word, _, _ = strings.Cut(word, "(")
	word = strings.ToLower(strings.Trim(word, " \t\"'"))
	switch word {
	case "base64", "base-64", "b", "b64":
		return "base64"
	case "quoted-printable", "quotedprintable", "quoted_printable", "qp", "q":
		return "quoted-printable"
	case "x-uuencode", "uuencode", "x-uue", "uue":
		return "uuencode"
	case "", "7bit", "8bit", "binary", "7-bit", "8-bit", "7 bit", "8 bit", "utf-8", "utf8", "plain", "text", "none",
		"us-ascii", "ascii", "iso-8859-1":
		return ""
	}
	return word
}

// decodeTransfer undoes a transfer encoding. damaged is true if bytes were lost that may have held orders.
func decodeTransfer(encoding string, body []byte) (decoded []byte, damaged bool) {
	switch encoding {
	case "base64":
		return decodeBase64(body)
	case "quoted-printable":
		return decodeQuotedPrintable(body), false
	case "uuencode":
		return decodeUU(body)
	case "":
		return body, false
	}
	return body, true
}

// base64Value maps each byte to its six bits, or 255 if it is not in the alphabet.
var base64Value = func() (t [256]byte) {
	for i := range t {
		t[i] = 255
	}
	for i, c := range "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/" {
		t[c] = byte(i)
	}
	return t
}()

// decodeBase64 accepts input that encoding/base64 refuses or cuts short: missing padding, padding inside (two
// concatenated texts), characters outside the alphabet. A line after the end of the data that cannot be base64, such
// as a list's footer, ends it.
func decodeBase64(body []byte) (decoded []byte, damaged bool) {
	if fast, ok := strictBase64(body); ok {
		return fast, false
	}
	decoded = make([]byte, 0, len(body)*3/4)
	var bits uint32
	n := 0
	flush := func() {
		switch n {
		case 3:
			decoded = append(decoded, byte(bits>>10), byte(bits>>2))
		case 2:
			decoded = append(decoded, byte(bits>>4))
		case 1:
			damaged = true // six bits do not make a byte: a character was lost
		}
		bits, n = 0, 0
	}
	padded := false
	for line := range bytes.Lines(body) {
		if padded && !looksBase64(line) {
			break
		}
		for _, c := range line {
			v := base64Value[c]
			switch {
			case c == '=':
				flush()
				padded = true
			case v != 255:
				bits, n = bits<<6|uint32(v), n+1
				if n == 4 {
					decoded = append(decoded, byte(bits>>16), byte(bits>>8), byte(bits))
					bits, n = 0, 0
				}
			case c > ' ':
				damaged = true
			}
		}
	}
	flush()
	return decoded, damaged
}

func strictBase64(body []byte) ([]byte, bool) {
	out := make([]byte, base64.StdEncoding.DecodedLen(len(body)))
	n, err := base64.StdEncoding.Decode(out, body) // ignores line ends
	return out[:n], err == nil
}

func looksBase64(line []byte) bool {
	line = bytes.TrimSpace(line)
	for _, c := range line {
		if base64Value[c] == 255 && c != '=' {
			return false
		}
	}
	return len(line)%4 == 0
}

// decodeQuotedPrintable follows RFC 2045 §6.7 and, like every mail reader, keeps a `=` that does not begin an escape.
func decodeQuotedPrintable(body []byte) []byte {
	out := make([]byte, 0, len(body))
	for line := range bytes.Lines(body) {
		text := bytes.TrimRight(line, " \t\r\n")
		soft := bytes.HasSuffix(text, []byte("="))
		if soft {
			text = text[:len(text)-1]
		}
		out = appendUnquoted(out, text)
		if !soft && len(line) > 0 && line[len(line)-1] == '\n' {
			out = append(out, '\n')
		}
	}
	return out
}

// appendUnquoted appends a line with its `=XX` escapes decoded.
func appendUnquoted(out, text []byte) []byte {
	for {
		i := bytes.IndexByte(text, '=')
		if i < 0 {
			return append(out, text...)
		}
		out, text = append(out, text[:i]...), text[i:]
		code := -1
		if len(text) > 2 {
			if hi, lo := hexValue(text[1]), hexValue(text[2]); hi >= 0 && lo >= 0 {
				code = hi<<4 | lo
			}
		}
		if code < 0 {
			out, text = append(out, '='), text[1:]
			continue
		}
		out, text = append(out, byte(code)), text[3:]
	}
}

func hexValue(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	}
	return -1
}

// decodeUU decodes the first `begin … end` of a uuencoded body.
func decodeUU(body []byte) (decoded []byte, damaged bool) {
	started := false
	for line := range bytes.Lines(body) {
		line = bytes.TrimRight(line, "\r\n")
		switch {
		case !started:
			started = bytes.HasPrefix(line, []byte("begin "))
		case string(line) == "end":
			return decoded, false
		case len(line) > 0:
			decoded = append(decoded, uuLine(line)...)
		}
	}
	return decoded, true
}

func uuLine(line []byte) []byte {
	want := int(line[0]-' ') & 63
	var out []byte
	for at := 1; at < len(line) && len(out) < want; at += 4 {
		var q [4]byte
		for i := range q {
			if at+i < len(line) {
				q[i] = (line[at+i] - ' ') & 63
			}
		}
		out = append(out, q[0]<<2|q[1]>>4, q[1]<<4|q[2]>>2, q[2]<<6|q[3])
	}
	return out[:min(want, len(out))]
}
