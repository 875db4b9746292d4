package firediscipline

import (
	_ "embed"
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// card is the player's card, one page.
//
//go:embed card.txt
var card string

// Ruleset is Fire & Discipline.
var Ruleset = rules.Game[*Battle, State, play]{
	Name:    "firediscipline",
	Version: 6,
	Title:   "Fire & Discipline",

	Keys:  keys,
	Setup: setup,
	Carry: adjudicator.Carry{Strength: "stands", Parts: "stand", Lost: "status=destroyed|surrendered|gone|left captured=*",
		Fate: "fate", Options: "campaign: yes"},
	Start: func(b *Battle) *State { return b.start },
	Over:  (*State).resultLine,
	Items: items,
	Clone: (*State).clone,
	Begin: begin,

	Language: language.Language(),
	Names:    namesOf,
	Read:     readOrders,
	English:  english, Vocabulary: vocabulary,

	Phases:   phases,
	Causes:   causes,
	Outcomes: slices.Concat(ofCommand, couriers.Outcomes(), ofFire, ofMorale, ofMoves, ofFighting, facts),
	Sight: rules.Sight[play]{When: rules.AfterPhase, ByID: true, Witness: (*play).witness, Of: (*play).sideOf,
		Clause: "W", Look: (*play).look, Umpire: (*play).tellUmpire},
	House:    house,
	Unfogged: func(b *Battle) bool { return !b.Options.Fog },
	Awaits:   pendingSeats,
	Staff:    staffOrders,
	Deeds:    deeds, Unsound: checkInvariants,

	Reckon:  reckon,
	Words:   reportWords,
	Tales:   tales,
	Places:  (*Battle).places,
	Pace:    func(b *Battle) int { return b.Options.CourierPace * board.Yard },
	Ground:  (*Battle).ground,
	Outlook: outlook,
	Symbols: symbols,
	TooLate: tooLate,
	Silence: "Troops without new orders go on with what they were last told: a directive stands until another replaces it.",
	Card:    card,
	March:   "TO {unit}: ADVANCE TO {place}",
}.Compile()

// house lists the house rules of the digest that an umpire may want to decide otherwise. Ticks (§4.8) and dressing
// (§3.5) are left out, because they happen to every unit every turn.
var house = []string{"1.5", "4.9", "8.19", "O1", "O2", "O3"}

// phases is the sequence of play for one turn (section d). Charges come before normal moves (§8.14), so only
// skirmishers and crews can get out of their way.
var phases = []rules.Phase[play]{
	{Clause: "I.1", Title: "units that lost a commander check morale", Run: (*play).mourn},
	{Clause: "I.2", Title: "directives delivered are acted on", Run: (*play).actOnDispatches},
	{Clause: "I.3", Title: "orders of this turn", Run: (*play).giveOrders},
	{Clause: "I.4", Title: "conditions of directives", Run: (*play).judgeConditions},
	{Clause: "II.1", Title: "artillery fires, is laid or prolonges", Run: (*play).fireArtillery},
	{Clause: "III.1", Title: "skirmish fire", Run: (*play).skirmish},
	{Clause: "III.2", Title: "volley fire", Run: (*play).fireVolleys},
	{Clause: "IV", Title: "platoon fire", Run: (*play).firePlatoons},
	{Clause: "V.1", Title: "charges are declared", Run: (*play).declareCharges},
	{Clause: "V.2", Title: "reactions of the charged", Run: (*play).chooseReactions},
	{Clause: "VI.1", Title: "ranks re-form, wheel and change formation", Run: (*play).reform},
	{Clause: "VI.2", Title: "evading and charges", Run: (*play).charge},
	{Clause: "VI.3", Title: "normal moves", Run: (*play).march},
	{Clause: "VI.4", Title: "guns unlimber, dragoons mount; commanders ride", Run: (*play).unlimberAndMount},
	{Clause: "VI.4", Title: "commanders ride, then couriers", Run: (*play).ride},
	{Clause: "VII.1", Title: "objective combats", Run: (*play).fightObjectives},
	{Clause: "VII.2", Title: "new melees", Run: (*play).fightMelees},
	{Clause: "VII.3", Title: "pursuit", Run: (*play).pursue},
	{Clause: "VII.4", Title: "melees from earlier turns; guns captured", Run: (*play).fightEngaged},
	{Clause: "end", Title: "zones, successors, sight, reports, victory", Run: (*play).endTurn},
}

// play is a turn with its battle and state at hand.
type play struct {
	*rules.Play[*Battle, State]
	b *Battle
	s *State // the turn's state, or the copy of a phase that moves troops tick by tick (detach)

	seen    *field // the present stands, unless stale
	stale   bool   // troops of the copy have moved
	taken   int    // the mark at which seen was taken
	watched *watch // visibility at the end of the last phase
	lines   []line // of sight, by seat and stand
}

func begin(p *rules.Play[*Battle, State]) *play {
	return &play{Play: p, b: p.Battle, s: p.State(), lines: make([]line, len(p.Battle.Commands)*len(p.Battle.stands))}
}

// detach begins a phase that moves troops tick by tick. The phase works on a copy of the state.
func (p *play) detach() { p.s, p.stale = p.Detach(), true }

// rejoin ends the phase that detach began.
func (p *play) rejoin() { p.s, p.stale = p.Rejoin(), true }

// currentField returns the field of the present stands.
func (p *play) currentField() *field {
	if p.seen == nil {
		p.seen, p.stale = &field{}, true
	}
	if p.stale || p.taken != p.Mark() {
		p.seen.take(p.s)
		p.stale, p.taken = false, p.Mark()
	}
	return p.seen
}
