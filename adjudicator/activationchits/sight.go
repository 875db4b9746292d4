package activationchits

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// umpire is the pseudo-seat that sees everything.
const umpire = adjudicator.Umpire

// isEye reports whether the units and leader of the seat owner are eyes of the seat (§W1).
func (s *State) isEye(seat, owner int) bool {
	switch s.b.Options.Fog {
	case "seat":
		return owner == seat
	case "side":
		return s.b.Posts[owner].Side == s.b.Posts[seat].Side
	}
	return true
}

// eyeWithin reports whether one of the seat's eyes sees the hex from at most reach hexes away (§W2).
func (s *State) eyeWithin(seat, at, reach int) bool {
	if at == nowhere {
		return false
	}
	if s.b.Options.Fog == "none" {
		return true
	}
	for i := range s.Units {
		u := &s.Units[i]
		if u.Hex != nowhere && s.isEye(seat, u.Seat) && s.b.distance(u.Hex, at) <= reach && s.b.inSight(u.Hex, at) {
			return true
		}
	}
	for i := range s.Leaders {
		l := &s.Leaders[i]
		if l.Hex != nowhere && s.isEye(seat, i) && s.b.distance(l.Hex, at) <= reach && s.b.inSight(l.Hex, at) {
			return true
		}
	}
	return false
}

// inView reports whether the hex is in the seat's view (§W2).
func (s *State) inView(seat, at int) bool { return s.eyeWithin(seat, at, s.b.Options.Sight) }

// unitInView reports whether the unit belongs to the seat or is in its view (§W2).
func (s *State) unitInView(seat, unit int) bool {
	return s.Units[unit].Seat == seat || s.inView(seat, s.Units[unit].Hex)
}

// leaderInView reports whether the leader belongs to the seat or is in its view. A leader with an enemy unit
// is visible only nearby (§W2).
func (s *State) leaderInView(seat, leader int) bool {
	l := &s.Leaders[leader]
	return leader == seat || s.leaderSeen(seat, leader, l.Hex, l.Unit.Some())
}

// leaderSeen reports whether the seat would see the leader in the hex.
func (s *State) leaderSeen(seat, leader, at int, attached bool) bool {
	if attached && s.Leaders[leader].Side != s.b.Posts[seat].Side {
		return s.eyeWithin(seat, at, nearby)
	}
	return s.inView(seat, at)
}

// lookAll updates the knowledge of all seats (§W6).
func (s *State) lookAll() {
	for seat := range s.b.Posts {
		for u := range s.Units {
			s.spot(seat, u)
		}
		for l := range s.Leaders {
			s.meet(seat, l)
		}
	}
}

// showSide tells each seat the positions of its own side at the opening (§W4).
func (s *State) showSide() {
	for seat := range s.b.Posts {
		side := s.b.Posts[seat].Side
		for i := range s.Units {
			if u := &s.Units[i]; u.Side == side {
				s.Known[seat][i] = Known{true, u.Hex, s.Turn}
			}
		}
		for i := range s.Leaders {
			if l := &s.Leaders[i]; l.Side == side && l.Hex != nowhere {
				s.Met[seat][i] = Known{true, l.Hex, s.Turn}
			}
		}
	}
}

// spot records another seat's unit, friend or foe, if the seat sees it (§W2, §W4).
func (s *State) spot(seat, unit int) {
	u := &s.Units[unit]
	if u.Seat != seat && u.Hex != nowhere && s.inView(seat, u.Hex) {
		s.Known[seat][unit] = Known{true, u.Hex, s.Turn}
	}
}

// meet records a leader if the seat sees it.
func (s *State) meet(seat, leader int) {
	l := &s.Leaders[leader]
	if leader != seat && l.Hex != nowhere && s.leaderInView(seat, leader) {
		s.Met[seat][leader] = Known{true, l.Hex, s.Turn}
	}
}

// lookAnew updates the knowledge of all seats after a unit, a leader or both have moved (§W6).
func (s *State) lookAnew(unit, leader adjudicator.Index) {
	var at, owner int
	if i, ok := unit.Get(); ok {
		at, owner = s.Units[i].Hex, s.Units[i].Seat
	} else {
		at, owner = s.Leaders[leader.Must()].Hex, leader.Must()
	}
	if at == nowhere {
		return
	}
	for seat := range s.b.Posts {
		if unit.Some() {
			s.spot(seat, unit.Must())
		}
		if leader.Some() {
			s.meet(seat, leader.Must())
		}
		if s.isEye(seat, owner) || leader.Some() && s.isEye(seat, leader.Must()) {
			s.lookFrom(seat, at)
		}
	}
}

// lookFrom records everything that an eye of the seat sees from the hex.
func (s *State) lookFrom(seat, at int) {
	side := s.b.Posts[seat].Side
	for i := range s.Units {
		u := &s.Units[i]
		if u.Seat != seat && s.b.inSight(at, u.Hex) {
			s.Known[seat][i] = Known{true, u.Hex, s.Turn}
		}
	}
	for i := range s.Leaders {
		l := &s.Leaders[i]
		if i == seat || !s.b.inSight(at, l.Hex) || l.Side != side && l.Unit.Some() && s.b.distance(at, l.Hex) > nearby {
			continue
		}
		s.Met[seat][i] = Known{true, l.Hex, s.Turn}
	}
}

// knowsUnit reports whether the seat knows of the unit (§W4).
func (s *State) knowsUnit(seat, unit int) bool {
	return s.Units[unit].Side == s.b.Posts[seat].Side || s.b.Options.Fog == "none" || s.Known[seat][unit].Yes
}

func (s *State) knowsLeader(seat, leader int) bool {
	return s.Leaders[leader].Side == s.b.Posts[seat].Side || s.b.Options.Fog == "none" || s.Met[seat][leader].Yes
}

var armWords = [...]string{"infantry", "cavalry", "artillery"}

// tellSeat emits the facts for a seat: its units, friends, enemies, leaders and banners, in scenario order.
// At the opening it sees all of its own side (§W1 to §W4).
func (p *play) tellSeat(seat int) {
	id, side, opening := p.b.Posts[seat].ID, p.b.Posts[seat].Side, p.Number == 0
	for n := range p.s.Units {
		u := &p.s.Units[n]
		switch {
		case u.Seat == seat:
			p.tellOwn(id, n, "sight.own", seat)
		case u.Side == side:
			p.tellFriend(id, n, seat, opening)
		case p.s.knowsUnit(seat, n):
			p.tellEnemy(id, n, seat)
		}
	}
	for l := range p.s.Leaders {
		p.tellLeader(id, l, seat, opening)
	}
	p.tellScore(id, func(foe int) int {
		if opening || foe == side {
			return p.s.Forces[foe].Held
		}
		return p.s.prizes(foe, func(hex int) bool { return p.s.inView(seat, hex) })
	})
}

// tellScore emits the score. held returns a side's banners for hexes held, as far as the seat knows (§V1).
func (p *play) tellScore(id string, held func(side int) int) {
	won := p.score(false)
	fields := []any{"of", "all", "banners", p.bySide(won, " ", ", ")}
	if len(p.b.Victory.Hexes) > 0 {
		places := [2]int{held(0), held(1)}
		all := [2]int{won[0] + places[0], won[1] + places[1]}
		fields = append(fields, "held", p.bySide(places, " ", ", "), "all", p.bySide(all, " ", ", "))
	}
	p.Tell(id, "sight.banners", fields...)
}

func (p *play) bySide(n [2]int, of, sep string) string {
	return p.nameSide(0) + of + itoa(n[0]) + sep + p.nameSide(1) + of + itoa(n[1])
}

// tellOwn emits all details of a unit (§W1).
func (p *play) tellOwn(id string, n int, name string, seat int) {
	u := &p.s.Units[n]
	if u.Lost {
		p.tellLost(id, n, name)
		return
	}
	fields := []any{"unit", u.ID, "hex", p.b.hexName(u.Hex), "facing", u.Facing.String(), "blocks", u.Blocks,
		"full", u.Kind.Blocks, "morale", u.Morale.String(), "spent", u.Spent, "square", u.Square, "low", u.LowAmmo,
		"shots", u.Shots, "with", p.b.leaderIDs.Of(u.Leader),
		"kind", u.Kind.Name, "arm", armWords[u.Arm], "side", p.nameSide(u.Side), "bearing", u.Facing.bearing()}
	if name == "sight.friend" {
		fields = append(fields[:18:18], fields[20:]...)
	} else {
		fields = append(fields, "standing", p.hasStanding(seat, n))
	}
	p.TellBy("W1", id, name, fields...)
}

func (p *play) hasStanding(seat, n int) bool {
	return slices.ContainsFunc(p.s.Desks[seat].Standing, func(e *Entry) bool { return e.Unit.Is(n) })
}

// tellLost emits that a unit is lost (§W4).
func (p *play) tellLost(id string, n int, name string) {
	p.TellBy("W4", id, name, "unit", p.b.Units[n].ID, "lost", true, "side", p.nameSide(p.b.Units[n].Side))
}

// tellFriend emits another seat's friendly unit: with nearly all details if it is in view, otherwise as last
// seen (§W3, §W4).
func (p *play) tellFriend(id string, n, seat int, opening bool) {
	u := &p.s.Units[n]
	switch {
	case u.Lost:
		p.tellLost(id, n, "sight.friend")
	case opening || p.s.unitInView(seat, n):
		p.tellOwn(id, n, "sight.friend", seat)
	default:
		k := p.s.Known[seat][n]
		p.TellBy("W4", id, "sight.friend", "unit", u.ID, "hex", p.b.hexName(k.Hex), "seen", k.Turn, "arm", armWords[u.Arm],
			"side", p.nameSide(u.Side), "turn", k.Turn)
	}
}

// tellEnemy emits an enemy unit: its visible features if it is in view, with strength and morale only if
// nearby, otherwise as last seen (§W3, §W4).
func (p *play) tellEnemy(id string, n, seat int) {
	u := &p.s.Units[n]
	if u.Lost {
		p.tellLost(id, n, "sight.enemy")
		return
	}
	arm, side := armWords[u.Arm], p.nameSide(u.Side)
	if !p.s.inView(seat, u.Hex) {
		k := p.s.Known[seat][n]
		p.TellBy("W4", id, "sight.enemy", "unit", u.ID, "hex", p.b.hexName(k.Hex), "kind", u.Kind.Name, "seen", k.Turn,
			"arm", arm, "side", side, "turn", k.Turn)
		return
	}
	blocks, morale := "?", "?"
	if p.s.eyeWithin(seat, u.Hex, nearby) {
		blocks, morale = itoa(u.Blocks), u.Morale.String()
	}
	p.TellBy("W3", id, "sight.enemy", "unit", u.ID, "hex", p.b.hexName(u.Hex), "facing", u.Facing.String(),
		"kind", u.Kind.Name, "blocks", blocks, "morale", morale, "square", u.Square, "arm", arm, "side", side,
		"bearing", u.Facing.bearing())
}

// tellLeader emits a leader. The seat's own leader is always known, others if in view or as last seen (§W2 to §W4).
func (p *play) tellLeader(id string, n, seat int, opening bool) {
	l := &p.s.Leaders[n]
	side := p.nameSide(l.Side)
	name := l.Post.Leader
	switch friend := l.Side == p.b.Posts[seat].Side; {
	case n == seat && l.Hex == nowhere:
		p.TellBy("W1", id, "sight.leader", "leader", name, "hex", "-", "status", l.Status, "side", side)
	case n == seat:
		p.TellBy("W1", id, "sight.leader", "leader", name, "hex", p.b.hexName(l.Hex), "adc", l.ADC,
			"with", p.b.unitIDs.Of(l.Unit), "side", side)
	case l.Hex != nowhere && (friend && opening || p.s.leaderInView(seat, n)):
		p.TellBy("W2", id, "sight.leader", "leader", name, "hex", p.b.hexName(l.Hex), "with", p.b.unitIDs.Of(l.Unit),
			"side", side)
	case p.s.Met[seat][n].Yes:
		k := p.s.Met[seat][n]
		p.TellBy("W4", id, "sight.leader", "leader", name, "hex", p.b.hexName(k.Hex), "seen", k.Turn, "side", side,
			"turn", k.Turn)
	}
}

// tellUmpire emits all units, leaders and couriers for the umpire's map.
func (p *play) tellUmpire() {
	for n := range p.s.Units {
		p.tellOwn(umpire, n, "sight.own", p.b.Units[n].Seat)
	}
	for n := range p.s.Leaders {
		l := &p.s.Leaders[n]
		p.TellBy("W", umpire, "sight.leader", "leader", l.Post.Leader, "hex", p.b.hexName(l.Hex), "adc", l.ADC,
			"with", p.b.unitIDs.Of(l.Unit), "status", l.Status, "side", p.nameSide(l.Side))
	}
	couriers.Show(p, umpire, nil)
	p.tellScore(umpire, func(side int) int { return p.s.Forces[side].Held })
}

// seatsView returns a seat's view of an outcome, based on its view of the board just before it (§W5).
func (p *play) seatsView(seat int, o *events.Outcome) (events.View, bool) {
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

// sideAbout returns the side that the outcome is about.
func (p *play) sideAbout(o *events.Outcome) string {
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

// outlook returns a predicate for the hexes in view of a seat's eyes, or nil without fog (§W1, §W2).
func outlook(d rules.Desk[*Battle]) func(string, board.Point) bool {
	if d.Battle.Options.Fog == "none" {
		return nil
	}
	var eyes []int
	kinds := []string{"sight.own"}
	if d.Battle.Options.Fog == "side" {
		kinds = append(kinds, "sight.friend")
	}
	look := func(o *events.Outcome, turn int) {
		if at := d.Battle.hexAt(o.Get("hex")); turn == d.Turn-1 && o.Get("seen") == "" && at != nowhere {
			eyes = append(eyes, at)
		}
	}
	for _, kind := range kinds {
		for o, turn := range d.Facts(kind) {
			look(o, turn)
		}
	}
	for i := range d.Battle.Posts {
		if post := &d.Battle.Posts[i]; post.ID == d.Seat {
			o, turn, _ := d.Fact("sight.leader", post.Leader)
			look(o, turn)
		}
	}
	return func(cell string, _ board.Point) bool {
		at := d.Battle.hexAt(cell)
		return slices.ContainsFunc(eyes, func(eye int) bool { return d.Battle.inSight(eye, at) })
	}
}
