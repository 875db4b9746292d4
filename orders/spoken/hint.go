package spoken

import (
	"cmp"
	"slices"
	"strings"

	"galloper/orders"
)

// Hint describes the words of an item that contain no order: the parts present and those missing.
type Hint struct {
	Who   []string // the troops named
	Alien string   // the addressee, if not one of those troops
	// Astray reports that a condition could not be parsed; Begins is its first word.
	Astray bool
	Begins orders.Word
	Never  string   // the reply for an action that the game lacks, or ""
	Lacks  string   // the missing part: [LacksDoer], [LacksDeed], the kind of the action's object, or ""
	Ground string   // an unknown name where ground is expected, or ""
	Foe    string   // a name after a verb of fighting that is not a known enemy's, or ""
	Lines  []string // possible orders in the ruleset's own language, the likeliest first
	All    []string // orders for the seat's troops, if only the acting unit is missing
	Said   bool     // Lines are for the action that was written
	vague  bool     // the object was given but not understood, so no other ground is suggested
	Or     string   // a letter to offer instead, or ""
}

// Missing parts of an order, for [Hint].Lacks.
const (
	LacksDoer = unit
	LacksDeed = verb
)

// terse is the maximum length, in words, of an order that may leave parts out. Longer texts without any known ground or
// enemy are taken to mean something else.
const terse = 7

// Hint returns the parts present and missing in an item that contains no order.
func (s *Speech) Hint(v *Vocabulary, it *orders.Item) (h Hint) {
	r := &listener{Speech: s, vocabulary: v, words: s.plain(v, it.Words), standing: it.Standing,
		number: it.Number}
	for _, tokens := range split(tag(s, v, r.words), ".") {
		if slices.ContainsFunc(tokens, func(k token) bool { return k.tells() || k.sense(somebody) != nil }) {
			if h = r.hint(tokens); len(v.greeted(it.Words)) < len(it.Words) {
				h.All = nil // a greeting is addressed to them
			}
			h.Never = cmp.Or(h.Never, r.unheard(&h, tokens))
			return h
		}
	}
	h = r.hint(nil)
	h.Never = s.NeverIn(it.Words)
	return h
}

// unheard returns the NeverIn sentence for the unread words, and for those of an unreadable condition.
func (r *listener) unheard(h *Hint, tokens []token) string {
	words := make([]orders.Word, len(r.words))
	astray := false
	for _, k := range tokens {
		for i := k.from; i < min(k.to, len(words)); i++ {
			astray = astray || h.Astray && r.words[i].Line == h.Begins.Line && r.words[i].Col == h.Begins.Col
			if astray || k.kind == plain {
				words[i] = r.words[i]
			}
		}
	}
	return r.NeverIn(words)
}

// NeverIn returns the sentence on the first thing named in the words that the game does not have, or "".
func (s *Speech) NeverIn(words []orders.Word) string {
	for _, n := range s.Never {
		phrase := strings.Fields(n[0])
		for i := range len(words) - len(phrase) + 1 {
			if slices.EqualFunc(words[i:i+len(phrase)], phrase, func(w orders.Word, p string) bool { return w.Fold == p }) {
				return n[1]
			}
		}
	}
	return ""
}

// hint returns the hint for one sentence.
func (r *listener) hint(tokens []token) (h Hint) {
	var said []token // to a subordinate commander
	if len(tokens) == 1 && tokens[0].kind == somebody && tokens[0].sense(unit) == nil {
		r.to, r.who = tokens[0].senses[0].ids[0], r.vocabulary.Under[tokens[0].senses[0].ids[0]]
	} else if len(tokens) > 0 {
		var all []string
		if all, tokens = r.addressed(r.introduced(unlabelled(tokens))); all[0] != "" {
			r.to, r.who, said = all[0], r.vocabulary.Under[all[0]], tokens
		}
	}
	ruined := r.astray(&h, tokens)
	whole := tokens
	tokens = r.deed(tokens)
	at := slices.IndexFunc(tokens, func(k token) bool { return k.kind == verb && k.verb != "" })
	troops, others := r.subject(tokens, at, true), r.subject(tokens, at, false)
	if troops.vague != nil {
		troops.who = troops.vague.ids[:1]
	}
	h.Who, h.Ground = r.orOthers(troops.who, whole), r.nowhere(tokens)
	deeds := []Verb{"", Hold, Advance, Move, Wait}
	forbidden := r.denied(tokens, at)
	switch {
	case forbidden: // never suggest the forbidden action itself
		deeds, troops.not, others.not = []Verb{Hold, Wait}, true, true
	case at >= 0 && tokens[at].verb == NoFire:
		deeds, h.Said = []Verb{NoFire, Hold}, true
	case at >= 0:
		deeds, h.Said, h.Never = []Verb{tokens[at].verb}, true, r.never(tokens[at].verb)
		if troops.who == nil && troops.owner == "" {
			h.Lacks = LacksDoer
			alien := slices.IndexFunc(tokens, func(k token) bool { return k.kind != plain && k.sense(enemy, foe) == nil })
			if h.Alien = r.text(tokens[:alien]); len(h.Alien) > 3 && strings.EqualFold(h.Alien[:3], "TO ") {
				h.Alien = h.Alien[3:]
			}
		}
	case troops.who != nil || troops.owner != "":
		h.Lacks = LacksDeed
	}
	h.vague = len(r.words) > terse
	if at >= 0 && slices.Contains([]Verb{Attack, Assault, Charge, Take, Fire}, tokens[at].verb) {
		h.vague = h.vague || slices.ContainsFunc(tokens[at+1:], r.alien)
		h.Foe = r.stranger(tokens[at+1:])
	}
	h.Said = h.Said && !h.vague
	if text := r.toStop(said); r.to != "" && text != "" {
		h.Or = strings.NewReplacer("{to}", r.to, "{text}", text).Replace(r.Letter)
	}
	if ruined {
		r.mentioned = nil
	}
	r.forMine(&h, whole, troops)
	if slices.ContainsFunc(tokens, r.excludes) || r.strangers(tokens, at) { // no suggestions for a prohibition
		deeds, troops.args, others.args, h.Said = []Verb{Hold}, nil, nil, false
	}
	for _, standing := range []bool{r.standing, r.stands} { // try a standing order last
		if standing && !r.standing {
			deeds, r.standing = append(slices.Clip(deeds), Hold), true
		}
		for _, whole := range []bool{true, false} {
			for _, deed := range deeds {
				r.likely(&h, deed, troops, others, at < 0 || forbidden, whole)
			}
		}
	}
	return h
}

// never returns the reply for an action that the game lacks, or "".
func (s *Speech) never(deed Verb) string {
	for _, n := range s.Never {
		if n[0] == strings.ToUpper(string(deed)) && len(s.rows[deed]) == 0 {
			return n[1]
		}
	}
	return ""
}

// astray records a condition that could not be parsed. It reports whether a condition is that a unit is broken, since
// that unit can then do nothing.
func (r *listener) astray(h *Hint, tokens []token) (ruined bool) {
	for _, c := range r.clauses(addressees(tokens)) {
		text, _ := r.condition(c.tokens, r.who)
		ruined = ruined || strings.Contains(text, "BROKEN") || strings.Contains(text, "ROUT")
		if isCondition(c.mark) && text == "" {
			h.Astray = true
			if len(c.begins) > 0 && c.begins[0].from < len(r.words) {
				h.Begins = r.words[c.begins[0].from]
			}
		}
	}
	return ruined
}

// excludes reports whether the token introduces a prohibition.
func (r *listener) excludes(k token) bool {
	return k.kind == plain && k.from < len(r.words) && slices.Contains(excluders, r.words[k.from].Fold)
}

// alien reports whether the token is an unknown word that could be part of the action's object.
func (r *listener) alien(k token) bool {
	const least = 4 // letters
	word := r.words[min(k.from, len(r.words)-1)].Fold
	return k.kind == plain && k.to == k.from+1 && len(word) >= least && preps[word] == ""
}

// stranger returns the word right after a verb of fighting if it is not an enemy: a friend or an unknown name.
func (r *listener) stranger(tokens []token) string {
	for i, k := range tokens {
		word, common := r.words[k.from].Fold, r.vocabulary.Common
		switch {
		case (k.sense(unit) != nil && k.prep == "" || r.alien(k)) && common != nil && !common(word):
			return r.text(tokens[i : i+1])
		case preps[word] == "":
			return ""
		}
	}
	return ""
}

// toStop returns the text from the first token to the end of its sentence.
func (r *listener) toStop(tokens []token) string {
	if len(tokens) == 0 {
		return ""
	}
	from := tokens[0].from
	end := slices.IndexFunc(r.words[from:], func(w orders.Word) bool { return w.Text == "." })
	if end < 0 {
		end = len(r.words) - from
	}
	return r.text([]token{{from: from, to: from + end}})
}

// nowhere returns an unknown name in a position where ground is expected: `to the church`.
func (r *listener) nowhere(tokens []token) string {
	const most = 3 // words in the name of ground
	for i := range tokens {
		to, n := longest(r.words[tokens[i].from:], prepPhrases)
		if tokens[i].kind != plain || n == 0 || !slices.Contains([]string{"to", "towards", "via"}, preps[to]) {
			continue
		}
		name := tokens[i+1:]
		if end := slices.IndexFunc(name, func(k token) bool { return k.kind != plain }); end >= 0 {
			name = name[:end]
		}
		if len(name) > 0 && len(name) <= most {
			return r.span(name)
		}
	}
	return ""
}

// orOthers returns the acting units or, failing that, the foreign troops at the start of the tokens.
func (r *listener) orOthers(who []string, tokens []token) []string {
	if len(tokens) == 0 || tokens[0].prep != "" {
		return who
	}
	if s := tokens[0].sense(friend); s != nil && !s.several && r.vocabulary.Whose[s.ids[0]] != "" {
		return s.ids
	}
	return who
}

// forMine adds the order for the seat's own troops if it names no acting unit: for those in the condition, as in `if
// Lee's is half spent, fall back`, or else for all.
func (r *listener) forMine(h *Hint, tokens []token, troops heard) {
	mine := r.vocabulary.Mine
	if h.Lacks == LacksDoer && len(mine) > 0 {
		if lines := r.entire(tokens, mine[:1]); len(lines) == 1 {
			h.Lines = append(h.Lines, lines[0])
		}
	}
	unnamed := h.Said && len(mine) == 1 && !troops.named && troops.owner == "" && r.to == "" // its only unit
	if unnamed || h.Lacks == LacksDoer && h.Alien == "" {
		if h.All = nil; len(r.mentioned) == 1 && within(r.mentioned, mine) {
			h.All = r.entire(tokens, r.mentioned)
		}
		if h.All == nil {
			h.All = r.entire(tokens, mine)
		}
	}
}

// entire returns the text as orders for the given troops, if nothing else is missing.
func (r *listener) entire(tokens []token, who []string) (lines []string) {
	before := *r
	defer func() { *r = before }()
	r.who, r.named = who, true
	o, said, ok := r.order(tokens)
	if !ok || o.main == "" {
		return nil
	}
	for i := range said {
		if said[i].Line == "" || len(said[i].unread) > 0 {
			return nil
		}
		lines = append(lines, said[i].Line)
	}
	return lines
}

// deed returns the clause that contains the action, or else the first that is not a condition.
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

// likely adds possible orders for a verb: from the rows in which only the acting unit is missing, or from the others.
func (r *listener) likely(h *Hint, deed Verb, troops, others heard, troopsAlone, whole bool) {
	for _, t := range r.rows[deed] {
		given := others
		if t.troop {
			given = troops
		}
		if t.Until || t.Named && !given.named || t.Stands != (r.standing && r.stands) || t.Near ||
			troopsAlone && !t.troop || t.Goes && given.not {
			continue
		}
		if troopsAlone && deed != "" {
			given.args = nil
		}
		f := t.fill(r.vocabulary, &given)
		if troopsAlone && deed == "" && !f.touched() {
			continue
		}
		missing := f.lacks
		if missing == unit { // what is missing besides the doer?
			anyone := given
			mine := r.vocabulary.samples(unit)
			anyone.who = mine[:min(1, len(mine))]
			missing = t.fill(r.vocabulary, &anyone).lacks
		}
		if missing != "" == whole {
			continue
		}
		if h.Lacks == "" && !whole && len(h.Lines) == 0 {
			h.Lacks, _, _ = strings.Cut(f.lacks, "|")
		}
		r.fills(f, &given, h)
	}
}

// mostFills bounds the examples for one row, as a map has many places.
const mostFills = 12

// fills adds the orders that a row makes of the clause, with various values in its empty slots.
func (r *listener) fills(f *filling, given *heard, h *Hint) {
	more := true // more sample values remain
	for n := 0; n < mostFills && more; n++ {
		more = false
		line := f.example(func(slot string) string {
			list := r.vocabulary.samples(slot)
			switch {
			case slot == unit && len(given.who) > 0:
				list = slices.Concat(given.who, list)
			case h.vague && slot != unit && slot != number && (len(r.words) > terse || !strings.Contains(slot, enemy)):
				return ""
			}
			if len(list) == 0 {
				return ""
			}
			more = more || n < len(list)-1
			return list[min(n, len(list)-1)]
		})
		if line == "" {
			continue
		}
		var one Said
		o := &spokenOrder{r: r, main: line, who: given.who, own: f.from.Own}
		if sample := r.vocabulary.Samples["cond"]; h.Astray && sample != "" {
			o.cond = sample // the written order has a condition
		}
		o.compose(&one)
		if slices.Contains(h.Lines, one.Line) {
			continue
		}
		h.Lines = append(h.Lines, one.Line)
	}
}

// samples returns a few values of a kind, for examples.
func (v *Vocabulary) samples(slot string) []string {
	list, ok := v.sampled[slot]
	if !ok {
		if v.sampled == nil {
			v.sampled = map[string][]string{}
		}
		for kind := range strings.SplitSeq(slot, "|") {
			list = v.sample(list, kind)
		}
		list = slices.Clip(list[:min(len(list), mostFills)])
		v.sampled[slot] = list
	}
	return list
}

// sample appends values of one kind.
func (v *Vocabulary) sample(list []string, kind string) []string {
	switch {
	case kind == unit:
		list = append(list, v.Mine...)
	case kind == number:
		list = append(list, "2")
	case v.Samples[kind] != "":
		return append(list, v.Samples[kind])
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
	for _, p := range v.phrases() {
		if p.Kind == kind && !p.Relative && p.Text != "" {
			list = append(list, strings.ReplaceAll(p.Text, "#", "2"))
		}
	}
	return list
}
