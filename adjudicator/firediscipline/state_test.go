package firediscipline

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/oracle"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// midway returns a random battle after some turns, with many changes in its state.
func midway(t *testing.T) (adjudicator.Position, []events.Outcome) {
	t.Helper()
	r := rand.New(rand.NewPCG(5, 7))
	sc := loadScenario(t, randomBattle(r, 10))
	b := rules.BattleOf[*Battle](sc)
	pos := adjudicator.Position{Game: "set", Ruleset: &Ruleset, Scenario: sc}
	res := adjudicator.Open(pos, events.TurnInput{Turn: 1})
	all := res.Outcomes
	for turn := 1; turn <= 8; turn++ {
		pos.State, pos.Turn = res.State, turn-1
		in := events.TurnInput{Turn: turn, Orders: randomMails(r, b)}
		res = answered(pos, &in)
		all = append(all, res.Outcomes...)
	}
	pos.State, pos.Turn = res.State, 8
	return pos, all
}

func TestItemsInMidBattle(t *testing.T) {
	t.Parallel()
	pos, _ := midway(t)
	if paths := oracle.Items(t, pos.State); len(paths) < 500 {
		t.Errorf("only %d items", len(paths))
	}
}

func TestSetRefusesWhatCannotBe(t *testing.T) {
	t.Parallel()
	s := loadScenario(t, orderField).Start()
	for path, value := range map[string]string{
		"unit.champagne.boxes": "many", "unit.champagne.facing": "360", "unit.champagne.formation": "limbered",
		"unit.lafrize.formation": "line", "unit.champagne.status": "asleep", "unit.champagne.engaged": "picardie",
		"unit.champagne.chit": "Z", "unit.champagne.directive": "DANCE", "unit.champagne.place": "castle",
		"unit.champagne.stands": "3", "unit.nobody.boxes": "1", "unit.champagne.colour": "red",
		"stand.champagne.a.status": "lost", "stand.champagne.z.halt": "1", "stand.lafrize.a.guns": "3",
		"seat.french.guiche.status": "asleep", "seat.french.guiche.attached": "nobody", "seat.french.nobody.x": "1",
		"place.mill.holder": "swiss", "place.wood.holder": "french", "side.french.points": "-1", "side.swiss.guns": "1",
		"game.status": "paused", "game.level": "crushing", "dispatch.none.status": "lost", "weather": "poor", "": "",
	} {
		oracle.Refuses(t, s, path, value)
	}
}

func TestSetMovesWhatBelongsTogether(t *testing.T) {
	t.Parallel()
	state := loadScenario(t, orderField).Start()
	s := rules.StateOf[State](state)
	champagne := s.b.unit("champagne")
	was := s.Units[champagne].Stands[0].At
	for _, set := range [][2]string{{"unit.champagne.x", "40000"}, {"unit.champagne.engaged", "sturler"},
		{"seat.french.guiche.attached", "champagne"}} {
		if err := state.Set(set[0], set[1]); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.Units[champagne].Stands[0].At; got.X != was.X-10000 || got.Y != was.Y {
		t.Errorf("its first stand went from %v to %v", was, got)
	}
	if !s.engagedWith(s.b.unit("sturler"), champagne) {
		t.Error("sturler does not know that it is engaged")
	}
	guiche := &s.Seats[s.b.seat("french.guiche")]
	if guiche.At != s.Units[champagne].Stands[2].At {
		t.Errorf("the commander is at %v, not with the middle stand", guiche.At)
	}
}

// TestAnAssaultOnAPointIsDoneThere gives, as the umpire, an order that players cannot: an assault on a point without a
// feature. There is nothing to clear there.
func TestAnAssaultOnAPointIsDoneThere(t *testing.T) {
	t.Parallel()
	sc := loadScenario(t, orderField)
	state := sc.Start()
	s := rules.StateOf[State](state)
	at := s.Units[s.b.unit("champagne")].At
	point := fmt.Sprintf("%d,%d", at.X/board.Yard, at.Y/board.Yard)
	for _, set := range [][2]string{{"unit.champagne.directive", "ASSAULT"}, {"unit.champagne.place", point}} {
		if err := state.Set(set[0], set[1]); err != nil {
			t.Fatal(err)
		}
	}
	pos := adjudicator.Position{Game: "point", Ruleset: &Ruleset, Scenario: sc, State: state}
	res := answered(pos, &events.TurnInput{Turn: 1})
	done := func(o events.Outcome) bool { return o.Name == "directive.done" && o.Get("unit") == "champagne" }
	if !slices.ContainsFunc(res.Outcomes, done) {
		t.Error("champagne is at its place and has not done what it was told")
	}
}

// TestNobodyIsToldAnEnemysSecrets checks §W3 on every outcome of a battle: seats never learn an enemy's boxes, totals,
// rolls, directives, dispatches or chits, nor the name of a unit out of sight.
func TestNobodyIsToldAnEnemysSecrets(t *testing.T) {
	t.Parallel()
	pos, outcomes := midway(t)
	b := rules.BattleOf[*Battle](pos.Scenario)
	told := 0
	for i := range outcomes {
		o := &outcomes[i]
		unit := b.unit(o.Get("unit"))
		for _, v := range o.Views {
			for _, seat := range v.Seats {
				n := b.seat(seat)
				if n < 0 || unit < 0 || b.Units[unit].Side == b.Commands[n].Side {
					continue
				}
				told++
				for _, key := range secretsOfEnemies {
					if o.Get(key) != "" && !slices.Contains(v.Hide, key) {
						t.Errorf("%s is told %s of an enemy: %s", seat, key, o)
					}
				}
				if kind, _, _ := strings.Cut(o.Name, "."); kind == "directive" || kind == "dispatch" || kind == "chit" ||
					o.Name == "sight.own" {
					t.Errorf("%s is told of an enemy: %s", seat, o)
				}
			}
		}
	}
	if told == 0 {
		t.Error("nobody was told anything of an enemy")
	}
}

func TestRoadFromNearestPointToNearestPoint(t *testing.T) {
	t.Parallel()
	road := Road{At: []board.Point{{X: 0, Y: 0}, {X: 10000, Y: 0}, {X: 10000, Y: 10000}, {X: 20000, Y: 10000}}}
	for _, c := range []struct {
		From, To board.Point
		Want     []board.Point
	}{
		{board.Point{X: 2000, Y: 500}, board.Point{X: 15000, Y: 9000},
			[]board.Point{{X: 2000, Y: 0}, {X: 10000, Y: 0}, {X: 10000, Y: 10000}, {X: 15000, Y: 10000}}},
		{board.Point{X: 15000, Y: 9000}, board.Point{X: 2000, Y: 500},
			[]board.Point{{X: 15000, Y: 10000}, {X: 10000, Y: 10000}, {X: 10000, Y: 0}, {X: 2000, Y: 0}}},
		{board.Point{X: 3000, Y: 100}, board.Point{X: 7000, Y: 100}, []board.Point{{X: 3000, Y: 0}, {X: 7000, Y: 0}}},
		{board.Point{X: 3000, Y: 100}, board.Point{X: 3010, Y: 100}, []board.Point{{X: 3000, Y: 0}}},
	} {
		if got := road.routeAlong(c.From, c.To); !slices.Equal(got, c.Want) {
			t.Errorf("from %v to %v: %v, want %v", c.From, c.To, got, c.Want)
		}
	}
}

func TestWhoHasWonAndHow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		Points [2]int
		Winner int
		Level  string
	}{
		{[2]int{0, 0}, -1, "draw"}, {[2]int{7, 7}, -1, "draw"}, {[2]int{9, 0}, 0, "marginal"}, {[2]int{0, 10}, 1, "decisive"},
		{[2]int{30, 20}, 0, "decisive"}, {[2]int{29, 20}, 0, "marginal"}, {[2]int{31, 21}, 0, "marginal"},
		{[2]int{20, 31}, 1, "decisive"},
	} {
		if winner, level := judge(c.Points); winner != c.Winner || level != c.Level {
			t.Errorf("%v: %d %s, want %d %s", c.Points, winner, level, c.Winner, c.Level)
		}
	}
}

// TestUmpiresCouriers covers dispatches that the umpire loses, lets the enemy capture and read, and delays (§Q4).
func TestUmpiresCouriers(t *testing.T) {
	t.Parallel()
	sc := loadScenario(t, orderField)
	pos := adjudicator.Position{Game: "couriers", Ruleset: &Ruleset, Scenario: sc, State: sc.Start()}
	in := events.TurnInput{Turn: 1,
		Orders: []events.SeatOrders{{Seat: "french.guiche", Orders: []string{"TO champagne, picardie: HOLD",
			"LETTER TO french.surville: the left is weak"}}},
		Couriers: []events.CourierRuling{{Dispatch: "french.guiche.t1.1", Fate: "lost"},
			{Dispatch: "french.guiche.t1.2", Fate: "delayed", Turns: 2},
			{Dispatch: "french.guiche.t1.3", Fate: "captured", By: "dutch.fagel"}}}
	res := adjudicator.Adjudicate(pos, in)
	s := rules.StateOf[State](res.State)
	for id, want := range map[string]string{
		"french.guiche.t1.1": adjudicator.Lost, "french.guiche.t1.2": adjudicator.Riding,
		"french.guiche.t1.3": adjudicator.Captured,
	} {
		if d := couriers.Find(s, id); d == nil || d.Status != want {
			t.Errorf("%s: %+v, want %s", id, d, want)
		}
	}
	waits := couriers.Find(s, "french.guiche.t1.2")
	if waits.At != waits.origin(s) {
		t.Errorf("the delayed courier rode to %v", waits.At)
	}
	reads := slices.ContainsFunc(res.Outcomes, func(o events.Outcome) bool {
		return o.Name == "sight.letter" && o.Get("text") == "the left is weak" &&
			slices.Contains(o.Views[0].Seats, "dutch.fagel")
	})
	if !reads {
		t.Error("the captor does not read the letter")
	}
}

// origin returns the sender's place; in this test the sender does not move.
func (d *Dispatch) origin(s *State) board.Point { return s.Seats[s.b.seat(d.From)].At }
