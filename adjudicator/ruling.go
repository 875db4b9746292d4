package adjudicator

import (
	"fmt"
	"slices"

	"galloper/events"
)

// Outcomes that an umpire's ruling brings, in every ruleset.
const (
	RulingApplied = "ruling.applied" // outcome, text
	RulingSet     = "ruling.set"     // path, value
	RulingRefused = "ruling.refused" // path, value, reason: nothing was changed
)

// clauseUmpire is the clause of what a person decides.
const clauseUmpire = "umpire"

// applyRulings applies the rulings that name the outcome. Theirs are numbered
// behind it, `t3.17.1`: a ruling does not rename what comes after, which other
// rulings may name.
func (t *Turn) applyRulings(ref string) {
	n := 0
	for i, r := range t.input.Rulings {
		if r.Outcome == ref && !t.ruled[i] {
			t.ruled[i] = true
			t.applyRuling(r, ref, &n)
		}
	}
}

// applyLateRulings applies, at the turn's end, the rulings that name no outcome,
// or one that did not come about.
func (t *Turn) applyLateRulings() {
	n, mark := 0, t.Mark()
	for i, r := range t.input.Rulings {
		if !t.ruled[i] {
			t.ruled[i] = true
			t.applyRuling(r, fmt.Sprintf("t%d.end", t.Number), &n)
		}
	}
	t.witnessed(mark)
}

func (t *Turn) applyRuling(r events.Ruling, ref string, n *int) {
	next := func() string { *n++; return fmt.Sprintf("%s.%d", ref, *n) }
	outcome := r.Outcome
	if outcome == "" {
		outcome = "-"
	}
	applied := next()
	t.record(events.Outcome{
		Ref: applied, Name: RulingApplied, Clause: clauseUmpire, Cause: r.Outcome,
		Fields: events.Fields("outcome", outcome, "text", r.Text),
	})
	for _, s := range r.Sets {
		o := events.Outcome{
			Ref: next(), Name: RulingSet, Clause: clauseUmpire, Cause: applied,
			Fields: events.Fields("path", s.Path, "value", s.Value),
		}
		// Tried on a copy, so that the fold never meets a setting that fails.
		if err := t.State.Clone().Set(s.Path, s.Value); err != nil {
			o.Name = RulingRefused
			o.Fields = append(o.Fields, events.Field{Key: "reason", Value: err.Error()})
		}
		t.record(o)
	}
}

// tellRulings tells a ruling's text to those who are told of the outcome that
// it names, where the ruleset has said nothing else; one that names none, to
// every seat. What a ruling sets is told to nobody: it shows in what follows.
func (t *Turn) tellRulings(mark int) {
	for i := mark; i < len(t.outcomes); i++ {
		o := &t.outcomes[i]
		if o.Name != RulingApplied || len(o.Views) > 0 {
			continue
		}
		if seats := t.concerned(o.Cause); len(seats) > 0 {
			o.Views = []events.View{{Seats: seats}}
		}
	}
}

func (t *Turn) concerned(ref string) []string {
	var seats []string
	if ref == "" {
		for _, s := range t.Scenario.Seats() {
			seats = append(seats, s.ID)
		}
		return seats
	}
	for i := range t.outcomes {
		if t.outcomes[i].Ref == ref {
			for _, v := range t.outcomes[i].Views {
				seats = append(seats, v.Seats...)
			}
		}
	}
	slices.Sort(seats)
	return slices.Compact(seats)
}
