package orders

import "strconv"

// Entry is one order, a numbered line of a receipt. Its number is its own even if its item has several orders.
type Entry struct {
	Number    int
	Item      int      // number of the item that it was read from; 0: same as Number
	Text      string   // the part of the item that it was read from; "" for all of it
	Canonical string   // "" if refused; parses to the same order
	Suffix    string   // follows `accepted`: `, but replaced by order 3 for lees`
	Replaced  int      // number of the last order of the mail that replaces it for one of its units, or 0
	Means     string   // the order as a sentence; "" if the canonical line is clear enough
	Notes     []string // further lines: the odds, the ride
	Rides     []string // ids of the recipients of its couriers
	Refusal   *Refusal // nil if accepted
	Asked     []string // readings of a refused order that YES takes; several if they are rivals
	Read      string   // reading of a refused order without LeftOut, which YES does not take
	Explained bool     // the notes explain the refusal better than it does itself
	LeftOut   []string // words of its sentence that the reading ignores, in the writer's order
	Corrected []Correction
}

// Correction is a misspelt word and its correction.
type Correction struct{ From, To string }

// Accept returns the entry of an accepted item. For a letter, canonical is its head, `LETTER TO french.west`, to which
// Accept adds the text.
func (it *Item) Accept(canonical string) Entry {
	if it.Letter != nil {
		canonical += ": " + it.Letter.Text
	}
	return Entry{Number: it.Number, Item: it.Number, Canonical: canonical}
}

// Refuse returns the entry of a refused item.
func (it *Item) Refuse(r *Refusal) Entry {
	return Entry{Number: it.Number, Item: it.Number, Refusal: r}
}

// Idle reports whether the item was understood but orders nothing.
func (e *Entry) Idle() bool { return e.Refusal == nil && e.Canonical == "" }

// Choices returns the choices that YES takes for the order, one for each reading: `2`, or `2a` and `2b` for rivals.
func (e *Entry) Choices() []Choice {
	list := make([]Choice, len(e.Asked))
	for i := range e.Asked {
		list[i].Number = e.Number
		if len(e.Asked) > 1 {
			list[i].Rival = string(rune('a' + i))
		}
	}
	return list
}

// Choice is the number of an order and, if its readings are rivals, the letter of one of them: `2b`.
type Choice struct {
	Number int
	Rival  string // `b`; "" if there are no rivals
}

// String returns `2b`.
func (c Choice) String() string { return strconv.Itoa(c.Number) + c.Rival }
