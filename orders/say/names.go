package say

import (
	"slices"
	"strings"

	"galloper/orders"
)

// names adds edges for the seat's names and groups.
func (l *lattice) names(at int) {
	rest := l.words[l.tokens[at].at:]
	_, number := NumberAt(rest)
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
		if m.Words == 0 || !m.Whole() && !figure && !ordinal &&
			(number > 0 || weak && l.until(at, m.Words) == at+1 || !m.Telling(rest)) {
			continue
		}
		if rest[0].Filler && len(rest) > 1 && k.Names.Find(rest[1:]).ID == m.ID && m.ID != "" {
			continue // "with Lee's"
		}
		to := l.until(at, m.Words)
		v := &Value{Kind: k.Slot, IDs: m.Fits, Several: m.ID == ""}
		own := func(id string) bool { return slices.Contains(l.v.Mine, id) }
		if first := slices.IndexFunc(m.Fits, own); k.Slot == unit && m.ID == "" && first >= 0 &&
			strings.ContainsAny(rest[0].Fold, "0123456789") && !slices.ContainsFunc(m.Fits[first+1:], own) {
			m.ID, v.Several = m.Fits[first], false // the other is a colleague's
		}
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
		if m.ID != "" {
			l.namesakes(k, v, at, to, cost)
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
	l.bodies(at)
}

// namesakes adds the other edges of a name: the troops at a place or of a commander, and a longer form of the name.
func (l *lattice) namesakes(k Kind, v *Value, at, to int, cost int32) {
	id := v.IDs[0]
	if (k.Slot == "place" || k.Slot == "zone") && l.v.At != nil {
		if ids := l.v.At(id); len(ids) > 0 {
			l.put("garrison", at, to, cost, sealed(&Value{Kind: "unit", IDs: ids, Group: true}))
		}
	}
	if under := l.v.Under[id]; k.Slot == "to" && len(under) > 0 {
		l.put("command", at, to, cost, sealed(&Value{Kind: "unit", Text: command, IDs: under, Group: true}))
	}
	if k.Slot == "unit" {
		if more := l.people(to); more > 0 {
			l.put(k.Slot, at, to+more, cost+2, sealed(v))
		}
	}
	if to < len(l.tokens) && l.calledSo(k.Names, id, l.tokens[to].fold) {
		l.put(k.Slot, at, to+1, cost+1, sealed(v))
	}
}

// bodies adds edges for the enemy's people and for groups of troops.
func (l *lattice) bodies(at int) {
	rest := l.words[l.tokens[at].at:]
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
	return slices.ContainsFunc(l.v.Kinds, func(k Kind) bool {
		m := k.Names.Find(words)
		return m.Whole() && m.Words >= count
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
				if m := of.Names.Find(full); m.Words == 2 && m.ID != "" && m.Whole() &&
					of.Names.Find(full[1:]).ID != m.ID {
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
					if m := k.Names.Find(full); m.Words == len(full) && m.ID != "" &&
						(m.Whole() || l.tokens[at+1+count].fold != one) {
						l.put(k.Slot, at, at+2+count, 0, sealed(&Value{Kind: k.Slot, IDs: []string{m.ID}}))
						return
					}
				}
			}
		}
	}
}
