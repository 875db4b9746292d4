package orderdiscipline

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator/board"
	"galloper/adjudicator/grammar"
	"galloper/adjudicator/rules"
	"galloper/orders"
	"galloper/orders/say"
)

//go:embed say.txt
var sayText string

// english parses orders in plain English, and holds the replies to those that it cannot parse (section f).
var english = say.Lazy(sayText, say.Speech{
	Ambiguous: ambiguousName,
	Unread: []string{noVerb, unknownName, unknownPlace, badFormation, badDistance, badFacing, badCondition,
		badCard,
		notATarget, notAFriend, notYours}, Half: []string{noSubject},
	Known: "ENEMY [kind] WITHIN n, name WITHIN n, FIRST, SECOND, INITIATIVE, STEADY, UNSTEADY, ROUTING, LOST n, TURN n",
})

// vocabulary returns the possible meanings of a seat's words, based on its knowledge.
func vocabulary(d rules.Desk[*Battle]) *say.Vocabulary {
	b := d.Battle
	r := &seatView{desk: d, b: b, g: b.seatIDs.Must(d.Seat)}
	k := r.knownParser()
	v := &say.Vocabulary{Self: "SELF", Under: map[string][]string{}, Whose: map[string]string{},
		Value:  measured,
		Relate: r.relate, Foes: say.People(b.Sides[1-b.Generals[r.g].Side].ID),
		Samples: map[string]string{"dir": "90", "foe": "CAVALRY", "cond": "ENEMY WITHIN 6"}}
	arms := make([][]string, len(armPhrases))
	command := k.own.All()
	for u := range b.Units {
		id, of := b.Units[u].ID, b.Units[u].General
		switch {
		case b.isSubordinate(of, r.g):
			v.Under[b.Generals[of].ID] = append(v.Under[b.Generals[of].ID], id)
			name, _ := k.side.Get(id)
			command = append(command, name)
		case of == r.g && !r.knownGone(u) && !r.waits(u):
			v.Mine = append(v.Mine, id)
		case of == r.g && !r.knownGone(u):
			// yet to arrive, so only orders that name it include it
		default:
			if b.Generals[of].Side == b.Generals[r.g].Side && of != r.g {
				v.Whose[id] = b.Generals[of].ID
			}
			continue
		}
		arm := b.Units[u].Kind.Arm()
		arms[arm] = append(arms[arm], id)
	}
	for arm, ids := range arms {
		if ids != nil {
			v.Groups = append(v.Groups, say.Group{Say: armPhrases[arm], IDs: ids})
		}
	}
	v.Groups = append(v.Groups,
		say.Group{Say: []string{"THE LINE", "WHOLE LINE", "MY LINE", "OUR LINE"}, IDs: arms[Infantry]},
		say.Group{Say: []string{"BRIGADE", "COMMAND", "DIVISION", "WHOLE BRIGADE", "WHOLE DIVISION"},
			IDs: rules.Texts(command, func(n orders.Name) string { return n.ID })})
	below := k.generals.Only(func(id string) bool { return b.isSubordinate(b.seatIDs.Must(id), r.g) })
	colleagues := k.generals.Only(func(id string) bool { return id != d.Seat })
	v.Kinds = []say.Kind{{Slot: "unit", Names: orders.NewNames(orders.NamesKind{}, command...)},
		{Slot: "friend", Names: k.side},
		{Slot: "enemy", Names: k.enemy}, {Slot: "place", Names: k.places}, {Slot: "self", Names: k.self},
		{Slot: "to", Names: below}, {Slot: "seat", Names: colleagues},
		{Slot: "dice", Names: diceOf(k.generals.All())}}
	return v
}

// diceOf returns phrases for the generals' command rolls: `Compere's dice`.
func diceOf(generals []orders.Name) *orders.Names {
	for i, g := range generals {
		words := strings.Fields(g.Name)
		if len(words) == 0 {
			continue
		}
		whose := words[len(words)-1] + "s "
		generals[i] = orders.Name{ID: g.ID, Also: []string{whose + "dice", whose + "roll", whose + "command roll",
			whose + "throw", whose + "score", whose + "own roll"}}
	}
	return orders.NewNames(orders.NamesKind{}, generals...)
}

// measured reads a point such as `20,12`, a length such as `6"`, or a compass point.
func measured(words []orders.Word) (kind, text string, count int) {
	s := orders.ScanWords(words)
	if x, y, ok := s.Point(2); ok {
		return "point", inches(int(x)) + "," + inches(int(y)), s.Mark()
	}
	if digits, in := strings.CutSuffix(s.Peek().Fold, "IN"); in && digits != "" && digits[0] >= '0' && digits[0] <= '9' {
		return "number", digits, 1
	}
	if n := grammar.Numeral(s.Peek().Fold); n > 0 {
		s.Next()
		if s.Accept("INCHES", "INCH") {
			return "number", strconv.Itoa(n), s.Mark()
		}
		return "", "", 0
	}
	if n, ok := s.Measure(2, "INCHES", "INCH", "INS", `"`, "''"); ok {
		return "number", decimal(int(n)), s.Mark()
	}
	if way := strings.TrimSuffix(strings.TrimSuffix(words[0].Fold, "S"), "WARD"); way != words[0].Fold {
		words = slices.Clone(words)
		words[0].Fold = way // `eastward`
		s = orders.ScanWords(words)
	}
	s.Accept("THE")
	if c, ok := s.Compass(); ok && int(c)%2 == 0 {
		return "dir", strconv.Itoa(c.Degrees()), s.Mark()
	}
	return "", "", 0
}

// decimal formats hundredths without decimals for whole numbers, as in counts of stands.
func decimal(n int) string {
	if n%100 == 0 {
		return strconv.Itoa(n / 100)
	}
	return inches(n)
}

// relate resolves words whose meaning depends on the units that are to act.
func (r *seatView) relate(how string, who, of []string) string {
	switch how {
	case "onward": // the direction in which they already face
		for _, id := range who {
			rect, ok := r.lastSeen(r.b.unitIDs.Must(id))
			way, err := strconv.Atoi(of[0])
			if !ok || err != nil || (rect.Facing-way+405)%360 > 90 {
				return ""
			}
		}
		return "onward"
	case "spot":
		if at, ok := r.lastPlace(of[0]); ok {
			return point(at)
		}
	}
	if how == "way" { // a direction, which may be relative to the facing
		turn, relative := map[string]string{"LEFT": "270", "RIGHT": "90"}[of[0]]
		if !relative {
			return of[0]
		}
		how = turn
	}
	turn, err := strconv.Atoi(how)
	if err != nil || len(who) == 0 {
		return ""
	}
	facing := -1
	for _, id := range who { // all must face the same way
		rect, ok := r.lastSeen(r.b.unitIDs.Must(id))
		if !ok || facing >= 0 && facing != rect.Facing {
			return ""
		}
		facing = rect.Facing
	}
	return strconv.Itoa((facing + turn) % 360)
}

// lastPlace returns the last known position of an enemy.
func (r *seatView) lastPlace(id string) (at board.Point, ok bool) {
	for o := range r.desk.Facts("sight.enemy") {
		if o.Get("unit") == id {
			at, ok = pointOf(o), true
		}
	}
	return at, ok
}

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

func formationPhrases() []string {
	var all []string
	for _, f := range formationNames {
		all = append(all, f.Phrases...)
	}
	return all
}
