package firediscipline

import (
	_ "embed"
	"slices"
	"strings"

	"galloper/orders/say"
	"galloper/orders/spoken"
)

//go:embed say.txt
var sayText string

var table = say.New(sayText)

// speaking maps players' own words to the orders of the card.
//
// Section f
var speaking = spoken.Speech{
	First: table.Understand,
	If:    "IF {cond} THEN {order}", IfNot: "{order} UNTIL {cond}", Else: "{order} ELSE {else}",
	Letter: "LETTER TO {to}: {text}", Opens: "FIRE AT {n}", Finally: spoken.Hold, Onward: true, More: true,
	Never:     [][2]string{{"LIMBER UP", neverLimber}, {"LIMBER", neverLimber}, {"HOOK IN", neverLimber}},
	Ambiguous: ambiguousName, Known: wantTest,
	Unread: []string{unknownOrder, unknownName, noSuchSeat, unreadable, unknownPlace, badDirection, badRange,
		badCondition, noRoad}, Half: []string{missingPlace},
	Frames: slices.Concat(
		saying(spoken.Hold, "HOLD", target, onRoad), saying(spoken.Wait, "HOLD", target, onRoad),
		saying(spoken.Shift, "HOLD", "", " {yards@/by} {aim~aside}"),
		saying(spoken.Move, "HOLD", "", " {yards@/by} {aim~aside}"),
		near(saying(spoken.Advance, "ADVANCE TO", target, onRoad)), near(saying(spoken.Move, "HOLD", target, onRoad)),
		near(saying(spoken.Take, "HOLD", target, onRoad)),
		saying(spoken.Advance, "ADVANCE", "", " {enemy"+towards+"}", " {dir"+towards+"}", " {yards@/by/at}",
			" TO {yards@/by/at} {dir"+towards+"}", "[{-they"+foes+"}]"),
		saying(spoken.Advance, "ADVANCE TO", target, " {place|point"+towards+"}"),
		saying(spoken.Assault, "ASSAULT", target, " {place}"),
		striking("ATTACK", spoken.Attack, spoken.Assault), striking("CHARGE", spoken.Charge, spoken.Counter),
		saying(spoken.Take, "ASSAULT", target, " {place}"),
		saying(spoken.Take, "ATTACK", target, " {point"+towards+"}", " {enemy"+towards+"}"),
		saying(spoken.Move, "HOLD", target, " {place|point"+towards+"}", " {enemy"+towards+"}", behind),
		saying(spoken.Flank, "HOLD", target, " {place|point"+towards+"}"),
		saying(spoken.Move, "HOLD", "", " {yards@/by/at} {dir} OF {place@of/from}"),
		saying(spoken.Move, "ADVANCE", "", " {dir"+towards+"}", " {yards@/by/at}",
			" TO {yards@/by/at} {dir"+towards+"}"),
		saying(spoken.Move, "FOLLOW", "", " {friend@behind}", " {friend@to}", gapped),
		saying(spoken.Hold, "FOLLOW", "", " {friend@behind}", gapped), saying("", "FOLLOW", "", gapped),
		saying("", "FOLLOW", "", " {friend@behind} AT {yards@/at/by}"),
		saying(spoken.Wait, "FOLLOW", "", " {friend@behind}", gapped),
		saying(spoken.Hold, "HOLD", "[{-they@/at}]", "", " {place|point@/to/at/of/near}", behind),
		saying(spoken.Wait, "HOLD", "", "", " {place|point@/to/at/of/near}", behind),
		named(saying(spoken.Ride, "HOLD", target, " {place|point"+towards+"}", " {enemy"+towards+"}", behind)),
		posting(spoken.Hold, spoken.Move, spoken.Advance, spoken.Shift, spoken.Form, spoken.Wait, ""),
		near(saying(spoken.Attack, "ATTACK", "", " {lane@/to/at~road}")),
		worded("KEEP THE", saying(keep, "HOLD", "", " {place|point@/to/at}")),
		saying(spoken.Withdraw, "WITHDRAW", "[{-they@from}][{-enemy|place@from}]", " {yards@/by/at}",
			" TO {place|point"+towards+"}", " TO {place|point@via}"),
		noted("it does not say how far: 100 yards are put for that",
			near(saying(spoken.Withdraw, "WITHDRAW", "[{-they@from}][{-enemy|place@from}]", " 100 YDS"))),
		saying(spoken.Flank, "HOLD", "", behind), saying(spoken.Flank, "FOLLOW", "", " {friend@behind}", gapped),
		near(saying(spoken.Withdraw, "FOLLOW", "", " {friend@behind/at/to}", gapped)),
		saying(spoken.Follow, "FOLLOW", "[{-aim~side}]", " {friend@/at/to/behind}[ AT {yards@/at/by}]", gapped),
		saying(spoken.Advance, "FOLLOW", "", " {friend@behind}", gapped),
		saying("", "HOLD", "", " {place|point@/at/to} {unlimber}"),
		saying(spoken.Follow, "HOLD", "", " {place@~behind}"),
		saying(spoken.Support, "SUPPORT", "[{-aim~side}]", " {friend@/at/to/behind/of}[ AT {yards@/at/by}]", gapped),
		saying(spoken.Support, "HOLD", "", " {place|point@/at}"),
		near(saying(spoken.Watch, "ADVANCE", "", " TO {enemy"+towards+"}", "[{-they"+foes+"}]")),
		adding("FIRE AT WILL[{-they"+foes+"}][{-aim"+foes+"}]", spoken.Fire),
		adding("{place|point@/at/to/of~bearing} FIRE AT WILL"+target, spoken.Fire),
		adding("{enemy|place|point@/at/to/of~bearing} FIRE AT WILL[{-enemy|foe|they}][{-place|point@/at}]", spoken.Fire),
		adding("HOLD FIRE", spoken.NoFire), adding("DRESS ON {friend@/at/with/to/beside}[{-aim~side}]", spoken.Level),
		adding("DRESS ON {friend@beside/with}", standing...), adding("DRESS ON {friend@left~left}", standing...),
		adding("DRESS ON {friend@right~right}", standing...),
		near(adding("HOLD {friend@left~to the left}", standing...)),
		near(adding("HOLD {friend@right~to the right}", standing...)),
		adding("{form}", spoken.Form, ""), adding("FACING {dir"+towards+"}", spoken.Face),
		adding("{enemy|place|point@/at/to/towards~bearing}", spoken.Face),
		adding("{facing|about}", spoken.Face, ""), adding("{firing}[{-they@at}]", ""),
		adding("{enemy@at/to/of~bearing} {firing}", ""), adding("{chase}",
			""), adding("{mount}", ""),
		adding("{unlimber}", ""),
		[]spoken.Frame{{Verb: spoken.Ride, As: "RIDE TO {place|point|seat|friend" + towards + "}"},
			{Verb: spoken.Move, As: "RIDE TO {place|point|seat|friend" + towards + "}[{-self}]"},
			{Verb: spoken.Join, As: "ATTACH TO {friend@/to/at/with}"}, {Verb: spoken.Join, As: "RIDE TO {seat@/to/at/with}"},
			{Verb: spoken.Leave, As: "DETACH[{-friend@/from/of}]"}, {Verb: spoken.Hold, As: "STAY{-self}"}},
	),
	Conditions: []spoken.Frame{
		{Say: nearness, As: "{friend|enemy~named} WITHIN {yards|number@/at/to}", Own: true},
		{Say: nearness, As: "ENEMY WITHIN {yards|number@/at/to}[{-they}]"},
		{Say: nearness, As: "ENEMY WITHIN {yards|number@/at/to}{-enemy}", Near: true},
		{Say: []string{"BROKEN", "BREAK", "BREAKS", "BROKE", "ROUTED", "ROUTING", "ROUT", "ROUTS", "RUN", "RUNS", "FLEE",
			"FLEES", "GONE", "BEATEN", "DRIVEN OFF", "DRIVEN BACK", "DESTROYED", "RUN AWAY", "RUNS AWAY", "RUNNING"},
			As: "{friend|enemy~named} BROKEN", Own: true},
		{Say: []string{"TURN"}, As: "TURN {number@/at}[{-they}]"},
		{Say: halfSpent, As: "{friend} HALF SPENT"}, {Say: halfSpent, As: "HALF SPENT[{-they}]"},
		{Say: spoken.Inside, As: "ENEMY IN {place@/at/to}{-they|enemy}"}, {As: "ENEMY IN {place@/at}{-they|enemy}"},
		{Say: spoken.Threats, As: "{enemy~named} WITHIN 100[{-aim}]", Near: true},
		{Say: spoken.Threats, As: "ENEMY WITHIN 100[{-they}][{-enemy|foe}][{-aim}]", Near: true},
	},
}.Compile()

const neverLimber = "guns that have unlimbered never limber again: they can only be turned and prolonged"

// keep is the verb for holding a place: `keep the crag`.
const keep spoken.Verb = "keep"

// nearness lists the phrases for being within a number of yards.
var nearness = []string{"WITHIN", "CLOSER THAN", "NEARER THAN", "INSIDE", "COME TO", "COMES TO", "GET TO", "GETS TO",
	"APPROACH TO", "AT", "OFF", "AWAY", "DISTANT"}

// halfSpent lists the phrases for the loss of half of a unit's strength.
var halfSpent = []string{"HALF SPENT", "HARD PRESSED", "HALF GONE", "HALF DEAD", "CUT UP", "BADLY HURT", "BADLY MAULED",
	"HALF DESTROYED", "HALF BROKEN",
	"HALF OF? YOU/US/THEM/MEN/PEOPLE/REGIMENT/STRENGTH? DOWN/GONE/LOST/DEAD/FALLEN",
	"HALF OF? THEM/MEN/PEOPLE/REGIMENT/STRENGTH? LOST",
	"YOU/THEY/MEN? LOST/LOSE/LOSES HALF OF? YOU/THEM/MEN/YOUR/THEIR/ITS/HIS? MEN/PEOPLE/STRENGTH?"}

// posting returns the frames of verbs that place units relative to others.
func posting(verbs ...spoken.Verb) (frames []spoken.Frame) {
	for _, verb := range verbs {
		frames = append(frames, saying(verb, "HOLD", "", " {between@between/at/to~between}",
			"{-yards@/at/by} {friend@left~# to the left}", "{-yards@/at/by} {friend@right~# to the right}",
			"{-yards@/at/by/to} {place|point|enemy@from/of/short~# short}")...)
	}
	return frames
}

// standing lists the verbs for standing beside a unit.
var standing = []spoken.Verb{spoken.Form, spoken.Move, spoken.Advance, spoken.Hold, ""}

// The prepositions before a march's goal, and before an enemy.
const (
	towards = "@/to/towards/at/of"
	foes    = "@/to/towards/at"
)

// target is an enemy at a place; behind is a place on the far side of another.
const (
	target = "[{-enemy|foe|they" + foes + "}]"
	behind = " {place@behind~behind}"
	gapped = " {friend@/at/to/of/behind} {gap}"
	onRoad = " {lane@/to/towards/at~road}"
)

// besides is the form of the details after a verb.
const besides = "[ VIA {place|point*@via}][ {road}][ BY ROAD {lane@/by/via/at/to}][ {facing|about}]" +
	"[ {enemy|place|point@facing~bearing}][ {form}][ {firing}][ DRESS ON {friend@dress/beside}][ {chase}][ {unlimber}]" +
	"[ {mount}][{-they@facing}][{-idle}]"

// striking returns the frames of a verb for an attack: at a place, on a known enemy, or on any enemy ahead.
func striking(as string, verbs ...spoken.Verb) (frames []spoken.Frame) {
	for _, verb := range verbs {
		frames = append(frames, saying(verb, as, target+"[{-aim}][{-about}]", " {place|point"+towards+"}")...)
		frames = append(frames, saying(verb, as, "[{-about}]", " {enemy"+towards+"}[{-aim}]",
			" {dir"+towards+"}"+target+"[{-aim}]")...)
		frames = append(frames, saying(verb, as, "", "[{-they"+foes+"}][{-aim}]", "[{-enemy|foe"+foes+"}{-aim}]")...)
	}
	for i := range frames { // a charging unit turns to its target
		frames[i].As = strings.Replace(frames[i].As, "[ {facing|about}]", "[ {facing}]", 1)
	}
	return frames
}

// worded adds a phrase to the first frame's verb.
func worded(say string, frames []spoken.Frame) []spoken.Frame {
	frames[0].Say = []string{say}
	return frames
}

// noted sets the note that a player is shown with the frames.
func noted(note string, frames []spoken.Frame) []spoken.Frame {
	for i := range frames {
		frames[i].Note = note
	}
	return frames
}

func named(frames []spoken.Frame) []spoken.Frame {
	for i := range frames {
		frames[i].Named = true
	}
	return frames
}

func near(frames []spoken.Frame) []spoken.Frame {
	for i := range frames {
		frames[i].Near = true
	}
	return frames
}

// saying returns the frames of a verb, one for each object.
func saying(verb spoken.Verb, as, rest string, objects ...string) (frames []spoken.Frame) {
	for _, object := range objects {
		frames = append(frames, spoken.Frame{Verb: verb, As: "TO {unit}: " + as + object + besides + rest})
	}
	return frames
}

// adding returns the frames of a detail that can also be an order by itself.
func adding(detail string, verbs ...spoken.Verb) (frames []spoken.Frame) {
	for _, verb := range verbs {
		frames = append(frames, spoken.Frame{Verb: verb, Adds: true, As: "TO {unit}: " + detail + besides})
	}
	return frames
}

// sayings are phrases with one meaning.
var sayings = spoken.NewPhrasebook([]spoken.Phrase{
	{Kind: "yards", Text: "# YDS", Say: []string{"# YARDS/YDS/YARD/YD/PACES/PACE"}},
	{Kind: "gap", Text: "AT # YDS", Say: []string{"KEEP/STAY/REMAIN/HOLD? # YARDS/YDS/YARD/YD/PACES/PACE BEHIND",
		"KEEP/STAY/REMAIN/HOLD? # BEHIND"}},
	{Kind: "place", Text: "here", Relative: true, Say: []string{"VILLAGE/TOWN/HAMLET/HOUSE/HOUSES/PARK/WORK/EARTHWORK"}},
	{Kind: "road", Text: "BY ROAD", Say: []string{"BY/ALONG/ON/DOWN/UP ROAD/TRACK"}},
	{Kind: "form", Text: "IN LINE", Say: []string{"IN/INTO LINE", "FORM/FORMED/DEPLOY/DEPLOYED IN/INTO? LINE",
		"FORM FRONT"}},
	{Kind: "form", Text: "IN COLUMN", Say: []string{"IN/INTO COLUMN", "FORM/FORMED/PLOY IN/INTO? COLUMN"}},
	{Kind: "form", Text: "IN OPEN ORDER", Say: []string{"IN/INTO OPEN/LOOSE/EXTENDED/SKIRMISH ORDER",
		"AS SKIRMISHERS",
		"FORM/DEPLOY IN/INTO? OPEN/SKIRMISH ORDER", "SPREAD OUT", "EXTENDED", "SKIRMISH AHEAD/FORWARD?"}},
	{Kind: "firing", Text: "FIRE AT #", Say: append(spoken.UntilNear("YARDS/YDS/YARD/YD/PACES/PACE"),
		"OPEN AT/FROM/WITHIN # YARDS/YDS/YARD/YD/PACES/PACE?",
		"ONE/A/FIRST? VOLLEY/FIRE AT/FROM # YARDS/YDS/YARD/YD/PACES/PACE?",
		"GIVE ONE/A? VOLLEY AT/FROM # YARDS/YDS/YARD/YD/PACES/PACE?")},
	{Kind: "firing", Text: "FIRE AT WILL", Say: append(spoken.AtWill,
		"FIRE/SHOOT AS SOON AS YOU/THEY/HE? CAN REACH/HIT/SEE? THEM/HIM/IT?",
		"FIRE/SHOOT WHEN/WHENEVER/ONCE YOU/THEY/HE? CAN REACH/HIT? THEM/HIM/IT?")},
	{Kind: "firing", Text: "HOLD FIRE", Say: append(spoken.NoFiring,
		"HOLD/RESERVE/KEEP FIRE UNTIL/TILL THEY/ENEMY/HE? COME/GET? VERY? CLOSE/NEAR/UPON YOU?",
		"DO? NOT FIRE/SHOOT UNTIL/TILL/BEFORE THEY/ENEMY/HE? COME/GET? VERY? CLOSE/NEAR/UPON YOU?")},
	{Kind: "chase", Text: "NO PURSUIT", Say: []string{"NO PURSUIT/PURSUING/CHASING",
		"NO PURSUIT/PURSUING/CHASING AFTER MELEE/COMBAT/FIGHT/CHARGE",
		"WITHOUT PURSUIT/PURSUING/CHASING",
		"DO NOT PURSUE/CHASE/FOLLOW THEM/HIM/IT? BEYOND/PAST/FURTHER? THEM/IT/THERE?",
		"DO NOT RUN/GO/RIDE AFTER THEM/HIM/IT/ANYONE?",
		"DO? NOT PURSUE/CHASE THEM/HIM?", "DO? NOT FOLLOW/GO/RUN AFTER? THEM/HIM UP?", "NEVER PURSUE/CHASE"}},
	{Kind: "chase", Text: "PURSUE", Say: []string{"PURSUE THEM/HIM?", "CHASE THEM/HIM?", "FOLLOW THEM/HIM UP",
		"RUN THEM DOWN"}},
	{Kind: "mount", Text: "DISMOUNT", Say: []string{"DISMOUNT/DISMOUNTED", "ON FOOT", "GET DOWN",
		"LEAVE HORSE/HORSES BEHIND/THERE?"}},
	{Kind: "mount", Text: "MOUNT", Say: []string{"STAY/REMAIN/KEEP? MOUNT/MOUNTED/REMOUNT UP?", "TO HORSE",
		"GET MOUNTED"}},
	{Kind: "unlimber", Text: "UNLIMBER", Say: []string{"UNLIMBER THERE?", "COME INTO ACTION", "DROP TRAILS",
		"GO INTO ACTION",
		"SET UP"}},
	{Kind: "about", Text: "about", Relative: true, Say: []string{"ABOUT TURN/FACE", "TURN/FACE ABOUT/AROUND/ROUND",
		"RIGHT ABOUT",
		"FACE/TURN TO REAR", "FACE REAR/REARWARDS"}},
	{Kind: "facing", Text: "foe", Relative: true, Say: []string{"TURN/FACE/FRONT/WHEEL TO/TOWARDS? ENEMY",
		"TURN/WHEEL TO FACE ENEMY",
		"KEEP/KEEPS FACE/FACES/FRONT TO/TOWARDS ENEMY/THEM/HIM"}},
	{Kind: "facing", Text: "left turn", Relative: true, Say: []string{"TURN/FACE/WHEEL TO? LEFT",
		"LEFT TURN/FACE/FACING/WHEEL", "FACING LEFT"}},
	{Kind: "facing", Text: "right turn", Relative: true, Say: []string{"TURN/FACE/WHEEL TO? RIGHT",
		"RIGHT TURN/FACE/FACING/WHEEL", "FACING RIGHT"}},
	{Kind: "aim", Text: "front", Say: []string{"IN FRONT", "IN FRONT OF YOU/THEM/HIM/US/IT",
		"BEFORE/OPPOSITE YOU/THEM/HIM/US",
		"OPPOSITE", "AHEAD OF? YOU/THEM/HIM/US?", "TO FRONT"}},
	{Kind: "aim", Text: "nearest", Say: []string{"NEAREST/CLOSEST", "NEXT TO YOU/THEM", "NEAR YOU/THEM"}},
	{Kind: "foe", Say: []string{"FOOT/INFANTRY/HORSE/CAVALRY/DRAGOON/GUN/BATTERY/ARTILLERY/CANNON"}},
	{Kind: "idle", Say: []string{"DOWN/UP HILL/SLOPE",
		"WITH YOUR/ALL YOUR? MEN/DRAGOONS/REGIMENT/FOOT/HORSE/GUNS/TROOPS/BATTALION",
		"WITH BAYONET/BAYONETS/STEEL/SWORD/SWORDS FIXED/DRAWN?", "BAYONETS FIXED", "WITH FIXED BAYONETS"}},
	{Kind: "aim", Text: "left", Say: []string{"ON LEFT", "TO LEFT", "AT LEFT"}},
	{Kind: "aim", Text: "right", Say: []string{"ON RIGHT", "TO RIGHT", "AT RIGHT"}},
}...)
