package fieldcommand

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/staff"
)

// standing are the standing orders for where the seat commands and the enemy is near, as far as they are new: where who
// gives way goes, and how the reserve answers. Who was told standing orders has no others.
func (k *officer) standing(given []adjudicator.Given) []string {
	if slices.ContainsFunc(k.told, func(d directive) bool { return d.Verb == verbStanding }) {
		return nil
	}
	var lines []string
	for l := range k.b.Locales {
		if !k.answers(l) || !k.close(l) {
			continue
		}
		if list := k.b.localeTexts(k.refuges(l)); len(list) > 0 {
			list = list[:min(2, len(list))]
			lines = append(lines, "STANDING FALL BACK FROM "+k.b.Locales[l].ID+" TO "+strings.Join(list, ", "))
		}
		answer := "STANDING AT " + k.b.Locales[l].ID + ": "
		if act := k.answer(l); act != "" {
			lines = append(lines, answer+act)
		} else if slices.ContainsFunc(given, func(g adjudicator.Given) bool { return strings.HasPrefix(g.Line, answer) }) {
			lines = append(lines, answer+"HOLD")
		}
	}
	return staff.Fresh(lines, given, k.desk.Turn, k.desk.Turn, standingFor)
}

// standingFor is what a standing order is about: one replaces the other.
func standingFor(line string) string {
	if about, _, ok := strings.Cut(line, ":"); ok {
		return about
	}
	about, _, _ := strings.Cut(line, " TO ")
	return about
}

// answers reports whether the seat is the local commander in a locale.
//
// §H5.2
func (k *officer) answers(l int) bool {
	best, most := -1, 0
	for _, seat := range k.b.SeatsOf(k.side) {
		n := 0
		for o := range k.desk.Facts("sight.unit") {
			at, ok := k.b.position(o.Get("at"))
			if ok && at.Locale == l && o.Get("seat") == k.b.Commands[seat].ID && o.Get("state") == string(Ready) {
				n++
			}
		}
		if n > most {
			best, most = seat, n
		}
	}
	return best == k.seat
}

// answer is how the reserve of a locale meets a maneuver, where not as the rules have it. It sends no more than one to
// bar a way while there are others by which the enemy could come; and who is few holds against few, but does not let
// himself be caught by many, unless the place must be held.
func (k *officer) answer(l int) string {
	reserve, strongest := 0, ""
	for _, o := range k.mine {
		if o.Get("at") != k.b.Locales[l].ID || Kind(o.Get("kind")) == Artillery || k.moving(o.Get("unit")) {
			continue
		}
		if reserve++; strongest == "" || o.Int("strength") > k.units[strongest].Int("strength") {
			strongest = o.Get("unit")
		}
	}
	switch n := k.garrison(l); {
	case n > 0 && n <= 1 && k.daring <= 2 && !k.b.Locales[l].Objective[k.side] && k.refuge(l) >= 0:
		return "IF " + strconv.Itoa(2*n+k.daring-1) + " OR MORE WITHDRAW TO " + k.b.Locales[k.refuge(l)].ID + " ELSE HOLD"
	case reserve > 1 && k.opens(l, l) > 1:
		return "HOLD WITH " + strongest
	}
	return ""
}

// moving reports whether a unit is sent away.
func (k *officer) moving(unit string) bool {
	return slices.ContainsFunc(k.sent, func(e errand) bool { return slices.Contains(e.units, unit) })
}
