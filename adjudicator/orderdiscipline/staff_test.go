package orderdiscipline

import (
	"os"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/desks"
	"galloper/adjudicator/rules"
	"galloper/adjudicator/staff"
	"galloper/events"
)

// maida loads the battle of Maida.
func maida(t *testing.T) adjudicator.Scenario {
	t.Helper()
	text, err := os.ReadFile("../../scenarios/maida/scenario.yaml")
	if err != nil {
		t.Fatal(err)
	}
	_, sc, faults := adjudicator.Load([]*adjudicator.Ruleset{&Ruleset}, "maida", text)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return sc
}

// staffAt returns an officer at Maida without any knowledge of troops.
func staffAt(t *testing.T) *officer {
	t.Helper()
	k := &officer{b: rules.BattleOf[*Battle](maida(t))}
	k.Facts = map[string]*events.Outcome{}
	return k
}

// troops adds a unit to the officer's knowledge.
func (k *officer) troops(id, formation string, x, y int) staff.Unit {
	u := k.b.Units[k.b.unitIDs.Must(id)]
	k.Facts[id] = &events.Outcome{Fields: []events.Field{{Key: "formation", Value: formation},
		{Key: "state", Value: "steady"}, {Key: "frontage", Value: "400"}}}
	return staff.Unit{ID: id, At: board.Point{X: x * 100, Y: y * 100}, Arm: staff.Foot, Weight: 10 * u.Start}
}

// A unit with a friend in its way goes round it, but not round one abeam. Skirmishers and guns block no unit,
// and skirmishers are not blocked.
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

// No unit turns its flank to an enemy close by for any goal. Worn units step back with their front to it.
func TestStaffFacesTheEnemy(t *testing.T) {
	for _, row := range []struct {
		do   staff.Do
		y    int // the enemy's, to the east of the unit
		want string
	}{
		{staff.Keep, 20, "78foot FACE 25.00,20.00"},
		{staff.Keep, 30, "78foot MOVE TO 20.00,40.00"},
		{staff.FallBack, 20, "78foot MOVE TO 16.00,20.00 KEEPING FRONT"},
	} {
		k := staffAt(t)
		u, foe := k.troops("78foot", "line", 20, 20), k.troops("polish", "line", 25, row.y)
		k.Foes = []staff.Unit{foe}
		task := &staff.Task{Unit: &u, Do: row.do, Foe: &foe, Far: u.At.Distance(foe.At),
			Place: &staff.Place{At: board.Point{X: 2000, Y: 4000}}}
		if got := strings.Join(k.orders(task), "; "); !strings.HasPrefix(got, row.want) {
			t.Errorf("%+v: %s", row, got)
		}
	}
}

// A column that has formed line near the enemy doesn't form column again when the enemy moves a little
// farther away.
func TestStaffKeepsItsFormation(t *testing.T) {
	for _, row := range []struct {
		formation string
		far       int // inches to the enemy
		want      string
	}{
		{"column", 13, "FORM line"},
		{"column", 15, ""},
		{"line", 15, ""},
		{"line", 21, "FORM column"},
	} {
		k := staffAt(t)
		u, foe := k.troops("78foot", row.formation, 20, 20), k.troops("polish", "line", 20+row.far, 20)
		k.Foes = []staff.Unit{foe}
		task := &staff.Task{Unit: &u, Do: staff.Take, Foe: &foe, Far: u.At.Distance(foe.At),
			Place: &staff.Place{At: board.Point{X: 2000, Y: 4000}}}
		got := strings.Join(k.orders(task), "; ")
		if forms := strings.Contains(got, "FORM"); forms != (row.want != "") || !strings.Contains(got, row.want) {
			t.Errorf("%+v: %s", row, got)
		}
	}
}

func TestStaffKnowsTheRangeOfGuns(t *testing.T) {
	k := staffAt(t)
	guns := k.b.unitIDs.Must("4pdrs")
	u, _ := k.regiment(&events.Outcome{Fields: []events.Field{{Key: "unit", Value: "4pdrs"}, {Key: "stands", Value: "3"},
		{Key: "x", Value: "0"}, {Key: "y", Value: "0"}, {Key: "facing", Value: "0"}}})
	if want := k.b.Tables.Gun[k.b.Units[guns].Gun][4]; u.Range != want {
		t.Errorf("they fire %d far, want %d", u.Range, want)
	}
}

// chiefs is Maida with a player for the British commander and the staff for the other seats.
type chiefs struct {
	*testing.T
	pos    adjudicator.Position
	told   *desks.Desks
	turn   int
	given  map[string][]adjudicator.Given
	orders map[string][]string // by seat, of the last turn played
}

func chiefAtMaida(t *testing.T) *chiefs {
	sc := maida(t)
	c := &chiefs{T: t, given: map[string][]adjudicator.Given{}, told: desks.Open(&Ruleset, sc),
		pos: adjudicator.Position{Game: "maida", Ruleset: &Ruleset, Scenario: sc, State: sc.Start()}}
	opened := adjudicator.Open(c.pos, events.TurnInput{Turn: 1})
	c.pos.State = opened.State
	c.told.Tell(0, opened.Outcomes)
	return c
}

func (c *chiefs) desk(seat string) adjudicator.Desk {
	return adjudicator.Desk{Scenario: c.pos.Scenario, Seat: seat, Turn: c.turn, Known: c.told.Known(seat)}
}

// play plays a turn with the commander's orders and returns its outcomes.
func (c *chiefs) play(lines ...string) []events.Outcome {
	c.turn++
	const chief = "british.stuart"
	in := events.TurnInput{Turn: c.turn, Seed: [32]byte{byte(c.turn)}}
	c.orders = map[string][]string{chief: lines}
	words := Ruleset.ByWord(c.desk(chief), lines)
	for _, s := range c.pos.Scenario.Seats() {
		if s.ID != chief {
			desk := c.desk(s.ID)
			desk = desk.Told(words)
			o := adjudicator.Officer{Game: "maida", Given: c.given[s.ID]}
			c.orders[s.ID] = Ruleset.Staff(desk, o)
			if again := Ruleset.Staff(desk, o); !slices.Equal(again, c.orders[s.ID]) {
				c.Errorf("who knows the same writes something else: %q, then %q", c.orders[s.ID], again)
			}
		}
		for _, line := range c.orders[s.ID] {
			c.given[s.ID] = append(c.given[s.ID], adjudicator.Given{Turn: c.turn, Line: line})
		}
		in.Orders = append(in.Orders, events.SeatOrders{Seat: s.ID, Orders: c.orders[s.ID]})
	}
	res := adjudicator.Adjudicate(c.pos, in)
	c.pos.State = res.State
	c.told.Tell(c.turn, res.Outcomes)
	return res.Outcomes
}

// ordered returns a seat's lines about a unit.
func (c *chiefs) ordered(seat, unit string) (about []string) {
	for _, line := range c.orders[seat] {
		if strings.HasPrefix(line, unit+" ") {
			about = append(about, line)
		}
	}
	return about
}

// The staff obeys its chief: spoken orders in the same turn, written ones when they arrive, also for an NPC,
// until they are carried out and for some turns after. It decides everything else itself.
func TestStaffObeys(t *testing.T) {
	c := chiefAtMaida(t)
	c.play("TO british.acland: 78foot MOVE TO 22.00,19.00", "TO british.oswald: wattev MOVE TO 18.00,21.00",
		"TO british.kempt: lights HOLD")
	if got := c.orders["british.acland"]; got[0] != "OBEY british.stuart.t1.1" {
		t.Errorf("Acland, who was told: %q", got)
	}
	if c.ordered("british.acland", "81foot") == nil {
		t.Error("Acland forgot the regiment of which nothing was said")
	}
	if got := c.ordered("british.kempt", "lights"); got == nil {
		t.Error("Kempt, to whom a courier rides, waits for him")
	}
	for turn := 2; turn <= 4; turn++ {
		c.play()
		for seat, unit := range map[string]string{
			"british.acland": "78foot", "british.oswald": "wattev", "british.kempt": "lights"} {
			if got := c.ordered(seat, unit); got != nil {
				t.Errorf("turn %d: %s has other orders for %s: %q", turn, seat, unit, got)
			}
		}
	}
	at := func(unit string) board.Point {
		s := rules.StateOf[State](c.pos.State)
		return s.Units[s.b.unitIDs.Must(unit)].At
	}
	for unit, want := range map[string]board.Point{"78foot": {X: 2200, Y: 1900}, "wattev": {X: 1800, Y: 2100}} {
		if got := at(unit); got != want {
			t.Errorf("%s are at %v, want %v", unit, got, want)
		}
	}
}

// The army commander plays cards only while troops are near the enemy. Unused cards are lost at the end.
func TestStaffPlaysCards(t *testing.T) {
	c := chiefAtMaida(t)
	c.turn = 11
	for _, row := range []struct {
		seat string
		far  int // distance of the enemy from Kempt's troops, in inches
		want bool
	}{{"british.stuart", 8, true}, {"british.stuart", 20, false}, {"british.kempt", 8, false}} {
		desk := c.desk(row.seat)
		k := &officer{Eyes: staff.Open(&desk, 12), b: rules.BattleOf[*Battle](c.pos.Scenario)}
		k.g, k.Facts = k.b.seatIDs.Must(row.seat), map[string]*events.Outcome{}
		k.Reach, k.Far = k.b.Tables.Move[0], board.Point.Distance
		k.Own = []staff.Unit{k.troops("78foot", "line", 20, 30), k.troops("lights", "line", 20, 10)}
		k.Foes = []staff.Unit{k.troops("1leger", "line", 20+row.far, 10)}
		lines := k.playHand(&adjudicator.Officer{Game: "maida"}, staff.Attack)
		if got := slices.Contains(lines, "REROLL british.kempt IF BELOW 5 WITH lowest"); got != row.want {
			t.Errorf("%+v: %q", row, lines)
		}
	}
}

// Infantry near the enemy doesn't stay in column, whether it is at its goal or guards its place. The nearest
// enemy decides, not the target.
func TestStaffStandsInLine(t *testing.T) {
	for _, row := range []struct {
		do   staff.Do
		far  int // to the nearest enemy, in inches
		want string
	}{
		{staff.Stand, 10, "78foot FORM line FACING 30.00,20.00"},
		{staff.Take, 10, "78foot FORM line FACING 30.00,20.00"},
		{staff.Keep, 10, "78foot FORM line FACING 30.00,20.00"},
		{staff.Take, 20, "78foot FACE 40.00,20.00"},
	} {
		k := staffAt(t)
		u, foe := k.troops("78foot", "column", 20, 20), k.troops("polish", "line", 20+row.far, 20)
		k.Foes = []staff.Unit{foe}
		task := &staff.Task{Unit: &u, Do: row.do, Foe: &foe, Far: u.At.Distance(foe.At), Place: &staff.Place{At: u.At}}
		if got := strings.Join(k.orders(task), "; "); got != row.want {
			t.Errorf("%+v: %s", row, got)
		}
	}
}

// The general rides to the units near the enemy, not to the middle of all, and stays if those are within
// command radius.
func TestStaffIsWhereItsMenFight(t *testing.T) {
	desk := chiefAtMaida(t).desk("british.cole") // at 13,30
	k := staffAt(t)
	k.Desk, k.g = desk, k.b.seatIDs.Must(desk.Seat)
	front, rear := k.troops("gren", "line", 30, 30), k.troops("27foot", "line", 14, 38)
	landed := k.troops("20foot", "line", 4, 38)
	tasks := []staff.Task{{Unit: &rear}, {Unit: &landed}, {Unit: &front}}
	k.Foes = []staff.Unit{k.troops("polish", "line", 38, 30)}
	if got := k.stayNear(tasks); !slices.Equal(got, []string{"SELF MOVE TO 27.50,30.00"}) {
		t.Errorf("he goes to %q", got)
	}
	k.Foes[0].At.X = 2200
	if front.At.X = 1500; len(k.stayNear(tasks)) > 0 {
		t.Error("he leaves those who have the enemy near")
	}
}

// Infantry in line within reach of cavalry stands and shoots instead of charging.
func TestStaffChargesNoHorseOnFoot(t *testing.T) {
	for _, row := range []struct {
		arm  staff.Arm
		want string
	}{{staff.Horse, "78foot ON CHARGE SQUARE"}, {staff.Foot, "78foot CHARGE ENEMY AT 25.00,20.00"}} {
		k := staffAt(t)
		u, foe := k.troops("78foot", "line", 20, 20), k.troops("9chas", "line", 25, 20)
		u.Facing, foe.Arm, k.Foes = adjudicator.At(90), row.arm, []staff.Unit{foe}
		k.Facts[foe.ID].Fields = append(k.Facts[foe.ID].Fields, events.Fields("x", 2500, "y", 2000)...)
		task := &staff.Task{Unit: &u, Do: staff.Strike, Foe: &foe, Far: 500}
		if got := strings.Join(k.orders(task), "; "); got != row.want {
			t.Errorf("%+v: %s", row, got)
		}
	}
}
