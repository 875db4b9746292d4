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
func SenseKey(sender string, m *Mail) string {
	if m.MessageID == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(strings.ToLower(NormalAddress(sender)) + "\x00" + m.MessageID + "\x00" + m.Text))
	return hex.EncodeToString(sum[:])
}
