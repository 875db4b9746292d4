package activationchits

import (
	_ "embed"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
)

// card is the player's card, one page.
//
//go:embed card.txt
var card string

// Ruleset is the ruleset "Activation Chits".
var Ruleset = rules.Game[*Battle, State, play]{
	Name: "activationchits", Version: 1, Title: "Activation Chits",
	Keys: keys, Setup: layField, Start: newState, Items: items, Settle: (*State).lookAll,
	Carry: adjudicator.Carry{Strength: "blocks", Lost: "status=lost", Fate: "leader.status",
		Fates: "eliminated=dead|away=wounded|on=fit"},
	Begin: func(t *rules.Play[*Battle, State]) *play { return &play{Play: t, b: t.Battle, s: t.State()} },

	Language: language.Language(), Names: nameable, Read: readPlan,
	English: english, Vocabulary: vocabulary,
	Silence: "A unit without an entry stays where it is: entries last one turn, STANDING ones longer.",
	Card:    card, March: "{unit}: MOVE TO {place}",

	Phases: phases, Outcomes: outcomes, Causes: causes,
	Sight: rules.Sight[play]{Witness: (*play).seatsView, Of: (*play).sideAbout,
		Clause: "W", Look: (*play).tellSeat, Umpire: (*play).tellUmpire},
	Sealed: sealed, House: house, Unfogged: unfogged, Awaits: pendingSeats, Staff: staffOrders, ByWord: byWord,
	Deeds:   deeds,
	Unsound: checkInvariants,
	Outlook: outlook,
	Reckon:  reckon,
	Words:   reportWords,
	Tales:   tales,
	Places:  (*Battle).places, Ground: drawGround, Symbols: symbols,
}.Compile()

// house lists the clauses with a house table or limit that an umpire may want to overrule. The many house
// figures for dice and hits are not such decisions.
var house = []string{"3", "11", "33", "A12"}

// phases is the sequence of play for one turn (section d).
var phases = []rules.Phase[play]{
	{Clause: "d.1", Title: "open: fate of leaders, markers off, cup filled", Run: (*play).openRound},
	{Clause: "V2", Title: "a chief has resigned", Run: (*play).judgeResigned},
	{Clause: "d.2", Title: "couriers ride", Run: (*play).rideCouriers},
	{Clause: "d.3", Title: "tactical event", Run: (*play).rollEvent},
	{Clause: "d.4", Title: "the cup", Run: (*play).playCup},
	{Clause: "d.5", Title: "close: hexes held, victory", Run: (*play).closeTurn},
}
