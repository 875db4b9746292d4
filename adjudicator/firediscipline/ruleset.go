package firediscipline

import (
	_ "embed"

	"galloper/adjudicator"
)

// card is the player's card, one page.
//
//go:embed card.txt
var card string

// Ruleset is Fire & Discipline.
var Ruleset = adjudicator.Ruleset{
	Name:    "firediscipline",
	Version: 1,
	Title:   "Fire & Discipline",
	Keys:    keys,
	Setup:   setup,

	Language: language,
	Names:    namesOf,
	Read:     readOrders,
	Open:     openBattle,
	Phases:   phases,
	Closing:  []adjudicator.Phase{{Clause: "W", Title: "what each seat sees", Run: tellSights}},
	Witness:  witness,
	House:    house,
	Unfogged: unfogged,
	Awaits:   awaits,
	Words:    reportWords,
	Ground:   ground,
	Symbols:  symbols,
	Card:     card,
}

// house are the clauses that the digest marks as the house's, as far as they decide
// something that an umpire may want to decide otherwise. Ticks (§4.8) and dressing
// (§3.5) happen to every unit every turn, and are left out.
var house = []string{"1.5", "4.9", "8.19", "O1", "O2", "O3"}

// phases is the sequence of play for one turn (section d). Charges come before
// normal moves (§8.14): nobody but skirmishers and crews gets out of their way.
var phases = []adjudicator.Phase{
	{Clause: "I.1", Title: "units that lost a commander check morale", Run: mourn},
	{Clause: "I.2", Title: "directives delivered are acted on", Run: actOnDispatches},
	{Clause: "I.3", Title: "orders of this turn", Run: giveOrders},
	{Clause: "I.4", Title: "conditions of directives", Run: judgeConditions},
	{Clause: "II.1", Title: "artillery fires, is laid or prolonges", Run: fireArtillery},
	{Clause: "III.1", Title: "skirmish fire", Run: fireSkirmishers},
	{Clause: "III.2", Title: "volley fire", Run: fireVolleys},
	{Clause: "IV", Title: "platoon fire", Run: firePlatoons},
	{Clause: "V.1", Title: "charges are declared", Run: declareCharges},
	{Clause: "V.2", Title: "reactions of the charged", Run: chooseReactions},
	{Clause: "VI.1", Title: "ranks re-form, wheel and change formation", Run: reform},
	{Clause: "VI.2", Title: "evading and charges", Run: charge},
	{Clause: "VI.3", Title: "normal moves", Run: march},
	{Clause: "VI.4", Title: "guns unlimber, dragoons mount; commanders ride", Run: unlimberAndMount},
	{Clause: "VI.4", Title: "commanders ride, then couriers", Run: ride},
	{Clause: "VII.1", Title: "objective combats", Run: fightObjectives},
	{Clause: "VII.2", Title: "new melees", Run: fightMelees},
	{Clause: "VII.3", Title: "pursuit", Run: pursue},
	{Clause: "VII.4", Title: "melees from earlier turns; guns captured", Run: fightEngaged},
	{Clause: "end", Title: "zones, successors, sight, reports, victory", Run: endTurn},
}

// play is a turn with its battle and state at hand.
type play struct {
	t *adjudicator.Turn
	b *Battle
	s *State

	because string // Ref of what the next outcomes follow from
	seen    *field // present stands as they stand, unless stale
	stale   bool
	synced  int // outcomes that a copy of the state has followed (detach)
}

// on unwraps the turn.
func on(t *adjudicator.Turn) *play {
	return &play{t: t, b: t.Scenario.(*Battle), s: t.State.(*State)}
}
