package commandchaos

import (
	"strings"

	"galloper/adjudicator"
	"slices"
	"strconv"

	"galloper/events"
)

// fact is what a seat was told about one subject.
type fact struct {
	Kind    string
	Subject string
	Fields  []events.Field // never changed
	Turn    int
}

// get returns the value of a field.
func (f *fact) get(key string) string {
	o := events.Outcome{Fields: f.Fields}
	return o.Get(key)
}

// memory is what one seat was told last of each subject. It holds just what the
// seat's reports are made from, so that the rules may look at what a seat knows
// without looking at what it cannot know.
type memory struct{ facts []fact }

// Fact returns the latest fact, as adjudicator.Knowledge has it.
func (m *memory) Fact(kind, subject string) ([]events.Field, int, bool) {
	for i := range m.facts {
		if m.facts[i].Kind == kind && m.facts[i].Subject == subject {
			return m.facts[i].Fields, m.facts[i].Turn, true
		}
	}
	return nil, 0, false
}

// put keeps a fact in place of the older one about its subject.
func (m *memory) put(f fact) {
	if f.Kind == sightGone {
		m.facts = slices.DeleteFunc(m.facts, func(g fact) bool {
			return g.Subject == f.Subject && (g.Kind == sightOwn || g.Kind == sightEnemy)
		})
	}
	for i := range m.facts {
		if m.facts[i].Kind == f.Kind && m.facts[i].Subject == f.Subject {
			m.facts[i] = f
			return
		}
	}
	m.facts = append(m.facts, f)
}

// applySight keeps a fact with each seat that it is told to.
func applySight(s *State, o *events.Outcome) {
	f := fact{Kind: o.Name, Subject: o.Fields[0].Value, Fields: o.Fields, Turn: s.Turn}
	if n, err := strconv.Atoi(o.Get("turn")); err == nil {
		f.Turn = n
	}
	for _, v := range o.Views {
		for _, id := range v.Seats {
			if seat := s.b.seat(id); seat >= 0 {
				s.Memories[seat].put(f)
			}
		}
	}
}

// applyDispatchSent notes a dispatch, and with it what its sender saw in his own zone.
//
// §H4, §H6
func applyDispatchSent(s *State, o *events.Outcome) {
	from := s.b.seat(o.Get("from"))
	side := s.b.Commands[from].Side
	d := Dispatch{ID: o.Get("id"), Kind: o.Get("kind"), From: from, ToSeat: adjudicator.At(s.b.seat(o.Get("to"))),
		ToZone: adjudicator.At(s.b.zoneNamed(side, o.Get("to"))), For: strings.Split(o.Get("for"), ","),
		Zone: s.b.zoneNamed(side, o.Get("zone")), Status: Riding, Sent: s.Turn, Text: o.Get("text")}
	for _, f := range s.Memories[from].facts {
		if at, ok := s.b.spaceNamed(f.get("at")); ok && (f.Kind == sightOwn || f.Kind == sightEnemy) && f.Turn == s.Turn-1 && s.b.Board.Zone(at.Col) == d.Zone {
			d.Saw = append(d.Saw, f)
		}
	}
	s.Dispatches = append(s.Dispatches, d)
}
