package orderdiscipline

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/events"
)

// private are the outcomes that are told to the own side alone (marked in section k).
var private = []string{"dispatch.sent", "dispatch.riding", "dispatch.fled", "dispatch.lost", "dispatch.delivered", "directive.adopted",
	"directive.shown", "command.rolled", "command.chain", "command.rerolled", "command.broke", "charge.not-made", "charge.declared",
	"charge.tested", "morale.tested", "morale.fell", "morale.rose", "unit.stood", "rally.tried", "move.scored", "order.skipped", "fire.not-made"}

// public begin the names of outcomes that are told to all.
var public = []string{"initiative.", "side.moves", "army.broke", "objective.held", "game.over"}

// silently are outcomes that only carry the state on: nobody is told of them.
var silently = []string{"turn.begun", "turn.ended", "order.standing", "charge.settled", "dispatch.delayed"}

// witness says, when the turn has ended, which seats are told of its outcomes:
// what counts is what each sees then.
//
// Section i4
func (p *play) witness(outcomes []events.Outcome) {
	if !slices.ContainsFunc(outcomes, func(o events.Outcome) bool { return o.Name == "turn.ended" }) {
		return
	}
	all := p.Since(0)
	told := map[string][]string{}
	for i := range all {
		o := &all[i]
		switch {
		case len(o.Views) > 0 || strings.HasPrefix(o.Name, "sight.") || slices.Contains(silently, o.Name):
			continue
		case o.Name == adjudicator.RulingApplied:
			if seats := told[o.Cause]; seats != nil {
				o.Views = []events.View{{Seats: seats}}
			}
			continue
		case strings.HasPrefix(o.Name, "ruling."):
			continue
		}
		for _, w := range p.watches {
			p.tellOutcome(w, o)
		}
		for _, v := range o.Views {
			told[o.Ref] = append(told[o.Ref], v.Seats...)
		}
	}
}

// tellOutcome gives the outcome a view for the seat, if it is told.
//
// Section i4
func (p *play) tellOutcome(w *watch, o *events.Outcome) {
	v, ok := p.view(w, o)
	if !ok {
		return
	}
	same := slices.IndexFunc(o.Views, func(x events.View) bool { return slices.Equal(x.Hide, v.Hide) && slices.Equal(x.As, v.As) })
	if same >= 0 {
		o.Views[same].Seats = append(o.Views[same].Seats, v.Seats...)
		return
	}
	o.Views = append(o.Views, v)
}

// unitFields are the fields that name units.
var unitFields = []string{"unit", "target", "to", "units"}

// view is how the seat is told of the outcome; ok is false if it is not.
//
// Section i4
func (p *play) view(w *watch, o *events.Outcome) (v events.View, ok bool) {
	me := &p.b.Generals[w.g]
	v = events.View{Seats: []string{me.ID}}
	if slices.ContainsFunc(public, func(name string) bool { return strings.HasPrefix(o.Name, name) }) {
		return v, true
	}
	if strings.HasPrefix(o.Name, "dispatch.") || strings.HasPrefix(o.Name, "directive.") {
		return v, p.hearsOf(w.g, o)
	}
	told, foe := o.Get("general") == me.ID || o.Get("superior") == me.ID, !p.subjectSide(o).Is(me.Side)
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
	if foe && slices.Contains(private, o.Name) {
		return v, false
	}
	if v.As != nil {
		v.Hide = []string{"dice"} // their names say who it is
	}
	if foe {
		for _, key := range []string{"score", "need", "mods"} {
			if o.Get(key) != "" {
				v.As = append(v.As, events.Field{Key: key, Value: "?"})
			}
		}
		v.Hide = []string{"dice"}
	}
	return v, told
}

// subjectSide is the side whose outcome it is, if it is that of one.
func (p *play) subjectSide(o *events.Outcome) adjudicator.Index {
	if u, ok := p.b.unitIDs.Find(o.Get("unit")).Get(); ok {
		return adjudicator.At(p.b.Units[u].Side)
	}
	if g, ok := p.b.seatIDs.Find(o.Get("general")).Get(); ok {
		return adjudicator.At(p.b.Generals[g].Side)
	}
	return adjudicator.None
}

// unitsNamed are the units that a field names.
func (p *play) unitsNamed(value string) []int {
	var units []int
	for id := range strings.SplitSeq(value, ",") {
		if u, ok := p.b.unitIDs.Find(id).Get(); ok {
			units = append(units, u)
		}
	}
	return units
}

// mask writes a field with enemies of whom the seat does not know who they are; in a list
// they stand behind the others.
//
// Section i3
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
		value = strings.Join(slices.DeleteFunc(strings.Split(value, ","), func(id string) bool { return id == p.b.Units[u].ID }), ",")
	}
	slices.Sort(unknown)
	return strings.Trim(value+","+strings.Join(unknown, ","), ",")
}

// hearsOf reports whether a seat is told what became of a dispatch: the sender
// that it was sent, the recipient what he was given, and a side what it captured.
//
// Section i4
func (p *play) hearsOf(g int, o *events.Outcome) bool {
	d := p.s.dispatch(o.Get("id"))
	switch {
	case d == nil:
		return false
	case o.Name == "dispatch.sent":
		return d.From == g
	case o.Name == "dispatch.captured":
		return p.b.Generals[d.From].Side != p.b.Generals[g].Side
	}
	return d.To == g && (o.Name == "dispatch.delivered" || strings.HasPrefix(o.Name, "directive."))
}
