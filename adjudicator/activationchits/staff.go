package activationchits

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/adjudicator/staff"
	"galloper/events"
)

// How the staff sees the board: a hex is staffHex long.
const (
	staffHex     = 100
	staffReach   = 2 * staffHex // how far foot comes in a turn that goes well
	staffForgets = 3            // turns after which an enemy out of view is no longer reckoned with
	staffBanner  = 2            // what a banner counts for beside a hex that counts one
	staffVolley  = 3 * staffHex // from where foot may come into range in a turn
	staffShot    = 7 * staffHex // and guns
	staffRoom    = 3            // who keeps a hex: one in it, one on each hand
)

// staffOrders writes the plan of a seat that nobody plays.
func staffOrders(d rules.Desk[*Battle], o adjudicator.Officer) []string {
	seat := d.Battle.seatIDs.Find(d.Seat)
	if seat.None() || d.Known == nil {
		return nil
	}
	k := &officer{Eyes: staff.Open(&d.Desk, d.Battle.Last), b: d.Battle, seat: seat.Must()}
	k.seeBoard()
	_, tasks := k.Tasks(&o)
	slices.SortStableFunc(tasks, func(a, b staff.Task) int { return cmp.Compare(urgency(&a), urgency(&b)) })
	var lines []string
	for i := range tasks {
		lines = append(lines, tasks[i].Unit.ID+": "+k.entry(&tasks[i]))
	}
	return append(k.lead(tasks), lines...)
}

// urgency is the order of the plan: guns first, then those who fight, then the others.
func urgency(t *staff.Task) int {
	switch {
	case t.Do == staff.Shoot:
		return 0
	case t.Foe != nil && t.Far <= staffReach:
		return 1
	case t.Do == staff.Strike || t.Do == staff.Take:
		return 2
	}
	return 3
}

// officer is one seat's staff at work.
type officer struct {
	staff.Eyes
	b    *Battle
	seat int
}

// seeBoard draws the board as the seat knows it.
func (k *officer) seeBoard() {
	k.Reach, k.Room, k.Lead = staffReach, staffRoom, k.ahead()*staffBanner
	k.Far = func(a, b board.Point) int { return k.b.distance(a.X, b.X) * staffHex }
	k.Friends("sight.own", k.mine)
	k.Friends("sight.friend", k.troop)
	k.Enemies("sight.enemy", staffForgets, k.troop)
	for _, prize := range k.b.Victory.Hexes {
		k.Places = append(k.Places, k.prize(&prize))
	}
}

func (k *officer) mine(o *events.Outcome) (u staff.Unit, ok bool) {
	u, ok = k.troop(o)
	u.Mine = true
	return u, ok
}

func (k *officer) troop(o *events.Outcome) (u staff.Unit, ok bool) {
	at, on := k.hex(o.Get("hex"))
	if !on || o.Get("lost") != "" {
		return u, false
	}
	u = staff.Unit{ID: o.Get("unit"), At: board.Point{X: at}, Weight: 40}
	if blocks := o.Get("blocks"); blocks != "?" && blocks != "" {
		u.Weight = 10 * o.Int("blocks")
	}
	switch o.Get("arm") {
	case armWords[Cavalry]:
		u.Arm = staff.Horse
	case armWords[Artillery]:
		u.Arm, u.Range = staff.Guns, 4*staffHex
	}
	u.Worn = o.Get("morale") == Broken.String() || o.Get("blocks") == "1" && u.Arm != staff.Guns
	return u, true
}

func (k *officer) hex(name string) (int, bool) {
	h, ok := board.ParseHex(name)
	if !ok || !k.b.Has(h) {
		return 0, false
	}
	return k.b.Index(h), true
}

// ahead is by how many banners the side leads: the fact has `french 2, allied 1`.
func (k *officer) ahead() int {
	score, _, _ := k.Desk.Fact("sight.banners", "all")
	lead := 0
	for part := range strings.SplitSeq(score.Get("banners"), ", ") {
		side, n, _ := strings.Cut(part, " ")
		count, _ := strconv.Atoi(n)
		if side == k.b.Sides[k.b.Posts[k.seat].Side].ID {
			lead += count
		} else {
			lead -= count
		}
	}
	return lead
}

// prize is a hex that counts: whose the unit in it is.
func (k *officer) prize(z *Prize) staff.Place {
	s := staff.Place{ID: k.b.hexName(z.At), At: board.Point{X: z.At}, Worth: z.Banners}
	here := func(p board.Point) bool { return p.X == z.At }
	switch {
	case staff.Any(k.Own, here):
		s.Held = staff.Ours
	case staff.Any(k.Foes, here):
		s.Held = staff.Theirs
	}
	return s
}

// entry says what a task means in a plan.
func (k *officer) entry(t *staff.Task) string {
	u, fire := k.Facts[t.Unit.ID], k.fire(t)
	if m := u.Get("morale"); m == Broken.String() || m == Shaken.String() && (t.Foe == nil || t.Far > staffHex) {
		return "RALLY"
	}
	switch t.Do {
	case staff.Strike:
		return k.attack(t, t.Foe.ID, fire)
	case staff.Take:
		if t.Place.Held == staff.Theirs && t.Unit.Arm != staff.Guns {
			return "ATTACK " + t.Place.ID + " ELSE " + fire + "MOVE TO " + k.beside(t.Unit.At.X, t.Place.At.X)
		}
		return "MOVE TO " + t.Place.ID + " ELSE " + fire + "HOLD"
	case staff.Keep:
		to := t.Place.At.X
		if k.full(to, t.Unit) {
			to = k.freeBeside(t.Unit, to)
		}
		if t.Unit.At.X == to {
			return k.stay(t, fire)
		}
		return "MOVE TO " + k.b.hexName(to) + " ELSE " + fire + "HOLD"
	case staff.Follow:
		if k.b.distance(t.Unit.At.X, t.Friend.At.X) > 1 {
			return "MOVE TO " + k.beside(t.Unit.At.X, t.Friend.At.X) + " ELSE " + k.stay(t, fire)
		}
	case staff.FallBack:
		return "MOVE TO " + k.away(t)
	}
	return k.stay(t, fire)
}

// fire lets a unit fire first that has somebody in range, or soon may have.
func (k *officer) fire(t *staff.Task) string {
	reach := staffVolley
	switch t.Unit.Arm {
	case staff.Horse:
		return ""
	case staff.Guns:
		reach = staffShot
	}
	if t.Foe == nil || t.Far > reach || t.Unit.Arm == staff.Foot && t.Far <= staffHex {
		return ""
	}
	return "FIRE AT NEAREST ELSE "
}

// stay keeps a unit where it is. Foot that has the enemy next to it cannot fire: it strikes first, unless he is
// twice as strong.
func (k *officer) stay(t *staff.Task, fire string) string {
	if t.Unit.Arm != staff.Guns && t.Foe != nil && t.Far <= staffHex && t.Foe.Weight < 2*t.Unit.Weight {
		return k.attack(t, t.Foe.ID, fire)
	}
	if fire != "" && t.Unit.Arm == staff.Foot && !t.Unit.Worn {
		fire += "ATTACK NEAREST IF ENEMY WITHIN 1 ELSE "
	}
	return fire + "HOLD"
}

// attack closes with an enemy, or if he is not seen from there with where he was last; guns only come into range.
func (k *officer) attack(t *staff.Task, foe, fire string) string {
	if t.Unit.Arm == staff.Guns {
		return fire + "MOVE TOWARDS " + foe + k.blindly(t)
	}
	if t.Unit.Arm == staff.Foot && t.Far > staffHex && t.Far <= staffReach && t.Foe.Arm != staff.Guns {
		return fire + "ATTACK " + foe + " ELSE MOVE TOWARDS " + foe + k.blindly(t)
	}
	return "ATTACK " + foe + " ELSE MOVE TOWARDS " + foe + k.blindly(t) + " ELSE " + fire + "HOLD"
}

// blindly is what a unit does that does not see whom it is sent at: it goes to where he is known to be.
func (k *officer) blindly(t *staff.Task) string {
	if to := k.freeBeside(t.Unit, t.Foe.At.X); to != t.Unit.At.X {
		return " ELSE MOVE TO " + k.b.hexName(to)
	}
	return " ELSE MOVE TOWARDS NEAREST"
}

// beside is the hex next to another that is nearest to where one comes from.
func (k *officer) beside(from, to int) string {
	best := to
	for _, h := range k.b.next[to] {
		if h != nowhere && (best == to || k.b.distance(from, h) < k.b.distance(from, best)) {
			best = h
		}
	}
	return k.b.hexName(best)
}

// full reports whether another unit of the side is known to stand in a hex.
func (k *officer) full(hex int, but *staff.Unit) bool {
	return slices.ContainsFunc(k.Own, func(u staff.Unit) bool { return u.ID != but.ID && u.At.X == hex })
}

// freeBeside is the hex next to another in which no other friend stands that is nearest to the unit; where it
// stands, if there is none.
func (k *officer) freeBeside(u *staff.Unit, to int) int {
	best := u.At.X
	for _, h := range k.b.next[to] {
		if h != nowhere && !k.full(h, u) && (best == u.At.X && k.b.distance(best, to) > 1 ||
			k.b.distance(u.At.X, h) < k.b.distance(u.At.X, best)) {
			best = h
		}
	}
	return best
}

// away is the hex next to the unit that is farthest from the enemy, towards its own edge.
func (k *officer) away(t *staff.Task) string {
	best, most := t.Unit.At.X, 0
	for _, h := range k.b.next[t.Unit.At.X] {
		if h == nowhere {
			continue
		}
		home := k.b.At(h).Row
		if !k.b.Sides[k.b.Posts[k.seat].Side].South {
			home = -home
		}
		if v := 3*k.b.distance(h, t.Foe.At.X) + home; best == t.Unit.At.X || v > most {
			best, most = h, v
		}
	}
	return k.b.hexName(best)
}

// lead keeps the leader with his men: at the unit that is nearest to them all.
func (k *officer) lead(tasks []staff.Task) []string {
	me, _, ok := k.Desk.Fact("sight.leader", k.b.Posts[k.seat].Leader)
	at, on := k.hex(me.Get("hex"))
	if !ok || !on || len(tasks) == 0 {
		return nil
	}
	best, least := 0, 0
	for i := range tasks {
		sum := 0
		for j := range tasks {
			sum += k.b.distance(tasks[i].Unit.At.X, tasks[j].Unit.At.X)
		}
		if i == 0 || sum < least {
			best, least = i, sum
		}
	}
	if k.b.distance(at, tasks[best].Unit.At.X) <= 1 {
		return nil
	}
	return []string{"ME: ATTACH TO " + tasks[best].Unit.ID}
}

// deeds are what a trial counts.
var deeds = map[string]adjudicator.Deed{
	"unit.moved": adjudicator.Moves, "unit.faced": adjudicator.Gathers, "rally.rolled": adjudicator.Gathers,
	"fire.resolved": adjudicator.Fires, "melee.declared": adjudicator.Charges, "melee.halted": adjudicator.Balks,
	"melee.resolved": adjudicator.Fights, "unit.retreated": adjudicator.Moves, "square.rolled": adjudicator.Gathers,
	"entry.undone": adjudicator.Omits, "unit.eliminated": adjudicator.Dies,
}
