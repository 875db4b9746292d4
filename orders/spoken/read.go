package spoken

import (
	"maps"
	"slices"
	"strings"

	"galloper/orders"
)

// Said is one order as it was understood.
type Said struct {
	Line   string // in the ruleset's own language
	Unread string // what of it was not understood; "": nothing
	// Several are what a name in it may mean, Lacks the kind of what is missing: then Line is "".
	Several []string
	Lacks   string
	Text    string      // what was written of it
	Where   orders.Word // where what was not understood begins
	Astray  bool        // a condition was not understood
	Note    string      // of what changes nothing

	of *spokenOrder
}

// Understand says the words of an item again, order by order, in the ruleset's own language. It
// returns nothing where they are no order at all: talk, a wish, a question.
func (s *Speech) Understand(v *Vocabulary, it *orders.Item) []Said {
	words, talk := meant(s.allowed(s.nobody(unlimited(measured(unnumbered(whole(courteous(ungreeted(it.Words)))))))))
	if len(words) == 0 {
		return nil
	}
	if line := s.letter(v, words); line != "" {
		if said := s.directive(v, words, it); said != nil {
			return said
		}
		return []Said{{Line: line, Text: it.Text}}
	}
	said := s.listen(v, words, it)
	if len(said) > 0 && talk != "" {
		said[0].Note = joinNotes(said[0].Note, `not read: "`+talk+`"`)
	}
	if !slices.ContainsFunc(said, func(one Said) bool {
		return one.Line != "" || one.Several != nil ||
			one.Lacks != ""
	}) {
		said = nil
	}
	if slices.ContainsFunc(said, func(one Said) bool { return one.Line != "" && one.Unread == "" }) {
		return said
	}
	mended, wrong := s.mend(v, words)
	if wrong == "" {
		return said
	}
	again := s.listen(v, mended, it)
	if !slices.ContainsFunc(again, func(one Said) bool { return one.Line != "" }) {
		return said
	}
	for i := range again {
		again[i].Unread = join(wrong, again[i].Unread)
	}
	return again
}

func (s *Speech) listen(v *Vocabulary, words []orders.Word, it *orders.Item) []Said {
	r := &listener{Speech: s, vocabulary: v, words: words, standing: it.Standing, number: it.Number}
	for _, sentence := range split(unstopped(tag(s, v, words)), ".") {
		r.sentence(sentence)
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
	if a == "" {
		return b
	}
	return a + "; " + b
}

// directive is what somebody is told to do who commands others, where it is all understood.
func (s *Speech) directive(v *Vocabulary, words []orders.Word, it *orders.Item) []Said {
	if s.To == "" || words[0].Fold != "TELL" && words[0].Fold != "ASK" {
		return nil
	}
	said := s.listen(v, words[1:], it)
	if slices.ContainsFunc(said, func(one Said) bool {
		return one.Line == "" || one.Unread != "" || one.of == nil || one.of.r.to == ""
	}) {
		return nil
	}
	return said
}

// letter makes a letter of what a colleague is to be told: `Tell Fowke that he should come round to my left`.
func (s *Speech) letter(v *Vocabulary, words []orders.Word) string {
	if !slices.Contains(tellers, words[0].Fold) {
		return ""
	}
	return s.letterTo(v, words[1:])
}

// letterTo makes a letter of words that begin with the colleague whom they are for.
func (s *Speech) letterTo(v *Vocabulary, rest []orders.Word) string {
	if len(rest) > 0 && rest[0].Fold == "TO" {
		rest = rest[1:]
	}
	for len(rest) > 0 && slices.Contains(articles, rest[0].Fold) {
		rest = rest[1:]
	}
	if s.Letter == "" || len(rest) == 0 {
		return ""
	}
	to := v.find(colleague, rest)
	for to.ID == "" && len(rest) > 1 && slices.Contains(ranks, rest[0].Fold) {
		rest = rest[1:]
		to = v.find(colleague, rest)
	}
	if troops := v.find(unit, rest); to.ID == "" || !to.Better(&troops) || to.Words >= len(rest) {
		return ""
	}
	if rest = rest[to.Words:]; len(rest) > 1 && (rest[0].Fold == "THAT" || rest[0].Text == "," || rest[0].Text == ":") {
		rest = rest[1:]
	}
	r := &listener{Speech: s, vocabulary: v, words: rest}
	said := r.text([]token{{to: len(rest)}})
	return strings.NewReplacer("{to}", to.ID, "{text}", said).Replace(s.Letter)
}

// ranks may stand before a name that has another, or none.
var ranks = []string{"GENERAL", "LT-GEN", "LT-GENERAL", "MAJ-GEN", "BRIGADIER", "COLONEL", "LT-COL",
	"LT-COLONEL", "LT",
	"LIEUTENANT", "MAJOR", "CAPTAIN", "MARSHAL", "LORD", "SIR", "OLD"}

// courteous takes the courtesies off with which a sentence begins.
func courteous(words []orders.Word) []orders.Word {
	for len(words) > 1 && slices.Contains([]string{"PLEASE", "KINDLY", "ALSO"}, words[0].Fold) {
		words = words[1:]
	}
	return words
}

// tellers begin what is a message and no order.
var tellers = []string{"TELL", "ASK", "INFORM", "REQUEST", "BEG", "WARN", "REMIND"}

// mend puts right the words that are a typing error away from one verb or name, and returns what was wrong.
func (s *Speech) mend(v *Vocabulary, words []orders.Word) (mended []orders.Word, wrong string) {
	var known []string
	acts := slices.Sorted(maps.Keys(sharedVerbs))
	for _, k := range v.Kinds {
		for _, n := range k.Names.All() {
			known = append(append(known, nameWords(n)...), orders.Fold(n.ID))
		}
	}
	for _, g := range v.Groups {
		known = append(known, g.Say...)
	}
	for i := range v.Phrases {
		for _, say := range v.Phrases[i].Say {
			known = append(known, strings.FieldsFunc(say, func(r rune) bool { return r == ' ' || r == '/' || r == '?' })...)
		}
	}
	mended = slices.Clone(words)
	for _, k := range tag(s, v, words) {
		if k.kind != plain || k.to != k.from+1 || len(words[k.from].Fold) < 4 || past(words[k.from].Fold) {
			continue
		}
		w := &mended[k.from]
		if slices.Contains(unmendable, w.Fold) || slices.Contains(known, w.Fold) {
			continue
		}
		right := orders.Misspelt(w.Fold, known)
		if right == "" {
			right = orders.Misspelt(w.Fold, acts)
		}
		if right != "" {
			wrong = join(wrong, w.Text)
			w.Fold, w.Text = right, right
		}
	}
	return mended, wrong
}

// unmendable words are no verbs or names with a typing error in them.
var unmendable = strings.Fields("HALF MORE THAN LESS RATHER INSTEAD WITHOUT BEYOND BEFORE AFTER WITHIN NOTHING NOBODY " +
	"NONE NEVER ONLY EXCEPT MOST LEAST THERE THEIR THESE THOSE THIS THAT THEN WHEN WERE WHAT WHICH WHERE WHILE WITH " +
	"SHALL SHOULD COULD WOULD MUST EVEN EVER OTHER OTHERS REST EACH BOTH SOME LEFT RIGHT FRONT REAR KEEP AVOID LATER " +
	"SOON TURN TURNS NEXT LAST FIRST FROM INTO OVER UNDER STILL THROUGH FURTHER VERY MUCH MANY")

// corrections take something back that stands before them.
var corrections = phrases("NO WAIT", "NO , WAIT", "NO , SORRY", "SCRATCH THAT", "I MEAN", "RATHER",
	"CORRECTION", "ON SECOND THOUGHTS")

// listener understands the sentences of one item.
type listener struct {
	*Speech
	vocabulary *Vocabulary
	words      []orders.Word
	standing   bool
	who        []string // of the clause before
	owner      string
	goal       string
	named      bool     // its units were named in this sentence
	foe        *token   // the enemy named last
	to         string   // the directive's addressee
	passed     string   // sentences that say nothing of any troops
	mentioned  []string // the units of a condition
	before     []string // the units of the order before
	party      []string // whose order alone is put together
	number     int      // of the order in the mail
	main       bool     // an order of this sentence has been put together
	doing      Verb     // what is done on a condition
	said       []Said
}

// Meant reports whether words that begin no order of the ruleset's language are meant as one: troops and a
// verb, or a verb alone, and no wish or doubt.
func (s *Speech) Meant(v *Vocabulary, words []orders.Word) bool {
	words, _ = meant(s.nobody(whole(courteous(ungreeted(words)))))
	if len(words) > 0 && s.letter(v, words) != "" {
		return true
	}
	if len(words) > 1 && slices.ContainsFunc(tag(s, v, words[1:]), token.isVerb) {
		if mended, wrong := s.mend(v, words[:1]); wrong != "" { // `cuirasiers hold`
			words = append(mended, words[1:]...)
		}
	}
	for i, tokens := range split(tag(s, v, words), ".") {
		if len(tokens) == 0 {
			continue
		}
		if tokens[0].kind == plain || tokens[0].kind == enemy {
			if i == 0 && called(words, tokens) {
				return true
			}
			continue
		}
		told, acts := slices.ContainsFunc(tokens, func(k token) bool { return k.sense(unit, somebody) != nil }),
			slices.ContainsFunc(tokens, token.isVerb)
		if told && acts || i == 0 && (told || acts || slices.ContainsFunc(s.rows[""], func(t *template) bool {
			return tokens[0].sense(t.kinds()...) != nil
		})) {
			return true
		}
	}
	return false
}

// called reports whether somebody who is no troops of the seat's is called on to do something: `Nobody: attack`, or
// `Nobody attacks 15`.
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
			return k.kind != plain || slices.Contains(unmendable, word) || slices.Contains(talkers, word)
		})
}

// asides begin what is said besides.
var asides = []string{"PS", "P.S", "NB", "N.B", "NOTE", "BEST"}

// ungreeted takes the greeting off a sentence that goes on behind it: `Dear all, …`.
func ungreeted(words []orders.Word) []orders.Word {
	if len(words) > 0 && slices.Contains([]string{"DEAR", "HELLO", "HI"}, words[0].Fold) {
		if i := slices.IndexFunc(words, func(w orders.Word) bool { return w.Text == "," }); i > 0 {
			return words[i+1:]
		}
	}
	return words
}

// unstopped takes out the full stops before what goes on with an order: `…. Otherwise hold.`
func unstopped(tokens []token) []token {
	goesOn := func(k *token) bool { return k.kind == mark && (k.mark == "else" || k.mark == "then") }
	for i := 0; i+1 < len(tokens); i++ {
		if tokens[i].kind == mark && tokens[i].mark == "." && goesOn(&tokens[i+1]) {
			tokens = slices.Delete(tokens, i, i+1)
		}
	}
	return tokens
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
	tokens = r.introduced(unlabelled(tokens))
	if len(tokens) > 0 && r.greets(tokens) {
		return
	}
	all, tokens := r.addressed(tokens)
	for _, to := range all {
		if r.named = false; to != "" {
			r.to, r.who, r.owner = to, r.vocabulary.Under[to], ""
		}
		r.whole(tokens)
	}
}

// whole understands a sentence without those whom it is addressed to.
func (r *listener) whole(tokens []token) {
	corrected := ""
	for i := range tokens {
		if _, n := longest(r.words[tokens[i].from:], corrections); n > 0 {
			corrected = r.text(tokens[:i+1])
		}
	}
	before := len(r.said)
	lost := "" // behind what was not understood nothing is sure
	for _, part := range r.orders(tokens) {
		all, ok := r.parties(part)
		for _, said := range all {
			said.Text = r.text(part)
			switch {
			case ok:
				said.Unread = join(lost, said.Unread)
				r.add(said)
			case slices.ContainsFunc(part, token.tells):
				r.said = append(r.said, said)
			default:
				r.passed = join(r.passed, said.Text)
			}
		}
		if said := all[len(all)-1]; lost == "" && (!ok || said.Line == "") {
			lost = r.text(part)
		} else if lost == "" {
			lost = said.Unread
		}
	}
	if corrected != "" && beginsWith(r.words[tokens[0].from:], corrections) {
		before = 0 // it takes back the sentence before
	}
	for i := range r.said[before:] {
		if s := &r.said[before+i]; corrected != "" {
			s.Unread = join(s.Unread, corrected)
		}
	}
}

func beginsWith(words []orders.Word, list [][]string) bool {
	_, n := longest(words, list)
	return n > 0
}

// add puts an order behind the others, or into the one before that it goes on with.
func (r *listener) add(said Said) {
	if last := len(r.said) - 1; last >= 0 && said.of != nil && !r.Several {
		if before := &r.said[last]; before.of != nil && before.Unread == "" && said.Unread == "" &&
			before.of.goesOn(said.of) {
			before.of.compose(before)
			return
		}
	}
	r.said = append(r.said, said)
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " … " + b
}

// unlabelled goes past a number and a colon before an order.
func unlabelled(tokens []token) []token {
	if len(tokens) > 2 && tokens[0].kind == number && tokens[1].kind == mark && tokens[1].mark == ":" {
		return tokens[2:]
	}
	return tokens
}

// introduced goes past what only says that orders follow: `Cope here:`, `my first orders:`.
func (r *listener) introduced(tokens []token) []token {
	for i := 1; i+1 < len(tokens); i++ {
		if tokens[i].kind != mark || tokens[i].mark != ":" {
			continue
		}
		last := r.words[max(tokens[i].from-1, 0)].Fold
		if slices.Contains([]string{"HERE", "ORDERS",
			"ORDER"}, last) && !slices.ContainsFunc(tokens[:i], token.tells) {
			return tokens[i+1:]
		}
		break
	}
	return tokens
}

// greets reports whether the sentence is a greeting and no more.
func (r *listener) greets(tokens []token) bool {
	word := r.words[tokens[0].from].Fold
	if word == "RIGHT" && slices.ContainsFunc(tokens, token.tells) { // `Right allies to h4`
		return false
	}
	return slices.Contains(greetings, word) && !slices.ContainsFunc(tokens, token.isVerb)
}

var greetings = []string{"DEAR", "HELLO", "HI", "HEY", "GREETINGS", "GENTLEMEN", "MORNING", "EVENING", "AFTERNOON",
	"GOOD", "THANKS", "THANK", "CHEERS", "SORRY", "RIGHT"}

// addressed takes off `To X:`, `X:` and `X should` of those who command others.
func (r *listener) addressed(tokens []token) (to []string, rest []token) {
	rest = tokens
	if last := len(rest) - 1; last > 1 && rest[last].prep == "" && rest[last-1].mark == "," &&
		rest[last].kind == somebody { // `Hold your ground, Lee!`
		rest = append([]token{rest[last]}, rest[:last-1]...)
	}
	for len(rest) > 1 {
		s := rest[0].sense(somebody)
		if s == nil || s.several || s.ids[0] == r.vocabulary.Self ||
			rest[0].sense(unit) != nil && rest[0].senses[0].kind == unit {
			break
		}
		to, rest = append(to, s.ids[0]), rest[1:]
		for len(rest) > 1 && rest[0].kind == joint && rest[1].sense(somebody) != nil {
			rest = rest[1:]
		}
	}
	if to == nil {
		return []string{""}, tokens
	}
	if len(rest) > 0 && rest[0].kind == mark && rest[0].mark == ":" {
		rest = rest[1:]
	}
	return to, rest
}

// somebody is the kind of those who command others, to whom an order goes as a directive.
const somebody = "to"

// orders cuts a sentence where another order begins: behind a comma, AND, BUT or THEN somebody else with a
// verb of his own. What begins with a condition is one order.
func (r *listener) orders(tokens []token) (list [][]token) {
	from, seen := 0, false
	for i := range tokens {
		k := &tokens[i]
		parts := k.kind == joint || k.kind == mark && slices.Contains([]string{"but", "then", "while"}, k.mark)
		switch {
		case parts && seen && (r.subjectAhead(tokens[i+1:], tokens[from:i]) || r.ownCondition(tokens[i+1:])) &&
			tokens[from].mark != "if" && !listing(tokens[from:], i-from):
			list, from, seen = append(list, lessened(tokens[from:i], tokens[i+1:])), i+1, false
		case r.Several && seen && k.kind == mark && (k.mark == "if" || k.mark == "unless" || k.mark == "else if") &&
			r.ordersIf(tokens[i:]) && !isCondition(tokens[from].mark):
			tokens[i].mark = strings.TrimPrefix(k.mark, "else ")
			list, from, seen = append(list, tokens[from:i]), i, false
		}
		seen = seen || k.kind == verb || len(k.senses) > 0 && slices.Contains(whither, k.prep) &&
			(k.prep != "to" || k.sense(unit) == nil)
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

// listing reports whether the joint is one between the units that a verb begins with: `move r1 and r2 to the mill`.
func listing(tokens []token, joint int) bool {
	behind := tokens[joint+1:]
	return tokens[0].kind == verb && !slices.ContainsFunc(tokens[1:joint], func(k token) bool {
		return k.kind != "and" && (k.sense(unit) == nil || k.prep != "")
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
	i := 0
	for i < len(tokens) && (tokens[i].kind == joint || tokens[i].prep == "" && tokens[i].sense(unit, self) != nil) {
		i++
	}
	if i < len(tokens) && tokens[i].kind == verb {
		if i > 0 {
			return true
		}
		clause := tokens[:clauseEnd(tokens)]
		return !r.forFriends(tokens[i].verb, tokens[i+1:]) && slices.ContainsFunc(clause, func(k token) bool {
			return doing(tokens[i].verb, k.prep) && k.ours() && k.sense(unit) != nil && k.sense(unit).ids[0] != ""
		})
	}
	return i > 0 && i < len(tokens) && slices.Contains(whither, tokens[i].prep) &&
		!slices.ContainsFunc(tokens[:min(clauseEnd(tokens), max(i, nextMark(tokens, i)))], token.isVerb)
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

// span is what was written from the first of the tokens to the last.
func (r *listener) span(tokens []token) string {
	if len(tokens) == 0 {
		return ""
	}
	return r.text([]token{{from: tokens[0].from, to: tokens[len(tokens)-1].to}})
}

// text is what was written of the tokens.
func (r *listener) text(tokens []token) string {
	var b strings.Builder
	last := -1
	for _, k := range tokens {
		for i := max(k.from, last+1); i < k.to && i < len(r.words); i++ {
			w := r.words[i]
			if i > 0 && w.Line == r.words[i-1].Line && w.Col == r.words[i-1].Col && w.Text == r.words[i-1].Text {
				continue // the other half of a contraction
			}
			if b.Len() > 0 && w.Text != "," && w.Text != ":" {
				b.WriteByte(' ')
			}
			b.WriteString(w.Text)
			last = i
		}
	}
	return strings.Trim(b.String(), " ,.:-")
}
