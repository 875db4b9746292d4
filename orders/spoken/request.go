package spoken

import (
	"slices"
	"strings"

	"galloper/orders"
)

// kindnesses turn a question into an order: `would the Poles be so kind as to hold?`
var kindnesses = phrases("BE SO KIND", "BE SO GOOD", "PLEASE", "KINDLY", "BE GOOD ENOUGH", "BE KIND ENOUGH")

// entreaties lists words that begin a polite request.
var entreaties = []string{"WOULD", "COULD", "WILL", "MIGHT", "CAN"}

// unclear replaces a word that makes an order doubtful, so that the order needs confirmation.
const unclear = "?"

// asksTroops reports whether a sentence asks the seat's own troops to act: `could Lee's take the mill?`
func (v *Vocabulary) asksTroops(sentence []orders.Word) bool {
	if len(sentence) < 3 || !slices.Contains(entreaties, sentence[0].Fold) {
		return false
	}
	for rest := sentence[1:min(4, len(sentence))]; len(rest) > 0; rest = rest[1:] {
		if m := v.troops(rest); m.ID != "" {
			return true
		}
		if !slices.Contains(articles, rest[0].Fold) && !slices.Contains(ranks, rest[0].Fold) &&
			!slices.Contains([]string{"MY", "OUR", "ALL", "BOTH", "OWN"}, rest[0].Fold) {
			return false
		}
	}
	return false
}

// entreated turns polite requests and wishes into orders.
func (v *Vocabulary) entreated(words []orders.Word) []orders.Word {
	words = slices.Clone(words)
	courteous := false // in an earlier sentence
	for from := 0; from < len(words); from++ {
		end := from + slices.IndexFunc(words[from:], func(w orders.Word) bool { return w.Text == "." })
		if end < from {
			end = len(words)
		}
		sentence := words[from:end]
		n := 0
		if len(sentence) > 0 && slices.Contains(entreaties, sentence[0].Fold) {
			kindly := slices.ContainsFunc(tails(sentence), func(rest []orders.Word) bool {
				return beginsWith(rest, kindnesses)
			})
			asks := slices.ContainsFunc(sentence, func(w orders.Word) bool { return w.Asks })
			switch may := slices.Contains([]string{"CAN", "COULD"}, sentence[0].Fold); {
			case kindly, v.asksTroops(sentence) && !(may && asks):
				sentence[0].Fold, n = "PLEASE", 1
			case v.asksTroops(sentence): // it may ask about their ability
				sentence[0].Fold, n = unclear, 1
			}
		}
		courteous = courteous || n > 0
		for i := range sentence {
			if !courteous || n == 0 && slices.Contains(talkers, sentence[0].Fold) {
				break
			}
			sentence[i].Asks = sentence[i].Asks && n == 0
			if base := pasts[sentence[i].Fold]; n > 0 && base != "" { // `it would be well if Lee's took the mill`
				sentence[i].Fold = base
			}
			if slices.Contains([]string{"WOULD", "COULD", "MIGHT"}, sentence[i].Fold) {
				sentence[i].Fold = "PLEASE"
			}
		}
		from = end
	}
	return words
}

// goingOn are phrases that begin a sequel, in addition to the marks for THEN and OTHERWISE.
var goingOn = phrases("THERE", "AND THERE", "ONCE THERE", "WHEN THERE", "ON ARRIVAL")

// continues returns the mark of a continuation at the start of the words, and its length.
func continues(words []orders.Word) (as string, n int) {
	if _, n = longest(words, goingOn); n > 0 {
		return "then", n
	}
	m, n := longest(words, markPhrases)
	return marks[m], n
}

// GoesOn reports whether the words continue the order before them: `there form line`, `failing that, the wedge`.
func (s *Speech) GoesOn(words []orders.Word) bool {
	as, n := continues(words)
	if n == 0 || n == len(words) || as != "then" && as != "else" {
		return false
	}
	t := tagger{Speech: s, Vocabulary: &Vocabulary{}, words: words}
	at := n
	for at+1 < len(words) && (pause(words[at]) || slices.Contains([]string{"THEY", "HE", "IT"}, words[at].Fold)) {
		at++
	}
	p, _ := t.verbAt(at)
	return p.verb != "" || as == "else"
}

// Further reports whether an item starts with a condition and names no recipient, so that it applies to the units of
// the previous item.
func (s *Speech) Further(v *Vocabulary, it *orders.Item) bool {
	words, _ := meant(s.simple(v, it.Words))
	then := slices.IndexFunc(words, func(w orders.Word) bool { return w.Text == "," || w.Fold == "THEN" })
	if then > 0 && isCondition(marks[words[0].Fold]) {
		words = slices.Concat(words[:1], words[then:]) // the condition may be about any unit
	}
	return len(words) > 0 && isCondition(marks[words[0].Fold]) &&
		!slices.ContainsFunc(tag(s, v, words), func(k token) bool { return k.ours() || k.sense(self, somebody) != nil })
}

// Continued replaces the opening of words that continue an order (see [Speech.GoesOn]) with its keyword: THEN or ELSE.
func Continued(words []orders.Word) []orders.Word {
	as, n := continues(words)
	mark := words[0]
	mark.Fold = strings.ToUpper(as)
	return append([]orders.Word{mark}, words[n:]...)
}
