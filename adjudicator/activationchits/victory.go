package activationchits

import "galloper/adjudicator"

// judge looks whether the battle is won, and reports whether it is over. held
// says that what is held counts, at the end of a turn.
//
// §V1, §V2
func (p *play) judge(held bool) bool {
	if p.s.End {
		return true
	}
	none := [2]bool{p.s.count(0) == 0, p.s.count(1) == 0}
	if none[0] || none[1] {
		winner := btoi(none[0])
		if none[0] && none[1] {
			winner = -1
		}
		p.finish(winner, "destroyed", "V2")
		return true
	}
	var score [2]int
	var reached [2]bool
	for i := range score {
		score[i] = p.s.Forces[i].Banners
		if held {
			score[i] += p.s.Forces[i].Held
		}
		reached[i] = p.b.Victory.Banners[i] > 0 && score[i] >= p.b.Victory.Banners[i]
	}
	switch {
	case reached[0] && reached[1]:
		p.finish(higher(score), "banners", "V1")
	case reached[0]:
		p.finish(0, "banners", "V1")
	case reached[1]:
		p.finish(1, "banners", "V1")
	default:
		return false
	}
	return true
}

// higher is the side with the higher score, -1 if they are equal.
func higher(score [2]int) int {
	switch {
	case score[0] > score[1]:
		return 0
	case score[1] > score[0]:
		return 1
	}
	return -1
}

// judgeResigned ends the battle where a chief has resigned: the other side wins; where
// both have, it is a draw.
//
// §V2
func judgeResigned(t *adjudicator.Turn) {
	p := on(t)
	var gone [2]bool
	for side := range p.b.Sides {
		gone[side] = t.HasResigned(p.b.Posts[p.b.Sides[side].Order[0]].ID)
	}
	switch {
	case gone[0] && gone[1]:
		p.finish(-1, "resigned", "V2")
	case gone[0]:
		p.finish(1, "resigned", "V2")
	case gone[1]:
		p.finish(0, "resigned", "V2")
	}
}

func (p *play) finish(winner int, reason, clause string) {
	who := "draw"
	if winner >= 0 {
		who = p.side(winner)
	}
	p.emit("game.ended", clause, nil, "winner", who, "reason", reason)
}

// closeTurn counts what is held at this turn's end, and judges victory. What was
// held before does not count: `side.held` is of the last turn alone.
//
// §V1, §V2
func closeTurn(t *adjudicator.Turn) {
	p := on(t)
	for side := range p.b.Sides {
		won := 0
		for _, h := range p.b.Victory.Hexes {
			u := p.s.unitAt[h.At]
			if u >= 0 && p.s.Units[u].Side == side && (h.Side < 0 || h.Side == side) {
				won += h.Banners
			}
		}
		if won != p.s.Forces[side].Held {
			p.emit("hexes.held", "V1", nil, "side", p.side(side), "banners", won)
		}
	}
	if p.judge(true) || p.b.Victory.Turns == 0 || t.Number < p.b.Victory.Turns {
		return
	}
	f := &p.s.Forces
	p.finish(higher([2]int{f[0].Banners + f[0].Held, f[1].Banners + f[1].Held}), "turns", "V2")
}
