package fieldcommand

import (
	"slices"
	"strings"

	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// outlook returns a test for the locales that a seat sees: those of its commander and of the units beside them, and all
// their neighbours (§H10.3).
func outlook(d rules.Desk[*Battle]) func(string, board.Point) bool {
	if d.Battle.Options.Fog != fogSight {
		return nil
	}
	var posts []int
	o, turn, ok := d.Fact("sight.person", d.Seat)
	at := localeOf(d.Battle, o.Get("at"))
	there := ok && turn == d.Turn-1 && at >= 0
	if there {
		posts = append(posts, at)
	}
	for u, turn := range d.Facts("sight.unit") {
		if l := localeOf(d.Battle, u.Get("at")); u.Get("seat") == d.Seat && turn == d.Turn-1 && l >= 0 &&
			(!there || !d.Battle.Options.Couriers || l == at || d.Battle.passable(at, l)) {
			posts = append(posts, l)
		}
	}
	seen := d.Battle.withNeighbours(posts)
	return func(cell string, _ board.Point) bool { return slices.Contains(seen, d.Battle.locale(cell)) }
}

// localeOf returns the locale of a position such as `8` or `8/9`, or -1.
func localeOf(b *Battle, position string) int {
	id, _, _ := strings.Cut(position, "/")
	return b.locale(id)
}
