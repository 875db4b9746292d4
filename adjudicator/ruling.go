package adjudicator

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"galloper/events"
)

// Outcomes that an umpire's ruling brings, in every ruleset.
const (
	RulingApplied = "ruling.applied" // outcome, text
	RulingSet     = "ruling.set"     // path, value
	RulingRefused = "ruling.refused" // path, value, reason: nothing was changed
	RulingLapsed  = "ruling.lapsed"  // outcome, text, reason, was: what it was on is there no more; nothing was changed
)

// clauseUmpire is the clause of what a person decides.
const clauseUmpire = "umpire"

// lapse is why a ruling is not applied; "" if it is.
type lapse string

const (
	lapseGone      lapse = "gone"      // nothing that happens in the turn reads as what was ruled on
	lapseAmbiguous lapse = "ambiguous" // more or fewer things do than when it was ruled
	lapseAside     lapse = "aside"     // left out for a trial
)

// lapsedRulings finds the rulings whose outcome has not come about as it was, or cannot
// be told from others: an order was amended since, or a die rolled again. Each is looked
// for in the turn as it is without it, which is what the umpire had before him.
func lapsedRulings(pos Position, in events.TurnInput) []lapse {
	lapsed := make([]lapse, len(in.Rulings))
	for i, r := range in.Rulings {
		if r.Anchor.IsZero() {
			continue
		}
		lapsed[i] = lapseAside
		t := newTurn(pos, in, in.Turn, nil)
		copy(t.lapsed, lapsed)
		stopped := t.play(pos.Ruleset).Question != nil
		switch met := t.met[i]; {
		case met > r.Anchor.Of, !stopped && met > 0 && met < r.Anchor.Of:
			lapsed[i] = lapseAmbiguous
		case !stopped && met == 0:
			lapsed[i] = lapseGone
		default:
			lapsed[i] = ""
		}
	}
	return lapsed
}

// applyRulings applies the rulings on the outcome. Theirs are numbered behind it,
// `t3.17.1`: a ruling does not rename what comes after.
func (t *Turn) applyRulings(o *events.Outcome) {
	n := 0
	for i, r := range t.input.Rulings {
		if !t.ruled[i] && t.ruledOn(i, o) {
			t.ruled[i] = true
			t.applyRuling(r, o.Ref, o.Ref, &n)
		}
	}
}

// ruledOn reports whether the i-th ruling is on this outcome.
func (t *Turn) ruledOn(i int, o *events.Outcome) bool {
	r := &t.input.Rulings[i]
	if r.Anchor.IsZero() {
		return r.Outcome == o.Ref
	}
	if !strings.HasPrefix(r.Anchor.Text, o.Name) || o.String() != r.Anchor.Text {
		return false
	}
	t.met[i]++
	return t.lapsed[i] == "" && t.met[i] == r.Anchor.Nth
}

// applyLateRulings applies, at the turn's end, the rulings that name no outcome, or
// one by a number that did not come about. One that holds to what an outcome says has
// lapsed where that is not said: it changes nothing, and the umpire is shown it.
func (t *Turn) applyLateRulings() {
	n, mark, end := 0, t.Mark(), fmt.Sprintf("t%d.end", t.Number)
	for i, r := range t.input.Rulings {
		if t.ruled[i] || t.lapsed[i] == lapseAside {
			continue
		}
		if t.ruled[i] = true; r.Anchor.IsZero() {
			t.applyRuling(r, r.Outcome, end, &n)
			continue
		}
		n++
		t.record(events.Outcome{
			Ref: fmt.Sprintf("%s.%d", end, n), Name: RulingLapsed, Clause: clauseUmpire,
			Fields: events.Fields("outcome", r.Outcome, "text", r.Text, "reason", string(cmp.Or(t.lapsed[i], lapseGone)),
				"was", r.Anchor.Text),
		})
	}
	t.witnessed(mark)
}

// applyRuling applies a ruling on the outcome `on`, "" for the turn's end. The outcomes
// that it brings are numbered behind ref.
func (t *Turn) applyRuling(r events.Ruling, on, ref string, n *int) {
	next := func() string { *n++; return fmt.Sprintf("%s.%d", ref, *n) }
	applied := next()
	t.record(events.Outcome{
		Ref: applied, Name: RulingApplied, Clause: clauseUmpire, Cause: on,
		Fields: events.Fields("outcome", cmp.Or(on, "-"), "text", r.Text),
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
