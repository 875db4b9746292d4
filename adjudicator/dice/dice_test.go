package dice

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"galloper/events"
)

// counting returns the seed 00 01 02 … 1f.
func counting() (seed [32]byte) {
	for i := range seed {
		seed[i] = byte(i)
	}
	return seed
}

// The values were computed with this Python program, which is independent of this package:
//
//	import hmac, hashlib
//	def face(seed, game, turn, name, salt, n):
//	    c = 0
//	    while True:
//	        message = f"{game}|{turn}|{name}|{salt}|{c}".encode()
//	        u = int.from_bytes(hmac.new(seed, message, hashlib.sha256).digest()[:8], "big")
//	        if u < 2**64 - (2**64 % n): return u % n, c
//	        c += 1
//	print(face(bytes(range(32)), "quiberon", 3, "volley/fire/1foot.b>2swiss#2", "", 10))
func TestFaceAgainstAnIndependentReckoning(t *testing.T) {
	for _, c := range []struct {
		name, salt string
		n, want    int
	}{
		{"volley/fire/1foot.b>2swiss#2", "", 10, 2},
		{"volley/fire/1foot.b>2swiss#1", "", 10, 1},
		{"volley/fire/1foot.b>2swiss#2", "again", 10, 2},
		{"fire/volley/45e>42foot#1", "", 6, 2},
		{"artillery/fire/u.a>v.a#1", "", 100, 95},
		{"cup/draw/chit#3", "", 7, 3},
		{"x", "", 3, 1},
	} {
		if got := Face(counting(), "quiberon", 3, c.name, c.salt, c.n); got != c.want {
			t.Errorf("%s salt %q of %d: %d, want %d", c.name, c.salt, c.n, got, c.want)
		}
	}
}

// A quarter of all values is rejected here: `big#0` and `big#15` take two attempts, `big#9` and `big#18` three. Values
// from the same Python program with n = 3 * 2**61.
func TestFaceRefusesTheUnevenRest(t *testing.T) {
	const n = 3 << 61
	for name, want := range map[string]uint64{
		"big#0": 874657958711262914, "big#1": 748189375123289984, "big#9": 1781072514867812580,
		"big#15": 1169604798494818669, "big#18": 658693922115469743,
	} {
		if got := face(counting(), "quiberon", 3, name, "", n); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}

func roller() *Roller { return &Roller{Game: "quiberon", Turn: 3, Seed: counting()} }

func TestFacesAreShownAsThePlayersReadThem(t *testing.T) {
	r := roller()
	for _, c := range []struct {
		die  events.Die
		want events.Die
	}{
		{r.D10("volley/fire/1foot.b>2swiss#2"), events.Die{Name: "volley/fire/1foot.b>2swiss#2", Die: "d10", Value: 2}},
		{r.D6("fire/volley/45e>42foot#1"), events.Die{Name: "fire/volley/45e>42foot#1", Die: "d6", Value: 3}},
		{r.D100("artillery/fire/u.a>v.a#1"), events.Die{Name: "artillery/fire/u.a>v.a#1", Die: "d100", Value: 96}},
		{r.Draw("cup/draw/chit#3", 7), events.Die{Name: "cup/draw/chit#3", Die: "draw7", Value: 3}},
		{r.Die("x", 3), events.Die{Name: "x", Die: "d3", Value: 2}},
	} {
		if c.die != c.want {
			t.Errorf("got %+v, want %+v", c.die, c.want)
		}
		if !Check(r.Seed, r.Game, r.Turn, c.die) {
			t.Errorf("%s does not check", c.die.Name)
		}
	}
	if len(r.Rolled()) != 5 {
		t.Errorf("%d dice remembered", len(r.Rolled()))
	}
}

func TestShuffleAgainstAnIndependentReckoning(t *testing.T) {
	r := roller()
	r.Turn = 1
	order, ds := r.Shuffle("hidden/deck/union", 8)
	if want := []int{4, 7, 0, 2, 3, 1, 5, 6}; !slices.Equal(order, want) {
		t.Errorf("order %v, want %v", order, want)
	}
	if len(ds) != 7 || ds[0].Name != "hidden/deck/union#7" || ds[0].Die != "draw8" || ds[6].Die != "draw2" {
		t.Errorf("draws %v", ds)
	}
	if _, again := r.Shuffle("hidden/deck/union", 8); again[0].Name != "hidden/deck/union/2#7" {
		t.Errorf("a second shuffle draws %s", again[0].Name)
	}
}

func TestShuffleIsAPermutation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 60).Draw(t, "n")
		order, ds := roller().Shuffle(rapid.StringMatching(`[a-z/]{1,9}`).Draw(t, "name"), n)
		slices.Sort(order)
		for i, v := range order {
			if i != v {
				t.Fatalf("%v is no permutation", order)
			}
		}
		if len(ds) != max(n-1, 0) {
			t.Fatalf("%d draws for %d", len(ds), n)
		}
	})
}

// The value of a die depends on its name, not on the dice rolled before it.
func TestDiceDoNotDependOnEachOther(t *testing.T) {
	alone := roller().D10("volley/fire/a>b#1")
	r := roller()
	r.Dice("artillery/fire/u>v", 9, 100)
	if got := r.D10("volley/fire/a>b#1"); got != alone {
		t.Errorf("alone %v, in company %v", alone, got)
	}
}

func TestNumbersCountOnThroughTheTurn(t *testing.T) {
	r := roller()
	var names []string
	for _, d := range r.Dice("act/roll/1ligne", 2, 6) {
		names = append(names, d.Name)
	}
	names = append(names, r.Next("act/roll/1ligne", 6).Name, r.Next("act/roll/2ligne", 6).Name,
		r.Numbered("act/roll/2ligne"))
	want := []string{"act/roll/1ligne#1", "act/roll/1ligne#2", "act/roll/1ligne#3", "act/roll/2ligne#1",
		"act/roll/2ligne#2"}
	if !slices.Equal(names, want) {
		t.Errorf("names %v, want %v", names, want)
	}
	if a, b := r.D10("volley/morale/d").Name, r.D10("volley/morale/d").Name; a != "volley/morale/d" ||
		b != "volley/morale/d#2" {
		t.Errorf("the same action twice: %s, %s", a, b)
	}
}

func TestTheSameDieTwiceIsABug(t *testing.T) {
	r := roller()
	r.D6("x#1")
	defer func() {
		if recover() == nil {
			t.Error("x#1 was rolled twice")
		}
	}()
	r.D6("x#1")
}

func TestPickReadsNoughtOfATenAsTheTenth(t *testing.T) {
	r := roller()
	r.Script = func(name string, least, most int) (int, bool) { return least, true }
	if ordinal, d := r.Pick("cup/draw/chit#1", 10); ordinal != 10 || d.Value != 0 || d.Die != "d10" {
		t.Errorf("of ten: %d, %v", ordinal, d)
	}
	if ordinal, d := r.Pick("cup/draw/chit#2", 11); ordinal != 1 || d.Value != 1 {
		t.Errorf("of eleven: %d, %v", ordinal, d)
	}
}

func TestSealedDiceUseTheOtherChain(t *testing.T) {
	r := roller()
	r.SealedSeed[0] = 9
	r.Sealed = func(name string) bool { return name[0] == 'h' }
	open, hidden := r.Draw("open/deck#1", 1<<20), r.Draw("hidden/deck#1", 1<<20)
	if open.Sealed || !hidden.Sealed {
		t.Errorf("sealed: %v and %v", open, hidden)
	}
	if !Check(r.SealedSeed, r.Game, r.Turn, hidden) || Check(r.Seed, r.Game, r.Turn, hidden) {
		t.Error("the sealed die is not of the second chain")
	}
}

func TestSaltIsShownAndChangesTheDie(t *testing.T) {
	r := roller()
	r.Salts = map[string]string{"x": "1"}
	d, plain := r.Draw("x", 1<<20), roller().Draw("x", 1<<20)
	if d.Salt != "1" || d.Value == plain.Value || !Check(r.Seed, r.Game, r.Turn, d) {
		t.Errorf("%+v, without salt %+v", d, plain)
	}
}

func TestCheckFindsWhatWasNotRolled(t *testing.T) {
	d := roller().D10("volley/fire/1foot.b>2swiss#2")
	for why, change := range map[string]func(*events.Die){
		"another value": func(d *events.Die) { d.Value = 3 },
		"another name":  func(d *events.Die) { d.Name = "x" },
		"another die":   func(d *events.Die) { d.Die = "d100" },
		"no die":        func(d *events.Die) { d.Die = "ten" },
		"no such face":  func(d *events.Die) { d.Value, d.Set = 10, "umpire" },
	} {
		forged := d
		change(&forged)
		if Check(counting(), "quiberon", 3, forged) {
			t.Errorf("%s: passed", why)
		}
	}
	d.Value, d.Set = 9, "umpire"
	if !Check(counting(), "quiberon", 3, d) {
		t.Error("a value that a person gave does not pass")
	}
}

func TestRange(t *testing.T) {
	for die, want := range map[string][3]int{"d6": {1, 6, 6}, "d10": {0, 9, 10}, "d100": {1, 100, 100},
		"draw10": {0, 9, 10}, "draw1": {0, 0, 1}} {
		least, most, faces, ok := Range(die)
		if !ok || [3]int{least, most, faces} != want {
			t.Errorf("%s: %d to %d of %d", die, least, most, faces)
		}
	}
	for _, bad := range []string{"", "d", "d0", "draw0", "draw", "6", "d-1", "dx"} {
		if _, _, _, ok := Range(bad); ok {
			t.Errorf("%q is a die", bad)
		}
	}
}

// All faces are about equally frequent.
func TestFacesAreEven(t *testing.T) {
	r, counts := roller(), [10]int{}
	for _, d := range r.Dice("even/roll/x", 20000, 10) {
		counts[d.Value]++
	}
	for face, n := range counts {
		if n < 1800 || n > 2200 {
			t.Errorf("%d came up %d times in 20000", face, n)
		}
	}
}

func BenchmarkDie(b *testing.B) {
	r := roller()
	for b.Loop() {
		r.Next("volley/fire/1foot.b>2swiss", 10)
	}
}

// By Python: hmac.new(bytes(range(32)), b"branch|quiberon|1|3", hashlib.sha256).hexdigest()[:16]
func TestSaltOfATurnPlayedAgain(t *testing.T) {
	if got, want := BranchSalt(counting(), "quiberon", 1, 3), "5f6f601dc8030f03"; got != want {
		t.Errorf("salt %s, want %s", got, want)
	}
	r := roller()
	r.Salt, r.Salts = "5f3a", map[string]string{"y": "1"}
	if x, y := r.Draw("x", 9), r.Draw("y", 9); x.Salt != "5f3a" || y.Salt != "5f3a/1" ||
		!Check(r.Seed, r.Game, r.Turn, y) {
		t.Errorf("salts: %+v, %+v", x, y)
	}
}
