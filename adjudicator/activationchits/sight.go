package activationchits

// armWords are the names of the arms on the map.
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

// bySide formats a number for each side.
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
	for _, e := range p.s.Desks[seat].Standing {
		if e.Unit.Is(n) {
			return true
		}
	}
	return false
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
