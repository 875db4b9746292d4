package orderdiscipline

import (
	"slices"
	"strings"

	"galloper/adjudicator/rules"
	"galloper/orders"
)

// Reasons for refusing an order, in the digest's order (section f).
const (
	noVerb         = "no-verb"
	noSubject      = "no-subject"
	unknownName    = "unknown-name"
	ambiguousName  = "ambiguous-name"
	unknownPlace   = "unknown-place"
	offTable       = "off-table"
	inWater        = "in-water"
	notYours       = "not-yours"
	notATarget     = "not-a-target"
	notAFriend     = "not-a-friend"
	selfTarget     = "self-target"
	cannotCharge   = "cannot-charge"
	badFormation   = "bad-formation"
	notArtillery   = "not-artillery"
	badDistance    = "bad-distance"
	badFacing      = "bad-facing"
	badCondition   = "bad-condition"
	badCard        = "bad-card"
	badChain       = "bad-chain"
	tooManySteps   = "too-many-steps"
	unitGone       = "gone"
	notCommander   = "not-army-commander"
	notSubordinate = "not-subordinate"
	notOurSide     = "not-our-side"
	noStanding     = "no-standing"
	tooLate        = "too-late"
)

// reasons lists the refusals by priority, in the digest's order: if several apply, the first counts.
var reasons = []string{noVerb, noSubject, unknownName, ambiguousName, unknownPlace, offTable, inWater, notYours,
	notATarget, notAFriend, selfTarget, cannotCharge, badFormation, notArtillery, badDistance, badFacing, badCondition,
	badCard, badChain, tooManySteps, unitGone, notCommander, notSubordinate, notOurSide, noStanding, tooLate}

// speech holds the names that one general may use.
type speech struct {
	own      *orders.Names // own units
	side     *orders.Names // other friendly units
	enemy    *orders.Names // enemy units
	generals *orders.Names // friendly generals
	others   *orders.Names // enemy generals
	places   *orders.Names // places and areas
	self     *orders.Names // the general's own name
}

// namesFor collects the names that a general may use.
func namesFor(b *Battle, g int) *speech {
	me := &b.Generals[g]
	units := func(kind, want string, of func(u *Regiment) bool) *orders.Names {
		var list []orders.Name
		for u := range b.Units {
			if of(&b.Units[u]) {
				list = append(list, orders.Name{ID: b.Units[u].ID, Name: b.Units[u].Name})
			}
		}
		return orders.NewNames(orders.NamesKind{Kind: kind, Want: want}, list...)
	}
	generals := func(want string, of func(i int) bool) *orders.Names {
		var list []orders.Name
		for i := range b.Generals {
			if of(i) {
				list = append(list, orders.SeatName(b.Generals[i].ID, b.Generals[i].Name))
			}
		}
		return orders.NewNames(orders.NamesKind{Kind: "general", Want: want}, list...)
	}
	var places []orders.Name
	for i := range b.Places {
		places = append(places, orders.Name{ID: b.Places[i].ID})
	}
	for i := range b.Areas {
		places = append(places, orders.Name{ID: b.Areas[i].ID})
	}
	for i := range b.Lines {
		if b.Lines[i].barrier() {
			places = append(places, orders.Name{ID: b.Lines[i].ID})
		}
	}
	return &speech{
		own: units("unit of yours", "a unit of yours", func(u *Regiment) bool { return u.General == g }),
		side: units("unit of your side", "a unit of your side",
			func(u *Regiment) bool { return u.Side == me.Side && u.General != g }),
		enemy:    units("enemy", "an enemy unit", func(u *Regiment) bool { return u.Side != me.Side }),
		generals: generals("a general of your side", func(i int) bool { return b.Generals[i].Side == me.Side }),
		others:   generals("a general", func(i int) bool { return b.Generals[i].Side != me.Side }),
		places: orders.NewNames(orders.NamesKind{Kind: "place",
			Want: "a place: x,y, a named place or area, a unit of your side", Unknown: unknownPlace}, places...),
		self: generals("yourself", func(i int) bool { return i == g }),
	}
}

// titles may precede a general's name and are ignored.
var titles = []string{"GENERAL", "GEN", "MARSHAL"}

// fillers are ignored everywhere.
var fillers = []string{"THE", "A", "AN", "MY", "OUR", "ITS", "THEIR"}

// auxiliaries may stand between subject and verb.
var auxiliaries = []string{"WILL", "SHALL", "SHOULD", "MUST", "PLEASE", "IS TO", "ARE TO", "AM TO", "NOW", "AT ONCE"}

// inchUnits lists the ways to write inches.
var inchUnits = []string{"INCHES", "INCH", "IN", `"`, "''"}

// Verb phrases that orders to units and to the general in person share.
var (
	moveTo = []string{"ADVANCE TO", "MARCH TO", "GO TO", "PROCEED TO", "WITHDRAW TO", "RETIRE TO", "FALL BACK TO"}
	// holding lists the synonyms of HOLD.
	holding   = []string{"HOLD", "STAND FAST", "STAND", "HALT", "STAY", "HOLD FAST"}
	joining   = []string{"JOIN", "ATTACH TO", "ATTACH"}
	leaving   = []string{"LEAVE", "DETACH"}
	rerolling = []string{"REROLL", "RE-ROLL", "RE ROLL"}
)

// personalVerbs lists the verbs that exist only in orders to oneself.
var personalVerbs = slices.Concat(joining, leaving, []string{"RIDE"})

// unitVerbs lists the verbs that need a subject. TO alone is not one of them, although `45e to the farm` is an
// order.
var unitVerbs = slices.DeleteFunc(slices.Concat(conduct.Phrases(), personalVerbs, []string{"IF CHARGED"}),
	func(phrase string) bool { return phrase == "TO" })

var cardWords = []string{"JOKER", "KING", "QUEEN", "JACK", "KNAVE", "LOWEST CARD", "LOWEST", "HIGHEST CARD", "HIGHEST"}

// soleVerbs lists the verbs that begin an order without a subject.
var soleVerbs = slices.Concat(rerolling, []string{"SEQUENCE", "SEIZE", "CONTEST", "INITIATIVE", "OBEY",
	"IF"})

var formationNames = []struct {
	Formation Formation
	Phrases   []string
}{
	{Line, []string{"LINE"}},
	{Column, []string{"COLUMN", "ATTACK COLUMN"}},
	{March, []string{"MARCH", "MARCH COLUMN", "COLUMN OF MARCH"}},
	{Skirmish, []string{"SKIRMISH", "SKIRMISHERS", "SKIRMISH ORDER", "OPEN ORDER"}},
	{Square, []string{"SQUARE"}},
	{Deployed, []string{"DEPLOYED", "UNLIMBERED", "BATTERY"}},
	{Limbered, []string{"LIMBERED"}},
}

var armPhrases = [...][]string{{"INFANTRY", "FOOT"}, {"CAVALRY", "HORSE", "HORSEMEN"},
	{"ARTILLERY", "GUNS", "HORSE GUNS", "HORSE ARTILLERY", "BATTERY", "CANNON"}}

// reserved lists the words that cannot be IDs.
var reserved = rules.Reserve(strings.Fields("all self i me and or then else otherwise via facing keeping front "+
	"in with to at on if not no nearest enemy enemies within until will shall should must please now once is are "+
	"the a an my our its their any comes gets has have we it first second initiative steady unsteady routing lost "+
	"stands turn charged hand below twice never lowest highest knave standing cancel letter sequence seize "+
	"contest reroll obey square evade countercharge wheel change up back open cease infantry foot cavalry horse "+
	"artillery guns inches inch general gen marshal ready check status history help absent resign add end orders "+
	"game seat key"), cards[:], compassWords(), unitVerbs, formationPhrases())

// formationPhrases returns the phrases for all formations.
func formationPhrases() []string {
	var all []string
	for _, f := range formationNames {
		all = append(all, f.Phrases...)
	}
	return all
}
