package firediscipline

import (
	"slices"

	"galloper/adjudicator/board"
)

// depth is how many yards sight and shot reach into a kind of terrain. A depth of `none` means no limit. Hills
// have `none` too, because they have their own rule.
type depth struct{ sight, shot int }

const none = -1

// depths lists the last two columns of the terrain table (§T1).
var depths = map[Kind]depth{
	LightWoods: {30, 30},
	HeavyWoods: {15, 15},
	Rough:      {none, 30},
	Cover:      {none, none},
	Earthworks: {none, none},
	Objective:  {30, 30},
	Hill:       {none, none},
	Water:      {none, none},
}

// hillDepth is the number of samples on a hilltop, a yard each, beyond which stands on top and below cannot see each
// other (§6.72, §6.74).
const hillDepth = 60

// roadside is half the width of a road, in hundredths (§G8).
const roadside = 5 * board.Yard

// holds reports whether the point is in the feature. The edge counts (§G8).
func (f *Feature) holds(p board.Point) bool { return f.Poly.Has(p) }

// top reports whether the point is on the top of the hill, farther than its slope inside the edge (§T3).
func (f *Feature) top(p board.Point) bool { return f.Poly.HasDeep(p, f.Slope*board.Yard) }

func (b *Battle) in(p board.Point, kinds ...Kind) bool {
	for i := range b.Features {
		f := &b.Features[i]
		for _, k := range kinds {
			if f.Kind == k && f.holds(p) {
				return true
			}
		}
	}
	return false
}

// level returns the highest level of the hills at the point, else 0 (§T3).
func (b *Battle) level(p board.Point) int {
	level := 0
	for i := range b.Features {
		if f := &b.Features[i]; f.Kind == Hill && f.Level > level && f.holds(p) {
			level = f.Level
		}
	}
	return level
}

// height returns 2·level on the top of a hill, one less on its slope. The highest hill counts; without a hill it is 0
// (§T3).
func (b *Battle) height(p board.Point) int {
	h := 0
	for i := range b.Features {
		f := &b.Features[i]
		if f.Kind != Hill || 2*f.Level <= h || !f.holds(p) {
			continue
		}
		if f.top(p) {
			h = 2 * f.Level
		} else {
			h = max(h, 2*f.Level-1)
		}
	}
	return h
}

// onSlope reports whether the point's height comes from the slope of a hill.
func (b *Battle) onSlope(p board.Point) bool { return b.height(p)%2 == 1 }

// clearSight reports whether the line of sight from p to q is clear, at any distance (§T2).
func (b *Battle) clearSight(p, q board.Point) bool {
	return b.clear(p, q, func(d depth) int { return d.sight })
}

// clearShot reports whether the line of fire from p to q is clear (§T2, §6.36).
func (b *Battle) clearShot(p, q board.Point) bool {
	return b.clear(p, q, func(d depth) int { return d.shot })
}

func (b *Battle) clear(p, q board.Point, how func(depth) int) bool {
	line := board.NewLine(p, q)
	for i := range b.Features {
		f := &b.Features[i]
		if f.Kind == Hill {
			if b.hillBlocks(f, line) {
				return false
			}
		} else if d := how(depths[f.Kind]); d != none && b.depthBlocks(f, line, d) {
			return false
		}
	}
	return true
}

// depthBlocks reports whether a feature that admits d yards of sight blocks the line. If neither end is in it, one
// sample inside is enough; else it takes more than d. A feature does not block if both ends are on levels above its
// own (§T2, §6.75).
func (b *Battle) depthBlocks(f *Feature, l board.Line, d int) bool {
	if !f.holds(l.From) && !f.holds(l.To) {
		d = 0
	}
	return f.Poly.SamplesIn(l, 0, d) > d && !b.overlooks(f, l)
}

// hillBlocks reports whether the top of a hill blocks the line. Between two points off the top, any part of it does,
// unless both are on higher levels. From the top to lower ground, more than 60 yards of it do (§T3, §6.72, §6.74).
func (b *Battle) hillBlocks(f *Feature, l board.Line) bool {
	slope := f.Slope * board.Yard
	from, to := f.top(l.From), f.top(l.To)
	switch {
	case from && to:
		return false
	case from && b.height(l.To) >= 2*f.Level, to && b.height(l.From) >= 2*f.Level:
		return false
	case from || to:
		return f.Poly.SamplesIn(l, slope, hillDepth) > hillDepth
	}
	return f.Poly.SamplesIn(l, slope, 0) > 0 && !b.overlooks(f, l)
}

// overlooks reports whether both ends of the line are on levels above the feature's.
func (b *Battle) overlooks(f *Feature, l board.Line) bool {
	return b.level(l.From) > f.Level && b.level(l.To) > f.Level
}

// cover is the shelter of a stand's place.
type cover uint8

// The shelters of §T4. Earthworks take precedence.
const (
	noCover cover = iota
	protected
	earthworks
)

// coverAt returns the shelter of a stand at the point (§T4).
func (b *Battle) coverAt(p board.Point) cover {
	best := noCover
	for i := range b.Features {
		f := &b.Features[i]
		c := f.shelter()
		if c > best && f.holds(p) {
			best = c
		}
	}
	return best
}

func (f *Feature) shelter() cover {
	switch {
	case f.Kind == Earthworks, f.Kind == Objective && f.Cover == Earthworks:
		return earthworks
	case f.Kind == Cover, f.Kind == Objective && f.Cover == Cover:
		return protected
	}
	return noCover
}

// onRoad reports whether the point lies within 5 yards of a road (§G8).
func (b *Battle) onRoad(p board.Point) bool {
	for i := range b.Roads {
		r := &b.Roads[i]
		if !r.Box.Grown(2 * roadside).Has(p) {
			continue
		}
		for k := 1; k < len(r.At); k++ {
			if p.DistanceToLine(r.At[k-1], r.At[k]) <= roadside {
				return true
			}
		}
	}
	return false
}

// land returns the nearest point on the map that is not in water.
func (b *Battle) land(p board.Point) board.Point {
	return p.Near(func(p board.Point) bool { return b.onMap(p) && b.waterAt(p) < 0 })
}

// waterAt returns the water at the point, off the roads that cross it, or -1.
func (b *Battle) waterAt(p board.Point) int {
	for i := range b.Features {
		if f := &b.Features[i]; f.Kind == Water && f.holds(p) && !b.onRoad(p) {
			return i
		}
	}
	return -1
}

func (b *Battle) onMap(p board.Point) bool {
	return p.X >= 0 && p.Y >= 0 && p.X <= b.Width && p.Y <= b.Height
}

// gait returns the unit's column of the terrain table.
func (u *Unit) gait() int {
	switch {
	case u.Arm == Guns:
		return goGuns
	case u.mounted():
		return goHorse
	case u.Formation == Open:
		return goOpen
	}
	return goClose
}

// percent returns the percentage of its rate that a unit keeps at the point: the least of the features there, or 100 on
// a road (§T1).
func (b *Battle) percent(p board.Point, gait int) int {
	least := 100
	for i := range b.Features {
		f := &b.Features[i]
		if !f.holds(p) || f.Kind == Hill && f.top(p) {
			continue
		}
		least = min(least, b.Tables.Terrain[slices.Index(kinds, f.Kind)][gait])
	}
	if least < 100 && b.onRoad(p) {
		return 100
	}
	return least
}

// field indexes the present stands of both sides, for proximity queries. It is a snapshot of a state and is valid until
// a unit moves.
type field struct {
	s     *State
	keys  []standKey // in id order
	rects []board.Rect
	index board.Index
	at    []board.Point
	spare []int // scratch memory of nearest
}

func (s *State) field() *field {
	f := &field{s: s}
	f.take(s)
	return f
}

// take refills the field from a state and reuses its memory.
func (f *field) take(s *State) {
	if f.keys == nil {
		stands := 0
		for n := range s.Units {
			stands += len(s.Units[n].Stands)
		}
		f.keys, f.rects, f.at = make([]standKey, 0, stands), make([]board.Rect, 0, stands), make([]board.Point, 0, stands)
	}
	f.s, f.keys, f.rects, f.at = s, f.keys[:0], f.rects[:0], f.at[:0]
	for n := range s.Units {
		u := &s.Units[n]
		if !u.fit() {
			continue
		}
		for i := range u.Stands {
			if u.present(i) {
				f.keys = append(f.keys, standKey{n, i})
				f.rects = append(f.rects, u.rect(i))
				f.at = append(f.at, u.Stands[i].At)
			}
		}
	}
	f.index.Fill(f.at)
}

// reachOfStand is greater than the extent of a stand from its centre, in hundredths.
const reachOfStand = 1100

// standsNear returns the numbers of the stands with centres within reach of p, in id order. It may return some beyond.
func (f *field) standsNear(p board.Point, reach int) []int { return f.nearInto(nil, p, reach) }

func (f *field) nearInto(found []int, p board.Point, reach int) []int {
	f.index.In(board.BoxOf(p).Grown(reach), func(k int) bool {
		found = append(found, k)
		return true
	})
	slices.Sort(found)
	return found
}

func (f *field) unit(k int) *Unit { return &f.s.Units[f.keys[k].U] }

func (f *field) stand(k int) *Stand { return &f.unit(k).Stands[f.keys[k].I] }

func (f *field) inRanks(k int) bool { return f.stand(k).Status == InRanks }

// sighted is a stand in a strip, with its range.
type sighted struct {
	k    int // number in the field
	part board.Part
}

// inStrip returns the stands in a strip within reach hundredths of its front, nearest first, then in id order (§G6).
func (f *field) inStrip(s board.Strip, reach int) []sighted {
	half := (s.Right - s.Left) / 2
	middle := s.Frame.World((s.Left+s.Right)/2, s.Front+reach/2)
	// This circle contains the strip, a rectangle of length reach.
	around := half + reach/2 + board.Yard + reachOfStand
	var found []sighted
	f.index.In(board.BoxOf(middle).Grown(around), func(k int) bool {
		if !mayHold(&s, f.at[k], reach) {
			return true
		}
		if p, ok := s.Find(f.rects[k]); ok && p.Range() <= reach {
			found = append(found, sighted{k, p})
		}
		return true
	})
	slices.SortFunc(found, func(a, b sighted) int {
		if a.part.Range() != b.part.Range() {
			return a.part.Range() - b.part.Range()
		}
		return a.k - b.k
	})
	return found
}

// mayHold is a quick test whether a stand at the point could be in the strip within reach of its front.
func mayHold(s *board.Strip, p board.Point, reach int) bool {
	u, v := s.Frame.Local(p)
	return u >= s.Left-reachOfStand && u <= s.Right+reachOfStand &&
		v >= s.Front-board.Yard-reachOfStand && v <= s.Front+reach+reachOfStand
}

// nearest returns the number of the nearest stand to p within reach that fits, by distance of centres, then id; -1 if
// there is none.
func (f *field) nearest(p board.Point, reach int, fits func(k int) bool) int {
	best, score := -1, 0
	found := f.nearInto(f.spare[:0], p, reach)
	f.spare = nil // fits may call nearest itself
	for _, k := range found {
		d := p.Distance(f.at[k])
		if d > reach || best >= 0 && d >= score || !fits(k) {
			continue
		}
		best, score = k, d
	}
	f.spare = found
	return best
}

// nearestAnywhere is nearest without a limit: it widens the search step by step.
func (f *field) nearestAnywhere(p board.Point, fits func(k int) bool) int {
	for reach := 120 * board.Yard; ; reach *= 4 {
		if k := f.nearest(p, reach, fits); k >= 0 || reach > 8000*board.Yard {
			return k
		}
	}
}

// enemyInRanks returns a test for enemies of a side that stand in ranks.
func (f *field) enemyInRanks(side int) func(k int) bool {
	return func(k int) bool { return f.unit(k).Side != side && f.inRanks(k) }
}

// ticks is the number of ticks of a move (§4.8).
const ticks = 60

// Values of `by` for ground that bars a move: the map's edge, or ground that the arm cannot enter.
const (
	barredByEdge   = "edge"
	barredByGround = "terrain"
)

// mover is a moving unit in step VI.2 or VI.3, with its proposal for the tick.
type mover struct {
	n     int
	start board.Point // of the leg
	dir   int         // direction of the leg
	pace  string      // of a normal move
	rate  int         // hundredths of the turn's move on open ground
	sum   int         // hundredths of the leg so far
	total int         // of the whole move
	leg   int         // length of the leg; -1: unlimited

	proposes bool
	to       board.Point  // proposed centre
	step     int          // what the proposal adds to sum
	rects    []board.Rect // proposed ranks
	by       string       // obstacle that dropped this tick's proposal
	safe     int          // no stand can be in the way before this tick
	calm     int          // no enemy can be near before this tick
	done     bool         // the unit moves no more this turn

	at     board.Point // the place reached
	facing int
	left   int // VIA points still ahead
}

// setOff begins a leg in a direction, of unlimited length.
func (m *mover) setOff(from board.Point, dir int) {
	m.start, m.dir, m.sum, m.leg = from, dir, 0, -1
}

// headFor begins a leg to a goal.
func (m *mover) headFor(from, goal board.Point, dir int) {
	m.start, m.dir, m.sum, m.leg = from, dir, 0, from.Distance(goal)
}

// share returns the part of a move of a hundredths that falls to tick t (§4.8).
func share(a, t int) int { return a*t/ticks - a*(t-1)/ticks }

// propose computes the unit's place after tick t: a step along the leg, slowed by the ground at the centre (§4.8).
func (p *play) propose(m *mover, t int) {
	u := &p.s.Units[m.n]
	m.proposes, m.by, m.to, m.step = false, "", u.At, 0
	if m.done {
		m.rects = u.ranksRects(m.rects[:0])
		return
	}
	m.step = share(m.rate, t) * p.b.percent(u.At, u.gait()) / 100
	if m.leg >= 0 {
		m.step = min(m.step, m.leg-m.sum)
	}
	m.proposes = m.step > 0
	if m.proposes {
		m.to = m.start.Step(m.sum+m.step, m.dir)
	}
	m.rects = u.dressedRects(board.Frame{Centre: m.to, Facing: u.Facing}, m.rects[:0])
}

// ranksRects appends the ground of the stands in ranks to rects.
func (u *Unit) ranksRects(rects []board.Rect) []board.Rect {
	for i := range u.Stands {
		if u.Stands[i].Status == InRanks {
			rects = append(rects, u.rect(i))
		}
	}
	return rects
}

// rankRect returns the ground of the stand at a place in ranks, counted from 0.
func (u *Unit) rankRect(place int) board.Rect {
	i := 0
	for ; u.Stands[i].Status != InRanks || place > 0; i++ {
		if u.Stands[i].Status == InRanks {
			place--
		}
	}
	return u.rect(i)
}

// drop cancels the unit's proposal for this tick.
func (p *play) drop(m *mover, by string) {
	m.proposes, m.by, m.to, m.step = false, by, p.s.Units[m.n].At, 0
	m.rects = p.s.Units[m.n].ranksRects(m.rects[:0])
}

// accept carries out the proposal.
func (p *play) accept(m *mover) {
	if !m.proposes {
		return
	}
	m.sum += m.step
	m.total += m.step
	u := &p.s.Units[m.n]
	u.At = m.to
	p.s.settle(u)
	p.stale = true
}

// dropOnGround drops a proposal that leads off the map, into water off the road or into ground that the unit cannot
// enter (§4.8, §T1).
func (p *play) dropOnGround(m *mover, mayLeave bool) {
	if !m.proposes {
		return
	}
	if !p.b.onMap(m.to) {
		if !mayLeave {
			p.drop(m, barredByEdge)
		}
		return
	}
	if w := p.b.waterAt(m.to); w >= 0 {
		p.drop(m, p.b.Features[w].ID)
		return
	}
	u := &p.s.Units[m.n]
	if p.b.percent(m.to, u.gait()) == 0 {
		p.drop(m, barredByGround)
	}
}

// fastest returns a bound above any mover's step in a tick, in hundredths.
func fastest(movers []*mover) int {
	most := 0
	for _, m := range movers {
		most = max(most, m.rate)
	}
	return most/ticks + 2
}

// dropOnTroops drops a proposal with a new overlap of a friendly stand in ranks of another unit, and in normal moves of
// any enemy stand (§4.8, §4.9).
func (p *play) dropOnTroops(m *mover, t, fastest int, enemiesToo bool) {
	if !m.proposes || t < m.safe {
		return
	}
	f := p.currentField()
	u := &p.s.Units[m.n]
	gap := 120 * board.Yard
	for i, r := range m.rects {
		blocker := -1
		f.index.In(board.BoxOf(r.Centre).Grown(gap), func(k int) bool {
			o := f.unit(k)
			if f.keys[k].U == m.n {
				return true
			}
			gap = min(gap, max(abs(r.Centre.X-f.at[k].X), abs(r.Centre.Y-f.at[k].Y)))
			friend := o.Side == u.Side
			if friend && !f.inRanks(k) || !friend && !enemiesToo || !r.Overlaps(f.rects[k]) {
				return true
			}
			if friend && u.rankRect(i).Overlaps(f.rects[k]) {
				return true
			}
			blocker = k
			return false
		})
		if blocker >= 0 {
			p.drop(m, f.unit(blocker).ID)
			return
		}
	}
	// Stands with centres farther apart than this cannot overlap. The test is skipped until one could have come that
	// near.
	m.safe = t + max(0, gap-2*reachOfStand)/(2*fastest)
}

func abs(n int) int { return max(n, -n) }
