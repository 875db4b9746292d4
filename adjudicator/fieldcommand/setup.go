package fieldcommand

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/scenario"
)

// The reasons of section c with which a scenario is refused, beside those of all rulesets.
const (
	twoSides       = "two-sides"
	armySeat       = "army-seat"
	badSeat        = "bad-seat"
	badPerson      = "bad-person"
	badBoundary    = "bad-boundary"
	badPosition    = "bad-position"
	atOrGroup      = "at-or-group"
	mixedLocale    = "mixed-locale"
	overCapacity   = "over-capacity"
	badStrength    = "bad-strength"
	cavalryInGroup = "cavalry-in-group"
	missingGroup   = "missing-group"
	badRanging     = "bad-ranging"
	badDisrupted   = "bad-disrupted"
	badCards       = "bad-cards"
)

// setup reads a scenario and refuses what needs more than one value to judge
// (section c). One with faulty keys it reads as far as that goes.
func setup(doc *scenario.Doc) (adjudicator.Scenario, []scenario.Fault) {
	l := &loader{doc: doc, b: &Battle{
		Title: doc.Text("title", ""), Options: readOptions(doc.At("options")), Tables: readTables(doc.At("tables")),
		localeOf: map[string]int{}, seatOf: map[string]int{},
	}}
	for _, step := range []func(*loader){(*loader).sides, (*loader).locales, (*loader).boundaries, (*loader).groups,
		(*loader).seats, (*loader).units, (*loader).cards, (*loader).links} {
		step(l)
		if len(doc.Faults()) > 0 && len(l.b.Commands) == 0 && l.halt {
			break
		}
	}
	if doc.Faulty || len(doc.Faults()) > 0 {
		return nil, doc.Faults()
	}
	l.b.finish()
	return l.b, nil
}

// finish makes what is looked up often.
func (b *Battle) finish() {
	b.survey()
	for i := range b.Commands {
		c := &b.Commands[i]
		name := c.Name
		if name == "" {
			name = c.ID
		}
		b.seats = append(b.seats, adjudicator.Seat{ID: c.ID, Side: b.Sides[c.Side].ID, Name: name})
	}
	for side := range b.Sides {
		b.speech[side] = b.newSpeech(side, nil)
	}
	b.start = newState(b)
	for side := range b.Sides {
		if b.Sides[side].Morale == 0 {
			b.Sides[side].Morale = 5 + (b.strengthOf(side)+1)/2
		}
		b.start.Sides[side].Morale, b.start.Sides[side].Start = b.Sides[side].Morale, b.Sides[side].Morale
	}
}

// strengthOf is all SP of a side, waiting units too.
//
// §H9.1
func (b *Battle) strengthOf(side int) int {
	sum := 0
	for i := range b.Units {
		if b.Units[i].Side == side && b.Units[i].Kind != Artillery {
			sum += b.Units[i].Strength
		}
	}
	return sum
}

// loader reads one scenario into a battle.
type loader struct {
	doc  *scenario.Doc
	b    *Battle
	halt bool // what follows cannot be judged
}

func (l *loader) sides() {
	n := 0
	for id, s := range l.doc.Each("sides") {
		if n < 2 {
			l.b.Sides[n] = Side{ID: id, Name: s.Text("name", ""), Morale: s.Int("morale", 0), Army: -1}
		}
		n++
	}
	if n != 2 {
		l.doc.RefuseKey(l.doc.Node, "sides", twoSides, "exactly two sides")
		l.halt = true
	}
	options := l.doc.At("options")
	if first := options.Text("first", l.b.Sides[0].ID); l.b.side(first) >= 0 {
		l.b.Options.First = l.b.side(first)
	} else {
		l.doc.RefuseName(options.At("first"), "sides", scenario.UnknownName, "a side of this scenario")
	}
	l.clock()
}

// clock reads how the game is judged at its end.
//
// §H9.3
func (l *loader) clock() {
	v := l.doc.At("victory")
	l.b.Clock = Clock{Rounds: v.Int("rounds", 8)}
	switch clock := v.Text("clock", "objectives"); clock {
	case "objectives":
	case "morale":
		l.b.Clock.Morale = true
	default:
		if l.b.Clock.Winner = adjudicator.At(l.b.side(clock)); l.b.Clock.Winner.None() {
			l.doc.RefuseName(v.At("clock"), "sides", scenario.UnknownName, "objectives, morale or a side of this scenario")
		}
	}
}

func (l *loader) locales() {
	for id, n := range l.doc.At("map").Each("locales") {
		terrain := n.Text("terrain", "open")
		loc := Locale{ID: id, Name: n.Text("name", ""), Terrain: terrain,
			Capacity:  n.Int("capacity", l.b.Tables.capacityOf(terrain)),
			Objective: l.ofSides(n, "objective"), Entry: l.ofSides(n, "entry")}
		loc.At.X, loc.At.Y, loc.Placed = n.Point("xy")
		l.b.localeOf[id] = len(l.b.Locales)
		l.b.Locales = append(l.b.Locales, loc)
	}
	l.b.Graph = board.NewGraph(len(l.b.Locales))
}

// ofSides reads a list of sides.
func (l *loader) ofSides(n scenario.Node, key string) (of [2]bool) {
	for _, v := range n.List(key) {
		if side := l.b.side(v.String()); side >= 0 {
			of[side] = true
		} else {
			l.doc.RefuseName(v, "sides", scenario.UnknownName, "a side of this scenario")
		}
	}
	return of
}

func (l *loader) boundaries() {
	for _, n := range l.doc.At("map").List("boundaries") {
		ends := n.List("between")
		if len(ends) != 2 {
			continue // refused already
		}
		e := Boundary{Ends: [2]int{l.b.locale(ends[0].String()), l.b.locale(ends[1].String())}, Width: [2]int{2, 2},
			Restricted: n.Bool("restricted", false), Impassable: n.Bool("impassable", false)}
		if i := slices.Index(e.Ends[:], -1); i >= 0 {
			l.doc.RefuseName(n.At("between"), "map.locales", badBoundary, "two locales of this map, and `%s` is none", ends[i])
			continue
		}
		if e.Ends[0] == e.Ends[1] || l.b.boundary(e.Ends[0], e.Ends[1]) != nil {
			l.doc.Refuse(n.At("between"), badBoundary, "two different locales of this map, joined by one boundary only")
			continue
		}
		for _, road := range n.Texts("road") {
			if road != "none" {
				e.Roads = append(e.Roads, road)
			}
		}
		l.widths(n, &e)
		l.obstructions(n, &e)
		l.b.Graph.Join(e.Ends[0], e.Ends[1], len(l.b.Boundaries))
		l.b.Boundaries = append(l.b.Boundaries, e)
	}
}

func (l *loader) widths(n scenario.Node, e *Boundary) {
	w := n.At("width")
	if !w.IsMap() {
		both := w.AsInt(2)
		e.Width = [2]int{both, both}
		return
	}
	for id, v := range w.Entries() {
		if i := slices.Index(e.Ends[:], l.b.locale(id)); i >= 0 {
			e.Width[i] = v.AsInt(2)
		} else {
			l.doc.Refuse(v, badBoundary, "one of the two locales of this boundary")
		}
	}
}

func (l *loader) obstructions(n scenario.Node, e *Boundary) {
	for _, v := range n.List("obstructed") {
		if i := slices.Index(e.Ends[:], l.b.locale(v.String())); i >= 0 {
			e.Obstructed[i] = true
		} else {
			l.doc.Refuse(v, badBoundary, "one of the two locales of this boundary")
		}
	}
}

// groups reads the reinforcement groups, whose numbers have no gap.
func (l *loader) groups() {
	for id, n := range l.doc.Each("sides") {
		side := l.b.side(id)
		if side < 0 {
			continue
		}
		s := &l.b.Sides[side]
		for number, g := range n.Each("groups") {
			k, _ := strconv.Atoi(number)
			group := Group{Number: k, From: g.Int("from", 1)}
			for _, v := range g.List("entry") {
				group.Entry = append(group.Entry, l.theLocale(v))
			}
			s.Groups = append(s.Groups, group)
		}
		slices.SortFunc(s.Groups, func(a, b Group) int { return a.Number - b.Number })
		for i := range s.Groups {
			if s.Groups[i].Number != i+1 {
				l.doc.Refuse(n.At("groups"), missingGroup, "groups numbered from 1 without a gap; there is no group %d", i+1)
				break
			}
		}
	}
}

// theLocale is the locale that a value names.
func (l *loader) theLocale(v scenario.Node) int {
	i := l.b.locale(v.String())
	if i < 0 {
		l.doc.RefuseName(v, "map.locales", badPosition, "a locale of this map")
	}
	return i
}

func (l *loader) seats() {
	counted := [2]int{}
	for id := range l.doc.Each("seats") {
		side, _, _ := strings.Cut(id, ".")
		if i := l.b.side(side); i >= 0 {
			counted[i]++
		}
	}
	for id, n := range l.doc.Each("seats") {
		side, _, _ := strings.Cut(id, ".")
		c := Command{ID: id, Name: n.Text("name", ""), Side: l.b.side(side), Commands: n.Int("commands", l.b.Options.Commands)}
		if c.Side < 0 {
			l.doc.RefuseName(n, "sides", badSeat, "SIDE.NAME with a side of this scenario")
			c.Side = 0
		}
		c.Army = n.Text("role", "") == "army" || counted[c.Side] == 1 && !n.Has("role")
		if at := n.At("at"); at.Exists() {
			c.At = adjudicator.At(l.theLocale(at))
		}
		l.b.seatOf[id] = len(l.b.Commands)
		l.b.Commands = append(l.b.Commands, c)
	}
	l.armies()
}

// armies finds the one army seat of each side.
func (l *loader) armies() {
	armies := [2]int{}
	for i := range l.b.Commands {
		if c := &l.b.Commands[i]; c.Army {
			armies[c.Side]++
			l.b.Sides[c.Side].Army = i
		}
	}
	for side := range armies {
		if armies[side] != 1 && !l.halt {
			l.doc.RefuseKey(l.doc.Node, "seats", armySeat, "exactly one seat of %s with role: army", l.b.Sides[side].ID)
		}
	}
}

// units reads the roster.
func (l *loader) units() {
	for id, n := range l.doc.Each("units") {
		u := Brigade{ID: id, Name: n.Text("name", ""), Seat: l.b.seat(n.Text("seat", "")), Kind: Kind(n.Text("kind", "")), At: Nowhere,
			Ranging: n.Bool("ranging", false), Up: n.Text("face", "down") == "up", Disrupted: n.Bool("disrupted", false),
			Group: n.Int("group", 0)}
		if u.Seat < 0 {
			l.doc.RefuseName(n.At("seat"), "seats", badSeat, "a seat of this scenario")
		} else {
			u.Side = l.b.Commands[u.Seat].Side
		}
		if n.Has("at") == n.Has("group") {
			l.doc.Refuse(n, atOrGroup, "either at or group")
		}
		l.place(n, &u)
		l.strength(n, &u)
		l.condition(n, &u)
		l.b.Units = append(l.b.Units, u)
	}
}

// place reads where a unit stands, or in which group it waits.
func (l *loader) place(n scenario.Node, u *Brigade) {
	if at := n.At("at"); at.Exists() {
		p, ok := l.b.position(at.String())
		if !ok || p.Locale < 0 {
			p = Nowhere
		}
		if p == Nowhere && l.doc.Sound("map.boundaries") {
			l.doc.RefuseName(at, "map.locales", badPosition, "a locale, or LOCALE/LOCALE of two that a passable boundary joins")
		}
		u.At = p
	}
	if n.Has("group") && u.Seat >= 0 {
		if l.b.Sides[u.Side].group(u.Group) == nil {
			l.doc.Refuse(n.At("group"), missingGroup, "a group that the side declares")
		}
		if u.Kind == Cavalry {
			l.doc.Refuse(n.At("group"), cavalryInGroup, "infantry or artillery; cavalry is never in a reinforcement group")
		}
	}
}

// most is the greatest strength of a kind.
var most = map[Kind]int{Infantry: 3, Cavalry: 2, Artillery: 1}

func (l *loader) strength(n scenario.Node, u *Brigade) {
	u.Strength = most[u.Kind]
	s := n.At("strength")
	switch {
	case u.Disrupted:
		if s.AsInt(0) != 0 {
			l.doc.Refuse(s, badStrength, "no strength: disrupted infantry has none")
		}
		u.Strength = 0
	case s.Exists() && u.Kind == Artillery:
		l.doc.Refuse(s, badStrength, "no strength: artillery is a battalion of guns")
	case s.Exists():
		if u.Strength = s.AsInt(0); u.Strength < 1 || u.Strength > most[u.Kind] {
			l.doc.Refuse(s, badStrength, "1 to %d for %s", most[u.Kind], u.Kind)
		}
	}
}

func (l *loader) condition(n scenario.Node, u *Brigade) {
	if u.Ranging && (u.Kind != Artillery || u.At.Reserve()) {
		l.doc.Refuse(n.At("ranging"), badRanging, "artillery on an approach")
	}
	if u.Disrupted && (u.Kind != Infantry || u.At.Locale < 0 || !u.At.Reserve()) {
		l.doc.Refuse(n.At("disrupted"), badDisrupted, "infantry in a reserve")
	}
}

// links refuses locales that hold too much or both sides, and persons among the enemy.
func (l *loader) links() {
	holds := make([]int, len(l.b.Locales))
	whose := make([]int, len(l.b.Locales))
	for i := range whose {
		whose[i] = -1
	}
	for i := range l.b.Units {
		u := &l.b.Units[i]
		at := u.At.Locale
		if at < 0 || u.Seat < 0 {
			continue
		}
		node := l.doc.At("units").At(u.ID).At("at")
		if holds[at]++; holds[at] == l.b.Locales[at].Capacity+1 {
			l.doc.Refuse(node, overCapacity, "at most %d blocks in %s", l.b.Locales[at].Capacity, l.b.Locales[at].ID)
		}
		if whose[at] >= 0 && whose[at] != u.Side {
			l.doc.Refuse(node, mixedLocale, "units of one side only in %s", l.b.Locales[at].ID)
		}
		whose[at] = u.Side
	}
	for i := range l.b.Commands {
		if c := &l.b.Commands[i]; c.At.Some() && whose[c.At.Must()] >= 0 && whose[c.At.Must()] != c.Side {
			l.doc.Refuse(l.doc.At("seats").At(c.ID).At("at"), badPerson, "a locale that the enemy does not hold")
		}
	}
}

// cards reads each side's deck, and its hand and draw pile where they are given.
//
// §H8.1, §H8.2
func (l *loader) cards() {
	for id, n := range l.doc.Each("sides") {
		side := l.b.side(id)
		if side < 0 {
			continue
		}
		s := &l.b.Sides[side]
		s.Cards = l.deck(n)
		left := make([]int, len(s.Cards))
		for i := range s.Cards {
			left[i] = s.Cards[i].Count
		}
		s.HandSet, s.DeckSet = n.Has("hand"), n.Has("deck")
		s.Hand = l.pick(n, "hand", s, left)
		s.Deck = l.pick(n, "deck", s, left)
	}
}

// deck is the deck that a side names.
func (l *loader) deck(n scenario.Node) []Card {
	name, decks := n.Text("cards", "standard"), l.doc.At("tables").At("cards")
	switch {
	case decks.IsList() && name == "standard":
		return readDeck(decks)
	case decks.At(name).Exists():
		return readDeck(decks.At(name))
	case name != "standard":
		l.doc.Refuse(n.At("cards"), badCards, "standard, or a deck of tables.cards")
	}
	return standardDeck
}

// pick takes named cards out of what is left of a deck.
func (l *loader) pick(n scenario.Node, key string, s *Side, left []int) []int {
	var cards []int
	for _, v := range n.List(key) {
		c := s.card(v.String())
		if c < 0 || left[c] == 0 {
			l.doc.Refuse(v, badCards, "a card of the deck, no oftener than it counts")
			continue
		}
		left[c]--
		cards = append(cards, c)
	}
	return cards
}
