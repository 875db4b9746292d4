package story

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"galloper/projections/phrase"
)

// shortNames gives each unit of the setting the part of its name that no other has: `Lee's` of
// `Lee's Regiment`, `Keppoch` of `MacDonnells of Keppoch`.
func shortNames(sheet *Sheet) map[string]string {
	short, used := map[string]string{}, map[string]int{}
	ids := slices.Sorted(maps.Keys(sheet.Sides))
	for _, id := range ids {
		if name := nameOf(sheet.Names, id); name != id {
			short[id] = shorten(name)
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

// shorten cuts a name down to what people call it by.
func shorten(name string) string {
	if _, of, ok := strings.Cut(name, " of "); ok {
		return of
	}
	for _, lead := range []string{"Régiment de ", "Regiment de ", "Regimiento de ", "Regiment "} {
		if rest, ok := strings.CutPrefix(name, lead); ok {
			return rest
		}
	}
	if i := strings.Index(name, "'s "); i > 0 && !strings.Contains(name, " and ") {
		return name[:i+2]
	}
	return name
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
	reader string
	sheet  *Sheet
	short  map[string]string
	said   map[string]bool
	close  bool // of a fight hand to hand, where whoever is met is no longer unseen
	// officer: of what befell officers, where a unit stands for who commands it
	officer bool
}

// unseen is what rules call somebody whom the reader does not see.
const unseen = "an unseen enemy"

// name is what a thing is called at this place of the mail.
func (s *speech) name(id string) string {
	unit, _, _ := strings.Cut(id, ".")
	switch {
	case id == s.reader:
		return "you"
	case (id == "?" || id == unseen) && s.close:
		return "the enemy"
	case id == "?":
		return unseen
	case token(id) && s.sheet.Sides[id] == "":
		return nameless
	case s.officer && s.commands(id) != "":
		return s.commands(id)
	case s.sheet.Sides[id] == "" && s.sheet.Sides[unit] != "" && unit != id:
		id = unit // a stand of it
	}
	if short := s.short[id]; short != "" && s.said[id] {
		return midSentence(short)
	}
	s.said[id] = true
	return midSentence(nameOf(s.sheet.Names, id))
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

// token reports whether an id is that of a counter on the map, which tells nothing of who it is: `u08`.
func token(id string) bool {
	return len(id) > 1 && id[0] == 'u' && strings.Trim(id[1:], "0123456789") == ""
}

// commands is who commands a unit, "" where it is none of the scenario's.
func (s *speech) commands(unit string) string {
	if _, there := s.sheet.Seats[unit]; !there {
		return ""
	}
	return "the commander of " + midSentence(nameOf(s.sheet.Names, unit))
}

// brief is the short name whatever was said before: for tables and lists.
func (s *speech) brief(id string) string {
	if short := s.short[id]; short != "" {
		return short
	}
	return nameOf(s.sheet.Names, id)
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
