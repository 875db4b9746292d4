package story

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"galloper/events"
)

// mostErrors is the number of units in the last report of which the reader's belief differed most from the truth.
const mostErrors = 3

// liftFog adds to the last report how the battle was decided, what the reader believed wrongly, the turn's true losses,
// and both armies as they were at the end.
func (t *teller) liftFog(s *Story) {
	truth := newTeller(t.book, t.sheet, t.sheet.Truth)
	truth.side = t.side
	r := truth.reckon()
	s.Ending = append(truth.decided(&r), t.believed(truth)...)
	s.Lead = slices.DeleteFunc(s.Lead, func(c Scene) bool { return strings.Contains(s.Ending[0], c.Text) })
	s.Hand, s.Losses = nil, truth.lossLines()
	s.Tables = nil
	if places := truth.places(); len(places.Rows) > 0 {
		s.Tables = []Table{places}
	}
	for _, own := range []bool{true, false} {
		s.Tables = append(s.Tables, truth.roll(own))
	}
}

// decided says by which rule the battle ended, which event decided it, and how the points stood.
func (t *teller) decided(r *events.Reckoning) (said []string) {
	var broke, end *events.Outcome
	for _, o := range t.diaryOf(t.turn) {
		switch tale := t.book.tales[o.Name]; {
		case tale == nil || tale.Kind != events.SceneArmy:
		case tale.Weight >= 200:
			end = &o
		case tale.Weight >= 95:
			said = append(said, t.sentenceOf(&o))
			broke = &o
		}
	}
	switch {
	case end == nil:
		said = append(said, "The umpire ended the battle.")
	case broke == nil:
		said = append(said, t.standsOrBroke(r)...)
	}
	if end != nil {
		said = append(said, "The rules decide so in §"+end.Clause+".")
		winner := end.Get(t.book.tales[end.Name].By)
		if winner != r.Armies[0].Side && winner != r.Armies[1].Side {
			winner = "" // a draw
		}
		if o, turn := t.turningPoint(cmp.Or(broke, end), winner); o != nil {
			said = append(said, "What decided it, in turn "+itoa(turn)+": "+t.sentenceOf(o))
		}
	}
	if points := t.points(r); points != "" {
		said = append(said, "At the end, "+points+".")
	}
	if near := t.breaking(r); near != "" {
		said = append(said, near)
	}
	return []string{strings.Join(said, " ")}
}

// standsOrBroke says which army has lost as much as breaks it, under rules that have no outcome for that.
func (t *teller) standsOrBroke(r *events.Reckoning) (said []string) {
	limited := false
	for i := range r.Armies {
		near := r.Armies[i].Nearest()
		limited = limited || near.At > 0
		if near.At > 0 && near.Gone >= near.At {
			said = append(said, sentence(t.army(r, i == 1)+" broke"))
		}
	}
	if limited && len(said) == 0 {
		said = append(said, "Neither army had broken.")
	}
	return said
}

// turningPoint returns the event that caused the end, and its turn: the loss after which an army broke, or else the
// last place that the winner took, or the last unit that the other side lost.
func (t *teller) turningPoint(end *events.Outcome, winner string) (found *events.Outcome, turn int) {
	cause := end
	for found == nil && cause != nil && cause.Cause != "" {
		turn = min(max(events.TurnOf(cause.Cause), 0), t.turn)
		list := t.diaryOf(turn)
		i := slices.IndexFunc(list, func(c events.Outcome) bool { return c.Ref == cause.Cause })
		if i < 0 {
			break
		}
		cause = &list[i]
		tale := t.book.tales[cause.Name]
		if tale != nil && tale.Kind != events.SceneArmy && len(tale.Says) > 0 && !t.suffers(cause, winner) {
			found = cause
		}
	}
	if found != nil && t.book.tales[found.Name].WeightOf(found) >= 60 {
		return found, turn
	}
	for at := t.turn; at > 0; at-- {
		list := t.diaryOf(at)
		for i := range slices.Backward(list) {
			if t.gains(&list[i], winner) {
				return &list[i], at
			}
		}
	}
	return found, turn
}

// suffers reports whether the outcome is a misfortune of a unit of the side.
func (t *teller) suffers(o *events.Outcome, side string) bool {
	tale := t.book.tales[o.Name]
	by := t.who(o.Get(tale.By))
	hurt := tale.Kind == events.SceneLoss || tale.Kind == events.SceneRout
	return hurt && len(by) > 0 && t.sheet.Sides[by[0]] == side
}

// gains reports whether a side took a place or destroyed a unit.
func (t *teller) gains(o *events.Outcome, side string) bool {
	tale := t.book.tales[o.Name]
	switch {
	case tale == nil || side == "":
		return false
	case tale.Kind == events.ScenePlace:
		return tale.Holder != "" && o.Get(tale.Holder) == side
	}
	lost := t.who(o.Get(tale.By))
	return tale.Kind == events.SceneLoss && tale.WeightOf(o) >= 80 && len(lost) > 0 && t.sheet.Sides[lost[0]] != side
}

func (t *teller) sentenceOf(o *events.Outcome) string {
	tale := t.book.tales[o.Name]
	n := &node{Outcome: o, tale: tale, by: t.who(o.Get(tale.By)), on: t.who(o.Get(tale.On))}
	t.again()
	return t.say(&beat{node: n, n: 1, fields: o.Fields}, map[string]bool{})
}

// believed says where what the reader knew of the units differed most from the truth.
func (t *teller) believed(truth *teller) []string {
	if !slices.ContainsFunc(t.book.facts, func(l factLine) bool { return l.Role == events.RoleEnemy }) {
		return nil // these rules show no names of enemy units
	}
	type wrong struct {
		far  int
		text string
	}
	var errors []wrong
	var unknown []string
	for _, id := range slices.Sorted(maps.Keys(t.sheet.Sides)) {
		is, was, gone := truth.units[id], t.units[id], truth.gone[id]
		switch {
		case t.gone[id] || is == nil && !gone || was != nil && was.fresh && !gone:
		case was == nil && !gone && t.sheet.Sides[id] != t.side:
			unknown = append(unknown, t.the(id))
		case was == nil:
		case gone:
			errors = append(errors, wrong{math.MaxInt,
				t.the(id) + " had left the battle; you last heard of them in turn " + itoa(was.fact.Turn)})
		case t.spot(was) != truth.spot(is):
			errors = append(errors, wrong{is.at.Distance(was.at), t.the(id) + ", last seen " + t.spot(was) +
				" in turn " + itoa(was.fact.Turn) + ", were in truth " + truth.spot(is)})
		}
	}
	slices.SortStableFunc(errors, func(a, b wrong) int { return cmp.Compare(b.far, a.far) })
	var said []string
	for _, e := range errors[:min(len(errors), mostErrors)] {
		said = append(said, sentence(e.text))
	}
	if n := len(unknown) - mostErrors; n > 0 {
		unknown = append(unknown[:mostErrors], number(n)+" more")
	}
	if len(unknown) > 0 {
		said = append(said, "You never knew of "+list(unknown)+".")
	}
	if len(said) == 0 {
		said = []string{"You knew where every unit stood."}
	}
	return []string{strings.Join(said, " ")}
}

// spot returns where a unit is: `by the Mill`, `at 12,30`.
func (t *teller) spot(u *unit) string {
	where := cmp.Or(t.where(u), t.inches(u))
	for _, word := range []string{"in ", "on ", "by ", "at ", "off "} {
		if strings.HasPrefix(where, word) {
			return where
		}
	}
	if strings.Contains(where, " yds ") {
		return where
	}
	return "at " + where
}

// roll is the table of an army at the end of the battle. The map shows where its units stood.
func (t *teller) roll(own bool) Table {
	x := Table{Title: "Their army at the end", Columns: []string{"unit", "strength"}}
	if own {
		x.Title = "Our army at the end"
	}
	t.listed = true
	defer func() { t.listed = false }()
	for _, u := range t.order {
		if side := t.sheet.Sides[u.id]; side != "" && (side == t.side) == own && !t.gone[u.id] {
			x.add(u.id, []string{t.brief(u.id), t.fill(u.line.strength, u.fact.Fields)})
		}
	}
	for _, id := range slices.Sorted(maps.Keys(t.gone)) {
		if side := t.sheet.Sides[id]; side != "" && (side == t.side) == own {
			x.add(id, []string{t.brief(id), "gone"})
		}
	}
	return x
}
