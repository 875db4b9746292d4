package firediscipline

import (
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/adjudicator/scenario"
	"galloper/orders"
)

// Arm is the arm of a unit.
type Arm string

// The arms of section c.
const (
	Foot     Arm = "foot"
	Horse    Arm = "horse"
	Dragoons Arm = "dragoons"
	Guns     Arm = "guns"
)

// Formation is the formation of a unit's ranks (§3.2, §3.12, §3.4).
type Formation string

// The formations of section b.
const (
	Line       Formation = "line"
	Column     Formation = "column"
	Open       Formation = "open"
	Limbered   Formation = "limbered"
	Unlimbered Formation = "unlimbered"
)

// Kind is the kind of a terrain feature (§T1).
type Kind string

// The kinds of terrain.
const (
	LightWoods Kind = "light_woods"
	HeavyWoods Kind = "heavy_woods"
	Rough      Kind = "rough"
	Cover      Kind = "cover"
	Earthworks Kind = "earthworks"
	Objective  Kind = "objective"
	Hill       Kind = "hill"
	Water      Kind = "water"
)

// Battle is a scenario as read by Setup. It never changes.
//
// References are indexes, or an [adjudicator.Index] if they are optional. Units, Commands (the seats) and Sides are in
// byte order of their ids; features and roads are in file order.
type Battle struct {
	rules.Roster
	Title         string
	Width, Height int // hundredths of a yard
	Features      []Feature
	Roads         []Road
	Sides         [2]Side
	Commands      []Command
	Units         []Regiment
	Options       Options
	Tables        Tables
	Breaks        rules.Breaks // §V3: of its stands

	unitIDs, seatIDs, sideIDs, featureIDs rules.IDs

	start   *State
	zones   []int           // the objective zones, in id order
	stands  []standKey      // of all units
	speech  [2]*speech      // by side
	obeying []*orders.Names // by seat: the units that it commands
}

// Feature is a piece of terrain: a polygon.
type Feature struct {
	ID, Name string
	Kind     Kind
	At       []board.Point
	Poly     *board.Polygon // of At
	Level    int            // §T3
	Slope    int            // yards
	Cover    Kind           // objectives: Cover (protective), Earthworks, or "" for none (§T4)
	Points   int            // objectives: §V2
	Centre   board.Point
}

// Road is a line with easy going. It crosses water by a bridge or ford.
type Road struct {
	ID, Name string
	At       []board.Point
	Box      board.Box // of At
}

// Side is one of the two forces.
type Side struct {
	ID, Name string
	Edge     int // direction of the home edge in degrees: north 0, east 90, south 180, west 270
}

// Command is a seat: a brigade commander at the scenario's start.
type Command struct {
	ID, Name string
	Side     int
	At       board.Point
	Chief    bool
	Attached adjudicator.Index // unit
}

// Regiment is the fixed part of a unit, as the scenario describes it.
type Regiment struct {
	ID         string
	Name       string `key:"name,name" doc:"as players write it"`
	Seat, Side int
	Arm        Arm
	Stands     int    `key:"stands!,1..12" doc:"companies, troops or sections"`
	Rating     int    `key:"rating!,0..4" doc:"raw militia to elite"`
	Half       bool   `key:"half" doc:"foot in half-stands"`
	Castings   int    // per stand; guns: the crew of a section
	Firearm    string // none, bow, matchlock, firelock, flintlock
	Platoon    bool   `key:"drill,volley|platoon=yes"`
	MixedArmed bool   `key:"mixed_armed"`
	Melee      string `key:"melee,bayonet|pike|mixed" doc:"guns mixed"`
	Tactic     string `key:"tactic,steel|fire|mix" doc:"horse and mounted dragoons"`
	Light      bool   `key:"light" doc:"light horse"`
	Pdr        int    // guns: shot weight; 0 for a howitzer
	Howitzer   bool
	GunsEach   int  `key:"guns,1..2,2" doc:"guns in a section"`
	Fanatic    bool `key:"fanatic"`
	At         board.Point
	Facing     int
	Formation  Formation
	Mounted    bool
	Boxes      int `key:"boxes,0..47,0" doc:"boxes marked at the start"`
	Engaged    []int
	firstStand int // index of its first stand in Battle.stands
	Directive  Directive
}

// Options are the optional rules of a scenario (section c).
type Options struct {
	Chits             bool      `key:"chits" doc:"2.5"`
	Fanaticism        bool      `key:"fanaticism" doc:"5.64"`
	ExtendedKillZone  bool      `key:"extended_kill_zone" doc:"6.35"`
	Campaign          bool      `key:"campaign" doc:"2.33"`
	WithdrawShattered bool      `key:"shattered,remove|withdraw=yes" doc:"5.11"`
	MoraleCastings    bool      `key:"morale_base,five|castings=yes" doc:"5.4"`
	CasualtyBoxes     bool      `key:"casualties,castings|boxes=yes" doc:"1.5"`
	MeleeMMGHit       bool      `key:"melee_mmg,two|hit=yes" doc:"8.5"`
	ArtillerySplit    int       // yards (§6.9)
	Visibility        int       `key:"visibility,100..5000,1500" doc:"yards; W1"` // hundredths, once read
	FlankBonus        int       `key:"flank_bonus,0..5,1" doc:"8.19"`
	Couriers          bool      `key:"couriers,,yes" doc:"no: directives act at once"` // §Q2
	CourierPace       int       // yards a turn (§Q3)
	AskPresent        bool      `key:"ask,none|present=yes" doc:"reactions asked of commanders who are there"`
	Fog               bool      `key:"fog,,yes" doc:"no: every seat sees everything"`
	Weather           []Weather // by turn; fair before the first
}

// Weather applies from turn From on (§7.4).
type Weather struct {
	From int
	Poor bool
}

// poorWeather reports whether the weather is poor in the turn (§7.4).
func (o *Options) poorWeather(turn int) bool {
	poor := false
	for _, w := range o.Weather {
		if w.From <= turn {
			poor = w.Poor
		}
	}
	return poor
}

// unit returns the index of a unit by its id, or -1.
func (b *Battle) unit(id string) int { return b.unitIDs.Find(id).Or(-1) }

// seat returns the index of a seat by its id, or -1.
func (b *Battle) seat(id string) int { return b.seatIDs.Find(id).Or(-1) }

// side returns the index of a side by its id, or -1.
func (b *Battle) side(id string) int { return b.sideIDs.Find(id).Or(-1) }

// feature returns the index of a feature by its id, or -1.
func (b *Battle) feature(id string) int { return b.featureIDs.Find(id).Or(-1) }

// NameOf returns the written name of a unit, seat, side, feature or road. For a stand (`champagne.b`) it returns the
// name of the unit. It returns "" if the scenario gives no name.
func (b *Battle) NameOf(id string) string {
	if id == "enemy guns" { // name of an unidentified unit; sentences want a singular
		return "enemy artillery"
	}
	if name := b.Roster.NameOf(id); name != "" {
		return name
	}
	unit, _, _ := strings.Cut(id, ".") // seats and dispatches have a dot, too
	if i, ok := b.unitIDs.Find(unit).Get(); ok {
		return b.Units[i].Name
	}
	return ""
}

// Footprints and gaps in hundredths of a yard (§G4, §3.12, §3.4).
const (
	companyFront, companyDepth = 1500, 1250
	halfFront, halfDepth       = 750, 1000
	limberFront, limberDepth   = 1250, 1500
	openGap                    = 1500 // between stands in open order
	gunGap                     = 1000 // between unlimbered sections
)

// mounted reports whether the unit is on horseback: horse, or dragoons that have not dismounted.
func (u *Unit) mounted() bool { return u.Arm == Horse || u.Arm == Dragoons && u.Mounted }

// footprint returns the frontage and depth of a stand of the unit (§G4).
func (u *Unit) footprint() (front, depth int) {
	switch {
	case u.Formation == Limbered:
		return limberFront, limberDepth
	case u.Half, u.Arm == Dragoons && !u.Mounted:
		return halfFront, halfDepth
	}
	return companyFront, companyDepth
}

// rect returns the ground that stand i covers (§G4).
func (u *Unit) rect(i int) board.Rect {
	front, depth := u.footprint()
	st := &u.Stands[i]
	return board.Rect{Centre: st.At, Facing: st.Facing, Frontage: front, Depth: depth}
}

func (u *Unit) frame() board.Frame { return board.Frame{Centre: u.At, Facing: u.Facing} }

// place returns the place of stand n of count in ranks, in the unit's frame (§3.2, §3.12, §3.4).
func (u *Unit) place(n, count int) (across, along int) {
	front, depth := u.footprint()
	switch u.Formation {
	case Column, Limbered:
		return 0, board.Round(int64(count-1-2*n)*int64(depth), 2)
	}
	return board.Round(int64(2*n-count+1)*int64(u.pitch(front)), 2), 0
}

// pitch returns the distance between the centres of adjacent stands (§3.12, §3.4).
func (u *Unit) pitch(front int) int {
	switch u.Formation {
	case Open:
		return front + openGap
	case Unlimbered:
		return front + gunGap
	}
	return front
}

// placeStands moves the stands in ranks to their places about the unit's centre, with the unit's facing (§3.5).
func (s *State) placeStands(n int) {
	u := &s.Units[n]
	f, count, k := u.frame(), u.ranks(), 0
	for i := range u.Stands {
		st := &u.Stands[i]
		if st.Status != InRanks {
			continue
		}
		st.At, st.Facing = f.World(u.place(k, count)), u.Facing
		k++
	}
}

// dressedRects appends the ground of the dressed ranks, with the unit's centre and facing given by f, to rects (§3.5).
func (u *Unit) dressedRects(f board.Frame, rects []board.Rect) []board.Rect {
	front, depth := u.footprint()
	count := u.ranks()
	for k := range count {
		rects = append(rects, board.Rect{Centre: f.World(u.place(k, count)), Facing: f.Facing, Frontage: front, Depth: depth})
	}
	return rects
}

// overlapping reports whether stand i of unit u and stand j of unit v overlap (§G5).
func (s *State) overlapping(u, i, v, j int) bool {
	return s.Units[u].rect(i).Overlaps(s.Units[v].rect(j))
}

// ranksStrip returns the strip of the unit's ranks, or of the front stand of a column. The unit must have a stand in
// ranks (§G6, §7.2).
func (u *Unit) ranksStrip() board.Strip {
	if u.Formation == Column {
		r := u.rect(u.first())
		return board.StripOf(u.frame(), []board.Rect{r})
	}
	var space [12]board.Rect
	rects := space[:0]
	for i := range u.Stands {
		if u.Stands[i].Status == InRanks {
			rects = append(rects, u.rect(i))
		}
	}
	return board.StripOf(u.frame(), rects)
}

// pendingSeats returns the seats that the turn waits for: those whose commander is fit and, to their knowledge, has
// troops left. A fallen commander's seat is skipped until a successor arrives.
func pendingSeats(_ *Battle, before *State, _ int) (a adjudicator.Awaited) {
	for seat := range before.Seats {
		if c := &before.Seats[seat]; c.Status == Fit && before.hasTroops(seat) {
			a.Seats = append(a.Seats, c.ID)
		}
	}
	return a
}

// hasTroops reports whether the seat commands a unit that it does not know to be gone.
func (s *State) hasTroops(seat int) bool {
	return rules.Any(s.Units, func(u int) bool { return s.b.obeys(u, seat) && !s.Known[seat][u].Gone })
}

// checkInvariants reports violations of the state's invariants at the end of a turn.
func checkInvariants(s *State, bad rules.Bad) {
	for n := range s.Units {
		u := &s.Units[n]
		for i := range u.Stands {
			st := &u.Stands[i]
			if st.Castings < 0 || st.Ball < 0 || st.Canister < 0 || st.Shell < 0 || st.Guns < 0 || st.Limber > 4 {
				bad("%s has %+v", u.standID(i), *st)
			}
			if u.fit() && u.Arm != Guns && st.inPlay() && st.Castings == 0 {
				bad("%s is in play without men", u.standID(i))
			}
			if !u.fit() && st.inPlay() {
				bad("%s is in play, its unit %s", u.standID(i), u.Status)
			}
		}
		s.unsoundUnit(n, bad)
	}
}

func (s *State) unsoundUnit(n int, bad rules.Bad) {
	u := &s.Units[n]
	if u.fit() && !u.Broken && u.Boxes >= u.Shatter {
		bad("%s is fit with %d of %d boxes", u.ID, u.Boxes, u.Shatter)
	}
	if u.fit() && u.first() >= 0 && !s.b.onMap(u.At) {
		bad("%s is off the map", u.ID)
	}
	for _, e := range u.Engaged {
		x := &s.Units[e]
		if !x.fit() || !u.fit() || x.Side == u.Side || !s.engagedWith(e, n) || x.Broken || u.Broken {
			bad("%s is engaged with %s", u.ID, x.ID)
		}
		if s.field().contactWidth(n, e) == 0 {
			bad("%s is engaged with %s without contact", u.ID, x.ID)
		}
	}
	if u.fit() && u.Formation != Unlimbered && u.first() >= 0 && u.Facing != u.Stands[u.first()].Facing {
		bad("the ranks of %s face another way than it", u.ID)
	}
}

// Tables are the charts. A scenario may replace their rows by name (`tables.NAME.ROW`, section c).
type Tables struct {
	Rates         [4][4]int
	Terrain       [8][4]int
	Ammunition    [5][3]int
	Artillery     [5][5]int
	ArtilleryMods [9][2]int
	Musketry      [4][4]int
	MusketryMods  [9]int
	Cavalry       [6][6]int
	Infantry      [3][3]int
	Morale        [7]int
	PointsFor     [6]int
	Ford          [3]int // §D13
}

// The rows of Rates (§4.7).
const (
	rateInfantry = iota
	rateCavalry
	rateLightGuns // up to 7 pdr, and howitzers
	rateHeavyGuns // from 8 pdr
)

// The columns of Rates.
const (
	rateField  = iota
	rateCharge // charge and skirmish
	rateRoad
	rateTactical
)

// The columns of Terrain (§T1).
const (
	goClose = iota // foot in close order
	goOpen         // foot in open order
	goHorse
	goGuns
)

// The rows of Ammunition (§6.2).
const (
	ammoHowitzer = iota
	ammoLight    // up to 5 pdr
	ammoField    // 6 to 9
	ammoPosition // 10 to 12
	ammoSiege    // from 13
)

// The rows of ArtilleryMods (§6.9). The columns are up to the split and beyond it.
const (
	modSameTarget = iota
	modProtected
	modEarthworks
	modHeavyWoods
	modLightWoods
	modAdjacent
	modMounted
	modUnlimbered
	modLimbered
)

// The rows of MusketryMods (§7.4).
const (
	diceRating = iota
	dicePlatoon
	diceSameTarget
	diceMixed
	diceWeather
	diceProtected
	diceEarthworks
	diceOpen
	diceMounted
)

// The rows of Cavalry. Each tactic has two columns, contact and engaged (§8.5).
const (
	vsHorse = iota
	vsDragoons
	vsOpen
	vsBayonet
	vsPike
	vsMixed
)

// The rows of Infantry (§8.5); its columns are bayonet, pike, mixed.
const (
	vsMounted = iota
	vsFoot
	vsOpenFoot
)

// The rows of Morale (§5.2).
const (
	moraleBase = iota
	moraleProtected
	moraleWoods
	moraleCommander
	moraleHalfSpent // subtracted
	moraleHalfStand
	moraleAdjacent
)

// The rows of PointsFor (§V2).
const (
	pointsStand = iota
	pointsSurrendered
	pointsCaptured
	pointsDestroyed
	pointsBrigade
	pointsRegiment
)

// The rows of Ford, in yards (§D13).
const (
	fordReach   = iota // greatest distance to a crossing
	fordSetback        // distance before the bank at which a unit joins the road
	fordBeyond         // distance beyond the bank at which a unit without a goal is across
)

// kinds lists the rows of Terrain, in order (§T1).
var kinds = []Kind{LightWoods, HeavyWoods, Rough, Cover, Earthworks, Objective, Hill, Water}

var printed = Tables{
	Rates: [4][4]int{ // §4.7
		//           field charge road tactical
		rateInfantry:  {60, 80, 120, 30},
		rateCavalry:   {90, 120, 180, 50},
		rateLightGuns: {60, 0, 100, 20},
		rateHeavyGuns: {30, 0, 60, 0},
	},
	Terrain: [8][4]int{ // §T1
		//  close open horse guns
		{50, 75, 50, 25},  // light_woods
		{25, 50, 25, 0},   // heavy_woods
		{50, 75, 50, 25},  // rough
		{75, 100, 50, 50}, // cover
		{75, 100, 25, 0},  // earthworks
		{50, 75, 25, 50},  // objective
		{75, 100, 75, 50}, // hill, its slope
		{0, 0, 0, 0},      // water
	},
	Ammunition: [5][3]int{ // §6.2
		//        ball canister shell
		ammoHowitzer: {10, 5, 10},
		ammoLight:    {30, 30, 0},
		ammoField:    {25, 15, 0},
		ammoPosition: {20, 10, 0},
		ammoSiege:    {10, 5, 0},
	},
	Artillery: [5][5]int{ // §6.9
		// 0-50 51-150 151-300 301-600 601-900
		{80, 50, 30, 10, 0},    // 1-4 pdr
		{110, 90, 80, 20, 0},   // 6
		{140, 100, 80, 40, 0},  // 8-9
		{160, 120, 80, 60, 10}, // 10-12
		{190, 150, 90, 70, 10}, // 16+
	},
	ArtilleryMods: [9][2]int{ // §6.9
		modSameTarget: {10, 10},
		modProtected:  {-20, -30},
		modEarthworks: {-30, -40},
		modHeavyWoods: {-30, -40},
		modLightWoods: {-20, -30},
		modAdjacent:   {10, 20},
		modMounted:    {10, 10},
		modUnlimbered: {-10, -10},
		modLimbered:   {10, 10},
	},
	Musketry: [4][4]int{ // §7.5: number of faces that hit, from 0
		// skirmish 0-30 31-60 61-100
		{2, 3, 1, 0}, // bow
		{1, 1, 1, 0}, // matchlock
		{1, 2, 1, 1}, // firelock
		{1, 3, 2, 1}, // flintlock
	},
	MusketryMods: [9]int{ // §7.4
		diceRating:     1,
		dicePlatoon:    -2,
		diceSameTarget: 1,
		diceMixed:      -2,
		diceWeather:    -3,
		diceProtected:  -2,
		diceEarthworks: -4,
		diceOpen:       -2,
		diceMounted:    1,
	},
	Cavalry: [6][6]int{ // §8.5
		//     steel  fire  mix: contact, engaged
		vsHorse:    {1, 2, 2, 1, 1, 1},
		vsDragoons: {2, 2, 2, 2, 2, 2},
		vsOpen:     {3, 2, 2, 2, 2, 1},
		vsBayonet:  {1, 1, 2, 1, 1, 2},
		vsPike:     {1, 1, 2, 1, 2, 1},
		vsMixed:    {2, 2, 3, 2, 3, 2},
	},
	Infantry: [3][3]int{ // §8.5
		//      bayonet pike mixed
		vsMounted:  {1, 2, 1},
		vsFoot:     {3, 2, 2},
		vsOpenFoot: {3, 1, 4},
	},
	Morale: [7]int{ // §5.2
		moraleBase:      5,
		moraleProtected: 4,
		moraleWoods:     1,
		moraleCommander: 2,
		moraleHalfSpent: 1,
		moraleHalfStand: 0,
		moraleAdjacent:  0,
	},
	PointsFor: [6]int{ // §V2
		pointsStand:       1,
		pointsSurrendered: 1,
		pointsCaptured:    2,
		pointsDestroyed:   1,
		pointsBrigade:     5,
		pointsRegiment:    2,
	},
	Ford: [3]int{fordReach: 600, fordSetback: 20, fordBeyond: 60}, // §D13
}

// ammoRow returns the battery's row of Ammunition (§6.1, §6.2).
func (u *Regiment) ammoRow() int {
	switch {
	case u.Howitzer:
		return ammoHowitzer
	case u.Pdr <= 5:
		return ammoLight
	case u.Pdr <= 9:
		return ammoField
	case u.Pdr <= 12:
		return ammoPosition
	}
	return ammoSiege
}

// charts lists the tables that a scenario may change, with the names of their rows.
var charts = rules.Charts[Tables]{
	{Name: "rates", Rows: []string{"infantry", "cavalry", "light_guns", "heavy_guns"}, Figure: rules.Whole(0, 1000),
		Of: func(t *Tables) any { return &t.Rates }},
	{Name: "terrain", Rows: kindNames(), Figure: rules.Whole(0, 100), Of: func(t *Tables) any { return &t.Terrain }},
	{Name: "ammunition", Rows: []string{"howitzer", "light", "field", "position", "siege"},
		Figure: rules.Whole(0, 1000), Of: func(t *Tables) any { return &t.Ammunition }},
	{Name: "artillery", Rows: []string{"1-4", "6", "8-9", "10-12", "16+"}, Figure: rules.Whole(0, 200),
		Of: func(t *Tables) any { return &t.Artillery }},
	{Name: "artillery_mods", Rows: []string{"same_target", "protective", "earthworks", "heavy_woods", "light_woods",
		"adjacent", "mounted", "unlimbered", "limbered"}, Figure: rules.Whole(-200, 200),
		Of: func(t *Tables) any { return &t.ArtilleryMods }},
	{Name: "musketry", Rows: []string{"bow", "matchlock", "firelock", "flintlock"}, Figure: rules.Whole(0, 10),
		Of: func(t *Tables) any { return &t.Musketry }},
	{Name: "musketry_mods", Rows: []string{"rating", "platoon", "same_target", "mixed", "weather", "protective",
		"earthworks", "open", "mounted"}, Figure: single(-20, 20), Of: func(t *Tables) any { return &t.MusketryMods }},
	{Name: "cavalry", Rows: []string{"horse", "dragoons", "open", "bayonet", "pike", "mixed"},
		Figure: rules.Whole(0, 10), Of: func(t *Tables) any { return &t.Cavalry }},
	{Name: "infantry", Rows: []string{"mounted", "foot", "open"}, Figure: rules.Whole(0, 10),
		Of: func(t *Tables) any { return &t.Infantry }},
	{Name: "morale", Rows: []string{"base", "protected", "woods", "commander", "half_spent", "half_stand", "adjacent"},
		Figure: single(-20, 20), Of: func(t *Tables) any { return &t.Morale }},
	{Name: "points", Rows: []string{"stand", "surrendered", "captured", "destroyed", "brigade", "regiment"},
		Figure: single(0, 100), Of: func(t *Tables) any { return &t.PointsFor }},
	{Name: "ford", Rows: []string{"reach", "setback", "beyond"}, Figure: single(1, 5000),
		Of: func(t *Tables) any { return &t.Ford }},
}

// single returns the figure of a row with one value, which may also be written as a list.
func single(least, most int) rules.Figure {
	whole := scenario.Int(least, most)
	return rules.Figure{Spec: scenario.OneOf(whole, scenario.List(whole, 1, 1)),
		Read: func(written scenario.Node, printed int) int {
			for _, n := range written.Items() {
				return n.AsInt(printed)
			}
			return written.AsInt(printed)
		}}
}

func kindNames() []string {
	return rules.Texts(kinds, func(k Kind) string { return string(k) })
}
