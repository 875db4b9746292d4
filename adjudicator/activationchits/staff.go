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
	staffCalls   = 4            // hexes: as far as a leader is heard
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
	slices.SortStableFunc(tasks, func(a, b staff.Task) int { return cmp.Compare(k.urgency(&a), k.urgency(&b)) })
	var lines []string
	for i := range tasks {
		lines = append(lines, tasks[i].Unit.ID+": "+k.entry(&tasks[i]))
	}
	return slices.Concat(k.stances(tasks, o.Given), k.within(append(k.lead(tasks), lines...)))
}

// stances forbid who keeps a prize to run after whom they drive off, and let others take ground again.
func (k *officer) stances(tasks []staff.Task, given []adjudicator.Given) (lines []string) {
	for i := range tasks {
		line, is, was := "REACT "+tasks[i].Unit.ID+": GROUND ", "YES", "YES"
		if k.keeps(tasks[i].Unit) {
			is = "NO"
		}
		for _, g := range given {
			if said, ok := strings.CutPrefix(g.Line, line); ok {
				was = said
			}
		}
		if is != was {
			lines = append(lines, line+is)
		}
	}
	return lines
}

// keeps reports whether a unit stands in a prize: there is no other then that could keep it.
func (k *officer) keeps(u *staff.Unit) bool {
	return slices.ContainsFunc(k.Places, func(p staff.Place) bool { return p.At == u.At })
}

// urgency is the order of the plan: whom guns are to support before these, then guns and horse that may charge, then
// those who fight, then the others.
func (k *officer) urgency(t *staff.Task) int {
	switch {
	case t.Do == staff.Strike && k.support(t) != "" && !k.keeps(t.Unit):
		return -1
	case t.Do == staff.Shoot, t.Unit.Arm == staff.Horse && t.Foe != nil && t.Far <= staffVolley:
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
	for i := range k.Own {
		k.Own[i].Fights = k.first(k.Foes, k.Own[i].At.X) == 1
	}
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
		if o.Get("low") == "yes" {
			u.Range = staffHex
		}
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

// prize is a hex that counts: whose the unit in it is, or where there is none, ours if we can be there first.
func (k *officer) prize(z *Prize) staff.Place {
	s := staff.Place{ID: k.b.hexName(z.At), At: board.Point{X: z.At}, Worth: z.Banners}
	here := func(p board.Point) bool { return p.X == z.At }
	switch ours, theirs := k.first(k.Own, z.At), k.first(k.Foes, z.At); {
	case staff.Any(k.Foes, here):
		s.Held = staff.Theirs
	case staff.Any(k.Own, here), ours <= theirs && ours < everywhere:
		s.Held = staff.Ours
	}
	return s
}

// first is how many hexes off the nearest of some sound foot and horse stands.
func (k *officer) first(units []staff.Unit, hex int) int {
	far := everywhere
	for i := range units {
		if u := &units[i]; u.Arm != staff.Guns && !u.Worn {
			far = min(far, k.b.distance(u.At.X, hex))
		}
	}
	return far
}

// entry says what a task means in a plan.
func (k *officer) entry(t *staff.Task) string {
	u, fire := k.Facts[t.Unit.ID], k.fire(t)
	enters := t.Place != nil && t.Beside == 0 && k.stands(t.Unit, t.Place.At.X)
	switch m := u.Get("morale"); {
	case m == Broken.String(), m == Shaken.String() && (t.Foe == nil || t.Far > staffHex) && !enters:
		return "RALLY"
	case u.Get("square") == "yes":
		return k.square(t, fire)
	case k.keeps(t.Unit):
		return k.stay(t, fire)
	case enters && t.Unit.Arm != staff.Guns:
		return "MOVE TO " + t.Place.ID + " ELSE ATTACK " + t.Place.ID + " ELSE " + k.stay(t, fire)
	case t.Do == staff.Strike:
		return k.attack(t, t.Foe.ID, fire)
	case t.Do == staff.Take && t.Place.Held == staff.Theirs && t.Unit.Arm != staff.Guns:
		return "ATTACK " + t.Place.ID + " ELSE " + fire + k.march(t.Unit, k.freeBeside(t.Unit, t.Place.At.X)) + "HOLD"
	case t.Do == staff.Take:
		return "MOVE TO " + t.Place.ID + " ELSE " + fire + "HOLD"
	case t.Do == staff.Keep:
		return k.march(t.Unit, k.freeBeside(t.Unit, t.Place.At.X)) + k.stay(t, fire)
	case t.Do == staff.Follow:
		return k.march(t.Unit, k.freeBeside(t.Unit, t.Friend.At.X)) + k.stay(t, fire)
	case t.Do == staff.FallBack && t.Far <= staffVolley:
		return k.march(t.Unit, k.away(t)) + k.stay(t, fire)
	}
	return k.stay(t, fire)
}

// march is the way to a hex, for who does not stand there.
func (k *officer) march(u *staff.Unit, to int) string {
	if to == u.At.X {
		return ""
	}
	return "MOVE TO " + k.b.hexName(to) + " ELSE "
}

// square breaks up a square when no enemy horse is near.
func (k *officer) square(t *staff.Task, fire string) string {
	near := func(f staff.Unit) bool {
		return f.Arm == staff.Horse && k.b.distance(t.Unit.At.X, f.At.X)*staffHex <= staffVolley
	}
	if slices.ContainsFunc(k.Foes, near) {
		return fire + "HOLD"
	}
	return "LEAVE SQUARE ELSE " + fire + "HOLD"
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
// twice as strong; who keeps a prize does not leave it for that.
func (k *officer) stay(t *staff.Task, fire string) string {
	near, from := t.Unit.Arm != staff.Guns && t.Foe != nil && t.Far <= staffHex && t.Foe.Weight < 2*t.Unit.Weight, ""
	if k.keeps(t.Unit) {
		from = " FROM " + k.b.hexName(t.Unit.At.X)
	} else if near {
		return k.attack(t, t.Foe.ID, fire)
	}
	if near || fire != "" && t.Unit.Arm == staff.Foot && !t.Unit.Worn {
		fire += "ATTACK NEAREST" + from + " IF ENEMY WITHIN 1 ELSE "
	}
	return fire + "HOLD"
}

// attack closes with an enemy, or if he is not seen from there with where he was last; guns only come into range.
func (k *officer) attack(t *staff.Task, foe, fire string) string {
	if t.Unit.Arm == staff.Guns {
		return fire + "MOVE TOWARDS " + foe + k.blindly(t)
	}
	foe += k.support(t)
	if t.Unit.Arm == staff.Foot && t.Far > staffHex && t.Far <= staffReach && t.Foe.Arm != staff.Guns {
		return fire + "ATTACK " + foe + " ELSE MOVE TOWARDS " + t.Foe.ID + k.blindly(t)
	}
	return "ATTACK " + foe + " ELSE MOVE TOWARDS " + t.Foe.ID + k.blindly(t) + " ELSE " + fire + "HOLD"
}

// support is a battery that joins in an attack on who is next to the unit and in cover.
func (k *officer) support(t *staff.Task) string {
	if t.Far > staffHex || k.b.terrainAt(t.Foe.At.X).Into[Infantry] == 0 {
		return ""
	}
	for i := range k.Own {
		if g := &k.Own[i]; g.Mine && g.Range > staffHex && k.b.distance(g.At.X, t.Foe.At.X)*staffHex <= g.Range {
			return " WITH " + g.ID
		}
	}
	return ""
}

// blindly is what a unit does that does not see whom it is sent at: it goes to where he is known to be.
func (k *officer) blindly(t *staff.Task) string {
	if to := k.freeBeside(t.Unit, t.Foe.At.X); to != t.Unit.At.X {
		return " ELSE MOVE TO " + k.b.hexName(to)
	}
	return " ELSE ATTACK NEAREST ELSE MOVE TOWARDS NEAREST"
}

// stands reports whether a unit can stand in a hex: on such ground, and nobody else is known to be there.
func (k *officer) stands(u *staff.Unit, hex int) bool {
	other := func(o staff.Unit) bool { return o.ID != u.ID && o.At.X == hex }
	return k.b.terrainAt(hex).Enter[k.b.Units[k.b.unitIDs.Must(u.ID)].Arm] &&
		!slices.ContainsFunc(k.Own, other) && !slices.ContainsFunc(k.Foes, other)
}

// freeBeside is the hex next to another in which the unit can stand that is nearest to it; where it stands, if
// there is none, or none is nearer to the other.
func (k *officer) freeBeside(u *staff.Unit, to int) int {
	best := u.At.X
	for _, h := range k.b.next[to] {
		if h != nowhere && k.stands(u, h) && (best == u.At.X && k.b.distance(best, to) > 1 ||
			k.b.distance(u.At.X, h) < k.b.distance(u.At.X, best)) {
			best = h
		}
	}
	return best
}

// away is the hex next to the unit that is farthest from the enemy, towards its own edge, and not out of reach of
// the leader.
func (k *officer) away(t *staff.Task) int {
	best, most := t.Unit.At.X, 0
	leader, led := k.leader()
	for _, h := range k.b.next[t.Unit.At.X] {
		if h == nowhere || !k.stands(t.Unit, h) || led && k.b.distance(h, leader) > staffCalls {
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
	return best
}

// leader is where the seat's leader is.
func (k *officer) leader() (at int, on bool) {
	me, _, _ := k.Desk.Fact("sight.leader", k.b.Posts[k.seat].Leader)
	return k.hex(me.Get("hex"))
}

// lead keeps the leader with his men: at the sound foot or horse that is nearest to them all, where that is worth a
// chit. He does not leave such a unit that is in contact with the enemy.
func (k *officer) lead(tasks []staff.Task) []string {
	at, on := k.leader()
	if !on {
		return nil
	}
	best, least := -1, k.strain(at, tasks)-1
	for i := range tasks {
		switch u := tasks[i].Unit; {
		case u.Worn || u.Arm == staff.Guns:
		case u.At.X == at && tasks[i].Foe != nil && tasks[i].Far <= staffHex:
			return nil
		default:
			v := k.strain(u.At.X, tasks)
			if tasks[i].Foe != nil {
				v += max(0, staffCalls+2-tasks[i].Far/staffHex)
			}
			if v < least {
				best, least = i, v
			}
		}
	}
	if best < 0 {
		return nil
	}
	return []string{"ME: ATTACH TO " + tasks[best].Unit.ID}
}

// strain is how far the units are from a hex in all; one that hears no leader there counts more.
func (k *officer) strain(hex int, tasks []staff.Task) int {
	sum := 0
	for i := range tasks {
		d := k.b.distance(hex, tasks[i].Unit.At.X)
		if sum += d; d > staffCalls {
			sum += 2 * staffCalls
		}
	}
	return sum
}

// deeds are what a trial counts.
var deeds = map[string]adjudicator.Deed{
	"unit.moved": adjudicator.Moves, "unit.faced": adjudicator.Gathers, "rally.rolled": adjudicator.Gathers,
	"fire.resolved": adjudicator.Fires, "melee.declared": adjudicator.Charges, "melee.halted": adjudicator.Balks,
	"melee.resolved": adjudicator.Fights, "unit.retreated": adjudicator.Moves, "square.rolled": adjudicator.Gathers,
	"entry.undone": adjudicator.Omits, "unit.eliminated": adjudicator.Dies,
}
