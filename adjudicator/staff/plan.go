package staff

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
)

// Plan is the general plan of a seat.
type Plan uint8

// The plans.
const (
	Attack Plan = iota
	Hold
	Delay
)

// Do is the action of a task.
type Do uint8

// The actions.
const (
	Stand    Do = iota // stay in place, facing the nearest enemy
	Strike             // attack an enemy
	Take               // occupy a place that is not ours
	Keep               // hold a place of ours
	Follow             // follow a friend at a distance, as the reserve
	FallBack           // retreat from the nearest enemy
	Shoot              // fire at an enemy without moving
)

// Task is the task of one unit of the seat.
type Task struct {
	Unit   *Unit
	Do     Do
	Foe    *Unit  // Strike, Shoot: the target; else the nearest known enemy or nil
	Far    int    // distance to it
	Place  *Place // Take, Keep
	Friend *Unit  // Follow
	// Beside is the unit's place in a line of units sent to the same point: that many places to the right of the first
	// unit, or to the left if negative. Each unit joins on its own side of the first.
	Beside int
}

// Abreast returns the destination of a unit sent to a point: its own place in the line, with the gap between
// neighbours.
func (t *Task) Abreast(to board.Point, gap int) board.Point {
	switch way := t.Unit.At.Bearing(to, 0); {
	case t.Beside > 0:
		return to.Step(t.Beside*gap, (way+90)%360)
	case t.Beside < 0:
		return to.Step(-t.Beside*gap, (way+270)%360)
	}
	return to
}

// Middle returns the mean position of the units with the tasks. There must be at least one task.
func Middle(tasks []Task) board.Point {
	var x, y int
	for i := range tasks {
		x, y = x+tasks[i].Unit.At.X/len(tasks), y+tasks[i].Unit.At.Y/len(tasks)
	}
	return board.Point{X: x, Y: y}
}

// boldness holds the values of each temper. odds is the strength that an attack needs, and load the strength that is
// enough for an aim, both in per cent of the enemy's. reserve is the least number of units for a reserve.
var boldness = [...]struct{ odds, load, reserve int }{
	adjudicator.Steady:   {85, 130, 4},
	adjudicator.Bold:     {60, 110, 6},
	adjudicator.Cautious: {115, 160, 3},
}

// Plan chooses the seat's plan by known strength, lead, time left, temper, and a die that is rolled once for the
// battle.
func (p *Picture) Plan(o *adjudicator.Officer) Plan {
	luck := 2*o.Die(1, "plan/"+p.Seat, 11) - 12
	if p.Varied {
		luck *= 2
	}
	need := boldness[o.Temper].odds + luck
	switch lead := p.lead(); {
	case lead > 0:
		need += 40
	case lead < 0:
		need -= 25
	}
	if p.late() && p.lead() <= 0 {
		need -= 30
	}
	odds := weightOf(p.Own) * 100 / max(weightOf(p.Foes), 1)
	switch {
	case odds >= need:
		return Attack
	case odds*2 >= need:
		return Hold
	}
	return Delay
}

// late reports whether the second half of the battle has begun.
func (p *Picture) late() bool { return p.Turns > 0 && p.Turn*2 > p.Turns }

// mind is the state of one officer's decisions on one picture.
type mind struct {
	*Picture
	officer *adjudicator.Officer
	plan    Plan
	load    int
	free    []bool // own units without a task
	tasks   []Task // by own unit

	marches []march // to places and enemies, in order of decision
	sent    []*Unit
}

// march is a unit sent to a point.
type march struct {
	unit *Unit
	to   board.Point
}

// Tasks gives each unit of the seat a task, in the order of Own. It also plans for the other seats' units, so that two
// seats with the same picture do not send all units to one place.
func (p *Picture) Tasks(o *adjudicator.Officer) (Plan, []Task) {
	m := &mind{Picture: p, officer: o, plan: p.Plan(o), load: boldness[o.Temper].load,
		free: make([]bool, len(p.Own)), tasks: make([]Task, len(p.Own))}
	for i := range p.Own {
		u := &p.Own[i]
		m.free[i], m.tasks[i] = true, Task{Unit: u}
		m.tasks[i].Foe, m.tasks[i].Far = p.nearest(u.At, p.Foes)
	}
	m.spare()
	m.shoot()
	m.guard()
	m.keepBack(boldness[o.Temper].reserve)
	m.meetThreats()
	m.succour()
	if m.plan == Attack {
		m.goForward()
	}
	m.trail()
	var mine []Task
	for i := range m.tasks {
		if p.Own[i].Mine {
			mine = append(mine, m.tasks[i])
		}
	}
	return m.plan, mine
}

func (m *mind) give(i int, do Do) *Task {
	m.free[i] = false
	m.tasks[i].Do = do
	return &m.tasks[i]
}

// spare leaves units in a fight in place and withdraws worn ones.
func (m *mind) spare() {
	for i := range m.Own {
		u, t := &m.Own[i], &m.tasks[i]
		switch near := t.Foe != nil && t.Far <= 2*m.Reach; {
		case u.Bound:
			m.give(i, Stand)
			if u.Fights && t.Foe != nil {
				m.marches = append(m.marches, march{u, t.Foe.At})
			}
		case u.Worn && near:
			m.give(i, FallBack)
		case u.Worn:
			m.give(i, Stand)
		case m.plan == Delay && near && u.Arm != Guns && m.outnumbered(u):
			m.give(i, FallBack)
		}
	}
}

func (m *mind) outnumbered(u *Unit) bool {
	return m.weightNear(u.At, 3*m.Reach, m.Foes)*2 > m.weightNear(u.At, 3*m.Reach, m.Own)*3
}

// shoot makes guns fire if an enemy is in range, and also skirmishers unless the plan is to attack.
func (m *mind) shoot() {
	for i := range m.Own {
		u, t := &m.Own[i], &m.tasks[i]
		if m.free[i] && t.Foe != nil && t.Far <= u.Range && (u.Arm == Guns || u.Arm == Light && m.plan != Attack) {
			m.give(i, Shoot)
		}
	}
}

// guard assigns units to each place that is ours and near the enemy: enough to match the enemy's strength nearby, but
// at least one and no more than there is room for. If the plan is to attack, it assigns only one. The order of the
// places does not matter. If no enemy is near, only units already there stay.
func (m *mind) guard() {
	var posts []post
	for i := range m.Places {
		if m.Places[i].Held == Ours {
			posts = append(posts, m.post(i))
		}
	}
	for {
		var best *post
		unit, least := -1, 0
		for i := range posts {
			u, far := m.nearestFree(posts[i].place)
			if posts[i].wants(m, far) && u >= 0 && (unit < 0 || m.sooner(&posts[i], best, far, least)) {
				best, unit, least = &posts[i], u, far
			}
		}
		if unit < 0 {
			return
		}
		t := m.give(unit, Keep)
		t.Place = &m.Places[best.place]
		t.Beside = m.file(&m.Own[unit], t.Place.At)
		best.have, best.units = best.have+m.Own[unit].Weight, best.units+1
	}
}

// post is a place of ours with its guards.
type post struct {
	place, threat, have, units int
}

// sooner reports whether a post is served before another, given the distances of their nearest units: the nearer one
// first, or, if places are dear, the one with the smaller share of its need.
func (m *mind) sooner(p, than *post, far, least int) bool {
	if have, other := p.have*than.threat, than.have*p.threat; m.Dear && have != other {
		return have < other
	}
	return far < least
}

// post returns the post of a place, with the units that fight there already.
func (m *mind) post(place int) post {
	at := m.Places[place].At
	p := post{place: place, threat: m.weightNear(at, 4*m.Reach, m.Foes)}
	if m.Loose {
		p.threat = m.weightNear(at, 2*m.Reach, m.Foes)
	}
	if m.Dear { // the enemy's strength one turn away, and half of the strength two turns away
		p.threat = (m.weightNear(at, m.Reach, m.Foes) + m.weightNear(at, 2*m.Reach, m.Foes)) / 2
	}
	for i := range m.Own {
		if u := &m.Own[i]; u.Bound && u.Arm != Guns && m.Far(u.At, at) <= m.Reach/2 {
			p.have, p.units = p.have+u.Weight, p.units+1
		}
	}
	return p
}

// wants reports whether the post needs another unit, given its distance.
func (p *post) wants(m *mind, far int) bool {
	switch {
	case p.threat == 0 && !m.Dear:
		return p.units == 0 && far <= m.Reach && !m.Loose
	case p.units == 0:
		return true
	}
	return m.plan != Attack && p.have < p.threat && p.units != m.Room && far <= m.call()
}

// call returns the distance from which units are called to guard a place.
func (m *mind) call() int {
	if m.plan == Attack {
		return 3 * m.Reach
	}
	return 6 * m.Reach
}

// nearestFree returns the unit without a task nearest to a place, or -1. It skips units with an enemy close by that is
// nearer than the place.
func (m *mind) nearestFree(place int) (unit, far int) {
	unit = -1
	for i := range m.Own {
		d, t := m.Far(m.Own[i].At, m.Places[place].At), &m.tasks[i]
		arm := m.Own[i].Arm
		if !m.free[i] || arm == Guns || arm == Horse && m.Loose || t.Foe != nil && t.Far <= m.Reach/2 && t.Far < d {
			continue
		}
		if unit < 0 || d < far {
			unit, far = i, d
		}
	}
	return unit, far
}

// keepBack puts one unit of the seat in reserve if the seat has at least `least` units: the one farthest from the enemy
// that stands behind others. It keeps no reserve if the enemy is close, a unit is worn, or half of the battle is over.
func (m *mind) keepBack(least int) {
	reserve, count, farthest := -1, 0, 0
	for i := range m.Own {
		u, t := &m.Own[i], &m.tasks[i]
		if !u.Mine {
			continue
		}
		if u.Worn {
			return
		}
		count++
		if m.free[i] && u.Arm != Guns && (reserve < 0 || t.Far > farthest) && m.behind(i) {
			reserve, farthest = i, t.Far
		}
	}
	if reserve < 0 || count < least || m.late() || farthest <= 2*m.Reach {
		return
	}
	m.give(reserve, Follow)
}

// trail gives each reserve the friend that it follows: the nearest unit in front of it that is not sent to a place,
// falling back or a reserve itself. Without one it stands.
func (m *mind) trail() {
	for i := range m.tasks {
		t := &m.tasks[i]
		if t.Do != Follow || t.Friend != nil {
			continue
		}
		for j := range m.Own {
			f := &m.Own[j]
			if do := m.tasks[j].Do; do != Take && do != Follow && do != FallBack && m.before(j, i) &&
				(t.Friend == nil || m.Far(t.Unit.At, f.At) < m.Far(t.Unit.At, t.Friend.At)) {
				t.Friend = f
			}
		}
		if t.Friend == nil {
			t.Do = Stand
		}
	}
}

// behind reports whether a friend stands in front of the unit. Holding back a unit of the first line would leave a gap.
func (m *mind) behind(i int) bool {
	for j := range m.Own {
		if m.before(j, i) {
			return true
		}
	}
	return false
}

// before reports whether unit f stands near unit u and nearer to the enemy.
func (m *mind) before(f, u int) bool {
	return m.Own[f].Arm != Guns && m.tasks[f].Far+m.Reach/2 <= m.tasks[u].Far &&
		m.Far(m.Own[u].At, m.Own[f].At) <= beside*m.Reach
}

// meetThreats sends units against enemies that come within reach, so that they do not march past them.
func (m *mind) meetThreats() {
	for i := range m.Own {
		u, t := &m.Own[i], &m.tasks[i]
		if !m.free[i] || t.Foe == nil || u.Arm == Guns {
			continue
		}
		near := t.Far*2 <= 3*m.Reach && (!m.Dear || m.sentAt(t.Foe) < 3*t.Foe.Weight)
		if near && (m.plan == Attack || t.Foe.Worn || m.weightNear(t.Foe.At, m.Reach, m.Foes) < u.Weight) {
			m.give(i, Strike).Beside = m.file(u, t.Foe.At)
		}
	}
}

// sentAt returns the total strength of the units sent against an enemy.
func (m *mind) sentAt(foe *Unit) int {
	sum := 0
	for i := range m.tasks {
		if t := &m.tasks[i]; t.Do == Strike && t.Foe == foe {
			sum += t.Unit.Weight
		}
	}
	return sum
}

// beside is the distance, in turns of movement, within which a unit joins a friend's fight.
const beside = 4

// succour sends free units to help a friend nearby in its fight.
func (m *mind) succour() {
	for i := range m.Own {
		u := &m.Own[i]
		if !m.free[i] || u.Arm == Guns || m.plan == Delay {
			continue
		}
		if foe := m.fought(u); foe != nil {
			t := m.give(i, Strike)
			t.Foe, t.Far, t.Beside = foe, m.Far(u.At, foe.At), m.file(u, foe.At)
		}
	}
}

// fought returns the nearest enemy in melee with a friend near the unit, or nil.
func (m *mind) fought(u *Unit) *Unit {
	var best *Unit
	for i := range m.Own {
		f := &m.Own[i]
		if !f.Fights || m.Far(u.At, f.At) > beside*m.Reach {
			continue
		}
		foe := m.tasks[i].Foe
		if foe != nil && (best == nil || m.Far(u.At, foe.At) < m.Far(u.At, best.At)) {
			best = foe
		}
	}
	return best
}

// aim is a possible target of an attack.
type aim struct {
	foe    *Unit
	place  *Place
	value  int
	need   int  // the enemy's strength there
	loaded int  // strength of our units sent there
	alone  bool // no enemy is near
}

// goForward sends the remaining units to enemies and to places that are not ours. It repeatedly chooses the pair of
// unit and aim with the highest promise.
func (m *mind) goForward() {
	aims := m.aims()
	for len(aims) > 0 {
		unit, to, best := -1, 0, 0
		for i := range m.Own {
			if !m.free[i] {
				continue
			}
			for a := range aims {
				if v := m.promise(&m.Own[i], &aims[a]); unit < 0 || v > best {
					unit, to, best = i, a, v
				}
			}
		}
		if unit < 0 {
			return
		}
		a := &aims[to]
		t := &m.tasks[unit]
		if f := m.screen(&m.Own[unit], a.at()); f != nil && !f.Bound && f.Arm != Guns {
			m.give(unit, Follow).Friend = f
			continue
		}
		t.Beside = m.file(&m.Own[unit], a.at())
		a.loaded += m.Own[unit].Weight
		if a.place != nil {
			m.give(unit, Take).Place = a.place
			continue
		}
		m.give(unit, Strike)
		t.Foe, t.Far = a.foe, m.Far(m.Own[unit].At, a.foe.At)
	}
}

func (m *mind) aims() []aim {
	most := 1
	for i := range m.Places {
		most = max(most, m.Places[i].Worth)
	}
	var aims []aim
	for i := range m.Places {
		if p := &m.Places[i]; p.Held != Ours {
			aims = append(aims, aim{place: p, value: m.fancy(p.ID, 400+600*p.Worth/most),
				need: m.weightNear(p.At, m.Reach, m.Foes), alone: m.weightNear(p.At, 4*m.Reach, m.Foes) == 0})
		}
	}
	for i := range m.Foes {
		f := &m.Foes[i]
		value := 600
		if f.Worn || f.Arm == Guns {
			value += 200
		}
		if m.Dear && !m.matters(f) {
			value /= 3
		}
		aims = append(aims, aim{foe: f, value: m.fancy(f.ID, value), need: f.Weight})
	}
	return aims
}

// fancy scales the value of an aim to between 67 and 137 per cent, by a die that is rolled once per battle. Otherwise
// every battle of a scenario would open alike.
func (m *mind) fancy(id string, value int) int {
	if !m.Varied {
		return value
	}
	return value * (60 + 7*m.officer.Die(1, "fancy/"+id, 11)) / 100
}

// matters reports whether the enemy stands near an objective.
func (m *mind) matters(foe *Unit) bool {
	return slices.ContainsFunc(m.Places, func(p Place) bool { return m.Far(foe.At, p.At) <= 2*m.Reach })
}

func (a *aim) at() board.Point {
	if a.place != nil {
		return a.place.At
	}
	return a.foe.At
}

// file returns the unit's place beside the units already sent to the same area; at most two on each side.
func (m *mind) file(u *Unit, to board.Point) int {
	sent := m.sent[:0]
	for i := range m.marches {
		if r := &m.marches[i]; m.Far(r.to, to) <= m.Reach {
			sent = append(sent, r.unit)
		}
	}
	m.sent, m.marches = sent, append(m.marches, march{u, to})
	if len(sent) == 0 {
		return 0
	}
	lead, hand := sent[0], 1
	if onLeft(lead.At, to, u.At) {
		hand = -1
	}
	n := 1
	for _, f := range sent[1:] {
		if onLeft(lead.At, to, f.At) == (hand < 0) {
			n++
		}
	}
	return hand * min(n, 2)
}

// onLeft reports whether p lies to the left of the way between two points.
func onLeft(from, to, p board.Point) bool {
	turn := (from.Bearing(p, 0) - from.Bearing(to, 0) + 360) % 360
	return turn > 180
}

// A unit continues its march unless another aim is worth much more. An aim is in front of a unit up to `ahead` degrees
// from its facing, and behind it from `abeam` degrees.
const (
	ahead = 45
	abeam = 90
)

// promise returns the value of an aim for a unit. It decreases with the distance, and is low if enough units have been
// sent.
func (m *mind) promise(u *Unit, a *aim) int {
	at, value := a.at(), a.value
	switch enough := a.loaded > 0 && a.loaded*100 >= a.need*m.load; {
	case enough && a.alone:
		value /= 20 // one unit is enough for an undefended place
	case enough:
		value /= 4
	}
	if m.screen(u, at) != nil {
		value /= 3
	}
	if u.Arm == Horse && a.place != nil && a.need > 0 {
		value /= 3 // cavalry cannot storm a defended village
	}
	if u.Arm == Guns && a.place != nil && !m.Dear {
		value /= 8 // guns go where they can fire; if places are dear, with the army
	}
	if facing, ok := u.Facing.Get(); ok {
		switch turn := board.Turn(facing, u.At.Bearing(at, facing)); {
		case turn >= -ahead && turn <= ahead:
			value = value * 3 / 2
		case turn < -abeam || turn > abeam:
			value = value * 2 / 3
		}
	}
	if u.Sent != nil && m.Far(*u.Sent, at) <= m.Reach {
		value = value * 3 / 2 // finish what it has begun
	}
	return value * 1000 / (1000 + 700*m.Far(u.At, at)/max(m.Reach, 1))
}

// screen returns a friend near the direct way from a unit to a point, or nil.
func (m *mind) screen(u *Unit, at board.Point) *Unit {
	way := m.Far(u.At, at)
	for i := range m.Own {
		f := &m.Own[i]
		before, rest := m.Far(u.At, f.At), m.Far(f.At, at)
		aside := before + rest - way // the detour by way of f
		if f == u || rest >= way {
			continue
		}
		if rest <= 3*m.Reach && aside <= way/10 || before <= 3*m.Reach && aside <= way/30 {
			return f
		}
	}
	return nil
}
