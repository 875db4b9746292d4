package orderdiscipline

import (
	"slices"
	"strings"

	"galloper/adjudicator/rules"
	"galloper/adjudicator/scenario"
	"galloper/events"
)

// unitFields are the fields that name units.
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
		return v, d.Addressee == g || d.Sender == g && p.hears(g, d.Addressee)
	}
	told = o.Get("general") == me.ID || o.Get("superior") == me.ID
	for _, f := range o.Fields {
		if !slices.Contains(unitFields, f.Key) {
			continue
		}
		units := p.unitsNamed(f.Value)
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

// hears reports whether a general learns at once what becomes of a dispatch to another (section i4).
func (p *play) hears(g, of int) bool {
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

// unitsNamed returns the units that a field names.
func (p *play) unitsNamed(value string) []int {
	var units []int
	for id := range strings.SplitSeq(value, ",") {
		if u, ok := p.b.unitIDs.Find(id).Get(); ok {
			units = append(units, u)
		}
	}
	return units
}

// mask replaces unidentified enemies in a field by a description and moves them to the end of the list (section i3).
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
