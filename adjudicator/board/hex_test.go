package board

import (
	"testing"

	"pgregory.net/rapid"
)

func hex(t *testing.T, name string) Hex {
	t.Helper()
	h, ok := ParseHex(name)
	if !ok {
		t.Fatalf("%s is no hex", name)
	}
	return h
}

// §G2: even rows (D4) lie half a hex further east than odd ones (D3).
func TestHexNeighbours(t *testing.T) {
	for name, want := range map[string][6]string{
		"D3": {"D2", "E3", "D4", "C4", "C3", "C2"},
		"D4": {"E3", "E4", "E5", "D5", "C4", "D3"},
	} {
		for side, n := range hex(t, name).Neighbours() {
			if n.String() != want[side] {
				t.Errorf("%s side %d: %s, want %s", name, side, n, want[side])
			}
		}
	}
}

func TestHexDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"C5", "E6", 3}, {"E6", "E5", 1}, {"E6", "E4", 2}, {"A1", "A1", 0}, {"A1", "C1", 2}, {"D3", "D5", 2},
		{"A8", "I1", 11},
	} {
		if got := hex(t, c.a).Distance(hex(t, c.b)); got != c.want {
			t.Errorf("%s to %s: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestHexNames(t *testing.T) {
	for _, bad := range []string{"", "A", "4", "A0", "AA1", "a1", "A123", "A1x", "A01"} {
		if h, ok := ParseHex(bad); ok {
			t.Errorf("%q reads as %v", bad, h)
		}
	}
	if h := hex(t, "Z40"); h.String() != "Z40" || h != (Hex{25, 39}) {
		t.Errorf("Z40 is %v", h)
	}
}

func TestHexIsItsCube(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := Hex{rapid.IntRange(-3, 26).Draw(t, "col"), rapid.IntRange(-3, 40).Draw(t, "row")}
		c := h.Cube()
		if c.X+c.Y+c.Z != 0 || c.Hex() != h {
			t.Fatalf("%v has cube %v, which is %v", h, c, c.Hex())
		}
		for side, n := range h.Neighbours() {
			if h.Distance(n) != 1 || n.Neighbour(HexSide((side+3)%6)) != h {
				t.Fatalf("side %d of %v", side, h)
			}
		}
		if c.Left(6) != c || c.Left(1).Length() != c.Length() {
			t.Fatalf("%v turned: %v", c, c.Left(1))
		}
	})
}

// Turned back by one sixth, the neighbour in the east lies north-east.
func TestCubeLeft(t *testing.T) {
	for side := range cubeSteps {
		if got, want := cubeSteps[(side+1)%6].Left(1), cubeSteps[side]; got != want {
			t.Errorf("side %d turned left is %v, want %v", (side+1)%6, got, want)
		}
	}
}

// §G7: a line along a border has both hexes; it is the same line both ways.
func TestHexLine(t *testing.T) {
	between := hex(t, "D2").Between(hex(t, "D4"))
	if len(between) != 1 || len(between[0]) != 2 {
		t.Fatalf("D2 to D4 runs through %v, want two hexes at once", between)
	}
	if got := hex(t, "A1").Between(hex(t, "D1")); len(got) != 2 || got[0][0].String() != "B1" ||
		got[1][0].String() != "C1" {
		t.Errorf("A1 to D1 runs through %v", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) Hex {
			return Hex{rapid.IntRange(0, 25).Draw(t, name+"c"), rapid.IntRange(0, 39).Draw(t, name+"r")}
		}
		a, b := draw("a"), draw("b")
		there, back := a.Between(b), b.Between(a)
		for i, step := range there {
			if len(step) < 1 || len(step) > 2 {
				t.Fatalf("%v to %v: step %d has %v", a, b, i, step)
			}
			for _, h := range step {
				if h.Distance(a) > i+1 && len(step) == 1 {
					t.Fatalf("%v to %v: step %d is %v", a, b, i, h)
				}
				if !containsHex(back[len(back)-1-i], h) {
					t.Fatalf("%v to %v: there %v, back %v", a, b, there, back)
				}
			}
		}
	})
}

func containsHex(hs []Hex, h Hex) bool {
	for _, x := range hs {
		if x == h {
			return true
		}
	}
	return false
}

func TestHexSteps(t *testing.T) {
	b := HexBoard{Columns: 5, Rows: 3}
	wall := map[Hex]bool{hex(t, "C1"): true, hex(t, "C2"): true, hex(t, "B2"): true}
	steps := b.Steps(hex(t, "E1"), func(h Hex) bool { return !wall[h] })
	if got := steps[b.Index(hex(t, "A1"))]; got != 6 {
		t.Errorf("round the wall it is %d steps, want 6", got)
	}
	wall[hex(t, "B3")], wall[hex(t, "C3")] = true, true
	steps = b.Steps(hex(t, "E1"), func(h Hex) bool { return !wall[h] })
	if got := steps[b.Index(hex(t, "A1"))]; got != -1 {
		t.Errorf("through the wall it is %d steps", got)
	}
	for i, n := range b.Steps(hex(t, "C2"), func(Hex) bool { return true }) {
		if want := b.At(i).Distance(hex(t, "C2")); n != want {
			t.Errorf("%v: %d steps in the open, want %d", b.At(i), n, want)
		}
	}
	for _, n := range b.Steps(Hex{9, 9}, func(Hex) bool { return true }) {
		if n != -1 {
			t.Error("there is a way to a hex off the board")
		}
	}
}

func TestHexesTileTheMap(t *testing.T) {
	b := HexBoard{Columns: 4, Rows: 4}
	for i := range b.Columns * b.Rows {
		h := b.At(i)
		for _, p := range b.Corners(h) {
			if p.X < 0 || p.Y < 0 || p.X > b.Size().X || p.Y > b.Size().Y {
				t.Errorf("%v: corner %v lies off the map %v", h, p, b.Size())
			}
		}
		for _, n := range h.Neighbours() {
			if shared := sharedCorners(b, h, n); b.Has(n) && shared != 2 {
				t.Errorf("%v and %v share %d corners, want 2", h, n, shared)
			}
		}
	}
}

func sharedCorners(b HexBoard, h, n Hex) int {
	shared := 0
	for _, p := range b.Corners(h) {
		for _, q := range b.Corners(n) {
			if p == q {
				shared++
			}
		}
	}
	return shared
}
