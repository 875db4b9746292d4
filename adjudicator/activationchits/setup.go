package activationchits

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/adjudicator/scenario"
	"galloper/orders"
)

// Reasons for refusing a scenario, besides those of all rulesets (section c).
const (
	offBoard     = "off-board"
	hexTaken     = "hex-taken"
	closedGround = "closed-ground"
	badChief     = "chief"
	noUnits      = "no-units"
	noSquare     = "no-square"
	tooManyBlock = "too-many-blocks"
	noEnd        = "no-end"
	badHomes     = "bad-homes"
)

// keys lists the scenario keys of section c.
var keys = scenario.Root("activationchits",
	rules.PlanKey(),
	scenario.Req("map", scenario.Keys(
		scenario.Req("columns", scenario.Int(3, 26), "hexes from west to east"),
		scenario.Req("rows", scenario.Int(3, 40), "hexes from north to south"),
		scenario.Opt("terrain", scenario.Each(scenario.Text().What("a terrain"), scenario.List(scenario.Text(), 0, 0)),
			"hexes by terrain; others are clear"),
		scenario.Opt("names", scenario.Each(scenario.Text().What("a hex"), reserved.Name().Where(
			"a name that is no hex", notHex)), "what hexes are called"),
	), "the board"),
	scenario.Req("sides", scenario.Each(anID("side"), rules.KeysOf[Side](reserved, rules.Uniform(),
		scenario.Opt("chits", scenario.OneOf(scenario.Word("units"), scenario.Int(0, 99)),
			"units; chits in the cup each turn"))), "exactly two; the order counts"),
	scenario.Req("seats", scenario.Each(aSeat(), rules.KeysOf[Post](reserved,
		scenario.Req("leader", anID("leader"), "his leader's id"),
		scenario.Opt("adc", scenario.Int(0, 9), "ADCs a turn; as the options say"))), "commanders, SIDE.NAME"),
	scenario.Req("units", scenario.Each(anID("unit"), unitKeys), "one line a unit"),
	scenario.Opt("options", rules.KeysOf[Options](reserved), "rules that may be chosen"),
	scenario.Opt("tables", tableKeys, "charts, replaced"),
	scenario.Opt("victory", scenario.Keys(
		scenario.Opt("banners", rules.ForSides(1, 99), "banners that win; by side if they differ"),
		scenario.Opt("turns", scenario.Int(1, 99), "none; the last turn"),
		scenario.Opt("hexes", scenario.Each(scenario.Text().What("a hex"), scenario.Keys(
			scenario.Req("side", scenario.Text(), "which side may score it: a side, or any"),
			scenario.Opt("banners", scenario.Int(1, 99), "1"),
		)), "hexes worth banners at the end of each turn"),
	), "how it is won"),
)

var unitKeys = rules.KeysOf[Start](reserved,
	scenario.Req("seat", scenario.Text(), "who commands it"),
	scenario.Req("kind", scenario.Text(), "a kind of troops"),
	scenario.Req("at", scenario.Text(), "its hex"),
	scenario.Opt("name", reserved.Name(), "as players write it"),
	scenario.Opt("facing", scenario.Word(facingNames...), "away from home"),
	scenario.Opt("blocks", scenario.Int(1, 9), "full strength"))

// anID is an ID that is neither a hex nor a reserved word.
func anID(what string) scenario.Spec {
	return reserved.ID(what).Where(
		"an id for a "+what+" (lower-case letters, digits, hyphens; no hex such as b2)", notHex)
}

// aSeat is a seat ID whose last part is neither a hex nor a reserved word.
func aSeat() scenario.Spec {
	return scenario.SeatID().Where("a seat's id SIDE.NAME (lower-case letters, digits, hyphens; NAME no hex, "+
		"no word of the order language)",
		func(s string) bool {
			_, name, _ := strings.Cut(s, ".")
			return !slices.Contains(reserved, name) && notHex(name)
		})
}

// notHex reports whether the ID cannot be read as a hex.
func notHex(id string) bool {
	upper := strings.ToUpper(id)
	if len(upper) < 2 || upper[0] < 'A' || upper[0] > 'Z' {
		return true
	}
	n, err := strconv.Atoi(upper[1:])
	return err != nil || n < 0 || n > 99
}

// reserved lists the words that cannot be IDs or names.
var reserved = rules.Reserved(keywords())

// keywords returns the words that would be ambiguous in the order language.
func keywords() []string {
	list := strings.Fields(`plan to me all infantry cavalry artillery standing react adc bonus precedence letter on
		event none if then else unless and or not enemy within under hits of any with only from in flank via facing at
		nearest towards toward steady shaken broken square lost spent after attacked empty ours never retire battle back
		ground breakthrough flags ignore retreat rally yes no activation morale combat units form fall close is hex hexes
		the please ready check cancel add end orders north south east west n s e w ne nw se sw ene ese wsw wnw`)
	for _, w := range actionPhrases {
		if !strings.Contains(w, " ") {
			list = append(list, strings.ToLower(w))
		}
	}
	return list
}

// faceKeys is a table with a row for each face of a die.
func faceKeys(words ...string) scenario.Spec {
	return scenario.Each(scenario.Int(1, 6), scenario.Word(words...))
}

var tableKeys = scenario.Keys(
	scenario.Opt("activation", scenario.Each(scenario.Int(0, 60), scenario.Int(0, 20)), "number by distance; 5"),
	scenario.Opt("drm", scenario.Keys(
		scenario.Opt("no-direct", scenario.Int(-9, 9), "1"),
		scenario.Opt("shaken", scenario.Int(-9, 9), "1"),
		scenario.Opt("broken", scenario.Int(-9, 9), "2"),
	), "6"),
	scenario.Opt("square", scenario.Each(scenario.Int(1, 60), scenario.Int(-9, 9)), "DRM by range; 23"),
	scenario.Opt("events", faceKeys(eventDash, eventChit, eventADC, nothing), "3"),
	scenario.Opt("botch", faceKeys(botchPanic, botchWrong, botchHalt, botchLate, botchRash), "11"),
	scenario.Opt("faces", faceKeys("infantry", "cavalry", "artillery", "flag", "sabre"), "T3"),
	scenario.Opt("fate", faceKeys(fateEliminated, fateReturns, fateAway), "37"),
	scenario.Opt("courier", faceKeys(riderCaptured, riderFled, riderOn), "Q4"),
	scenario.Opt("morale_pass", scenario.List(scenario.Int(1, 6), 1, 6), "5; 32"),
	scenario.Opt("kinds", scenario.Each(scenario.ID("kind"), rules.KeysOf[Kind](reserved)), "rows of T1"),
	scenario.Opt("terrain", scenario.Each(scenario.ID("terrain"), terrainKeys), "rows of T2"),
)

var armFigures = scenario.Keys(
	scenario.Opt("inf", scenario.Int(-9, 9), "infantry"),
	scenario.Opt("cav", scenario.Int(-9, 9), "cavalry"),
	scenario.Opt("art", scenario.Int(-9, 9), "artillery"),
)

var terrainKeys = rules.KeysOf[Terrain](reserved,
	scenario.Opt("enter", scenario.List(scenario.Word(armNames[:]...), 0, 3), "arms that may enter"),
	scenario.Opt("into", armFigures, "dice of attacks into it"),
	scenario.Opt("out", armFigures, "dice of attacks out of it"))

func readTables(n scenario.Node) Tables {
	t := printed()
	byNumber(t.Activation, n.At("activation"))
	byNumber(t.Square, n.At("square"))
	drm := n.At("drm")
	t.DRM.NoDirect, t.DRM.Shaken = drm.Int("no-direct", t.DRM.NoDirect), drm.Int("shaken", t.DRM.Shaken)
	t.DRM.Broken = drm.Int("broken", t.DRM.Broken)
	for _, c := range []struct {
		key  string
		into *SixFaces
	}{{"events", &t.Events}, {"botch", &t.Botch}, {"faces", &t.Faces}, {"fate", &t.Fate}, {"courier", &t.Courier}} {
		for face, word := range n.Each(c.key) {
			if i, err := strconv.Atoi(face); err == nil && 1 <= i && i <= len(c.into) {
				c.into[i-1] = word.String()
			}
		}
	}
	if n.Has("morale_pass") {
		t.Pass = nil
		for _, v := range n.List("morale_pass") {
			t.Pass = append(t.Pass, v.AsInt(0))
		}
	}
	return t
}

// byNumber replaces a whole table of numbers. Rows left out are deleted.
func byNumber(into map[int]int, n scenario.Node) {
	if !n.Exists() {
		return
	}
	clear(into)
	for key, v := range n.Entries() {
		if i, err := strconv.Atoi(key); err == nil {
			into[i] = v.AsInt(0)
		}
	}
}

// readRows changes rows of a printed table. New rows take their defaults from the first printed row.
func readRows[T any](n scenario.Node, printed []T, name func(*T) *string, read func(scenario.Node, T) T) []T {
	list := slices.Clone(printed)
	for id, row := range n.Entries() {
		i := slices.IndexFunc(list, func(t T) bool { return *name(&t) == id })
		if i < 0 {
			i, list = len(list), append(list, printed[0])
			*name(&list[i]) = id
		}
		list[i] = read(row, list[i])
	}
	return list
}

func readKind(n scenario.Node, printed Kind) Kind {
	k := rules.Rewritten(n, printed)
	k.Arm = arms[n.Text("arm", armNames[k.Arm])]
	return k
}

var arms = map[string]Arm{"inf": Infantry, "cav": Cavalry, "art": Artillery}

func readTerrain(n scenario.Node, printed Terrain) Terrain {
	t := rules.Rewritten(n, printed)
	if n.Has("enter") {
		t.Enter = [3]bool{}
		for _, arm := range n.Texts("enter") {
			t.Enter[arms[arm]] = true
		}
	}
	for arm, name := range armNames {
		t.Into[arm] = n.At("into").Int(name, t.Into[arm])
		t.Out[arm] = n.At("out").Int(name, t.Out[arm])
	}
	return t
}

// parseHex parses a hex of a scenario file, in upper or lower case.
func parseHex(text string) (board.Hex, bool) { return board.ParseHex(strings.ToUpper(text)) }

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
		(*loader).readSides, (*loader).enrol, (*loader).orderSeats,
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
			l.doc.Refuse(n.At("leader"), scenario.DuplicateID, "a different leader for each seat")
		}
		l.b.seatIDs.Add(id)
		l.b.leaderIDs.Add(p.Leader)
		l.b.Posts = append(l.b.Posts, p)
		l.nodes[1] = append(l.nodes[1], n)
		l.b.Enrol(adjudicator.Seat{ID: id, Side: scenario.SideOf(id), Name: cmp.Or(p.Name, id)})
		l.b.Name(p.Leader, p.Name, "")
	}
}

// orderSeats orders the seats of each side: the chief first, the others as in the scenario.
func (l *loader) orderSeats() {
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

// Arm is the arm of a kind of troops (§T1).
type Arm int8

// The arms, in the order in which tables list them.
const (
	Infantry Arm = iota
	Cavalry
	Artillery
)

var armNames = [...]string{"inf", "cav", "art"}

// ByArm holds a figure for each arm.
type ByArm [3]int

// Kind is a type of unit: a row of §T1.
type Kind struct {
	Name    string
	Arm     Arm    `key:"arm,inf|cav|art"`
	Blocks  int    `key:"blocks,1..9" doc:"full strength"`
	Move    int    `key:"move,0..9" doc:"hexes"`                      // an activation
	Fight   int    `key:"fight,0..9" doc:"hexes when it attacks too"` // in the same activation
	Range   int    `key:"range,0..30" doc:"hexes; 0: no fire"`
	Fire    int    `key:"fire,-9..9" doc:"bonus dice"`
	Moved   string `key:"moved,up|down|none" doc:"half its blocks, rounded, when it moved; none: no fire then"`
	Melee   int    `key:"melee,-9..9" doc:"bonus dice"`
	Foot    int    `key:"foot,-9..9" doc:"extra dice against infantry"`
	Ignore  int    `key:"ignore,0..9" doc:"flags"`
	Retreat int    `key:"retreat,0..9" doc:"hexes a flag"`
	Woods   bool   `key:"woods" doc:"at home in forests"`
	Militia bool   `key:"militia" doc:"one die less in checks"`
	Sabres  bool   `key:"sabres" doc:"sabres hit in melee"`
	Bands   []int  `key:"bands,-9..9" doc:"dice by distance"` // from 1 hex
}

var (
	bands = []int{0, 0, 0, -1, -1}

	// kinds is the table of §T1 (`house`).
	kinds = []Kind{
		//                        blocks move fight range fire moved melee foot ignore retreat
		{"line", Infantry, 4, 1, 1, 2, 0, "up", 0, 1, 0, 1, false, false, true, nil},
		{"light", Infantry, 4, 2, 1, 2, 1, "up", 0, 0, 0, 1, true, false, true, nil},
		{"grenadier", Infantry, 4, 1, 1, 2, 0, "up", 1, 0, 1, 1, false, false, true, nil},
		{"youngguard", Infantry, 4, 2, 1, 2, 1, "up", 1, 0, 1, 1, true, false, true, nil},
		{"oldguard", Infantry, 4, 1, 1, 2, 1, "up", 2, 0, 2, 1, false, false, true, nil},
		{"militia", Infantry, 4, 1, 1, 2, 0, "down", 0, 0, 0, 2, false, true, false, nil},
		{"lightcav", Cavalry, 3, 3, 3, 0, 0, "none", 0, 0, 0, 1, false, false, true, nil},
		{"heavycav", Cavalry, 3, 2, 2, 0, 0, "none", 1, 0, 0, 1, false, false, true, nil},
		{"guardcav", Cavalry, 3, 2, 2, 0, 0, "none", 1, 0, 1, 1, false, false, true, nil},
		{"footart", Artillery, 3, 1, 0, 5, 0, "none", 0, 0, 0, 1, false, false, true, bands},
		{"horseart", Artillery, 3, 2, 1, 5, 0, "up", 0, 0, 0, 1, false, false, true, bands},
	}
)

// Values of Terrain.EntryFight: which units may attack or fire after entering.
const (
	entryAll   = "all"
	entryWoods = "woods"
	entryNone  = "none"
)

// Terrain is a type of terrain: a row of §T2.
type Terrain struct {
	Name       string
	Enter      [3]bool // by arm
	Stop       bool    `key:"stop" doc:"entering ends the move"`
	Into       ByArm   // dice modifier of attacks into it, by the attacker's arm
	Out        ByArm   // dice modifier of attacks out of it
	OutMelee   bool    `key:"out_melee" doc:"out counts in melee only"`
	Sight      string  `key:"sight,free|blocks|hill"`
	EntryFight string  `key:"entry_fight,all|woods|none" doc:"who may attack on entering"`
	Ignore     int     `key:"ignore,0..9" doc:"flags"`
	Square     bool    `key:"square" doc:"a square may stand in it"`
	AllRound   bool    `key:"allround" doc:"infantry has only a front in it"`
}

var everyArm = [3]bool{true, true, true}

// terrains is the table of §T2 (`house`).
var terrains = []Terrain{
	//        enter, stop, into, out, melee, sight, fight on entry, ignore, square, allround
	{"clear", everyArm, false, ByArm{}, ByArm{}, false, "free", entryAll, 0, true, false},
	{"bridge", everyArm, false, ByArm{}, ByArm{}, false, "free", entryAll, 0, true, false},
	{"forest", everyArm, true, ByArm{-1, -2, -1}, ByArm{0, -2, -1}, false, "blocks", entryWoods, 0, true, false},
	{"hill", everyArm, false, ByArm{-1, -1, 0}, ByArm{0, -1, 0}, false, "hill", entryAll, 0, true, false},
	{"town", everyArm, true, ByArm{-2, -3, -1}, ByArm{0, -3, -1}, false, "blocks", entryNone, 0, false, true},
	{"church", everyArm, true, ByArm{-2, -3, -1}, ByArm{0, -3, -1}, false, "blocks", entryNone, 1, false, true},
	{"farm", everyArm, true, ByArm{-2, -3, -1}, ByArm{0, -3, -1}, false, "blocks", entryNone, 1, false, true},
	{"marsh", [3]bool{true, true, false}, true, ByArm{}, ByArm{-1, -1, -1}, true, "free", entryAll, 0, false, false},
	{"ford", everyArm, true, ByArm{}, ByArm{-1, -1, -1}, true, "free", entryAll, 0, true, false},
	{"river", [3]bool{}, false, ByArm{}, ByArm{}, false, "free", entryAll, 0, false, false},
}

// Face is the symbol on a die face (§T3).
type Face string

// The symbols.
const (
	FaceInfantry  Face = "infantry"
	FaceCavalry   Face = "cavalry"
	FaceArtillery Face = "artillery"
	FaceFlag      Face = "flag"
	FaceSabre     Face = "sabre"
)

var symbolOf = [3]Face{FaceInfantry, FaceCavalry, FaceArtillery}

// Results in the tables with six rows.
const (
	eventDash = "dash"
	eventChit = "chit"
	eventADC  = "adc"

	botchPanic = "panic"
	botchWrong = "wrong-way"
	botchHalt  = "halt"
	botchLate  = "late"
	botchRash  = "rash"

	fateEliminated = "eliminated"
	fateReturns    = "returns"
	fateAway       = "away"

	riderCaptured = "captured"
	riderFled     = "fled"
	riderOn       = "on"

	nothing = "none"
)

// SixFaces is a table with a row for each face of a die; index 0 is face 1.
type SixFaces [6]string

func (t *SixFaces) row(face int) string { return t[face-1] }

// Tables are the charts that a scenario may replace (section c). All are `house`.
type Tables struct {
	Activation map[int]int // activation number by distance (§5)
	DRM        struct{ NoDirect, Shaken, Broken int }
	Square     map[int]int // DRM by range (§23)
	Events     SixFaces    // §3
	Botch      SixFaces    // §11
	Faces      SixFaces    // §T3
	Fate       SixFaces    // §37
	Courier    SixFaces    // §Q4
	Pass       []int       // faces that pass a morale check (§32)
}

func printed() Tables {
	t := Tables{
		Activation: map[int]int{0: 10, 1: 9, 2: 8, 3: 7, 4: 6},
		Square:     map[int]int{1: 3, 2: 2, 3: 1},
		Events:     SixFaces{eventDash, eventDash, eventChit, eventChit, eventADC, eventADC},
		Botch:      SixFaces{botchPanic, botchWrong, botchHalt, botchHalt, botchLate, botchRash},
		Faces:      SixFaces{"infantry", "infantry", "cavalry", "artillery", "flag", "sabre"},
		Fate:       SixFaces{fateEliminated, fateEliminated, fateReturns, fateReturns, fateAway, fateAway},
		Courier:    SixFaces{riderCaptured, riderFled, riderOn, riderOn, riderOn, riderOn},
		Pass:       []int{5},
	}
	t.DRM.NoDirect, t.DRM.Shaken, t.DRM.Broken = 1, 1, 2
	return t
}

// passes reports whether the face passes a morale check (§32).
func (t *Tables) passes(face int) bool { return slices.Contains(t.Pass, face) }

// face returns the symbol for a die value (§T3).
func (t *Tables) face(value int) Face { return Face(t.Faces.row(value)) }

const (
	leaderNumber = 10 // §36
	mostReturns  = 19 // §9
	mostIgnored  = 2  // §34
	escapeReach  = 3  // §L4
	leaderMove   = 3  // §35
	nearby       = 2  // §W3
	mostShots    = 6  // §21
	bonusChits   = 2  // §41
)
