package activationchits

import (
	"strings"

	"galloper/events"
)

// toldTo returns a seat's view of an outcome, based on its view of the board just before it (§W5).
func (p *play) toldTo(seat int, o *events.Outcome) (events.View, bool) {
	side := p.nameSide(p.b.Posts[seat].Side)
	switch o.Name {
	case "turn.opened":
		return events.View{As: []events.Field{{Key: "chits", Value: ownPart(o.Get("chits"), side)}}}, true
	case "chit.drawn":
		return events.View{As: []events.Field{{Key: "left", Value: ownPart(o.Get("left"), side)}}}, true
	case "banner.won":
		return p.s.viewOfBanner(seat, o), true
	}
	return p.s.viewOfAction(seat, o)
}

// concerned returns the side that the outcome is about.
func (p *play) concerned(o *events.Outcome) string {
	if side := o.Get("side"); side != "" {
		return side
	}
	if u, ok := p.b.unitIDs.Find(o.Get("unit")).Get(); ok {
		return p.nameSide(p.b.Units[u].Side)
	}
	return p.nameSide(p.b.Posts[p.b.leaderIDs.Must(o.Get("leader"))].Side)
}

// ownPart returns the side's part of a list such as `french:5,allied:5`.
func ownPart(list, side string) string {
	for part := range strings.SplitSeq(list, ",") {
		if strings.HasPrefix(part, side+":") {
			return part
		}
	}
	return "-"
}

func (s *State) viewOfBanner(seat int, o *events.Outcome) (v events.View) {
	unit, isUnit := s.b.unitIDs.Find(o.Get("of")).Get()
	leader, isLeader := s.b.leaderIDs.Find(o.Get("of")).Get()
	if isUnit && s.knowsUnit(seat, unit) || isLeader && s.knowsLeader(seat, leader) {
		return v
	}
	return events.View{Hide: []string{"of"}}
}

// isMove reports whether the outcome has a start and an end hex.
func isMove(o *events.Outcome) bool {
	switch o.Name {
	case "unit.moved", "unit.retreated", "leader.moved", "leader.escaped":
		return true
	}
	return false
}

// named are the fields that name units or leaders.
var named = []string{"unit", "leader", "target", "attacker", "with", "guns"}

// viewOfAction returns a seat's view of an action. The acting piece's seat and seats that see one of the
// pieces are told.
func (s *State) viewOfAction(seat int, o *events.Outcome) (v events.View, told bool) {
	if told = s.owner(o) == seat; isMove(o) {
		if !told {
			told = s.moveSeen(seat, o, &v)
		}
		return v, told
	}
	for _, key := range named {
		if key == "target" && strings.HasSuffix(o.Name, ".rolled") {
			continue
		}
		inView, masked := s.seenName(seat, o.Get(key))
		told = told || inView && key != "guns" && key != "with"
		if masked {
			v.As = append(v.As, events.Field{Key: key, Value: "?"})
		}
	}
	if len(v.As) > 0 {
		v.Hide = append(v.Hide, "dice") // the names of dice would identify the piece
	}
	if o.Name == "leader.fate" && !told {
		told = s.fateSeen(seat, o)
	}
	return v, told
}

// fateSeen reports whether a seat learns the fate of another seat's leader, who returns within its view.
func (s *State) fateSeen(seat int, o *events.Outcome) bool {
	at := s.b.hexAt(o.Get("hex"))
	return at != nowhere && s.leaderSeen(seat, s.b.leaderIDs.Must(o.Get("leader")), at, true)
}

// owner returns the seat of the outcome's unit or leader.
func (s *State) owner(o *events.Outcome) int {
	if u, ok := s.b.unitIDs.Find(o.Get("unit")).Get(); ok {
		return s.Units[u].Seat
	}
	return s.b.leaderIDs.Must(o.Get("leader"))
}

// seenName reports whether the seat has the unit or leader in view, and whether it is an enemy whose name
// must be masked.
func (s *State) seenName(seat int, id string) (inView, masked bool) {
	foe := false
	if u, ok := s.b.unitIDs.Find(id).Get(); ok {
		inView, foe = s.unitInView(seat, u), s.Units[u].Side != s.b.Posts[seat].Side
	} else if l, ok := s.b.leaderIDs.Find(id).Get(); ok {
		inView, foe = s.leaderInView(seat, l), s.Leaders[l].Side != s.b.Posts[seat].Side
	}
	return inView, foe && !inView
}

// moveSeen reports whether a seat sees at least one end of a move, and hides the end that it does not see.
func (s *State) moveSeen(seat int, o *events.Outcome, v *events.View) bool {
	from, to := s.b.hexAt(o.Get("from")), s.b.hexAt(o.Get("to"))
	var start, end bool
	if l, ok := s.b.leaderIDs.Find(o.Get("leader")).Get(); ok {
		u := s.UnitAt[to]
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
