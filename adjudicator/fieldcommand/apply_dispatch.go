package fieldcommand

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/courier"
	"galloper/events"
)

func applyDispatchSent(s *State, o *events.Outcome) {
	d := Dispatch{ID: o.Get("id"), Kind: o.Get("kind"), From: s.b.seat(o.Get("from")), To: o.Get("to"), ToSeat: adjudicator.At(s.b.seat(o.Get("to"))),
		ToLocale: adjudicator.None, At: adjudicator.At(s.b.locale(o.Get("at"))), Status: riding, Turn: s.Turn, Text: o.Get("text"),
		Post: adjudicator.At(s.b.locale(o.Get("post")))}
	// The id of a report of §H10.4 ends in its locale, which may be a number.
	if id, ok := courier.ParseID(d.ID); ok && d.Post.None() {
		d.N = id.N
	}
	if d.Kind == kindReport {
		d.Seen = s.reported(&d)
	}
	if d.ToSeat.None() {
		s.address(&d)
	}
	s.noteSent(&d, o.Cause)
	i := len(s.Dispatches)
	for i > 0 && s.compare(&s.Dispatches[i-1], &d) > 0 {
		i--
	}
	s.Dispatches = slices.Insert(s.Dispatches, i, d)
}

// address finds the units, or the locale, that a directive is for.
//
// §H6.1
func (s *State) address(d *Dispatch) {
	if d.ToLocale = adjudicator.At(s.b.locale(d.To)); d.ToLocale.Some() && s.unit(d.To) < 0 {
		return
	}
	d.ToLocale = adjudicator.None
	for id := range strings.SplitSeq(d.To, ",") {
		d.ToUnits = append(d.ToUnits, s.must(id))
	}
}

// noteSent remembers that a line of the turn's mail rides: it is no entry of its seat's list.
//
// §H6.1
func (s *State) noteSent(d *Dispatch, cause string) {
	rest, ok := strings.CutPrefix(cause, "order:"+s.b.Commands[d.From].ID+".")
	if n, err := strconv.Atoi(rest); ok && err == nil {
		s.Seats[d.From].Sent = append(s.Seats[d.From].Sent, n)
	}
}

// compare puts dispatches into the order in which they left.
//
// §H6.2
func (s *State) compare(a, b *Dispatch) int {
	return cmp.Or(
		cmp.Compare(a.Turn, b.Turn),
		cmp.Compare(last(a), last(b)),
		cmp.Compare(s.b.Commands[a.From].Side, s.b.Commands[b.From].Side)*first(a, b),
		cmp.Compare(a.From, b.From)*first(a, b),
		cmp.Compare(a.N, b.N),
		cmp.Compare(a.At.Or(-1), b.At.Or(-1)),
		cmp.Compare(a.From, b.From),
	)
}

// last is 1 for the reports of §H10.4, which go last.
func last(d *Dispatch) int {
	if d.Post.Some() {
		return 1
	}
	return 0
}

// first is 0 for two reports of §H10.4: those go by map order.
func first(a, b *Dispatch) int { return 1 - last(a)*last(b) }

func (s *State) theDispatch(o *events.Outcome) *Dispatch {
	for i := range s.Dispatches {
		if s.Dispatches[i].ID == o.Get("id") {
			return &s.Dispatches[i]
		}
	}
	panic("fieldcommand: an outcome names the unknown dispatch " + o.Get("id"))
}

func applyDispatchRiding(s *State, o *events.Outcome) {
	d := s.theDispatch(o)
	d.At = adjudicator.At(s.b.locale(o.Get("at")))
	d.Bank = o.Int("left")
}

func applyDispatchEnded(status string) func(*State, *events.Outcome) {
	return func(s *State, o *events.Outcome) {
		d := s.theDispatch(o)
		d.Status, d.Bank = status, 0
		if at := s.b.locale(o.Get("at")); at >= 0 {
			d.At = adjudicator.At(at)
		}
	}
}

func applyDispatchDelayed(s *State, o *events.Outcome) { s.theDispatch(o).Until = o.Int("until") }

// applyDispatchDelivered hands a dispatch over: a directive is acted on in the
// first own turn from now on, what is told to a seat in the first after this.
//
// §H6.5, §H6.6
func applyDispatchDelivered(s *State, o *events.Outcome) {
	applyDispatchEnded(delivered)(s, o)
	d := s.theDispatch(o)
	side := s.b.Commands[d.From].Side
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

// nextOwn is the side's first own turn from a turn on.
func (b *Battle) nextOwn(side, turn int) int {
	if b.moves(side, turn) {
		return turn
	}
	return turn + 1
}
