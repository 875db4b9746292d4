package orderdiscipline

import (
	"galloper/adjudicator/rules"
	"galloper/adjudicator/scenario"
)

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

// printed are the tables of the digest. Only the pass values are the module's; all other figures come from
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

// charts are the tables that a scenario can replace, except for guns, whose rows are pairs.
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
