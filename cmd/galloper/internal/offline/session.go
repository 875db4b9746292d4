package offline

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/desks"
	"galloper/cmd/galloper/internal/game"
	"galloper/events"
	"galloper/orders"
)

// Session is a game without mail, clock and log. It tracks the seats' knowledge and answers mails as a game
// would.
type Session struct {
	*desks.Desks
	resigned []string         // seats whose player has resigned, sorted
	outcomes []events.Outcome // of the last turn told
	// Trace, if not nil, is called with an explanation of how each sentence of a mail was read.
	Trace func(string)
}

// NewSession returns a session for the scenario, before the opening.
func NewSession(rules *adjudicator.Ruleset, sc adjudicator.Scenario) *Session {
	return &Session{Desks: desks.Open(rules, sc)}
}

// Tell adds the outcomes of a turn to the seats' knowledge. Turn 0 is the opening.
func (t *Session) Tell(turn int, outcomes []events.Outcome) {
	t.Desks.Tell(turn, outcomes)
	t.outcomes = outcomes
}

// Outcomes returns all outcomes of the last turn told.
func (t *Session) Outcomes() []events.Outcome { return t.outcomes }

// Read reads a seat's mail for the turn after the last one told.
func (t *Session) Read(seat, text string) game.Reading {
	text = orders.Changed(text, func() []string { return t.Template(seat) })
	r := game.Read(t.Rules, adjudicator.Desk{Scenario: t.Scenario, Seat: seat, Turn: t.Turn() + 1,
		Known: t.Known(seat), Resigned: t.resigned, Trace: t.Trace}, text)
	if i, there := slices.BinarySearch(t.resigned, seat); r.Document.Has(orders.Resign) && !there {
		t.resigned = slices.Insert(slices.Clip(t.resigned), i, seat)
	}
	return r
}

// End marks the battle as over, so that reports no longer ask for orders.
func (t *Session) End() { t.Over = true }

// Resigned returns the seats whose player has resigned in a mail, sorted.
func (t *Session) Resigned() []string { return t.resigned }

// Report returns the text of the report of the last turn told, followed by its facts.
func (t *Session) Report(seat string, turn int) string { return t.Text(seat, turn) }
