package commandchaos

import (
	_ "embed"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
)

// card is the player's card, one page.
//
//go:embed card.txt
var card string

// Ruleset is Command & Chaos.
var Ruleset = rules.Game[*Battle, State, play]{
	Name:    "commandchaos",
	Version: 1,
	Title:   "Command & Chaos",
	Keys:    keys,
	Setup:   setup,
	Start:   opening,
	Carry:   adjudicator.Carry{Strength: "morale", Lost: "status=routed|dispersed", Options: "setup: free"},
	Over:    (*State).result,
	Items:   items,

	Begin:    newPlay,
	Language: language.Language(),
	Names:    namesOf,
	Read:     readOrders,

	English: english, Vocabulary: vocabulary,

	Open:     (*play).openBattle,
	Phases:   phases,
	Outcomes: outcomes, Causes: causes,
	Sight: rules.Sight[play]{Witness: (*play).witness, Of: (*play).sideAbout,
		Clause: "i", Look: (*play).look, Umpire: (*play).showUmpire},
	Sealed:   sealed,
	House:    house,
	Unfogged: unfogged,
	Awaits:   pendingSeats,
	Staff:    staffOrders,
	Deeds:    deeds, Unsound: checkInvariants,
	Reckon:  reckon,
	Words:   reportWords,
	Tales:   tales,
	Ground:  ground,
	Outlook: outlook,
	Symbols: symbols,
	Silence: "A unit without an order acts by its STANDING order or else its posture; no card is played.",
	Card:    card,
	March:   "{unit}: ADVANCE TO {place}",
}.Compile()

// house lists the house clauses with results that an umpire may want to decide differently: the effects of the house
// deck's cards.
var house = []string{"B11"}

// phases is the sequence of play for one turn (section d).
var phases = []rules.Phase[play]{
	{Clause: "0", Title: "the turn begins", Run: (*play).beginTurn},
	{Clause: "l", Title: "a commander has resigned", Run: (*play).judgeResigned},
	{Clause: "0", Title: "dispatches set out, directives are taken", Run: (*play).begin},
	{Clause: "S9", Title: "the setup turn", When: (*play).deploying, Run: (*play).deploy},
	{Clause: "1", Title: "initiative", When: (*play).playing, Run: (*play).rollInitiative},
	{Clause: "1", Title: "exchange of cards", When: (*play).playing, Run: (*play).exchangeCards},
	{Clause: "2a", Title: "movement, zone by zone", When: (*play).playing, Run: (*play).moveZones},
	{Clause: "2c", Title: "officers ride", When: (*play).playing, Run: (*play).rideOfficers},
	{Clause: "3a", Title: "light infantry", When: (*play).playing, Run: (*play).fightLights},
	{Clause: "3b", Title: "targets are fixed", When: (*play).playing, Run: (*play).fixTargets},
	{Clause: "3b", Title: "battle cards are placed", When: (*play).playing, Run: (*play).placeCards},
	{Clause: "3c", Title: "knots; cards outside them; officers at risk", When: (*play).playing, Run: (*play).fightKnots},
	{Clause: "3e", Title: "routs in waves; victory", When: (*play).playing, Run: (*play).removeRouted},
	{Clause: "3f", Title: "turning, engagement", When: (*play).playing, Run: (*play).turnUnits},
	{Clause: "4a", Title: "rally", When: (*play).playing, Run: (*play).rally},
	{Clause: "4b", Title: "officers attach and detach", When: (*play).playing, Run: (*play).attachOfficers},
	{Clause: "4c", Title: "reserves change columns", When: (*play).playing, Run: (*play).shiftReserves},
	{Clause: "4d", Title: "lieutenants are replaced", When: (*play).playing, Run: (*play).replaceLieutenants},
	{Clause: "4e", Title: "hands are filled", When: (*play).playing, Run: (*play).fillHands},
	{Clause: "4e", Title: "the turn limit", When: (*play).playing, Run: (*play).judgeTurns},
	{Clause: "5", Title: "runners ride", Run: (*play).rideRunners},
}
