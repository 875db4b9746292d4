package mailgate

import (
	"bytes"
	"testing"

	"galloper/events/mutate"
)

// deep returns a message with values nested deeper than in any mail.
func deep(levels int) []byte {
	return append(bytes.Repeat([]byte{tagSequence, 0x80}, levels), bytes.Repeat([]byte{0, 0}, levels)...)
}

func TestSignedContentRefused(t *testing.T) {
	wrong := append([]byte{tagSequence, byte(2 + len(idData)), tagID, byte(len(idData))}, idData...)
	for name, message := range map[string][]byte{
		"nothing": nil, "one byte": {0x30}, "length longer than all": {0x30, 0x84, 0xff, 0xff, 0xff, 0xff, 1},
		"length of five bytes": {0x30, 0x85, 0, 0, 0, 0, 1},
		"long tag":             {0x3f, 0x81, 0x01, 0x00}, "another type": wrong, "deep": deep(200_000),
		"primitive without length": {tagOctets, 0x80, 0, 0},
	} {
		if got, ok := signedContent(message); ok {
			t.Errorf("%s: read as %q", name, got)
		}
	}
}

func TestOctetsInPieces(t *testing.T) {
	for name, tt := range map[string]struct {
		b    []byte
		want string
		ok   bool
	}{
		"one":  {[]byte{tagOctets, 2, 'a', 'b'}, "ab", true},
		"two":  {[]byte{tagOctets | constructed, 6, tagOctets, 1, 'a', tagOctets, 1, 'b'}, "ab", true},
		"open": {[]byte{tagOctets | constructed, 0x80, tagOctets, 1, 'a', tagOctets, 1, 'b', 0, 0}, "ab", true},
		"open, in open": {[]byte{tagOctets | constructed, 0x80, tagOctets | constructed, 0x80, tagOctets, 1, 'a', 0, 0,
			tagOctets, 1, 'b', 0, 0}, "ab", true},
		"open, no end":    {[]byte{tagOctets | constructed, 0x80, tagOctets, 1, 'a'}, "", false},
		"something else":  {[]byte{tagOctets | constructed, 3, 0x02, 1, 5}, "", false},
		"deeper than any": {bytes.Repeat([]byte{tagOctets | constructed, 0x80}, 1000), "", false},
	} {
		got, ok := octets(nil, tt.b, berDepth)
		if ok != tt.ok || ok && string(got) != tt.want {
			t.Errorf("%s: %q, %v; want %q, %v", name, got, ok, tt.want, tt.ok)
		}
	}
}

func FuzzSignedContent(f *testing.F) {
	mutate.Add(f, nil, deep(20))
	f.Fuzz(func(t *testing.T, message []byte) {
		content, ok := signedContent(message)
		if ok && len(content) > len(message) {
			t.Errorf("%d bytes came out of %d", len(content), len(message))
		}
	})
}
