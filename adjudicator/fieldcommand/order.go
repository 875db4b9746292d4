package fieldcommand

import (
	"galloper/adjudicator"
	"slices"
	"strconv"
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
	verbTo           = "to"
	verbLetter       = "letter"
	verbStanding     = "standing"
)

// fieldVerbs are those of field commands (§H3.1), and those that become one.
var fieldVerbs = []string{verbAdvance, verbAssault, verbBombard, verbCharge, verbManeuver, verbAttack,
	verbCavalryMarch, verbFieldMarch, verbLocalMarch, verbRoadMarch, verbMarch}

// goal says where a local march goes.
type goal uint8

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
	Verb      string
	Group     group
	To        adjudicator.Index // locale
	Goal      goal
	Via       []int
	Led       []int
	Supported []int
	Else      string // SECURE, STAY or nothing
	Deploy    bool
	Deployed  []int // those of DEPLOY; nil: all cavalry
	Toward    adjudicator.Index
	Figures   []int // of SPLIT
	Number    int   // of MOBILIZE
	Card      adjudicator.Index
	Seat      adjudicator.Index // of PLAY, ASSIGN, REPORT and TO
	With      adjudicator.Index // of RIDE WITH
	Seats     []int
	If        []condition
	Inner     *order // of TO
	Text      string // of a letter, or of TO seat
	Standing  standingOrder

	n    string // as outcomes name it: its number, or the dispatch's id
	line int    // of the seat's recorded orders, from 1; 0 of a dispatch
}

// blank is an order of which nothing has been read.
func blank(verb string) order {
	return order{Verb: verb}
}

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

// canonical writes orders in capitals and ids, in grammar order (section f).
type canonical struct {
	b    *Battle
	s    *State
	side int
}

func (c canonical) idList(list []int) string { return strings.Join(c.s.ids(list), ", ") }

func (c canonical) locales(list []int) string { return strings.Join(c.b.localeTexts(list), ", ") }

// group writes names, or `ALL INFANTRY AT seminary`.
func (c canonical) group(g *group) string {
	if !g.All {
		return c.idList(g.Units)
	}
	text := "ALL"
	if g.Kind != Unknown {
		text += " " + strings.ToUpper(string(g.Kind))
	}
	at := c.b.positionText(g.At)
	if g.Explicit && g.At.Reserve() {
		at = "RESERVE OF " + at
	}
	return text + " AT " + at
}

// orderText is the canonical form of an order.
func (c canonical) orderText(o *order) string {
	var head strings.Builder
	if len(o.If) > 0 {
		head.WriteString("IF " + c.testTexts(o.If) + " THEN ")
	}
	head.WriteString(c.body(o))
	return head.String()
}

func (c canonical) body(o *order) string {
	word := strings.ToUpper(strings.ReplaceAll(o.Verb, "-", " "))
	switch o.Verb {
	case verbWait:
		return word
	case verbHold, verbLimber, verbRange, verbSpike, verbMerge:
		return word + " " + c.group(&o.Group)
	case verbRally:
		return word + " " + c.group(&o.Group)
	case verbSplit:
		return word + " " + c.group(&o.Group) + " INTO " + figures(o.Figures)
	case verbAssault, verbBombard, verbCharge, verbAttack:
		text := word + " " + c.b.Locales[o.To.Must()].ID
		if len(o.Via) > 0 {
			text += " VIA " + c.locales(o.Via)
		}
		return text + " WITH " + c.group(&o.Group) + c.endings(o)
	}
	if o.isField() {
		return c.marchLine(word, o)
	}
	return c.paper(word, o)
}

// marchLine writes the verbs that go to a place.
func (c canonical) marchLine(word string, o *order) string {
	text := word + " " + c.group(&o.Group)
	if len(o.Via) > 0 {
		text += " VIA " + c.locales(o.Via)
	}
	switch o.Goal {
	case goalReserve:
		text += " TO RESERVE"
	case goalApproach:
		text += " TO APPROACH " + c.b.Locales[o.To.Must()].ID
	default:
		text += " TO " + c.b.Locales[o.To.Must()].ID
	}
	return text + c.endings(o)
}

// endings writes what may stand behind a field command.
func (c canonical) endings(o *order) string {
	text := ""
	if len(o.Led) > 0 {
		text += " LED BY " + c.idList(o.Led)
	}
	if len(o.Supported) > 0 {
		text += " SUPPORTED BY " + c.idList(o.Supported)
	}
	if o.Else != "" {
		text += " ELSE " + o.Else
	}
	if o.Deploy {
		text += " DEPLOY"
		if len(o.Deployed) > 0 {
			text += " " + c.idList(o.Deployed)
		}
		text += " TOWARD " + c.b.Locales[o.Toward.Must()].ID
	}
	return text
}

// paper writes the orders that move no unit by themselves.
func (c canonical) paper(word string, o *order) string {
	seat := func() string { return c.b.Commands[o.Seat.Must()].ID }
	switch o.Verb {
	case verbMobilize:
		return word + " GROUP " + strconv.Itoa(o.Number) + " AT " + c.b.whereText(o.To)
	case verbPlay:
		text := word + " " + c.b.Sides[c.side].Cards[o.Card.Must()].ID
		if o.Seat.Some() {
			text += " FOR " + seat()
		}
		if o.To.Some() {
			text += " AT " + c.b.Locales[o.To.Must()].ID
		}
		return text
	case verbRide:
		if o.With.Some() {
			return "RIDE WITH " + c.s.Units[o.With.Must()].ID
		}
		return "RIDE TO " + c.b.whereText(o.To)
	case verbAssign:
		return word + " " + c.idList(o.Group.Units) + " TO " + seat()
	case verbReport:
		return word + " TO " + seat()
	case verbTo:
		return c.toText(o)
	case verbLetter:
		return "LETTER TO " + c.seatIDs(o.Seats)
	}
	return "STANDING " + c.standingText(&o.Standing)
}

func (c canonical) toText(o *order) string {
	if o.Seat.Some() {
		return "TO " + c.b.Commands[o.Seat.Must()].ID + ": " + o.Text
	}
	return "TO " + c.idList(o.Group.Units) + ": " + c.orderText(o.Inner)
}

func (c canonical) seatIDs(list []int) string {
	ids := make([]string, len(list))
	for i, seat := range list {
		ids[i] = c.b.Commands[seat].ID
	}
	return strings.Join(ids, ", ")
}

func figures(list []int) string {
	texts := make([]string, len(list))
	for i, n := range list {
		texts[i] = strconv.Itoa(n)
	}
	return strings.Join(texts, ", ")
}
