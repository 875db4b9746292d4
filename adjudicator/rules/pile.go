package rules

import (
	"galloper/adjudicator/dice"
	"galloper/events"
)

// Pile is what is drawn from unseen and not put back, chits in a cup or cards in a deck: how many are
// in it of each kind, in the order in which the rules list the kinds.
type Pile []int

// Count is how many are in it.
func (p Pile) Count() int {
	n := 0
	for _, of := range p {
		n += of
	}
	return n
}

// Draw takes one out, each as likely as any other, by a die of that name with a face for each. It
// returns the kind. The pile must not be empty.
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
