package fieldcommand

import (
	"galloper/adjudicator"
	"slices"
	"strings"
)

// The verbs as outcomes name them.
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

// fieldVerbs lists the verbs of field commands (§H3.1) and those that become one.
var fieldVerbs = []string{verbAdvance, verbAssault, verbBombard, verbCharge, verbManeuver, verbAttack, verbTake,
	verbCavalryMarch, verbFieldMarch, verbLocalMarch, verbRoadMarch, verbMarch}

// goal is the destination of a local march.
type goal int

const (
	goalLocale goal = iota
	goalReserve
	goalApproach
)

// group is the addressees of an order (section f).
type group struct {
	Units    []int
	All      bool
	Kind     Kind     // of ALL; Unknown means any
	At       Position // of ALL
	Explicit bool     // of ALL: the order names the position, otherwise it follows from the verb
}

type order struct {
	Row       string            `slot:"verb"` // name of the row in the language
	Verb      string            // as outcomes name it
	Group     group             `slot:"group"`
	To        adjudicator.Index `slot:"to"` // locale
	Goal      goal              `slot:"RESERVE=1,APPROACH=2"`
	Via       []int             `slot:"via"`
	Led       []int             `slot:"led"`
	Supported []int             `slot:"supported"`
	Else      string            `slot:"ELSE SECURE=SECURE,ELSE STAY=STAY"`
	Deploy    bool              `slot:"DEPLOY"`
	Deployed  []int             `slot:"deployed"` // units of DEPLOY; nil means all cavalry
	Toward    adjudicator.Index `slot:"toward"`
	Least     int               `slot:"least"`   // fewest strength points to carry it out with; 0 means any
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

	n        string // as outcomes name it: the order's number, or the dispatch's id
	line     int    // in the seat's recorded orders, from 1; 0 for a dispatch
	ref      string // of a dispatch: the outcome that delivered it
	recorded string // the recorded line without its number
}

// verbOf returns the verb, as outcomes name it, of a row of the language.
func verbOf(row string) string { return strings.ToLower(strings.ReplaceAll(row, " ", "-")) }

func (o *order) isField() bool { return slices.Contains(fieldVerbs, o.Verb) }

// acts reports whether the order is for units, in which case it may ride (§H6.1).
func (o *order) acts() bool {
	switch o.Verb {
	case verbLimber, verbRange, verbSpike, verbMerge, verbSplit, verbRally:
		return true
	}
	return o.isField()
}
