package offline

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/desks"
	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/orders"
)

// Session is a game without mail, clock and log: what `play` and `check` sit at. It keeps what the seats
// know and answers as a game would.
type Session struct {
	*desks.Desks
	resigned []string         // seats whose player has given up, byte order
	outcomes []events.Outcome // of the turn told last
	// Trace is told how each sentence of a mail was read; nil: nobody asks.
	Trace func(string)
}

// NewSession sits the seats of a scenario down, before the opening.
func NewSession(rules *adjudicator.Ruleset, sc adjudicator.Scenario) *Session {
	return &Session{Desks: desks.Open(rules, sc)}
}

// Tell adds the outcomes of a turn to what the seats know; turn 0 is the opening.
func (t *Session) Tell(turn int, outcomes []events.Outcome) {
	t.Desks.Tell(turn, outcomes)
	t.outcomes = outcomes
}

// Outcomes returns all that happened in the turn that was told last.
func (t *Session) Outcomes() []events.Outcome { return t.outcomes }

// Read reads a seat's mail for the turn behind the last that was told.
func (t *Session) Read(seat, text string) game.Reading {
	text = orders.Changed(text, func() []string { return t.Template(seat) })
	r := game.Read(t.Rules, adjudicator.Desk{Scenario: t.Scenario, Seat: seat, Turn: t.Turn() + 1,
		Known: t.Known(seat), Resigned: t.resigned, Trace: t.Trace}, text)
	if i, there := slices.BinarySearch(t.resigned, seat); r.Document.Has(orders.Resign) && !there {
		t.resigned = slices.Insert(slices.Clip(t.resigned), i, seat)
	}
	return r
}

// End says that the battle is over: reports want no more orders.
func (t *Session) End() { t.Over = true }

// Resigned returns the seats whose player has given up in a mail that was read, byte order.
func (t *Session) Resigned() []string { return t.resigned }

// Report returns the text of the report of the turn that was told last, the facts below it.
func (t *Session) Report(seat string, turn int) string { return t.Text(seat, turn) }
