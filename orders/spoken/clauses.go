package spoken

import (
	"slices"
	"strings"
)

// clause is the part of an order between two marks.
type clause struct {
	mark   string // "", `then`, `and`, `else`, `if`, `unless`, `until`
	tokens []token
	begins []token // the words of the mark
	last   bool    // it is the order's last clause
}

// whole returns the tokens including the mark before them.
func (c *clause) whole() []token { return slices.Concat(c.begins, c.tokens) }

// cut splits a condition from its consequence, which begins at the token.
func (c *clause) cut(at int) []clause {
	return []clause{{mark: c.mark, tokens: c.tokens[:at], begins: c.begins}, {mark: "then", tokens: c.tokens[at:]}}
}

// clauses splits an order at its marks. The text after a condition and a comma is the order itself.
func (r *listener) clauses(tokens []token) (list []clause) {
	c := clause{}
	flush := func() {
		if len(c.tokens) > 0 || c.mark != "" && !r.afterwards(&c) {
			list = append(list, c)
		}
		c = clause{}
	}
	for i := 0; i < len(tokens); i++ {
		k := &tokens[i]
		conditional := isCondition(c.mark)
		switch {
		case k.kind == mark && k.mark == ":":
		case k.kind == mark && k.mark == "else if":
			flush()
			if slices.ContainsFunc(list, func(c clause) bool { return isCondition(c.mark) }) {
				list = append(list, clause{mark: "else"}) // but not for `hold, but if they come near charge`
			}
			c.mark, c.begins = "if", tokens[i:i+1]
		case k.kind == mark && (k.mark == "or" || k.mark == "but"):
			if i+1 < len(tokens) && tokens[i+1].kind == mark {
				continue
			}
			flush()
			c.mark, c.begins = k.mark, tokens[i:i+1]
		case k.kind == mark && k.mark == "wait":
			c.tokens = append(c.tokens, token{kind: verb, verb: Wait, from: k.from, to: k.from + 1})
			flush()
			c.mark = "until"
		case k.kind == mark:
			if len(c.tokens) == 0 && c.mark != "" && k.mark == "then" {
				continue
			}
			flush()
			c.mark, c.begins = k.mark, tokens[i:i+1]
		case !conditional && k.kind == joint && i+1 < len(tokens) && tokens[i+1].isVerb() &&
			slices.ContainsFunc(c.tokens, r.excludes):
			flush()
			c.mark = "and"
		case !conditional && k.sense(reaction) != nil && i+1 < len(tokens) && tokens[i+1].kind == verb &&
			slices.ContainsFunc(c.tokens, token.isVerb): // `stay back, if charged stand`
			flush()
			c.mark, c.tokens = "and", append(c.tokens, *k)
		case !conditional && k.kind == joint && i+1 < len(tokens) && tokens[i+1].kind == verb &&
			slices.ContainsFunc(c.tokens, func(k token) bool {
				return k.kind == verb && (k.verb != tokens[i+1].verb || r.reactsAhead(tokens[i+1:])) ||
					k.prep == "to" && k.sense(unit) == nil && len(k.senses) > 0 ||
					r.Then != "" && (k.kind == verb || r.alone(&k))
			}):
			flush()
			c.mark = "and"
		case conditional && k.kind == joint && r.Several && r.subjectAhead(tokens[i+1:], nil):
			flush()
			c.mark = "then"
		case conditional && k.kind == joint && r.conditionIn(c.tokens) &&
			!r.conditionIn(slices.Concat(c.tokens, tokens[i+1:nextMark(tokens, i+1)])):
			flush()
			c.mark = "then"
		default:
			c.tokens = append(c.tokens, *k)
		}
	}
	flush()
	return list
}

// afterwards reports whether a clause consists only of an adverb of time: `fire afterwards`.
func (r *listener) afterwards(c *clause) bool {
	return c.mark == "then" && len(c.begins) > 0 && c.begins[0].from > 0 &&
		!slices.Contains([]string{"THEN", "NEXT", "AND"}, r.words[c.begins[0].from].Fold)
}

// reactsAhead reports whether the tokens give an order for when the troops are charged: `stay put and stand if
// charged`.
func (r *listener) reactsAhead(tokens []token) bool {
	for i := 1; i < len(tokens); i++ {
		if tokens[i].sense(reaction) != nil {
			return r.reacts(tokens[:i])
		}
		if tokens[i].kind == mark || tokens[i].kind == joint {
			break
		}
	}
	return false
}

// bare reports whether the only token is an order by itself: `square`.
func (r *listener) bare(tokens []token) bool {
	return len(tokens) == 1 && tokens[0].prep == "" && tokens[0].kind != number && len(tokens[0].senses) > 0 &&
		!tokens[0].ours() && slices.ContainsFunc(r.rows[""], func(t *template) bool {
		return tokens[0].sense(t.kinds()...) != nil
	})
}

// alone reports whether the token is an order without a verb: `in column`, `to the mill`.
func (r *listener) alone(k *token) bool {
	return len(k.senses) > 0 && slices.Contains(whither, k.prep) && k.sense(unit) == nil ||
		slices.ContainsFunc(r.rows[""], func(t *template) bool {
			return slices.ContainsFunc(t.parts, func(p part) bool {
				return p.slot != "" && p.slot != unit && p.preps == nil && k.sense(p.slot) != nil
			})
		})
}

func nextMark(tokens []token, from int) int {
	for i := from; i < len(tokens); i++ {
		if tokens[i].kind == mark || tokens[i].kind == joint {
			return i
		}
	}
	return len(tokens)
}

// turning splits a condition that follows an order from its consequence: `advance, if an enemy is within 100 yds hold`.
func (r *listener) turning(list []clause) []clause {
	for at := 1; at < len(list); at++ {
		c := &list[at]
		if c.mark != "if" && c.mark != "unless" || at+1 < len(list) && list[at+1].mark == "then" {
			continue
		}
		for i := 1; i < len(c.tokens); i++ {
			head, tail := c.tokens[:i], c.tokens[i:]
			word := r.words[tail[0].from].Fold
			they := i+1 < len(c.tokens) && slices.Contains([]string{"IT", "THEY", "HE"}, word) && tail[0].prep == "" &&
				tail[1].kind == verb // `… it holds`
			goes := i+1 == len(c.tokens) && tail[0].prep == "to" && len(tail[0].senses) > 0 // `… to the mill`
			state := slices.Contains([]string{"IN", "INTO"}, r.words[tail[0].from-1].Fold)  // `… is in square`
			if !they && !goes && (tail[0].kind != verb || strings.HasSuffix(word, "S") && !strings.HasSuffix(word, "SS")) ||
				state || !r.tellsOf(head) || !r.conditionIn(head) {
				continue
			}
			return slices.Concat(list[:at], c.cut(i), list[at+1:])
		}
	}
	return list
}

// tellsOf reports whether the condition has a verb of its own. If not, as in `enemies within 60 yards`, the next verb
// may belong to it.
func (r *listener) tellsOf(tokens []token) bool {
	for i := tokens[0].from; i < tokens[len(tokens)-1].to && i < len(r.words); i++ {
		if slices.Contains([]string{"IS", "ARE", "COME", "COMES", "GET", "GETS"}, r.words[i].Fold) {
			return true
		}
	}
	return false
}

// parted splits off an order that follows a condition without a mark between them.
func (r *listener) parted(list []clause) []clause {
	if len(list) == 0 || list[0].mark != "if" && list[0].mark != "unless" && list[0].mark != "until" ||
		len(list) > 1 && list[1].mark == "then" && list[0].mark != "until" {
		return list
	}
	for i := len(list[0].tokens) - 1; i > 0; i-- {
		head, tail := list[0].tokens[:i], list[0].tokens[i:]
		if i > 1 && tail[0].kind == verb && head[i-1].ours() && head[i-1].prep == "" { // `turn 3 we charge`
			if s := head[i-1].sense(unit); r.mentioned == nil && !head[i-1].all && !s.several {
				r.mentioned = s.ids
			}
			continue
		}
		if tail[0].kind != joint && r.conditionIn(head) &&
			(slices.ContainsFunc(tail, r.acts) || r.bare(tail)) {
			return slices.Concat(list[0].cut(i), list[1:])
		}
	}
	return list
}

// postponed moves a condition at the end in front of its consequence: `advance, and charge once they are near`.
func (r *listener) postponed(list []clause) []clause {
	last := len(list) - 1
	if last != 2 || r.Then != "" || r.Several || list[last].mark != "if" || list[0].mark != "" ||
		!slices.Contains([]string{"and", "then", "but"}, list[1].mark) || len(list[1].tokens) == 0 ||
		list[1].tokens[0].kind != verb || !r.conditionIn(list[last].tokens) {
		return list
	}
	if slices.ContainsFunc(list[0].tokens, func(k token) bool { return k.prep == "to" && k.sense(spots...) != nil }) {
		return list // their first destination must not be lost
	}
	then := list[1]
	then.mark = "then"
	return []clause{list[0], list[last], then}
}

// insteadIf attaches a condition after an alternative to that alternative: `fire at the mill, or at the guns if they
// unlimber` becomes `fire at the mill unless the guns unlimber, else at the guns`.
func (r *listener) insteadIf(list []clause) []clause {
	opposite := map[string]string{"if": "unless", "unless": "if"}
	last := len(list) - 1
	if last != 2 || list[0].mark != "" || list[1].mark != "or" && list[1].mark != "else" ||
		opposite[list[last].mark] == "" || len(list[1].tokens) == 0 || !r.conditionIn(list[last].tokens) ||
		slices.ContainsFunc(list[1].tokens, func(k token) bool { return k.sense("card") != nil }) { // `a jack or a queen`
		return list
	}
	cond, other := list[last], list[1]
	cond.mark, other.mark = opposite[cond.mark], "else"
	return []clause{list[0], cond, other}
}

func isCondition(mark string) bool {
	return mark == "if" || mark == "unless" || mark == "until" || mark == "after"
}
