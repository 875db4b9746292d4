package commandchaos

import (
	_ "embed"

	"galloper/adjudicator"
)

// card is the player's card, one page.
//
//go:embed card.txt
var card string

// Ruleset is Command & Chaos.
var Ruleset = adjudicator.Ruleset{
	Name:    "commandchaos",
	Version: 1,
	Title:   "Command & Chaos",
	Keys:    keys,
	Setup:   setup,

	Language: language.Language(),
	Names:    namesOf,
	Read:     readOrders,
	Open:     openBattle,
	Phases:   phases,
	Closing:  []adjudicator.Phase{{Clause: "i", Title: "what each seat sees", Run: tellSights}},
	Sealed:   sealed,
	House:    house,
	Unfogged: unfogged,
	Awaits:   awaits,
	Words:    reportWords,
	Ground:   ground,
	Symbols:  symbols,
	Card:     card,
}

// house are the clauses that are the house's and decide something that an umpire may
// want to decide otherwise: what the cards of the house deck do.
var house = []string{"B11"}

// phases is the sequence of play for one turn (section d).
var phases = []adjudicator.Phase{
	{Clause: "0", Title: "the turn begins", Run: beginTurn},
	{Clause: "l", Title: "a commander has resigned", Run: judgeResigned},
	{Clause: "0", Title: "dispatches set out, directives are taken", Run: begin},
	{Clause: "S9", Title: "the setup turn", Run: deploy},
	{Clause: "1", Title: "initiative", Run: rollInitiative},
	{Clause: "1", Title: "exchange of cards", Run: exchangeCards},
	{Clause: "2a", Title: "movement, zone by zone", Run: moveZones},
	{Clause: "2c", Title: "officers ride", Run: rideOfficers},
	{Clause: "3a", Title: "light infantry", Run: fightLights},
	{Clause: "3b", Title: "targets are fixed", Run: fixTargets},
	{Clause: "3b", Title: "battle cards are placed", Run: placeCards},
	{Clause: "3c", Title: "knots; cards outside them; officers at risk", Run: fightKnots},
	{Clause: "3e", Title: "routs in waves; victory", Run: rout},
	{Clause: "3f", Title: "turning, engagement", Run: turnUnits},
	{Clause: "4a", Title: "rally", Run: rally},
	{Clause: "4b", Title: "officers attach and detach", Run: attachOfficers},
	{Clause: "4c", Title: "reserves change columns", Run: shiftReserves},
	{Clause: "4d", Title: "lieutenants are replaced", Run: replaceLieutenants},
	{Clause: "4e", Title: "hands are filled", Run: fillHands},
	{Clause: "4e", Title: "the turn limit", Run: judgeTurns},
	{Clause: "5", Title: "runners ride", Run: rideRunners},
}
