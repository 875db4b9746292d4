package mapview

import (
	"testing"

	"galloper/adjudicator/board"
)

// TestRiverOfCellsRunsThrough: a river made of cells is one piece from edge to edge of the map, including fords and
// bridges, and a bridge leads from bank to bank.
func TestRiverOfCellsRunsThrough(t *testing.T) {
	t.Parallel()
	g := board.Ground{East: 500, North: 300}
	kinds := map[board.Point]string{{X: 50, Y: 150}: "river", {X: 150, Y: 150}: "ford", {X: 250, Y: 150}: "bridge",
		{X: 350, Y: 150}: "river", {X: 450, Y: 150}: "river", {X: 250, Y: 50}: "town"}
	for x := 50; x < 500; x += 100 {
		for y := 50; y < 300; y += 100 {
			at := board.Point{X: x, Y: y}
			g.Cells = append(g.Cells, board.Cell{ID: itoa(x) + "/" + itoa(y), At: at, Kind: kinds[at],
				Shape: board.BoxShape(at, 100, 100)})
		}
	}
	d := drawing{g: &g}
	rivers := 0
	for _, p := range d.pieces() {
		if p.kind == "ford" || p.kind == "bridge" {
			t.Errorf("a %s lies apart from its river", p.kind)
		}
		if p.kind != "river" {
			continue
		}
		rivers++
		west, east := p.outline[0].X, p.outline[0].X
		for _, at := range p.outline {
			west, east = min(west, at.X), max(east, at.X)
		}
		if west >= 0 || east <= g.East {
			t.Errorf("the river ends on the map: it runs from %d to %d", west, east)
		}
	}
	if rivers != 1 {
		t.Errorf("%d rivers", rivers)
	}
}
