package fieldcommand

import (
	"slices"

	"galloper/adjudicator/grammar"
)

// The receipt's reasons for refusing an order (section f).
const (
	unknownOrder  = "unknown-order"
	trailingWords = "trailing-words"
	missingUnit   = "missing-unit"
	missingPlace  = "missing-place"
	badNumber     = "bad-number"
	badCondition  = "bad-condition"
	unknownName   = "unknown-name"
	ambiguousName = "ambiguous-name"
	twiceNamed    = "twice-named"
	notYours      = "not-yours"
	wrongArm      = "wrong-arm"
	groupTooLarge = "group-too-large"
	notYourTurn   = "not-your-turn"
	notArmy       = "not-army"
	notInHand     = "not-in-hand"
	cardLimit     = "card-limit"
	needsPlace    = "needs-place"
	noCards       = "no-cards"
	noSuchGroup   = "no-such-group"
	noLetters     = "no-letters"
	noPerson      = "no-person"
	toYourself    = "to-yourself"
	cannotSee     = "cannot-see"
)

// The parts that several orders share.
const (
	along  = "{group} [VIA/THROUGH {via:loc…}] ?TO/INTO/ON/AGAINST/ONTO "
	deploy = " [DEPLOY [{deployed:horse}] TOWARD/TOWARDS {toward:loc}]" + least
	least  = " [AT LEAST {least:points} (SP/STRENGTH POINTS/POINTS/STRENGTH)]"
	led    = " [LED BY {led:leads}]"
	backed = " [SUPPORTED BY {supported:guns}]"

	detour   = " [by way of {via:loc…}]"
	deployed = " [, and <{deployed:horse} | the cavalry> will stand toward {toward:loc}]" + enough
	enough   = " [, if they have {least:points} or more strength points]"
	leading  = " [, led by {led:leads}]"
	backing  = " [, supported by {supported:guns}]"
	orElse   = " [ELSE SECURE=, and take the approach if the enemy bars the way | ELSE STAY=, and stay if the enemy " +
		"bars the way]"
)

// language is the order language (section f).
var language = grammar.Grammar[*parser, order]{
	Head: "[IF {if:cond} THEN]", HeadMeans: "[if {if:cond}:]",
	Refusals: []string{unknownOrder, trailingWords, missingUnit, missingPlace, badNumber, badCondition, unknownName,
		ambiguousName, twiceNamed, notYours, wrongArm, groupTooLarge, notYourTurn, notArmy, notInHand, cardLimit,
		needsPlace, noCards, noSuchGroup, noLetters, noPerson, toYourself, cannotSee},
	Unknown: unknownOrder, Ambiguous: ambiguousName, BadNumber: badNumber,
	Incomplete:  badCondition, // each row names what else can be missing
	Left:        trailingWords,
	UnknownWant: "an order such as ADVANCE, ASSAULT, MANEUVER, MARCH or STANDING; HELP lists them",
	Wants: map[string]string{":": "a colon behind the units", "TOWARD": "TOWARD loc", "AT": "AT loc",
		"INTO": "INTO and figures such as 2, 1"},
	Stops: stops, Branch: within,
	Continues: []string{"AGAINST", "THROUGH", "TOWARD", "FROM"},
	Keywords: []string{"TO", "INTO", "ON", "ONTO", "AGAINST", "WITH", "VIA", "THROUGH", "TOWARD", "TOWARDS", "ELSE",
		"THEN", "IF", "AT", "FROM", "FOR", "DEPLOY", "LED BY", "SUPPORTED BY"},
	Fillers: []string{"THE"},
	Kinds:   append(slices.Clip(slots), conditions, standing),
	Verbs:   slices.Concat(fieldRows, staffRows, paperRows),
}.Compile()

// stops lists the words that end the search for a name or place.
var stops = []string{"TO", "INTO", "ON", "AGAINST", "WITH", "VIA", "THROUGH", "BY", "TOWARD", "ELSE", "THEN", "AT",
	"FROM", "FOR", "DEPLOY", "LED BY", "SUPPORTED BY", ",", "/", ":"}

// fieldRows holds the field commands and the orders listed with them.
var fieldRows = []grammar.Verb[*parser, order]{
	{Name: "ADVANCE", Form: along + "{to:loc}" + deploy, Grammar: "ADVANCE group TO loc [deploy]", Bad: missingPlace,
		Help:    "Over an approach that you secure, into a locale whose own approach the enemy has left open.",
		Example: "ADVANCE archer TO 15", Means: "{group} will advance to {to:loc}" + deployed},
	{Name: "ASSAULT", Say: []string{"STORM"}, Form: "{to:loc} ?WITH {group}" + led + backed + deploy, Bad: missingPlace,
		Grammar: "ASSAULT loc WITH group [LED BY names] [SUPPORTED BY names] [deploy]",
		Help:    "Over an approach that you secure, against one that the enemy secures.",
		Example: "ASSAULT 15 WITH archer, pegram LED BY archer SUPPORTED BY pegram",
		Means:   "{group} will assault {to:loc}" + leading + backing + deployed},
	{Name: "BOMBARD", Say: []string{"SHELL"}, Form: "{to:loc} ?WITH {group}" + least, Grammar: "BOMBARD loc WITH group",
		Help: "With ranging guns, more of them than the enemy ranges there.", Bad: missingPlace,
		Example: "BOMBARD 15 WITH ALL ARTILLERY AT 14", Means: "{group} will bombard {to:loc}" + enough},
	{Name: "CHARGE", Form: "{to:loc} [VIA/THROUGH {via:loc…}] ?WITH {group}" + led + deploy, Bad: missingPlace,
		Grammar: "CHARGE loc [VIA loc] WITH group [LED BY names] [deploy]",
		Help:    "Cavalry, from a reserve over one locale into the next.", Example: "CHARGE 15 VIA 16 WITH devin",
		Means: "{group} will charge {to:loc}" + detour + leading + deployed},
	{Name: "MANEUVER", Say: []string{"MANOEUVRE", "MANEUVRE"}, Bad: missingPlace,
		Form:    along + "{to:loc} [ELSE SECURE | ELSE STAY]" + deploy,
		Grammar: "MANEUVER group TO loc [ELSE SECURE | ELSE STAY] [deploy]",
		Help:    "From a reserve against an open approach; the enemy secures it or gives way.",
		Example: "MANEUVER davis TO 9 ELSE STAY", Means: "{group} will maneuver against {to:loc}" + orElse + deployed},
	{Name: "ATTACK", Form: "{to:loc} ?WITH {group}" + led + backed + " [ELSE SECURE | ELSE STAY]" + deploy,
		Grammar: "ATTACK loc WITH group", Bad: missingPlace,
		Help:    "Assault, advance or maneuver, as the group stands and the approach is held.",
		Example: "ATTACK 9 WITH davis",
		Means: "{group} will attack {to:loc}, by whichever of assault, advance and maneuver fits" + leading + backing +
			orElse + deployed},
	{Name: "TAKE", Form: "{to:loc} ?WITH {group}" + led + backed + deploy, Bad: missingPlace,
		Grammar: "TAKE loc WITH group [AT LEAST n]", Example: "TAKE 9 WITH davis AT LEAST 3",
		Help: "As it turns out: a march where the enemy is not, else an attack, or the way to the approach for one. " +
			"AT LEAST n, behind any field command: only with so many strength points.",
		Means: "{group} will take {to:loc}, by a march if no enemy is there and else by an attack" + leading + backing +
			deployed},
	{Name: "CAVALRY MARCH", Form: along + "{to:loc}" + deploy, Grammar: "CAVALRY MARCH group [VIA loc] TO loc [deploy]",
		Help: "Two locales, roads or none.", Example: "CAVALRY MARCH devin VIA 10 TO 17", Bad: missingPlace,
		Means: "{group} will ride" + detour + " to {to:loc}" + deployed},
	{Name: "FIELD MARCH", Form: along + "{to:loc}" + deploy, Grammar: "FIELD MARCH group TO loc [deploy]",
		Help: "To an adjacent locale that the enemy does not hold.", Example: "FIELD MARCH pettigrew TO 14",
		Bad: missingPlace, Means: "{group} will march" + detour + " to {to:loc}" + deployed},
	{Name: "LOCAL MARCH", Form: along + "<RESERVE | APPROACH/APPROACH TO {to:loc}>" + deploy, Bad: missingPlace,
		Grammar: "LOCAL MARCH group TO RESERVE | TO APPROACH loc [deploy]", Help: "Within a locale.",
		Example: "LOCAL MARCH davis TO APPROACH 9",
		Means:   "{group} will go" + detour + " " + inPlace + ">" + deployed},
	{Name: "SECURE", Form: "{to:loc} ?WITH {group}" + deploy, Grammar: "SECURE loc WITH group", Bad: missingPlace,
		Help: "The local march to the approach that faces loc.", Example: "SECURE 9 WITH davis",
		Then: localMarch(goalApproach)},
	{Name: "FALL BACK", Form: "{group}" + deploy, Grammar: "FALL BACK group", Help: "The local march to the reserve.",
		Example: "FALL BACK archer", Bad: missingPlace, Then: localMarch(goalReserve)},
	{Name: "ROAD MARCH", Form: along + "{to:loc}" + deploy, Bad: missingPlace,
		Grammar: "ROAD MARCH group [VIA loc[, loc …]] TO loc [deploy]",
		Help:    "Two locales by road, three by main road or railroad bed.",
		Example: "ROAD MARCH pettigrew VIA 14 TO 15",
		Means:   "{group} will march by road" + detour + " to {to:loc}" + deployed},
	{Name: "MARCH", Say: []string{"MOVE"}, Form: along + "<RESERVE | APPROACH/APPROACH TO {to:loc} | {to:loc}>" + deploy,
		Grammar: "MARCH group [VIA …] TO loc | RESERVE | APPROACH loc [deploy]", Help: "The march that fits.",
		Example: "MARCH pettigrew TO 14", Bad: missingPlace,
		Means: "{group} will march" + detour + " " + inPlace + " | to {to:loc}>" + deployed},
	{Name: "HOLD", Form: "{group}", Help: "Does nothing; says that you mean it.", Example: "HOLD davis",
		Bad: missingPlace, Means: "{group} will stay where they are"},
	{Name: "WAIT", Help: "Passes one step, so that others go before you.", Example: "WAIT",
		Means: "We let one step pass"},
}

// inPlace describes a march within a locale in a sentence.
const inPlace = "<RESERVE=into the reserve | APPROACH=to the approach that faces {to:loc}"

// staffRows holds the staff commands and those of preparation and administration.
var staffRows = []grammar.Verb[*parser, order]{
	{Name: "LIMBER", Form: "{group:names}", Help: "Ranging guns may march again.", Example: "LIMBER pegram",
		Means: "{group:names} will limber up"},
	{Name: "RANGE", Say: []string{"UNLIMBER"}, Form: "{group:names}", Example: "RANGE pegram",
		Help: "Guns on an approach are laid, ready to bombard.", Means: "{group:names} will unlimber and find the range"},
	{Name: "SPIKE", Form: "{group:names}", Help: "Destroys your own guns.", Example: "SPIKE mcintosh",
		Means: "{group:names} will be spiked"},
	{Name: "MERGE", Form: "{group:names}", Grammar: "MERGE a, b", Help: "Two units of 1 SP become one of 2.",
		Example: "MERGE archer, brockenbrough", Then: pair, Means: "{group:names} will become one unit"},
	{Name: "SPLIT", Form: "{group:names} INTO {figures}", Grammar: "SPLIT a INTO n, n[, n]", Bad: badNumber, Then: single,
		Help: "A unit becomes several.", Example: "SPLIT pettigrew INTO 2, 1",
		Means: "{group:names} will be split into units of {figures}"},
	{Name: "REORGANIZE", Say: []string{"REORGANISE"}, Form: "{group:names} [INTO {figures}]",
		Grammar: "REORGANIZE a, b | a INTO n, n", Help: "MERGE or SPLIT.", Example: "REORGANIZE pettigrew INTO 2, 1",
		Then: func(r *reader, o *order) {
			if o.Row = "MERGE"; o.Figures != nil {
				o.Row = "SPLIT"
				single(r, o)
				return
			}
			pair(r, o)
		}},
	{Name: "RALLY", Form: "{group}", Grammar: "RALLY a, b | RALLY ALL AT loc", Bad: missingPlace,
		Help: "Two disrupted units become infantry of 1 SP.", Example: "RALLY archer, brockenbrough",
		Then: func(r *reader, o *order) {
			if !o.Group.All {
				pair(r, o)
			}
		}, Means: "{group} will rally together"},
	{Name: "MOBILIZE", Say: []string{"MOBILISE"}, Form: "?GROUP {number:reserves} AT {to:loc}", Bad: missingPlace,
		Help: "A reinforcement group enters.", Example: "MOBILIZE GROUP 1 AT 7", Then: mobilizing,
		Grammar: "MOBILIZE GROUP n AT loc", Means: "Reinforcement group {number:reserves} will enter at {to:loc}"},
	{Name: "PLAY", Form: "{card} [FOR {seat}] [AT {to:loc}]", Help: playHelp, Example: "PLAY orders FOR confederate.iii",
		Then: playing, Means: "The card {card} will be played [for {seat}] [at {to:loc}]"},
}

// paperRows holds the orders that move no unit by themselves.
var paperRows = []grammar.Verb[*parser, order]{
	{Name: "RIDE", Form: "<WITH {with:unit} | TO {to:loc} | {to:loc}>", Grammar: "RIDE TO loc | RIDE WITH unit",
		Help: "You ride yourself.", Example: "RIDE TO 13", Bad: missingPlace,
		Then: func(r *reader, _ *order) {
			if k := r.Desk; k.s.Seats[k.seat].At.None() {
				r.Forbid(r.Begin, noPerson, "a commander who is on the map")
			}
		}, Means: "You will ride <with {with:unit} | to {to:loc}>"},
	{Name: "ASSIGN", Form: "{group:troops} TO {seat}", Grammar: "ASSIGN names TO seat", Bad: unknownName, Then: armyOnly,
		Help: "The units are under that seat once it has been told.", Example: "ASSIGN davis TO confederate.ii",
		Means: "{group:troops} will come under {seat}"},
	{Name: "REPORT", Form: "?TO {seat}", Grammar: "REPORT TO seat", Help: "Sends what you know of the field.",
		Example: "REPORT TO confederate.army", Then: func(r *reader, o *order) {
			if o.Seat.Is(r.Desk.seat) {
				r.Forbid(r.First, toYourself, "another seat of your side; what you know stands in your own report")
			}
		}, Means: "{seat} will be sent what you know of the field"},
	{Name: "TO", Form: "{group:recipients}", Grammar: "TO unit[, unit …]: order | TO seat: order or text",
		Help: "By courier.", Example: "TO davis: FIELD MARCH TO 9", Read: readTo},
	{Name: "TO SEAT", Form: "TO {seat} ?: {text}", Bare: true, Hidden: true, Means: "{seat} is told: {text}"},
	{Name: "TO UNITS", Form: "TO {group:recipients} : {inner:order}", Bare: true, Hidden: true, Bad: missingUnit,
		Means: "{inner:order}"},
	{Name: "LETTER TO", Form: "{seats:seat…}", Hidden: true},
	{Name: "IF", Form: "{text}", Grammar: "IF cond [AND cond] THEN order",
		Example: "IF 9 IS EMPTY THEN FIELD MARCH davis TO 9",
		Read: func(r *reader, _ *order) { // the first one is the grammar's head
			r.Refuse(r.Begin, badCondition, "a field order behind THEN")
		}},
	{Name: "STANDING", Form: "{standing}", Grammar: "STANDING [AT loc:] [IF n OR MORE] HOLD|WITHDRAW|ASK …",
		Help: "Your answer to the enemy, until replaced.", Means: "{standing}",
		Example: "STANDING AT 15: IF 3 OR MORE WITHDRAW TO 16 ELSE HOLD WITH meredith"},
	{Name: "CANCEL STANDING", Hidden: true, Then: func(_ *reader, o *order) {
		o.Row, o.Standing = "STANDING", standingOrder{Kind: standNone}
	}},
}

// playHelp explains the printed deck. A report explains each card in hand by its scenario's figures.
const playHelp = `The army's commander plays one card a turn, before the commands.
FOR a seat, your own where none is named:
orders: it has 1 more of its commands carried out this turn
steel: 1 more in its next assault, or charge that is defended
forced: its next road march may enter 1 locale more
colors: its next rally needs no ready unit nearby
guns: 1 more for the guns of its next bombardment
AT a locale:
works: 1 more for your defence there until your side's next turn
For the side:
steady: its next retreat costs no morale by itself
horses: its couriers have twice their points when they next ride`

// verbPhrases lists all phrases that can begin an order.
var verbPhrases = func() (list []string) {
	for _, v := range language.Language().Verbs {
		list = append(list, v.Words...)
	}
	return list
}()
