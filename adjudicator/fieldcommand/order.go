package fieldcommand

import (
	"galloper/adjudicator"
	"slices"
	"strings"
)

// Verbs as outcomes name them.
const (
	verbAdvance      = "advance"
	verbAssault      = "assault"
	verbBombard      = "bombard"
	verbCharge       = "charge"
	verbManeuver     = "maneuver"
	verbAttack       = "attack"
	verbTake         = "take"
	verbCavalryMarch = "cavalry-march"
	verbFieldMarch   = "field-march"
	verbLocalMarch   = "local-march"
	verbRoadMarch    = "road-march"
	verbMarch        = "march"
	verbHold         = "hold"
	verbWait         = "wait"
	verbLimber       = "limber"
	verbRange        = "range"
	verbSpike        = "spike"
	verbMerge        = "merge"
	verbSplit        = "split"
	verbRally        = "rally"
	verbMobilize     = "mobilize"
	verbPlay         = "play"
	verbRide         = "ride"
	verbAssign       = "assign"
	verbReport       = "report"
	verbToUnits      = "to-units"
	verbToSeat       = "to-seat"
	verbLetter       = "letter-to"
	verbStanding     = "standing"
)

// fieldVerbs are those of field commands (§H3.1), and those that become one.
var fieldVerbs = []string{verbAdvance, verbAssault, verbBombard, verbCharge, verbManeuver, verbAttack, verbTake,
	verbCavalryMarch, verbFieldMarch, verbLocalMarch, verbRoadMarch, verbMarch}

// goal says where a local march goes.
type goal int

const (
	goalLocale goal = iota
	goalReserve
	goalApproach
)

// group is the units that an order is given to (section f).
type group struct {
	Units    []int
	All      bool
	Kind     Kind     // of ALL; Unknown any
	At       Position // of ALL
	Explicit bool     // of ALL: the position is named; else it follows from the verb
}

// order is one order as it was read.
type order struct {
	Row       string            `slot:"verb"` // of the language
	Verb      string            // as outcomes name it
	Group     group             `slot:"group"`
	To        adjudicator.Index `slot:"to"` // locale
	Goal      goal              `slot:"RESERVE=1,APPROACH=2"`
	Via       []int             `slot:"via"`
	Led       []int             `slot:"led"`
	Supported []int             `slot:"supported"`
	Else      string            `slot:"ELSE SECURE=SECURE,ELSE STAY=STAY"`
	Deploy    bool              `slot:"DEPLOY"`
	Deployed  []int             `slot:"deployed"` // those of DEPLOY; nil: all cavalry
	Toward    adjudicator.Index `slot:"toward"`
	Least     int               `slot:"least"`   // strength points without which it is not carried out; 0: any
	Figures   []int             `slot:"figures"` // of SPLIT
	Number    int               `slot:"number"`  // of MOBILIZE
	Card      adjudicator.Index `slot:"card"`
	Seat      adjudicator.Index `slot:"seat"` // of PLAY, ASSIGN, REPORT and TO
	With      adjudicator.Index `slot:"with"` // of RIDE WITH
	Seats     []int             `slot:"seats"`
	If        []condition       `slot:"if"`
	Inner     *order            `slot:"inner"` // of TO units
	Text      string            `slot:"text"`  // of a letter, or of TO seat
	Standing  standingOrder     `slot:"standing"`

	n        string // as outcomes name it: its number, or the dispatch's id
	line     int    // of the seat's recorded orders, from 1; 0 of a dispatch
	ref      string // of a dispatch: the outcome that delivered it
	recorded string // that line without its number
}

// verbOf is a row of the language as outcomes name it.
func verbOf(row string) string { return strings.ToLower(strings.ReplaceAll(row, " ", "-")) }

// isField reports whether it is a field command.
func (o *order) isField() bool { return slices.Contains(fieldVerbs, o.Verb) }

// acts reports whether the order, of whatever kind, is for units: such a one may ride (§H6.1).
func (o *order) acts() bool {
	switch o.Verb {
	case verbLimber, verbRange, verbSpike, verbMerge, verbSplit, verbRally:
		return true
	}
	return o.isField()
}
