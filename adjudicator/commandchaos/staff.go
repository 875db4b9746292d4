package commandchaos

import (
	"fmt"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/adjudicator/staff"
	"galloper/events"
)

// How the staff sees the board.
const (
	staffCharges = 2 // rows in which heavy infantry charges the enemy ahead
	staffAlone   = 1 // rows that a unit may stand before the line that has no enemy ahead
)

// staffOrders writes the orders of a seat that nobody plays.
func staffOrders(d rules.Desk[*Battle], o adjudicator.Officer) []string {
	seat := d.Battle.seat(d.Seat)
	if seat < 0 || d.Known == nil {
		return nil
	}
	k := &officer{Eyes: staff.Open(&d.Desk, d.Battle.Last),
		view: d.Battle.viewOf(seat, d.Turn, d.Known, d.Resigned)}
	if k.setup || k.officers[k.me()].dead && !k.chief() {
		return nil
	}
	k.seeBoard()
	plan, tasks := k.Tasks(&o)
	k.hands = k.handed()
	var lines []string
	for i := range tasks {
		lines = append(lines, k.move(plan, &tasks[i])...)
	}
	return append(lines, k.lead(tasks)...)
}

// officer is one seat's staff at work.
type officer struct {
	staff.Eyes
	*view
	hands []string // cards in hand that are not placed yet
	front int      // the row of the side's line, counted from its edge
}

// seeBoard draws the board as the seat knows it; spaces are points.
func (k *officer) seeBoard() {
	k.Reach = 1
	k.Far = func(a, b board.Point) int { return max(apart(a.X, b.X), apart(a.Y, b.Y)) }
	k.Friends(sightOwn, k.mine)
	k.Enemies(sightEnemy, k.Turn, k.card)
	lines, rows := 0, 0
	for i := range k.Own {
		u := &k.Own[i]
		if k.b.Units[k.b.unit(u.ID)].line() && k.Facts[u.ID].Get("reserve") != "yes" {
			lines, rows = lines+1, rows+k.row(u.At.Y)
		}
	}
	k.front = rows / max(lines, 1)
	lost, _, _ := k.Desk.Fact(sightLosses, k.b.Sides[0].ID)
	k.Lead = lost.Int("second-removed") - lost.Int("first-removed")
	if k.side == 1 {
		k.Lead = -k.Lead
	}
}

// mine is a unit of the side; it takes the seat's orders where these need no runner.
func (k *officer) mine(o *events.Outcome) (u staff.Unit, ok bool) {
	if u, ok = k.card(o); ok {
		route, refused := k.routeTo(k.zone(k.b.unit(u.ID)), false)
		u.Mine = refused == "" && route.direct
	}
	return u, ok
}

func (k *officer) card(o *events.Outcome) (u staff.Unit, ok bool) {
	at, on := board.ParseSpace(o.Get("at"))
	if !on {
		return u, false
	}
	u = staff.Unit{ID: o.Get("unit"), At: board.Point{X: at.Col, Y: at.Row}, Weight: 40 - 8*o.Int("hits")}
	switch Kind(o.Get("kind")) {
	case Cavalry:
		u.Arm = staff.Horse
	case Light:
		u.Arm, u.Weight = staff.Light, 10
	}
	u.Bound = o.Get("engaged") != "-"
	u.Worn = u.Arm != staff.Light && !u.Bound && o.Get("max") != "" && o.Int("hits")+1 >= o.Int("max")
	return u, true
}

// row counts rows from the side's own edge.
func (k *officer) row(y int) int {
	if k.b.Sides[k.side].South {
		return y
	}
	return k.b.Board.Rows - 1 - y
}

// onward is the next row from the side's own edge.
func (k *officer) onward(y int) int {
	if k.b.Sides[k.side].South {
		return y + 1
	}
	return y - 1
}

// move says what a task means in the unit's column.
func (k *officer) move(plan staff.Plan, t *staff.Task) []string {
	id, o := t.Unit.ID, k.Facts[t.Unit.ID]
	if t.Unit.Bound {
		return k.fight(id, o)
	}
	ahead := k.ahead(t.Unit)
	switch {
	case o.Get("reserve") == "yes":
		return k.reserve(t)
	case t.Do == staff.FallBack:
		if k.row(t.Unit.At.Y) == 0 {
			return []string{"HOLD " + id}
		}
		return []string{"BACK " + id}
	case t.Unit.Worn: // it has come away, and stays so
		return []string{"HOLD " + id}
	case t.Unit.Arm == staff.Light:
		if plan == staff.Delay || ahead < 0 || ahead <= 2 {
			return []string{"HOLD " + id}
		}
		return []string{"ADVANCE " + id}
	case plan != staff.Attack && (ahead < 0 || ahead > 1):
		return []string{"HOLD " + id}
	case ahead < 0:
		return k.open(t)
	case o.Get("charged") != "yes" && o.Int("stamina") > 0 && (t.Unit.Arm == staff.Horse || ahead <= staffCharges):
		return []string{"CHARGE " + id, "REACT " + id + " COUNTER"}
	}
	return []string{"ADVANCE " + id, "REACT " + id + " COUNTER"}
}

// ahead is how many rows ahead of the unit the first enemy in its column stands, -1: there is none.
func (k *officer) ahead(u *staff.Unit) int {
	best := -1
	for o := range k.Desk.Facts(sightEnemy) {
		at, on := board.ParseSpace(o.Get("at"))
		if rows := k.row(at.Row) - k.row(u.At.Y); on && at.Col == u.At.X && rows > 0 && (best < 0 || rows < best) {
			best = rows
		}
	}
	return best
}

// open is what a unit does that has no enemy in its column: it turns on a flank near by, else it keeps
// up with the line.
func (k *officer) open(t *staff.Task) []string {
	id, flank := t.Unit.ID, false
	for o := range k.Desk.Facts(sightEnemy) {
		at, on := board.ParseSpace(o.Get("at"))
		beside := on && o.Get("kind") == string(Heavy) && apart(at.Col, t.Unit.At.X) == 1
		flank = flank || beside && apart(at.Row, t.Unit.At.Y) <= 2
	}
	switch {
	case flank:
		return []string{"FLANK " + id}
	case k.row(t.Unit.At.Y) > k.front+staffAlone, k.row(t.Unit.At.Y) == k.b.Board.Rows-1, // there the field ends
		k.stands(t.Unit.At.X, k.onward(t.Unit.At.Y)):
		return []string{"HOLD " + id}
	}
	return []string{"ADVANCE " + id + " 1"}
}

// reserve brings a unit of the second line behind the one that is nearest to breaking.
func (k *officer) reserve(t *staff.Task) []string {
	worst, need := 0, 0
	for o := range k.Desk.Facts(sightOwn) {
		at, on := board.ParseSpace(o.Get("at"))
		if on && o.Get("reserve") != "yes" && o.Get("light") == "" && o.Int("hits") > need {
			worst, need = at.Col-t.Unit.At.X, o.Int("hits")
		}
	}
	most := 1
	if t.Unit.Arm == staff.Horse {
		most = apart(worst, 0)
	}
	spaces := k.room(t, worst, most)
	switch east := k.b.Sides[k.side].South; { // whether right is east
	case spaces == 0:
		return nil
	case (worst > 0) == east:
		return []string{fmt.Sprint("SHIFT ", t.Unit.ID, " RIGHT ", spaces)}
	}
	return []string{fmt.Sprint("SHIFT ", t.Unit.ID, " LEFT ", spaces)}
}

// room is how many columns a reserve can shift, at most so many, before a friend stands in its way or, for
// foot, an outer column comes; towards is the direction.
func (k *officer) room(t *staff.Task, towards, most int) int {
	step := 1
	switch {
	case towards == 0:
		return 0
	case towards < 0:
		step = -1
	}
	for n := 1; n <= most; n++ {
		col := t.Unit.At.X + n*step
		outer := col == 0 || col == k.b.Board.Columns-1
		if col < 0 || col >= k.b.Board.Columns || outer && t.Unit.Arm != staff.Horse || k.stands(col, t.Unit.At.Y) {
			return n - 1
		}
	}
	return most
}

// stands reports whether a line unit of the side is known to stand in a space.
func (k *officer) stands(col, row int) bool {
	found := false
	for o := range k.Desk.Facts(sightOwn) {
		at, on := board.ParseSpace(o.Get("at"))
		found = found || on && at.Col == col && at.Row == row && o.Get("kind") != string(Light)
	}
	return found
}

// handed are the cards in hand.
func (k *officer) handed() []string {
	var list []string
	for card, n := range k.hand {
		for range n {
			list = append(list, k.b.Tables.Cards[card].ID)
		}
	}
	return list
}

// fight places a card on a unit that is engaged: one that strikes while it has stamina, else one that
// shields it.
func (k *officer) fight(id string, o *events.Outcome) []string {
	for i, card := range k.hands {
		c := &k.b.Tables.Cards[k.b.Tables.card(card)]
		fits := c.Heavy && o.Get("kind") == string(Heavy) || c.Cavalry && o.Get("kind") == string(Cavalry)
		needy := strings.Contains(strings.Join(c.Needs, " "), "officer") || c.Effect.Relief
		shy := card == "giveground" || card == "secondwind"
		if !fits || needy || shy || c.Cost > o.Int("stamina") {
			continue
		}
		k.hands = append(k.hands[:i:i], k.hands[i+1:]...)
		return []string{"CARD " + card + " ON " + id}
	}
	return nil
}

// lead brings the officer, as soon as the lines have met, to the unit in his zone that has suffered most.
func (k *officer) lead(tasks []staff.Task) []string {
	me := k.officers[k.me()]
	if me.dead || me.unit.Some() {
		return nil
	}
	best, hits := "", 0
	for i := range tasks {
		o := k.Facts[tasks[i].Unit.ID]
		if tasks[i].Unit.Bound && k.zone(k.b.unit(tasks[i].Unit.ID)) == me.zone && o.Int("hits") >= hits {
			best, hits = tasks[i].Unit.ID, o.Int("hits")
		}
	}
	if best == "" {
		return nil
	}
	return []string{"ATTACH TO " + best}
}

// deeds are what a trial counts.
var deeds = map[string]adjudicator.Deed{
	"unit.moved": adjudicator.Moves, "javelin.thrown": adjudicator.Fires, "charge.made": adjudicator.Charges,
	"charge.missed": adjudicator.Balks, "flank.made": adjudicator.Charges, "light.fought": adjudicator.Fights,
	"melee.attack": adjudicator.Fights, "move.blocked": adjudicator.Omits, "unit.routed": adjudicator.Dies,
	"light.dispersed": adjudicator.Dies, "unit.shifted": adjudicator.Moves, "missile.thrown": adjudicator.Fires,
	"unit.turned": adjudicator.Gathers, "unit.relieved": adjudicator.Moves,
}
