package firediscipline

import (
	"os"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/staff"
)

// staffOf returns an officer at the mill of the demo that knows these troops.
func staffOf(t *testing.T, own, foes []staff.Unit) *officer {
	t.Helper()
	text, err := os.ReadFile("../../scenarios/demo/scenario.yaml")
	if err != nil {
		t.Fatal(err)
	}
	k := &officer{b: load(t, string(text))}
	k.Turn, k.Reach, k.Far, k.Own, k.Foes = 3, staffInReach, board.Point.Distance, own, foes
	return k
}

func troops(id string, arm staff.Arm, x, y int) staff.Unit {
	return staff.Unit{ID: id, Arm: arm, At: board.Point{X: x * board.Yard, Y: y * board.Yard}, Weight: 50}
}

// sentAt returns the task of a unit to strike at an enemy.
func sentAt(u, foe *staff.Unit) *staff.Task {
	return &staff.Task{Unit: u, Do: staff.Strike, Foe: foe, Far: u.At.Distance(foe.At)}
}

func TestStaffHorseCharges(t *testing.T) {
	own := []staff.Unit{troops("royal", staff.Horse, 200, 200)}
	for _, row := range []struct {
		foe  staff.Unit
		want string
	}{
		{troops("oyen", staff.Horse, 600, 200), "CHARGE 600,200"},
		{troops("sturler", staff.Foot, 600, 200), "ADVANCE TO 600,200"}, // its flank may still open
		{troops("sturler", staff.Foot, 400, 200), "CHARGE 400,200"},     // horse does not stop in front of it
	} {
		k := staffOf(t, own, []staff.Unit{row.foe})
		if line := k.directiveFor(sentAt(&k.Own[0], &k.Foes[0])); line != row.want {
			t.Errorf("%s at %v: %s", row.foe.ID, row.foe.At, line)
		}
	}
}

func TestStaffFootChargesGuns(t *testing.T) {
	own := []staff.Unit{troops("champagne", staff.Foot, 200, 200)}
	for arm, want := range map[staff.Arm]string{
		staff.Guns: "CHARGE 600,200",
		staff.Foot: "ADVANCE TO 600,200", // it fires first
	} {
		k := staffOf(t, own, []staff.Unit{troops("holstein", arm, 600, 200)})
		if line := k.directiveFor(sentAt(&k.Own[0], &k.Foes[0])); line != want {
			t.Errorf("at arm %d: %s", arm, line)
		}
	}
}

func TestStaffFacesWhomFootDoesNotSee(t *testing.T) {
	k := staffOf(t, []staff.Unit{troops("champagne", staff.Foot, 200, 200)},
		[]staff.Unit{troops("sturler", staff.Foot, 400, 200), troops("dedem", staff.Foot, 600, 200)})
	for i, want := range []string{"HOLD", "HOLD FACING 90"} {
		task := sentAt(&k.Own[0], &k.Foes[i])
		if task.Do = staff.Stand; k.directiveFor(task) != want {
			t.Errorf("%s: %s", k.Foes[i].ID, k.directiveFor(task))
		}
	}
}

func TestStaffSendsNobodyTwiceAtOneEnemy(t *testing.T) {
	k := staffOf(t, []staff.Unit{troops("champagne", staff.Foot, 200, 200)},
		[]staff.Unit{troops("sturler", staff.Foot, 500, 200)})
	task := sentAt(&k.Own[0], &k.Foes[0])
	for line, want := range map[string]bool{"ADVANCE TO 550,250": true, "ADVANCE TO 700,200": false,
		"HOLD 500,200": false, "ADVANCE TO 200,200": false, "": false} {
		if got := k.alreadyDoes(task, adjudicator.Given{Turn: 1, Line: line}, k.directiveFor(task)); got != want {
			t.Errorf("after %q: %v", line, got)
		}
	}
}

func TestStaffTellsNobodyToStayWhereHeIs(t *testing.T) {
	k := staffOf(t, []staff.Unit{troops("picardie", staff.Foot, 460, 300), troops("champagne", staff.Foot, 500, 400)},
		[]staff.Unit{troops("sturler", staff.Foot, 520, 300)})
	mill := &staff.Place{ID: "mill", At: board.Point{X: 460 * board.Yard, Y: 300 * board.Yard}}
	task := &staff.Task{Unit: &k.Own[0], Do: staff.Keep, Place: mill, Foe: &k.Foes[0], Far: 60 * board.Yard}
	if line := k.directiveFor(task); !k.alreadyDoes(task, adjudicator.Given{}, line) {
		t.Errorf("who keeps the mill is told %s", line)
	}
	k.Own[1].Fights, k.Own[1].At = true, board.Point{X: 530 * board.Yard, Y: 320 * board.Yard}
	if line := k.directiveFor(task); line != "CHARGE 520,300" || k.alreadyDoes(task, adjudicator.Given{}, line) {
		t.Errorf("who has a friend in a fight before the mill is told %s", line)
	}
}

func TestStaffReserveKeepsItsFriend(t *testing.T) {
	k := staffOf(t, []staff.Unit{troops("champagne", staff.Foot, 200, 200), troops("picardie", staff.Foot, 200, 300),
		troops("royal", staff.Foot, 100, 250)}, nil)
	task := &staff.Task{Unit: &k.Own[2], Do: staff.Follow, Friend: &k.Own[0]}
	k.follow(task, adjudicator.Given{Turn: 1, Line: "SUPPORT picardie AT 100 YDS"})
	if line := k.directiveFor(task); line != "SUPPORT picardie AT 100 YDS" {
		t.Error(line)
	}
	k.Own[1].Worn, task.Friend = true, &k.Own[0]
	if k.follow(task, adjudicator.Given{Turn: 1, Line: "SUPPORT picardie AT 100 YDS"}); task.Friend != &k.Own[0] {
		t.Error("it stays behind a friend who is worn")
	}
}
