package fieldcommand

import (
	_ "embed"

	"galloper/adjudicator"
)

// card is the player's card, one page.
//
//go:embed card.txt
var card string

// Ruleset is Field Command.
var Ruleset = adjudicator.Ruleset{
	Name:    "fieldcommand",
	Version: 1,
	Title:   "Field Command",
	Keys:    keys,
	Setup:   setup,

	Language: language,
	Names:    namesOf,
	Read:     readOrders,
	Open:     open,
	Phases:   phases,
	Closing:  []adjudicator.Phase{{Clause: "H10", Title: "what each seat sees", Run: look}},
	Witness:  witness,
	Sealed:   sealed,
	House:    house,
	Unfogged: unfogged,
	Awaits:   awaits,
	Words:    reportWords,
	Ground:   ground,
	Symbols:  symbols,
	Card:     card,
}

// house are the clauses that the digest marks as the house's, as far as they decide
// something that an umpire may want to decide otherwise: how a fight ends, who is left
// out, what a commander does when nobody answers. Rides are shown to him anyway.
var house = []string{"8.2", "8.3", "8.6", "9.3", "12", "H4.2", "H5.4"}

// phases is the sequence of play for one turn (section d).
var phases = []adjudicator.Phase{
	{Clause: "5", Title: "standing orders are renewed", Run: begin},
	{Clause: "H9.4", Title: "seats that have resigned", Run: judgeResigned},
	{Clause: "6a", Title: "dispatches leave", Run: sendDispatches},
	{Clause: "6b", Title: "couriers ride", Run: rideCouriers},
	{Clause: "6c", Title: "persons ride", Run: ridePersons},
	{Clause: "7.1", Title: "blocks are shuffled", Run: shuffle},
	{Clause: "7.2", Title: "guns limber", Run: limber},
	{Clause: "7.3", Title: "command cards", Run: playCards},
	{Clause: "8", Title: "field commands, step by step", Run: commandFields},
	{Clause: "9.1", Title: "reorganize", Run: reorganize},
	{Clause: "9.2", Title: "rally", Run: rally},
	{Clause: "9.3", Title: "mobilize", Run: mobilize},
	{Clause: "10.1", Title: "objectives are claimed", Run: claim},
	{Clause: "10.2", Title: "units stand down", Run: standDown},
	{Clause: "10.3", Title: "guns are spiked", Run: spike},
	{Clause: "10.4", Title: "guns range", Run: rangeGuns},
	{Clause: "10.5", Title: "a card is drawn, persons follow, marks are cleared", Run: cleanUp},
	{Clause: "10.6", Title: "victory", Run: judge},
}
