package orderdiscipline

import (
	"slices"

	"galloper/adjudicator"
	"galloper/events"
)

func applyDeck(s *State, o *events.Outcome) { s.Red, s.Black = o.Int("red"), o.Int("black") }

func applyPlayed(s *State, o *events.Outcome) { s.discard(s.b.side(o.Get("side")), o.Get("card")) }

// discard takes a card out of a hand.
//
// §2.6 §3.6
func (s *State) discard(side int, card string) {
	s.Hands[side][slices.Index(cards[:], card)]--
}

func applyHeld(s *State, o *events.Outcome) {
	s.Holder, s.First = adjudicator.At(s.b.side(o.Get("side"))), adjudicator.At(s.b.side(o.Get("first")))
}

func applyRolled(s *State, o *events.Outcome) {
	g := s.general(o)
	g.Roll, g.Total, g.Score = o.Int("roll"), o.Int("total"), o.Int("total")
}

func applyChain(s *State, o *events.Outcome) { s.general(o).Score = o.Int("score") }

// applyRerolled lets the new roll count; his score and those of his direct
// subordinates are worked out again (command.chain follows where one helps).
//
// §3.6
func applyRerolled(s *State, o *events.Outcome) {
	g := s.general(o)
	s.discard(g.Side, o.Get("card"))
	g.Roll, g.Total, g.Score = o.Int("roll"), o.Int("total"), o.Int("total")
	for _, b := range g.Below {
		s.Generals[b].Score = s.Generals[b].Total
	}
}

func applySent(s *State, o *events.Outcome) {
	from := s.b.seat(o.Get("from"))
	s.Dispatches = append(slices.Clip(s.Dispatches), Dispatch{ID: o.Get("id"), Letter: o.Get("kind") == "letter", Word: o.Get("by") == "word", From: from, To: s.b.seat(o.Get("to")),
		At: s.Generals[from].At, Status: riding, Sent: s.Turn, Text: o.Get("text")})
}

// dispatch returns the dispatch of the id, or nil.
func (s *State) dispatch(id string) *Dispatch {
	for i := range s.Dispatches {
		if s.Dispatches[i].ID == id {
			return &s.Dispatches[i]
		}
	}
	return nil
}

func applyRiding(s *State, o *events.Outcome) {
	if d := s.dispatch(o.Get("id")); d != nil {
		d.At = at(o)
	}
}

func applyFate(status string) func(*State, *events.Outcome) {
	return func(s *State, o *events.Outcome) {
		d := s.dispatch(o.Get("id"))
		if d == nil {
			return
		}
		d.Status = status
		if status == delivered {
			d.Done, d.At = s.Turn, s.Generals[d.To].At
		}
	}
}

func applyDelayed(s *State, o *events.Outcome) {
	if d := s.dispatch(o.Get("id")); d != nil {
		d.Until = o.Int("until")
	}
}
