package fieldcommand

import (
	"slices"

	"galloper/adjudicator"
)

// claim: ready infantry of 2 or 3 SP on an objective costs its owner morale, each turn anew.
//
// §10.1
func claim(t *adjudicator.Turn) {
	p := on(t)
	for _, side := range p.s.sidesActive() {
		for l := range p.b.Locales {
			if !p.b.Locales[l].Objective[1-side] {
				continue
			}
			holders := p.s.holding(l, side)
			switch {
			case len(holders) > 0:
				p.emit("10.1", "objective.claimed", nil, "side", p.sideID(side), "locale", p.b.Locales[l].ID,
					"of", p.sideID(1-side), "unit", p.id(holders[0]))
				p.morale(1-side, -p.b.Tables.Morale[moraleObjective], "objective", "10.1")
			case p.s.Held[l]:
				p.emit("10.1", "objective.lost", nil, "side", p.sideID(side), "locale", p.b.Locales[l].ID, "of", p.sideID(1-side))
			}
		}
	}
}

// holding are the units by which a side holds an objective.
//
// §10.1
func (s *State) holding(locale, side int) []int {
	return s.where(func(u *Unit) bool {
		return u.At.Locale == locale && u.Side == side && u.Status == Ready && u.Kind == Infantry && u.Strength >= 2
	})
}

// standDown sends units back to the reserve that face no enemy.
//
// §10.2
func standDown(t *adjudicator.Turn) {
	p := on(t)
	for _, side := range p.s.sidesActive() {
		for _, u := range p.s.where(func(u *Unit) bool {
			return u.Side == side && u.onMap() && !u.At.Reserve() && !p.s.enemyHeld(u.At.Toward, side)
		}) {
			at := p.s.Units[u].At
			p.emit("10.2", "unit.stooddown", nil, "unit", p.id(u), "from", p.b.text(at), "to", p.b.text(reserveOf(at.Locale)))
		}
	}
}

// spike destroys guns at their owner's word.
//
// §10.3
func spike(t *adjudicator.Turn) {
	p := on(t)
	p.staff(func(seat int, o *order) {
		p.each(seat, o, func(*Unit) string { return "" }, func(u int) {
			p.emit("10.3", "artillery.spiked", nil, "unit", p.id(u), "at", p.b.text(p.s.Units[u].At))
			p.morale(p.b.Commands[seat].Side, -p.b.Tables.Morale[moraleSpike], "spike", "10.3")
		})
	}, "SPIKE")
}

// unrangeable says why guns cannot be ranged, "" if they can.
//
// §10.4
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

// rangeGuns ranges guns that were named, then those under STANDING RANGE.
//
// §10.4
func rangeGuns(t *adjudicator.Turn) {
	p := on(t)
	ranged := func(u int) {
		p.emit("10.4", "artillery.ranged", nil, "unit", p.id(u), "at", p.b.text(p.s.Units[u].At))
		p.reveal("ranging", u)
	}
	p.staff(func(seat int, o *order) { p.each(seat, o, unrangeable, ranged) }, "RANGE")
	for _, side := range p.s.sidesActive() {
		for _, seat := range p.b.seatsOf(side) {
			for _, u := range p.s.Seats[seat].Standing.Range {
				if x := &p.s.Units[u]; x.Seat == seat && x.ready() && unrangeable(x) == "" {
					ranged(u)
				}
			}
		}
	}
}

// cleanUp draws cards, lets persons follow or flee, and ends the cards of this turn.
//
// §10.5, §H7
func cleanUp(t *adjudicator.Turn) {
	p := on(t)
	for _, side := range p.s.sidesActive() {
		p.drawCards(side)
		p.lapse(side, false)
	}
	for seat := range p.b.Commands {
		p.follow(seat)
		p.drive(seat)
	}
}

// judge ends the game where it ends.
//
// §10.6, §H9.2
func judge(t *adjudicator.Turn) {
	p := on(t)
	if winner, reason := p.verdict(); reason != "" {
		clause := "H9.2"
		if reason == "clock" {
			clause = "H9.3"
		}
		p.finish(clause, winner, reason)
	}
}

// verdict is who has won and why; winner -1 is a draw, no reason means that the game goes on.
//
// §H9.2
func (p *play) verdict() (winner int, reason string) {
	down := func(side int) bool { return p.s.Sides[side].Demoralized }
	lone := func(beaten func(int) bool) int {
		switch {
		case beaten(0) && beaten(1):
			return -1
		case beaten(0):
			return 1
		}
		return 0
	}
	if !p.b.Options.FightOn && (down(0) || down(1)) {
		return lone(down), "morale"
	}
	spent := func(side int) bool {
		return !slices.ContainsFunc(p.s.Units, func(u Unit) bool {
			return u.Side == side && (u.Status == Ready || u.Status == Waiting)
		})
	}
	if spent(0) || spent(1) {
		return lone(spent), "annihilated"
	}
	last := p.b.Clock.Rounds
	if !p.b.Options.Simultaneous {
		last *= 2
	}
	if p.t.Number < last {
		return -1, ""
	}
	if p.b.Options.FightOn && down(0) != down(1) {
		return lone(down), "clock"
	}
	return p.byClock(), "clock"
}

// byClock is who wins when the rounds are over, -1 nobody.
//
// §H9.3
func (p *play) byClock() int {
	clock := &p.b.Clock
	if winner, ok := clock.Winner.Get(); ok {
		return winner
	}
	if !clock.Morale {
		held := [2]int{}
		for side := range held {
			for l := range p.b.Locales {
				if p.b.Locales[l].Objective[1-side] && len(p.s.holding(l, side)) > 0 {
					held[side]++
				}
			}
		}
		if held[0] != held[1] {
			return greater(held[0], held[1])
		}
	}
	share := func(side int) int { return p.s.Sides[side].Morale * 100 / max(1, p.s.Sides[side].Start) }
	return greater(share(0), share(1))
}

// greater is which of two figures is the greater, -1 if they are equal.
func greater(a, b int) int {
	switch {
	case a > b:
		return 0
	case b > a:
		return 1
	}
	return -1
}
