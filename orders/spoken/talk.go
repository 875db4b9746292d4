package spoken

import (
	"slices"
	"strconv"
	"strings"

	"galloper/orders"
)

// past reports whether a word may be a verb in the past tense, which tells of what has been.
func past(word string) bool {
	return strings.HasSuffix(word, "ED") || slices.Contains([]string{"HELD", "STOOD", "TOOK", "FELL", "CAME", "WENT",
		"SHOT", "RODE", "LEFT", "GAVE", "MADE", "DREW", "BROKE", "FLED"}, word)
}

// whole are the words of an item with contractions as their words, and full stops as words of their own.
func whole(words []orders.Word) (out []orders.Word) {
	for i, w := range words {
		if i+2 < len(words) && words[i+1].Fold == "TURN" && slices.Contains(atTurn, w.Fold) && figureAt(words[i+2:]) > 0 {
			w.Fold = "IF"
		}
		if w.Fold == "SHOULD" && supposes(words, i) {
			w.Fold = "IF" // `should the enemy come near`
		}
		if w.Fold == "TO" && i+1 < len(words) && words[i+1].Fold == "WITHIN" {
			w.Fold = "UNTIL" // `advance to within 200 yards of them`
		}
		if i > 0 && slices.Contains(halting, words[i-1].Fold) && (w.Fold == "WHEN" || w.Fold == "ONCE" || w.Fold == "IF") {
			w.Fold = "UNTIL" // `advance, halting when they are near`
		}
		if i+1 < len(words) && slices.Contains(halting, w.Fold) &&
			slices.Contains([]string{"WHEN", "ONCE", "IF"}, words[i+1].Fold) {
			continue
		}
		if short, ok := contractions[w.Fold]; ok {
			for _, f := range strings.Fields(short) {
				w.Fold = f
				out = append(out, w)
			}
		} else {
			w.Filler = false
			out = append(out, w)
		}
		if w.Stop && i+1 < len(words) && !slices.Contains(abbreviated, words[i].Fold) {
			out = append(out, orders.Word{Text: ".", Fold: ".", Line: w.Line, Col: w.Col})
		}
	}
	return out
}

// supposes reports whether SHOULD begins a condition.
func supposes(words []orders.Word, i int) bool {
	if i+1 == len(words) || i > 0 && words[i-1].Text != "," && words[i-1].Text != ":" && !words[i-1].Stop {
		return false
	}
	return slices.Contains([]string{"THE", "THEY", "THEIR", "ENEMY", "ANY", "ANYONE", "ANYBODY", "HE", "IT"},
		words[i+1].Fold) && !slices.ContainsFunc(words[i:], func(w orders.Word) bool { return w.Asks })
}

// unlimited takes out what only says that a measure is the most: `advance no more than 60 yards`. In a condition it
// says more.
func unlimited(words []orders.Word) (out []orders.Word) {
	for i := 0; i < len(words); i++ {
		if marks[words[i].Fold] != "" && words[i].Fold != "BUT" {
			return append(out, words[i:]...)
		}
		if _, n := longest(words[i:], atMost); n > 0 && i+n < len(words) && figureAt(words[i+n:]) > 0 {
			i += n - 1
			continue
		}
		out = append(out, words[i])
	}
	return out
}

var atMost = phrases("NOT MORE THAN", "NO MORE THAN", "NOT FURTHER THAN", "NO FURTHER THAN", "NO FARTHER THAN",
	"NOT FARTHER THAN", "AT MOST", "AT THE MOST", "NOT MORE THAN A", "NO MORE THAN A", "NO FURTHER THAN A", "AT MOST A")

// unnumbered makes full stops of the numbers of a list that stands on one line: `1. velites forward 2. legions hold`.
func unnumbered(words []orders.Word) []orders.Word {
	labels, want := []int{}, "2"
	for i := 1; i+1 < len(words); i++ {
		if words[i].Fold == want && words[i].Stop {
			labels, want = append(labels, i), strconv.Itoa(len(labels)+3)
		}
	}
	if len(labels) == 0 || len(labels) == 1 && words[0].Col == 1 { // `forward 2. Then hold.`
		return words
	}
	words = slices.Clone(words)
	for _, i := range labels {
		words[i].Text, words[i].Fold = ".", "."
	}
	return words
}

// measured parts figures from the measures written on them: `60yds`, `4in`.
func measured(words []orders.Word) []orders.Word {
	for i := 0; i < len(words); i++ {
		measure := strings.TrimLeft(words[i].Fold, "0123456789")
		digits := len(words[i].Fold) - len(measure)
		if digits == 0 || digits > len(words[i].Text) || !slices.Contains(measures, measure) {
			continue
		}
		figure := words[i]
		words = slices.Insert(slices.Clone(words), i, figure)
		words[i].Text, words[i].Fold, words[i].Stop, words[i].Asks = figure.Text[:digits], figure.Fold[:digits], false, false
		words[i+1].Text, words[i+1].Fold = figure.Text[digits:], measure
		if measure == "IN" || measure == "INS" { // which by itself is a preposition
			words[i+1].Fold = "INCHES"
		}
		words[i+1].Col, words[i+1].Glued = figure.Col+digits, true
	}
	return words
}

var measures = []string{"YDS", "YD", "YARDS", "YARD", "PACES", "PACE", "IN", "INS", "INCH", "INCHES", "HEX", "HEXES"}

// halting before a condition says how long something is done.
var halting = []string{"HALTING", "STOPPING"}

// atTurn before the number of a turn mean WHEN.
var atTurn = []string{"AT", "ON", "FROM", "IN", "BY", "AFTER"}

var contractions = map[string]string{"DON'T": "DO NOT", "I'LL": "I WILL", "THEY'RE": "THEY ARE",
	"THEY'LL": "THEY WILL",
	"CAN'T":   "CAN NOT", "CANNOT": "CAN NOT", "WON'T": "WILL NOT", "LET'S": "LET US", "I'D": "I WOULD",
	"ISN'T":  "IS NOT",
	"AREN'T": "ARE NOT", "MUSTN'T": "MUST NOT", "SHOULDN'T": "SHOULD NOT", "WE'LL": "WE WILL",
	"DOESN'T": "DOES NOT", "DIDN'T": "DID NOT", "DOESNT": "DOES NOT",
	"DONT": "DO NOT", "CANT": "CAN NOT", "WONT": "WILL NOT", "ISNT": "IS NOT", "IT'S": "IT IS", "ADV": "ADVANCE",
	"RGT": "REGIMENT", "REGT": "REGIMENT", "COL": "COLONEL", "GEN": "GENERAL", "CAPT": "CAPTAIN", "MAJ": "MAJOR",
	"BRIG": "BRIGADIER", "TIL": "UNTIL", "'TIL": "UNTIL",
	"PLS": "PLEASE", "PLZ": "PLEASE", "TIL'": "UNTIL"}

// abbreviated words have a full stop in the middle of a sentence.
var abbreviated = []string{"ADV", "RGT", "REGT", "COL", "GEN", "CAPT", "MAJ", "BRIG", "LT", "YDS", "YD", "ST", "NO",
	"BN", "SQN"}

// talk reports whether the words are a wish, a doubt or a question, and no order.
func talk(words []orders.Word) bool {
	for i, w := range words {
		switch w.Fold {
		case "COULD", "MIGHT", "HOPEFULLY":
			return true
		case "CAN", "MAY", "DOES", "DID", "HAS", "WHERE", "WHAT", "WHO", "WHY", "HOW":
			if i == 0 {
				return true // a question
			}
		case "HOPE", "THINK", "BELIEVE", "SUPPOSE", "FEAR", "WONDER", "THOUGHT", "AFRAID":
			if i == 0 || slices.Contains([]string{"I", "WE", "AM", "ARE"}, words[i-1].Fold) {
				return true
			}
		case "AM", "WAS", "I'M", "WE'RE": // of how the writer is: `I am back`, and not `I am riding to Hill`
			next := words[min(i+1, len(words)-1)].Fold
			if i < 2 && !strings.HasSuffix(next, "ING") && next != "TO" {
				return true
			}
		case "IS":
			if i == 1 && slices.Contains([]string{"ALL", "EVERYTHING", "THAT", "THIS", "IT"}, words[0].Fold) {
				return true // `all is well`
			}
		case "BACK":
			if i > 0 && slices.Contains([]string{"AM", "ARE", "BE", "BEEN", "I'M", "WE'RE"}, words[i-1].Fold) {
				return true
			}
		case "WISH":
			return i+1 == len(words) || words[i+1].Fold != "YOU"
		case "WOULD":
			if i+1 == len(words) || words[i+1].Fold != "LIKE" {
				return true
			}
		}
	}
	return false
}

// meant are the words without the sentences that are talk, and these; none where orders may be among the talk.
func meant(words []orders.Word) (out []orders.Word, passed string) {
	for len(words) > 0 {
		end := slices.IndexFunc(words, func(w orders.Word) bool { return w.Text == "." })
		if end++; end == 0 {
			end = len(words)
		}
		if words[0].Fold == "ORDER" && end > 1 { // `order X to …`
			words, end = words[1:], end-1
		}
		asks := slices.ContainsFunc(words[:end], func(w orders.Word) bool { return w.Asks })
		switch {
		case !asks && !talk(words[:end]):
			out = append(out, words[:end]...)
		case !asks && !slices.Contains(talkers, words[0].Fold) && (len(words) < 2 || words[1].Fold != "IS"):
			return nil, ""
		default:
			r := &listener{words: words[:end]}
			passed = join(passed, r.text([]token{{to: end}}))
		}
		words = words[end:]
	}
	return out, passed
}

// allowing may stand between nobody and what they are not to do: `no one is to fire`.
var allowing = []string{"IS", "TO", "MAY", "MUST", "SHALL", "SHOULD", "WILL", "CAN", "OF", "YOU"}

// nobody makes of `nobody moves` that everyone is told not to.
func (s *Speech) nobody(words []orders.Word) (out []orders.Word) {
	until := slices.ContainsFunc(words, func(w orders.Word) bool {
		return slices.Contains([]string{"UNTIL", "TILL", "BEFORE"}, w.Fold)
	})
	t := tagger{Speech: s, Vocabulary: &Vocabulary{}, words: words}
	for i := 0; i < len(words); i++ {
		n := max(phraseAt(words[i:], []string{"NOBODY"}), phraseAt(words[i:], []string{"NO", "ONE"}))
		if n == 0 || i+n == len(words) || i > 0 && words[i-1].Text != "." {
			out = append(out, words[i])
			continue
		}
		for i+n+1 < len(words) && slices.Contains(allowing, words[i+n].Fold) {
			n++
		}
		p, count := t.verbAt(i + n)
		if count == 0 || p.verb == "" || until && p.verb != Fire {
			out = append(out, words[i])
			continue
		}
		for _, fold := range []string{"EVERYONE", "DO", "NOT", p.words[0]} {
			w := words[i]
			w.Fold = fold
			out = append(out, w)
		}
		i += n
	}
	return out
}

// allowed puts the NOT of `do not let X advance` where X is told: `X do not advance`.
func (s *Speech) allowed(words []orders.Word) []orders.Word {
	for i := range words {
		n := max(phraseAt(words[i:], []string{"DO", "NOT", "LET"}), phraseAt(words[i:], []string{"NEVER", "LET"}))
		if n == 0 {
			continue
		}
		for at := i + n + 1; at < len(words) && words[at].Text != "."; at++ {
			t := tagger{Speech: s, Vocabulary: &Vocabulary{}, words: words}
			if p, count := t.verbAt(at); count > 0 && p.verb != "" {
				do, not := words[i], words[i]
				do.Text, do.Fold, not.Text, not.Fold = "do", "DO", "not", "NOT"
				return slices.Concat(words[:i], words[i+n:at], []orders.Word{do, not}, s.allowed(words[at:]))
			}
		}
	}
	return words
}
