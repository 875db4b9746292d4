package spoken

import (
	"slices"
	"strings"
	"sync"

	"galloper/orders"
)

// Speech is what a ruleset makes of what people say.
type Speech struct {
	Frames     []Frame
	Conditions []Frame // behind IF, WHEN, ONCE, UNLESS, UNTIL; their Verb is none
	// If, IfNot and Else say how conditions stand with orders: `IF {cond} THEN {order}`,
	// `{order} IF NOT {cond}`, `{order} ELSE {else}`.
	If, IfNot, Else string
	// IfNoTroops is If where an order is for no troops, as one for cards; "": the same.
	IfNoTroops string
	// Then and Also put what the same units do afterwards, or at the same time, behind an order: `{order} THEN {next}`.
	// Stay is what they do behind UNTIL, where nothing else is said; "": IfNot says it. And joins conditions.
	// Not stands before a condition that must not be, where And joins it.
	Then, Also, Stay, And, Not string
	// Halt stops troops that would otherwise go on without orders: `HOLD {unit}`; "": they stop by themselves.
	Halt string
	// Opens is the distance from which to open fire, in rules in which troops fire at will: `FIRE AT {n}`.
	Opens    string
	Together bool   // several units can be at one place
	Behind   string // parts who shall do it from what is done, where ELSE does not say it again: `: `
	To       string // of an order for somebody else's troops: `TO {to}: {order}`
	Standing string // `STANDING {order}`
	Lead     string // that some go first: `SEQUENCE {unit}`; "": nothing comes of it
	Rota     string // of colleagues, who draws before whom: `PRECEDENCE {seat}`; "": there is none
	Letter   string // to a colleague, of the kind `seat`: `LETTER TO {to}: {text}`
	// Several: what THEN, IF and OTHERWISE add to an order is an order by itself. The language has no THEN and no ELSE.
	Several bool
	// More: an order may have a second condition behind its first, `{order} IF {cond} THEN {next} IF …`.
	More bool
	// Never are things that the game has not, in capitals, and what a player is told of them who asks for one.
	Never [][2]string
	// Finally is the verb for what troops do of themselves when they have done what they were told.
	Finally Verb
	// Onward: what troops are told to do without saying how far or where it ends goes on, and they never do that.
	Onward bool
	// Ambiguous is the ruleset's reason for a name that fits several, Unread those for which what is refused may
	// only have been said in other words, first that of what is no order. What is refused for another reason was
	// understood.
	Ambiguous string
	Unread    []string
	// Later are the reasons for which an order is refused that may be given in another turn, or by somebody else: it is
	// told what it was read as, also where a part of it was not understood.
	Later []string
	Half  []string // the reasons for half an order, which is never guessed from other words
	// Known are the conditions as a player is told of them: `ENEMY WITHIN n`.
	Known string

	// First is the reader that is tried first. It passes sentences that it cannot parse to second, and returns ok false
	// if the old reader should read the whole item.
	First func(v *Vocabulary, it *orders.Item, second func(*orders.Item) []Said) (said []Said, ok bool)

	verbs  verbIndex
	rows   map[Verb][]*template
	conds  []*template
	stands bool // it has rows for orders that stand
	once   *sync.Once
	words  *lexicon // what common returns
}

// Frame is one way to say something in the ruleset's own language.
type Frame struct {
	Verb Verb     // with all its words in the shared table
	Say  []string // further words for it, in capitals
	As   string   // the order, with slots
	// Adds: it may stand behind another order for the same units, without what stands before its colon: `facing east`.
	Adds bool
	// Note is what a player is told of what in it the game has not.
	Note string
	// Near: it is not quite what was said, and must be confirmed. Named: only for units that were named with the verb.
	Near, Named bool
	// Also: it is of another kind than marches, and is done at the same time: `hold fire`.
	Also bool
	// Stands rows are for orders that begin with STANDING; where a speech has some, the others are not.
	Stands bool
	// Own: it is the writer's to order, whoever commands the troops. As a condition it is of friends alone.
	Own bool
	// Apart: troops that stand apart need an order each, and have one in a turn.
	Apart bool
	// Until rows count only with UNTIL, and say what is done then: `do not fire until …`.
	Until bool
	// Denies: what is said is that the condition is not so: `occupied`, of what is empty.
	Denies bool
	// Goes: those who shall do it go somewhere, which is not what `do not advance on the hill` says.
	Goes bool
	// Beside: it is an order by itself, whatever is said with it: `hold, and do not pursue`.
	Beside bool
	// Ranked: of several in it the first that can be had is meant: `use a king, or else a queen`.
	Ranked bool
	// Whole: it is what two clauses say together, of which the second has the verb that it asks for: `{-+fire}`.
	Whole bool
}

// Compile reads the frames. It panics where one is faulty: that is found when the program starts.
func (s Speech) Compile() *Speech {
	c := &s
	c.once = new(sync.Once)
	c.verbs, c.rows = verbIndex{}, map[Verb][]*template{}
	for _, f := range c.Frames {
		c.rows[f.Verb] = append(c.rows[f.Verb], compile(f))
		c.stands = c.stands || f.Stands
		for _, say := range f.Say {
			c.verbs.add(f.Verb, say)
		}
	}
	for _, f := range c.Conditions {
		c.conds = append(c.conds, compile(f))
	}
	return c
}

// Vocabulary is what the words of one seat's orders may mean, by what the seat knows.
type Vocabulary struct {
	// Names by the kind of slot that takes them; `unit` are those of the seat's side that it may
	// order. Of those that are written equally well the first kind that a slot takes counts.
	Kinds []Kind
	// Mine are the units that are meant by `all` and by groups: those that the seat itself commands.
	Mine []string
	// Groups that go by one name; `all` of the units needs none.
	Groups []Group
	Self   string // how the player's own person is written; "": not at all
	// Own returns the names of the player's own person; nil: nobody asks.
	Own  func() *orders.Names
	Turn int // which is ordered for; 0: turns are not counted
	// Under are the units that somebody commands, by his id: whom a directive without a unit is for.
	Under   map[string][]string
	Phrases []*Phrasebook
	// Foes are words for the enemy as a whole, in capitals and the singular: `HIGHLANDER`.
	Foes []string
	// Relate says what words mean that depend on who shall do it: `the foot in front`, of several enemies, `left of
	// Montagu`. how is what was said of them, of what it is said of. It returns "" where it means nothing; nil: nothing
	// depends on it.
	Relate func(how string, who, of []string) string
	// Parties parts units into those that need an order each, and At are the units at a place, as the seat knows them.
	// nil: there is nothing to part, or to tell.
	Parties func(units []string) [][]string
	At      func(place string) []string
	// Elsewhere are the units that have orders elsewhere in the mail, whom THE REST leaves out; sure is false where that
	// cannot be told. nil: the mail has no other orders.
	Elsewhere func() (units []string, sure bool)
	// Near are those of several enemies that are near a place, or on a side of it; nil: nothing is told of that.
	Near func(enemies []string, place, way string) []string
	// Whose are the commanders, by unit, of those of the side's units that the seat cannot order.
	Whose   map[string]string
	Samples map[string]string // one of each kind that has no names, for examples
	// Value reads what the ruleset writes in a way of its own, such as a hex, at the beginning of
	// the words, and returns its kind, how it is written, and how many words it takes; 0: none.
	Value func(words []orders.Word) (kind, text string, count int)

	// Accepts reports whether the ruleset can parse a canonical line, even if it refuses the order. It may be nil.
	Accepts func(line string) bool

	// Common reports whether a word is ordinary English, and so not misspelt. It may be nil.
	Common func(word string) bool
	// Trace receives an explanation of each sentence. It may be nil.
	Trace func(string)

	sampled map[string][]string // what examples have in a slot, once it was asked for
	said    []string            // what saying returns, likewise
	lexicon *lexicon            // what own returns, likewise
}

// Kind is names that a slot takes.
type Kind struct {
	Slot  string
	Names *orders.Names
	Write func(id string) string // how it stands in the ruleset's language; nil: by the id
}

// Group is several of a kind that go by one name.
type Group struct {
	Slot string   // "": `unit`
	Say  []string // in capitals, in the singular: `CAVALRY`, `HORSE`
	IDs  []string
	// Others: they are no troops that ALL means.
	Others bool
}

// Join puts one into the group of a slot that goes by a name; the groups come in the order of who joined them first.
func (v *Vocabulary) Join(id, slot string, say ...string) {
	i := slices.IndexFunc(v.Groups, func(g Group) bool { return g.Slot == slot && slices.Equal(g.Say, say) })
	if i < 0 {
		i, v.Groups = len(v.Groups), append(v.Groups, Group{Slot: slot, Say: say})
	}
	v.Groups[i].IDs = append(v.Groups[i].IDs, id)
}

// Phrase is words that have one meaning in a slot: `to the left` is LEFT.
//
// In what is said `A/B` is either word, a word with `?` may be left out, and `#` is a number, which
// stands for `#` in the text. Little words such as `the` may stand between.
type Phrase struct {
	Kind string
	Say  []string
	Text string
	// Relative: the text depends on who shall do it, and is what [Vocabulary.Relate] makes of it.
	Relative bool
}

// Phrasebook is phrases, ready to be found.
type Phrasebook struct {
	list  []Phrase
	says  patternIndex
	means []*Phrase // by what is said
}

// NewPhrasebook makes a book of phrases.
func NewPhrasebook(list ...Phrase) *Phrasebook {
	b := &Phrasebook{list: list}
	for i := range list {
		for _, say := range list[i].Say {
			b.says.add(say)
			b.means = append(b.means, &list[i])
		}
	}
	return b
}

// NameAfter lets the seat's units be named after who commands them, by unit: `Robinson, hold your fire`. A name that
// something else has a word of is no name of theirs.
func (v *Vocabulary) NameAfter(commanders map[string][]string) {
	taken := map[string]bool{}
	for _, k := range v.Kinds {
		for _, n := range k.Names.All() {
			for _, word := range nameWords(n) {
				taken[word] = true
			}
		}
	}
	for i, k := range v.Kinds {
		if k.Slot != unit || len(commanders) == 0 {
			continue
		}
		list := slices.Clone(k.Names.All())
		for n := range list {
			for _, name := range commanders[list[n].ID] {
				words := nameWords(orders.Name{Name: name})
				if last := len(words) - 1; last >= 0 && !taken[words[last]] {
					list[n].Also = append(slices.Clip(list[n].Also), name)
				}
			}
		}
		v.Kinds[i].Names = orders.NewNames(orders.NamesKind{}, list...)
	}
}

// names are those that a slot takes.
func (v *Vocabulary) names(slot string) []orders.Name {
	for _, k := range v.Kinds {
		if k.Slot == slot {
			return k.Names.All()
		}
	}
	return nil
}

// relate is Relate where there is one.
func (v *Vocabulary) relate(how string, who, of []string) string {
	if v.Relate == nil {
		return ""
	}
	return v.Relate(how, who, of)
}

// written are names of a kind as they stand in the ruleset's language.
func (v *Vocabulary) written(slot string, ids []string) []string {
	for _, k := range v.Kinds {
		if k.Slot == slot && k.Write != nil {
			list := make([]string, len(ids))
			for i, id := range ids {
				list[i] = k.Write(id)
			}
			return list
		}
	}
	return ids
}

// find finds a name of a kind at the beginning of the words.
func (v *Vocabulary) find(slot string, words []orders.Word) (m orders.Match) {
	for _, k := range v.Kinds {
		if k.Slot == slot {
			m = k.Names.Find(words)
		}
	}
	return m
}

// group finds what the words mean together, of one slot: a group, or in the plural a word that
// several names have (`legions`).
func (v *Vocabulary) group(words []orders.Word, slot string, all bool, mine []string) (ids []string, count int) {
	for _, g := range v.Groups {
		if g.Slot != slot && (g.Slot != "" || slot != unit) {
			continue
		}
		for _, say := range g.Say {
			if n := pluralAt(words, strings.Fields(say)); n > count {
				ids, count = g.IDs, n
				if slot == unit && !g.Others {
					ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !slices.Contains(mine, id) })
				}
			}
		}
	}
	if count > 0 && len(ids) > 0 {
		if count < len(words) && len(ids) > 1 && slices.Contains(plural, words[count].Fold) { // `infantry brigades`
			count++
		}
		return ids, count
	}
	if len(words) == 0 { // `after the`, and no more
		return nil, 0
	}
	forms := imperative(words[0].Fold)
	if len(forms) == 1 && !all || len(forms[0]) < 4 {
		return nil, 0
	}
	for _, n := range v.names(slot) {
		has := func(word string) bool { return slices.Contains(forms, word) }
		if (slot != unit || slices.Contains(mine, n.ID)) && slices.ContainsFunc(nameWords(n), has) {
			ids = append(ids, n.ID)
		}
	}
	if len(ids) < 2 {
		return nil, 0
	}
	return ids, 1
}

// nameWords are the words of a name, folded.
func nameWords(n orders.Name) []string {
	return strings.FieldsFunc(orders.Fold(n.Name), func(r rune) bool { return strings.ContainsRune(" -'.,", r) })
}

// Shown are ids as people read them, each with its name: `12 (Bliss Farm)`.
func (v *Vocabulary) Shown(ids []string) (shown []string) {
	for _, id := range ids {
		text := id
		for _, k := range v.Kinds {
			if _, ok := k.Names.Get(id); ok {
				text = k.Names.Show([]string{id}, false)[0]
				break
			}
		}
		shown = append(shown, text)
	}
	return shown
}

// phrases are those of all books.
func (v *Vocabulary) phrases() (list []Phrase) {
	for _, b := range v.Phrases {
		list = append(list, b.list...)
	}
	return list
}

// phrase finds the longest phrase at the beginning of the words, and what it says. Of equally long ones the first
// counts, or where whom somebody fights is told, the last.
func (v *Vocabulary) phrase(words []orders.Word, fought bool) (best *Phrase, text string, count int) {
	for _, book := range v.Phrases {
		for _, i := range book.says.starting(words) {
			if n, figure := book.says.list[i].at(words); n > count || fought && n == count && n > 0 {
				best, count = book.means[i], n
				text = strings.ReplaceAll(best.Text, "#", figure)
			}
		}
	}
	return best, text, count
}

// figureAt is the length of a number that stands by itself: not the beginning of `820,420`.
func figureAt(words []orders.Word) int {
	_, n := numberAt(words)
	if n > 0 && n+1 < len(words) && words[n].Text == "," && words[n+1].Fold[0] >= '0' && words[n+1].Fold[0] <= '9' {
		return 0
	}
	return n
}

// phraseAt returns how many words the phrase takes, 0 where they do not begin with it.
func phraseAt(words []orders.Word, phrase []string) int {
	if len(phrase) > len(words) {
		return 0
	}
	for i, w := range phrase {
		if words[i].Fold != w {
			return 0
		}
	}
	return len(phrase)
}

// pluralAt is phraseAt of a phrase whose last word may be in the plural.
func pluralAt(words []orders.Word, phrase []string) int {
	last := len(phrase) - 1
	if last >= len(words) || phraseAt(words, phrase[:last]) != last ||
		!slices.Contains(imperative(words[last].Fold), phrase[last]) {
		return 0
	}
	return len(phrase)
}

// Together returns the ids of a group at the beginning of the words, such as `cavalry` or a plural that several names
// share, and the length of its name.
func (v *Vocabulary) Together(words []orders.Word, slot string) (ids []string, count int) {
	return v.group(words, slot, false, v.Mine)
}

// NumberAt parses a number, in figures or words, and returns its length in words.
func NumberAt(words []orders.Word) (n, count int) { return numberAt(words) }

// Written returns the canonical text of each id.
func (v *Vocabulary) Written(slot string, ids []string) []string { return v.written(slot, ids) }
