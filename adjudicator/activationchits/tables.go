package activationchits

import "slices"

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

// symbolOf is the face that hits each arm.
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

// at returns the row of the face.
func (t *SixFaces) at(face int) string { return t[face-1] }

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

// printed returns the tables of the digest.
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
func (t *Tables) face(value int) Face { return Face(t.Faces.at(value)) }

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
