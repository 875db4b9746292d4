package activationchits

import (
	"galloper/adjudicator"
	"galloper/adjudicator/rules"
)

// won looks whether the battle is won, and reports whether it is over. held
// says that what is held counts, at the end of a turn.
//
// §V1, §V2
func (p *play) won(held bool) bool {
	if p.s.End {
		return true
	}
	score := p.score(held)
	if winner, over := rules.Outlasts([2]bool{p.s.strength(0) == 0, p.s.strength(1) == 0}); over {
		p.finish(winner, "destroyed", "V2", score)
		return true
	}
	var reached [2]bool
	for i := range score {
		reached[i] = p.b.Victory.Banners[i] > 0 && score[i] >= p.b.Victory.Banners[i]
	}
	switch {
	case reached[0] && reached[1]:
		p.finish(rules.Ahead(score), "banners", "V1", score)
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

// judgeResigned ends the battle where a chief has resigned: the other side wins; where
// both have, it is a draw.
//
// §V2
func (p *play) judgeResigned() {
	if winner, over := p.GivenUp([2]string{p.b.chief(0).ID, p.b.chief(1).ID}); over {
		p.finish(winner, "resigned", "V2", p.score(true))
	}
}

func (p *play) finish(winner adjudicator.Index, reason, clause string, score [2]int) {
	who := adjudicator.Draw
	if winner.Some() {
		who = p.b.sideIDs.Of(winner)
	}
	p.EmitBy(clause, "game.ended", "winner", who, "reason", reason, "score", p.bySide(score, ":", ","))
}

// closeTurn counts what is held at this turn's end, and judges victory. What was
// held before does not count: `side.held` is of the last turn alone.
//
// §V1, §V2
func (p *play) closeTurn() {
	for side := range p.b.Sides {
		won := p.s.prizes(side, func(int) bool { return true })
		if won != p.s.Forces[side].Held {
			p.Emit("hexes.held", "side", p.nameSide(side), "banners", won)
		}
	}
	if p.won(true) || p.b.Victory.Turns == 0 || p.Number < p.b.Victory.Turns {
		return
	}
	score := p.score(true)
	p.finish(rules.Ahead(score), "turns", "V2", score)
}

// prizes is what the side's units stand on, of the hexes that count and that are looked at.
//
// §V1
func (s *State) prizes(side int, seen func(hex int) bool) (banners int) {
	for _, h := range s.b.Victory.Hexes {
		u := s.UnitAt[h.At]
		if u.Some() && s.Units[u.Must()].Side == side && (h.Side.None() || h.Side.Is(side)) && seen(h.At) {
			banners += h.Banners
		}
	}
	return banners
}
