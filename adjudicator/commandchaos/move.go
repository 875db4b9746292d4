package commandchaos

import (
	"cmp"
	"slices"

	"galloper/adjudicator/board"
)

// zonePlan is a side's order of zones for the movement phase, fixed at its first use.
type zonePlan struct {
	known bool
	order []int // from the west
	named int   // number of zones that the seat named
	wait  map[int][]Cond
	pass  map[int]bool
}

// moveZones has the sides move alternately, one zone at a time (§M1, §M2).
func (p *play) moveZones() {
	first, choice := p.goesFirst("initiative")
	p.Emit("movement.order", "first", p.sideID(first), "second", p.sideID(1-first), "choice", choice)
	side, step := first, 1
	for p.hasOpenZone(0) || p.hasOpenZone(1) {
		if p.hasOpenZone(side) {
			p.activate(side, step)
			step++
		}
		side = 1 - side
	}
}

// goesFirst returns the side that begins. The first player decides by INITIATIVE or CARDS (§M1, §B1).
func (p *play) goesFirst(slot string) (side int, choice string) {
	if c := p.ofSide(slot, p.s.First.Must()); c != nil && c.Second {
		return 1 - p.s.First.Must(), "second"
	}
	return p.s.First.Must(), "first"
}

// hasOpenZone reports whether the side has a zone with a unit that has not been dealt with (§M2).
func (p *play) hasOpenZone(side int) bool { return p.openZone(side, -1) }

// openZone is open for one zone, or for any zone if it is -1.
func (p *play) openZone(side, zone int) bool {
	for u := range p.s.Units {
		if m := &p.s.Units[u]; p.b.Units[u].Side == side && m.field() && !m.Dealt && (zone < 0 || p.s.zone(u) == zone) {
			return true
		}
	}
	return false
}

// zonesOf returns the side's list: its ZONES, then the others in the order centre, left, right, left-wing, right-wing
// (§M3).
func (p *play) zonesOf(side int) *zonePlan {
	z := &p.zones[side]
	if z.known {
		return z
	}
	*z = zonePlan{known: true, wait: map[int][]Cond{}, pass: map[int]bool{}}
	if c := p.ofSide("zones", side); c != nil {
		z.order, z.named = slices.Clone(c.Zones), len(c.Zones)
	}
	for _, name := range []string{"centre", "left", "right", "left-wing", "right-wing"} {
		if n := p.b.zoneNamed(side, name); !slices.Contains(z.order, n) {
			z.order = append(z.order, n)
		}
	}
	for i := range p.choices {
		c := &p.choices[i]
		switch {
		case c.side != side:
		case c.Verb == Wait:
			z.wait[c.Zones[0]] = c.Order.Conds
		case c.Verb == Pass:
			for _, n := range c.Zones {
				z.pass[n] = true
			}
		}
	}
	return z
}

// activate activates the side's next zone: the first open one on its list that need not wait, or the first open one if
// all must wait (§M3).
func (p *play) activate(side, step int) {
	z := p.zonesOf(side)
	zone, plan := -1, ""
	for i, n := range z.order {
		if !p.openZone(side, n) {
			continue
		}
		if zone < 0 {
			zone, plan = n, "forced"
		}
		if conds, waits := z.wait[n]; waits && !p.s.allTrue(conds, side, n) {
			continue
		}
		zone, plan = n, "default"
		if i < z.named {
			plan = "plan"
		}
		break
	}
	units := p.queue(side, zone)
	ref := p.Emit("zone.active", "side", p.sideID(side), "zone", p.b.zoneName(side, zone), "step", step,
		"plan", plan, "pass", z.pass[zone])
	if z.pass[zone] {
		return
	}
	p.Cause = ref
	(&zoneMove{play: p, side: side, pending: units}).run()
}

// queue returns the units of a zone that have not been dealt with, in the order of their moves: those with a move order
// of this turn, then those with a directive, as written; then the others by columns from the side's left, front to rear
// (§M4).
func (p *play) queue(side, zone int) []int {
	var list []int
	open := func(u int) bool {
		m := &p.s.Units[u]
		return u >= 0 && m.field() && !m.Dealt && p.b.Units[u].Side == side && p.s.zone(u) == zone &&
			!slices.Contains(list, u)
	}
	for _, taken := range []bool{false, true} {
		for i := range p.choices {
			if c := &p.choices[i]; c.taken == taken && c.unit.Some() && slots[c.Verb] == "move" && open(c.unit.Must()) {
				list = append(list, c.unit.Must())
			}
		}
	}
	var rest []int
	for u := range p.s.Units {
		if open(u) {
			rest = append(rest, u)
		}
	}
	p.s.sortBoard(side, rest)
	slices.SortStableFunc(rest, func(u, v int) int {
		a, b := p.s.Units[u].At, p.s.Units[v].At
		if a.Col != b.Col {
			return 0
		}
		return p.b.rank(side, b) - p.b.rank(side, a)
	})
	return append(list, rest...)
}

// zoneMove is an active zone while its units move.
type zoneMove struct {
	*play
	side    int
	pending []int // still to be taken, in order
}

// run moves the units. If a friendly line unit that has not moved yet blocks a line unit, the latter is put back as
// long as others can move (§M4).
func (z *zoneMove) run() {
	for more := true; more; {
		more = false
		for _, u := range slices.Clone(z.pending) {
			if slices.Contains(z.pending, u) && !z.putBack(u) {
				z.take(u)
				more = true
			}
		}
	}
	for len(z.pending) > 0 {
		z.take(z.pending[0])
	}
}

// done removes a unit from the pending list, and reports whether it was there.
func (z *zoneMove) done(u int) bool {
	i := slices.Index(z.pending, u)
	if i >= 0 {
		z.pending = slices.Delete(slices.Clone(z.pending), i, i+1)
	}
	return i >= 0
}

// putBack reports whether a friend that has not moved yet would block the unit.
func (z *zoneMove) putBack(u int) bool {
	a := z.action(u)
	if !z.b.Units[u].line() || a.verb == Hold || len(z.s.Units[u].Engaged) > 0 {
		return false
	}
	m := z.plan(u, a)
	if m.stopped != "friend" {
		return false
	}
	blocker := z.s.lineAt(m.next)
	return blocker >= 0 && blocker != u && slices.Contains(z.pending, blocker)
}

// action is a unit's action in the movement phase.
type action struct {
	verb    Verb
	order   *Order // as written; never nil
	ordered bool   // by an order of this turn or a directive
	cause   string
}

// action returns the unit's action by its orders or its posture (§D1, §D3).
func (p *play) action(u int) action {
	a := action{verb: Hold, order: newOrder(Hold)}
	if c, from := p.ofUnit("move", u); c != nil {
		a = action{c.Verb, c.Order, from == fromOrder, c.cause}
		if a.verb == Charge && (p.s.Units[u].Charged || p.s.Units[u].Stamina == 0) {
			a.verb = Advance
			a.order = toContact(c.Order)
		}
		return a
	}
	posture := p.b.Units[u].Posture
	if !p.b.Units[u].line() && posture != PostureHold {
		posture = PostureAdvance
	}
	switch posture {
	case PostureAdvance:
		a.verb = Advance
	case PostureCharge:
		a.verb = Charge
		if p.s.Units[u].Charged || p.s.Units[u].Stamina == 0 {
			a.verb, a.order = Advance, toContact(newOrder(Advance))
		}
	case PostureFlank:
		a.verb = Flank
		if _, reason := p.flankTarget(u, a.order); reason != "" {
			a.verb = Advance
		}
	}
	return a
}

// toContact returns the order ADVANCE TO CONTACT, with the same lights as the given order.
func toContact(o *Order) *Order {
	c := newOrder(Advance)
	c.Contact, c.With = true, o.With
	return c
}

// take carries out a unit's action. An engaged unit does not move (§M11, §D3).
func (z *zoneMove) take(u int) {
	if !z.done(u) {
		return
	}
	a := z.action(u)
	defer z.Follow(z.Follow(cmp.Or(a.cause, z.Cause)))
	switch {
	case a.verb == Hold:
	case len(z.s.Units[u].Engaged) > 0:
		if a.ordered {
			z.EmitBy("M11", "move.blocked", "unit", z.id(u), "order", lower(a.verb), "reason", "engaged")
		}
	case a.verb == Flank:
		z.flank(u, a)
	case a.verb == Charge:
		z.charge(u, a)
	default:
		z.carryOut(u, a, z.plan(u, a))
	}
}

func lower(v Verb) string {
	return map[Verb]string{Advance: "advance", Back: "back", Charge: "charge", Flank: "flank"}[v]
}

// march is the extent of a unit's move, and the obstacle that stops it.
type march struct {
	to      board.Space
	next    board.Space // the next space after `to`
	stopped string      // `-` if it goes the whole distance
	steps   int
	drives  bool // it enters a space with enemy lights, at `to`
}

// allowance returns a unit's movement allowance under an order, and whether enemy lights stop it (section f, §M5, §M6,
// §M7, §M8).
func (p *play) allowance(u int, a action) (n int, lightsStop bool) {
	kind := p.b.Units[u].Kind
	far := p.b.Board.Rows
	n = map[Kind]int{Heavy: 1, Light: 2, Cavalry: far}[kind]
	plain := a.order.N == 0 && a.order.Space == offBoard
	if kind == Cavalry && plain {
		ahead := p.s.enemyAhead(u, far, false)
		switch {
		case a.verb == Back, !ahead && !(a.order.Contact && a.order.With.Some()):
			n = 1
		case a.verb == Advance:
			lightsStop = true
		}
	}
	lightsStop = lightsStop || kind == Heavy && a.order.Contact || kind == Cavalry && a.verb == Advance && plain
	if a.order.With.Some() && kind == Cavalry {
		n = min(n, 2)
	}
	if a.order.N > 0 {
		n = min(n, a.order.N)
	}
	if s := a.order.Space; s != offBoard {
		if s.Col != p.s.Units[u].At.Col {
			return 0, lightsStop
		}
		side := p.b.Units[u].Side
		way := p.b.rank(side, s) - p.b.rank(side, p.s.Units[u].At)
		if a.verb == Back {
			way = -way
		}
		n = min(n, max(way, 0)) // a unit at or past the ordered space does not move
	}
	return n, lightsStop
}

// plan returns the move that the unit would make now (§M9, §M10).
func (p *play) plan(u int, a action) march {
	if a.verb == Flank {
		return p.flankMarch(u, a.order)
	}
	way := p.b.frontDirection(p.b.Units[u].Side)
	if a.verb == Back {
		way = way.Turned(2)
	}
	n, lightsStop := p.allowance(u, a)
	return p.stride(u, way, n, lightsStop)
}

// stride moves up to n spaces in a direction (§M6, §M9, §M10).
func (p *play) stride(u int, way board.Heading, n int, lightsStop bool) march {
	at := p.s.Units[u].At
	m := march{to: at, next: at.Next(way, 1), stopped: "-"}
	for i := 1; i <= n; i++ {
		next := at.Next(way, i)
		what := p.obstacle(u, next, lightsStop)
		if what == "through" {
			continue // a light passes another light, but does not end there
		}
		if what != "" && what != "lights" {
			break
		}
		m.to, m.steps, m.next = next, i, next.Next(way, 1)
		if what == "lights" {
			m.drives = true
			break
		}
	}
	switch {
	case m.steps == n:
	case m.drives:
		m.stopped = "lights"
	default:
		if m.stopped = p.obstacle(u, m.next, lightsStop); m.stopped == "through" {
			m.stopped = "friend"
		}
	}
	return m
}

// obstacle returns the obstacle in a space: `edge`, `impassable`, `enemy` or `friend`; `lights` that the unit drives
// away; `through` for a friendly light that a light may pass; or "" if the unit may enter (§M6, §M9, §M10).
func (p *play) obstacle(u int, at board.Space, lightsStop bool) string {
	side, line := p.b.Units[u].Side, p.b.Units[u].line()
	switch {
	case !p.b.Board.Has(at):
		return "edge"
	case !p.b.passable(at):
		return "impassable"
	}
	if v := p.s.lineAt(at); v >= 0 && v != u {
		if p.b.Units[v].Side != side {
			return "enemy"
		}
		if line {
			return "friend"
		}
	}
	lights := p.s.lightsAt(at)
	switch {
	case len(lights) == 0:
		return ""
	case p.b.Units[lights[0]].Side != side && (!line || lightsStop):
		return "enemy"
	case p.b.Units[lights[0]].Side != side:
		return "lights"
	case !line:
		return "through"
	}
	return ""
}

func (p *play) clauseOf(u int, how string) string {
	if how == "flank" {
		return "F3"
	}
	return map[Kind]string{Heavy: "M5", Light: "M6", Cavalry: "M7"}[p.b.Units[u].Kind]
}

// carryOut moves the unit as far as it can go. A unit that cannot move at all is blocked (§M8, §M9, §D2).
func (z *zoneMove) carryOut(u int, a action, m march) {
	how := lower(a.verb)
	if m.steps == 0 {
		reason := m.stopped
		if reason == "-" {
			return
		}
		z.EmitBy("M9", "move.blocked", "unit", z.id(u), "order", how, "reason", reason)
		return
	}
	from := z.s.Units[u].At
	light, with := a.order.With.Get()
	along := with && z.s.mixed(u) && z.s.Units[light].field() && z.s.Units[light].At == from &&
		slices.Contains(z.pending, light)
	if m.drives {
		z.driveLights(u, m.to, from)
	}
	z.relocate(u, from, m, how, z.clauseOf(u, how))
	if along {
		z.done(light)
		z.relocate(light, from, m, how, "M8")
	}
}

// relocate emits a move, and detaches a lieutenant whose unit leaves their zone.
func (p *play) relocate(u int, from board.Space, m march, how, clause string) {
	p.EmitBy(clause, "unit.moved", "unit", p.id(u), "from", from.String(), "to", m.to.String(), "how", how, "stopped",
		m.stopped)
	p.leaveBehind(u)
}

// leaveBehind detaches the lieutenants of a unit that has left their zone (§O4).
func (p *play) leaveBehind(u int) {
	for i := range p.s.Officers {
		if o := &p.s.Officers[i]; o.Unit.Is(u) && !o.Dead && o.Zone != p.s.zone(u) {
			p.Emit("officer.detached", "officer", p.b.Leaders[i].ID, "unit", p.id(u))
		}
	}
}

// aim is the destination of a flanking movement.
type aim struct {
	target int
	space  board.Space // the flank space; for cavalry also the space behind the target
}

// flankTarget returns the unit's flanking target, or the reason why it has no target (§F1, §F5).
func (p *play) flankTarget(u int, o *Order) (aim, string) {
	if p.s.enemyInColumn(u) {
		return aim{}, "enemy-in-column"
	}
	if p.b.Units[u].Kind == Cavalry {
		return p.cavalryTarget(u, o)
	}
	return p.infantryTarget(u, o)
}

// infantryTarget returns the enemy heavy infantry in a neighbouring column that is the fewest rows away, then on the
// left, then nearer to the flanker's own edge (§F1, §F2).
func (p *play) infantryTarget(u int, o *Order) (aim, string) {
	side, at := p.b.Units[u].Side, p.s.Units[u].At
	best, key := -1, 0
	for v := range p.s.Units {
		e := &p.s.Units[v]
		if !e.field() || p.b.Units[v].Side == side || p.b.Units[v].Kind != Heavy || zoneDistance(e.At.Col, at.Col) != 1 {
			continue
		}
		toward := p.toward(side, at, e.At)
		if o.Toward != 0 && o.Toward != toward || o.Enemy.Some() && !o.Enemy.Is(v) {
			continue
		}
		k := (zoneDistance(e.At.Row, at.Row)*2+(toward+1)/2)*16 + p.b.rank(side, e.At)
		if best < 0 || k < key {
			best, key = v, k
		}
	}
	if best < 0 {
		return aim{}, "no-target"
	}
	return aim{best, board.Space{Col: at.Col, Row: p.s.Units[best].At.Row}}, ""
}

// toward returns -1 if a space is to the side's left of another, else 1.
func (p *play) toward(side int, from, to board.Space) int {
	if p.b.file(side, to) < p.b.file(side, from) {
		return -1
	}
	return 1
}

// cavalryTarget returns the closest valid target to the left or right (§F5, §F6).
func (p *play) cavalryTarget(u int, o *Order) (aim, string) {
	side, at := p.b.Units[u].Side, p.s.Units[u].At
	best, key := aim{target: -1}, 0
	reason := "no-target"
	for _, toward := range []int{-1, 1} {
		if o.Toward != 0 && o.Toward != toward {
			continue
		}
		targets, cavalry := p.wing(u, toward)
		if cavalry && reason == "no-target" {
			reason = "cavalry-in-way"
		}
		for _, v := range targets {
			reason = "no-room"
			flank := p.s.Units[v].At
			flank.Col -= toward * -p.b.leftOf(side)
			end, ok := p.cavalryEnd(u, v, flank, o)
			if !ok {
				continue
			}
			named := 1
			if o.Enemy.Is(v) {
				named = 0
			}
			k := (((zoneDistance(flank.Col, at.Col)+zoneDistance(flank.Row, at.Row))*2+named)*2+(toward+1)/2)*16 + p.b.rank(side,
				p.s.Units[v].At)
			if best.target < 0 || k < key {
				best, key = aim{v, end}, k
			}
		}
	}
	if best.target < 0 {
		return best, reason
	}
	return best, ""
}

// wing examines the nearest column with enemies in one direction. Its heavy infantry are targets, unless it also has
// enemy cavalry (§F5).
func (p *play) wing(u, toward int) (targets []int, cavalry bool) {
	step := toward * -p.b.leftOf(p.b.Units[u].Side)
	for col := p.s.Units[u].At.Col + step; col >= 0 && col < p.b.Board.Columns; col += step {
		any := false
		for v := range p.s.Units {
			if e := &p.s.Units[v]; e.field() && e.At.Col == col && p.b.Units[v].Side != p.b.Units[u].Side {
				any = true
				cavalry = cavalry || p.b.Units[v].Kind == Cavalry
				if p.b.Units[v].Kind == Heavy {
					targets = append(targets, v)
				}
			}
		}
		if any || !p.b.Options.Sweep {
			break
		}
	}
	if cavalry {
		return nil, true
	}
	return targets, false
}

// cavalryEnd returns the space where flanking cavalry ends: behind the target if a friend already faces its flank, else
// the flank space. ok is false if that space is not free (§F6, §F7).
func (p *play) cavalryEnd(u, target int, flank board.Space, o *Order) (end board.Space, ok bool) {
	if behind := p.s.spaceBehind(target); !o.Beside && p.free(u, behind) && p.flankedBy(u, target) {
		return behind, true
	}
	return flank, p.free(u, flank)
}

// free reports whether a flanker may end in a space (§F5, §M12).
func (p *play) free(u int, at board.Space) bool {
	if !p.b.passable(at) || p.b.isRough(at) {
		return false
	}
	if v := p.s.lineAt(at); v >= 0 && v != u {
		return false
	}
	return !p.s.isHeldBy(at, 1-p.b.Units[u].Side)
}

// flankedBy reports whether a friend of the flanker is beside the target and faces its flank (§F7).
func (p *play) flankedBy(u, target int) bool {
	return slices.ContainsFunc(p.s.boardOrder(p.b.Units[u].Side), func(v int) bool {
		at := p.s.Units[v].At
		return v != u && p.b.Units[v].line() && p.b.Units[v].Side == p.b.Units[u].Side &&
			p.s.front(v) == p.s.Units[target].At &&
			at != p.s.front(target) && at != p.s.spaceBehind(target)
	})
}

// flankMarch returns a flanking move. Infantry goes one space towards its target's row, cavalry all the way (§F3, §F6).
func (p *play) flankMarch(u int, o *Order) march {
	at := p.s.Units[u].At
	a, reason := p.flankTarget(u, o)
	if reason != "" {
		return march{to: at, next: at, stopped: "-"}
	}
	if p.b.Units[u].Kind == Cavalry {
		return march{to: a.space, next: a.space, stopped: "-",
			steps: zoneDistance(a.space.Col, at.Col) + zoneDistance(a.space.Row, at.Row)}
	}
	way := board.HeadNorth
	if a.space.Row < at.Row {
		way = board.HeadSouth
	}
	return p.stride(u, way, min(zoneDistance(a.space.Row, at.Row), 1), false)
}

// flank carries out a flanking movement. A unit that reaches the target's flank or rear turns to face it (§F3, §F7).
func (z *zoneMove) flank(u int, a action) {
	goal, reason := z.flankTarget(u, a.order)
	if reason != "" {
		clause := map[bool]string{true: "F5", false: "F1"}[z.b.Units[u].Kind == Cavalry]
		z.EmitBy(clause, "move.blocked", "unit", z.id(u), "order", "flank", "reason", reason)
		return
	}
	z.carryOut(u, a, z.flankMarch(u, a.order))
	if z.s.Units[u].At != goal.space {
		return
	}
	clause := map[bool]string{true: "F7", false: "F3"}[z.b.Units[u].Kind == Cavalry]
	z.EmitBy(clause, "flank.made", "unit", z.id(u), "target", z.id(goal.target), "at", goal.space.String(), "angle",
		z.angle(u, goal.target))
}
