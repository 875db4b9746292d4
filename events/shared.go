package events

import (
	"crypto/hmac"
	"crypto/sha256"
)

// SharedKey returns what the dice of a turn are rolled with in a game whose players share
// them: HMAC-SHA-256 with the seed as its key, over the hashes of the mails one after the
// other. The seed was fixed before anybody had written, and the mails are written by those
// who do not know it: neither side chooses a die alone. Where nobody wrote it is the seed.
func SharedKey(seed [32]byte, mails []Hash) (key [32]byte) {
	if len(mails) == 0 {
		return seed
	}
	mac := hmac.New(sha256.New, seed[:])
	for _, m := range mails {
		mac.Write(m[:]) // never fails
	}
	return [32]byte(mac.Sum(nil))
}
