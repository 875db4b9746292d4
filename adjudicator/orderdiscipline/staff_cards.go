package orderdiscipline

import (
	"fmt"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/staff"
)

const (
	staffHot     = 2 // in moves: distance to the enemy within which a unit is worth a card
	staffPerCard = 2 // turns left for each card that is saved
	staffPoor    = 5 // command scores below this are rolled again
)

// playHand plays the army commander's cards, which are worthless after the battle. An attacker seizes the
// initiative; the general closest to the enemy re-rolls a poor command roll. Dice decide when, so that the
// enemy cannot predict it (§2.4, §2.5, §3.6).
func (k *officer) playHand(o *adjudicator.Officer, plan staff.Plan) (lines []string) {
	side := &k.b.Sides[k.b.Generals[k.g].Side]
	hand, _, ok := k.Desk.Fact("sight.hand", side.ID)
	if !ok || !side.Chief.Is(k.g) || hand.Get("cards") == "-" {
		return nil
	}
	left := strings.Count(hand.Get("cards"), ",") + 1
	hot, general := k.hottest()
	spare := left*staffPerCard - max(k.Turns-k.Turn, 0)
	if hot == 0 || spare < 0 && o.Die(k.Turn, "cards/"+k.Seat, 2) == 1 {
		return nil
	}
	if plan == staff.Attack && o.Die(k.Turn, "seize/"+k.Seat, 3) > 1 {
		lines = append(lines, "SEIZE WITH lowest")
	}
	if o.Die(k.Turn, "contest/"+k.Seat, 3) == 1 {
		lines = append(lines, "CONTEST WITH highest")
	}
	return append(lines, fmt.Sprintf("REROLL %s IF BELOW %d WITH lowest", k.b.Generals[general].ID, staffPoor))
}

// hottest returns the general with the most units near the enemy, and their number.
func (k *officer) hottest() (most, general int) {
	near := make([]int, len(k.b.Generals))
	for i := range k.Own {
		u := &k.Own[i]
		if slices.ContainsFunc(k.Foes, func(f staff.Unit) bool { return k.Far(u.At, f.At) <= staffHot*k.Reach }) {
			near[k.b.Units[k.b.unitIDs.Must(u.ID)].General]++
		}
	}
	for g, n := range near {
		if n > most {
			most, general = n, g
		}
	}
	return most, general
}
