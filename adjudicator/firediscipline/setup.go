package firediscipline

import (
	"cmp"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/adjudicator/scenario"
	"galloper/events"
	"galloper/orders"
)

// keys lists the scenario keys of section c.
var keys = scenario.Root("firediscipline",
	rules.PlanKey(),
	scenario.Req("map", scenario.Keys(
		scenario.Req("width", scenario.Int(100, 5000), "yards, west to east"),
		scenario.Req("height", scenario.Int(100, 5000), "yards, south to north"),
	), "the ground; the origin is its south-west corner"),
	scenario.Opt("terrain", scenario.Each(reserved.ID("feature"), terrainKeys), "polygons"),
	scenario.Opt("roads", scenario.Each(reserved.ID("road"), scenario.Keys(
		scenario.Req("at", scenario.List(scenario.Point(), 2, 0), "points in yards"),
		scenario.Opt("name", reserved.Name(), "as players write it"),
	)), "lines; where one crosses water there is a bridge or ford"),
	scenario.Req("sides", scenario.Each(reserved.ID("side"), scenario.Keys(
		scenario.Req("edge", scenario.Word("south", "north", "west", "east"), "the home edge"),
		scenario.Opt("name", reserved.Name(), "as players write it"),
		rules.Uniform(),
	)), "exactly two"),
	scenario.Req("seats", scenario.Each(scenario.SeatID(), scenario.Keys(
		scenario.Opt("at", scenario.Point(), "yards; optional if attached is given"),
		scenario.Opt("name", reserved.Name(), "as players write it"),
		scenario.Opt("chief", scenario.YesNo(), "no; commander-in-chief of the side"),
		scenario.Opt("attached", scenario.Text(), "the unit that the officer rides with"),
	)), "brigade commanders, SIDE.NAME"),
	scenario.Req("units", scenario.Each(reserved.ID("unit"), unitKeys), "one line a unit"),
	scenario.Opt("options", optionKeys, "rules that may be chosen"),
	scenario.Opt("tables", scenario.Keys(charts.Keys()...), "rows of the charts, replaced"),
	scenario.Opt("victory", scenario.Keys(
		scenario.Opt("turns", scenario.Int(1, 200), "none; the game ends after this turn"),
		rules.BreaksKey("stands"),
	), "when it ends"),
)

// reserved lists the words that would be ambiguous in the order language.
var reserved = rules.Reserve([]string{"to", "all", "standing", "chit", "ride", "attach", "detach", "letter", "if",
	"then", "via", "by", "road", "of", "here", "position", "ground", "fast", "in", "on", "at", "and", "will", "yds",
	"yards", "yd", "yard", "enemy", "turn", "half", "spent", "within", "fire", "line", "column", "open", "order", "no",
	"pursuit", "dress"}, language.Phrases())

var terrainKeys = scenario.Keys(
	scenario.Req("kind", scenario.Word(kindNames()...), "what it is"),
	scenario.Req("at", scenario.List(scenario.Point(), 3, 0), "corners in yards"),
	scenario.Opt("name", reserved.Name(), "as players write it"),
	scenario.Opt("level", scenario.Int(0, 9), "0; hill: its height; else: height of the ground it stands on"),
	scenario.Opt("slope", scenario.Int(0, 200), "0; hill: width in yards of the slope inside its edge"),
	scenario.Opt("cover", scenario.Word("none", "protective", "earthworks"), "protective; objective only"),
	scenario.Opt("points", scenario.Int(0, 99), "5; objective only"),
)

var unitKeys = rules.KeysOf[Regiment](reserved,
	scenario.Req("seat", scenario.Text(), "who commands it"),
	scenario.Req("arm", scenario.Word("foot", "horse", "dragoons", "guns"), "what it is"),
	scenario.Req("at", scenario.Point(), "its centre, yards"),
	scenario.Opt("castings", scenario.Int(1, 20), "a stand: foot 5, half 2, horse and dragoons 3; not guns"),
	scenario.Opt("firearm", scenario.Word("none", "bow", "matchlock", "firelock", "flintlock"),
		"flintlock for foot and dragoons"),
	scenario.Opt("pdr", scenario.OneOf(scenario.Int(1, 48), scenario.Word("howitzer")), "6; shot weight"),
	scenario.Opt("facing", scenario.Int(0, 360), "degrees; away from home"),
	scenario.Opt("formation", scenario.Word("line", "column", "open", "limbered", "unlimbered"), "line; guns unlimbered"),
	scenario.Opt("mounted", scenario.YesNo(), "yes; dragoons"),
	scenario.Opt("directive", scenario.Text(), "HOLD; as an order, without TO"),
	scenario.Opt("engaged", scenario.List(scenario.Text(), 0, 0), "enemy units that it is in melee with"),
)

var optionKeys = rules.KeysOf[Options](reserved,
	scenario.Opt("artillery_split", scenario.Int(300, 400).
		Where("300 or 400", func(t string) bool { return t == "300" || t == "400" }), "300; 6.9"),
	scenario.Opt("weather", scenario.OneOf(scenario.Word("fair", "poor"),
		scenario.Each(scenario.Int(1, 200), scenario.Word("fair", "poor"))), "fair; 7.4"),
	scenario.Opt("courier_pace", scenario.Int(10, 1000).
		Where("10 to 1000 by tens", func(t string) bool { return strings.HasSuffix(t, "0") }), "120 yards a turn; Q3"),
)

// readOptions reads the options, with the defaults of those not written.
func readOptions(n scenario.Node) Options {
	o := rules.Written[Options](n)
	o.ArtillerySplit, o.CourierPace = n.Int("artillery_split", 300), n.Int("courier_pace", 120)
	o.Visibility *= board.Yard
	if w := n.At("weather"); w.IsMap() {
		for turn, sky := range w.Entries() {
			from := events.Number(turn)
			o.Weather = append(o.Weather, Weather{from, sky.String() == "poor"})
		}
		slices.SortFunc(o.Weather, func(a, b Weather) int { return a.From - b.From })
	} else {
		o.Weather = []Weather{{0, w.String() == "poor"}}
	}
	return o
}

// setup reads a scenario and refuses faults that concern more than one value (section c). It reads a scenario with
// faulty keys as far as possible.
func setup(doc *scenario.Doc) (*Battle, []scenario.Fault) {
	l := &loader{doc: doc, b: &Battle{
		Title:   doc.Text("title", ""),
		Width:   doc.At("map").Int("width", 0) * board.Yard,
		Height:  doc.At("map").Int("height", 0) * board.Yard,
		Options: readOptions(doc.At("options")),
		Tables:  charts.Read(doc.At("tables"), printed),
		Roster:  rules.Roster{Last: doc.At("victory").Int("turns", 0)}, // §V1
	}}
	for _, step := range []func(*loader){
		(*loader).terrain, (*loader).roads, (*loader).sides, (*loader).seats, (*loader).units, (*loader).links} {
		step(l)
	}
	if doc.ReadsThrough() {
		l.b.start = newState(l.b)
		l.standApart()
	}
	return l.b, doc.Faults()
}

type loader struct {
	doc *scenario.Doc
	b   *Battle
}

// points reads corners. They must lie on the map.
func (l *loader) points(n scenario.Node) []board.Point {
	var points []board.Point
	for _, v := range n.List("at") {
		points = append(points, l.point(v))
	}
	for l.doc.Faulty && len(points) < 3 {
		points = append(points, board.Point{})
	}
	return points
}

func (l *loader) point(n scenario.Node) board.Point {
	x, y, _ := n.AsPoint()
	if l.doc.Sound("map.width") && l.doc.Sound("map.height") && (x < 0 || y < 0 || x > l.b.Width || y > l.b.Height) {
		l.doc.Refuse(n, offMap, "a point on the map, 0 to %d by 0 to %d", l.b.Width/board.Yard, l.b.Height/board.Yard)
	}
	return board.Point{X: x, Y: y}
}

func (l *loader) terrain() {
	for id, n := range l.doc.Each("terrain") {
		f := Feature{ID: id, Name: n.Text("name", ""), Kind: Kind(n.Text("kind", "")), At: l.points(n),
			Level: n.Int("level", 0), Slope: n.Int("slope", 0)}
		f.Poly = board.NewPolygon(f.At)
		f.Centre = f.Poly.Centre()
		if f.Kind == Objective {
			f.Cover, f.Points = objectiveCover[n.Text("cover", "protective")], n.Int("points", 5)
		} else {
			for _, key := range []string{"cover", "points"} {
				if n.Has(key) {
					l.doc.Refuse(n.At(key), scenario.UnknownKey, "this key only if kind is objective")
				}
			}
		}
		if f.Kind == Objective {
			l.b.zones = append(l.b.zones, len(l.b.Features))
		}
		l.b.Name(id, f.Name, "")
		l.b.Features = append(l.b.Features, f)
		l.b.featureIDs.Add(id)
	}
	slices.SortFunc(l.b.zones, func(x, y int) int { return strings.Compare(l.b.Features[x].ID, l.b.Features[y].ID) })
}

var objectiveCover = map[string]Kind{"protective": Cover, "earthworks": Earthworks}

func (l *loader) roads() {
	for id, n := range l.doc.Each("roads") {
		at := l.points(n)
		l.b.Name(id, n.Text("name", ""), "")
		l.b.Roads = append(l.b.Roads, Road{ID: id, Name: n.Text("name", ""), At: at, Box: board.BoxOf(at...)})
	}
}

// edges maps the map's edges to directions in degrees.
var edges = map[string]int{"north": 0, "east": 90, "south": 180, "west": 270}

func (l *loader) sides() {
	var sides []Side
	for id, n := range l.doc.Each("sides") {
		l.b.Name(id, n.Text("name", ""), "")
		sides = append(sides, Side{ID: id, Name: n.Text("name", ""), Edge: edges[n.Text("edge", "")]})
	}
	n := l.doc.At("sides")
	if len(sides) != 2 {
		l.doc.RefuseKey(l.doc.Node, "sides", "two-sides", "exactly two sides")
		return
	}
	if sides[0].Edge == sides[1].Edge {
		l.doc.Refuse(n, "same-edge", "a home edge of its own for each side")
	}
	slices.SortFunc(sides, func(a, b Side) int { return strings.Compare(a.ID, b.ID) })
	l.b.Sides = [2]Side{sides[0], sides[1]}
	for i := range l.b.Sides {
		l.b.sideIDs.Add(l.b.Sides[i].ID)
	}
	l.b.Breaks = rules.ReadBreaks(l.doc, l.b.sideIDs.Find)
}

func (l *loader) seats() {
	var chiefs [2]int
	for id, n := range l.doc.Each("seats") {
		side, _, _ := strings.Cut(id, ".")
		c := Command{ID: id, Name: n.Text("name", ""), Side: l.b.side(side), Chief: n.Bool("chief", false)}
		if c.Side < 0 {
			l.doc.RefuseName(n, "sides", scenario.UnknownName, "SIDE.NAME with a side of this scenario")
			c.Side = 0
		}
		if at := n.At("at"); at.Exists() {
			c.At = l.point(at)
		} else if !n.Has("attached") {
			l.doc.RefuseKey(n, "at", scenario.MissingKey, "a point [x, y]")
		}
		if c.Chief {
			if chiefs[c.Side]++; chiefs[c.Side] == 2 {
				l.doc.RefuseKey(l.doc.Node, "seats", "two-chiefs", "at most one chief a side")
			}
		}
		l.b.Commands = append(l.b.Commands, c)
		l.b.Enrol(adjudicator.Seat{ID: id, Side: side, Name: cmp.Or(c.Name, id)})
	}
	slices.SortFunc(l.b.Commands, func(a, b Command) int { return strings.Compare(a.ID, b.ID) })
	for i := range l.b.Commands {
		l.b.seatIDs.Add(l.b.Commands[i].ID)
	}
}

func (l *loader) units() {
	for id, n := range l.doc.Each("units") {
		u := l.unit(id, n)
		l.b.Name(id, u.Name, "")
		l.b.Units = append(l.b.Units, u)
	}
	slices.SortFunc(l.b.Units, func(a, b Regiment) int { return strings.Compare(a.ID, b.ID) })
	for i := range l.b.Units {
		l.b.unitIDs.Add(l.b.Units[i].ID)
		l.b.Units[i].firstStand = len(l.b.stands)
		for k := range l.b.Units[i].Stands {
			l.b.stands = append(l.b.stands, standKey{i, k})
		}
	}
	for side := range l.b.Sides {
		l.b.speech[side] = newSpeech(l.b, side)
	}
	for seat := range l.b.Commands {
		l.b.obeying = append(l.b.obeying,
			l.b.unitNames(orders.NamesKind{}, func(u int) bool { return l.b.obeys(u, seat) }))
	}
}

// unit reads one unit, except its references to other units.
func (l *loader) unit(id string, n scenario.Node) Regiment {
	arm := Arm(n.Text("arm", ""))
	l.wrongArm(n, arm)
	u := rules.Written[Regiment](n)
	u.ID, u.Arm, u.Stands, u.Firearm, u.At = id, arm, n.Int("stands", 1), "none", l.point(n.At("at"))
	u.Pdr, u.Howitzer = n.Int("pdr", 6), n.Text("pdr", "") == "howitzer"
	u.Mounted = arm == Horse || arm == Dragoons && n.Bool("mounted", true)
	u.Seat = l.b.seat(n.Text("seat", ""))
	if u.Seat < 0 {
		l.doc.RefuseName(n.At("seat"), "seats", scenario.UnknownName, "a seat of this scenario")
		u.Seat = 0
	}
	if len(l.b.Commands) > 0 {
		u.Side = l.b.Commands[u.Seat].Side
	}
	if arm == Foot || arm == Dragoons {
		u.Firearm = n.Text("firearm", "flintlock")
	}
	u.armed(n)
	u.Facing = n.Int("facing", board.Degrees(l.b.Sides[u.Side].Edge+180)) % 360
	if u.Boxes >= u.shatter() {
		l.doc.Refuse(n.At("boxes"), scenario.OutOfRange, "fewer boxes than would shatter it, %d", u.shatter())
	}
	return u
}

// armed sets the fields that depend on the arm: castings, formation, crews.
func (u *Regiment) armed(n scenario.Node) {
	castings, formation := 3, Line
	switch {
	case u.Arm == Guns:
		castings, formation = 2*u.GunsEach, Unlimbered
		u.Melee = n.Text("melee", "mixed")
		if u.Howitzer {
			u.Pdr = 0
		}
	case u.Arm == Foot && u.Half:
		castings = 2
	case u.Arm == Foot:
		castings = 5
	case u.Arm == Dragoons && !u.Mounted:
		formation = Open
	}
	u.Castings = n.Int("castings", castings)
	u.Formation = Formation(n.Text("formation", string(formation)))
}

// shatter returns the number of boxes that shatter the unit (§5.11).
func (u *Regiment) shatter() int { return u.Stands * max(1, u.Rating) }

var armKeys = []struct {
	Key  string
	Arms []Arm
}{
	{"half", []Arm{Foot}},
	{"castings", []Arm{Foot, Horse, Dragoons}},
	{"firearm", []Arm{Foot, Dragoons}},
	{"drill", []Arm{Foot, Dragoons}},
	{"mixed_armed", []Arm{Foot, Dragoons}},
	{"melee", []Arm{Foot, Dragoons, Guns}},
	{"tactic", []Arm{Horse, Dragoons}},
	{"light", []Arm{Horse}},
	{"pdr", []Arm{Guns}},
	{"guns", []Arm{Guns}},
	{"mounted", []Arm{Dragoons}},
}

// wrongArm refuses keys of another arm, and a formation that the arm cannot take (§3.1 to §3.4).
func (l *loader) wrongArm(n scenario.Node, arm Arm) {
	for _, k := range armKeys {
		if n.Has(k.Key) && !slices.Contains(k.Arms, arm) {
			l.doc.Refuse(n.At(k.Key), "wrong-arm", "a key for %s", arm)
		}
	}
	f := Formation(n.Text("formation", ""))
	mayOpen := n.Bool("half", false) || n.Bool("light", false) || arm == Dragoons && !n.Bool("mounted", true)
	gunners := f == Limbered || f == Unlimbered
	if f != "" && (gunners != (arm == Guns) || f == Open && !mayOpen) {
		l.doc.Refuse(n.At("formation"), "wrong-arm", "a formation that this unit can take")
	}
}

// links reads the references to other units: attachments, melees and directives.
func (l *loader) links() {
	for id, n := range l.doc.Each("seats") {
		c := &l.b.Commands[l.b.seat(id)]
		if !n.Has("attached") {
			continue
		}
		unit := l.b.unit(n.Text("attached", ""))
		if unit < 0 || l.b.Units[unit].Side != c.Side {
			l.doc.RefuseName(n.At("attached"), "units", scenario.UnknownName, "a unit of the officer's side")
			continue
		}
		c.Attached = adjudicator.At(unit)
	}
	for id, n := range l.doc.Each("units") {
		u := &l.b.Units[l.b.unit(id)]
		for _, e := range n.List("engaged") {
			l.engage(u, n.At("engaged"), e)
		}
		u.Directive = Directive{}
		u.Directive.Verb = Hold
		if n.Has("directive") {
			l.ordered(u, n.At("directive"))
		}
	}
}

// engage puts two units into melee with each other.
func (l *loader) engage(u *Regiment, list, with scenario.Node) {
	e := l.b.unit(with.String())
	switch {
	case e < 0:
		l.doc.RefuseName(list, "units", scenario.UnknownName, "an enemy unit")
	case l.b.Units[e].Side == u.Side:
		l.doc.Refuse(list, "not-enemy", "an enemy unit")
	default:
		u.Engaged = rules.With(u.Engaged, e)
		l.b.Units[e].Engaged = rules.With(l.b.Units[e].Engaged, l.b.unit(u.ID))
	}
}

// ordered reads the unit's first directive.
func (l *loader) ordered(u *Regiment, n scenario.Node) {
	k := l.b.knowing(u.Side, adjudicator.None)
	k.named, k.where = []int{l.b.unit(u.ID)}, func(int) (board.Point, bool) { return u.At, true }
	d, r := l.b.readDirective(k, n.String())
	if r != nil && l.doc.SoundNames("terrain") && l.doc.SoundNames("roads") {
		l.doc.Refuse(n, "bad-directive", "a directive as in a mail, such as HOLD; this is refused with %s: %s",
			r.Reason, strings.TrimSuffix(r.Told(), "."))
		return
	}
	if d.Verb == "" {
		d.Verb = Hold // details alone change the initial HOLD
	}
	u.Directive = d.Directive
}

// standApart refuses units whose stands overlap those of an earlier unit, and units in water or other ground that they
// could never leave. Unlimbered guns never move, so they may stand on any ground (§G5, §T1, §3.4).
func (l *loader) standApart() {
	var before []int
	yards := func(p board.Point) (x, y int) { return p.X / board.Yard, p.Y / board.Yard }
	for id, n := range l.doc.Each("units") {
		u := l.b.unit(id)
		at := l.b.Units[u].At
		if hit := l.b.start.overlappedBy(u, before); len(hit) > 0 {
			free := at.Near(func(p board.Point) bool {
				if !l.b.onMap(p) || l.b.waterAt(p) >= 0 || !l.b.walksOn(u, p) {
					return false
				}
				l.b.start.place(u, p)
				return len(l.b.start.overlappedBy(u, before)) == 0
			})
			l.b.start.place(u, at)
			x, y := yards(free)
			l.doc.Refuse(n, "overlap", "a place clear of %s, such as [%d, %d], %d yards away", l.b.unitIDs.List(hit), x, y,
				board.Round(int64(at.Distance(free)), board.Yard))
		}
		if l.b.waterAt(at) >= 0 {
			x, y := yards(l.b.land(at))
			l.doc.Refuse(n.At("at"), inWater, "a place on land, such as [%d, %d]", x, y)
		} else if !l.b.walksOn(u, at) {
			x, y := yards(at.Near(func(p board.Point) bool { return l.b.onMap(p) && l.b.walksOn(u, p) }))
			l.doc.Refuse(n.At("at"), scenario.NoWay, "ground that it can enter, such as [%d, %d]", x, y)
		}
		before = append(before, u)
	}
}

// walksOn reports whether the unit can move on the ground at the point in a formation that it may take.
func (b *Battle) walksOn(n int, at board.Point) bool {
	u := &b.start.Units[n]
	open := u.Half || u.Arm == Dragoons
	return u.Formation == Unlimbered || b.percent(at, u.gait()) > 0 || open && b.percent(at, goOpen) > 0
}

func (s *State) place(n int, at board.Point) {
	s.Units[n].At = at
	s.placeStands(n)
}

// overlappedBy returns the units among others that overlap the unit.
func (s *State) overlappedBy(u int, others []int) (list []int) {
	for _, v := range others {
		if s.unitsOverlap(u, v) {
			list = append(list, v)
		}
	}
	return list
}

func (s *State) unitsOverlap(u, v int) bool {
	if !s.Units[u].At.Within(s.Units[v].At, (s.Units[u].Regiment.Stands+s.Units[v].Regiment.Stands)*32*board.Yard) {
		return false
	}
	for i := range s.Units[u].Stands {
		for j := range s.Units[v].Stands {
			if s.overlapping(u, i, v, j) {
				return true
			}
		}
	}
	return false
}

func newState(b *Battle) *State {
	s := &State{b: b, Units: make([]Unit, len(b.Units)), Status: "playing", Level: "-"}
	for i := range b.Units {
		s.raise(i)
	}
	for i := range b.Commands {
		c := &b.Commands[i]
		s.Seats = append(s.Seats, Seat{Command: c, At: c.At, Status: Fit, Attached: c.Attached})
		s.Known = append(s.Known, make([]Known, len(b.Units)))
	}
	for i := range s.Seats {
		if a, ok := s.Seats[i].Attached.Get(); ok {
			s.followRiders(&s.Units[a])
		}
	}
	s.Holders = make([]adjudicator.Index, len(b.Features))
	return s
}

func (s *State) raise(i int) {
	r := &s.b.Units[i]
	u := &s.Units[i]
	*u = Unit{Regiment: r, At: r.At, Facing: r.Facing, Formation: r.Formation, Boxes: r.Boxes, Shatter: r.shatter(),
		Status: Fit, Engaged: slices.Clone(r.Engaged), Mounted: r.Mounted, Colonel: true, From: r.At,
		Stands: make([]Stand, r.Stands)}
	for j := range u.Stands {
		u.Stands[j] = Stand{Facing: r.Facing, Castings: r.Castings, Status: InRanks}
		if r.Arm == Guns {
			ammo := s.b.Tables.Ammunition[r.ammoRow()]
			u.Stands[j].Guns = r.GunsEach
			u.Stands[j].Ball, u.Stands[j].Canister, u.Stands[j].Shell = ammo[0], ammo[1], ammo[2]
		}
	}
	s.placeStands(i)
	s.take(u, &r.Directive)
}
