package orders

import (
	"fmt"
	"slices"
)

// Held is one of the orders that a seat has for the turn, with the number that its receipt gave it.
type Held struct {
	Number    int
	Canonical string
}

// RenumberFrom numbers the items from n on, before a ruleset reads them: in a
// mail that adds to earlier orders each number must stay one order's.
func (d *Document) RenumberFrom(n int) {
	if len(d.Items) == 0 {
		return
	}
	shift := n - d.Items[0].Number
	for i := range d.Items {
		d.Items[i].Number += shift
	}
	for i := range d.Lines {
		if d.Lines[i].Item != 0 {
			d.Lines[i].Item += shift
		}
	}
}

// Amend returns the orders that a seat has after a mail: CANCEL takes from the
// earlier ones; then the mail's accepted orders replace what is left, or are
// added to it if the mail says ADD. A mail with none accepted replaces nothing; of one that
// says CHECK this is what would be. It also returns what could not be cancelled.
func Amend(held []Held, doc *Document, entries []Entry) (now []Held, undone []Undone) {
	now = slices.Clone(held)
	for _, c := range doc.Commands {
		if c.Kind != Cancel {
			continue
		}
		if c.Which == nil {
			now = nil
		}
		for _, n := range c.Which {
			is := func(h Held) bool { return h.Number == n.Number }
			if !slices.ContainsFunc(now, is) {
				undone = append(undone, Undone{c.Line, fmt.Sprintf("you have no order %d", n.Number)})
			}
			now = slices.DeleteFunc(now, is)
		}
	}
	var accepted []Held
	for _, e := range entries {
		if e.Refusal == nil {
			accepted = append(accepted, Held{e.Number, e.Canonical})
		}
	}
	if !doc.Add && len(accepted) > 0 {
		now = nil
	}
	return append(now, accepted...), undone
}
