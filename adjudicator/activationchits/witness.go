package activationchits

import (
	"slices"
	"strings"

	"galloper/events"
)

// telling says how outcomes about units and leaders are told: to the own side
// alone (‡ of section k), and without which fields to the enemy (†).
var telling = map[string]struct {
	Own  bool
	Hide []string
}{
	"activation.rolled": {Own: true},
	"leader.rolled":     {Own: true},
	"leader.activated":  {Own: true},
	"adc.used":          {Own: true},
	"adc.gained":        {Own: true},
	"botch.rolled":      {Own: true},
	"ammo.low":          {Own: true},
	"fire.resolved":     {Hide: []string{"rolled", "again", dice}},
	"melee.resolved":    {Hide: []string{"guns", "again"}},
	"back.resolved":     {Hide: []string{"again"}},
	"square.rolled":     {Hide: []string{"target", "drm", "roll", dice}},
	"retire.rolled":     {Hide: []string{"target", "drm", "roll", dice}},
	"morale.checked":    {Hide: []string{"rolled", dice}},
	"rally.rolled":      {Hide: []string{"rolled", dice}},
}

// dice hides the dice of an outcome.
const dice = "dice"

// views says who is told of an outcome, and how, by what each seat sees at the
// moment before it.
//
// §W5
func (s *State) views(o *events.Outcome) []events.View {
	var views []events.View
	for seat := range s.b.Posts {
		v, ok := s.view(seat, o)
		if !ok {
			continue
		}
		v.Seats = []string{s.b.Posts[seat].ID}
		same := slices.IndexFunc(views, func(x events.View) bool { return slices.Equal(x.Hide, v.Hide) && slices.Equal(x.As, v.As) })
		if same >= 0 {
			views[same].Seats = append(views[same].Seats, v.Seats...)
		} else {
			views = append(views, v)
		}
	}
	return views
}

// view is how one seat is told of the outcome.
func (s *State) view(seat int, o *events.Outcome) (events.View, bool) {
	kind, what, _ := strings.Cut(o.Name, ".")
	side := s.b.Sides[s.b.Posts[seat].Side].ID
	switch kind {
	case "turn":
		return events.View{As: []events.Field{{Key: "chits", Value: ownPart(o.Get("chits"), side)}}}, true
	case "event", "game":
		return events.View{}, true
	case "chit":
		v := events.View{Hide: []string{"n", dice}}
		if what == "drawn" {
			v.As = []events.Field{{Key: "left", Value: ownPart(o.Get("left"), side)}}
		}
		return v, o.Get("side") == side
	case "bonus", "hexes":
		return events.View{}, o.Get("side") == side
	case "banner":
		return s.viewOfBanner(seat, o), true
	case "entry":
		return events.View{}, o.Get("seat") == s.b.Posts[seat].ID
	case "staff":
		return events.View{}, false
	case "dispatch", "directive":
		return s.viewOfRide(seat, o)
	}
	return s.viewOfAction(seat, o)
}

// ownPart is the side's part of a list such as `french:5,allied:5`.
func ownPart(list, side string) string {
	for part := range strings.SplitSeq(list, ",") {
		if strings.HasPrefix(part, side+":") {
			return part
		}
	}
	return "-"
}

func (s *State) viewOfBanner(seat int, o *events.Outcome) events.View {
	of := o.Get("of")
	if u := s.b.unit(of); u >= 0 && s.knowsUnit(seat, u) {
		return events.View{}
	}
	if l := s.b.man(of); l >= 0 && s.knowsLeader(seat, l) {
		return events.View{}
	}
	return events.View{Hide: []string{"of"}}
}

// viewOfRide tells the sender that a courier leaves, the addressee what comes,
// and captors what they took.
func (s *State) viewOfRide(seat int, o *events.Outcome) (events.View, bool) {
	id := s.b.Posts[seat].ID
	switch o.Name {
	case "dispatch.sent":
		return events.View{Hide: []string{"ride", "text", "at_once"}}, o.Get("from") == id
	case "dispatch.delivered":
		return events.View{Hide: []string{dice}}, o.Get("to") == id
	case "directive.advised", "directive.replaced", "directive.done":
		return events.View{}, o.Get("seat") == id
	case "dispatch.captured":
		return events.View{}, o.Get("by") == s.b.Sides[s.b.Posts[seat].Side].ID || o.Get("by") == id
	}
	return events.View{}, false
}

// isMove reports whether the outcome has a from and a to.
func isMove(o *events.Outcome) bool {
	switch o.Name {
	case "unit.moved", "unit.retreated", "leader.moved", "leader.escaped":
		return true
	}
	return false
}

// named are the fields that name units or leaders.
var named = []string{"unit", "leader", "target", "attacker", "with", "guns"}

// viewOfAction tells of what units and leaders do: the seat of who does it, and
// those who have one of them in view.
func (s *State) viewOfAction(seat int, o *events.Outcome) (events.View, bool) {
	v := events.View{}
	rule, mine := telling[o.Name], s.b.Posts[seat].Side
	foe, told := s.actor(o) != mine, s.owner(o) == seat
	if isMove(o) {
		if !told {
			told = s.moveSeen(seat, o, &v)
		}
	} else {
		for _, key := range named {
			if key == "target" && strings.HasSuffix(o.Name, ".rolled") {
				continue
			}
			inView, mask := s.seenNames(seat, o.Get(key))
			told = told || inView && key != "guns" && key != "with"
			if mask != "" && mask != o.Get(key) {
				v.As = append(v.As, events.Field{Key: key, Value: mask})
			}
		}
		if len(v.As) > 0 {
			v.Hide = append(v.Hide, dice) // whose names say who it is
		}
	}
	if o.Name == "leader.fate" && !told {
		told = s.fateSeen(seat, o)
	}
	if foe {
		for _, key := range rule.Hide {
			if (key == dice || o.Get(key) != "") && !slices.Contains(v.Hide, key) {
				v.Hide = append(v.Hide, key)
			}
		}
	}
	return v, told && !(foe && rule.Own)
}

// fateSeen reports whether a seat learns the fate of a leader who is not its
// own: one who returns within its sight.
func (s *State) fateSeen(seat int, o *events.Outcome) bool {
	at := s.b.hexAt(o.Get("hex"))
	return at != nowhere && s.leaderSeen(seat, s.b.man(o.Get("leader")), at, true)
}

// actor is the side of the outcome's unit or leader.
func (s *State) actor(o *events.Outcome) int { return s.b.Posts[s.owner(o)].Side }

// owner is the seat of the outcome's unit or leader.
func (s *State) owner(o *events.Outcome) int {
	if u := s.b.unit(o.Get("unit")); u >= 0 {
		return s.Units[u].Seat
	}
	return s.b.man(o.Get("leader"))
}

// seenNames reports whether one of the ids is of what the seat has in view, and
// returns the list with `?` for enemies that it has not.
func (s *State) seenNames(seat int, value string) (inView bool, mask string) {
	if value == "" || value == "-" {
		return false, ""
	}
	ids := strings.Split(value, ",")
	for i, id := range ids {
		seen, foe := false, false
		if u := s.b.unit(id); u >= 0 {
			seen, foe = s.unitInView(seat, u), s.Units[u].Side != s.b.Posts[seat].Side
		} else if l := s.b.man(id); l >= 0 {
			seen, foe = s.leaderInView(seat, l), s.Leaders[l].Side != s.b.Posts[seat].Side
		}
		inView = inView || seen
		if foe && !seen {
			ids[i] = "?"
		}
	}
	return inView, strings.Join(ids, ",")
}

// moveSeen reports whether a seat sees one end of a move at least; the end that
// it does not see is left out.
func (s *State) moveSeen(seat int, o *events.Outcome, v *events.View) bool {
	from, to := s.b.hexAt(o.Get("from")), s.b.hexAt(o.Get("to"))
	var start, end bool
	if l := s.b.man(o.Get("leader")); l >= 0 {
		u := s.unitAt[to]
		start = s.leaderSeen(seat, l, from, s.Leaders[l].Unit.Some())
		end = s.leaderSeen(seat, l, to, u.Some() && s.Units[u.Must()].Side == s.Leaders[l].Side)
	} else {
		start, end = s.inView(seat, from), s.inView(seat, to)
	}
	if !start {
		v.Hide = append(v.Hide, "from")
	}
	if !end {
		v.Hide = append(v.Hide, "to")
		if o.Get("facing") != "" {
			v.Hide = append(v.Hide, "facing")
		}
	}
	return start || end
}
