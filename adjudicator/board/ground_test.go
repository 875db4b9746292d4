package board

import "testing"

func TestBoxStandsRoundItsMiddle(t *testing.T) {
	got := BoxShape(Point{500, 300}, 200, 100)
	if got[0] != (Point{400, 250}) || got[2] != (Point{600, 350}) {
		t.Errorf("corners %v", got)
	}
}

func TestCellIsFoundByItsID(t *testing.T) {
	g := Ground{Cells: []Cell{{ID: "town"}, {ID: "hill", Kind: "hill"}}}
	if c, ok := g.CellOf("hill"); !ok || c.Kind != "hill" {
		t.Errorf("found %+v, %v", c, ok)
	}
	if _, ok := g.CellOf("wood"); ok {
		t.Error("a cell that the map has not was found")
	}
}
