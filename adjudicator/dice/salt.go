package dice

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// BranchSalt returns the salt of all dice of a turn that is played again after
// the branch-th revert of its game. Its players have seen the turn's seed, so it
// is made from the first one that nobody has seen: S of the turn behind the last
// that was ever opened. It cannot be known before the turn is adjudicated, nor
// chosen by anybody, and is checked once that seed is revealed.
func BranchSalt(next [32]byte, game string, branch, turn int) string {
	mac := hmac.New(sha256.New, next[:])
	fmt.Fprintf(mac, "branch|%s|%d|%d", game, branch, turn)
	return hex.EncodeToString(mac.Sum(nil)[:8])
}
