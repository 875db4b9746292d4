package spoken

import (
	"slices"
	"strings"

	"galloper/orders"
)

// belongs is how many words only say more of what is named beside them: whose troops, or what ground it is. best is the
// name that may be meant there itself.
func (t *tagger) belongs(i int, best *token) int {
	rest := t.words[i:]
	if n, sure := t.groundAt(rest); n > 0 && (best == nil || best.vague() || sure) {
		return n
	}
	if t.whose(i) && slices.Contains(partsOfCountries, rest[0].Fold) {
		return 2
	}
	if t.whose(i) {
		return 1
	}
	return 0
}

// leaves reports whether a verb of so many words is done to the ground behind it by going away from there: `abandon the
// park`.
func (t *tagger) leaves(i, size int) bool {
	gone := func(w string) bool { return slices.Contains([]string{"ABANDON", "EVACUATE", "QUIT", "VACATE"}, w) }
	at := i + size
	for at < len(t.words) && slices.Contains(articles, t.words[at].Fold) {
		at++
	}
	if at >= len(t.words) || !slices.ContainsFunc(imperative(t.words[i].Fold), gone) {
		return false
	}
	k, n := t.name(t.words[at:])
	if n == 0 && t.Value != nil {
		kind, _, size := t.Value(t.words[at:])
		return size > 0 && slices.Contains(spots, kind)
	}
	return n > 0 && k.sense(spots...) != nil
}

// goes are the verbs of somebody who goes in somewhere.
var goes = map[string]Verb{"GO": Move, "GOES": Move, "RIDE": Ride, "RIDES": Ride, "GALLOP": Ride, "GALLOPS": Ride}

// entersAt reports whether GO IN, or RIDE INTO, stands before ground that is gone into, and not before whom somebody
// goes for.
func (t *tagger) entersAt(i int) bool {
	at := i + 2
	for at < len(t.words) && slices.Contains(articles, t.words[at].Fold) {
		at++
	}
	if into := at < len(t.words) && t.words[i+1].Fold == "INTO" && goes[t.words[i].Fold] == Ride; at >= len(t.words) ||
		goes[t.words[i].Fold] == "" || t.words[i+1].Fold != "IN" && !into {
		return false
	}
	if _, n := longest(t.words[i+1:], prepPhrases); n > 1 { // `go in the direction of the mill`
		return true
	}
	k, n := t.name(t.words[at:])
	return n > 0 && len(k.senses) > 0 && k.sense(unit, friend, enemy) == nil &&
		slices.Contains(spots, k.senses[0].kind)
}

// lists reports whether N stands for AND, between two units.
func (t *tagger) lists(rest []orders.Word) bool {
	last := len(t.tokens) - 1
	if last < 0 || t.tokens[last].sense(unit) == nil || len(rest) < 2 {
		return false
	}
	k, _ := t.name(rest[1:])
	return k != nil && k.sense(unit) != nil
}

// whose reports whether the word is what those are of whom it stands behind: `Archer's and Davis's brigades`.
func (t *tagger) whose(i int) bool {
	last := len(t.tokens) - 1
	if i == 0 || last < 0 || t.tokens[last].to != i || t.tokens[last].sense(unit, enemy) == nil {
		return false
	}
	owner := strings.HasSuffix(t.words[i-1].Fold, "'S") || strings.HasSuffix(t.words[i-1].Fold, "S'")
	called := slices.Concat(plural, single, coats)
	if t.tokens[last].prep == "with" { // and not `Lee's support Murray's`
		called = append(called, backing...)
	}
	if owner && (slices.Contains(called, t.words[i].Fold) ||
		slices.ContainsFunc(imperative(t.words[i].Fold), func(w string) bool { return slices.Contains(t.Foes, w) })) {
		return true
	}
	if t.tokens[last].sense(unit) == nil {
		return false
	}
	if owner && t.men(i) {
		return true
	}
	ids := t.tokens[last].sense(unit).ids // `Carters guns` of Carter's Guns
	return len(ids) == 1 && strings.HasSuffix(t.words[i-1].Fold, "S") &&
		slices.ContainsFunc(t.names(unit), func(n orders.Name) bool {
			return n.ID == ids[0] && slices.Index(nameWords(n), t.words[i].Fold) > 0
		})
}

// men reports whether the word is one for troops that nothing is called: the `Kansans` of `Deitzler's Kansans`.
func (t *tagger) men(i int) bool {
	rest := t.words[i:]
	word := rest[0].Fold
	if slices.Contains(partsOfCountries, word) && len(rest) > 1 {
		return t.men(i + 1) // `Perrin's South Carolinians`
	}
	if !strings.HasSuffix(word, "S") && word != "MEN" || len(word) < 4 || littleWords(rest) > 0 || marks[word] != "" ||
		slices.Contains(befalls, word) {
		return false
	}
	if _, n := t.verbAt(i); n > 0 && (i+1 == len(t.words) || littleWords(t.words[i+1:]) == 0 && !pause(t.words[i+1])) {
		return false
	}
	if _, _, n := t.phrase(rest, false); n > 0 {
		return false
	}
	k, _ := t.name(rest)
	return k == nil || len(k.senses) == 0
}

// befalls are words for what becomes of troops: `if Glengarry's loses half its men`.
var befalls = []string{"LOSES", "SUFFERS", "BREAKS", "ROUTS", "FLEES", "WAVERS", "COMES", "GETS", "GOES", "ARRIVES",
	"STARTS", "BEGINS"}

// partsOfCountries stand before what people from there are called.
var partsOfCountries = []string{"NORTH", "SOUTH", "EAST", "WEST", "NEW"}

// coats are what soldiers are called by what they wear, or by nothing at all.
var coats = []string{"REDCOATS", "WHITECOATS", "BLUECOATS", "GREENCOATS", "FELLOWS", "SOLDIERS", "FIGHTERS",
	"LOT", "PEOPLE", "CHAPS", "GUNNERS"}

// backing is what those give who are named before it: `with Pegram's support`.
var backing = []string{"SUPPORT", "HELP", "AID", "ASSISTANCE"}

// groundAt is how many words say what kind of ground it is where what follows says itself where that is: `the wood at
// C4`, `the ford B4`.
func (t *tagger) groundAt(rest []orders.Word) (n int, sure bool) {
	if len(rest) < 2 || !slices.Contains(grounds, rest[0].Fold) {
		return 0, false
	}
	n = 1
	for n < len(rest)-1 && slices.Contains([]string{"BELOW", "ABOVE", "THERE", "YONDER", "DOWN", "UP"}, rest[n].Fold) {
		n++
	}
	if n < len(rest)-1 && slices.Contains([]string{"AT", "IN", "ON", "OF", "NEAR", "BY", "AROUND"}, rest[n].Fold) {
		n++
	}
	at := n
	for at < len(rest)-1 && slices.Contains(articles, rest[at].Fold) {
		at++
	}
	value := 0
	if t.Value != nil {
		_, _, value = t.Value(rest[at:])
	}
	if value == 0 && !slices.ContainsFunc(t.Kinds, func(of Kind) bool {
		m := found(of.Names, rest[at:])
		return n > 1 && of.Slot == "place" && m.ID != "" && m.Telling(rest[at:])
	}) {
		return 0, false
	}
	return n, value > 0 && n > 1
}

var grounds = []string{"WOOD", "WOODS", "FOREST", "TREES", "HILL", "RIDGE", "HEIGHT", "TOWN", "VILLAGE", "FARM", "MILL",
	"BRIDGE", "FORD", "HOUSE", "HOUSES", "FIELD", "MARSH", "ROAD", "TRACK", "LANE", "FENCE", "HEDGE", "WALL", "CAMP",
	"CAMPS", "TENTS", "RIVER", "STREAM", "CREEK", "BROOK", "POSITION", "POSITIONS", "LOCALE", "AREA", "SPOT", "POINT",
	"GROUND", "CROSSING", "WORKS"}
