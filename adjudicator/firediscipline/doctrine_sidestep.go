package firediscipline

import (
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// sidestep turns marches into shifts if stationary friends stand in the way (§D4).
func (p *play) sidestep(plans []intention) {
	staying := make([]bool, len(plans))
	for n := range plans {
		u := &p.s.Units[n]
		move := plans[n].Move
		staying[n] = u.fit() && !u.onCharge() && u.Reaction != reactFlee &&
			move != marches && move != marchesOff && move != shifts && move != dresses
	}
	for n := range plans {
		i := &plans[n]
		if u := &p.s.Units[n]; u.Arm == Guns || u.Broken {
			p.driveRound(n, i)
			continue
		}
		if i.Move != marches || i.wheelTo.Some() || i.form != "" && i.form != p.s.Units[n].Formation {
			continue
		}
		if dir, need, ok := p.wayRound(n, i.Reach, staying); ok {
			*i = p.shift(n, dir, need)
		}
	}
}

// wayRound returns the sideways shift that takes a unit past the stationary friends before it. ok is false if there are
// none or the shift exceeds the rate.
//
// A unit that barred the way for a whole turn, in which neither moved, counts as a stationary friend at any distance. A
// shift that was barred, or leads off the map, is tried to the other side; otherwise both units would be stuck for
// good (§D4, §D11).
func (p *play) wayRound(n, rate int, staying []bool) (dir, need int, ok bool) {
	u, f := &p.s.Units[n], p.here()
	strip := u.ranksStrip()
	var units []int
	for _, c := range f.inStrip(strip, rate) {
		if o := f.keys[c.k].U; o != n && f.unit(c.k).Side == u.Side && f.inRanks(c.k) && staying[o] {
			units = rules.With(units, o)
		}
	}
	if o, ok := u.Balked.Get(); ok && p.s.Units[o].fit() && p.s.Units[o].first() >= 0 {
		units = rules.With(units, o)
	}
	if len(units) == 0 {
		return 0, 0, false
	}
	least, greatest := p.extent(strip.Frame, units)
	right, left := greatest-strip.Left+sidestepGap, strip.Right-least+sidestepGap
	dir, need = board.Degrees(u.Facing+90), right
	if left < right && !u.Tried.Is(board.Degrees(u.Facing-90)) || u.Tried.Is(dir) {
		dir, need = board.Degrees(u.Facing-90), left
	}
	if back := board.Degrees(dir + 180); !p.b.onMap(u.At.Step(board.Yard, dir)) && p.b.onMap(u.At.Step(board.Yard, back)) {
		dir, need = back, right+left-need
	}
	tactical := p.reach(n, paceTactical)
	return dir, min(need, tactical), need <= sidestepMost*tactical || u.Balked.Some()
}

// extent returns the least and greatest sideways coordinate of all stands in ranks of the units.
func (p *play) extent(f board.Frame, units []int) (least, greatest int) {
	first := true
	for _, n := range units {
		u := &p.s.Units[n]
		for i := range u.Stands {
			if u.Stands[i].Status != InRanks {
				continue
			}
			s := board.StripOf(f, []board.Rect{u.rect(i)})
			if first {
				least, greatest, first = s.Left, s.Right, false
			}
			least, greatest = min(least, s.Left), max(greatest, s.Right)
		}
	}
	return least, greatest
}
