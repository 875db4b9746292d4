package spoken

import (
	"slices"
	"strconv"
	"strings"

	"galloper/orders"
)

// describes reports whether a name or group of enemy troops follows ENEMY.
func (t *tagger) describes(rest []orders.Word) bool {
	if len(rest) == 0 {
		return false
	}
	if p, _, n := t.phrase(rest, false); n > 0 && p.Kind == foe {
		return true
	}
	_, n := t.group(rest, enemy, false, t.mine)
	return n > 0
}

// foe is the slot of words for enemy troops that need not be known: `their foot`.
const foe = "foe"

const enemy = "enemy"

// pronoun returns the enemy or place named last, or the enemy in general.
func (t *tagger) pronoun(word string) *token {
	k := &token{kind: they, senses: []sense{{kind: they, ids: []string{""}}}}
	people := slices.Contains([]string{"THEM", "THEY", "HIM"}, word)
	if word == "THERE" && t.spot != nil {
		t.last = t.spot
	}
	if last := len(t.tokens) - 1; word == "IT" && last >= 0 && t.foe != nil && t.last.prep == "via" &&
		slices.Contains([]Verb{Attack, Assault, Charge, Fire}, t.tokens[last].verb) {
		// `go over the bridge and attack it`
		t.last = t.foe
	}
	if t.last != nil && slices.Contains(pointed, t.last.kind) && word != "ENEMY" && word != "ENEMIES" &&
		!strings.HasPrefix(word, "ANY") && !strings.HasSuffix(word, "EVER") &&
		!(people && t.last.kind == "place") {
		k.senses = append(slices.Clone(t.last.senses), k.senses...)
	}
	if others := t.others(); others != nil && word != "ENEMY" {
		k.senses = append(k.senses, sense{kind: friend, ids: others})
	}
	return k
}

// others returns the units that THEM may refer to: those named last, except the acting unit. `Lee's take the mill,
// Murray's behind them`.
func (t *tagger) others() []string {
	i := len(t.tokens) - 1
	behind := i >= 0 && (t.tokens[i].sense(unit) != nil || t.tokens[i].kind == joint)
	for ; i >= 0 && !behind && t.tokens[i].kind != verb; i-- {
		if s := t.tokens[i].sense(unit); s != nil {
			if i > 0 && t.tokens[i-1].kind == verb && t.tokens[i].prep == "" && slices.Contains(whither, t.prep) {
				i-- // `keep the lights behind them`
				break
			}
			return s.ids
		}
	}
	if i >= 0 && t.tokens[i].kind == verb {
		i--
	}
	for i >= 0 && (t.tokens[i].kind == joint || t.tokens[i].sense(unit) != nil && t.tokens[i].prep == "") {
		if i--; i >= 0 && t.tokens[i+1].kind == joint && t.tokens[i+1].mark == "," {
			break // the acting units begin there
		}
	}
	for ; i >= 0; i-- {
		if s := t.tokens[i].sense(unit); s != nil {
			return s.ids
		}
	}
	return nil
}

// pointed lists the kinds that IT and THERE may refer to.
var pointed = []string{enemy, "place", "point", "hex", "zone", "space", "column"}

// spots lists the kinds of ground.
var spots = []string{"place", "point", "hex", "space"}

// allAt parses ALL with an optional group: `all my horse`.
func (t *tagger) allAt(rest []orders.Word) (*token, int) {
	w, n := longest(rest, allWords)
	if n == 0 || t.sums(w) {
		return nil, n
	}
	all := n
	if phraseAt(rest[n:], []string{"ON", "FOOT"}) > 0 {
		all++ // `everyone on foot`
	}
	for all < len(rest) {
		skip := t.filler(rest[all:])
		if skip == 0 {
			break
		}
		all += skip
	}
	if all < len(rest) {
		line := rest[all].Fold == "LINE" && strings.HasSuffix(w, "WHOLE") // of battle, not the only line regiment
		if ids, count := t.group(rest[all:], unit, true, t.mine); len(ids) > 1 || len(ids) > 0 && !line {
			several := counted[w] > 0 && counted[w] != len(ids) // the count does not match
			return &token{kind: unit, senses: []sense{{kind: unit, ids: ids, several: several}}, group: true}, all + count
		}
		each := w == "EACH" || w == "EVERY"
		if m := t.unitAt(rest[all:]); m.Words > 1 || m.Words > 0 && !(each && slices.Contains(single, rest[all].Fold)) {
			return nil, n
		}
		of := n // `both my regiments`
		for of+1 < len(rest) && slices.Contains([]string{"MY", "OUR", "YOUR", "THE", "HIS"}, rest[of].Fold) {
			of++
		}
		if slices.Contains(ordnance, rest[of].Fold) { // the seat has no guns
			return &token{kind: unit, senses: []sense{{kind: unit, ids: t.mine, several: true}}, group: true}, of + 1
		}
		if slices.Contains(plural, rest[of].Fold) {
			n = of + 1
		} else if rest[n].Fold == "LINE" && strings.HasSuffix(w, "WHOLE") {
			n++
		}
		switch {
		case each && slices.Contains(single, rest[n].Fold):
			n++
		case each && slices.Contains(single, rest[all].Fold):
			n = all + 1
		case each:
			return nil, 0
		}
	}
	if len(t.mine) == 0 { // no unit is left
		return nil, 0
	}
	several := counted[w] > 0 && counted[w] != len(t.mine) // the count does not match
	if several {
		for i := len(t.tokens) - 1; i >= 0; i-- { // `The velites are fresh. All four go ahead.`
			if s := t.tokens[i].sense(unit); s != nil && len(s.ids) == counted[w] {
				return &token{kind: unit, senses: []sense{{kind: unit, ids: s.ids}}, group: true}, n
			}
		}
		if ids := t.namedBefore(); len(ids) == counted[w] { // `Lee's and Murray's attack. Both hold their fire.`
			return &token{kind: unit, senses: []sense{{kind: unit, ids: ids}}, group: true}, n
		}
	}
	return &token{kind: unit, senses: []sense{{kind: unit, ids: t.mine, several: several}}, all: true, group: true}, n
}

// namedBefore returns the units at the start of the previous sentence.
func (t *tagger) namedBefore() (ids []string) {
	sentences := split(t.tokens, ".")
	if len(sentences) < 2 {
		return nil
	}
	for _, k := range sentences[len(sentences)-2] {
		s := k.sense(unit)
		switch {
		case s != nil && !s.several && k.prep == "" && k.ours():
			ids = append(ids, s.ids...)
		case k.kind != joint:
			return ids
		}
	}
	return ids
}

// sums reports whether ALL OF THEM or BOTH merely repeats the units just named: `the velites, all of them`.
func (t *tagger) sums(all string) bool {
	last := len(t.tokens) - 1
	if last > 0 && t.tokens[last].mark == "," {
		last--
	} else if all != "BOTH" && !(last > 1 && t.tokens[last-1].kind == joint && t.tokens[last-2].ours()) {
		return false
	}
	if last < 0 || !t.tokens[last].ours() || t.tokens[last].prep != "" || t.hasVerb() {
		return false
	}
	return slices.Contains([]string{"BOTH", "ALL", "EACH", "BOTH OF THEM", "ALL OF THEM", "BOTH OF YOU", "ALL OF YOU",
		"THE LOT OF YOU"}, all)
}

// restAt parses THE REST: the seat's units not named so far. The token is ambiguous if this cannot be determined.
func (t *tagger) restAt(rest []orders.Word) (*token, int) {
	_, n := longest(rest, restWords)
	if n == 0 && rest[0].Fold == "REST" && len(rest) > 1 && t.opens() { // `rest hold`
		if p, _ := t.verbAt(len(t.words) - len(rest) + 1); p.verb != "" || rest[1].Fold == "OF" {
			n = 1
		}
	}
	if n == 0 || n+1 < len(rest) && rest[n].Fold == "OF" && t.At == nil {
		return nil, 0
	}
	var named []string
	sure, before, verbs, myself := true, false, false, false
	if t.Elsewhere != nil {
		named, sure = t.Elsewhere()
	}
	for i := range t.tokens {
		k := &t.tokens[i]
		switch s := k.sense(unit); {
		case k.kind == mark:
			before, verbs = false, false
		case k.kind == verb:
			verbs = true
		case k.kind == self:
			myself = true
		case s != nil && k.ours():
			if slices.Contains(whither, k.prep) && (verbs || myself) { // `I go to the grenadiers, the rest hold`
				continue
			}
			// in an order for foreign troops, THE REST may include more than the seat's own
			sure = sure && !s.several && !(before && verbs) && k.prep == "" && within(s.ids, t.mine)
			before = before || !verbs
			named = append(named, s.ids...)
		}
	}
	ids := slices.DeleteFunc(slices.Clone(t.mine), func(id string) bool { return slices.Contains(named, id) })
	if len(ids) == 0 {
		return nil, 0
	}
	several := named == nil && !myself && t.Elsewhere == nil || !sure
	return &token{kind: unit, senses: []sense{{kind: unit, ids: ids, several: several}}, group: true}, n
}

// Remaining lists the words that occur in phrases for the remaining units.
var Remaining = []string{"REST", "OTHERS", "OTHER", "ELSE", "REMAINDER"}

var restWords = phrases("THE REST", "THE REST OF THEM", "THE REST OF YOU", "THE REST OF US", "THE REST OF THE MEN",
	"ALL THE REST", "THE OTHERS", "ALL THE OTHERS", "OTHERS", "ALL OTHERS", "EVERYONE ELSE", "EVERYBODY ELSE",
	"EVERYTHING ELSE", "ALL ELSE", "ALL THE OTHER UNITS",
	"THE REMAINDER", "THE OTHER UNITS", "THE OTHER REGIMENTS", "ALL OTHER UNITS")

// restricts reduces a group to its units at the place named right after it: `all the guns at the mill`.
func (t *tagger) restricts(k *token) bool {
	last := len(t.tokens) - 1
	if t.At == nil || last < 0 || !t.tokens[last].group || k.senses[0].several ||
		!slices.Contains([]string{"at", "from", "of"}, k.prep) {
		return false
	}
	s := t.tokens[last].sense(unit)
	if s == nil { // enemy troops
		return false
	}
	there := t.At(k.senses[0].ids[0])
	ids := slices.DeleteFunc(slices.Clone(s.ids), func(id string) bool { return !slices.Contains(there, id) })
	if len(ids) == 0 {
		return false
	}
	said, _ := longest(t.words[t.tokens[last].from:], allWords)
	s.ids, s.several, t.tokens[last].to = ids, s.several && len(ids) != counted[said], k.to
	return true
}

// plural and single list words for troops after ALL and EACH.
var plural = []string{"UNITS", "REGIMENTS", "BATTALIONS", "SQUADRONS", "BATTERIES", "TROOPS", "MEN", "BRIGADES",
	"CLANS", "CLANSMEN"}

var single = []string{"UNIT", "REGIMENT", "BATTALION", "SQUADRON", "BATTERY", "GUN", "CLAN", "BRIGADE"}

// ordnance lists words that only mean guns.
var ordnance = []string{"GUN", "BATTERY", "BATTERIES"}

// counted maps words for a whole of known size to the size.
var counted = map[string]int{"BOTH": 2, "ALL TWO": 2, "ALL THREE": 3, "ALL FOUR": 4, "ALL FIVE": 5, "ALL SIX": 6}

func (t *tagger) unitAt(rest []orders.Word) (m orders.Match) {
	rest = unarticled(rest)
	for _, k := range t.Kinds {
		if k.Slot == unit {
			if m = k.Names.Find(rest); !m.Telling(rest) {
				m = orders.Match{}
			}
		}
	}
	return m
}

// name finds the longest name or group of any kind at the start of the words.
func (t *tagger) name(rest []orders.Word) (*token, int) {
	k, size := &token{}, 0
	if nameless(rest) {
		return nil, 0
	}
	little := littleWords(rest)                       // `the` is not part of a name
	if _, n := longest(rest, theyWords); n > little { // nor is `them` the beginning of The Morass
		little = n
	}
	var best orders.Match
	for _, of := range t.Kinds {
		m := found(of.Names, rest)
		if m.Words == 1 && !m.Whole() && len(rest) > 1 && slices.Contains(ranks, rest[0].Fold) {
			continue // `Lieutenant-Colonel Whitney` names no other officer of that rank
		}
		if m.Words > 0 && !m.Whole() && slices.Contains(articles, rest[0].Fold) {
			continue
		}
		if m.Words < size || m.Words <= little || !m.Telling(rest) && !long(rest, m) || only(of.Slot, m, rest[0]) {
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
		ids, n := t.group(rest, slot, t.all, t.mine)
		if n == 0 || n < size || n == size && k.sense(slot) != nil && !k.sense(slot).several &&
			!t.oneOfThem(rest[0], slot, k.sense(slot).ids[0], ids) {
			continue
		}
		if n > size {
			k.senses, size = nil, n
		}
		k.group = slot == unit && len(ids) > 1
		if old := k.sense(slot); old != nil {
			*old = sense{kind: slot, ids: ids}
		} else {
			one := slot != unit || n < len(rest) && slices.Contains(single, rest[n].Fold) // `the line regiment`
			k.senses = append(k.senses, sense{kind: slot, ids: ids, several: one && len(ids) > 1})
		}
	}
	if size == 0 {
		return t.unnamed(rest)
	}
	size += t.alike(rest, size, k)
	k.kind = k.senses[0].kind
	if k.sense(enemy) != nil && !k.ours() || k.kind != card && k.sense(unit) == nil {
		t.last = k
	}
	return k, size
}

// littleWords returns the number of leading prepositions and fillers: `on the`.
func littleWords(rest []orders.Word) (n int) {
	for n < len(rest) {
		_, filler := longest(rest[n:], fillers)
		if _, prep := longest(rest[n:], prepPhrases); prep > filler {
			filler = prep
		}
		if filler == 0 {
			break
		}
		n += filler
	}
	return n
}

// unnamed finds units by an inexact form of a name at the start of the words.
func (t *tagger) unnamed(rest []orders.Word) (*token, int) {
	if k, n := t.otherwise(rest); n > 0 {
		return k, n
	}
	if k, n := t.begun(rest); n > 0 {
		return k, n
	}
	one, ok := strings.CutSuffix(rest[0].Fold, "S") // `the grenadiers` of the Grenadier Battalion
	if !ok || len(one) < 6 {
		return nil, 0
	}
	rest = slices.Clone(rest)
	rest[0].Fold, rest[0].Text = one, one
	return t.name(rest)
}

// only reports whether a position in the line is the only word given of a unit's name: `hold the centre` is not an
// order to the Centre Velites.
func only(slot string, m orders.Match, w orders.Word) bool {
	return m.Words == 1 && (slot == unit || slot == enemy) && slices.Contains(ofTheLine, w.Fold)
}

var ofTheLine = []string{"CENTRE", "CENTER", "MIDDLE", "LEFT", "RIGHT", "FRONT", "REAR", "FLANK", "WING"}

// otherwise parses a name whose number or nationality is in another form: `3rd legion`, `the Poles`.
func (t *tagger) otherwise(rest []orders.Word) (*token, int) {
	for _, fold := range inOtherWords(rest[0].Fold) {
		w := rest[0]
		w.Fold, w.Text = fold, fold
		k, n := t.name(append([]orders.Word{w}, rest[1:]...))
		if n > 1 || n == 1 && (fold[0] > '9' || strings.HasSuffix(fold, "E") && !k.vague()) {
			return k, n
		}
	}
	return nil, 0
}

// inOtherWords returns other forms of the first word of a name. No form leads to a further one.
func inOtherWords(word string) []string {
	digits := strings.TrimRight(word, "STNDRHEM")
	if n, err := strconv.Atoi(digits); err == nil && digits != word && digits+"E" != word && 0 < n && n <= len(ordinals) {
		return []string{ordinals[n-1], digits + "E"}
	}
	for _, form := range imperative(strings.TrimSuffix(strings.TrimSuffix(word, "MEN"), "MAN")) {
		if town, ok := strings.CutSuffix(form, "ER"); ok && len(town) > 5 { // `Brunswickers`
			return []string{town}
		}
		if people, ok := peoples[form]; ok && word != people {
			return []string{people}
		}
	}
	return nil
}

var (
	ordinals = strings.Fields("FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH ELEVENTH TWELFTH")
	romans   = strings.Fields("I II III IV V VI VII VIII IX X XI XII")
)

// nameOrCorps parses a name, or a corps by its spoken number: `the Eleventh Corps`, `2nd Corps` for XI Corps and II
// Corps.
func (t *tagger) nameOrCorps(rest []orders.Word) (*token, int) {
	if len(rest) > 1 && rest[1].Fold == "CORPS" {
		said := append(inOtherWords(rest[0].Fold), rest[0].Fold)[0]
		if at := slices.Index(ordinals, said); at >= 0 {
			number := rest[0]
			number.Fold, number.Text = romans[at], romans[at]
			if k, n := t.name([]orders.Word{number, rest[1]}); n > 0 {
				return k, 2
			}
		}
	}
	return t.name(rest)
}

// nameless reports whether the words only look like names: `the first line` is not the First Legion, `I shall be at the
// mill` is not the First Corps, and `give them my thanks` does not play Give Ground.
func nameless(rest []orders.Word) bool {
	next := orders.Word{}
	if len(rest) > 1 {
		next = rest[1]
	}
	return slices.Contains(ordinals, rest[0].Fold) && slices.Contains(drawnUp, next.Fold) ||
		rest[0].Fold == "I" && next.Fold != "CORPS" && next.Text != ":" ||
		rest[0].Fold == "GIVE" && slices.Contains([]string{"THEM", "HIM", "HER", "THE", "MY", "YOUR", "EACH"}, next.Fold)
}

// drawnUp lists formations that stand one behind another.
var drawnUp = []string{"LINE", "LINES", "RANK", "RANKS", "WAVE", "WAVES"}

// peoples maps nouns for people to the adjectives used in names: the Poles are Polish.
var peoples = map[string]string{"POLE": "POLISH", "DANE": "DANISH", "SWEDE": "SWEDISH", "SPANIARD": "SPANISH",
	"TURK": "TURKISH", "GAUL": "GAULISH", "SCOT": "SCOTTISH", "FINN": "FINNISH", "BRITON": "BRITISH",
	"FRENCH": "FRENCH", "ENGLISH": "ENGLISH", "IRISH": "IRISH", "WELSH": "WELSH", "DUTCH": "DUTCH"}

// alike returns the number of further words that nearly match the next word of the name: `Grand Battery` for Grande
// Batterie.
func (t *tagger) alike(rest []orders.Word, size int, k *token) int {
	if s := &k.senses[0]; size < len(rest) && !s.several && len(s.ids) == 1 {
		for _, n := range t.names(s.kind) {
			words := nameWords(n)
			at := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, rest[size-1].Fold) }) + 1
			if n.ID == s.ids[0] && 0 < at && at < len(words) && nearly(rest[size].Fold, words[at]) {
				return 1
			}
		}
	}
	return 0
}

// nearly reports whether two words differ only in their endings.
func nearly(a, b string) bool {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n >= 4 && (max(len(a), len(b))-n <= 2 || n == len(a))
}

// found finds a name at the start of the words, or the owner's name in a possessive: `Ewell's corps`.
func found(names *orders.Names, rest []orders.Word) orders.Match {
	m := names.Find(rest)
	if short, ok := strings.CutSuffix(rest[0].Fold, "'S"); ok && m.Words == 0 && len(short) > 2 {
		w := rest[0]
		w.Fold, w.Text = short, short
		if m = names.Find([]orders.Word{w}); !m.Telling([]orders.Word{w}) {
			return orders.Match{}
		}
	}
	return m
}

// oneOfThem reports whether a plural matches a single name only because it matches several: `Mackenzies`.
func (t *tagger) oneOfThem(w orders.Word, slot, id string, ids []string) bool {
	return len(ids) > 1 && orders.Fold(id) != w.Fold && slices.Contains(ids, id) &&
		!slices.ContainsFunc(t.names(slot), func(n orders.Name) bool { return orders.Fold(n.Name) == w.Fold })
}

// begun finds the units with a word in their name that begins like the first word: `gauls` matches Gaulish horse.
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
		if slices.Contains(t.mine, n.ID) && slices.ContainsFunc(nameWords(n), begins) {
			ids = append(ids, n.ID)
		}
	}
	if len(ids) == 0 {
		return nil, 0
	}
	return &token{kind: unit, senses: []sense{{kind: unit, ids: ids, several: len(ids) > 1}}}, 1
}

// long reports whether part of a name is long enough to count.
func long(rest []orders.Word, m orders.Match) bool {
	return m.Words > 0 && (len(rest[0].Fold) >= 4 || len(rest[0].Fold) == 3 && m.ID != "" && !english[rest[0].Fold])
}

// exclude removes units from the list before it.
func (t *tagger) exclude(k *token) {
	t.except = false
	for i := len(t.tokens) - 1; i >= 0; i-- {
		if s := t.tokens[i].sense(unit); s != nil {
			out := k.sense(unit).ids
			s.ids = slices.DeleteFunc(slices.Clone(s.ids), func(id string) bool { return slices.Contains(out, id) })
			if len(s.ids) == 0 { // `Lee's except Lee's` is empty
				t.tokens[i] = token{kind: plain, from: t.tokens[i].from, to: k.to}
			}
			return
		}
	}
}

// vague reports whether the token is a name with several matches.
func (k *token) vague() bool { return len(k.senses) > 0 && k.senses[0].several }
