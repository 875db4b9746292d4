package fieldcommand

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/adjudicator/staff"
	"galloper/events"
)

// The weights and distances of the staff's picture of the map.
const (
	staffBlock = 2  // strength assumed of a face-down enemy block
	staffPoint = 10 // weight of a strength point
	staffWorth = 5  // value of an objective
	staffAlarm = 2  // locales within which the enemy threatens an objective
	staffLoses = 2  // morale that a turn's fights may cost
	staffSpare = 2  // commands written beyond the seat's allowance; refused ones cost nothing
)

func staffOrders(d rules.Desk[*Battle], o adjudicator.Officer) []string {
	seat, ok := d.Battle.Seat(d.Seat).Get()
	if !ok || d.Known == nil || !d.Battle.moves(d.Battle.Commands[seat].Side, d.Turn) {
		return nil
	}
	k := &officer{b: d.Battle, seat: seat, side: d.Battle.Commands[seat].Side, desk: d.Desk,
		units: map[string]*events.Outcome{}, waiting: map[int]int{}, foes: map[Position]stack{}, far: d.Battle.ways(),
		ranged: map[Position]int{}, there: map[Position]int{},
		full: make([]int, len(d.Battle.Locales)), heeded: heeded{bound: map[string]bool{}}}
	if o.Temper == adjudicator.Cautious {
		k.margin = 1
	}
	p := k.picture()
	k.readDirectives(d, o.Given)
	told := k.directed()
	for i := range p.Own {
		_, bound := k.bound[p.Own[i].ID]
		p.Own[i].Bound = p.Own[i].Bound || bound
	}
	plan, tasks := p.Tasks(&o)
	k.send(tasks)
	lines := append(told, k.commands()...)
	lines = append(lines, k.guns...)
	lines = append(lines, k.bringTogether()...)
	lines = append(lines, k.card(lines)...)
	if k.b.Commands[seat].Army {
		lines = append(lines, k.mobilize(p, plan)...)
	}
	return append(k.stayNear(p), lines...)
}

type officer struct {
	b       *Battle
	seat    int
	side    int
	desk    adjudicator.Desk
	units   map[string]*events.Outcome // as the seat knows them, by id
	mine    []*events.Outcome          // the seat's own
	foes    map[Position]stack
	waiting map[int]int // number of units of each group
	far     [][]int     // steps between locales
	sent    []errand
	guns    []string
	ranged  map[Position]int // own guns that are ranging
	there   map[Position]int // own blocks that can bar a way, after their orders
	margin  int              // margin by which an assault must be expected to succeed
	full    []int            // own blocks in each locale, after their orders
	heeded
}

// errand is a command for units at one position.
type errand struct {
	at     Position
	verb   string
	to     int
	units  []string
	weight int // priority of the command
}

// ways returns the number of steps between all locales, over boundaries that can be crossed.
func (b *Battle) ways() [][]int {
	all := make([][]int, len(b.Locales))
	for from := range all {
		far := make([]int, len(b.Locales))
		for i := range far {
			far[i] = len(b.Locales)
		}
		far[from] = 0
		for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
			for _, n := range b.near[queue[0]] {
				if b.passable(queue[0], n) && far[n] > far[queue[0]]+1 {
					far[n] = far[queue[0]] + 1
					queue = append(queue, n)
				}
			}
		}
		all[from] = far
	}
	return all
}

// picture returns the map as the seat knows it. The X of a point is the locale.
func (k *officer) picture() *staff.Picture {
	p := &staff.Picture{Seat: k.desk.Seat, Turn: k.desk.Turn, Turns: k.b.Last, Reach: 1, Dear: true,
		Far: func(a, b board.Point) int { return k.far[a.X][b.X] }}
	for o := range k.desk.Facts("sight.unit") {
		k.units[o.Get("unit")] = o
		if o.Get("state") == string(Waiting) {
			k.waiting[o.Int("group")]++
		}
		if o.Get("seat") == k.desk.Seat {
			k.mine = append(k.mine, o)
		}
		if at, ok := k.b.position(o.Get("at")); ok && at.Locale >= 0 && o.Get("state") != string(Gone) {
			u := k.block(o, at)
			p.Own = append(p.Own, u)
			if u.Arm != staff.Guns && !u.Bound {
				k.there[at]++
			}
			k.full[at.Locale]++
			if o.Get("ranging") == "yes" {
				k.ranged[at]++
			}
		}
	}
	for o := range k.desk.Facts("sight.enemy") {
		if at, ok := k.b.position(o.Get("at")); ok {
			s := stackOf(o)
			k.foes[at] = s
			p.Foes = append(p.Foes, staff.Unit{ID: o.Get("at"), At: board.Point{X: at.Locale},
				Weight: s.weight(), Worn: s.readyCount() == 0})
		}
	}
	for l := range k.b.Locales {
		k.objective(p, l)
	}
	return p
}

func (k *officer) block(o *events.Outcome, at Position) staff.Unit {
	u := staff.Unit{ID: o.Get("unit"), At: board.Point{X: at.Locale}, Weight: o.Int("strength") * staffPoint,
		Mine: o.Get("seat") == k.desk.Seat, Bound: o.Get("state") == string(Disrupted)}
	switch Kind(o.Get("kind")) {
	case Artillery:
		u.Arm, u.Range, u.Weight = staff.Guns, 1, staffPoint
	case Cavalry:
		u.Arm = staff.Horse
	}
	return u
}

// objective adds an objective. The enemy's is to be taken; the own one is to be kept if the enemy is near.
func (k *officer) objective(p *staff.Picture, l int) {
	s := staff.Place{ID: k.b.Locales[l].ID, At: board.Point{X: l}, Worth: staffWorth}
	here := func(p board.Point) bool { return p.X == l }
	foe := staff.Any(p.Foes, here)
	near := staff.Any(p.Foes, func(at board.Point) bool { return k.far[at.X][l] <= staffAlarm })
	switch {
	case k.b.Locales[l].Objective[k.side] && foe, k.b.Locales[l].Objective[1-k.side]:
		s.Held = staff.Theirs
		if staff.Any(p.Own, here) {
			s.Held = staff.Ours
		}
	case k.b.Locales[l].Objective[k.side] && near:
		s.Held = staff.Ours
	default:
		return
	}
	p.Places = append(p.Places, s)
}

// send turns tasks into errands. Units at one position with the same goal go together.
func (k *officer) send(tasks []staff.Task) {
	for i := range tasks {
		t := &tasks[i]
		at, _ := k.b.position(k.units[t.Unit.ID].Get("at"))
		if k.bound[t.Unit.ID] {
			k.goOn(t, at, at.Locale, 2)
		}
		if t.Unit.Bound || k.seize(t, at) || k.bars(t, at) {
			continue
		}
		goal, weight := at.Locale, 1
		switch t.Do {
		case staff.Strike:
			goal, weight = t.Foe.At.X, 3
		case staff.Take:
			goal, weight = t.Place.At.X, 4
		case staff.Keep:
			goal, weight = t.Place.At.X, 2
		case staff.Follow:
			goal = t.Friend.At.X
		}
		k.goOn(t, at, goal, weight)
	}
}

// goOn adds a unit's next errand on its way.
func (k *officer) goOn(t *staff.Task, at Position, goal, weight int) {
	if t.Unit.Arm == staff.Guns && k.serveGuns(t, at) {
		return
	}
	if goal == at.Locale {
		k.stand(t, at)
		return
	}
	next := k.next(at.Locale, goal)
	if k.crowded(next) {
		if next = k.roundAbout(at.Locale, goal); next == at.Locale {
			k.stand(t, at)
			return
		}
	}
	facing := Position{at.Locale, next}
	if t.Unit.Arm != staff.Guns {
		if k.mustStay(at, next) || at == facing && k.staysBehind(t.Unit.ID, at) {
			return
		}
		k.there[at]--
	}
	switch held := k.enemyHolds(next); {
	case held && t.Unit.Arm == staff.Guns:
	case held && k.foes[Position{next, at.Locale}].blocks == 0 && at == facing:
		k.add(at, "ADVANCE", next, t.Unit.ID, weight+2)
	case held && k.foes[Position{next, at.Locale}].blocks == 0 && at.Reserve():
		k.add(at, "TAKE", next, t.Unit.ID, weight+2)
	case held && at == facing:
		k.add(at, "ASSAULT", next, t.Unit.ID, weight+1)
	case held && at.Reserve():
		k.add(at, "TAKE", next, t.Unit.ID, weight)
	case !at.Reserve():
		k.add(at, "FALL BACK", -1, t.Unit.ID, weight)
	default:
		to := k.roadStep(at.Locale, next, goal)
		if k.full[to] >= k.b.Locales[to].Capacity {
			to = next
		}
		k.full[at.Locale]--
		k.full[to]++
		k.add(at, "MARCH", to, t.Unit.ID, weight)
	}
}

// isOpenToEnemy reports whether the enemy could enter a locale over an unbarred approach, other than the one that faces
// but, and at most one block in the reserve could answer.
func (k *officer) isOpenToEnemy(l, but int) bool {
	return k.there[reserveOf(l)] <= 1 && slices.ContainsFunc(k.b.near[l], func(n int) bool {
		return n != but && k.b.passable(l, n) && k.there[Position{l, n}] == 0 && k.fitEnemies(n) > 0
	})
}

// mustStay reports whether a unit must not leave its position for next. The last unit on an approach stays while the
// approach faces the enemy. A unit in the reserve stays if the enemy bars the way to next and the locale is open to the
// enemy elsewhere.
func (k *officer) mustStay(at Position, next int) bool {
	if !at.Reserve() {
		return k.there[at] == 1 && at.Toward != next && k.enemyHolds(at.Toward)
	}
	return k.foes[Position{next, at.Locale}].readyCount() > 0 && k.isOpenToEnemy(at.Locale, next)
}

// enemyHolds reports whether the enemy is known to stand in a locale.
func (k *officer) enemyHolds(l int) bool {
	return slices.ContainsFunc(k.b.spots, func(at Position) bool { return at.Locale == l && k.foes[at].blocks > 0 })
}

// next returns the neighbour on the shortest way to a locale; roads break a tie.
func (k *officer) next(from, goal int) int {
	best, least := from, 0
	for _, n := range k.b.near[from] {
		if !k.b.passable(from, n) {
			continue
		}
		way := 4 * k.far[n][goal]
		if len(k.b.boundary(from, n).Roads) == 0 {
			way++
		}
		if k.b.boundary(from, n).Restricted {
			way += 2
		}
		if best == from || way < least {
			best, least = n, way
		}
	}
	return best
}

// crowded reports whether a locale that the enemy does not hold is full.
func (k *officer) crowded(l int) bool {
	return !k.enemyHolds(l) && k.full[l] >= k.b.Locales[l].Capacity
}

// roundAbout returns the neighbour with room that is nearest to the goal and nearer than from, or from if there is
// none.
func (k *officer) roundAbout(from, goal int) int {
	best := from
	for _, n := range k.b.near[from] {
		if k.b.passable(from, n) && !k.crowded(n) && k.far[n][goal] < k.far[from][goal] &&
			(best == from || k.far[n][goal] < k.far[best][goal]) {
			best = n
		}
	}
	return best
}

// roadStep returns the locale after next if a road leads there and no enemy is near, else next.
func (k *officer) roadStep(from, next, goal int) int {
	if next == goal || k.close(next) {
		return next
	}
	on := k.next(next, goal)
	if on == from || k.enemyHolds(on) ||
		len(k.b.boundary(from, next).Roads) == 0 || len(k.b.boundary(next, on).Roads) == 0 {
		return next
	}
	return on
}

// close reports whether the enemy stands in a neighbouring locale.
func (k *officer) close(l int) bool { return k.threat(l) >= 0 }

// threat returns the neighbouring locale with the most enemy blocks, or -1.
func (k *officer) threat(l int) int {
	worst, most := -1, 0
	for _, n := range k.b.near[l] {
		if sum := k.fitEnemies(n); k.b.passable(l, n) && sum > most {
			worst, most = n, sum
		}
	}
	return worst
}

// stand sends a unit to bar the most threatened approach, by enemy blocks per block that bars it. One block stays in
// the reserve if all ways are barred.
func (k *officer) stand(t *staff.Task, at Position) {
	if !at.Reserve() || t.Do == staff.Follow {
		return
	}
	worst, need := -1, 0
	for _, n := range k.b.near[at.Locale] {
		foes, have := k.fitEnemies(n), k.there[Position{at.Locale, n}]
		if !k.b.passable(at.Locale, n) || foes == 0 || k.there[at] < 2 && (have > 0 || k.mustStay(at, n)) {
			continue
		}
		if press := foes * 20 / (1 + 2*have); press > need {
			worst, need = n, press
		}
	}
	if worst >= 0 {
		k.secure(t.Unit.ID, at, worst, 3)
	}
}

// fitEnemies returns how many enemy blocks known to be in a locale are fit to fight.
func (k *officer) fitEnemies(l int) int {
	sum := 0
	for _, at := range k.b.spots {
		if at.Locale == l {
			sum += k.foes[at].readyCount()
		}
	}
	return sum
}

// serveGuns lets guns bombard, range, or move up to an approach. It returns false if they march like other units.
func (k *officer) serveGuns(t *staff.Task, at Position) bool {
	ranging := k.units[t.Unit.ID].Get("ranging") == "yes"
	n := k.threat(at.Locale)
	switch {
	case ranging && !at.Reserve() && k.foes[Position{at.Toward, at.Locale}].blocks > 0 && k.outguns(at):
		k.add(at, "BOMBARD", at.Toward, t.Unit.ID, 5)
	case ranging && !at.Reserve() && k.enemyHolds(at.Toward): // they wait for more guns, and keep the enemy's from firing
	case ranging:
		k.guns = append(k.guns, "LIMBER "+t.Unit.ID)
	case !at.Reserve() && k.enemyHolds(at.Toward):
		k.guns = append(k.guns, "RANGE "+t.Unit.ID)
	case at.Reserve() && n >= 0:
		k.add(at, "SECURE", n, t.Unit.ID, 1)
	default:
		return false
	}
	return true
}

// outguns reports whether a position has more ranging guns than the enemy is known to have against it.
func (k *officer) outguns(at Position) bool {
	return k.ranged[at] > k.foes[Position{at.Toward, at.Locale}].ranging
}

func (k *officer) add(at Position, verb string, to int, unit string, weight int) {
	for i := range k.sent {
		e := &k.sent[i]
		if e.at == at && e.verb == verb && e.to == to && len(e.units) < k.b.Options.Group {
			e.units, e.weight = append(e.units, unit), e.weight+1
			return
		}
	}
	k.sent = append(k.sent, errand{at, verb, to, []string{unit}, weight})
}

// commands returns the errands as field commands, the weightiest first, up to the seat's allowance and staffSpare.
func (k *officer) commands() []string {
	slices.SortStableFunc(k.sent, func(a, b errand) int { return cmp.Compare(b.weight, a.weight) })
	var lines []string
	for i := range k.sent {
		if line := k.command(&k.sent[i]); line != "" && k.fields < k.b.Commands[k.seat].Commands+staffSpare {
			lines = append(lines, line)
			k.fields++
		}
	}
	// A silent seat obeys all its directives, even those that a later order replaces.
	if k.fields == 0 && k.isObeyedInSilence() {
		lines = append(lines, "WAIT")
	}
	return lines
}

func (k *officer) command(e *errand) string {
	names, to := strings.Join(e.units, ", "), k.b.localeText(e.to)
	switch e.verb {
	case "ASSAULT":
		return k.assault(e)
	case "BOMBARD":
		return "BOMBARD " + to + " WITH " + names
	case "TAKE": // a maneuver, a move to the approach, or a march if the enemy has left by then
		return "TAKE " + to + " WITH " + names
	case "SECURE":
		return "LOCAL MARCH " + names + " TO APPROACH " + to
	case "FALL BACK":
		return "LOCAL MARCH " + names + " TO RESERVE"
	}
	return e.verb + " " + names + " TO " + to
}

// bringTogether rallies disrupted infantry in a reserve where a ready unit stays.
func (k *officer) bringTogether() []string {
	var lines []string
	for l := range k.b.Locales {
		broken := 0
		for _, o := range k.mine {
			if o.Get("state") == string(Disrupted) && o.Get("at") == k.b.Locales[l].ID {
				broken++
			}
		}
		if broken >= 2 && k.there[reserveOf(l)] > 0 {
			lines = append(lines, "RALLY ALL AT "+k.b.Locales[l].ID)
		}
	}
	return lines
}

func (k *officer) morale() int {
	me, _, _ := k.desk.Fact("sight.side", k.b.Sides[k.side].ID)
	return me.Int("morale")
}

// mobilize calls the next group as soon as it may come, if it is needed and the side can afford it. Mobilization costs
// morale, and the turn's fights may cost the rest.
func (k *officer) mobilize(p *staff.Picture, plan staff.Plan) []string {
	own, foes := 0, 0
	for i := range p.Own {
		own += p.Own[i].Weight
	}
	for i := range p.Foes {
		foes += p.Foes[i].Weight
	}
	if plan != staff.Attack && own > foes*3/2 || k.morale() <= k.b.Tables.Morale[moraleMobilize]+staffLoses {
		return nil
	}
	if group, at := k.nextArrival(0); at >= 0 {
		return []string{fmt.Sprintf("MOBILIZE GROUP %d AT %s", group, k.b.Locales[at].ID)}
	}
	return nil
}

// nextArrival returns the group that can enter the given number of rounds from now, and a locale with room for it, or
// -1.
func (k *officer) nextArrival(rounds int) (group, at int) {
	round := k.desk.Turn
	if !k.b.Options.Simultaneous {
		round = (k.desk.Turn + 1) / 2
	}
	for i := range k.b.Sides[k.side].Groups {
		g := &k.b.Sides[k.side].Groups[i]
		size := k.waiting[g.Number]
		if size == 0 {
			continue
		}
		for _, l := range k.b.entries(g, k.side) {
			if g.From <= round+rounds && !k.enemyHolds(l) && k.full[l]+size <= k.b.Locales[l].Capacity {
				return g.Number, l
			}
		}
		break
	}
	return 0, -1
}

// deeds classifies outcomes for trials.
var deeds = map[string]adjudicator.Deed{
	"unit.moved": adjudicator.Moves, "bombard.fired": adjudicator.Fires, "strength.lost": adjudicator.Fights,
	"unit.disrupted": adjudicator.Fights, "retreat.forced": adjudicator.Fights, "command.refused": adjudicator.Omits,
	"deploy.refused": adjudicator.Omits, "command.skipped": adjudicator.Omits,
	"unit.leftout": adjudicator.Omits, "unit.eliminated": adjudicator.Dies, "objective.claimed": adjudicator.Takes,
	"decision.taken": adjudicator.Charges, "artillery.ranged": adjudicator.Gathers, "units.rallied": adjudicator.Gathers,
}

// stack is the seat's knowledge of the enemy blocks at a position.
type stack struct {
	blocks  int
	broken  int
	guns    int   // guns that are not ranging
	ranging int   // guns that are ranging
	leads   []int // strengths of the possible leads, strongest first
}

// stackOf reads a sighting of a position. A face-down block counts as a possible lead.
func stackOf(o *events.Outcome) stack {
	s := stack{blocks: o.Int("blocks")}
	for each := range strings.SplitSeq(o.Get("shown"), ", ") {
		switch kind, strength, _ := strings.Cut(each, " "); kind {
		case "disrupted":
			s.broken++
		case string(Artillery):
			s.guns++
		case "ranging":
			s.ranging++
		case string(Infantry), string(Cavalry):
			s.leads = append(s.leads, events.Number(strength))
		}
	}
	for s.readyCount() < s.blocks-s.broken {
		s.leads = append(s.leads, staffBlock)
	}
	slices.SortFunc(s.leads, func(a, b int) int { return cmp.Compare(b, a) })
	return s
}

// readyCount returns how many of the blocks are fit to fight.
func (s stack) readyCount() int { return len(s.leads) + s.guns + s.ranging }

// weight returns the weight of the blocks on the staff's map.
func (s stack) weight() int {
	sum := s.guns + s.ranging
	for _, n := range s.leads {
		sum += n
	}
	return sum * staffPoint
}

// defence returns the expected strength of the defence of an approach.
func (k *officer) defence(at Position) int {
	s, width := k.foes[at], k.b.width(at.Locale, at.Toward)
	sum := min(s.guns, width)
	for _, n := range s.leads[:min(len(s.leads), width)] {
		sum += n
	}
	return sum
}

// assault orders an assault, with the supporting guns at its position, if it should succeed. An assault costs at least
// one point of strength and of morale, so a side with one point of morale left makes none.
func (k *officer) assault(e *errand) string {
	if k.morale() == 1 {
		return ""
	}
	sum, guns := k.strength(e), k.batteries(e)
	if sum+len(guns) <= k.defence(Position{e.to, e.at.Locale})+k.margin {
		return ""
	}
	for _, id := range guns { // guns that support must not range
		k.guns = slices.DeleteFunc(k.guns, func(line string) bool { return line == "RANGE "+id })
		if k.units[id].Get("ranging") == "yes" {
			k.guns = append(k.guns, "LIMBER "+id)
		}
	}
	return "ASSAULT " + k.b.localeText(e.to) + " WITH " + strings.Join(append(e.units, guns...), ", ")
}

// batteries returns the seat's guns that can support an assault, up to the room in the group. It returns none if guns
// bombard from the position.
func (k *officer) batteries(e *errand) (guns []string) {
	if slices.ContainsFunc(k.sent, func(o errand) bool { return o.at == e.at && o.verb == "BOMBARD" }) {
		return nil
	}
	most := min(k.b.width(e.at.Locale, e.to), k.b.Options.Group-len(e.units))
	for _, o := range k.mine {
		_, bound := k.bound[o.Get("unit")]
		at, _ := k.b.position(o.Get("at"))
		if at == e.at && !bound && Kind(o.Get("kind")) == Artillery && len(guns) < most {
			guns = append(guns, o.Get("unit"))
		}
	}
	return guns
}

// strength returns the strength of an assault: the strongest units up to the width of the approach, less the terrain
// penalty.
func (k *officer) strength(e *errand) int {
	var each []int
	for _, id := range e.units {
		if n := k.units[id].Int("strength"); n >= 2 {
			each = append(each, n)
		}
	}
	slices.Sort(each)
	sum := 0
	for i := 0; i < len(each) && i < k.b.width(e.at.Locale, e.to); i++ {
		sum += each[len(each)-1-i]
	}
	if k.b.obstructed(e.to, e.at.Locale) {
		return sum - 2
	}
	return sum - 1
}
