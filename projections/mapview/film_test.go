package mapview_test

import (
	"bytes"
	"strings"
	"testing"

	"galloper/projections/knowledge"
	"galloper/projections/mapview"
)

// threeTurns returns the maps of a battle after three turns.
func threeTurns(bare bool) (list []*mapview.Picture) {
	b := knowledge.Open([]string{guiche}, nil)
	for turn := range 3 {
		b.Apply(turn, append(known().Diary(3), unit("sight.own", "champagne", "foot", 480, 260+60*turn, 10, 6)))
		list = append(list, mapview.Draw(mill(), tableSymbols, b.Seat(guiche), mapview.Sheet{Bare: bare}))
	}
	return list
}

func TestFilmShowsEachTurnOnTheSameGround(t *testing.T) {
	turns := threeTurns(false)
	film := mapview.Film(turns)
	wellFormed(t, "film", film)
	text := string(film)
	if n := strings.Count(text, "<animate "); n != len(turns) {
		t.Errorf("%d frames for %d turns", n, len(turns))
	}
	if n := strings.Count(text, `visibility="hidden"><animate`); n != len(turns)-1 {
		t.Errorf("%d frames are hidden where nothing moves, want all but the last of %d", n, len(turns))
	}
	if n := strings.Count(text, `<use href="#base"/>`); n != len(turns) {
		t.Errorf("the ground is referred to %d times", n)
	}
	if one := len(turns[0].SVG()); len(film) > 2*one {
		t.Errorf("%d bytes for %d turns of %d", len(film), len(turns), one)
	}
	for _, title := range []string{"opening", "turn 1", "turn 2"} {
		if !strings.Contains(text, title+"</text>") {
			t.Errorf("no frame is titled %q", title)
		}
	}
}

func TestStripHasEachTurnBare(t *testing.T) {
	for columns := range 5 {
		strip := mapview.Strip(threeTurns(true), columns)
		wellFormed(t, "strip", strip)
		if n := strings.Count(string(strip), "<svg "); n != 4 {
			t.Errorf("%d columns: %d pictures in the strip", columns, n-1)
		}
		if bytes.Contains(strip, []byte("champagne")) {
			t.Error("a bare map has names")
		}
		if again := mapview.Strip(threeTurns(true), columns); !bytes.Equal(strip, again) {
			t.Error("the same turns gave other bytes")
		}
	}
	if mapview.Strip(nil, 3) != nil || mapview.Film(nil) != nil {
		t.Error("there is a picture of nothing")
	}
}
