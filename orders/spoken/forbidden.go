package spoken

import (
	"slices"
	"unicode/utf8"

	"galloper/orders"
)

// forbidden drops prohibitions of actions that no order contains: `Lee's to the mill. No charge.` If there are no other
// orders, the troops hold instead.
func (r *listener) forbidden() {
	does := func(v Verb) bool {
		return slices.ContainsFunc(r.said, func(s Said) bool { return s.of != nil && s.of.verb == v })
	}
	var rest []Said
	for _, s := range r.said {
		if s.Line != "" || s.forbids == "" || does(s.forbids) {
			rest = append(rest, s)
		}
	}
	if !slices.ContainsFunc(rest, func(s Said) bool { return s.Line != "" }) {
		for i := range r.said {
			r.held(&r.said[i])
		}
		return
	}
	for _, s := range r.said {
		if s.Line == "" && s.forbids != "" && !does(s.forbids) {
			r.passed = join(r.passed, s.Text)
		}
	}
	r.said = rest
}

// insteadOf starts a new sentence at the alternative to a prohibited action: `the horse do not charge, they hold`.
func insteadOf(words []orders.Word, i int) {
	if words[i].Text != "," || i < 3 || i+2 >= len(words) ||
		!slices.Contains([]string{"THEY", "HE", "IT", "JUST", "ONLY", "SIMPLY"}, words[i+1].Fold) {
		return
	}
	for at := i - 3; at >= 0 && !pause(words[at+1]); at-- {
		if n, _ := notTo.at(words[at:i]); n > 0 && !slices.ContainsFunc(words[at+n:i], func(w orders.Word) bool {
			return pause(w) || marks[w.Fold] != ""
		}) {
			words[i].Text, words[i].Fold = ".", "."
			return
		}
	}
}

var notTo = patternOf("IS/ARE/DO/DOES/MUST/SHALL/SHOULD/WILL NOT TO? LET?")

var toBe = patternOf("THEY/HE/IT? IS/ARE NOT TO")

// notToBe rewrites ARE NOT TO as DO NOT: `the cavalry are not to advance`. NOT goes next to the verb, as rulesets
// expect it, unless BEFORE follows: `they are not to advance before noon`.
func notToBe(words []orders.Word, i int) {
	n, _ := toBe.at(words[i:])
	if n == 0 {
		return
	}
	end := i + slices.IndexFunc(append(slices.Clone(words[i:]), orders.Word{Text: "."}), pause)
	later := slices.ContainsFunc(words[i+n:end], func(w orders.Word) bool { return w.Fold == "BEFORE" })
	for k := range n {
		words[i+k].Fold = "PLEASE"
	}
	at := i + n - 2
	if later {
		at = i + n - 3
	}
	words[at].Fold, words[at+1].Fold = "DO", "NOT"
}

// held makes troops stay if their only order is a prohibition. The reply asks for confirmation, as they may have other
// orders.
func (r *listener) held(s *Said) {
	var words []orders.Word
	for _, k := range s.barred {
		if k.tells() && k.sense(unit) != nil {
			words = slices.Concat(words, r.words[k.from:k.to])
		}
	}
	if s.Line != "" || len(words) == 0 {
		return
	}
	words = append(words, orders.Word{Fold: "HOLD", Text: "hold", Line: words[0].Line, Col: words[0].Col})
	alone := &listener{Speech: r.Speech, vocabulary: r.vocabulary, words: words, standing: r.standing, number: r.number}
	alone.sentence(tag(r.Speech, r.vocabulary, words))
	if len(alone.said) == 1 && alone.said[0].Line != "" && alone.said[0].unread == nil {
		s.Line, s.of = alone.said[0].Line, alone.said[0].of
		s.unread = slices.DeleteFunc(slices.Clone(s.barred), func(k token) bool {
			nobody := k.from < len(r.words) && orders.Fold(r.words[k.from].Text) != r.words[k.from].Fold
			return k.sense(unit) != nil && !nobody
		})
	}
}

// prohibits returns the verb that the tokens forbid to the units they name, or "" if they say anything more.
func (r *listener) prohibits(tokens []token) Verb {
	at := slices.IndexFunc(tokens, token.isVerb)
	if at < 0 {
		return r.kept(tokens)
	}
	if !r.denied(tokens, at) && !r.negates(tokens[at]) || slices.ContainsFunc(tokens, func(k token) bool {
		return k.kind == mark || k.kind == verb && k.from != tokens[at].from
	}) || slices.ContainsFunc(tokens[:at], func(k token) bool {
		return k.kind == plain && !r.denies(k)
	}) {
		return ""
	}
	return tokens[at].verb
}

// kept returns the verb of a prohibition in words that the ruleset takes as a detail of another order: `Lee's shall not
// charge.`
func (r *listener) kept(tokens []token) Verb {
	last := len(tokens) - 1
	if last < 1 || !r.negates(tokens[last]) || r.troopsAt(tokens) != last {
		return ""
	}
	for _, w := range r.words[tokens[last].from:tokens[last].to] {
		for _, form := range imperative(w.Fold) {
			for _, p := range sharedVerbs[form] {
				if len(p.words) == 1 && p.verb != "" {
					return p.verb
				}
			}
		}
	}
	return ""
}

// apart reports whether more than a space separates two words, as in `don't` and the verb of `don't let Lee's go`.
func (r *listener) apart(i, next int) bool {
	if next >= len(r.words) || next <= i {
		return false
	}
	w, then := r.words[i], r.words[next]
	return w.Line == then.Line && then.Col > w.Col+utf8.RuneCountInString(w.Text)+2
}
