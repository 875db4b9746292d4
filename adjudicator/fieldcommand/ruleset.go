package fieldcommand

import (
	_ "embed"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
)

// card is the player's card, one page.
//
//go:embed card.txt
var card string

// Ruleset is Field Command.
var Ruleset = rules.Game[*Battle, State, play]{
	Name: "fieldcommand", Version: 1, Title: "Field Command",
	Keys: keys, Setup: readBattle, Start: atStart, Over: (*State).resultLine,
	Items: items, Clone: (*State).copy, Begin: newPlay,
	Carry:    adjudicator.Carry{Strength: "strength", Lost: "state=gone", Unharmed: true},
	Language: language.Language(), Names: commandedBy, Read: readEntries,
	Open: (*play).openGame, Phases: phases,
	Closing:  []rules.Phase[play]{{Clause: "H10", Title: "what each seat sees", Run: (*play).lookAround}},
	Outcomes: outcomes, Causes: causes, Witness: (*play).witnessStep, Sealed: isSealed, House: house,
	Unfogged: seesAllDice, Awaits: pendingSeats, Staff: staffOrders, Deeds: deeds, Unsound: checkInvariants,
	Outlook: outlook,
	Reckon:  reckon,
	Words:   reportWords, English: english, Vocabulary: vocabulary,
	Tales:  stories,
	Places: (*Battle).objectives, Ground: mapOf, Symbols: symbols, Card: card,
	Silence: "Troops without orders hold where they stand; STANDING orders last.",
	March:   "MARCH {unit} TO {place}",
}.Compile()

// house lists the house clauses of the digest that an umpire may want to decide differently: how a fight ends, which
// units are left out, and what a commander does without an answer. Rides are omitted because the umpire always sees
// them.
var house = []string{"8.2", "8.3", "8.6", "9.3", "12", "H4.2", "H5.4"}

// phases is the sequence of play for one turn (section d).
var phases = []rules.Phase[play]{
	{Clause: "5", Title: "standing orders are renewed", Run: (*play).renewStanding},
	{Clause: "H9.4", Title: "seats that have resigned", Run: (*play).judgeResignations},
	{Clause: "6a", Title: "dispatches leave", Run: (*play).sendDispatches},
	{Clause: "6b", Title: "couriers ride", Run: (*play).sendCouriersOn},
	{Clause: "6c", Title: "persons ride", Run: (*play).ridePersons},
	{Clause: "7.1", Title: "blocks are shuffled", Run: (*play).shuffle},
	{Clause: "7.2", Title: "guns limber", Run: (*play).limber},
	{Clause: "7.3", Title: "command cards", Run: (*play).playCards},
	{Clause: "8", Title: "field commands, step by step", Run: (*play).commandFields},
	{Clause: "9.1", Title: "reorganize", Run: (*play).reorganize},
	{Clause: "9.2", Title: "rally", Run: (*play).rallyBroken},
	{Clause: "9.3", Title: "mobilize", Run: (*play).mobilize},
	{Clause: "10.1", Title: "objectives are claimed", Run: (*play).claim},
	{Clause: "10.2", Title: "units stand down", Run: (*play).standDown},
	{Clause: "10.3", Title: "guns are spiked", Run: (*play).spikeGuns},
	{Clause: "10.4", Title: "guns range", Run: (*play).rangeGuns},
	{Clause: "10.5", Title: "a card is drawn, persons follow, marks are cleared", Run: (*play).cleanUp},
	{Clause: "10.6", Title: "victory", Run: (*play).judgeBattle},
}
