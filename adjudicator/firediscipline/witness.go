package firediscipline

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/events"
)

// witness says, at the end of each step, which seats are told of its outcomes,
// and how: those who see one of the units, or who can speak to one of their own.
//
// §W3
func witness(t *adjudicator.Turn, outcomes []events.Outcome) {
	w := &watch{p: on(t), seen: make([][]uint8, len(on(t).s.Seats))}
	for i := range outcomes {
		if o := &outcomes[i]; len(o.Views) == 0 && !strings.HasPrefix(o.Name, "sight.") {
			w.tell(o)
		}
	}
}

// watch remembers who sees what at the end of a step.
type watch struct {
	p    *play
	seen [][]uint8 // by seat and unit: 0 not looked yet, else a view
}

// What a seat makes of a unit.
const (
	viewNone  = iota + 1 // out of sight
	viewFar              // seen, not identified
	viewNear             // identified
	viewOwn              // of its side, in sight
	viewVoice            // its own, and within voice
)

// of is what the seat makes of the unit.
func (w *watch) of(seat, unit int) uint8 {
	if w.seen[seat] == nil {
		w.seen[seat] = make([]uint8, len(w.p.s.Units))
	}
	if w.seen[seat][unit] == 0 {
		w.seen[seat][unit] = w.look(seat, unit)
	}
	return w.seen[seat][unit]
}

func (w *watch) look(seat, unit int) uint8 {
	s := w.p.s
	c, u := &s.Seats[seat], &s.Units[unit]
	own := u.Side == c.Side
	switch {
	case !w.p.b.Options.Fog && own, own && u.Seat == seat && c.Status == Fit && s.voice(seat, unit):
		return viewVoice
	case !w.p.b.Options.Fog:
		return viewNear
	case c.Status != Fit:
		return viewNone
	}
	best := w.lookAt(seat, unit)
	if own && best != viewNone {
		return viewOwn
	}
	return best
}

// lookAt looks at the unit's stands; of one out of play, at its last place.
func (w *watch) lookAt(seat, unit int) uint8 {
	s := w.p.s
	c, u := &s.Seats[seat], &s.Units[unit]
	best := uint8(viewNone)
	for i := range u.Stands {
		at := u.Stands[i].At
		if (u.present(i) || !u.fit()) && w.p.b.inView(c.At, at) {
			if c.At.Within(at, identified) {
				return viewNear
			}
			best = viewFar
		}
	}
	return best
}

// tell gives the outcome its views.
func (w *watch) tell(o *events.Outcome) {
	for seat := range w.p.s.Seats {
		v, ok := w.view(seat, o)
		if !ok {
			continue
		}
		same := slices.IndexFunc(o.Views, func(x events.View) bool {
			return slices.Equal(x.Hide, v.Hide) && slices.Equal(x.As, v.As)
		})
		if same >= 0 {
			o.Views[same].Seats = append(o.Views[same].Seats, v.Seats...)
		} else {
			o.Views = append(o.Views, v)
		}
	}
}

// unitFields are the fields that name units or stands.
var unitFields = []string{"unit", "firer", "target", "with", "charger", "who", "friends", "by", "against"}

// view is how the seat is told of the outcome; ok is false if it is not.
func (w *watch) view(seat int, o *events.Outcome) (events.View, bool) {
	c := &w.p.s.Seats[seat]
	v := events.View{Seats: []string{c.ID}}
	if told, decided := w.special(seat, o); decided {
		if o.Name == "dispatch.riding" && !w.seesAddressee(seat, o.Get("id")) {
			v.Hide = []string{"left"} // it would say where he is
		}
		return v, told
	}
	witnessed, subject := false, uint8(0)
	for _, f := range o.Fields {
		if !slices.Contains(unitFields, f.Key) {
			continue
		}
		units := w.p.unitsNamed(f.Value)
		for _, u := range units {
			view := w.of(seat, u)
			witnessed = witnessed || view > viewNone && f.Key != "by"
			if subject == 0 {
				subject = view
			}
		}
		if mask := w.mask(seat, units); mask != "" {
			v.As = append(v.As, events.Field{Key: f.Key, Value: mask})
		}
	}
	if w.p.b.Options.Fog {
		v.Hide = hidden(o, subject)
	}
	return v, witnessed
}

// secrets are told of own units by voice alone; secretsOfEnemies never of enemies.
var (
	secrets          = []string{"boxes", "shatter"}
	secretsOfEnemies = []string{"boxes", "shatter", "total", "roll", "by"}
)

// hidden is what the view of an outcome leaves out.
//
// §W3
func hidden(o *events.Outcome, subject uint8) []string {
	var hide []string
	list := secretsOfEnemies
	if subject == viewVoice {
		return nil
	} else if subject == viewOwn {
		list = secrets
	}
	for _, key := range list {
		if o.Get(key) != "" {
			hide = append(hide, key)
		}
	}
	if subject != viewOwn && strings.HasPrefix(o.Name, "morale.") {
		hide = append(hide, "dice")
	}
	return hide
}

// mask is what stands in place of units that the seat does not know.
func (w *watch) mask(seat int, units []int) string {
	for _, u := range units {
		if w.p.s.Units[u].Side == w.p.s.Seats[seat].Side {
			continue
		}
		switch w.of(seat, u) {
		case viewNone:
			return "an unseen enemy"
		case viewFar:
			return "enemy " + string(w.p.s.Units[u].Arm)
		}
	}
	return ""
}

// unitsNamed are the units that a field names, alone, by their stands, or in a list.
func (p *play) unitsNamed(value string) []int {
	var units []int
	for id := range strings.SplitSeq(value, ",") {
		name, _, _ := strings.Cut(id, ".")
		if u := p.b.unit(name); u >= 0 {
			units = append(units, u)
		}
	}
	return units
}

// special decides on outcomes that are not of units in sight: of command, of
// places and of the whole game.
//
// §W3
func (w *watch) special(seat int, o *events.Outcome) (told, decided bool) {
	c := &w.p.s.Seats[seat]
	kind, what, _ := strings.Cut(o.Name, ".")
	switch kind {
	case "turn", "chit":
		return false, true
	case "game", "score":
		return true, true
	case "dispatch":
		return w.hearsOf(seat, o), true
	case "directive":
		u := w.p.s.mustUnit(o.Get("unit"))
		return w.of(seat, u) == viewVoice, true
	case "objective":
		if what == "taken" {
			place := w.p.b.Features[w.p.b.feature(o.Get("place"))].Centre
			return !w.p.b.Options.Fog || c.Status == Fit && w.p.b.inView(c.At, place), true
		}
	case "commander":
		return w.ofCommander(seat, what, o), w.p.b.unit(o.Get("who")) < 0
	}
	return false, slices.Contains(innermost, o.Name)
}

// innermost are the outcomes that only carry the state from step to step: nobody
// is told of them.
var innermost = []string{"unit.dressed", "unit.waypoint", "unit.detoured", "unit.planned", "unit.stood", "unit.turned", "melee.parted", "pursuit.free"}

// hearsOf reports whether a seat is told what became of a dispatch: its own as
// it sets out, and later only while its courier is in sight.
func (w *watch) hearsOf(seat int, o *events.Outcome) bool {
	c := &w.p.s.Seats[seat]
	if !strings.HasPrefix(o.Get("id"), c.ID+".t") {
		return false
	}
	if o.Name == "dispatch.sent" {
		return true
	}
	d := w.p.s.dispatch(o.Get("id"))
	return d == nil || !w.p.b.Options.Fog || c.Status == Fit && w.p.b.inView(c.At, d.At)
}

// seesAddressee reports whether the seat sees who the dispatch is for.
func (w *watch) seesAddressee(seat int, id string) bool {
	d := w.p.s.dispatch(id)
	if d == nil || !w.p.b.Options.Fog || d.ToUnit >= 0 {
		return d == nil || !w.p.b.Options.Fog || w.of(seat, d.ToUnit) > viewNone
	}
	c := &w.p.s.Seats[seat]
	return c.Status == Fit && w.p.b.inView(c.At, w.p.s.Seats[d.ToSeat].At)
}

// ofCommander reports whether a seat is told of what a brigade commander did or suffered.
func (w *watch) ofCommander(seat int, what string, o *events.Outcome) bool {
	if what == "mourned" {
		return false
	}
	who := w.p.b.seat(o.Get("seat") + o.Get("who"))
	if who == seat || who < 0 {
		return who == seat
	}
	c, him := &w.p.s.Seats[seat], &w.p.s.Seats[who]
	return what != "ordered" && (!w.p.b.Options.Fog || c.Side == him.Side && c.Status == Fit && w.p.b.inView(c.At, him.At))
}
