package commandchaos

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"

	"galloper/adjudicator/rules"
	"galloper/orders"
	"galloper/orders/say"
	"galloper/orders/spoken"
)

//go:embed say.txt
var sayText string

var table = say.New(sayText)

// speaking holds the phrasings that players use beside those of the card (section f).
var speaking = spoken.Speech{
	First: table.Understand,
	If:    "IF {cond} THEN {order}", IfNot: "IF NOT {cond} THEN {order}", Else: "{order} ELSE {else}",
	Halt: "HOLD {unit}", To: "TO {to}: {order}", Standing: "STANDING {order}", Letter: "LETTER TO {to}: {text}",
	Ambiguous: ambiguous, Known: conditionWant, And: " AND ", Not: "NOT ",
	Never: [][2]string{{"TURN",
		"orders are for one turn: none waits for another; STANDING orders hold in later turns too"},
		{"FIRE", "no order has troops shoot: light troops throw javelins by themselves, at who drives them back or meets them"}},
	Unread: []string{unknownOrder, unknownUnit, unknownZone, unknownOfficer, unknownCard, incomplete, ambiguous,
		notYours, badSpace, badCondition},
	Frames: []spoken.Frame{
		{Verb: spoken.Follow, As: "SHIFT {unit} TO {friend@/behind~column}[{-dir}][{-support}]"},
		{Verb: spoken.Move, As: taking}, {Verb: spoken.Move, As: "HOLD {unit}{-friend@behind~there}"},
		{Verb: spoken.Support, As: taking}, {Verb: spoken.Support, As: "SHIFT {unit} TO {friend~column}[{-support}]"},
		{Verb: spoken.Hold, As: taking}, {Verb: spoken.Withdraw, As: taking}, {Verb: spoken.Shift, As: taking},
		{Verb: spoken.Advance, As: ahead}, {Verb: spoken.Move, As: ahead},
		{Verb: spoken.Follow, As: "ADVANCE {unit}[{-friend@/behind/to/at~follow}]"},
		{Verb: behind, Say: []string{"MOVE BEHIND", "GO BEHIND", "GET BEHIND", "STAND BEHIND", "STAY BEHIND",
			"KEEP BEHIND", "COME BEHIND", "KEEP … BEHIND"}, As: "SHIFT {unit} TO {friend~column}[{-dir}][{-support}]"},
		{Verb: behind, As: "HOLD {unit}{-friend~there}[{-support}]"},
		{Verb: spoken.Move, As: "SHIFT {unit} {dir}[ {number}[{-step}]][{-late}]"},
		{Verb: spoken.Withdraw, As: "BACK {unit}[ {number}[{-step}]][ TO {space}][{-friend@behind}]"},
		{Verb: spoken.Hold, As: "HOLD {unit}"},
		{Verb: spoken.Hold, As: "REACT {unit} STAND{-charged}[{-they}]", Beside: true},
		{Verb: receive, Say: []string{"RECEIVE THEM STANDING", "RECEIVE THE CHARGE", "RECEIVE THE CHARGE STANDING",
			"STAND AND RECEIVE THEM", "STAND TO RECEIVE THEM", "STAND AND TAKE IT", "MEET THEM STANDING",
			"NOT COUNTER", "DO NOT COUNTER", "NEVER COUNTER", "NOT COUNTER-CHARGE", "NOT COUNTERCHARGE",
			"DO NOT COUNTERCHARGE", "RECEIVE THEM AT THE HALT"},
			As: "REACT {unit} STAND[{-charged}][{-they}{-+hold}]", Beside: true, Whole: true},
		{Verb: spoken.Wait, As: "HOLD {unit}"},
		{Verb: spoken.Counter, As: "REACT {unit} COUNTER[{-charged}][{-they}]", Beside: true},
		{Verb: spoken.Charge, As: "REACT {unit} COUNTER{-charged}[{-they}]", Beside: true},
		{Verb: spoken.Charge, As: charging},
		{Verb: spoken.Attack, As: charging}, {Verb: spoken.Assault, As: charging},
		{Verb: spoken.Flank, Say: wheels, As: "FLANK {unit}[ {dir}][ ON {enemy@/of/at/to}][{-they}][{-flank}]"},
		{Verb: spoken.Watch, As: "ADVANCE {unit}{-friend@before}"},
		{Verb: spoken.Watch, As: "ADVANCE {unit}{-enemy~ahead}[{-aim}]"}, {As: "ZONES {zone*}{-dir}"},
		{Verb: spoken.Shift, Say: []string{"CHANGE", "BE SHIFTED"},
			As: "SHIFT {unit} {dir}[ {number}[{-step}]][{-late}]"},
		{Verb: spoken.Shift, As: toColumn}, {Verb: spoken.Move, As: toColumn},
		{Verb: spoken.Shift, As: "SHIFT {unit} {zone@to/towards~way}"},
		{Verb: spoken.Move, As: "SHIFT {unit} {zone@to/towards~way}"},
		{Verb: spoken.Support, As: "SHIFT {unit} {dir}[{-friend}]"},
		{Verb: spoken.Use, Say: []string{"CARD", "ANSWER", "REPLY", "RESPOND"}, As: playing + "{unit}[{-they}]"},
		{As: playing + "{unit}"}, {Verb: spoken.Use, As: playing + "{friend@at/to/with/of}[{-they}]"},
		{Verb: spoken.Move, As: playing + "{friend@at/to/with}"},
		{Verb: "cards", Say: []string{"CARDS SECOND", "PUT OUR CARDS DOWN SECOND", "PUT CARDS DOWN SECOND",
			"PLACE OUR CARDS SECOND", "PLACE CARDS SECOND", "PLAY OUR CARDS SECOND", "LAY OUR CARDS SECOND"},
			As: "CARDS SECOND[{-win}]", Beside: true}, {As: playing + "{friend@at/to/with/of}"},
		{Verb: "exchange", Say: []string{"EXCHANGE", "SWAP", "TRADE IN", "THROW AWAY", "GET RID OF", "HAND BACK",
			"GIVE UP",
			"TURN IN"}, As: "DISCARD {card*}[{-self}]"},
		{Verb: spoken.Take, As: "FLANK {unit} ON {enemy}{-flank}"},
		{Verb: spoken.Attack, As: "FLANK {unit}[ {dir}] ON {enemy}{-flank}"},
		{Verb: spoken.Charge, As: "FLANK {unit}[ {dir}] ON {enemy}{-flank}"},
		{Verb: spoken.Relieve, As: "CARD relief ON {friend@/of/for}{-unit}", Named: true},
		{Verb: spoken.Relieve, As: "CARD relief ON {unit}[{-friend@with}]"},
		{Verb: spoken.Ride, As: "RIDE TO {zone}"}, {Verb: spoken.Ride, As: "RIDE TO {dir}"},
		{Verb: spoken.Ride, As: "ATTACH TO {friend}"},
		{Verb: spoken.Ride, As: taking, Named: true}, {Verb: spoken.Ride, As: ahead, Named: true},
		{Verb: spoken.Ride, As: toColumn, Named: true},
		{Verb: spoken.Move, As: "RIDE TO {zone}[{-self}]"}, {Verb: spoken.Join, As: "ATTACH TO {friend@/to/at/with}"},
		{Verb: spoken.Leave, As: "DETACH"},
		{Verb: spoken.Move, As: "ATTACH TO {friend@to/at/with}{-self}"},
		{Verb: spoken.Order, Say: []string{"MOVE … FIRST", "BEGIN WITH", "START WITH"}, As: "ZONES {zone*}"},
		{Verb: "zones", Say: []string{"ORDER OF MARCH", "ORDER OF ZONES", "ORDER OF MOVEMENT", "ORDER OF WINGS",
			"ZONE ORDER", "ZONES"}, As: "ZONES {zone*}"},
		{Verb: spoken.Order, As: "ZONES {zone*}[{-last}]"},
		{Verb: spoken.Order, As: "ZONES {zone*}{-unit}"}, {Verb: spoken.Order, As: "ZONES {zone*@with}"},
		{Verb: spoken.Order, As: "INITIATIVE FIRST[{-self}][{-win}]"},
		{Verb: "second", Say: []string{"GO SECOND", "MOVE SECOND", "GO LAST", "MOVE LAST", "LET THEM GO FIRST",
			"LET THE ENEMY GO FIRST", "LET THEM MOVE FIRST", "LET THE ENEMY MOVE FIRST"},
			As: "INITIATIVE SECOND[{-self}][{-win}]"},
		{Verb: spoken.Hold, As: "WAIT {zone@/with} UNTIL OPPOSITE {=zone} MOVED{-opposite}"},
		{Verb: spoken.Wait, As: "WAIT {zone@/with} UNTIL OPPOSITE {=zone} MOVED{-opposite}"},
	},
	Conditions: []spoken.Frame{
		{Say: within, As: "ENEMY LINE WITHIN {number@/at}{-eline}[{-step}] OF {unit}"},
		{Say: within, As: "ENEMY LINE WITHIN {number@/at}{-eline}[{-step}] OF {friend@of}"},
		{Say: within, As: "ENEMY WITHIN {number@/at}[{-they}][{-step}] OF {friend@of}"},
		{Say: []string{"HITS", "HIT"}, As: "{enemy|friend} HITS AT LEAST {number}[{-taken}]"},
		{Say: []string{"HITS", "HIT"}, As: "[{-they}]{unit} HITS AT LEAST {number}[{-taken}]", Own: true},
		{Say: within, As: "ENEMY WITHIN {number@/at}[{-they}][{-step}] OF {unit}"},
		{Say: within, As: "ENEMY WITHIN {number@/at}{-enemy}[{-step}] OF {unit}", Near: true},
		{Say: []string{"ROUTED", "RUN", "FLED", "BROKEN", "GONE", "RUNS", "BREAKS", "ROUTS",
			"ROUT", "BREAK", "FLEE", "FLEES", "RUN AWAY", "RUNS AWAY"},
			As: "{enemy|friend} ROUTED"},
		{Say: []string{"PUT/PLACE/PLAY/LAY/USE CARD/ONE/ANYTHING/SOMETHING", "CARD"},
			As: "CARD ON {enemy|friend@/at/with}[{-they}]"},
		{Say: fighting, As: "{enemy|friend} ENGAGED"}, {Say: fighting, As: "{friend} ENGAGED{-enemy@/with}", Near: true},
		{Say: fighting, As: "[{-they}]{unit} ENGAGED", Own: true},
		{Say: touching, As: "{enemy|friend} ENGAGED", Near: true}, // which is true a turn later
		{Say: touching, As: "[{-they}]{unit} ENGAGED", Own: true, Near: true},
		{Say: []string{"FIRST TO? MOVE?", "MOVE/GO FIRST"}, As: "WE ARE FIRST"},
		{Say: []string{"SECOND TO? MOVE?", "MOVE/GO SECOND"}, As: "WE ARE SECOND"},
		{Say: []string{"FLANKED", "OUTFLANKED"}, As: "[{-they}]{unit} FLANKED", Own: true},
		{Say: []string{"CLEAR AHEAD", "WAY IS CLEAR", "FRONT IS CLEAR", "COLUMN IS CLEAR",
			"CLEAR"}, As: "CLEAR AHEAD OF {unit}"},
		{Say: spoken.Threats, As: "ENEMY WITHIN 2[{-enemy}][{-foe}][{-they}][{-aim}] OF {unit}", Near: true},
		{Say: []string{"ENEMY/THEY? OPPOSITE WING/ZONE/ONE/ENEMY? HAVE? MOVED/MOVES"}, As: "OPPOSITE {unit~zone} MOVED"},
	},
}.Compile()

// wheels lists phrases for turning to strike an enemy from the side.
var wheels = func() (say []string) {
	for _, turn := range []string{"WHEEL", "SWING", "TURN"} {
		for _, strike := range []string{"HIT", "TAKE", "ATTACK", "CHARGE", "STRIKE"} {
			say = append(say, turn+" … "+strike)
		}
	}
	return say
}()

var fighting = []string{"ENGAGED", "FIGHTING", "IN MELEE", "IN CONTACT", "IN ACTION",
	"IN FIGHT/MELEE/COMBAT/BATTLE", "AT GRIPS",
	"AT CLOSE QUARTERS"}

// touching lists phrases for beginning to fight.
var touching = []string{"INTO CONTACT", "TO CLOSE QUARTERS", "GET/COME INTO CONTACT"}

var within = []string{"WITHIN", "CLOSER THAN", "NEARER THAN", "INSIDE"}

// receive is to stand against a charge; behind is to take a position behind another unit.
const (
	receive spoken.Verb = "receive"
	behind  spoken.Verb = "behind"
)

const (
	taking = "SHIFT {unit} TO {friend@behind~column}[{-dir}][{-support}]"
	ahead  = "ADVANCE {unit}[ {number}[{-step}]][ TO {space}][ {contact}]" +
		"[{-front}][{-+advance}][{-they@to/towards/at}][{-friend@behind~follow}][{-throw}]"
	charging = "CHARGE {unit}[ AT {enemy}][{-aim}][{-they}[{-they@before}]][ OR HOLD{-or-hold|else-hold}]"
	toColumn = "SHIFT {unit} TO {column}[{-late}][{-friend@behind}][{-seat@behind}]"
	playing  = "CARD {card@/with}[ OR {card@or}][ OR {card@or}] ON "
)

// vocabulary returns the possible meanings of a seat's words.
func vocabulary(d rules.Desk[*Battle]) *spoken.Vocabulary {
	b := d.Battle
	v := b.viewOf(b.seat(d.Seat), d.Turn, d.Known, d.Resigned)
	sp := &b.words
	w := &spoken.Vocabulary{
		Kinds: []spoken.Kind{{Slot: "unit", Names: sp.units[v.side]}, {Slot: "enemy", Names: sp.units[1-v.side]},
			{Slot: "to", Names: sp.deputies[v.side]}, {Slot: "zone", Names: sp.zones}, {Slot: "card",
				Names: sp.cards},
			{Slot: "self", Names: sp.officers[v.side]}, {Slot: "seat", Names: sp.seats[v.side]}},
		Self:    b.Leaders[v.me()].ID,
		Under:   map[string][]string{},
		Whose:   map[string]string{},
		Phrases: []*spoken.Phrasebook{sayings},
		Value:   b.spaceOrColumn,
		Relate:  v.shifting,
		At:      v.inZone,
		Foes:    spoken.People(v.b.Sides[1-v.side].ID, v.b.Sides[1-v.side].Name),
	}
	arms := map[string][]string{}
	for u := range b.Units {
		if !v.Units[u].field() {
			continue
		}
		id := b.Units[u].ID
		if l := v.lieutenantOf(v.zone(u)); l >= 0 {
			w.Under[b.Leaders[l].ID] = append(w.Under[b.Leaders[l].ID], id)
		}
		r, reason := v.routeTo(v.zone(u), false)
		if reason == notYourZone {
			w.Whose[id] = b.Commands[b.chief[v.side]].ID
		}
		if reason != "" || !r.direct {
			continue
		}
		w.Mine = append(w.Mine, id)
		for _, arm := range armsOf(&b.Units[u]) {
			arms[arm] = append(arms[arm], id)
		}
	}
	for _, g := range [][]string{{"LIGHT INFANTRY", "LIGHTS", "SKIRMISHERS", "LIGHT TROOPS"},
		{"CAVALRY", "HORSE", "HORSEMEN", "RIDERS", "TROOPERS"},
		{"HEAVY INFANTRY", "HEAVIES", "HEAVY FOOT", "INFANTRY", "FOOT"}, {"LINE", "BATTLE LINE", "HEAVY LINE",
			"MAIN LINE"}, {"RESERVE"}} {
		if ids := arms[g[0]]; ids != nil {
			w.Groups = append(w.Groups, spoken.Group{Say: g, IDs: ids})
		}
	}
	return w
}

// inZone returns the units known to be in a zone.
func (v *seatView) inZone(zone string) (ids []string) {
	if !slices.Contains(zoneIDs, zone) {
		return nil
	}
	for u := range v.b.Units {
		if v.Units[u].field() && v.b.zoneName(v.side, v.zone(u)) == zone {
			ids = append(ids, v.b.Units[u].ID)
		}
	}
	return ids
}

// shifting resolves words about positions and shifts: the zone of a unit; the column that a reserve shifts to, behind
// another unit; the side that a zone is on; whether units are already behind others, or follow them forward.
func (v *seatView) shifting(how string, who, of []string) string {
	if how == "follow" {
		if slices.ContainsFunc(who, func(id string) bool {
			u := v.b.unit(id)
			return u < 0 || v.Units[u].Reserve && !v.behind(id, of)
		}) {
			return ""
		}
		return how
	}
	if len(who) != 1 {
		return ""
	}
	u := v.b.unit(who[0])
	if how == "there" && v.behind(who[0], of) {
		return how
	}
	if how == "zone" && u < 0 { // the unit is not known yet
		return zoneIDs[0]
	}
	if how == "ahead" {
		return v.opposite(who[0], of)
	}
	if how == "zone" {
		return v.b.zoneName(v.side, v.zone(u))
	}
	if len(of) == 0 || u < 0 || !v.Units[u].Reserve {
		return ""
	}
	if how == "way" {
		here, there := slices.Index(zoneIDs, v.b.zoneName(v.side, v.zone(u))), slices.Index(zoneIDs, of[0])
		return map[int]string{-1: "LEFT", 1: "RIGHT"}[cmp.Compare(there, here)]
	}
	from, to := v.Units[u].At.Col, -1
	if i := v.b.unit(of[0]); i >= 0 && v.located(i) {
		to = v.Units[i].At.Col
	}
	if to < 0 || to == from {
		return ""
	}
	return string(rune('a' + to))
}

// behind reports whether a unit is in the column of one of the others, farther back.
func (v *seatView) behind(who string, others []string) bool {
	u := v.b.unit(who)
	return u >= 0 && v.located(u) && slices.ContainsFunc(others, func(id string) bool {
		o := v.b.unit(id)
		return o >= 0 && v.located(o) && v.Units[o].At.Col == v.Units[u].At.Col &&
			v.b.rank(v.side, v.Units[u].At) < v.b.rank(v.side, v.Units[o].At)
	})
}

// opposite returns the nearest of the enemies known to be ahead of a unit in its column.
func (v *seatView) opposite(who string, of []string) (nearest string) {
	u, rows := v.b.unit(who), 0
	for _, id := range of {
		e := v.b.unit(id)
		if u < 0 || e < 0 || !v.located(u) || !v.located(e) || v.Units[e].At.Col != v.Units[u].At.Col {
			continue
		}
		away := max(v.Units[e].At.Row-v.Units[u].At.Row, v.Units[u].At.Row-v.Units[e].At.Row)
		if nearest == "" || away < rows {
			nearest, rows = id, away
		}
	}
	return nearest
}

// armsOf returns the groups that a unit belongs to.
func armsOf(u *UnitCard) []string {
	switch {
	case u.Reserve:
		arms := map[Kind]string{Light: "LIGHT INFANTRY", Cavalry: "CAVALRY", Heavy: "HEAVY INFANTRY"}
		return []string{arms[u.Kind], "RESERVE"}
	case u.Kind == Heavy:
		return []string{"HEAVY INFANTRY", "LINE"}
	case u.Kind == Light:
		return []string{"LIGHT INFANTRY"}
	}
	return []string{"CAVALRY"}
}

// sayings lists phrases with one meaning.
var sayings = spoken.NewPhrasebook([]spoken.Phrase{
	{Kind: "dir", Text: "LEFT", Say: []string{"LEFT", "TO THE LEFT", "ON THE LEFT", "TO OUR LEFT", "ON OUR LEFT",
		"TO YOUR LEFT",
		"LEFTWARDS", "BY/FROM/TOWARDS/ROUND LEFT", "BY/FROM/TOWARDS OUR/YOUR/ITS/HIS LEFT"}},
	{Kind: "dir", Text: "RIGHT", Say: []string{"RIGHT", "TO THE RIGHT", "ON THE RIGHT", "TO OUR RIGHT",
		"ON OUR RIGHT",
		"TO YOUR RIGHT", "RIGHTWARDS", "BY/FROM/TOWARDS/ROUND RIGHT",
		"BY/FROM/TOWARDS OUR/YOUR/ITS/HIS RIGHT"}},
	{Kind: "front", Say: []string{"IN FRONT", "AHEAD", "TO THE FRONT"}},
	{Kind: "aim", Text: "ahead", Say: []string{"IN FRONT OF/BEFORE/OPPOSITE/FACING YOU/THEM/US/IT/HIM",
		"OPPOSITE"}},
	{Kind: "step", Say: []string{"SPACE", "SPACES", "STEP", "STEPS", "COLUMN", "COLUMNS", "SQUARE", "SQUARES", "PACE",
		"PACES", "STEP/SPACE/PACE AT TIME"}},
	{Kind: "contact", Text: "TO CONTACT", Say: []string{"TO CONTACT", "INTO CONTACT", "TO CLOSE QUARTERS",
		"UNTIL CONTACT", "UNTIL IN CONTACT", "UNTIL YOU ARE IN CONTACT", "UNTIL THEY ARE IN CONTACT",
		"UNTIL/TILL YOU/THEY/IT/HE HIT/MEET/REACH/TOUCH/STRIKE/FIND ENEMY/THEM/SOMEBODY/SOMETHING/HIM",
		"UNTIL/TILL YOU/THEY/IT/HE RUN/BUMP INTO ENEMY/THEM/SOMEBODY/SOMETHING/HIM"}},
	{Kind: "charged", Say: append(slices.Clone(spoken.Charged),
		"UNDER ATTACK", "IF/WHEN HIT")},
	{Kind: "last", Say: []string{"LAST"}},
	{Kind: "late", Say: []string{"AT END OF? TURN?", "IN THE END"}},
	{Kind: "win", Say: []string{"IF WE WIN DIE/ROLL/TOSS/THROW/INITIATIVE/IT?"}},
	{Kind: "throw", Say: []string{"AND? THROW/SHOOT/FIRE/SKIRMISH JAVELINS/STONES/ARROWS?"}},
	{Kind: "flank", Say: []string{"ONTO/ON/TO/AT/INTO FLANK/SIDE", "FLANK", "IN FLANK", "IN THE FLANK",
		"IN THEIR FLANK", "FROM THE FLANK", "ON THE FLANK"}},
	{Kind: "taken", Say: []string{"TAKEN", "SUFFERED", "LOST", "HAD", "AT LEAST"}},
	{Kind: "support", Say: []string{"IN SUPPORT", "AS SUPPORT", "IN THE SECOND LINE", "AS A RESERVE"}},
	{Kind: "eline", Say: []string{"ENEMY/THEIR/ROMAN/PUNIC/CARTHAGINIAN LINE UNIT/UNITS?",
		"ANY/A/AN? ENEMY/ENEMIES/UNIT/UNITS OF LINE"}},
	{Kind: "opposite", Say: []string{
		"UNTIL/TILL/BEFORE OPPOSITE LEFT/RIGHT/CENTRE/WING/ZONE/ONE/ENEMY/SIDE? WING/ZONE? MOVED/MOVES",
		"UNTIL/TILL/BEFORE LEFT/RIGHT/CENTRE/WING/ZONE/ONE/ENEMY/SIDE? WING/ZONE? OPPOSITE IT/US/THEM? MOVED/MOVES"}},
	{Kind: "charged", Say: []string{"IF CHARGED", "WHEN CHARGED", "IF THEY CHARGE", "WHEN THEY CHARGE", "IF ATTACKED",
		"IF THEY ARE CHARGED", "WHEN ATTACKED", "IF THE ENEMY CHARGES"}},
	{Kind: "opposite", Say: []string{"UNTIL THE OPPOSITE WING HAS MOVED", "UNTIL THE OPPOSITE ZONE HAS MOVED",
		"UNTIL THE OPPOSITE HAS MOVED", "UNTIL OPPOSITE HAS MOVED", "UNTIL THE ONE OPPOSITE HAS MOVED",
		"UNTIL THE ENEMY OPPOSITE HAS MOVED", "UNTIL OPPOSITE WING HAS MOVED", "UNTIL THE OPPOSITE WING MOVES"}},
}...)

// spaceOrColumn parses `d4`, or `a` after TO as a column.
func (b *Battle) spaceOrColumn(words []orders.Word) (kind, text string, count int) {
	at := strings.ToLower(words[0].Fold)
	if _, ok := b.spaceNamed(at); ok {
		return "space", at, 1
	}
	if named := at == "column" && len(words) > 1; named || len(at) == 1 && at > "a" && at != "i" {
		if named {
			at, count = strings.ToLower(words[1].Fold), 1
		}
		if len(at) == 1 && at >= "a" && at <= "j" {
			return "column", at, count + 1
		}
	}
	return "", "", 0
}
