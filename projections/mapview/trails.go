package mapview

import (
	"slices"
	"strings"

	"galloper/events"
	"galloper/projections/knowledge"
)

// trail is a unit's movement this turn, to the reader's knowledge: from its position before, over the known points of
// its way, to its position now.
type trail struct {
	unit *symbol
	was  symbol
	kind events.Scene // SceneMarch, SceneCharge or SceneRout
	pts  []point
	gone bool // destroyed at the end
}

// fire is the fire of one unit at another this turn.
type fire struct {
	from *symbol // nil if unidentified
	at   point   // its origin, if from is nil
	on   *symbol
	goal point
	side int
	hits int
}

// leastWay is the shortest movement that is drawn, in points.
const leastWay = 5

// follow finds the movements and the fire of the turn.
func (d *drawing) follow(symbols events.Symbols, k *knowledge.Known) {
	if d.sheet.Tales == nil || d.turn < 1 {
		return
	}
	d.starts(symbols, k)
	diary := k.Diary(d.turn)
	for i := range diary {
		o := &diary[i]
		switch tale := d.sheet.Tales[o.Name]; tale.Kind {
		case events.SceneFire:
			d.shot(o, &tale)
		case events.SceneMarch, events.SceneRout, events.SceneCharge:
			if !tale.Stands {
				d.pace(o, &tale, symbols)
			}
		case events.SceneLoss:
			d.markFallen(o, &tale)
		}
	}
	for i := range d.trails {
		if t := &d.trails[i]; t.unit != nil {
			t.pts = distinct(append(t.pts, t.unit.at))
		}
	}
	d.trails = slices.DeleteFunc(d.trails, func(t trail) bool {
		return !t.gone && (t.unit == nil || len(t.pts) < 2 || wayLength(t.pts) < leastWay)
	})
}

// starts begins a trail for each unit whose position at the start of the turn is known.
func (d *drawing) starts(symbols events.Symbols, k *knowledge.Known) {
	for i := range symbols {
		s := &symbols[i]
		for f := range k.Before(s.Kind) {
			m := d.symbol(s, f)
			if m.id == "" || !m.hasPlace || f.Turn < d.turn-1 || s.Reach != "" || m.shape == "courier" {
				continue
			}
			t := trail{was: m, kind: events.SceneMarch, pts: []point{m.at}, unit: d.standing(m.id)}
			if m.shape != "commander" {
				d.trails = append(d.trails, t)
			}
		}
	}
}

// standing returns the symbol of a unit whose position at the end of the turn is known, or nil.
func (d *drawing) standing(id string) *symbol {
	for i := range d.marks {
		if m := &d.marks[i]; m.id == id && !m.old && m.shape != "courier" {
			return m
		}
	}
	return nil
}

// trailOf returns the trail of the unit that a field names, itself or by one of its parts.
func (d *drawing) trailOf(id string) *trail {
	unit, _, _ := strings.Cut(id, ".")
	for _, name := range []string{id, unit} {
		if i := slices.IndexFunc(d.trails, func(t trail) bool { return t.was.id == name }); i >= 0 {
			return &d.trails[i]
		}
	}
	return nil
}

// pace adds an outcome's part of a movement. An outcome may also name a side whose units are driven from a place.
func (d *drawing) pace(o *events.Outcome, tale *events.Tale, symbols events.Symbols) {
	for id := range strings.SplitSeq(o.Get(tale.By), ",") {
		t := d.trailOf(id)
		if t == nil {
			d.markDriven(id, o, tale)
			continue
		}
		at, moved := d.toldPosition(o, symbols)
		whole := t.was.id == id && o.Get("stand") == ""
		switch {
		case moved && whole:
			t.pts, t.kind = append(t.pts, at), tale.Kind
		case tale.Kind == events.SceneCharge && whole:
			t.kind = tale.Kind
			d.lunge(t, o.Get(tale.On))
		}
	}
}

// toldPosition returns the position that an outcome gives for its subject.
func (d *drawing) toldPosition(o *events.Outcome, symbols events.Symbols) (point, bool) {
	for i := range symbols {
		s := &symbols[i]
		if at, ok := d.where(o.Get(s.X), o.Get(s.Y), o.Get(s.Place)); ok {
			return at, true
		}
		if at, ok := d.inCell(o.Get(s.To)); ok && s.To != "" {
			return at, true
		}
	}
	return point{}, false
}

// lunge makes a charge from a cell into the next, which has no way of its own, lead about half of the way to its
// target.
func (d *drawing) lunge(t *trail, on string) {
	foe := d.standing(on)
	if len(d.g.Cells) == 0 || foe == nil || t.unit == nil || t.unit.at.Minus(t.was.at).Length() >= leastWay {
		return
	}
	t.unit = &symbol{at: t.was.at.Plus(foe.at.Minus(t.was.at).Times(.55)), side: t.was.side}
}

// markDriven marks the movements of a side's units that had to leave a place.
func (d *drawing) markDriven(side string, o *events.Outcome, tale *events.Tale) {
	from, ok := d.inCell(o.Get(tale.Place))
	if !ok || tale.Kind != events.SceneRout {
		return
	}
	for i := range d.trails {
		t := &d.trails[i]
		if t.was.side < len(d.g.Sides) && t.was.side >= 0 && d.g.Sides[t.was.side].Side == side && t.was.at == from {
			t.kind = events.SceneRout
		}
	}
}

// markFallen marks the trails of units that are not on the map any more.
func (d *drawing) markFallen(o *events.Outcome, tale *events.Tale) {
	for id := range strings.SplitSeq(o.Get(tale.By), ",") {
		t := d.trailOf(id)
		if t != nil && t.was.id == id && !slices.ContainsFunc(d.marks, func(m symbol) bool { return m.id == id }) {
			t.gone = true
		}
	}
}

// shot records fire from one unit at another. Repeated fire is merged.
func (d *drawing) shot(o *events.Outcome, tale *events.Tale) {
	f := fire{hits: o.Int(tale.Hits), side: nobodys}
	by, _, _ := strings.Cut(o.Get(tale.By), ".")
	on, _, _ := strings.Cut(o.Get(tale.On), ".")
	f.from, f.on = d.standing(by), d.standing(on)
	var from, to bool
	if f.from != nil {
		f.at, f.side, from = f.from.at, f.from.side, true
	} else {
		f.at, from = d.inCell(o.Get(tale.From))
	}
	if f.on != nil {
		f.goal, to = f.on.at, true
	} else {
		f.goal, to = d.inCell(o.Get(tale.Place))
	}
	if !to || !from && f.hits == 0 {
		return
	}
	if !from {
		f.at = f.goal // unknown origin: only the target is known
	}
	same := func(g fire) bool { return g.at == f.at && g.goal == f.goal }
	if i := slices.IndexFunc(d.fire, same); i >= 0 {
		d.fire[i].hits += f.hits
		return
	}
	d.fire = append(d.fire, f)
}

// distinct removes points that coincide with the one before.
func distinct(pts []point) []point {
	return slices.CompactFunc(pts, func(a, b point) bool { return a.Minus(b).Length() < 1.5 })
}

func wayLength(pts []point) float64 {
	sum := 0.0
	for i := range pts[1:] {
		sum += pts[i+1].Minus(pts[i]).Length()
	}
	return sum
}
