package rules

import (
	"cmp"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/events"
)

// Sight is who is told of what happens, and of what stands on the field.
type Sight[P any] struct {
	// When seats are told of outcomes: what counts is what each sees then.
	When Moment
	// ByID: seats are told in byte order of their ids, not in scenario order; `seat` below counts so.
	ByID bool
	// Witness says how a seat is told of an outcome whose
	// row leaves that to what it sees; false: it is not told. The view has no Seats yet.
	Witness func(p *P, seat int, o *events.Outcome) (events.View, bool)
	// Of is the side whose outcome it is, "" that of none: for rows with `own` and with Veil.
	Of func(*P, *events.Outcome) string
	// Look tells a seat what stands before it, with [Play.Tell], when the battle is set up (turn 0) and at
	// the end of each turn; Umpire tells the umpire all as it is. Both are run by the Clause.
	Clause string
	Look   func(p *P, seat int)
	Umpire func(*P)
}

// Moment is when seats are told of outcomes.
type Moment uint8

// The moments: an outcome is told as it comes about, at the end of its phase, or of its turn.
const (
	AtOnce Moment = iota
	AfterPhase
	AfterTurn
)

// Who is told of an outcome, as [Outcome].To has it beside fields in braces.
const (
	ToAll  = "all"  // every seat
	ToNone = "none" // the umpire alone
	ToOwn  = "own"  // seats of its side that see it
)

func (s *Sight[P]) order(seats []adjudicator.Seat) []adjudicator.Seat {
	if s.ByID {
		return slices.SortedFunc(slices.Values(seats), func(a, b adjudicator.Seat) int { return cmp.Compare(a.ID, b.ID) })
	}
	return seats
}

// lookAround tells each seat, and the umpire, what stands on the field.
func (c *compiled[B, S, P]) lookAround(p *P, t *adjudicator.Turn) {
	for seat := range c.memo(t).seats {
		c.Sight.Look(p, seat)
	}
	c.Sight.Umpire(p)
}

// atOnce returns what says who is told of an outcome in the moment in which it comes about; nil: that
// is said later.
func (c *compiled[B, S, P]) atOnce(p *P, seats []adjudicator.Seat) func(*events.Outcome) []events.View {
	if c.Witness != nil || c.Sight.When != AtOnce {
		return nil
	}
	return func(o *events.Outcome) []events.View { return c.told(p, seats, o) }
}

// witness returns what says who is told of the outcomes of a phase at its end, or of all at that of
// the turn.
func (c *compiled[B, S, P]) witness() func(*adjudicator.Turn, []events.Outcome) {
	switch {
	case c.Witness != nil:
		return func(t *adjudicator.Turn, outcomes []events.Outcome) { c.Witness(c.on(t), outcomes) }
	case c.Sight.When == AfterPhase:
		return func(t *adjudicator.Turn, outcomes []events.Outcome) { c.tellAll(c.on(t), t, outcomes) }
	case c.Sight.When == AfterTurn:
		return func(t *adjudicator.Turn, _ []events.Outcome) {
			if c.memo(t).closed {
				c.tellAll(c.on(t), t, t.Since(0))
				tellRulings(t.Since(0))
			}
		}
	}
	return nil
}

// tellAll says who is told of outcomes of which nobody has been told yet.
func (c *compiled[B, S, P]) tellAll(p *P, t *adjudicator.Turn, outcomes []events.Outcome) {
	seats := c.memo(t).seats
	for i := range outcomes {
		if o := &outcomes[i]; len(o.Views) == 0 && c.outcomes.row(o.Name) != nil {
			o.Views = c.told(p, seats, o)
		}
	}
}

// told are those who are told of an outcome, and how.
func (c *compiled[B, S, P]) told(p *P, seats []adjudicator.Seat, o *events.Outcome) []events.View {
	row := c.outcomes.row(o.Name)
	if row.To == ToNone {
		return nil
	}
	of := ""
	if row.To == ToOwn || row.Veil != "" {
		of = c.Sight.Of(p, o)
	}
	var views []events.View
	for i := range seats {
		if v, told := c.view(p, &seats[i], i, row, of, o); told {
			views = AddView(views, v, seats[i].ID)
		}
	}
	return views
}

// tellRulings lets those who were told of an outcome know what the umpire ruled on it.
func tellRulings(outcomes []events.Outcome) {
	ruled := func(o events.Outcome) bool { return o.Name == adjudicator.RulingApplied }
	if !slices.ContainsFunc(outcomes, ruled) {
		return
	}
	told := map[string][]string{}
	for i := range outcomes {
		o := &outcomes[i]
		if o.Name == adjudicator.RulingApplied {
			if seats := told[o.Cause]; seats != nil {
				o.Views = []events.View{{Seats: seats}}
			}
			continue
		}
		for _, v := range o.Views {
			told[o.Ref] = append(told[o.Ref], v.Seats...)
		}
	}
}

// view is how one seat is told of an outcome, by its row and by what the seat sees; of is the side that the
// outcome is about, where the row asks.
func (c *compiled[B, S, P]) view(
	p *P, me *adjudicator.Seat, seat int, row *Outcome[S], of string, o *events.Outcome,
) (v events.View, told bool) {
	if row.To == ToOwn && of != me.Side {
		return v, false
	}
	switch row.To {
	case ToAll:
		told = true
	case "", ToOwn:
		if c.Sight.Witness == nil {
			return v, false
		}
		v, told = c.Sight.Witness(p, seat, o)
	default:
		told = names(row.To, o, me)
	}
	if !told {
		return v, false
	}
	v.Hide = keep(v.Hide, row.Hide, o)
	if of != "" && of != me.Side {
		v.Hide = keep(v.Hide, row.Veil, o)
	}
	return v, true
}

// names reports whether one of the fields in braces has the seat or its side in it.
func names(to string, o *events.Outcome, me *adjudicator.Seat) bool {
	for key := range strings.FieldsSeq(to) {
		switch o.Get(strings.Trim(key, "{}")) {
		case me.ID, me.Side:
			return true
		}
	}
	return false
}

// keep adds the fields that the outcome has, and `dice`, to those that are hidden.
func keep(hide []string, keys string, o *events.Outcome) []string {
	for key := range strings.FieldsSeq(keys) {
		if (key == "dice" || o.Get(key) != "") && !slices.Contains(hide, key) {
			hide = append(hide, key)
		}
	}
	return hide
}

// AddView adds a seat to the views of an outcome, beside those who are told the same.
func AddView(views []events.View, v events.View, seat string) []events.View {
	for i := range views {
		if slices.Equal(views[i].Hide, v.Hide) && slices.Equal(views[i].As, v.As) {
			views[i].Seats = append(views[i].Seats, seat)
			return views
		}
	}
	v.Seats = append(v.Seats, seat)
	return append(views, v)
}

// Tell tells a seat, or adjudicator.Umpire, a fact, by the clause of its row. Nobody else hears of it, and no
// dice go with it.
func (p *Play[B, S]) Tell(seat, name string, fields ...any) string {
	return p.TellAs(events.View{Seats: []string{seat}}, "", name, fields...)
}

// TellBy is Tell by another clause than the row's.
func (p *Play[B, S]) TellBy(clause, seat, name string, fields ...any) string {
	return p.TellAs(events.View{Seats: []string{seat}}, clause, name, fields...)
}

// TellAs is Tell with some fields as the view has them, for all its seats, by another clause than the row's
// where one is given.
func (p *Play[B, S]) TellAs(v events.View, clause, name string, fields ...any) string {
	o := p.outcome(clause, name, events.Fields(fields...))
	o.Views = []events.View{v}
	return p.tell(o)
}
