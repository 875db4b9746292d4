package orderdiscipline

import (
	_ "embed"

	"galloper/adjudicator"
	"galloper/orders"
)

// card is the player's card, one page.
//
//go:embed card.txt
var card string

// Ruleset is Order & Discipline.
var Ruleset = adjudicator.Ruleset{
	Name:     "orderdiscipline",
	Version:  1,
	Title:    "Order & Discipline",
	Keys:     keys,
	Setup:    setup,
	Language: language,
	Names: func(d adjudicator.Desk) (own, others *orders.Names) {
		b := d.Scenario.(*Battle)
		return b.speech[b.seat(d.Seat)].own, nil
	},
	Read:    readOrders,
	Open:    openBattle,
	Phases:  phases,
	Closing: []adjudicator.Phase{{Clause: "i", Title: "what each seat sees", Run: tellSights}},
	Witness: witness,
	House:   house,
	Awaits:  awaits,
	Words:   reportWords,
	Ground:  ground,
	Symbols: symbols,
	Card:    card,
}

// house are the clauses that the digest marks [H], as far as they decide something that
// an umpire may want to decide otherwise: why a charge or a volley is not made, how its
// target answers, who loses a melee. That figures of fire are the house's is no decision.
var house = []string{"4.2", "4.5", "5.8", "6.2", "7.4", "8.3", "8.5", "9.3"}

// phases is the sequence of play for one turn (section d).
var phases = []adjudicator.Phase{
	{Clause: "0", Title: "the turn begins", Run: beginTurn},
	{Clause: "8.6", Title: "an army commander has resigned", Run: judgeResigned},
	{Clause: "0", Title: "standing orders, dispatches, directives", Run: noteOrders},
	{Clause: "1", Title: "initiative: card, seize, contest, who moves first", Run: initiative},
	{Clause: "1", Title: "command rolls and chain of command", Run: command},
	{Clause: "2", Title: "charges are declared and tested", Run: declareCharges},
	{Clause: "2", Title: "reactions of the charged", Run: reactions},
	{Clause: "2", Title: "charges move", Run: chargeHome},
	{Clause: "3A", Title: "movement of the first side", Run: moveFirst},
	{Clause: "3B", Title: "movement of the second side", Run: moveSecond},
	{Clause: "4", Title: "firing", Run: fire},
	{Clause: "5", Title: "melee", Run: melee},
	{Clause: "6", Title: "generals move", Run: moveGenerals},
	{Clause: "6", Title: "couriers ride", Run: rideCouriers},
	{Clause: "6", Title: "arrivals", Run: arrive},
	{Clause: "6", Title: "broken commands and armies", Run: breakCommands},
	{Clause: "6", Title: "objectives", Run: holdObjectives},
	{Clause: "6", Title: "end of the battle", Run: endGame},
}
