package orderdiscipline

import (
	"os"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/adjudicator/staff"
	"galloper/events"
)

// staffAt is an officer at Maida who knows of no troops yet.
func staffAt(t *testing.T) *officer {
	t.Helper()
	text, err := os.ReadFile("../../scenarios/maida/scenario.yaml")
	if err != nil {
		t.Fatal(err)
	}
	_, sc, faults := adjudicator.Load([]*adjudicator.Ruleset{&Ruleset}, "maida", text)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	k := &officer{b: rules.BattleOf[*Battle](sc)}
	k.Facts = map[string]*events.Outcome{}
	return k
}

// troops are a unit of which he knows.
func (k *officer) troops(id, formation string, x, y int) staff.Unit {
	u := k.b.Units[k.b.unitIDs.Must(id)]
	k.Facts[id] = &events.Outcome{Fields: []events.Field{{Key: "formation", Value: formation},
		{Key: "state", Value: "steady"}, {Key: "frontage", Value: "400"}}}
	return staff.Unit{ID: id, At: board.Point{X: x * 100, Y: y * 100}, Arm: staff.Foot, Weight: 10 * u.Start}
}

// Who has a friend in the way goes round him, but not round one who is abeam, and nobody is barred by skirmishers or
// guns, nor are skirmishers.
func TestStaffGoesRoundWhoIsInTheWay(t *testing.T) {
	for _, row := range []struct {
		own, friend string
		x, y        int
		straight    bool
	}{
		{"line", "line", 20, 25, false},
		{"line", "line", 21, 20, true},
		{"line", "skirmish", 20, 25, true},
		{"line", "deployed", 20, 25, true},
		{"skirmish", "line", 20, 25, true},
	} {
		k := staffAt(t)
		k.Own = []staff.Unit{k.troops("78foot", row.own, 20, 20), k.troops("81foot", row.friend, row.x, row.y)}
		to := board.Point{X: 2000, Y: 4000}
		if got := k.round(&k.Own[0], to); (got == to) != row.straight {
			t.Errorf("%+v: by %v", row, got)
		}
	}
}

// Nobody turns his flank to an enemy close by, for whatever place; the worn step back from him wherever they face.
func TestStaffFacesTheEnemy(t *testing.T) {
	for _, row := range []struct {
		do   staff.Do
		y    int // the enemy's, east of the unit
		want string
	}{
		{staff.Keep, 20, "78foot FACE 25.00,20.00"},
		{staff.Keep, 30, "78foot MOVE TO 20.00,40.00"},
		{staff.FallBack, 20, "78foot MOVE TO 16.00,20.00 KEEPING FRONT"},
	} {
		k := staffAt(t)
		u, foe := k.troops("78foot", "line", 20, 20), k.troops("polish", "line", 25, row.y)
		task := &staff.Task{Unit: &u, Do: row.do, Foe: &foe, Far: u.At.Distance(foe.At),
			Place: &staff.Place{At: board.Point{X: 2000, Y: 4000}}}
		if got := strings.Join(k.orders(task), "; "); !strings.HasPrefix(got, row.want) {
			t.Errorf("%+v: %s", row, got)
		}
	}
}

// Guns fire as far as they reach.
func TestStaffKnowsTheRangeOfGuns(t *testing.T) {
	k := staffAt(t)
	guns := k.b.unitIDs.Must("4pdrs")
	u, _ := k.regiment(&events.Outcome{Fields: []events.Field{{Key: "unit", Value: "4pdrs"}, {Key: "stands", Value: "3"},
		{Key: "x", Value: "0"}, {Key: "y", Value: "0"}, {Key: "facing", Value: "0"}}})
	if want := k.b.Tables.Gun[k.b.Units[guns].Gun][4]; u.Range != want {
		t.Errorf("they fire %d far, want %d", u.Range, want)
	}
}
