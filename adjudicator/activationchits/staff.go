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
)

// staffOrders writes the plan of a seat that nobody plays.
func staffOrders(d rules.Desk[*Battle], o adjudicator.Officer) []string {
	seat := d.Battle.seatIDs.Find(d.Seat)
	if seat.None() || d.Known == nil {
		return nil
	}
	k := &officer{b: d.Battle, seat: seat.Must(), desk: d.Desk, facts: map[string]*events.Outcome{}}
	p := k.picture()
	_, tasks := p.Tasks(&o)
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
	b     *Battle
	seat  int
	desk  adjudicator.Desk
	facts map[string]*events.Outcome // by unit
}

// picture is the board as the seat knows it.
func (k *officer) picture() *staff.Picture {
	p := &staff.Picture{Seat: k.desk.Seat, Turn: k.desk.Turn, Turns: k.b.Victory.Turns, Reach: staffReach,
		Far: func(a, b board.Point) int { return k.b.distance(a.X, b.X) * staffHex }, Lead: k.ahead() * staffBanner}
	for _, kind := range []string{"sight.own", "sight.friend"} {
		for o := range k.desk.Facts(kind) {
			if u, ok := k.unit(o); ok {
				u.Mine = kind == "sight.own"
				p.Own = append(p.Own, u)
			}
		}
	}
	for o, turn := range k.desk.Facts("sight.enemy") {
		if u, ok := k.unit(o); ok && turn+staffForgets >= k.desk.Turn {
			p.Foes = append(p.Foes, u)
		}
	}
	for _, prize := range k.b.Victory.Hexes {
		p.Places = append(p.Places, k.place(&prize, p))
	}
	return p
}

func (k *officer) unit(o *events.Outcome) (u staff.Unit, ok bool) {
	at, on := k.hex(o.Get("hex"))
	if !on || o.Get("lost") != "" {
		return u, false
	}
	k.facts[o.Get("unit")] = o
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
	score, _, _ := k.desk.Fact("sight.banners", "all")
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

// place is a hex that counts: whose the unit in it is.
func (k *officer) place(z *Prize, p *staff.Picture) staff.Place {
	s := staff.Place{ID: k.b.hexName(z.At), At: board.Point{X: z.At}, Worth: z.Banners}
	here := func(p board.Point) bool { return p.X == z.At }
	switch {
	case staff.Any(p.Own, here):
		s.Held = staff.Ours
	case staff.Any(p.Foes, here):
		s.Held = staff.Theirs
	}
	return s
}

// entry says what a task means in a plan.
func (k *officer) entry(t *staff.Task) string {
	u := k.facts[t.Unit.ID]
	fire := ""
	if t.Unit.Arm != staff.Horse {
		fire = "FIRE AT NEAREST ELSE "
	}
	if m := u.Get("morale"); m == Broken.String() || m == Shaken.String() && (t.Foe == nil || t.Far > staffHex) {
		return "RALLY"
	}
	switch t.Do {
	case staff.Strike:
		return k.attack(t, t.Foe.ID, fire)
	case staff.Take:
		if t.Place.Held == staff.Theirs && t.Unit.Arm != staff.Guns {
			return "ATTACK " + t.Place.ID + " ELSE " + fire + "MOVE TO " + k.near(t)
		}
		return "MOVE TO " + t.Place.ID + " ELSE " + fire + "HOLD"
	case staff.Keep:
		if t.Unit.At == t.Place.At {
			return fire + "HOLD"
		}
		return "MOVE TO " + t.Place.ID
	case staff.Follow:
		if k.b.distance(t.Unit.At.X, t.Friend.At.X) > 2 {
			return "MOVE TO " + k.beside(t.Unit.At.X, t.Friend.At.X)
		}
	case staff.FallBack:
		return "MOVE TO " + k.away(t)
	}
	if t.Unit.Arm == staff.Foot && t.Foe != nil && t.Far <= staffHex && t.Foe.Weight < t.Unit.Weight {
		return k.attack(t, t.Foe.ID, fire)
	}
	return fire + "HOLD"
}

// attack closes with an enemy; guns only come into range.
func (k *officer) attack(t *staff.Task, foe, fire string) string {
	if t.Unit.Arm == staff.Guns {
		return fire + "MOVE TOWARDS " + foe
	}
	if t.Unit.Arm == staff.Foot && t.Far > staffHex && t.Far <= staffReach && t.Foe.Arm != staff.Guns {
		return fire + "ATTACK " + foe + " ELSE MOVE TOWARDS " + foe
	}
	return "ATTACK " + foe + " ELSE MOVE TOWARDS " + foe + " ELSE " + fire + "HOLD"
}

// near is the hex beside the place that the unit has the shortest way to.
func (k *officer) near(t *staff.Task) string { return k.beside(t.Unit.At.X, t.Place.At.X) }

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
	me, _, ok := k.desk.Fact("sight.leader", k.b.Posts[k.seat].Leader)
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
