package board

import "testing"

func TestSpaces(t *testing.T) {
	b := ColumnBoard{Columns: 10, Rows: 7, ZoneWidth: 2}
	for i := range b.Columns {
		for j := range b.Rows {
			s := Space{i, j}
			if got, ok := ParseSpace(s.String()); !ok || got != s {
				t.Errorf("%v reads as %v", s, got)
			}
			for h := HeadNorth; h <= HeadWest; h++ {
				if back := s.Next(h, 3).Next(h.Turned(2), 3); back != s {
					t.Errorf("%v there and back is %v", s, back)
				}
			}
		}
	}
	for _, bad := range []string{"", "d", "4d", "D4", "d0", "d04", "d123", "dd4"} {
		if s, ok := ParseSpace(bad); ok {
			t.Errorf("%q reads as %v", bad, s)
		}
	}
	d4, _ := ParseSpace("d4")
	if got := d4.Next(HeadNorth, 1).String() + d4.Next(HeadEast, 1).String() + d4.Next(HeadSouth, 2).String() +
		d4.Next(HeadWest, 1).String(); got != "d5e4d2c4" {
		t.Errorf("round d4: %s", got)
	}
	if b.Has(Space{10, 0}) || b.Has(Space{0, 7}) || b.Has(Space{-1, 0}) || !b.Has(Space{9, 6}) {
		t.Error("the edge of the board is not where it should be")
	}
	if b.Zones() != 5 || b.Zone(0) != 0 || b.Zone(3) != 1 || b.Zone(9) != 4 {
		t.Error("zones are two columns wide")
	}
}

func TestHeadings(t *testing.T) {
	for h := HeadNorth; h <= HeadWest; h++ {
		if got, ok := ParseHeading(h.String()); !ok || got != h {
			t.Errorf("%v reads as %v", h, got)
		}
		if h.Turned(1).Turned(-1) != h || h.Turned(4) != h || h.Turned(-5).Turned(5) != h {
			t.Errorf("%v does not turn back", h)
		}
	}
	if HeadNorth.Turned(1) != HeadEast || HeadNorth.Turned(-1) != HeadWest {
		t.Error("quarters are clockwise")
	}
	if _, ok := ParseHeading("north"); ok {
		t.Error("a heading is one letter")
	}
}

func TestSpacesOnTheMap(t *testing.T) {
	b := ColumnBoard{Columns: 10, Rows: 7, ZoneWidth: 2}
	a1, j7 := Space{0, 0}, Space{9, 6}
	if b.Centre(a1) != (Point{50, 50}) || b.Corners(j7)[1] != b.Size() || b.Size() != (Point{1000, 700}) {
		t.Errorf("a1 at %v, j7 to %v, size %v", b.Centre(a1), b.Corners(j7)[1], b.Size())
	}
}
