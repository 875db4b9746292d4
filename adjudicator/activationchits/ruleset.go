package activationchits

import (
	_ "embed"

	"galloper/adjudicator"
)

// card is the player's card, one page.
//
//go:embed card.txt
var card string

// Ruleset is Activation Chits.
var Ruleset = adjudicator.Ruleset{
	Name:     "activationchits",
	Version:  1,
	Title:    "Activation Chits",
	Keys:     keys,
	Setup:    setup,
	Language: language,
	Names:    namesOf,
	Read:     readOrders,
	Open:     openBattle,
	Phases:   phases,
	Closing:  []adjudicator.Phase{{Clause: "W", Title: "what each seat sees", Run: tellSights}},
	Sealed:   sealed,
	House:    house,
	Unfogged: unfogged,
	Awaits:   awaits,
	Words:    reportWords,
	Ground:   drawGround,
	Symbols:  symbols,
	Card:     card,
}

// house are the clauses whose table or limit the digest marks as the house's, as far as
// they decide something that an umpire may want to decide otherwise. Which unit is hit by
// how many dice hangs on house figures everywhere, and is no decision.
var house = []string{"3", "11", "33", "A12"}

// phases is the sequence of play for one turn (section d).
var phases = []adjudicator.Phase{
	{Clause: "d.1", Title: "open: fate of leaders, markers off, cup filled", Run: openTurn},
	{Clause: "V2", Title: "a chief has resigned", Run: judgeResigned},
	{Clause: "d.2", Title: "couriers ride", Run: rideCouriers},
	{Clause: "d.3", Title: "tactical event", Run: rollEvent},
	{Clause: "d.4", Title: "the cup", Run: playCup},
	{Clause: "d.5", Title: "close: hexes held, victory", Run: closeTurn},
}
