package firediscipline

import (
	"slices"

	"galloper/adjudicator/board"
)

// closed is a charger's place after closing.
type closed struct {
	at     board.Point
	facing int
	edge   string
}

// closing returns the place where unit n, having reached a point, closes on unit e: square against the edge of the
// nearest stand, front flush and files aligned. If that place is taken it tries the ones beside it (§8.16).
func (p *play) closing(n int, at board.Point, e int) (closed, bool) {
	u := &p.s.Units[n]
	rects := u.dressedRects(board.Frame{Centre: at, Facing: u.Facing}, nil)
	d := p.nearestOf(e, rects)
	if d < 0 {
		return closed{}, false
	}
	target := p.s.Units[e].rect(d)
	edge, out, half := edgeOf(target, u.Facing)
	c := closed{facing: board.Degrees(out + 180), edge: edge}
	frame := board.Frame{Centre: target.Centre, Facing: out}
	files, pitch := u.files()
	offset := 0
	if files%2 == 0 {
		offset = pitch / 2
	}
	across, _ := frame.Local(at)
	across = offset + pitch*board.Round(int64(across-offset), int64(pitch))
	along := half + u.frontEdge()
	for k := range 2*files + 1 {
		c.at = frame.World(across+pitch*sideStep(k), along)
		if p.fits(n, e, c) {
			return c, true
		}
	}
	return closed{}, false
}

// sideStep returns 0, 1, -1, 2, -2 … for k = 0, 1, 2, 3, 4 …
func sideStep(k int) int {
	if k%2 == 1 {
		return (k + 1) / 2
	}
	return -k / 2
}

// nearestOf returns the stand of unit e nearest to any of the rectangles, by distance of centres, then letter; -1 if
// the unit has no present stand.
func (p *play) nearestOf(e int, rects []board.Rect) int {
	x, best, score := &p.s.Units[e], -1, 0
	for i := range x.Stands {
		if !x.present(i) {
			continue
		}
		for _, r := range rects {
			if d := r.Centre.Distance(x.Stands[i].At); best < 0 || d < score {
				best, score = i, d
			}
		}
	}
	return best
}

// edgeOf returns the edge of a stand that a charger with the given facing meets, the direction that the edge faces, and
// its distance from the centre (§8.16).
func edgeOf(target board.Rect, facing int) (edge string, out, half int) {
	switch quarter(board.Turn(target.Facing, facing+180)) {
	case 0:
		return "front", target.Facing, target.Depth / 2
	case 1:
		return "right", board.Degrees(target.Facing + 90), target.Frontage / 2
	case 2:
		return "left", board.Degrees(target.Facing - 90), target.Frontage / 2
	}
	return "rear", board.Degrees(target.Facing + 180), target.Depth / 2
}

// files returns the number of the unit's files and their pitch. A column has one file (§8.16).
func (u *Unit) files() (files, pitch int) {
	front, _ := u.footprint()
	if u.Formation == Column {
		return 1, front
	}
	return u.ranks(), u.pitch(front)
}

// frontEdge returns the distance of the unit's front edge from its centre.
func (u *Unit) frontEdge() int {
	_, depth := u.footprint()
	_, along := u.place(0, u.ranks())
	return along + depth/2
}

// fits reports whether a unit may close there: it overlaps no friends in ranks and is in contact with the enemy
// (§8.16).
func (p *play) fits(n, e int, c closed) bool {
	u, f := &p.s.Units[n], p.here()
	rects := u.dressedRects(board.Frame{Centre: c.at, Facing: c.facing}, nil)
	for _, r := range rects {
		for _, k := range f.near(r.Centre, 2*reachOfStand) {
			if o := f.unit(k); f.keys[k].U != n && o.Side == u.Side && f.inRanks(k) && r.Overlaps(f.rects[k]) {
				return false
			}
		}
	}
	x := &p.s.Units[e]
	return slices.ContainsFunc(rects, func(r board.Rect) bool {
		for i := range x.Stands {
			if x.present(i) {
				if _, ok := r.Contact(x.rect(i)); ok {
					return true
				}
			}
		}
		return false
	})
}
