package activationchits

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/events"
)

// unitOf returns the outcome's unit.
func (s *State) unitOf(o *events.Outcome) *Unit { return &s.Units[s.b.unitIDs.Must(o.Get("unit"))] }

// leaderOf returns the outcome's leader.
func (s *State) leaderOf(o *events.Outcome) *Leader {
	return &s.Leaders[s.b.leaderIDs.Must(o.Get("leader"))]
}

// force returns the outcome's side.
func (s *State) force(o *events.Outcome) *Force { return &s.Forces[s.b.sideIDs.Must(o.Get("side"))] }

// newRound begins a turn: markers are removed and the cup gets its chits (§1, §40).
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

// decideFate applies the fate of a leader who was away (§37, §L3).
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

// putLeader moves the leader to the hex in a field and updates what each seat knows.
func (s *State) putLeader(o *events.Outcome, field string) {
	leader := s.b.leaderIDs.Must(o.Get("leader"))
	s.seatLeader(leader, s.b.hexAt(o.Get(field)))
	s.lookAnew(adjudicator.None, adjudicator.At(leader))
}

// activate marks the units that the activation roll was for (§7, §10, §11).
func (s *State) activate(o *events.Outcome) {
	result := o.Get("result")
	for _, id := range []string{o.Get("unit"), o.Get("with")} {
		if id != adjudicator.Nobody {
			u := &s.Units[s.b.unitIDs.Must(id)]
			u.Spent, u.Acted = spends(result), passed(result) || u.Acted
		}
	}
}

// spends reports whether the result of a roll makes the piece spent (§7, §9, §10).
func spends(result string) bool {
	return result == resultPassed || result == resultFailed || result == resultBotched
}

// passed reports whether the result allows an action.
func passed(result string) bool { return result == resultPassed || result == resultFree }

// bestir marks the leader that the roll was for (§36).
func (s *State) bestir(o *events.Outcome) {
	l, result := s.leaderOf(o), o.Get("result")
	l.Spent, l.Acted = spends(result), passed(result) || l.Acted
}

// befall adds a chit to the cup if the event says so (§3).
func (s *State) befall(o *events.Outcome) {
	if o.Get("effect") == eventChit {
		s.Extra = s.b.sideIDs.Find(o.Get("side"))
	}
}

// takeBack spends an ADC and reverts the changes of the result that is rolled again (§38).
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

// confuse applies the lasting effect of a botched activation (§11).
func (s *State) confuse(o *events.Outcome) {
	if u := s.unitOf(o); o.Get("effect") == botchLate {
		u.Spent, u.Late = false, 2
	}
}

// march moves a unit.
func (s *State) march(o *events.Outcome) {
	n := s.b.unitIDs.Must(o.Get("unit"))
	if f := o.Get("facing"); f != "" {
		s.Units[n].Facing = facingOf(f)
	}
	s.putUnit(n, s.b.hexAt(o.Get("to")))
	s.lookAnew(adjudicator.At(n), s.Units[n].Leader)
}

// fireAt counts a battery's shot. A re-roll is not a second shot (§21).
func (s *State) fireAt(o *events.Outcome) {
	u := s.unitOf(o)
	if u.Arm == Artillery && o.Get("again") != "yes" {
		u.Shots++
	}
	s.markAttacked(o)
}

// markAttacked marks the target as attacked, if it is a unit.
func (s *State) markAttacked(o *events.Outcome) {
	if t, ok := s.b.unitIDs.Find(o.Get("target")).Get(); ok {
		s.Units[t].Attacked = true
	}
}

// useGuns counts the shot of a battery that supports an attack (§20, §21).
func (s *State) useGuns(o *events.Outcome) {
	if guns := o.Get("guns"); guns != "" && o.Get("again") != "yes" {
		s.Units[s.b.unitIDs.Must(guns)].Shots++
	}
}

// formSquare records the result of forming square (§24, §25).
func (s *State) formSquare(o *events.Outcome) {
	u := s.unitOf(o)
	u.Spent, u.Square = true, o.Get("result") == "formed"
}

// leaveSquare ends a square (§27).
func (s *State) leaveSquare(o *events.Outcome) {
	u := s.unitOf(o)
	u.Square, u.Facing = false, facingOf(o.Get("facing"))
}

// eliminate removes a unit from the board (§R1).
func (s *State) eliminate(o *events.Outcome) {
	u := s.unitOf(o)
	u.Lost, u.Square = true, false
	s.putUnit(s.b.unitIDs.Must(u.ID), nowhere)
}

// waver records the result of a morale check and the morale before it (§33).
func (s *State) waver(o *events.Outcome) {
	u := s.unitOf(o)
	u.was = u.Morale
	if r := o.Get("result"); r == "shaken" || r == "broken" {
		u.Morale = moraleOf(r)
	}
}

// carryOff removes a leader from the board (§37).
func (s *State) carryOff(o *events.Outcome) {
	l := s.leaderOf(o)
	l.Status, l.ADC = away, 0
	s.seatLeader(s.b.leaderIDs.Must(l.Post.Leader), nowhere)
}

// rideTo moves a leader and uses up the ON EVENT order if an event allowed the move.
func (s *State) rideTo(o *events.Outcome) {
	if o.Get("reason") == "event" {
		s.Desks[s.b.leaderIDs.Must(o.Get("leader"))].OnEvent = adjudicator.None
	}
	s.putLeader(o, "to")
}

// advise puts a directive before the seat's older ones (§Q6).
func (s *State) advise(o *events.Outcome) {
	d, seat := couriers.Find(s, o.Get("id")), s.b.seatIDs.Must(o.Get("seat"))
	from := s.Turn + 1
	if d.SameTurn {
		from = s.Turn
	}
	desk := &s.Desks[seat]
	desk.Advised = slices.Insert(desk.Advised, 0, Advice{Entry: s.b.readEntry(seat, d.Text), ID: d.ID, From: from})
}

// dropAdvice deletes a directive that was carried out or replaced.
func (s *State) dropAdvice(o *events.Outcome) {
	desk := &s.Desks[s.b.seatIDs.Must(o.Get("seat"))]
	desk.Advised = slices.DeleteFunc(desk.Advised, func(a Advice) bool { return a.ID == o.Get("id") })
}
