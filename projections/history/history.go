// Package history tells what happened in a game, for whoever runs or audits
// it: who ordered what, when it arrived, each roll with its clause, and why
// each thing came about. It shows everything; what one seat may know is the
// matter of the package knowledge.
//
// It keeps what a revert or a ruling took back, marked as no longer counting:
// nothing is erased.
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

// Entry is one event of the log, or one outcome that an event holds.
type Entry struct {
	Number     uint64    `json:"number"` // of the event in the game
	At         time.Time `json:"at"`     // when it was recorded
	Actor      string    `json:"actor"`
	Type       string    `json:"type"`           // event type, or the outcome's name
	Turn       int       `json:"turn,omitempty"` // that it concerns; 0 the opening or none
	Seat       string    `json:"seat,omitempty"` // that it concerns
	Text       string    `json:"text"`           // in words; of an outcome its canonical text
	Lines      []string  `json:"lines,omitempty"`
	Mail       string    `json:"mail,omitempty"`       // SHA-256 of the mail that it is, or came in
	Commit     string    `json:"commit,omitempty"`     // id of the commit
	Cause      string    `json:"cause,omitempty"`      // of the commit
	Superseded string    `json:"superseded,omitempty"` // why it no longer counts; "" it does
	Ref        string    `json:"ref,omitempty"`        // of an outcome

	Outcome *events.Outcome `json:"outcome,omitempty"` // nil unless it is one
}

// History is all that happened in a game. The zero History is ready to be folded.
type History struct {
	cursor  projections.Cursor
	entries []Entry
}

// Game returns the slug, "" before the first commit.
func (h *History) Game() string { return h.cursor.Game() }

// Apply takes the next commit. It changes nothing if it returns an error.
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

// supersede marks what the entry takes back: a revert all of its turn and
// later ones but the orders, a second result of a turn the first one.
func (h *History) supersede(e *Entry) {
	reverted, again := e.Type == reverts, e.Type == results
	if e.Outcome != nil || !reverted && !again { // rules may call an outcome as an event is called
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

// takenBack reports whether a revert to the turn takes the entry back: of that
// turn itself the orders stay in force.
func takenBack(e *Entry, turn int) bool {
	if e.Turn > turn {
		return e.Outcome != nil || counts[e.Type]
	}
	return e.Outcome != nil || counts[e.Type] && e.Type != accepted
}

// The types of events that change what counts.
var (
	opens    = events.TurnOpened{}.EventType()
	reverts  = events.TurnReverted{}.EventType()
	results  = events.TurnAdjudicated{}.EventType()
	accepted = events.OrdersAccepted{}.EventType()
	mailed   = events.MailReceived{}.EventType()
)

// counts are the types of events that a turn's result hangs on.
var counts = map[string]bool{
	accepted: true, results: true, "turn.approved": true, "turn.closed": true,
	"decision.asked": true, "decision.answered": true, "ruling.given": true, "die.rerolled": true, "courier.ruled": true,
}

// Read returns the entries of one commit, in order: each event, and behind a
// result its outcomes. It is for following a log as it grows.
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

// Outcomes returns those of a turn that count, 0 the opening's.
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
