package fieldcommand

import "galloper/orders"

// verbs are the orders that a player can write (section f).
var verbs = []orders.Verb{
	{Words: []string{"ADVANCE"}, Grammar: "ADVANCE group TO loc [deploy]",
		Help: "Over an approach that you secure, into a locale whose own approach the enemy has left open. " +
			"Example: ADVANCE lane, davis TO town"},
	{Words: []string{"ASSAULT", "STORM"}, Grammar: "ASSAULT loc WITH group [LED BY names] [SUPPORTED BY names] [deploy]",
		Help: "Over an approach that you secure, against one that the enemy secures. " +
			"Example: ASSAULT town WITH lane, davis, pegram LED BY lane SUPPORTED BY pegram"},
	{Words: []string{"BOMBARD", "SHELL"}, Grammar: "BOMBARD loc WITH group",
		Help: "With ranging guns, more of them than the enemy ranges there. " +
			"Example: BOMBARD hill WITH ALL ARTILLERY AT town"},
	{Words: []string{"CHARGE"}, Grammar: "CHARGE loc [VIA loc] WITH group [LED BY names] [deploy]",
		Help: "Cavalry, from a reserve over one locale into the next. Example: CHARGE hill VIA town WITH gamble"},
	{Words: []string{"MANEUVER", "MANOEUVRE", "MANEUVRE"},
		Grammar: "MANEUVER group TO loc [ELSE SECURE | ELSE STAY] [deploy]",
		Help: "From a reserve against an open approach; the enemy secures it or gives way. " +
			"Example: MANEUVER stone TO seminary ELSE STAY"},
	{Words: []string{"ATTACK"}, Grammar: "ATTACK loc WITH group",
		Help: "Assault, advance or maneuver, as the group stands and the approach is held. Example: ATTACK town WITH lane"},
	{Words: []string{"CAVALRY MARCH"}, Grammar: "CAVALRY MARCH group [VIA loc] TO loc [deploy]",
		Help: "Two locales, roads or none. Example: CAVALRY MARCH gamble VIA town TO cut"},
	{Words: []string{"FIELD MARCH"}, Grammar: "FIELD MARCH group TO loc [deploy]",
		Help: "To an adjacent locale that the enemy does not hold. Example: FIELD MARCH davis TO cut"},
	{Words: []string{"LOCAL MARCH"}, Grammar: "LOCAL MARCH group TO RESERVE | TO APPROACH loc [deploy]",
		Help: "Within a locale. Example: LOCAL MARCH stone TO APPROACH seminary"},
	{Words: []string{"SECURE"}, Grammar: "SECURE loc WITH group",
		Help: "The local march to the approach that faces loc. Example: SECURE seminary WITH stone"},
	{Words: []string{"FALL BACK"}, Grammar: "FALL BACK group",
		Help: "The local march to the reserve. Example: FALL BACK stone"},
	{Words: []string{"ROAD MARCH"}, Grammar: "ROAD MARCH group [VIA loc[, loc …]] TO loc [deploy]",
		Help: "Two locales by road, three by main road or railroad bed. Example: ROAD MARCH ewell1 VIA seminary TO cut"},
	{Words: []string{"MARCH", "MOVE"}, Grammar: "MARCH group [VIA …] TO loc | RESERVE | APPROACH loc [deploy]",
		Help: "The march that fits. Example: MARCH davis TO cut"},
	{Words: []string{"HOLD"}, Grammar: "HOLD group", Help: "Does nothing; says that you mean it."},
	{Words: []string{"WAIT"}, Grammar: "WAIT", Help: "Passes one step, so that others go before you."},
	{Words: []string{"LIMBER"}, Grammar: "LIMBER names", Help: "Ranging guns may march again. Example: LIMBER pegram"},
	{Words: []string{"RANGE", "UNLIMBER"}, Grammar: "RANGE names",
		Help: "Guns on an approach are laid, ready to bombard. Example: RANGE calef"},
	{Words: []string{"SPIKE"}, Grammar: "SPIKE names", Help: "Destroys your own guns. Example: SPIKE calef"},
	{Words: []string{"MERGE"}, Grammar: "MERGE a, b",
		Help: "Two units of 1 SP become one of 2. Example: MERGE lane, davis"},
	{Words: []string{"SPLIT"}, Grammar: "SPLIT a INTO n, n[, n]", Help: "Example: SPLIT lane INTO 2, 1"},
	{Words: []string{"REORGANIZE", "REORGANISE"}, Grammar: "REORGANIZE a, b | a INTO n, n", Help: "MERGE or SPLIT."},
	{Words: []string{"RALLY"}, Grammar: "RALLY a, b | RALLY ALL AT loc",
		Help: "Two disrupted units become infantry of 1 SP. Example: RALLY brock, heth"},
	{Words: []string{"MOBILIZE", "MOBILISE"}, Grammar: "MOBILIZE GROUP n AT loc",
		Help: "A reinforcement group enters. Example: MOBILIZE GROUP 1 AT camp"},
	{Words: []string{"PLAY"}, Grammar: "PLAY card [FOR seat] [AT loc]", Help: playHelp},
	{Words: []string{"RIDE"}, Grammar: "RIDE TO loc | RIDE WITH unit", Help: "You ride yourself. Example: RIDE TO town"},
	{Words: []string{"ASSIGN"}, Grammar: "ASSIGN names TO seat",
		Help: "The units are under that seat once it has been told. Example: ASSIGN gamble TO union.i"},
	{Words: []string{"REPORT"}, Grammar: "REPORT TO seat",
		Help: "Sends what you know of the field. Example: REPORT TO union.army"},
	{Words: []string{"TO"}, Grammar: "TO unit[, unit …]: order | TO seat: order or text",
		Help: "By courier. Example: TO davis: FIELD MARCH TO cut"},
	{Words: []string{"IF"}, Grammar: "IF cond [AND cond] THEN order",
		Help: "Example: IF cut IS EMPTY THEN FIELD MARCH davis TO cut"},
	{Words: []string{"STANDING"}, Grammar: "STANDING [AT loc:] [IF n OR MORE] HOLD|WITHDRAW|ASK …",
		Help: "Your answer to the enemy, until replaced. " +
			"Example: STANDING AT town: IF 3 OR MORE WITHDRAW TO hill ELSE HOLD WITH stone"},
}

// playHelp explains the printed deck; a report explains each card of the hand by the
// figures of its own scenario.
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
horses: its couriers have twice their points when they next ride
Example: PLAY extra orders FOR confederate.iii`

// language is the order language (section f).
var language = orders.Language{
	Verbs:     verbs,
	Continues: []string{"AGAINST", "THROUGH", "TOWARD", "FROM"},
	Keywords: []string{"TO", "INTO", "ON", "ONTO", "AGAINST", "WITH", "VIA", "THROUGH", "TOWARD", "TOWARDS", "ELSE",
		"THEN", "IF", "AT", "FROM", "FOR", "DEPLOY", "LED BY", "SUPPORTED BY"},
	Fillers: []string{"THE"},
}
