package trial

import (
	"testing"

	"galloper/adjudicator"
)

// mayErr is how often in a hundred battles troops may err, by kind, where it is not never: one or the other
// rides or marches into what he could not know of, or what moved into his way.
var mayErr = map[string]map[string]int{
	overlapping: {"glenshiel": 2, "maida": 2, "prestonpans": 2, "sheriffmuir": 2},
	offField:    {"allifae": 20},
	intoGuns:    {},
	uncharged:   {},
	amongFoes:   {},
}

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
			if barred := percent(s.Friendly, s.Deeds["moved"]+s.Friendly); barred > 5 {
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
			for kind, most := range mayErr {
				if n := s.Follies[kind]; n > (most[name]*battles+99)/100 {
					t.Errorf("%s: %d times: %q", kind, n, s.Examples)
				}
			}
			if s.Early == 0 {
				t.Error("no battle is decided before its last turn")
			}
		})
	}
}
