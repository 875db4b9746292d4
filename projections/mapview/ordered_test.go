package mapview

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator/board"
	"galloper/events"
)

// TestOrdersAreReadByTheNamesOnTheMap reads canonical lines into units and goals, in yards. Names that are not on the
// map are ignored.
func TestOrdersAreReadByTheNamesOnTheMap(t *testing.T) {
	g := plainTable
	g.Marks = []board.Mark{{ID: "mill", At: board.Point{X: 30000, Y: 30000}}}
	foe := told("sight.unit", "unit", "foe", "x", 50000, "y", 50000, "side", "c", "arm", "foot")
	seen := []events.Outcome{on("royal", 10000, 10000), on("picardie", 20000, 10000), foe}
	d, _ := drawnTurn(g, twoTurns(seen, seen))
	for line, want := range map[string]string{
		"TO royal: ADVANCE TO mill":                         "royal > 300,300",
		"TO royal, picardie: ADVANCE TO 250,400":            "royal picardie > 250,400",
		"TO royal: ADVANCE TO mill VIA 100,300":             "royal > via 100,300 300,300",
		"TO royal: CHARGE foe":                              "royal > charge 500,500",
		"TO royal: ADVANCE TO mill THEN ADVANCE TO 400,100": "royal > 300,300 > 400,100",
		"TO royal: HOLD":                                    "royal >",
		"TO royal: HOLD mill UNTIL foe IN mill":             "royal > 300,300",
		"IF foe SEEN THEN TO royal: ADVANCE TO mill":        "royal > 300,300",
		"TO nobody: ADVANCE TO nowhere":                     ">",
		"LETTER TO king":                                    ">",
	} {
		if got := shown(d, d.errandOf(line)); got != want {
			t.Errorf("%s is drawn as %q, want %q", line, got, want)
		}
	}
}

// shown formats an errand: its units, then each leg with its way and goals in yards.
func shown(d *drawing, e errand) string {
	var out []string
	for _, m := range e.who {
		out = append(out, m.name)
	}
	at := func(p point) string {
		for y := 0; y <= 600; y += 50 {
			for x := 0; x <= 600; x += 50 {
				if q := d.place(board.Point{X: x * 100, Y: y * 100}); q.Minus(p).Length() < .01 {
					return fmt.Sprintf("%d,%d", x, y)
				}
			}
		}
		return fmt.Sprint(p)
	}
	for _, l := range e.steps {
		out = append(out, ">")
		if l.kind != "" {
			out = append(out, l.kind)
		}
		for _, p := range l.way {
			out = append(out, "via "+at(p))
		}
		for _, p := range l.goals {
			out = append(out, at(p))
		}
	}
	return strings.Join(out, " ")
}

// TestOrdersStandInTheLegend draws a march, fire and a ride, and expects the legend to explain each.
func TestOrdersStandInTheLegend(t *testing.T) {
	seen := []events.Outcome{on("royal", 10000, 10000), on("guns", 20000, 10000),
		told("sight.unit", "unit", "a.b", "x", 10000, "y", 40000, "side", "a", "arm", "commander")}
	k := twoTurns(seen, seen)
	bare := Draw(plainTable, turnSymbols, k, Sheet{Title: "x", Side: "a"})
	drawn := Draw(plainTable, turnSymbols, k, Sheet{Title: "x", Side: "a", Reader: "a.b", Orders: []Ordered{
		{Line: "TO royal: ADVANCE TO 300,300", Rides: []string{"royal"}}, {Line: "guns: FIRE royal"}}})
	texts := func(p *Picture) string { return string(p.SVG()) }
	for _, name := range []string{"as you ordered", "your courier's ride"} {
		if !strings.Contains(texts(drawn), name) || strings.Contains(texts(bare), name) {
			t.Errorf("%q: in the legend with orders %v, without %v", name, strings.Contains(texts(drawn), name),
				strings.Contains(texts(bare), name))
		}
	}
	if slices.Equal(bare.SVG(), drawn.SVG()) {
		t.Error("orders change nothing")
	}
}
