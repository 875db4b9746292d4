package events

import (
	"crypto/hmac"
	"crypto/sha256"
)

// SharedKey returns the key of a turn's dice in a game with shared dice: HMAC-SHA-256 with the seed as the key, over
// the concatenated hashes of the mails. The seed is fixed before the mails are written, and their authors do not know
// it, so that neither side can choose the dice alone. Without mails the key is the seed.
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
