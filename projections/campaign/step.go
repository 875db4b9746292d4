package campaign

import (
	"slices"
	"time"

	"galloper/events"
)

// step applies the events of one commit.
type step struct {
	*Campaign
	commit *events.Commit
	place  int // index of the event in the commit
}

func (s *step) apply(data events.Data) {
	switch d := data.(type) {
	case events.GameCreated:
		s.create(d)
	case events.ArmyCarried:
		s.carried = d
	case events.GameOpened:
		s.opening = s.store()
	case events.SecretsOpened:
		s.told = true
	case events.GameEnded:
		s.result = d.Reason
	case events.MailReceived, events.MailQuarantined, events.MailQueued, events.MailSent, events.MailBounced:
		s.mail(d)
	case events.StandInAsked:
		s.calls = append(s.calls, StandInCall{StandInAsked: d})
	case events.StandInDeclined:
		s.answerCall(d.Seat, d.Address, "declined")
	case events.SeatAssigned, events.SeatReleased, events.SeatReady, events.SeatAbsent, events.SeatResigned,
		events.SeatReminded,
		events.SeatRenewed, events.SeatBounced, events.SeatStaffed, events.SeatTakenBack:
		s.seatEvent(d)
	case events.TurnOpened, events.TurnClosed, events.TurnHeld, events.TurnResumed, events.TurnExtended,
		events.TurnReverted, events.TurnAdjudicated, events.TurnApproved, events.TurnReported:
		s.turnEvent(d)
	default:
		s.input(d)
	}
}

func (s *step) store() stored { return stored{s.commit.Events[s.place]} }

func (s *step) create(d events.GameCreated) {
	s.created = d
	for _, id := range d.Seats {
		s.seats = append(s.seats, Seat{ID: id})
	}
}

func (s *step) mail(data events.Data) {
	switch d := data.(type) {
	case events.MailReceived:
		s.sawMail(d.SHA256, d.Message)
		if seat := s.seat(d.Seat); seat != nil && len(seat.Addresses) == 1 {
			seat.heardOf(seat.Addresses[0])
		}
		if seat := s.seat(d.Seat); seat != nil && !d.Mute {
			seat.Missed = events.SeatBounced{} // the receipt mentions it
		}
		if d.Unread > 0 {
			s.on(s.Number(), func(t *Turn) { t.couldRead(d.Seat, d.Unread, d.SHA256) })
		}
	case events.MailQuarantined:
		s.sawMail(d.SHA256, d.Message)
		s.held = append(s.held, Quarantined{d, s.commit.At})
	case events.MailQueued:
		s.queued = append(s.queued, Mail{d, s.commit.At, s.commit.ID})
	case events.MailSent:
		s.settle(d.Mail)
	case events.MailBounced:
		s.settle(d.Mail)
	}
}

func (s *step) sawMail(hashes ...events.Hash) {
	if s.mails == nil {
		s.mails = map[events.Hash]bool{}
	}
	for _, h := range hashes {
		if !h.IsZero() {
			s.mails[h] = true
		}
	}
}

// settle removes a mail from the queue, after it was sent or refused for good.
func (s *step) settle(mail string) {
	s.queued = slices.DeleteFunc(s.queued, func(m Mail) bool { return m.Mail == mail })
}

func (s *step) seatEvent(data events.Data) {
	switch d := data.(type) {
	case events.SeatReleased:
		s.renew(d.Seat)
	case events.SeatRenewed:
		s.renew(d.Seat)
	}
	switch d := data.(type) {
	case events.SeatAssigned:
		s.answerCall(d.Seat, d.Address, "accepted")
		if seat := s.seat(d.Seat); seat != nil && !slices.Contains(seat.Addresses, d.Address) {
			if len(seat.Addresses) == 0 {
				s.handOver(seat)
			}
			seat.Addresses = append(slices.Clip(seat.Addresses), d.Address)
			seat.heardOf(d.Address)
			s.vacant(seat, false)
		}
	case events.SeatReleased:
		if seat := s.seat(d.Seat); seat != nil {
			seat.Addresses = slices.DeleteFunc(slices.Clone(seat.Addresses), func(a string) bool { return a == d.Address })
			seat.Epoch++
			seat.heardOf(d.Address)
		}
	case events.SeatRenewed:
		if seat := s.seat(d.Seat); seat != nil {
			seat.Epoch++
		}
	case events.SeatBounced:
		if seat := s.seat(d.Seat); seat != nil {
			seat.bounced(d)
		}
	case events.SeatResigned:
		if seat := s.seat(d.Seat); seat != nil {
			s.vacant(seat, true)
		}
	case events.SeatStaffed:
		s.staff(d.Seat, d.Temper)
	case events.SeatTakenBack:
		s.staff(d.Seat, "")
	case events.SeatReady:
		s.ready(d)
	case events.SeatAbsent:
		s.absent(d)
	case events.SeatReminded:
		if t := s.Turn(d.Turn); t != nil {
			t.Reminded = append(t.Reminded, d)
		}
	}
}

// staff sets the temper of the staff that writes the seat's orders, or "" if it no longer does.
func (s *step) staff(seat, temper string) {
	if seat := s.seat(seat); seat != nil {
		seat.Staff = temper
	}
}

// handOver resets the state of the seat's previous player: staff, absence, READY, questions, silence. The orders stay
// in force.
func (s *step) handOver(seat *Seat) {
	seat.Staff, seat.Absent, seat.Until, seat.Silent = "", 0, time.Time{}, 0
	if t := s.Current(); t != nil && t.Closed == "" {
		t.Ready, t.Absent = without(t.Ready, seat.ID), without(t.Absent, seat.ID)
		t.ask(events.OrdersAsked{Seat: seat.ID})
	}
}

// renew records when the secrets of a seat were renewed.
func (s *step) renew(seat string) {
	if s.renewed == nil {
		s.renewed = map[string]time.Time{}
	}
	s.renewed[seat] = s.commit.At
}

// vacant records whether a seat's player has resigned. It affects the current turn, including a result that the
// umpire has not approved.
func (s *step) vacant(seat *Seat, resigned bool) {
	if seat.Resigned == resigned {
		return
	}
	seat.Resigned = resigned
	if t := s.Current(); t != nil && t.phase(s.created.Settings.Review != "") != Reporting {
		s.decides(t.Number, func(t *Turn) { t.Resigned = s.resigned() })
	}
}

// resigned returns the seats whose player has resigned, in byte order.
func (s *step) resigned() []string {
	var ids []string
	for _, seat := range s.seats {
		if seat.Resigned {
			ids = with(ids, seat.ID)
		}
	}
	return ids
}

// answerCall records a stand-in's answer to the last request for the seat.
func (s *step) answerCall(seat, address, answer string) {
	for i := range s.calls {
		if c := &s.calls[i]; c.Seat == seat && c.Address == address && c.Answer == "" {
			c.Answer = answer
		}
	}
}

func (s *step) ready(d events.SeatReady) {
	t := s.Turn(d.Turn)
	switch {
	case t == nil:
	case d.Not:
		t.Ready = without(t.Ready, d.Seat)
	default:
		t.Ready = with(t.Ready, d.Seat)
	}
}

func (s *step) absent(d events.SeatAbsent) {
	if seat := s.seat(d.Seat); seat != nil {
		seat.Absent, seat.Until = d.Turn, d.Until
	}
	if t := s.Turn(d.Turn); t != nil {
		t.Absent = with(t.Absent, d.Seat)
	}
}

// input records inputs of a turn's adjudication, and the umpire's messages.
func (s *step) input(data events.Data) {
	switch d := data.(type) {
	case events.OrdersAccepted:
		s.orders(d)
	case events.OrdersAsked:
		s.on(d.Turn, func(t *Turn) { t.ask(d) })
	case events.DecisionAsked:
		s.ask(d)
	case events.DecisionAnswered:
		s.answer(d)
	case events.RulingGiven:
		s.decides(d.Turn, func(t *Turn) { t.Rulings = append(t.Rulings, d) })
	case events.DieRerolled:
		s.decides(d.Turn, func(t *Turn) { t.Rerolls = append(t.Rerolls, d) })
	case events.CourierRuled:
		s.decides(d.Turn, func(t *Turn) { t.Couriers = append(t.Couriers, d) })
	case events.LetterSent:
		s.on(d.Turn, func(t *Turn) { t.Letters = append(t.Letters, d) })
	case events.Announced:
		s.on(d.Turn, func(t *Turn) { t.Announced = append(t.Announced, d) })
	case events.ActProposed:
		s.pending = append(s.pending, Proposal{ActProposed: d})
	case events.ActConfirmed:
		for i := range s.pending {
			s.pending[i].Done = s.pending[i].Done || s.pending[i].Number == d.Number
		}
	case events.PageOpened:
		s.opened = &d
	case events.PageClosed:
		s.opened = nil
	case events.Revealed:
		s.on(d.Turn, func(t *Turn) { t.Revealed = append(t.Revealed, d) })
	}
}

// on changes a turn of the current branch. Events of other turns appear in the history only.
func (s *step) on(turn int, change func(*Turn)) {
	if t := s.Turn(turn); t != nil {
		change(t)
	}
}

// decides changes an input of the turn's adjudication, and marks an existing result as stale.
func (s *step) decides(turn int, change func(*Turn)) {
	s.on(turn, func(t *Turn) {
		change(t)
		t.Inputs++
		t.Stale = t.Result != nil
	})
}

func (s *step) orders(d events.OrdersAccepted) {
	s.decides(d.Turn, func(t *Turn) {
		t.couldRead(d.Seat, 0, events.Hash{})
		t.accept(Orders{
			Seat: d.Seat, Orders: d.Orders, Numbers: d.Numbers, Mail: d.Mail, How: d.How,
			Commit: s.commit.ID, At: s.commit.At, Event: s.commit.First + uint64(s.place), Refused: d.Refused,
		})
	})
}

// ask adds a question. It replaces an earlier question with the same number: the turn was adjudicated again from
// other inputs.
func (s *step) ask(d events.DecisionAsked) {
	s.on(d.Turn, func(t *Turn) {
		for i := range t.Questions {
			if t.Questions[i].Number == d.Number {
				t.Questions = append(t.Questions[:i:i], Question{DecisionAsked: d, Asked: s.commit.At})
				return
			}
		}
		t.Questions = append(t.Questions, Question{DecisionAsked: d, Asked: s.commit.At})
	})
}

func (s *step) answer(d events.DecisionAnswered) {
	s.decides(d.Turn, func(t *Turn) {
		for i := range t.Questions {
			if t.Questions[i].Number == d.Number {
				t.Questions[i].Answer = &d
			}
		}
	})
}
