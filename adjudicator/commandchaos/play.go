package commandchaos

import (
	"galloper/adjudicator"
	"galloper/adjudicator/rules"
)

// play is a turn being adjudicated, with its battle and state. It lasts for all phases of one turn: the parsed orders,
// targets and cards belong to that turn.
type play struct {
	*rules.Play[*Battle, State]
	b *Battle
	s *State

	mails   [][]given
	choices []choice
	parsed  map[string]*Order // standing orders, by text
	zones   [2]zonePlan

	target  []adjudicator.Index // by unit: its target (§K1)
	joins   []adjudicator.Index // by unit: the enemy whose melee it joined (§K4)
	aimedAt []bool              // by unit: an enemy has it as target
	hurt    []bool              // by unit: took a hit in a knot this turn (§O5)
	knotted []bool              // by unit: was in a knot
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

// playing reports whether the battle goes on: it is not the setup turn and not over.
func (p *play) playing() bool { return p.s.Status == "playing" && !p.deploying() }

// deploying reports whether this is the setup turn (§S9).
func (p *play) deploying() bool { return p.b.Options.Setup == "players" && p.s.Turn == 1 }

func (p *play) id(u int) string { return p.b.Units[u].ID }

func (p *play) sideID(side int) string { return p.b.Sides[side].ID }

// board returns the units on the field in the first player's board order.
func (p *play) board() []int { return p.s.boardOrder(p.s.First.Or(0)) }

// announce makes a unit's quality public, once (§K3).
func (p *play) announce(u int) {
	if !p.s.Units[u].Known {
		p.Emit("unit.known", "unit", p.id(u), "veteran", p.s.Units[u].Veteran)
	}
}

// hit gives a unit hits.
func (p *play) hit(clause string, u, hits int, cause string) {
	if hits > 0 {
		p.EmitBy(clause, "morale.hit", "unit", p.id(u), "hits", hits, "total", p.s.Units[u].Hits+hits, "cause", cause)
	}
}

// need returns the die roll needed to hit the unit (§K5).
func (p *play) need(u int) int {
	if p.s.Units[u].Veteran {
		return p.b.Tables.Need[1]
	}
	return p.b.Tables.Need[0]
}
