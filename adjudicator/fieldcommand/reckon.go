package fieldcommand

import (
	"galloper/adjudicator/rules"
	"galloper/events"
)

// reckon says how the battle would be decided now, as far as a seat knows.
//
// §13.3, §H9.2, §H9.3
func reckon(d rules.Desk[*Battle], told []events.Outcome) (r events.Reckoning) {
	b := d.Battle
	r.Outweighs = 5
	if winner, ok := b.Clock.Winner.Get(); ok {
		r.Clock = b.Sides[winner].ID
	}
	for side := range b.Sides {
		a := &r.Armies[side]
		a.Side = b.Sides[side].ID
		if fields, _, ok := d.Known.Fact("sight.side", a.Side); ok {
			o := events.Outcome{Fields: fields}
			start := o.Int("start")
			a.Limits = []events.Limit{{Part: "point of morale", Gone: start - o.Int("morale"), At: start}}
		}
	}
	for i := range told {
		if side, ok := b.Side(told[i].Get("side")).Get(); ok && told[i].Name == "army.demoralized" {
			for l := range r.Armies[side].Limits {
				r.Armies[side].Limits[l].Gone = r.Armies[side].Limits[l].At // for good, even if morale rises again
			}
		}
	}
	return r
}
