package staff

import (
	"slices"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/events"
)

// field is a picture in which foot goes 100 in a turn and everybody obeys.
func field(own, foes []Unit, places ...Place) *Picture {
	for i := range own {
		own[i].Mine = true
	}
	return &Picture{Seat: "red", Turn: 1, Turns: 12, Own: own, Foes: foes, Places: places, Reach: 100,
		Far: board.Point.Distance}
}

func unit(id string, x, y, weight int) Unit {
	return Unit{ID: id, At: board.Point{X: x, Y: y}, Weight: weight}
}

// tasks are what the seat's units are to do, by their ids.
func tasks(p *Picture, temper adjudicator.Temper) map[string]Task {
	all := map[string]Task{}
	_, list := p.Tasks(&adjudicator.Officer{Temper: temper, Game: "test"})
	for _, t := range list {
		all[t.Unit.ID] = t
	}
	return all
}

func TestPlanGoesByStrength(t *testing.T) {
	for _, row := range []struct {
		ours, theirs int
		want         Plan
	}{{300, 100, Attack}, {60, 100, Hold}, {20, 100, Delay}} {
		p := field([]Unit{unit("a", 0, 0, row.ours)}, []Unit{unit("x", 0, 1000, row.theirs)})
		if got := p.Plan(&adjudicator.Officer{Game: "test"}); got != row.want {
			t.Errorf("%d against %d: plan %d, want %d", row.ours, row.theirs, got, row.want)
		}
	}
}

func TestBoldAttacksWhereCautiousHolds(t *testing.T) {
	p := field([]Unit{unit("a", 0, 0, 90)}, []Unit{unit("x", 0, 1000, 100)})
	bold := p.Plan(&adjudicator.Officer{Game: "test", Temper: adjudicator.Bold})
	cautious := p.Plan(&adjudicator.Officer{Game: "test", Temper: adjudicator.Cautious})
	if bold != Attack || cautious != Hold {
		t.Errorf("bold %d, cautious %d", bold, cautious)
	}
}

// A line in which all are as near to the enemy has no reserve: who is held back there leaves a hole.
func TestReserveStandsBehindOthers(t *testing.T) {
	line := []Unit{unit("a", 0, 0, 100), unit("b", 200, 0, 100), unit("c", 400, 0, 100), unit("d", 600, 0, 100)}
	foes := []Unit{unit("x", 100, 600, 100), unit("y", 500, 610, 100)}
	for id, task := range tasks(field(line, foes), adjudicator.Steady) {
		if task.Do == Follow {
			t.Errorf("%s is held back from the first line", id)
		}
	}
	second := append(line, unit("e", 200, -200, 100))
	task := tasks(field(second, foes), adjudicator.Steady)["e"]
	if task.Do != Follow || task.Friend == nil || task.Friend.ID != "b" {
		t.Errorf("the second line does %d behind %+v", task.Do, task.Friend)
	}
}

func TestReserveIsReleasedInTheSecondHalf(t *testing.T) {
	own := []Unit{unit("a", 0, 0, 100), unit("b", 150, 0, 100), unit("c", 800, 0, 100), unit("e", 450, -200, 100)}
	p := field(own, []Unit{unit("x", 450, 600, 100)})
	if p.Turn = 6; tasks(p, adjudicator.Steady)["e"].Do != Follow {
		t.Error("no reserve in the first half")
	}
	if p.Turn = 7; tasks(p, adjudicator.Steady)["e"].Do == Follow {
		t.Error("still held back in the second half")
	}
}

// Who stands on a place is its guard, whatever other places there are.
func TestGuardsAreNotExchanged(t *testing.T) {
	own := []Unit{unit("camp-guard", 1000, 0, 40), unit("knoll-guard", 0, 0, 40)}
	knoll := Place{ID: "knoll", At: board.Point{X: 380}, Worth: 2, Held: Ours}
	camp := Place{ID: "camp", At: board.Point{X: 1000}, Worth: 6, Held: Ours}
	foes := []Unit{unit("x", 500, 350, 200), unit("y", 900, 350, 200)}
	for _, places := range [][]Place{{knoll, camp}, {camp, knoll}} {
		all := tasks(field(own, foes, places...), adjudicator.Bold)
		for id, place := range map[string]string{"camp-guard": "camp", "knoll-guard": "knoll"} {
			if task := all[id]; task.Do != Keep || task.Place.ID != place {
				t.Errorf("%s does %d at %+v", id, task.Do, task.Place)
			}
		}
	}
}

func TestNobodyGuardsWhatNobodyThreatens(t *testing.T) {
	own := []Unit{unit("a", 0, 0, 300)}
	rear := Place{ID: "rear", At: board.Point{Y: -300}, Worth: 2, Held: Ours}
	p := field(own, []Unit{unit("x", 0, 600, 100)}, rear)
	if task := tasks(p, adjudicator.Steady)["a"]; task.Do == Keep {
		t.Error("sent back to a place that no enemy is near")
	}
	if p.Dear = true; tasks(p, adjudicator.Steady)["a"].Do != Keep {
		t.Error("a place that must not be lost is left")
	}
}

// Where each place must be kept, the one that has the least of what it needs is manned first, though others are nearer.
func TestDearPlacesAreMannedByNeed(t *testing.T) {
	hill := Place{ID: "hill", Worth: 4, Held: Ours}
	town := Place{ID: "town", At: board.Point{X: 100}, Worth: 4, Held: Ours}
	own := []Unit{unit("a", 0, 0, 40), unit("b", 0, 10, 40), unit("c", 0, 20, 40), unit("horse", 100, 0, 20)}
	p := field(own, []Unit{unit("x", 200, 0, 100), unit("y", 200, 10, 100)}, hill, town)
	p.Dear = true
	at := map[string]int{}
	for _, task := range tasks(p, adjudicator.Cautious) {
		if task.Place != nil {
			at[task.Place.ID]++
		}
	}
	if at["town"] < 2 || at["hill"] < 1 {
		t.Errorf("they man %v: want the town to be helped, and the hill not left", at)
	}
}

// Who is hand to hand at a place guards it too: nobody else is called.
func TestFightersGuardTheirPlace(t *testing.T) {
	fighter := unit("a", 0, 0, 100)
	fighter.Bound, fighter.Fights = true, true
	own := []Unit{fighter, unit("b", 350, 0, 300)}
	p := field(own, []Unit{unit("x", 0, 20, 100)}, Place{ID: "mill", Worth: 2, Held: Ours})
	if task := tasks(p, adjudicator.Steady)["b"]; task.Do != Strike || task.Foe.ID != "x" {
		t.Errorf("b does %d", task.Do)
	}
}

// Who has the enemy before him is not called from him to a place that is farther off.
func TestNobodyIsCalledFromTheEnemy(t *testing.T) {
	own := []Unit{unit("a", 0, 0, 100), unit("b", 150, 0, 100), unit("c", 300, 0, 100)}
	foes := []Unit{unit("x", 0, 350, 300), unit("y", 150, 40, 90)}
	all := tasks(field(own, foes, Place{ID: "mill", Worth: 2, Held: Ours}), adjudicator.Cautious)
	if all["a"].Do != Keep || all["b"].Do == Keep || all["c"].Do != Keep {
		t.Errorf("a, b and c do %d, %d, %d", all["a"].Do, all["b"].Do, all["c"].Do)
	}
}

func TestWornFallBack(t *testing.T) {
	worn := unit("a", 0, 0, 100)
	worn.Worn = true
	if task := tasks(field([]Unit{worn}, []Unit{unit("x", 0, 150, 100)}), adjudicator.Bold)["a"]; task.Do != FallBack {
		t.Errorf("a does %d", task.Do)
	}
}

// told is a seat that was told of one friend, and of one enemy in turn 3.
type told struct{ friend int }

func (k told) Fact(string, string) (fields []events.Field, turn int, ok bool) { return nil, 0, false }

func (k told) Facts(kind string, yield func(subject string, fields []events.Field, turn int) bool) {
	if kind == "own" {
		yield("a", events.Fields("x", k.friend), 5)
	} else {
		yield("x", events.Fields("x", 1000), 3)
	}
}

// An enemy is no longer reckoned with where a friend stands who would see him.
func TestEnemiesWhoAreNotSeenFromNearByHaveGone(t *testing.T) {
	at := func(o *events.Outcome) (Unit, bool) { return unit(o.Get("x"), o.Int("x"), 0, 100), true }
	for friend, foes := range map[int]int{980: 0, 500: 1} {
		e := Open(&adjudicator.Desk{Turn: 6, Known: told{friend}}, 12)
		e.Reach, e.Far = 100, board.Point.Distance
		e.Friends("own", at)
		if e.Enemies("enemy", 4, at); len(e.Foes) != foes {
			t.Errorf("a friend at %d: %d enemies", friend, len(e.Foes))
		}
	}
}

// Guns go where they can fire: they neither lead the way to a place nor are followed by who comes up behind them.
func TestGunsFollowAndAreNotFollowed(t *testing.T) {
	guns, horse := unit("g", 0, 0, 100), unit("h", 0, -100, 300)
	guns.Arm, horse.Arm = Guns, Horse
	foes := []Unit{unit("x", 0, 900, 100)}
	camp := Place{ID: "camp", At: board.Point{X: 300, Y: 900}, Worth: 9}
	all := tasks(field([]Unit{guns, horse}, foes, camp), adjudicator.Bold)
	if all["g"].Do == Take || all["h"].Do == Follow {
		t.Errorf("the guns do %d, the horse behind them %d", all["g"].Do, all["h"].Do)
	}
}

// Who goes together storms nothing with a handful, and does not cross the field for it.
func TestMassedAttacksGoTogether(t *testing.T) {
	own := []Unit{unit("few", 0, 0, 20), unit("many", 60, 0, 100)}
	foes := []Unit{unit("x", 0, 400, 80)}
	p := field(own[:1], append(foes, unit("y", 0, 5000, 1)))
	p.Massed, p.Turn = 60, 10
	if task := tasks(p, adjudicator.Bold)["few"]; task.Do == Strike {
		t.Errorf("few go alone at %s", task.Foe.ID)
	}
	p = field(own, foes)
	p.Massed = 60
	for id, task := range tasks(p, adjudicator.Bold) {
		if task.Do != Strike || task.Foe.ID != "x" {
			t.Errorf("%s is told %d", id, task.Do)
		}
	}
}

func TestFormedFootLetsSkirmishersRun(t *testing.T) {
	foes := []Unit{{ID: "x", Arm: Light, Weight: 50, At: board.Point{Y: 140}}, unit("y", 0, 500, 50)}
	for _, elusive := range []bool{false, true} {
		p := field([]Unit{unit("a", 0, 0, 100)}, foes)
		p.Elusive = elusive
		if task := tasks(p, adjudicator.Bold)["a"]; task.Do != Strike || (task.Foe.ID == "y") != elusive {
			t.Errorf("elusive %v: told %d, at %s", elusive, task.Do, task.Foe.ID)
		}
	}
}

// A reserve does not look on while a friend near it fights; and horse is none.
func TestEagerReservesGoIn(t *testing.T) {
	own := []Unit{unit("a", 0, 0, 100), unit("b", 200, 0, 100), unit("c", 400, 0, 100), unit("d", 150, -350, 100)}
	foes := []Unit{unit("x", 0, 60, 100), unit("y", 300, 600, 100)}
	for _, eager := range []bool{false, true} {
		p := field(slices.Clone(own), foes)
		p.Own[0].Fights, p.Own[0].Bound, p.Eager = true, true, eager
		if task := tasks(p, adjudicator.Steady)["d"]; (task.Do == Follow) == eager {
			t.Errorf("eager %v: the reserve is told %d", eager, task.Do)
		}
	}
}

func TestOfficersLean(t *testing.T) {
	foes := []Unit{unit("left", -300, 600, 100), unit("right", 300, 600, 100)}
	for want, at := range map[string]int{"left": -300, "right": 300} {
		p := field([]Unit{unit("a", 0, 0, 300)}, foes)
		p.Lean = func(to board.Point) int {
			if to.X == at {
				return 300
			}
			return 50
		}
		if task := tasks(p, adjudicator.Bold)["a"]; task.Foe.ID != want {
			t.Errorf("who leans %s goes %s", want, task.Foe.ID)
		}
	}
}
