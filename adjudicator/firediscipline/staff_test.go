package firediscipline

import (
	"os"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/staff"
	"galloper/events"
)

// staffOf is an officer at the mill of the demo who knows these troops.
func staffOf(t *testing.T, own, foes []staff.Unit) *officer {
	t.Helper()
	text, err := os.ReadFile("../../scenarios/demo/scenario.yaml")
	if err != nil {
		t.Fatal(err)
	}
	k := &officer{b: load(t, string(text)), o: &adjudicator.Officer{Game: "test"}}
	k.Facts = map[string]*events.Outcome{}
	for _, u := range slices.Concat(own, foes) {
		k.Facts[u.ID] = &events.Outcome{}
	}
	k.Turn, k.Reach, k.Far, k.Own, k.Foes = 3, staffInReach, board.Point.Distance, own, foes
	return k
}

func troops(id string, arm staff.Arm, x, y int) staff.Unit {
	return staff.Unit{ID: id, Arm: arm, At: board.Point{X: x * board.Yard, Y: y * board.Yard}, Weight: 50}
}

// sentAt is the task of a unit that is to strike at an enemy.
func sentAt(u, foe *staff.Unit) *staff.Task {
	return &staff.Task{Unit: u, Do: staff.Strike, Foe: foe, Far: u.At.Distance(foe.At)}
}

func TestStaffHorseSeeksTheFlankOfFoot(t *testing.T) {
	own := []staff.Unit{troops("royal", staff.Horse, 200, 200)}
	for _, row := range []struct {
		foe    staff.Unit
		facing string // "": he is not known by name
		want   string
	}{
		{troops("oyen", staff.Horse, 600, 100), "", "CHARGE 600,100"},
		{troops("sturler", staff.Foot, 600, 100), "", "ADVANCE TO 100 YDS 270 OF rise"}, // beside him
		{troops("sturler", staff.Foot, 600, 100), "180", "CHARGE 600,100"},
		{troops("sturler", staff.Foot, 340, 180), "", "CHARGE 300,150"}, // one does not stand before him
	} {
		k := staffOf(t, own, []staff.Unit{row.foe})
		if row.facing != "" {
			k.Facts["sturler"] = &events.Outcome{Name: "sight.enemy", Fields: events.Fields("facing", row.facing)}
		}
		if line := k.tell(sentAt(&k.Own[0], &k.Foes[0])); line != row.want {
			t.Errorf("%s at %v: %s", row.foe.ID, row.foe.At, line)
		}
	}
}

// Who has no good musket runs in; who comes to help a friend who is hand to hand does so too.
func TestStaffChargesWithSteelAndToHelp(t *testing.T) {
	k := staffOf(t, []staff.Unit{troops("champagne", staff.Foot, 200, 100), troops("picardie", staff.Foot, 590, 100)},
		[]staff.Unit{troops("sturler", staff.Foot, 600, 100)})
	task := sentAt(&k.Own[0], &k.Foes[0])
	if line := k.tell(task); !strings.HasPrefix(line, "ADVANCE TO 600,100") {
		t.Errorf("a regiment with muskets: %s", line)
	}
	k.Own[1].Fights = true
	if line := k.tell(task); !strings.HasPrefix(line, "CHARGE 600,100") {
		t.Errorf("a regiment whose friend fights: %s", line)
	}
	k.Own[1].Fights = false
	r := &k.b.Units[k.b.unit("champagne")]
	r.Melee, r.Firearm = "mixed", "firelock"
	if line := k.tell(task); line != "CHARGE 600,100" {
		t.Errorf("highlanders: %s", line)
	}
}

func TestStaffNamesPlaces(t *testing.T) {
	k := staffOf(t, nil, nil)
	for _, row := range []struct {
		x, y int
		want string
	}{{450, 310, "mill"}, {560, 300, "100 YDS 90 OF mill"}, {200, 100, "200,100"}} {
		p := board.Point{X: row.x * board.Yard, Y: row.y * board.Yard}
		name := k.placeName(p)
		to, ok := k.sentTo("ADVANCE TO " + name + " FIRE AT 30")
		if name != row.want || !ok || !to.Within(p, staffNamed) {
			t.Errorf("%d,%d is %s, which lies at %v", row.x, row.y, name, to)
		}
	}
}

// Guns are not set up behind their own line, nor where the shot cannot tell.
func TestStaffSetsGunsUpWhereTheyHit(t *testing.T) {
	k := staffOf(t, []staff.Unit{troops("lafrize", staff.Guns, 230, 220), troops("picardie", staff.Foot, 300, 230)},
		[]staff.Unit{troops("sturler", staff.Foot, 510, 260)})
	k.Facts["picardie"] = &events.Outcome{Fields: events.Fields("frontage", 7500)}
	task := &staff.Task{Unit: &k.Own[0], Do: staff.Shoot, Foe: &k.Foes[0], Far: k.Own[0].At.Distance(k.Foes[0].At)}
	spot, foe := k.emplacement(task)
	if foe == nil || spot.Within(k.Own[0].At, staffAtPlace) || spot.Within(foe.At, staffGunsShut) ||
		!spot.Within(foe.At, staffGunshot) {
		t.Errorf("with a friend before them: %v, at %v", spot, foe)
	}
	k.Own = k.Own[:1]
	if line := k.tell(task); line != "HOLD FACING 80 UNLIMBER" {
		t.Errorf("with nobody before them: %s", line)
	}
	k.Facts["lafrize"].Fields = events.Fields("formation", "unlimbered")
	if line := k.tell(task); line != "" {
		t.Errorf("who is set up for good is told %s", line)
	}
}

// Foot that was sent after skirmishers, whom it cannot catch, is free for something else.
func TestStaffCallsFootOffSkirmishers(t *testing.T) {
	k := staffOf(t, []staff.Unit{troops("dedem", staff.Foot, 610, 140)},
		[]staff.Unit{troops("enfants", staff.Light, 300, 150)})
	task := &staff.Task{Unit: &k.Own[0], Do: staff.Stand, Foe: &k.Foes[0], Far: 310 * board.Yard}
	told := adjudicator.Given{Turn: k.Turn - 2, Line: "ADVANCE TO 300,150"}
	if k.underWay(task, told) {
		t.Error("it goes on after skirmishers")
	}
	if k.Foes[0].Arm = staff.Foot; !k.underWay(task, told) {
		t.Error("it is called off from foot")
	}
}

func TestStaffFacesWhomFootDoesNotSee(t *testing.T) {
	k := staffOf(t, []staff.Unit{troops("champagne", staff.Foot, 200, 200)},
		[]staff.Unit{troops("sturler", staff.Foot, 400, 200), troops("dedem", staff.Foot, 600, 200)})
	for i, want := range []string{"HOLD", "HOLD FACING 90"} {
		task := sentAt(&k.Own[0], &k.Foes[i])
		if task.Do = staff.Stand; k.tell(task) != want {
			t.Errorf("%s: %s", k.Foes[i].ID, k.tell(task))
		}
	}
}

func TestStaffSendsNobodyTwiceAtOneEnemy(t *testing.T) {
	k := staffOf(t, []staff.Unit{troops("champagne", staff.Foot, 200, 200)},
		[]staff.Unit{troops("sturler", staff.Foot, 500, 100)})
	task := sentAt(&k.Own[0], &k.Foes[0])
	for line, want := range map[string]bool{"ADVANCE TO 550,150": true, "ADVANCE TO 700,100": false,
		"HOLD 500,100": false, "ADVANCE TO 200,200": false, "": false} {
		if got := k.asTold(task, adjudicator.Given{Turn: 1, Line: line}, k.tell(task)); got != want {
			t.Errorf("after %q: %v", line, got)
		}
	}
}

func TestStaffTellsNobodyToStayWhereHeIs(t *testing.T) {
	k := staffOf(t, []staff.Unit{troops("picardie", staff.Foot, 460, 300), troops("champagne", staff.Foot, 500, 400)},
		[]staff.Unit{troops("sturler", staff.Foot, 520, 300)})
	mill := &staff.Place{ID: "mill", At: board.Point{X: 460 * board.Yard, Y: 300 * board.Yard}}
	task := &staff.Task{Unit: &k.Own[0], Do: staff.Keep, Place: mill, Foe: &k.Foes[0], Far: 60 * board.Yard}
	if line := k.tell(task); !k.asTold(task, adjudicator.Given{}, line) {
		t.Errorf("who keeps the mill is told %s", line)
	}
	k.Own[1].Fights, k.Own[1].At = true, board.Point{X: 530 * board.Yard, Y: 320 * board.Yard}
	if line := k.tell(task); line != "CHARGE 50 YDS 90 OF mill" || k.asTold(task, adjudicator.Given{}, line) {
		t.Errorf("who has a friend in a fight before the mill is told %s", line)
	}
}

func TestStaffReserveKeepsItsFriend(t *testing.T) {
	k := staffOf(t, []staff.Unit{troops("champagne", staff.Foot, 200, 200), troops("picardie", staff.Foot, 200, 300),
		troops("royal", staff.Foot, 100, 250)}, nil)
	task := &staff.Task{Unit: &k.Own[2], Do: staff.Follow, Friend: &k.Own[0]}
	k.follow(task, adjudicator.Given{Turn: 1, Line: "SUPPORT picardie AT 80 YDS"})
	if line := k.tell(task); line != "SUPPORT picardie AT 80 YDS" {
		t.Error(line)
	}
	k.Own[1].Worn, task.Friend = true, &k.Own[0]
	if k.follow(task, adjudicator.Given{Turn: 1, Line: "SUPPORT picardie AT 80 YDS"}); task.Friend != &k.Own[0] {
		t.Error("it stays behind a friend who is worn")
	}
}
