package spoken

import (
	"slices"

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

// Understand translates the words of an item into the ruleset's own language, order by order. It returns nil if they
// contain no order, but talk, a wish or a question.
func (s *Speech) Understand(v *Vocabulary, it *orders.Item,
	first func(*Vocabulary, *orders.Item, func(*orders.Item) []Said) ([]Said, bool)) []Said {
	aside := func(part *orders.Item) []Said {
		return s.aside(v, part, func(rest *orders.Item) []Said { return s.Understand(v, rest, first) })
	}
	if said, ok := first(v, it, aside); ok {
		return said
	}
	return aside(it)
}

// aside parses an item that is a letter, a heading or talk.
func (s *Speech) aside(v *Vocabulary, it *orders.Item, read func(*orders.Item) []Said) []Said {
	words, to := v.sent(it.Words)
	switch ordered := s.To != "" && v.Under[to] != nil && it.Words[0].Fold != "WRITE"; {
	case to == "" || s.Letter == "":
		words = it.Words
	case ordered: // `Ney to Reille: …` is an order that starts with its recipient
		words = it.Words[slices.IndexFunc(it.Words, func(w orders.Word) bool { return w.Fold == "TO" })+1:]
	default:
		return []Said{{Line: s.letterWith(to, words), Text: it.Text}}
	}
	if said := s.letterAmong(v, words, it, read); said != nil {
		return said
	}
	words, aside := headline(v.greeted(words))
	if aside {
		return []Said{{Aside: true, Text: it.Text}}
	}
	if line := s.letter(v, words); line != "" {
		return []Said{{Line: line, Text: it.Text}}
	}
	return nil
}

// tails returns the suffixes of the words.
func tails(words []orders.Word) (list [][]orders.Word) {
	for i := range words {
		list = append(list, words[i:])
	}
	return list
}
