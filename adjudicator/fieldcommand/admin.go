package fieldcommand

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
)

// claim costs a side morale each turn for each of its objectives that ready enemy infantry of 2 or 3 SP holds (§10.1).
func (p *play) claim() {
	for _, side := range p.s.sidesActive() {
		for l := range p.b.Locales {
			if !p.b.Locales[l].Objective[1-side] {
				continue
			}
			holders := p.s.holding(l, side)
			switch {
			case len(holders) > 0:
				p.Emit("objective.claimed", "side", p.sideID(side), "locale", p.b.Locales[l].ID,
					"of", p.sideID(1-side), "unit", p.id(holders[0]))
				p.changeMorale(1-side, -p.b.Tables.Morale[moraleObjective], "objective", "10.1")
			case p.s.Held[l]:
				p.Emit("objective.lost", "side", p.sideID(side), "locale", p.b.Locales[l].ID, "of", p.sideID(1-side))
			}
		}
	}
}

// holding returns the side's units that hold an enemy objective (§10.1).
func (s *State) holding(locale, side int) []int {
	return s.unitsThat(func(u *Unit) bool {
		return u.At.Locale == locale && u.Side == side && u.Status == Ready && u.Kind == Infantry && u.Strength >= 2
	})
}

// standDown sends units that face no enemy back to the reserve (§10.2, §H11.1).
func (p *play) standDown() {
	for _, side := range p.s.sidesActive() {
		for _, u := range p.s.unitsThat(func(u *Unit) bool {
			return u.Side == side && u.onMap() && !u.At.Reserve() && !p.s.enemyHeld(u.At.Toward, side)
		}) {
			at := p.s.Units[u].At
			p.Emit("unit.stooddown", "unit", p.id(u), "from", p.b.positionText(at), "to", p.b.positionText(reserveOf(at.Locale)))
		}
	}
}

// spike destroys the guns that SPIKE orders name (§10.3).
func (p *play) spike() {
	p.staff(func(seat int, o *order) {
		p.each(seat, o, func(*Unit) string { return "" }, func(u int) {
			p.Emit("artillery.spiked", "unit", p.id(u), "at", p.b.positionText(p.s.Units[u].At))
			p.changeMorale(p.b.Commands[seat].Side, -p.b.Tables.Morale[moraleSpike], "spike", "10.3")
		})
	}, "SPIKE")
}

// unrangeable returns the reason why guns cannot be ranged, or "" if they can (§10.4).
func unrangeable(u *Unit) string {
	switch {
	case u.At.Reserve():
		return notSecuring
	case u.Bombarded:
		return hasBombarded
	case u.Ranging:
		return alreadyRanging
	}
	return ""
}

// rangeGuns ranges the guns that RANGE orders name, then those under STANDING RANGE (§10.4).
func (p *play) rangeGuns() {
	ranged := func(u int) {
		p.Emit("artillery.ranged", "unit", p.id(u), "at", p.b.positionText(p.s.Units[u].At))
		p.reveal("ranging", u)
	}
	p.staff(func(seat int, o *order) { p.each(seat, o, unrangeable, ranged) }, "RANGE")
	for _, side := range p.s.sidesActive() {
		for _, seat := range p.b.SeatsOf(side) {
			p.Cause = p.s.Seats[seat].Stands
			for _, u := range p.s.Seats[seat].Standing.Range {
				if x := &p.s.Units[u]; x.Seat == seat && x.ready() && unrangeable(x) == "" {
					ranged(u)
				}
			}
		}
	}
}

// cleanUp draws cards, moves commanders who follow a unit or flee, and ends the cards of this turn (§10.5, §H7).
func (p *play) cleanUp() {
	for _, side := range p.s.sidesActive() {
		p.drawCard(side)
		p.lapse(side, false)
	}
	for seat := range p.b.Commands {
		p.follow(seat)
		p.drive(seat)
	}
}

// judgeBattle ends the game if it is decided (§10.6, §H9.2).
func (p *play) judgeBattle() {
	if winner, reason := p.verdict(); reason != "" {
		clause := "H9.2"
		if reason == "clock" {
			clause = "H9.3"
		}
		p.EmitBy(clause, "game.ended", "winner", p.b.Winner(winner), "reason", reason)
	}
}

// verdict returns the winner and the reason. The winner is None in a draw; the reason is "" if the game goes on
// (§H9.2).
func (p *play) verdict() (winner adjudicator.Index, reason string) {
	down := [2]bool{p.s.Sides[0].Demoralized, p.s.Sides[1].Demoralized}
	if winner, over := rules.Outlasts(down); over && !p.b.Options.FightOn {
		return winner, "morale"
	}
	if winner, over := rules.Outlasts([2]bool{p.s.spent(0), p.s.spent(1)}); over {
		return winner, "annihilated"
	}
	switch winner, over := rules.Outlasts(down); {
	case p.Number < p.b.Last:
		return adjudicator.None, ""
	case over && winner.Some(): // with FightOn, a demoralized side can win
		return winner, "clock"
	}
	return p.byClock(), "clock"
}

// spent reports whether a side has no ready or waiting units left.
func (s *State) spent(side int) bool {
	return !slices.ContainsFunc(s.Units, func(u Unit) bool {
		return u.Side == side && (u.Status == Ready || u.Status == Waiting)
	})
}

// byClock returns the winner when the rounds are over (§H9.3).
func (p *play) byClock() adjudicator.Index {
	clock := &p.b.Clock
	if clock.Winner.Some() {
		return clock.Winner
	}
	if clock.By != byMorale {
		held := [2]int{}
		for side := range held {
			for l := range p.b.Locales {
				if p.b.Locales[l].Objective[1-side] && len(p.s.holding(l, side)) > 0 {
					held[side]++
				}
			}
		}
		if winner := rules.Ahead(held); winner.Some() {
			return winner
		}
	}
	share := func(side int) int { return p.s.Sides[side].Morale * 100 / max(1, p.s.Sides[side].Start) }
	return rules.Ahead([2]int{share(0), share(1)})
}
