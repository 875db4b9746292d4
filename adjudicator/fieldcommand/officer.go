package fieldcommand

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

// How the staff sees the map.
const (
	staffBlock  = 2  // the strength of an enemy block that is face-down
	staffPoint  = 10 // what a point of strength weighs
	staffWorth  = 5  // what an objective is worth
	staffAlarm  = 2  // locales from where the enemy threatens an objective
	staffShaken = 3  // morale of an army that may break in one more fight
	staffOpens  = 2  // turns in which all guns that can fire do
	staffRoad   = 3  // steps that troops go in a turn by road
	staffSpare  = 2  // commands written beyond those that a seat has: refused ones cost nothing
)

// staffOrders writes the orders of a seat that nobody plays.
func staffOrders(d rules.Desk[*Battle], o adjudicator.Officer) []string {
	seat, ok := d.Battle.Seat(d.Seat).Get()
	if !ok || d.Known == nil || !d.Battle.moves(d.Battle.Commands[seat].Side, d.Turn) {
		return nil
	}
	k := &officer{b: d.Battle, seat: seat, side: d.Battle.Commands[seat].Side, desk: d.Desk,
		units: map[string]*events.Outcome{}, waiting: map[int]int{}, leads: map[int]string{}, far: d.Battle.ways(),
		foes: map[Position]stack{}, ranged: map[Position]int{}, firing: map[Position]int{},
		there: map[Position]int{}, force: map[Position][]int{}, going: map[Position]int{},
		full: make([]int, len(d.Battle.Locales)), heeded: heeded{bound: map[string]bool{}}}
	for _, g := range o.Given {
		_, text := numbered(g.Line)
		k.written = append(k.written, staffLine{g.Turn, wordsOf(text)})
	}
	p := k.picture()
	k.takeAfter(&o)
	k.shuffle(&o, p.Own)
	k.shuffle(&o, p.Foes)
	k.heed(d, o.Given)
	told := k.directed()
	for i := range p.Own {
		_, bound := k.bound[p.Own[i].ID]
		p.Own[i].Bound = p.Own[i].Bound || bound
	}
	plan, tasks := p.Tasks(&o)
	k.attacks = plan == staff.Attack
	k.send(tasks)
	lines := append(told, k.commands()...)
	for _, line := range k.guns {
		at, _ := k.b.position(k.units[wordsOf(line)[1]].Get("at"))
		if !k.underWay(line, at.Locale) {
			lines = append(lines, line)
		}
	}
	lines = append(lines, k.bringTogether()...)
	lines = append(lines, k.card(lines)...)
	if k.b.Commands[seat].Army {
		lines = append(lines, k.mobilize(p, plan)...)
	}
	return slices.Concat(k.stayNear(), lines, k.standing(o.Given))
}

// takeAfter rolls for what the seat is like in this battle: how much it dares, which ways it takes, how it uses its guns.
// Who loses by the clock dares more.
func (k *officer) takeAfter(o *adjudicator.Officer) {
	k.daring = 1 + o.Die(1, "daring/"+k.desk.Seat, 3)
	k.salvo = min(1, o.Die(1, "salvo/"+k.desk.Seat, 3)-1)
	k.beat = o.Die(1, "beat/"+k.desk.Seat, 2)
	k.fork = make([]int, len(k.b.Locales))
	for l := range k.fork {
		k.fork[l] = o.Die(1, "fork/"+k.desk.Seat+"/"+k.b.Locales[l].ID, 3) - 1
	}
	army, _, _ := k.desk.Fact("sight.side", k.b.Sides[k.side].ID)
	k.shaken = army.Int("morale") <= staffShaken
	if k.losesByClock() {
		k.margin--
	}
	switch o.Temper {
	case adjudicator.Bold:
		k.daring++
	case adjudicator.Cautious:
		k.margin, k.daring = k.margin+1, k.daring-1
	}
}

// losesByClock reports whether the enemy wins if both stand at the end.
func (k *officer) losesByClock() bool { return k.b.Clock.Winner.Is(1 - k.side) }

// shuffle lays units in an order of this battle's own: of those that are as near, or as strong, the first comes to
// mind.
func (k *officer) shuffle(o *adjudicator.Officer, units []staff.Unit) {
	rank := map[string]int{}
	for i := range units {
		rank[units[i].ID] = o.Die(1, "first/"+units[i].ID, 1000)
	}
	slices.SortStableFunc(units, func(a, b staff.Unit) int { return cmp.Compare(rank[a.ID], rank[b.ID]) })
}

// officer is one seat's staff at work.
type officer struct {
	b       *Battle
	seat    int
	side    int
	desk    adjudicator.Desk
	units   map[string]*events.Outcome // as they are known
	mine    []*events.Outcome          // those of the seat
	foes    map[Position]stack
	waiting map[int]int    // units of each group
	leads   map[int]string // seat of the first of them
	written []staffLine    // that the seat wrote
	far     [][]int        // steps between locales
	fork    []int          // which of two ways as short it takes in this battle
	sent    []errand
	guns    []string
	firing  map[Position]int   // of these, those that fire
	spoken  int                // commands that it has written for who hears it
	beat    int                // in which rounds its guns fire
	attacks bool               // it is about to attack
	shaken  bool               // the army's morale bears no assault that may fail
	salvo   int                // how many guns at a position are kept from firing
	ranged  map[Position]int   // own guns that are
	there   map[Position]int   // own blocks that can bar a way, as they will stand
	force   map[Position][]int // strengths of own foot and horse, as they stand
	going   map[Position]int   // weight of the seat's units that are to go from a locale towards another
	margin  int                // by how much an assault must promise to succeed
	daring  int                // how many more of the enemy the seat dares to face
	full    []int              // own blocks in each locale, as they will stand
	heeded
}

// staffLine is a line that the seat wrote in an earlier turn.
type staffLine struct {
	turn  int
	words []string
}

// errand is a group at one position that is sent somewhere.
type errand struct {
	at     Position
	verb   string
	to     int
	units  []string
	weight int // of the command among the others
}

// ways are the steps between all locales, over boundaries that can be crossed.
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

// picture is the map as the seat knows it: a locale is the X of a point.
func (k *officer) picture() *staff.Picture {
	p := &staff.Picture{Seat: k.desk.Seat, Turn: k.desk.Turn, Turns: k.b.Last, Reach: 1, Dear: true, Varied: true,
		Far: func(a, b board.Point) int { return k.far[a.X][b.X] }}
	for o := range k.desk.Facts("sight.unit") {
		k.units[o.Get("unit")] = o
		if o.Get("state") == string(Waiting) {
			if k.waiting[o.Int("group")]++; k.waiting[o.Int("group")] == 1 {
				k.leads[o.Int("group")] = o.Get("seat")
			}
		}
		if o.Get("seat") == k.desk.Seat {
			k.mine = append(k.mine, o)
		}
		if at, ok := k.b.position(o.Get("at")); ok && at.Locale >= 0 && o.Get("state") != string(Gone) {
			u := k.block(o, at)
			p.Own = append(p.Own, u)
			if u.Arm != staff.Guns && !u.Bound {
				k.there[at]++
				k.force[at] = append(k.force[at], o.Int("strength"))
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
				Weight: s.weight(), Worn: s.ready() == 0})
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

// objective adds a locale that is an objective: the enemy's is to be taken, one's own to be kept if he is near.
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
		s.Held, s.Safe = staff.Ours, k.safelyLeft(l)
	default:
		return
	}
	p.Places = append(p.Places, s)
}

// send turns tasks into errands: who stands together and goes the same way goes as one. The strongest are thought of
// first, so that who stays behind to guard where they stand is the weakest, and guns last: they go with the others.
func (k *officer) send(tasks []staff.Task) {
	rank := func(t *staff.Task) int {
		if t.Unit.Arm == staff.Guns {
			return -1
		}
		return 2*t.Unit.Weight - int(t.Unit.Arm)
	}
	slices.SortStableFunc(tasks, func(a, b staff.Task) int { return cmp.Compare(rank(&b), rank(&a)) })
	for i := range tasks {
		if t := &tasks[i]; !t.Unit.Bound && t.Unit.Arm != staff.Guns {
			at, _ := k.b.position(k.units[t.Unit.ID].Get("at"))
			goal, _ := goalOf(t)
			k.going[Position{at.Locale, k.next(at.Locale, goal)}] += t.Unit.Weight
		}
	}
	for i := range tasks {
		t := &tasks[i]
		at, _ := k.b.position(k.units[t.Unit.ID].Get("at"))
		if k.bound[t.Unit.ID] {
			k.goOn(t, at, at.Locale, 2)
		}
		if !t.Unit.Bound {
			goal, weight := goalOf(t)
			k.goOn(t, at, goal, weight)
		}
	}
}

// goalOf is the locale that a task leads to, and how much it matters.
func goalOf(t *staff.Task) (goal, weight int) {
	switch t.Do {
	case staff.Strike:
		return t.Foe.At.X, 3
	case staff.Take:
		return t.Place.At.X, 4
	case staff.Keep:
		return t.Place.At.X, 2
	case staff.Follow:
		return t.Friend.At.X, 1
	}
	return t.Unit.At.X, 1
}

// goOn is the next that a unit does on its way.
func (k *officer) goOn(t *staff.Task, at Position, goal, weight int) {
	switch refuge := k.refuge(at.Locale); {
	case t.Unit.Arm == staff.Guns && k.serve(t, at):
		return
	case t.Unit.Arm != staff.Guns && !k.bound[t.Unit.ID] && refuge >= 0 && k.hopeless(at.Locale):
		k.marchOff(t, at, refuge, 6)
		return
	case goal == at.Locale:
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
	if facing := (Position{at.Locale, next}); at.Reserve() && k.crammed(facing) && k.faced(facing) {
		if next = k.flank(at.Locale, next); next < 0 {
			k.stand(t, at)
			return
		}
		goal = next
	}
	if guns := t.Unit.Arm == staff.Guns; guns && k.close(next) && !k.safe(next) ||
		!guns && (k.needed(at, next) || k.alone(at.Locale, next)) {
		k.stand(t, at)
		return
	}
	k.goTo(t, at, next, goal, weight)
}

// goTo has a unit do what brings it into a neighbouring locale.
func (k *officer) goTo(t *staff.Task, at Position, next, goal, weight int) {
	facing := Position{at.Locale, next}
	switch held, open := k.held(next), k.foes[Position{next, at.Locale}].blocks == 0; {
	case held && t.Unit.Arm == staff.Guns:
	case held && at == facing && open:
		k.add(at, "ADVANCE", next, t.Unit.ID, weight+2)
	case held && at == facing:
		k.add(at, "ASSAULT", next, t.Unit.ID, weight+1)
	case held && at.Reserve():
		if open {
			weight += 2
		}
		k.there[at]--
		k.there[facing]++
		k.add(at, "TAKE", next, t.Unit.ID, weight)
	case held: // on another approach
		k.fallBack(t, at, weight)
	case !at.Reserve() && k.far2(at.Locale, next, goal) != next:
		k.fallBack(t, at, weight)
	default:
		to := k.far2(at.Locale, next, goal)
		if k.full[to] >= k.b.Locales[to].Capacity {
			to = next
		}
		k.marchOff(t, at, to, weight)
	}
}

// marchOff sends a unit into a locale that the enemy does not hold.
func (k *officer) marchOff(t *staff.Task, at Position, to, weight int) {
	if t.Unit.Arm != staff.Guns {
		k.there[at]--
	}
	k.full[at.Locale]--
	k.full[to]++
	k.add(at, "MARCH", to, t.Unit.ID, weight)
}

// fallBack takes a unit from its approach.
func (k *officer) fallBack(t *staff.Task, at Position, weight int) {
	if t.Unit.Arm != staff.Guns {
		k.there[at]--
		k.there[reserveOf(at.Locale)]++
	}
	k.add(at, "FALL BACK", -1, t.Unit.ID, weight)
}

// held reports whether the enemy is known to stand in a locale.
func (k *officer) held(l int) bool {
	return slices.ContainsFunc(k.b.spots, func(at Position) bool { return at.Locale == l && k.foes[at].blocks > 0 })
}

// next is the neighbour by which the way to a locale is shortest, over roads where two are as short.
func (k *officer) next(from, goal int) int {
	best, least := from, 0
	for _, n := range k.b.near[from] {
		if !k.b.passable(from, n) {
			continue
		}
		way := 4*k.far[n][goal] + k.fork[n]
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

// crowded reports whether there is no room in a locale that the enemy does not hold.
func (k *officer) crowded(l int) bool { return !k.held(l) && k.full[l] >= k.b.Locales[l].Capacity }

// roundAbout is the neighbour with room from which it is nearest to a locale, and nearer than from here; here if there
// is none.
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

// far2 is a locale farther on, if a road leads there and nobody of the enemy is near.
func (k *officer) far2(from, next, goal int) int {
	if next == goal || k.close(next) {
		return next
	}
	on := k.next(next, goal)
	if on == from || k.held(on) || len(k.b.boundary(from, next).Roads) == 0 || len(k.b.boundary(next, on).Roads) == 0 {
		return next
	}
	return on
}

// close reports whether the enemy stands in a neighbouring locale.
func (k *officer) close(l int) bool { return k.threat(l) >= 0 }

// threat is the neighbouring locale in which the enemy is strongest, -1: there is none.
func (k *officer) threat(l int) int {
	worst, most := -1, 0
	for _, n := range k.b.near[l] {
		if sum := k.strong(n); k.b.passable(l, n) && sum > most {
			worst, most = n, sum
		}
	}
	return worst
}

// strong is how many of the enemy's blocks are known to be in a locale and fit to fight.
func (k *officer) strong(l int) int {
	sum := 0
	for _, at := range k.b.spots {
		if at.Locale == l {
			sum += k.foes[at].ready()
		}
	}
	return sum
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

// commands are the errands as field commands, the weightiest first, as many as the seat has.
func (k *officer) commands() []string {
	slices.SortStableFunc(k.sent, func(a, b errand) int { return cmp.Compare(b.weight, a.weight) })
	var lines []string
	for i := range k.sent {
		e := &k.sent[i]
		e.units = slices.DeleteFunc(e.units, func(unit string) bool {
			return k.underWay(k.plain(&errand{verb: e.verb, to: e.to, units: []string{unit}}), e.at.Locale)
		})
		if line := k.command(e); line != "" && k.fields < k.b.Commands[k.seat].Commands+staffSpare {
			lines = append(lines, line)
			k.fields++
			if k.hears(e.at.Locale) {
				k.spoken++
			}
			k.unlimber(e)
		}
	}
	if k.fields == 0 && k.heard() { // who is silent does all that they were told, even what a later order replaces
		lines = append(lines, "WAIT")
	}
	return lines
}

func (k *officer) command(e *errand) string {
	switch {
	case len(e.units) == 0:
		return ""
	case e.verb == "ASSAULT":
		return k.assault(e)
	}
	return k.plain(e)
}

// plain is an errand as it is written.
func (k *officer) plain(e *errand) string {
	names, to := strings.Join(e.units, ", "), k.b.localeText(e.to)
	switch e.verb {
	case "BOMBARD", "ASSAULT", "TAKE": // TAKE is a maneuver, the way to the approach, or a march if he is gone by then
		return e.verb + " " + to + " WITH " + names
	case "SECURE":
		return "LOCAL MARCH " + names + " TO APPROACH " + to
	case "FALL BACK":
		return "LOCAL MARCH " + names + " TO RESERVE"
	}
	return e.verb + " " + names + " TO " + to
}

// bringTogether brings disrupted infantry together again that lies in one reserve, where somebody stays who is ready.
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

// deeds are what a trial counts.
var deeds = map[string]adjudicator.Deed{
	"unit.moved": adjudicator.Moves, "bombard.fired": adjudicator.Fires, "strength.lost": adjudicator.Fights,
	"unit.disrupted": adjudicator.Fights, "retreat.forced": adjudicator.Fights, "command.refused": adjudicator.Omits,
	"deploy.refused": adjudicator.Omits, "command.skipped": adjudicator.Omits,
	"unit.leftout": adjudicator.Omits, "unit.eliminated": adjudicator.Dies, "objective.claimed": adjudicator.Takes,
	"decision.taken": adjudicator.Charges, "artillery.ranged": adjudicator.Gathers, "units.rallied": adjudicator.Gathers,
}
