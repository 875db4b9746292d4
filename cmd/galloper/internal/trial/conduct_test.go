package trial

import (
	"testing"

	"galloper/adjudicator"
)

// mayBar is how many per cent of the marches friends may bar; two scenarios are crowded.
var mayBar = map[string]int{"maida": 10, "glenshiel": 8}

// Troops of staff officers go where they are sent or are told why not, make way for friends, and fight: what
// `galloper trial` tells of 200 battles holds of a few.
func TestConduct(t *testing.T) {
	battles := 12
	if testing.Short() {
		battles = 4
	}
	for name, m := range shipped(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			terms := Terms{Title: name}
			if l, ok := m.Scenario.(adjudicator.Lasting); ok {
				terms.Last = l.LastTurn()
			}
			s := Sum(terms, m.Run(battles, 1, func(int) {}))
			limit := 5
			if crowded := mayBar[name]; crowded > 0 {
				limit = crowded
			}
			if barred := percent(s.Friendly, s.Deeds["moved"]+s.Friendly); barred > limit {
				t.Errorf("friends bar %d %% of the marches:%s", barred, s.examples(s.Barred))
			}
			if quiet := percent(s.Quiet, s.Turns); quiet > 18 {
				t.Errorf("%d %% of the turns are quiet", quiet)
			}
			if len(s.Refused) > 0 {
				t.Errorf("refused: %q", s.Refused)
			}
			for unit, n := range s.Stood {
				if n*4 > battles {
					t.Errorf("%s stood with orders to go, without a word, %d times", unit, n)
				}
			}
			if s.Early == 0 {
				t.Error("no battle is decided before its last turn")
			}
		})
	}
}
