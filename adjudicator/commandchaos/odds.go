package commandchaos

import (
	"fmt"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// odds returns the odds of a charge with a known target: the one that the order names, or the nearest ahead (§H8).
func (m *mail) odds(g *given, d *adjudicator.Desk) (list []rules.Odds) {
	if g.Verb != Charge || g.Standing {
		return nil
	}
	for i := range g.parts {
		u, ok := g.parts[i].unit.Get()
		if !ok || !g.parts[i].direct {
			continue
		}
		if target := m.v.charged(u, g.Order, d); target != nil {
			list = append(list, m.v.chargeOdds(u, g.With.Some(), target))
		}
	}
	return list
}

// charged returns the sighting of the enemy that the unit would charge, or nil.
func (v *view) charged(u int, o *Order, d *adjudicator.Desk) (best *events.Outcome) {
	least := v.b.Board.Rows
	for e := range d.Facts(sightEnemy) {
		at, ok := board.ParseSpace(e.Get("at"))
		far := v.b.rank(v.side, at) - v.b.rank(v.side, v.units[u].at)
		if !ok || at.Col != v.units[u].at.Col || e.Get("light") == "yes" || far <= 0 || far > least {
			continue
		}
		if o.Enemy.None() || v.b.Units[o.Enemy.Must()].ID == e.Get("unit") {
			best, least = e, far
		}
	}
	return best
}

// chargeOdds returns the odds of one unit against one enemy (§C5, §K5, §K6).
func (v *view) chargeOdds(u int, with bool, target *events.Outcome) rules.Odds {
	angle, bonus := v.b.Tables.Angle[v.angle(target)], 0
	if with || v.mixed(u) {
		bonus++
	}
	if v.led(u) {
		bonus++
	}
	need, dice := v.b.Tables.Need, v.b.Tables.ChargeDice
	veteran := target.Get("quality") == "veteran"
	least := need[0]
	if veteran {
		least = need[1]
	}
	least -= angle + bonus
	odds := rules.Odds{Does: fmt.Sprintf("%s charges %s", v.b.Units[u].ID, target.Get("unit")),
		Of: fmt.Sprintf("each die hits on %d or more", max(least, 1)), Comes: rules.Hits(dice, 7-least, 6)}
	if target.Get("quality") == "unknown" && need[0] != need[1] {
		odds.But = fmt.Sprintf("on %d or more if they are veterans", max(least+need[1]-need[0], 1))
	}
	return odds
}

// angle returns the direction of an attack on a target by its last known facing, as a column of the table of angles
// (§K6).
func (v *view) angle(target *events.Outcome) int {
	ahead := v.b.ahead(v.side)
	facing, ok := board.ParseHeading(target.Get("facing"))
	switch {
	case !ok || target.Get("kind") == string(Cavalry) || facing == ahead.Turned(2):
		return 0
	case facing == ahead:
		return 2
	}
	return 1
}

// mixed reports whether own lights are with the cavalry unit (§M8).
func (v *view) mixed(u int) bool {
	if v.b.Units[u].Kind != Cavalry {
		return false
	}
	for i := range v.units {
		if k := &v.units[i]; v.b.Units[i].Side == v.side && v.b.Units[i].Kind == Light && !k.gone && k.at == v.units[u].at {
			return true
		}
	}
	return false
}

// led reports whether a living officer is with the unit (§O2).
func (v *view) led(u int) bool {
	for i := range v.officers {
		if v.b.Leaders[i].Side == v.side && v.officers[i].unit.Is(u) && !v.officers[i].dead {
			return true
		}
	}
	return false
}
