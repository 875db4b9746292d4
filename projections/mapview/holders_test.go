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

// A place shows the flag of the side that is known to hold it, and no flag if the holder is unknown.
func TestPlacesShowTheirHolders(t *testing.T) {
	g := plainTable
	g.Sides = []board.Edge{{Side: "a", Name: "Angrians"}, {Side: "c", Name: "Gondals"}}
	g.Marks = []board.Mark{{ID: "mill", Name: "Mill", Kind: "objective", At: board.Point{X: 20000, Y: 20000}},
		{ID: "ford", Name: "Ford", Kind: "objective", At: board.Point{X: 40000, Y: 40000}}}
	words := events.Words{Tales: map[string]events.Tale{
		"place.taken": {Kind: events.ScenePlace, Place: "place", Holder: "by"},
		"place.left":  {Kind: events.ScenePlace, Place: "place"}}}
	stage := events.Stage{Places: []events.Place{{ID: "mill", Points: 2}, {ID: "ford", Holder: "c"}}}
	held := func(k *knowledge.Known) map[string]string {
		list := map[string]string{}
		for id, h := range k.Holders(&stage, &words, nil) {
			list[id] = h.Side
		}
		return list
	}
	hidden := events.Outcome{Name: "place.taken", Fields: events.Fields("place", "ford", "by", "a")}
	for name, c := range map[string]struct {
		turn []events.Outcome
		want []int
	}{
		"at the outset": {nil, []int{1}},
		"one taken":     {[]events.Outcome{told("place.taken", "place", "mill", "by", "a")}, []int{0, 1}},
		"one left":      {[]events.Outcome{told("place.left", "place", "ford")}, nil},
		"taken unseen":  {[]events.Outcome{hidden}, []int{1}},
	} {
		b := knowledge.Open([]string{"a.b"}, nil)
		b.Apply(1, c.turn)
		k := b.Seat("a.b")
		sheet := Sheet{Title: "x", Side: "a", Held: held(k)}
		d := newDrawing(&g, &sheet, 1)
		d.drawGround()
		d.flags()
		slices.Sort(d.kinds.holders)
		if !slices.Equal(d.kinds.holders, c.want) {
			t.Errorf("%s: flags of %v, want %v", name, d.kinds.holders, c.want)
		}
		svg := string(Draw(g, nil, k, sheet).SVG())
		for side, e := range g.Sides {
			if strings.Contains(svg, ">held by "+e.Name+"<") != slices.Contains(c.want, side) {
				t.Errorf("%s: the legend is wrong on %s", name, e.Name)
			}
		}
	}
	plain, other := knowledge.Open([]string{"a.b"}, nil), knowledge.Open([]string{"a.b"}, nil)
	plain.Apply(1, nil)
	other.Apply(1, []events.Outcome{hidden})
	draw := func(b *knowledge.Book) []byte {
		k := b.Seat("a.b")
		return Draw(g, nil, k, Sheet{Title: "x", Held: held(k)}).SVG()
	}
	if !bytes.Equal(draw(plain), draw(other)) {
		t.Error("the map shows who took a place unseen")
	}
}

// TestFlagsFlyOnTheMap: wherever a place lies, its flag is not cut off by the map's edge.
func TestFlagsFlyOnTheMap(t *testing.T) {
	t.Parallel()
	g := board.Ground{East: 80000, North: 60000, Unit: "yards", Sides: []board.Edge{{Side: "a", Edge: "south"}}}
	held := map[string]string{}
	for i, at := range []board.Point{{X: 100, Y: 100}, {X: 79900, Y: 59900}, {X: 100, Y: 59900}, {X: 79900, Y: 100},
		{X: 40000, Y: 59000}, {X: 79000, Y: 30000}, {X: 40000, Y: 30000}} {
		id := "place" + itoa(i)
		g.Marks, held[id] = append(g.Marks, board.Mark{ID: id, Kind: "objective", At: at}), "a"
	}
	b := knowledge.Open([]string{"a.b"}, nil)
	p := Draw(g, nil, b.Seat("a.b"), Sheet{Title: "x", Held: held})
	if flags := len(p.lettering.flags); flags != len(held) {
		t.Fatalf("%d flags of %d", flags, len(held))
	}
	for _, fault := range p.lettering.Faults() {
		if strings.Contains(fault, "flag") {
			t.Error(fault)
		}
	}
}
