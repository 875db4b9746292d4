// Package offline plays a game without mail, clock and log.
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
	Pos      adjudicator.Position
	Outcomes []events.Outcome // of the last turn told
	// Trace, if not nil, is called with an explanation of how each sentence of a mail was read.
	Trace    func(string)
	seed     func(turn int) [32]byte
	resigned []string // seats whose player has resigned, sorted
}

// Open opens the game. The sealed draws of turn n use seed(-n). The result has not been told to any seat.
func Open(name string, rules *adjudicator.Ruleset, sc adjudicator.Scenario, seed func(turn int) [32]byte) (*Session,
	adjudicator.Result) {
	s := &Session{Desks: desks.Open(rules, sc), seed: seed,
		Pos: adjudicator.Position{Game: name, Ruleset: rules, Scenario: sc, State: sc.Start()}}
	opened := adjudicator.Open(s.Pos, s.Input(1))
	s.Pos.State = opened.State
	return s, opened
}

// Tell adds the outcomes of a turn to the seats' knowledge. Turn 0 is the opening.
func (s *Session) Tell(turn int, outcomes []events.Outcome) {
	s.Desks.Tell(turn, outcomes)
	s.Outcomes, s.Over = outcomes, s.Pos.State.Over() != ""
}

// Read reads a seat's mail for the turn after the last one told.
func (s *Session) Read(seat, text string) game.Reading {
	text = orders.Changed(text, func() []string { return s.Template(seat) })
	r := game.Read(s.Rules, adjudicator.Desk{Scenario: s.Scenario, Seat: seat, Turn: s.Turn() + 1,
		Known: s.Known(seat), Resigned: s.resigned, Trace: s.Trace}, text)
	if i, there := slices.BinarySearch(s.resigned, seat); r.Document.Has(orders.Resign) && !there {
		s.resigned = slices.Insert(slices.Clip(s.resigned), i, seat)
	}
	return r
}

// Input returns the input of a turn without orders.
func (s *Session) Input(turn int) events.TurnInput {
	return events.TurnInput{Turn: turn, Seed: s.seed(turn), Sealed: s.seed(-turn), Resigned: s.resigned}
}

// Adjudicate plays a turn, answering its questions with their defaults. If prove is set, it returns an error if the
// turn violates an invariant of turns.
func (s *Session) Adjudicate(in events.TurnInput, prove bool) (res adjudicator.Result, err error) {
	for {
		res = adjudicator.Adjudicate(s.Pos, in)
		q := res.Question
		if q == nil {
			break
		}
		in.Answers = append(in.Answers, events.Answer{Seat: q.Seat, Option: q.Default, By: "default", Decision: q.Name})
	}
	if prove {
		err = adjudicator.Prove(s.Pos, in, res)
	}
	s.Pos.State, s.Pos.Turn = res.State, in.Turn
	return res, err
}
