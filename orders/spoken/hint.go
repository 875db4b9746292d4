package spoken

import (
	"slices"
	"strings"

	"galloper/orders"
)

// Hint describes the words of an item that contain no order: the parts present and those missing.
type Hint struct {
	Who   []string // the troops named
	Alien string   // the addressee, if not one of those troops
	// Astray reports that a condition could not be parsed; Begins is its first word.
	Astray bool
	Begins orders.Word
	Never  string   // the reply for an action that the game lacks, or ""
	Lacks  string   // the missing part: [LacksDoer], [LacksDeed], the kind of the action's object, or ""
	Ground string   // an unknown name where ground is expected, or ""
	Foe    string   // a name after a verb of fighting that is not a known enemy's, or ""
	Lines  []string // possible orders in the ruleset's own language, the likeliest first
	All    []string // orders for the seat's troops, if only the acting unit is missing
	Said   bool     // Lines are for the action that was written
	vague  bool     // the object was given but not understood, so no other ground is suggested
	Or     string   // a letter to offer instead, or ""
}

const (
	LacksDoer = unit
	LacksDeed = "verb"
)

// Hint returns the parts present and missing in an item that contains no order.
func (s *Speech) Hint(_ *Vocabulary, it *orders.Item) (h Hint) {
	h.Never = s.NeverIn(it.Words)
	return h
}

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
