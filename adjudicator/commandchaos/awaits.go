package commandchaos

import "galloper/adjudicator"

// unfogged reports whether every seat is told of every die that is not sealed: of a
// runner's none but his captors are.
func unfogged(b *Battle) bool { return !b.Options.Fog && !b.Options.Runners }

// awaits are the commanders, who play on when they are dead, and the living lieutenants.
func awaits(b *Battle, before *State, _ int) (a adjudicator.Awaited) {
	for seat := range b.Commands {
		c := &b.Commands[seat]
		if b.chief[c.Side] == seat || !before.Officers[c.Officer].Dead {
			a.Seats = append(a.Seats, c.ID)
		}
	}
	return a
}
