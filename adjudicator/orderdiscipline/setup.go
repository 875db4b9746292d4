package orderdiscipline

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/adjudicator/scenario"
)

// keys lists the scenario keys of section c.
var keys = scenario.Root("orderdiscipline",
	rules.PlanKey(),
	scenario.Req("map", scenario.Keys(
		scenario.Req("size", scenario.Tuple(scenario.Decimal(100, 30000), scenario.Decimal(100, 30000)),
			"inches, east to west and north to south"),
		scenario.Opt("places", scenario.Each(lettered("place"), scenario.Point()), "names for orders and objectives"),
		scenario.Opt("areas", scenario.Each(lettered("area"), areaKeys), "woods, towns, hills"),
		scenario.Opt("lines", scenario.Each(scenario.ID("line"), lineKeys), "walls, streams, roads"),
	), "the table; the origin is its south-west corner"),
	scenario.Req("sides", scenario.Each(lettered("side"), scenario.Keys(
		scenario.Req("home", scenario.Word("north", "east", "south", "west"), "the home edge"),
		scenario.Opt("colour", scenario.Word("red", "black"), "of its cards: first side red, second black"),
		rules.Uniform(),
	)), "exactly two, one of each colour"),
	scenario.Req("seats", scenario.Each(scenario.SeatID(), seatKeys), "generals, SIDE.NAME"),
	scenario.Req("units", scenario.Each(lettered("unit"), unitKeys), "one line a unit"),
	scenario.Opt("options", rules.KeysOf[Options](reserved), "rules that may be chosen"),
	scenario.Opt("victory", scenario.Keys(
		scenario.Opt("turns", scenario.Int(1, 99), "none; the game ends after this turn"),
		rules.BreaksKey("stands"),
		scenario.Opt("objectives", scenario.Each(scenario.Text(), scenario.Keys(
			scenario.Opt("points", scenario.Int(0, 99), "0; for the side that holds it at the end"),
			scenario.Opt("held", scenario.Text(), "none; the side that holds it at the beginning"),
		)), "places"),
	), "8.5 and 8.6"),
	scenario.Opt("tables", tableKeys(), "figures of the charts, replaced"),
)

var areaKeys = scenario.Keys(
	scenario.Req("kind", scenario.Word(areaKinds...), "what it is"),
	scenario.Req("polygon", scenario.List(scenario.Point(), 3, 0), "corners in inches"),
	scenario.Opt("height", scenario.Int(1, 3), "1; hills only"),
)

var lineKeys = scenario.Keys(
	scenario.Req("kind", scenario.Word(lineKinds...), "what it is"),
	scenario.Req("points", scenario.List(scenario.Point(), 2, 0), "in inches"),
	scenario.Opt("crossings", scenario.List(scenario.Point(), 0, 0), "none; bridges, fords, gates"),
)

var seatKeys = rules.KeysOf[General](reserved,
	scenario.Opt("at", scenario.Point(), "where he is; or with"),
	scenario.Opt("with", scenario.Text(), "the unit that the general is attached to; or at"),
	scenario.Opt("superior", scenario.Text(), "none: the army commander"),
)

var unitKeys = rules.KeysOf[Regiment](reserved,
	scenario.Req("general", scenario.Text(), "who commands it"),
	scenario.Req("at", scenario.Point(), "its centre"),
	scenario.Req("stands", scenario.Int(1, 12), "at full strength; batteries 1 to 3"),
	scenario.Req("kind", scenario.Word(kinds[:]...), "what it is"),
	scenario.Opt("quality", scenario.Word(qualities[:]...), "regular"),
	scenario.Opt("formation", scenario.Word(formations[:]...).Because(badFormation), "line; batteries deployed"),
	scenario.Opt("facing", scenario.OneOf(scenario.Int(0, 359), scenario.Word(compassWords()...)),
		"0; degrees or compass word"),
	scenario.Opt("gun", scenario.Word(guns...), "medium; artillery only"),
	scenario.Opt("state", scenario.Word("steady", "unsteady", "routing"), "steady"),
	scenario.Opt("contact", scenario.List(scenario.Text(), 0, 0), "enemy units that it is in melee with"),
)

// tableKeys are the keys of the charts and of the guns, which have three pairs of range and dice per stand.
func tableKeys() scenario.Spec {
	band := scenario.Tuple(length(), scenario.Int(0, 20))
	var rows []scenario.Key
	for _, g := range guns {
		rows = append(rows, scenario.Opt(g, scenario.List(band, 3, 3), "range in inches and dice a stand, three times"))
	}
	return scenario.Keys(append(charts.Keys(), scenario.Opt("gun", scenario.Keys(rows...), "6.3"))...)
}

func readFigures(n scenario.Node) Tables {
	t := charts.Read(n, printed)
	for g, name := range guns {
		for i, band := range n.At("gun").List(name) {
			if row := band.Items(); len(row) == 2 && 2*i < len(t.Gun[g]) {
				t.Gun[g][2*i], t.Gun[g][2*i+1] = row[0].AsHundredths(0), row[1].AsInt(0)
			}
		}
	}
	return t
}

// lettered is an ID that contains a letter and is not a reserved word of the order language.
func lettered(what string) scenario.Spec {
	return reserved.ID(what).Where("an id for a "+what+" with a letter in it", func(id string) bool {
		return strings.ContainsAny(strings.ToLower(id), "abcdefghijklmnopqrstuvwxyz")
	})
}

// compassWords returns the names of the eight compass points in a scenario.
func compassWords() []string {
	var all []string
	for _, p := range compassPoints {
		all = append(all, p.Short, p.Long)
	}
	return all
}

// compassPoints lists the eight compass points, clockwise at 45 degree intervals.
var compassPoints = []struct{ Short, Long string }{
	{"n", "north"}, {"ne", "north-east"}, {"e", "east"}, {"se", "south-east"},
	{"s", "south"}, {"sw", "south-west"}, {"w", "west"}, {"nw", "north-west"},
}

// facing reads degrees or a compass point.
func facing(n scenario.Node) int {
	for i, p := range compassPoints {
		if word := strings.ToLower(n.String()); word == p.Short || word == p.Long {
			return 45 * i
		}
	}
	return n.AsInt(0)
}

// Reasons for refusing a scenario, besides those of all rulesets.
const (
	twoColours  = "two-colours"
	sameHome    = "same-home"
	oneChief    = "one-army-commander"
	chiefIsNPC  = "army-commander-npc"
	badSuperior = "bad-superior"
	overlap     = "overlap"
	notTouching = "not-touching"
	notEnemy    = "not-enemy"
	notHisUnit  = "not-his-unit"
	wrongKind   = "wrong-kind"
)

// readBattle reads a scenario and checks the constraints between keys (section c). If keys are faulty it
// reads on as far as possible.
func readBattle(doc *scenario.Doc) (*Battle, []scenario.Fault) {
	width, height, _ := doc.At("map").Point("size")
	l := &loader{doc: doc, b: &Battle{
		Title: doc.Text("title", ""), Width: width, Height: height,
		Options: rules.Written[Options](doc.At("options")), Tables: readFigures(doc.At("tables")),
		Roster: rules.Roster{Last: doc.At("victory").Int("turns", 0)}, // §8.6
	}}
	for _, step := range []func(*loader){
		(*loader).readPlaces, (*loader).areas, (*loader).lines, (*loader).readSides, (*loader).readHolders,
		(*loader).generals,
		(*loader).readUnits,
		(*loader).chain, (*loader).attached, (*loader).contacts} {
		step(l)
	}
	l.standApart()
	if doc.Faulty || len(doc.Faults()) > 0 {
		return nil, doc.Faults()
	}
	for g := range l.b.Generals {
		l.b.speech = append(l.b.speech, namesFor(l.b, g))
	}
	return l.b, nil
}

type loader struct {
	doc *scenario.Doc
	b   *Battle
}

// point reads a point and refuses one off the table.
func (l *loader) point(n scenario.Node) board.Point {
	x, y, _ := n.AsPoint()
	if l.doc.Sound("map.size") && !l.b.onTable(board.Point{X: x, Y: y}) {
		l.doc.Refuse(n, offTable, "a point on the table, 0 to %s by 0 to %s", inches(l.b.Width), inches(l.b.Height))
	}
	return board.Point{X: x, Y: y}
}

func (l *loader) readPoints(list []scenario.Node) []board.Point {
	var points []board.Point
	for _, v := range list {
		points = append(points, l.point(v))
	}
	return points
}

// readPlaces reads the named points and marks those that are objectives.
func (l *loader) readPlaces() {
	for id, n := range l.doc.At("map").Each("places") {
		l.b.placeIDs.Add(id)
		l.b.Places = append(l.b.Places, Place{ID: id, At: l.point(n)})
	}
	for id, n := range l.doc.At("victory").Each("objectives") {
		i, ok := l.b.placeIDs.Find(id).Get()
		if !ok {
			l.doc.RefuseName(n, "map.places", scenario.UnknownName, "a place of map.places")
			continue
		}
		l.b.Places[i].Objective, l.b.Places[i].Points = true, n.Int("points", 0)
	}
}

func (l *loader) areas() {
	for id, n := range l.doc.At("map").Each("areas") {
		a := Area{ID: id, Kind: slices.Index(areaKinds, n.Text("kind", "")), At: l.readPoints(n.List("polygon")),
			Height: n.Int("height", 1)}
		if len(a.At) > 0 {
			a.Poly = board.NewPolygon(a.At)
		}
		if a.Kind != hill && n.Has("height") {
			l.doc.Refuse(n.At("height"), scenario.UnknownKey, "this key for hills only")
		}
		if a.Kind == wood || a.Kind == town || a.Kind == hill {
			l.b.thick = append(l.b.thick, len(l.b.Areas))
		}
		l.b.Areas = append(l.b.Areas, a)
	}
}

func (l *loader) lines() {
	for id, n := range l.doc.At("map").Each("lines") {
		c := Course{ID: id, Kind: slices.Index(lineKinds, n.Text("kind", "")), At: l.readPoints(n.List("points")),
			Crossings: l.readPoints(n.List("crossings"))}
		if len(c.At) > 0 {
			c.box = board.BoxOf(c.At...)
		}
		l.b.Lines = append(l.b.Lines, c)
	}
}

// homes lists the directions of the four edges, in degrees.
var homes = map[string]int{"north": 0, "east": 90, "south": 180, "west": 270}

func (l *loader) readSides() {
	two := l.b.ReadSides(l.doc, func(i int, id string, n scenario.Node) {
		if i < 2 {
			colour := [...]string{"red", "black"}[i]
			l.b.Sides[i] = Side{ID: id, Home: homes[n.Text("home", "")], Red: n.Text("colour", colour) == "red"}
		}
	})
	l.b.Breaks = rules.ReadBreaks(l.doc, l.b.Side)
	switch {
	case !two:
	case l.b.Sides[0].Red == l.b.Sides[1].Red:
		l.doc.Refuse(l.doc.At("sides"), twoColours, "one side with red cards and one with black")
	case l.b.Sides[0].Home == l.b.Sides[1].Home:
		l.doc.Refuse(l.doc.At("sides"), sameHome, "a home edge of its own for each side")
	}
	for i := range l.b.Roster.Sides {
		id := l.b.Roster.Sides[i].ID
		l.b.Roster.Sides[i].Name = strings.ToUpper(id[:1]) + id[1:]
	}
}

// readHolders reads the side that holds each objective at the start.
func (l *loader) readHolders() {
	for id, n := range l.doc.At("victory").Each("objectives") {
		if !n.Has("held") {
			continue
		}
		side := l.b.Side(n.Text("held", ""))
		if side.None() {
			l.doc.RefuseName(n.At("held"), "sides", scenario.UnknownName, "a side")
		}
		if i, ok := l.b.placeIDs.Find(id).Get(); ok {
			l.b.Places[i].Held = side
		}
	}
}

func (l *loader) generals() {
	l.b.ReadSeats(l.doc, scenario.UnknownName, func(seat adjudicator.Seat, side adjudicator.Index, n scenario.Node) {
		g := rules.Written[General](n)
		g.ID, g.Side = seat.ID, min(side.Or(0), 1)
		if at := n.At("at"); at.Exists() {
			g.At = l.point(at)
		} else if !n.Has("with") {
			l.doc.RefuseKey(n, "at", scenario.MissingKey, "a point [x, y], or `with` a unit")
		}
		l.b.seatIDs.Add(seat.ID)
		l.b.Generals = append(l.b.Generals, g)
	})
}

func (l *loader) readUnits() {
	for id, n := range l.doc.Each("units") {
		u := l.readUnit(id, n)
		l.b.unitIDs.Add(id)
		l.b.Name(id, u.Name, n.Text("general", ""))
		l.b.Units = append(l.b.Units, u)
	}
}

// readUnit reads one unit without its contacts and adds it to its general's command.
func (l *loader) readUnit(id string, n scenario.Node) Regiment {
	u := rules.Written[Regiment](n)
	u.ID, u.At, u.Facing, u.Start = id, l.point(n.At("at")), facing(n.At("facing")), n.Int("stands", 1)
	u.Kind = Kind(slices.Index(kinds[:], n.Text("kind", "")))
	u.Quality = Quality(slices.Index(qualities[:], n.Text("quality", "regular")))
	u.Gun = slices.Index(guns, n.Text("gun", "medium"))
	u.State = Condition(slices.Index(conditions[:], n.Text("state", "steady")))
	if g, ok := l.b.seatIDs.Find(n.Text("general", "")).Get(); !ok {
		l.doc.RefuseName(n.At("general"), "seats", scenario.UnknownName, "a seat of this scenario")
	} else {
		of := &l.b.Generals[g]
		u.General, u.Side, of.Units = g, of.Side, append(of.Units, len(l.b.Units))
	}
	u.Formation = Line
	if u.Kind.Arm() == Artillery {
		u.Formation = Deployed
	}
	if f := n.Text("formation", ""); f != "" {
		u.Formation = Formation(slices.Index(formations[:], f))
	}
	l.bounds(n, &u)
	return u
}

// bounds refuses values that the unit's kind does not allow.
func (l *loader) bounds(n scenario.Node, u *Regiment) {
	arm := u.Kind.Arm()
	if arm == Artillery && u.Start > 3 {
		l.doc.Refuse(n.At("stands"), scenario.OutOfRange, "1 to 3 stands for a battery")
	}
	if u.Lost >= u.Start {
		l.doc.Refuse(n.At("lost"), scenario.OutOfRange, "fewer stands than it began with, %d", u.Start)
	}
	if u.Hits >= l.b.Tables.HitsPerStand {
		l.doc.Refuse(n.At("hits"), scenario.OutOfRange, "0 to %d hits", l.b.Tables.HitsPerStand-1)
	}
	if movementOf(u.Kind, u.Formation) < 0 {
		l.doc.Refuse(n.At("formation"), badFormation, "a formation of %s", u.Kind)
	}
	if n.Has("weapon") && arm != Infantry {
		l.doc.Refuse(n.At("weapon"), wrongKind, "a weapon for infantry only")
	}
	if n.Has("gun") && arm != Artillery {
		l.doc.Refuse(n.At("gun"), wrongKind, "a gun for artillery only")
	}
}

// chain reads the chain of command. Each side needs exactly one general without a superior, who has a player,
// and no cycle.
func (l *loader) chain() {
	before := len(l.doc.Faults())
	for id, n := range l.doc.Each("seats") {
		g := l.b.seatIDs.Must(id)
		if !n.Has("superior") {
			l.appoint(g, n)
			continue
		}
		s, ok := l.b.seatIDs.Find(n.Text("superior", "")).Get()
		switch {
		case !ok:
			l.doc.RefuseName(n.At("superior"), "seats", scenario.UnknownName, "a seat of this scenario")
		case l.b.Generals[s].Side != l.b.Generals[g].Side:
			l.doc.Refuse(n.At("superior"), badSuperior, "a general of the same side")
		case s == g || l.b.isSubordinate(s, g):
			l.doc.Refuse(n.At("superior"), badSuperior, "a general who is not subordinate to this one")
		default:
			l.b.Generals[g].Superior = adjudicator.At(s)
			l.b.Generals[s].Below = append(l.b.Generals[s].Below, g)
		}
	}
	for i := range l.b.Sides {
		if l.b.Sides[i].Chief.None() && len(l.doc.Faults()) == before && l.doc.Sound("sides") {
			l.doc.Refuse(l.doc.At("seats"), oneChief, "one general without a superior for %s", l.b.Sides[i].ID)
		}
	}
}

func (l *loader) appoint(g int, n scenario.Node) {
	side := &l.b.Sides[l.b.Generals[g].Side]
	if side.Chief.Some() {
		l.doc.Refuse(n, oneChief, "a superior: %s has none either", l.b.Generals[side.Chief.Must()].ID)
		return
	}
	side.Chief = adjudicator.At(g)
	if l.b.Generals[g].NPC {
		l.doc.Refuse(n.At("npc"), chiefIsNPC, "a player for the army commander")
	}
}

// attached reads which generals are attached to a unit (§9.1).
func (l *loader) attached() {
	for id, n := range l.doc.Each("seats") {
		if !n.Has("with") {
			continue
		}
		g := l.b.seatIDs.Must(id)
		u, ok := l.b.unitIDs.Find(n.Text("with", "")).Get()
		switch {
		case !ok:
			l.doc.RefuseName(n.At("with"), "units", scenario.UnknownName, "a unit of this scenario")
		case !slices.Contains(l.b.Generals[l.b.Units[u].General].Units, u): // its general was refused already
		case !l.b.commands(g, u):
			l.doc.Refuse(n.At("with"), notHisUnit, "a unit of the general's own command or of a subordinate general")
		default:
			l.b.Generals[g].With, l.b.Generals[g].At = adjudicator.At(u), l.b.Units[u].At
		}
	}
}

func (l *loader) contacts() {
	for id, n := range l.doc.Each("units") {
		u := l.b.unitIDs.Must(id)
		for _, v := range n.List("contact") {
			e, ok := l.b.unitIDs.Find(v.String()).Get()
			switch {
			case !ok:
				l.doc.RefuseName(v, "units", scenario.UnknownName, "an enemy unit")
			case l.b.Units[e].Side == l.b.Units[u].Side:
				l.doc.Refuse(v, notEnemy, "an enemy unit")
			default:
				l.b.Units[u].Contact = rules.With(l.b.Units[u].Contact, e)
				l.b.Units[e].Contact = rules.With(l.b.Units[e].Contact, u)
			}
		}
	}
}

// standApart refuses units that overlap, contacts that do not touch, and units on ground that they could
// never leave, such as water. Deployed guns may stand on any ground (§10.2, §10.4, §10.9).
func (l *loader) standApart() {
	s := &State{b: l.b, Units: drawnUp(l.b)}
	for id, n := range l.doc.Each("units") {
		u := l.b.unitIDs.Must(id)
		for _, v := range s.Units[u].Contact {
			if l.canPlace(u) && l.canPlace(v) && s.gap(u, v) > touching {
				l.doc.Refuse(n.At("contact"), notTouching, "enemies that touch it; %s is %s inches away", l.b.Units[v].ID,
					inches(s.gap(u, v)))
			}
		}
		if !l.canPlace(u) || !s.onTable(u) {
			continue
		}
		at := l.b.Units[u].At
		if hit := l.overlappedBy(s, u); len(hit) > 0 {
			free := at.Near(func(p board.Point) bool {
				s.Units[u].At = p
				return l.b.onTable(p) && l.b.walksOn(u, p) && len(l.overlappedBy(s, u)) == 0
			})
			s.Units[u].At = at
			l.doc.Refuse(n.At("at"), overlap, "a place clear of %s, such as [%d, %d], %s inches away", l.b.unitIDs.List(hit),
				free.X/100, free.Y/100, inches(at.Distance(free)))
		}
		if l.b.inWater(at) {
			land := l.b.land(at)
			l.doc.Refuse(n.At("at"), inWater, "a place on land, such as [%d, %d]", land.X/100, land.Y/100)
		} else if !l.b.walksOn(u, at) {
			free := at.Near(func(p board.Point) bool { return l.b.onTable(p) && l.b.walksOn(u, p) })
			l.doc.Refuse(n.At("at"), scenario.NoWay, "ground that it can enter, such as [%d, %d]", free.X/100,
				free.Y/100)
		}
	}
}

// overlappedBy returns the earlier units that overlap the unit.
func (l *loader) overlappedBy(s *State, u int) (list []int) {
	for v := range u {
		if l.canPlace(v) && s.onTable(v) && !slices.Contains(s.Units[u].Contact, v) && s.overlap(u, v) {
			list = append(list, v)
		}
	}
	return list
}

// walksOn reports whether the unit can move at the point in at least one of its formations.
func (b *Battle) walksOn(u int, at board.Point) bool {
	rows := [][]int{Infantry: {onFoot, skirmishing}, Cavalry: {onHorse}, Artillery: {withGuns}}[b.Units[u].Kind.Arm()]
	return b.Units[u].Formation == Deployed || !slices.ContainsFunc(b.Areas, func(a Area) bool {
		return a.Poly != nil && a.Poly.Has(at) &&
			!slices.ContainsFunc(rows, func(row int) bool { return b.Tables.Area[a.Kind][row] > 0 })
	})
}

// land returns the nearest point on land.
func (b *Battle) land(p board.Point) board.Point {
	return p.Near(func(p board.Point) bool { return b.onTable(p) && !b.inWater(p) })
}

// inWater reports whether the point lies in water that no troops can enter (§10.9).
func (b *Battle) inWater(p board.Point) bool {
	return slices.ContainsFunc(b.Areas, func(a Area) bool {
		return a.Poly != nil && a.Kind == water && b.Tables.Area[water] == [areaRow]int{} && a.Poly.Has(p)
	})
}

// canPlace reports whether the unit's keys are sound enough for a footprint.
func (l *loader) canPlace(u int) bool {
	n := &l.b.Units[u]
	for _, key := range []string{"at", "kind", "stands", "formation", "facing", "lost", "arrives", "state"} {
		if !l.doc.Sound("units." + n.ID + "." + key) {
			return false
		}
	}
	return movementOf(n.Kind, n.Formation) >= 0 && n.Lost < n.Start
}

// overlap reports whether the footprints of two units overlap. Skirmishers never do.
func (s *State) overlap(u, v int) bool {
	if s.Units[u].Formation == Skirmish || s.Units[v].Formation == Skirmish {
		return false
	}
	r := s.Units[u].rect()
	r.Frontage, r.Depth = r.Frontage-2, r.Depth-2
	q, o := r.Quad(), s.Units[v].rect().Quad()
	return q.Gap(&o) == 0
}

// Tables are the charts, with lengths in hundredths of an inch. A scenario may replace any cell (section c).
type Tables struct {
	Radius, Support, SquareRoom, Gap, Canister, Danger, HitsPerStand, Wheel int
	Overhead, Interval, GeneralGap, ArrivalGap, Holding                     int

	Pass         [4]int          // by quality
	Move         [15]int         // see moveCells
	Musket       [2]int          // short, long
	Rifle        [2]int          //
	Gun          [3][6]int       // by weight: three pairs of range and dice
	Fire         [10]int         // see fireCells
	Melee        [9]int          // see meleeCells
	Retire, Rout [2]int          // number of dice: foot, mounted
	Area         [6][areaRow]int // by kind
	Line         [6][3]int       // by kind and arm; -1 impassable
}

// The columns of the area table.
const (
	onFoot = iota
	skirmishing
	onHorse
	withGuns
	areaRow
)

// The kinds of areas and lines, in table order.
const (
	wood = iota
	town
	rough
	marsh
	hill
	water
)

const (
	fence = iota
	hedge
	wall
	stream
	river
	road
)

var (
	areaKinds = []string{"wood", "town", "rough", "marsh", "hill", "water"}
	lineKinds = []string{"fence", "hedge", "wall", "stream", "river", "road"}
	guns      = []string{"light", "medium", "heavy"}
	bands     = []string{"short", "long"}
	paces     = []string{"foot", "mounted"}
	moveCells = []string{
		"infantry.line", "infantry.column", "infantry.march", "infantry.skirmish", "infantry.square",
		"light-cavalry.line", "light-cavalry.column", "heavy-cavalry.line", "heavy-cavalry.column",
		"foot-artillery.deployed", "foot-artillery.limbered", "horse-artillery.deployed", "horse-artillery.limbered",
		"general", "courier"}
	fireCells  = []string{"target", "charged", "damaged", "moved", "unsteady", "light", "heavy", "deep", "over", "long"}
	meleeCells = []string{"obstacle", "deeper", "unsteady", "veteran", "halted", "shock", "mounted", "square", "gunners"}
)

const (
	generalRides = 13 // indices into Move
	courierRides = 14
)

const impassable = -1

// printed lists the tables of the digest. Only the pass values are the module's; all other figures come from
// the base game or the house (§3.3, §5.7, §6.3, §6.4, §7.3, §10.9, §10.10, §11.1).
var printed = Tables{
	Radius: 600, Support: 400, SquareRoom: 400, Gap: 100, Canister: 200, Danger: 300, HitsPerStand: 3, Wheel: 15,
	Overhead: 800, Interval: 200, GeneralGap: 100, ArrivalGap: 100, Holding: 300,

	Pass: [4]int{7, 6, 5, 5},
	//            line column march skirm square
	Move: [15]int{600, 800, 1200, 800, 200, // infantry of both kinds
		1400, 1600, // light cavalry
		1200, 1400, // heavy cavalry
		200, 800, // foot artillery, deployed and limbered
		200, 1200, // horse artillery
		1800, 1800}, // general, courier
	Musket: [2]int{400, 800},
	Rifle:  [2]int{600, 1200},
	Gun: [3][6]int{
		{600, 3, 1200, 2, 2400, 1},
		{800, 4, 1600, 2, 3200, 1},
		{1000, 4, 2000, 3, 4000, 1}},
	//             targ char dam mov uns light heavy deep over long
	Fire: [10]int{-1, -1, -1, -1, -1, -1, -2, 1, -1, -1},
	//             obst deep uns vet halt shock mount sq gunn
	Melee:  [9]int{-1, 1, -1, 1, -1, 1, -1, -2, -1},
	Retire: [2]int{2, 3},
	Rout:   [2]int{3, 4},
	Area: [6][areaRow]int{
		//     foot skirm horse guns
		wood:  {2, 1, 3, 0},
		town:  {2, 1, 0, 0},
		rough: {2, 1, 2, 2},
		marsh: {3, 2, 3, 0},
		hill:  {1, 1, 1, 1},
		water: {0, 0, 0, 0}},
	Line: [6][3]int{
		//      foot horse guns
		fence:  {100, 100, 200},
		hedge:  {200, 200, impassable},
		wall:   {200, 200, impassable},
		stream: {200, 200, 200},
		river:  {impassable, impassable, impassable},
		road:   {0, 0, 0}},
}

var (
	lengths = rules.Figure{Spec: length(), Read: scenario.Node.AsHundredths}
	efforts = rules.Figure{Spec: scenario.OneOf(scenario.Decimal(0, 5000), scenario.Word("no")), Read: readEffort}
)

func length() scenario.Spec { return scenario.Decimal(0, 50000).What("inches, at most two decimals") }

// readEffort reads the cost of crossing a line, or "no" for impassable.
func readEffort(n scenario.Node, printed int) int {
	if n.String() == "no" {
		return impassable
	}
	return n.AsHundredths(printed)
}

// charts lists the tables that a scenario can replace, except for guns, whose rows are pairs.
var charts = rules.Charts[Tables]{
	{Name: "radius", Figure: lengths, Of: func(t *Tables) any { return &t.Radius }},
	{Name: "support", Figure: lengths, Of: func(t *Tables) any { return &t.Support }},
	{Name: "square_room", Figure: lengths, Of: func(t *Tables) any { return &t.SquareRoom }},
	{Name: "gap", Figure: lengths, Of: func(t *Tables) any { return &t.Gap }},
	{Name: "canister", Figure: lengths, Of: func(t *Tables) any { return &t.Canister }},
	{Name: "danger", Figure: lengths, Of: func(t *Tables) any { return &t.Danger }},
	{Name: "overhead", Figure: lengths, Of: func(t *Tables) any { return &t.Overhead }},
	{Name: "interval", Figure: lengths, Of: func(t *Tables) any { return &t.Interval }},
	{Name: "general_gap", Figure: lengths, Of: func(t *Tables) any { return &t.GeneralGap }},
	{Name: "arrival_gap", Figure: lengths, Of: func(t *Tables) any { return &t.ArrivalGap }},
	{Name: "holding", Figure: lengths, Of: func(t *Tables) any { return &t.Holding }},
	{Name: "hits_per_stand", Figure: rules.Whole(1, 20), Of: func(t *Tables) any { return &t.HitsPerStand }},
	{Name: "wheel", Figure: rules.Whole(0, 180), Of: func(t *Tables) any { return &t.Wheel }},
	{Name: "pass", Rows: qualities[:], Figure: rules.Whole(0, 20), Of: func(t *Tables) any { return &t.Pass }},
	{Name: "move", Rows: moveCells, Figure: lengths, Of: func(t *Tables) any { return &t.Move }},
	{Name: "musket", Rows: bands, Figure: lengths, Of: func(t *Tables) any { return &t.Musket }},
	{Name: "rifle", Rows: bands, Figure: lengths, Of: func(t *Tables) any { return &t.Rifle }},
	{Name: "fire", Rows: fireCells, Figure: rules.Whole(-9, 9), Of: func(t *Tables) any { return &t.Fire }},
	{Name: "melee", Rows: meleeCells, Figure: rules.Whole(-9, 9), Of: func(t *Tables) any { return &t.Melee }},
	{Name: "retire", Rows: paces, Figure: rules.Whole(1, 9), Of: func(t *Tables) any { return &t.Retire }},
	{Name: "rout", Rows: paces, Figure: rules.Whole(1, 9), Of: func(t *Tables) any { return &t.Rout }},
	{Name: "area", Rows: areaKinds, Columns: []string{"infantry", "skirmishers", "cavalry", "artillery"},
		Figure: rules.Whole(0, 9), Of: func(t *Tables) any { return &t.Area }},
	{Name: "line", Rows: lineKinds, Columns: arms[:], Figure: efforts, Of: func(t *Tables) any { return &t.Line }},
}

// movementOf returns the index into Move for a kind in a formation, or -1 if that formation is not allowed (§5.7,
// §10.2).
func movementOf(k Kind, f Formation) int {
	switch k {
	case LineInfantry, LightInfantry:
		if f <= Square && (f != Skirmish || k == LightInfantry) {
			return int(f)
		}
	case LightCavalry, HeavyCavalry:
		if f <= Column {
			return 5 + 2*int(k-LightCavalry) + int(f)
		}
	default:
		if f >= Deployed {
			return 9 + 2*int(k-FootArtillery) + int(f-Deployed)
		}
	}
	return -1
}
