package board

import "testing"

func TestHexesOfAColumnTouch(t *testing.T) {
	a, b := HexShape(HexMiddle(2, 3, 1000), 1000), HexShape(HexMiddle(2, 4, 1000), 1000)
	if a[1].Y != b[5].Y || a[1].X != b[5].X || a[2].Y != b[4].Y {
		t.Errorf("the top of %v is not the bottom of %v", a, b)
	}
}

func TestOddColumnsStandHalfAHexHigher(t *testing.T) {
	a, b := HexMiddle(0, 0, 1000), HexMiddle(1, 0, 1000)
	if b.X-a.X != 1500 || b.Y-a.Y != 866 {
		t.Errorf("from %v to %v: a column is 3/2 of the size wide and half a hex higher", a, b)
	}
}

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
