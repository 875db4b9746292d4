package adjudicator

import (
	"slices"

	"galloper/adjudicator/dice"
	"galloper/events"
)

// Temper is the boldness of a staff officer.
type Temper uint8

// The tempers.
const (
	Steady Temper = iota
	Bold
	Cautious
)

// Tempers are the tempers' names, as written by users.
var Tempers = [...]string{Steady: "steady", Bold: "bold", Cautious: "cautious"}

// String returns the temper's name.
func (t Temper) String() string { return Tempers[t] }

// Officer is the staff officer that writes the orders of a seat without a player ([Ruleset].Staff).
type Officer struct {
	Temper Temper
	Game   string   // slug, part of the dice names
	Seed   [32]byte // seed of the officer's dice; it reveals nothing about the game's own dice
	Given  []Given  // accepted orders of the seat from earlier turns, in order
}

// Given is an accepted order line of a seat.
type Given struct {
	Turn int
	Line string
}

// Word is information that an order passes to another seat by word of mouth. The seat knows it before the turn is
// played.
type Word struct {
	To   string         // seat
	Fact events.Outcome // its first field is the subject
}

// Told returns the seat's desk with the facts that the words have told it.
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

// heard is the seat's knowledge together with facts heard during the turn.
type heard struct {
	Known Knowledge
	facts []events.Outcome
	turn  int
}

// Fact returns the fact heard last, or the known fact if none was heard.
func (h heard) Fact(kind, subject string) (fields []events.Field, turn int, ok bool) {
	for _, o := range slices.Backward(h.facts) {
		if o.Name == kind && o.Fields[0].Value == subject {
			return o.Fields, h.turn, true
		}
	}
	return h.Known.Fact(kind, subject)
}

// Facts yields the known facts, then those heard.
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

// Die rolls the die with the name and n faces, 1 to n. The same name gives the same face throughout a turn.
func (o *Officer) Die(turn int, name string, n int) int {
	return 1 + dice.Face(o.Seed, o.Game, turn, "staff/"+name, "", n)
}

// Deed classifies outcomes for statistics over battles, such as the number of blocked marches or charges. The
// statistics need no knowledge of the rules.
type Deed uint8

// The deeds. The acting unit is the outcome's `unit` or `firer`, or the first of its `units`.
const (
	Moves Deed = iota + 1
	Fires
	Charges
	Balks   // a charge was ordered or begun but not carried out
	Fights  // close combat
	Barred  // a march is blocked, by the unit in `by` if there is one
	Omits   // an order is not carried out, for a stated reason
	Dies    // destroyed, or off the field for good
	Takes   // an objective: `place`, `locale`
	Gathers // busy otherwise: rallies, works its guns, takes cover
	Flees   // flees or gives way, by the rules and without an order
)
