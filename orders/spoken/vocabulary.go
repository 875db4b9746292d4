package spoken

import (
	"slices"
	"strings"

	"galloper/orders"
)

// Speech is what a ruleset makes of what people say.
type Speech struct {
	Frames     []Frame
	Conditions []Frame // behind IF, WHEN, ONCE, UNLESS, UNTIL; their Verb is none
	// If, IfNot and Else say how conditions stand with orders: `IF {cond} THEN {order}`,
	// `{order} IF NOT {cond}`, `{order} ELSE {else}`.
	If, IfNot, Else string
	To              string // of an order for somebody else's troops: `TO {to}: {order}`
	Standing        string // `STANDING {order}`
	// Ambiguous is the ruleset's reason for a name that fits several, Unread those for which what is refused may
	// only have been said in other words. What is refused for another reason was understood.
	Ambiguous string
	Unread    []string
	// Known are the conditions as a player is told of them: `ENEMY WITHIN n`.
	Known string

	verbs verbIndex
	rows  map[Verb][]*template
	conds []*template
}

// Frame is one way to say something in the ruleset's own language.
type Frame struct {
	Verb Verb     // with all its words in the shared table
	Say  []string // further words for it, in capitals
	As   string   // the order, with slots
}

// Compile reads the frames. It panics where one is faulty: that is found when the program starts.
func (s Speech) Compile() *Speech {
	c := &s
	c.verbs, c.rows = verbIndex{}, map[Verb][]*template{}
	for _, f := range c.Frames {
		c.rows[f.Verb] = append(c.rows[f.Verb], compile(f))
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
	// Under are the units that somebody commands, by his id: whom a directive without a unit is for.
	Under   map[string][]string
	Phrases []Phrase
	// Value reads what the ruleset writes in a way of its own, such as a hex, at the beginning of
	// the words, and returns its kind, how it is written, and how many words it takes; 0: none.
	Value func(words []orders.Word) (kind, text string, count int)
}

// Kind is names that a slot takes.
type Kind struct {
	Slot  string
	Names *orders.Names
}

// Group is several of a kind that go by one name.
type Group struct {
	Slot string   // "": `unit`
	Say  []string // in capitals, in the singular: `CAVALRY`, `HORSE`
	IDs  []string
}

// Phrase is words that have one meaning in a slot: `to the left` is LEFT.
type Phrase struct {
	Kind string
	Say  []string
	Text string
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

// group finds what the words mean together, of one slot: a group, or in the plural a word that
// several names have (`legions`).
func (v *Vocabulary) group(words []orders.Word, slot string, all bool) (ids []string, count int) {
	for _, g := range v.Groups {
		if g.Slot != slot && (g.Slot != "" || slot != unit) {
			continue
		}
		for _, say := range g.Say {
			if n := pluralAt(words, strings.Fields(say)); n > count {
				ids, count = g.IDs, n
			}
		}
	}
	if count > 0 {
		return ids, count
	}
	forms := imperative(words[0].Fold)
	if len(forms) == 1 && !all || len(forms[0]) < 4 {
		return nil, 0
	}
	for _, n := range v.names(slot) {
		has := func(word string) bool { return slices.Contains(forms, word) }
		if (slot != unit || slices.Contains(v.Mine, n.ID)) && slices.ContainsFunc(nameWords(n), has) {
			ids = append(ids, n.ID)
		}
	}
	if len(ids) < 2 {
		return nil, 0
	}
	return ids, 1
}

// sample is one of a kind, for an example; "" where there is none.
func (v *Vocabulary) sample(slot string) string {
	switch names := v.names(slot); {
	case slot == unit && len(v.Mine) > 0:
		return v.Mine[0]
	case slot == number:
		return "2"
	case len(names) > 0:
		return names[0].ID
	}
	return ""
}

// nameWords are the words of a name, folded.
func nameWords(n orders.Name) []string {
	return strings.FieldsFunc(orders.Fold(n.Name), func(r rune) bool { return strings.ContainsRune(" -'.,", r) })
}

// phrase finds the longest phrase at the beginning of the words.
func (v *Vocabulary) phrase(words []orders.Word) (best *Phrase, count int) {
	for i := range v.Phrases {
		for _, say := range v.Phrases[i].Say {
			if n := phraseAt(words, strings.Fields(say)); n > count {
				best, count = &v.Phrases[i], n
			}
		}
	}
	return best, count
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
