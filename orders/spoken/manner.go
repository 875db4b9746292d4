package spoken

import (
	"maps"
	"slices"
	"strings"

	"galloper/orders"
)

// unmannered takes out how something is to be done where that changes nothing: `advance with a cheer`, `by platoons`,
// `resolutely`. The writer is told that it was not read.
func (r *listener) unmannered(tokens []token) []token {
	for at := 0; at < len(tokens); at++ {
		end := at
		for end < len(tokens) && tokens[end].kind == plain && len(tokens[end].senses) == 0 {
			end++
		}
		switch {
		case end == at || end-at == len(tokens):
		case r.adverb(tokens[at]):
			end = at + 1
			fallthrough
		case r.manner(tokens[at:end]) && (end == len(tokens) || tokens[end].kind == joint || tokens[end].kind == mark):
			r.passed = join(r.passed, r.span(tokens[at:end]))
			tokens = slices.Concat(tokens[:at], tokens[end:])
			at--
		default:
			for at+1 < end && !r.introduces(tokens[at+1]) {
				at++
			}
		}
	}
	return tokens
}

// introduces reports whether a phrase of manner may begin with the token.
func (r *listener) introduces(k token) bool {
	return slices.Contains([]string{"WITH", "BY", "IN", "AT", "ON", "LIKE", "FOR"}, r.words[k.from].Fold)
}

// manner reports whether tokens that mean nothing here are a preposition and a few words behind it that are of no
// place, time, number or deed. Behind THE stands something that the writer knows.
func (r *listener) manner(run []token) bool {
	const most = 5 // words
	words := r.words[run[0].from:run[len(run)-1].to]
	if !r.introduces(run[0]) || len(words) < 2 || len(words) > most {
		return false
	}
	known, verbs := r.vocabulary.saying(), slices.Sorted(maps.Keys(sharedVerbs))
	for _, w := range words[1:] {
		if slices.Contains(articles, w.Fold) {
			continue
		}
		stem := strings.TrimRight(w.Fold, "S")
		if slices.Contains(pointing, w.Fold) || slices.Contains(weighty, w.Fold) || slices.Contains(weighty, stem) ||
			slices.Contains(binding, w.Fold) || slices.Contains(grounds, w.Fold) || slices.Contains(known, w.Fold) ||
			slices.Contains(known, stem) || isVerbWord(w.Fold) || gerund(w.Fold) != "" || w.Text == "." ||
			orders.Misspelt(w.Fold, known) != "" || orders.Misspelt(w.Fold, verbs) != "" {
			return false
		}
	}
	return true
}

// adverb reports whether the token is a word for how something is done.
func (r *listener) adverb(k token) bool {
	word := r.words[k.from].Fold
	return k.to == k.from+1 && len(word) > 5 && strings.HasSuffix(word, "LY") && !slices.Contains(weighty, word)
}

// pointing words stand before something that the writer knows.
var pointing = []string{"THE", "THAT", "THIS", "THESE", "THOSE", "THEIR", "OUR", "MY", "YOUR", "WHICH", "WHOSE"}

// weighty words limit what is said in number, time or place.
var weighty = strings.Fields("HALF MOST SOME PART FEW LITTLE ENOUGH BIT REST OTHER FORCE MAIN HOUR MINUTE TURN WHILE DAY " +
	"DAWN DUSK NOON NIGHT NIGHTFALL MORNING EVENING AFTERNOON SUNSET SUNRISE DARK SIGNAL TIME MOMENT TOMORROW LATER " +
	"NORTH SOUTH EAST WEST LEFT RIGHT FRONT REAR FLANK CENTRE CENTER MIDDLE SIDE EDGE END DIRECTION WAY TOP FOOT " +
	"ENEMY FRIEND GENERAL YOU ME HIM HER THEM US IT WHOM WHO CASE ONE " +
	"BARELY HARDLY SCARCELY PARTLY MAINLY MOSTLY LARGELY NEARLY REPEATEDLY ALTERNATELY SEPARATELY SINGLY JOINTLY " +
	"EVENTUALLY ULTIMATELY INITIALLY SHORTLY SUBSEQUENTLY FINALLY RARELY WEEKLY DAILY NIGHTLY SUPPLY APPLY REPLY " +
	"ONLY EARLY FAMILY ASSEMBLY RESPECTIVELY OBLIQUELY DIAGONALLY LATERALLY PARALLELLY")
