package commandchaos

import (
	"galloper/adjudicator"
	"galloper/adjudicator/rules"
)

// play is a turn with its battle and state at hand. It is kept from phase to
// phase: the orders as read, targets and cards are of this turn alone.
type play struct {
	*rules.Play[*Battle, State]
	b *Battle
	s *State

	mails   [][]given
	choices []choice
	parsed  map[string]*Order // standing orders, by their text
	zones   [2]zonePlan

	target  []adjudicator.Index // by unit: whom it attacks (§K1)
	joins   []adjudicator.Index // by unit: whom it joined by K4
	aimedAt []bool              // by unit: some enemy's target is it
	hurt    []bool              // it took a hit in a knot this turn (§O5)
	knotted []bool              // it was part of a knot
	lines   [2][]cardLine
	gone    [][]int // by seat: units that it saw leave the field
}

func begun(turn *rules.Play[*Battle, State]) *play {
	p := &play{Play: turn, b: turn.Battle, s: turn.State(), parsed: map[string]*Order{}}
	n := len(p.b.Units)
	p.target, p.joins = make([]adjudicator.Index, n), make([]adjudicator.Index, n)
	p.aimedAt, p.hurt, p.knotted = make([]bool, n), make([]bool, n), make([]bool, n)
	p.gone = make([][]int, len(p.b.Commands)+1)
	return p
}

// playing reports whether the turn is one of the battle: not the setup turn, not over.
func (p *play) playing() bool { return p.s.Status == "playing" && !p.deploying() }

// deploying reports whether this is the setup turn (§S9).
func (p *play) deploying() bool { return p.b.Options.Setup == "players" && p.s.Turn == 1 }

// id is a unit's id.
func (p *play) id(u int) string { return p.b.Units[u].ID }

// sideID is a side's id.
func (p *play) sideID(side int) string { return p.b.Sides[side].ID }

// board returns the units of the field in board order: that of the first player.
func (p *play) board() []int { return p.s.boardOrder(p.s.First.Or(0)) }

// announce makes a unit's quality public, once.
//
// §K3
func (p *play) announce(u int) {
	if !p.s.Units[u].Known {
		p.Emit("unit.known", "unit", p.id(u), "veteran", p.s.Units[u].Veteran)
	}
}

// hit puts hits on a unit.
func (p *play) hit(clause string, u, hits int, cause string) {
	if hits > 0 {
		p.EmitBy(clause, "morale.hit", "unit", p.id(u), "hits", hits, "total", p.s.Units[u].Hits+hits, "cause", cause)
	}
}

// need is what a die must show to hit the unit.
//
// §K5
func (p *play) need(u int) int {
	if p.s.Units[u].Veteran {
		return p.b.Tables.Need[1]
	}
	return p.b.Tables.Need[0]
}
