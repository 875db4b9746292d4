package spoken

import (
	"slices"
	"strings"

	"galloper/orders"
)

// kindnesses make an order of a question that somebody is asked: `would the Poles be so kind as to hold?`
var kindnesses = phrases("BE SO KIND", "BE SO GOOD", "PLEASE", "KINDLY", "BE GOOD ENOUGH", "BE KIND ENOUGH")

// entreaties open a question by which somebody is asked to do something.
var entreaties = []string{"WOULD", "COULD", "WILL", "MIGHT", "CAN"}

// unclear is in the place of a word by which an order may be none: what is read of it is asked for.
const unclear = "?"

// asksTroops reports whether a sentence asks the seat's own troops to do something: `could Lee's take the mill?`
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

// entreated makes orders of what is asked politely, or wished.
func (v *Vocabulary) entreated(words []orders.Word) []orders.Word {
	words = slices.Clone(words)
	courteous := false // a sentence before was
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
			case v.asksTroops(sentence): // it may be the question whether they can
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

// goingOn begin what is done behind what stands before it, besides the marks that mean THEN or OTHERWISE.
var goingOn = phrases("THERE", "AND THERE", "ONCE THERE", "WHEN THERE", "ON ARRIVAL")

// continues is the mark that words begin with which only go on with the order before them, and how many it takes.
func continues(words []orders.Word) (as string, n int) {
	if _, n = longest(words, goingOn); n > 0 {
		return "then", n
	}
	m, n := longest(words, markPhrases)
	return marks[m], n
}

// GoesOn reports whether words only go on with the order before them: `there form line`, `failing that, the wedge`.
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

// Further reports whether an item begins with a condition and says nothing of whom it is for: it is of those before it.
func (s *Speech) Further(v *Vocabulary, it *orders.Item) bool {
	words, _ := meant(s.simple(v, it.Words))
	then := slices.IndexFunc(words, func(w orders.Word) bool { return w.Text == "," || w.Fold == "THEN" })
	if then > 0 && isCondition(marks[words[0].Fold]) {
		words = slices.Concat(words[:1], words[then:]) // whom the condition is about may be anybody
	}
	return len(words) > 0 && isCondition(marks[words[0].Fold]) &&
		!slices.ContainsFunc(tag(s, v, words), func(k token) bool { return k.ours() || k.sense(self, somebody) != nil })
}

// Continued are such words as they stand behind the order that they go on with.
func Continued(words []orders.Word) []orders.Word {
	as, n := continues(words)
	mark := words[0]
	mark.Fold = strings.ToUpper(as)
	return append([]orders.Word{mark}, words[n:]...)
}
