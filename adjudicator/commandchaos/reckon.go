package commandchaos

import (
	"galloper/adjudicator/rules"
	"galloper/events"
)

// reckon says how the battle would be decided now, as far as a seat knows.
//
// §E1 to §E3
func reckon(d rules.Desk[*Battle], _ []events.Outcome) (r events.Reckoning) {
	b := d.Battle
	r.Outweighs = 5
	for side := range b.Sides {
		r.Armies[side] = events.Army{Side: b.Sides[side].ID, Limits: []events.Limit{{Part: "unit"}}}
	}
	of := [2]int{}
	for u := range b.Units {
		if c := &b.Units[u]; c.line() || b.Victory.All {
			limit := &r.Armies[c.Side].Limits[0]
			of[c.Side]++
			if _, _, gone := d.Known.Fact(sightGone, c.ID); gone {
				limit.Gone++
			} else if !seenNow(d, c.ID) {
				limit.Least = true
			}
		}
	}
	for side := range of {
		r.Armies[side].Limits[0].At = b.Victory.Share*of[side]/100 + 1
	}
	return r
}

// seenNow reports whether the seat was told of a unit in the latest turn.
func seenNow(d rules.Desk[*Battle], id string) bool {
	for _, kind := range [2]string{sightOwn, sightEnemy} {
		if _, turn, ok := d.Known.Fact(kind, id); ok && turn == d.Turn {
			return true
		}
	}
	return false
}
