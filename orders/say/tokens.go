package say

import (
	"slices"
	"strings"

	"galloper/orders"
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
		if digits := strings.TrimRight(w.Fold, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"); digits != "" &&
			d.isUnit(w.Fold[len(digits):]) {
			parts = []string{digits, w.Fold[len(digits):]} // `100yds`
		}
		if cut, ok := d.forms["cut "+strings.ToLower(w.Fold)]; ok &&
			(len(w.Text) > 1 || w.Text == strings.ToLower(w.Text)) {
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
var signs = map[string]string{"&": "AND", "-": ":", "–": ":", "—": ":", "=": ":", "->": ":", "→": ":",
	"|": ",", ">": "THEN",
	"[": "(", "]": ")"}

// lattice holds all lexical edges of a sentence.
type lattice struct {
	*data
	v       *Vocabulary
	written []orders.Word // as written
	words   []orders.Word // contractions expanded
	origin  []int         // index in written
	tokens  []token
	ending  [][]*edge
	opening [][]*edge  // the same, by start
	known   []bool     // the token has a lexical edge
	near    [][]string // lexicon words that an unknown token may be a misspelling of
	point   int        // end of the last point
	prices  map[priced]int32
}

// priced is the meaning of a verb phrase or of an act, whose price does not depend on the sentence.
type priced struct {
	phrase bool
	hash   uint64
}

func (d *data) lattice(v *Vocabulary, words []orders.Word) *lattice {
	l := &lattice{data: d, v: v, prices: map[priced]int32{}}
	l.written = words
	l.words, l.origin, l.tokens = d.tokens(words)
	l.ending, l.known = make([][]*edge, len(l.tokens)+1), make([]bool, len(l.tokens))
	l.opening = make([][]*edge, len(l.tokens)+1)
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
	e := &edge{symbol: s, from: from, to: to, cost: cost, value: &c}
	l.ending[to], l.opening[from] = append(l.ending[to], e), append(l.opening[from], e)
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
		if slices.ContainsFunc(l.v.Kinds, func(k Kind) bool { return k.Names.Find(rest).Words > 0 }) {
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

// parted reports whether a clause may end before a token.
func (l *lattice) parted(at int) bool {
	return slices.ContainsFunc(l.tokens[:at], func(t token) bool {
		return has([]string{",", "AND", "BUT", "WHILE", "WHEREAS"}, t.fold)
	})
}

// isCorps reports whether a word is a noun for a body of troops.
func (d *data) isCorps(word string) bool {
	_, one := d.forms["corps "+strings.ToLower(word)]
	_, several := d.forms["corps "+strings.ToLower(strings.TrimSuffix(word, "S"))]
	return one || several
}

// starts reports whether a correctly spelled token begins a lexical edge.
func (l *lattice) starts(at int) bool {
	return !l.words[l.tokens[at].at].Mended && len(l.opening[at]) > 0
}

// Limits of misspelt.
const (
	maxErrors   = 2  // edit distance
	misspelling = 15 // price of a misspelt word
	shortest    = 5  // letters per error
	halved      = 20 // price of a number that may be half of a point
)

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

// command is the text of a reference to all troops of a commander by the name.
const command = "command"

const remaining = "rest"

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
	if n, count := NumberAt(rest); count > 0 {
		l.put("num", at, l.until(at, count), cost, number(n))
	}
	if kind == "point" {
		cost = 0
	}
	if count > 0 {
		l.put(kind, at, l.until(at, count), cost, sealed(&Value{Kind: kind, Text: text}))
	}
}
