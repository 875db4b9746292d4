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

// shortNames returns, for each unit of the scenario, a short name that is unique: `Lee's` for `Lee's Regiment`,
// `Keppoch` for `MacDonnells of Keppoch`.
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

// articled returns a copy of the sheet that calls a place without a name by its id, if that is a word: `the ford`.
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

// speech keeps track of how one mail refers to things: a unit by its full name first and its short name later, the
// reader as `you`.
type speech struct {
	reader  string
	sheet   *Sheet
	short   map[string]string
	said    map[string]bool
	close   bool           // in a melee, whose participants do see each other
	officer []string       // those who suffered the outcome; a unit among them stands for its commander
	former  bool           // of the reader's fallen predecessor
	brisk   bool           // in a headline: short names, with the side
	listed  bool           // in a table: short names without an article
	fallen  map[string]int // by unit or seat: commanders known to be lost before this turn
	uttered []utterance    // the names in the sentence, in order
}

// utterance is a name in a sentence, and its id.
type utterance struct{ id, said string }

// unseen is the rulesets' name for a unit that the reader does not see.
const unseen = "an unseen enemy"

// name returns the name for an id at this point of the mail.
func (s *speech) name(id string) string {
	said := s.nameOf(id)
	s.uttered = append(s.uttered, utterance{id, said})
	return said
}

func (s *speech) nameOf(id string) string {
	unit, _, _ := strings.Cut(id, ".")
	switch {
	case id == s.reader || s.reader != "" && s.sheet.Persons[id] == s.reader && !s.former:
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
		id = unit // the id is that of one of its stands
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

func (s *speech) troops(id string) bool {
	_, person := s.sheet.Persons[id]
	return s.sheet.Sides[id] != "" && !person && !strings.Contains(id, ".")
}

func (s *speech) side(id string) bool {
	for _, e := range s.sheet.Ground.Sides {
		if e.Side == id {
			return true
		}
	}
	return false
}

// article returns the word before the name of troops: a possessive on first mention, "the" later.
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

// mine reports whether the reader commands the unit. If the scenario assigns units to no seat, that is every unit of
// the side.
func (s *speech) mine(id string) bool {
	seat, given := s.sheet.Seats[id]
	return seat == s.reader || id == s.reader || !given && s.sheet.Sides[id] == s.sheet.Sides[s.reader]
}

// theSide returns the name of a side within a sentence: `the French`.
func theSide(name string) string {
	if !strings.Contains(name, " ") {
		return "the " + name
	}
	return midSentence(name)
}

// arms matches names of troops.
var arms = regexp.MustCompile(`(?i)\b(regiment|régiment|regimiento|battalion|brigade|battery|batterie|company|squadron|` +
	`foot|horse|guard|infantry|cavalry|legion|phalanx|band|corps|landwehr|leger|léger|ligne|[a-z]{3,}s)\b`)

// takesArticle reports whether a name needs an article: `the 78th Highlanders`, `the Left allies`, but `Lee's
// Regiment`, `Galicia`, `Rob Roy and Mackinnon`.
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

// nameless stands for an unidentified enemy unit.
const nameless = "an enemy unit"

var severalNameless = regexp.MustCompile(nameless + "((, | and )" + nameless + ")+")

// gathered merges the nameless units of a list into a count: `three enemy units`.
func gathered(text string) string {
	return severalNameless.ReplaceAllStringFunc(text, func(list string) string {
		return number(strings.Count(list, nameless)) + " enemy units"
	})
}

// nobodys replaces `enemy` in the names of unidentified units, for readers without a side.
var nobodys = strings.NewReplacer(nameless, "a unit", " enemy unit", " unit", unseen, "somebody unseen")

// impartial removes the word `enemy` from a text if the reader has no side.
func (t *teller) impartial(text string) string {
	if t.side != "" {
		return text
	}
	return nobodys.Replace(text)
}

// token reports whether an id names a counter on the map, such as `u08` or `c05`, which does not identify the unit.
func token(id string) bool {
	letter := len(id) == 3 && id[0] >= 'a' && id[0] <= 'z' || len(id) > 1 && id[0] == 'u'
	return letter && strings.Trim(id[1:], "0123456789") == ""
}

// commands names the commander of a unit, or returns "" if the unit is not in the scenario. Enemy commanders stay
// unnamed, since the reader has not been told their names.
func (s *speech) commands(unit string) string {
	if _, there := s.sheet.Seats[unit]; !there {
		return ""
	}
	whose := s.the(unit)
	if who := s.commander(unit, 0); who != "" && s.sheet.Sides[unit] == s.sheet.Sides[s.reader] {
		if strings.Contains(whose, phrase.Surname(who)) { // the Captain of Clanranald
			return who
		}
		return who + " of " + whose
	}
	return "the commander of " + whose
}

// commander returns the name of the commander of a unit or seat, after those known to be lost before this turn and
// fell more; "" if the scenario names no further one.
func (s *speech) commander(id string, fell int) string {
	names := s.sheet.Commanders[id]
	if fell += s.fallen[id]; fell < len(names) {
		return midSentence(names[fell])
	}
	return ""
}

// brief returns the short name regardless of earlier mentions, for tables.
func (s *speech) brief(id string) string {
	if short := s.short[id]; short != "" {
		return short
	}
	return nameOf(s.sheet.Names, id)
}

// the returns the short name within a sentence: `the 78th Highlanders`.
func (s *speech) the(id string) string {
	name := s.brief(id)
	if s.troops(id) && takesArticle(name) {
		return "the " + strings.TrimPrefix(name, "The ")
	}
	return midSentence(name)
}

// midSentence returns the form of a name within a sentence: `the Outguard`.
func midSentence(name string) string {
	if rest, ok := strings.CutPrefix(name, "The "); ok {
		return "the " + rest
	}
	return name
}

// again makes the next mention of each name a first mention, as after a heading.
func (s *speech) again() { clear(s.said) }
