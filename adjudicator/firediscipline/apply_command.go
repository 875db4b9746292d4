package firediscipline

import (
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/courier"
	"galloper/events"
)

// compareDispatches orders by turn sent, then id.
//
// §Q1
func compareDispatches(_ *State, a, b *Dispatch) int {
	x, _ := courier.ParseID(a.ID)
	y, _ := courier.ParseID(b.ID)
	return courier.Compare(x, y, func(string) int { return 0 })
}

func applyDirectiveActed(s *State, o *events.Outcome) {
	u := s.theUnit(o)
	d, err := s.b.parseDirective(u.Side, o.Get("text"))
	if err != nil {
		panic("firediscipline: " + o.Get("text") + ": a directive that cannot be read was acted on")
	}
	if o.Get("how") == "condition" && d.Verb == "" {
		u.forgetCondition(s.b, o.Get("text"))
	}
	s.take(u, d)
	u.Shock, u.Ordered = true, o.Ref
}

func applyDirectiveVoid(s *State, o *events.Outcome) {
	u := s.theUnit(o)
	s.take(u, &Directive{Verb: Hold})
	u.Shock = true
}

func applyDirectiveDone(s *State, o *events.Outcome) {
	u := s.theUnit(o)
	u.Task.Verb, u.Task.Way, u.Task.Detour, u.Shock = Hold, nil, nil, true
}

// applyChitUsed takes R, L and U off; a turned unit under ADVANCE goes on along its new facing.
//
// §2.5
func applyChitUsed(s *State, o *events.Outcome) {
	u := s.theUnit(o)
	turned := u.Task.Chit == 'R' || u.Task.Chit == 'L'
	u.Task.Chit, u.Task.Turn = 0, 0
	if !turned {
		return
	}
	if u.Task.Verb == Advance {
		u.Task.Axis, u.Task.HasGoal, u.Task.Feature = u.Facing, false, adjudicator.None
		u.Task.Way, u.Task.Detour = nil, nil
	}
}

func applyWaypoint(s *State, o *events.Outcome) {
	u := s.theUnit(o)
	u.Task.Way = u.Task.Way[max(0, len(u.Task.Way)-o.Int("left")):]
}

// theSeat returns the seat that the outcome is about.
func (s *State) theSeat(o *events.Outcome) *Seat { return &s.Seats[s.b.seat(o.Get("seat"))] }

func applyCommanderAttached(s *State, o *events.Outcome) {
	c := s.theSeat(o)
	unit := s.mustUnit(o.Get("unit"))
	c.Attached, c.Errand = adjudicator.At(unit), NoRide
	s.followRiders(&s.Units[unit])
}

func applyCommanderDetached(s *State, o *events.Outcome) { s.theSeat(o).Attached = adjudicator.None }

func applyCommanderRode(s *State, o *events.Outcome) {
	c := s.theSeat(o)
	c.At = at(o)
	if goal, ok := s.errandGoal(c); ok && goal == c.At && c.Errand != JoinUnit {
		c.Errand = NoRide
	}
}

func applyCommanderFled(s *State, o *events.Outcome) { s.theSeat(o).At = at(o) }

func applyCommanderHit(s *State, o *events.Outcome) {
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

func applyCommanderMourned(s *State, o *events.Outcome) {
	for id := range strings.SplitSeq(o.Get("units"), ",") {
		s.Units[s.mustUnit(id)].Mourns = true
	}
}

func applyCommanderSucceeded(s *State, o *events.Outcome) {
	c := s.theSeat(o)
	c.Status, c.FellIn, c.Errand = Fit, 0, NoRide
	unit := s.mustUnit(o.Get("unit"))
	c.Attached = adjudicator.At(unit)
	s.followRiders(&s.Units[unit])
}

func applyObjectiveTaken(s *State, o *events.Outcome) {
	s.Holders[s.b.feature(o.Get("place"))] = adjudicator.At(s.b.side(o.Get("by")))
}

func applyScoreCounted(s *State, o *events.Outcome) {
	s.Points[s.b.side(o.Get("side"))] = o.Int("points")
}

func applyGameEnded(s *State, o *events.Outcome) {
	s.Status, s.Winner, s.Level = "over", adjudicator.At(s.b.side(o.Get("winner"))), o.Get("level")
}
