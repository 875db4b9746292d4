package offline

import (
	"fmt"
	"slices"

	"galloper/adjudicator"
	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/orders"
	"galloper/projections/knowledge"
	"galloper/projections/report"
)

// Session is a game without mail, clock and log: what `play`, `check` and test cases
// sit at. It keeps what the seats know and answers as a game would.
type Session struct {
	rules    *adjudicator.Ruleset
	scenario adjudicator.Scenario
	book     *knowledge.Book
	reports  *report.Book
	orders   map[string][]string // accepted for the turn that is being played
	reported map[string][]string // of the turn that was told last
	resigned []string            // seats whose player has given up, byte order
	over     bool
	outcomes []events.Outcome // of the turn told last
}

// NewSession sits the seats of a scenario down, before the opening.
func NewSession(rules *adjudicator.Ruleset, sc adjudicator.Scenario) *Session {
	var seats []string
	for _, s := range sc.Seats() {
		seats = append(seats, s.ID)
	}
	compiled, err := report.Compile(rules.Words)
	if err != nil {
		panic(err) // the ruleset's own test compiles its words
	}
	return &Session{
		rules: rules, scenario: sc, reports: compiled,
		book: knowledge.Open(seats, rules.Words.Facts), orders: map[string][]string{},
	}
}

// Tell adds the outcomes of a turn to what the seats know; turn 0 is the opening.
func (t *Session) Tell(turn int, outcomes []events.Outcome) {
	t.book.Apply(turn, outcomes)
	t.outcomes = outcomes
	t.reported, t.orders = t.orders, map[string][]string{}
}

// Outcomes returns all that happened in the turn that was told last.
func (t *Session) Outcomes() []events.Outcome { return t.outcomes }

// Known returns what a seat knows.
func (t *Session) Known(seat string) adjudicator.Knowledge {
	if k := t.book.Seat(seat); k != nil {
		return k
	}
	return nil
}

// Read reads a seat's mail for the turn behind the last that was told.
func (t *Session) Read(seat, text string) game.Reading {
	desk := adjudicator.Desk{
		Scenario: t.scenario,
		Seat:     seat,
		Turn:     t.book.Turn() + 1,
		Known:    t.Known(seat),
		Resigned: t.resigned,
	}
	r := game.Read(t.rules, desk, text)
	if i, there := slices.BinarySearch(t.resigned, seat); r.Document.Has(orders.Resign) && !there {
		t.resigned = slices.Insert(slices.Clip(t.resigned), i, seat)
	}
	return r
}

// End says that the battle is over: reports want no more orders.
func (t *Session) End() { t.over = true }

// Resigned returns the seats whose player has given up in a mail that was read, byte order.
func (t *Session) Resigned() []string { return t.resigned }

// Receipt returns the answer to a seat's mail, and keeps its orders for the report.
func (t *Session) Receipt(desk adjudicator.Desk, doc orders.Document, reading adjudicator.Reading) string {
	t.orders[desk.Seat] = reading.Accepted()
	r := orders.Receipt{Document: doc, Entries: reading.Entries, Trailer: reading.Trailer}
	return r.Text()
}

// Report returns the text of the report of the turn that was told last, the facts below it.
func (t *Session) Report(seat string, turn int) string {
	r := t.Told(seat)
	if r == nil || r.Turn != turn {
		return fmt.Sprintf("there is no report of turn %d for %s\n", turn, seat)
	}
	if r.Story == nil {
		return r.Text()
	}
	return r.Text() + "\nTHE FACTS\n\n" + r.Lines()
}

// Told returns the report of the turn that was told last, nil where the game has no such seat.
func (t *Session) Told(seat string) *report.Report {
	known := t.book.Seat(seat)
	if known == nil {
		return nil
	}
	names := func(id string) string { return game.NameIn(t.scenario, id) }
	cover := report.Cover{Game: "case", Orders: t.reported[seat], Names: names,
		Story: game.Tell(t.rules, t.scenario, known)}
	if t.rules.Ground != nil {
		cover.Title = t.rules.Ground(t.scenario).Title
	}
	if !t.over {
		cover.Next = known.Turn() + 1
	}
	if known.Turn() == 0 {
		cover.Examples = game.Examples(t.rules, t.scenario, known)
	}
	return t.reports.Write(cover, known)
}

// Case is a session at which a case is played: its reports end with the whole record, each step of
// which a case may ask for.
type Case struct{ *Session }

// Report implements cases.Desks.
func (c Case) Report(seat string, turn int) string {
	text := c.Session.Report(seat, turn)
	if r := c.Told(seat); r != nil && r.Story != nil {
		text += "\nTHE RECORD\n\n" + r.Log()
	}
	return text
}
