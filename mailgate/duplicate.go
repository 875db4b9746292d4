package mailgate

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// A mail that comes twice is known by the hash of its bytes, by its place, or by its sense. The same Message-ID alone
// is not enough: a stranger could send a mail with the id that they expect of the next true one.

// PlaceKey is the place of a mail in its mailbox.
func PlaceKey(c Checkpoint) string {
	return fmt.Sprintf("%s/%d/%d", c.Mailbox, c.UIDValidity, c.UID)
}

// SenseKey is the hash of who says what under which Message-ID: copies of one
// mail that came by different ways (To and Cc, a list with its footer) share it.
// It is "" for a mail without Message-ID.
//
// A mail that its signature proves is known by its Message-ID alone, which is signed. Its text is no part of the key:
// a copy with another unsigned header field, such as Content-Type, could be read as another text.
func SenseKey(sender string, m *Mail, signed bool) string {
	if m.MessageID == "" {
		return ""
	}
	key := strings.ToLower(NormalAddress(sender)) + "\x00" + m.MessageID
	if !signed {
		key += "\x00" + m.Text
	}
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}
