package spoken

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"galloper/orders"
)

// Kinds of tokens beside those of the vocabulary.
const (
	unit   = "unit"   // whom the seat commands
	self   = "self"   // the player's own person
	they   = "they"   // the enemy, however meant
	number = "number" // in figures or words
	verb   = "verb"
	mark   = "mark" // a word that parts clauses
	joint  = "and"  // a comma, AND, &
	plain  = ""     // a word that means nothing here
)

// token is some words with one meaning, or with several that stand for different slots.
type token struct {
	kind     string
	verb     Verb
	mark     string
	senses   []sense
	prep     string // what stands before it: `to`, `behind`
	from, to int    // its words
}

// sense is one thing that a token may mean.
type sense struct {
	kind    string
	ids     []string
	several bool // one is meant, and it may be any of them
}

func (t *token) sense(kinds ...string) *sense {
	for i := range t.senses {
		if slices.Contains(kinds, t.senses[i].kind) {
			return &t.senses[i]
		}
	}
	return nil
}

func (t token) isVerb() bool { return t.kind == verb }

// ours reports whether the token is rather a unit of the seat's than one of the enemy's.
func (t *token) ours() bool {
	i := slices.IndexFunc(t.senses, func(s sense) bool { return s.kind == unit || s.kind == enemy })
	return i >= 0 && t.senses[i].kind == unit
}

// fillers are passed over wherever they stand.
var fillers = phrases("PLEASE", "KINDLY", "SIR", "GENTLEMEN", "AT ONCE", "IMMEDIATELY", "RIGHT AWAY",
	"FORTHWITH", "NOW",
	"QUICKLY", "WITH ALL SPEED", "IF YOU PLEASE", "YOU WILL", "YOU ARE TO", "YOU MUST", "YOU SHALL", "I WANT YOU TO",
	"I WANT", "I NEED", "I WOULD LIKE YOU TO", "I WOULD LIKE", "I WISH YOU TO", "BE SO GOOD AS TO", "BE SO KIND AS TO",
	"SO", "WELL", "ALSO", "JUST", "SIMPLY", "THE", "A", "AN", "YOUR", "MY", "HIS", "THEIR", "ITS", "OUR", "OF COURSE",
	"OVER THERE", "STRAIGHT", "LET", "HAVE", "WILL", "SHALL", "SHOULD", "MUST", "IS TO", "ARE TO", "IS", "ARE", "BE",
	"STEADILY", "TOO", "MEN", "BOYS", "LADS", "TROOPS", "UNITS", "REGIMENTS", "BATTALIONS", "TOGETHER", "DEAR",
	"THIS TURN", "AT ALL COSTS", "AS BEST YOU CAN", "TO THE LAST MAN", "WHEN YOU CAN", "AS SOON AS POSSIBLE",
	"IF PRACTICABLE", "GENERAL", "COLONEL", "MARSHAL", "CAPTAIN", "MAJOR", "GOOD", "LUCK", "SEE THAT", "MAKE SURE THAT",
	"ORDER", "TELL", "GET", "INFORM", "HEX", "HEXES", "BOLDLY", "LIKEWISE",
	"HERE", "THEN THEY", "IN THE MEANTIME", "MEANWHILE", "FINALLY", "WITHOUT DELAY", "HI", "HELLO")

// allWords say that all of what follows is meant.
var allWords = phrases("ALL OF", "ALL", "BOTH", "EVERY", "EACH", "EVERYONE", "EVERYBODY", "ALL UNITS", "EVERY UNIT",
	"THE WHOLE ARMY", "WHOLE ARMY", "THE ARMY", "WHOLE", "ENTIRE", "EVERY MAN", "ALL MEN", "ALL TROOPS", "WE", "US")

// exceptWords take what follows out of a list.
var exceptWords = phrases("EXCEPT FOR", "EXCEPT", "BUT NOT", "SAVE", "APART FROM", "OTHER THAN", "EXCEPTING")

// theyWords mean the enemy last named, or whoever he is.
var theyWords = phrases("THEM", "THEY", "ENEMY", "ENEMIES", "HIM", "THE FOE", "IT", "THERE")

var selfWords = phrases("I", "ME", "MYSELF")

// preps are prepositions, by what they are written as in frames.
var preps = map[string]string{"TO": "to", "INTO": "to", "ONTO": "to", "UP TO": "to", "DOWN TO": "to", "OVER TO": "to",
	"BACK TO": "to", "OUT TO": "to", "AT": "at", "ON": "at", "UPON": "at", "AGAINST": "at", "IN": "at", "FOR": "at",
	"TOWARDS": "towards", "TOWARD": "towards", "IN THE DIRECTION OF": "towards", "WITH": "with", "BEHIND": "behind",
	"IN REAR OF": "behind", "IN SUPPORT OF": "behind", "BESIDE": "beside", "NEXT TO": "beside", "ALONGSIDE": "beside",
	"LEVEL WITH": "beside", "VIA": "via", "THROUGH": "via", "BY WAY OF": "via", "BY": "by", "FROM": "from",
	"OUT OF": "from",
	"FACING": "facing", "OF": "of", "ROUND": "at", "AROUND": "at", "NEAR": "near", "OFF": "from", "AWAY FROM": "from",
	"SUPPORTED BY": "with", "IN FRONT OF": "before", "TO FACE": "facing", "LOOKING": "facing", "BETWEEN": "between",
	"ACROSS": "via", "ALONG": "via", "UP": "to", "DOWN": "to", "UP BEHIND": "behind", "TO SUPPORT": "behind"}

var prepPhrases = phrases(slices.Sorted(maps.Keys(preps))...)

// marks part clauses.
var marks = map[string]string{"THEN": "then", "AND THEN": "then", "AFTER THAT": "then", "NEXT": "then",
	"ELSE": "else", "OTHERWISE": "else", "OR ELSE": "else", "IF NOT": "else", "FAILING THAT": "else",
	"IF": "if", "WHEN": "if", "WHENEVER": "if", "ONCE": "if", "AS SOON AS": "if", "IN CASE": "if", "PROVIDED": "if",
	"AND IF": "if", "BUT IF": "else if", "OTHERWISE IF": "else if", "SHOULD": "",
	"ONLY IF": "if", "ONLY WHEN": "if", "UNLESS": "unless", "UNTIL": "until", "TILL": "until", "BUT": "but", "OR": "or",
	"WHILE": "while", "AS LONG AS": "while", "AFTER": "after", "BEFORE": "before"}

var markPhrases = func() (list [][]string) {
	for _, m := range slices.Sorted(maps.Keys(marks)) {
		if marks[m] != "" {
			list = append(list, strings.Fields(m))
		}
	}
	return list
}()

func phrases(list ...string) (out [][]string) {
	for _, p := range list {
		out = append(out, strings.Fields(p))
	}
	return out
}

// longest returns the longest of the phrases with which the words begin, and its length.
func longest(words []orders.Word, phrases [][]string) (string, int) {
	var best []string
	for _, p := range phrases {
		if len(p) > len(best) && phraseAt(words, p) > 0 {
			best = p
		}
	}
	return strings.Join(best, " "), len(best)
}

// numbers are those in words.
var numbers = map[string]int{"ONE": 1, "TWO": 2, "THREE": 3, "FOUR": 4, "FIVE": 5, "SIX": 6, "SEVEN": 7, "EIGHT": 8,
	"NINE": 9, "TEN": 10, "ELEVEN": 11, "TWELVE": 12, "FIFTEEN": 15, "TWENTY": 20, "THIRTY": 30, "FORTY": 40, "FIFTY": 50,
	"SIXTY": 60, "SEVENTY": 70, "EIGHTY": 80, "NINETY": 90, "HUNDRED": 100, "TWICE": 2}

// numberAt reads a number in figures or words: `two hundred`, `fifty`, `a hundred`.
func numberAt(words []orders.Word) (n, count int) {
	if v, err := strconv.Atoi(words[0].Fold); err == nil && len(words[0].Fold) < 6 {
		return v, 1
	}
	for count < len(words) {
		v, ok := numbers[words[count].Fold]
		switch {
		case !ok:
			return n, count
		case v == 100 && n > 0:
			n *= 100
		default:
			n += v
		}
		count++
	}
	return n, count
}

// tagger gives the words of an item their meanings.
type tagger struct {
	*Vocabulary
	*Speech
	words  []orders.Word
	tokens []token
	prep   string // that waits for what it belongs to
	at     int    // the word where it stands
	last   *token // the enemy or place named last
	all    bool   // ALL stood before
	except bool
}

// tag cuts the words into tokens.
func tag(s *Speech, v *Vocabulary, words []orders.Word) []token {
	t := &tagger{Vocabulary: v, Speech: s, words: words}
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

// add puts a token behind the others, with the preposition that waits for it.
func (t *tagger) add(i int, k token) {
	k.from = i
	takes := len(k.senses) > 0
	switch {
	case t.prep != "" && takes:
		k.prep, k.from, t.prep = t.prep, t.at, ""
	case t.prep != "" && k.kind != joint:
		lost := token{kind: plain, from: t.at, to: i}
		if t.prep == "to" && (k.kind == verb || k.kind == mark) {
			lost.kind = "filler" // `X to advance`
		}
		t.tokens, t.prep = append(t.tokens, lost), ""
	}
	if lost := len(t.tokens) - 1; lost >= 0 && t.tokens[lost].kind == "filler" {
		t.tokens = t.tokens[:lost]
	}
	if takes && t.except && k.sense(unit) != nil {
		t.exclude(&k)
		return
	}
	t.tokens = append(t.tokens, k)
}

// next tags what begins at a word, and returns how many words that takes; 0: it means nothing.
func (t *tagger) next(i int) int {
	rest := t.words[i:]
	if w := rest[0].Fold; w == "," || w == "&" || w == "AND" {
		if _, n := longest(rest, markPhrases); n < 2 {
			t.add(i, token{kind: joint, mark: w, to: i + 1})
			return 1
		}
	}
	if rest[0].Text == ":" || rest[0].Text == "-" {
		t.add(i, token{kind: mark, mark: ":", to: i + 1})
		return 1
	}
	if rest[0].Text == "." { // a full stop
		t.add(i, token{kind: mark, mark: ".", to: i + 1})
		return 1
	}
	best, size := t.candidate(i)
	if best == nil {
		return size
	}
	best.to = i + size
	t.add(i, *best)
	return size
}

// candidate is the longest thing that begins at a word. nil with a size is passed over.
func (t *tagger) candidate(i int) (*token, int) {
	rest := t.words[i:]
	var best *token
	size := 0
	offer := func(k *token, n int) {
		if n > size {
			best, size = k, n
		}
	}
	if k, n := t.name(rest); n > 0 {
		offer(k, n)
	}
	means := func(kind, text string, n int) {
		s := sense{kind: kind, ids: []string{text}}
		if n == size && n > 0 {
			best.senses = append(best.senses, s)
		}
		offer(&token{kind: kind, senses: []sense{s}}, n)
	}
	if p, n := t.phrase(rest); n > 0 {
		means(p.Kind, p.Text, n)
	}
	if t.Value != nil {
		means(t.Value(rest))
	}
	if p, n := t.verbAt(i); best != nil && t.awaits(best) {
		// `card push on r3`: what stands there is what the verb before asks for
	} else if n > size || n > 0 && n == size && (best.vague() || !t.hasVerb()) {
		best, size = &token{kind: verb, verb: p.verb}, n
		if p.verb == "" {
			best.kind = plain
		}
		t.join(i, p)
	}
	if n, count := numberAt(rest); count > 0 {
		offer(&token{kind: number, senses: []sense{{kind: number, ids: []string{strconv.Itoa(n)}}}}, count)
	}
	if m, n := longest(rest, markPhrases); n > 0 {
		offer(&token{kind: mark, mark: marks[m]}, n)
	}
	return t.small(i, best, size)
}

// awaits reports whether the verb right before asks for what the token is.
func (t *tagger) awaits(k *token) bool {
	last := len(t.tokens) - 1
	return last >= 0 && t.tokens[last].kind == verb && k.kind != unit &&
		slices.ContainsFunc(t.rows[t.tokens[last].verb], func(f *template) bool { return slices.Contains(f.kinds(), k.kind) })
}

// hasVerb reports whether a verb stands in the clause so far.
func (t *tagger) hasVerb() bool {
	for i := len(t.tokens) - 1; i >= 0 && t.tokens[i].kind != mark; i-- {
		if t.tokens[i].kind == verb {
			return true
		}
	}
	return false
}

// small are the little words: of equally long things the bigger counts.
func (t *tagger) small(i int, best *token, size int) (*token, int) {
	rest := t.words[i:]
	if k, n := t.allAt(rest); n > size {
		return k, n
	}
	if _, n := longest(rest, exceptWords); n > size {
		t.except = true
		return nil, n
	}
	if _, n := longest(rest, selfWords); n > size && t.Self != "" && !t.wants(rest) {
		return &token{kind: self, senses: []sense{{kind: self, ids: []string{t.Self}}}}, n
	}
	if w, n := longest(rest, theyWords); n > size && !t.describes(rest[n:]) {
		return t.pronoun(w), n
	}
	_, filler := longest(rest, fillers)
	if p, n := longest(rest, prepPhrases); n > size && n >= filler {
		if t.prep == "" {
			t.prep, t.at = preps[p], i
		}
		t.prep = preps[p]
		return nil, n
	}
	if filler > size {
		return nil, filler
	}
	return best, size
}

// wants reports whether the words begin a wish: `I want`.
func (t *tagger) wants(rest []orders.Word) bool {
	f, n := longest(rest, fillers)
	return n > 1 && strings.HasPrefix(f, "I ")
}

// describes reports whether a name or group of the enemy's follows ENEMY.
func (t *tagger) describes(rest []orders.Word) bool {
	if len(rest) == 0 {
		return false
	}
	_, n := t.group(rest, enemy, false)
	return n > 0
}

const enemy = "enemy"

// pronoun is the enemy or place that was named last, or whoever is there.
func (t *tagger) pronoun(word string) *token {
	k := &token{kind: they, senses: []sense{{kind: they, ids: []string{""}}}}
	if t.last != nil && word != "ENEMY" && word != "ENEMIES" {
		k.senses = append(slices.Clone(t.last.senses), k.senses...)
	}
	return k
}

// allAt reads ALL, or ALL and what of: `all my horse`.
func (t *tagger) allAt(rest []orders.Word) (*token, int) {
	w, n := longest(rest, allWords)
	if n == 0 {
		return nil, 0
	}
	all := n
	for all < len(rest) {
		_, skip := longest(rest[all:], fillers)
		if skip == 0 {
			break
		}
		all += skip
	}
	if all < len(rest) {
		if ids, count := t.group(rest[all:], unit, true); count > 0 {
			return &token{kind: unit, senses: []sense{{kind: unit, ids: ids}}}, all + count
		}
		if w == "BOTH" || w == "EACH" || w == "EVERY" {
			return nil, 0
		}
		if m := t.unitAt(rest[all:]); m.Words > 0 {
			return nil, n
		}
	}
	return &token{kind: unit, senses: []sense{{kind: unit, ids: t.Mine}}}, n
}

func (t *tagger) unitAt(rest []orders.Word) (m orders.Match) {
	for _, k := range t.Kinds {
		if k.Slot == unit {
			if m = k.Names.Find(rest); !m.Telling(rest) {
				m = orders.Match{}
			}
		}
	}
	return m
}

// name finds names and groups of all kinds at the beginning of the words.
func (t *tagger) name(rest []orders.Word) (*token, int) {
	k, size := &token{}, 0
	_, little := longest(rest, fillers) // `the` is no part of a name
	if _, n := longest(rest, prepPhrases); n > little {
		little = n
	}
	var best orders.Match
	for _, of := range t.Kinds {
		m := of.Names.Find(rest)
		if m.Words < size || m.Words <= little || !m.Telling(rest) && !long(rest, m) {
			continue
		}
		s := sense{kind: of.Slot, ids: []string{m.ID}}
		if m.ID == "" {
			s.ids, s.several = m.Fits, true
		}
		switch {
		case m.Words > size:
			k.senses, best, size = []sense{s}, m, m.Words
		case m.Better(&best):
			k.senses, best = slices.Insert(k.senses, 0, s), m
		default:
			k.senses = append(k.senses, s)
		}
	}
	for _, slot := range []string{unit, enemy} {
		ids, n := t.group(rest, slot, t.all)
		if n == 0 || n < size || n == size && k.sense(slot) != nil && !k.sense(slot).several {
			continue
		}
		if n > size {
			k.senses, size = nil, n
		}
		if old := k.sense(slot); old != nil {
			*old = sense{kind: slot, ids: ids}
		} else {
			k.senses = append(k.senses, sense{kind: slot, ids: ids, several: slot != unit && len(ids) > 1})
		}
	}
	if size == 0 {
		return t.begun(rest)
	}
	k.kind = k.senses[0].kind
	if k.sense(enemy) != nil || !slices.ContainsFunc(k.senses, func(s sense) bool { return s.kind == unit }) {
		t.last = k
	}
	return k, size
}

// begun finds the units that may be meant by the beginning of a name: `gauls` fits Gaulish horse.
func (t *tagger) begun(rest []orders.Word) (*token, int) {
	forms := imperative(rest[0].Fold)
	form := forms[min(1, len(forms)-1)]
	if len(form) < 4 {
		return nil, 0
	}
	if _, n := longest(rest, fillers); n > 0 {
		return nil, 0
	}
	var ids []string
	for _, n := range t.names(unit) {
		begins := func(word string) bool { return strings.HasPrefix(word, form) }
		if slices.Contains(t.Mine, n.ID) && slices.ContainsFunc(nameWords(n), begins) {
			ids = append(ids, n.ID)
		}
	}
	if len(ids) == 0 {
		return nil, 0
	}
	return &token{kind: unit, senses: []sense{{kind: unit, ids: ids, several: len(ids) > 1}}}, 1
}

// long reports whether a part of a name is long enough to be meant.
func long(rest []orders.Word, m orders.Match) bool {
	return m.Words > 0 && len(rest[0].Fold) >= 4
}

// exclude takes units out of the list before.
func (t *tagger) exclude(k *token) {
	t.except = false
	for i := len(t.tokens) - 1; i >= 0; i-- {
		if s := t.tokens[i].sense(unit); s != nil {
			out := k.sense(unit).ids
			s.ids = slices.DeleteFunc(slices.Clone(s.ids), func(id string) bool { return slices.Contains(out, id) })
			return
		}
	}
}

// vague reports whether the token is a name that may be any of several.
func (k *token) vague() bool { return len(k.senses) > 0 && k.senses[0].several }

// verbAt finds the longest verb that begins at a word, and the words that it takes there.
func (t *tagger) verbAt(i int) (best verbPhrase, count int) {
	rest := t.words[i:]
	for _, form := range imperative(rest[0].Fold) {
		for _, index := range []verbIndex{t.verbs, sharedVerbs} {
			for _, p := range index[form] {
				if t.fits(rest, p) && len(p.words) > len(best.words) {
					best = p
				}
			}
		}
	}
	if best.split > 0 {
		return best, best.split
	}
	return best, len(best.words)
}

// join takes the second part of a verb in two parts out of the words behind.
func (t *tagger) join(i int, p verbPhrase) {
	if p.split == 0 {
		return
	}
	at := i + p.split
	for t.words[at].Fold != p.words[p.split] {
		at++
	}
	t.words = slices.Clone(t.words)
	t.words[at].Text, t.words[at].Fold = "please", "PLEASE"
}

// fits reports whether the words begin with the verb's, the second part of a parted one within the clause.
func (t *tagger) fits(rest []orders.Word, p verbPhrase) bool {
	n := len(p.words)
	if p.split > 0 {
		n = p.split
	}
	if len(rest) < n {
		return false
	}
	for k := 1; k < n; k++ {
		if rest[k].Fold != p.words[k] {
			return false
		}
	}
	if p.split == 0 {
		return true
	}
	for k := n + 1; k < min(len(rest), n+7); k++ {
		if marks[rest[k].Fold] != "" || rest[k].Text == "." {
			return false
		}
		if rest[k].Fold == p.words[p.split] {
			return true
		}
	}
	return false
}
