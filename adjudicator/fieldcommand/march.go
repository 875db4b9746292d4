package fieldcommand

import (
	"slices"

	"galloper/adjudicator/board"
)

// checkLocalMarch checks a march within a locale, to the reserve or to an approach that faces the enemy (§8.6.3).
func (s *State) checkLocalMarch(p *plan) string {
	at := p.From.Locale
	p.D = at
	if p.order.Goal == goalReserve {
		p.Goal = reserveOf(at)
		return ""
	}
	e := s.b.boundary(at, p.To.Must())
	switch {
	case e == nil:
		return notAdjacent
	case e.Impassable:
		return isImpassable
	case !s.enemyHeld(p.To.Must(), p.Side):
		return notEnemyHeld
	}
	p.Goal = Position{at, p.To.Must()}
	return ""
}

// checkMarch checks a cavalry, field or road march: the geometry of the whole way, then whether the group can enter the
// first locale (§8.6, §8.6.1, §8.6.2, §8.6.4).
func (s *State) checkMarch(p *plan) string {
	from := p.From.Locale
	var reason string
	switch {
	case p.To.Is(from):
		return notAdjacent
	case p.Verb == verbFieldMarch:
		p.Path = []int{p.To.Must()}
		reason = s.geometry(p)
	case len(p.Via) > 0:
		p.Path = append(slices.Clone(p.Via), p.To.Must())
		reason = s.geometry(p)
	case p.Verb == verbCavalryMarch:
		return s.findCavalryWay(p)
	default:
		if p.Path = s.roadWay(from, p.To.Must(), p.Side); p.Path == nil {
			return noRoad
		}
		reason = s.geometry(p)
	}
	if reason == "" {
		reason = s.bar(p, from, p.Path[0])
	}
	return reason
}

// geometry checks the length of the way and each boundary on it (§H4.1).
func (s *State) geometry(p *plan) string {
	var list []*Boundary
	at := p.From.Locale
	for _, l := range p.Path {
		e := s.b.boundary(at, l)
		if e == nil {
			return notAdjacent
		}
		list, at = append(list, e), l
	}
	has := func(test func(*Boundary) bool) bool { return slices.ContainsFunc(list, test) }
	free := p.Verb == verbFieldMarch
	switch {
	case has(func(e *Boundary) bool { return e.Impassable }):
		return isImpassable
	case !free && has(func(e *Boundary) bool { return e.Restricted }):
		return isRestricted
	case p.Verb == verbRoadMarch && s.b.Options.MarchNeedsRoad && has(func(e *Boundary) bool { return len(e.Roads) == 0 }):
		return noRoad
	case p.Verb == verbCavalryMarch && len(list) != 2, p.Verb == verbRoadMarch && len(list) > s.roadReach(p, list):
		return tooFar
	}
	return ""
}

// roadReach returns how many locales a road march over the boundaries may enter (§8.6.4).
func (s *State) roadReach(p *plan, list []*Boundary) int {
	reach := 3
	if slices.ContainsFunc(list, func(e *Boundary) bool { return !e.good() }) {
		reach = 2
	}
	return reach + s.effects(p.Side, effectMarch, s.b.Commands[p.Seat].ID)
}

// bar returns the reason why the group cannot enter the next locale of its march, or "" (§8.6, §4.3.1).
func (s *State) bar(p *plan, from, to int) string {
	if s.enemyHeld(to, p.Side) {
		return enemyHeld
	}
	if reason := s.closed(from, to); reason != "" {
		return reason
	}
	if s.room(to) < len(p.Units) {
		return noCapacity
	}
	return ""
}

// findCavalryWay takes the first VIA locale in map order that passes the check (§8.6.1).
func (s *State) findCavalryWay(p *plan) string {
	reason := tooFar
	for _, via := range s.b.neighbours(p.From.Locale) {
		if p.To.Is(via) || s.b.boundary(via, p.To.Must()) == nil {
			continue
		}
		p.Path = []int{via, p.To.Must()}
		why := s.geometry(p)
		if why == "" {
			why = s.bar(p, p.From.Locale, via)
		}
		if why == "" {
			return ""
		}
		if reason == tooFar {
			reason = why
		}
	}
	return reason
}

// roadWay returns the way of a road march without VIA, or nil. It prefers the fewest locales, then the fewest
// boundaries without main road or railroad, then the earliest in map order. Only the last locale may be held by the
// enemy (section f).
func (s *State) roadWay(from, to, side int) []int {
	if from == to {
		return nil
	}
	return s.b.Graph.Way(from, to, func(at int, over board.Border) (int, bool) {
		e := &s.b.Boundaries[over.Boundary]
		if e.Impassable || e.Restricted || s.b.Options.MarchNeedsRoad && len(e.Roads) == 0 ||
			over.To != to && s.enemyHeld(over.To, side) {
			return 0, false
		}
		if e.good() {
			return manySteps, true
		}
		return manySteps + 1, true
	})
}

// manySteps exceeds the number of boundaries on any way.
const manySteps = 10_000
