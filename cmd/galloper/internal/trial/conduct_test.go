package trial

import (
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/events"
)

// mayErr limits the errors in a hundred battles, by kind and scenario; elsewhere there must be none. Some are
// unavoidable: a courier or unit runs into an enemy or obstacle that its commander could not know of, or that
// moved into its way.
var mayErr = map[string]map[string]int{
	overlapping: {"glenshiel": 2, "prestonpans": 2, "sheriffmuir": 2},
	offField:    {},
	intoGuns:    {},
	uncharged:   {},
	amongFoes:   {},
}

// Units go where the staff sends them or report why they can't, make way for friends, and fight. The limits of
// `galloper trial` over 200 battles are checked on a few battles.
func TestConduct(t *testing.T) {
	for name, m := range shipped(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			terms := Terms{Title: name}
			if l, ok := m.Scenario.(adjudicator.Lasting); ok {
				terms.Last = l.LastTurn()
			}
			list := fight(name, m).battles
			battles := len(list)
			s := Sum(terms, list)
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

// TestWhoFleesMarchesNowhere: a unit that routs off the field, or evades a charge up to its edge, is not blamed
// for it.
func TestWhoFleesMarchesNowhere(t *testing.T) {
	for _, c := range []struct {
		outcomes []string
		blamed   int
	}{
		{[]string{"unit.moved unit=corsicans stopped=edge"}, 1},
		{[]string{"unit.routed unit=corsicans stopped=edge"}, 0},
		{[]string{"reaction.made unit=corsicans kind=evade", "unit.moved unit=corsicans stopped=edge"}, 0},
		{[]string{"reaction.made unit=lights kind=evade", "unit.moved unit=corsicans stopped=edge"}, 1},
	} {
		f := shipped(t)["maida"].field(0)
		outcomes := parsed(t, c.outcomes...)
		if f.count(outcomes); f.Follies[offField] != c.blamed {
			t.Errorf("%q: %d times, want %d", c.outcomes, f.Follies[offField], c.blamed)
		}
		if f.count(outcomes[len(outcomes)-1:]); strings.HasPrefix(c.outcomes[len(c.outcomes)-1], "unit.moved") &&
			f.Follies[offField] != c.blamed+1 {
			t.Errorf("%q: who fled in one turn is not blamed for a march in the next", c.outcomes)
		}
	}
}

func parsed(t *testing.T, texts ...string) (outcomes []events.Outcome) {
	t.Helper()
	for _, text := range texts {
		o, err := events.ParseText(text)
		if err != nil {
			t.Fatal(err)
		}
		outcomes = append(outcomes, o)
	}
	return outcomes
}

// TestWhoWasNotToldDoesNotStand: a unit's errand starts when the dispatch has reached it.
func TestWhoWasNotToldDoesNotStand(t *testing.T) {
	for _, c := range []struct {
		ride  string
		stood int
	}{
		{"dispatch.delivered id=d1 to=27foot", 1}, {"dispatch.delayed id=d1", 0}, {"dispatch.riding id=d1", 0},
		{"dispatch.lost id=d1", 0}, {"dispatch.captured id=d1", 0},
	} {
		f := shipped(t)["maida"].field(0)
		f.sides["27foot"], f.movers = "british", []string{"british"}
		f.listen([]events.SeatOrders{{Seat: "british.stuart", Orders: []string{"TO 27foot: MOVE TO 20.00,20.00"}}})
		f.stood(parsed(t, "dispatch.sent id=d1 to=27foot", c.ride))
		for range patience {
			f.stood(nil)
		}
		if f.Stood["27foot"] != c.stood {
			t.Errorf("%s: it stood %d times, want %d", c.ride, f.Stood["27foot"], c.stood)
		}
	}
}

// TestWhoIsToReactIsSentNowhere: an order for the reaction to a charge neither starts nor ends an errand.
func TestWhoIsToReactIsSentNowhere(t *testing.T) {
	for _, c := range []struct {
		lines []string
		stood int
	}{
		{[]string{"27foot MOVE TO 20.00,20.00"}, 1},
		{[]string{"27foot ON CHARGE SQUARE"}, 0},
		{[]string{"27foot MOVE TO 20.00,20.00", "27foot ON CHARGE SQUARE"}, 1},
	} {
		f := shipped(t)["maida"].field(0)
		f.sides["27foot"], f.movers = "british", []string{"british"}
		f.listen([]events.SeatOrders{{Seat: "british.cole", Orders: c.lines}})
		for range patience {
			f.stood(nil)
		}
		if f.Stood["27foot"] != c.stood {
			t.Errorf("%q: it stood %d times, want %d", c.lines, f.Stood["27foot"], c.stood)
		}
	}
}

// mayOmit limits, in a hundred battles, the orders that fail for a reason that good staff work avoids. A unit
// without the enemy in sight should go to the enemy's last known place, a unit adjacent to the enemy should
// attack, and a unit sent against an enemy that others have driven off should move in.
var mayOmit = []struct {
	scenario, reason string
	most             int
}{
	{"sauren", "not-seen", 250}, {"sauren", "enemy-adjacent", 200}, {"lodi", "not-seen", 80},
	{"gettysburg-first-day", "not-enemy-held", 500}, {"wilsons-creek", "not-enemy-held", 180},
	{"allifae", "friend", 100},
}

// mayIdle limits how often, in a hundred battles, a unit that usually has something to do stays idle.
var mayIdle = []struct {
	scenario, unit string
	most           int
}{{"lodi", "hussars", 30}, {"gettysburg-first-day", "pettigrew", 20}, {"wilsons-creek", "mcbride", 15}}

func TestStaffsUseWhatTheyHave(t *testing.T) {
	all := shipped(t)
	sum := func(name string) (*Summary, int) {
		battles := fight(name, all[name]).battles
		return Sum(Terms{}, battles), len(battles)
	}
	for _, row := range mayOmit {
		if s, battles := sum(row.scenario); s.Omitted[row.reason]*100 > row.most*battles {
			t.Errorf("%s: %s %d times in %d battles", row.scenario, row.reason, s.Omitted[row.reason], battles)
		}
	}
	for _, row := range mayIdle {
		if s, battles := sum(row.scenario); s.Idle[row.unit]*100 > row.most*battles {
			t.Errorf("%s: %s did nothing in %d of %d battles", row.scenario, row.unit, s.Idle[row.unit], battles)
		}
	}
}
