package firediscipline

import (
	"slices"
	"strings"

	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// witness returns a seat's view of an outcome at the end of a phase, if it has one. Seats that see one of the units, or
// can speak to one of their own, do (§W3).
func (p *play) witness(seat int, o *events.Outcome) (events.View, bool) {
	return p.atEnd().view(seat, o)
}

// atEnd returns the visibility at the end of this phase. The end of one phase is the start of the next, so the last
// result is reused.
func (p *play) atEnd() *watch {
	if p.watched != nil && p.watched.mark == p.Mark() {
		return p.watched
	}
	spent := &watch{p: &play{s: &State{}}}
	if before := p.watched; before != nil && before.start != nil {
		spent, before.start = before.start, nil
	}
	s, stands := p.s.snapshot(spent.p.s, spent.stands)
	w := newWatch(&play{b: p.b, s: s, lines: p.lines})
	w.mark, w.stands, w.start = p.Mark(), stands, p.watched
	p.watched = w
	return w
}

// sideOf returns the side of the outcome's first unit.
func (p *play) sideOf(o *events.Outcome) string {
	for _, f := range o.Fields {
		if slices.Contains(unitFields, f.Key) {
			for _, u := range p.unitsNamed(f.Value) {
				return p.b.Sides[p.s.Units[u].Side].ID
			}
		}
	}
	return ""
}

// watch caches the seats' views of the units at the end of a step, and those at its start.
type watch struct {
	mark   int   // position in the turn at which it was taken
	p      *play // with the state at that position
	stands []Stand
	seen   [][]uint8 // by seat and unit: 0 not computed yet, else a view
	start  *watch    // at the start of the step; nil: unknown
}

func newWatch(p *play) *watch { return &watch{p: p, seen: make([][]uint8, len(p.s.Seats))} }

// Views of a unit by a seat, in increasing detail.
const (
	viewNone  = iota + 1 // out of view
	viewFar              // in view, not identified
	viewPart             // identified, some stands out of view
	viewNear             // identified, all stands in view
	viewOwn              // of its side, in view
	viewVoice            // of its own and within voice
)

// viewOf returns the seat's view of the unit.
func (w *watch) viewOf(seat, unit int) uint8 {
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
	case !w.p.b.Options.Fog && own, own && u.Seat == seat && c.Status == Fit && s.reaches(seat, unit):
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

// lookAt returns the view from the unit's stands, including guns without crews. A unit out of play is judged at its
// last place. For an own unit, and for one too far off to identify, one stand in view is enough.
func (w *watch) lookAt(seat, unit int) uint8 {
	c, u := &w.p.s.Seats[seat], &w.p.s.Units[unit]
	one := u.Side == c.Side || !c.At.Within(u.At, identified+reachOfUnit)
	best, whole := uint8(viewNone), true
	for i := range u.Stands {
		if u.fit() && !u.Stands[i].inPlay() {
			continue
		}
		switch {
		case !w.p.seesStand(seat, unit, i):
			whole = false
		case one:
			return viewFar
		case c.At.Within(u.Stands[i].At, identified):
			best = viewNear
		default:
			best = max(best, viewFar)
		}
	}
	if best == viewNear && !whole {
		return viewPart
	}
	return best
}

// viewWithMemory returns the seat's view of the unit, counting an identification at the start of the step (§W3).
func (w *watch) viewWithMemory(seat, unit int) uint8 {
	now := w.viewOf(seat, unit)
	if w.start == nil || now == viewNone && w.p.s.Seats[seat].Status != Fit || now >= viewPart {
		return now
	}
	return max(now, w.start.viewOf(seat, unit))
}

var unitFields = []string{"unit", "firer", "target", "with", "charger", "who", "friends", "by", "against"}

// view returns the seat's view of the outcome, if it has one.
func (w *watch) view(seat int, o *events.Outcome) (events.View, bool) {
	v := events.View{}
	if told, decided := w.viewByKind(seat, o); decided {
		if o.Name == "dispatch.riding" && !w.seesAddressee(seat, o.Get("id")) {
			v.Hide = []string{"left"} // it would reveal the recipient's distance
		}
		return v, told
	}
	witnessed, subject, other := false, -1, false
	for _, f := range o.Fields {
		if !slices.Contains(unitFields, f.Key) {
			continue
		}
		units := w.p.unitsNamed(f.Value)
		for _, u := range units {
			witnessed = witnessed || w.viewOf(seat, u) > viewNone && f.Key != "by"
			if subject < 0 {
				subject = u
			}
			other = other || u != subject && w.viewWithMemory(seat, u) < viewNear &&
				w.p.s.Units[u].Side != w.p.s.Seats[seat].Side
		}
		if mask := w.mask(seat, f.Value, units); mask != "" {
			v.As = append(v.As, events.Field{Key: f.Key, Value: mask})
		}
	}
	if !witnessed || subject < 0 || !w.shows(seat, subject, o) {
		return v, false
	}
	if w.p.b.Options.Fog {
		w.veil(seat, subject, other, o, &v)
	}
	return v, true
}

// mask returns the substitute for units or stands that the seat does not know, or "" if it knows them all (§W1, §W3).
func (w *watch) mask(seat int, value string, units []int) string {
	for _, u := range units {
		if w.p.s.Units[u].Side == w.p.s.Seats[seat].Side {
			continue
		}
		switch w.viewWithMemory(seat, u) {
		case viewNone:
			return "an unseen enemy"
		case viewFar:
			return "enemy " + string(w.p.s.Units[u].Arm)
		case viewPart:
			if unit, _, stand := strings.Cut(value, "."); stand && !strings.Contains(value, ",") {
				return unit
			}
		}
	}
	return ""
}

// unitsNamed returns the units named in a field: singly, by their stands, or in a list.
func (p *play) unitsNamed(value string) []int {
	return rules.Listed(value, func(id string) int {
		name, _, _ := strings.Cut(id, ".")
		return p.b.unit(name)
	})
}

// viewByKind decides on outcomes that do not depend on units in view: command and places (§W3).
func (w *watch) viewByKind(seat int, o *events.Outcome) (told, decided bool) {
	kind, what, _ := strings.Cut(o.Name, ".")
	switch kind {
	case "dispatch":
		return w.hearsOf(seat, o), true
	case "directive":
		return w.viewOf(seat, w.p.s.mustUnit(o.Get("unit"))) == viewVoice, true
	case "commander":
		return w.ofCommander(seat, what, o), w.p.b.unit(o.Get("who")) < 0
	}
	if o.Name == "objective.taken" {
		return w.learnsOfTaking(seat, w.p.b.feature(o.Get("place"))), true
	}
	return false, false
}

// learnsOfTaking reports whether a seat is told of a place's new holder. It is if its commander sees the middle of the
// place or a stand in it, or if one of its units stands in it or sees a stand there (§W3).
func (w *watch) learnsOfTaking(seat, place int) bool {
	p := w.p
	if p.seesPlace(seat, p.b.Features[place].Centre) {
		return true
	}
	for n := range p.s.Units {
		for i := range p.s.Units[n].Stands {
			at := p.s.Units[n].Stands[i].At
			there := p.s.Units[n].present(i) && p.b.Features[place].holds(at)
			if there && (p.s.Units[n].Seat == seat || p.seesStand(seat, n, i) || p.menSee(seat, at)) {
				return true
			}
		}
	}
	return false
}

func (p *play) menSee(seat int, at board.Point) bool {
	return slices.ContainsFunc(p.s.Units, func(u Unit) bool {
		return u.Seat == seat && u.fit() && p.b.inView(u.At, at)
	})
}

// hearsOf reports whether a seat is told of a dispatch: of its own when it is sent, and later only while the courier is
// in view.
func (w *watch) hearsOf(seat int, o *events.Outcome) bool {
	c := &w.p.s.Seats[seat]
	if !strings.HasPrefix(o.Get("id"), c.ID+".t") {
		return false
	}
	if o.Name == "dispatch.sent" {
		return true
	}
	d := couriers.Find(w.p.s, o.Get("id"))
	return d == nil || w.p.seesPlace(seat, d.At)
}

func (w *watch) seesAddressee(seat int, id string) bool {
	d := couriers.Find(w.p.s, id)
	if d == nil || !w.p.b.Options.Fog {
		return true
	}
	if unit, ok := d.ToUnit.Get(); ok {
		return w.viewOf(seat, unit) > viewNone
	}
	return w.p.seesPlace(seat, w.p.s.Seats[d.ToSeat.Must()].At)
}

// ofCommander reports whether a seat is told of an outcome about a brigade commander.
func (w *watch) ofCommander(seat int, what string, o *events.Outcome) bool {
	who := w.p.b.seat(o.Get("seat") + o.Get("who"))
	if who == seat || who < 0 {
		return who == seat
	}
	c, him := &w.p.s.Seats[seat], &w.p.s.Seats[who]
	return what != "ordered" && (!w.p.b.Options.Fog || c.Side == him.Side && w.p.seesPlace(seat, him.At))
}

// Fields and outcomes withheld from a seat.
var (
	// secrets are told of own units by voice only, secretsOfEnemies never of enemies
	secrets          = []string{"boxes", "shatter"}
	secretsOfEnemies = []string{"boxes", "shatter", "total", "roll", "by"}
	// unmade lists the outcomes that are not told of an unidentified unit, since they show its facing, formation,
	// commander or obstacles
	unmade = []string{"unit.wheeled", "unit.formed", "unit.reformed", "unit.blocked", "artillery.pivoted", "commander.hit"}
	// farFields lists the only fields told of an unidentified unit, apart from its place (x, y) if it is in view
	farFields = []string{"ammo", "hits", "part", "cause", "why", "effect", "reaction", "fate", "result", "removed",
		"phase"}
	// measures reveal the other unit's place, posture or strength
	measures = []string{"range", "chance", "edge", "inflicted", "received"}
	// counts reveal the number of stands of a unit that is only partly in view
	counts = []string{"rolls", "nines"}
)

// shows reports whether the seat can see an outcome of the unit (§W3).
func (w *watch) shows(seat, unit int, o *events.Outcome) bool {
	if w.p.s.Units[unit].Side == w.p.s.Seats[seat].Side {
		return true
	}
	view := w.viewWithMemory(seat, unit)
	if o.Name == "commander.spared" || view <= viewFar && slices.Contains(unmade, o.Name) {
		return false
	}
	i := standLetter(o.Get("stand"))
	return view != viewPart || i < 0 || w.p.seesStand(seat, unit, i)
}

// standLetter returns the number of the stand with the letter, or -1.
func standLetter(text string) int {
	if len(text) != 1 || text[0] < 'a' {
		return -1
	}
	return int(text[0] - 'a')
}

// veil hides the fields of a view that the seat cannot know: of the outcome's unit, and of the units that it meets.
// other is true if one of these is an enemy only partly in view (§W3).
func (w *watch) veil(seat, unit int, other bool, o *events.Outcome, v *events.View) {
	own := w.p.s.Units[unit].Side == w.p.s.Seats[seat].Side
	view := w.viewWithMemory(seat, unit)
	for _, f := range o.Fields {
		switch place := f.Key == "x" || f.Key == "y"; {
		case slices.Contains(unitFields, f.Key):
			if f.Key == "by" && !own {
				v.Hide = append(v.Hide, f.Key)
			}
		case !own && slices.Contains(secretsOfEnemies, f.Key), own && view != viewVoice && slices.Contains(secrets, f.Key),
			other && slices.Contains(measures, f.Key),
			view == viewNone && place,
			view == viewPart && (f.Key == "stand" || slices.Contains(counts, f.Key)),
			view <= viewFar && !place && !slices.Contains(farFields, f.Key):
			v.Hide = append(v.Hide, f.Key)
		case place && view <= viewPart:
			v.As = append(v.As, events.Field{Key: f.Key, Value: w.place(seat, unit, o, f)})
		}
	}
	v.As = slices.DeleteFunc(v.As, func(f events.Field) bool { return slices.Contains(v.Hide, f.Key) })
	if !own && (strings.HasPrefix(o.Name, "morale.") || view == viewPart) {
		v.Hide = append(v.Hide, "dice")
	}
}

// place returns a coordinate of an outcome as the seat can tell it: the middle of the unit's stands in view, as in its
// facts, and only to ten yards for an unidentified unit (§W1).
func (w *watch) place(seat, unit int, o *events.Outcome, f events.Field) string {
	at := board.Point{X: o.Int("x"), Y: o.Int("y")}
	if seen := w.p.glimpse(seat, unit); seen.stands > 0 && o.Get("stand") == "" {
		at = seen.at
	}
	if w.viewWithMemory(seat, unit) == viewFar {
		at = board.Point{X: tens(at.X), Y: tens(at.Y)}
	}
	return events.Fields("x", at.X, "y", at.Y)[map[string]int{"x": 0, "y": 1}[f.Key]].Value
}
