package rules

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/events"
)

// Sight decides which seats are told of outcomes, and which facts they see on the field.
type Sight[P any] struct {
	// When is the moment at which seats are told of outcomes, by their view of the field at that moment.
	When Moment
	// ByID: seats are told in byte order of their ids, not in scenario order. It also determines the seat numbers
	// below.
	ByID bool
	// Witness returns how a seat is told of an outcome whose row depends on sight, or false if the seat does not see
	// it. The view has no Seats yet.
	Witness func(p *P, seat int, o *events.Outcome) (events.View, bool)
	// Of returns the side that an outcome belongs to, or "". It is used for rows with `own` or Veil.
	Of func(*P, *events.Outcome) string
	// Look tells a seat what it sees, with [Play.Tell], at the opening (turn 0) and at the end of each turn. Umpire
	// tells the umpire the true situation. Both run under the Clause.
	Clause string
	Look   func(p *P, seat int)
	Umpire func(*P)
}

// Moment is the time at which seats are told of outcomes.
type Moment uint8

// The moments: immediately, at the end of the phase, or at the end of the turn.
const (
	AtOnce Moment = iota
	AfterPhase
	AfterTurn
)

// Values of [Outcome].To, besides fields in braces.
const (
	ToAll  = "all"  // every seat
	ToNone = "none" // only the umpire
	ToOwn  = "own"  // seats of its side that see it
)

func (s *Sight[P]) order(seats []adjudicator.Seat) []adjudicator.Seat {
	if s.ByID {
		return slices.SortedFunc(slices.Values(seats), func(a, b adjudicator.Seat) int { return cmp.Compare(a.ID, b.ID) })
	}
	return seats
}

// lookAround tells each seat and the umpire what stands on the field.
func (c *compiled[B, S, P]) lookAround(p *P, t *adjudicator.Turn) {
	for seat := range c.memo(t).seats {
		c.Sight.Look(p, seat)
	}
	c.Sight.Umpire(p)
}

// atOnce returns the function that gives an outcome its views when it is emitted. It returns nil if views are given
// later.
func (c *compiled[B, S, P]) atOnce(p *P, seats []adjudicator.Seat) func(*events.Outcome) []events.View {
	if c.Witness != nil || c.Sight.When != AtOnce {
		return nil
	}
	return func(o *events.Outcome) []events.View { return c.views(p, seats, o) }
}

// witness returns the function that gives views to the outcomes of a phase at its end, or to all outcomes at the end of
// the turn.
func (c *compiled[B, S, P]) witness() func(*adjudicator.Turn, []events.Outcome) {
	switch {
	case c.Witness != nil:
		return func(t *adjudicator.Turn, outcomes []events.Outcome) { c.Witness(c.turnContext(t), outcomes) }
	case c.Sight.When == AfterPhase:
		return func(t *adjudicator.Turn, outcomes []events.Outcome) { c.tellAll(c.turnContext(t), t, outcomes) }
	case c.Sight.When == AfterTurn:
		return func(t *adjudicator.Turn, _ []events.Outcome) {
			if c.memo(t).closed {
				c.tellAll(c.turnContext(t), t, t.Since(0))
				tellRulings(t.Since(0))
			}
		}
	}
	return nil
}

func (c *compiled[B, S, P]) tellAll(p *P, t *adjudicator.Turn, outcomes []events.Outcome) {
	seats := c.memo(t).seats
	for i := range outcomes {
		if o := &outcomes[i]; len(o.Views) == 0 && c.outcomes.row(o.Name) != nil {
			o.Views = c.views(p, seats, o)
		}
	}
}

func (c *compiled[B, S, P]) views(p *P, seats []adjudicator.Seat, o *events.Outcome) []events.View {
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

// tellRulings tells rulings to the seats that were told of the outcome ruled on.
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

// view returns one seat's view of an outcome, by its row and the seat's sight. of is the side that the outcome belongs
// to, if the row needs it.
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

// names reports whether one of the fields in braces holds the seat or its side.
func names(to string, o *events.Outcome, me *adjudicator.Seat) bool {
	for key := range strings.FieldsSeq(to) {
		switch o.Get(strings.Trim(key, "{}")) {
		case me.ID, me.Side:
			return true
		}
	}
	return false
}

// keep adds the keys that the outcome has, and `dice`, to the hidden fields.
func keep(hide []string, keys string, o *events.Outcome) []string {
	for key := range strings.FieldsSeq(keys) {
		if (key == "dice" || o.Get(key) != "") && !slices.Contains(hide, key) {
			hide = append(hide, key)
		}
	}
	return hide
}

// AddView adds a seat to the views of an outcome, merging equal views.
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

// Tell tells a fact to one seat or to adjudicator.Umpire alone, by the clause of its row and without dice.
func (p *Play[B, S]) Tell(seat, name string, fields ...any) string {
	return p.TellAs(events.View{Seats: []string{seat}}, "", name, fields...)
}

// TellBy is Tell with a clause other than the row's.
func (p *Play[B, S]) TellBy(clause, seat, name string, fields ...any) string {
	return p.TellAs(events.View{Seats: []string{seat}}, clause, name, fields...)
}

// TellAs is Tell for all seats of the view, with its changed fields. If clause is "", it uses that of the row.
func (p *Play[B, S]) TellAs(v events.View, clause, name string, fields ...any) string {
	o := p.outcome(clause, name, events.Fields(fields...))
	o.Views = []events.View{v}
	return p.tell(o)
}

// wonBy returns the result line of a battle won by the side, or "" if it is undecided.
func wonBy(battle any, side string) string {
	switch side {
	case adjudicator.Nobody:
		return ""
	case adjudicator.Draw:
		return "The battle is a draw."
	}
	return "Victory: " + cmp.Or(nameIn(battle, side), side) + "."
}

// Tales are the texts of a game's outcomes in the story of a report, by outcome name. If there are any, every outcome
// that a seat can be told of must have one or be in Steps.
type Tales struct {
	Of    map[string]events.Tale
	Steps string // outcomes never told in a story, separated by blanks
}

// tell adds the tales to a ruleset's words. It panics if a tale has a fault, so that it is found at program start.
func (t Tales) tell(ruleset string, rows outcomeRows, w events.Words) events.Words {
	if len(t.Of) == 0 {
		return w
	}
	steps := strings.Fields(t.Steps)
	w.Tales = make(map[string]events.Tale, len(t.Of))
	for _, name := range slices.Sorted(maps.Keys(t.Of)) {
		tale := inherit(t.Of[name], func(field string) bool { return rows.hasField(name, field) })
		tale.Herald = rows.toAll(name)
		w.Tales[name] = tale
		if len(tale.Says) > 0 && w.Diary[name] == "" {
			w.Diary[name] = tale.Says[0]
		}
		fields := []string{tale.By, tale.On, tale.Place, tale.Holder, tale.Loss, tale.Hits, tale.Acts}
		for _, r := range tale.Rise {
			fields = append(fields, r.Field)
		}
		for name := range strings.FieldsSeq(tale.Blames) {
			if _, ok := t.Of[name]; !ok {
				panic("rules: " + ruleset + ": a tale blames " + name + ", of which nothing is told")
			}
		}
		for _, f := range append(fields, strings.Fields(tale.Sum)...) {
			if f != "" && !rows.hasField(name, f) {
				panic("rules: " + ruleset + ": the tale of " + name + " speaks of the field " + f + ", which it has not")
			}
		}
	}
	for _, name := range rows.told() {
		if _, ok := t.Of[name]; !ok && !slices.Contains(steps, name) {
			panic("rules: " + ruleset + ": nothing says how a story tells " + name)
		}
	}
	return w
}

// outcomeRows is the part of a game's rows that tales are checked against.
type outcomeRows interface {
	hasField(name, field string) bool
	told() []string
	toAll(name string) bool
}

func (x *outcomeIndex[S]) hasField(name, field string) bool {
	i, ok := x.byName[name]
	return ok && x.rowHas(i, field)
}

func (x *outcomeIndex[S]) toAll(name string) bool {
	i, ok := x.byName[name]
	return ok && x.rows[i].To == ToAll
}

// told returns the names of the rows that have a sentence and are not for the umpire alone.
func (x *outcomeIndex[S]) told() (names []string) {
	for i := range x.rows {
		if r := &x.rows[i]; r.To != ToNone && r.Says != "" && !strings.HasPrefix(r.Name, "dispatch.") {
			names = append(names, r.Name)
		}
	}
	return names
}
