package adjudicator

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"galloper/events"
)

// Outcomes of an umpire's ruling, in every ruleset.
const (
	RulingApplied = "ruling.applied" // outcome, text
	RulingSet     = "ruling.set"     // path, value
	RulingRefused = "ruling.refused" // path, value, reason: nothing was changed
	RulingLapsed  = "ruling.lapsed"  // outcome, text, reason, was: the outcome no longer happens; nothing was changed
)

const clauseUmpire = "umpire"

// lapse is the reason why a ruling is not applied; "" if it is.
type lapse string

const (
	lapseGone      lapse = "gone"      // no outcome of the turn reads like the one ruled on
	lapseAmbiguous lapse = "ambiguous" // the number of outcomes that read like it has changed since the ruling
	lapseAside     lapse = "aside"     // left out of a trial run
)

// lapsedRulings finds the rulings whose outcome no longer happens or has become ambiguous, because an order was amended
// or a die rerolled since. For each ruling it plays the turn without it, as the umpire saw the turn.
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

// applyRulings applies the rulings on the outcome. Their outcomes are numbered below it, `t3.17.1`, so that a ruling
// does not renumber later outcomes.
func (t *Turn) applyRulings(o *events.Outcome) {
	n := 0
	for i, r := range t.input.Rulings {
		if !t.ruled[i] && t.ruledOn(i, o) {
			t.ruled[i] = true
			t.applyRuling(r, o.Ref, o.Ref, &n)
		}
	}
}

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

// applyLateRulings applies, at the turn's end, the rulings that name no outcome, or name the number of an outcome that
// did not happen. A ruling anchored to an outcome's text has lapsed if no outcome has that text: it changes nothing,
// and the umpire is told.
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

// applyRuling applies a ruling on the outcome `on`, or on the turn's end if that is "". It numbers the resulting
// outcomes below ref.
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

// tellRulings tells a ruling's text to the seats that were told of the outcome it names, unless the ruleset has given
// it views. A ruling without an outcome is told to all seats. Settings are told to no seat: they show in later
// outcomes.
func (t *Turn) tellRulings(mark int) {
	for i := mark; i < len(t.outcomes); i++ {
		o := &t.outcomes[i]
		if o.Name != RulingApplied || len(o.Views) > 0 {
			continue
		}
		if seats := t.seatsConcerned(o.Cause); len(seats) > 0 {
			o.Views = []events.View{{Seats: seats}}
		}
	}
}

func (t *Turn) seatsConcerned(ref string) []string {
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
