package firediscipline

import (
	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
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
