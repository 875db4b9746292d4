package spoken

import (
	"slices"

	"galloper/orders"
)

// Meant reports whether words outside the ruleset's language are meant as an order: they contain troops and a verb, or
// only a verb, and express no wish or doubt.
func (s *Speech) Meant(v *Vocabulary, words []orders.Word) bool {
	if _, to := v.sent(words); to != "" || s.To == "" && s.calledColleague(v, words) != "" {
		return true
	}
	words, _ = meant(s.nobody(s.recast(s.simple(v, words), v.Turn)))
	if len(words) > 1 && words[0].Fold == unclear {
		words = words[1:]
	}
	if len(words) > 0 && s.letter(v, words) != "" {
		return true
	}
	if TakesBack(words) {
		return false
	}
	for i, tokens := range split(tag(s, v, words), ".") {
		if r := (&listener{Speech: s, vocabulary: v, words: words}); i == 0 && r.sequence(tokens) != "" {
			return true // `don't charge`, `my chits first`
		}
		if len(tokens) == 0 {
			continue
		}
		idiom := beginsWith(words[tokens[0].from:], idioms) // `stand to your arms, everybody, and …`
		if (tokens[0].kind == plain || tokens[0].kind == enemy && tokens[0].sense(unit) == nil) && !idiom {
			if i == 0 && called(words, tokens) {
				return true
			}
			continue
		}
		told, acts := slices.ContainsFunc(tokens, func(k token) bool { return k.sense(unit, somebody) != nil }),
			slices.ContainsFunc(tokens, token.isVerb)
		chat := tokens[0].kind == they && tokens[0].prep == "" // `it rains`
		begins := !chat && slices.ContainsFunc(s.rows[""], func(t *template) bool {
			return tokens[0].sense(t.kinds()...) != nil
		})
		if told && acts || headed(tokens) || i == 0 && (told || acts || begins) {
			return true
		}
	}
	return false
}

// Calls reports whether the words begin with the seat's troops, in any wording, and tell them to do something.
func (s *Speech) Calls(v *Vocabulary, words []orders.Word) bool {
	words, _ = meant(s.nobody(s.simple(v, words)))
	if len(words) == 0 {
		return false
	}
	for i := range words {
		unreported(words, i) // `pray let me know`
	}
	tokens := split(tag(s, v, words), ".")[0]
	return len(tokens) > 0 && tokens[0].prep == "" && tokens[0].sense(unit, self) != nil &&
		(slices.ContainsFunc(tokens, token.isVerb) || headed(tokens))
}

// Heads reports whether the words only name the recipients of an order: `To Lee's and the Grenadiers`, `Colonel
// Lascelles`. A commander without TO may be the recipient of a letter, and does not count.
func (s *Speech) Heads(v *Vocabulary, words []orders.Word) bool {
	words = s.plain(v, words)
	tokens := tag(s, v, words)
	for i := range tokens {
		k := &tokens[i]
		told := k.sense(unit, self, somebody)
		called := k.prep == "" || k.prep == "to" || words[k.from].Fold == "FOR"
		if k.kind != joint && (told == nil || told.several || !called || told.kind == unit && !k.ours() ||
			told.kind == somebody && tokens[0].prep != "to") {
			return false
		}
	}
	return len(tokens) > 0 && tokens[0].kind != joint
}

// headed reports whether the tokens are only a unit and its destination: `SELF to 49,24`.
func headed(tokens []token) bool {
	return len(tokens) == 2 && tokens[0].prep == "" && tokens[0].sense(unit, self) != nil &&
		slices.Contains(whither, tokens[1].prep) && len(tokens[1].senses) > 0
}

// called reports whether a name outside the seat's lists is told to act: `Nobody: attack`, `Nobody attacks 15`.
func called(words []orders.Word, tokens []token) bool {
	const most = 3 // words of a name
	at := slices.IndexFunc(tokens, func(k token) bool { return k.kind != plain && k.kind != enemy })
	if at < 1 || at > most || slices.Contains(greetings, words[0].Fold) || slices.Contains(asides, words[0].Fold) {
		return false
	}
	if tokens[at].kind == mark && tokens[at].mark == ":" {
		return at+1 < len(tokens) && tokens[at+1].kind == verb
	}
	return at+1 < len(tokens) && tokens[at].kind == verb && tokens[at+1].senses != nil && !tokens[at+1].tells() &&
		!slices.ContainsFunc(tokens[:at], func(k token) bool {
			word := words[k.from].Fold
			return k.kind != plain || english[word] || numbers[word] > 0 || slices.Contains(talkers, word)
		})
}

// asides lists words that begin a remark in passing.
var asides = []string{"PS", "P.S", "NB", "N.B", "NOTE", "BEST"}
