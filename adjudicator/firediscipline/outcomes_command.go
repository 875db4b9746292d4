package firediscipline

import (
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/courier"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// Outcomes of command: the turn and the battle, dispatches, directives, commanders, zones.
var ofCommand = rules.Outcomes[State]{
	{Name: "turn.begun", Clause: "I.1", Fields: "turn", To: rules.ToNone, Apply: (*State).beginTurn},
	{Name: "directive.acted", Clause: "2.42 Q6", Fields: "unit verb from how text",
		Says: "{unit:name} took up the orders[ {how:voice=at your word|courier=by your courier|" +
			"condition=as arranged beforehand}]: {text}.",
		Apply: (*State).actOn},
	{Name: "directive.void", Clause: "2.41 D13 3.4", Fields: "unit reason",
		Says: "{unit:name} {reason:not-rearward=could not fall back to a place that was no nearer home|" +
			"water=found no way over the water|terrain=could not drive through that ground|" +
			"unlimbered=had unlimbered and could not limber again}, and held on.",
		Apply: onUnit(func(s *State, u *Unit, _ *events.Outcome) { s.take(u, &Directive{Verb: Hold}); u.Shock = true })},
	{Name: "directive.done", Clause: "D2", Fields: "unit verb",
		Says: "{unit:name} carried out the orders ({verb:ADVANCE=the advance|ASSAULT=the assault|" +
			"WITHDRAW=the withdrawal|CHARGE=the charge|ATTACK=the attack|FOLLOW=to follow|SUPPORT=to support}), and held.",
		Apply: onUnit(func(_ *State, u *Unit, _ *events.Outcome) {
			u.Task.Verb, u.Task.Way, u.Task.Detour, u.Shock = Hold, nil, nil, true
		})},
	{Name: "chit.used", Clause: "2.5", Fields: "unit", To: rules.ToNone, Apply: (*State).useChit},
	{Name: "unit.waypoint", Clause: "D3", Fields: "unit left", To: rules.ToNone,
		Apply: onUnit(func(_ *State, u *Unit, o *events.Outcome) {
			u.Task.Way = u.Task.Way[max(0, len(u.Task.Way)-o.Int("left")):]
		})},
	{Name: "unit.detoured", Clause: "D13", Fields: "unit way", To: rules.ToNone, Apply: (*State).detour},
	{Name: "commander.ordered", Clause: "Q7", Fields: "seat order", Apply: (*State).sendCommander},
	{Name: "commander.attached", Clause: "Q7", Fields: "seat unit",
		Says:  "{seat:name} joined {unit:name}.",
		Apply: (*State).attach},
	{Name: "commander.detached", Clause: "2.2", Fields: "seat unit",
		Says:  "{seat:name} took leave of {unit:name}.",
		Apply: func(s *State, o *events.Outcome) { s.theSeat(o).Attached = adjudicator.None }},
	{Name: "commander.rode", Clause: "Q7", Fields: "seat x y",
		Says:  "{seat:name} rode to {x:yards},{y:yards}.",
		Apply: (*State).moveCommander},
	{Name: "commander.fled", Clause: "Q7", Fields: "seat x y",
		Says:  "{seat:name} found the enemy upon him and spurred away to {x:yards},{y:yards}.",
		Apply: func(s *State, o *events.Outcome) { s.theSeat(o).At = at(o) }},
	{Name: "commander.hit", Clause: "2.31 2.32 Q7", Fields: "who fate", Loss: true,
		Says: "{who:name}[ {fate:dead=lost a commander, or fell|wounded=was wounded, and out of the battle|" +
			"captured=was taken prisoner}].",
		Apply: (*State).loseCommander},
	{Name: "commander.spared", Clause: "2.31 2.32", Fields: "who",
		Says: "The balls flew close about the commander of {who:name}; he was spared."},
	{Name: "commander.mourned", Clause: "2.36", Fields: "who units", To: rules.ToNone, Apply: (*State).mourn},
	{Name: "commander.succeeded", Clause: "Q8", Fields: "seat unit",
		Says:  "A successor took the command of {seat:name} and rode with {unit:name}.",
		Apply: (*State).succeed},
	{Name: "objective.taken", Clause: "O1", Fields: "place by",
		Says:  "{place:name} is now held by {by:name}.",
		Apply: (*State).takeZone},
	{Name: "score.counted", Clause: "V", Fields: "side points", To: rules.ToAll,
		Says:  "Points of {side:name}: {points}.",
		Apply: func(s *State, o *events.Outcome) { s.Points[s.b.side(o.Get("side"))] = o.Int("points") }},
	{Name: "army.broke", Clause: "V3", Fields: "side lost of", To: rules.ToAll,
		Says: "{side:name} broke, with {lost} of {of} compan{of:1=y|*=ies} gone."},
	{Name: "game.ended", Clause: "V", Fields: "winner level", To: rules.ToAll,
		Says: "The battle is over[: the field belongs to {winner:name}]. {level:draw=Neither side has won|" +
			"marginal=It is a marginal victory|decisive=It is a decisive victory}.",
		Apply: (*State).end},
}

// beginTurn resets the marks of the last turn.
func (s *State) beginTurn(o *events.Outcome) {
	s.Turn = o.Int("turn")
	for i := range s.Units {
		u := &s.Units[i]
		u.Balked, u.Tried = s.balkedBy(u)
		barred := s.Turn > 1 && u.At == u.From && (u.Plan.Move == marches || u.Plan.Move == marchesOff)
		u.Edged, u.Bogged, u.Banked = barred && u.AtEdge, barred && u.AtGround, adjudicator.None
		if barred {
			u.Banked = u.AtWater
		}
	}
	for i := range s.Units {
		u := &s.Units[i]
		u.Marks = Marks{}
		u.Shaken, u.Mourns, u.Colonel, u.Shock = u.Mourns, false, true, false
		u.Shot = [2][]int{nil, u.Shot[0]}
		u.Went = board.Point{X: u.At.X - u.From.X, Y: u.At.Y - u.From.Y}
		u.From = u.At
	}
}

// balkedBy returns the unit that barred this unit's way in the last turn, if neither moved, and the direction of a
// shift that failed; else none. A unit on its way round keeps the blocker until it is past, and one that shifts the
// other way remembers the failed side.
func (s *State) balkedBy(u *Unit) (by, tried adjudicator.Index) {
	if s.Turn < 2 {
		return adjudicator.None, adjudicator.None
	}
	by, tried = u.Barred, adjudicator.None
	still := u.stuck()
	switch {
	case still && (u.Plan.Move == shifts || u.Plan.Round):
		tried = adjudicator.At(u.Plan.Dir)
	case u.Plan.Move == shifts && u.Tried.Is(board.Degrees(u.Plan.Dir+180)):
		tried = u.Tried
	}
	if u.Plan.Round && (by.None() || !still) {
		by = u.Balked
	} else if !still {
		by = adjudicator.None
	}
	if unit, ok := by.Get(); ok && !s.Units[unit].stuck() {
		return adjudicator.None, adjudicator.None
	}
	return by, tried
}

// stuck reports whether a unit made no progress in the last turn (§D11).
func (u *Unit) stuck() bool { return u.At.Within(u.From, nearPlace*board.Yard) }

// compareDispatches orders by turn sent, then id (§Q1).
func compareDispatches(_ *State, a, b *Dispatch) int {
	x, _ := courier.ParseID(a.ID)
	y, _ := courier.ParseID(b.ID)
	return courier.Compare(x, y, func(string) int { return 0 })
}

func (s *State) actOn(o *events.Outcome) {
	u := s.theUnit(o)
	d, err := s.b.parseDirective(u.Side, o.Get("text"))
	if err != nil {
		panic("firediscipline: " + o.Get("text") + ": a directive that cannot be read was acted on")
	}
	if o.Get("how") == "condition" && d.Verb == "" {
		u.forgetCondition(s.b, o.Get("text"))
	}
	s.take(u, d)
	u.Shock = true
}

// useChit removes chit R, L or U. A turned unit under ADVANCE then advances on its new facing (§2.5).
func (s *State) useChit(o *events.Outcome) {
	u := s.theUnit(o)
	turned := u.Task.Chit == 'R' || u.Task.Chit == 'L'
	u.Task.Chit, u.Task.Turn = 0, 0
	if !turned {
		return
	}
	if u.Task.Verb.attacks() && u.Task.Verb != Assault {
		u.Task.Axis, u.Task.HasGoal, u.Task.Feature = u.Facing, false, adjudicator.None
		u.Task.Way, u.Task.Detour = nil, nil
	}
}

// detour sets the points that a unit passes before its other goals.
func (s *State) detour(o *events.Outcome) {
	u := s.theUnit(o)
	u.Task.Detour = nil
	list := strings.Split(o.Get("way"), ",")
	for k := 0; k+1 < len(list); k += 2 {
		u.Task.Detour = append(u.Task.Detour, board.Point{X: events.Number(list[k]), Y: events.Number(list[k+1])})
	}
}

// sendCommander records a commander's errand. Relative places start from the commander's place.
func (s *State) sendCommander(o *events.Outcome) {
	c := s.theSeat(o)
	mail := s.b.recorded(s.b.seat(c.ID), []string{o.Get("order")})
	c.Errand, c.Whom = mail[0].Errand.Ride, mail[0].Errand.Whom
	if c.Errand == RideToPlace {
		c.Goal = s.b.resolve(mail[0].Errand.Place, c.At)
	}
}

func (s *State) attach(o *events.Outcome) {
	c := s.theSeat(o)
	unit := s.mustUnit(o.Get("unit"))
	c.Attached, c.Errand = adjudicator.At(unit), NoRide
	s.followRiders(&s.Units[unit])
}

func (s *State) moveCommander(o *events.Outcome) {
	c := s.theSeat(o)
	c.At = at(o)
	if goal, ok := s.errandGoal(c); ok && goal == c.At && c.Errand != JoinUnit {
		c.Errand = NoRide
	}
}

func (s *State) loseCommander(o *events.Outcome) {
	who := o.Get("who")
	if u := s.b.unit(who); u >= 0 {
		s.Units[u].Colonel, s.Units[u].Mourns = false, true
		s.Colonels[s.Units[u].Side]++
		return
	}
	c := &s.Seats[s.b.seat(who)]
	s.Generals[c.Side]++
	c.Status, c.FellIn, c.Attached, c.Errand = Status(o.Get("fate")), s.Turn, adjudicator.None, NoRide
}

func (s *State) mourn(o *events.Outcome) {
	for id := range strings.SplitSeq(o.Get("units"), ",") {
		s.Units[s.mustUnit(id)].Mourns = true
	}
}

func (s *State) succeed(o *events.Outcome) {
	c := s.theSeat(o)
	c.Status, c.FellIn, c.Errand = Fit, 0, NoRide
	unit := s.mustUnit(o.Get("unit"))
	c.Attached = adjudicator.At(unit)
	s.followRiders(&s.Units[unit])
}

func (s *State) takeZone(o *events.Outcome) {
	s.Holders[s.b.feature(o.Get("place"))] = adjudicator.At(s.b.side(o.Get("by")))
}

func (s *State) end(o *events.Outcome) {
	s.Status, s.Winner, s.Level = "over", adjudicator.At(s.b.side(o.Get("winner"))), o.Get("level")
}
