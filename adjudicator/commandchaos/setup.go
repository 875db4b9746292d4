package commandchaos

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/adjudicator/scenario"
)

// keys describes the scenario keys (section c).
var keys = scenario.Root("commandchaos",
	rules.PlanKey(),
	scenario.Opt("map", scenario.Keys(
		scenario.Opt("rows", scenario.Int(7, 9), "7; rows from south to north"),
		scenario.Opt("impassable", scenario.List(scenario.Text(), 0, 0), "spaces that nobody enters"),
		scenario.Opt("rough", scenario.List(scenario.Text(), 0, 0), "spaces without charges"),
	), "the board: columns a to j, rows from the south"),
	scenario.Req("sides", scenario.Each(anID("side"), rules.KeysOf[Army](keywords, rules.Uniform())), "exactly two"),
	scenario.Req("seats", scenario.Each(scenario.SeatID(), scenario.Keys(
		scenario.Req("officer", scenario.Text(), "whom the player is"),
	)), "one commander seat a side, and any lieutenants"),
	scenario.Req("officers", scenario.Each(anID("officer"), rules.KeysOf[Leader](keywords,
		scenario.Req("zone", scenario.Word(zoneIDs...), "as their own side names it"),
	)), "commanders and lieutenants"),
	scenario.Req("units", scenario.Each(anID("unit"), rules.KeysOf[UnitCard](keywords)), "one line a unit"),
	scenario.Opt("options", rules.KeysOf[Options](keywords), "rules that may be chosen"),
	scenario.Opt("victory", rules.KeysOf[Victory](keywords), "when it ends"),
	scenario.Opt("tables", scenario.Keys(append(charts.Keys(),
		scenario.Opt("cards", scenario.Each(keywords.ID("battle card"), rules.KeysOf[Card](keywords,
			scenario.Opt("who", scenario.List(scenario.Word("heavy", "cavalry"), 0, 0), "both"),
		)), "battle cards that add to the house cards or replace them; B11"),
		scenario.Opt("decks", scenario.Each(scenario.ID("deck"), scenario.Each(scenario.ID("battle card"), scenario.Int(0,
			99))),
			"decks by name: how many of each card"),
	)...), "the charts, replaced"),
)

// midBattle lists the unit keys that only `setup: free` accepts.
var midBattle = []string{"stamina", "hits", "facing", "charged", "known", "engaged"}

// anID matches an id with a letter that could not be a space, a zone or a word of the order language. The loader checks
// for card names, because a scenario may add cards.
func anID(what string) scenario.Spec {
	return keywords.ID(what).Where("an id for a "+what+" with a letter, no space, zone or card,",
		func(id string) bool { return strings.ContainsAny(id, "abcdefghijklmnopqrstuvwxyz") && !isSpaceName(id) })
}

func isSpaceName(id string) bool {
	return len(id) == 2 && id[0] >= 'a' && id[0] <= 'j' && id[1] >= '1' && id[1] <= '9'
}

var keywords = rules.Reserved(slices.Concat(zoneIDs, []string{"wing", "lw", "rw", "center", "battle", "line", "advance",
	"move", "forward", "back", "retire", "withdraw", "hold", "stay", "charge", "flank", "outflank", "react", "counter",
	"stand", "strike", "target", "card", "play", "shift", "ride", "attach", "join", "detach", "leave", "initiative",
	"first", "second", "cards", "zones", "pass", "wait", "until", "discard", "place", "reserve", "chit", "to",
	"standing", "if", "then", "else", "and", "or", "not", "with", "at", "on", "of", "contact", "side", "space",
	"spaces", "column", "columns", "enemy", "within", "clear", "ahead", "engaged", "routed", "flanked", "hits",
	"stamina", "morale", "least", "most", "opposite", "moved", "we", "are", "letter", "cancel", "ready", "check",
	"status", "history", "help", "absent", "resign", "add", "orders", "end", "game", "seat", "turn", "key"}))

// setup reads a scenario and refuses faults that involve more than one value (section c). It reads a scenario with
// faulty keys as far as possible.
func setup(doc *scenario.Doc) (*Battle, []scenario.Fault) {
	l := &loader{doc: doc, b: &Battle{
		Title:   doc.Text("title", ""),
		Board:   board.ColumnBoard{Columns: 10, Rows: doc.At("map").Int("rows", 7), ZoneWidth: 2},
		Options: rules.Written[Options](doc.At("options")), Victory: rules.Written[Victory](doc.At("victory")),
	}}
	l.b.Last = l.b.Victory.Turns
	l.b.Impassable, l.b.Rough = l.spaces("impassable"), l.spaces("rough")
	l.readTables(doc.At("tables"))
	if !l.armies() {
		return nil, doc.Faults()
	}
	l.officers()
	l.seats()
	l.roster()
	l.links()
	if !doc.ReadsThrough() || len(doc.Faults()) > 0 {
		return nil, doc.Faults()
	}
	l.layout() // compares the units, so all of them must be sound
	if doc.Faulty || len(doc.Faults()) > 0 {
		return nil, doc.Faults()
	}
	l.b.words = newSpeech(l.b)
	l.b.nameAll()
	return l.b, nil
}

type loader struct {
	doc *scenario.Doc
	b   *Battle
}

func (l *loader) spaces(key string) []board.Space {
	var list []board.Space
	for _, n := range l.doc.At("map").List(key) {
		if s, ok := l.space(n); ok {
			list = append(list, s)
		}
	}
	return list
}

func (l *loader) space(n scenario.Node) (board.Space, bool) {
	s, ok := board.ParseSpace(strings.ToLower(n.String()))
	if !ok || !l.b.Board.Has(s) {
		if !l.doc.Sound("map.rows") {
			return s, false
		}
		l.doc.Refuse(n, "off-map", "a space of the board, a1 to j%d", l.b.Board.Rows)
		return s, false
	}
	return s, true
}

// armies reports whether the scenario has exactly two sides, on which everything else depends.
func (l *loader) armies() bool {
	two := l.b.ReadSides(l.doc, func(i int, id string, n scenario.Node) {
		l.noCard(n, id)
		a := rules.Written[Army](n)
		a.ID, a.Dealt = id, !n.Has("hand")
		deck := l.b.Tables.deck(n.Text("deck", "house"))
		if deck == nil {
			l.doc.RefuseName(n.At("deck"), "tables.decks", scenario.UnknownName, "a deck of this scenario, or house")
			deck = make(rules.Pile, len(l.b.Tables.Cards))
		}
		a.Deck = deck
		a.Hand = l.hand(n.At("hand"), deck)
		if i < 2 {
			l.b.Sides[i] = a
		}
	})
	if two && l.b.Sides[0].South == l.b.Sides[1].South {
		l.doc.Refuse(l.doc.At("sides"), "same-edge", "one side at the south edge and one at the north edge")
	}
	return two
}

// hand reads a starting hand. The deck must contain it.
func (l *loader) hand(n scenario.Node, deck rules.Pile) []int {
	var hand []int
	left := slices.Clone(deck)
	for _, c := range n.Items() {
		i := l.b.Tables.card(c.String())
		switch {
		case i < 0:
			l.doc.Refuse(c, scenario.UnknownName, "a battle card")
		case left[i] == 0:
			l.doc.Refuse(c, "not-in-deck", "a card that the deck still holds")
		default:
			left[i]--
			hand = append(hand, i)
		}
	}
	slices.Sort(hand)
	return hand
}

func (l *loader) noCard(n scenario.Node, id string) {
	if l.b.Tables.card(id) >= 0 {
		l.doc.Refuse(n, scenario.BadID, "an id that is no battle card's")
	}
}

func (l *loader) sideOf(n scenario.Node) int {
	side := l.b.side(n.Text("side", ""))
	if side < 0 {
		l.doc.RefuseName(n.At("side"), "sides", scenario.UnknownName, "a side of this scenario")
		return 0
	}
	return side
}

func (l *loader) officers() {
	var chiefs [2]int
	taken := map[[2]int]bool{}
	for id, n := range l.doc.Each("officers") {
		l.noCard(n, id)
		o := rules.Written[Leader](n)
		o.ID, o.Side = id, l.sideOf(n)
		o.Zone = l.b.zoneNamed(o.Side, n.Text("zone", ""))
		if !o.Lieutenant {
			if chiefs[o.Side]++; chiefs[o.Side] == 2 {
				l.doc.Refuse(n, "two-commanders", "one commander a side")
			}
		} else if where := [2]int{o.Side, o.Zone}; taken[where] {
			l.doc.Refuse(n.At("zone"), "zone-taken", "at most one lieutenant a zone")
		} else {
			taken[where] = true
		}
		l.b.Leaders = append(l.b.Leaders, o)
		l.b.leaderIDs.Add(o.ID)
	}
	for i, n := range chiefs {
		if n == 0 {
			l.doc.RefuseKey(l.doc.Node, "officers", "no-commander", "a commander for the side %s", l.b.Sides[i].ID)
		}
	}
}

func (l *loader) seats() {
	chiefs := [2]int{-1, -1}
	for id, n := range l.doc.Each("seats") {
		side, _, _ := strings.Cut(id, ".")
		c := Command{ID: id, Side: l.b.side(side), Officer: l.b.leader(n.Text("officer", ""))}
		switch {
		case c.Side < 0:
			l.doc.RefuseName(n, "sides", scenario.UnknownName, "SIDE.NAME with a side of this scenario")
			continue
		case c.Officer < 0 || l.b.Leaders[c.Officer].Side != c.Side:
			l.doc.RefuseName(n.At("officer"), "officers", scenario.UnknownName, "an officer of the side")
			continue
		case l.b.Leaders[c.Officer].Seat.Some():
			l.doc.Refuse(n.At("officer"), "officer-taken", "an officer who has no other seat")
			continue
		}
		i := len(l.b.Commands)
		l.b.Leaders[c.Officer].Seat = adjudicator.At(i)
		if !l.b.Leaders[c.Officer].Lieutenant {
			chiefs[c.Side] = i
		}
		l.b.Commands = append(l.b.Commands, c)
		l.b.Enrol(adjudicator.Seat{ID: id, Side: side, Name: l.b.Leaders[c.Officer].Name})
	}
	for i, seat := range chiefs {
		if seat < 0 {
			l.doc.RefuseKey(l.doc.Node, "seats", "no-commander", "a seat for the commander of the side %s", l.b.Sides[i].ID)
		}
	}
	l.b.chief = chiefs
}

func (l *loader) roster() {
	var line [2]int
	for id, n := range l.doc.Each("units") {
		l.noCard(n, id)
		u := l.unit(id, n)
		if u.line() {
			line[u.Side]++
		}
		l.b.Units = append(l.b.Units, u)
		l.b.unitIDs.Add(u.ID)
	}
	for i := range line {
		if line[i] == 0 {
			l.doc.RefuseKey(l.doc.Node, "units", "no-line-unit", "a line unit for the side %s", l.b.Sides[i].ID)
		}
	}
}

// unit reads one unit, except its references to other units (§S3).
func (l *loader) unit(id string, n scenario.Node) UnitCard {
	u := rules.Written[UnitCard](n)
	u.ID, u.Side = id, l.sideOf(n)
	var on bool
	if u.At, on = l.space(n.At("at")); on && !l.b.passable(u.At) {
		l.doc.Refuse(n.At("at"), "impassable", "a space that is passable")
	}
	u.Facing = l.b.frontDirection(u.Side)
	if h, ok := board.ParseHeading(n.Text("facing", "")); ok {
		u.Facing = h
	}
	if l.b.Options.Setup != "free" {
		for _, key := range midBattle {
			if n.Has(key) {
				l.doc.Refuse(n.At(key), "setup-free", "this key only with options.setup: free")
			}
		}
	}
	l.morale(&u, n)
	if on && l.doc.Sound("sides") && u.Reserve && (!u.line() || l.b.rank(u.Side, u.At) != 0) {
		l.doc.Refuse(n.At("reserve"), "not-in-rear-row", "a line unit in the rear row of its side")
	}
	return u
}

// morale reads a line unit's chit. Lights have none (§S3).
func (l *loader) morale(u *UnitCard, n scenario.Node) {
	switch {
	case !u.line():
		for _, key := range []string{"morale", "stamina", "hits", "facing", "charged", "known", "engaged"} {
			if n.Has(key) {
				l.doc.Refuse(n.At(key), "light", "no such key for light infantry")
			}
		}
		u.Stamina = 0
	case !n.Has("morale"):
		l.doc.RefuseKey(n, "morale", scenario.MissingKey, "1 to 9, with V after it for veterans")
	default:
		var ok bool
		if u.Max, u.Veteran, ok = readChit(n.Text("morale", "")); !ok {
			l.doc.Refuse(n.At("morale"), scenario.OutOfRange, "1 to 9, with V after it for veterans")
		}
	}
}

// readChit parses `3` or `5V`.
func readChit(text string) (points int, veteran, ok bool) {
	digits, veteran := strings.CutSuffix(strings.ToUpper(text), "V")
	points, err := strconv.Atoi(digits)
	return points, veteran, err == nil && len(digits) == 1 && points > 0
}

// links reads the references to other units: engagements and attached officers.
func (l *loader) links() {
	for id, n := range l.doc.Each("units") {
		u := l.b.unit(id)
		for _, e := range n.List("engaged") {
			i := l.b.unit(e.String())
			if i < 0 || l.b.Units[i].Side == l.b.Units[u].Side || !l.b.Units[i].line() {
				l.doc.RefuseName(e, "units", scenario.UnknownName, "an enemy line unit")
				continue
			}
			l.b.Units[u].Engaged = rules.With(l.b.Units[u].Engaged, i)
			l.b.Units[i].Engaged = rules.With(l.b.Units[i].Engaged, u)
		}
	}
	for id, n := range l.doc.Each("officers") {
		if !n.Has("unit") {
			continue
		}
		o := &l.b.Leaders[l.b.leader(id)]
		o.Unit = adjudicator.At(l.b.unit(n.Text("unit", "")))
		switch {
		case o.Unit.None() || l.b.Units[o.Unit.Must()].Side != o.Side || !l.b.Units[o.Unit.Must()].line():
			l.doc.RefuseName(n.At("unit"), "units", scenario.UnknownName, "a line unit of the officer's side")
		case l.b.Board.Zone(l.b.Units[o.Unit.Must()].At.Col) != o.Zone:
			l.doc.Refuse(n.At("unit"), "outside-zone", "a unit in the officer's zone")
		}
	}
}

// layout refuses units in spaces that they may not occupy.
func (l *loader) layout() {
	for id, n := range l.doc.Each("units") {
		u := l.b.unit(id)
		for v := range u {
			a, b := &l.b.Units[u], &l.b.Units[v]
			if a.At == b.At && (a.Side != b.Side || a.line() && b.line()) {
				l.doc.Refuse(n.At("at"), "S4", "a space without %s (%s)", b.ID, b.At)
			}
		}
		if at := l.b.Units[u].At; !slices.ContainsFunc([]board.Heading{0, 1, 2, 3}, func(h board.Heading) bool {
			return l.b.passable(at.Next(h, 1))
		}) {
			l.doc.Refuse(n.At("at"), scenario.NoWay, "a space with a passable one beside it")
		}
	}
	if l.b.Options.Setup == "free" || len(l.doc.Faults()) > 0 {
		return
	}
	for side := range l.b.Sides {
		d := l.b.deployment(side)
		if d.lineUnits() < 3 {
			l.doc.RefuseKey(l.doc.Node, "units", "S5", "three line units or more for the side %s; with fewer use "+
				"options.setup: free", l.b.Sides[side].ID)
			continue
		}
		if l.b.Options.Setup == "standard" && !d.chitsFit() {
			l.doc.RefuseKey(l.doc.Node, "units", "S5", "chits of the side %s that are 2 to 5 and sum to %d, and exactly "+
				"three veterans with 4 or 5",
				l.b.Sides[side].ID, 3*d.lineUnits()+4)
		}
		if reason := d.placesFit(); reason != "" {
			l.doc.RefuseKey(l.doc.Node, "units", reason, "units of the side %s placed as the digest's %s says",
				l.b.Sides[side].ID, reason)
		}
	}
}

// Card is one kind of battle card (§B10, §B11).
type Card struct {
	ID      string
	Name    string `key:"name,name" doc:"as players write it"`
	Heavy   bool   // heavy infantry may play it
	Cavalry bool
	Cost    int      `key:"cost,0..9,0" doc:"stamina"`
	Needs   []string `key:"needs,target|attacked|face|fresh|officer|second-line|room" doc:"none; B8"`
	Effect
}

// Effect is the effect of a battle card. The zero Effect, but with 1 as Dice, applies without a card (§B11).
type Effect struct {
	Dice     int  `key:"dice,0..9,1" doc:"attack dice"` // 1 without a card
	Attack   int  `key:"attack,-9..9,0" doc:"added to each of its attack dice"`
	Defence  int  `key:"defence,-9..9,0" doc:"added to each attack die aimed at it"`
	Cancel   int  `key:"cancel,0..99,0" doc:"hits on it in the knot that are struck off"`
	Missile  int  `key:"missile,0..6" doc:"none; one extra die first, so much or more is a hit"`
	Riposte  int  `key:"riposte,0..6" doc:"none; attack dice aimed at it that show so much or less hit the one who rolls"`
	Void     bool `key:"void" doc:"the card of its target is void"`
	Relief   bool `key:"relief" doc:"K9"`
	Push     bool `key:"push" doc:"K10"`
	Fallback int  `key:"fallback,0..9,0" doc:"spaces back"`
	Recover  int  `key:"recover,0..9,0" doc:"hits taken off"`
	Refresh  int  `key:"refresh,0..9,0" doc:"stamina gained"`
	Steady   bool `key:"steady" doc:"R4"`
}

// NamedDeck is a deck that sides can name.
type NamedDeck struct {
	Name  string
	Count rules.Pile
}

// Tables holds the charts. A scenario may replace any of them.
type Tables struct {
	Need       [2]int // average, veteran (§K5)
	Angle      [3]int // front, flank, rear (§K6)
	Javelin    int    // §L3
	ChargeDice int    // §C5
	Runner     int    // §H7
	Cards      []Card // in deck table order
	Decks      []NamedDeck
}

var charts = rules.Charts[Tables]{
	{Name: "need", Rows: []string{"average", "veteran"}, Figure: rules.Whole(1, 99),
		Of: func(t *Tables) any { return &t.Need }},
	{Name: "angle", Rows: []string{"front", "flank", "rear"}, Figure: rules.Whole(-9, 9),
		Of: func(t *Tables) any { return &t.Angle }},
	{Name: "javelin", Figure: rules.Whole(1, 7), Of: func(t *Tables) any { return &t.Javelin }},
	{Name: "charge_dice", Figure: rules.Whole(0, 9), Of: func(t *Tables) any { return &t.ChargeDice }},
	{Name: "runner", Figure: rules.Whole(0, 6), Of: func(t *Tables) any { return &t.Runner }},
}

// printed returns the charts of the digest. The cards are house rulings, because the prototype gives no text for them
// (§B10, §K5, §K6, §L3, §C5).
func printed() Tables {
	t := Tables{Need: [2]int{4, 5}, Angle: [3]int{0, 1, 2}, Javelin: 6, ChargeDice: 2, Runner: 2}
	house := NamedDeck{Name: "house"}
	for _, c := range houseCards {
		t.Cards = append(t.Cards, c.Card)
		house.Count = append(house.Count, c.Count)
	}
	t.Decks = []NamedDeck{house}
	return t
}

// houseCards is the house deck, 36 cards (§B10).
var houseCards = []struct {
	Count int
	Card
}{
	{4, Card{"onslaught", "Onslaught", true, true, 1, []string{"target"}, Effect{Dice: 2}}},
	{4, Card{"shieldwall", "Shieldwall", true, true, 1, []string{"attacked"}, Effect{Dice: 1, Cancel: 1}}},
	{3, Card{"steady", "Steady, men", true, true, 0, nil, Effect{Dice: 1, Steady: true}}},
	{3, Card{"inspire", "Inspire", true, true, 0, []string{"officer"}, Effect{Dice: 1, Recover: 1}}},
	{3, Card{"feint", "Feint", true, true, 1, []string{"target"}, Effect{Dice: 1, Void: true}}},
	{3, Card{"relief", "Relief of the lines", true, false, 0, []string{"target", "second-line"}, Effect{Dice: 1,
		Relief: true, Attack: 1}}},
	{3, Card{"pila", "Volley of pila", true, false, 0, []string{"target", "fresh"}, Effect{Dice: 1, Missile: 5}}},
	{3, Card{"push", "Push of shields", true, false, 1, []string{"face"}, Effect{Dice: 1, Push: true}}},
	{2, Card{"giveground", "Give ground", true, true, 0, []string{"attacked", "room"}, Effect{Cancel: 1, Fallback: 1}}},
	{2, Card{"secondwind", "Second wind", true, true, 0, nil, Effect{Refresh: 1}}},
	{2, Card{"wedge", "Wedge", true, true, 2, []string{"target"}, Effect{Dice: 2, Attack: 1}}},
	{2, Card{"riposte", "Riposte", true, true, 1, []string{"attacked"}, Effect{Dice: 1, Riposte: 2}}},
	{2, Card{"rideround", "Ride round", false, true, 1, []string{"target"}, Effect{Dice: 1, Attack: 1, Defence: -1}}},
}

// readTables applies a scenario's tables. Its cards add to the house kinds or replace them.
func (l *loader) readTables(n scenario.Node) {
	t := charts.Read(n, printed())
	for id, c := range n.Each("cards") {
		card := readCard(id, c)
		if i := t.card(id); i >= 0 {
			t.Cards[i] = card
		} else {
			t.Cards = append(t.Cards, card)
		}
	}
	for id, d := range n.Each("decks") {
		deck := NamedDeck{id, make(rules.Pile, len(t.Cards))}
		for card, count := range d.Entries() {
			i := t.card(card)
			if i < 0 {
				l.doc.Refuse(count, scenario.UnknownName, "a battle card")
				continue
			}
			deck.Count[i] = count.AsInt(0)
		}
		t.Decks = slices.DeleteFunc(t.Decks, func(d NamedDeck) bool { return d.Name == id })
		t.Decks = append(t.Decks, deck)
	}
	for i := range t.Decks {
		for len(t.Decks[i].Count) < len(t.Cards) {
			t.Decks[i].Count = append(t.Decks[i].Count, 0)
		}
	}
	l.b.Tables = t
}

// readCard reads a card that a scenario adds (§B11).
func readCard(id string, n scenario.Node) Card {
	c := rules.Written[Card](n)
	c.ID, c.Name, c.Heavy, c.Cavalry = id, cmp.Or(c.Name, id), true, true
	if n.Has("who") {
		who := n.Texts("who")
		c.Heavy, c.Cavalry = slices.Contains(who, "heavy"), slices.Contains(who, "cavalry")
	}
	return c
}

// card returns the index of a kind of card, or -1.
func (t *Tables) card(id string) int {
	return slices.IndexFunc(t.Cards, func(c Card) bool { return c.ID == id })
}

// deck returns the deck with the name, or nil.
func (t *Tables) deck(name string) rules.Pile {
	for i := range t.Decks {
		if t.Decks[i].Name == name {
			return t.Decks[i].Count
		}
	}
	return nil
}
