package commandchaos

// The reasons for refusing an order, in the order of checking (section f).
const (
	unknownOrder    = "unknown-order"
	incomplete      = "incomplete"
	unknownUnit     = "unknown-unit"
	unknownZone     = "unknown-zone"
	unknownCard     = "unknown-card"
	unknownOfficer  = "unknown-officer"
	unknownSeat     = "unknown-seat"
	badSpace        = "bad-space"
	badNumber       = "bad-number"
	badCondition    = "bad-condition"
	badChit         = "bad-chit"
	ambiguous       = "ambiguous"
	notYours        = "not-yours"
	notEnemy        = "not-enemy"
	hiddenFact      = "hidden-fact"
	noStanding      = "no-standing"
	noCondition     = "no-condition"
	officerDead     = "officer-dead"
	setupTurn       = "setup-turn"
	notSetup        = "not-setup"
	notCommander    = "not-commander"
	tooMany         = "too-many"
	notHeld         = "not-held"
	notInZone       = "not-in-zone"
	offField        = "off-field"
	notYourZone     = "not-your-zone"
	lieutenantFirst = "lieutenant-commands"
	wrongKind       = "wrong-kind"
	engaged         = "engaged"
	notInReserve    = "not-in-reserve"
	alreadyCharged  = "already-charged"
	noStamina       = "no-stamina"
	notMixed        = "not-mixed"
	tooFar          = "too-far"
	notStraight     = "not-straight"
	outerColumn     = "outer-column"
	attached        = "attached"
	zoneBound       = "zone-bound"
	alreadyOrdered  = "already-ordered"
	notOurSide      = "not-our-side"
)

// refusals lists the reasons in the order of checking.
var refusals = []string{
	unknownOrder, incomplete, unknownUnit, unknownZone, unknownCard, unknownOfficer, unknownSeat, badSpace,
	badNumber, badCondition, badChit, ambiguous, notYours, notEnemy, hiddenFact, noStanding, noCondition,
	officerDead, setupTurn, notSetup, notCommander, tooMany, notHeld, notInZone, offField, notYourZone,
	lieutenantFirst, wrongKind, engaged, notInReserve, alreadyCharged, noStamina, notMixed, tooFar,
	notStraight, outerColumn, attached, zoneBound, alreadyOrdered, notOurSide,
}

// wants words the remedy for the reasons that depend on the seat's knowledge.
var wants = map[string]string{
	officerDead:     "a living officer; a lieutenant is replaced at the end of the turn after his death",
	setupTurn:       "PLACE or CHIT: this is the setup turn",
	notSetup:        "an order of the battle: the setup turn is over",
	notCommander:    "an order that a lieutenant may give; this one is the commander's",
	tooMany:         "no more cards than may be exchanged in a turn",
	notHeld:         "cards that are in the hand",
	notInZone:       "a unit or officer of that zone",
	offField:        "a unit on the field",
	notYourZone:     "a unit of your own zone",
	lieutenantFirst: "TO zone: order, for a zone that a lieutenant commands; PASS and WAIT are his",
	wrongKind: "a unit of the right kind: lights neither charge, flank, react, shift nor play cards; STRIKE is " +
		"for cavalry; WITH is followed by a light",
	engaged:        "a unit that is not engaged; engaged units take no movement orders",
	notInReserve:   "a reserve that has not been committed",
	alreadyCharged: "a unit that has not charged before; each charges once in the battle",
	noStamina:      "a unit with stamina left",
	notMixed:       "cavalry with the light in its space",
	tooFar: "a distance within what it may move: heavy infantry 1, lights 2, cavalry as far as the board, " +
		"with a light 2",
	notStraight:    "a space straight ahead (ADVANCE) or behind (BACK) in its column",
	outerColumn:    "another column: heavy infantry does not enter the outer ones",
	attached:       "an officer who is not attached; DETACH him first",
	zoneBound:      "a commander: lieutenants stay in their zone",
	alreadyOrdered: "one order for the same; the first without a condition counts",
	":":            "a colon behind the zone or lieutenant",
}
