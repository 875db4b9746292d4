package orders

// Entry is what became of an item: one numbered line of a receipt. An item
// that stands for several orders has several entries with one number.
type Entry struct {
	Number    int      // of the item
	Canonical string   // "" if refused; reads again as the same order
	Suffix    string   // behind `accepted`: `, but replaces 3`
	Means     string   // what the order says, a sentence; "" where the canonical line says it all
	Notes     []string // lines below: the odds, the ride
	Rides     []string // ids of whom couriers ride to with it
	Refusal   *Refusal // nil if accepted
	Asked     string   // the reading that YES takes, of an order that is refused because of Unread
	Unread    string   // what of it was not understood; "": it did not say who shall do it
}

// Accept returns the entry of an item that was accepted. For a letter canonical
// is its head, `LETTER TO french.west`; the text is added.
func (it *Item) Accept(canonical string) Entry {
	if it.Letter != nil {
		canonical += ": " + it.Letter.Text
	}
	return Entry{Number: it.Number, Canonical: canonical}
}

// Refuse returns the entry of an item that was refused.
func (it *Item) Refuse(r *Refusal) Entry {
	return Entry{Number: it.Number, Refusal: r}
}

// Idle reports whether the item was understood, and orders nothing.
func (e *Entry) Idle() bool { return e.Refusal == nil && e.Canonical == "" }
