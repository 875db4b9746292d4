package say

import (
	"slices"
	"strings"

	"galloper/orders"
	"galloper/orders/spoken"
)

// token is a word that the parser sees.
type token struct {
	fold string
	at   int // index in lattice.words
}

// tokens expands contractions, and drops fillers and leading, trailing and repeated commas. origin maps each expanded
// word to its index in words.
func (d *data) tokens(words []orders.Word) (whole []orders.Word, origin []int, list []token) {
	for i, w := range words {
		if sign, ok := signs[w.Text]; ok {
			w.Fold = sign
		}
		parts := []string{w.Fold}
		if digits := strings.TrimRight(w.Fold, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"); digits != "" && d.isUnit(w.Fold[len(digits):]) {
			parts = []string{digits, w.Fold[len(digits):]} // `100yds`
		}
		if cut, ok := d.forms["cut "+strings.ToLower(w.Fold)]; ok && (len(w.Text) > 1 || w.Text == strings.ToLower(w.Text)) {
			parts = strings.Fields(strings.ToUpper(cut))
		}
		if len(parts) == 1 && slashed(w.Fold) {
			parts = strings.Fields(strings.NewReplacer("/", " / ", "+", " + ").Replace(w.Fold))
		}
		for _, fold := range parts {
			w.Fold = fold
			whole, origin = append(whole, w), append(origin, i)
			_, filler := d.forms["filler "+strings.ToLower(fold)]
			filler = filler && (fold != "A" || i < len(words)-1)
			if last := len(list) - 1; filler && last >= 0 {
				_, kept := d.forms["keep "+strings.ToLower(list[last].fold+"_"+fold)]
				filler = !kept
			}
			comma := fold == "," && (len(list) == 0 || list[len(list)-1].fold == ",")
			if !filler && !comma && fold != "" {
				list = append(list, token{fold, len(whole) - 1})
			}
		}
	}
	if last := len(list) - 1; last >= 0 && list[last].fold == "," {
		list = list[:last]
	}
	return whole, origin, list
}

// slashed reports whether a word is a list of names, such as `lees/murrays` or `r3+r4`.
func slashed(word string) bool {
	names := strings.Split(strings.ReplaceAll(word, "+", "/"), "/")
	return len(names) > 1 && !slices.ContainsFunc(names, func(name string) bool {
		return len(name) < 2 || name[0] < 'A' || name[0] > 'Z'
	})
}

// signs maps punctuation to the token it stands for.
var signs = map[string]string{"&": "AND", "-": ":", "–": ":", "—": ":", "=": ":", "->": ":", "→": ":", "|": ",", ">": "THEN", "[": "(",
	"]": ")"}

// lattice holds all lexical edges of a sentence.
type lattice struct {
	*data
	v       *spoken.Vocabulary
	written []orders.Word // as written
	words   []orders.Word // contractions expanded
	origin  []int         // index in written
	tokens  []token
	ending  [][]*edge
	known   []bool     // the token has a lexical edge
	near    [][]string // lexicon words that an unknown token may be a misspelling of
	point   int        // end of the last point
}

func (d *data) lattice(v *spoken.Vocabulary, words []orders.Word) *lattice {
	l := &lattice{data: d, v: v}
	l.written = words
	l.words, l.origin, l.tokens = d.tokens(words)
	l.ending, l.known = make([][]*edge, len(l.tokens)+1), make([]bool, len(l.tokens))
	l.spell()
	for i := range l.tokens {
		l.lexicon(i)
		l.values(i)
		l.names(i)
	}
	for i := range l.tokens {
		if fold := l.tokens[i].fold; !l.known[i] && adverb(fold) {
			l.put("manner", i, i+1, 3, sealed(&Value{}))
		}
		if l.known[i] {
			continue
		}
		for _, right := range l.near[i] {
			l.phrases(i, right)
		}
	}
	return l
}

// adverb reports whether a word is an adverb of manner, such as "gallantly". Adverbs that limit an order are not.
func adverb(word string) bool {
	limits := []string{"HARDLY", "BARELY", "SCARCELY", "NEARLY", "PARTLY", "PARTIALLY", "MOSTLY", "SOLELY", "EXCLUSIVELY",
		"MERELY", "POSSIBLY", "PROBABLY", "HOPEFULLY", "PRESUMABLY", "SUPPOSEDLY", "UNLIKELY", "EVENTUALLY", "USUALLY",
		"OCCASIONALLY", "CONDITIONALLY", "APPARENTLY", "REPORTEDLY", "ALLEGEDLY",
		"SUPPLY", "REPLY", "APPLY", "FAMILY", "FINALLY", "LASTLY", "FIRSTLY"}
	return len(word) > 5 && strings.HasSuffix(word, "LY") && !slices.Contains(limits, word)
}

func (l *lattice) put(name string, from, to int, cost int32, v *Value) {
	s, ok := l.symbols[name]
	if !ok || to > len(l.tokens) {
		return
	}
	c := *v
	c.from, c.to = from, to
	l.ending[to] = append(l.ending[to], &edge{symbol: s, from: from, to: to, cost: cost, value: &c})
	for i := from; i < to; i++ {
		l.known[i] = true
	}
}

// lexicon adds edges for lexicon entries and for literals of the grammar.
func (l *lattice) lexicon(at int) {
	fold := l.tokens[at].fold
	if literal := `"` + strings.ToLower(fold) + `"`; l.symbols[literal] != 0 {
		l.put(literal, at, at+1, 0, atom(fold))
	}
	l.phrases(at, fold)
	if stem, owned := strings.CutSuffix(fold, "'S"); owned {
		l.phrases(at, stem)
	}
}

// phrases adds edges for the lexicon entries that begin with a word.
func (l *lattice) phrases(at int, first string) {
	for _, p := range l.data.words[first] {
		spelt, ok := l.matches(at, first, p.words[1:])
		if !ok {
			continue
		}
		price := p.price
		if spelt != nil {
			price += misspelling
		}
		to, before := at+len(p.words), len(l.ending[at+len(p.words)])
		switch name := l.data.names[p.symbol]; {
		case name == "corps" && l.isGroup(at): // "all legions" are the legions
		case name == "others" && l.ofGroup(at, p.words):
		case name == "others":
			l.rest(at, len(p.words))
		case name == "nobody" || name == "neither" && len(l.v.Mine) == 2:
			l.put(name, at, to, price, sealed(&Value{Kind: "unit", IDs: l.v.Mine, Group: true}))
		case name == "neither":
		case name != "everyone" && name != "pair":
			l.put(name, at, to, price, p.value)
		case name == "pair" && len(l.v.Mine) != 2:
		case len(l.v.Mine) == 1 && len(l.v.Under) > 0: // "all" may mean the subordinates' units as well
		case len(l.v.Mine) > 0:
			price++
			if at > 0 && l.tokens[at-1].fold == "," { // "Lights, Rangers, all hold" is about those two
				price += 5
			}
			l.put("unit", at, to, price, sealed(&Value{Kind: "unit", IDs: l.v.Mine, Group: true}))
		}
		for _, e := range l.ending[to][before:] {
			e.spelt = spelt
		}
	}
}

// ofGroup reports whether a phrase, such as "the rest of the line", ends in the name of a group of units.
func (l *lattice) ofGroup(at int, words []string) bool {
	of := slices.Index(words, "OF")
	return of >= 0 && l.isGroup(at+of+1)
}

// isGroup reports whether a token is the name of a group of units.
func (l *lattice) isGroup(at int) bool {
	_, count := l.v.Together(l.words[l.tokens[at].at:], "unit")
	return count > 0
}

// matches reports whether the tokens are a phrase, possibly misspelt. spelt has its words if it is.
func (l *lattice) matches(at int, first string, words []string) (spelt []string, ok bool) {
	if at+len(words)+1 > len(l.tokens) {
		return nil, false
	}
	wrong := !strings.HasPrefix(l.tokens[at].fold, first)
	for i, w := range words {
		if token := at + 1 + i; l.tokens[token].fold == w {
			continue
		} else if wrong || !has(l.near[token], w) {
			return nil, false
		}
		wrong = true
	}
	if wrong {
		spelt = append([]string{first}, words...)
	}
	return spelt, true
}

// ordinal reports whether a token is an ordinal that can stand for a name: "the Second and the Third". At the head of a
// list, "Second, the cavalry holds", or before a group, "the second line", it is none.
func (l *lattice) ordinal(at int) bool {
	if at == 0 && len(l.tokens) > 1 && l.tokens[1].fold == "," || at+1 < len(l.tokens) && l.isGroup(at+1) &&
		!l.isCorps(l.tokens[at+1].fold) {
		return false
	}
	return l.isRank(at)
}

// isRank reports whether a token is an ordinal.
func (l *lattice) isRank(at int) bool {
	return slices.ContainsFunc(ranks, func(rank [4]string) bool { return slices.Contains(rank[:2], l.tokens[at].fold) })
}

// strange reports whether a token is a word that is neither in the lexicon nor common.
func (l *lattice) strange(at int) bool {
	if at >= len(l.tokens) || l.v.Common == nil {
		return false
	}
	fold := l.tokens[at].fold
	return len(l.data.words[fold]) == 0 && !l.v.Common(fold) && strings.Trim(fold, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// isUnit reports whether a word is one of the ruleset's units of length.
func (d *data) isUnit(word string) bool {
	return slices.ContainsFunc(d.words[word], func(p phrase) bool {
		return d.names[p.symbol] == "step" && len(p.words) == 1
	})
}

// spell finds the lexicon words within one typing error of each unknown token. The rest of the sentence must
// disambiguate them.
func (l *lattice) spell() {
	l.near = make([][]string, len(l.tokens))
	for at := range l.tokens {
		fold := l.tokens[at].fold
		if len(fold) < shortest-1 || strings.ContainsFunc(fold, func(r rune) bool { return r < 'A' || r > 'Z' }) ||
			l.vocabulary[fold] || l.v.Common == nil || l.v.Common(fold) {
			continue
		}
		rest := l.words[l.tokens[at].at:]
		if slices.ContainsFunc(l.v.Kinds, func(k spoken.Kind) bool { return k.Names.Find(rest).Words > 0 }) {
			continue
		}
		for _, right := range l.spellings {
			if len(right) >= shortest-1 && orders.Distance(fold, right, 1) == 1 {
				l.near[at] = append(l.near[at], right)
			}
		}
	}
}

// until returns the index of the first token that comes after count words.
func (l *lattice) until(at, words int) int {
	end := l.tokens[at].at + words
	for at < len(l.tokens) && l.tokens[at].at < end {
		at++
	}
	return at
}

// names adds edges for the seat's names and groups.
func (l *lattice) names(at int) {
	rest := l.words[l.tokens[at].at:]
	_, number := spoken.NumberAt(rest)
	weak := number > 0 || slices.ContainsFunc(l.data.words[l.tokens[at].fold], func(p phrase) bool {
		return l.data.names[p.symbol] != "ground" // the word also has another meaning
	})
	for _, k := range l.v.Kinds {
		m := k.Names.Find(rest)
		for _, spelt := range []bool{true, false} {
			alias, least := ranked(rest, spelt)
			if other := k.Names.Find(alias); m.ID == "" && other.ID != "" && other.Words >= least {
				m = other
			}
		}
		if stem, owned := strings.CutSuffix(rest[0].Fold, "'S"); owned && m.Words == 0 && k.Slot != "unit" {
			alias := slices.Clone(rest[:min(len(rest), longest)])
			alias[0].Text, alias[0].Fold = stem, stem
			m = k.Names.Find(alias) // "Ewell's corps"
		}
		figure := number > 0 && m.Words == 1 && m.ID != "" && !m.Whole() && l.figure(at, k.Slot)
		ordinal := k.Slot == "unit" && m.Words == 1 && m.ID != "" && l.ordinal(at)
		if m.Words == 0 || !m.Whole() && !figure && !ordinal && (number > 0 || weak && m.Words == 1 || !m.Telling(rest)) {
			continue
		}
		if rest[0].Filler && len(rest) > 1 && k.Names.Find(rest[1:]).ID == m.ID && m.ID != "" {
			continue // "with Lee's"
		}
		to := l.until(at, m.Words)
		v := &Value{Kind: k.Slot, IDs: m.Fits, Several: m.ID == ""}
		if m.ID != "" {
			v.IDs = []string{m.ID}
		}
		cost := int32(0)
		switch {
		case m.Whole():
		case figure:
			cost = 5
		case l.named(rest, m.Words):
			cost = 6 // "Seaforths" for Seaforth's Rocks
		case ordinal:
			cost = 3
		default:
			cost = 1
		}
		l.put(k.Slot, at, to, cost, sealed(v))
		if (k.Slot == "place" || k.Slot == "zone") && m.ID != "" && l.v.At != nil {
			if ids := l.v.At(m.ID); len(ids) > 0 {
				l.put("garrison", at, to, cost, sealed(&Value{Kind: "unit", IDs: ids, Group: true}))
			}
		}
		if under := l.v.Under[m.ID]; k.Slot == "to" && len(under) > 0 {
			l.put("command", at, to, cost, sealed(&Value{Kind: "unit", Text: command, IDs: under, Group: true}))
		}
		if k.Slot == "unit" && m.ID != "" {
			if more := l.people(to); more > 0 {
				l.put(k.Slot, at, to+more, cost+2, sealed(v))
			}
		}
		if to < len(l.tokens) && m.ID != "" && l.calledSo(k.Names, m.ID, l.tokens[to].fold) {
			l.put(k.Slot, at, to+1, cost+1, sealed(v))
		}
	}
	if len(l.ending) > 0 && !l.starts(at) && (!l.short(at) || l.strange(at+1)) {
		l.misspelt(at)
	}
	l.initials(at)
	l.shared(at)
	l.possessed(at)
	l.rank(at)
	if from := l.tokens[at].at; from > 0 && has(possessives, l.words[from-1].Fold) && l.isCorps(l.tokens[at].fold) {
		l.put("they", at, at+1, 2, sealed(&Value{Kind: "they"})) // "Lee brings his brigade up"
	}
	l.ordinals(at)
	for _, people := range l.v.Foes {
		if fold := l.tokens[at].fold; fold == people || fold == people+"S" {
			l.put("foe", at, at+1, 0, sealed(&Value{Kind: "foes"}))
			l.put("foeside", at, at+1, 0, sealed(&Value{Kind: "foes"}))
		}
	}
	if at > 0 && l.isRank(at-1) && l.fillers(at) == 0 && !l.isCorps(l.tokens[at].fold) {
		return // "the second line" is a part of the line
	}
	for _, slot := range []string{"unit", "enemy"} {
		if from := l.tokens[at].at; slot == "unit" && from > 0 && has(possessives, l.words[from-1].Fold) {
			if _, n := l.v.Together(rest, slot); n > 0 {
				l.put("they", at, l.until(at, n), 2, sealed(&Value{Kind: "they"}))
				continue
			}
		}
		for back := l.fillers(at); back >= 0; back-- { // "my own men"
			if ids, n := l.v.Together(l.words[l.tokens[at].at-back:], slot); n > back {
				l.put(slot, at, l.until(at, n-back), 2, sealed(&Value{Kind: slot, IDs: ids, Group: true}))
				break
			}
		}
	}
}

// fillers returns the number of words between a token and the one before it.
func (l *lattice) fillers(at int) int {
	if at == 0 {
		return l.tokens[0].at
	}
	return l.tokens[at].at - l.tokens[at-1].at - 1
}

// named reports whether a name of any kind matches the first words exactly.
func (l *lattice) named(words []orders.Word, count int) bool {
	return slices.ContainsFunc(l.v.Kinds, func(k spoken.Kind) bool {
		m := k.Names.Find(words)
		return m.Whole() && m.Words >= count
	})
}

// parted reports whether a clause may end before a token.
func (l *lattice) parted(at int) bool {
	return slices.ContainsFunc(l.tokens[:at], func(t token) bool {
		return has([]string{",", "AND", "BUT", "WHILE", "WHEREAS"}, t.fold)
	})
}

// figure reports whether a number can stand for the troops of that number: "78 hold". In a point or before a unit of
// length it cannot.
func (l *lattice) figure(at int, slot string) bool {
	number := func(at int) bool {
		return at >= 0 && at < len(l.tokens) && strings.ContainsAny(l.tokens[at].fold, "0123456789")
	}
	comma := func(at int) bool { return at >= 0 && at < len(l.tokens) && l.tokens[at].fold == "," }
	return has([]string{"unit", "friend", "enemy"}, slot) && !(comma(at-1) && number(at-2)) &&
		!(comma(at+1) && number(at+2)) && !(at+1 < len(l.tokens) && l.isUnit(l.tokens[at+1].fold))
}

// isCorps reports whether a word is a noun for a body of troops.
func (d *data) isCorps(word string) bool {
	_, one := d.forms["corps "+strings.ToLower(word)]
	_, several := d.forms["corps "+strings.ToLower(strings.TrimSuffix(word, "S"))]
	return one || several
}

// possessives make a noun such as "guns" stand for the troops of the subject.
var possessives = []string{"YOUR", "HIS", "HER", "ITS", "THEIR"}

// ranks lists the ordinals in figures and in words, and the numbers that can stand for them.
var ranks = [][4]string{{"1ST", "FIRST", "ONE", "1"}, {"2ND", "SECOND", "TWO", "2"}, {"3RD", "THIRD", "THREE", "3"},
	{"4TH", "FOURTH", "FOUR", "4"}, {"5TH", "FIFTH", "FIVE", "5"}, {"6TH", "SIXTH", "SIX", "6"},
	{"7TH", "SEVENTH", "SEVEN", "7"}, {"8TH", "EIGHTH", "EIGHT", "8"}, {"9TH", "NINTH", "NINE", "9"},
	{"10TH", "TENTH", "TEN", "10"}}

// ranked returns the words with an ordinal spelt out, or in figures: the 2nd legion, the second legion, legion second,
// legion two. A name must match at least `least` of them.
func ranked(words []orders.Word, spelt bool) (alias []orders.Word, least int) {
	put := func(at int, fold string) {
		alias = slices.Clone(words[:min(len(words), longest)])
		alias[at].Fold, alias[at].Text = fold, fold
	}
	for _, rank := range ranks {
		figure, word := rank[0], rank[1]
		first, second := words[0].Fold, ""
		if len(words) > 1 {
			second = words[1].Fold
		}
		switch {
		case spelt && first == figure:
			put(0, word)
			return alias, 1
		case !spelt && first == word:
			put(0, figure)
			return alias, 1
		case spelt && (second == figure || second == rank[2] || second == rank[3]) || second == word:
			put(0, word)
			alias[1] = words[0]
			return alias, 2
		}
	}
	return nil, 0
}

// calledSo reports whether a noun after a name can belong to it: "the Champagne regiment". A noun that occurs only in
// other names cannot.
func (l *lattice) calledSo(names *orders.Names, id, word string) bool {
	if _, ok := l.forms["corps "+strings.ToLower(word)]; !ok {
		return false
	}
	if ids, n := l.v.Together([]orders.Word{{Text: word, Fold: word}}, "unit"); n > 0 && !slices.Contains(ids, id) {
		return false
	}
	others := false
	for _, n := range names.All() {
		if slices.Contains(strings.Fields(orders.Fold(n.Name)), word) {
			if n.ID == id {
				return true
			}
			others = true
		}
	}
	return !others
}

// people returns how many capitalized words after a name in the genitive say whose men they are: "Archer's South
// Carolinians".
func (l *lattice) people(at int) (count int) {
	if at == 0 || !strings.HasSuffix(l.tokens[at-1].fold, "'S") {
		return 0
	}
	for at+count < len(l.tokens) && count < 2 {
		w := l.words[l.tokens[at+count].at]
		if w.Text == "" || w.Text[0] < 'A' || w.Text[0] > 'Z' || len(l.data.words[w.Fold]) > 0 {
			break
		}
		count++
	}
	return count
}

// starts reports whether a correctly spelled token begins a lexical edge.
func (l *lattice) starts(at int) bool {
	if l.words[l.tokens[at].at].Mended {
		return false
	}
	for _, list := range l.ending[at+1:] {
		for _, e := range list {
			if e.from == at {
				return true
			}
		}
	}
	return false
}

// misspelt adds an edge for the only name within a small edit distance, and corrects the words.
func (l *lattice) misspelt(at int) {
	var best, other orders.Name
	var kind, right string
	least, from := maxErrors+1, l.tokens[at].at
	for _, k := range l.v.Kinds {
		for _, n := range k.Names.All() {
			for _, name := range []string{orders.Fold(n.Name), orders.Fold(n.ID)} {
				count := strings.Count(name, " ") + 1
				if from+count > len(l.words) || count == 1 && k.Slot != "unit" && k.Slot != "place" {
					continue
				}
				var said []string
				for _, w := range l.words[from : from+count] {
					said = append(said, orders.Fold(w.Text))
				}
				limit := min(maxErrors, len(name)/shortest)
				switch d := orders.Distance(strings.Join(said, " "), name, limit); {
				case d > limit || d > least:
				case d == least && best.ID != n.ID:
					other = n
				case d < least:
					best, other, kind, right, least = n, orders.Name{}, k.Slot, name, d
				}
			}
		}
	}
	if best.ID == "" || other.ID != "" {
		return
	}
	words := strings.Fields(right)
	for i, right := range words {
		if w := &l.written[l.origin[from+i]]; orders.Fold(w.Text) != right {
			w.Fold, w.Mended, w.Doubt = right, true, orders.Fold(w.Text)[0] != right[0] // "Loyal" for Royal
		}
	}
	l.put(kind, at, l.until(at, len(words)), 4, sealed(&Value{Kind: kind, IDs: []string{best.ID}}))
}

// short adds an edge for a name if it is the only one with a word that has this prefix, or this plural: "Brock" for
// Brockenbrough's Brigade, "the Grenadiers" for the Grenadier Battalion.
func (l *lattice) short(at int) bool {
	fold, id, kind := l.tokens[at].fold, "", ""
	stem, plural := strings.CutSuffix(fold, "S")
	short := len(fold) >= shortest-2 && l.v.Common != nil && !l.v.Common(fold)
	long := plural && len(stem) >= shortest-1 && short // "grens"
	if !short && !plural || len(stem) < shortest-2 {
		return false
	}
	for _, k := range l.v.Kinds {
		for _, n := range k.Names.All() {
			for word := range strings.FieldsSeq(orders.Fold(n.Name)) {
				if n.ID == id || !(short && strings.HasPrefix(word, fold) || plural && word == stem ||
					long && strings.HasPrefix(word, stem)) {
					continue
				}
				if id != "" {
					return false
				}
				id, kind = n.ID, k.Slot
			}
		}
	}
	if id != "" {
		l.put(kind, at, at+1, 4, sealed(&Value{Kind: kind, IDs: []string{id}}))
	}
	return id != ""
}

// Limits of misspelt.
const (
	maxErrors   = 2  // edit distance
	misspelling = 15 // price of a misspelt word
	shortest    = 5  // letters per error
	halved      = 20 // price of a number that may be half of a point
)

// rank adds an edge for a range of names: "p1-p6".
func (l *lattice) rank(at int) {
	one, other, ok := strings.Cut(l.tokens[at].fold, "-")
	if !ok {
		if one, other, ok = strings.Cut(l.tokens[at].fold, ".."); !ok {
			return
		}
	}
	for _, k := range l.v.Kinds {
		first := k.Names.Find([]orders.Word{{Text: one, Fold: one}})
		last := k.Names.Find([]orders.Word{{Text: other, Fold: other}})
		if !first.Whole() || !last.Whole() || first.ID == "" || last.ID == "" {
			continue
		}
		var ids []string
		for _, n := range k.Names.All() {
			if n.ID == first.ID || len(ids) > 0 {
				ids = append(ids, n.ID)
			}
			if n.ID == last.ID && len(ids) > 1 {
				l.put(k.Slot, at, at+1, 0, sealed(&Value{Kind: k.Slot, IDs: ids}))
				break
			}
		}
	}
}

// ordinals adds an edge for a range of names that differ in an ordinal: "the First to Fourth legions".
func (l *lattice) ordinals(at int) {
	if at+3 >= len(l.tokens) || !slices.Contains([]string{"TO", "THROUGH"}, l.tokens[at+1].fold) {
		return
	}
	index := func(at int) int {
		return slices.IndexFunc(ranks, func(rank [4]string) bool { return slices.Contains(rank[:2], l.tokens[at].fold) })
	}
	first, last, plural := index(at), index(at+2), l.tokens[at+3].fold
	if first < 0 || last <= first {
		return
	}
	for _, noun := range slices.Compact([]string{strings.TrimSuffix(plural, "S"), plural}) {
		for _, k := range l.v.Kinds {
			var ids []string
			for _, rank := range ranks[first : last+1] {
				for _, ordinal := range rank[:2] {
					m := k.Names.Find([]orders.Word{{Text: ordinal, Fold: ordinal}, {Text: noun, Fold: noun}})
					if m.Words == 2 && m.ID != "" && m.Whole() && !slices.Contains(ids, m.ID) {
						ids = append(ids, m.ID)
					}
				}
			}
			if len(ids) == last-first+1 {
				l.put(k.Slot, at, at+4, 0, sealed(&Value{Kind: k.Slot, IDs: ids}))
				return
			}
		}
	}
}

// rest adds an edge for the seat's units that have no order elsewhere in the mail.
func (l *lattice) rest(at, count int) {
	if l.v.Elsewhere == nil {
		return
	}
	told, sure := l.v.Elsewhere()
	ids := slices.DeleteFunc(slices.Clone(l.v.Mine), func(id string) bool { return slices.Contains(told, id) })
	if sure && len(ids) > 0 {
		l.put("rest", at, at+count, 2, sealed(&Value{Kind: "unit", Text: remaining, IDs: ids, Group: true}))
	}
}

// command is the text of a reference to all troops of a commander by his name.
const command = "command"

// remaining is the text of a reference to "the rest".
const remaining = "rest"

// sharedReach limits the distance, in tokens, between a name and the noun that it shares.
const sharedReach = 8

// shared adds edges for names that share a plural noun: "the First, Second and Third legions".
func (l *lattice) shared(at int) {
	word := l.words[l.tokens[at].at]
	for k := at + 1; k < min(len(l.tokens), at+sharedReach); k++ {
		plural := l.tokens[k].fold
		if len(plural) < 4 {
			continue
		}
		for _, noun := range slices.Compact([]string{strings.TrimSuffix(plural, "S"), plural}) {
			full := []orders.Word{word, {Text: noun, Fold: noun}}
			for _, of := range l.v.Kinds {
				if m := of.Names.Find(full); m.Words == 2 && m.ID != "" && m.Whole() && of.Names.Find(full[1:]).ID != m.ID {
					to := at + 1
					if k == at+1 {
						to++
					}
					l.put(of.Slot, at, to, 3, sealed(&Value{Kind: of.Slot, IDs: []string{m.ID}}))
				}
			}
		}
	}
}

// longest limits the words of a name before the noun in possessed.
const longest = 3

// possessed adds an edge for a name whose noun comes first: "the Dragoons of Robertson", "the velites of the centre".
func (l *lattice) possessed(at int) {
	if at+2 >= len(l.tokens) || l.tokens[at+1].fold != "OF" {
		return
	}
	noun := l.tokens[at].fold
	for count := min(longest, len(l.tokens)-at-2); count > 0; count-- {
		for _, owner := range []string{"", "'S"} {
			var words []orders.Word
			for _, t := range l.tokens[at+2 : at+2+count] {
				words = append(words, orders.Word{Text: t.fold, Fold: t.fold})
			}
			words[count-1].Text += owner
			words[count-1].Fold += owner
			for _, one := range slices.Compact([]string{strings.TrimSuffix(noun, "S"), noun}) {
				full := append(words[:count:count], orders.Word{Text: one, Fold: one})
				for _, k := range l.v.Kinds {
					if m := k.Names.Find(full); m.Words == len(full) && m.ID != "" && m.Whole() {
						l.put(k.Slot, at, at+2+count, 0, sealed(&Value{Kind: k.Slot, IDs: []string{m.ID}}))
						return
					}
				}
			}
		}
	}
}

// values adds edges for numbers and for the ruleset's own notation, such as coordinates.
func (l *lattice) values(at int) {
	rest := l.words[l.tokens[at].at:]
	kind, text, count := "", "", 0
	if l.v.Value != nil {
		kind, text, count = l.v.Value(rest)
	}
	cost := int32(0)
	if kind == "point" {
		l.point = max(l.point, l.until(at, count))
	}
	if at < l.point {
		cost = halved
	}
	if n, count := spoken.NumberAt(rest); count > 0 {
		l.put("num", at, l.until(at, count), cost, number(n))
	}
	if kind == "point" {
		cost = 0
	}
	if count > 0 {
		l.put(kind, at, l.until(at, count), cost, sealed(&Value{Kind: kind, Text: text}))
	}
}
