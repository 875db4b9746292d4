package campaign

import (
	"cmp"
	"slices"

	"galloper/events"
)

// turnEvent moves a turn through its cycle.
func (s *step) turnEvent(data events.Data) {
	switch d := data.(type) {
	case events.TurnOpened:
		s.open(d)
	case events.TurnClosed:
		s.on(d.Turn, func(t *Turn) { t.Closed, t.ClosedAt = d.Reason, s.commit.At })
		s.countSilent(d.Turn)
	case events.TurnHeld:
		s.on(d.Turn, func(t *Turn) { t.Held = cmp.Or(d.Reason, "no reason given") })
	case events.TurnResumed:
		s.on(d.Turn, func(t *Turn) { t.Held = "" })
	case events.TurnExtended:
		s.on(d.Turn, func(t *Turn) { s.move(t, d) })
	case events.TurnReverted:
		s.revert(d)
	case events.TurnAdjudicated:
		s.adjudicated(d)
	case events.TurnApproved:
		s.on(d.Turn, func(t *Turn) { t.Approved = true })
		s.end(d.Turn)
	case events.TurnReported:
		s.on(d.Turn, func(t *Turn) { t.Reported = true })
	}
}

// move changes the deadline of a turn.
func (s *step) move(t *Turn, d events.TurnExtended) {
	from := t.Deadline
	if from.Before(s.commit.At) {
		from = s.commit.At
	}
	t.Deadline, t.Moves = d.Deadline, append(t.Moves, Move{d, s.commit.Actor, d.Deadline.Sub(from)})
}

// open opens the next turn, or sets the deadline of a turn that a revert reopened.
func (s *step) open(d events.TurnOpened) {
	if t := s.Turn(d.Turn); t != nil {
		t.Opened, t.Deadline = s.commit.At, d.Deadline
		return
	}
	for len(s.turns) < d.Turn {
		s.turns = append(s.turns, nil)
	}
	t := &Turn{Number: d.Turn, Opened: s.commit.At, Deadline: d.Deadline, Resigned: s.resigned()}
	for _, seat := range s.seats {
		if seat.Absent > 0 && seat.Until.After(s.commit.At) {
			t.Absent = with(t.Absent, seat.ID)
		}
	}
	s.turns = append(s.turns, t)
}

// countSilent updates the silent turns of the seats that the turn waited for.
func (s *step) countSilent(turn int) {
	t := s.Turn(turn)
	if t == nil {
		return
	}
	for i := range s.seats {
		seat := &s.seats[i]
		switch {
		case t.Heard(seat.ID):
			seat.Silent = 0
		case t.Awaits(seat.ID) && seat.Writes():
			seat.Silent++
		}
	}
}

// silentBefore counts the earlier turns that waited for the seat since it was last heard of.
func (s *step) silentBefore(seat string, turn int) (silent int) {
	for n := turn - 1; n > 0; n-- {
		if t := s.Turn(n); t == nil || t.Heard(seat) {
			break
		} else if t.Awaits(seat) {
			silent++
		}
	}
	return silent
}

// adjudicated records a result. A second result for the same turn replaces the first, after a ruling in review.
func (s *step) adjudicated(d events.TurnAdjudicated) {
	s.on(d.Turn, func(t *Turn) {
		if t.Result != nil {
			t.Drafts++
		}
		t.Result, t.stored, t.Stale = &d, s.store(), false
	})
	s.end(d.Turn)
}

// end ends the game if the turn's result ends it and is final.
func (s *step) end(turn int) {
	t := s.Turn(turn)
	if t == nil || t.Result == nil || t.Result.Over == "" {
		return
	}
	if t.Approved || s.created.Settings.Review == "" {
		s.result = t.Result.Over
	}
}

// revert takes back the turns from d.Turn on and reopens that turn. Its orders stay in force until a mail replaces
// them. Its answers, rulings and rerolls are dropped.
func (s *step) revert(d events.TurnReverted) {
	old := s.Turn(d.Turn)
	if old == nil {
		return
	}
	for _, t := range s.turns[d.Turn:] {
		if t != nil {
			t.Reverted = cmp.Or(d.Reason, "no reason given")
			s.past = append(s.past, t)
		}
	}
	again := &Turn{
		Number: old.Number, Opened: s.commit.At, Orders: slices.Clone(old.Orders), Absent: slices.Clone(old.Absent),
		Announced: slices.Clone(old.Announced), Letters: slices.Clone(old.Letters), Resigned: s.resigned(),
	}
	s.turns = append(slices.Clone(s.turns[:d.Turn]), again)
	for i := range s.seats {
		s.seats[i].Silent = s.silentBefore(s.seats[i].ID, d.Turn)
	}
	s.result = ""
	s.reverts = append(s.reverts, d)
}
