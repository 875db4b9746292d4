package staff

import (
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/events"
)

// field returns a picture in which foot moves 100 in a turn and all units take the seat's orders.
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

// tasks returns the tasks of the seat's units by id.
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

// In a line with all units equally near the enemy there is no reserve, because a gap would be left.
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

// A unit that stands on a place is its guard, in any order of the places.
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

// If places are dear, the one with the smallest share of its need is manned first, even if units are nearer to another.
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

// A unit in melee at a place guards it too, so no other unit is called.
func TestFightersGuardTheirPlace(t *testing.T) {
	fighter := unit("a", 0, 0, 100)
	fighter.Bound, fighter.Fights = true, true
	own := []Unit{fighter, unit("b", 350, 0, 300)}
	p := field(own, []Unit{unit("x", 0, 20, 100)}, Place{ID: "mill", Worth: 2, Held: Ours})
	if task := tasks(p, adjudicator.Steady)["b"]; task.Do != Strike || task.Foe.ID != "x" {
		t.Errorf("b does %d", task.Do)
	}
}

// A unit with an enemy in front of it is not called to a more distant place.
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

// told is the knowledge of a seat that was told of one friend, and of one enemy in turn 3.
type told struct{ friend int }

func (k told) Fact(string, string) (fields []events.Field, turn int, ok bool) { return nil, 0, false }

func (k told) Facts(kind string, yield func(subject string, fields []events.Field, turn int) bool) {
	if kind == "own" {
		yield("a", events.Fields("x", k.friend), 5)
	} else {
		yield("x", events.Fields("x", 1000), 3)
	}
}

// An enemy no longer counts if a friend near its position would see it.
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

// Guns go where they can fire: they do not lead the way to a place, and units behind do not follow them.
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

// If places stay ours when left, foot returns only once an enemy is near.
func TestLooseGuards(t *testing.T) {
	camp := Place{ID: "camp", Worth: 6, Held: Ours}
	for _, row := range []struct {
		far   int // distance of the enemy from the camp
		guard string
	}{{300, ""}, {190, "foot"}} {
		own := []Unit{unit("horse", 0, 0, 40), unit("foot", 0, -50, 40)}
		own[0].Arm = Horse
		p := field(own, []Unit{unit("x", 0, row.far, 40)}, camp)
		p.Loose = true
		guard := ""
		for id, task := range tasks(p, adjudicator.Steady) {
			if task.Do == Keep {
				guard += id
			}
		}
		if guard != row.guard {
			t.Errorf("an enemy %d off: the camp is kept by %q, want %q", row.far, guard, row.guard)
		}
	}
}

// A unit continues to its destination if another is worth as much.
func TestGoesThroughWithWhatWasBegun(t *testing.T) {
	places := []Place{{ID: "east", At: board.Point{X: 600}, Worth: 1}, {ID: "west", At: board.Point{X: -600}, Worth: 1}}
	for _, place := range places {
		own := []Unit{unit("a", 0, 0, 100)}
		own[0].Sent = &place.At
		task := tasks(field(own, nil, places...), adjudicator.Steady)["a"]
		if task.Place == nil || task.Place.ID != place.ID {
			t.Errorf("sent to the %s, it goes to %+v", place.ID, task.Place)
		}
	}
}
