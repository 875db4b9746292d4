package say

import (
	"maps"
	"slices"
	"strings"

	"galloper/orders"
)

// Meant reports whether words outside the ruleset's language are meant as an order: they begin with troops or a verb,
// or contain both.
func (t *Table) Meant(v *Vocabulary, words []orders.Word) bool {
	l := t.lattice(v, words)
	if len(l.tokens) == 0 || l.talk() {
		return false
	}
	if _, _, corrects := l.correction(false); corrects {
		return false
	}
	at := l.greeting()
	if c := (&reading{Table: t, v: v}).chart(l, l.ending); slices.ContainsFunc(c.parse(len(l.tokens)), func(e *edge) bool {
		return slices.ContainsFunc(e.value.List, func(clause *Value) bool { return len(clause.List) > 0 })
	}) {
		return true // the whole of it is an order
	}
	unit := l.hasBehind(at, func(e *edge) bool { return l.data.names[e.symbol] == "unit" })
	writer := l.begin(at, "i")
	return l.begin(at, "unit", "self", "card", "zone", "v", "nobody") || l.tellsStranger() || l.callsColleague(at) ||
		l.begin(0, "teller", "letterhead", "compliments", "dear") && l.has("seat") || writer && unit ||
		unit && l.hasBehind(at, l.verb) ||
		writer && l.hasBehind(at, func(e *edge) bool { return l.verb(e) && e.spelt == nil }) // `I am in Rome`
}

// hasBehind reports whether a lexical edge that begins at a token or behind it has the property.
func (l *lattice) hasBehind(at int, is func(*edge) bool) bool {
	return slices.ContainsFunc(l.ending, func(list []*edge) bool {
		return slices.ContainsFunc(list, func(e *edge) bool { return e.from >= at && is(e) })
	})
}

// callsColleague reports whether a colleague is called by name at a token: `Fowke, charge`.
func (l *lattice) callsColleague(at int) bool {
	return slices.ContainsFunc(l.opening[at], func(e *edge) bool {
		return l.data.names[e.symbol] == "seat" && e.to+1 < len(l.tokens) && has([]string{",", ":"}, l.tokens[e.to].fold)
	})
}

// Calls reports whether words begin by addressing the seat's troops and tell them to do something.
func (t *Table) Calls(v *Vocabulary, words []orders.Word) bool {
	l := t.lattice(v, words)
	at := l.greeting()
	colon := slices.ContainsFunc(l.tokens, func(t token) bool { return t.fold == ":" })
	all := l.begin(at, "all") && l.begin(at+1, "v")
	return (all || l.begin(at, "unit", "self") || colon && l.begin(at, "all", "rest", "to", "except")) &&
		slices.ContainsFunc(l.ending, func(list []*edge) bool {
			return slices.ContainsFunc(list, l.verb)
		})
}

// Heads reports whether words only name the recipients of an order: `To Lee's and the Grenadiers`.
func (t *Table) Heads(v *Vocabulary, words []orders.Word) bool {
	l := t.lattice(v, words)
	c := &chart{grammar: t.rules, ending: l.ending, top: t.symbols["Head"], price: func(*edge) int32 { return 0 }}
	return len(l.tokens) > 0 && c.parse(len(l.tokens)) != nil
}

// verb reports whether an edge is a verb, in any form.
func (l *lattice) verb(e *edge) bool {
	name := l.data.names[e.symbol]
	return name[0] == 'v' && name != "via"
}

// begin reports whether a lexical edge of one of the categories begins at a token.
func (l *lattice) begin(at int, categories ...string) bool {
	return at < len(l.opening) && slices.ContainsFunc(l.opening[at], func(e *edge) bool {
		return slices.Contains(categories, l.data.names[e.symbol])
	})
}

// greeting returns the number of tokens that precede the order itself: courtesies, leads and salutations, `Dear all`,
// with their commas.
func (l *lattice) greeting() (at int) {
	for again := true; again; {
		again = false
		for to := at + 1; to < len(l.ending); to++ {
			for _, e := range l.ending[to] {
				name := l.data.names[e.symbol]
				salutes := name == "people" && at <= e.from && l.ends(e.from, "greet") &&
					(to == len(l.tokens) || l.tokens[to].fold == ",")
				if salutes || e.from == at && (name == "courtesy" || name == "lead" || name == `","` && at > 0) {
					at, again = to, true
				}
			}
		}
	}
	if at < len(l.tokens) && strings.EqualFold(l.tokens[at].fold, "TO") {
		at++
	}
	return min(at, len(l.tokens))
}

// GoesOn reports whether the words continue the order before them: `then form line`, `failing that, the wedge`.
func (t *Table) GoesOn(v *Vocabulary, words []orders.Word) bool {
	l := t.lattice(v, words)
	return l.begin(0, "then", "thenword", "else", "there", "contd") && len(l.tokens) > 1
}

// Further reports whether an item starts with a condition without an addressee, so that it applies to the units of the
// previous item.
func (t *Table) Further(v *Vocabulary, words []orders.Word) bool {
	l := t.lattice(v, words)
	if !l.begin(0, "if", "unless", "until") {
		return false
	}
	comma := 0
	for comma < len(l.tokens) && l.tokens[comma].fold != "," && l.tokens[comma].fold != "THEN" {
		comma++
	}
	for at := comma; at < len(l.tokens); at++ {
		if l.begin(at, "unit", "self", "to") {
			return false
		}
	}
	return comma < len(l.tokens)
}

// verbs returns the phrases of all verbs, in upper case and in order.
func (t *Table) verbs() (list []string) {
	for _, first := range slices.Sorted(maps.Keys(t.words)) {
		for _, p := range t.words[first] {
			if t.names[p.symbol] == "v" {
				list = append(list, strings.Join(p.words, " "))
			}
		}
	}
	return list
}
