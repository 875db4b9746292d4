package orderdiscipline

import (
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/staff"
	"galloper/events"
)

// placed adds a unit to the officer's knowledge with all details of its position.
func (k *officer) placed(id, formation string, x, y, facing int) staff.Unit {
	u := k.troops(id, formation, x, y)
	r := &k.b.Units[k.b.unitIDs.Must(id)]
	front, depth := footprint(r.Kind, Formation(max(0, indexOf(formation))), r.Start)
	switch u.Facing = adjudicator.At(facing); r.Kind.Arm() {
	case Artillery:
		u.Arm, u.Range = staff.Guns, k.b.Tables.Gun[r.Gun][4]
	case Cavalry:
		u.Arm = staff.Horse
	}
	k.Facts[id] = &events.Outcome{Fields: events.Fields("unit", id, "named", "yes", "x", u.At.X, "y", u.At.Y, "facing",
		facing, "formation", formation, "state", "steady", "frontage", front, "depth", depth, "turn", k.Turn)}
	return u
}

func indexOf(formation string) int {
	for i, f := range formations {
		if f == formation {
			return i
		}
	}
	return -1
}

// at returns the staff's orders for a task with an enemy.
func (k *officer) at(do staff.Do, u, foe *staff.Unit) string {
	t := &staff.Task{Unit: u, Do: do, Foe: foe, Far: u.At.Distance(foe.At), Place: &staff.Place{At: foe.At}}
	return strings.Join(k.orders(t), "; ")
}

// Guns fire at enemies in their field of fire, turn to those outside it, and don't unlimber behind their own troops.
func TestStaffLaysItsGuns(t *testing.T) {
	for _, row := range []struct {
		formation  string
		facing, fx int // facing is the unit's, fx the friend's x
		want       string
	}{
		{"deployed", 90, 0, "horsebty FIRE AT WILL"},
		{"deployed", 0, 0, "horsebty FACE 36.00,20.00; horsebty FIRE AT WILL"},
		{"deployed", 90, 26, "horsebty FIRE AT WILL"}, // moving would cost more than it gains
		{"limbered", 90, 0, "horsebty UNLIMBER"},
		{"limbered", 0, 0, "horsebty FORM deployed FACING 36.00,20.00"},
		{"limbered", 90, 26, "horsebty MOVE TO 20.00,14.00 FACING 69"},
	} {
		k := staffAt(t)
		u, foe := k.placed("horsebty", row.formation, 20, 20, row.facing), k.placed("78foot", "line", 36, 20, 270)
		k.Own, k.Foes = []staff.Unit{u}, []staff.Unit{foe}
		if row.fx > 0 {
			k.Own = append(k.Own, k.placed("polish", "line", row.fx, 20, 90))
		}
		if got := k.at(staff.Shoot, &u, &foe); got != row.want {
			t.Errorf("%+v: %s", row, got)
		}
	}
}

// Guns with no target in range come up behind their infantry, not in front of it.
func TestStaffBringsUpItsGuns(t *testing.T) {
	for x, want := range map[int]string{20: "", 34: "horsebty MOVE TO 22.00,20.00 FACING 90"} {
		k := staffAt(t)
		u, foe := k.placed("horsebty", "limbered", 10, 20, 90), k.placed("78foot", "line", 40, 20, 270)
		k.Own, k.Foes = []staff.Unit{u, k.placed("polish", "line", x, 23, 90)}, []staff.Unit{foe}
		if got := k.at(staff.Stand, &u, &foe); got != want {
			t.Errorf("with foot at %d: %s", x, got)
		}
	}
}

// Cavalry neither charges a formed front nor stays in a field of fire. It attacks from the flank that
// infantry leaves open, and enemies that cannot form square.
func TestStaffRidesWithSense(t *testing.T) {
	for _, row := range []struct {
		what           string
		far            int // from the enemy, to the west
		foe, formation string
		facing         int // the enemy's
		friend         int // distance of a friend from the enemy; 0 for none
		do             staff.Do
		want           string
	}{
		{"before his muskets", 6, "78foot", "line", 270, 0, staff.Strike, "9chas MOVE TO 23.00,20.00 KEEPING FRONT"},
		{"before his muskets, to stay", 6, "78foot", "line", 270, 0, staff.Stand, "9chas MOVE TO 23.00,20.00 KEEPING FRONT"},
		{"far off", 30, "78foot", "line", 270, 0, staff.Strike, "9chas MOVE TO 20.00,20.00 FACING 90"},
		{"he has foot to look to", 20, "78foot", "line", 180, 8, staff.Stand, "9chas MOVE TO 25.00,20.00 FACING 90"},
		{"behind him, too near for a square", 4, "78foot", "line", 90, 0, staff.Strike, "9chas CHARGE 78foot"},
		{"behind him, and he has time for one", 9, "78foot", "line", 90, 0, staff.Strike,
			"9chas MOVE TO 30.50,20.00 FACING 90"},
		{"behind him, who fights", 9, "78foot", "line", 90, 1, staff.Strike, "9chas CHARGE 78foot"},
		{"behind guns", 9, "4pdrs", "deployed", 90, 0, staff.Strike, "9chas CHARGE 4pdrs"},
		{"guns on the march", 9, "4pdrs", "limbered", 270, 0, staff.Strike, "9chas CHARGE 4pdrs"},
	} {
		k := staffAt(t)
		u, foe := k.placed("9chas", "line", 36-row.far, 20, 90), k.placed(row.foe, row.formation, 36, 20, row.facing)
		k.Own, k.Foes = []staff.Unit{u}, []staff.Unit{foe}
		if row.friend > 0 {
			k.Own = append(k.Own, k.placed("polish", "column", 36+row.friend, 20, 270))
		}
		if got := k.at(row.do, &u, &foe); got != row.want {
			t.Errorf("%s: %s", row.what, got)
		}
	}
}

// Routing enemies are charged, by infantry only if no other enemy is nearer.
func TestStaffRidesDownWhoRuns(t *testing.T) {
	for _, row := range []struct {
		id   string
		foe  int // the nearest enemy's distance, north of the unit
		want bool
	}{{"9chas", 8, true}, {"polish", 8, true}, {"polish", 4, false}} {
		k := staffAt(t)
		u, runs := k.placed(row.id, "line", 20, 20, 90), k.placed("78foot", "line", 25, 20, 90)
		k.Facts["78foot"].Fields = append(k.Facts["78foot"].Fields, events.Field{Key: "routing", Value: "yes"})
		foe := k.placed("81foot", "line", 20, 20+row.foe, 180)
		k.Own, k.Foes, k.routed = []staff.Unit{u}, []staff.Unit{foe}, []staff.Unit{runs}
		if got := k.at(staff.Strike, &u, &foe); strings.HasSuffix(got, " CHARGE 78foot") != row.want {
			t.Errorf("%+v: %s", row, got)
		}
	}
}

// Infantry without an enemy in its field of fire doesn't wait for a nearby enemy. It moves on with its front
// to the enemy, and searches for cavalry that it has lost sight of.
func TestStaffDoesNotWaitForNobody(t *testing.T) {
	k := staffAt(t)
	u, foe := k.placed("78foot", "line", 20, 20, 90), k.placed("9chas", "line", 25, 20, 270)
	friend := k.placed("81foot", "line", 23, 20, 90) // blocks its field of fire
	k.Own, k.Foes = []staff.Unit{u, friend}, []staff.Unit{foe}
	task := &staff.Task{Unit: &u, Do: staff.Keep, Foe: &foe, Far: 500, Place: &staff.Place{At: k.placed("gren", "line", 20,
		40, 0).At}}
	if got := strings.Join(k.orders(task), "; "); !strings.HasSuffix(got, "78foot MOVE TO 20.00,40.00 KEEPING FRONT") {
		t.Errorf("with a friend before it: %s", got)
	}
	k.Own = k.Own[:1]
	if got := strings.Join(k.orders(task), "; "); strings.Contains(got, "MOVE") {
		t.Errorf("with the enemy before its muskets: %s", got)
	}
	k.Turn += 2 // the cavalry has not been seen since
	if got := k.at(staff.Strike, &u, &foe); !strings.HasSuffix(got, "78foot MOVE TO 25.00,20.00 FACING 90") {
		t.Errorf("of horse out of sight: %s", got)
	}
}
