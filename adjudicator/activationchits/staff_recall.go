package activationchits

import (
	"slices"
	"strings"

	"galloper/adjudicator/board"
	"galloper/adjudicator/staff"
)

// Bonus for keeping to a move that was ordered the turn before, because turning round wastes two turns.
const (
	begunWay  = 3
	begunPost = 6
)

// recall restores the goals that the seat gave its units in the turn before.
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

// recallAction reads one action of an earlier entry. A unit sent to a hex is taken to have been sent against
// the nearest enemy or place.
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

// targetAt returns the position of an enemy or a hex, or nil if it is unknown.
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

// nearestAim returns the enemy, or the place that we don't hold, nearest to a hex, or nil.
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

// underWay reports whether a unit was ordered to the hex in the turn before.
func (k *officer) underWay(u *staff.Unit, hex int) bool {
	told, ok := k.told[u.ID]
	return ok && told == hex
}
