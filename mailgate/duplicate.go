package mailgate

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
)

// Keys by which a mail that comes twice is known. A mail is a duplicate if any
// of the three was seen. The same Message-ID alone is not enough: a stranger
// could send a mail with the id that he expects of the next true one.

// PlaceKey is the place of a mail in its mailbox.
func PlaceKey(c Checkpoint) string {
	return fmt.Sprintf("%s/%d/%d", c.Mailbox, c.UIDValidity, c.UID)
}

// ContentKey is the hash of a raw mail without what servers add on top while
// they carry it, so that two deliveries of one mail are the same.
func ContentKey(raw []byte) string {
	head, body := splitHead(raw)
	h := sha256.New()
	inTrace := false
	for line := range bytes.Lines(head) {
		if line[0] != ' ' && line[0] != '\t' {
			name, _, _ := bytes.Cut(line, []byte(":"))
			inTrace = traceNames[strings.ToLower(string(bytes.TrimSpace(name)))]
		}
		if !inTrace {
			h.Write(bytes.TrimRight(line, "\r\n"))
			io.WriteString(h, "\n")
		}
	}
	io.WriteString(h, "\n")
	h.Write(body)
	return hex.EncodeToString(h.Sum(nil))
}

// traceNames are fields that servers add on the way.
var traceNames = map[string]bool{
	"return-path": true, "delivered-to": true, "x-original-to": true, "envelope-to": true, "x-envelope-to": true,
	"received": true, "received-spf": true, "authentication-results": true, "arc-seal": true,
	"arc-message-signature":      true,
	"arc-authentication-results": true, "x-received": true, "x-spam-status": true, "x-spam-score": true,
	"x-spam-level":           true,
	"x-spam-checker-version": true, "x-virus-scanned": true, "delivery-date": true, "x-forwarded-to": true,
	"x-forwarded-for": true,
}

// SenseKey is the hash of who says what under which Message-ID: copies of one
// mail that came by different ways (To and Cc, a list with its footer) share it.
// It is "" for a mail without Message-ID.
func SenseKey(sender string, m *Mail) string {
	if m.MessageID == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(strings.ToLower(NormalAddress(sender)) + "\x00" + m.MessageID + "\x00" + m.Text))
	return hex.EncodeToString(sum[:])
}
