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
// added to it if the mail says ADD. A mail with none accepted replaces nothing, and
// one that says CHECK changes nothing. The notes tell the player what he might not expect.
func Amend(held []Held, doc *Document, entries []Entry) (now []Held, notes []string) {
	if doc.Has(Check) {
		return slices.Clone(held), nil
	}
	now = slices.Clone(held)
	for _, c := range doc.Commands {
		if c.Kind != Cancel {
			continue
		}
		if c.Numbers == nil {
			now = nil
		}
		for _, n := range c.Numbers {
			if !slices.ContainsFunc(now, func(h Held) bool { return h.Number == n }) {
				notes = append(notes, fmt.Sprintf("CANCEL %d: you have no order %d", n, n))
			}
			now = slices.DeleteFunc(now, func(h Held) bool { return h.Number == n })
		}
	}
	var accepted []Held
	for _, e := range entries {
		if e.Refusal == nil {
			accepted = append(accepted, Held{e.Number, e.Canonical})
		}
	}
	switch {
	case doc.Add:
	case len(accepted) > 0:
		now = nil
	case len(doc.Items) > 0 && len(now) > 0:
		notes = append(notes, "no order of this mail was accepted: your earlier orders stand")
	}
	return append(now, accepted...), notes
}
