package fieldcommand

import (
	_ "embed"
	"slices"

	"galloper/orders/say"
	"galloper/orders/spoken"
)

// The verbs that only this ruleset has.
const (
	byRoad      spoken.Verb = "road march"
	locally     spoken.Verb = "local march"
	onHorseback spoken.Verb = "cavalry march"
	guarding    spoken.Verb = "secure"
	onFoot      spoken.Verb = "field march"
	maneuvering spoken.Verb = "maneuver"
	laying      spoken.Verb = "range"
	limbering   spoken.Verb = "limber"
	spiking     spoken.Verb = "spike"
	merging     spoken.Verb = "merge"
	splitting   spoken.Verb = "split"
	callingUp   spoken.Verb = "mobilize"
	assigning   spoken.Verb = "assign"
	reporting   spoken.Verb = "report"
	losesFirst  spoken.Verb = "losses first"
	losesLast   spoken.Verb = "losses last"
	leadsUs     spoken.Verb = "lead"
	asks        spoken.Verb = "ask"
	giving      spoken.Verb = "give"
)

// The prepositions before a destination and before an enemy.
const (
	towards = "@/to/towards/at/near"
	against = "@/at/to/towards/of"
)

// here matches the place of the units that act; foe matches the enemy at a place that the order names.
const (
	here = "[{-place|post@at/from/before/by~here}]"
	foe  = "[{-enemy|foe|they" + against + "}]"
	mate = "[{-friend@with/beside/behind/to~beside}]" // a friend already there, or going there too
	ends = "[ LED BY {friend*@led}][ AT LEAST {least}][{-idle*}][{-way*}]"
	bare = "[ AT LEAST {least}][{-idle*}][{-way*}]"
)

//go:embed say.txt
var sayText string

var table = say.New(sayText)

// speaking holds the phrasings that players use beside those of the card (section f).
var speaking = spoken.Speech{
	First: table.Understand,
	If:    "IF {cond} THEN {order}", IfNot: "IF NOT {cond} THEN {order}", To: "TO {to}: {order}",
	Standing: "STANDING {order}", Letter: "LETTER TO {to}: {text}", Several: true, Finally: spoken.Hold,
	Later:     []string{notYourTurn, notArmy},
	Ambiguous: ambiguousName, Known: "IF " + knownConditions,
	Unread: []string{unknownOrder, unknownName, ambiguousName, missingUnit, missingPlace, badNumber, trailingWords,
		badCondition},
	Frames: slices.Concat(
		[]spoken.Frame{{Verb: spoken.Advance, Apart: true,
			As: here + "MARCH {unit}[ VIA {place*@via}] TO {place" + towards + "~open}" + bare},
			{Verb: spoken.Advance, Apart: true, As: here + "TAKE {place" + against + "} WITH {unit}" + foe + ends}},
		marching("MARCH", spoken.Move, spoken.Advance), marching("ROAD MARCH", byRoad),
		marching("CAVALRY MARCH", onHorseback), marching("FIELD MARCH", onFoot),
		marching("MANEUVER", maneuvering), marching("MARCH", spoken.Withdraw),
		[]spoken.Frame{{Verb: locally, Say: []string{"LOCAL MARCH"}, Apart: true,
			As: here + "LOCAL MARCH {unit} TO APPROACH {place@facing}" + bare}},
		fighting("ATTACK", spoken.Attack), fighting("TAKE", spoken.Take), fighting("ASSAULT", spoken.Assault),
		fighting("CHARGE", spoken.Charge, spoken.Counter), fighting("BOMBARD", spoken.Fire),
		holding, troops, staffWork, standingFrames,
	),
	Conditions: []spoken.Frame{
		{Say: []string{"EMPTY", "CLEAR", "FREE", "UNDEFENDED", "UNOCCUPIED", "ABANDONED", "DESERTED",
			"GOES AWAY", "GO AWAY", "LEAVES", "LEAVE", "LEFT", "GONE",
			"QUITS", "QUIT", "ABANDONS", "ABANDON", "VACATES", "VACATE", "PULLS OUT",
			"PULL OUT", "PULLED OUT", "GIVEN UP"},
			As: "{place@/at/from} IS EMPTY[{-they}][{-foe@/at}]"},
		{Say: []string{"OURS", "IN OUR HANDS", "TAKEN", "FALLS", "FALLEN", "CAPTURED"},
			As: "{place@/at} IS OURS[{-they}]"},
		{Say: []string{"HAS", "HAVE", "HOLDS", "HOLD"}, Own: true, As: "{place@/at} IS OURS{-friend}"},
		{Say: []string{"THEIRS", "HELD", "DEFENDED", "OCCUPIED", "IN ENEMY HANDS", "STILL THERE"},
			As: "{place@/at} IS ENEMY[{-they@by}][{-they}]"},
		{Say: []string{"SECURED", "BARRED"}, As: "{post@/at} IS SECURED[{-they}]"},
		{Say: []string{"THAT WORKS", "IT WORKS", "THIS WORKS", "THAT HAS WORKED", "THIS HAS WORKED",
			"IT HAS WORKED", "THAT WORKED", "THAT SUCCEEDS", "SUCCEEDS", "SUCCEEDED", "WORKED", "SUCCESSFUL"},
			As: "ORDER {before} SUCCEEDED[{-they}]"},
		{Say: []string{"FAILS", "FAILED", "REPULSED", "THROWN BACK", "DOES NOT WORK"},
			As: "ORDER {before} FAILED[{-they}]"},
		{Say: []string{"MORALE EVER? FALLS/DROPS/SINKS/GOES/GETS? DOWN? BELOW/UNDER", "MORALE FALLS/DROPS/SINKS/GETS? LESS/LOWER THAN"},
			As: "MORALE BELOW {number|place@/at}"}, // a place may have such a name
		{Say: spoken.Inside, As: "{place@/at/to} IS ENEMY{-they|foe}"}, {As: "{place@/at} IS ENEMY{-they|foe}"},
		{Say: []string{"STILL", "STAYS", "REMAINS"}, As: "{place@/at} IS ENEMY[{-they}]"},
		{Say: spoken.Threats, As: "{place@/at/to/on/towards/into} IS ENEMY[{-place@from}][{-enemy}][{-foe}][{-they}][{-blocks}]",
			Near: true},
		{As: "{blocks@/at} OR MORE BLOCKS AT {place@at}[{-foe|they@/of}]"},
	},
}.Compile()

// marching returns the frames of verbs for units that go to a place.
func marching(as string, verbs ...spoken.Verb) (frames []spoken.Frame) {
	for _, verb := range verbs {
		if as == "MARCH" { // next to the enemy, a march towards them is not a march into their locale
			frames = append(frames, spoken.Frame{Verb: verb, Apart: true,
				As: here + "LOCAL MARCH {unit} TO APPROACH {place@towards~held}" + mate + bare})
		}
		for _, to := range []string{"TO {place" + towards + "}" + foe, "TO {friend@/to/towards/behind/beside~where}"} {
			frames = append(frames, spoken.Frame{Verb: verb, Apart: true, Say: further[verb],
				As: here + as + " {unit}[ VIA {place*@via/by}] " + to + mate + bare})
		}
		if as == "MANEUVER" {
			frames = append(frames, spoken.Frame{Verb: verb, Apart: true,
				As: here + as + " {unit} TO {place" + towards + "} ELSE STAY{-else-stay}" + foe + bare})
		}
		if verb != spoken.Withdraw { // `…, but they stay there if the enemy stands`
			frames = append(frames, spoken.Frame{Verb: verb, Apart: true,
				As: "MANEUVER {unit} TO {place" + towards + "} ELSE STAY{-barred}{-+hold}" + here})
		}
		if as != "MARCH" {
			continue
		}
		for _, to := range []string{"TO APPROACH {post" + towards + "~toward}",
			"TO APPROACH {place@facing}" + here + "[{-friend@beside/near/with~same}]",
			"TO APPROACH {place@facing}{-place|post@to/at/of~here}", "TO RESERVE{-reserve" + towards + "}"} {
			frames = append(frames, spoken.Frame{Verb: verb, Apart: true, As: here + "LOCAL MARCH {unit} " + to + bare})
		}
	}
	return frames
}

// fighting returns the frames of verbs for units that attack a place or an enemy they see there.
func fighting(as string, verbs ...spoken.Verb) (frames []spoken.Frame) {
	for _, verb := range verbs {
		for _, at := range []string{"{place" + against + "}", "{enemy" + against + "~seen}"} {
			via, guns := "", ""
			switch verb {
			case spoken.Charge:
				via = "[ VIA {place@via/by}]"
			case spoken.Attack, spoken.Take, spoken.Assault:
				guns = "[, {friend@with~guns} SUPPORTED BY {=friend}[{-aid}]][, {friend@with~along}]"
			}
			frames = append(frames, spoken.Frame{Verb: verb, Apart: true, Say: further[verb],
				As: here + as + " " + at + via + " WITH {unit}" + guns + foe + foe + ends})
		}
	}
	return frames
}

// further lists synonyms of the verbs beside those of all rulesets.
var further = map[spoken.Verb][]string{
	byRoad:         {"ROAD MARCH", "ROAD-MARCH", "MARCH BY ROAD", "MOVE BY ROAD", "MARCH BY THE ROAD", "GO BY ROAD", "RM"},
	onFoot:         {"FIELD MARCH", "FM"},
	onHorseback:    {"CAVALRY MARCH", "CM", "SCOUT", "RECONNOITRE"},
	spoken.Assault: {"STORM"},
	spoken.Fire:    {"BOMBARD", "SHELL", "OPEN ON", "OPEN UP ON"},
	spoken.Move:    {"SHIFT", "LM", "REDEPLOY", "MARCH IN", "MOVE IN"},
	maneuvering: {"MANEUVER", "MANOEUVRE", "MANEUVRE", "MANEUVER AGAINST", "MANOEUVRE AGAINST",
		"FEEL OUT", "PROBE", "FEEL FOR"},
}

// holding lists the frames for units that stay, face the enemy, or hold a place that they must reach first.
var holding = []spoken.Frame{
	{Verb: spoken.Hold, Say: []string{"KEEP", "KEEP TO", "MAINTAIN", "FIGHT IT OUT", "DO NOT ATTACK", "NOT ATTACK",
		"DO NOT CHARGE",
		"NOT CHARGE", "DO NOT MARCH", "NOT MARCH"},
		As: "HOLD {unit}[{-place|post@/at/near/of~here}][{-friend@/with/behind/beside/near/at~same}][{-reserve@/at/to}][{-idle*}]"},
	{Verb: spoken.Hold, As: "SECURE {place@at/facing/towards} WITH {unit}{-place|post@/at~here}", Apart: true,
		Goes: true},
	{Verb: spoken.Support, As: "SECURE {place@at/facing/towards} WITH {unit}[{-place|post@/at~here}][{-friend@/of~same}]",
		Apart: true},
	{Verb: spoken.Support, As: "SECURE {place@/to} WITH {unit}", Apart: true},
	{Verb: spoken.Take, As: "SECURE {place@facing} WITH {unit}" + here, Apart: true},
	{Verb: guarding, As: "SECURE {place@facing/towards} WITH {unit}{-place|post@/at~here}", Apart: true},
	{Verb: spoken.Hold, As: "TAKE {place@/at} WITH {unit}[{-idle*}][{-arrived}]", Apart: true, Goes: true},
	{Verb: spoken.Hold, As: "STANDING FALL BACK FROM {unit~where} TO {place" + towards + "}{-last}{-+withdraw|+move}" +
		"[{-place@/at~here}]"},
	{Verb: spoken.Hold, As: "STANDING FALL BACK FROM {place@/at} TO {place@to/towards}{-last}{-+withdraw|+move}"},
	{Verb: spoken.Wait, As: "HOLD {unit}[{-place|post@/at~here}]"},
	{Verb: guarding, As: "HOLD {unit}{-place|post@/at/to/towards~here}[{-idle*}]"},
	{Verb: guarding, Say: []string{"SECURE", "GUARD"}, As: securing, Apart: true},
	{Verb: spoken.Face, As: securing, Apart: true}, {Verb: spoken.Watch, As: securing, Apart: true},
	{Verb: spoken.Withdraw, As: here + "FALL BACK {unit}[{-they@from}][{-reserve" + towards + "}][{-idle*}]",
		Apart: true},
}

const securing = here + "SECURE {place@/to/towards/facing/at} WITH {unit}" + foe + "[{-idle*}]"

// troops lists the frames for units that help each other, and for the player's own movement.
var troops = []spoken.Frame{
	{Verb: spoken.Follow, As: here + "MARCH {unit} TO {friend@/to/behind/of~where}[{-they@/to/at}]", Apart: true},
	{Verb: spoken.Support, As: here + "MARCH {unit} TO {friend@/to/behind/of~where}", Apart: true, Near: true},
	{Verb: spoken.Join, As: "HOLD {unit}{-friend@/to/with~same}[{-place|post@at~here}]", Named: true},
	{Verb: spoken.Join, As: "MARCH {unit} TO {friend@/to/with~where}", Apart: true, Named: true},
	{Verb: spoken.Ride, As: here + "MARCH {unit}[ VIA {place*@via/by}] TO {place" + towards + "}" + mate + bare,
		Apart: true,
		Named: true},
	{Verb: spoken.Ride, As: here + "CHARGE {place@/at/of} VIA {place@via/by} WITH {unit}{-+charge}" + foe + foe,
		Apart: true},
	{Verb: spoken.Move, As: here + "CHARGE {place@/at/of} VIA {place@via/by} WITH {unit}{-+charge}" + foe + foe,
		Apart: true},
	{Verb: spoken.Ride, As: "RIDE TO {place@/to/towards/at}[{-self}][{-mine}][{-+advance}][{-way*}]"},
	{Verb: spoken.Ride, As: "RIDE TO {seat@/to/with/at~where}[{-self}][{-mine}][{-+advance}]"},
	{Verb: spoken.Ride, As: "RIDE TO {friend@/to/with/at~elsewhere}[{-self}][{-mine}][{-+advance}][{-+join}]" +
		"[{-place@/at~theirs}]"},
	{Verb: spoken.Ride,
		As: "RIDE WITH {friend@/to/with/at}[{-self}][{-mine}][{-+advance}][{-+join}][{-place@/at~theirs}]"},
	{Verb: spoken.Move, As: "RIDE TO {place@/to/towards/at}{-self}[{-friend@/to/with/at~beside}]"},
	{Verb: spoken.Move, As: "RIDE TO {seat@/to/towards/at~where}{-self}"},
	{Verb: spoken.Advance, As: "RIDE TO {place@/to/towards/at}{-self}"},
	{Verb: spoken.Join, As: "RIDE TO {friend@/to/at/with~elsewhere}[{-self}][{-mine}][{-place@/at~theirs}]", Near: true},
	{Verb: spoken.Join, As: "RIDE WITH {friend@/to/at/with}[{-self}][{-mine}][{-place@/at~theirs}]"},
	{Verb: spoken.Join, As: "RIDE TO {seat@/to/at/with~where}[{-self}]"},
}

// staffWork lists the frames of orders that are not field commands.
var staffWork = []spoken.Frame{
	{Verb: laying, Say: []string{"RANGE", "UNLIMBER", "FIND THE RANGE", "FIND RANGE", "COME INTO ACTION",
		"GET THE RANGE",
		"GO INTO ACTION", "DROP TRAILS", "LAY", "READY YOUR GUNS", "MAKE YOUR GUNS READY", "MAKING YOUR GUNS READY",
		"MAKE READY", "PREPARE TO FIRE", "PREPARE YOUR GUNS", "READY THE GUNS", "PREPARE THE GUNS", "KEEP YOUR GUNS RANGED",
		"READY YOUR GUNS FOR ACTION", "MAKE YOUR GUNS READY FOR ACTION", "PREPARE FOR ACTION", "GET READY TO FIRE",
		"STAND READY TO FIRE", "STAND BY TO FIRE",
		"STAND READY TO FIRE ON", "STAND READY TO FIRE AT", "BE READY TO FIRE ON", "BE READY TO FIRE AT",
		"BE READY TO FIRE", "GET … READY", "HAVE … READY", "MAKE … READY",
		"KEEP … TRAINED", "KEEP YOUR GUNS TRAINED", "KEEP YOUR GUNS LAID"},
		As: "RANGE {unit}[{-place|post@/at~here}]"},
	{Verb: laying, As: "RANGE {unit}[{-place@/at/to/towards}]"},
	{Verb: laying, As: "RANGE {unit}{-+fire}[{-place@/at/to}]" + foe},
	{Verb: limbering, Say: []string{"LIMBER", "LIMBER UP", "HITCH UP"}, As: "LIMBER {unit}"},
	{Verb: spiking, Say: []string{"SPIKE", "DESTROY"}, As: "SPIKE {unit}"},
	{Verb: merging, Say: []string{"MERGE", "COMBINE", "UNITE", "AMALGAMATE"}, As: "MERGE {unit}[, {friend@with/to}]"},
	{Verb: splitting, Say: []string{"SPLIT", "DIVIDE", "BREAK UP", "SPLIT UP"},
		As: "SPLIT {unit} INTO {shares@/to/at}[{-number@at/to}]"},
	{Verb: splitting, As: "SPLIT {unit} INTO {halves@/to/at}"}, {Verb: spoken.Leave, As: "SPLIT {unit} INTO {halves}"},
	{Verb: spoken.Rally, As: "RALLY {unit~pair}[{-idle*}]"}, {Verb: spoken.Rally, As: "RALLY ALL AT {place@at}"},
	{Verb: spoken.Rally, As: "RALLY ALL AT {unit~where}", Near: true},
	{Verb: callingUp, Say: []string{"MOBILIZE", "MOBILISE", "CALL UP", "BRING ON", "BRING IN", "CALL IN", "SUMMON",
		"COME IN", "ENTER", "ARRIVE", "HAVE … FIELD", "BRING … FIELD", "GET … FIELD", "PUT … FIELD"},
		As: "MOBILIZE GROUP {group|number@/at} AT {place" + entering},
	{Verb: callingUp, As: "MOBILIZE GROUP {friend~group} AT {place" + entering},
	{Verb: spoken.Advance, As: "MOBILIZE GROUP {group} AT {place" + entering},
	{Verb: callingUp, As: "MOBILIZE GROUP {unit~group} AT {place" + entering},
	{Verb: callingUp, As: "MOBILIZE GROUP {unit~entry}[{-idle*}][{-arrived}]"},
	{Verb: callingUp, As: "MOBILIZE GROUP {place" + entrance + "~group at}[{-idle*}]"},
	{Verb: callingUp, As: "MOBILIZE GROUP {group|number|friend~entry}[{-idle*}]"},
	{Verb: assigning, Say: []string{"ASSIGN", "HAND OVER", "PUT … UNDER", "PLACE … UNDER", "HAND … OVER",
		"TRANSFER", "PASS", "PASS OVER", "COME UNDER", "SERVE UNDER",
		"TAKE YOUR ORDERS FROM", "TAKE ORDERS FROM", "REPORT FROM NOW ON TO", "ANSWER TO", "OBEY", "BELONG TO"},
		As: "ASSIGN {unit} TO {seat@/to}[{-seat@from}][{-idle*}]", Own: true},
	{Verb: reporting, Say: []string{"REPORT", "SEND A REPORT", "SEND REPORT"}, As: "REPORT TO {seat@/to}"},
	{Verb: spoken.Use, As: "PLAY {card}[ FOR {seat@/to/at}][ AT {place@at}][{-idle*}]"},
	{Verb: spoken.Use, As: "PLAY {card} FOR {mine@/to/at}[{-idle*}]"},
	{Verb: spoken.Move, As: "PLAY {card} FOR {seat@to}"},
	{As: "PLAY {card}[ FOR {seat@/to/at}][ AT {place@at}][{-idle*}]"}, {As: "PLAY {card} FOR {mine@/to/at}[{-idle*}]"},
	{Verb: giving, Say: []string{"GIVE", "LEND"}, As: "ASSIGN {unit} TO {seat@/to}[{-idle*}]", Own: true},
	{Verb: giving, As: "PLAY {card@/of} FOR {seat@/to}[{-number}][{-idle*}]"},
}

// The places where reinforcements enter.
const (
	entrance = "@/at/to/by/from/via"
	entering = entrance + "}[{-idle*}][{-arrived}]"
)

// standingFrames lists the answers to the enemy: after STANDING, and in other words.
var standingFrames = func() (frames []spoken.Frame) {
	frames = []spoken.Frame{
		{Verb: spoken.Withdraw,
			As: "STANDING FALL BACK FROM {unit~where} TO {place@to/towards}{-driven}[{-place@/from~here}]"},
		{Verb: spoken.Withdraw, As: "STANDING FALL BACK FROM {place@/from} TO {place@to/towards}{-driven}"},
		{Verb: spoken.Move,
			As: "STANDING FALL BACK FROM {unit~where} TO {place@to/towards}{-driven}[{-place@/from~here}]"},
		{Verb: spoken.Move, As: "STANDING FALL BACK FROM {place@/from} TO {place@to/towards}{-driven}"},
		{Verb: spoken.Withdraw,
			As: "STANDING AT {unit~where}: WITHDRAW[ TO {place@to/towards}]{-attacked}[{-place@/at~here}]"},
		{Verb: spoken.Withdraw, As: "STANDING AT {place@at/}: WITHDRAW[ TO {place@to/towards}]{-attacked}"},
		{Verb: spoken.Withdraw, As: "STANDING WITHDRAW[ TO {place@to/towards}]{-attacked}"},
		{Verb: spoken.Hold, As: "STANDING AT {unit~where}: HOLD WITH {unit}{-attacked}[{-place@/at~here}]"},
		{Verb: spoken.Hold, As: "STANDING AT {place@at/}: HOLD{-attacked}"},
		{Verb: spoken.Hold, As: "STANDING AT {place@at/}: HOLD WITH {unit}{-attacked}[{-they}]"},
		{Verb: spoken.Hold, Stands: true, As: "HOLD[ WITH {unit}][{-everywhere}][{-idle*}]"},
		{Verb: spoken.Hold, Stands: true, As: "HOLD[{-everywhere}][{-idle*}]"},
		{Verb: spoken.Hold, Stands: true, As: "AT {place@at/}: HOLD[ WITH {unit}]"},
		{Verb: spoken.Hold, Stands: true, As: "AT {place@at/}: HOLD"},
		{Verb: spoken.Withdraw, Stands: true, As: "WITHDRAW[ TO {place@to/towards}][{-everywhere}][{-idle*}]"},
		{Verb: spoken.Withdraw, Stands: true, As: "AT {place@at/from}: WITHDRAW[ TO {place@to/towards}][{-idle*}]"},
		{Verb: spoken.Withdraw, Stands: true,
			As: "AT {place@at/from}: WITHDRAW[ TO {place@to/towards}]{-unit~garrison}[{-idle*}]"},
		{Verb: spoken.Withdraw, Stands: true, As: "FALL BACK FROM {place@from/at} TO {place@to/towards}"},
		{Verb: asks, Stands: true, Say: []string{"ASK", "ASK ME"}, As: "[AT {place@at}: ]ASK[{-everywhere}]"},
		{Verb: asks, As: "STANDING AT {place@at/}: ASK{-attacked}"},
		{Verb: asks, As: "STANDING AT {place@/at/to}: IF {many} OR MORE ASK"},
	}
	frames = append(frames, outnumbered...)
	for _, list := range []struct {
		verb spoken.Verb
		as   string
		say  []string
	}{
		{losesFirst, "LOSSES FIRST {unit}", []string{"LOSSES FROM … FIRST", "LOSSES FIRST", "LOSSES TO … FIRST",
			"TAKE LOSSES FIRST", "TAKE THE FIRST LOSSES", "TAKE THE LOSSES FIRST", "BEAR THE LOSSES FIRST",
			"TAKE LOSSES FROM … FIRST", "TAKE THE LOSSES FROM … FIRST", "TAKE THE FIRST LOSSES FROM",
			"LOSSES GO TO … FIRST", "LOSSES FALL ON … FIRST"}},
		{losesLast, "LOSSES LAST {unit}", []string{"LOSSES FROM … LAST", "LOSSES LAST", "LOSSES TO … LAST",
			"TAKE LOSSES LAST", "TAKE THE LOSSES LAST", "TAKE THE LOSSES FROM … LAST", "TAKE LOSSES FROM … LAST",
			"SPARE"}},
		{leadsUs, "LEAD {unit}[{-attacked}][{-place@/at~here}]", []string{
			"LEAD WITH", "LEAD OUR DEFENCE", "LEAD THE DEFENCE", "LEAD IN DEFENCE"}},
	} {
		frames = append(frames, spoken.Frame{Verb: list.verb, Say: list.say, As: "STANDING " + list.as},
			spoken.Frame{Verb: list.verb, As: list.as, Stands: true})
	}
	return append(frames, spoken.Frame{Verb: laying, As: "RANGE {unit}", Stands: true})
}()

// outnumbered lists the answers to a number of enemies: `if three or more come, give way to the hill, else stand`.
var outnumbered = func() (frames []spoken.Frame) {
	const otherwise = "[ ELSE HOLD{-elsehold|else-hold}[ WITH {else-with*}][{-firm}]]"
	for _, said := range [][2]string{{"IF {blocks@/with/at} OR MORE", "{-attacked}"}, {"IF {many} OR MORE", ""}} {
		many, came := said[0], said[1]
		for _, v := range []spoken.Verb{spoken.Withdraw, spoken.Move} {
			to := "[ TO {place@to/towards}]"
			if v == spoken.Move {
				to = " TO {place@to/towards}"
			}
			frames = append(frames,
				spoken.Frame{Verb: v, As: "STANDING AT {unit~where}: " + many + " WITHDRAW" + to + otherwise + came +
					"[{-place@/at~here}]"},
				spoken.Frame{Verb: v, As: "STANDING AT {place@/at/to}: " + many + " WITHDRAW TO {place@to/towards}" +
					otherwise +
					came + "[{-unit~us}]"},
				spoken.Frame{Verb: v, As: "STANDING AT {place@/at}: " + many + " WITHDRAW" + to + otherwise + came})
		}
		frames = append(frames, spoken.Frame{Verb: spoken.Hold, As: "STANDING AT {unit~where}: " + many +
			" WITHDRAW TO {place@to/towards} ELSE HOLD WITH {unit}{-+withdraw|+move}" + came + "[{-place@/at~here}]"})
	}
	return append(frames,
		spoken.Frame{Verb: spoken.Move,
			As: "STANDING AT {unit~where}: WITHDRAW TO {place@to/towards}{-attacked}[{-place@/at~here}]"},
		spoken.Frame{Verb: spoken.Move, As: "STANDING LEAD {unit}{-defence@/at}"})
}()

// sayings lists phrases with one meaning.
var sayings = spoken.NewPhrasebook([]spoken.Phrase{
	{Kind: "idle", Say: []string{"CARD", "CORPS", "COMMAND", "ORDERS", "WHATEVER/WHOEVER COME/COMES"}},
	{Kind: "halves", Text: "halves", Relative: true, Say: []string{
		"HALF OF? HIS/ITS? BRIGADE/BLOCK/REGIMENT/MEN/STRENGTH?",
		"IN/INTO HALF/HALVES", "INTO/IN TWO EQUAL? HALVES/PARTS", "EQUALLY", "EVENLY"}},
	{Kind: "blocks", Text: "#", Say: []string{"# OR MORE BLOCK/UNIT/BRIGADE/TROOPS?", "# BLOCK/UNIT/BRIGADE OR MORE",
		"AT LEAST # BLOCK/UNIT/BRIGADE?"}},
	{Kind: "blocks", Text: "over #", Relative: true, Say: []string{"MORE THAN # BLOCK/UNIT/BRIGADE?"}},
	{Kind: "many", Text: "from #", Relative: true, Say: []string{suppose +
		"# OR MORE BLOCK/UNIT/BRIGADE? OF? THEM? " + come, suppose + "# OR MORE BLOCK/UNIT/BRIGADE? OF? THEM? " + come +
		" ON/AGAINST/AT/FOR YOU/US/THEM/HIM/IT",
		suppose + "# BLOCK/UNIT/BRIGADE OR MORE OF? THEM? " + come, suppose + "AT LEAST # BLOCK/UNIT/BRIGADE? " +
			come}},
	{Kind: "many", Text: "over #", Relative: true, Say: []string{suppose + "MORE THAN # BLOCK/UNIT/BRIGADE? " + come}},
	{Kind: "elsehold", Say: elseHold()},
	{Kind: "else-stay",
		Say: []string{"IF THEY/ENEMY/HE STAND/HOLD/FIGHT/COME OUT/FORWARD/ON? MEET/FIGHT? HIM/THEM? ,? THEN? HE/THEY? " +
			"STAY/STOP WHERE? HE/THEY?", "OR/ELSE/OTHERWISE STAY/STAYS WHERE? HE/THEY?"}},
	{Kind: "barred", Say: []string{
		"IF/WHEN/SHOULD THEY/ENEMY/HE/IT STAND/HOLD/RESIST AND? FIGHT? FIRM/FAST/GROUND? FOR? IT/THERE?",
		"IF/WHEN/SHOULD THEY/ENEMY/HE/IT BAR/BLOCK WAY/ROAD/PATH",
		"IF/WHEN/SHOULD THEY/ENEMY/HE FIGHT FOR? IT/THERE?"}},
	{Kind: "firm", Say: []string{"NO RETREAT/WITHDRAWAL"}},
	{Kind: "defence", Say: []string{"IN? DEFENCE/DEFENSE", "WHEN/IF WE/THEY? DEFEND"}},
	{Kind: "arrived", Say: []string{"WHEN/ONCE/AS SOON? AS? THEY/HE/IT COME/ARRIVE UP/IN/THERE/HERE/ON?",
		"WHEN/ONCE/AS SOON? AS? THEY/HE/IT ARE/IS/GET UP/IN/THERE/HERE/ON"}},
	{Kind: "foe", Say: []string{"THAT/THIS? #? LONE/SINGLE/UNION/CONFEDERATE/YANKEE/REBEL/ENEMY/FEDERAL/ENEMY'S? " +
		"BLOCK/BLOCKS/BRIGADE/BRIGADES/TROOPS/UNION/CONFEDERATES/YANKEES/REBELS/CAVALRY/INFANTRY/GUNS/BATTERY/ENEMIES/ENEMYS",
		"YANKEE/REBEL"}},
	{Kind: "aid", Say: []string{"TO SUPPORT/HELP/ASSIST/AID/BACK/COVER HIM/THEM/IT", "IN SUPPORT",
		"SUPPORTING/HELPING HIM/THEM/IT?"}},
	{Kind: "group", Text: "#", Say: []string{"REINFORCEMENT/REINFORCEMENTS? GROUP NUMBER? #"}},
	{Kind: "group", Text: "1", Say: []string{"FIRST REINFORCEMENT? GROUP"}},
	{Kind: "group", Text: "2", Say: []string{"SECOND REINFORCEMENT? GROUP"}},
	{Kind: "group", Text: "3", Say: []string{"THIRD REINFORCEMENT? GROUP"}},
	{Kind: "group", Text: "4", Say: []string{"FOURTH REINFORCEMENT? GROUP"}},
	{Kind: "reserve", Say: []string{"RESERVE", "INTO RESERVE", "REAR"}},
	{Kind: "way", Say: []string{"UP/DOWN/ALONG/BY/ON MAIN/HIGH? PIKE/ROAD/TURNPIKE/RAILROAD/TRACK/ROADS"}},
	{Kind: "everywhere", Say: []string{"EVERYWHERE", "ALL ALONG LINE", "IN EVERY PLACE", "ANYWHERE"}},
	{Kind: "least", Text: "#", Say: []string{"WITH? AT LEAST # SP/POINTS/STRENGTH POINTS?",
		"WITH? NO FEWER THAN # SP/POINTS/STRENGTH POINTS?", "NOT WITH FEWER THAN # SP/POINTS/STRENGTH POINTS?",
		"BUT? NOT WITH LESS/FEWER THAN # SP/POINTS/STRENGTH? POINTS?", "NOT IF UNDER # SP/POINTS/STRENGTH? POINTS?",
		"IF THEY/YOU HAVE AT LEAST # SP/POINTS/STRENGTH POINTS?", "WITH # SP/POINTS/STRENGTH POINTS? OR MORE"}},
	{Kind: "last", Say: []string{"AS LONG AS YOU/THEY/HE/POSSIBLE CAN?", "WHILE YOU/THEY/HE CAN",
		"UNTIL/TILL YOU/THEY/HE? DRIVEN/FORCED/PUSHED/THROWN OUT/BACK/OFF/AWAY?", "AS BEST YOU/THEY CAN"}},
	{Kind: "driven", Say: []string{
		"IF/WHEN/ONCE/SHOULD YOU/WE/THEY/HE? DRIVEN/PUSHED/FORCED/THROWN/BEATEN/DISLODGED OUT/BACK/OFF/AWAY? FROM/OF?",
		"IF/WHEN/ONCE/SHOULD YOU/WE/THEY/HE? PRESSED HARD?", "IF/WHEN/ONCE/SHOULD HARD PRESSED",
		"IF/WHEN/ONCE/SHOULD THEY/ENEMY/HE DRIVE/PUSH/FORCE/THROW/BEAT YOU/US/THEM/HIM? OUT/BACK/OFF/AWAY? FROM/OF?",
		"IF/WHEN/ONCE/SHOULD YOU/WE/THEY/HE LOSE"}},
	{Kind: "attacked", Say: []string{"IF/WHEN/ONCE/SHOULD YOU/WE/THEY/HE? ATTACKED/ASSAULTED/CHARGED",
		"IF/WHEN/ONCE/SHOULD THEY/ENEMY/HE COME/ATTACK/ADVANCE UP/DOWN/OUT/FORWARD? ON/AGAINST/AT? YOU/US/THEM/HIM?",
		suppose + "ANYBODY/ANYONE/SOMEBODY/ANYTHING/WHOEVER AT? ALL? COME/ATTACK/ADVANCE UP/DOWN/OUT/FORWARD? ON/AGAINST/AT? YOU/US/THEM/HIM/IT?"}},
}...)

// suppose starts a clause about an enemy who may come; come holds its verbs.
const (
	suppose = "BUT? IF/WHEN/WHENEVER/ONCE/SHOULD/AS SOON? AS? "
	come    = "COME/COMES/ATTACK/ATTACKS/ADVANCE/ADVANCES/APPEAR/APPEARS"
)

// elseHold returns the phrases for standing if fewer come.
func elseHold() (say []string) {
	for _, begins := range []string{"BUT? IF THERE? FEWER/LESS",
		"BUT? WITH/AGAINST FEWER/LESS",
		"BUT? WITH/AGAINST FEWER/LESS THAN THAT", "BUT? IF THEY COME WITH? FEWER/LESS", "BUT? IF FEWER/LESS COME"} {
		for _, does := range []string{"HOLD/STAND/STAY/FIGHT FAST/FIRM/GROUND/HERE?", "FIGHT IT OUT"} {
			say = append(say, begins+" ,? THEY/WE/YOU/HE/I? "+does)
		}
	}
	return say
}
