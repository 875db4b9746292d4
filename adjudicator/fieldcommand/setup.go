package fieldcommand

import (
	"cmp"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/adjudicator/scenario"
	"galloper/events"
)

// keys describes the scenario keys of section c.
var keys = scenario.Root("fieldcommand",
	rules.PlanKey(),
	scenario.Req("map", scenario.Keys(
		scenario.Req("locales", scenario.Each(localeID, rules.KeysOf[Locale](reserved,
			scenario.Opt("objective", sideList, "sides whose objective it is"),
			scenario.Opt("entry", sideList, "sides whose reinforcements enter here"),
			scenario.Opt("xy", scenario.Point(), "its middle on the map, y to the north"),
		)), "areas, in map order"),
		scenario.Req("boundaries", scenario.List(boundaryKeys, 0, 0), "where two locales meet"),
	), "the ground"),
	scenario.Req("sides", scenario.Each(reserved.ID("side"), rules.KeysOf[Side](reserved, rules.Uniform(),
		scenario.Opt("groups", scenario.Each(scenario.Int(1, 99), rules.KeysOf[Group](reserved,
			scenario.Opt("entry", scenario.List(scenario.Text(), 1, 0), "every locale that lists the side"),
		)), "reinforcement groups by number"),
	)), "exactly two"),
	scenario.Req("seats", scenario.Each(scenario.SeatID(), rules.KeysOf[Command](reserved)),
		"commanders, SIDE.NAME; one army seat a side"),
	scenario.Req("units", scenario.Each(reserved.ID("unit"), rules.KeysOf[Brigade](reserved)), "one line a unit"),
	scenario.Opt("options", rules.KeysOf[Options](reserved), "rules that may be chosen"),
	scenario.Opt("tables", scenario.Keys(append(charts.Keys(), decks)...), "figures, replaced"),
	scenario.Opt("victory", rules.KeysOf[Clock](reserved), "when it ends"),
)

// localeID matches a locale id: no hyphen, no slash, no word of an order.
var localeID = scenario.Match("an id for a locale (letters, digits, _)", scenario.BadID, func(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}).Except(reserved...)

// reserved lists the single words that would confuse the order language as ids.
var reserved = rules.Reserve(strings.Fields(`to into on against with via through by toward else then at from for and all
	reserve approach of is not empty ours secured unsecured blocks order below deploy led supported group none standing
	if letter cancel ready check status history help absent resign add end`), verbPhrases)

var sideList = scenario.OneOf(scenario.Text(), scenario.List(scenario.Text(), 0, 0))

var boundaryKeys = rules.KeysOf[Boundary](reserved,
	scenario.Req("between", scenario.Tuple(scenario.Text(), scenario.Text()), "the two locales"),
	scenario.Opt("road", scenario.OneOf(roadWord, scenario.List(roadWord, 0, 0)), "none; one or several"),
	scenario.Opt("width", scenario.OneOf(scenario.Int(1, 4), scenario.Each(scenario.Text(), scenario.Int(1, 4))),
		"2; for both approaches, or {A: n, B: n}"),
	scenario.Opt("obstructed", scenario.OneOf(scenario.Text(), scenario.List(scenario.Text(), 0, 2)),
		"locales whose own approach here is obstructed"),
)

var roadWord = scenario.Word("main", "minor", "railroad", "none")

// decks is the key `cards`: named decks, or one deck that replaces the printed one.
var decks = scenario.Opt("cards", scenario.OneOf(deckKeys, scenario.Each(scenario.Text(), deckKeys)), "decks; H8.2")

var deckKeys = scenario.List(rules.KeysOf[Card](reserved,
	scenario.Req("id", reserved.ID("card"), "as players write it")), 1, 0)

// The reasons of section c for refusing a scenario, beside those of all rulesets.
const (
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

// readBattle reads a scenario and refuses faults that involve more than one value (section c). It reads a scenario with
// faulty keys as far as possible.
func readBattle(doc *scenario.Doc) (*Battle, []scenario.Fault) {
	l := &loader{doc: doc, b: &Battle{
		Title: doc.Text("title", ""), Options: rules.Written[Options](doc.At("options")),
		Tables: charts.Read(doc.At("tables"), printed), Clock: rules.Written[Clock](doc.At("victory")),
	}}
	if l.b.Last = 2 * l.b.Clock.Rounds; l.b.Options.Simultaneous {
		l.b.Last = l.b.Clock.Rounds
	}
	if !l.twoSides() {
		return nil, doc.Faults()
	}
	for _, step := range []func(*loader){(*loader).locales, (*loader).boundaries, (*loader).groups,
		(*loader).commands, (*loader).brigades, (*loader).cards, (*loader).crowding} {
		step(l)
	}
	if !doc.Faulty && len(doc.Faults()) == 0 {
		l.b.prepare()
	}
	return l.b, doc.Faults()
}

func (b *Battle) prepare() {
	b.survey()
	b.commands()
	for side := range b.Sides {
		b.speech[side] = b.speechOfSide(side)
		if b.Sides[side].Morale == 0 {
			b.Sides[side].Morale = 5 + (b.strengthOf(side)+1)/2
		}
	}
}

// strengthOf returns the SP of a side, including waiting units (§H9.1).
func (b *Battle) strengthOf(side int) int {
	sum := 0
	for i := range b.Units {
		if b.Units[i].Side == side && b.Units[i].Kind != Artillery {
			sum += b.Units[i].Strength
		}
	}
	return sum
}

type loader struct {
	doc *scenario.Doc
	b   *Battle
}

// twoSides reports whether the scenario has exactly two sides, on which everything else depends.
func (l *loader) twoSides() bool {
	two := l.b.ReadSides(l.doc, func(i int, id string, n scenario.Node) {
		if i < len(l.b.Sides) {
			l.b.Sides[i] = rules.Written[Side](n)
			l.b.Sides[i].ID, l.b.Sides[i].Army = id, -1
		}
	})
	if !two {
		return false
	}
	l.b.Options.First = l.sideNamed(l.doc.At("options").At("first"), "a side of this scenario").Or(0)
	if clock := &l.b.Clock; clock.By != byObjectives && clock.By != byMorale {
		clock.Winner = l.sideNamed(l.doc.At("victory").At("clock"), "objectives, morale or a side of this scenario")
	}
	return true
}

// sideNamed returns the side that a value names, or None if the value is missing.
func (l *loader) sideNamed(n scenario.Node, want string) adjudicator.Index {
	side := l.b.Side(n.String())
	if side.None() && n.Exists() {
		l.doc.RefuseName(n, "sides", scenario.UnknownName, "%s", want)
	}
	return side
}

func (l *loader) locales() {
	for id, n := range l.doc.At("map").Each("locales") {
		loc := rules.Written[Locale](n)
		loc.ID = id
		if loc.Capacity == 0 {
			loc.Capacity = l.b.Tables.capacityOf(loc.Terrain)
		}
		loc.Objective, loc.Entry = l.ofSides(n, "objective"), l.ofSides(n, "entry")
		loc.At.X, loc.At.Y, loc.Placed = n.Point("xy")
		l.b.places.Add(id)
		l.b.Locales = append(l.b.Locales, loc)
	}
	l.b.Graph = board.NewGraph(len(l.b.Locales))
}

func (l *loader) ofSides(n scenario.Node, key string) (of [2]bool) {
	for _, v := range n.List(key) {
		if side, ok := l.sideNamed(v, "a side of this scenario").Get(); ok {
			of[side] = true
		}
	}
	return of
}

func (l *loader) boundaries() {
	for _, n := range l.doc.At("map").List("boundaries") {
		ends := n.List("between")
		if len(ends) != 2 {
			continue // already refused
		}
		e := rules.Written[Boundary](n)
		e.Ends, e.Width = [2]int{l.b.locale(ends[0].String()), l.b.locale(ends[1].String())}, [2]int{2, 2}
		if i := slices.Index(e.Ends[:], -1); i >= 0 {
			l.doc.RefuseName(n.At("between"), "map.locales", badBoundary, "two locales of this map, but `%s` is not "+
				"one", ends[i])
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

// groups reads the reinforcement groups, which must be numbered without gaps.
func (l *loader) groups() {
	for side := range l.b.Sides {
		s, n := &l.b.Sides[side], l.written(side)
		for number, g := range n.Each("groups") {
			group := rules.Written[Group](g)
			group.Number = events.Number(number)
			for _, v := range g.List("entry") {
				group.Entry = append(group.Entry, l.theLocale(v))
			}
			s.Groups = append(s.Groups, group)
		}
		slices.SortFunc(s.Groups, func(a, b Group) int { return a.Number - b.Number })
		for i := range s.Groups {
			if s.Groups[i].Number != i+1 {
				l.doc.Refuse(n.At("groups"), missingGroup,
					"groups numbered from 1 without a gap; there is no group %d", i+1)
				break
			}
		}
	}
}

func (l *loader) written(side int) scenario.Node { return l.doc.At("sides").At(l.b.Sides[side].ID) }

// theLocale returns the locale that a value names, or -1.
func (l *loader) theLocale(v scenario.Node) int {
	return l.b.places.Named(l.doc, v, "map.locales", badPosition, "a locale of this map").Or(-1)
}

func (l *loader) commands() {
	l.b.ReadSeats(l.doc, badSeat, func(s adjudicator.Seat, side adjudicator.Index, n scenario.Node) {
		c := rules.Written[Command](n)
		c.ID, c.Side = s.ID, side.Or(0)
		if !n.Has("commands") {
			c.Commands = l.b.Options.Commands
		}
		if at := n.At("at"); at.Exists() {
			c.At = adjudicator.At(l.theLocale(at))
		}
		l.b.Commands = append(l.b.Commands, c)
	})
	for side := range l.b.Sides {
		if only := l.b.SeatsOf(side); len(only) == 1 {
			c := &l.b.Commands[only[0]]
			c.Army = c.Army || !l.doc.At("seats").At(c.ID).Has("role")
		}
	}
	l.armies()
}

func (l *loader) armies() {
	armies := [2]int{}
	for i := range l.b.Commands {
		if c := &l.b.Commands[i]; c.Army {
			armies[c.Side]++
			l.b.Sides[c.Side].Army = i
		}
	}
	for side := range armies {
		if armies[side] != 1 {
			l.doc.RefuseKey(l.doc.Node, "seats", armySeat, "exactly one seat of %s with role: army", l.b.Sides[side].ID)
		}
	}
}

func (l *loader) brigades() {
	for id, n := range l.doc.Each("units") {
		u := rules.Written[Brigade](n)
		u.ID, u.At, u.Seat = id, Nowhere, l.b.Seat(n.Text("seat", "")).Or(-1)
		if u.Seat < 0 {
			l.doc.RefuseName(n.At("seat"), "seats", badSeat, "a seat of this scenario")
		} else {
			u.Side = l.b.Commands[u.Seat].Side
		}
		if n.Has("at") == n.Has("group") {
			l.doc.Refuse(n, atOrGroup, "either at or group")
		}
		l.station(n, &u)
		l.strength(n, &u)
		l.shape(n, &u)
		l.b.Units = append(l.b.Units, u)
	}
}

// station reads a unit's position, or the group that it waits in.
func (l *loader) station(n scenario.Node, u *Brigade) {
	if at := n.At("at"); at.Exists() {
		p, ok := l.b.position(at.String())
		if !ok || p.Locale < 0 {
			p = Nowhere
		}
		if p == Nowhere && l.doc.Sound("map.boundaries") {
			l.doc.RefuseName(at, "map.locales", badPosition, "a locale, or LOCALE/LOCALE of two that a passable boundary joins")
		}
		u.At = p
		if p != Nowhere && l.doc.Sound("map.boundaries") && !slices.ContainsFunc(l.b.Graph.Borders(p.Locale),
			func(e board.Border) bool { return l.b.passable(p.Locale, e.To) }) {
			l.doc.Refuse(at, scenario.NoWay, "a locale with a boundary that can be crossed")
		}
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

func (l *loader) shape(n scenario.Node, u *Brigade) {
	if u.Ranging && (u.Kind != Artillery || u.At.Reserve()) {
		l.doc.Refuse(n.At("ranging"), badRanging, "artillery on an approach")
	}
	if u.Disrupted && (u.Kind != Infantry || u.At.Locale < 0 || !u.At.Reserve()) {
		l.doc.Refuse(n.At("disrupted"), badDisrupted, "infantry in a reserve")
	}
}

// crowding refuses locales that hold too many units or both sides, and commanders in enemy locales.
func (l *loader) crowding() {
	holds := make([]int, len(l.b.Locales))
	whose := make([]int, len(l.b.Locales))
	first := make([]string, len(l.b.Locales)) // the first unit in the scenario's order
	for i := range whose {
		whose[i] = -1
	}
	for i := range l.b.Units {
		if at := l.b.Units[i].At.Locale; at >= 0 {
			holds[at]++
		}
	}
	crowd := slices.Clone(holds)
	clear(holds)
	for i := range l.b.Units {
		u := &l.b.Units[i]
		at := u.At.Locale
		if at < 0 || u.Seat < 0 {
			continue
		}
		node := l.doc.At("units").At(u.ID).At("at")
		if holds[at]++; holds[at] == l.b.Locales[at].Capacity+1 {
			l.doc.Refuse(node, overCapacity, "at most %d blocks in %s, where %d begin", l.b.Locales[at].Capacity,
				l.b.Locales[at].ID, crowd[at])
		}
		if whose[at] >= 0 && whose[at] != u.Side {
			l.doc.Refuse(node, mixedLocale, "units of one side only in %s, where %s stands", l.b.Locales[at].ID, first[at])
		}
		whose[at], first[at] = u.Side, u.ID
	}
	for i := range l.b.Commands {
		if c := &l.b.Commands[i]; c.At.Some() && whose[c.At.Must()] >= 0 && whose[c.At.Must()] != c.Side {
			l.doc.Refuse(l.doc.At("seats").At(c.ID).At("at"), badPerson, "a locale that the enemy does not hold")
		}
	}
}

// cards reads each side's deck, and its hand and draw pile if given (§H8.1, §H8.2).
func (l *loader) cards() {
	for side := range l.b.Sides {
		s, n := &l.b.Sides[side], l.written(side)
		s.Cards = l.deck(n, s.DeckName)
		left := make([]int, len(s.Cards))
		for i := range s.Cards {
			left[i] = s.Cards[i].Count
		}
		s.HandSet, s.DeckSet = n.Has("hand"), n.Has("deck")
		s.Hand = l.pick(n, "hand", s, left)
		s.Deck = l.pick(n, "deck", s, left)
	}
}

func (l *loader) deck(n scenario.Node, name string) []Card {
	decks := l.doc.At("tables").At("cards")
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

// pick takes named cards out of the rest of a deck.
func (l *loader) pick(n scenario.Node, key string, s *Side, left []int) []int {
	var cards []int
	for _, v := range n.List(key) {
		c := s.card(v.String())
		if c < 0 || left[c] == 0 {
			l.doc.Refuse(v, badCards, "a card of the deck, no more often than its count")
			continue
		}
		left[c]--
		cards = append(cards, c)
	}
	return cards
}

// Tables holds the figures of section c. A scenario may replace any of them.
type Tables struct {
	Capacity [5]int // by terrain
	Penalty  [3]int // clear, obstructed, charge (§8.2)
	Losses   [3]int // winner, loser (plus the margin), tie (§8.2)
	Retreat  [3]int // approach, infantry, cavalry (§12)
	Morale   [7]int // objective, artillery, mobilize, rally, retreat, spike, point
	Courier  [9]int // points, main, minor, railroad, none, restricted, risk, lost, captured (§H6.3, §H6.4)
}

var printed = Tables{
	//        open hill woods town swamp
	Capacity: [...]int{8, 6, 6, 4, 2},
	//       clear obstructed charge
	Penalty: [...]int{1, 2, 0},
	//      winner loser tie
	Losses: [...]int{1, 1, 1},
	//       approach infantry cavalry
	Retreat: [...]int{1, 1, 0},
	//      objective artillery mobilize rally retreat spike point
	Morale: [...]int{5, 1, 2, 1, 1, 1, 1},
	//       points main minor railroad none restricted risk lost captured
	Courier: [...]int{6, 2, 3, 3, 4, 6, 1, 4, 7},
}

// The columns of the tables.
const (
	penaltyClear, penaltyObstructed, penaltyCharge = 0, 1, 2

	lossWinner, lossLoser, lossTie = 0, 1, 2

	retreatApproach, retreatInfantry, retreatCavalry = 0, 1, 2

	moraleObjective, moraleArtillery, moraleMobilize, moraleRally = 0, 1, 2, 3
	moraleRetreat, moraleSpike, moralePoint                       = 4, 5, 6

	ridePoints, rideMain, rideMinor, rideRailroad = 0, 1, 2, 3
	rideNone, rideRestricted, rideRisk            = 4, 5, 6
	rideLost, rideCaptured                        = 7, 8
)

var charts = rules.Charts[Tables]{
	{Name: "capacity", Rows: terrains, Figure: rules.Whole(1, 99), Of: func(t *Tables) any { return &t.Capacity }},
	{Name: "penalty", Rows: []string{"clear", "obstructed", "charge"}, Figure: rules.Whole(0, 99),
		Of: func(t *Tables) any { return &t.Penalty }},
	{Name: "losses", Rows: []string{"winner", "loser", "tie"}, Figure: rules.Whole(0, 99),
		Of: func(t *Tables) any { return &t.Losses }},
	{Name: "retreat", Rows: []string{"approach", "infantry", "cavalry"}, Figure: rules.Whole(0, 99),
		Of: func(t *Tables) any { return &t.Retreat }},
	{Name: "morale", Rows: []string{"objective", "artillery", "mobilize", "rally", "retreat", "spike", "point"},
		Figure: rules.Whole(0, 99), Of: func(t *Tables) any { return &t.Morale }},
	{Name: "courier", Figure: rules.Whole(0, 99), Of: func(t *Tables) any { return &t.Courier },
		Rows: []string{"points", "main", "minor", "railroad", "none", "restricted", "risk", "lost", "captured"}},
}

// terrains lists the kinds of locales, in the order of the table `capacity`.
var terrains = []string{"open", "hill", "woods", "town", "swamp"}

// The effects of cards, a closed list (§H8.2).
const (
	effectCommands = "commands"
	effectAssault  = "assault"
	effectMarch    = "march"
	effectDefence  = "defence"
	effectRally    = "rally"
	effectGuns     = "guns"
	effectSteady   = "steady"
	effectCouriers = "couriers"
)

// standardDeck is the deck `standard` (§H8.2).
var standardDeck = []Card{
	{"orders", "Extra Orders", 4, effectCommands, 1},
	{"steel", "Cold Steel", 3, effectAssault, 1},
	{"forced", "Forced March", 2, effectMarch, 1},
	{"works", "Breastworks", 2, effectDefence, 1},
	{"colors", "Rally on the Colors", 2, effectRally, 0},
	{"guns", "Massed Batteries", 1, effectGuns, 1},
	{"steady", "Steady, Boys", 1, effectSteady, 0},
	{"horses", "Fresh Horses", 1, effectCouriers, 2},
}

func readDeck(n scenario.Node) []Card {
	var deck []Card
	for _, n := range n.Items() {
		c := rules.Written[Card](n)
		c.ID = n.Text("id", "")
		c.Name = cmp.Or(c.Name, c.ID)
		deck = append(deck, c)
	}
	return deck
}

// capacityOf returns how many blocks a locale of the terrain holds.
func (t *Tables) capacityOf(terrain string) int {
	return t.Capacity[max(0, slices.Index(terrains, terrain))]
}
