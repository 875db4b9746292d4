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
		winner := adjudicator.At(btoi(none[0]))
		if none[0] && none[1] {
			winner = adjudicator.None
		}
		p.finish(winner, "destroyed", "V2", p.score(held))
		return true
	}
	score := p.score(held)
	var reached [2]bool
	for i := range score {
		reached[i] = p.b.Victory.Banners[i] > 0 && score[i] >= p.b.Victory.Banners[i]
	}
	switch {
	case reached[0] && reached[1]:
		p.finish(higher(score), "banners", "V1", score)
	case reached[0]:
		p.finish(adjudicator.At(0), "banners", "V1", score)
	case reached[1]:
		p.finish(adjudicator.At(1), "banners", "V1", score)
	default:
		return false
	}
	return true
}

// score is what each side has won, at the end of a turn with what it holds.
//
// §V1
func (p *play) score(held bool) (score [2]int) {
	for i := range score {
		score[i] = p.s.Forces[i].Banners
		if held {
			score[i] += p.s.Forces[i].Held
		}
	}
	return score
}

// higher is the side with the higher score, none if they are equal.
func higher(score [2]int) adjudicator.Index {
	switch {
	case score[0] > score[1]:
		return adjudicator.At(0)
	case score[1] > score[0]:
		return adjudicator.At(1)
	}
	return adjudicator.None
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
	score := p.score(true)
	switch {
	case gone[0] && gone[1]:
		p.finish(adjudicator.None, "resigned", "V2", score)
	case gone[0]:
		p.finish(adjudicator.At(1), "resigned", "V2", score)
	case gone[1]:
		p.finish(adjudicator.At(0), "resigned", "V2", score)
	}
}

func (p *play) finish(winner adjudicator.Index, reason, clause string, score [2]int) {
	who := "draw"
	if side, ok := winner.Get(); ok {
		who = p.side(side)
	}
	p.emit("game.ended", clause, nil, "winner", who, "reason", reason, "score", p.bySide(score, ":", ","))
}

// closeTurn counts what is held at this turn's end, and judges victory. What was
// held before does not count: `side.held` is of the last turn alone.
//
// §V1, §V2
func closeTurn(t *adjudicator.Turn) {
	p := on(t)
	for side := range p.b.Sides {
		won := p.s.prizes(side, func(int) bool { return true })
		if won != p.s.Forces[side].Held {
			p.emit("hexes.held", "V1", nil, "side", p.side(side), "banners", won)
		}
	}
	if p.judge(true) || p.b.Victory.Turns == 0 || t.Number < p.b.Victory.Turns {
		return
	}
	score := p.score(true)
	p.finish(higher(score), "turns", "V2", score)
}

// prizes is what the side's units stand on, of the hexes that count and that are looked at.
//
// §V1
func (s *State) prizes(side int, seen func(hex int) bool) (banners int) {
	for _, h := range s.b.Victory.Hexes {
		u := s.unitAt[h.At]
		if u.Some() && s.Units[u.Must()].Side == side && (h.Side.None() || h.Side.Is(side)) && seen(h.At) {
			banners += h.Banners
		}
	}
	return banners
}
