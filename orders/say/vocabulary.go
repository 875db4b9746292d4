package say

import (
	"slices"
	"strings"

	"galloper/orders"
)

// Vocabulary contains the possible meanings of words in one seat's orders, limited to the seat's knowledge.
type Vocabulary struct {
	// Kinds lists the names by slot; `unit` contains the units of the side that the seat can order. If names match
	// equally well, the first kind that a slot accepts wins.
	Kinds []Kind
	// Mine lists the units that the seat commands itself. `all` and the names of groups stand for them.
	Mine []string
	// Groups lists the groups of units that have a common name. ALL is understood without a group.
	Groups []Group
	Self   string // the player's own person in orders, or ""
	// Under maps commanders' ids to their units, the default units of a directive.
	Under map[string][]string
	// Foes lists words for the enemy as a whole, in upper-case singular: `HIGHLANDER`.
	Foes []string
	// Relate resolves words that depend on the acting units: `the foot in front` among several enemies, `left of
	// Montagu`. how is the relation, who the acting units, and of its object. It returns "" if the words have no
	// meaning there. It may be nil.
	Relate func(how string, who, of []string) string
	// Parties splits units into groups that need separate orders. At returns the units at a place, to the seat's
	// knowledge. Both may be nil.
	Parties func(units []string) [][]string
	At      func(place string) []string
	// Elsewhere returns the units ordered elsewhere in the mail, which THE REST excludes; sure is false if they cannot
	// all be determined. It is nil if the mail has no other orders.
	Elsewhere func() (units []string, sure bool)
	// Whose maps the side's units that the seat cannot order to their commanders.
	Whose   map[string]string
	Samples map[string]string // an example for each kind without names
	// Value parses the ruleset's own notation, such as a hex, at the start of the words. It returns the kind, the
	// canonical text and the number of words, or 0 if they do not match.
	Value func(words []orders.Word) (kind, text string, count int)

	// Accepts reports whether the ruleset can parse a canonical line, even if it refuses the order. It may be nil.
	Accepts func(line string) bool
	// Canon returns the canonical form of a line, or the line itself if the ruleset refuses it. It may be nil.
	Canon func(line string) string

	// Common reports whether a word is ordinary English, and so not misspelt. It may be nil.
	Common func(word string) bool
	// Trace receives an explanation of each sentence. It may be nil.
	Trace func(string)

	lexicon *lexicon // cache of own
}

// Kind is the set of names that a slot accepts.
type Kind struct {
	Slot  string
	Names *orders.Names
	Write func(id string) string // the text in the ruleset's language; nil for the id
}

// Group is a set of names of one kind with a common name.
type Group struct {
	Slot string   // "" for `unit`
	Say  []string // in upper-case singular: `CAVALRY`, `HORSE`
	IDs  []string
	// Others includes units that are not in Mine.
	Others bool
}

// Join adds an id to the group with the given names. A new group goes after the existing ones.
func (v *Vocabulary) Join(id, slot string, say ...string) {
	i := slices.IndexFunc(v.Groups, func(g Group) bool { return g.Slot == slot && slices.Equal(g.Say, say) })
	if i < 0 {
		i, v.Groups = len(v.Groups), append(v.Groups, Group{Slot: slot, Say: say})
	}
	v.Groups[i].IDs = append(v.Groups[i].IDs, id)
}

// NameAfter adds commanders' names to their units: `Robinson, hold your fire`. It skips a name whose last word occurs
// in another name.
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

func (v *Vocabulary) names(slot string) []orders.Name {
	for _, k := range v.Kinds {
		if k.Slot == slot {
			return k.Names.All()
		}
	}
	return nil
}

// Written returns the text of the names in the ruleset's language.
func (v *Vocabulary) Written(slot string, ids []string) []string {
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

// Together returns the ids of a group of the slot at the start of the words, or of a plural that several names share
// (`legions`), and the length of its name.
func (v *Vocabulary) Together(words []orders.Word, slot string) (ids []string, count int) {
	for _, g := range v.Groups {
		if g.Slot != slot && (g.Slot != "" || slot != unit) {
			continue
		}
		for _, say := range g.Say {
			if n := pluralAt(words, strings.Fields(say)); n > count {
				ids, count = g.IDs, n
				if slot == unit && !g.Others {
					ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !slices.Contains(v.Mine, id) })
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
	if len(words) == 0 { // as in `after the` at the end
		return nil, 0
	}
	forms := imperative(words[0].Fold)
	if len(forms) == 1 || len(forms[0]) < 4 {
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

// nameWords returns the words of a name, folded.
func nameWords(n orders.Name) []string {
	return strings.FieldsFunc(orders.Fold(n.Name), func(r rune) bool { return strings.ContainsRune(" -'.,", r) })
}

// Shown returns ids in readable form, each with its name: `12 (Bliss Farm)`.
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

// phraseAt returns the length of the phrase in words, or 0 if the words do not start with it.
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

// pluralAt is phraseAt for a phrase whose last word may be plural.
func pluralAt(words []orders.Word, phrase []string) int {
	last := len(phrase) - 1
	if last >= len(words) || phraseAt(words, phrase[:last]) != last ||
		!slices.Contains(imperative(words[last].Fold), phrase[last]) {
		return 0
	}
	return len(phrase)
}

const unit = "unit" // slot of the names of units

// imperative returns the words that a third-person form or plural may come from: `charges` is CHARGE.
func imperative(fold string) []string {
	forms := []string{fold}
	if cut, ok := strings.CutSuffix(fold, "S"); ok && len(cut) > 2 && !strings.HasSuffix(cut, "S") {
		forms = append(forms, cut)
		if cut, ok = strings.CutSuffix(fold, "ES"); ok {
			forms = append(forms, cut)
		}
		if cut, ok = strings.CutSuffix(fold, "IES"); ok {
			forms = append(forms, cut+"Y")
		}
	}
	return forms
}

// plural lists nouns that stand behind the name of a group.
var plural = []string{"UNITS", "REGIMENTS", "BATTALIONS", "SQUADRONS", "BATTERIES", "TROOPS", "MEN", "BRIGADES",
	"CLANS", "CLANSMEN"}
