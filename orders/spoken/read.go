package spoken

import (
	"galloper/orders"
)

// Said is the result of parsing one order.
type Said struct {
	Line   string // in the ruleset's own language
	Unread string // the part not understood, or ""
	// Several lists the matches of an ambiguous name, and Lacks is the kind of a missing argument. Either leaves Line
	// empty.
	Several []string
	Lacks   string
	Text    string         // the order as written
	Span    [2]orders.Word // its first and last word
	Where   orders.Word    // the start of the unread part
	Astray  bool           // a condition was not understood
	Note    string         // a remark about words without effect
	// Unchanged are troops told to continue with their earlier orders. They get no new order.
	Unchanged []string
	Asks      bool         // it is a question
	Grave     bool         // Line may be wrong without the words in Unread
	Near      bool         // Line is an approximation, which must be confirmed
	Letter    bool         // it is a letter, or another text that orders nothing
	Or        string       // the line of a rival reading, or ""
	Who       []string     // the units of the order
	Hint      func() *Hint // describes what was read of a sentence that was not understood; may be nil
	Aside     bool         // a statement of facts or purpose under such a heading
}
