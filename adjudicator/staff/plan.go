package staff

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
)

// Plan is what a seat is about.
type Plan uint8

// The plans.
const (
	Attack Plan = iota
	Hold
	Delay
)

// Do is what a unit is to do.
type Do uint8

// What a unit may be told.
const (
	Stand    Do = iota // where it is, facing the nearest enemy
	Strike             // at an enemy
	Take               // a place that is not ours
	Keep               // a place that is ours
	Follow             // a friend, at a distance: the reserve
	FallBack           // from the nearest enemy
	Shoot              // at an enemy, from where it stands
)

// Task is what one unit of the seat is to do.
type Task struct {
	Unit   *Unit
	Do     Do
	Foe    *Unit  // Strike, Shoot: at whom; else the nearest enemy, nil: none is known
	Far    int    // from him
	Place  *Place // Take, Keep
	Friend *Unit  // Follow
	// Beside is how many places to the right of the first who goes there the unit goes, or to the left if it is
	// below zero: who are sent to one place or enemy go side by side, each on the hand where it stands.
	Beside int
}

// Abreast is where a unit goes that is sent to a point: beside it as it comes, a gap from the next.
func (t *Task) Abreast(to board.Point, gap int) board.Point {
	switch way := t.Unit.At.Bearing(to, 0); {
	case t.Beside > 0:
		return to.Step(t.Beside*gap, (way+90)%360)
	case t.Beside < 0:
		return to.Step(-t.Beside*gap, (way+270)%360)
	}
	return to
}

// Middle is the middle of where the units stand that have these tasks; there is one at least.
func Middle(tasks []Task) board.Point {
	var x, y int
	for i := range tasks {
		x, y = x+tasks[i].Unit.At.X/len(tasks), y+tasks[i].Unit.At.Y/len(tasks)
	}
	return board.Point{X: x, Y: y}
}

// boldness are per cent: of the enemy's strength what an attack wants, how much of him it takes on
// besides, and how many units there must be before one is kept back.
var boldness = [...]struct{ odds, load, reserve int }{
	adjudicator.Steady:   {85, 130, 4},
	adjudicator.Bold:     {60, 110, 6},
	adjudicator.Cautious: {115, 160, 3},
}

// Plan says what the seat is about: by strength, as far as it is known, by who is ahead, by how late it
// is, by temper, and by a die that falls once in the battle.
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

// mind is one officer at work on one picture.
type mind struct {
	*Picture
	officer *adjudicator.Officer
	plan    Plan
	load    int
	free    []bool // own units without a task
	tasks   []Task // by own unit

	marches []march // to places and at enemies, in the order in which they were thought of
	sent    []*Unit
}

// march is a unit that is sent to a point.
type march struct {
	unit *Unit
	to   board.Point
}

// Tasks gives each unit of the seat a task, in the order of Own. Units of other seats are thought of
// as well, so that two seats with the same picture do not send all to one place.
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

// spare leaves units in a fight alone and takes worn ones out of it.
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

// shoot lets guns fire that have somebody in range, and skirmishers who are not to attack.
func (m *mind) shoot() {
	for i := range m.Own {
		u, t := &m.Own[i], &m.tasks[i]
		if m.free[i] && t.Foe != nil && t.Far <= u.Range && (u.Arm == Guns || u.Arm == Light && m.plan != Attack) {
			m.give(i, Shoot)
		}
	}
}

// guard leaves on each place that is ours, and not far from the enemy, as much as he has near by, at
// least a unit, and no more units than there is room for; in an attack no more than one. Who stands nearest to a
// place is its guard, whatever other places there are. Where no enemy is near only who stands there stays.
func (m *mind) guard() {
	var posts []post
	for i := range m.Places {
		if m.Places[i].Held == Ours && !m.Places[i].Safe {
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

// post is a place that is ours, with who guards it.
type post struct {
	place, threat, have, units int
}

// sooner reports whether a post, so far from who would go there, is served before another: the nearer one, or, where
// places are dear, the one that has less of what it needs.
func (m *mind) sooner(p, than *post, far, least int) bool {
	if have, other := p.have*than.threat, than.have*p.threat; m.Dear && have != other {
		return have < other
	}
	return far < least
}

// post is a place with those who fight there already.
func (m *mind) post(place int) post {
	at := m.Places[place].At
	p := post{place: place, threat: m.weightNear(at, 4*m.Reach, m.Foes)}
	if m.Loose {
		p.threat = m.weightNear(at, 2*m.Reach, m.Foes)
	}
	if m.Dear { // who comes next, and half of who comes after him
		p.threat = (m.weightNear(at, m.Reach, m.Foes) + m.weightNear(at, 2*m.Reach, m.Foes)) / 2
	}
	for i := range m.Own {
		if u := &m.Own[i]; u.Bound && u.Arm != Guns && m.Far(u.At, at) <= m.Reach/2 {
			p.have, p.units = p.have+u.Weight, p.units+1
		}
	}
	return p
}

// wants reports whether the place wants one more, who stands so far off.
func (p *post) wants(m *mind, far int) bool {
	switch {
	case p.threat == 0 && !m.Dear:
		return p.units == 0 && far <= m.Reach && !m.Loose
	case p.units == 0:
		return true
	}
	return m.plan != Attack && p.have < p.threat && p.units != m.Room && far <= m.call()
}

// call is from how far units are called to a place that is ours: from farther where nobody attacks.
func (m *mind) call() int {
	if m.plan == Attack {
		return 3 * m.Reach
	}
	return 6 * m.Reach
}

// nearestFree is the own unit without a task that stands nearest to a place, -1: there is none. Who has the enemy
// close at hand, and closer than the place, is not called away from him.
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

// keepBack makes a reserve of the seat's unit that stands farthest from the enemy, and behind others, where the
// seat has so many, until the enemy is upon it, a unit is worn or the battle goes to its end.
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

// trail gives each reserve the friend that it follows: the nearest who stands before it, and is not sent off to
// some place nor himself behind another; it stands where there is none.
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

// behind reports whether a friend stands before a unit: one who is in the first line leaves a hole there.
func (m *mind) behind(i int) bool {
	for j := range m.Own {
		if m.before(j, i) {
			return true
		}
	}
	return false
}

// before reports whether a unit stands near another, and nearer to the enemy.
func (m *mind) before(f, u int) bool {
	return m.Own[f].Arm != Guns && m.tasks[f].Far+m.Reach/2 <= m.tasks[u].Far &&
		m.Far(m.Own[u].At, m.Own[f].At) <= beside*m.Reach
}

// meetThreats turns units on the enemy who comes within reach of them: nobody marches past him.
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

// sentAt is the strength of those who are sent at an enemy.
func (m *mind) sentAt(foe *Unit) int {
	sum := 0
	for i := range m.tasks {
		if t := &m.tasks[i]; t.Do == Strike && t.Foe == foe {
			sum += t.Unit.Weight
		}
	}
	return sum
}

// beside is how many marches off a friend may be whose fight is joined.
const beside = 4

// succour sends those who are free at the enemy who fights a friend near them: nobody looks on.
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

// fought is the nearest enemy who fights a friend near a unit; nil: there is none.
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

// aim is what an attack may go for.
type aim struct {
	foe    *Unit
	place  *Place
	value  int
	need   int  // strength of the enemy there
	loaded int  // of ours that is sent
	alone  bool // no enemy is near
}

// goForward sends those that are left at the enemy and at the places that he has or nobody: always the
// pair of unit and aim next that promises most for the way.
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

// fancy is what an aim is worth to this officer in this battle, by a die: from two to four thirds of it. Else
// every battle of a scenario opens alike.
func (m *mind) fancy(id string, value int) int {
	if !m.Varied {
		return value
	}
	return value * (60 + 7*m.officer.Die(1, "fancy/"+id, 11)) / 100
}

// matters reports whether an enemy stands near a place that counts.
func (m *mind) matters(foe *Unit) bool {
	return slices.ContainsFunc(m.Places, func(p Place) bool { return m.Far(foe.At, p.At) <= 2*m.Reach })
}

// at is where an aim is.
func (a *aim) at() board.Point {
	if a.place != nil {
		return a.place.At
	}
	return a.foe.At
}

// file is the place beside the others that a unit has who goes to a point to which, or close to which,
// others have been sent; at most two on a hand.
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

// onLeft reports whether a point lies to the left of who goes from one to another.
func onLeft(from, to, p board.Point) bool {
	turn := (from.Bearing(p, 0) - from.Bearing(to, 0) + 360) % 360
	return turn > 180
}

// Who has begun to go somewhere goes on, unless something else is worth much more: an aim is ahead of a unit
// up to so many degrees from its facing, and behind it from so many.
const (
	ahead = 45
	abeam = 90
)

// promise is what an aim promises a unit: less the farther it is, and little where enough are sent.
func (m *mind) promise(u *Unit, a *aim) int {
	at, value := a.at(), a.value
	switch enough := a.loaded > 0 && a.loaded*100 >= a.need*m.load; {
	case enough && a.alone:
		value /= 20 // one unit does to take what nobody holds
	case enough:
		value /= 4
	}
	if m.screen(u, at) != nil {
		value /= 3
	}
	if u.Arm == Horse && a.place != nil && a.need > 0 {
		value /= 3 // horse storms no village that is held
	}
	if u.Arm == Guns && a.place != nil && !m.Dear {
		value /= 8 // guns go where they can fire; where places are dear, with the army
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
		value = value * 3 / 2 // it goes through with what it has begun
	}
	return value * 1000 / (1000 + 700*m.Far(u.At, at)/max(m.Reach, 1))
}

// screen is a friend who stands between a unit and a point, near it; nil: nobody does.
func (m *mind) screen(u *Unit, at board.Point) *Unit {
	way := m.Far(u.At, at)
	for i := range m.Own {
		f := &m.Own[i]
		before, rest := m.Far(u.At, f.At), m.Far(f.At, at)
		aside := before + rest - way // how much farther it is by him
		if f == u || rest >= way {
			continue
		}
		if rest <= 3*m.Reach && aside <= way/10 || before <= 3*m.Reach && aside <= way/30 {
			return f
		}
	}
	return nil
}
