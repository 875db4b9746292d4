package spoken

import (
	"slices"
	"strings"

	"galloper/orders"
)

// politely begin what is asked or wished for in courtesy, and is an order: `could you send Lee's to the mill?`
var politely = patternsOf("WOULD/COULD YOU PLEASE/KINDLY?", "CAN/WILL YOU PLEASE/KINDLY",
	"I/WE WOULD/SHOULD/SHALL/WILL/AM/ARE? ALSO? BE? VERY/MUCH/MOST? OBLIGED/GRATEFUL/GLAD/PLEASED/HAPPY/THANKFUL IF YOU?",
	"IT WOULD BE? VERY? GOOD/KIND/WELL/BEST/BETTER/SUIT? OF? YOU/ME? IF/TO YOU?", "I/WE BETTER/BEST",
	"I/WE HAD BETTER",
	"MAY/MIGHT I ASK/BEG/REQUEST/SUGGEST THAT?", "I/WE SUGGEST/PROPOSE/RECOMMEND/ADVISE/REQUEST/BEG THAT?",
	"IF YOU WOULD/COULD PLEASE/KINDLY?", "IF IT/YOU PLEASE/PLEASES YOU?")

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
		for i := 0; i < len(sentence) && n == 0; i++ {
			if i == 0 || pause(sentence[i-1]) || slices.Contains([]string{"AND", "PLEASE"}, sentence[i-1].Fold) {
				n = wishAt(sentence[i:])
				for k := range n {
					sentence[i+k].Fold = "PLEASE"
				}
			}
		}
		if n == 0 && len(sentence) > 0 && slices.Contains(entreaties, sentence[0].Fold) {
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

// toUmpire reports whether it is the umpire who is asked to do something: `dear umpire, could you have Lee's hold?`
func toUmpire(words []orders.Word) bool {
	at := slices.IndexFunc(words[:min(4, len(words))], func(w orders.Word) bool { return w.Fold == "UMPIRE" })
	return at >= 0 && slices.ContainsFunc(words[at:min(at+5, len(words))],
		func(w orders.Word) bool { return w.Fold == "YOU" })
}

// wishAt is how many words of a wish begin here.
func wishAt(words []orders.Word) (n int) {
	n, _ = politely.longest(words)
	return n
}

// suffered are participles that tell what the enemy does.
var suffered = []string{"ATTACKED", "CHARGED", "ASSAULTED", "PRESSED", "FORCED", "DRIVEN", "THREATENED", "OUTFLANKED",
	"TAKEN", "HELD", "OCCUPIED", "RELIEVED", "REPULSED", "SHOT", "FIRED", "SHELLED", "CAUGHT", "SURPRISED", "FLANKED",
	"BEATEN", "OVERRUN", "SURROUNDED", "HIT", "RUSHED", "RIDDEN", "ENGAGED", "SEEN", "HURT", "BROKEN"}

// active puts what is to be done to troops as what they do: `Lee's are to be moved up`, `have the guns brought to the
// mill`.
func (s *Speech) active(words []orders.Word) []orders.Word {
	words = slices.Clone(words)
	told := false // something is to be done to somebody in this sentence
	for i := range words {
		switch base := s.done(words[i].Fold); {
		case words[i].Text == "." || marks[words[i].Fold] == "if":
			told = false
		case base == "" || i == 0:
		case words[i-1].Fold == "BE":
			if !slices.Contains(suffered, words[i].Fold) && !by(words[i:]) {
				words[i-1].Fold, words[i].Fold, told = "PLEASE", base, true
			}
		case told && (words[i-1].Fold == "AND" || words[i-1].Fold == "THEN" || words[i-1].Text == ","):
			words[i].Fold = base
		case s.caused(words[:i]):
			words[i].Fold, told = base, true
		}
	}
	return words
}

// by reports whether the sentence says by whom it is to be done.
func by(words []orders.Word) bool {
	end := slices.IndexFunc(words, pause)
	if end < 0 {
		end = len(words)
	}
	return slices.ContainsFunc(words[:end], func(w orders.Word) bool { return w.Fold == "BY" })
}

// caused reports whether the words at the end say whom it is done to, behind a verb for having it done.
func (s *Speech) caused(words []orders.Word) bool {
	const most = 7
	for n := 1; n <= min(most, len(words)-1); n++ {
		w := words[len(words)-n]
		before := words[len(words)-n-1].Fold
		switch {
		case pause(w) && w.Text != "-", marks[w.Fold] != "", slices.Contains([]string{"I", "WE", "YOU", "THEY", "HE", "IT"},
			w.Fold):
			return false
		case slices.Contains([]string{"HAVE", "GET", "LIKE", "WANT"}, before):
			at := len(words) - n - 2
			return at < 0 || !slices.Contains([]string{"THEY", "YOU", "HE", "IT"}, words[at].Fold)
		}
	}
	return false
}

// done is the verb whose participle a word is; "": it is none.
func (s *Speech) done(word string) string {
	for _, form := range stems(word, "ED") {
		for _, index := range []verbIndex{s.verbs, sharedVerbs} {
			if slices.ContainsFunc(index[form], func(p verbPhrase) bool {
				return p.verb != "" && (len(p.words) == 1 || participles[word] != "")
			}) {
				return form
			}
		}
	}
	return ""
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
