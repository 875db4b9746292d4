package mailgate

import "bytes"

// In opaque S/MIME mail the content lies inside the cryptographic message (RFC 5652 §5). This file extracts it and,
// as with other signatures, does not verify it. A verifying library would parse every certificate, fail on odd ones,
// and not bound the nesting depth of a hostile message.

// berDepth bounds the nesting of values; a signed mail needs six levels.
const berDepth = 16

// ASN.1 tags (X.690) in a signed message.
const (
	tagOctets       = 0x04
	tagID           = 0x06
	tagSequence     = 0x30
	tagExplicit     = 0xa0 // [0]
	constructed     = 0x20
	tagEndOfContent = 0x00
)

var (
	idSignedData = []byte{0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02} // 1.2.840.113549.1.7.2
	idData       = []byte{0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01}
)

// ber is one value. If its length is indefinite, body extends to the end of its parent.
type ber struct {
	tag        byte
	body       []byte
	indefinite bool
	rest       []byte // after the value; nil if its length is indefinite
}

// readBER reads the header of the value at the start of b.
func readBER(b []byte) (v ber, ok bool) {
	if len(b) < 2 || b[0]&0x1f == 0x1f { // multi-byte tags do not occur in mail
		return v, false
	}
	v.tag = b[0]
	n, head := int(b[1]), 2
	switch {
	case n == 0x80:
		v.indefinite = true
		v.body = b[2:]
		return v, v.tag&constructed != 0
	case n > 0x80:
		if n -= 0x80; n > 4 || len(b) < 2+n {
			return v, false
		}
		size := int64(0)
		for _, c := range b[2 : 2+n] {
			size = size<<8 | int64(c)
		}
		head += n
		if size > int64(len(b)) {
			return v, false
		}
		n = int(size)
	}
	if len(b)-head < n {
		return v, false
	}
	v.body, v.rest = b[head:head+n], b[head+n:]
	return v, true
}

// skipBER returns the bytes after the value at the start of b.
func skipBER(b []byte, depth int) ([]byte, bool) {
	v, ok := readBER(b)
	if !ok || depth == 0 {
		return nil, false
	}
	if !v.indefinite {
		return v.rest, true
	}
	for b = v.body; ok; b, ok = skipBER(b, depth-1) {
		if bytes.HasPrefix(b, []byte{tagEndOfContent, 0}) {
			return b[2:], true
		}
	}
	return nil, false
}

func readTagged(b []byte, tag byte) (ber, bool) {
	v, ok := readBER(b)
	return v, ok && v.tag == tag
}

// readTyped reads `SEQUENCE { id, [0] { … } … }` and returns the content of [0].
func readTyped(b, id []byte) ([]byte, bool) {
	seq, ok := readTagged(b, tagSequence)
	if !ok {
		return nil, false
	}
	of, ok := readTagged(seq.body, tagID)
	if !ok || !bytes.Equal(of.body, id) {
		return nil, false
	}
	in, ok := readTagged(of.rest, tagExplicit)
	return in.body, ok
}

// signedContent returns the content of a signed message: a MIME part with its header.
func signedContent(message []byte) ([]byte, bool) {
	b, ok := readTyped(message, idSignedData)
	if !ok {
		return nil, false
	}
	signed, ok := readTagged(b, tagSequence)
	b = signed.body
	for range 2 { // version, digest algorithms
		if ok {
			b, ok = skipBER(b, berDepth)
		}
	}
	if ok {
		b, ok = readTyped(b, idData)
	}
	if !ok {
		return nil, false
	}
	return octets(nil, b, berDepth)
}

// octets appends the content of an octet string, which may be segmented, to out.
func octets(out, b []byte, depth int) ([]byte, bool) {
	v, ok := readBER(b)
	switch {
	case !ok || depth == 0 || v.tag&^constructed != tagOctets:
		return nil, false
	case v.tag&constructed == 0:
		return append(out, v.body...), true
	}
	for b = v.body; len(b) > 0; {
		if v.indefinite && bytes.HasPrefix(b, []byte{tagEndOfContent, 0}) {
			return out, true
		}
		if out, ok = octets(out, b, depth-1); !ok {
			return nil, false
		}
		if b, ok = skipBER(b, depth-1); !ok {
			return nil, false
		}
	}
	return out, !v.indefinite
}
