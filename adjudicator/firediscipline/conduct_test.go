package firediscipline

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// Battles fought with sensible orders. The tests look for conduct that would look foolish on the map: regiments stuck
// at an obstacle, regiments that wheel to and fro on the spot, and couriers who ride through the enemy's line.

// brigadier writes orders that suit the situation.
type brigadier struct {
	*rand.Rand
	s       *State
	attacks [2]bool // by side
}

func (b *brigadier) choose(words ...string) string { return words[b.IntN(len(words))] }

// nearestEnemy returns the nearest enemy unit in play, or -1.
func (b *brigadier) nearestEnemy(u *Unit) int {
	near := -1
	for n := range b.s.Units {
		e := &b.s.Units[n]
		if e.fit() && e.Side != u.Side && (near < 0 || u.At.Distance(e.At) < u.At.Distance(b.s.Units[near].At)) {
			near = n
		}
	}
	return near
}

// feature returns the id of a feature worth taking.
func (b *brigadier) feature() string {
	var ids []string
	for i := range b.s.b.Features {
		switch f := &b.s.b.Features[i]; f.Kind {
		case Objective, Hill, LightWoods:
			ids = append(ids, f.ID)
		}
	}
	if len(ids) == 0 {
		return "50 YDS N"
	}
	return b.choose(ids...)
}

// directive returns a directive for one unit.
func (b *brigadier) directive(u *Unit) string {
	towards, enemy := "NORTH", "NORTH"
	if e := b.nearestEnemy(u); e >= 0 {
		towards = fmt.Sprint(u.At.Bearing(b.s.Units[e].At, u.Facing))
		enemy = fmt.Sprintf("%d,%d", b.s.Units[e].At.X/board.Yard, b.s.Units[e].At.Y/board.Yard)
	}
	feature, ahead := b.feature(), fmt.Sprintf("%d YDS %s", 100+b.IntN(200), towards)
	switch {
	case u.Arm == Guns && b.attacks[u.Side]:
		return b.choose("ADVANCE TO "+feature, "ADVANCE "+towards, "HOLD UNLIMBER", "HOLD "+ahead+" FACING "+towards)
	case u.Arm == Guns:
		return b.choose("HOLD", "HOLD UNLIMBER", "HOLD "+feature, "WITHDRAW 150 YDS")
	case !b.attacks[u.Side]:
		return b.choose("HOLD", "HOLD "+feature, "HOLD HOLD FIRE", "HOLD FACING "+towards, "WITHDRAW 120 YDS", "ADVANCE",
			"HOLD IF ENEMY WITHIN 60 THEN WITHDRAW 100 YDS", "HOLD "+feature+" FIRE AT 100")
	}
	return b.choose("ADVANCE", "ADVANCE "+towards, "ADVANCE TO "+feature, "ASSAULT "+feature,
		"ADVANCE "+towards+" FIRE AT 30", "HOLD "+feature,
		"ADVANCE TO "+feature+" VIA "+ahead, "HOLD "+ahead+" FACING "+towards, "ADVANCE "+towards+" NO PURSUIT",
		"ASSAULT "+feature+" IN COLUMN", "CHARGE "+towards, "ATTACK "+enemy, "CHARGE "+enemy)
}

// mails returns the orders of a turn: to all units at first, later to one unit in five.
func (b *brigadier) mails(turn int) []events.SeatOrders {
	var all []events.SeatOrders
	for seat := range b.s.Seats {
		so := events.SeatOrders{Seat: b.s.Seats[seat].ID}
		for n := range b.s.Units {
			u := &b.s.Units[n]
			if b.s.Seats[seat].Status != Fit || u.Seat != seat || !u.fit() || turn > 1 && b.IntN(5) > 0 {
				continue
			}
			if o, r := readLine(b.s.b, so.Seat, "TO "+u.ID+": "+b.directive(u)); r == nil {
				so.Orders = append(so.Orders, o.Canonical)
			}
		}
		all = append(all, so)
	}
	return all
}

// conduct tracks foolish conduct of each unit.
type conduct struct {
	t      *testing.T
	where  string
	s      *State      // after the outcomes of the turn so far
	still  map[int]int // consecutive turns in which it was barred and did not move
	wheels map[int]int // consecutive turns in which it reversed its wheel on the spot
	sense  map[int]int // direction of its last wheel
}

// watch checks the outcomes of a turn one by one.
func (c *conduct) watch(before adjudicator.State, outcomes []events.Outcome) {
	state := before.Clone()
	c.s = rules.StateOf[State](state)
	busy, barred, turned := map[int]bool{}, map[int]bool{}, map[int]int{}
	for i := range outcomes {
		o := &outcomes[i]
		switch n := c.s.b.unit(o.Get("unit")); o.Name {
		case "unit.moved", "charge.declared", "charge.contact", "melee.fought", "directive.acted", "directive.void",
			"directive.done", "unit.detoured":
			busy[n] = true
		case "volley.fired", "skirmish.fired":
			busy[c.s.b.unit(o.Get("firer"))] = true
		case "unit.blocked":
			by := c.s.b.unit(o.Get("by"))
			barred[n] = by < 0 || c.s.Units[by].Side == c.s.Units[n].Side // an enemy cannot be passed
		case "unit.cramped":
			barred[n] = c.s.Units[n].Task.Verb != Hold
		case "unit.wheeled":
			turned[n] = board.Turn(o.Int("from"), o.Int("to"))
			c.wheel(n, o, state.Apply)
			continue
		case "dispatch.riding":
			c.courier(o)
		}
		state.Apply(o)
	}
	for n := range c.s.Units {
		c.unit(n, busy[n], barred[n], turned[n])
	}
}

// wheel checks that a wheel does not end on a friend.
//
// §D20
func (c *conduct) wheel(n int, o *events.Outcome, apply func(*events.Outcome)) {
	u, before := &c.s.Units[n], c.friendsUnder(n)
	apply(o)
	spared := u.onCharge() || !u.mayShift() && u.Balked.Some()
	for _, f := range c.friendsUnder(n) {
		if !slices.Contains(before, f) && !spared {
			c.t.Errorf("%s: %s wheels onto %s", c.where, u.ID, c.s.Units[f].ID)
		}
	}
}

// friendsUnder returns the friends that a unit overlaps.
func (c *conduct) friendsUnder(n int) (units []int) {
	u := &c.s.Units[n]
	for f := range c.s.Units {
		x := &c.s.Units[f]
		upon := func(r board.Rect) bool { return slices.ContainsFunc(x.ranksRects(nil), r.Overlaps) }
		if f != n && x.fit() && x.Side == u.Side && slices.ContainsFunc(u.ranksRects(nil), upon) {
			units = append(units, f)
		}
	}
	return units
}

// courier checks the end of a ride: not among the enemy, and no farther than a turn's ride.
//
// §Q3 §Q4
func (c *conduct) courier(o *events.Outcome) {
	d := couriers.Find(c.s, o.Get("id"))
	side, to := c.s.sideOf(d), pointOf(o)
	for n := range c.s.Units {
		u := &c.s.Units[n]
		for i := range u.Stands {
			if u.Side != side && u.present(i) && u.Stands[i].Status == InRanks && to.Within(u.Stands[i].At, shy) {
				c.t.Errorf("%s: the courier %s ends his ride upon %s", c.where, d.ID, u.standID(i))
			}
		}
	}
	if far := d.At.Distance(to); far > (c.s.b.Options.CourierPace+2)*board.Yard { // it may start a little off the map
		c.t.Errorf("%s: the courier %s rode %d hundredths in a turn", c.where, d.ID, far)
	}
}

// unit counts a unit's consecutive turns of foolish conduct.
func (c *conduct) unit(n int, busy, barred bool, turned int) {
	u := &c.s.Units[n]
	if !barred || busy || !u.fit() || len(u.Engaged) > 0 {
		c.still[n] = 0
	} else if c.still[n]++; c.still[n] >= 5 {
		c.t.Errorf("%s: %s (%s %s) stands for %d turns at what bars its way", c.where, u.ID, u.Task.Verb,
			c.s.b.taskPlace(&u.Task), c.still[n])
	}
	if busy || turned == 0 || turned*c.sense[n] > 0 {
		c.wheels[n] = 0
	} else if c.wheels[n]++; c.wheels[n] >= 4 {
		c.t.Errorf("%s: %s (%s %s) wheels to and fro for %d turns", c.where, u.ID, u.Task.Verb, c.s.b.taskPlace(&u.Task),
			c.wheels[n])
	}
	if turned != 0 {
		c.sense[n] = turned
	}
}

// TestSensibleConduct fights over the shipped scenarios and over random ground. GALLOPER_BATTLES sets the number of
// battles on each.
func TestSensibleConduct(t *testing.T) {
	t.Parallel()
	battles := 5
	if n, err := strconv.Atoi(os.Getenv("GALLOPER_BATTLES")); err == nil {
		battles = n
	}
	for _, name := range []string{"demo", "glenshiel", "prestonpans", ""} {
		for seed := range battles {
			t.Run(fmt.Sprintf("%s/%d", cmp.Or(name, "made-up"), seed), func(t *testing.T) {
				t.Parallel()
				l := &levy{Rand: rand.New(rand.NewPCG(uint64(seed), 23))}
				text := l.writeScenario(20, 4)
				if name != "" {
					raw, err := os.ReadFile("../../scenarios/" + name + "/scenario.yaml")
					if err != nil {
						t.Fatal(err)
					}
					text = string(raw)
				}
				watchBattle(t, l.Rand, loadBattle(t, text))
			})
		}
	}
}

func watchBattle(t *testing.T, r *rand.Rand, pos adjudicator.Position) {
	t.Helper()
	pos.State = adjudicator.Open(pos, events.TurnInput{Turn: 1}).State
	c := &conduct{t: t, still: map[int]int{}, wheels: map[int]int{}, sense: map[int]int{}}
	b := &brigadier{Rand: r, attacks: [2]bool{r.IntN(2) == 0, true}}
	for turn := 1; turn <= 16 && pos.State.Over() == ""; turn++ {
		b.s = rules.StateOf[State](pos.State)
		in := events.TurnInput{Turn: turn, Orders: b.mails(turn)}
		for i := range in.Seed {
			in.Seed[i] = byte(r.Uint32())
		}
		res := adjudicator.Adjudicate(pos, in)
		c.where = fmt.Sprintf("turn %d", turn)
		c.watch(pos.State, res.Outcomes)
		pos.State, pos.Turn = res.State, turn
	}
}
