package mapview

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"galloper/adjudicator/board"
	"galloper/events"
	"galloper/projections/knowledge"
)

// TestNoLabelLiesOverAnother places units at random on a table. Each must have its label on the map, over no other
// label and over no unit.
func TestNoLabelLiesOverAnother(t *testing.T) {
	g := board.Ground{East: 120000, North: 90000, Unit: "yards", Areas: []board.Area{
		{
			ID:   "wood",
			Name: "The Wood",
			Kind: "heavy_woods",
			At:   board.BoxShape(board.Point{X: 60000, Y: 45000}, 30000, 20000),
		},
	}}
	symbols := events.Symbols{
		{
			Kind:     "sight.own",
			X:        "x",
			Y:        "y",
			Facing:   "facing",
			Label:    "unit",
			Strength: "stands",
			Shape:    "arm",
			Frontage: "frontage",
			Depth:    "depth",
		},
	}
	rapid.Check(t, func(t *rapid.T) {
		var list []events.Outcome
		n := rapid.IntRange(1, 40).Draw(t, "units")
		for i := range n {
			list = append(
				list,
				events.Outcome{Name: "sight.own", Views: []events.View{{Seats: []string{"a.b"}}}, Fields: events.Fields(
					"unit",
					fmt.Sprintf("regiment-%d", i),
					"arm",
					"foot",
					"stands",
					4,
					"frontage",
					6000,
					"depth",
					1200,
					"x",
					rapid.IntRange(0, 8000).Draw(t, "x")+i%8*15000,
					"y",
					rapid.IntRange(0, 8000).Draw(t, "y")+i/8*18000,
					"facing",
					rapid.IntRange(0, 359).Draw(t, "facing"),
				)},
			)
		}
		b := knowledge.Open([]string{"a.b"}, nil)
		b.Apply(1, list)
		k := b.Seat("a.b")
		d := newDrawing(&g, &Sheet{Side: "a"}, 1)
		d.read(symbols, k)
		d.drawGround()
		d.units()
		d.labels()
		l := lettering{d.field, d.names, d.symbols, nil, nil}
		for _, fault := range l.Faults() {
			t.Error(fault)
		}
	})
}

func TestUnitsInOneCellStandApart(t *testing.T) {
	g := board.Ground{
		East:  3000,
		North: 3000,
		Cells: []board.Cell{
			{
				ID:    "c2",
				At:    board.Point{X: 1500, Y: 1500},
				Shape: board.BoxShape(board.Point{X: 1500, Y: 1500}, 1000, 1000),
			},
		},
	}
	var list []events.Outcome
	for i := range 4 {
		list = append(
			list,
			events.Outcome{
				Name:   "sight.unit",
				Fields: events.Fields("unit", fmt.Sprint("u", i), "at", "c2"),
				Views:  []events.View{{Seats: []string{"a.b"}}},
			},
		)
	}
	b := knowledge.Open([]string{"a.b"}, nil)
	b.Apply(1, list)
	d := newDrawing(&g, &Sheet{Side: "a"}, 1)
	d.read(events.Symbols{{Kind: "sight.unit", Place: "at", Label: "unit"}}, b.Seat("a.b"))
	for i := range d.marks {
		for j := range i {
			if d.marks[i].at.Minus(d.marks[j].at).Length() < 9 {
				t.Errorf(
					"%s and %s stand at %v and %v",
					d.marks[i].subject,
					d.marks[j].subject,
					d.marks[i].at,
					d.marks[j].at,
				)
			}
		}
	}
}

// TestFlagsKeepOffBlocks stacks many troops and commanders in one place.
func TestFlagsKeepOffBlocks(t *testing.T) {
	for blocks := 1; blocks <= 6; blocks++ {
		for flags := 1; flags <= 2; flags++ {
			for columns := 1; columns <= 2; columns++ {
				var heap []*symbol
				for range flags {
					heap = append(heap, &symbol{shape: "commander", front: 20, deep: 10})
				}
				for range blocks {
					heap = append(heap, &symbol{shape: "foot", front: 20, deep: 10})
				}
				heapUp(heap, columns)
				for _, flag := range heap[blocks:] {
					for _, m := range heap[:blocks] {
						if flag.shape != "commander" || flag.parts()[0].overlaps(m.parts()[0]) {
							t.Errorf("%d blocks, %d flags in %d columns: a flag at %v lies over a block at %v",
								blocks, flags, columns, flag.at, m.at)
						}
					}
				}
			}
		}
	}
}

// TestNamesKeepOffRoads puts a road below a unit, at the preferred position of its name, and then above it.
func TestNamesKeepOffRoads(t *testing.T) {
	symbols := events.Symbols{{Kind: "sight.own", X: "x", Y: "y", Label: "unit", Shape: "arm"}}
	for _, y := range []int{43600, 44000, 46000, 46400} {
		g := board.Ground{East: 120000, North: 90000, Unit: "yards",
			Courses: []board.Course{{Kind: "road", At: []board.Point{{Y: y}, {X: 120000, Y: y}}}}}
		b := knowledge.Open([]string{"a.b"}, nil)
		b.Apply(1, []events.Outcome{{Name: "sight.own", Views: []events.View{{Seats: []string{"a.b"}}},
			Fields: events.Fields("unit", "champagne", "arm", "foot", "x", 60000, "y", 45000)}})
		d := newDrawing(&g, &Sheet{Side: "a"}, 1)
		d.read(symbols, b.Seat("a.b"))
		d.drawGround()
		d.units()
		d.labels()
		if len(d.names) != 1 || !d.names[0].placed {
			t.Fatalf("%+v", d.names)
		}
		road := d.place(board.Point{Y: y}).Y
		if box := d.names[0].spot.box; box.y0 < road && road < box.y1 {
			t.Errorf("the name stands on the road at %d: %v", y, box)
		}
	}
}

func TestPlaceOnTheWayToAnotherLiesNearTheFirst(t *testing.T) {
	g := board.Ground{
		East:  2000,
		North: 1000,
		Cells: []board.Cell{
			{ID: "town", At: board.Point{X: 500, Y: 500}},
			{ID: "ridge", At: board.Point{X: 1500, Y: 500}},
		},
	}
	d := newDrawing(&g, &Sheet{}, 1)
	p, ok := d.inCell("town/ridge")
	town, ridge := d.place(g.Cells[0].At), d.place(g.Cells[1].At)
	if !ok || p.X <= town.X || ridge.X-p.X <= p.X-town.X {
		t.Errorf("town at %v, ridge at %v: town/ridge at %v, %v", town, ridge, p, ok)
	}
	if _, ok := d.inCell("nowhere"); ok {
		t.Error("a cell that the map has not has a place")
	}
}

func TestFacingsAreReadAsDegreesOrPoints(t *testing.T) {
	for text, want := range map[string]float64{"0": 0, "359": 359, "n": 0, "ene": 67.5, "s": 180, "wsw": 247.5} {
		if got, ok := degrees(text); !ok || got != want {
			t.Errorf("%s: %v, %v", text, got, ok)
		}
	}
	if _, ok := degrees("?"); ok {
		t.Error("a facing that is hidden was read")
	}
}

func TestPageGrowsWithTheLegend(t *testing.T) {
	g := board.Ground{East: 120000, North: 40000, Unit: "yards"}
	b := knowledge.Open([]string{"a.b"}, nil)
	b.Apply(0, nil)
	_, small := Draw(g, nil, b.Seat("a.b"), Sheet{Title: "x"}).Size()
	for i, kind := range slices.Sorted(maps.Keys(looks)) {
		at := board.Point{X: 5000 + i%12*9000, Y: 8000 + i/12*20000}
		g.Areas = append(g.Areas, board.Area{ID: kind, Kind: kind, At: board.BoxShape(at, 7000, 9000)})
	}
	for i, kind := range []string{"road", "minor", "railroad", "river", "wall", "link", "impassable"} {
		y := 17000 + i*900
		g.Courses = append(g.Courses, board.Course{Kind: kind, At: []board.Point{{X: 1000, Y: y}, {X: 119000, Y: y}}})
	}
	var list []events.Outcome
	for i, shape := range slices.Sorted(maps.Keys(shapeNames)) {
		list = append(list, events.Outcome{Name: "sight.own", Views: []events.View{{Seats: []string{"a.b"}}},
			Fields: events.Fields("unit", shape, "arm", shape, "x", 10000+i*9000, "y", 35000)})
	}
	b.Apply(1, list)
	p := Draw(g, events.Symbols{{Kind: "sight.own", X: "x", Y: "y", Shape: "arm"}}, b.Seat("a.b"), Sheet{Title: "x"})
	if _, high := p.Size(); high <= small {
		t.Errorf("a page of %d points for a legend of %d kinds, as high as without", high, len(g.Areas)+len(g.Courses))
	}
	for at, text := range p.Texts {
		if at.Y < -p.Below {
			t.Errorf("%q stands below the page", text)
		}
	}
}

// The name of a road avoids the houses along it.
func TestARoadsNameIsOnNoHouse(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"village", "town", "park", "house", "farm"} {
		g := board.Ground{East: 90000, North: 60000, Unit: "yards",
			Areas: []board.Area{{ID: "mill", Kind: kind, At: []board.Point{{X: 38000, Y: 24000}, {X: 52000, Y: 24000},
				{X: 52000, Y: 36000}, {X: 38000, Y: 36000}}}},
			Courses: []board.Course{{Kind: "road", Name: "The Causeway", At: []board.Point{{Y: 30000}, {X: 90000, Y: 30000}}}}}
		d := newDrawing(&g, &Sheet{}, 1)
		d.drawGround()
		d.labels()
		name := d.names[len(d.names)-1]
		if !name.placed || len(d.houses) == 0 {
			t.Fatalf("%s: %d houses, %+v", kind, len(d.houses), d.names)
		}
		if slices.ContainsFunc(d.houses, name.spot.box.overlaps) {
			t.Errorf("%s: %s stands on a house", kind, name.text)
		}
	}
}
