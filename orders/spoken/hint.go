package spoken

import (
	"slices"
	"strings"

	"galloper/orders"
)

// Hint is what words say that make no order, and what they do not.
type Hint struct {
	Who   []string // the troops that they name
	Alien string   // who is called on, and is none of them
	// Astray: they have a condition that is none.
	Astray bool
	Lacks  string   // "", or what they do not say: [LacksDoer], [LacksDeed], or the kind of what the deed is done to
	Lines  []string // orders that may be meant, in the ruleset's own language, the likeliest first
	Or     string   // a letter that may be written instead; "": none
}

// What words may not say.
const (
	LacksDoer = unit
	LacksDeed = verb
)

// Hint says what is missing in the words of an item that make no order.
func (s *Speech) Hint(v *Vocabulary, it *orders.Item) (h Hint) {
	r := &listener{Speech: s, vocabulary: v, words: whole(courteous(ungreeted(it.Words))), standing: it.Standing,
		number: it.Number}
	for _, tokens := range split(tag(s, v, r.words), ".") {
		if slices.ContainsFunc(tokens, func(k token) bool { return k.tells() || k.sense(somebody) != nil }) {
			return r.hint(tokens)
		}
	}
	return r.hint(nil)
}

// hint is that of one sentence.
func (r *listener) hint(tokens []token) (h Hint) {
	var said []token // to who commands others
	if len(tokens) == 1 && tokens[0].kind == somebody && tokens[0].sense(unit) == nil {
		r.to, r.who = tokens[0].senses[0].ids[0], r.vocabulary.Under[tokens[0].senses[0].ids[0]]
	} else if len(tokens) > 0 {
		var all []string
		if all, tokens = r.addressed(r.introduced(unlabelled(tokens))); all[0] != "" {
			r.to, r.who, said = all[0], r.vocabulary.Under[all[0]], tokens
		}
	}
	for _, c := range r.clauses(addressees(tokens)) {
		if text, _ := r.condition(c.tokens, r.who); isCondition(c.mark) && text == "" {
			h.Astray = true
		}
	}
	tokens = r.deed(tokens)
	at := slices.IndexFunc(tokens, func(k token) bool { return k.kind == verb && k.verb != "" })
	troops, others := r.subject(tokens, at, true), r.subject(tokens, at, false)
	if troops.vague != nil {
		troops.who = troops.vague.ids[:1]
	}
	h.Who = troops.who
	deeds := []Verb{"", Hold, Advance, Move, Wait}
	switch {
	case at >= 0:
		deeds = []Verb{tokens[at].verb}
		if troops.who == nil && troops.owner == "" {
			h.Lacks = LacksDoer
			alien := slices.IndexFunc(tokens, func(k token) bool { return k.kind != plain && k.kind != enemy })
			h.Alien = r.text(tokens[:alien])
		}
	case troops.who != nil || troops.owner != "":
		h.Lacks = LacksDeed
	}
	if text := r.span(said); r.to != "" && text != "" {
		h.Or = strings.NewReplacer("{to}", r.to, "{text}", text).Replace(r.Letter)
	}
	for _, standing := range []bool{r.standing, r.stands} { // where nothing else will do, an order that stands
		if standing && !r.standing {
			deeds, r.standing = append(slices.Clip(deeds), Hold), true
		}
		for _, whole := range []bool{true, false} {
			for _, deed := range deeds {
				r.likely(&h, deed, troops, others, at < 0, whole)
			}
		}
	}
	return h
}

// deed is the clause that says what is to be done; the first of those that are no conditions where none does.
func (r *listener) deed(tokens []token) []token {
	list := slices.DeleteFunc(r.called(r.clauses(addressees(tokens))), func(c clause) bool { return isCondition(c.mark) })
	for i := range list {
		if slices.ContainsFunc(list[i].tokens, token.isVerb) {
			return list[i].tokens
		}
	}
	if len(list) > 0 {
		return list[0].tokens
	}
	return tokens
}

// likely adds what a verb may make of what was said: of the rows in which nothing is missing but those who shall do it,
// or of the others.
func (r *listener) likely(h *Hint, deed Verb, troops, others heard, troopsAlone, whole bool) {
	for _, t := range r.rows[deed] {
		given := others
		if t.troop {
			given = troops
		}
		if t.Named && !given.named || t.Stands != (r.standing && r.stands) || t.Near || troopsAlone && !t.troop {
			continue
		}
		if troopsAlone && deed != "" {
			given.args = nil
		}
		f := t.fill(r.vocabulary, &given)
		if troopsAlone && deed == "" && !f.touched() {
			continue
		}
		if lacks := f.lacks != "" && f.lacks != unit; lacks == whole {
			continue
		}
		if h.Lacks == "" && !whole && len(h.Lines) == 0 {
			h.Lacks, _, _ = strings.Cut(f.lacks, "|")
		}
		r.fills(f, &given, h)
	}
}

// mostFills bounds the examples of one row: the places of a map are many.
const mostFills = 12

// fills adds the orders that a row makes of what was said, with one thing and another in the place of what was not.
func (r *listener) fills(f *filling, given *heard, h *Hint) {
	for n := range mostFills {
		line := f.example(func(slot string) string {
			list := r.vocabulary.samples(slot)
			if slot == unit {
				list = slices.Concat(given.who, list)
			}
			if len(list) == 0 {
				return ""
			}
			return list[min(n, len(list)-1)]
		})
		if line == "" {
			continue
		}
		var one Said
		(&spokenOrder{r: r, main: line, who: given.who, own: f.from.Own}).compose(&one)
		if slices.Contains(h.Lines, one.Line) {
			continue
		}
		h.Lines = append(h.Lines, one.Line)
	}
}

// samples are some of a kind, for examples.
func (v *Vocabulary) samples(slot string) (list []string) {
	for kind := range strings.SplitSeq(slot, "|") {
		switch {
		case kind == unit:
			list = append(list, v.Mine...)
		case kind == number:
			list = append(list, "2")
		case v.Samples[kind] != "":
			list = append(list, v.Samples[kind])
			continue
		}
		named := kind
		if kind == friend && v.names(kind) == nil {
			named = unit
		}
		for _, n := range v.names(named) {
			if kind != unit {
				list = append(list, v.written(named, []string{n.ID})...)
			}
		}
		for i := range v.Phrases {
			if p := &v.Phrases[i]; p.Kind == kind && !p.Relative && p.Text != "" {
				list = append(list, strings.ReplaceAll(p.Text, "#", "2"))
			}
		}
	}
	return list
}
