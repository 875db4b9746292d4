package activationchits

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/events"
)

// unitOf is the unit that the outcome is about.
func (s *State) unitOf(o *events.Outcome) *Unit { return &s.Units[s.b.unitIDs.Must(o.Get("unit"))] }

// leaderOf is the leader whom the outcome is about.
func (s *State) leaderOf(o *events.Outcome) *Leader {
	return &s.Leaders[s.b.leaderIDs.Must(o.Get("leader"))]
}

// force is the side for which the outcome counts.
func (s *State) force(o *events.Outcome) *Force { return &s.Forces[s.b.sideIDs.Must(o.Get("side"))] }

// newRound begins a turn: markers off, chits for the cup.
//
// §1, §40
func (s *State) newRound(o *events.Outcome) {
	s.Turn, s.Extra = o.Int("turn"), adjudicator.None
	for i := range s.Units {
		u := &s.Units[i]
		u.Spent, u.Late, u.Acted, u.Attacked = false, 0, false, false
	}
	for i := range s.Leaders {
		l := &s.Leaders[i]
		l.Spent, l.Acted, l.ADC = false, false, 0
		if l.Status == onBoard {
			l.ADC = l.Post.ADC
		}
	}
	for part := range strings.SplitSeq(o.Get("chits"), ",") {
		id, n, _ := strings.Cut(part, ":")
		if side, ok := s.b.sideIDs.Find(id).Get(); ok {
			s.Forces[side].Chits = events.Number(n)
		}
	}
	s.lookAll()
}

// decideFate settles what becomes of a leader who was away.
//
// §37, §L3
func (s *State) decideFate(o *events.Outcome) {
	l := s.leaderOf(o)
	switch o.Get("result") {
	case fateEliminated:
		l.Status = eliminated
	case fateReturns:
		l.Status, l.ADC = onBoard, l.Post.ADC
		s.putLeader(o, "hex")
	}
}

// putLeader puts the leader where a field says, and lets him look around.
func (s *State) putLeader(o *events.Outcome, field string) {
	leader := s.b.leaderIDs.Must(o.Get("leader"))
	s.seatLeader(leader, s.b.hexAt(o.Get(field)))
	s.lookAnew(adjudicator.None, adjudicator.At(leader))
}

// activate marks the units that were rolled for.
//
// §7, §10, §11
func (s *State) activate(o *events.Outcome) {
	result := o.Get("result")
	for _, id := range []string{o.Get("unit"), o.Get("with")} {
		if id != adjudicator.Nobody {
			u := &s.Units[s.b.unitIDs.Must(id)]
			u.Spent, u.Acted = spends(result), passed(result) || u.Acted
		}
	}
}

// spends reports whether the result of a roll spends who rolled.
//
// §7, §9, §10
func spends(result string) bool {
	return result == resultPassed || result == resultFailed || result == resultBotched
}

// passed reports whether the result lets a unit act.
func passed(result string) bool { return result == resultPassed || result == resultFree }

// bestir marks a leader who was rolled for.
//
// §36
func (s *State) bestir(o *events.Outcome) {
	l, result := s.leaderOf(o), o.Get("result")
	l.Spent, l.Acted = spends(result), passed(result) || l.Acted
}

// befall puts one more chit into the cup where the event says so.
//
// §3
func (s *State) befall(o *events.Outcome) {
	if o.Get("effect") == eventChit {
		s.Extra = s.b.sideIDs.Find(o.Get("side"))
	}
}

// takeBack takes a token, and takes back what the result to be rolled again
// had changed.
//
// §38
func (s *State) takeBack(o *events.Outcome) {
	s.leaderOf(o).ADC = o.Int("left")
	u := s.unitOf(o)
	switch o.Get("for") {
	case forMorale:
		u.Morale = u.was
	case forActivation:
		u.Spent = false
	}
}

// confuse notes what a botch leaves behind.
//
// §11
func (s *State) confuse(o *events.Outcome) {
	if u := s.unitOf(o); o.Get("effect") == botchLate {
		u.Spent, u.Late = false, 2
	}
}

// march puts a unit where it has gone.
func (s *State) march(o *events.Outcome) {
	n := s.b.unitIDs.Must(o.Get("unit"))
	if f := o.Get("facing"); f != "" {
		s.Units[n].Facing = facingOf(f)
	}
	s.putUnit(n, s.b.hexAt(o.Get("to")))
	s.lookAnew(adjudicator.At(n), s.Units[n].Leader)
}

// fireAt counts a shot of a battery; one rolled again is no second one.
//
// §21
func (s *State) fireAt(o *events.Outcome) {
	u := s.unitOf(o)
	if u.Arm == Artillery && o.Get("again") != "yes" {
		u.Shots++
	}
	s.markAttacked(o)
}

// markAttacked notes that a unit, no lone leader, was attacked.
func (s *State) markAttacked(o *events.Outcome) {
	if t, ok := s.b.unitIDs.Find(o.Get("target")).Get(); ok {
		s.Units[t].Attacked = true
	}
}

// useGuns counts the shot of a battery in a combined attack.
//
// §20, §21
func (s *State) useGuns(o *events.Outcome) {
	if guns := o.Get("guns"); guns != "" && o.Get("again") != "yes" {
		s.Units[s.b.unitIDs.Must(guns)].Shots++
	}
}

// formSquare notes whether a unit stands in square now.
//
// §24, §25
func (s *State) formSquare(o *events.Outcome) {
	u := s.unitOf(o)
	u.Spent, u.Square = true, o.Get("result") == "formed"
}

// leaveSquare ends a square.
//
// §27
func (s *State) leaveSquare(o *events.Outcome) {
	u := s.unitOf(o)
	u.Square, u.Facing = false, facingOf(o.Get("facing"))
}

// eliminate takes a unit off the board.
//
// §R1
func (s *State) eliminate(o *events.Outcome) {
	u := s.unitOf(o)
	u.Lost, u.Square = true, false
	s.putUnit(s.b.unitIDs.Must(u.ID), nowhere)
}

// waver notes how a check of morale ended, and what was before it.
//
// §33
func (s *State) waver(o *events.Outcome) {
	u := s.unitOf(o)
	u.was = u.Morale
	if r := o.Get("result"); r == "shaken" || r == "broken" {
		u.Morale = moraleOf(r)
	}
}

// carryOff takes a leader off the board.
//
// §37
func (s *State) carryOff(o *events.Outcome) {
	l := s.leaderOf(o)
	l.Status, l.ADC = away, 0
	s.seatLeader(s.b.leaderIDs.Must(l.Post.Leader), nowhere)
}

// rideTo puts a leader where he has ridden; an event is used up by it.
func (s *State) rideTo(o *events.Outcome) {
	if o.Get("reason") == "event" {
		s.Desks[s.b.leaderIDs.Must(o.Get("leader"))].OnEvent = adjudicator.None
	}
	s.putLeader(o, "to")
}

// advise puts a directive before a seat's older ones.
//
// §Q6
func (s *State) advise(o *events.Outcome) {
	d, seat := couriers.Find(s, o.Get("id")), s.b.seatIDs.Must(o.Get("seat"))
	from := s.Turn + 1
	if d.SameTurn {
		from = s.Turn
	}
	desk := &s.Desks[seat]
	desk.Advised = slices.Insert(desk.Advised, 0, Advice{Entry: s.b.readEntry(seat, d.Text), ID: d.ID, From: from})
}

// dropAdvice forgets a directive that is done, or replaced.
func (s *State) dropAdvice(o *events.Outcome) {
	desk := &s.Desks[s.b.seatIDs.Must(o.Get("seat"))]
	desk.Advised = slices.DeleteFunc(desk.Advised, func(a Advice) bool { return a.ID == o.Get("id") })
}
