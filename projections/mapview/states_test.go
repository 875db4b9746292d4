package mapview

import (
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator/board"
	"galloper/events"
	"galloper/projections/knowledge"
)

// ownRegiment is the knowledge of a.b about one of their own regiments.
func ownRegiment(kv ...any) *knowledge.Known {
	b := knowledge.Open([]string{"a.b"}, nil)
	b.Apply(1, []events.Outcome{{Name: "sight.own", Views: []events.View{{Seats: []string{"a.b"}}},
		Fields: events.Fields(append([]any{"unit", "royal", "x", 60000, "y", 45000, "facing", 0}, kv...)...)}})
	return b.Seat("a.b")
}

func TestStatesAndLossesAreDrawnAndExplained(t *testing.T) {
	g := board.Ground{East: 120000, North: 90000, Unit: "yards"}
	symbols := events.Symbols{{Kind: "sight.own", X: "x", Y: "y", Facing: "facing", Label: "unit", Strength: "stands",
		Full: "start", Marks: []events.Mark{{Field: "state", Is: "unsteady", Shows: "shaken"},
			{Field: "engaged", Shows: "engaged"}}}}
	plain := Draw(g, symbols, ownRegiment("stands", 8, "start", 8, "state", "steady", "engaged", "-"), Sheet{})
	worn := Draw(g, symbols, ownRegiment("stands", 4, "start", 8, "state", "unsteady", "engaged", "dutch"), Sheet{})
	var said []string
	for _, text := range plain.Texts {
		said = append(said, text)
	}
	for _, name := range []string{"shaken", "hand to hand", "losses, from the left"} {
		if slices.Contains(said, name) {
			t.Errorf("a steady regiment of full strength is %s", name)
		}
	}
	svg := string(worn.SVG())
	for _, name := range []string{"shaken", "hand to hand", "losses, from the left"} {
		if !strings.Contains(svg, ">"+name+"<") {
			t.Errorf("the legend does not say %s", name)
		}
	}
	m := symbol{front: 20, deep: 8, lost: lossOf(&symbols[0], oneOf(ownRegiment("stands", 2, "start", 8)))}
	if m.lost != .75 {
		t.Errorf("%v of the regiment is lost, want three quarters", m.lost)
	}
}

func oneOf(k *knowledge.Known) (fact *knowledge.Fact) {
	for f := range k.Of("sight.own") {
		fact = f
	}
	return fact
}

// TestMistLiesWhereTheReaderDoesNotSee compares each square with the line of sight that it was made from.
func TestMistLiesWhereTheReaderDoesNotSee(t *testing.T) {
	g := board.Ground{East: 120000, North: 90000, Unit: "yards"}
	eye := board.Point{X: 50000, Y: 40000}
	d := newDrawing(&g, &Sheet{Sees: func(_ string, at board.Point) bool { return eye.Within(at, 25000) }}, 1)
	lines := d.hiddenOutlines()
	for x := 2500; x < g.East; x += 5000 {
		for y := 2500; y < g.North; y += 5000 {
			at, veiled := board.Point{X: x, Y: y}, false
			for _, line := range lines {
				if inside(d.place(at), line) {
					veiled = !veiled
				}
			}
			if far := eye.Within(at, 27000) && !eye.Within(at, 23000); !far && veiled == eye.Within(at, 25000) {
				t.Errorf("%v: mist %v, in view %v", at, veiled, eye.Within(at, 25000))
			}
		}
	}
}
