package firediscipline

import (
	"galloper/adjudicator/board"
)

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
	f := p.here()
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
