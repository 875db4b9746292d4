package commandchaos

import "galloper/adjudicator"

// unfogged reports whether every seat is told of every die that is not sealed: of a
// runner's none but his captors are.
func unfogged(sc adjudicator.Scenario) bool {
	o := &sc.(*Battle).Options
	return !o.Fog && !o.Runners
}

// awaits are the commanders, who play on when they are dead, and the living lieutenants.
func awaits(_ adjudicator.Scenario, before adjudicator.State, _ int) (a adjudicator.Awaited) {
	s := before.(*State)
	for seat := range s.b.Commands {
		c := &s.b.Commands[seat]
		if s.b.chief[c.Side] == seat || !s.Officers[c.Officer].Dead {
			a.Seats = append(a.Seats, c.ID)
		}
	}
	return a
}
