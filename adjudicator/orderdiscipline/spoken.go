package orderdiscipline

import (
	_ "embed"
	"slices"

	"galloper/orders/say"
	"galloper/orders/spoken"
)

// Verbs besides those of all rulesets.
const (
	evade    spoken.Verb = "evade"
	limber   spoken.Verb = "limber"
	unlimber spoken.Verb = "unlimber"
	extend   spoken.Verb = "extend"
	seize    spoken.Verb = "seize"
	contest  spoken.Verb = "contest"
	second   spoken.Verb = "second"
	reroll   spoken.Verb = "reroll"

	noSeizing spoken.Verb = "no seizing"
	noContest spoken.Verb = "no contest"
)

//go:embed say.txt
var sayText string

var table = say.New(sayText)

// speaking maps free wording of players to orders of the card.
//
// Section f
var speaking = spoken.Speech{
	First: table.Understand,
	If:    "IF {cond} THEN {order}", IfNot: "IF NOT {cond} THEN {order}", Else: "{order} ELSE {else}",
	IfNoTroops: "{order} IF {cond}",
	Stay:       "{unit}: HOLD", Then: "{order} THEN {next}", Also: "{order} ALSO {next}",
	And: " AND ", Behind: ": ", To: "TO {to}: {order}", Standing: "STANDING {order}", Letter: "LETTER TO {to}: {text}",
	Lead: "SEQUENCE {unit}", Opens: "HOLD FIRE UNTIL {n}", Finally: spoken.Hold, Ambiguous: ambiguousName, Together: true,
	Unread: []string{noVerb, unknownName, unknownPlace, badFormation, badDistance, badFacing, badCondition, badCard,
		notATarget, notAFriend, notYours}, Half: []string{noSubject},
	Known: "ENEMY [kind] WITHIN n, name WITHIN n, FIRST, SECOND, INITIATIVE, STEADY, UNSTEADY, ROUTING, LOST n, TURN n",
	Frames: slices.Concat(
		apart("ON CHARGE STAND{-charged}", objects(""), spoken.Hold),
		apart("ON CHARGE SQUARE{-charged}", objects(""), spoken.Square, spoken.Form),
		dubious("{-horsed}", spoken.Square, spoken.Form), dubious("{-horse near}", spoken.Square),
		apart("ON CHARGE EVADE", objects("[{-charged}]"), evade),
		apart("ON CHARGE COUNTERCHARGE", objects("[{-charged}]"), spoken.Counter),
		going("", spoken.Move, spoken.Advance, spoken.Flank, spoken.Withdraw),
		going("[{-they}]", spoken.Hold, spoken.Wait, spoken.Form), going("[{-they@}]", ""),
		doing("MOVE TO", []string{" {place|point@via/by}[{-they@/at/of}][{-flank|dir}]"}, spoken.Flank, spoken.Move, ""),
		named(doing("MOVE TO", []string{" {place|point@via/by}"}, spoken.Ride)),
		doing("CHARGE", straightAt, ""),
		going(" IN skirmish", extend), named(going("", spoken.Ride)),
		doing("ADVANCE", []string{"[{-ahead}]", " {number@/by/at/of}[{-ahead}]", "[{-they@to/towards/at}][{-aim}]"},
			spoken.Advance),
		doing("ADVANCE", []string{" {number}{-ahead}"}, ""), screening(),
		doing("MOVE", []string{" {number@/by/at} {dir@/to/towards}"}, spoken.Move, spoken.Advance, spoken.Withdraw,
			spoken.Shift),
		doing("ADVANCE", []string{" {number@/by/at}{-ahead}", "{-ahead}"}, spoken.Move, spoken.Shift),
		doing("ADVANCE", []string{"{-dir@/to/towards~onward}"}, spoken.Move, spoken.Advance),
		doing("FALL BACK", []string{"[{-they@from/facing}]", " {number@/by/at}[{-they@from/facing}]"}, spoken.Withdraw),
		doing("HOLD", []string{"[{-they@/at}][{-still}]"}, spoken.Hold, spoken.Wait),
		doing("FORM", objects(" {form@/to/at}[{-they}]"), spoken.Hold),
		doing("FORM", []string{" {form@/to/at}[{-they}]"}, spoken.Form, unlimber),
		doing("FORM", []string{" {form@/to/at}[{-they@}]"}, spoken.Move, spoken.Take, spoken.Face, ""),
		doing("FORM", []string{" skirmish"}, extend), doing("FORM", []string{" square"}, spoken.Square),
		doing("LIMBER", objects(""), limber), doing("UNLIMBER", objects("[{-they}]"), unlimber),
		doing("FACE", []string{" {dir|place|point|friend|enemy@/to/towards/at/facing}",
			" NEAREST ENEMY{-they@/to/towards/at/facing}[{-aim}]", " {about}"}, spoken.Face),
		doing("FACE", []string{" {about}"}, ""),
		doing("TAKE", []string{" {place@/to/at}"}, spoken.Charge, spoken.Attack, spoken.Assault),
		doing("CHARGE", append(targets, ""), spoken.Charge, spoken.Attack, spoken.Assault),
		doing("TAKE", []string{" {place|point@/to/at}[{-they|any}]"}, spoken.Take, spoken.Assault, spoken.Attack,
			spoken.Charge),
		doing("CHARGE", targets, spoken.Take),
		doing("SUPPORT", objects(" {friend@/at/to/behind/of/with}[{-gap}]"), spoken.Follow, spoken.Support),
		doing("DRESS ON", objects(" {friend@/at/with/to/beside}[{-flank@at/to}][{-they@left/right}]"),
			spoken.Level),
		doing("DRESS ON", objects(" {friend@with}"), spoken.Advance, spoken.Move),
		besides(), doing("RALLY", objects(""), spoken.Rally),
		apart("FIRE AT", targets, spoken.Fire), apart("FIRE AT WILL", objects(""), spoken.Fire),
		apart("FIRE AT", []string{" {place|point@/to/at}"}, spoken.Fire),
		apart("HOLD FIRE", objects(""), spoken.NoFire), apart("{firing}", objects(""), ""),
		doing("FORM", drawnUpFor(targets), spoken.Charge, spoken.Attack), doing("FORM", drawnUpFor(straightAt), ""),
		[]spoken.Frame{
			{Verb: spoken.Ride, As: "SELF MOVE TO {place|point|seat|friend@/to/towards/at}"},
			{Verb: spoken.Move, As: "{self} MOVE TO {place|point|seat|friend@/to/towards/at}"},
			{Verb: spoken.Join, As: "SELF JOIN {friend|seat@/to/at/with}"},
			{Verb: spoken.Follow, As: "{self} JOIN {friend|seat@/to/at/with}"},
			{Verb: spoken.Support, As: "{self} JOIN {friend|seat@/to/at/with}"},
			{Verb: spoken.Hold, As: "{self} JOIN {friend|seat@near/with/beside/at}"},
			{Verb: spoken.Leave, As: "SELF LEAVE[{-friend@/from}]"}, {Verb: spoken.Hold, As: "{self} STAY[{-place|they@/at}]"},
			{Verb: spoken.Wait, As: "{self} STAY"}, {Verb: spoken.Order, As: "INITIATIVE SECOND{-they}[{-choice}]"},
			{Verb: spoken.Order, As: "INITIATIVE FIRST[{-choice}]"},
			{Verb: second, As: "INITIATIVE SECOND[{-choice}]", Say: []string{"LET THEM GO FIRST", "LET THEM MOVE FIRST",
				"GO SECOND", "LET THEM COME FIRST", "LET THE ENEMY COME FIRST", "LET THEM BEGIN",
				"LET THE ENEMY GO FIRST", "LET THE ENEMY MOVE FIRST", "MOVE SECOND"}},
			{Verb: spoken.Take, As: "SEIZE WITH {card*@/with}", Ranked: true},
			{Verb: spoken.Use, As: "SEIZE WITH {card*}{-seizing}", Say: []string{"SPEND", "PLAY", "THROW IN", "STAKE",
				"LAY DOWN", "COMMIT", "PUT DOWN"}},
			{Verb: spoken.Use, As: "CONTEST WITH {card*}{-keeping}"},
			{Verb: spoken.Use, As: "CONTEST WITH {card*@/with}{-snatched}[{-they}]", Ranked: true,
				Say: []string{"ANSWER", "REPLY", "RESPOND"}},
			{Verb: spoken.Counter, As: "CONTEST WITH {card*@with}[{-snatched}][{-they}]", Ranked: true},
			{Verb: reroll, As: "REROLL {dice|seat|self*@/of/at}[ IF {below}][ WITH {card*@/with}][{-they}]",
				Say: []string{"REROLL", "RE-ROLL", "RE ROLL", "ROLL AGAIN FOR", "ROLL … AGAIN", "THROW … AGAIN", "ROLL AGAIN",
					"THROW AGAIN", "FOR A REROLL OF", "FOR A REROLL"}},
			{Verb: spoken.Use, As: "REROLL {dice|seat|self*@/of/at}[ IF {below}] WITH {card*@/with}{-+reroll}[{-they}]"},
			{Verb: noSeizing, As: "SEIZE NEVER[{-they@at}]", Say: []string{"DO NOT SEIZE THE INITIATIVE", "DO NOT SEIZE",
				"NEVER SEIZE", "NEVER SEIZE THE INITIATIVE", "DO NOT SEIZE INITIATIVE", "DO NOT SPEND A CARD", "SPEND NO CARD",
				"DO NOT SPEND ANY CARD", "DO NOT USE ANY CARD", "NO CARDS", "DO NOT PLAY A CARD"}},
			{Verb: noContest, As: "CONTEST NEVER[{-they}]", Say: []string{"NEVER CONTEST IT",
				"DO NOT CONTEST THE INITIATIVE", "DO NOT CONTEST",
				"NEVER CONTEST", "NEVER CONTEST THE INITIATIVE", "DO NOT CONTEST INITIATIVE"}},
			{Verb: seize, As: "SEIZE[ WITH {card*@/with/at}]", Ranked: true, Say: []string{"SEIZE THE INITIATIVE",
				"SEIZE INITIATIVE",
				"TAKE THE INITIATIVE", "SNATCH THE INITIATIVE"}},
			{Verb: contest, As: "CONTEST[ WITH {card*@/with/at}][{-snatched}][{-they}]", Ranked: true,
				Say: []string{"CONTEST THE INITIATIVE", "CONTEST",
					"KEEP THE INITIATIVE"}},
		}),
	Conditions: []spoken.Frame{
		{Say: within, As: "ENEMY WITHIN {number@/at/to}[{-unit@of}][{-they@of}][{-they}]"},
		{Say: within, As: "ENEMY {foe} WITHIN {number@/at/to}[{-unit@of}][{-they@of}][{-they}]"},
		{Say: within, As: "{enemy|friend} WITHIN {number@/at/to}[{-they@of}][{-they}]"},
		{Say: []string{"TURN"}, As: "TURN {number@/at}[{-they}]"},
		{Say: []string{"LOSE/LOST STAND"}, As: "{friend} LOST 1"}, // stand
		{Say: []string{"LOSE/LOST STAND"}, As: "LOST 1[{-they}]", Own: true},
		{Say: []string{"LOST", "LOSE", "LOSES", "DOWN"}, As: "{friend} LOST {number}[{-stand}]"},
		{Say: []string{"LOST", "LOSE", "LOSES", "DOWN"}, As: "LOST {number}[{-stand}][{-they}]", Own: true},
		{Say: []string{"UNSTEADY", "SHAKEN", "WAVERING", "WAVER", "WAVERS", "DISORDERED", "IN DISORDER", "SHAKY"},
			As: "[{friend} ]UNSTEADY[{-they}]", Own: true},
		{Say: []string{"STEADY", "IN GOOD ORDER"}, As: "[{friend} ]STEADY[{-they}]", Own: true},
		{Say: []string{"ROUTING", "ROUTED", "BROKEN", "BREAK", "BREAKS", "RUN", "RUNS", "FLEE", "ROUT", "ROUTS"},
			As: "[{friend|enemy} ]ROUTING", Own: true},
		{Say: []string{"MOVE FIRST", "GO FIRST"}, As: "FIRST"}, {Say: []string{"MOVE SECOND",
			"GO SECOND"}, As: "SECOND"},
		{Say: []string{"INITIATIVE"}, As: "INITIATIVE"}, {Say: []string{"CHARGED",
			"ATTACKED"}, As: "CHARGED[{-they}]"},
		{Say: spoken.Threats, As: "{enemy} WITHIN 6[{-aim}]", Near: true},
		{Say: spoken.Threats, As: "ENEMY {foe} WITHIN 6[{-aim}]", Near: true},
		{Say: spoken.Threats, As: "ENEMY WITHIN 6[{-they}][{-aim}]", Near: true},
	},
}.Compile()

// dubious returns frames for squares against any charger, for wordings that mention only cavalry or its
// approach.
func dubious(when string, verbs ...spoken.Verb) (frames []spoken.Frame) {
	for _, frame := range apart("ON CHARGE SQUARE"+when, objects(""), verbs...) {
		frame.Near = true
		frames = append(frames, frame)
	}
	return frames
}

var within = []string{"AT", "COME TO", "COMES TO", "GET TO", "GETS TO", "WITHIN", "CLOSER THAN", "NEARER THAN",
	"INSIDE", "LESS THAN"}

// targets lists the forms of an enemy to attack.
var targets = []string{" {enemy@/to/at}[{-aim}][{-point@/at}]", " NEAREST ENEMY {foe@/to/at}[{-aim}]",
	" NEAREST ENEMY{-they@/to/at}",
	" NEAREST ENEMY{-aim@/at}[{-any|body@/to/at}][{-they@/to/at}]",
	" ENEMY AT {point|place@/to/at/near}[{-body|any|they@/to/at}][{-aim}]",
	" ENEMY {foe@/to/at} AT {point|place@/to/at/near}"}

// straightAt lists the targets of orders without a verb: `both at the enemy in front`.
var straightAt = []string{" {enemy@at}[{-aim}][{-point@/at}]", " NEAREST ENEMY{-they@at}[{-aim}]",
	" ENEMY AT {point@/at}{-they@at}", " ENEMY {foe@at} AT {point@/at}", " NEAREST ENEMY {foe@at}[{-aim}]"}

// drawnUpFor returns the forms of a charge in a formation: `charge the guns in column`.
func drawnUpFor(targets []string) (list []string) {
	for _, target := range targets {
		list = append(list, " {form@/to/at} THEN CHARGE"+target)
	}
	return list
}

// marching are the modifiers of a movement, standing those of every verb.
const (
	marching = "[ VIA {place|point*@via}][ IN {form@/to/at}][ KEEPING FRONT{-front}]"
	standing = "[ FACING {dir|place|point|friend|enemy@facing}]" +
		"[ FACING NEAREST ENEMY{-they@facing}][{-manner}][ ALSO {firing}][ IF CHARGED{-charged}][ IF INITIATIVE{-choice}]"
)

// going returns frames for verbs with a destination.
func going(rest string, verbs ...spoken.Verb) (frames []spoken.Frame) {
	for _, to := range []string{"{place|point@/to/towards/at/by/near}", "{friend@to/towards}",
		"{enemy@to/towards/at~spot}", "LEFT OF {friend|place@left}", "RIGHT OF {friend|place@right}",
		"BEHIND {place|point@behind}", "IN FRONT OF {friend|place@before}"} {
		frames = append(frames, doing("MOVE TO", []string{" " + to + rest + "[{-flank}][{-ahead}]"}, verbs...)...)
	}
	frames = append(frames, doing("SUPPORT", []string{" {friend@behind}[{-gap}]"}, verbs...)...)
	return append(frames, doing("DRESS ON", []string{" {friend@beside}"}, verbs...)...)
}

// besides returns frames for a place at a distance from a friend, or between two.
func besides() (frames []spoken.Frame) {
	for _, to := range []string{"{between@between/at/to~between}", "{-number@/at/by} {friend@left~left #}",
		"{-number@/at/by} {friend@right~right #}",
		"{-number@/at/by} {friend@before~before #}"} {
		frames = append(frames, doing("MOVE TO", []string{" " + to}, spoken.Move, spoken.Advance, spoken.Hold, spoken.Follow,
			spoken.Support, spoken.Form, "")...)
	}
	behind := slices.Concat(doing("SUPPORT", objects(" {friend@behind}{-number@/at/by}"), spoken.Move, spoken.Advance,
		spoken.Hold, ""), doing("SUPPORT", objects(" {friend@/behind}{-number@/at/by}"), spoken.Follow, spoken.Support))
	for _, frame := range behind {
		frame.Note = "how far behind is the rules' to say: as close as they may stand"
		frames = append(frames, frame)
	}
	return frames
}

// screening returns frames for troops that screen others.
func screening() (frames []spoken.Frame) {
	for _, to := range []string{"IN FRONT OF {friend@/before}", "LEFT OF {friend@left}", "RIGHT OF {friend@right}"} {
		frames = append(frames, doing("MOVE TO", []string{" " + to}, spoken.Watch)...)
	}
	return frames
}

func named(frames []spoken.Frame) []spoken.Frame {
	for i := range frames {
		frames[i].Named = true
	}
	return frames
}

func objects(list ...string) []string { return list }

// doing returns frames for the verbs with each of the objects.
func doing(as string, objects []string, verbs ...spoken.Verb) (frames []spoken.Frame) {
	rest := standing
	if slices.Contains([]string{"MOVE TO", "MOVE", "ADVANCE", "FALL BACK"}, as) {
		rest = marching + standing
	}
	for _, verb := range verbs {
		for _, object := range objects {
			frames = append(frames, spoken.Frame{Verb: verb, Say: ownWords[verb], As: "{unit}: " + as + object + rest})
		}
	}
	return frames
}

// apart returns frames for actions that can accompany a movement.
func apart(as string, objects []string, verbs ...spoken.Verb) (frames []spoken.Frame) {
	for _, frame := range doing(as, objects, verbs...) {
		frame.Also = true
		frames = append(frames, frame)
	}
	return frames
}

// ownWords are additional phrases for the verbs.
var ownWords = map[spoken.Verb][]string{
	evade: {"EVADE", "GET OUT OF THE WAY", "GET OUT OF THEIR WAY", "SLIP AWAY", "KEEP CLEAR", "KEEP OUT OF THE WAY",
		"KEEP OUT OF THEIR WAY", "STAY OUT OF THE WAY", "SKIP AWAY", "AVOID CONTACT"},
	limber:   {"PACK UP", "LIMBER", "LIMBER UP", "HOOK IN"},
	unlimber: {"UNLIMBER", "DEPLOY", "DROP TRAILS", "COME INTO ACTION", "GO INTO ACTION", "SET UP"},
	extend:   {"SKIRMISH", "EXTEND", "SKIRMISH FORWARD", "OPEN OUT", "SPREAD OUT"},
	spoken.Advance: {"CARRY ON", "KEEP MARCHING", "KEEP ADVANCING", "KEEP ON", "CONTINUE",
		"GALLOP FORWARD", "TROT FORWARD", "RIDE FORWARD", "TROT UP", "GALLOP UP"},
	spoken.Move: {"TROT"}, spoken.Hold: {"KEEP"},
	spoken.Form: {"CHANGE TO", "CHANGE INTO", "CHANGE FORMATION TO", "GO INTO", "GET INTO"},
}

// sayings are phrases with a fixed meaning.
var sayings = spoken.NewPhrasebook([]spoken.Phrase{
	{Kind: "form", Text: "line", Say: []string{"IN/INTO LINE", "LINE"}},
	{Kind: "form", Text: "march", Say: []string{"IN/INTO? MARCH/ROAD COLUMN", "IN/INTO? COLUMN OF MARCH"}},
	{Kind: "form", Text: "column", Say: []string{"IN/INTO? ATTACK? COLUMN", "COLUMN", "ATTACK COLUMN",
		"IN/INTO COLUMN",
		"IN/INTO COLUMN OF ATTACK/COMPANIES/DIVISIONS"}},
	{Kind: "form", Text: "skirmish", Say: []string{"IN/INTO/AS? SKIRMISH/OPEN/LOOSE/EXTENDED ORDER/LINE",
		"AS/IN SKIRMISHERS", "SKIRMISH/OPEN/LOOSE/EXTENDED ORDER/LINE", "SKIRMISHERS", "EXTENDED", "SKIRMISHING"}},
	{Kind: "form", Text: "square", Say: []string{"IN/INTO SQUARE", "SQUARE"}},
	{Kind: "form", Text: "limbered", Say: []string{"LIMBERED"}},
	{Kind: "form", Text: "deployed", Say: []string{"DEPLOYED", "UNLIMBERED", "IN/INTO BATTERY"}},
	{Kind: "firing", Text: "HOLD FIRE UNTIL #", Say: spoken.UntilNear("INCHES/INCH")},
	{Kind: "firing", Text: "FIRE AT WILL", Say: spoken.AtWill},
	{Kind: "firing", Text: "HOLD FIRE", Say: spoken.NoFiring},
	{Kind: "charged", Say: spoken.Charged},
	{Kind: "horsed", Say: []string{"AGAINST CAVALRY/HORSE/HORSEMEN",
		"IF/WHEN ENEMY/THEIR? CAVALRY/HORSE/HORSEMEN CHARGE/ATTACK YOU/THEM/US/IT?",
		"IF/WHEN YOU/THEY/IT? CHARGED/ATTACKED BY CAVALRY/HORSE/HORSEMEN"}},
	{Kind: "horse near", Say: []string{
		"IF/WHEN ENEMY/THEIR? CAVALRY/HORSE/HORSEMEN COME/GET/APPROACH TOO? NEAR/CLOSE",
		"IF/WHEN ENEMY/THEIR? CAVALRY/HORSE/HORSEMEN APPEAR/APPROACH/THREATEN"}},
	{Kind: "ahead", Say: []string{"AHEAD", "FORWARD/FORWARDS", "STRAIGHT AHEAD/ON/FORWARD", "TO FRONT"}},
	{Kind: "about", Text: "180", Relative: true, Say: []string{"ABOUT FACE/TURN", "ABOUT",
		"TURN/FACE ABOUT/AROUND/ROUND"}},
	{Kind: "dir", Text: "180", Relative: true, Say: []string{"REAR", "TO REAR", "REARWARDS"}},
	{Kind: "dir", Text: "270", Relative: true, Say: []string{"LEFT", "TO LEFT", "LEFTWARDS"}},
	{Kind: "dir", Text: "90", Relative: true, Say: []string{"RIGHT", "TO RIGHT", "RIGHTWARDS"}},
	{Kind: "aim", Say: []string{"NEAREST/CLOSEST ONE? OF? THEM/ALL/ENEMY?", "WHICHEVER OF THEM/ENEMY? NEAREST/CLOSEST",
		"NEAREST/CLOSEST", "IN FRONT", "IN FRONT OF YOU/THEM/HIM/US/IT",
		"AHEAD OF YOU/THEM/US",
		"BEFORE/OPPOSITE YOU/THEM/HIM/US", "OPPOSITE", "NEAREST TO YOU/THEM/US",
		"WHATEVER/WHOEVER/ANYTHING IS/COMES? NEAREST/CLOSEST/NEAR/CLOSE"}},
	{Kind: "foe", Text: "INFANTRY", Say: []string{"INFANTRY/FOOT/BATTALION"}},
	{Kind: "foe", Text: "CAVALRY", Say: []string{"CAVALRY/HORSE/HORSEMEN/CHASSEUR/DRAGOON/HUSSAR/LANCER/CUIRASSIER"}},
	{Kind: "foe", Text: "ARTILLERY", Say: []string{"ARTILLERY/GUN/BATTERY/CANNON", "HORSE GUNS/ARTILLERY/BATTERY"}},
	{Kind: "body", Say: []string{"COLUMN", "LINE", "SQUARE", "SKIRMISHER/SKIRMISHERS", "SHARPSHOOTERS",
		"SKIRMISH/FIRING LINE/SCREEN", "SCREEN OF SKIRMISHERS?", "LINE/SCREEN/CLOUD OF SKIRMISHERS/SHARPSHOOTERS"}},
	{Kind: "any", Say: []string{"UNIT/BODY/FORCE/ONES/ONE/REGIMENT/TROOPS"}},
	{Kind: "flank", Say: []string{"LEFT/RIGHT? FLANK", "LEFT/RIGHT"}},
	{Kind: "stand", Say: []string{"STANDS OR? MORE?", "STAND OR MORE"}},
	{Kind: "gap", Say: []string{"CLOSELY", "CLOSE BEHIND"}},
	{Kind: "front", Say: []string{"KEEP/KEEPING/HOLDING ITS? FRONT"}},
	{Kind: "still", Say: []string{"NOBODY/NONE CHARGE/ADVANCE/MOVE/ATTACK/STIR",
		"DO? NOT/NEVER CHARGE/ADVANCE/MOVE/ATTACK/STIR"}},
	{Kind: "manner", Say: []string{"IN GOOD ORDER", "KEEPING LINE/FORMATION/ORDER", "AT DOUBLE", "IN HASTE",
		"WITH BAYONET/BAYONETS/SWORD/SWORDS/SABRE/SABRES", "WITH COLD STEEL"}},
	{Kind: "choice", Say: []string{"IF/WHEN/WHENEVER WE/I CHOICE/CHOOSE/INITIATIVE",
		"IF/WHEN/WHENEVER WE/I CAN CHOOSE", "IF/WHEN/WHENEVER WE/I GET/WIN CHOICE/INITIATIVE"}},
	{Kind: "seizing", Say: []string{"TO SEIZE/TAKE/WIN/GET/SNATCH INITIATIVE", "FOR/ON INITIATIVE"}},
	{Kind: "keeping", Say: []string{"TO CONTEST/KEEP/HOLD/DEFEND INITIATIVE"}},
	{Kind: "snatched", Say: []string{
		"IF/WHEN/SHOULD THEY/ENEMY TRY? TO? SEIZE/SNATCH/TAKE/GRAB INITIATIVE FROM? US/ME?"}},
	{Kind: "below", Text: "BELOW #", Say: []string{"BELOW/UNDER #",
		"IF/WHEN HE/THEY/IT/SCORE/DICE? ROLL/SCORE/THROW/COME/GET/TURN? OUT/UP/OF? BELOW/UNDER/LESS THAN? #"}},
	{Kind: "card", Text: "joker", Say: paying("JOKER")}, {Kind: "card", Text: "king", Say: paying("KING")},
	{Kind: "card", Text: "queen", Say: paying("QUEEN")}, {Kind: "card", Text: "jack", Say: paying("JACK/KNAVE")},
	{Kind: "card", Text: "lowest", Say: []string{"LOWEST CARD?"}},
	{Kind: "card", Text: "highest", Say: []string{"HIGHEST CARD?"}},
}...)

// paying returns the phrases for a card.
func paying(card string) []string { return []string{card, "I/WE? PAY/SPEND/GIVE/STAKE " + card} }
