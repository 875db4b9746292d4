package fieldcommand

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator/grammar"
	"galloper/adjudicator/rules"
	"galloper/orders"
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
	Wants: map[string]string{":": "a colon after the units", "TOWARD": "TOWARD loc", "AT": "AT loc",
		"INTO": "INTO and figures such as 2, 1"},
	Stops: stops, Branch: readAddressed,
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
			"AT LEAST n after any field command: only with that many strength points.",
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
				r.Forbid(r.First, toYourself, "another seat of your side; what you know is in your own report")
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
			r.Refuse(r.Begin, badCondition, "a field order after THEN")
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

var slots = []grammar.Kind[*parser]{
	locales("loc", func(locale int) int { return locale }, func(locale int) int { return locale }),
	locales("spot", reserveOf, func(p Position) int { return p.Locale }),
	grammar.Names[*parser, int]{Kind: "unit", Want: "a unit of yours", Missing: missingUnit,
		Sets: func(k *parser) []*orders.Names { return []*orders.Names{k.units} },
		Of:   func(k *parser, id string, _ *orders.Names) int { return k.s.unitIndex(id) },
		Text: func(k *parser, u int) string { return k.s.Units[u].ID }},
	grammar.Names[*parser, int]{Kind: "seat", Want: "a seat of your own side", Missing: unknownName, Foiled: notYours,
		Sets:  func(k *parser) []*orders.Names { return []*orders.Names{k.seats} },
		Foils: func(k *parser) []*orders.Names { return []*orders.Names{k.foes} },
		Of:    func(k *parser, id string, _ *orders.Names) int { return k.b.Seat(id).Or(-1) },
		Text:  func(k *parser, seat int) string { return k.b.Commands[seat].ID }},
	grammar.Names[*parser, int]{Kind: "card", Want: "a card", Missing: unknownName,
		Sets: func(k *parser) []*orders.Names { return []*orders.Names{k.cards} },
		Of:   func(k *parser, id string, _ *orders.Names) int { return k.b.Sides[k.side].card(id) },
		Text: func(k *parser, c int) string { return k.b.Sides[k.side].Cards[c].ID }},
	unitsKind("any", false), unitsKind("mine", true), unitsKind("leads", false, Infantry, Cavalry),
	unitsKind("guns", false, Artillery), unitsKind("horse", false, Cavalry),
	unitsKind("leaders", true, Infantry, Cavalry), unitsKind("batteries", true, Artillery),
	groupKind("group", readGroup), groupKind("names", readNames),
	groupKind("troops", func(r *reader) group { return group{Units: readUnits(r, false)} }),
	groupKind("recipients", func(r *reader) group {
		r.Desk.recipients = readUnits(r, true)
		return group{Units: r.Desk.recipients}
	}),
	grammar.Value[*parser, Position]{Kind: "approach",
		Read:  func(r *reader) Position { p, _ := readPosition(r); return p },
		At:    atApproach,
		Text:  func(k *parser, p Position) string { return k.b.positionText(p) },
		Prose: func(k *parser, p Position) string { return k.b.positionProse(p) },
		Some: func(k *parser, pick func(int) int) string {
			e := &k.b.Boundaries[pick(len(k.b.Boundaries))]
			return k.b.positionText(Position{e.Ends[0], e.Ends[1]})
		}},
	numberKind("reserves", 0, badNumber, "the number of a reinforcement group"),
	numberKind("blocks", 1, badNumber, "a number of blocks"),
	numberKind("n", 0, badCondition, "a number"),
	numberKind("points", 1, badNumber, "strength points of 1 or more"),
	grammar.Value[*parser, int]{Kind: "count", At: atCount, Prose: func(_ *parser, n int) string { return inWords(n) },
		Read: func(r *reader) int { return grammar.Number[*parser]{Bad: badCondition, Want: "a number"}.Read(r) },
		Text: func(_ *parser, n int) string { return strconv.Itoa(n) },
		Some: func(_ *parser, pick func(int) int) string { return strconv.Itoa(1 + pick(4)) }},
	grammar.Value[*parser, []int]{Kind: "figures", Read: readFigures,
		Text:  func(_ *parser, list []int) string { return strings.Join(rules.Texts(list, strconv.Itoa), ", ") },
		Prose: func(_ *parser, list []int) string { return grammar.Listed(rules.Texts(list, inWords)) },
		Some:  func(*parser, func(int) int) string { return "2, 1" }},
	grammar.Value[*parser, string]{Kind: "text", Text: func(_ *parser, text string) string { return text },
		Read: func(r *reader) string {
			r.Rest()
			return r.Desk.text
		},
		Some: func(*parser, func(int) int) string { return "hold on" }},
}

// locales returns a slot for locales, which the order stores as V.
func locales[V any](kind string, of func(locale int) V, at func(V) int) grammar.Kind[*parser] {
	return grammar.Names[*parser, V]{Kind: kind, Want: "a locale", Missing: missingPlace, Repeats: true,
		Sets: func(k *parser) []*orders.Names { return []*orders.Names{k.locales} },
		Of:   func(k *parser, id string, _ *orders.Names) V { return of(k.b.locale(id)) },
		Text: func(k *parser, v V) string { return k.b.Locales[at(v)].ID },
		Then: func(r *reader, v V, _ *orders.Names, where orders.Word) {
			if _, seen := r.Desk.places[at(v)]; !seen {
				r.Desk.places[at(v)] = where
			}
		}}
}

// numberKind returns a slot for numbers. Sentences spell them out, because digits name locales.
func numberKind(kind string, least int, bad, want string) grammar.Kind[*parser] {
	number := grammar.Number[*parser]{Least: least, Bad: bad, Want: want}
	read := number.Read
	if kind == "reserves" { // a seat without the right to call any learns that first
		read = func(r *reader) int {
			mark := r.Mark()
			_, figure := r.Int()
			r.Back(mark)
			if !r.Desk.b.Commands[r.Desk.seat].Army && !figure && grammar.Numeral(r.Peek().Fold) == 0 {
				r.Refuse(r.Here(), notArmy, armyWanted)
			}
			return number.Read(r)
		}
	}
	return grammar.Value[*parser, int]{Kind: kind, Read: read,
		Text:  func(_ *parser, n int) string { return strconv.Itoa(n) },
		Prose: func(_ *parser, n int) string { return inWords(n) },
		Some:  func(_ *parser, pick func(int) int) string { return strconv.Itoa(1 + pick(4)) }}
}

// unitsKind returns a slot for units: of the side, or only those the seat commands (mine), of the given arms or of any.
func unitsKind(kind string, mine bool, arms ...Kind) grammar.Kind[*parser] {
	return grammar.Value[*parser, []int]{Kind: kind,
		Read:  func(r *reader) []int { return readUnits(r, mine, arms...) },
		Text:  func(k *parser, list []int) string { return strings.Join(k.s.ids(list), ", ") },
		Prose: (*parser).unitNames, Some: (*parser).someUnit}
}

func groupKind(kind string, read func(*reader) group) grammar.Kind[*parser] {
	return grammar.Value[*parser, group]{Kind: kind, Read: read, Text: (*parser).groupText, Prose: (*parser).groupProse,
		Some: (*parser).someUnit}
}

func (k *parser) someUnit(pick func(int) int) string {
	all := k.units.All()
	return all[pick(len(all))].ID
}

// readUnits reads units of the side, each named once. arms lists the kinds allowed, in the wording of wrong-arm;
// without arms, any kind is.
func readUnits(r *reader, mine bool, arms ...Kind) (list []int) {
	k := r.Desk
	for !r.Failed() {
		if r.Done() || r.At(stops...) {
			r.Refuse(r.Here(), missingUnit, "a unit of yours")
			break
		}
		at := r.Peek()
		u := k.s.unitIndex(r.Name(k.units))
		if u < 0 {
			break
		}
		switch {
		case slices.Contains(list, u):
			r.Forbid(at, twiceNamed, "each unit once")
		case mine && !k.s.commands(k.seat, u):
			r.Forbid(at, notYours, "a unit that you command")
		}
		if kind := k.s.Units[u].Kind; len(arms) > 0 && !slices.Contains(arms, kind) {
			r.Forbid(at, wrongArm, "one of "+armsText(arms)+"; "+k.s.Units[u].ID+" is "+string(kind))
		}
		list = append(list, u)
		if !r.More() {
			break
		}
	}
	return list
}

func armsText(arms []Kind) string {
	words := make([]string, len(arms))
	for i, a := range arms {
		words[i] = string(a)
	}
	return strings.Join(words, ", ")
}

// commands reports whether a seat commands a unit. An army seat also commands any unit of its side in the locale where
// its commander began the turn (§H3.4).
func (s *State) commands(seat, unit int) bool {
	u, c := &s.Units[unit], &s.b.Commands[seat]
	return u.Seat == seat || c.Army && u.Side == c.Side && u.onMap() && s.Seats[seat].Began.Is(u.At.Locale)
}

// armsOf lists the kinds that a verb may be given to.
var armsOf = map[string][]Kind{
	verbBombard: {Artillery}, verbLimber: {Artillery}, verbRange: {Artillery}, verbSpike: {Artillery},
	verbCharge: {Cavalry}, verbCavalryMarch: {Cavalry},
	verbMerge: {Infantry, Cavalry}, verbSplit: {Infantry, Cavalry}, "reorganize": {Infantry, Cavalry},
	verbRally: {Infantry},
}

// readNames reads the units of an order without ALL. It takes those of TO if the order names none.
func readNames(r *reader) group {
	k, arms := r.Desk, armsOf[verbOf(r.Row.(*order).Row)]
	if k.recipients == nil || !r.Done() && !r.At(stops...) {
		return group{Units: readUnits(r, true, arms...)}
	}
	for _, u := range k.recipients {
		if len(arms) > 0 && !slices.Contains(arms, k.s.Units[u].Kind) {
			r.Forbid(r.Begin, wrongArm, "one of "+armsText(arms))
		}
	}
	return group{Units: slices.Clone(k.recipients)}
}

// readGroup reads `name[, name…]`, or `ALL [INFANTRY|CAVALRY|ARTILLERY] AT pos`.
func readGroup(r *reader) (g group) {
	at := r.Here()
	if !r.Accept("ALL") {
		return readNames(r)
	}
	g.All = true
	switch r.AcceptOf("INFANTRY", "CAVALRY", "ARTILLERY", "GUNS") {
	case "INFANTRY":
		g.Kind = Infantry
	case "CAVALRY":
		g.Kind = Cavalry
	case "ARTILLERY", "GUNS":
		g.Kind = Artillery
	}
	arms := armsOf[verbOf(r.Row.(*order).Row)]
	if g.Kind != Unknown && len(arms) > 0 && !slices.Contains(arms, g.Kind) {
		r.Forbid(at, wrongArm, "one of "+armsText(arms))
	}
	if g.At = Nowhere; !r.At("AT LEAST") && r.Accept("AT") {
		g.At, g.Explicit = readPosition(r)
	}
	return g
}

// readPosition reads `town`, `town/hill` or `RESERVE OF town`. named is false for a locale alone.
func readPosition(r *reader) (p Position, named bool) {
	named = r.Accept("RESERVE OF", "RESERVE AT", "RESERVE IN")
	p = reserveOf(readLocale(r))
	if r.Failed() || named || !r.Accept("/") {
		return p, named
	}
	b, at := r.Desk.b, r.Here()
	if p.Toward = readLocale(r); !r.Failed() && !b.passable(p.Locale, p.Toward) {
		r.RefuseAt(at, unknownName, "a locale that one can cross to from "+b.Locales[p.Locale].ID,
			b.localeTexts(b.neighbours(p.Locale))...)
	}
	return p, true
}

func readLocale(r *reader) int {
	if r.Done() || r.At(stops...) {
		r.Refuse(r.Here(), missingPlace, "a locale")
		return -1
	}
	at := r.Here()
	locale := r.Desk.b.locale(r.Name(r.Desk.locales))
	r.Desk.places[locale] = at
	return locale
}

// atApproach reports whether `town/hill` comes next.
func atApproach(r *reader) bool {
	mark := r.Mark()
	defer r.Back(mark)
	return !r.Done() && r.TryName(r.Desk.locales) != "" && r.At("/")
}

// atCount reports whether `n OR MORE` comes next. A locale may have a number as its name.
func atCount(r *reader) bool {
	mark := r.Mark()
	defer r.Back(mark)
	if _, ok := r.Int(); !ok && grammar.Numeral(r.Next().Fold) == 0 {
		return false
	}
	return r.At("OR MORE")
}

// readFigures reads `2, 1`, also written `2+1`.
func readFigures(r *reader) (list []int) {
	for figure := (grammar.Number[*parser]{Bad: badNumber, Want: "figures such as 2, 1"}); !r.Failed(); {
		list = append(list, figure.Read(r))
		if !r.More() && !r.Accept("+") {
			break
		}
	}
	if len(list) < 2 || len(list) > 3 {
		r.Refuse(r.Here(), badNumber, "two or three figures")
	}
	return list
}

// groupText returns the names, or text such as `ALL INFANTRY AT seminary`.
func (k *parser) groupText(g group) string {
	if !g.All {
		return strings.Join(k.s.ids(g.Units), ", ")
	}
	text := "ALL "
	if g.Kind != Unknown {
		text += strings.ToUpper(string(g.Kind)) + " "
	}
	if g.Explicit && g.At.Reserve() {
		text += "AT RESERVE OF "
	} else {
		text += "AT "
	}
	return text + k.b.positionText(g.At)
}

func (k *parser) groupProse(g group) string {
	if !g.All {
		return k.unitNames(g.Units)
	}
	text := "all troops"
	if g.Kind != Unknown {
		text = "all " + string(g.Kind)
	}
	switch {
	case !g.At.Reserve():
		text += " on "
	case g.Explicit:
		text += " in reserve at "
	default:
		text += " at "
	}
	return text + k.b.positionProse(g.At)
}

func (b *Battle) positionProse(p Position) string {
	if p.Reserve() {
		return b.written(p.Locale)
	}
	return "the approach of " + b.written(p.Locale) + " that faces " + b.written(p.Toward)
}

func (k *parser) unitNames(list []int) string {
	return grammar.Listed(rules.Texts(list, func(u int) string {
		if name := k.s.Units[u].Name; name != "" {
			return name
		}
		return k.s.Units[u].ID
	}))
}

// inWords spells out a number for a sentence.
func inWords(n int) string {
	words := []string{"none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
		"twelve"}
	if n < 0 || n >= len(words) {
		return strconv.Itoa(n)
	}
	return words[n]
}
