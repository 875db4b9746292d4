package commandchaos

import (
	"slices"

	"galloper/adjudicator/board"
)

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
		if !e.field() || p.b.Units[v].Side == side || p.b.Units[v].Kind != Heavy || apart(e.At.Col, at.Col) != 1 {
			continue
		}
		toward := p.toward(side, at, e.At)
		if o.Toward != 0 && o.Toward != toward || o.Enemy.Some() && !o.Enemy.Is(v) {
			continue
		}
		k := (apart(e.At.Row, at.Row)*2+(toward+1)/2)*16 + p.b.rank(side, e.At)
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
			k := (((apart(flank.Col, at.Col)+apart(flank.Row, at.Row))*2+named)*2+(toward+1)/2)*16 + p.b.rank(side,
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
	if behind := p.s.back(target); !o.Beside && p.free(u, behind) && p.flankedBy(u, target) {
		return behind, true
	}
	return flank, p.free(u, flank)
}

// free reports whether a flanker may end in a space (§F5, §M12).
func (p *play) free(u int, at board.Space) bool {
	if !p.b.passable(at) || p.b.rough(at) {
		return false
	}
	if v := p.s.lineAt(at); v >= 0 && v != u {
		return false
	}
	return !p.s.heldBy(at, 1-p.b.Units[u].Side)
}

// flankedBy reports whether a friend of the flanker is beside the target and faces its flank (§F7).
func (p *play) flankedBy(u, target int) bool {
	return slices.ContainsFunc(p.s.boardOrder(p.b.Units[u].Side), func(v int) bool {
		at := p.s.Units[v].At
		return v != u && p.b.Units[v].line() && p.b.Units[v].Side == p.b.Units[u].Side &&
			p.s.front(v) == p.s.Units[target].At &&
			at != p.s.front(target) && at != p.s.back(target)
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
		return march{to: a.space, next: a.space, stopped: "-", steps: apart(a.space.Col, at.Col) + apart(a.space.Row, at.Row)}
	}
	way := board.HeadNorth
	if a.space.Row < at.Row {
		way = board.HeadSouth
	}
	return p.stride(u, way, min(apart(a.space.Row, at.Row), 1), false)
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
