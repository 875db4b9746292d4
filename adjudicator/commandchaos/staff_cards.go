package commandchaos

import (
	"slices"
	"strings"

	"galloper/adjudicator/board"
	"galloper/adjudicator/staff"
)

func (k *officer) handed() []string {
	var list []string
	for card, n := range k.Sides[k.side].Hand {
		for range n {
			list = append(list, k.b.Tables.Cards[card].ID)
		}
	}
	return list
}

// cards places the side's cards on units that fight or are about to, those with the most hits first, then on resting
// units. A seat takes into account the cards that the side's other seats place, because they have the same hand and the
// same reasoning.
func (k *officer) cards() []string {
	hand, placed := k.handed(), 0
	var lines []string
	for _, u := range k.takers() {
		i := k.pick(u, hand)
		if i < 0 || placed >= k.b.Options.CardLimit {
			continue
		}
		if u.Mine {
			lines = append(lines, "CARD "+hand[i]+" ON "+u.ID)
		}
		hand = slices.Delete(hand, i, i+1)
		placed++
	}
	return append(lines, k.exchange(hand)...)
}

// takers returns the line units, sorted by their priority for cards.
func (k *officer) takers() []*staff.Unit {
	var list []*staff.Unit
	for i := range k.Own {
		if u := &k.Own[i]; u.Arm != staff.Light {
			list = append(list, u)
		}
	}
	slices.SortStableFunc(list, func(a, b *staff.Unit) int {
		if x, y := k.fighting(a), k.fighting(b); x != y {
			if x {
				return -1
			}
			return 1
		}
		return k.Facts[b.ID].Int("hits") - k.Facts[a.ID].Int("hits")
	})
	return list
}

// fighting reports whether a unit fights or is about to.
func (k *officer) fighting(u *staff.Unit) bool { return u.Bound || slices.Contains(k.met, u.ID) }

// pick returns the index of the best card for a unit, or -1. A card that removes a hit is preferred, because it cannot
// fail.
func (k *officer) pick(u *staff.Unit, hand []string) int {
	best := -1
	for i := range hand {
		c := k.kind(hand[i])
		if k.suits(u, c) && (best < 0 || c.Recover > 0 && k.kind(hand[best]).Recover == 0) {
			best = i
		}
	}
	return best
}

func (k *officer) kind(card string) *Card { return &k.b.Tables.Cards[k.b.Tables.card(card)] }

// exchange discards cards that suit no unit while the lines fight.
func (k *officer) exchange(hand []string) []string {
	if !k.chief() || !slices.ContainsFunc(k.Own, func(u staff.Unit) bool { return u.Bound }) {
		return nil
	}
	var idle []string
	for _, card := range hand {
		use := func(u *staff.Unit) bool { return k.suits(u, k.kind(card)) }
		if slices.Contains(k.kind(card).Needs, "second-line") && k.mayRelieve() {
			continue
		}
		if len(idle) < mostDiscards && !slices.ContainsFunc(k.takers(), use) {
			idle = append(idle, card)
		}
	}
	if len(idle) == 0 {
		return nil
	}
	return []string{"DISCARD " + strings.Join(idle, ", ")}
}

// mayRelieve reports whether fresh foot is behind a fighting unit or coming up. A relief card is kept for that unit
// until it has taken hits.
func (k *officer) mayRelieve() bool {
	return slices.ContainsFunc(k.Own, func(u staff.Unit) bool {
		f := k.leader(&u)
		return u.Arm == staff.Foot && !u.Bound && !u.Worn && f != nil && f.Bound && f.Arm == staff.Foot
	})
}

// suits reports whether a card would help a unit this turn, and its needs are met as far as the seat knows.
func (k *officer) suits(u *staff.Unit, c *Card) bool {
	o, fights := k.Facts[u.ID], k.fighting(u)
	rests := c.Recover > 0 || c.Refresh > 0 // these effects need no enemy
	switch {
	case !(c.Heavy && u.Arm == staff.Foot || c.Cavalry && u.Arm == staff.Horse), c.Cost > o.Int("stamina"),
		c.Recover > 0 && o.Int("hits") == 0,
		c.Refresh > 0 && o.Int("stamina") >= k.b.Units[k.b.unit(u.ID)].Stamina,
		// a unit that can strike should
		c.Effect.Dice == 0 && fights && (c.Fallback == 0 || o.Int("hits")+1 < o.Int("max")),
		!fights && !rests:
		return false
	}
	for _, need := range c.Needs {
		if !k.meetsNeed(u, need) {
			return false
		}
	}
	return u.Bound || rests || slices.Contains(c.Needs, "fresh")
}

// meetsNeed reports whether a unit meets a card's need, as far as the seat knows.
func (k *officer) meetsNeed(u *staff.Unit, need string) bool {
	o := k.Facts[u.ID]
	switch need {
	case "fresh":
		return !u.Bound
	case "target":
		return true
	case "face":
		return u.Bound && k.faced(u)
	case "second-line":
		return u.Bound && o.Int("hits")+2 >= o.Int("max") && k.hasRelief(u) // two hits may come at once
	case "officer":
		return k.hasOfficer(k.b.unit(u.ID))
	case "room":
		at := k.next(u, -1)
		return k.b.passable(board.Space{Col: at.X, Row: at.Y}) && !k.stands(at.X, at.Y) &&
			!staff.Any(k.Foes, func(p board.Point) bool { return p == at })
	}
	return u.Bound
}

// next returns the space in front of a unit, or behind it if step is -1.
func (k *officer) next(u *staff.Unit, step int) board.Point {
	way, _ := board.ParseHeading(k.Facts[u.ID].Get("facing"))
	at := board.Space{Col: u.At.X, Row: u.At.Y}.Next(way, step)
	return board.Point{X: at.Col, Y: at.Row}
}

// faced reports whether an enemy line unit is face to face with a unit.
func (k *officer) faced(u *staff.Unit) bool {
	return slices.ContainsFunc(k.Foes, func(f staff.Unit) bool {
		return f.Arm != staff.Light && f.At == k.next(u, 1) && k.next(&f, 1) == u.At
	})
}

// hasRelief reports whether friendly foot with fewer hits is behind a unit, free to take its place.
func (k *officer) hasRelief(u *staff.Unit) bool {
	return slices.ContainsFunc(k.Own, func(f staff.Unit) bool {
		return f.Arm == staff.Foot && !f.Bound && f.At == k.next(u, -1) &&
			k.Facts[f.ID].Int("hits") < k.Facts[u.ID].Int("hits") &&
			k.Facts[f.ID].Get("facing") == k.Facts[u.ID].Get("facing")
	})
}
