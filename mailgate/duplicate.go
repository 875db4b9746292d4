package mailgate

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// A repeated mail is recognised by the hash of its bytes, by its place in the mailbox, or by its sense key. The same
// Message-ID alone is not enough: a stranger could send a mail with the id that they expect of the next true one.

// PlaceKey returns a key for the mail's place in its mailbox.
func PlaceKey(c Checkpoint) string {
	return fmt.Sprintf("%s/%d/%d", c.Mailbox, c.UIDValidity, c.UID)
}

// SenseKey returns a hash of sender, Message-ID and text, or "" for a mail without Message-ID. Copies of one mail
// that came by different ways (To and Cc, a list with its footer) share it.
//
// If signed, the mail is proved by its signature, which covers the Message-ID, and the text is left out: a copy with
// another unsigned header field, such as Content-Type, could be read as another text.
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
