package activationchits

import (
	"slices"
	"strings"

	"galloper/adjudicator/board"
	"galloper/adjudicator/staff"
)

// What it counts for that a unit was told in the turn before to go to a hex: who turns round has lost two turns.
const (
	begunWay  = 3
	begunPost = 6
)

// recall is where the seat sent its units in the turn before: to which hex, and at whom or what.
func (k *officer) recall() {
	k.told = map[string]int{}
	for _, g := range k.o.Given {
		id, entry, ok := strings.Cut(g.Line, ": ")
		i := slices.IndexFunc(k.Own, func(u staff.Unit) bool { return u.Mine && u.ID == id })
		if g.Turn != k.Turn-1 || !ok || i < 0 {
			continue
		}
		for action := range strings.SplitSeq(entry, " ELSE ") {
			k.recallAction(&k.Own[i], action)
		}
	}
}

// recallAction is what one action of an entry says of it. Who was sent to a hex went at what is next to that hex.
func (k *officer) recallAction(u *staff.Unit, action string) {
	words := strings.Fields(action)
	if len(words) < 2 {
		return
	}
	target := words[len(words)-1]
	switch {
	case words[0] == "ATTACK" && u.Sent == nil:
		u.Sent = k.targetAt(words[1])
	case words[0] == "MOVE":
		if hex, ok := k.hex(target); ok {
			if k.told[u.ID] = hex; u.Sent == nil {
				u.Sent = k.nearestAim(hex)
			}
		}
	}
}

// targetAt is where an enemy or a hex is; nil: that is not known.
func (k *officer) targetAt(target string) *board.Point {
	for i := range k.Foes {
		if k.Foes[i].ID == target {
			return &k.Foes[i].At
		}
	}
	if hex, ok := k.hex(target); ok {
		return &board.Point{X: hex}
	}
	return nil
}

// nearestAim is the enemy, or the place that is not ours, that is nearest to a hex; nil: there is none.
func (k *officer) nearestAim(hex int) (aim *board.Point) {
	near := everywhere
	nearer := func(at *board.Point) {
		if d := k.b.distance(hex, at.X); d < near {
			aim, near = at, d
		}
	}
	for i := range k.Foes {
		nearer(&k.Foes[i].At)
	}
	for i := range k.Places {
		if k.Places[i].Held != staff.Ours {
			nearer(&k.Places[i].At)
		}
	}
	return aim
}

// underWay reports whether a unit was told in the turn before to go to a hex.
func (k *officer) underWay(u *staff.Unit, hex int) bool {
	told, ok := k.told[u.ID]
	return ok && told == hex
}
