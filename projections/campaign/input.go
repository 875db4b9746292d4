package campaign

import (
	"galloper/events"
)

// TurnInput returns all recorded inputs of the turn's adjudication. The seeds are recorded with the result; until
// then they are zero, and the caller takes them from the key store. ok is false if the current branch has no such
// turn.
func (c *Campaign) TurnInput(turn int) (in events.TurnInput, ok bool) {
	t := c.Turn(turn)
	if t == nil {
		return in, false
	}
	return t.Input(), true
}

// Input is TurnInput for this turn, even if it was superseded.
func (t *Turn) Input() events.TurnInput {
	in := events.TurnInput{Turn: t.Number, Resigned: t.Resigned}
	if t.Result != nil {
		in.Seed, in.Sealed, in.Salt, in.Shared = t.Result.Seed, t.Result.SealedSeed, t.Result.Salt, t.Result.Shared
	}
	for _, o := range t.Orders {
		if len(o.Orders) > 0 {
			in.Orders = append(in.Orders, events.SeatOrders{Seat: o.Seat, Orders: o.Orders})
		}
	}
	for _, q := range t.Questions {
		if q.Answer == nil {
			break // later questions depend on this answer
		}
		in.Answers = append(in.Answers, events.Answer{Seat: q.Seat, Option: q.Answer.Option, By: q.Answer.By,
			Decision: q.Decision})
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

// Mails returns the mails with the orders in force for the turn, in byte order of their seats.
func (t *Turn) Mails() (mails []events.Hash) {
	for _, o := range t.Orders {
		if !o.Mail.IsZero() {
			mails = append(mails, o.Mail)
		}
	}
	return mails
}

// Waiting returns the seats that the current turn still waits for, in scenario order: they have orders to give, and
// are not READY, absent or resigned.
func (c *Campaign) Waiting() []string {
	t := c.Current()
	if t == nil {
		return nil
	}
	var waiting []string
	for _, s := range c.seats {
		if s.Writes() && t.Awaits(s.ID) && !t.IsReady(s.ID) && !t.IsAbsent(s.ID) {
			waiting = append(waiting, s.ID)
		}
	}
	return waiting
}

// AllReady reports whether the current turn waits for no seat any more and at least one seat is READY. That seat need
// not be one that the turn waited for, if those are all staffed, absent or resigned.
func (c *Campaign) AllReady() bool {
	t := c.Current()
	return t != nil && len(c.Waiting()) == 0 && len(t.Ready) > 0
}

// WaitFor sets the seats that the current turn waits for. They come from the rules and are not recorded.
func (c *Campaign) WaitFor(seats []string) {
	if t := c.Current(); t != nil {
		t.Awaited = append([]string{}, seats...)
	}
}

// Silent returns the silent seats that the turn waits for, in scenario order.
func (c *Campaign) Silent() []string {
	t := c.Current()
	if t == nil {
		return nil
	}
	var silent []string
	for _, s := range c.seats {
		if s.Writes() && t.Missed(s.ID) {
			silent = append(silent, s.ID)
		}
	}
	return silent
}

// SilentAnew returns how many of the silent seats were heard of when a turn last waited for them, and how many seats
// this turn waits for. If more than half fall silent at once, mails may have been lost.
func (c *Campaign) SilentAnew() (anew, of int) {
	t := c.Current()
	if t == nil {
		return 0, 0
	}
	for _, s := range c.seats {
		if s.Writes() && t.Awaits(s.ID) {
			of++
		}
	}
	for _, id := range c.Silent() {
		if before := c.lastAwaiting(id); before == nil || before.Heard(id) {
			anew++
		}
	}
	return anew, of
}

// lastAwaiting returns the last turn before the current one that waited for the seat, or nil.
func (c *Campaign) lastAwaiting(seat string) *Turn {
	for n := c.Number() - 1; n > 0; n-- {
		if t := c.Turn(n); t == nil || t.Awaits(seat) {
			return t
		}
	}
	return nil
}

// LastHeard returns the last turn with news of the seat, or 0.
func (c *Campaign) LastHeard(seat string) int {
	for n := c.Number(); n > 0; n-- {
		if t := c.Turn(n); t != nil && t.Heard(seat) {
			return n
		}
	}
	return 0
}
