package commandchaos

import "galloper/adjudicator"

// unfogged reports whether every seat sees every die that is not sealed. Only the captors see the dice of a runner.
func unfogged(b *Battle) bool { return !b.Options.Fog && !b.Options.Runners }

// awaits returns the seats that a turn waits for: the commanders, dead or alive, and the living lieutenants.
func awaits(b *Battle, before *State, _ int) (a adjudicator.Awaited) {
	for seat := range b.Commands {
		c := &b.Commands[seat]
		if b.chief[c.Side] == seat || !before.Officers[c.Officer].Dead {
			a.Seats = append(a.Seats, c.ID)
		}
	}
	return a
}
