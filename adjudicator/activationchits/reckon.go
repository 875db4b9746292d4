package activationchits

import (
	"strings"

	"galloper/adjudicator/rules"
	"galloper/events"
)

// reckon says how the battle would be decided now, as far as a seat knows.
//
// §V1, §V2
func reckon(d rules.Desk[*Battle], _ []events.Outcome) events.Reckoning {
	r := events.Reckoning{What: "banners"}
	fields, _, _ := d.Known.Fact("sight.banners", "all")
	o := events.Outcome{Fields: fields}
	for side := range d.Battle.Sides {
		id := d.Battle.Sides[side].ID
		r.Armies[side] = events.Army{Side: id, Goal: d.Battle.Victory.Banners[side],
			Points: []events.Points{{For: "units and leaders", N: countOf(o.Get("banners"), id)},
				{For: "places", N: countOf(o.Get("held"), id)}}}
	}
	return r
}

// countOf returns a side's number in a list such as `french 2, allied 1`.
func countOf(list, side string) int {
	for one := range strings.SplitSeq(list, ", ") {
		if n, ok := strings.CutPrefix(one, side+" "); ok {
			return events.Number(n)
		}
	}
	return 0
}
