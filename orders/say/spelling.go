package say

import (
	_ "embed"
	"maps"
	"math/bits"
	"slices"
	"strings"
	"unicode"

	"galloper/orders"
)

//go:embed ordinary.txt
var ordinaryText string

// ordinary contains ordinary words in folded form.
var ordinary = func() map[string]bool {
	words := map[string]bool{}
	for line := range strings.Lines(ordinaryText) {
		if line[0] != '#' {
			for word := range strings.FieldsSeq(line) {
				words[strings.ToUpper(word)] = true
			}
		}
	}
	return words
}()

//go:embed short.txt
var shortText string

// contractions maps each contraction and abbreviation to its full form, both folded.
var contractions = func() map[string]string {
	of := map[string]string{}
	for line := range strings.Lines(shortText) {
		if line[0] == '#' {
			continue
		}
		for row := range strings.SplitSeq(strings.TrimSpace(line), "; ") {
			short, long, _ := strings.Cut(row, " = ")
			of[orders.Fold(short)] = orders.Fold(long)
		}
	}
	return of
}()

// class is the kind of a word in the lexicon.
type class int

const (
	aWord    class = iota // ordinary: never offered as a correction
	aLimit                // of a negation, condition or number: likewise
	aTerm                 // a correction to it needs confirmation
	aVerb                 // a correction to it is accepted and reported
	aName                 // likewise
	classNum = iota
)

// entry is one form of a word in a lexicon.
type entry struct {
	word    string
	class   class
	letters uint32 // a bit for each letter in it
}

// lexicon maps words to classes, and lists their forms for comparison with misspelt words.
type lexicon struct {
	of   map[string]class
	list []entry
}

func (l *lexicon) add(c class, text string) {
	for word := range strings.FieldsFuncSeq(orders.Fold(text), func(r rune) bool { return r < 'A' || r > 'Z' }) {
		if old, ok := l.of[word]; len(word) > 2 && (!ok || old < c && old != aLimit) {
			l.of[word] = c
		}
	}
}

// listed fills the list with all forms of the words.
func (l *lexicon) listed() *lexicon {
	for _, word := range slices.Sorted(maps.Keys(l.of)) {
		c := l.of[word]
		for _, form := range inflected(word, c) {
			l.list = append(l.list, entry{form, c, lettersOf(form)})
		}
	}
	return l
}

func lettersOf(word string) (letters uint32) {
	for i := range len(word) {
		letters |= 1 << (word[i] - 'A')
	}
	return letters
}

// shared returns the words that do not depend on the seat.
func (t *Table) shared(card string) *lexicon {
	t.once.Do(func() {
		l := &lexicon{of: map[string]class{}}
		for _, limiting := range slices.Concat(limitingWords, slices.Sorted(maps.Keys(numbers))) {
			l.add(aLimit, limiting)
		}
		for _, word := range slices.Sorted(maps.Keys(ordinary)) {
			l.add(aWord, word)
		}
		for _, short := range slices.Sorted(maps.Keys(contractions)) {
			l.add(aWord, short)
			l.add(aWord, contractions[short])
		}
		for word := range strings.FieldsFuncSeq(card, func(r rune) bool { return !unicode.IsLetter(r) }) {
			if word == strings.ToUpper(word) { // a keyword
				l.add(aTerm, word)
			}
		}
		for _, said := range t.verbs() {
			l.add(aWord, said)
			first, _, _ := strings.Cut(said, " ")
			l.add(aVerb, first)
		}
		l.add(aVerb, "THE AND PLEASE")
		t.common = l.listed()
	})
	return t.common
}

// own returns the words of the seat's scenario.
func (v *Vocabulary) own() *lexicon {
	if v.lexicon != nil {
		return v.lexicon
	}
	l := &lexicon{of: map[string]class{}}
	for _, g := range v.Groups {
		for _, say := range g.Say {
			l.add(aName, say)
		}
	}
	for _, k := range v.Kinds {
		for _, n := range k.Names.All() {
			for _, name := range slices.Concat([]string{n.Name, n.Short}, n.Also) {
				l.add(aName, name)
			}
		}
	}
	v.lexicon = l.listed()
	return v.lexicon
}

// limitingWords are further words that limit or negate an order.
var limitingWords = strings.Fields("IF UNLESS UNTIL TILL WITHOUT EXCEPT ONLY ELSE OTHERWISE BUT NO NOT NOR NEITHER NEVER NONE NOBODY NOTHING " +
	"DON'T WON'T CAN'T CANNOT WHEN WHENEVER SHOULD PROVIDED HALF QUARTER THIRD FIRST " +
	"SECOND FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH TWICE ONCE BOTH ALL EVERY EACH NEAREST LAST NEXT SAVE BARRING " +
	"WITHIN BEYOND BEFORE AFTER MORE LESS LEAST MOST")

// telling is the minimum length, in letters, of words whose similarity is unlikely to be a coincidence.
const telling = 5

// Mend returns the correction of a misspelt word, and whether it is a name or a verb. It returns "" if the word has no
// error or several corrections.
func (t *Table) Mend(v *Vocabulary, card, word string) (right string, sure bool) {
	word = strings.TrimSuffix(word, "'S")
	if len(word) < 3 || strings.ContainsFunc(word, func(r rune) bool { return r < 'A' || r > 'Z' }) {
		return "", false
	}
	common := t.shared(card)
	if common.knows(word) {
		return "", false
	}
	own := v.own()
	if own.knows(word) || t.finds(v, word) {
		return "", false
	}
	limit := 1
	if len(word) >= telling {
		limit = 2
	}
	near := [3][classNum][]string{} // by distance and class
	letters := lettersOf(word)
	for _, l := range []*lexicon{common, own} {
		for i := range l.list {
			e := &l.list[i]
			if bits.OnesCount32(e.letters^letters) > 2*limit || l == common && own.of[e.word] > e.class ||
				l == own && (common.of[e.word] >= e.class || common.of[e.word] == aLimit) {
				continue
			}
			if d := orders.Distance(word, e.word, limit); d <= limit && (d < 2 || e.word[0] == word[0]) {
				if is := &near[d][e.class]; !slices.Contains(*is, e.word) {
					*is = append(*is, e.word)
				}
			}
		}
	}
	for d := 1; d <= limit; d++ {
		names, others := near[d][aName], slices.Concat(near[d][aVerb], near[d][aTerm])
		plain := len(near[d][aWord]) + len(near[d][aLimit])
		switch {
		case len(names) > 1 || len(names) == 1 && d == 1 && slices.ContainsFunc(near[2][aName], func(other string) bool {
			return strings.TrimSuffix(other, "S") != strings.TrimSuffix(names[0], "S") && !strings.HasPrefix(other, names[0])
		}):
			return "", false
		case len(names) == 1 && (plain == 0 && len(others) == 0 ||
			d == 1 && len(word) >= telling && len(near[d][aLimit]) == 0):
			return names[0], true
		case len(names) == 0 && len(others) == 1 && plain == 0:
			return others[0], len(near[d][aVerb]) == 1
		case len(names)+len(others)+plain > 0:
			return "", false
		}
	}
	return "", false
}

func inflected(word string, c class) []string {
	if c != aVerb {
		return []string{word}
	}
	if strings.HasSuffix(word, "S") || strings.HasSuffix(word, "CH") {
		return []string{word, word + "ES"}
	}
	return []string{word, word + "S"}
}

// knows reports whether the lexicon contains the word in any form.
func (l *lexicon) knows(word string) bool {
	if _, ok := l.of[word]; ok {
		return true
	}
	for _, end := range []struct{ of, as string }{{"S", ""}, {"ES", ""}, {"IES", "Y"}, {"D", ""}, {"ED", ""}, {"IED", "Y"},
		{"ING", ""}, {"ING", "E"}, {"ER", ""}, {"R", ""}, {"ERS", ""}, {"RS", ""}, {"LY", ""}, {"ILY", "Y"}, {"EST", ""},
		{"ST", ""}, {"N", ""}, {"EN", ""}} {
		stem, ok := strings.CutSuffix(word, end.of)
		if !ok || len(stem) < 3 {
			continue
		}
		if _, ok = l.of[stem+end.as]; ok {
			return true
		}
		if n := len(stem); stem[n-1] == stem[n-2] { // `stopped`
			if _, ok = l.of[stem[:n-1]]; ok {
				return true
			}
		}
	}
	return false
}

// Common reports whether a word is an ordinary English word, or one of the reader's own.
func (t *Table) Common(card, word string) bool { return t.shared(card).knows(word) }

// finds reports whether the word is a name, or the start of one.
func (t *Table) finds(v *Vocabulary, word string) bool {
	words := []orders.Word{{Text: word, Fold: word}}
	return slices.ContainsFunc(v.Kinds, func(k Kind) bool { m := k.Names.Find(words); return m.Words > 0 })
}
