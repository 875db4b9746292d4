package firediscipline

import (
	"galloper/adjudicator/rules"
	"galloper/adjudicator/scenario"
)

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

// printed is the set of tables as printed in the rules.
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
