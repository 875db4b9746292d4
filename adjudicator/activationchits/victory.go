package activationchits

import (
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// endIfWon ends the battle if a side has won and reports whether the battle is over. With held, the banners for
// hexes held count too, as they do at the end of a turn.
//
// §V1, §V2
func (p *play) endIfWon(held bool) bool {
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

// score returns the banners of each side, with those for hexes held if held is set.
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

// judgeResigned ends the battle if a chief has resigned. The other side wins; if both have resigned, it is a
// draw.
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

// closeTurn counts the hexes held at the end of the turn and judges victory. `side.held` is replaced, so
// hexes held earlier don't count.
//
// §V1, §V2
func (p *play) closeTurn() {
	for side := range p.b.Sides {
		won := p.s.prizes(side, func(int) bool { return true })
		if won != p.s.Forces[side].Held {
			p.Emit("hexes.held", "side", p.nameSide(side), "banners", won)
		}
	}
	if p.endIfWon(true) || p.b.Victory.Turns == 0 || p.Number < p.b.Victory.Turns {
		return
	}
	score := p.score(true)
	p.finish(rules.Ahead(score), "turns", "V2", score)
}

// prizes returns the banners for hexes held by the side, of those that satisfy seen.
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

// reckon says how the battle would be decided now, as far as a seat knows.
//
// §V1, §V2
func reckon(d rules.Desk[*Battle], _ []events.Outcome) events.Reckoning {
	r := events.Reckoning{What: "banners"}
	o, _, _ := d.Fact("sight.banners", "all")
	for side := range d.Battle.Sides {
		id := d.Battle.Sides[side].ID
		r.Armies[side] = events.Army{Side: id, Goal: d.Battle.Victory.Banners[side],
			Points: []events.Points{{For: "units and leaders", N: countOf(o.Get("banners"), id)},
				{For: "places", N: countOf(o.Get("held"), id)}}}
	}
	return r
}

// countOf returns a side's number in a list such as `french 2, allied 1`.
func countOf(list, side string) int {
	for one := range strings.SplitSeq(list, ", ") {
		if n, ok := strings.CutPrefix(one, side+" "); ok {
			return events.Number(n)
		}
	}
	return 0
}
