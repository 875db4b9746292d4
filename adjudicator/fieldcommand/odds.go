package fieldcommand

import (
	"fmt"

	"galloper/adjudicator/rules"
)

// odds returns the calculation of a fight as the seat knows it, for its receipt. There are no dice. It is empty if the
// command has no such calculation (§8.2, §8.3, §8.4).
func (k *desk) odds(c *plan) rules.Odds {
	switch c.Verb {
	case verbAssault, verbCharge:
		return k.fightOdds(c)
	case verbBombard:
		ours, theirs := k.s.batteries(c)
		has := "have"
		if theirs == 1 {
			has = "has"
		}
		return rules.Odds{Does: "as far as known " + rules.Counted(ours, "gun", "guns") + " of yours",
			Against: fmt.Sprintf("%d there that %s found the range", theirs, has), Comes: lossText(ours - theirs)}
	}
	return rules.Odds{}
}

// fightOdds returns the calculation of an assault, or of a charge that is met by defence.
func (k *desk) fightOdds(c *plan) rules.Odds {
	ours, penalty := k.s.attack(c)
	theirs := k.s.defence(c)
	unseen := len(k.s.unitsThat(func(u *Unit) bool {
		return u.Side != k.side && u.At == Position{c.D, c.A} && u.Kind == ""
	}))
	odds := rules.Odds{Does: fmt.Sprintf("as far as known you bring %d", ours.strength),
		Of:      fmt.Sprintf("leads %d, guns %d, less %d", k.s.points(&ours)-len(ours.guns), len(ours.guns), penalty),
		Against: fmt.Sprint(theirs.strength), Comes: "enough to take it"}
	if unseen > 0 {
		odds.Against += " and " + rules.Counted(unseen, "block", "blocks") + " not made out"
		odds.Comes = "it must be more than they have"
	}
	if ours.strength <= theirs.strength {
		odds.Comes = "not enough, for it must be more"
	}
	return odds
}

func lossText(points int) string {
	if points <= 0 {
		return "nothing comes of it, for yours must be more"
	}
	return "they lose " + rules.Counted(points, "point", "points")
}
