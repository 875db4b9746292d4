package activationchits

// rollEvent rolls two dice. A double is an event for one side, both determined by its face (§3).
func (p *play) rollEvent() {
	rolled := p.roll("event/roll/round", 2)
	faces := itoa(rolled[0].Value) + "," + itoa(rolled[1].Value)
	if rolled[0].Value != rolled[1].Value {
		p.Emit("event.rolled", "faces", faces, "side", "-", "effect", nothing)
	} else {
		face := rolled[0].Value
		side := 1 - face%2
		effect := p.b.Tables.Events.at(face)
		p.Cause = p.Emit("event.rolled", "faces", faces, "side", p.nameSide(side), "effect", effect)
		switch effect {
		case eventDash:
			p.dash(side)
		case eventADC:
			p.lendADC(side)
		}
	}
	p.won(false)
}

// dash moves the first leader who has an ON EVENT order and is able to carry it out (§3).
func (p *play) dash(side int) {
	for _, seat := range p.b.Sides[side].Order {
		l, goal := &p.s.Leaders[seat], p.s.Desks[seat].OnEvent
		if goal.None() || l.Status != onBoard || l.Unit.Some() && p.s.Units[l.Unit.Must()].Square || goal.Is(l.Hex) {
			continue
		}
		if path := p.s.leaderWay(seat, []int{goal.Must()}); path != nil {
			p.rideOut(seat, path, "event", "3")
			return
		}
	}
}

// lendADC gives one more ADC this turn to the chief, or else to the first leader on the board (§3).
func (p *play) lendADC(side int) {
	for _, seat := range p.b.Sides[side].Order {
		if l := &p.s.Leaders[seat]; l.Status == onBoard {
			p.Emit("adc.gained", "leader", p.b.leaderID(seat), "left", l.ADC+1)
			return
		}
	}
}
