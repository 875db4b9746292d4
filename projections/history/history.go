// Package history lists the events of a game for its operator or an auditor: all orders with their authors and arrival
// times, each roll with its clause, and the causes of each outcome. It shows everything; package knowledge restricts
// the view to that of one seat.
//
// Entries that a revert or a ruling superseded are kept and marked. No entry is ever deleted.
//
//	#14   2026-11-21 19:04  french.north  orders for turn 3, by mail 5f3a9c01…
//	        1. TO champagne: ASSAULT mill
//	#31   2026-11-21 20:00  adjudicator   turn 3: 48 outcomes
//	        t3.1   directive.acted unit=champagne … clause=2.42
package history

import (
	"fmt"
	"time"

	"galloper/events"
	"galloper/projections"
)

// Entry is an event of the log, or an outcome within an event.
type Entry struct {
	Number     uint64    `json:"number"` // of the event in the game
	At         time.Time `json:"at"`     // when it was recorded
	Actor      string    `json:"actor"`
	Type       string    `json:"type"`           // event type, or the name of the outcome
	Turn       int       `json:"turn,omitempty"` // 0 for the opening, or if it concerns no turn
	Seat       string    `json:"seat,omitempty"` // concerned seat
	Text       string    `json:"text"`           // in words; for an outcome, its canonical text
	Lines      []string  `json:"lines,omitempty"`
	Mail       string    `json:"mail,omitempty"`       // SHA-256 of the mail, or of the mail that it came in
	Commit     string    `json:"commit,omitempty"`     // id of the commit
	Cause      string    `json:"cause,omitempty"`      // of the commit
	Superseded string    `json:"superseded,omitempty"` // why it no longer counts, or ""
	Ref        string    `json:"ref,omitempty"`        // of an outcome

	Outcome *events.Outcome `json:"outcome,omitempty"` // nil for events
}

// History lists all events of a game. The zero History is ready for use.
type History struct {
	cursor  projections.Cursor
	entries []Entry
}

// Game returns the slug, or "" before the first commit.
func (h *History) Game() string { return h.cursor.Game() }

// Apply applies the next commit. It changes nothing if it returns an error.
func (h *History) Apply(c *events.Commit) error {
	fresh, err := h.cursor.Fresh(c)
	if err != nil || !fresh {
		return err
	}
	list, err := Read(c)
	if err != nil {
		return err
	}
	for i := range list {
		h.supersede(&list[i])
		h.entries = append(h.entries, list[i])
	}
	h.cursor.Take(c)
	return nil
}

// supersede marks the entries that e supersedes: for a revert, those of its turn and later ones except the orders of
// its turn; for a second result of a turn, the first result.
func (h *History) supersede(e *Entry) {
	reverted, again := e.Type == reverts, e.Type == results
	if e.Outcome != nil || !reverted && !again { // an outcome may have the same name as an event
		return
	}
	why := "adjudicated again"
	if reverted {
		why = e.Text
	}
	for i := len(h.entries) - 1; i >= 0; i-- {
		old := &h.entries[i]
		if again && old.Turn == e.Turn && old.Outcome == nil && old.Type == opens {
			return
		}
		switch {
		case old.Superseded != "" || old.Turn < e.Turn:
		case again && old.Turn == e.Turn && (old.Outcome != nil || old.Type == e.Type):
			old.Superseded = why
		case reverted && takenBack(old, e.Turn):
			old.Superseded = why
		}
	}
}

// takenBack reports whether a revert to the turn supersedes the entry. The orders of that turn itself stay in force.
func takenBack(e *Entry, turn int) bool {
	if e.Turn > turn {
		return e.Outcome != nil || counts[e.Type]
	}
	return e.Outcome != nil || counts[e.Type] && e.Type != accepted
}

// The types of events that affect what counts.
var (
	opens    = events.TurnOpened{}.EventType()
	reverts  = events.TurnReverted{}.EventType()
	results  = events.TurnAdjudicated{}.EventType()
	accepted = events.OrdersAccepted{}.EventType()
	mailed   = events.MailReceived{}.EventType()
)

// counts holds the types of events that a turn's result depends on.
var counts = map[string]bool{
	accepted: true, results: true, "turn.approved": true, "turn.closed": true,
	"decision.asked": true, "decision.answered": true, "ruling.given": true, "die.rerolled": true, "courier.ruled": true,
}

// Read returns the entries of one commit, in order: each event, and its outcomes if it is a result. It is for
// following a growing log.
func Read(c *events.Commit) ([]Entry, error) {
	var list []Entry
	for i := range c.Events {
		data, err := events.Decode(c.Events[i])
		if err != nil {
			return nil, fmt.Errorf("game %s, event %d: %w", c.Game, c.First+uint64(i), err)
		}
		e := Entry{Number: c.First + uint64(i), At: c.At, Actor: c.Actor, Type: c.Events[i].Type, Commit: c.ID,
			Cause: c.Cause}
		describe(&e, data)
		list = append(list, e)
		switch d := data.(type) {
		case events.GameOpened:
			list = append(list, outcomes(&e, d.Outcomes)...)
		case events.TurnAdjudicated:
			list = append(list, outcomes(&e, d.Outcomes)...)
		}
	}
	return list, nil
}

// Outcomes returns the current outcomes of a turn; 0 is the opening.
func (h *History) Outcomes(turn int) []events.Outcome {
	var list []events.Outcome
	for i := range h.entries {
		if e := &h.entries[i]; e.Outcome != nil && e.Turn == turn && e.Superseded == "" {
			list = append(list, *e.Outcome)
		}
	}
	return list
}

func outcomes(in *Entry, all []events.Outcome) []Entry {
	list := make([]Entry, len(all))
	for i := range all {
		o := &all[i]
		list[i] = Entry{
			Number: in.Number, At: in.At, Actor: in.Actor, Type: o.Name, Turn: in.Turn,
			Text: o.String(), Ref: o.Ref, Outcome: o,
		}
	}
	return list
}
