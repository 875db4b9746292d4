package mapview

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator/board"
	"galloper/events"
	"galloper/projections/knowledge"
)

var turnTales = map[string]events.Tale{
	"unit.moved":     {Kind: events.SceneMarch, By: "unit"},
	"unit.charged":   {Kind: events.SceneCharge, By: "unit", On: "target"},
	"unit.braced":    {Kind: events.SceneCharge, By: "unit", On: "charger", Stands: true},
	"unit.fled":      {Kind: events.SceneRout, By: "unit"},
	"unit.shattered": {Kind: events.SceneLoss, By: "unit"},
	"side.driven":    {Kind: events.SceneRout, By: "side", Place: "from"},
	"volley.fired":   {Kind: events.SceneFire, By: "firer", On: "target", Hits: "hits"},
	"guns.fired":     {Kind: events.SceneFire, From: "from", Place: "to", Hits: "hits"},
}

var turnSymbols = events.Symbols{{Kind: "sight.unit", X: "x", Y: "y", Place: "at", To: "to", Label: "unit",
	Side: "side", Shape: "arm", Old: true}}

// twoTurns returns the knowledge after the outcomes of two turns.
func twoTurns(before, after []events.Outcome) *knowledge.Known {
	b := knowledge.Open([]string{"a.b"}, []events.FactLine{
		{Kind: "sight.gone", Ousts: []string{"sight.unit"}}, {Kind: "sight.unit"}})
	b.Apply(1, before)
	b.Apply(2, after)
	return b.Seat("a.b")
}

func on(unit string, x, y int) events.Outcome {
	return told("sight.unit", "unit", unit, "x", x, "y", y, "side", "a", "arm", "foot")
}

var plainTable = board.Ground{East: 60000, North: 60000, Unit: "yards", Sides: []board.Edge{{Side: "a"}, {Side: "c"}}}

func drawnTurn(g board.Ground, k *knowledge.Known) (*drawing, *Picture) {
	sheet := Sheet{Title: "x", Side: "a", Tales: turnTales}
	d := newDrawing(&g, &sheet, k.Turn())
	d.read(turnSymbols, k)
	d.follow(turnSymbols, k)
	d.ways()
	d.shots()
	return d, Draw(g, turnSymbols, k, sheet)
}

func TestWaysOfTheTurn(t *testing.T) {
	sites := board.Ground{East: 3000, North: 1000, CellsAreSites: true, Sides: plainTable.Sides}
	for i, id := range []string{"p", "q", "r"} {
		at := board.Point{X: 500 + 1000*i, Y: 500}
		sites.Cells = append(sites.Cells, board.Cell{ID: id, At: at, Shape: board.BoxShape(at, 600, 400)})
	}
	in := func(unit, cell, side string) events.Outcome {
		return told("sight.unit", "unit", unit, "at", cell, "side", side, "arm", "foot")
	}
	for name, c := range map[string]struct {
		ground        board.Ground
		before, after []events.Outcome
		want          []string
	}{
		"nobody moved": {plainTable, []events.Outcome{on("u", 1000, 1000)}, []events.Outcome{on("u", 1000, 1000)}, nil},
		"a march": {plainTable, []events.Outcome{on("u", 1000, 1000)},
			[]events.Outcome{told("unit.moved", "unit", "u", "x", 9000, "y", 9000), on("u", 20000, 9000)}, []string{"march"}},
		"a march that only its ends tell of": {plainTable, []events.Outcome{on("u", 1000, 1000)},
			[]events.Outcome{on("u", 20000, 9000)}, []string{"march"}},
		"a charge": {plainTable, []events.Outcome{on("u", 1000, 1000), on("v", 20000, 12000)},
			[]events.Outcome{told("unit.charged", "unit", "u", "target", "v", "x", 20000, "y", 9000),
				told("unit.braced", "unit", "v", "charger", "u"), on("u", 20000, 9000), on("v", 20000, 12000)}, []string{"charge"}},
		"a flight": {plainTable, []events.Outcome{on("u", 20000, 9000)},
			[]events.Outcome{told("unit.fled", "unit", "u", "x", 1000, "y", 9000), on("u", 1000, 9000)}, []string{"rout"}},
		"an end": {plainTable, []events.Outcome{on("u", 20000, 9000)},
			[]events.Outcome{told("unit.shattered", "unit", "u"), told("sight.gone", "unit", "u")}, []string{"gone"}},
		"out of sight is no end": {plainTable, []events.Outcome{on("u", 20000, 9000)}, nil, nil},
		"fire with effect and without": {plainTable, []events.Outcome{on("u", 1000, 1000), on("v", 20000, 12000)},
			[]events.Outcome{told("volley.fired", "firer", "u.a", "target", "v.b", "hits", 2),
				told("volley.fired", "firer", "v", "target", "u", "hits", 0), on("u", 1000, 1000), on("v", 20000, 12000)},
			[]string{"hit", "fire"}},
		"fire from somewhere": {plainTable, []events.Outcome{on("u", 9000, 9000)},
			[]events.Outcome{told("volley.fired", "firer", "an unseen enemy", "target", "u", "hits", 1), on("u", 9000, 9000)},
			[]string{"hit"}},
		"a march by sites": {sites, []events.Outcome{in("u", "p", "a")},
			[]events.Outcome{told("unit.moved", "unit", "u", "from", "p", "to", "q"), in("u", "r", "a")}, []string{"march"}},
		"driven from a site": {sites, []events.Outcome{in("u", "p", "a"), in("v", "p", "c")},
			[]events.Outcome{told("side.driven", "side", "a", "from", "p"), in("u", "q", "a"), in("v", "p", "c")},
			[]string{"rout"}},
		"guns by places": {sites, []events.Outcome{in("u", "p", "a")},
			[]events.Outcome{told("guns.fired", "from", "p", "to", "r", "hits", 0), in("u", "p", "a")}, []string{"fire"}},
	} {
		d, pic := drawnTurn(c.ground, twoTurns(c.before, c.after))
		if !slices.Equal(d.kinds.ways, c.want) {
			t.Errorf("%s: the map shows %q, want %q", name, d.kinds.ways, c.want)
		}
		for _, w := range wayNames {
			explained := strings.Contains(string(pic.SVG()), ">"+w.name+"<")
			if explained != slices.Contains(c.want, w.kind) {
				t.Errorf("%s: the legend explains %q: %v", name, w.name, explained)
			}
		}
	}
}

// A trail leads over the known points and ends at the edge of the block.
func TestWayLeadsOverWhatWasTold(t *testing.T) {
	d, _ := drawnTurn(plainTable, twoTurns([]events.Outcome{on("u", 1000, 1000)},
		[]events.Outcome{told("unit.moved", "unit", "u", "x", 30000, "y", 1000), on("u", 30000, 40000)}))
	if len(d.trails) != 1 || len(d.trails[0].pts) != 3 {
		t.Fatalf("ways %v", d.trails)
	}
	corner := d.place(board.Point{X: 30000, Y: 1000})
	if d.trails[0].pts[1] != corner {
		t.Errorf("the way leads over %v, want %v", d.trails[0].pts[1], corner)
	}
	cut := cutAtUnit(d.trails[0].pts, d.trails[0].unit)
	if gap := cut[2].Minus(d.trails[0].unit.at).Length(); gap < d.trails[0].unit.deep/2 {
		t.Errorf("the way ends %.1f points from the middle of the block", gap)
	}
}

// Outcomes that are hidden from the seat appear in no trail and no fire.
func TestWaysShowNothingThatTheSeatWasNotTold(t *testing.T) {
	before := []events.Outcome{on("u", 1000, 1000), on("v", 20000, 12000)}
	after := []events.Outcome{told("unit.moved", "unit", "u", "x", 9000, "y", 9000), on("u", 20000, 9000)}
	hidden := []events.Outcome{
		{Name: "unit.moved", Fields: events.Fields("unit", "u", "x", 50000, "y", 50000)},
		{Name: "unit.charged", Fields: events.Fields("unit", "v", "target", "u", "x", 50000, "y", 50000)},
		{Name: "volley.fired", Fields: events.Fields("firer", "v", "target", "u", "hits", 3)},
		{Name: "sight.unit", Fields: events.Fields("unit", "w", "x", 50000, "y", 50000, "side", "c", "arm", "foot")},
		{Name: "unit.shattered", Fields: events.Fields("unit", "v")},
	}
	_, plain := drawnTurn(plainTable, twoTurns(before, after))
	_, other := drawnTurn(plainTable, twoTurns(slices.Concat(before, hidden[3:4]), slices.Concat(hidden, after)))
	if !bytes.Equal(plain.SVG(), other.SVG()) {
		t.Error("the map shows what the seat was not told")
	}
}
