package story_test

import (
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator/board"
	"galloper/events"
	"galloper/projections/story"
)

// hexes is a field of two cells. One of them gives points to the side that stands on it.
func hexes() (*story.Sheet, events.Symbols) {
	on := sheet
	on.Places = []events.Place{{ID: "E2", Points: 2, Stood: true}}
	on.Ground.Cells = []board.Cell{{ID: "E2", Name: "The Bridge"}, {ID: "E3", Name: "E3", At: board.Point{X: 100}}}
	return &on, events.Symbols{
		{Kind: "sight.own", Place: "at", Label: "unit", Side: "side"},
		{Kind: "sight.enemy", Place: "at", Label: "unit", Side: "side"},
	}
}

func TestPlacesChangeHandsWithWhoStandsThere(t *testing.T) {
	const (
		off  = "sight.own unit=lee at=E3 side=red"
		on   = "sight.own unit=lee at=E2 side=red"
		clan = "sight.enemy unit=lochiel at=E2 side=blue"
	)
	for _, c := range []struct {
		why            string
		before, now    []string
		headline, says string
	}{
		{"one's own came", []string{off}, []string{on}, "The Bridge is ours", "Lee's now hold the Bridge, which counts 2."},
		{"the enemy came", []string{off}, []string{off, clan}, "The Bridge is the enemy's",
			"Lochiel's now hold the Bridge, which counts 2."},
		{"they stood there before", []string{on}, []string{on}, "Quiet", ""},
		{"nobody is there", []string{off}, []string{off}, "Quiet", ""},
	} {
		at, drawn := hexes()
		s := tellOn(t, at, drawn, c.before, c.now)
		texts := ""
		for i := range s.Lead {
			texts += s.Lead[i].Text
		}
		if s.Headline != c.headline || c.says != "" && texts != c.says {
			t.Errorf("%s: %q: %q, want %q: %q", c.why, s.Headline, texts, c.headline, c.says)
		}
	}
}

func TestTheEndNamesTheVictorAndAsksForNothing(t *testing.T) {
	s := tell(t, []string{lee}, []string{"over winner=red points=red:9,blue:4", "stopped unit=lee", lee, lochiel})
	if s.Headline != "Won" || len(s.Decide) != 0 || s.Standing != "" {
		t.Errorf("%q, to decide %q, %q", s.Headline, s.Decide, s.Standing)
	}
	if s := tell(t, []string{"over winner=blue points=red:1,blue:4", lee}); s.Headline != "Lost" {
		t.Errorf("headline %q", s.Headline)
	}
}

func TestWhoIsWhoInJoinedSentences(t *testing.T) {
	s := tell(t, []string{"drove unit=foot by=78", "charged unit=78 target=foot", lee})
	if text := s.Lead[0].Text; strings.Contains(text, ", who charged") {
		t.Errorf("those who were driven back charge: %q", text)
	}
	s = tell(t, []string{"worse unit=foot", lee})
	if want := "Your Outguard had the worse of a fight."; s.Lead[0].Text != want {
		t.Errorf("%q, want %q", s.Lead[0].Text, want)
	}
	if s = tell(t, []string{"worse unit=?", lee}); !s.Quiet {
		t.Errorf("somebody unknown had the worse of something: %v", s.Lead)
	}
}

func TestOnesOwnFallIsTheHeadline(t *testing.T) {
	of := sheet
	of.Persons = map[string]string{"cope": "red.cope"}
	of.Sides = map[string]string{"cope": "red", "lee": "red", "red.cope": "red"}
	s := tellOn(t, &of, symbols, []string{"gone unit=lee", "taken place=bridge by=blue", "hit who=cope"})
	if s.Headline != "You fell" || !strings.Contains(s.Lead[0].Text, "The Earl takes over") {
		t.Errorf("%q: %q", s.Headline, s.Lead[0].Text)
	}
}

func TestTheSameHindranceIsSaidOnce(t *testing.T) {
	s := tell(t, []string{"stopped unit=lee", "stopped unit=foot", lee, "charged unit=lee target=78"})
	if want := "Lee's and the Outguard could not get on."; !slices.Contains(s.Decide, want) {
		t.Errorf("%q has not %q", s.Decide, want)
	}
}

// On a board of places, every enemy unit that is one march away from the reader's units is named once, and no other.
func TestNeighboursAreToBeDecidedOn(t *testing.T) {
	on, symbols := hexes()
	on.Ground.CellsAreSites = true
	on.Ground.Cells = append(on.Ground.Cells, board.Cell{ID: "E4", Name: "The Ford", At: board.Point{X: 200}},
		board.Cell{ID: "E5", Name: "The Wood", At: board.Point{X: 300}})
	way := func(kind string, from, to int) board.Course {
		return board.Course{Kind: kind, At: []board.Point{{X: from}, {X: to}}}
	}
	on.Ground.Courses = []board.Course{way("road", 0, 100), way("link", 200, 100), way("impassable", 300, 100)}
	tells := func(lines ...string) string {
		return strings.Join(tellOn(t, on, symbols, append(lines, "sight.own unit=lee at=E3 side=red")).Decide, " ")
	}
	if got, want := tells("sight.enemy unit=lochiel at=E4/E3 side=blue"), "Lochiel's can march upon E3."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := tells("sight.enemy unit=lochiel at=E5 side=blue"); got != "" {
		t.Errorf("behind what cannot be passed: %q", got)
	}
}
