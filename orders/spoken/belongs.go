package spoken

import (
	"slices"
	"strings"

	"galloper/orders"
)

// belongs returns the number of words that merely qualify the name beside them, as its owner or its kind of ground.
// best is the name that may start at the same word.
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

// leaves reports whether the verb of size words at i tells troops to leave the ground after it: `abandon the park`.
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

// goes maps verbs to their meaning before IN or INTO.
var goes = map[string]Verb{"GO": Move, "GOES": Move, "RIDE": Ride, "RIDES": Ride, "GALLOP": Ride, "GALLOPS": Ride}

// entersAt reports whether GO IN or RIDE INTO precedes ground to be entered, rather than an enemy to attack.
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

// lists reports whether N stands for AND between two units.
func (t *tagger) lists(rest []orders.Word) bool {
	last := len(t.tokens) - 1
	if last < 0 || t.tokens[last].sense(unit) == nil || len(rest) < 2 {
		return false
	}
	k, _ := t.name(rest[1:])
	return k != nil && k.sense(unit) != nil
}

// whose reports whether the word is a noun owned by the unit named before it: `Archer's and Davis's brigades`.
func (t *tagger) whose(i int) bool {
	last := len(t.tokens) - 1
	if i == 0 || last < 0 || t.tokens[last].to != i || t.tokens[last].sense(unit, enemy) == nil {
		return false
	}
	owner := strings.HasSuffix(t.words[i-1].Fold, "'S") || strings.HasSuffix(t.words[i-1].Fold, "S'")
	called := slices.Concat(plural, single, coats)
	if t.tokens[last].prep == "with" { // but not in `Lee's support Murray's`
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

// men reports whether the word denotes troops without being a known name: `Kansans` in `Deitzler's Kansans`.
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

// befalls lists verbs for events that happen to troops: `if Glengarry's loses half its men`.
var befalls = []string{"LOSES", "SUFFERS", "BREAKS", "ROUTS", "FLEES", "WAVERS", "COMES", "GETS", "GOES", "ARRIVES",
	"STARTS", "BEGINS"}

// partsOfCountries lists words that begin a people's name, such as `South Carolinians`.
var partsOfCountries = []string{"NORTH", "SOUTH", "EAST", "WEST", "NEW"}

// coats lists informal words for soldiers.
var coats = []string{"REDCOATS", "WHITECOATS", "BLUECOATS", "GREENCOATS", "FELLOWS", "SOLDIERS", "FIGHTERS",
	"LOT", "PEOPLE", "CHAPS", "GUNNERS"}

// backing lists words for the help of the troops named before them: `with Pegram's support`.
var backing = []string{"SUPPORT", "HELP", "AID", "ASSISTANCE"}

// groundAt returns the number of words that describe a kind of ground if its location follows: `the wood at C4`, `the
// ford B4`. sure reports that a preposition and a coordinate follow.
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
