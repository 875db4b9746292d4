package spoken

import (
	"slices"
	"strings"

	"galloper/orders"
)

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
