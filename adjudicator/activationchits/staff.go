package activationchits

import (
	"cmp"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/courier"
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
	return slices.Concat(k.stances(tasks, o.Given), k.dropOverruled(lines))
}

// allFight reports whether each unit has an action and even the last one is to fight. If the leader rode, no
// chit would be left for that unit.
func (k *officer) allFight(tasks []staff.Task, lines []string) bool {
	idle := func(line string) bool { return strings.HasSuffix(line, ": HOLD") }
	return len(tasks) > 0 && len(lines) == len(tasks) && !slices.ContainsFunc(lines, idle) &&
		k.urgency(&tasks[len(tasks)-1]) < 3
}

func unrepeated(entry string) string {
	var actions []string
	for a := range strings.SplitSeq(entry, " ELSE ") {
		if !slices.Contains(actions, a) {
			actions = append(actions, a)
		}
	}
	return strings.Join(actions, " ELSE ")
}

// stances forbids units on a prize to take ground, so that they stay there, and allows it to the others again.
func (k *officer) stances(tasks []staff.Task, given []adjudicator.Given) (lines []string) {
	for i := range tasks {
		line, is, was := "REACT "+tasks[i].Unit.ID+": GROUND ", "YES", "YES"
		if k.keepsPrize(tasks[i].Unit) {
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

// keepsPrize reports whether a unit is in a prize hex, which no other unit can then keep.
func (k *officer) keepsPrize(u *staff.Unit) bool {
	return slices.ContainsFunc(k.Places, func(p staff.Place) bool { return p.At == u.At })
}

// urgency returns the position of a unit in the plan: attackers that need the support of guns, then guns and
// cavalry that may charge, then other units in combat, then the rest.
func (k *officer) urgency(t *staff.Task) int {
	switch {
	case t.Do == staff.Strike && k.support(t.Unit, t.Foe) != "" && !k.keepsPrize(t.Unit):
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

// byTemper returns a figure by the officer's temper.
func (k *officer) byTemper(cautious, steady, bold int) int {
	return [...]int{adjudicator.Cautious: cautious, adjudicator.Steady: steady, adjudicator.Bold: bold}[k.o.Temper]
}

func (k *officer) seeBoard() {
	k.Reach, k.Room, k.Lead, k.Varied = staffReach, staffRoom, k.bannerLead()*staffBanner, true
	k.Far = func(a, b board.Point) int { return k.b.distance(a.X, b.X) * staffHex }
	k.Friends("sight.own", k.ownUnit)
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

func (k *officer) ownUnit(o *events.Outcome) (u staff.Unit, ok bool) {
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

// bannerLead returns the side's lead in banners. The fact has the form `french 2, allied 1`.
func (k *officer) bannerLead() int {
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

// Bonus for keeping to a move that was ordered the turn before, because turning round wastes two turns.
const (
	begunWay  = 3
	begunPost = 6
)

// recall restores the goals that the seat gave its units in the turn before.
func (k *officer) recall() {
	k.told = map[string]int{}
	for _, g := range k.o.Given {
		id, entry, ok := strings.Cut(g.Line, ": ")
		i := slices.IndexFunc(k.Own, func(u staff.Unit) bool { return u.Mine && u.ID == id })
		if g.Turn != k.Turn-1 || !ok || i < 0 {
			continue
		}
		for action := range strings.SplitSeq(entry, " ELSE ") {
			k.recallAction(&k.Own[i], action)
		}
	}
}

// recallAction reads one action of an earlier entry. A unit sent to a hex is taken to have been sent against
// the nearest enemy or place.
func (k *officer) recallAction(u *staff.Unit, action string) {
	words := strings.Fields(action)
	if len(words) < 2 {
		return
	}
	target := words[len(words)-1]
	switch {
	case words[0] == "ATTACK" && u.Sent == nil:
		u.Sent = k.targetAt(words[1])
	case words[0] == "MOVE":
		if hex, ok := k.hex(target); ok {
			if k.told[u.ID] = hex; u.Sent == nil {
				u.Sent = k.nearestAim(hex)
			}
		}
	}
}

// targetAt returns the position of an enemy or a hex, or nil if it is unknown.
func (k *officer) targetAt(target string) *board.Point {
	for i := range k.Foes {
		if k.Foes[i].ID == target {
			return &k.Foes[i].At
		}
	}
	if hex, ok := k.hex(target); ok {
		return &board.Point{X: hex}
	}
	return nil
}

// nearestAim returns the enemy, or the place that we don't hold, nearest to a hex, or nil.
func (k *officer) nearestAim(hex int) (aim *board.Point) {
	near := everywhere
	nearer := func(at *board.Point) {
		if d := k.b.distance(hex, at.X); d < near {
			aim, near = at, d
		}
	}
	for i := range k.Foes {
		nearer(&k.Foes[i].At)
	}
	for i := range k.Places {
		if k.Places[i].Held != staff.Ours {
			nearer(&k.Places[i].At)
		}
	}
	return aim
}

// wasOrderedTo reports whether a unit was ordered to the hex in the turn before.
func (k *officer) wasOrderedTo(u *staff.Unit, hex int) bool {
	told, ok := k.told[u.ID]
	return ok && told == hex
}

// Path costs of a hex for the staff, in addition to a die that varies the paths between battles.
const (
	wayHex    = 4
	wayStop   = 2  // terrain that ends the move
	wayFriend = 4  // a friend is there and must move first
	wayBarred = 24 // more if that friend is to stay
	wayNear   = 2  // an enemy is adjacent
	wayFoe    = 16 // an enemy is there
	wayWhim   = 8  // maximum random cost of a crossing
	wayClosed = 1 << 20
)

// way returns the hexes of a unit's path to a goal, including it, or nil. Dice choose between paths of about
// the same length.
func (k *officer) way(u *staff.Unit, goal int) []int {
	rest := k.costs(u, goal)
	if rest[u.At.X] >= wayClosed {
		return nil
	}
	var way []int
	for at := u.At.X; at != goal; way = append(way, at) {
		best := nowhere
		for _, n := range k.b.next[at] {
			if n == nowhere || rest[n] >= rest[at] {
				continue
			}
			if best == nowhere || rest[n]+k.toll(u, n) < rest[best]+k.toll(u, best) {
				best = n
			}
		}
		at = best
	}
	return way
}

// costs returns, for each hex, the unit's cost to reach the goal from there.
func (k *officer) costs(u *staff.Unit, goal int) []int {
	rest := make([]int, len(k.b.cubes))
	for i := range rest {
		rest[i] = wayClosed
	}
	rest[goal] = 0
	queue := append(make([]int, 0, 2*len(rest)), goal)
	for i := 0; i < len(queue); i++ {
		at := queue[i]
		here := rest[at] + wayHex
		if at != goal {
			here = rest[at] + k.toll(u, at)
		}
		for _, n := range k.b.next[at] {
			if n != nowhere && here < rest[n] && (n == u.At.X || k.canEnter(u, n)) {
				rest[n], queue = here, append(queue, n)
			}
		}
	}
	return rest
}

// toll returns the unit's cost to enter a hex.
func (k *officer) toll(u *staff.Unit, hex int) int {
	if k.tolls == nil {
		k.tolls = make([]int, len(k.b.cubes))
	}
	if k.tolls[hex] == 0 {
		k.tolls[hex] = k.tollOf(hex)
	}
	switch {
	case hex == u.At.X:
		return wayHex
	case k.friendStays(hex):
		return k.tolls[hex] + wayBarred
	case k.wasOrderedTo(u, hex):
		return max(1, k.tolls[hex]-begunWay)
	}
	return k.tolls[hex]
}

// friendStays reports whether a friend in the hex has an entry that leaves it there.
func (k *officer) friendStays(hex int) bool {
	f, friend := k.unitAt(k.Own, hex)
	if !friend {
		return false
	}
	entry := k.wrote[f.ID]
	return entry != "" && !strings.Contains(entry, "MOVE ") && !strings.HasPrefix(entry, "ATTACK ")
}

func (k *officer) tollOf(hex int) int {
	cost := wayHex + k.die("way/"+k.b.hexName(hex), 6) - 1
	if k.b.terrainAt(hex).Stop {
		cost += wayStop
	}
	if k.isCrossing(hex) {
		cost += k.die("crossing/"+k.b.hexName(hex), wayWhim+1) - 1
	}
	if _, taken := k.unitAt(k.Own, hex); taken {
		cost += wayFriend
	}
	for i := range k.Foes {
		switch k.b.distance(k.Foes[i].At.X, hex) {
		case 0:
			cost += wayFoe
		case 1:
			cost += wayNear
		}
	}
	return cost
}

// isCrossing reports whether a hex is a bridge, a ford or the like: at least two adjacent hexes are impassable.
func (k *officer) isCrossing(hex int) bool {
	closed := 0
	for _, n := range k.b.next[hex] {
		if n != nowhere && !k.b.terrainAt(n).Enter[Infantry] {
			closed++
		}
	}
	return closed >= 2 && k.b.terrainAt(hex).Enter[Infantry]
}

func (k *officer) unitAt(units []staff.Unit, hex int) (u *staff.Unit, ok bool) {
	for i := range units {
		if units[i].At.X == hex {
			return &units[i], true
		}
	}
	return nil, false
}

func (k *officer) canEnter(u *staff.Unit, hex int) bool {
	return k.b.terrainAt(hex).Enter[k.kind(u).Arm]
}

func (k *officer) kind(u *staff.Unit) *Kind { return k.b.Units[k.b.unitIDs.Must(u.ID)].Kind }

// freeStep returns the next step of a unit whose path starts with an occupied hex: that hex if its unit leaves
// first or belongs to another seat, otherwise any free hex nearer to the goal.
func (k *officer) freeStep(u *staff.Unit, hex, goal int) int {
	if f, friend := k.unitAt(k.Own, hex); !friend || !f.Mine || strings.HasPrefix(k.wrote[f.ID], "MOVE ") {
		return hex
	}
	rest, best := k.costs(u, goal), u.At.X
	for _, n := range k.b.next[u.At.X] {
		if n != nowhere && rest[n] < rest[best] && k.stands(u, n) {
			best = n
		}
	}
	return best
}

// stage returns how far a unit gets on its path in one activation, or its own hex. Behind a friend that moves on it
// follows into the friend's hex. It stops before it is beyond the range at which a leader can command it.
func (k *officer) stage(u *staff.Unit, way []int) int {
	stage, kind := u.At.X, k.kind(u)
	for i, hex := range way {
		_, foe := k.unitAt(k.Foes, hex)
		if i == kind.Move || foe || i > 0 && !k.leaderWithin(hex, staffRides) {
			break
		}
		if !k.stands(u, hex) {
			if i == 0 {
				stage = k.freeStep(u, hex, way[len(way)-1])
			}
			break
		}
		if stage = hex; k.b.terrainAt(hex).Stop {
			break
		}
	}
	return stage
}

// leaderWithin reports whether a leader of the side is within a distance of a hex.
func (k *officer) leaderWithin(hex, within int) bool {
	return slices.ContainsFunc(k.leaders, func(l int) bool { return k.b.distance(l, hex) <= within })
}

// fires reports whether a unit could fire from a hex at another, as far as terrain and known units allow.
func (k *officer) fires(u *staff.Unit, from, to int) bool {
	if d := k.b.distance(from, to); d > k.kind(u).Range || d > k.b.Options.Sight || !k.b.clearSight(from, to) {
		return false
	}
	hill := k.b.terrainAt(from).Sight == "hill" || k.b.terrainAt(to).Sight == "hill"
	return k.b.hasClearLine(from, to, func(at int) bool {
		_, friend := k.unitAt(k.Own, at)
		_, foe := k.unitAt(k.Foes, at)
		s := k.b.terrainAt(at).Sight
		return s == "blocks" || s == "hill" && !hill || friend && at != u.At.X || foe
	})
}

// foeWithin returns the distance of the nearest enemy from a hex.
func (k *officer) foeWithin(hex int) int {
	near := everywhere
	for i := range k.Foes {
		near = min(near, k.b.distance(k.Foes[i].At.X, hex))
	}
	return near
}

// byWord returns the directives of a mail that need no courier (§Q6, §Q7).
func byWord(d rules.Desk[*Battle], lines []string) (words []adjudicator.Word) {
	v, n := newSeatView(d), 0
	for _, line := range lines {
		o := v.b.readLine(v.seat, line)
		if o.Kind != orderDirective && o.Kind != orderLetter {
			continue
		}
		n++
		if o.Kind == orderLetter || v.courierFor(&o) {
			continue
		}
		id := courier.ID{Sender: d.Seat, Turn: d.Turn, N: n}.String()
		words = append(words, adjudicator.Word{To: v.b.Posts[o.To].ID, Fact: events.Outcome{Name: rules.SightLetter,
			Fields: events.Fields("id", id, "how", string(courier.Directive), "from", d.Seat, "sent", d.Turn, "text", o.Text)}})
	}
	return words
}

// dropOverruled removes the staff's own lines about pieces that the chief has given a directive for this turn,
// because an advised entry counts only if there is no fresh one (§Q6).
func (k *officer) dropOverruled(lines []string) []string {
	var told []string
	for o := range k.Desk.Facts(rules.SightLetter) {
		if o.Get("how") != string(courier.Directive) {
			continue
		}
		switch e := k.b.readEntry(k.seat, o.Get("text")); {
		case e.Unit.Some():
			told = append(told, k.b.subjectID(e)+":")
		case e.Leader.Is(k.seat):
			told = append(told, "ME:")
		}
	}
	return slices.DeleteFunc(lines, func(line string) bool {
		return slices.ContainsFunc(told, func(who string) bool { return strings.HasPrefix(line, who) })
	})
}
