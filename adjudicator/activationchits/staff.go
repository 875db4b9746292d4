package activationchits

import (
	"cmp"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/adjudicator/staff"
	"galloper/events"
)

// Parameters of the staff. A hex has the length staffHex.
const (
	staffHex     = 100
	staffReach   = 2 * staffHex // distance that infantry covers in a good turn
	staffForgets = 3            // turns after which a sighting is ignored
	staffBanner  = 2            // value of a banner relative to a hex worth one
	staffVolley  = 3 * staffHex // distance from which infantry may come into range in a turn
	staffShot    = 7 * staffHex // the same for guns
	staffSpent   = 4 * staffHex // distance at which guns low on ammunition are ignored
	staffRoom    = 3            // units to keep a hex: one in it and one on each side
	staffCalls   = 4            // hexes: command range of a leader
	staffRides   = 6            // hexes: range next turn if the leader follows
)

// staffOrders writes the plan of a seat without a player.
func staffOrders(d rules.Desk[*Battle], o adjudicator.Officer) []string {
	seat := d.Battle.seatIDs.Find(d.Seat)
	if seat.None() || d.Known == nil {
		return nil
	}
	k := &officer{Eyes: staff.Open(&d.Desk, d.Battle.Last), b: d.Battle, seat: seat.Must(), o: &o,
		wrote: map[string]string{}}
	k.seeBoard()
	plan, tasks := k.Tasks(&o)
	k.direct(plan, tasks)
	ride := k.bringLeader(tasks)
	slices.SortStableFunc(tasks, func(a, b staff.Task) int { return cmp.Compare(k.urgency(&a), k.urgency(&b)) })
	var lines []string
	for i := range tasks {
		if entry := k.entry(&tasks[i]); entry != "" {
			k.wrote[tasks[i].Unit.ID] = entry
			lines = append(lines, tasks[i].Unit.ID+": "+unrepeated(entry))
		}
	}
	switch {
	case !ride.heard && k.allFight(tasks, lines):
	case ride.first:
		lines = append(ride.lines, lines...)
	default:
		lines = append(lines, ride.lines...)
	}
	return slices.Concat(k.stances(tasks, o.Given), k.within(lines))
}

// allFight reports whether each unit has an action and even the last one is to fight. If the leader rode, no
// chit would be left for that unit.
func (k *officer) allFight(tasks []staff.Task, lines []string) bool {
	idle := func(line string) bool { return strings.HasSuffix(line, ": HOLD") }
	return len(tasks) > 0 && len(lines) == len(tasks) && !slices.ContainsFunc(lines, idle) &&
		k.urgency(&tasks[len(tasks)-1]) < 3
}

// unrepeated removes repeated actions from an entry.
func unrepeated(entry string) string {
	var actions []string
	for a := range strings.SplitSeq(entry, " ELSE ") {
		if !slices.Contains(actions, a) {
			actions = append(actions, a)
		}
	}
	return strings.Join(actions, " ELSE ")
}

// stances forbids units on a prize to take ground, so that they stay there, and allows it to the others
// again.
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

// keeps reports whether a unit is in a prize hex, which no other unit can then keep.
func (k *officer) keeps(u *staff.Unit) bool {
	return slices.ContainsFunc(k.Places, func(p staff.Place) bool { return p.At == u.At })
}

// urgency returns the position of a unit in the plan: attackers that need the support of guns, then guns and
// cavalry that may charge, then other units in combat, then the rest.
func (k *officer) urgency(t *staff.Task) int {
	switch {
	case t.Do == staff.Strike && k.support(t.Unit, t.Foe) != "" && !k.keeps(t.Unit):
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

// officer is the staff of one seat.
type officer struct {
	staff.Eyes
	b       *Battle
	seat    int
	o       *adjudicator.Officer
	leaders []int             // positions of the side's leaders, for the seat's own the planned one
	tolls   []int             // cache by hex
	posts   []int             // hexes where units have been sent to wait
	told    map[string]int    // units' goals of the turn before
	wrote   map[string]string // entries of this plan so far, by unit
}

// die returns a die of the officer that has the same value all through the battle, for choices of style.
func (k *officer) die(name string, n int) int { return k.o.Die(1, k.b.Posts[k.seat].ID+"/"+name, n) }

// dares returns a figure by the officer's temper.
func (k *officer) dares(cautious, steady, bold int) int {
	return [...]int{adjudicator.Cautious: cautious, adjudicator.Steady: steady, adjudicator.Bold: bold}[k.o.Temper]
}

// seeBoard builds the board from the seat's knowledge.
func (k *officer) seeBoard() {
	k.Reach, k.Room, k.Lead, k.Varied = staffReach, staffRoom, k.ahead()*staffBanner, true
	k.Far = func(a, b board.Point) int { return k.b.distance(a.X, b.X) * staffHex }
	k.Friends("sight.own", k.mine)
	k.Friends("sight.friend", k.troop)
	k.Enemies("sight.enemy", staffForgets, k.troop)
	side := k.b.Sides[k.b.Posts[k.seat].Side].ID
	for l := range k.Desk.Facts("sight.leader") {
		if at, on := k.hex(l.Get("hex")); on && l.Get("side") == side && l.Get("leader") != k.b.Posts[k.seat].Leader {
			k.leaders = append(k.leaders, at)
		}
	}
	for i := range k.Own {
		k.Own[i].Fights = k.first(k.Foes, k.Own[i].At.X) == 1
	}
	for _, prize := range k.b.Victory.Hexes {
		k.Places = append(k.Places, k.prize(&prize))
	}
	k.recall()
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

// ahead returns the side's lead in banners. The fact has the form `french 2, allied 1`.
func (k *officer) ahead() int {
	score, _, _ := k.Desk.Fact("sight.banners", "all")
	lead := 0
	for part := range strings.SplitSeq(score.Get("banners"), ", ") {
		side, n, _ := strings.Cut(part, " ")
		count := events.Number(n)
		if side == k.b.Sides[k.b.Posts[k.seat].Side].ID {
			lead += count
		} else {
			lead -= count
		}
	}
	return lead
}

// prize returns a hex worth banners. It counts as held by the side of the unit in it; an empty one counts as
// ours if we can be there first.
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

// first returns the distance in hexes of the nearest sound infantry or cavalry.
func (k *officer) first(units []staff.Unit, hex int) int {
	far := everywhere
	for i := range units {
		if u := &units[i]; u.Arm != staff.Guns && !u.Worn {
			far = min(far, k.b.distance(u.At.X, hex))
		}
	}
	return far
}

// deeds maps outcomes to the statistics of a trial.
var deeds = map[string]adjudicator.Deed{
	"unit.moved": adjudicator.Moves, "unit.faced": adjudicator.Gathers, "rally.rolled": adjudicator.Gathers,
	"fire.resolved": adjudicator.Fires, "melee.declared": adjudicator.Charges, "melee.halted": adjudicator.Balks,
	"melee.resolved": adjudicator.Fights, "unit.retreated": adjudicator.Flees, "square.rolled": adjudicator.Gathers,
	"entry.undone": adjudicator.Omits, "unit.eliminated": adjudicator.Dies,
}
