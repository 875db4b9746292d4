package activationchits

import (
	"slices"

	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// outlook returns a predicate for the hexes in view of a seat's eyes, or nil without fog (§W1, §W2).
func outlook(d rules.Desk[*Battle]) func(string, board.Point) bool {
	if d.Battle.Options.Fog == "none" {
		return nil
	}
	var eyes []int
	kinds := []string{"sight.own"}
	if d.Battle.Options.Fog == "side" {
		kinds = append(kinds, "sight.friend")
	}
	look := func(o *events.Outcome, turn int) {
		if at := d.Battle.hexAt(o.Get("hex")); turn == d.Turn-1 && o.Get("seen") == "" && at != nowhere {
			eyes = append(eyes, at)
		}
	}
	for _, kind := range kinds {
		for o, turn := range d.Facts(kind) {
			look(o, turn)
		}
	}
	for i := range d.Battle.Posts {
		if post := &d.Battle.Posts[i]; post.ID == d.Seat {
			o, turn, _ := d.Fact("sight.leader", post.Leader)
			look(o, turn)
		}
	}
	return func(cell string, _ board.Point) bool {
		at := d.Battle.hexAt(cell)
		return slices.ContainsFunc(eyes, func(eye int) bool { return d.Battle.inSight(eye, at) })
	}
}
