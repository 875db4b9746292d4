package rules

import (
	"iter"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/courier"
	"galloper/events"
)

// Dispatch holds the data of a dispatch that all games share, with places P. The game's own type embeds it as its first
// field.
type Dispatch[P comparable] struct {
	ID       string
	Kind     string // courier.Directive …
	From, To string // seat, unit, zone …, as named in outcomes
	At       P
	Status   string `item:"status,riding,delivered,captured,lost"` // or a value of the game's own row
	Sent     int    // turn
	Arrived  int    // turn; 0 while under way
	Due      int    // turn in which a delivered directive is executed; 0 if not due
	Until    int    // the umpire delays it through this turn
	Text     string
	Latest   string // Ref of its latest outcome
}

// Rides reports whether it is still under way.
func (d *Dispatch[P]) Rides() bool { return d.Status == adjudicator.Riding }

func (d *Dispatch[P]) base() *Dispatch[P] { return d }

// sharedData returns the shared data of a dispatch.
func sharedData[P comparable, D any](d *D) *Dispatch[P] {
	return any(d).(interface{ base() *Dispatch[P] }).base()
}

// valueOf returns the value of an outcome's field: from the pairs in more, or else from the dispatch.
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

// Find returns the dispatch with the id, or nil.
func (c *Couriers[S, D, P, T]) Find(s *S, id string) *D {
	list := *c.List(s)
	for i := range list {
		if sharedData[P](&list[i]).ID == id {
			return &list[i]
		}
	}
	return nil
}

// Directives yields the directives due in a turn, in list order.
func (c *Couriers[S, D, P, T]) Directives(s *S, turn int) iter.Seq[*D] {
	return func(yield func(*D) bool) {
		list := *c.List(s)
		for i := range list {
			d := sharedData[P](&list[i])
			due := d.Kind == string(courier.Directive) && d.Status == adjudicator.Delivered && d.Due == turn
			if due && !yield(&list[i]) {
				return
			}
		}
	}
}

// Items returns the items of the dispatches: their status and the rows.
func (c *Couriers[S, D, P, T]) Items(rows ...Item[S, *D]) Group[S] {
	return Each("dispatch", func(s *S) []D { return *c.List(s) },
		func(d *D) string { return sharedData[P](d).ID }, rows...)
}

// Outcomes returns the rows with their changes to the state.
func (c *Couriers[S, D, P, T]) Outcomes() Outcomes[S] {
	rows := slices.Clone(c.Rows)
	for i := range rows {
		if strings.HasPrefix(rows[i].Name, "dispatch.") {
			rows[i].Apply = c.Apply
		}
	}
	return rows
}

// Apply changes the state by an outcome about a dispatch. A delivery by word of mouth changes nothing, because its
// dispatch was never under way.
func (c *Couriers[S, D, P, T]) Apply(s *S, o *events.Outcome) {
	if o.Name == DispatchSent {
		c.note(s, o)
	} else if d := c.Find(s, o.Get("id")); d != nil {
		c.follow(s, d, o)
	} else if o.Name != DispatchDelivered {
		panic("rules: an outcome names the dispatch " + o.Get("id") + ", which is not there")
	}
}

// note inserts a new dispatch into the list, in order.
func (c *Couriers[S, D, P, T]) note(s *S, o *events.Outcome) {
	d := new(D)
	*sharedData[P](d) = Dispatch[P]{ID: o.Get("id"), Kind: o.Get("kind"), From: o.Get("from"), To: o.Get("to"),
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
	*list = slices.Insert(slices.Clip(*list), i, *d) // copied, so that loops over the old list are not affected
}

func (c *Couriers[S, D, P, T]) move(s *S, d *D, o *events.Outcome) {
	if at, ok := c.Where(s, d, o); ok {
		sharedData[P](d).At = at
	}
}

func (c *Couriers[S, D, P, T]) follow(s *S, d *D, o *events.Outcome) {
	at := sharedData[P](d)
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
