package orderdiscipline

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/courier"
	"galloper/adjudicator/rules"
	"galloper/adjudicator/scenario"
	"galloper/events"
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
			w.lag[u] = adjudicator.At(s.reportAge(g, u, w.mine[u]))
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

// reportAge returns the age in turns of a unit's report when it reaches the general (section i2).
func (s *State) reportAge(g, u int, seen bool) int {
	if !s.b.Options.Couriers || s.Units[u].State == Waiting || seen {
		return 0
	}
	distance := s.distanceFrom(s.Generals[g].At, u)
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
		if then := p.s.stateBefore(w.lag[u].Must()); !r.Known || then.Turn >= r.Turn {
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

// spotted is a sighting of a particular enemy unit.
type spotted struct {
	unit int
	Sighting
}

// tellSightings emits the enemies that a seat knows of, each as last seen by the general in person or in
// reports received. Disproved sightings are deleted. Unidentified units come after the others, and are
// ordered and numbered by position, because the order of the scenario file would reveal their identity (section i3).
func (p *play) tellSightings(w *watch) {
	var list, lost []spotted
	for _, g := range p.sightings(w) {
		switch {
		case g.Turn == p.s.Turn || !p.isDisproved(w, g.At):
			list = append(list, g)
		case g.Number > 0:
			lost = append(lost, g)
		}
	}
	slices.SortStableFunc(lost, func(a, b spotted) int { return cmp.Compare(a.Number, b.Number) })
	slices.SortStableFunc(list, compareSpotted)
	count := p.s.Known[w.g].Count
	for _, g := range lost {
		p.tellLost(w.g, g)
	}
	for _, g := range list {
		if g.Number == 0 {
			count++
			g.Number = count
		}
		p.tellSighting(p.b.Generals[w.g].ID, g)
	}
}

// sightings returns all enemies that the general knows of; those not reported yet have no number. An
// unidentified unit that has been out of sight counts as another unit: it gets a new sighting, and the old
// one remains until it is disproved (section i3).
func (p *play) sightings(w *watch) []spotted {
	known := &p.s.Known[w.g]
	list := slices.Clone(known.Ghosts)
	for e := range p.s.Units {
		if p.s.Units[e].Side == p.b.Generals[w.g].Side {
			continue
		}
		was := known.Foes[e]
		now := p.latestSighting(w, e, was)
		if was.Known && !was.Named && !p.hasFollowed(w, e, was.Turn, now.Turn) {
			list = append(list, spotted{e, was})
			now.Number = 0
		}
		if now.Known {
			list = append(list, spotted{e, now})
		}
	}
	return list
}

// compareSpotted orders identified units first and the others by their visible features (section i3).
func compareSpotted(a, b spotted) int {
	if a.Named || b.Named {
		return cmp.Compare(bit(b.Named), bit(a.Named))
	}
	return cmp.Or(cmp.Compare(a.At.X, b.At.X), cmp.Compare(a.At.Y, b.At.Y), cmp.Compare(a.Facing, b.Facing),
		cmp.Compare(a.Formation, b.Formation), cmp.Compare(a.Turn, b.Turn), cmp.Compare(a.Number, b.Number))
}

// hasFollowed reports whether the general knows that the enemy was in view at the end of every turn in between,
// and so that it is still the same unit (section i3).
func (p *play) hasFollowed(w *watch, e, from, to int) bool {
	for turn := from + 1; turn < to; turn++ {
		if !p.inViewThen(w, e, turn) {
			return false
		}
	}
	return true
}

// inViewThen reports whether the enemy was in view of the general, or of a unit under command whose report
// has arrived, at the end of the turn.
func (p *play) inViewThen(w *watch, e, turn int) bool {
	i := slices.IndexFunc(p.s.Past, func(then *State) bool { return then.Turn == turn })
	if i < 0 {
		return false
	}
	then := p.s.Past[i]
	for u := range w.lag {
		if lag, his := w.lag[u].Get(); his && turn <= p.s.Turn-lag && p.saw(then, u, e) {
			return true
		}
	}
	return then.viewed(then.Generals[w.g].At, e)
}

func sightingID(n int) string { return "e" + strconv.Itoa(n) }

// latestSighting returns the latest sighting of the enemy: a newer one, or the one already known (section i2, i3).
func (p *play) latestSighting(w *watch, e int, was Sighting) Sighting {
	best := was
	see := func(then *State, from board.Point, saw func() bool) {
		if best.Known && (then.Turn < best.Turn || then.Turn == best.Turn && best.Near) || !saw() {
			return
		}
		near := then.closeTo(from, e, p.b.Options.Identify)
		if best.Known && best.Turn == then.Turn {
			near = near || best.Near
		}
		best.Named = best.Named || near
		best.Near, best.Report = near, then.report(e)
	}
	for u := range p.s.Units {
		if k, his := w.lag[u].Get(); his {
			if then := p.s.stateBefore(k); then.onTable(u) {
				see(then, then.Units[u].At, func() bool { return p.saw(then, u, e) })
			}
		}
	}
	see(p.s, p.s.Generals[w.g].At, func() bool { return w.mine[e] })
	return best
}

// isDisproved reports whether the general or a unit without lag has the spot in view. The enemy has not been
// seen there (section i3).
func (p *play) isDisproved(w *watch, spot board.Point) bool {
	if p.looksAt(p.s.Generals[w.g].At, spot) {
		return true
	}
	return rules.Any(p.s.Units, func(u int) bool {
		return w.lag[u].Is(0) && p.s.onTable(u) && p.looksAt(p.s.Units[u].At, spot)
	})
}

func (p *play) looksAt(from, spot board.Point) bool {
	return from.Within(spot, p.b.Options.Sight) && p.b.clearView(from, spot)
}

// tellLost tells a seat that the enemy is no longer where it was last seen (section i3).
func (p *play) tellLost(general int, g spotted) {
	var as []events.Field
	if !g.Named {
		as = []events.Field{{Key: "unit", Value: "?"}}
	}
	seat := p.b.Generals[general].ID
	p.TellAs(events.View{Seats: []string{seat}, As: as}, "", "sight.lost", "sighting", sightingID(g.Number),
		"unit", p.b.Units[g.unit].ID, "number", g.Number, "seat", seat)
}

// tellSighting tells a seat about an enemy. Its identity and strength are included only if they could be made
// out (section i3).
func (p *play) tellSighting(seat string, g spotted) {
	n := &p.s.Units[g.unit]
	front, depth := footprint(n.Kind, g.Formation, max(g.Stands, 1))
	var as []events.Field
	if !g.Named {
		as = []events.Field{{Key: "unit", Value: "?"}, {Key: "kind", Value: n.Kind.Arm().String()}}
	}
	if !g.Near {
		as = append(as, events.Field{Key: "stands", Value: "-"}, events.Field{Key: "frontage", Value: "300"},
			events.Field{Key: "depth", Value: "100"})
	}
	if g.State != Routing {
		as = append(as, events.Field{Key: "state", Value: "-"})
	}
	p.TellAs(events.View{Seats: []string{seat}, As: as}, "", "sight.enemy", "sighting", sightingID(g.Number),
		"unit", n.ID, "kind", n.Kind.String(), "x", g.At.X, "y", g.At.Y, "facing", g.Facing,
		"formation", g.Formation.String(), "stands", g.Stands, "routing", g.State == Routing, "state", g.State.String(),
		"turn", g.Turn, "number", g.Number, "named", g.Named, "near", g.Near, "arm", n.Kind.Arm().String(),
		"frontage", front, "depth", depth, "side", p.b.Sides[n.Side].ID, "seat", seat)
}

var unitFields = []string{"unit", "target", "to", "units"}

// asSeenBy returns the general's view of an outcome, based on the view at the end of the turn.
// told is false if it stays hidden (section i4).
func (p *play) asSeenBy(g int, o *events.Outcome) (v events.View, told bool) {
	if o.Name == rules.DispatchCaptured {
		return v, p.b.Generals[couriers.Find(p.s, o.Get("id")).Sender].Side != p.b.Generals[g].Side
	}
	me, w := &p.b.Generals[g], p.watches[g]
	if o.Name == rules.DispatchDelivered || strings.HasPrefix(o.Name, "directive.") {
		d := couriers.Find(p.s, o.Get("id"))
		return v, d.Addressee == g || d.Sender == g && p.learnsFate(g, d.Addressee)
	}
	told = o.Get("general") == me.ID || o.Get("superior") == me.ID
	for _, f := range o.Fields {
		if !slices.Contains(unitFields, f.Key) {
			continue
		}
		units := rules.Listed(f.Value, func(id string) int { return p.b.unitIDs.Find(id).Or(-1) })
		for _, u := range units {
			told = told || w.lag[u].Is(0) || w.seen[u]
		}
		if mask := p.mask(w, f.Value, units); mask != f.Value {
			v.As = append(v.As, events.Field{Key: f.Key, Value: mask})
		}
	}
	foe, tested := p.subjectSide(o) != scenario.SideOf(me.ID), o.Get("score") != ""
	if foe || v.As != nil || tested && !slices.Contains(me.Units, p.b.unitIDs.Find(o.Get("unit")).Or(-1)) {
		v.Hide = []string{"dice"} // the names of dice would identify the unit, and a command roll is private to its general
	}
	for _, key := range []string{"score", "need", "mods"} {
		if foe && o.Get(key) != "" {
			v.As = append(v.As, events.Field{Key: key, Value: "?"})
		}
	}
	return v, told
}

// learnsFate reports whether a general learns at once what becomes of a dispatch to another (section i4).
func (p *play) learnsFate(g, of int) bool {
	from, to := p.s.Generals[g].At, p.s.Generals[of].At
	return !p.b.Options.Couriers || from.Within(to, p.b.Tables.Radius) || p.looksAt(from, to)
}

// subjectSide returns the side that the outcome is about, or "".
func (p *play) subjectSide(o *events.Outcome) string {
	if u, ok := p.b.unitIDs.Find(o.Get("unit")).Get(); ok {
		return p.b.Sides[p.b.Units[u].Side].ID
	}
	return scenario.SideOf(o.Get("general"))
}

// mask replaces unidentified enemies in a field with a description and moves them to the end of the list (section i3).
func (p *play) mask(w *watch, value string, units []int) string {
	known := p.s.Known[w.g].Foes
	var unknown []string
	for _, u := range units {
		if p.b.Units[u].Side == p.b.Generals[w.g].Side || known[u].Named {
			continue
		}
		as := "an unseen enemy"
		if w.seen[u] {
			as = "enemy " + p.b.Units[u].Kind.Arm().String()
		}
		unknown = append(unknown, as)
		value = strings.Join(slices.DeleteFunc(strings.Split(value, ","),
			func(id string) bool { return id == p.b.Units[u].ID }), ",")
	}
	slices.Sort(unknown)
	return strings.Trim(value+","+strings.Join(unknown, ","), ",")
}

// outlook returns a predicate for the points in view of the general and of the units whose reports are from
// this turn (§10.7).
func outlook(d rules.Desk[*Battle]) func(string, board.Point) bool {
	var eyes []board.Point
	for _, kind := range []string{"sight.general", "sight.own"} {
		for o, turn := range d.Facts(kind) {
			mine := kind == "sight.own" && o.Get("seat") == d.Seat || o.Get("general") == d.Seat
			if turn == d.Turn-1 && mine {
				eyes = append(eyes, pointOf(o))
			}
		}
	}
	return func(_ string, at board.Point) bool {
		return slices.ContainsFunc(eyes, func(eye board.Point) bool {
			return eye.Within(at, d.Battle.Options.Sight) && d.Battle.clearView(eye, at)
		})
	}
}
