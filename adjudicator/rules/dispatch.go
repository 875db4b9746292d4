package rules

import (
	"iter"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/courier"
	"galloper/events"
)

// Dispatch is what every game keeps of what a courier carries, over places P. The game's own type
// has it in it, first, beside whatever else the game keeps.
type Dispatch[P comparable] struct {
	ID       string
	Kind     string // courier.Directive …
	From, To string // seat, unit, zone …, as outcomes name them
	At       P
	Status   string `item:"status,riding,delivered,captured,lost"` // or a row of the game's own
	Sent     int    // turn
	Arrived  int    // turn; 0 before
	Due      int    // turn in which a directive that was delivered is acted on; 0 none
	Until    int    // the umpire has it wait through this turn
	Text     string
	Latest   string // Ref of what became of it last
}

// Rides reports whether it is still under way.
func (d *Dispatch[P]) Rides() bool { return d.Status == adjudicator.Riding }

func (d *Dispatch[P]) base() *Dispatch[P] { return d }

// of is what all games keep of a dispatch.
func of[P comparable, D any](d *D) *Dispatch[P] {
	return any(d).(interface{ base() *Dispatch[P] }).base()
}

// valueOf is a field of an outcome about the dispatch: from the pairs of more, else its own.
func valueOf[P comparable](d *Dispatch[P], outcome, key string, more []any) any {
	for i := 0; i < len(more); i += 2 {
		if more[i] == key {
			return more[i+1]
		}
	}
	switch key {
	case "id":
		return d.ID
	case "kind":
		return d.Kind
	case "from":
		return d.From
	case "to":
		return d.To
	case "sent":
		return d.Sent
	case "text":
		return d.Text
	}
	panic("rules: couriers: nothing says what " + key + " of " + outcome + " is")
}

// Find returns the dispatch of the id, or nil.
func (c *Couriers[S, D, P, T]) Find(s *S, id string) *D {
	list := *c.List(s)
	for i := range list {
		if of[P](&list[i]).ID == id {
			return &list[i]
		}
	}
	return nil
}

// Directives yields the directives to be acted on in a turn, in the order of the list.
func (c *Couriers[S, D, P, T]) Directives(s *S, turn int) iter.Seq[*D] {
	return func(yield func(*D) bool) {
		list := *c.List(s)
		for i := range list {
			d := of[P](&list[i])
			due := d.Kind == string(courier.Directive) && d.Status == adjudicator.Delivered && d.Due == turn
			if due && !yield(&list[i]) {
				return
			}
		}
	}
}

// Items are the items of the dispatches: their status, and the rows.
func (c *Couriers[S, D, P, T]) Items(rows ...Item[S, *D]) Group[S] {
	return Each("dispatch", func(s *S) []D { return *c.List(s) }, func(d *D) string { return of[P](d).ID }, rows...)
}

// Outcomes are the rows, each with what it changes.
func (c *Couriers[S, D, P, T]) Outcomes() Outcomes[S] {
	rows := slices.Clone(c.Rows)
	for i := range rows {
		if strings.HasPrefix(rows[i].Name, "dispatch.") {
			rows[i].Apply = c.Apply
		}
	}
	return rows
}

// Apply changes the state by an outcome about a dispatch. One delivered by word of mouth, which
// never was under way, changes nothing.
func (c *Couriers[S, D, P, T]) Apply(s *S, o *events.Outcome) {
	if o.Name == DispatchSent {
		c.note(s, o)
	} else if d := c.Find(s, o.Get("id")); d != nil {
		c.follow(s, d, o)
	} else if o.Name != DispatchDelivered {
		panic("rules: an outcome names the dispatch " + o.Get("id") + ", which is not there")
	}
}

// note puts a dispatch that is sent where it belongs in the list.
func (c *Couriers[S, D, P, T]) note(s *S, o *events.Outcome) {
	d := new(D)
	*of[P](d) = Dispatch[P]{ID: o.Get("id"), Kind: o.Get("kind"), From: o.Get("from"), To: o.Get("to"),
		Status: adjudicator.Riding, Sent: c.Turn(s), Text: o.Get("text"), Latest: o.Ref}
	if c.New != nil {
		c.New(s, d, o)
	}
	c.move(s, d, o)
	list := c.List(s)
	i := len(*list)
	for c.Compare != nil && i > 0 && c.Compare(s, &(*list)[i-1], d) > 0 {
		i--
	}
	if i == len(*list) {
		*list = append(*list, *d)
		return
	}
	*list = slices.Insert(slices.Clip(*list), i, *d) // who goes through the list meanwhile has it as it was
}

func (c *Couriers[S, D, P, T]) move(s *S, d *D, o *events.Outcome) {
	if at, ok := c.Where(s, d, o); ok {
		of[P](d).At = at
	}
}

// follow notes what has become of a dispatch.
func (c *Couriers[S, D, P, T]) follow(s *S, d *D, o *events.Outcome) {
	at := of[P](d)
	from := at.At
	at.Latest = o.Ref
	c.move(s, d, o)
	switch o.Name {
	case DispatchDelivered:
		at.Status, at.Arrived, at.Due = adjudicator.Delivered, c.Turn(s), c.Turn(s)+1
	case DispatchLost:
		at.Status = adjudicator.Lost
	case DispatchCaptured:
		at.Status = adjudicator.Captured
	case DispatchDelayed:
		at.Until = o.Int("until")
	}
	if c.Also != nil {
		c.Also(s, d, o, from)
	}
}
