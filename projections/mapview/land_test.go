package mapview

import (
	"bytes"
	"reflect"
	"testing"

	"galloper/adjudicator/board"
)

// Terrain from the cache gives the same map as terrain that is drawn anew.
func TestKeptGroundBringsAll(t *testing.T) {
	t.Parallel()
	square := func(x, y, size int) []board.Point {
		return []board.Point{{X: x, Y: y}, {X: x + size, Y: y}, {X: x + size, Y: y + size}, {X: x, Y: y + size}}
	}
	table := board.Ground{Title: "A table", East: 90000, North: 60000, Unit: "yards",
		Dress: []board.Area{{Kind: "meadow", At: square(1000, 1000, 9000)}},
		Areas: []board.Area{{ID: "hill", Kind: "hill", Level: 1, At: square(30000, 20000, 20000)},
			{ID: "fen", Kind: "marsh", At: square(60000, 20000, 9000)}},
		Courses: []board.Course{{Kind: "road", Name: "The Road", At: []board.Point{{X: 0, Y: 9000}, {X: 90000, Y: 9000}}}},
		Marks:   []board.Mark{{ID: "mill", Kind: "objective", At: board.Point{X: 20000, Y: 30000}}},
		Sides:   []board.Edge{{Side: "a", Edge: "south"}}}
	called := func(id string) string { return "The " + id }
	squares := board.Squares("Squares", 6, 5)
	squares.Cells[7].Kind = "woods"
	sites := squares
	sites.CellsAreSites = true
	for _, g := range []board.Ground{table, squares, sites} {
		for _, sheet := range []Sheet{{}, {Bare: true}, {Narrow: true}, {Names: called}} {
			anew := newDrawing(&g, &sheet, 1)
			anew.drawGround()
			want := anew.SVG()
			for range 2 {
				kept := newDrawing(&g, &sheet, 1)
				kept.survey()
				if got := kept.SVG(); !bytes.Equal(got, want) {
					t.Errorf("%s: another picture", g.Title)
				}
				kept.Picture = anew.Picture
				if !reflect.DeepEqual(kept, anew) {
					t.Errorf("%s: it brings %+v, want %+v", g.Title, kept, anew)
				}
				kept.names, kept.taken = append(kept.names, label{}), append(kept.taken, rect{})
				for i := range kept.names {
					kept.names[i].placed = true // a placed label of this map only
				}
			}
		}
	}
}
