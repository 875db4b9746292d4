package rules

import (
	"galloper/adjudicator/dice"
	"galloper/events"
)

// Pile is a draw pile without replacement, such as a cup of chits or a deck of cards. It holds the number of each kind,
// in the order of the rules.
type Pile []int

// Count returns the number of chits or cards left.
func (p Pile) Count() int {
	n := 0
	for _, of := range p {
		n += of
	}
	return n
}

// Draw removes one at random by the named die, and returns its kind. It panics if the pile is empty.
func (p Pile) Draw(r *dice.Roller, name string) (kind int, d events.Die) {
	which, d := r.Pick(name, p.Count())
	for kind := range p {
		if which -= p[kind]; which <= 0 {
			p[kind]--
			return kind, d
		}
	}
	panic("rules: " + name + ": drawn beyond the end of the pile")
}
