package spoken

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"galloper/orders"
)

// Said is the result of parsing one order.
type Said struct {
	Line   string // in the ruleset's own language
	Unread string // the part not understood, or ""
	// Several lists the matches of an ambiguous name, and Lacks is the kind of a missing argument. Either leaves Line
	// empty.
	Several []string
	Lacks   string
	Text    string         // the order as written
	Span    [2]orders.Word // its first and last word
	Where   orders.Word    // the start of the unread part
	Astray  bool           // a condition was not understood
	Note    string         // a remark about words without effect
	// Unchanged are troops told to continue with their earlier orders. They get no new order.
	Unchanged []string
	Asks      bool // it is a question
	Grave     bool // Line may be wrong without the words in Unread
	Aside     bool // a statement of facts or purpose under such a heading

	unread  []token
	mute    bool // it has no verb
	of      *spokenOrder
	forbids Verb    // it only forbids this action
	barred  []token // the words of the prohibition, with its units
}

// Understand translates the words of an item into the ruleset's own language, order by order. It returns nil if they
// contain no order, but talk, a wish or a question.
func (s *Speech) Understand(v *Vocabulary, it *orders.Item) []Said {
	if s.First != nil && !it.Standing {
		if said, ok := s.First(v, it, func(it *orders.Item) []Said { return s.aside(v, it) }); ok {
			return said
		}
	}
	return s.aside(v, it)
}

// aside parses an item that is a letter, a heading or talk.
func (s *Speech) aside(v *Vocabulary, it *orders.Item) []Said {
	words, to := v.sent(it.Words)
	switch ordered := s.To != "" && v.Under[to] != nil && it.Words[0].Fold != "WRITE"; {
	case to == "" || s.Letter == "":
		words = it.Words
	case ordered: // `Ney to Reille: …` is an order that starts with its recipient
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
	if line := s.letter(v, words); line != "" {
		return []Said{{Line: line, Text: it.Text}}
	}
	return nil
}

func (s *Speech) understand(v *Vocabulary, it *orders.Item) []Said {
	words, to := v.sent(it.Words)
	switch ordered := s.To != "" && v.Under[to] != nil && it.Words[0].Fold != "WRITE"; {
	case to == "" || s.Letter == "":
		words = it.Words
	case ordered: // `Ney to Reille: …` is an order that starts with its recipient
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
			return append(s.listen(v, rest[:stop], &standing), s.listen(v, rest[stop+1:], it)...) // only that sentence
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

// Told returns the units ordered in those sentences of a mail that do not mention THE REST. sure is false if the units
// of a sentence are unknown.
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

// sentences splits the words at full stops.
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

// tails returns the suffixes of the words.
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
			return r.grave(k) || said.mute && word // it may be the verb
		})
	}
	if len(r.said) > 0 && r.passed != "" {
		r.said[0].Note = joinNotes(r.said[0].Note, `not read: "`+r.passed+`"`)
	}
	for i := range r.said {
		// If several unnamed units of a commander act at one place, the commander decides how.
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

// saying returns every word that the seat can use, except verbs.
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

// corrections are phrases that cancel the words before them.
var corrections = phrases("NO WAIT", "NO , WAIT", "NO , SORRY", "SCRATCH THAT", "I MEAN", "RATHER",
	"CORRECTION", "ON SECOND THOUGHTS", "SORRY , NO", "SORRY NO", "NO SORRY", "BELAY THAT")

// listener parses the sentences of one item.
type listener struct {
	*Speech
	vocabulary *Vocabulary
	words      []orders.Word
	standing   bool
	who        []string // units of the previous clause
	owner      string
	goal       string
	named      bool              // its units were named in this sentence
	foe        *token            // the enemy named last
	to         string            // the directive's addressee
	passed     string            // sentences without any troops
	mentioned  []string          // the units in a condition
	threatened []string          // those in a condition about the enemy
	before     []string          // the units of the previous order
	party      []string          // parse the order for these units only
	number     int               // the order's number in the mail
	main       bool              // an order of this sentence is complete
	doing      Verb              // the action that a condition controls
	lost       []token           // unread tokens of the previous sentence
	guessed    bool              // a condition was matched approximately
	past       bool              // the condition is the outcome of the previous order
	went       map[string]string // the units' destinations in the orders so far
	said       []Said
}

// split splits the tokens at the given marks.
func split(tokens []token, at ...string) (list [][]token) {
	from := 0
	for i := range tokens {
		if tokens[i].kind == mark && slices.Contains(at, tokens[i].mark) {
			list, from = append(list, tokens[from:i]), i+1
		}
	}
	return append(list, tokens[from:])
}

// sentence parses a sentence, which may contain several orders.
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
		r.to = "" // the previous sentence had another addressee
	}
	for _, to := range all {
		if both := slices.IndexFunc(tokens, func(k token) bool { return k.kind != joint }); len(all) > 1 && both >= 0 &&
			tokens[both].all { // `Ney and Reille, both of you …`
			tokens = tokens[both+1:]
		}
		if r.named = false; to != "" {
			r.to, r.who, r.owner = to, r.vocabulary.Under[to], ""
		}
		r.whole(tokens)
	}
}

// whole parses a sentence without its addressees.
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
	var lost []token // nothing is certain after unread words
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
				// the previous order is unsafe without its condition
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
		before = 0 // it cancels the previous sentence
	}
	for i := range r.said[before:] {
		if s := &r.said[before+i]; corrected != nil {
			s.unread = slices.Concat(s.unread, corrected)
		}
	}
}

// unmet reports whether the sentence is for the same troops as the previous one but has an unread condition: `charge.
// If the guns are taken then hold.` It becomes unread text of the previous order.
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

// unsure returns the unread tokens of the previous order if this sentence only adds a detail to it: `go to the mill and
// dazzle it. No pursuit.`
func (r *listener) unsure(said *Said) []token {
	last := len(r.said) - 1
	if last < 0 || said.of == nil || !said.of.adds || r.said[last].of == nil ||
		!slices.Equal(r.said[last].of.who, said.of.who) {
		return nil
	}
	return r.said[last].unread
}

// named counts the names among the tokens. Talk has few.
func named(tokens []token) (n int) {
	for i := range tokens {
		if len(tokens[i].senses) > 0 && tokens[i].sense(they, self, number) == nil {
			n++
		}
	}
	return n
}

// binds reports whether the unread words could also apply to the orders that follow, as a condition or a prohibition
// would.
func (r *listener) binds(lost []token) bool {
	return slices.ContainsFunc(lost, func(k token) bool {
		return k.kind == mark || k.from < len(r.words) && slices.Contains(binding, r.words[k.from].Fold)
	})
}

// grave reports whether ignoring the token could change the meaning of the order, as with conditions, negations and
// known words other than pronouns.
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

// binding lists words that cancel or limit an order.
var binding = slices.Concat(excluders, []string{"ONLY", "EXCEPT", "INSTEAD", "RATHER", "IF", "UNLESS", "UNTIL", "TILL",
	"ONCE", "AFTER", "WHILE", "NEITHER", "NOR", "NOBODY", "NONE", "NOTHING", "ELSE", "OTHERWISE", "BUT", "EITHER",
	"NEXT", "LATER", "TOMORROW",
	"TONIGHT", "NOON", "DAWN", "DUSK", "MIDNIGHT", "MORNING", "EVENING", "HOUR", "HOURS", "MINUTES", "O'CLOCK",
	"PERMITTING", "DEPENDING", "MINUS", "SAID", "SAYS"})

// add appends an order, or merges it into the previous one that it continues.
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
			before.unread = slices.Concat(before.unread, said.unread) // it may change the previous order
		case sure && said.Line != "" && strings.HasPrefix(before.Line, said.Line+" "):
			return // `hold and do not fire. Hold.`
		}
	}
	r.said = append(r.said, said)
}

// orders splits a sentence before another order: at a comma, AND, BUT or THEN that precedes a new unit with its own
// verb. A sentence that begins with a condition is one order.
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

// ownCondition reports whether the tokens are an additional action with its own condition: `hold, but fire if they come
// near`.
func (r *listener) ownCondition(tokens []token) bool {
	if r.Then == "" || len(tokens) == 0 || tokens[0].kind != verb {
		return false
	}
	end := slices.IndexFunc(tokens, func(k token) bool { return k.kind == mark && k.mark != ":" })
	return end > 0 && tokens[end].mark == "if" && !slices.ContainsFunc(tokens[1:end], token.isVerb)
}

// listing reports whether the joint separates units after a leading verb: `move r1 and r2 to the mill`, `Oswald, bring
// r1 and r2 to the mill`.
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

// lessened removes units from an order for many if a later clause gives them another: `all advance, but the guns hold`.
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

// othersIf reports whether the tokens are a condition and an order for named troops: `and once they waver Lee's attack
// them`.
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

// ordersIf reports whether the tokens start with a condition and its consequence.
func (r *listener) ordersIf(tokens []token) bool {
	r.main = true // the previous order
	list := r.parted(r.clauses(tokens))
	r.main = false
	return len(list) > 1 && list[1].mark == "then"
}

// subjectAhead reports whether the tokens start a new order: with units and a verb, with a verb and its units, or with
// units and a destination, as in `Lee's to the mill and Murray's to the ford`.
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
				clause = clause[:at] // other units act from there on
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

// detail reports whether the token alone specifies how to act: `no firing`.
func (r *listener) detail(k *token) bool {
	return k.kind != number && k.prep == "" && slices.ContainsFunc(r.rows[""], func(t *template) bool {
		return slices.ContainsFunc(t.parts, func(p part) bool {
			return p.slot != "" && p.slot != unit && p.preps == nil && k.sense(p.slot) != nil && k.sense(unit, enemy) == nil
		})
	})
}

// forFriends reports whether the friend after the verb is its object rather than the acting unit: `follow r1`. With a
// destination, as in `move r1 to the mill`, only a few verbs take a friend as object.
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

// whither lists prepositions of destinations: `the horse behind them`.
var whither = []string{"to", "towards", "behind", "before", "beside", "left", "right"}

// clauseEnd returns the end of the first clause.
func clauseEnd(tokens []token) int {
	for i := range tokens {
		if tokens[i].kind == mark && tokens[i].mark != ":" {
			return i
		}
	}
	return len(tokens)
}
