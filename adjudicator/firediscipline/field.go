package firediscipline

import (
	"slices"

	"galloper/adjudicator/board"
)

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

// near returns the numbers of the stands with centres within reach of p, in id order. It may return some beyond.
func (f *field) near(p board.Point, reach int) []int { return f.nearInto(nil, p, reach) }

func (f *field) nearInto(found []int, p board.Point, reach int) []int {
	f.index.In(board.BoxOf(p).Grown(reach), func(k int) bool {
		found = append(found, k)
		return true
	})
	slices.Sort(found)
	return found
}

// unit returns the unit of stand k of the field.
func (f *field) unit(k int) *Unit { return &f.s.Units[f.keys[k].U] }

// stand returns stand k of the field.
func (f *field) stand(k int) *Stand { return &f.unit(k).Stands[f.keys[k].I] }

// inRanks reports whether stand k of the field is in ranks.
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
