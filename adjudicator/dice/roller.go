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

// Roller rolls the dice of one turn and records them.
//
// For names with `#n` in the digest, use [Roller.Next] or [Roller.Dice]: n counts from 1 and continues if the same
// action recurs in the turn. For names without, use [Roller.Die]; if the action recurs in the turn, the roller adds
// `#2` and so on.
type Roller struct {
	Game string // slug
	Turn int    // counts from 1; the opening uses turn 1

	Seed       [32]byte // S[Turn]
	SealedSeed [32]byte // P[Turn], for names for which Sealed is true

	// Sealed reports whether the name is drawn from the second chain. nil: no name is.
	Sealed func(name string) bool
	// Salt is the salt of all dice of a turn replayed after a revert; see [BranchSalt].
	Salt string
	// Salts are the salts of dice rerolled by the umpire, by name.
	Salts map[string]string
	// Script gives dice their values in test cases. If ok is false, the die is rolled. It may be nil.
	Script func(name string, least, most int) (value int, ok bool)

	counts map[string]int  // last n by name without `#n`
	used   map[string]bool // by full name
	rolled []events.Die
}

// Die rolls one die of n faces: 1 to n, or 0 to 9 for a d10.
func (r *Roller) Die(name string, n int) events.Die {
	return r.roll(r.exact(name), "d"+strconv.Itoa(n))
}

// D6 rolls a die that shows 1 to 6.
func (r *Roller) D6(name string) events.Die { return r.Die(name, 6) }

// D10 rolls a die that shows 0 to 9.
func (r *Roller) D10(name string) events.Die { return r.Die(name, 10) }

// D100 rolls a die that shows 1 to 100.
func (r *Roller) D100(name string) events.Die { return r.Die(name, 100) }

// Next rolls the next die of the name, which is without `#n`.
func (r *Roller) Next(name string, n int) events.Die {
	return r.roll(r.Numbered(name), "d"+strconv.Itoa(n))
}

// Dice rolls count dice of n faces, continuing the numbers of the name.
func (r *Roller) Dice(name string, count, n int) []events.Die {
	ds := make([]events.Die, count)
	for i := range ds {
		ds[i] = r.Next(name, n)
	}
	return ds
}

// Draw draws a number from 0 to n-1.
func (r *Roller) Draw(name string, n int) events.Die {
	return r.roll(r.exact(name), "draw"+strconv.Itoa(n))
}

// Pick draws one of n things (chits in a cup, cards in a pile) with a die of n faces, and returns its number from 1. If
// n is 10, the die's 0 counts as 10.
func (r *Roller) Pick(name string, n int) (ordinal int, d events.Die) {
	d = r.Die(name, n)
	if n == 10 && d.Value == 0 {
		return 10, d
	}
	return d.Value, d
}

// Shuffle returns a permutation of 0…n-1 by the Fisher-Yates method: for i = n-1 down to 1, i is swapped with the draw
// `name#i` of i+1. A second shuffle of that name in one turn draws as `name/2#i`, and so on.
func (r *Roller) Shuffle(name string, n int) ([]int, []events.Die) {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	if times := r.count(name + "#shuffle"); times > 1 {
		name += "/" + strconv.Itoa(times)
	}
	var ds []events.Die
	for i := n - 1; i >= 1; i-- {
		d := r.Draw(name+"#"+strconv.Itoa(i), i+1)
		order[i], order[d.Value] = order[d.Value], order[i]
		ds = append(ds, d)
	}
	return order, ds
}

// Numbered returns the name with the next `#n` of this turn, counted from 1.
func (r *Roller) Numbered(name string) string {
	return name + "#" + strconv.Itoa(r.count(name))
}

// Rolled returns all dice of the turn so far, in rolling order.
func (r *Roller) Rolled() []events.Die { return r.rolled }

// count increments and returns the counter of the name.
func (r *Roller) count(name string) int {
	if r.counts == nil {
		r.counts = map[string]int{}
	}
	r.counts[name]++
	return r.counts[name]
}

// exact returns the name, with the next `#n` if that die has been rolled already in the turn. It panics if the name has
// its own `#n` and was rolled already.
func (r *Roller) exact(name string) string {
	if strings.Contains(name, "#") {
		if r.used[name] {
			panic("dice: " + name + " was rolled already in this turn")
		}
		return name
	}
	if n := r.count(name); n > 1 {
		return name + "#" + strconv.Itoa(n)
	}
	return name
}

func (r *Roller) roll(name, die string) events.Die {
	least, most, faces, ok := Range(die)
	if !ok {
		panic("dice: " + name + " has no face: " + die)
	}
	d := events.Die{Name: name, Die: die, Salt: r.salt(name), Sealed: r.Sealed != nil && r.Sealed(name)}
	d.Value = r.value(d, least, most, faces)
	if r.used == nil {
		r.used = map[string]bool{}
	}
	r.used[name] = true
	r.rolled = append(r.rolled, d)
	return d
}

// salt joins the salts of the turn and of the die.
func (r *Roller) salt(name string) string {
	switch own := r.Salts[name]; {
	case own == "":
		return r.Salt
	case r.Salt == "":
		return own
	default:
		return r.Salt + "/" + own
	}
}

func (r *Roller) value(d events.Die, least, most, faces int) int {
	if r.Script != nil {
		if v, ok := r.Script(d.Name, least, most); ok {
			return v
		}
	}
	seed := r.Seed
	if d.Sealed {
		seed = r.SealedSeed
	}
	return least + Face(seed, r.Game, r.Turn, d.Name, d.Salt, faces)
}

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
