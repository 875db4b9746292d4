package activationchits

import (
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

// speaking maps free wording of players to orders of the card.
//
// Section f
var speaking = spoken.Speech{
	First: table.Understand,
	If:    "{order} IF {cond}", IfNot: "{order} UNLESS {cond}", Else: "{order} ELSE {else}", Behind: ": ",
	And: " AND ", Not: "NOT ",
	To: "TO {to}: {order}", Standing: "STANDING {order}", Ambiguous: ambiguous, Finally: spoken.Hold,
	Letter: "LETTER TO {to}: {text}", Rota: "PRECEDENCE {seat}",
	Unread: []string{unknownOrder, unknownName, ambiguous, badHex, badFacing, badCondition, incomplete},
	Never: [][2]string{{"TURN",
		"plans are for one turn: no entry waits for another; STANDING entries hold in later turns too"}},
	Known: "[NOT] ENEMY WITHIN n, name WITHIN n, name SHAKEN, BROKEN or LOST, AFTER name, hex EMPTY, ENEMY or OURS",
	Frames: []spoken.Frame{
		{Verb: spoken.Move, As: marching}, {Verb: spoken.Advance, As: marching}, {Verb: spoken.Withdraw, As: marching},
		{Verb: spoken.Withdraw, As: "REACT {unit}: RETIRE YES{-charged}", Beside: true},
		{Verb: "give way", Say: []string{"GIVE WAY"}, As: "REACT {unit}: RETIRE YES[{-charged}]", Beside: true},
		{Verb: "no way", Say: []string{"NOT GIVE WAY", "DO NOT GIVE WAY", "NEVER GIVE WAY", "NEVER RETIRE",
			"NEVER RETREAT",
			"NEVER FALL BACK", "NOT RETIRE", "DO NOT RETIRE", "NOT FALL BACK", "DO NOT FALL BACK", "NO RETREAT"},
			As: "REACT {unit}: RETIRE NO[{-charged}]", Beside: true},
		{Verb: "fight back", Say: []string{"FIGHT BACK", "STRIKE BACK", "HIT BACK", "BATTLE BACK",
			"GIVE AS GOOD AS YOU GET"},
			As: "REACT {unit}: BATTLE BACK YES[{-charged}]", Beside: true},
		{Verb: "no fight", Say: []string{"NOT FIGHT BACK", "DO NOT FIGHT BACK", "NOT STRIKE BACK",
			"DO NOT STRIKE BACK"},
			As: "REACT {unit}: BATTLE BACK NO[{-charged}]", Beside: true},
		{Verb: "no pursuit", Say: []string{"NOT PURSUE", "DO NOT PURSUE", "NEVER PURSUE", "NO PURSUIT", "NOT CHASE",
			"DO NOT CHASE", "DO NOT FOLLOW UP", "NOT FOLLOW UP", "DO NOT GO AFTER", "DO NOT BREAK THROUGH"},
			As: "REACT {unit~horse}: BREAKTHROUGH NO[{-they}][{-beyond|hex@/via/at}]", Beside: true},
		{Verb: "no pursuit", As: "REACT {unit~foot}: GROUND NO[{-they}][{-beyond|hex@/via/at}]", Beside: true},
		{Verb: "pursue", Say: []string{"PURSUE", "PRESS THE PURSUIT"},
			As:     "REACT {unit~horse}: BREAKTHROUGH YES[{-they}]",
			Beside: true},
		{Verb: "pursue", As: "REACT {unit~foot}: GROUND YES[{-they}]", Beside: true},
		{Verb: "flags", Say: []string{"IGNORE FLAGS", "IGNORE THE FLAGS", "DISREGARD FLAGS", "IGNORE ALL FLAGS",
			"IGNORE ANY FLAGS", "DISREGARD ANY FLAGS", "DISREGARD THE FLAGS", "DISREGARD ALL FLAGS"},
			As: "REACT {unit}: FLAGS IGNORE[{-charged}]", Beside: true},
		{Verb: "bonus", Say: []string{"BONUS", "BONUS CHIT", "BONUS GOES", "BONUS TO"}, As: "BONUS {friend*@to/at/}"},
		{Verb: spoken.Move, As: "BONUS {friend*@to/at/}{-bonus}[{-they}]"},
		{Verb: give, Say: []string{"GIVE"}, As: "BONUS {friend*@to/at/}{-bonus}[{-they}]"},
		{Verb: give, As: "BONUS {friend*@to/at/}{-+bonus}[{-they}]"},
		{Verb: spoken.Move, As: onEvent}, {Verb: spoken.Ride, As: onEvent},
		{Verb: leave, Say: []string{"LEAVE SQUARE", "BREAK SQUARE", "COME OUT OF SQUARE", "OUT OF SQUARE"},
			As: "{unit}: LEAVE SQUARE[ FACING {facing|hex@facing}]"},
		{Verb: leave, As: "{unit}: LEAVE SQUARE FACING {facing|hex@/to/at/towards}{-+face}", Whole: true},
		{Verb: noAide, Say: []string{"NO AIDE", "NO ADC", "NOT USE YOUR AIDE", "DO NOT USE YOUR AIDE", "NOT USE AIDE"},
			As: "ADC NONE"},
		{Verb: spoken.Flank, As: marching}, {Verb: spoken.Leave, As: "{unit}: MOVE TO {hex@to}"},
		{Verb: spoken.Move, As: "{self}: ATTACH TO {friend@to/at/beside/behind}"},
		{Verb: spoken.Move, As: "{unit}: MOVE TOWARDS {friend@behind/beside}"},
		{Verb: spoken.Advance, As: "{unit}: MOVE TOWARDS {friend@behind/beside}"},
		{Verb: spoken.Move, As: closing}, {Verb: spoken.Advance, As: closing},
		{Verb: spoken.Advance, As: "{unit}: MOVE TOWARDS NEAREST[{-they@/to/at/towards}]"},
		{Verb: spoken.Support, As: "{unit}: MOVE TO {hex@/at}"},
		{Verb: spoken.Watch, As: closing, Near: true},
		{Verb: spoken.Watch, As: "{unit}: MOVE TOWARDS {friend}", Near: true},
		{Verb: spoken.Move, As: turning, Whole: true}, {Verb: spoken.Move, As: shooting, Whole: true},
		{Verb: spoken.Advance, As: shooting, Whole: true},
		{Verb: spoken.Take, As: "{unit}: MOVE TO {hex@to}[ VIA {hex*@via/by}]"},
		{Verb: spoken.Take, As: "{unit}: MOVE TO {hex} IF {=hex} EMPTY ELSE ATTACK {=hex}[{-hold}]"},
		{Verb: spoken.Attack, As: "{unit~guns}: FIRE AT {enemy|hex|nearest}[{-they}][{-reach}]"},
		{Verb: spoken.Take, As: assailing}, {Verb: spoken.Attack, As: assailing}, {Verb: spoken.Charge, As: assailing},
		{Verb: spoken.Assault, As: assailing},
		{Verb: spoken.Fire, As: "{unit}: MOVE TO {hex@to} AND FIRE AT {enemy|nearest@/at}", Near: true},
		{Verb: spoken.Fire, As: "{unit}: FIRE AT {enemy|hex|nearest}[{-reach}]"},
		{Verb: spoken.Fire, As: "STANDING {unit}: FIRE AT {enemy|hex|nearest}{-always}[{-always}]"},
		{Verb: spoken.Fire, As: "{unit}: FIRE AT {hex@/at}[{-they}]"}, {As: "{unit}: FIRE AT {nearest}"},
		{Verb: spoken.Fire, As: "{unit}: FIRE AT NEAREST", Whole: true},
		{Verb: spoken.NoFire, As: "{unit}: FIRE AT NEAREST", Until: true},
		{Verb: spoken.Hold, As: "{unit}: HOLD"}, {Verb: spoken.Hold, As: "{unit}: HOLD{-hex@/at~stands}"},
		{Verb: spoken.Hold, As: "{unit}: MOVE TO {hex@/at}"},
		{Verb: spoken.Hold, As: "{unit}: MOVE TOWARDS {friend@behind}"},
		{Verb: spoken.Hold, As: "STANDING {unit}: HOLD{-always}"},
		{Verb: spoken.Wait, As: "{unit}: HOLD"}, {Verb: spoken.Wait, As: "{unit}: HOLD{-hex@/at~stands}"},
		{Verb: spoken.Wait, As: "{unit}: MOVE TO {hex@/at}"}, {Verb: spoken.Wait, As: "{unit}: MOVE TOWARDS {friend@behind}"},
		{Verb: spoken.Face, As: "{unit}: FACE {facing|hex|enemy@/to/at/towards}"},
		{Verb: spoken.Rally, As: "{unit}: RALLY"},
		{Verb: spoken.Square, As: "REACT {unit}: SQUARE AT {number@/at}[{-horse}][{-off}][{-friend@of}]",
			Beside: true},
		{Verb: spoken.Square, As: "REACT {unit}: SQUARE AT 2[{-near}]", Beside: true},
		{Verb: spoken.Square, Say: []string{"SQUARE"}, As: "REACT {unit}: SQUARE AT {number@/at}[{-horse}][{-off}]",
			Beside: true},
		{Verb: spoken.NoSquare, As: "REACT {unit}: SQUARE NEVER", Beside: true},
		{Verb: spoken.Follow, As: beside}, {Verb: spoken.Support, As: beside}, {Verb: spoken.Level, As: beside},
		{Verb: spoken.Join, As: "{self}: ATTACH TO {friend@/to/at/with}"},
		{Verb: spoken.Ride, As: "{self}: ATTACH TO {friend@/to/at/with}"}, {Verb: spoken.Ride, As: "{self}: MOVE TO {hex}"},
		{Verb: spoken.Ride, As: marching, Named: true}, {Verb: spoken.Ride, As: closing, Named: true},
		{Verb: spoken.Move, As: "{self}: MOVE TO {hex}"}, {Verb: spoken.Hold, As: "{self}: HOLD"},
		{Verb: aide, Say: []string{"KEEP YOUR AIDE", "SAVE YOUR AIDE", "AIDE", "AIDES", "SEND YOUR AIDE",
			"SEND AN AIDE", "AIDE-DE-CAMP", "AIDE DE CAMP",
			"ADC"}, As: relieving + "[{-+use}]"},
		{Verb: spoken.Use, As: relieving + "{-+aide}"},
	},
	Conditions: []spoken.Frame{
		{Say: within, As: "{enemy} WITHIN {number@/at}"}, {Say: within, As: "ENEMY WITHIN {number@/at}[{-they}]"},
		{Say: within, As: "{friend} WITHIN {number@/at}"},
		{Say: near, As: "{enemy} WITHIN 2"}, {Say: near, As: "ENEMY WITHIN 2[{-they}]"},
		{Say: near, As: "{friend} WITHIN 2"},
		{Say: shaken, As: "{enemy|friend} SHAKEN"}, {Say: []string{"STEADY"}, As: "{enemy|friend} STEADY"},
		{Say: broken, As: "{enemy|friend} BROKEN"},
		{Say: shaken, As: "SHAKEN[{-they}]", Own: true}, {Say: broken, As: "BROKEN[{-they}]", Own: true},
		{Say: acted, As: "AFTER {friend~other}[{-they@/at}]", Own: true},
		{Say: []string{"LOST", "DESTROYED"}, As: "{enemy|friend} LOST"},
		{Say: []string{"GONE"}, As: "{enemy|friend} LOST", Near: true}, // or merely out of reach
		{Say: []string{"EMPTY", "FREE", "UNDEFENDED", "NOBODY", "NO ONE", "NO ENEMY", "UNOCCUPIED", "CLEAR"},
			As: "{hex@/at} EMPTY"},
		{As: "{hex@/at/to} ENEMY{-they}"},
		{As: "{hex@at/to} ENEMY{-enemy}", Near: true}, {As: "{hex@at/to} OURS{-friend}", Near: true},
		{Say: []string{"OCCUPIED"}, As: "{hex@/at} ENEMY{-they@/by}"},
		{Say: []string{"OCCUPIED"}, As: "{hex@/at} EMPTY", Denies: true}, // friends can occupy it too
		{Say: []string{"DEFENDED", "HELD", "MANNED"}, As: "{hex@/at} ENEMY[{-they@/by}]"},
		{Say: []string{"IN SQUARE", "INTO SQUARE", "FORM SQUARE", "FORMS SQUARE"}, As: "{enemy|friend} IN SQUARE"},
		{Say: []string{"LEFT", "CLEARED", "QUIT", "MOVED OUT", "MOVED OFF"}, As: "{hex@/at/from/of} EMPTY[{-friend}]"},
		{Say: []string{"OURS", "TAKEN"}, As: "{hex@/at} OURS"},
		{Say: []string{"ATTACKED", "CHARGED"}, As: "ATTACKED"},
		{Say: spoken.Threats, As: "{enemy} WITHIN 2[{-aim}]", Near: true},
		{Say: spoken.Threats, As: "ENEMY WITHIN 2[{-they}][{-foe}][{-aim}]", Near: true},
	},
}.Compile()

var within = []string{"WITHIN", "CLOSER THAN", "NEARER THAN"}

// acted lists the phrases for friends that have acted.
var acted = []string{"OPENED FIRE", "GONE IN", "MARCHED OFF", "SET OFF",
	"GONE/LEFT/MOVED/ACTED/FIRED/SHOT/SPOKEN/ADVANCED/MARCHED/STARTED/DONE/FINISHED/FIRE/SHOOT/ACT/ATTACK/ADVANCE/MARCH"}

var (
	shaken = []string{"SHAKEN", "WAVER", "WAVERS", "WAVERING"}
	broken = []string{"BROKEN", "BREAKS", "BREAK"}
)

// Verbs besides those of all rulesets, for the player's aide and for giving something to troops.
const (
	aide   spoken.Verb = "aide"
	noAide spoken.Verb = "no aide"
	give   spoken.Verb = "give"
	leave  spoken.Verb = "leave square"
)

// near lists the phrases for an enemy within two hexes.
var near = []string{"COME NEAR", "COMES NEAR", "GET NEAR", "GETS NEAR", "COME CLOSE", "COMES CLOSE", "GET CLOSE",
	"GETS CLOSE", "COME TOO CLOSE", "COMES TOO CLOSE", "GET TOO CLOSE", "GETS TOO CLOSE", "APPROACH", "APPROACHES",
	"NEAR",
	"CLOSE"}

const (
	turning   = "{unit}: MOVE TO {hex@/to/at/towards} FACING {facing|hex@/to/at/towards/facing}{-+face}"
	relieving = "ADC ON {occasion@/to/at}[ OF {friend*@/of/at/by/to}][ OF ANY{-anyone@/of/at}][ UNDER {under} HITS][{-they}]"
	onEvent   = "ON EVENT MOVE TO {hex@/to/at}{-event}[{-self}]"
	marching  = "{unit}: MOVE TO {hex@/to/at/towards}[ VIA {hex*@via/by}][ FACING {hex|facing@facing}][{-hold}]" +
		"[{-hex@from~stands}][{-side}][{-limber}]"
	shooting  = "{unit}: MOVE TO {hex@/to/at/towards} AND FIRE AT {enemy|hex|nearest@/at/to}{-+fire}"
	closing   = "{unit}: MOVE TOWARDS {enemy|nearest@/to/at/towards}"
	assailing = "{unit}: ATTACK {enemy|hex|nearest}[ FROM {hex@from}][ IN FLANK{-flank}][ WITH {friend@with}][{-they}][{-reach}]"
	beside    = "{unit}: MOVE TOWARDS {friend@/to/at/with/behind/beside}[{-side}]"
)

// vocabulary returns the possible meanings of a seat's words, based on its knowledge.
func vocabulary(d rules.Desk[*Battle]) *spoken.Vocabulary {
	b, v := d.Battle, newSeatView(d)
	own, _ := nameable(d)
	sp := b.all.knowing(v.knows)
	side := b.Posts[v.seat].Side
	w := &spoken.Vocabulary{
		Kinds: []spoken.Kind{{Slot: "unit", Names: sp.units[side]}, {Slot: "enemy", Names: sp.units[1-side]},
			{Slot: "hex", Names: b.sites},
			{Slot: "self", Names: own.Only(func(id string) bool { return b.leaderIDs.Find(id).Some() })},
			{Slot: "seat", Names: sp.seats[side]},
			{Slot: "to", Names: sp.seats[side].Only(func(id string) bool { return id != d.Seat })}},
		Self: "ME", Under: map[string][]string{}, Samples: map[string]string{"facing": "ne", "nearest": "NEAREST"},
		Phrases: []*spoken.Phrasebook{sayings}, Value: b.hexOrFacing, Whose: map[string]string{},
		Foes: spoken.People(b.Sides[1-side].ID, b.Sides[1-side].Name),
	}
	arms := map[string]Arm{}
	w.Relate = func(how string, who, of []string) string {
		switch how {
		case "stands":
			return v.standsIn(who, of)
		case "other": // no unit waits for itself
			if of = of[:len(of)-1]; slices.Equal(who, of) {
				return ""
			}
			return strings.Join(of, ", ")
		}
		return ofArm(arms, how, who)
	}
	for i := range b.Units {
		u := &b.Units[i]
		if v.gone(u.ID) || !v.knows(u.ID) {
			continue
		}
		slot := ""
		switch {
		case u.Seat == v.seat:
			w.Mine = append(w.Mine, u.ID)
			arms[u.ID] = u.Arm
		case u.Side == side:
			if !b.Posts[v.seat].Chief {
				w.Whose[u.ID] = b.Posts[u.Seat].ID
			}
			w.Under[b.Posts[u.Seat].ID] = append(w.Under[b.Posts[u.Seat].ID], u.ID)
			continue
		default:
			slot = "enemy"
		}
		for _, say := range calledArms[u.Arm] {
			w.Join(u.ID, slot, say)
		}
		kind := strings.ToUpper(u.Kind.Name)
		w.Join(u.ID, slot, kind)
		for _, say := range calledArms[u.Arm] { // for `heavycav`: `heavy cavalry`
			w.Join(u.ID, slot, strings.TrimSuffix(strings.TrimSuffix(kind, "CAV"), "ART")+" "+say)
		}
	}
	return w
}

// standsIn returns the named hex if all of the units are in it, as far as the seat knows.
func (v *seatView) standsIn(who, named []string) string {
	if len(who) == 0 || len(named) == 0 || slices.ContainsFunc(who, func(id string) bool {
		return v.hex(id) != v.b.hexAt(named[0])
	}) {
		return ""
	}
	return named[0]
}

// ofArm returns the units if all of them are of the arm that how names, or else "".
func ofArm(arms map[string]Arm, how string, who []string) string {
	want, ok := map[string]Arm{"horse": Cavalry, "foot": Infantry, "guns": Artillery}[how]
	if !ok || slices.ContainsFunc(who, func(id string) bool { return arms[id] != want }) {
		return ""
	}
	return strings.Join(who, ", ")
}

// calledArms lists the words for units of an arm.
var calledArms = map[Arm][]string{Infantry: {"INFANTRY", "FOOT"}, Cavalry: {"CAVALRY", "HORSE"},
	Artillery: {"GUN", "ARTILLERY", "BATTERY", "CANNON", "GUNNER"}}

// hexOrFacing reads a hex such as `D4` or a compass point.
func (b *Battle) hexOrFacing(words []orders.Word) (kind, text string, count int) {
	s := orders.ScanWords(words)
	if w := words[0].Fold; len(w) > 1 && len(w) < 4 {
		if column, row, ok := s.Hex(); ok && s.Mark() == 1 && column <= b.Columns && row >= 1 && row <= b.Rows {
			return "hex", b.hexName((row-1)*b.Columns + column - 1), 1
		}
		s.Back(0)
	}
	if c, ok := s.Compass(); ok {
		if f, is := headings[c.String()]; is {
			return "facing", f.String(), s.Mark()
		}
	}
	return "", "", 0
}

// sayings are phrases with a fixed meaning.
var sayings = spoken.NewPhrasebook([]spoken.Phrase{
	{Kind: "nearest", Text: "NEAREST", Say: []string{"NEAREST", "THE NEAREST", "NEAREST ENEMY", "THE NEAREST ENEMY",
		"CLOSEST",
		"WHATEVER/WHOEVER/WHICHEVER/WHAT COME/STAND/GET? NEAREST/CLOSEST", "AT WILL",
		"ENEMY? NEAREST/CLOSEST TO/OF? YOU/ENEMY/THEM/HIM/IT/US", "NEAREST/CLOSEST TARGET/ENEMY",
		"THE NEAREST/CLOSEST TARGET/ENEMY",
		"NEAREST FRENCHMAN/AUSTRIAN/ENGLISHMAN",
		"THE NEAREST FRENCHMAN/AUSTRIAN/ENGLISHMAN", "ANYBODY/ANYONE/ANYTHING IN RANGE",
		"THE CLOSEST"}},
	{Kind: "occasion", Text: "RALLY", Say: []string{"RALLY/RALLYING ROLL/CHECK/TEST?"}},
	{Kind: "occasion", Text: "MORALE", Say: []string{"MORALE CHECK/TEST?"}},
	{Kind: "occasion", Text: "COMBAT", Say: []string{"COMBAT/MELEE/FIGHT/FIGHTING ROLL/DICE?",
		"IF/WHEN/ONCE THEY/HE/IT COME/COMES/GET TO BLOWS", "IF/WHEN THEY/HE/IT IS/ARE ASSAULTED",
		"IF/WHEN ITS/HIS/THEIR? CHARGE/ATTACK/ASSAULT GO/GOES/TURN BADLY/WRONG/ILL",
		"IF/WHEN A/ITS/THEIR? COMBAT/MELEE/FIGHT/FIGHTING GO/TURN BADLY/WRONG/ILL/AGAINST IT/THEM/US?"}},
	{Kind: "under", Text: "#", Say: []string{"UNDER # HITS", "AND? HAS/HAVE? SCORED FEWER/LESS THAN # HITS",
		"WITH? LESS/FEWER THAN # HITS",
		"IF/WHEN IT/THEY/HE GET/SCORE/MAKE/ROLL LESS/FEWER THAN # HITS", "IT/THEY/HE GET/SCORE/MAKE/ROLL LESS/FEWER THAN # HITS"}},
	{Kind: "occasion", Text: "ACTIVATION", Say: []string{"ACTIVATION/ACTIVATING/ACTIVATE ROLL/DICE?"}},
	{Kind: "anyone", Say: []string{"ANY UNIT/REGIMENT/BATTALION/ONE", "ANY OF THEM"}},
	{Kind: "bonus", Say: []string{"IF/WHEN/ONCE/SHOULD WE/I GET/EARN/WIN/DRAW/ANY? BONUS CHIT?", "BONUS CHIT?",
		"IF/WHEN/ONCE THERE IS? BONUS CHIT?"}},
	{Kind: "event", Say: []string{"ON/IN/AT EVENT CHIT?",
		"IF/WHEN/ONCE/SHOULD THERE? EVENT/EVENTS CHIT? COME/COMES/DRAWN/HAPPENS/OCCURS? UP?"}},
	{Kind: "flank", Say: []string{"IN FLANK", "IN THE FLANK", "IN THEIR FLANK", "ON THE FLANK", "FROM THE FLANK",
		"FROM/IN/ON SIDE/FLANK"}},
	{Kind: "reach", Say: []string{"WHEN/IF/ONCE/WHILE IT/ITS/HE/THEY? COME/GET? IN/INTO/WITHIN RANGE",
		"AS SOON AS IT/ITS/HE/THEY? COME/GET? IN/INTO/WITHIN RANGE",
		"AS SOON AS YOU/THEY/HE/IT CAN REACH/HIT/SEE/GET AT? IT/THEM/HIM",
		"WHEN/ONCE YOU/THEY/HE/IT CAN REACH/HIT/SEE/GET AT? IT/THEM/HIM",
		"IF/WHEN/ONCE YOU/THEY/HE/IT GET/HAVE/SEE CHANCE/OPENING/OPPORTUNITY",
		"AS SOON AS YOU/THEY/HE/IT GET/HAVE/SEE CHANCE/OPENING/OPPORTUNITY"}},
	{Kind: "limber", Say: []string{"LIMBER UP? AND?"}},
	{Kind: "always", Say: []string{"EVERY TURN", "EACH TURN", "ALWAYS", "FROM NOW ON", "TURN AFTER TURN"}},
	{Kind: "charged", Say: append(slices.Clone(spoken.Charged), "HARD PRESSED", "IF/WHEN/ONCE HARD? PRESSED")},
	{Kind: "off", Say: []string{"AWAY", "OFF", "AWAY FROM THEM"}},
	{Kind: "horse", Say: []string{
		"WHEN/IF/ONCE/AS ENEMY/THEIR? CAVALRY/HORSE/DRAGOONS/HUSSARS/CUIRASSIERS/CHASSEURS/LANCERS COME/GET? WITHIN/AT?",
		"AS SOON AS ENEMY/THEIR? CAVALRY/HORSE/DRAGOONS/HUSSARS/CUIRASSIERS/CHASSEURS/LANCERS COME/GET? WITHIN/AT?"}},
	{Kind: "charged", Say: []string{"WHEN CHARGED", "IF CHARGED", "WHEN ATTACKED", "IF ATTACKED"}},
	{Kind: "hold", Say: []string{"AND HOLD IT", "AND HOLD", "AND STAY THERE", "AND HOLD THERE",
		"AND KEEP IT", "AND STAY IN IT", "AND STAY", "AND REMAIN THERE"}},
	{Kind: "side", Say: []string{"ON/TO ITS/HIS? RIGHT/LEFT FLANK/SIDE/HAND?"}},
	{Kind: "beyond", Say: []string{"BEATEN/BROKEN/DEFEATED/FLEEING/ROUTED ENEMY/FOE",
		"OVER/ACROSS/BEYOND RIVER/WATER/RIDGE/HILL", "TOO? FAR",
		"ANY FARTHER/FURTHER"}},
	{Kind: "horse", Say: []string{"WHEN CAVALRY IS WITHIN", "IF CAVALRY IS WITHIN", "IF CAVALRY COMES WITHIN",
		"WHEN CAVALRY COMES WITHIN"}},
	{Kind: "near", Say: []string{"IF CAVALRY COMES NEAR", "WHEN CAVALRY COMES NEAR", "IF CAVALRY COME",
		"IF CAVALRY COMES",
		"AGAINST CAVALRY", "IF CAVALRY APPROACHES", "WHEN CAVALRY APPROACHES", "IF CAVALRY CHARGES"}},
}...)
