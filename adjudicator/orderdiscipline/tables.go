package orderdiscipline

import (
	"galloper/adjudicator/scenario"
)

// Tables are the charts. Lengths are hundredths of an inch. A scenario may
// replace any cell (section c).
type Tables struct {
	Radius, Support, SquareRoom, Gap, Canister, Danger, HitsPerStand, Wheel int
	Overhead, Interval, GeneralGap, ArrivalGap, Holding                     int

	Pass         [4]int          // by quality
	Move         [15]int         // see moveCells
	Musket       [2]int          // short, long
	Rifle        [2]int          //
	Gun          [3][6]int       // by weight: range and dice, three times
	Fire         [10]int         // see fireCells
	Melee        [9]int          // see meleeCells
	Retire, Rout [2]int          // dice: foot, mounted
	Area         [6][areaRow]int // by kind
	Line         [6][3]int       // by kind and arm; -1 impassable
}

// The columns of the table of areas.
const (
	onFoot = iota
	skirmishing
	onHorse
	withGuns
	areaRow
)

// The kinds of areas and lines, as the tables have them.
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

// Names of the rows and cells.
var (
	areaKinds = []string{"wood", "town", "rough", "marsh", "hill", "water"}
	lineKinds = []string{"fence", "hedge", "wall", "stream", "river", "road"}
	guns      = []string{"light", "medium", "heavy"}
	moveCells = []string{
		"infantry.line", "infantry.column", "infantry.march", "infantry.skirmish", "infantry.square",
		"light-cavalry.line", "light-cavalry.column", "heavy-cavalry.line", "heavy-cavalry.column",
		"foot-artillery.deployed", "foot-artillery.limbered", "horse-artillery.deployed", "horse-artillery.limbered",
		"general", "courier"}
	fireCells  = []string{"target", "charged", "damaged", "moved", "unsteady", "light", "heavy", "deep", "over", "long"}
	meleeCells = []string{"obstacle", "deeper", "unsteady", "veteran", "halted", "shock", "mounted", "square", "gunners"}
)

const (
	generalRides = 13 // cells of Move
	courierRides = 14
)

// impassable marks a line that cannot be crossed.
const impassable = -1

// printed are the tables of the digest. All figures but those of the pass value
// are those of the base game or of the house; none is the module's.
//
// §3.3 §5.7 §6.3 §6.4 §7.3 §10.9 §10.10 §11.1
var printed = Tables{
	Radius: 600, Support: 400, SquareRoom: 400, Gap: 100, Canister: 200, Danger: 300, HitsPerStand: 3, Wheel: 15,
	Overhead: 800, Interval: 200, GeneralGap: 100, ArrivalGap: 100, Holding: 300,

	//           green reg vet elite
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

// chart is one table as a scenario may replace its cells.
type chart struct {
	Name  string
	Cells []string // nil: the chart is one value
	Spec  scenario.Spec
	Of    func(*Tables) []*int
	Inch  bool // lengths
}

// charts are all tables that can be replaced.
var charts = []chart{
	{"radius", nil, length(), func(t *Tables) []*int { return []*int{&t.Radius} }, true},
	{"support", nil, length(), func(t *Tables) []*int { return []*int{&t.Support} }, true},
	{"square_room", nil, length(), func(t *Tables) []*int { return []*int{&t.SquareRoom} }, true},
	{"gap", nil, length(), func(t *Tables) []*int { return []*int{&t.Gap} }, true},
	{"canister", nil, length(), func(t *Tables) []*int { return []*int{&t.Canister} }, true},
	{"danger", nil, length(), func(t *Tables) []*int { return []*int{&t.Danger} }, true},
	{"overhead", nil, length(), func(t *Tables) []*int { return []*int{&t.Overhead} }, true},
	{"interval", nil, length(), func(t *Tables) []*int { return []*int{&t.Interval} }, true},
	{"general_gap", nil, length(), func(t *Tables) []*int { return []*int{&t.GeneralGap} }, true},
	{"arrival_gap", nil, length(), func(t *Tables) []*int { return []*int{&t.ArrivalGap} }, true},
	{"holding", nil, length(), func(t *Tables) []*int { return []*int{&t.Holding} }, true},
	{"hits_per_stand", nil, scenario.Int(1, 20), func(t *Tables) []*int { return []*int{&t.HitsPerStand} }, false},
	{"wheel", nil, scenario.Int(0, 180), func(t *Tables) []*int { return []*int{&t.Wheel} }, false},
	{"pass", qualities[:], scenario.Int(0, 20), func(t *Tables) []*int { return cellsOf(t.Pass[:]) }, false},
	{"move", moveCells, length(), func(t *Tables) []*int { return cellsOf(t.Move[:]) }, true},
	{"musket", []string{"short", "long"}, length(), func(t *Tables) []*int { return cellsOf(t.Musket[:]) }, true},
	{"rifle", []string{"short", "long"}, length(), func(t *Tables) []*int { return cellsOf(t.Rifle[:]) }, true},
	{"fire", fireCells, scenario.Int(-9, 9), func(t *Tables) []*int { return cellsOf(t.Fire[:]) }, false},
	{"melee", meleeCells, scenario.Int(-9, 9), func(t *Tables) []*int { return cellsOf(t.Melee[:]) }, false},
	{"retire", []string{"foot", "mounted"}, scenario.Int(1, 9), func(t *Tables) []*int { return cellsOf(t.Retire[:]) }, false},
	{"rout", []string{"foot", "mounted"}, scenario.Int(1, 9), func(t *Tables) []*int { return cellsOf(t.Rout[:]) }, false},
	{"area", cellNames(areaKinds, "infantry", "skirmishers", "cavalry", "artillery"), scenario.Int(0, 9), func(t *Tables) []*int {
		return cellsOf(t.Area[0][:], t.Area[1][:], t.Area[2][:], t.Area[3][:], t.Area[4][:], t.Area[5][:])
	}, false},
	{"line", cellNames(lineKinds, arms[:]...), scenario.OneOf(scenario.Decimal(0, 5000), scenario.Word("no")), func(t *Tables) []*int {
		return cellsOf(t.Line[0][:], t.Line[1][:], t.Line[2][:], t.Line[3][:], t.Line[4][:], t.Line[5][:])
	}, true},
}

// length is a length in inches.
func length() scenario.Spec { return scenario.Decimal(0, 50000).What("inches, at most two decimals") }

// cellsOf are the cells of some rows, to be set.
func cellsOf(rows ...[]int) []*int {
	var all []*int
	for _, r := range rows {
		for i := range r {
			all = append(all, &r[i])
		}
	}
	return all
}

func cellNames(rows []string, columns ...string) []string {
	var all []string
	for _, r := range rows {
		for _, c := range columns {
			all = append(all, r+"."+c)
		}
	}
	return all
}

// movementOf is the cell of the unit's allowance in a formation, -1 if it cannot
// stand so; -1 too where the formation is not in the table of footprints.
//
// §5.7 §10.2
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
