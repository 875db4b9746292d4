package activationchits

import (
	"slices"

	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// outlook is the hexes in view of a seat's eyes.
//
// §W1, §W2
func outlook(d rules.Desk[*Battle]) func(string, board.Point) bool {
	if d.Battle.Options.Fog == "none" {
		return nil
	}
	var eyes []int
	kinds := []string{"sight.own"}
	if d.Battle.Options.Fog == "side" {
		kinds = append(kinds, "sight.friend")
	}
	look := func(fields []events.Field, turn int) {
		o := events.Outcome{Fields: fields}
		if at := d.Battle.hexAt(o.Get("hex")); turn == d.Turn-1 && o.Get("seen") == "" && at != nowhere {
			eyes = append(eyes, at)
		}
	}
	for _, kind := range kinds {
		d.Known.Facts(kind, func(_ string, fields []events.Field, turn int) bool { look(fields, turn); return true })
	}
	for i := range d.Battle.Posts {
		if post := &d.Battle.Posts[i]; post.ID == d.Seat {
			fields, turn, _ := d.Known.Fact("sight.leader", post.Leader)
			look(fields, turn)
		}
	}
	return func(cell string, _ board.Point) bool {
		at := d.Battle.hexAt(cell)
		return slices.ContainsFunc(eyes, func(eye int) bool { return d.Battle.inSight(eye, at) })
	}
}
