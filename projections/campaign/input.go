package campaign

import "galloper/events"

// TurnInput returns all from outside that the turn is adjudicated from, as far
// as it is recorded. The seeds are recorded with the result; before that they
// are zero, and the caller takes them from where they are kept. ok is false if
// the branch that counts has no such turn.
func (c *Campaign) TurnInput(turn int) (in events.TurnInput, ok bool) {
	t := c.Turn(turn)
	if t == nil {
		return in, false
	}
	return t.Input(), true
}

// Input is TurnInput for this turn, also where it no longer counts.
func (t *Turn) Input() events.TurnInput {
	in := events.TurnInput{Turn: t.Number, Resigned: t.Resigned}
	if t.Result != nil {
		in.Seed, in.Sealed, in.Salt = t.Result.Seed, t.Result.SealedSeed, t.Result.Salt
	}
	for _, o := range t.Orders {
		if len(o.Orders) > 0 {
			in.Orders = append(in.Orders, events.SeatOrders{Seat: o.Seat, Orders: o.Orders})
		}
	}
	for _, q := range t.Questions {
		if q.Answer == nil {
			break // what was asked later hangs on this answer
		}
		in.Answers = append(in.Answers, events.Answer{Seat: q.Seat, Option: q.Answer.Option, By: q.Answer.By, Decision: q.Decision})
	}
	for _, r := range t.Rulings {
		in.Rulings = append(in.Rulings, events.Ruling{Outcome: r.Outcome, Anchor: r.Anchor, Text: r.Text, Sets: r.Sets})
	}
	for _, r := range t.Rerolls {
		in.Rerolls = append(in.Rerolls, events.Reroll{Die: r.Die, Salt: r.Salt})
	}
	for _, r := range t.Couriers {
		in.Couriers = append(in.Couriers, events.CourierRuling{Dispatch: r.Dispatch, Fate: r.Fate, By: r.By, Turns: r.Turns})
	}
	return in
}

// Waiting returns the seats that the current turn still waits for, in scenario
// order: neither READY, nor absent, nor resigned.
func (c *Campaign) Waiting() []string {
	t := c.Current()
	if t == nil {
		return nil
	}
	var waiting []string
	for _, s := range c.seats {
		if !s.Resigned && !t.IsReady(s.ID) && !t.IsAbsent(s.ID) {
			waiting = append(waiting, s.ID)
		}
	}
	return waiting
}

// Silent returns the seats of which nothing was heard this turn, in scenario order.
func (c *Campaign) Silent() []string {
	t := c.Current()
	if t == nil {
		return nil
	}
	var silent []string
	for _, s := range c.seats {
		if !s.Resigned && !t.Heard(s.ID) {
			silent = append(silent, s.ID)
		}
	}
	return silent
}

// SilentAnew returns how many of the silent seats were heard of in the turn
// before, and how many seats there are: where more than half fall silent at
// once, mail may have been lost.
func (c *Campaign) SilentAnew() (anew, of int) {
	before := c.Turn(c.Number() - 1)
	for _, s := range c.seats {
		if !s.Resigned {
			of++
		}
	}
	for _, id := range c.Silent() {
		if before == nil || before.Heard(id) {
			anew++
		}
	}
	return anew, of
}
