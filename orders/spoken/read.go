package spoken

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"galloper/orders"
)

// Said is one order as it was understood.
type Said struct {
	Line   string // in the ruleset's own language
	Unread string // what of it was not understood; "": nothing
	// Several are what a name in it may mean, Lacks the kind of what is missing: then Line is "".
	Several []string
	Lacks   string
	Text    string         // what was written of it
	Span    [2]orders.Word // the first of its words, and the last
	Where   orders.Word    // where what was not understood begins
	Astray  bool           // a condition was not understood
	Note    string         // of what changes nothing
	// Unchanged are troops who go on with what they were told before: of them nothing is ordered.
	Unchanged []string
	Asks      bool // it is a question
	Grave     bool // a reading without the words of Unread may be wrong
	Aside     bool // it only tells how things are, or what for, under a heading that says so

	unread  []token
	mute    bool // it has no verb
	of      *spokenOrder
	forbids Verb    // it is only that this is not to be done
	barred  []token // by whom, and that: the words
}

// Understand says the words of an item again, order by order, in the ruleset's own language. It
// returns nothing where they are no order at all: talk, a wish, a question.
func (s *Speech) Understand(v *Vocabulary, it *orders.Item) []Said {
	if s.First != nil && !it.Standing {
		if said, ok := s.First(v, it, func(it *orders.Item) []Said { return s.understand(v, it) }); ok {
			return said
		}
	}
	return s.understand(v, it)
}

func (s *Speech) understand(v *Vocabulary, it *orders.Item) []Said {
	words, to := v.sent(it.Words)
	switch ordered := s.To != "" && v.Under[to] != nil && it.Words[0].Fold != "WRITE"; {
	case to == "" || s.Letter == "":
		words = it.Words
	case ordered: // `Ney to Reille: …` is an order that begins with whom it is for
		words = it.Words[slices.IndexFunc(it.Words, func(w orders.Word) bool { return w.Fold == "TO" })+1:]
	default:
		return []Said{{Line: s.letterWith(v, to, words), Text: it.Text}}
	}
	if said := s.letterAmong(v, words, it); said != nil {
		return said
	}
	words, aside := headline(v.greeted(words))
	if aside {
		return []Said{{Aside: true, Text: it.Text}}
	}
	if who := s.unchanged(v, words); who != nil {
		return []Said{{Unchanged: who, Text: it.Text}}
	}
	words, talk := meant(s.allowed(s.nobody(s.plain(v, words))))
	if len(words) == 0 {
		return nil
	}
	if rest := s.always(words); rest != nil {
		standing := *it
		standing.Standing = true
		at := func(mark string) int {
			return slices.IndexFunc(words, func(w orders.Word) bool { return w.Text == mark })
		}
		stop := at(".") - (len(words) - len(rest))
		if colon := at(":"); stop > 0 && (colon < 0 || colon > len(words)-len(rest)) {
			return append(s.listen(v, rest[:stop], &standing), s.listen(v, rest[stop+1:], it)...) // of that sentence alone
		}
		words, it = rest, &standing
	}
	if line := s.letter(v, words); line != "" {
		if said := s.directive(v, words, it); said != nil {
			return said
		}
		said := s.withOrders(v, words, it, line)
		if written, _ := meant(s.simple(v, it.Words)); len(said) == 1 && said[0].Line == line && len(written) > 0 {
			said[0].Line = cmp.Or(s.letter(v, written), line) // in the words of the writer, not in plainer ones
		}
		return said
	}
	said := s.listen(v, words, it)
	if len(said) > 0 && talk != "" {
		said[0].Note = joinNotes(said[0].Note, `not read: "`+talk+`"`)
	}
	if !slices.ContainsFunc(said, func(one Said) bool {
		return one.Line != "" || one.Several != nil || one.Lacks != ""
	}) {
		said = nil
	}
	return said
}

// Told are the units that the sentences of a mail are for in which THE REST does not stand; sure is false where that
// cannot be told of one of them.
func (s *Speech) Told(v *Vocabulary, items []orders.Item) (units []string, sure bool) {
	sure = true
	for i := range items {
		it := &items[i]
		words, _ := meant(s.simple(v, it.Words))
		if it.Letter != nil || it.Prose {
			continue
		}
		for _, sentence := range sentences(words) {
			if slices.ContainsFunc(tails(sentence), func(rest []orders.Word) bool { return beginsWith(rest, restWords) }) {
				continue
			}
			said := s.listen(v, sentence, it)
			for j := range said {
				if o := said[j].of; o != nil {
					units = append(units, o.who...)
				} else {
					sure = false
				}
			}
			sure = sure && len(said) > 0
		}
	}
	return units, sure
}

// sentences are the words between full stops.
func sentences(words []orders.Word) (list [][]orders.Word) {
	from := 0
	for i := range words {
		if words[i].Text == "." {
			list, from = append(list, words[from:i]), i+1
		}
	}
	list = append(list, words[from:])
	return slices.DeleteFunc(list, func(l []orders.Word) bool { return len(l) == 0 })
}

// tails are the words from each of them on.
func tails(words []orders.Word) (list [][]orders.Word) {
	for i := range words {
		list = append(list, words[i:])
	}
	return list
}

func (s *Speech) listen(v *Vocabulary, words []orders.Word, it *orders.Item) []Said {
	if said, ok := s.corrected(v, words, it); ok {
		return said
	}
	r := &listener{Speech: s, vocabulary: v, words: words, standing: it.Standing, number: it.Number}
	sentences := r.opening(split(unstopped(words, tag(s, v, words)), "."))
	for i, sentence := range sentences {
		if i+1 == len(sentences) || len(sentences[i+1]) == 0 || !r.calls(sentence) {
			r.sentence(sentence)
		}
	}
	r.forbidden()
	for i := range r.said {
		r.said[i].Unread = quoted(words, r.said[i].unread)
		said := &r.said[i]
		said.Grave = slices.ContainsFunc(said.unread, func(k token) bool {
			word := k.kind == plain && k.from < len(words) && len(words[k.from].Fold) > 2
			return r.grave(k) || said.mute && word // which may be the verb
		})
	}
	if len(r.said) > 0 && r.passed != "" {
		r.said[0].Note = joinNotes(r.said[0].Note, `not read: "`+r.passed+`"`)
	}
	for i := range r.said {
		// What somebody's troops are to do together at one place, none of them named, is his to arrange.
		if o := r.said[i].of; o != nil && o.shared && len(r.said) == 1 && r.said[i].Line != "" {
			if line := s.letterTo(v, words); line != "" {
				return []Said{{Line: line, Text: r.said[i].Text}}
			}
		}
	}
	return r.said
}

func joinNotes(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}

// saying are all words that the seat may say, but for verbs.
func (v *Vocabulary) saying() []string {
	if v.said != nil {
		return v.said
	}
	var known []string
	for _, k := range v.Kinds {
		for _, n := range k.Names.All() {
			known = append(append(known, nameWords(n)...), orders.Fold(n.ID))
		}
	}
	for _, g := range v.Groups {
		known = append(known, g.Say...)
	}
	for _, p := range v.phrases() {
		for _, say := range p.Say {
			known = append(known, strings.FieldsFunc(say, func(r rune) bool { return r == ' ' || r == '/' || r == '?' })...)
		}
	}
	v.said = known
	return known
}

// corrections take something back that stands before them.
var corrections = phrases("NO WAIT", "NO , WAIT", "NO , SORRY", "SCRATCH THAT", "I MEAN", "RATHER",
	"CORRECTION", "ON SECOND THOUGHTS", "SORRY , NO", "SORRY NO", "NO SORRY", "BELAY THAT")

// listener understands the sentences of one item.
type listener struct {
	*Speech
	vocabulary *Vocabulary
	words      []orders.Word
	standing   bool
	who        []string // of the clause before
	owner      string
	goal       string
	named      bool              // its units were named in this sentence
	foe        *token            // the enemy named last
	to         string            // the directive's addressee
	passed     string            // sentences that say nothing of any troops
	mentioned  []string          // the units of a condition
	threatened []string          // those of a condition that is of the enemy
	before     []string          // the units of the order before
	party      []string          // whose order alone is put together
	number     int               // of the order in the mail
	main       bool              // an order of this sentence has been put together
	doing      Verb              // what is done on a condition
	lost       []token           // what of the sentence before was not understood
	guessed    bool              // a condition is not quite what was said
	past       bool              // it is how the order before went
	went       map[string]string // where units go by the orders so far
	said       []Said
}

// split cuts tokens at the marks.
func split(tokens []token, at ...string) (list [][]token) {
	from := 0
	for i := range tokens {
		if tokens[i].kind == mark && slices.Contains(at, tokens[i].mark) {
			list, from = append(list, tokens[from:i]), i+1
		}
	}
	return append(list, tokens[from:])
}

// sentence understands one sentence: an order, or several.
func (r *listener) sentence(tokens []token) {
	if len(tokens) > 1 && tokens[0].mark == remark {
		r.told(tokens[1:])
		return
	}
	line := r.sequence(tokens)
	if len(tokens) > 0 && r.greets(tokens) {
		return
	}
	if len(r.said) > 0 && len(tokens) == 1 && tokens[0].verb == Move { // `… . GO!`
		r.passed = join(r.passed, r.text(tokens))
		return
	}
	if line != "" {
		r.said = append(r.said, Said{Line: line, Text: r.text(tokens)})
		return
	}
	all, tokens := r.addressed(tokens)
	if n := r.troopsAt(tokens); all[0] == "" && n > 0 && r.to != "" && !tokens[0].all &&
		within(tokens[0].sense(unit).ids, r.vocabulary.Mine) {
		r.to = "" // the sentence before was for somebody else
	}
	for _, to := range all {
		if both := slices.IndexFunc(tokens, func(k token) bool { return k.kind != joint }); len(all) > 1 && both >= 0 &&
			tokens[both].all { // `Ney and Reille, both of you …`
			tokens = tokens[both+1:]
		}
		if r.named = false; to != "" {
			r.to, r.who, r.owner = to, r.vocabulary.Under[to], ""
		}
		if len(all) > 1 {
			r.whole(tokens)
			continue
		}
		r.whole(tokens)
	}
}

// whole understands a sentence without those whom it is addressed to.
func (r *listener) whole(tokens []token) {
	var corrected []token
	for i := range tokens {
		if _, n := longest(r.words[tokens[i].from:], corrections); n > 0 {
			corrected = tokens[:i+1]
		}
	}
	if len(tokens) > 1 && tokens[0].mark == "while" && r.subjectAhead(tokens[1:], nil) { // `while Lee's go on, …`
		tokens = tokens[1:]
	}
	before := len(r.said)
	var lost []token // behind what was not understood nothing is sure
	if len(tokens) > 0 && isCondition(marks[r.words[tokens[0].from].Fold]) &&
		!slices.ContainsFunc(tokens, func(k token) bool { return k.ours() }) {
		lost = r.lost // `… If they come forward he stays`
	}
	for _, part := range r.orders(tokens) {
		if r.troopsAt(part) > 0 && !r.binds(lost) {
			lost = nil
		}
		all, ok := r.parties(part)
		for _, said := range all {
			said.Text, said.Span = r.text(part), r.bounds(part)
			said.mute = !slices.ContainsFunc(part, token.isVerb)
			switch {
			case ok && r.unmet(&said, part):
				// the order before does not count without its condition
			case ok:
				said.unread = slices.Concat(lost, r.unsure(&said), said.unread)
				r.add(said)
			case r.states(part):
				r.passed = join(r.passed, said.Text)
			case slices.ContainsFunc(part, token.tells), named(part) > 1:
				if said.forbids = r.prohibits(part); said.forbids != "" {
					said.barred = part
				}
				r.about(part) // `Lee's must not charge. They ride to the mill.`, `Lee's, they stung you, so charge.`
				r.named = r.named && said.forbids != ""
				r.said = append(r.said, said)
			default:
				r.passed = join(r.passed, said.Text)
			}
		}
		if said := all[len(all)-1]; lost == nil && (!ok || said.Line == "") && r.prohibits(part) == "" {
			lost = part
		} else if lost == nil {
			lost = said.unread
		}
	}
	r.lost = lost
	if corrected != nil && beginsWith(r.words[tokens[0].from:], corrections) {
		before = 0 // it takes back the sentence before
	}
	for i := range r.said[before:] {
		if s := &r.said[before+i]; corrected != nil {
			s.unread = slices.Concat(s.unread, corrected)
		}
	}
}

// unmet reports whether a sentence of the same troops as the one before is done on a condition that was not
// understood: `charge. If the guns are taken then hold.` What is done then is none of it, and it is lost of that order.
func (r *listener) unmet(said *Said, part []token) bool {
	last := len(r.said) - 1
	if last < 0 || said.of == nil || !said.Astray || r.said[last].of == nil || r.named ||
		!slices.Equal(r.said[last].of.who, said.of.who) {
		return false
	}
	before := &r.said[last]
	before.unread, before.Astray = slices.Concat(before.unread, part), true
	if before.Where.Text == "" {
		before.Where = said.Where
	}
	return true
}

// unsure is what was not understood of the order before, where a sentence only says how the same troops do it: `go to
// the mill and dazzle it. No pursuit.`
func (r *listener) unsure(said *Said) []token {
	last := len(r.said) - 1
	if last < 0 || said.of == nil || !said.of.adds || r.said[last].of == nil ||
		!slices.Equal(r.said[last].of.who, said.of.who) {
		return nil
	}
	return r.said[last].unread
}

// named is how many of the tokens are names, which talk has few of.
func named(tokens []token) (n int) {
	for i := range tokens {
		if len(tokens[i].senses) > 0 && tokens[i].sense(they, self, number) == nil {
			n++
		}
	}
	return n
}

// binds reports whether what was not understood may hold for what other troops are told behind it: a condition, or what
// is not to be.
func (r *listener) binds(lost []token) bool {
	return slices.ContainsFunc(lost, func(k token) bool {
		return k.kind == mark || k.from < len(r.words) && slices.Contains(binding, r.words[k.from].Fold)
	})
}

// grave reports whether leaving out some words may change the meaning of the order: words with a meaning of their own,
// conditions and negations. Pronouns have none.
func (r *listener) grave(k token) bool {
	switch {
	case k.near || slices.Contains([]string{joint, they, self}, k.kind):
		return false
	case k.kind == mark:
		return k.mark != ":" && k.mark != "." && k.mark != "but"
	case k.kind == plain:
		return slices.ContainsFunc(r.words[k.from:min(k.to, len(r.words))], func(w orders.Word) bool {
			return slices.Contains(binding, w.Fold) || past(w.Fold) || strings.ContainsAny(w.Fold, "0123456789") ||
				len(w.Fold) > 2 && slices.Contains(measures, w.Fold) || strings.ContainsFunc(w.Fold, unicode.IsSymbol)
		})
	}
	return true
}

// binding are words that take back or limit what is said.
var binding = slices.Concat(excluders, []string{"ONLY", "EXCEPT", "INSTEAD", "RATHER", "IF", "UNLESS", "UNTIL", "TILL",
	"ONCE", "AFTER", "WHILE", "NEITHER", "NOR", "NOBODY", "NONE", "NOTHING", "ELSE", "OTHERWISE", "BUT", "EITHER",
	"NEXT", "LATER", "TOMORROW",
	"TONIGHT", "NOON", "DAWN", "DUSK", "MIDNIGHT", "MORNING", "EVENING", "HOUR", "HOURS", "MINUTES", "O'CLOCK",
	"PERMITTING", "DEPENDING", "MINUS", "SAID", "SAYS"})

// add puts an order behind the others, or into the one before that it goes on with.
func (r *listener) add(said Said) {
	if r.Several && r.staysIf(&said) {
		return
	}
	last := len(r.said) - 1
	if said.unread == nil && said.Line != "" && said.of != nil && said.of.frame != nil && said.of.frame.troop &&
		last >= 0 && r.said[last].unread == nil && r.said[last].Line == said.Line && r.said[last].Text != said.Text {
		return // `Lee's is not to attack. He keeps to the wood.`, `Pegram, unlimber and get your guns ranged`
	}
	for last > 0 && r.said[last].of == nil && r.More { // `…. Do not cross the river. Halt if they come near.`
		last--
	}
	if last >= 0 && said.of != nil && !r.Several {
		before := &r.said[last]
		switch sure := before.of != nil && before.unread == nil && said.unread == nil; {
		case sure && before.of.goesOn(said.of):
			before.of.compose(before)
			before.Span[1] = said.Span[1]
			return
		case before.of != nil && slices.ContainsFunc(said.unread, r.grave) && said.of.cond != "" &&
			slices.Equal(before.of.who, said.of.who):
			before.unread = slices.Concat(before.unread, said.unread) // it may change the order before
		case sure && said.Line != "" && strings.HasPrefix(before.Line, said.Line+" "):
			return // `hold and do not fire. Hold.`
		}
	}
	r.said = append(r.said, said)
}

// orders cuts a sentence where another order begins: behind a comma, AND, BUT or THEN somebody else with a
// verb of his own. What begins with a condition is one order.
func (r *listener) orders(tokens []token) (list [][]token) {
	from, seen := 0, false
	for i := range tokens {
		k := &tokens[i]
		parts := k.kind == joint || k.kind == mark && slices.Contains([]string{"but", "then", "while"}, k.mark)
		switch {
		case k.mark == "then" && slices.ContainsFunc(tokens[from:i], func(k token) bool { return k.mark == "unless" }):
			// `I stay unless they are near, then I go`
		case parts && seen && (r.subjectAhead(tokens[i+1:], tokens[from:i]) || r.ownCondition(tokens[i+1:])) &&
			tokens[from].mark != "if" && !listing(tokens[from:], i-from):
			list, from, seen = append(list, lessened(tokens[from:i], tokens[i+1:])), i+1, false
		case parts && seen && !isCondition(tokens[from].mark) && r.othersIf(tokens[i+1:]):
			list, from, seen = append(list, tokens[from:i]), i+1, false
		case r.Several && seen &&
			k.kind == mark && (k.mark == "if" || k.mark == "unless" || k.mark == "else if") && r.ordersIf(tokens[i:]) &&
			!isCondition(tokens[from].mark):
			tokens[i].mark = strings.TrimPrefix(k.mark, "else ")
			list, from, seen = append(list, tokens[from:i]), i, false
		}
		seen = seen || k.kind == verb || i > from && whereTo(k) && r.troopsAt(tokens[from:i]) == i-from ||
			k.prep == "at" && k.sense(they, enemy) != nil ||
			len(k.senses) > 0 && slices.Contains(whither, k.prep) && (k.prep != "to" || k.sense(unit) == nil) ||
			falls(tokens[i:i+1]) || k.kind == number && i > from && r.troopsAt(tokens[from:i]) == i-from ||
			k.prep == "at" && len(k.senses) > 0 && !k.ours() && r.words[k.from].Fold != "ON" &&
				!slices.ContainsFunc(tokens[from:i], token.isVerb)
	}
	return append(list, tokens[from:])
}

// ownCondition reports whether what follows is done besides, on a condition of its own: `hold, but fire if they come
// near`.
func (r *listener) ownCondition(tokens []token) bool {
	if r.Then == "" || len(tokens) == 0 || tokens[0].kind != verb {
		return false
	}
	end := slices.IndexFunc(tokens, func(k token) bool { return k.kind == mark && k.mark != ":" })
	return end > 0 && tokens[end].mark == "if" && !slices.ContainsFunc(tokens[1:end], token.isVerb)
}

// listing reports whether the joint is one between the units that a verb begins with: `move r1 and r2 to the mill`,
// `Oswald, bring r1 and r2 to the mill`.
func listing(tokens []token, at int) bool {
	for at > 0 && (tokens[0].kind == joint || tokens[0].mark == ":" ||
		tokens[0].sense(somebody, colleague) != nil && !tokens[0].ours()) {
		tokens, at = tokens[1:], at-1
	}
	behind := tokens[at+1:]
	if comma := slices.IndexFunc(behind, func(k token) bool { return k.mark == "," }); comma >= 0 {
		behind = behind[:comma] // `bring up r1 and r2, advance to the mill`
	}
	return tokens[0].kind == verb && !slices.ContainsFunc(tokens[1:max(at, 1)], func(k token) bool {
		return k.kind != joint && (k.sense(unit) == nil || k.prep != "")
	}) && !slices.ContainsFunc(behind[:clauseEnd(behind)], token.isVerb)
}

// lessened takes those out of an order for many who are told something else behind it: `all advance, but the guns
// hold`.
func lessened(tokens, next []token) []token {
	var told []string
	for i := range next {
		s := next[i].sense(unit)
		if next[i].kind != joint && (s == nil || next[i].prep != "") {
			break
		}
		if s != nil && !s.several {
			told = append(told, s.ids...)
		}
	}
	tokens = slices.Clone(tokens)
	for i := range tokens {
		s := tokens[i].sense(unit)
		if s == nil || s.several || tokens[i].prep != "" || len(s.ids) < 2 {
			continue
		}
		rest := *s
		rest.ids = slices.DeleteFunc(slices.Clone(s.ids), func(id string) bool { return slices.Contains(told, id) })
		if len(rest.ids) > 0 {
			tokens[i].senses = []sense{rest}
		}
	}
	return tokens
}

// othersIf reports whether a condition begins the tokens, and behind it troops who are named are told something: `and
// once they waver Lee's attack them`.
func (r *listener) othersIf(tokens []token) bool {
	if len(tokens) == 0 || tokens[0].mark != "if" {
		return false
	}
	before := *r
	defer func() { *r = before }()
	r.main = true
	list := r.parted(r.clauses(tokens))
	return len(list) > 1 && list[1].mark == "then" && r.troopsAt(list[1].tokens) > 0 &&
		slices.ContainsFunc(list[1].tokens, r.acts)
}

// ordersIf reports whether a condition and an order of its own begin the tokens.
func (r *listener) ordersIf(tokens []token) bool {
	r.main = true // the order before
	list := r.parted(r.clauses(tokens))
	r.main = false
	return len(list) > 1 && list[1].mark == "then"
}

// subjectAhead reports whether units and a verb begin what follows, or a verb and units of another order; or, where
// the order before has a goal, units with one of theirs: `Lee's to the mill and Murray's to the ford`.
func (r *listener) subjectAhead(tokens, before []token) bool {
	if len(tokens) > 0 && tokens[0].kind == joint {
		tokens = tokens[1:]
	}
	if last := len(before) - 1; last >= 0 && before[last].prep == "with" && before[last].ours() {
		n := r.troopsAt(tokens) // `form line with the 78th and the 81st and charge`
		if n > 0 && n+1 < len(tokens) && tokens[n].mark == "AND" && tokens[n+1].kind == verb {
			return false
		}
	}
	i := 0
	for i < len(tokens) && (tokens[i].kind == joint || tokens[i].prep == "" && tokens[i].sense(unit, self) != nil) {
		i++
	}
	if i < len(tokens) && tokens[i].kind == verb {
		if i > 0 {
			return true
		}
		clause := tokens[:clauseEnd(tokens)]
		for at := 1; at+1 < len(clause); at++ {
			n := r.troopsAt(clause[at+1:])
			if clause[at].mark == "," && n > 0 && at+1+n < len(clause) && clause[at+1+n].kind == verb {
				clause = clause[:at] // others do something else there
			}
		}
		return !r.forFriends(tokens[i].verb, tokens[i+1:]) && slices.ContainsFunc(clause, func(k token) bool {
			return doing(tokens[i].verb, k.prep) && k.ours() && k.sense(unit) != nil && k.sense(unit).ids[0] != "" &&
				!r.aimedAt(tokens[i].verb, &k)
		})
	}
	if i > 0 && i+1 < len(tokens) && tokens[i].mark == ":" { // `…, and Murray's: fire at thirty`
		return true
	}
	at := i > 0 && i < len(tokens) && ((tokens[i].prep == "at" || tokens[i].prep == "via") && !tokens[i].ours() ||
		whereTo(&tokens[i]))
	return i > 0 && i < len(tokens) && (at || slices.Contains(whither, tokens[i].prep) ||
		falls(tokens[i:i+1]) || r.detail(&tokens[i])) &&
		!slices.ContainsFunc(tokens[:min(clauseEnd(tokens), max(i, nextMark(tokens, i)))], token.isVerb)
}

// detail reports whether a token says by itself how something is done: `no firing`.
func (r *listener) detail(k *token) bool {
	return k.kind != number && k.prep == "" && slices.ContainsFunc(r.rows[""], func(t *template) bool {
		return slices.ContainsFunc(t.parts, func(p part) bool {
			return p.slot != "" && p.slot != unit && p.preps == nil && k.sense(p.slot) != nil && k.sense(unit, enemy) == nil
		})
	})
}

// forFriends reports whether the friend behind the verb is not who shall do it: `follow r1`. Where it is also said
// whither, as in `move r1 to the mill`, that is so of few verbs.
func (r *listener) forFriends(v Verb, behind []token) bool {
	goes := slices.ContainsFunc(behind[:clauseEnd(behind)], func(k token) bool {
		return len(k.senses) > 0 && k.sense(unit) == nil && slices.Contains(whither, k.prep)
	})
	if goes && !slices.Contains([]Verb{Follow, Support, Level, Join, Relieve}, v) {
		return false
	}
	return slices.ContainsFunc(r.rows[v], func(t *template) bool {
		more := func(p part) bool { return p.slot != "" && !p.mute && p.slot != friend && p.slot != unit }
		return !slices.ContainsFunc(t.parts, more) && slices.ContainsFunc(t.parts, func(p part) bool {
			return p.slot == friend && slices.Contains(p.preps, "")
		})
	})
}

// whither are the prepositions before where troops go: `the horse behind them`.
var whither = []string{"to", "towards", "behind", "before", "beside", "left", "right"}

// clauseEnd is where the clause ends with which the tokens begin.
func clauseEnd(tokens []token) int {
	for i := range tokens {
		if tokens[i].kind == mark && tokens[i].mark != ":" {
			return i
		}
	}
	return len(tokens)
}
