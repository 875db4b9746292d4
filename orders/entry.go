package orders

import "strconv"

// Entry is one order as it was read: a numbered line of a receipt. Each has a number of its own, also where an item
// has several.
type Entry struct {
	Number    int
	Item      int      // number of the item that it was read from; 0: its own
	Text      string   // what was written of it, where that is not all of the item
	Canonical string   // "" if refused; reads again as the same order
	Suffix    string   // behind `accepted`: `, but replaces 3`
	Means     string   // what the order says, a sentence; "" where the canonical line says it all
	Notes     []string // lines below: the odds, the ride
	Rides     []string // ids of whom couriers ride to with it
	Refusal   *Refusal // nil if accepted
	Asked     []string // the readings that YES takes, of an order that is refused: rivals where they are several
	Read      string   // of a refused order: the reading without the words left out, which YES does not take
	Explained bool     // the notes say better than the refusal why
	LeftOut   []string // words of its sentence that have no part in what was read, in the writer's order
	Corrected []Correction
}

// Correction is a word with a typing error, and what it was read as.
type Correction struct{ From, To string }

// Accept returns the entry of an item that was accepted. For a letter canonical
// is its head, `LETTER TO french.west`; the text is added.
func (it *Item) Accept(canonical string) Entry {
	if it.Letter != nil {
		canonical += ": " + it.Letter.Text
	}
	return Entry{Number: it.Number, Item: it.Number, Canonical: canonical}
}

// Refuse returns the entry of an item that was refused.
func (it *Item) Refuse(r *Refusal) Entry {
	return Entry{Number: it.Number, Item: it.Number, Refusal: r}
}

// Idle reports whether the item was understood, and orders nothing.
func (e *Entry) Idle() bool { return e.Refusal == nil && e.Canonical == "" }

// Choices are what YES takes of an order that is asked, one for each reading: `2`, of rivals `2a` and `2b`.
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

// Choice is an order by its number, and where its readings are rivals one of them: `2b`.
type Choice struct {
	Number int
	Rival  string // `b`; "": there is none
}

// String returns `2b`.
func (c Choice) String() string { return strconv.Itoa(c.Number) + c.Rival }
