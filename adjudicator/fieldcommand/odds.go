package fieldcommand

import "fmt"

// odds is the sum of a fight as the seat knows it, for its receipt: there are no dice in it. "" where there is
// nothing to be added up.
//
// §8.2, §8.3, §8.4
func (k *desk) odds(c *plan) string {
	switch c.Verb {
	case verbAssault, verbCharge:
		return k.fightOdds(c)
	case verbBombard:
		ours, theirs := k.s.batteries(c)
		return fmt.Sprintf("as far as known %s of yours against %d there that %s found the range: %s",
			counted(ours, "gun"), theirs, verbFor(theirs, "has", "have"), lossText(ours-theirs))
	}
	return ""
}

// fightOdds is the sum of an assault, or of a charge that is defended.
func (k *desk) fightOdds(c *plan) string {
	ours, penalty := k.s.attack(c)
	theirs := k.s.defence(c)
	unseen := len(k.s.unitsThat(func(u *Unit) bool {
		return u.Side != k.side && u.At == Position{c.D, c.A} && u.Kind == ""
	}))
	sum := fmt.Sprintf("as far as known you bring %d (leads %d, guns %d, less %d) against %d", ours.strength,
		k.s.points(&ours)-len(ours.guns), len(ours.guns), penalty, theirs.strength)
	if unseen > 0 {
		sum += " and " + counted(unseen, "block") + " not made out"
	}
	switch {
	case ours.strength <= theirs.strength:
		return sum + ": not enough, for it must be more"
	case unseen > 0:
		return sum + ": it must be more than they have"
	}
	return sum + ": enough to take it"
}

func lossText(points int) string {
	if points <= 0 {
		return "nothing comes of it, for yours must be more"
	}
	return fmt.Sprintf("they lose %s", counted(points, "point"))
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func verbFor(n int, one, several string) string {
	if n == 1 {
		return one
	}
	return several
}
