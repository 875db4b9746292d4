package spoken

import (
	"slices"
	"strconv"
	"strings"

	"galloper/orders"
)

// Kinds of tokens, in addition to those of the vocabulary.
const (
	unit   = "unit"   // a unit that the seat can order
	self   = "self"   // the player's own person
	they   = "they"   // the enemy, in any wording
	card   = "card"   // neither enemy nor place
	number = "number" // in figures or words
	verb   = "verb"
	mark   = "mark" // a word that separates clauses
	joint  = "and"  // a comma, AND, &
	plain  = ""     // a word without meaning here
)

// token is a group of words with one meaning, or with several for different slots.
type token struct {
	kind     string
	verb     Verb
	mark     string
	senses   []sense
	prep     string // the preposition before it: `to`, `behind`
	group    bool   // several units under one name
	from, to int    // its words
	all      bool   // it is ALL or a synonym
	near     bool   // it was matched approximately
}

// roughly marks tokens as approximate matches.
func roughly(tokens []token) []token {
	tokens = slices.Clone(tokens)
	for i := range tokens {
		tokens[i].near = true
	}
	return tokens
}

// sense is one possible meaning of a token.
type sense struct {
	kind    string
	ids     []string
	several bool // any one of them is meant
	// its text depends on the acting unit
	relative bool
}

func (t *token) sense(kinds ...string) *sense {
	for i := range t.senses {
		if slices.Contains(kinds, t.senses[i].kind) {
			return &t.senses[i]
		}
	}
	return nil
}

// tells reports whether the token belongs to an order rather than to talk.
func (t token) tells() bool { return t.kind == verb || t.sense(unit) != nil }

func (t token) isVerb() bool { return t.kind == verb }

// ours reports whether the token more likely means the seat's unit than an enemy's.
func (t *token) ours() bool {
	i := slices.IndexFunc(t.senses, func(s sense) bool { return s.kind == unit || s.kind == enemy })
	return i >= 0 && t.senses[i].kind == unit
}

// hostile reports whether the token names enemy troops.
func (t *token) hostile() bool {
	return t.sense(enemy) != nil && t.sense(unit, they) == nil && t.kind != they
}

// tagger assigns meanings to the words of an item.
type tagger struct {
	*Vocabulary
	*Speech
	words   []orders.Word
	mine    []string // the units in ALL and groups
	tokens  []token
	prep    string // a preposition that waits for its noun
	at      int    // the position of prep
	last    *token // the enemy or place named last
	foe     *token // the enemy named last
	spot    *token // the place named last
	all     bool   // ALL precedes
	except  bool
	out     bool   // units were just excluded from a list: more may follow
	left    *token // the units just excluded from a list
	hostile bool   // ENEMY precedes
}

// tag splits the words into tokens.
func tag(s *Speech, v *Vocabulary, words []orders.Word) []token {
	t := &tagger{Vocabulary: v, Speech: s, words: words, mine: v.Mine}
	for i := 0; i < len(words); {
		n := t.next(i)
		if n == 0 {
			t.add(i, token{kind: plain, to: i + 1})
			n = 1
		}
		i += n
	}
	if t.prep != "" {
		t.tokens = append(t.tokens, token{kind: plain, from: t.at, to: len(words)})
	}
	return t.tokens
}

// theyAt matches a phrase for the enemy, usually the one named last: `Murray's attack the same`.
func (t *tagger) theyAt(rest []orders.Word) (said string, n int) {
	last := len(t.tokens) - 1
	if n = phraseAt(rest, []string{"THE", "SAME"}); n > 0 && last >= 0 &&
		slices.Contains([]Verb{Attack, Assault, Charge, Fire}, t.tokens[last].verb) {
		return "THEM", n
	}
	return longest(rest, theyWords)
}

// add appends a token, with the preposition that waits for it.
func (t *tagger) add(i int, k token) {
	k.from = i
	if to := k.sense(somebody); to != nil && !to.several && len(t.tokens) == 0 && !k.ours() {
		t.mine = t.Under[to.ids[0]]
	}
	if t.hostile {
		k.senses = slices.DeleteFunc(k.senses, func(s sense) bool { return s.kind == unit })
		t.hostile = false
	}
	takes := len(k.senses) > 0
	if takes && k.kind == unit {
		k.kind = k.senses[0].kind
	}
	switch {
	case t.prep != "" && takes:
		k.prep, k.from, t.prep = t.prep, t.at, ""
	case t.prep != "" && (k.kind != joint || k.mark == ","):
		lost := token{kind: plain, from: t.at, to: i}
		if t.prep == "to" && (k.kind == verb || k.kind == mark) {
			lost.kind = "filler" // `X to advance`
		}
		t.tokens, t.prep = append(t.tokens, lost), ""
	}
	if lost := len(t.tokens) - 1; lost >= 0 && t.tokens[lost].kind == "filler" {
		t.tokens = t.tokens[:lost]
	}
	if takes && t.restricts(&k) {
		return
	}
	if takes && t.except && k.sense(unit) != nil {
		t.exclude(&k)
		t.out, t.left = true, &k
		return
	}
	if t.except && takes { // the exclusion in `advance, but not into contact` cannot be expressed
		k = token{kind: plain, from: k.from, to: k.to}
		t.except, takes = false, false
	}
	if takes && (t.narrows(&k) || t.describesLast(&k)) {
		return
	}
	t.byLast(&k)
	t.roundLast(&k)
	if t.out = t.out && k.kind == joint; !t.out {
		t.left = nil
	}
	if takes && k.sense(self, number, they) == nil && !k.ours() && slices.Contains(pointed, k.senses[0].kind) {
		t.last = t.pointsTo(k)
		if t.last != nil && slices.Contains(spots, t.last.kind) {
			t.spot = t.last
		}
	}
	t.tokens = append(t.tokens, k)
}

// describesLast reports whether the token only paraphrases the name before it: `the guns upon the wall` for Guns on the
// Wall. It reduces a group to the units with that name.
func (t *tagger) describesLast(k *token) bool {
	last := len(t.tokens) - 1
	if last < 0 || t.tokens[last].kind == joint || t.tokens[last].prep != "" && k.prep != "of" ||
		k.senses[0].kind == number ||
		!slices.Contains([]string{"of", "at", "by", "near", "before"}, k.prep) {
		return false
	}
	one := &t.tokens[last]
	var said []string
	for at := k.from; at < k.to; at++ {
		if word := t.words[at].Fold; littleWords(t.words[at:at+1]) == 0 {
			said = append(said, strings.TrimSuffix(word, "'S"))
		}
	}
	if len(said) == 0 || slices.ContainsFunc(t.words[one.from:one.to], func(w orders.Word) bool {
		return slices.Contains(said, w.Fold) // `45e of 45e`
	}) {
		return false
	}
	for i := range one.senses {
		s := &one.senses[i]
		if s.kind != unit && s.kind != enemy {
			continue
		}
		var ids []string
		for _, n := range t.names(s.kind) {
			words := nameWords(n)
			if slices.Contains(s.ids, n.ID) &&
				!slices.ContainsFunc(said, func(word string) bool { return !slices.Contains(words, word) }) {
				ids = append(ids, n.ID)
			}
		}
		if len(ids) > 0 {
			s.ids, s.several, one.to = ids, s.several && len(ids) > 1, k.to
			return true
		}
	}
	return false
}

// middle is the slot of a position between two others; its text names both.
const middle = "between"

// narrows reduces several enemies to those near the place named after them: `the foot by the mill`, `the foot west of
// the road`.
func (t *tagger) narrows(k *token) bool {
	at := len(t.tokens) - 1
	if t.Near == nil || at < 0 || k.sense(enemy, unit, number) != nil || k.senses[0].several {
		return false
	}
	way := ""
	if w := t.tokens[at].sense("dir"); w != nil && at > 0 && (k.prep == "of" || k.prep == "from") {
		way, at = w.ids[0], at-1
	} else if k.prep != "by" && k.prep != "near" && k.prep != "beside" {
		return false
	}
	s := t.tokens[at].sense(enemy)
	if s == nil || t.tokens[at].sense(unit) != nil && (!s.several || !t.hasVerb()) {
		return false
	}
	ids := t.Near(s.ids, k.senses[0].ids[0], way)
	if len(ids) == 0 {
		return false
	}
	one := &t.tokens[at]
	one.senses = []sense{{kind: enemy, ids: ids, several: len(ids) > 1}}
	one.kind, one.to, t.tokens = enemy, k.to, t.tokens[:at+1]
	return true
}

// next tags the token at word i and returns its length in words, or 0 if the word has no meaning.
func (t *tagger) next(i int) int {
	rest := t.words[i:]
	if w := rest[0].Fold; w == "," || w == "&" || w == "AND" || w == "+" || w == "N" && t.lists(rest) {
		if _, n := longest(rest, markPhrases); n < 2 {
			t.add(i, token{kind: joint, mark: w, to: i + 1})
			return 1
		}
	}
	if rest[0].Text == ":" || rest[0].Text == "-" {
		t.add(i, token{kind: mark, mark: ":", to: i + 1})
		return 1
	}
	if n := t.bracketed(rest); n > 0 {
		return n
	}
	if rest[0].Text == "." { // a full stop
		t.add(i, token{kind: mark, mark: ".", to: i + 1})
		return 1
	}
	if t.who(i) {
		return 1
	}
	if n := t.too(i); n > 0 {
		t.add(i, token{kind: plain, to: i + n})
		return n
	}
	best, size := t.candidate(i)
	if best == nil {
		return size
	}
	best.to = i + size
	t.add(i, *best)
	if best.verb == Withdraw && t.leaves(i, size) {
		t.prep, t.at = "from", i+size
	}
	return size
}

// candidate returns the longest token at word i. A nil token with a size is skipped.
func (t *tagger) candidate(i int) (*token, int) {
	rest := t.words[i:]
	var best *token
	size := 0
	offer := func(k *token, n int) {
		if n > size {
			best, size = k, n
		}
	}
	few, count := numberAt(rest)
	if count > 0 && numbers[rest[0].Fold] > 0 { // `the four legions` is not the Fourth
		offer(t.numbered(rest, few, count))
	}
	if k, n := t.nameOrCorps(rest); n > 0 {
		offer(k, n)
	} else if whose, ok := strings.CutSuffix(rest[0].Fold, "'S"); ok && len(whose) > 2 { // `Lee's men`
		rest = slices.Clone(rest)
		rest[0].Fold = whose
		offer(t.name(rest))
	} else if _, n := longest(rest, openings); n > 0 && best == nil && t.Several && n < len(rest) && t.opens() {
		return nil, n
	}
	if n := t.belongs(i, best); n > 0 {
		return nil, n
	}
	relative := false
	means := func(kind, text string, n int) {
		s := sense{kind: kind, ids: []string{text}, relative: relative}
		if n == size && n > 0 {
			if old := best.sense(kind); old != nil && old.several {
				*old = s // `the town` beats three names that contain the word
			} else {
				best.senses = append(best.senses, s)
			}
		}
		offer(&token{kind: kind, senses: []sense{s}}, n)
	}
	if p, text, n := t.phrase(rest, false); n > 0 && !(n > 1 && t.named(rest[n-1:])) {
		relative = p.Relative
		means(p.Kind, text, n)
		relative = false
	}
	if t.Value != nil {
		means(t.Value(rest))
	}
	if p, n := t.verbAt(i); (p.verb == Attack || p.verb == Charge) && n == 2 && t.entersAt(i) {
		best, size = &token{kind: verb, verb: goes[rest[0].Fold]}, 1 // `go in the wood`
	} else if best != nil && t.awaits(best) {
		// `card push on r3`: the previous verb takes such an argument
	} else if n > size || n > 0 && n == size && (best.vague() || !t.hasVerb()) {
		best, size = &token{kind: verb, verb: p.verb}, n
		if p.verb == "" {
			best.kind = plain
		}
		t.join(i, p)
	}
	if size <= 1 && t.opposes(i) {
		best, size = &token{kind: verb, verb: Attack}, 1
	}
	if count > 0 {
		offer(&token{kind: number, senses: []sense{{kind: number, ids: []string{strconv.Itoa(few)}}}}, count)
		offer(t.numbered(rest, few, count))
	}
	offer(t.markAt(i))
	return t.small(i, best, size)
}

// numbered matches a number and a group of exactly that size: `the two line regiments`.
func (t *tagger) numbered(rest []orders.Word, n, count int) (*token, int) {
	if count == len(rest) || n < 2 {
		return nil, 0
	}
	ids, size := t.group(rest[count:], unit, true, t.mine)
	if size == 0 && slices.Contains(plural, rest[count].Fold) {
		ids, size = t.mine, 1
	}
	if len(ids) != n {
		return nil, 0
	}
	return &token{kind: unit, senses: []sense{{kind: unit, ids: ids}}, group: true}, count + size
}

// markAt returns the mark at word i and its length in words.
func (t *tagger) markAt(i int) (*token, int) {
	m, n := longest(t.words[i:], markPhrases)
	switch {
	case m == "IF NOT" && !t.alternative(i+n):
		m, n = "IF", 1
	case m == "ONCE" && i+1 < len(t.words) && marks[t.words[i+1].Fold] == "then": // `fire once, then charge`
		return nil, 0
	case m == "READY TO" && t.supposes(i+n): // `wait, ready to charge if they come near`
		return nil, 0
	}
	return &token{kind: mark, mark: marks[m]}, n
}

// supposes reports whether the rest of the sentence contains a condition.
func (t *tagger) supposes(at int) bool {
	for ; at < len(t.words) && t.words[at].Text != "."; at++ {
		if marks[t.words[at].Fold] == "if" {
			return true
		}
	}
	return false
}

// alternative reports whether IF NOT means OTHERWISE, and so precedes an action: `if not they hold`, as opposed to `if
// not charged, advance`.
func (t *tagger) alternative(at int) bool {
	if at == len(t.words) || t.words[at].Text == "," || t.words[at].Text == ":" {
		return true
	}
	if slices.Contains([]string{"IT", "THEY", "HE"}, t.words[at].Fold) && at+1 < len(t.words) {
		at++ // `if not they hold`
	} else if k, n := t.name(t.words[at:]); n > 0 && k.sense(unit) != nil { // `if not the guard comes up`
		at = min(at+n, len(t.words)-1)
	}
	_, verbs := t.verbAt(at)
	return verbs > 0
}

// named reports whether a name of several words starts here: `to the right wing` is not `to the right` and a wing.
func (t *tagger) named(rest []orders.Word) bool {
	return slices.ContainsFunc(t.Kinds, func(of Kind) bool {
		m := of.Names.Find(rest)
		return m.ID != "" && m.Words > 1 && m.Whole()
	})
}

// strikesLater reports whether the units are told to attack later in the sentence.
func (t *tagger) strikesLater(from int) bool {
	for i := from + 1; i < len(t.words) && t.words[i].Text != "."; i++ {
		if marks[t.words[i-1].Fold] != "then" && t.words[i-1].Fold != "AND" {
			continue
		}
		if p, n := t.verbAt(i); n > 0 && slices.Contains([]Verb{Attack, Charge, Assault}, p.verb) {
			return true
		}
	}
	return false
}

// openings carry no meaning at the start of a clause that others follow.
var openings = phrases("FIRST", "FIRST OF ALL", "TO BEGIN WITH")

// opens reports whether a clause begins here.
func (t *tagger) opens() bool {
	last := len(t.tokens) - 1
	return last < 0 || t.tokens[last].kind == mark || t.tokens[last].kind == joint
}

// bracketed parses a name in brackets, which resolves an ambiguous name before it.
func (t *tagger) bracketed(rest []orders.Word) int {
	end := slices.IndexFunc(rest, func(w orders.Word) bool { return w.Text == ")" })
	if rest[0].Text != "(" || end < 2 {
		return 0
	}
	k, n := t.name(rest[1:end])
	last := len(t.tokens) - 1
	if n != end-1 || last < 0 {
		return 0
	}
	for i := range t.tokens[last].senses {
		old := &t.tokens[last].senses[i]
		if s := k.sense(old.kind); s != nil && !s.several && (!old.several && slices.Equal(s.ids, old.ids) ||
			old.several && slices.Contains(old.ids, s.ids[0])) {
			*old = *s
			t.last = &t.tokens[last]
			return end + 1
		}
	}
	return 0
}

// awaits reports whether the previous verb takes an argument of the token's kind.
func (t *tagger) awaits(k *token) bool {
	last := len(t.tokens) - 1
	return last >= 0 && t.tokens[last].kind == verb && k.kind != unit &&
		slices.ContainsFunc(t.rows[t.tokens[last].verb], func(f *template) bool {
			return slices.Contains(f.kinds(),
				k.kind)
		})
}

// hasVerb reports whether the current clause has a verb. Own troops after a comma start a new clause, `Lee's advance,
// the others stand`, and so does a reaction to a charge: `hold, and if attacked stand`.
func (t *tagger) hasVerb() bool {
	if last := len(t.tokens) - 1; last > 0 && t.tokens[last].ours() && t.tokens[last].prep == "" && t.prep == "" &&
		t.tokens[last-1].kind == joint && t.tokens[last-1].mark == "," {
		return false
	}
	for i := len(t.tokens) - 1; i >= 0 && t.tokens[i].kind != mark && t.tokens[i].sense(reaction) == nil; i-- {
		if t.tokens[i].kind == verb {
			return true
		}
	}
	return false
}

// small prefers function words and fillers that are longer than the best token so far.
func (t *tagger) small(i int, best *token, size int) (*token, int) {
	rest := t.words[i:]
	if k, n := t.restAt(rest); n > size {
		return k, n
	}
	if k, n := t.allAt(rest); n > size && !t.wants(rest) {
		return k, n
	}
	if last := len(t.tokens) - 1; rest[0].Fold == "BUT" && last >= 0 && t.everyone(&t.tokens[last]) &&
		!(len(rest) > 1 && rest[1].Fold == "NOT") {
		t.except = true
		return nil, 1
	}
	if _, n := longest(rest, exceptWords); n > size && n < len(rest) && marks[rest[n].Fold] != "if" {
		last := len(t.tokens) - 1
		t.except = last >= 0 && t.tokens[last].mark != "." // `… hold. Except Lee's: they advance.`
		return nil, n
	}
	if _, n := longest(rest, selfWords); n > size && t.Self != "" && !t.wants(rest) {
		return &token{kind: self, senses: []sense{{kind: self, ids: []string{t.Self}}}}, n
	}
	if n := myOwn(rest); n > size && t.opens() {
		return &token{kind: unit, senses: []sense{{kind: unit, ids: t.mine, several: len(t.mine) > 1}}}, n
	}
	p, prep := longest(rest, prepPhrases)
	if w, n := t.theyAt(rest); n > size && n >= prep && n >= t.filler(rest) {
		if t.describes(rest[n:]) {
			t.hostile = true
			return nil, n
		}
		return t.pronoun(w), n
	}
	if _, n := longest(rest[min(1, len(rest)):], theyWords); n > 0 && size == 0 && rest[0].Fold == "ANY" {
		return nil, 1 // `any redcoat`
	}
	if slices.ContainsFunc(imperative(rest[0].Fold), func(w string) bool { return slices.Contains(t.Foes, w) }) &&
		size == 0 {
		if t.describes(rest[1:]) {
			t.hostile = true
			return nil, 1
		}
		return t.pronoun("ENEMY"), 1
	}
	filler := t.filler(rest)
	if filler > 0 && filler < len(rest) && rest[filler-1].Fold == "CAN" && rest[filler].Fold == "NOT" {
		filler = 0 // `if you can` is a filler, `if you can not` is a condition
	}
	n := prep
	if p == "BACK TO" && !t.hasVerb() { // `if half of you are down, back to the mill`
		return best, size
	}
	if p == "TO SUPPORT" && !t.hasVerb() { // `Lee's to support Murray's`
		p, n = "TO", 1
	}
	if n > size && n >= filler {
		if t.prep == "" {
			t.prep, t.at = preps[p], i
		}
		t.prep = preps[p]
		return nil, n
	}
	if filler > size && !(filler == 1 && len(rest) == 1 && slices.Contains(articles, rest[0].Fold)) {
		return nil, filler
	}
	return best, size
}

// filler returns the number of words to skip.
func (t *tagger) filler(rest []orders.Word) int {
	_, n := longest(rest, fillers)
	if n == 0 && t.adverb(rest[0].Fold) {
		return 1
	}
	return n
}

// myOwn returns the number of words that only mark a unit as the writer's own: `my own regiment`.
func myOwn(rest []orders.Word) (n int) {
	if len(rest) < 2 || rest[0].Fold != "MY" && rest[0].Fold != "OUR" {
		return 0
	}
	if n = 1; rest[1].Fold == "OWN" {
		n = 2
	}
	if n == len(rest) || !slices.Contains(single, rest[n].Fold) {
		return 0
	}
	return n + 1
}

// everyone reports whether the token is ALL without a group: `all but the guns`.
func (t *tagger) everyone(k *token) bool {
	_, n := longest(t.words[k.from:], allWords)
	return n > 0 && k.from+n == k.to && k.sense(unit) != nil
}

// wants reports whether the words start a wish: `I want`, `we want to`.
func (t *tagger) wants(rest []orders.Word) bool {
	f, n := longest(rest, fillers)
	return n > 1 && (strings.HasPrefix(f, "I ") || strings.HasPrefix(f, "WE "))
}
