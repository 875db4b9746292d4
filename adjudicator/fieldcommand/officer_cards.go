package fieldcommand

import (
	"slices"
	"strings"
)

// card plays a card of the hand that is of use with the orders of the turn: to an assault, to the guns, to those who
// rally, to the corps that has more to do than its commands reach for, or where an objective is pressed.
func (k *officer) card(lines []string) []string {
	hand, _, _ := k.desk.Fact("sight.hand", k.b.Sides[k.side].ID)
	begins := func(verb string) string {
		if slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, verb+" ") }) {
			return " FOR " + k.desk.Seat
		}
		return ""
	}
	use := map[string]string{effectAssault: begins("ASSAULT"), effectGuns: begins("BOMBARD"),
		effectRally: begins("RALLY"), effectCommands: k.busiest(), effectDefence: k.pressed()}
	for id := range strings.SplitSeq(hand.Get("cards"), ",") {
		if i := k.b.Sides[k.side].card(id); i >= 0 && use[k.b.Sides[k.side].Cards[i].Effect] != "" {
			return []string{"PLAY " + id + use[k.b.Sides[k.side].Cards[i].Effect]}
		}
	}
	return nil
}

// busiest is the seat that has most to do of those that have more than their commands reach for: for this seat what it
// has written for who hears it, for others the positions near the enemy where somebody hears them.
func (k *officer) busiest() string {
	best, most := "", 0
	for _, seat := range k.b.SeatsOf(k.side) {
		n := k.spoken
		if seat != k.seat {
			n = len(k.posts(k.b.Commands[seat].ID))
		}
		if n > k.b.Commands[seat].Commands && n > most {
			best, most = " FOR "+k.b.Commands[seat].ID, n
		}
	}
	return best
}

// posts are the positions near the enemy where a seat of the side has troops that hear it.
func (k *officer) posts(seat string) (list []Position) {
	from := k.person(seat)
	for o := range k.desk.Facts("sight.unit") {
		at, ok := k.b.position(o.Get("at"))
		if ok && o.Get("seat") == seat && o.Get("state") == string(Ready) && at.Locale >= 0 && k.close(at.Locale) &&
			(from < 0 || k.far[from][at.Locale] <= 1) && !slices.Contains(list, at) {
			list = append(list, at)
		}
	}
	return list
}

// pressed is an objective of ours that the enemy faces on an approach that is barred.
func (k *officer) pressed() string {
	for _, at := range k.b.approaches {
		if k.there[at] > 0 && k.b.Locales[at.Locale].Objective[k.side] &&
			k.foes[Position{at.Toward, at.Locale}].blocks > 0 {
			return " AT " + k.b.Locales[at.Locale].ID
		}
	}
	return ""
}
