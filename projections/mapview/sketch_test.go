package mapview

import (
	"strings"
	"testing"
)

// TestSketch: each spot stands where it lies, beside another that stands there already, and is in the key.
func TestSketch(t *testing.T) {
	p := &Picture{field: Field{X: 10, Y: 10, W: 400, H: 200}, spots: []Spot{
		{Title: "The Mill", Kind: PlaceSpot, X: 208, Y: 108, W: 4, H: 4},
		{Title: "Champagne", Kind: OwnSpot, X: 208, Y: 108, W: 4, H: 4},
		{Title: "Sturler", Kind: OtherSpot, X: 405, Y: 200, W: 4, H: 4},
		{Title: "off the board", Kind: OtherSpot, X: 900, Y: -50, W: 4, H: 4},
		{Name: "c1", Kind: CellSpot, X: 10, Y: 10, W: 4, H: 4},
	}}
	rows := strings.Split(strings.TrimSuffix(p.Sketch(40), "\n"), "\n")
	want := []string{"+" + strings.Repeat("-", 40) + "+", "|." + strings.Repeat(" ", 38) + "B|"}
	for len(want) < 6 {
		want = append(want, "|"+strings.Repeat(" ", 40)+"|")
	}
	want = append(want, "|"+strings.Repeat(" ", 20)+"1a"+strings.Repeat(" ", 18)+"|")
	for len(want) < 10 {
		want = append(want, "|"+strings.Repeat(" ", 40)+"|")
	}
	want = append(want, "|"+strings.Repeat(" ", 39)+"A|", want[0], "1 The Mill",
		"a Champagne", "A Sturler   B off the board")
	if got, want := strings.Join(rows, "\n"), strings.Join(want, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	p.spots[0].Name = "12"
	if got := p.Sketch(40); !strings.Contains(got, "a12 ") || !strings.Contains(got, "\n12 The Mill\n") {
		t.Errorf("a place that orders know by its number:\n%s", got)
	}
	if got := (&Picture{}).Sketch(40); got != "" {
		t.Errorf("of no board: %q", got)
	}
}
