package fieldcommand

import (
	"slices"
	"strings"
)

// card plays a card of the hand that helps this turn's orders: an assault, guns, a rally, a corps with more to do than
// its commands allow, or an objective under pressure.
func (k *officer) card(lines []string) []string {
	hand, _, _ := k.desk.Fact("sight.hand", k.b.Sides[k.side].ID)
	begins := func(verb string) string {
		if slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, verb+" ") }) {
			return " FOR " + k.desk.Seat
		}
		return ""
	}
	use := map[string]string{effectAssault: begins("ASSAULT"), effectGuns: begins("BOMBARD"),
		effectRally: begins("RALLY"), effectCommands: k.busiest(2 * k.b.Options.Commands), effectDefence: k.pressed()}
	for id := range strings.SplitSeq(hand.Get("cards"), ",") {
		if i := k.b.Sides[k.side].card(id); i >= 0 && use[k.b.Sides[k.side].Cards[i].Effect] != "" {
			return []string{"PLAY " + id + use[k.b.Sides[k.side].Cards[i].Effect]}
		}
	}
	return nil
}

// busiest returns the seat with the most ready units on the map, if it has at least that many.
func (k *officer) busiest(least int) string {
	best, most := "", least-1
	for _, seat := range k.b.SeatsOf(k.side) {
		id, n := k.b.Commands[seat].ID, 0
		for o := range k.desk.Facts("sight.unit") {
			if o.Get("seat") == id && o.Get("state") == string(Ready) {
				n++
			}
		}
		if n > most {
			best, most = " FOR "+id, n
		}
	}
	return best
}

// pressed returns an own objective with a barred approach that the enemy faces.
func (k *officer) pressed() string {
	for _, at := range k.b.approaches {
		if k.there[at] > 0 && k.b.Locales[at.Locale].Objective[k.side] &&
			k.foes[Position{at.Toward, at.Locale}].blocks > 0 {
			return " AT " + k.b.Locales[at.Locale].ID
		}
	}
	return ""
}
