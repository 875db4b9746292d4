package say

import (
	"slices"
	"strings"
	"unicode"

	"galloper/orders"
)

// reasoned parses a sentence without its reason, which orders nothing: `Lee's hold, because they are tired`. The reason
// becomes a note.
func (r *reading) reasoned(l *lattice, words []orders.Word) bool {
	first := len(r.said)
	for _, span := range l.reasons() {
		rest := slices.Concat(words[:span[0]], words[span[1]:])
		if len(rest) == 0 {
			continue
		}
		without := r.lattice(r.v, rest)
		if len(without.tokens) == 0 || !r.sentence(without, r.chart(without, without.ending)) || len(r.said) == first {
			continue
		}
		r.said[first].remark("not read", written(words[span[0]:span[1]]))
		return true
	}
	return r.concluded(l, words)
}

// concluded parses the order behind a reason: `our flanks are thin, so the horse stays`. The reason becomes a note, or
// a question if it may be more than that.
func (r *reading) concluded(l *lattice, words []orders.Word) bool {
	first := len(r.said)
	for at := 1; at+1 < len(l.tokens); at++ {
		if !has([]string{"SO", "THEREFORE", "HENCE", "THUS"}, l.tokens[at].fold) ||
			l.begin(at+1, "they", "there") || has([]string{"THAT", "AS"}, l.tokens[at+1].fold) {
			continue
		}
		from, to := l.origin[l.tokens[at].at], l.origin[l.tokens[at+1].at]
		rest := r.lattice(r.v, words[to:])
		if from == 0 || len(rest.tokens) == 0 || !r.sentence(rest, r.chart(rest, rest.ending)) || len(r.said) == first {
			continue
		}
		reason := words[:from]
		if before := r.lattice(r.v, reason); l.tellsAnother(0, at) || before.orderly() {
			r.doubtful(first, reason, l.limited(0, at))
			return true
		}
		r.said[first].remark("not read", written(reason))
		return true
	}
	return false
}

// doubtful makes questions of the orders from index first on, because of words in front of them.
func (r *reading) doubtful(first int, words []orders.Word, grave bool) {
	for i := first; i < len(r.said); i++ {
		s := &r.said[i]
		s.Unread, s.Where, s.Grave = strings.Trim(written(words), ", "), words[0], grave
	}
}

// limited reports whether the tokens contain a condition or a negation.
func (l *lattice) limited(from, to int) bool {
	for at := from; at < to; at++ {
		if l.begin(at, "if", "unless", "until", "not", "except", "else") {
			return true
		}
	}
	return false
}

// grave reports whether the marked tokens, which had no part in an order, may change it: a condition, a negation, a
// correction, another deed, something of the past, or a name.
func (l *lattice) grave(left []bool) bool {
	conditional, writer := false, l.begin(0, "i", "we") // it may tell of the writer
	for at, is := range left {
		conditional = l.tokens[at].fold != "," && (conditional || l.begin(at, "if", "unless", "until", "ifead"))
		if is && (conditional || !l.known[at] && (writer || l.telling(at))) {
			return true
		}
		for _, e := range l.opening[at] {
			if name := l.data.names[e.symbol]; e.spelt == nil && !slices.Contains(left[at:e.to], false) &&
				(l.verb(e) || has(heavy, name) || has(found, name) && name != "to") {
				return true
			}
		}
	}
	return false
}

// telling reports whether an unknown token may change an order: something of the past, a statement, a unit of measure,
// a picture, or a name, which has a capital inside a sentence and is no English.
func (l *lattice) telling(at int) bool {
	fold, w := l.tokens[at].fold, l.written[l.origin[l.tokens[at].at]]
	return strings.HasSuffix(fold, "ED") || has([]string{"WAS", "WERE", "HAD"}, fold) ||
		strings.ContainsFunc(fold, func(r rune) bool { return r > unicode.MaxLatin1 || unicode.IsDigit(r) }) ||
		at > 0 && (l.begin(at-1, "be", "num") ||
			w.Text != strings.ToLower(w.Text) && l.v.Common != nil && !l.v.Common(w.Fold))
}

// remark adds what was done with some text to the note.
func (s *Said) remark(done, text string) {
	note := done + `: "` + strings.Trim(text, ", ") + `"`
	s.Note = strings.TrimPrefix(s.Note+"; "+note, "; ")
}

// reasons returns the spans of words, the shortest first, that may be a reason: from `because` to a comma or the end of
// the sentence.
func (l *lattice) reasons() (spans [][2]int) {
	n := len(l.tokens)
	for at := range n {
		if l.begin(at, "i", "we") && (at == 0 || l.tokens[at-1].fold != ",") {
			continue // an opinion
		}
		for to := at + 1; to <= n; to++ {
			for _, e := range l.ending[to] {
				if name := l.data.names[e.symbol]; e.from != at || name != "because" && (name != "as" || !l.states(at, to)) {
					continue
				}
				for end := to + 1; end <= n; end++ {
					if end < n && l.tokens[end].fold != "," || l.tellsAnother(to, end) || end == n && at == 0 {
						continue
					}
					word := func(token int) int {
						if token == n {
							return len(l.written)
						}
						return l.origin[l.tokens[token].at]
					}
					from, until := word(at), word(end)
					if at == 0 {
						until++ // with its comma
					} else if l.tokens[at-1].fold == "," {
						from = word(at - 1)
					}
					spans = append(spans, [2]int{from, until})
				}
			}
		}
	}
	return spans
}

// states reports whether a clause behind `as` or `for`, after a comma, states a fact: `as they are tired`.
func (l *lattice) states(at, to int) bool {
	if at > 0 && l.tokens[at-1].fold != "," {
		return false
	}
	return slices.ContainsFunc(l.opening[to], func(e *edge) bool {
		return has([]string{"i", "we", "they", "foe", "foeside", "there", "unit", "enemy"}, l.data.names[e.symbol]) &&
			l.begin(e.to, "be", "modal", "think")
	})
}

// tellsAnother reports whether the tokens may contain more than a reason: a condition, a negation, or a second clause
// with a verb.
func (l *lattice) tellsAnother(from, to int) bool {
	second := false
	for at := from; at < to; at++ {
		switch fold := l.tokens[at].fold; {
		case l.begin(at, "if", "unless", "until", "not", "except", "else", "binding") || fold == "ONLY" || fold == "NO":
			return true
		case fold == "AND" || fold == "BUT" || fold == "THEN" || fold == "," || fold == ":":
			second = true
		case second && l.begin(at, "v", "det"):
			return true
		}
	}
	return false
}
