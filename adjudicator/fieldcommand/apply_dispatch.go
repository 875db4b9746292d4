package fieldcommand

import (
	"cmp"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/courier"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// noteDispatch records the sender and addressee of a dispatch, and the sightings that a report carries.
func noteDispatch(s *State, d *Dispatch, o *events.Outcome) {
	d.Sender, d.ToSeat = s.b.Seat(d.From).Or(-1), s.b.Seat(d.To)
	d.Post = adjudicator.At(s.b.locale(o.Get("post")))
	// The id of a report (§H10.4) ends in its locale, which may be a number.
	if id, ok := courier.ParseID(d.ID); ok && d.Post.None() {
		d.N = id.N
	}
	if d.Kind == kindReport {
		d.Seen = s.reported(d)
	}
	if d.ToSeat.None() {
		s.readAddress(d)
	}
	s.noteSent(d, o.Cause)
}

// readAddress finds the units or the locale that a directive is addressed to (§H6.1).
func (s *State) readAddress(d *Dispatch) {
	if d.ToLocale = adjudicator.At(s.b.locale(d.To)); d.ToLocale.Some() && s.unitIndex(d.To) < 0 {
		return
	}
	d.ToLocale = adjudicator.None
	for id := range strings.SplitSeq(d.To, ",") {
		d.ToUnits = append(d.ToUnits, s.must(id))
	}
}

// noteSent records that a line of the turn's mail rides, so it is not in the seat's own list (§H6.1).
func (s *State) noteSent(d *Dispatch, cause string) {
	rest, ok := strings.CutPrefix(cause, "order:"+d.From+".")
	if n, err := strconv.Atoi(rest); ok && err == nil {
		s.Seats[d.Sender].Sent = append(s.Seats[d.Sender].Sent, n)
	}
}

// leftBefore orders dispatches by departure (§H6.2).
func (s *State) leftBefore(a, b *Dispatch) int {
	return cmp.Or(
		cmp.Compare(a.Sent, b.Sent),
		cmp.Compare(last(a), last(b)),
		cmp.Compare(s.b.Commands[a.Sender].Side, s.b.Commands[b.Sender].Side)*unlessReports(a, b),
		cmp.Compare(a.Sender, b.Sender)*unlessReports(a, b),
		cmp.Compare(a.N, b.N),
		cmp.Compare(a.At.Or(-1), b.At.Or(-1)),
		cmp.Compare(a.Sender, b.Sender),
	)
}

// last returns 1 for the reports of §H10.4, which leave last, else 0.
func last(d *Dispatch) int {
	if d.Post.Some() {
		return 1
	}
	return 0
}

// unlessReports returns 0 for two reports of §H10.4, which leave in map order, else 1.
func unlessReports(a, b *Dispatch) int { return 1 - last(a)*last(b) }

// followDispatch records the points that a courier has left and hands a dispatch over. A directive is acted on in the
// side's first own turn from now on, a message to a seat in the first one after this turn (§H6.5, §H6.6).
func followDispatch(s *State, d *Dispatch, o *events.Outcome, _ adjudicator.Index) {
	if o.Name != rules.DispatchDelayed {
		d.Bank = o.Int("left")
	}
	if o.Name != rules.DispatchDelivered {
		return
	}
	side := s.b.Commands[d.Sender].Side
	switch {
	case d.Kind == kindReport:
		for _, g := range d.Seen {
			s.Pictures[d.ToSeat.Must()].see(s, d.ToSeat.Must(), g)
		}
		d.Seen, d.Tales = nil, nil
	case d.Kind != kindDirective:
	case d.ToSeat.Some():
		d.Due = s.b.nextOwn(side, s.Turn+1)
	default:
		d.Due = s.b.nextOwn(side, s.Turn)
		for i := range s.Units {
			if u := &s.Units[i]; u.Side == side && d.At.Is(u.At.Locale) {
				d.Got = append(d.Got, i)
			}
		}
	}
}

// nextOwn returns the side's first own turn, not before the given one.
func (b *Battle) nextOwn(side, turn int) int {
	if b.moves(side, turn) {
		return turn
	}
	return turn + 1
}
