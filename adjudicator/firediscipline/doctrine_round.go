package firediscipline

import (
	"galloper/adjudicator/board"
)

// past returns the distances to the right and left that a body between left and right of the frame must go to pass the
// unit that barred its way. ok is false if that unit is no longer in the way, ahead or (sign -1) behind.
func (p *play) past(by int, f board.Frame, left, right, sign int) (toRight, toLeft int, ok bool) {
	o := &p.s.Units[by]
	if !o.fit() || o.first() < 0 {
		return 0, 0, false
	}
	least, greatest := p.extent(f, []int{by})
	_, ahead := f.Local(o.At)
	toRight, toLeft = greatest-left+sidestepGap, right-least+sidestepGap
	return toRight, toLeft, ahead*sign > 0 && toRight > 0 && toLeft > 0
}

// side returns the shorter way round, preferring the right. It skips a side tried in vain or off the map.
func (p *play) side(u *Unit, facing, toRight, toLeft int) (dir, need int) {
	right, left := board.Degrees(facing+90), board.Degrees(facing-90)
	free := func(dir int) bool { return !u.Tried.Is(dir) && p.b.onMap(u.At.Step(board.Yard, dir)) }
	if free(left) && (toLeft < toRight || !free(right)) {
		return left, toLeft
	}
	return right, toRight
}

// backRound returns the plan of a unit whose way back was barred for a whole turn in which neither unit moved: it
// shifts to the side until it is past. (D4 covers no way round behind.) (§D12)
func (p *play) backRound(n int) (intention, bool) {
	u := &p.s.Units[n]
	by, balked := u.Balked.Get()
	if !balked {
		return intention{}, false
	}
	strip := u.ranksStrip()
	toRight, toLeft, ok := p.past(by, strip.Frame, strip.Left, strip.Right, -1)
	if !ok {
		return intention{}, false
	}
	dir, need := p.side(u, u.Facing, toRight, toLeft)
	i := p.shift(n, dir, min(need, p.reach(n, paceTactical)))
	i.Round = true
	return i, true
}

// driveRound turns the march of limbered guns or broken troops to the side until they are past a unit that barred them
// for a whole turn in which neither moved. They do not sidestep (D4, D3) (§D12).
func (p *play) driveRound(n int, i *intention) {
	u := &p.s.Units[n]
	march := i.Move
	by, balked := u.Balked.Get()
	if march != marches && march != marchesOff || !balked {
		return
	}
	left, right := -limberFront/2, limberFront/2
	if u.Arm != Guns {
		strip := u.ranksStrip()
		left, right = strip.Left, strip.Right
	}
	f := board.Frame{Centre: u.At, Facing: i.Dir}
	toRight, toLeft, ok := p.past(by, f, left, right, 1)
	if !ok {
		return
	}
	dir, need := p.side(u, i.Dir, toRight, toLeft)
	*i = p.head(n, dir, u.Formation)
	if i.Move == marches {
		i.Move, i.HasGoal, i.Goal, i.Round = march, true, u.At.Step(need, dir), true
	}
}
