package commandchaos

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/adjudicator/scenario"
)

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

// loader reads one scenario into a battle.
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

// space parses a space of the board.
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

// noCard refuses an id that is also a card's.
func (l *loader) noCard(n scenario.Node, id string) {
	if l.b.Tables.card(id) >= 0 {
		l.doc.Refuse(n, scenario.BadID, "an id that is no battle card's")
	}
}

// sideOf reads the side of a unit or officer.
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
	u.Facing = l.b.ahead(u.Side)
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
		l.doc.RefuseKey(n, "morale", scenario.MissingKey, "1 to 9, with V behind it for veterans")
	default:
		var ok bool
		if u.Max, u.Veteran, ok = readChit(n.Text("morale", "")); !ok {
			l.doc.Refuse(n.At("morale"), scenario.OutOfRange, "1 to 9, with V behind it for veterans")
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
			l.doc.RefuseName(n.At("unit"), "units", scenario.UnknownName, "a line unit of his side")
		case l.b.Board.Zone(l.b.Units[o.Unit.Must()].At.Col) != o.Zone:
			l.doc.Refuse(n.At("unit"), "outside-zone", "a unit that stands in his zone")
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
