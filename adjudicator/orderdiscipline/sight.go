package orderdiscipline

import (
	"galloper/adjudicator"
	"galloper/adjudicator/courier"
)

// endTurn emits the end of the turn, before any observation (section i2).
func (p *play) endTurn() { p.Emit("turn.ended", "turn", p.Number) }

// watch is a general's view of the field at the end of a turn.
type watch struct {
	g    int
	lag  []adjudicator.Index // by unit under command: age of its latest report in turns
	seen []bool              // units seen by the general, or by a unit under command without lag
	mine []bool              // units that the general sees in person
}

// watch computes the general's view (section i1, i2).
func (p *play) watch(g int) *watch {
	s, me := p.s, &p.s.Generals[g]
	w := &watch{g: g, lag: make([]adjudicator.Index, len(s.Units)),
		seen: make([]bool, len(s.Units)), mine: make([]bool, len(s.Units))}
	for u := range s.Units {
		w.mine[u] = s.viewed(me.At, u)
		w.seen[u] = w.mine[u]
	}
	for u := range s.Units {
		if p.b.commands(g, u) {
			w.lag[u] = adjudicator.At(s.lag(g, u, w.mine[u]))
		}
	}
	for u := range s.Units {
		if !w.lag[u].Is(0) || !s.onTable(u) {
			continue
		}
		for e := range s.Units {
			w.seen[e] = w.seen[e] || s.Units[e].Side != me.Side && p.saw(s, u, e)
		}
	}
	return w
}

// lag returns the age in turns of a unit's report when it reaches the general (section i2).
func (s *State) lag(g, u int, seen bool) int {
	if !s.b.Options.Couriers || s.Units[u].State == Waiting || seen {
		return 0
	}
	distance := s.from(s.Generals[g].At, u)
	if s.Units[u].State == Gone { // only its last position is left
		distance = s.Generals[g].At.Distance(s.Units[u].At)
	}
	if distance <= s.b.Tables.Radius {
		return 0
	}
	return courier.Rides(distance, max(s.b.Tables.Move[courierRides], 1))
}

// inform emits all facts for a general, friendly units in scenario order (section i5).
func (p *play) inform(g int) {
	w := p.watch(g)
	p.watches = append(p.watches, w)
	for u := range p.s.Units {
		p.tellFriend(w, u)
	}
	p.tellSightings(w)
	p.tellGenerals(g)
	p.tellPost(g)
}

// tellFriend emits the fact about a friendly unit: by its report if it is under command, otherwise by the
// general's own sight (section i2).
func (p *play) tellFriend(w *watch, u int) {
	n := &p.s.Units[u]
	me := &p.b.Generals[w.g]
	if n.Side != me.Side {
		return
	}
	r, kind := p.s.Known[w.g].Own[u], "sight.friend"
	switch {
	case w.lag[u].Some():
		kind = "sight.own"
		if then := p.s.ago(w.lag[u].Must()); !r.Known || then.Turn >= r.Turn {
			r = then.report(u)
		}
	case w.mine[u]:
		r = p.s.report(u)
	}
	if r.Known {
		p.tellTroops(me.ID, kind, u, r)
	}
}

// tellTroops emits the fact about a friendly unit.
func (p *play) tellTroops(seat, kind string, u int, r Report) {
	n := &p.s.Units[u]
	switch {
	case r.State == Gone:
		p.Tell(seat, "sight.gone", "unit", n.ID, "since", r.Turn, "x", r.At.X, "y", r.At.Y, "seat", seat)
	case r.State == Waiting:
		p.Tell(seat, "sight.waiting", "unit", n.ID, "seat", seat, "x", r.At.X, "y", r.At.Y,
			"orders", r.Orders || n.Told > r.Turn)
	default:
		front, depth := footprint(n.Kind, r.Formation, max(r.Stands, 1))
		p.Tell(seat, kind, "unit", n.ID, "kind", n.Kind.String(), "x", r.At.X, "y", r.At.Y, "facing", r.Facing,
			"formation", r.Formation.String(), "state", r.State.String(), "stands", r.Stands, "start", n.Start, "turn", r.Turn,
			"orders", r.Orders || n.Told > r.Turn, "arm", n.Kind.Arm().String(), "frontage", front, "depth", depth,
			"side", p.b.Sides[n.Side].ID, "seat", seat)
	}
}

// saw reports whether one unit saw the other at the end of a past turn. The result is cached because several
// generals need it.
func (p *play) saw(then *State, u, e int) bool {
	if p.sights == nil {
		p.sights = map[*State][]sighted{}
	}
	list := p.sights[then]
	if list == nil {
		list = make([]sighted, len(then.Units)*len(then.Units))
		p.sights[then] = list
	}
	asked := &list[u*len(then.Units)+e]
	if *asked == notAsked {
		*asked = hidden
		if then.spots(u, e) {
			*asked = inView
		}
	}
	return *asked == inView
}

// sighted is a cached line-of-sight result.
type sighted uint8

const (
	notAsked sighted = iota
	hidden
	inView
)

// tellGenerals emits the positions of the side's generals, who always know each other's, and the hand for an
// army commander (section i5).
func (p *play) tellGenerals(g int) {
	me := &p.b.Generals[g]
	for i := range p.s.Generals {
		if p.s.Generals[i].Side == me.Side {
			p.tellGeneral(me.ID, i)
		}
	}
	if p.b.Sides[me.Side].Chief.Is(g) {
		p.Tell(me.ID, "sight.hand", "side", p.b.Sides[me.Side].ID, "cards", p.s.handText(me.Side))
	}
}

func (p *play) tellGeneral(seat string, g int) {
	of := &p.s.Generals[g]
	p.Tell(seat, "sight.general", "general", of.ID, "x", of.At.X, "y", of.At.Y, "with", p.b.unitIDs.Of(of.Attached),
		"side", p.b.Sides[of.Side].ID)
}

// tellPost emits the letters and directives that were delivered this turn (§12.3).
func (p *play) tellPost(g int) {
	for i := range p.s.Dispatches {
		d := &p.s.Dispatches[i]
		if d.Addressee != g || d.Status != adjudicator.Delivered || d.Arrived != p.s.Turn {
			continue
		}
		p.Tell(d.To, "sight."+d.Kind, "id", d.ID, "from", d.From, "sent", d.Sent, "text", d.Text)
	}
}

// showUmpire emits every unit, general and courier for the umpire's map.
func (p *play) showUmpire() {
	for u := range p.s.Units {
		p.tellTroops(adjudicator.Umpire, "sight.own", u, p.s.report(u))
	}
	for g := range p.s.Generals {
		p.tellGeneral(adjudicator.Umpire, g)
	}
	for i := range p.b.Sides {
		p.Tell(adjudicator.Umpire, "sight.hand", "side", p.b.Sides[i].ID, "cards", p.s.handText(i))
	}
	couriers.Show(p, adjudicator.Umpire, nil)
}
