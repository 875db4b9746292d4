package firediscipline

import "galloper/adjudicator/board"

// Footprints and gaps in hundredths of a yard (§G4, §3.12, §3.4).
const (
	companyFront, companyDepth = 1500, 1250
	halfFront, halfDepth       = 750, 1000
	limberFront, limberDepth   = 1250, 1500
	openGap                    = 1500 // between stands in open order
	gunGap                     = 1000 // between unlimbered sections
)

// mounted reports whether the unit is on horseback: horse, or dragoons that have
// not dismounted.
func (u *Unit) mounted() bool { return u.Arm == Horse || u.Arm == Dragoons && u.Mounted }

// footprint returns the frontage and depth of a stand of the unit (§G4).
func (u *Unit) footprint() (front, depth int) {
	switch {
	case u.Formation == Limbered:
		return limberFront, limberDepth
	case u.Half, u.Arm == Dragoons && !u.Mounted:
		return halfFront, halfDepth
	}
	return companyFront, companyDepth
}

// rect returns the ground that stand i covers (§G4).
func (u *Unit) rect(i int) board.Rect {
	front, depth := u.footprint()
	st := &u.Stands[i]
	return board.Rect{Centre: st.At, Facing: st.Facing, Frontage: front, Depth: depth}
}

// frame returns the unit's frame: its centre and facing.
func (u *Unit) frame() board.Frame { return board.Frame{Centre: u.At, Facing: u.Facing} }

// place returns the place of stand n of count in ranks, in the unit's frame (§3.2, §3.12, §3.4).
func (u *Unit) place(n, count int) (across, along int) {
	front, depth := u.footprint()
	switch u.Formation {
	case Column, Limbered:
		return 0, board.Round(int64(count-1-2*n)*int64(depth), 2)
	}
	return board.Round(int64(2*n-count+1)*int64(u.pitch(front)), 2), 0
}

// pitch returns the distance between the centres of adjacent stands (§3.12, §3.4).
func (u *Unit) pitch(front int) int {
	switch u.Formation {
	case Open:
		return front + openGap
	case Unlimbered:
		return front + gunGap
	}
	return front
}

// dress moves the stands in ranks to their places about the unit's centre, with the unit's facing (§3.5).
func (s *State) dress(n int) {
	u := &s.Units[n]
	f, count, k := u.frame(), u.ranks(), 0
	for i := range u.Stands {
		st := &u.Stands[i]
		if st.Status != InRanks {
			continue
		}
		st.At, st.Facing = f.World(u.place(k, count)), u.Facing
		k++
	}
}

// dressedRects appends the ground of the dressed ranks, with the unit's centre and facing given by f, to rects (§3.5).
func (u *Unit) dressedRects(f board.Frame, rects []board.Rect) []board.Rect {
	front, depth := u.footprint()
	count := u.ranks()
	for k := range count {
		rects = append(rects, board.Rect{Centre: f.World(u.place(k, count)), Facing: f.Facing, Frontage: front, Depth: depth})
	}
	return rects
}

// overlapping reports whether stand i of unit u and stand j of unit v overlap (§G5).
func (s *State) overlapping(u, i, v, j int) bool {
	return s.Units[u].rect(i).Overlaps(s.Units[v].rect(j))
}

// ranksStrip returns the strip of the unit's ranks, or of the front stand of a column. The unit must have a stand in
// ranks (§G6, §7.2).
func (u *Unit) ranksStrip() board.Strip {
	if u.Formation == Column {
		r := u.rect(u.first())
		return board.StripOf(u.frame(), []board.Rect{r})
	}
	var space [12]board.Rect
	rects := space[:0]
	for i := range u.Stands {
		if u.Stands[i].Status == InRanks {
			rects = append(rects, u.rect(i))
		}
	}
	return board.StripOf(u.frame(), rects)
}
