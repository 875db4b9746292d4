package firediscipline

import (
	"strconv"

	"galloper/adjudicator/rules"
)

// opening is a directive's instruction on opening fire, with the formation it orders.
type opening struct {
	Fire   Fire
	FireAt int
	Form   Formation
}

// odds returns the expected hits of a unit's first volley if the order says when to open fire. It uses the seat's
// knowledge of the unit alone; modifiers of the target are unknown beforehand (§D19).
func (r *receipt) odds(unit int, d opening) rules.Odds {
	own := &r.b.Units[unit]
	if own.firearmRow() < 0 || d.Fire != FireWithin && d.Fire != FireAtWill {
		return rules.Odds{}
	}
	stands, formation := own.Stands, own.Formation
	if o, _, ok := r.desk.Fact("sight.own", own.ID); ok {
		stands, formation = o.Int("stands"), Formation(o.Get("formation"))
	}
	if d.Form != "" {
		formation = d.Form
	}
	if stands == 0 || formation == Open {
		return rules.Odds{} // only the skirmishers with a target fire
	}
	yards := own.greatestRange()
	if d.Fire == FireWithin {
		yards = min(yards, d.FireAt)
	}
	dice, each := max(r.b.ownDice(own, formation, volleyStands(formation, stands)), 1), r.b.faces(own, formation, yards)
	return rules.Odds{Does: own.ID + " opens fire at " + strconv.Itoa(yards) + " yds", Of: hitsOn(each),
		Comes: rules.Hits(dice, each, 10), But: "less at cover or open order, or in bad weather"}
}

// hitsOn names the faces that hit, on a die from 0 to 9.
func hitsOn(faces int) string {
	switch faces {
	case 0:
		return "too far to hit"
	case 1:
		return "each die hits on 0"
	case 2:
		return "each die hits on 0 or 1"
	}
	return "each die hits on 0 to " + strconv.Itoa(faces-1)
}
