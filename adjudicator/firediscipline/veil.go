package firediscipline

import (
	"slices"
	"strings"

	"galloper/adjudicator/board"
	"galloper/events"
)

// Fields and outcomes withheld from a seat.
var (
	// secrets are told of own units by voice only, secretsOfEnemies never of enemies
	secrets          = []string{"boxes", "shatter"}
	secretsOfEnemies = []string{"boxes", "shatter", "total", "roll", "by"}
	// unmade are outcomes that cannot be recognized from an unidentified unit: its facing, its formation, its commander
	// and its obstacles
	unmade = []string{"unit.wheeled", "unit.formed", "unit.reformed", "unit.blocked", "artillery.pivoted", "commander.hit"}
	// farFields are the only fields told of an unidentified unit, apart from its place (x, y) if it is in view
	farFields = []string{"ammo", "hits", "part", "cause", "why", "effect", "reaction", "fate", "result", "removed",
		"phase"}
	// measures reveal the other unit's place, posture or strength
	measures = []string{"range", "chance", "edge", "inflicted", "received"}
	// counts reveal the number of stands of a unit that is only partly in view
	counts = []string{"rolls", "nines"}
)

// shows reports whether the seat can see an outcome of the unit (§W3).
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

// standLetter returns the number of the stand with the letter, or -1.
func standLetter(text string) int {
	if len(text) != 1 || text[0] < 'a' {
		return -1
	}
	return int(text[0] - 'a')
}

// veil hides the fields of a view that the seat cannot know: of the outcome's unit, and of the units that it meets.
// other is true if one of these is an enemy only partly in view (§W3).
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

// place returns a coordinate of an outcome as the seat can tell it: the middle of the unit's stands in view, as in its
// facts, and only to ten yards for an unidentified unit (§W1).
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
