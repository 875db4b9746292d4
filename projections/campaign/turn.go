package campaign

import (
	"slices"
	"strings"
	"time"

	"galloper/events"
)

// Turn is one turn of a game.
type Turn struct {
	Number   int
	Opened   time.Time
	Deadline time.Time // zero: none
	Closed   string    // why it was closed; "" while it is open
	ClosedAt time.Time
	Held     string   // why it is held; "" if it is not
	Awaited  []string // seats that it waits for, as the rules say; nil: every seat
	Orders   []Orders
	Asked    []events.OrdersAsked // what the receipts of seats asked last
	Unread   []Unread             // seats that have written what could not be read, and nothing since that could
	Ready    []string             // seats that have said READY, byte order
	Absent   []string             // seats whose player is away this turn, byte order
	Resigned []string             // seats whose player has resigned and whom nobody has replaced, byte order
	Reminded []events.SeatReminded
	Moves    []Move // of the deadline, in order

	Questions []Question // in the order in which they were asked
	Rulings   []events.RulingGiven
	Rerolls   []events.DieRerolled
	Couriers  []events.CourierRuled
	Letters   []events.LetterSent
	Announced []events.Announced
	Revealed  []events.Revealed

	// Result is what the turn came to, its Outcomes left out (Campaign.Outcomes has
	// them); nil before. Drafts counts the results that a ruling in review replaced.
	Result *events.TurnAdjudicated
	Drafts int
	// Stale: something that the result hangs on has come in since; Inputs counts what has.
	Stale    bool
	Inputs   int
	Approved bool   // the umpire let it go out
	Reported bool   // its reports are queued
	Reverted string // why it no longer counts; "" if it does

	stored stored
}

// Move is a move of the deadline.
type Move struct {
	events.TurnExtended
	By  string        // who moved it: a seat that is away, `umpire`, `clock`
	For time.Duration // from the deadline that was, or from the time of the move if that was later
}

// Given returns by how much an actor has moved the deadline, all moves together.
func (t *Turn) Given(by string) (sum time.Duration) {
	for _, m := range t.Moves {
		if m.By == by {
			sum += m.For
		}
	}
	return sum
}

// Orders are the orders of one seat that are in force for a turn.
type Orders struct {
	Seat    string
	Orders  []string    // canonical lines, in mail order
	Numbers []int       // theirs in the receipts; nil: 1, 2, 3 …
	Mail    events.Hash // the mail that brought the last change
	Commit  string      // id of the commit that recorded it
	At      time.Time   // when it was recorded
	How     string      // `add`, `cancel`, `amend`, or "" for a mail that replaced what was there
	Event   uint64      // number of the event: what a receipt goes by

	Refused int // lines of the mail that could not be read
}

// Unread is a seat whose last mail had orders of which none was accepted.
type Unread struct {
	Seat  string
	Lines int
	Mails int // such mails one after the other
	Mail  events.Hash
}

// couldRead notes how many lines of a seat's mail could not be read, none being accepted.
func (t *Turn) couldRead(seat string, not int, mail events.Hash) {
	mails := t.UnreadMails(seat)
	t.Unread = slices.DeleteFunc(slices.Clone(t.Unread), func(u Unread) bool { return u.Seat == seat })
	if not > 0 {
		t.Unread = append(t.Unread, Unread{seat, not, mails + 1, mail})
	}
}

// UnreadMails counts the mails of the seat of which nothing could be accepted, since the last of which something could.
func (t *Turn) UnreadMails(seat string) int {
	for _, u := range t.Unread {
		if u.Seat == seat {
			return u.Mails
		}
	}
	return 0
}

// MailsToQuote returns the mail that the seat's orders come from, and a later one of which
// nothing was accepted.
func (t *Turn) MailsToQuote(seat string) (mails []events.Hash) {
	if o, ok := t.Of(seat); ok && !o.Mail.IsZero() {
		mails = append(mails, o.Mail)
	}
	for _, u := range t.Unread {
		if u.Seat == seat && !u.Mail.IsZero() {
			mails = append(mails, u.Mail)
		}
	}
	return mails
}

// Question is a decision that was asked, and its answer once there is one.
type Question struct {
	events.DecisionAsked
	Asked  time.Time // when it was recorded
	Answer *events.DecisionAnswered
}

func (t *Turn) phase(review bool) Phase {
	switch {
	case t.Result != nil && !t.Stale && review && !t.Approved:
		return Review
	case t.Result != nil && !t.Stale:
		return Reporting
	case len(t.OpenQuestions()) > 0:
		return Deciding
	case t.Closed != "":
		return Closed
	}
	return Open
}

// Of returns the orders of the seat that are in force.
func (t *Turn) Of(seat string) (Orders, bool) {
	i, ok := t.find(seat)
	if !ok {
		return Orders{}, false
	}
	return t.Orders[i], true
}

func (t *Turn) find(seat string) (int, bool) {
	return slices.BinarySearchFunc(t.Orders, seat, func(o Orders, id string) int { return strings.Compare(o.Seat, id) })
}

func (t *Turn) accept(o Orders) {
	if i, ok := t.find(o.Seat); ok {
		t.Orders[i] = o
	} else {
		t.Orders = slices.Insert(t.Orders, i, o)
	}
}

// Awaits reports whether the turn waits for the seat: it has something to order.
func (t *Turn) Awaits(seat string) bool { return t.Awaited == nil || slices.Contains(t.Awaited, seat) }

// IsReady reports whether the seat has said READY.
func (t *Turn) IsReady(seat string) bool { return has(t.Ready, seat) }

// IsAbsent reports whether the seat's player is away this turn.
func (t *Turn) IsAbsent(seat string) bool { return has(t.Absent, seat) }

// Ordered reports whether the seat's player has sent orders this turn. Those that the umpire
// alone has written for it, or the staff, are none of theirs.
func (t *Turn) Ordered(seat string) bool {
	o, ok := t.Of(seat)
	return ok && (o.How != "amend" && o.How != ByStaff || !o.Mail.IsZero())
}

// AskedOf returns the readings that the seat's last receipt asked about.
func (t *Turn) AskedOf(seat string) []events.Reading {
	for _, a := range t.Asked {
		if a.Seat == seat {
			return a.Readings
		}
	}
	return nil
}

// ask notes what a receipt asked, in place of what the seat was asked before.
func (t *Turn) ask(d events.OrdersAsked) {
	t.Asked = slices.DeleteFunc(t.Asked, func(a events.OrdersAsked) bool { return a.Seat == d.Seat })
	t.Asked = append(t.Asked, d)
}

// ByStaff is how orders came about that the staff has written.
const ByStaff = "staff"

// Heard reports whether anything was heard of the seat this turn.
func (t *Turn) Heard(seat string) bool {
	return t.Ordered(seat) || t.IsReady(seat) || t.IsAbsent(seat)
}

// Missed reports whether the turn waits for the seat and nothing was heard of it.
func (t *Turn) Missed(seat string) bool { return t.Awaits(seat) && !t.Heard(seat) }

// OpenQuestions returns the questions without an answer, in the order in which they were asked.
func (t *Turn) OpenQuestions() []Question {
	var open []Question
	for _, q := range t.Questions {
		if q.Answer == nil {
			open = append(open, q)
		}
	}
	return open
}

func has(sorted []string, seat string) bool {
	_, ok := slices.BinarySearch(sorted, seat)
	return ok
}

func with(sorted []string, seat string) []string {
	if i, ok := slices.BinarySearch(sorted, seat); !ok {
		return slices.Insert(sorted, i, seat)
	}
	return sorted
}

func without(sorted []string, seat string) []string {
	if i, ok := slices.BinarySearch(sorted, seat); ok {
		return slices.Delete(sorted, i, i+1)
	}
	return sorted
}
