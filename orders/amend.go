package orders

import (
	"fmt"
	"slices"
)

// Held is one of a seat's orders for the turn, with its number in the receipt.
type Held struct {
	Number    int
	Canonical string
}

// RenumberFrom numbers the items from n on, before the ruleset reads them. A mail that adds to earlier orders must not
// reuse their numbers.
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

// Amend returns the seat's orders after a mail. CANCEL removes earlier orders; then the accepted orders replace the
// rest, or are added if the mail says ADD. A mail without accepted orders replaces nothing. If the mail says CHECK, the
// result is hypothetical. undone lists the cancellations that failed.
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
