package mapview_test

import (
	"fmt"

	"galloper/adjudicator/board"
	"galloper/events"
	"galloper/projections/knowledge"
)

// poly makes a polygon of whole yards.
func poly(xy ...int) []board.Point {
	var pts []board.Point
	for i := 0; i < len(xy); i += 2 {
		pts = append(pts, board.Point{X: xy[i] * 100, Y: xy[i+1] * 100})
	}
	return pts
}

// mill is a table of 1200 by 900 yards with a feature of each kind.
func mill() board.Ground {
	return board.Ground{
		Title: "The mill at Wijnendale", East: 120000, North: 90000, Unit: "yards",
		Areas: []board.Area{
			{
				ID:    "ridge",
				Name:  "The Ridge",
				Kind:  "hill",
				Level: 1,
				Slope: 4000,
				At:    poly(350, 600, 620, 570, 900, 600, 940, 690, 900, 760, 620, 790, 350, 760),
			},
			{
				ID:   "wood",
				Kind: "heavy_woods",
				Name: "Bois du Roi",
				At:   poly(100, 400, 220, 380, 300, 420, 300, 560, 180, 580, 100, 540),
			},
			{ID: "copse", Kind: "light_woods", At: poly(930, 380, 1080, 380, 1100, 500, 960, 520)},
			{ID: "brook", Kind: "water", Name: "The Brook", At: poly(0, 300, 1200, 300, 1200, 312, 0, 312)},
			{ID: "mill", Kind: "objective", Name: "The Windmill", At: poly(560, 430, 640, 430, 640, 480, 560, 480)},
			{ID: "hedge", Kind: "cover", At: poly(700, 420, 860, 430, 858, 440, 700, 430)},
			{ID: "redoubt", Kind: "earthworks", At: poly(420, 640, 520, 640, 520, 660, 420, 660)},
			{ID: "stones", Kind: "rough", At: poly(60, 100, 180, 90, 200, 180, 80, 200)},
		},
		Courses: []board.Course{{ID: "pave", Name: "The Pavé", Kind: "road", At: poly(600, 0, 600, 455, 700, 900)}},
		Sides: []board.Edge{
			{Side: "french", Name: "French", Edge: "south"},
			{Side: "dutch", Name: "The States", Edge: "north"},
		},
	}
}

var tableSymbols = events.Symbols{
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
		Old:      true,
	},
	{
		Kind:     "sight.enemy",
		X:        "x",
		Y:        "y",
		Facing:   "facing",
		Label:    "unit",
		Strength: "stands",
		Shape:    "arm",
		Frontage: "frontage",
		Depth:    "depth",
		Side:     "side",
		Old:      true,
	},
	{Kind: "sight.commander", X: "x", Y: "y", Label: "who", Shape: "commander"},
	{Kind: "sight.courier", X: "x", Y: "y", Label: "id", Shape: "courier", Road: "to"},
}

const guiche = "french.guiche"

func told(name string, kv ...any) events.Outcome {
	return events.Outcome{Name: name, Fields: events.Fields(kv...), Views: []events.View{{Seats: []string{guiche}}}}
}

func unit(kind, id, arm string, x, y, facing, stands int) events.Outcome {
	return told(kind, "unit", id, "arm", arm, "x", x*100, "y", y*100, "facing", facing, "stands", stands,
		"frontage", stands*2000, "depth", 1200, "side", "dutch")
}

// known is the knowledge of guiche at the end of turn 3 of the battle for the mill.
func known() *knowledge.Known {
	b := knowledge.Open([]string{guiche}, nil)
	b.Apply(0, nil)
	b.Apply(2, []events.Outcome{
		unit("sight.own", "royal", "horse", 860, 120, 0, 4),
		unit("sight.enemy", "oyen", "dragoons", 800, 700, 180, 3),
	})
	b.Apply(3, []events.Outcome{
		unit("sight.own", "champagne", "foot", 480, 260, 10, 6),
		unit("sight.own", "picardie", "foot", 640, 250, 350, 6),
		unit("sight.own", "enfants", "light", 330, 350, 20, 4),
		unit("sight.own", "lafrize", "guns", 720, 180, 0, 2),
		unit("sight.enemy", "sturler", "foot", 600, 530, 180, 6),
		unit("sight.enemy", "holstein", "guns", 470, 670, 180, 2),
		unit("sight.enemy", "?", "foot", 900, 560, 200, 4),
		told("sight.commander", "who", guiche, "x", 50000, "y", 20000),
		told("sight.courier", "id", "french.guiche.t3.1", "x", 68000, "y", 15000, "to", "royal"),
	})
	return b.Seat(guiche)
}

// army is a field with 40 regiments in four lines.
func army() *knowledge.Known {
	b := knowledge.Open([]string{guiche}, nil)
	var list []events.Outcome
	arms := []string{"foot", "foot", "horse", "foot", "guns"}
	for i := range 20 {
		x, y := 90+i%10*112, 120+i/10*110
		list = append(list, unit("sight.own", fmt.Sprintf("%dth-foot", i+1), arms[i%5], x, y, i*3-20, 4))
		list = append(
			list,
			unit("sight.enemy", fmt.Sprintf("regt-%d", i+1), arms[(i+2)%5], x+10, 780-i/10*110, 180+i*2, 4),
		)
	}
	b.Apply(1, list)
	return b.Seat(guiche)
}

// hexes is ground divided into hexes.
func hexes() board.Ground {
	g := board.Ground{
		Title: "The mill of Sauren",
		Sides: []board.Edge{{Side: "french", Edge: "south"}, {Side: "allied", Edge: "north"}},
	}
	kinds := map[string]string{
		"C4": "forest",
		"D4": "forest",
		"G3": "hill",
		"H3": "hill",
		"F5": "town",
		"J4": "river",
		"J5": "river",
		"J6": "bridge",
	}
	b := board.HexBoard{Columns: 11, Rows: 8}
	scale := func(p board.Point) board.Point { return board.Point{X: 20 * p.X, Y: 20 * p.Y} }
	size := scale(b.Size())
	g.East, g.North = size.X, size.Y
	for i := range b.Columns * b.Rows {
		h := b.At(i)
		c := board.Cell{ID: h.String(), Kind: kinds[h.String()], At: scale(b.Centre(h))}
		for _, p := range b.Corners(h) {
			c.Shape = append(c.Shape, scale(p))
		}
		g.Cells = append(g.Cells, c)
	}
	return g
}

// locales are sites joined by ways.
func locales() board.Ground {
	g := board.Ground{
		Title:         "Harker's Crossroads",
		West:          -600,
		South:         -600,
		East:          3600,
		North:         4600,
		CellsAreSites: true,
	}
	for _, l := range []struct {
		id, name, kind string
		x, y           int
	}{
		{"pike", "Cash Pike", "", 0, 2}, {"seminary", "Seminary Ridge", "hill", 1, 2}, {"orchard", "Stone Orchard", "woods",
			1, 0},
		{"town", "Harker's Crossroads", "town", 2, 2}, {"hill", "Cemetery Hill", "hill", 3, 1},
		{"cut", "Railroad Cut", "", 2, 4},
	} {
		at := board.Point{X: l.x * 1000, Y: l.y * 1000}
		g.Cells = append(
			g.Cells,
			board.Cell{ID: l.id, Name: l.name, Kind: l.kind, At: at, Shape: board.BoxShape(at, 620, 420)},
		)
	}
	for _, w := range [][3]string{
		{"pike", "seminary", "road"}, {"seminary", "town", "road"}, {"seminary", "orchard", "link"},
		{"orchard", "hill", "minor"},
		{"town", "hill", "road"}, {"seminary", "cut", "railroad"}, {"cut", "town", "railroad"}, {"cut", "hill", "impassable"},
	} {
		a, _ := g.CellOf(w[0])
		b, _ := g.CellOf(w[1])
		g.Courses = append(g.Courses, board.Course{Kind: w[2], At: []board.Point{a.At, b.At}})
	}
	return g
}

// columns are spaces in columns and rows.
func columns() board.Ground {
	g := board.Ground{Title: "The ford below Allifae", East: 10000, North: 7000}
	for column := range 10 {
		for row := range 7 {
			at := board.Point{X: column*1000 + 500, Y: row*1000 + 500}
			id := fmt.Sprintf("%c%d", 'a'+column, row+1)
			kind := map[string]string{"a1": "impassable", "a2": "impassable", "j4": "rough", "j5": "rough"}[id]
			g.Cells = append(g.Cells, board.Cell{ID: id, Kind: kind, At: at, Shape: board.BoxShape(at, 1000, 1000)})
		}
	}
	return g
}

var cellSymbols = events.Symbols{
	{
		Kind:     "sight.unit",
		Place:    "at",
		Facing:   "facing",
		Label:    "unit",
		Strength: "blocks",
		Shape:    "kind",
		Side:     "side",
		Old:      true,
	},
}

// garrison is knowledge of units in cells.
func garrison(side string, at ...string) *knowledge.Known {
	b := knowledge.Open([]string{guiche}, nil)
	var list []events.Outcome
	kinds := []string{"line", "lightcav", "footart", "heavy", "light"}
	for i, place := range at {
		list = append(list, told(
			"sight.unit",
			"unit",
			fmt.Sprintf("u%d", i+1),
			"at",
			place,
			"kind",
			kinds[i%5],
			"facing",
			[]string{"n", "ene", "s"}[i%3],
			"blocks",
			4-i%3,
			"side",
			[]string{"french", side}[i%2],
			"turn",
			2-i/3,
		))
	}
	b.Apply(2, list)
	return b.Seat(guiche)
}
