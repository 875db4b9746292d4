package mapview

import (
	"testing"

	"pgregory.net/rapid"

	"galloper/adjudicator/board"
)

// TestWhatIsDrawnIsWhatCounts compares the outline of natural ground with the polygon of the rules, in both
// directions.
func TestWhatIsDrawnIsWhatCounts(t *testing.T) {
	g := board.Ground{East: 130000, North: 90000, Unit: "yards"}
	rapid.Check(t, func(t *rapid.T) {
		d := newDrawing(&g, &Sheet{}, 1)
		middle := board.Point{X: rapid.IntRange(20000, 110000).Draw(t, "x"), Y: rapid.IntRange(20000, 70000).Draw(t, "y")}
		var exact []point
		corners := rapid.IntRange(3, 12).Draw(t, "corners")
		for i := range corners {
			far := float64(rapid.IntRange(6000, 18000).Draw(t, "far")) * d.scale
			exact = append(exact, d.place(middle).Plus(toward(float64(i)*360/float64(corners)).Times(far)))
		}
		drawn := d.shore(exact)
		most := 600 * d.scale // six yards
		for _, p := range drawn {
			if isClearOf(p, exact, most) {
				t.Fatalf("%v is drawn more than six yards off the ground that counts", p)
			}
		}
		for _, p := range exact {
			if isClearOf(p, drawn, most) {
				t.Fatalf("the corner %v is more than six yards off what is drawn", p)
			}
		}
	})
}

// TestGroundGoesOnBeyondTheEdge: no bank or slope is drawn where the map's edge cuts off the ground.
func TestGroundGoesOnBeyondTheEdge(t *testing.T) {
	g := board.Ground{East: 130000, North: 90000, Unit: "yards"}
	d := newDrawing(&g, &Sheet{}, 1)
	exact := d.places([]board.Point{{X: 35000}, {X: 130000}, {X: 130000, Y: 15000}, {X: 90000, Y: 17000},
		{X: 35000, Y: 14000}})
	drawn := d.shore(exact)
	for _, p := range drawn {
		if p.X > d.place(board.Point{X: 40000}).X && p.X < d.field.x1 && p.Y > d.field.y0-20 && p.Y < d.field.y0+20 {
			t.Errorf("an outline runs along the map's edge at %v", p)
		}
	}
	for _, in := range []board.Point{{X: 129900, Y: 100}, {X: 60000, Y: 100}, {X: 129900, Y: 14000}} {
		if !inside(d.place(in), drawn) {
			t.Errorf("%v counts and is not drawn", in)
		}
	}
}

// TestCellsOfAKindAreOnePiece: two adjacent forests have one outline, a third has its own.
func TestCellsOfAKindAreOnePiece(t *testing.T) {
	g := board.Squares("", 5, 5)
	for i := range g.Cells {
		switch g.Cells[i].ID {
		case "a1", "a2", "b2", "d4":
			g.Cells[i].Kind = "forest"
		}
	}
	d := newDrawing(&g, &Sheet{}, 1)
	pieces := d.pieces()
	if len(pieces) != 2 || len(pieces[0].outline) != 8 || len(pieces[1].outline) != 4 {
		t.Fatalf("%d pieces: %v", len(pieces), pieces)
	}
}
