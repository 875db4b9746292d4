package dice

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// BranchSalt returns the salt of all dice of a turn that is replayed after the branch-th revert of its game. Players
// have seen the turn's seed, so the salt is derived from the first unrevealed seed: S of the turn after the last one
// ever opened. It cannot be predicted or chosen before the turn is adjudicated, and can be verified once that seed is
// revealed.
func BranchSalt(next [32]byte, game string, branch, turn int) string {
	mac := hmac.New(sha256.New, next[:])
	fmt.Fprintf(mac, "branch|%s|%d|%d", game, branch, turn)
	return hex.EncodeToString(mac.Sum(nil)[:8])
}
