package story

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"galloper/projections/phrase"
)

// shortNames gives each unit of the setting the part of its name that no other has: `Lee's` of
// `Lee's Regiment`, `Keppoch` of `MacDonnells of Keppoch`.
func shortNames(sheet *Sheet) map[string]string {
	short, used := map[string]string{}, map[string]int{}
	ids := slices.Sorted(maps.Keys(sheet.Sides))
	for _, id := range ids {
		if name := nameOf(sheet.Names, id); name != id {
			short[id] = phrase.Shorten(name)
			used[short[id]]++
		}
	}
	for _, id := range ids {
		if s := short[id]; used[s] > 1 {
			short[id] = nameOf(sheet.Names, id)
		}
	}
	return short
}

func nameOf(names phrase.Names, id string) string {
	if names != nil {
		if n := names(id); n != "" {
			return n
		}
	}
	return id
}

// articled is a sheet on which places that the scenario gives no name, but an id that is a word, are called
// by it: `the ford`.
func articled(sheet *Sheet) *Sheet {
	words := map[string]string{}
	for _, p := range sheet.Places {
		isWord := strings.Trim(p.ID, "abcdefghijklmnopqrstuvwxyz-") == ""
		if name := nameOf(sheet.Names, p.ID); name == p.ID && isWord {
			words[p.ID] = "the " + strings.ReplaceAll(p.ID, "-", " ")
		}
	}
	if len(words) == 0 {
		return sheet
	}
	of := *sheet
	of.Names = func(id string) string { return cmp.Or(words[id], nameOf(sheet.Names, id)) }
	return &of
}

// speech is how one mail calls things: a unit by its whole name first, then by the short one, the
// reader `you`.
type speech struct {
	reader  string
	sheet   *Sheet
	short   map[string]string
	said    map[string]bool
	close   bool           // of a fight hand to hand, where whoever is met is no longer unseen
	officer []string       // those whom something befell; a unit among them stands for who commands it
	brisk   bool           // of a headline: short names, but with whose they are
	listed  bool           // of a table: short names without an article
	fallen  map[string]int // how many commanders a unit or seat is known to have lost before this turn
	uttered []utterance    // the names of the sentence, in its order
}

// utterance is a name as it stands in a sentence, and what it is the name of.
type utterance struct{ id, said string }

// unseen is what rules call somebody whom the reader does not see.
const unseen = "an unseen enemy"

// name is what a thing is called at this place of the mail.
func (s *speech) name(id string) string {
	said := s.nameOf(id)
	s.uttered = append(s.uttered, utterance{id, said})
	return said
}

func (s *speech) nameOf(id string) string {
	unit, _, _ := strings.Cut(id, ".")
	switch {
	case id == s.reader || s.reader != "" && s.sheet.Persons[id] == s.reader:
		return "you"
	case (id == "?" || id == unseen) && s.close:
		return "the enemy"
	case id == "?":
		return unseen
	case token(id) && s.sheet.Sides[id] == "":
		return nameless
	case slices.Contains(s.officer, id) && s.commands(id) != "":
		return s.commands(id)
	case s.sheet.Sides[id] == "" && s.sheet.Sides[unit] != "" && unit != id:
		id = unit // a stand of it
	}
	if s.listed && s.troops(id) {
		return s.brief(id)
	}
	again := s.said[id]
	s.said[id] = true
	name := nameOf(s.sheet.Names, id)
	if short := s.short[id]; short != "" && again {
		name = short
	}
	switch {
	case s.side(id):
		return theSide(name)
	case !s.troops(id) || !takesArticle(name):
		return midSentence(name)
	}
	return s.article(id, again && !s.brisk) + " " + strings.TrimPrefix(name, "The ")
}

// troops reports whether the id is that of a unit.
func (s *speech) troops(id string) bool {
	_, person := s.sheet.Persons[id]
	return s.sheet.Sides[id] != "" && !person && !strings.Contains(id, ".")
}

// side reports whether the id is that of a side.
func (s *speech) side(id string) bool {
	for _, e := range s.sheet.Ground.Sides {
		if e.Side == id {
			return true
		}
	}
	return false
}

// article is the word before the name of troops: whose they are, where they are named first.
func (s *speech) article(id string, again bool) string {
	side := s.sheet.Sides[s.reader]
	switch {
	case again || side == "":
		return "the"
	case s.mine(id):
		return "your"
	case s.sheet.Sides[id] == side:
		return "our"
	}
	return "their"
}

// mine reports whether the unit is the reader's to command.
// Where the scenario gives units to no seat, all of the side are.
func (s *speech) mine(id string) bool {
	seat, given := s.sheet.Seats[id]
	return seat == s.reader || id == s.reader || !given && s.sheet.Sides[id] == s.sheet.Sides[s.reader]
}

// theSide is the name of a side in a sentence: `the French`.
func theSide(name string) string {
	if !strings.Contains(name, " ") {
		return "the " + name
	}
	return midSentence(name)
}

// arms are words by which a name is known to be one of troops.
var arms = regexp.MustCompile(`(?i)\b(regiment|régiment|regimiento|battalion|brigade|battery|batterie|company|squadron|` +
	`foot|horse|guard|infantry|cavalry|legion|phalanx|band|corps|landwehr|leger|léger|ligne|[a-z]{3,}s)\b`)

// takesArticle reports whether a name takes an article: `the 78th Highlanders`, `the Left allies`, but
// `Lee's Regiment`, `Galicia`, `Rob Roy and Mackinnon`.
func takesArticle(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	switch {
	case strings.HasPrefix(name, "The "):
		return true
	case strings.Contains(name, "'s ") || strings.HasSuffix(name, "'s") || strings.Contains(name, " and "),
		strings.HasPrefix(name, "Les "), strings.HasPrefix(name, "La "), unicode.IsLower(first):
		return false
	case unicode.IsDigit(first):
		return true
	}
	return arms.MatchString(name)
}

// nameless is a unit of which the reader knows only that it is the enemy's.
const nameless = "an enemy unit"

var severalNameless = regexp.MustCompile(nameless + "((, | and )" + nameless + ")+")

// gathered counts the nameless of a list: `three enemy units`.
func gathered(text string) string {
	return severalNameless.ReplaceAllStringFunc(text, func(list string) string {
		return number(strings.Count(list, nameless)) + " enemy units"
	})
}

// nobodys are words for units without a name to whom no side is the enemy.
var nobodys = strings.NewReplacer(nameless, "a unit", " enemy unit", " unit", unseen, "somebody unseen")

// impartial leaves the enemy out of a text for a reader to whom neither side is one.
func (t *teller) impartial(text string) string {
	if t.side != "" {
		return text
	}
	return nobodys.Replace(text)
}

// token reports whether an id is that of a counter on the map, which tells nothing of who it is: `u08`, `c05`.
func token(id string) bool {
	letter := len(id) == 3 && id[0] >= 'a' && id[0] <= 'z' || len(id) > 1 && id[0] == 'u'
	return letter && strings.Trim(id[1:], "0123456789") == ""
}

// commands is who commands a unit, "" where it is none of the scenario's. Only those of the reader's side have
// names: who commands an enemy nobody has said.
func (s *speech) commands(unit string) string {
	if _, there := s.sheet.Seats[unit]; !there {
		return ""
	}
	whose := s.the(unit)
	if who := s.commander(unit, 0); who != "" && s.sheet.Sides[unit] == s.sheet.Sides[s.reader] {
		return who + " of " + whose
	}
	return "the commander of " + whose
}

// commander is the name of who commands a unit, or the seat, when so many more have fallen than before the turn;
// "" where the scenario has none.
func (s *speech) commander(id string, fell int) string {
	names := s.sheet.Commanders[id]
	if fell += s.fallen[id]; fell < len(names) {
		return midSentence(names[fell])
	}
	return ""
}

// brief is the short name whatever was said before: for tables.
func (s *speech) brief(id string) string {
	if short := s.short[id]; short != "" {
		return short
	}
	return nameOf(s.sheet.Names, id)
}

// the is the short name as it stands in a sentence: `the 78th Highlanders`.
func (s *speech) the(id string) string {
	name := s.brief(id)
	if s.troops(id) && takesArticle(name) {
		return "the " + strings.TrimPrefix(name, "The ")
	}
	return midSentence(name)
}

// midSentence is a name as it stands inside a sentence: `the Outguard`.
func midSentence(name string) string {
	if rest, ok := strings.CutPrefix(name, "The "); ok {
		return "the " + rest
	}
	return name
}

// again begins anew with whole names, as each heading does.
func (s *speech) again() { clear(s.said) }
