package orderdiscipline

import (
	_ "embed"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
)

// card is the player's card, one page.
//
//go:embed card.txt
var card string

// Ruleset is the ruleset "Order & Discipline".
var Ruleset = rules.Game[*Battle, State, play]{
	Name: "orderdiscipline", Version: 2, Title: "Order & Discipline",
	Keys: keys, Setup: readBattle, Start: drawUp, Items: items,
	Carry: adjudicator.Carry{Strength: "stands", Lost: "state=gone"},
	Begin: func(t *rules.Play[*Battle, State]) *play { return &play{Play: t, b: t.Battle, s: t.State()} },

	Language: mailLanguage(), Names: ownNames, Read: readMail, English: english, Vocabulary: vocabulary,
	Silence: silence, Card: card, March: "{unit}: MOVE TO {place}", TooLate: tooLate,

	Phases: phases, Closing: []rules.Phase[play]{{Clause: "i", Title: "the turn ends", Run: (*play).endTurn}},
	Outcomes: outcomes, Causes: causes,
	Sight: rules.Sight[play]{When: rules.AfterTurn, Witness: (*play).asSeenBy, Of: (*play).subjectSide,
		Clause: "i", Look: (*play).inform, Umpire: (*play).showUmpire},
	House: house, Awaits: awaited, Staff: staffOrders, ByWord: byWord, Deeds: deeds, Unsound: checkInvariants,
	Outlook: outlook,
	Reckon:  reckon,
	Words:   reportWords,
	Tales:   tales,
	Pace:    func(b *Battle) int { return b.Tables.Move[courierRides] },
	Places:  (*Battle).places, Ground: mapOf, Symbols: symbols,
}.Compile()

// house lists the clauses marked [H] in the digest that an umpire may want to overrule: why a charge or a
// volley is not made, how its target reacts, which side loses a melee. House figures for fire are not such
// decisions.
var house = []string{"4.2", "4.5", "5.8", "6.2", "7.4", "8.3", "8.5", "9.3"}

// phases is the sequence of play for one turn (section d).
var phases = []rules.Phase[play]{
	{Clause: "0", Title: "the turn begins", Run: (*play).openTurn},
	{Clause: "8.6", Title: "an army commander has resigned", Run: (*play).endResigned},
	{Clause: "0", Title: "standing orders, dispatches, directives", Run: (*play).noteOrders},
	{Clause: "1", Title: "initiative: card, seize, contest, who moves first", Run: (*play).initiative},
	{Clause: "1", Title: "command rolls and chain of command", Run: (*play).command},
	{Clause: "2", Title: "charges are declared and tested", Run: (*play).declareCharges},
	{Clause: "2", Title: "reactions of the charged", Run: (*play).reactions},
	{Clause: "2", Title: "charges move", Run: (*play).chargeHome},
	{Clause: "3A", Title: "movement of the first side", Run: (*play).moveFirst},
	{Clause: "3B", Title: "movement of the second side", Run: (*play).moveSecond},
	{Clause: "4", Title: "firing", Run: (*play).fireVolleys},
	{Clause: "5", Title: "melee", Run: (*play).melee},
	{Clause: "6", Title: "generals move", Run: (*play).moveGenerals},
	{Clause: "6", Title: "couriers ride", Run: (*play).moveCouriers},
	{Clause: "6", Title: "arrivals", Run: (*play).arrive},
	{Clause: "6", Title: "broken commands and armies", Run: (*play).breakCommands},
	{Clause: "6", Title: "objectives", Run: (*play).holdObjectives},
	{Clause: "6", Title: "end of the battle", Run: (*play).endGame},
}
