package mapview

import (
	"strings"
	"testing"

	"galloper/adjudicator/board"
)

// TestSketch: each spot appears at its position, or beside another that is already there, and in the key.
func TestSketch(t *testing.T) {
	p := &Picture{ground: &board.Ground{East: 100, North: 100}, field: Field{X: 10, Y: 10, W: 400, H: 200}, spots: []Spot{
		{Title: "The Mill", Kind: PlaceSpot, X: 208, Y: 108, W: 4, H: 4},
		{Title: "The Mill", Kind: PlaceSpot, X: 240, Y: 108, W: 4, H: 4},
		{Title: "Champagne", Kind: OwnSpot, X: 208, Y: 108, W: 4, H: 4},
		{Title: "Sturler", Kind: OtherSpot, X: 405, Y: 200, W: 4, H: 4},
		{Title: "off the board", Kind: OtherSpot, X: 900, Y: -50, W: 4, H: 4},
		{Name: "c1", Kind: CellSpot, X: 10, Y: 10, W: 4, H: 4},
	}}
	rows := strings.Split(strings.TrimSuffix(p.Sketch(40), "\n"), "\n")
	want := []string{"+" + strings.Repeat("-", 40) + "+", "|c1" + strings.Repeat(" ", 37) + "O|"}
	for len(want) < 6 {
		want = append(want, "|"+strings.Repeat(" ", 40)+"|")
	}
	want = append(want, "|"+strings.Repeat(" ", 20)+"1c"+strings.Repeat(" ", 18)+"|")
	for len(want) < 10 {
		want = append(want, "|"+strings.Repeat(" ", 40)+"|")
	}
	want = append(want, "|"+strings.Repeat(" ", 39)+"S|", want[0], "1 The Mill",
		"c Champagne", "S Sturler   O off the board")
	if got, want := strings.Join(rows, "\n"), strings.Join(want, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	p.spots = append([]Spot{{Name: "u2", Title: "Salis", Kind: OtherSpot, X: 100, Y: 100, W: 4, H: 4}}, p.spots...)
	for i := range p.spots {
		if p.spots[i].Title == "Sturler" {
			p.spots[i].Name = "u1"
		}
	}
	if got := p.Sketch(40); !strings.Contains(got, "S Sturler") {
		t.Errorf("another who is seen, and drawn before him, has Sturler's letter:\n%s", got)
	}
	p.spots = p.spots[1:]
	p.spots[0].Name = "12"
	if got := p.Sketch(40); !strings.Contains(got, "c12 ") || !strings.Contains(got, "\n12 The Mill\n") {
		t.Errorf("a place that orders know by its number:\n%s", got)
	}
	if got := (&Picture{}).Sketch(40); got != "" {
		t.Errorf("of no board: %q", got)
	}
}

// TestSketchOfTheGround: water, crossings, roads and woods are drawn below troops, with coordinates at the edges.
func TestSketchOfTheGround(t *testing.T) {
	g := &board.Ground{East: 40000, North: 16000, Unit: "yards",
		Areas: []board.Area{{Kind: "wood", At: []board.Point{{X: 20000, Y: 12000}, {X: 30000, Y: 12000},
			{X: 30000, Y: 16000}, {X: 20000, Y: 16000}}}},
		Courses: []board.Course{{Kind: "river", At: []board.Point{{X: 0, Y: 7000}, {X: 39999, Y: 7000}}},
			{Kind: "road", At: []board.Point{{X: 5000, Y: 0}, {X: 5000, Y: 5999}}}},
		Marks: []board.Mark{{Kind: "bridge", At: board.Point{X: 5000, Y: 7000}}}}
	p := &Picture{ground: g, field: Field{W: 400, H: 160, East: 400, North: 160, Unit: "yards"},
		spots: []Spot{{Title: "Champagne", Kind: OwnSpot, X: 248, Y: 18, W: 4, H: 4}}}
	want := `
+----------------------------------------+
|                    """"""""""          |
|                    """""c""""          |
|                                        |
|                                        | 100
|~~~~~=~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~|
|     :                                  |
|     :                                  |
|     :                                  | 0
+0---------100-------200-------300-------+
c Champagne
~ water   = bridge or ford   : road   " woods, marsh
`
	if got := "\n" + p.Sketch(40); got != want {
		t.Errorf("got%s\nwant%s", got, want)
	}
}
