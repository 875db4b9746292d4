package mapview_test

import (
	"bytes"
	"strings"
	"testing"

	"galloper/projections/knowledge"
	"galloper/projections/mapview"
)

// threeTurns returns the maps of a battle after three turns.
func threeTurns() (list []*mapview.Picture) {
	b := knowledge.Open([]string{guiche}, nil)
	for turn := range 3 {
		b.Apply(turn, append(known().Diary(3), unit("sight.own", "champagne", "foot", 480, 260+60*turn, 10, 6)))
		list = append(list, mapview.Draw(mill(), tableSymbols, b.Seat(guiche), mapview.Sheet{Bare: true}))
	}
	return list
}

func TestStripHasEachTurnBare(t *testing.T) {
	for columns := range 5 {
		strip := mapview.Strip(threeTurns(), columns)
		wellFormed(t, "strip", strip)
		if n := strings.Count(string(strip), "<svg "); n != 4 {
			t.Errorf("%d columns: %d pictures in the strip", columns, n-1)
		}
		if bytes.Contains(strip, []byte("champagne")) {
			t.Error("a bare map has names")
		}
		if again := mapview.Strip(threeTurns(), columns); !bytes.Equal(strip, again) {
			t.Error("the same turns gave other bytes")
		}
	}
	if mapview.Strip(nil, 3) != nil {
		t.Error("there is a picture of nothing")
	}
}
