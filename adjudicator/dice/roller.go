package dice

import (
	"strconv"
	"strings"

	"galloper/events"
)

// Roller rolls the dice of one turn and remembers what it rolled.
//
// Where a digest writes a name with `#n`, use [Roller.Next] or [Roller.Dice]:
// n counts from 1 and counts on where the same action comes again in the turn.
// Where it writes a name without, use [Roller.Die]; should that action come a
// second time in the turn, the roller counts on by itself, from `#2`.
type Roller struct {
	Game string // slug
	Turn int    // counts from 1; the opening rolls as turn 1

	Seed       [32]byte // S[Turn]
	SealedSeed [32]byte // P[Turn], for the names that Sealed reports

	// Sealed reports whether the name is drawn from the second chain; nil: none is.
	Sealed func(name string) bool
	// Salt is that of every die of a turn that is played again after a revert; see [BranchSalt].
	Salt string
	// Salts has the salts of dice that the umpire had rolled again, by name.
	Salts map[string]string
	// Script gives dice their values in test cases; ok is false where it does not
	// know the name, and the die is rolled. It may be nil.
	Script func(name string, least, most int) (value int, ok bool)

	counts map[string]int  // by name without `#n`: the last n
	used   map[string]bool // exact names
	rolled []events.Die
}

// Die rolls one die of n faces: 1 to n, but 0 to 9 for a d10.
func (r *Roller) Die(name string, n int) events.Die {
	return r.roll(r.exact(name), "d"+strconv.Itoa(n))
}

// D6 rolls a die that shows 1 to 6.
func (r *Roller) D6(name string) events.Die { return r.Die(name, 6) }

// D10 rolls a die that shows 0 to 9.
func (r *Roller) D10(name string) events.Die { return r.Die(name, 10) }

// D100 rolls a die that shows 1 to 100.
func (r *Roller) D100(name string) events.Die { return r.Die(name, 100) }

// Next rolls the next of the dice of that name: name without `#n`.
func (r *Roller) Next(name string, n int) events.Die {
	return r.roll(r.Numbered(name), "d"+strconv.Itoa(n))
}

// Dice rolls count dice of n faces, the next ones of that name.
func (r *Roller) Dice(name string, count, n int) []events.Die {
	ds := make([]events.Die, count)
	for i := range ds {
		ds[i] = r.Next(name, n)
	}
	return ds
}

// Draw draws one of n, counted from 0.
func (r *Roller) Draw(name string, n int) events.Die {
	return r.roll(r.exact(name), "draw"+strconv.Itoa(n))
}

// Pick draws one of n things counted from 1 (chits in a cup, cards in a pile)
// with a die of n faces, and returns which. Where n is 10 the die shows 0 to 9,
// and its 0 is the tenth.
func (r *Roller) Pick(name string, n int) (ordinal int, d events.Die) {
	d = r.Die(name, n)
	if n == 10 && d.Value == 0 {
		return 10, d
	}
	return d.Value, d
}

// Shuffle returns a permutation of 0…n-1 by Fisher and Yates: for i = n-1 down
// to 1, i is swapped with the draw `name#i` of i+1.
// A second shuffle of that name in one turn draws as `name/2#i`, and so on.
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

// Rolled returns all dice of the turn so far, in the order in which they were rolled.
func (r *Roller) Rolled() []events.Die { return r.rolled }

// count returns how often it was asked for the name in this turn.
func (r *Roller) count(name string) int {
	if r.counts == nil {
		r.counts = map[string]int{}
	}
	r.counts[name]++
	return r.counts[name]
}

// exact returns the name itself, or with the next `#n` where the turn has
// rolled that die already.
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

// salt joins the salt of the turn and that of the die.
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
