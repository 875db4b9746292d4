package firediscipline

import (
	"slices"
	"strings"

	"galloper/adjudicator/board"
	"galloper/events"
)

// What of an outcome is kept from a seat.
var (
	// secrets are told of own units by voice alone; secretsOfEnemies never of enemies.
	secrets          = []string{"boxes", "shatter"}
	secretsOfEnemies = []string{"boxes", "shatter", "total", "roll", "by"}
	// unmade are outcomes that cannot be made out of a unit that is not identified: its
	// facing, its formation, who commands it and what keeps it.
	unmade = []string{"unit.wheeled", "unit.formed", "unit.reformed", "unit.blocked", "artillery.pivoted", "commander.hit"}
	// farFields are all that is told of a unit that is not identified, with its place
	// (x, y) where it is in sight at all.
	farFields = []string{"ammo", "hits", "part", "cause", "why", "effect", "reaction", "fate", "result", "removed",
		"phase"}
	// measures say where the other is, how he stands, or how many he is.
	measures = []string{"range", "chance", "edge", "inflicted", "received"}
	// counts say how many stands a unit has that is not seen whole.
	counts = []string{"rolls", "nines"}
)

// shows reports whether an outcome of the unit can be seen by the seat.
//
// §W3
func (w *watch) shows(seat, unit int, o *events.Outcome) bool {
	if w.p.s.Units[unit].Side == w.p.s.Seats[seat].Side {
		return true
	}
	view := w.knows(seat, unit)
	if o.Name == "commander.spared" || view <= viewFar && slices.Contains(unmade, o.Name) {
		return false
	}
	i := standLetter(o.Get("stand"))
	return view != viewPart || i < 0 || w.p.seesStand(seat, unit, i)
}

// standLetter is the number of the stand with the letter, -1 for none.
func standLetter(text string) int {
	if len(text) != 1 || text[0] < 'a' {
		return -1
	}
	return int(text[0] - 'a')
}

// veil takes out of a view what the seat cannot know of the unit that the outcome is
// of, and of those whom it meets in it (other: of an enemy that is not seen whole).
//
// §W3
func (w *watch) veil(seat, unit int, other bool, o *events.Outcome, v *events.View) {
	own := w.p.s.Units[unit].Side == w.p.s.Seats[seat].Side
	view := w.knows(seat, unit)
	for _, f := range o.Fields {
		switch place := f.Key == "x" || f.Key == "y"; {
		case slices.Contains(unitFields, f.Key):
			if f.Key == "by" && !own {
				v.Hide = append(v.Hide, f.Key)
			}
		case !own && slices.Contains(secretsOfEnemies, f.Key), own && view != viewVoice && slices.Contains(secrets, f.Key),
			other && slices.Contains(measures, f.Key),
			view == viewNone && place,
			view == viewPart && (f.Key == "stand" || slices.Contains(counts, f.Key)),
			view <= viewFar && !place && !slices.Contains(farFields, f.Key):
			v.Hide = append(v.Hide, f.Key)
		case place && view <= viewPart:
			v.As = append(v.As, events.Field{Key: f.Key, Value: w.place(seat, unit, o, f)})
		}
	}
	v.As = slices.DeleteFunc(v.As, func(f events.Field) bool { return slices.Contains(v.Hide, f.Key) })
	if !own && (strings.HasPrefix(o.Name, "morale.") || view == viewPart) {
		v.Hide = append(v.Hide, "dice")
	}
}

// place is a coordinate of an outcome as the seat makes it out: of a unit the middle of
// the stands that it sees, as its facts have it; ten yards are all that can be told of
// one that is not identified.
//
// §W1
func (w *watch) place(seat, unit int, o *events.Outcome, f events.Field) string {
	at := board.Point{X: o.Int("x"), Y: o.Int("y")}
	if seen := w.p.glimpse(seat, unit); seen.stands > 0 && o.Get("stand") == "" {
		at = seen.at
	}
	if w.knows(seat, unit) == viewFar {
		at = board.Point{X: tens(at.X), Y: tens(at.Y)}
	}
	return events.Fields("x", at.X, "y", at.Y)[map[string]int{"x": 0, "y": 1}[f.Key]].Value
}
