package spoken

import (
	"slices"
	"strings"

	"galloper/orders"
)

// unmannered takes out how something is to be done where that changes nothing: `advance with a cheer`, `by platoons`.
// The writer is told that it was not read.
func (r *listener) unmannered(tokens []token) []token {
	for at := 0; at < len(tokens); at++ {
		end := at
		for end < len(tokens) && tokens[end].kind == plain && (end == at || !r.mannerly(tokens[end])) {
			end++
		}
		if end < len(tokens) && tokens[end].kind != joint && tokens[end].kind != mark && tokens[end].kind != plain ||
			!r.manner(tokens[at:end]) || end-at == len(tokens) {
			continue
		}
		r.passed = join(r.passed, r.span(tokens[at:end]))
		tokens = slices.Concat(tokens[:at], tokens[end:])
		at--
	}
	return tokens
}

// maxim reports whether tokens mean nothing here, and limit nothing: `development before combinations: …`.
func (r *listener) maxim(tokens []token) bool {
	return len(tokens) > 1 && tokens[0].kind == plain && !slices.ContainsFunc(tokens, func(k token) bool {
		word := r.words[k.from].Fold
		return k.kind != plain && k.kind != joint && k.mark != "before" && k.mark != "after" ||
			slices.Contains(binding, word) && k.mark == "" || slices.Contains(weighty, word)
	})
}

// mannerly reports whether a phrase of manner may begin with the token.
func (r *listener) mannerly(k token) bool {
	return slices.Contains([]string{"WITH", "BY", "LIKE"}, r.words[k.from].Fold)
}

// manner reports whether tokens that mean nothing here are a preposition and a few words behind it that are of no
// place, time, number or deed. Behind THE stands something that the writer knows, and BY is also near a place.
func (r *listener) manner(run []token) bool {
	const most = 5 // words
	if len(run) < 2 || !r.mannerly(run[0]) {
		return false
	}
	words := r.words[run[0].from:run[len(run)-1].to]
	last := words[len(words)-1]
	if len(words) > most || words[0].Fold == "BY" && (len(words) > 2 || !strings.HasSuffix(last.Fold, "S")) {
		return false
	}
	known := r.vocabulary.saying()
	return !slices.ContainsFunc(words[1:], func(w orders.Word) bool {
		stem := strings.TrimRight(w.Fold, "S")
		means := func(list []string) bool { return slices.Contains(list, w.Fold) || slices.Contains(list, stem) }
		if w.Fold == "A" || w.Fold == "AN" {
			return w == last
		}
		return means(weighty) || means(binding) || means(grounds) || means(known) || isVerbWord(w.Fold) ||
			gerund(w.Fold) != "" || strings.ContainsAny(w.Fold, ".0123456789") ||
			orders.Misspelt(w.Fold, known) != "" || orders.Misspelt(w.Fold, verbWords) != ""
	})
}

// weighty words limit what is said in number, time or place, or point to something that the writer knows.
var weighty = strings.Fields("THE THAT THIS THESE THOSE THEIR OUR MY YOUR WHICH WHOSE HALF MOST SOME PART FEW LITTLE " +
	"ENOUGH BIT REST OTHER FORCE MAIN HOUR MINUTE TURN WHILE DAY DAWN DUSK NOON NIGHT NIGHTFALL MORNING EVENING " +
	"AFTERNOON SUNSET SUNRISE DARK SIGNAL TIME MOMENT TOMORROW LATER NORTH SOUTH EAST WEST LEFT RIGHT FRONT REAR FLANK " +
	"CENTRE CENTER MIDDLE SIDE EDGE END DIRECTION WAY TOP FOOT ENEMY FRIEND GENERAL YOU ME HIM HER THEM US IT WHOM WHO " +
	"CASE ONE")

// adverb reports whether a word says how something is done, which changes nothing: `gallantly`.
func (v *Vocabulary) adverb(word string) bool {
	return len(word) > 5 && strings.HasSuffix(word, "LY") && !slices.Contains(limiting, word) &&
		orders.Misspelt(word, v.saying()) == ""
}

// limiting words end like those that say how something is done, and limit what is done, or when, or are no such words.
var limiting = strings.Fields("GENTLY NEARLY PARTLY BARELY HARDLY SCARCELY MERELY SOLELY RARELY MOSTLY MAINLY LARGELY " +
	"PARTIALLY SEPARATELY INDIVIDUALLY ALTERNATELY SUCCESSIVELY OBLIQUELY LATERALLY DIAGONALLY NORTHERLY SOUTHERLY " +
	"EASTERLY WESTERLY INITIALLY FIRSTLY SECONDLY THIRDLY LASTLY EVENTUALLY ORIGINALLY PREVIOUSLY RECENTLY FALSELY " +
	"SEEMINGLY SUPPOSEDLY APPARENTLY PREFERABLY POSSIBLY PROBABLY EXCLUSIVELY OCCASIONALLY REPEATEDLY CONDITIONALLY " +
	"ULTIMATELY SUDDENLY CONSEQUENTLY SUBSEQUENTLY FAMILY SUPPLY ASSEMBLY LIKELY UNLIKELY")
