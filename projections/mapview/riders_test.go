package mapview

import (
	"testing"

	"galloper/adjudicator/board"
)

// TestRidersHideNoTroops: a rider among troops is drawn beside them, with a line to the rider's position.
func TestRidersHideNoTroops(t *testing.T) {
	t.Parallel()
	g := board.Ground{East: 80000, North: 60000, Unit: "yards"}
	sheet := Sheet{Title: "x", Side: "a"}
	d := newDrawing(&g, &sheet, 1)
	block := symbol{shape: "foot", at: d.place(board.Point{X: 40000, Y: 30000}), front: 60, deep: 10}
	rider := symbol{shape: "courier", at: block.at, number: 1}
	alone := symbol{shape: "courier", at: d.place(board.Point{X: 10000, Y: 10000}), number: 2}
	d.marks = []symbol{block, rider, alone}
	d.moveRingsAside()
	if m := &d.marks[1]; m.at == m.from || m.from != block.at || around(m.at, 5.5).overlaps(block.parts()[0]) {
		t.Errorf("the ring stands at %v, its rider is at %v", m.at, m.from)
	}
	if m := &d.marks[2]; m.at != m.from {
		t.Error("a rider in the open is shown where they are not")
	}
}
