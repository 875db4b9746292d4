package activationchits

import (
	"cmp"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/adjudicator/scenario"
	"galloper/orders"
)

// layField reads a scenario and checks the constraints between keys (section c). If keys are faulty it reads
// on as far as possible.
func layField(doc *scenario.Doc) (*Battle, []scenario.Fault) {
	m := doc.At("map")
	l := &loader{doc: doc, b: &Battle{
		Title:    doc.Text("title", ""),
		HexBoard: board.HexBoard{Columns: min(max(3, m.Int("columns", 3)), 26), Rows: min(max(3, m.Int("rows", 3)), 40)},
		Kinds:    readRows(doc.At("tables").At("kinds"), kinds, func(k *Kind) *string { return &k.Name }, readKind),
		Terrains: readRows(doc.At("tables").At("terrain"), terrains,
			func(t *Terrain) *string { return &t.Name }, readTerrain),
		Options: rules.Written[Options](doc.At("options")),
		Tables:  readTables(doc.At("tables")),
	}}
	l.b.terrain = make([]int8, l.b.Columns*l.b.Rows)
	for _, step := range []func(*loader){(*loader).terrain, (*loader).names,
		(*loader).readSides, (*loader).enrol, (*loader).chiefs,
		(*loader).troops,
		(*loader).places, (*loader).victory} {
		step(l)
	}
	if doc.Faulty || len(doc.Faults()) > 0 {
		return nil, doc.Faults()
	}
	l.b.layOut()
	l.b.sites = l.b.siteNames()
	l.b.gather()
	return l.b, nil
}

type loader struct {
	doc   *scenario.Doc
	b     *Battle
	nodes [2][]scenario.Node // nodes of the units and seats
}

// hex reads a hex and refuses one off the board.
func (l *loader) hex(n scenario.Node, text string) int {
	h, ok := parseHex(text)
	if !ok || !l.b.Has(h) {
		if !l.doc.Sound("map.columns") || !l.doc.Sound("map.rows") {
			return nowhere
		}
		l.doc.Refuse(n, offBoard, "a hex of the board, A1 to %s", board.Hex{Col: l.b.Columns - 1, Row: l.b.Rows - 1})
		return nowhere
	}
	return l.b.Index(h)
}

func (l *loader) terrain() {
	names := make([]string, len(l.b.Terrains))
	for i := range l.b.Terrains {
		names[i] = l.b.Terrains[i].Name
	}
	for name, list := range l.doc.At("map").Each("terrain") {
		kind := slices.Index(names, name)
		if kind < 0 {
			l.doc.RefuseName(list, "tables.terrain", scenario.UnknownName, "a terrain: one of %s", strings.Join(names, ", "))
			continue
		}
		for _, n := range list.Items() {
			if at := l.hex(n, n.String()); at != nowhere {
				l.b.terrain[at] = int8(kind)
			}
		}
	}
}

// names reads the names of hexes. They must be unique, or orders could not refer to them (§G9).
func (l *loader) names() {
	for hex, n := range l.doc.At("map").Each("names") {
		at, name := l.hex(n, hex), n.String()
		if at == nowhere {
			continue
		}
		if slices.ContainsFunc(l.b.called, func(o orders.Name) bool { return orders.Fold(o.Name) == orders.Fold(name) }) {
			l.doc.Refuse(n, scenario.DuplicateID, "a name that no other hex has")
		}
		l.b.called = append(l.b.called, orders.Name{ID: l.b.hexName(at), Name: name})
		l.b.Name(l.b.hexName(at), name, "")
	}
}

func (l *loader) readSides() {
	n := 0
	for id, node := range l.doc.Each("sides") {
		if n < 2 {
			s := rules.Written[Side](node)
			s.ID, s.Chits = id, node.Int("chits", -1)
			l.b.Name(id, s.Name, "")
			l.b.Sides[n] = s
			l.b.sideIDs.Add(id)
			l.b.Roster.Sides = append(l.b.Roster.Sides, rules.Side{ID: id, Name: s.Name})
		}
		n++
	}
	if n != 2 || l.b.Sides[0].South == l.b.Sides[1].South {
		l.doc.RefuseKey(l.doc.Node, "sides", badHomes, "exactly two sides, one with home south and one with home north")
	}
}

func (l *loader) enrol() {
	for id, n := range l.doc.Each("seats") {
		side := l.b.sideIDs.Find(scenario.SideOf(id))
		p := rules.Written[Post](n)
		p.ID, p.Side, p.Leader, p.At = id, side.Or(0), n.Text("leader", ""), l.hex(n.At("at"), n.Text("at", ""))
		if side.None() {
			l.doc.RefuseName(n, "sides", scenario.UnknownName, "SIDE.NAME with a side of this scenario")
		}
		p.ADC = n.Int("adc", [...]int{l.b.Options.ADC, l.b.Options.ADCOfChief}[btoi(p.Chief)])
		if l.b.leaderIDs.Find(p.Leader).Some() {
			l.doc.Refuse(n.At("leader"), scenario.DuplicateID, "a leader of his own for each seat")
		}
		l.b.seatIDs.Add(id)
		l.b.leaderIDs.Add(p.Leader)
		l.b.Posts = append(l.b.Posts, p)
		l.nodes[1] = append(l.nodes[1], n)
		l.b.Enrol(adjudicator.Seat{ID: id, Side: scenario.SideOf(id), Name: cmp.Or(p.Name, id)})
		l.b.Name(p.Leader, p.Name, "")
	}
}

// chiefs orders the seats of each side: the chief first, the others as in the scenario.
func (l *loader) chiefs() {
	for side := range l.b.Sides {
		var order []int
		chiefs := 0
		for i := range l.b.Posts {
			switch p := &l.b.Posts[i]; {
			case p.Side != side:
			case p.Chief:
				chiefs++
				order = slices.Insert(order, 0, i)
			default:
				order = append(order, i)
			}
		}
		if chiefs != 1 && l.b.Sides[side].ID != "" {
			l.doc.RefuseKey(l.doc.Node, "seats", badChief, "exactly one seat of %s with chief: yes, found %d",
				l.b.Sides[side].ID, chiefs)
		}
		l.b.Sides[side].Order = order
	}
}

func (l *loader) troops() {
	for id, n := range l.doc.Each("units") {
		u := l.troop(id, n)
		if l.b.leaderIDs.Find(id).Some() {
			l.doc.Refuse(n, scenario.DuplicateID, "an id that no leader has")
		}
		l.b.unitIDs.Add(id)
		l.b.Name(id, u.Name, "")
		l.b.Units = append(l.b.Units, u)
		l.nodes[0] = append(l.nodes[0], n)
	}
	for side := range l.b.Sides {
		if l.b.Sides[side].ID != "" && !slices.ContainsFunc(l.b.Units, func(u Troop) bool { return u.Side == side }) {
			l.doc.RefuseKey(l.doc.Node, "units", noUnits, "at least one unit of %s", l.b.Sides[side].ID)
		}
	}
}

func (l *loader) troop(id string, n scenario.Node) Troop {
	seat := l.b.seatIDs.Named(l.doc, n.At("seat"), "seats", scenario.UnknownName, "a seat of this scenario")
	u := Troop{ID: id, Name: n.Text("name", ""), Seat: seat.Or(0), At: l.hex(n.At("at"), n.Text("at", "")),
		Start: rules.Written[Start](n)}
	if len(l.b.Posts) > 0 {
		u.Side = l.b.Posts[u.Seat].Side
	}
	u.Kind = &l.b.Kinds[0]
	if i := slices.IndexFunc(l.b.Kinds, func(k Kind) bool { return k.Name == n.Text("kind", "") }); i >= 0 {
		u.Kind = &l.b.Kinds[i]
	} else {
		l.doc.RefuseName(n.At("kind"), "tables.kinds", scenario.UnknownName,
			"a kind of troops: line, light, heavycav, footart …")
	}
	away := South
	if l.b.Sides[u.Side].South {
		away = North
	}
	u.Facing = facingOf(n.Text("facing", away.String()))
	u.Start.Blocks, u.Start.Morale = n.Int("blocks", u.Blocks), moraleOf(n.Text("morale", "steady"))
	if u.Start.Blocks > u.Blocks {
		l.doc.Refuse(n.At("blocks"), tooManyBlock, "at most %d, its full strength", u.Blocks)
	}
	if u.Start.Square && (u.Arm != Infantry || u.At != nowhere && !l.b.terrainAt(u.At).Square) {
		l.doc.Refuse(n.At("square"), noSquare, "infantry on ground that allows a square")
	}
	return u
}

func facingOf(name string) Facing { return Facing(max(0, slices.Index(facingNames, name))) }

// places refuses two pieces in one hex, and terrain that an arm cannot enter or leave.
func (l *loader) places() {
	held := map[int]int{} // hex to unit
	for i := range l.b.Units {
		u, n := &l.b.Units[i], l.nodes[0][i].At("at")
		if u.At == nowhere {
			continue
		}
		if other, taken := held[u.At]; taken {
			l.doc.Refuse(n, hexTaken, "a hex without another unit; %s stands there", l.b.Units[other].ID)
		}
		held[u.At] = i
		if !l.b.terrainAt(u.At).Enter[u.Arm] {
			l.doc.Refuse(n, closedGround, "ground that its arm can enter, not %s", l.b.terrainAt(u.At).Name)
		} else if next := l.b.HexBoard.At(u.At).Neighbours(); !slices.ContainsFunc(next[:], func(h board.Hex) bool {
			return l.b.Has(h) && l.b.terrainAt(l.b.Index(h)).Enter[u.Arm]
		}) {
			l.doc.Refuse(n, scenario.NoWay, "a hex beside ground that its arm can enter")
		}
	}
	men := map[int]bool{}
	for i := range l.b.Posts {
		p, n := &l.b.Posts[i], l.nodes[1][i].At("at")
		if p.At == nowhere || p.Away {
			continue
		}
		unit, with := held[p.At]
		if men[p.At] || with && l.b.Units[unit].Side != p.Side {
			l.doc.Refuse(n, hexTaken, "a hex without another leader or an enemy unit")
		}
		men[p.At] = true
		if !l.b.terrainAt(p.At).Enter[Infantry] {
			l.doc.Refuse(n, closedGround, "ground that infantry can enter, not %s", l.b.terrainAt(p.At).Name)
		}
	}
}

func (l *loader) victory() {
	n := l.doc.At("victory")
	v := &l.b.Victory
	v.Turns = n.Int("turns", 0)
	l.b.Last = v.Turns
	banners := n.At("banners")
	v.Banners = rules.EachSide(l.doc, banners, l.b.sideIDs.Find)
	if !banners.Exists() && v.Turns == 0 {
		l.doc.RefuseKey(l.doc.Node, "victory", noEnd, "banners or turns: the battle would never end")
	}
	for hex, node := range n.Each("hexes") {
		p := Prize{At: l.hex(node, hex), Banners: node.Int("banners", 1)}
		if side := node.At("side"); side.String() != "any" {
			p.Side = l.b.sideIDs.Named(l.doc, side, "sides", scenario.UnknownName, "a side of this scenario, or any")
		}
		v.Hexes = append(v.Hexes, p)
	}
}
