package dice

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Chain is the hash chain of a game's seeds: S[Length] is Root, and
// S[i-1] = SHA-256(S[i]) down to S[0], which is published first.
//
// A game has two: S for all dice, P for those that decide something hidden.
type Chain struct {
	Root   [32]byte // S[Length]; secret as long as the game goes on
	Length int      // the last turn that has a seed
}

// Seed returns S[turn], for turns from 0 (the commitment) to Length.
func (c Chain) Seed(turn int) [32]byte {
	if turn < 0 || turn > c.Length {
		panic("dice: the chain has no seed for that turn")
	}
	s := c.Root
	for range c.Length - turn {
		s = sha256.Sum256(s[:])
	}
	return s
}

// Commit returns S[0]: what is published when the game is made.
func (c Chain) Commit() [32]byte { return c.Seed(0) }

// Follows reports whether seed is the next link after the one before it:
// SHA-256(S[t]) = S[t-1].
func Follows(seed, before [32]byte) bool { return sha256.Sum256(seed[:]) == before }

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
