package adjudicator

import (
	"slices"

	"galloper/adjudicator/dice"
	"galloper/events"
)

// Temper is how much a staff officer dares.
type Temper uint8

// The tempers.
const (
	Steady Temper = iota
	Bold
	Cautious
)

// Tempers are the tempers' names, as people write them.
var Tempers = [...]string{Steady: "steady", Bold: "bold", Cautious: "cautious"}

// String returns the temper's name.
func (t Temper) String() string { return Tempers[t] }

// Officer is who writes the orders of a seat that nobody plays ([Ruleset].Staff).
type Officer struct {
	Temper Temper
	Game   string   // slug, of the names of the dice
	Seed   [32]byte // what the dice depend on; it tells nothing of the game's own
	Given  []Given  // orders of the seat that were accepted in earlier turns, in order
}

// Given is an order line that a seat has given.
type Given struct {
	Turn int
	Line string
}

// Word is what an order of this turn says by word of mouth to a seat, which knows it before the turn is played.
type Word struct {
	To   string         // seat
	Fact events.Outcome // the first field is its subject
}

// Told is the desk of a seat that has heard words.
func (d *Desk) Told(words []Word) Desk {
	heard := heard{Known: d.Known, turn: d.Turn}
	for i := range words {
		if words[i].To == d.Seat {
			heard.facts = append(heard.facts, words[i].Fact)
		}
	}
	told := *d
	if len(heard.facts) > 0 && d.Known != nil {
		told.Known = heard
	}
	return told
}

// heard is what a seat knows with what was said to it in the turn.
type heard struct {
	Known Knowledge
	facts []events.Outcome
	turn  int
}

// Fact returns what was said last, else what was known.
func (h heard) Fact(kind, subject string) (fields []events.Field, turn int, ok bool) {
	for _, o := range slices.Backward(h.facts) {
		if o.Name == kind && o.Fields[0].Value == subject {
			return o.Fields, h.turn, true
		}
	}
	return h.Known.Fact(kind, subject)
}

// Facts yields what was known, then what was said.
func (h heard) Facts(kind string, yield func(subject string, fields []events.Field, turn int) bool) {
	more := true
	h.Known.Facts(kind, func(subject string, fields []events.Field, turn int) bool {
		more = yield(subject, fields, turn)
		return more
	})
	for i := range h.facts {
		if o := &h.facts[i]; more && o.Name == kind {
			more = yield(o.Fields[0].Value, o.Fields, h.turn)
		}
	}
}

// Die rolls the die of that name with n faces, 1 to n. The same name shows the same in the same turn.
func (o *Officer) Die(turn int, name string, n int) int {
	return 1 + dice.Face(o.Seed, o.Game, turn, "staff/"+name, "", n)
}

// Deed is what an outcome is to those who watch battles without knowing their rules: how many marches
// were barred, how many charges made.
type Deed uint8

// The deeds. Whose they are is the outcome's `unit` or `firer`, or the first of its `units`.
const (
	Moves Deed = iota + 1
	Fires
	Charges
	Balks   // a charge that was ordered, or begun, and came to nothing
	Fights  // at close quarters
	Barred  // a march, by the unit in `by` where it has one
	Omits   // what it was told, for a reason
	Dies    // or is gone from the field for good
	Takes   // a place: `place`, `locale`
	Gathers // itself, works its guns, takes cover: it was busy
	Flees   // or gives way: as the rules have it, and nobody has ordered it
)
