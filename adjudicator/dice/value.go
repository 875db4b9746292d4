package dice

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"galloper/events"
)

// Face returns which of n equally likely faces, from 0, the named die shows. It is the only source of chance in a game.
// It panics if n is less than 1.
func Face(seed [32]byte, game string, turn int, name, salt string, n int) int {
	if n < 1 {
		panic("dice: " + name + " has no face")
	}
	return int(face(seed, game, turn, name, salt, uint64(n)))
}

func face(seed [32]byte, game string, turn int, name, salt string, n uint64) uint64 {
	// 2^64 mod n, in 64-bit arithmetic.
	excess := (^uint64(0)%n + 1) % n
	for counter := 0; ; counter++ {
		u := draw(seed, game, turn, name, salt, counter)
		if excess == 0 || u < -excess {
			return u % n
		}
	}
}

func draw(seed [32]byte, game string, turn int, name, salt string, counter int) uint64 {
	mac := hmac.New(sha256.New, seed[:])
	message := strings.Join([]string{game, strconv.Itoa(turn), name, salt, strconv.Itoa(counter)}, "|")
	mac.Write([]byte(message))
	return binary.BigEndian.Uint64(mac.Sum(nil))
}

// Range returns the least and greatest value of a die and the number of its faces. die is `dN` or `drawN`; ok is false
// for anything else.
func Range(die string) (least, most, faces int, ok bool) {
	if rest, drawn := strings.CutPrefix(die, "draw"); drawn {
		n, err := strconv.Atoi(rest)
		return 0, n - 1, n, err == nil && n > 0
	}
	rest, isDie := strings.CutPrefix(die, "d")
	n, err := strconv.Atoi(rest)
	if !isDie || err != nil || n < 1 {
		return 0, 0, 0, false
	}
	if n == 10 {
		return 0, 9, 10, true
	}
	return 1, n, n, true
}

// Check reports whether the recorded die shows the value given by the seed. If a person has set the value, it only
// checks that the die has such a face.
func Check(seed [32]byte, game string, turn int, d events.Die) bool {
	least, most, faces, ok := Range(d.Die)
	if !ok || d.Value < least || d.Value > most {
		return false
	}
	return d.Set != "" || d.Value == least+Face(seed, game, turn, d.Name, d.Salt, faces)
}

// Sum returns the sum of the dice.
func Sum(rolled []events.Die) int {
	n := 0
	for _, d := range rolled {
		n += d.Value
	}
	return n
}

// BranchSalt returns the salt of all dice of a turn that is replayed after the branch-th revert of its game. Players
// have seen the turn's seed, so the salt is derived from the first unrevealed seed: S of the turn after the last one
// ever opened. It cannot be predicted or chosen before the turn is adjudicated, and can be verified once that seed is
// revealed.
func BranchSalt(next [32]byte, game string, branch, turn int) string {
	mac := hmac.New(sha256.New, next[:])
	fmt.Fprintf(mac, "branch|%s|%d|%d", game, branch, turn)
	return hex.EncodeToString(mac.Sum(nil)[:8])
}
