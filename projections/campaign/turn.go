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
	Deadline time.Time // zero if there is no deadline
	Closed   string    // why it was closed; "" while it is open
	ClosedAt time.Time
	Held     string   // why it is held, or ""
	Awaited  []string // seats that it waits for according to the rules; nil means every seat
	Orders   []Orders
	Asked    []events.OrdersAsked // questions in the last receipt of each seat
	Unread   []Unread             // seats whose last mail had only unreadable orders
	Ready    []string             // seats that are READY, in byte order
	Absent   []string             // seats whose player is absent this turn, in byte order
	Resigned []string             // seats whose player has resigned without a successor, in byte order
	Reminded []events.SeatReminded
	Moves    []Move // changes to the deadline, in order

	Questions []Question // in the order in which they were asked
	Rulings   []events.RulingGiven
	Rerolls   []events.DieRerolled
	Couriers  []events.CourierRuled
	Letters   []events.LetterSent
	Announced []events.Announced
	Revealed  []events.Revealed

	// Result is the result of the turn without its outcomes (see Campaign.Outcomes), or nil before adjudication.
	// Drafts counts the results that rulings in review replaced.
	Result *events.TurnAdjudicated
	Drafts int
	// Stale reports that inputs of the result have changed since; Inputs counts the changes.
	Stale    bool
	Inputs   int
	Approved bool   // by the umpire
	Reported bool   // its reports are queued
	Reverted string // why it no longer counts, or ""

	stored stored
}

// Move is a change to the deadline.
type Move struct {
	events.TurnExtended
	By  string        // the actor: an absent seat, `umpire`, `clock`
	For time.Duration // relative to the old deadline, or to the time of the move if that was later
}

// Given returns the total of an actor's moves of the deadline.
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
	Orders  []string    // canonical lines, in the order of the mail
	Numbers []int       // their numbers in the receipts; nil means 1, 2, 3 …
	Mail    events.Hash // the mail that brought the last change
	Commit  string      // id of the commit that recorded it
	At      time.Time   // when it was recorded
	How     string      // `add`, `cancel`, `amend`, or "" for a mail that replaced the orders
	Event   uint64      // number of the event, which receipts refer to

	Refused int // number of lines of the mail that could not be parsed
}

// Unread is a seat whose last mail contained orders, none of which was accepted.
type Unread struct {
	Seat  string
	Lines int
	Mails int // number of such mails in a row
	Mail  events.Hash
}

// couldRead records how many lines of a seat's mail could not be parsed, if none was accepted.
func (t *Turn) couldRead(seat string, not int, mail events.Hash) {
	mails := t.UnreadMails(seat)
	t.Unread = slices.DeleteFunc(slices.Clone(t.Unread), func(u Unread) bool { return u.Seat == seat })
	if not > 0 {
		t.Unread = append(t.Unread, Unread{seat, not, mails + 1, mail})
	}
}

// UnreadMails counts the seat's mails since the last one with an accepted order.
func (t *Turn) UnreadMails(seat string) int {
	for _, u := range t.Unread {
		if u.Seat == seat {
			return u.Mails
		}
	}
	return 0
}

// MailsToQuote returns the mail with the seat's orders, and a later mail without accepted orders.
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

// Question is a question to a seat or the umpire, with its answer if there is one.
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

// Of returns the seat's orders in force.
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

// Awaits reports whether the turn waits for the seat because it has orders to give.
func (t *Turn) Awaits(seat string) bool { return t.Awaited == nil || slices.Contains(t.Awaited, seat) }

// IsReady reports whether the seat is READY.
func (t *Turn) IsReady(seat string) bool { return has(t.Ready, seat) }

// IsAbsent reports whether the seat's player is absent this turn.
func (t *Turn) IsAbsent(seat string) bool { return has(t.Absent, seat) }

// Ordered reports whether the seat's player has sent orders this turn. Orders that only the umpire or the staff wrote
// do not count.
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

// ask replaces the questions of the seat's last receipt.
func (t *Turn) ask(d events.OrdersAsked) {
	t.Asked = slices.DeleteFunc(t.Asked, func(a events.OrdersAsked) bool { return a.Seat == d.Seat })
	t.Asked = append(t.Asked, d)
}

// ByStaff is the value of Orders.How for orders written by the staff.
const ByStaff = "staff"

// Heard reports whether the seat was heard of this turn: it has ordered, or is READY or absent.
func (t *Turn) Heard(seat string) bool {
	return t.Ordered(seat) || t.IsReady(seat) || t.IsAbsent(seat)
}

// Missed reports whether the turn waits for the seat and the seat is silent.
func (t *Turn) Missed(seat string) bool { return t.Awaits(seat) && !t.Heard(seat) }

// OpenQuestions returns the unanswered questions, oldest first.
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
