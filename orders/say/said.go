package say

import (
	"slices"
	"strings"

	"galloper/orders"
)

// Speech holds a ruleset's replies to orders in plain English.
type Speech struct {
	// Never pairs things that the game lacks, in capitals, with the reply to a player who asks for them.
	Never [][2]string
	// Ambiguous is the ruleset's reason for refusing an ambiguous name. Unread lists its reasons that a better wording
	// may cure, first the reason for text that is not an order. An order refused for any other reason was understood.
	Ambiguous string
	Unread    []string
	// Later lists reasons for refusing an order that another turn or another player may give. The reply then includes
	// the order as parsed, even if part of it was not understood.
	Later []string
	Half  []string // reasons for refusing an incomplete order, which is never guessed from other words
	// Known lists the conditions in the form shown to players: `ENEMY WITHIN n`.
	Known string
}

// Said is the result of parsing one order.
type Said struct {
	Line   string // in the ruleset's own language
	Unread string // the part not understood, or ""
	// Several lists the matches of an ambiguous name, which leaves Line empty.
	Several []string
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

// Hint describes a sentence that was not understood: the parts present and those missing.
type Hint struct {
	Who    []string // the troops named
	Alien  string   // the addressee, if not one of those troops
	Unread string   // words without any meaning
	// Astray reports that a condition could not be parsed; Begins is its first word.
	Astray bool
	Begins orders.Word
	Lacks  string   // the missing part: [LacksDoer], [LacksDeed], the kind of the action's object, or ""
	Ground string   // an unknown name where ground is expected, or ""
	Foe    string   // a name after a verb of fighting that is not a known enemy's, or ""
	Lines  []string // possible orders in the ruleset's own language, the likeliest first
	Letter []string // a letter, if the words call a colleague by name
	All    []string // orders for the seat's troops, if only the acting unit is missing
	Said   bool     // Lines are for the action that was written
}

// Missing parts of an order, for [Hint].Lacks.
const (
	LacksDoer = "doer"
	LacksDeed = "deed"
)

// NeverIn returns the sentence on the first thing named in the words that the game does not have, or "".
func (s *Speech) NeverIn(words []orders.Word) string {
	for _, n := range s.Never {
		phrase := strings.Fields(n[0])
		for i := range len(words) - len(phrase) + 1 {
			if slices.EqualFunc(words[i:i+len(phrase)], phrase, func(w orders.Word, p string) bool { return w.Fold == p }) {
				return n[1]
			}
		}
	}
	return ""
}
