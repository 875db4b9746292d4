package activationchits

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
)

// cup is the state of the chit draw. It lasts one turn.
type cup struct {
	*play
	chits   rules.Pile // by side
	most    []int      // by side: chits at the start of the turn
	drawn   [2]bool    // by side
	broken  [2]bool    // by side: the other side drew after this side's first draw
	returns [2]int
	n       int
	plans   []*plan // by seat
	at      [2]int  // by side: position in the rota
}

// Results of offering a chit.
type played uint8

const (
	chitPassed played = iota
	chitPlayed
	chitReturned
)

// playCup draws chits until the cup is empty, then lists the entries that were not tried (§2, §P1).
func (p *play) playCup() {
	c := newCup(p)
	for c.chits.Count() > 0 {
		side := c.draw()
		c.noteDraw(side)
		c.Cause = c.Emit("chit.drawn", "n", c.n, "side", c.nameSide(side), "left", c.chitsLeft())
		switch c.offer(side) {
		case chitReturned:
			c.chits[side]++
		case chitPassed:
			c.Emit("chit.passed", "n", c.n, "side", c.nameSide(side))
			c.bonusAfter(side)
		case chitPlayed:
			c.bonusAfter(side)
		}
		if c.Cause = ""; c.endIfWon(false) {
			return
		}
	}
	c.listUndone()
}

func newCup(p *play) *cup {
	c := &cup{play: p, chits: make(rules.Pile, len(p.b.Sides))}
	for side := range c.chits {
		c.chits[side] = p.s.Forces[side].Chits
	}
	if side, ok := p.s.Extra.Get(); ok {
		c.chits[side]++
	}
	c.most = slices.Clone(c.chits)
	for seat := range p.b.Posts {
		c.plans = append(c.plans, p.planOf(seat))
	}
	return c
}

// draw takes a chit from the cup. No die is rolled if all chits belong to one side (§2).
func (c *cup) draw() (side int) {
	c.n++
	if c.chits[0] > 0 && c.chits[1] > 0 {
		side, _ = c.chits.Draw(c.Dice, "cup/draw/chit#"+itoa(c.n))
		return side
	}
	if c.chits[0] == 0 {
		side = 1
	}
	c.chits[side]--
	return side
}

// noteDraw records a draw (§41).
func (c *cup) noteDraw(side int) {
	c.drawn[side] = true
	c.broken[1-side] = c.broken[1-side] || c.drawn[1-side]
}

func (c *cup) chitsLeft() []string {
	return []string{c.nameSide(0) + ":" + itoa(c.chits[0]), c.nameSide(1) + ":" + itoa(c.chits[1])}
}

// offer offers a chit to the side's seats in rota order, then to units that rally unasked (§P1, §P6).
func (c *cup) offer(side int) played {
	e := c.find(side)
	if e == nil {
		return c.rallyUnasked(side)
	}
	result := c.try(e)
	if result == chitPlayed {
		c.passOn(side, e.seat)
	}
	return result
}

// find returns the first entry that can be tried, in rota order (§P1, §P2).
func (c *cup) find(side int) *planned {
	rota := c.s.Rota[side]
	for i := range rota {
		seat := rota[(c.at[side]+i)%len(rota)]
		if c.wasAsked(rota, side, i, seat) {
			continue
		}
		if e := c.plans[seat].first(c.play); e != nil {
			return e
		}
	}
	return nil
}

// wasAsked reports whether the seat was already asked earlier in this round of the rota.
func (c *cup) wasAsked(rota []int, side, upTo, seat int) bool {
	for i := range upTo {
		if rota[(c.at[side]+i)%len(rota)] == seat {
			return true
		}
	}
	return false
}

// try rolls for an entry and carries it out (§4, §9, §10, §P3).
func (c *cup) try(e *planned) played {
	result := c.activate(e)
	if result == resultDouble {
		return c.giveBack(e)
	}
	c.plans[e.seat].recordRoll(c.play, e, result)
	return chitPlayed
}

// giveBack returns a chit after a double, at most mostReturns times for a side in a turn. Later doubles count
// as passes (§9).
func (c *cup) giveBack(e *planned) played {
	side := c.b.Posts[e.seat].Side
	if c.returns[side] >= mostReturns {
		return chitPassed
	}
	c.returns[side]++
	who := "unit"
	if e.Unit.None() {
		who = "leader"
	}
	c.Emit("chit.returned", "n", c.n, "side", c.nameSide(side), who, c.b.subjectID(e.Entry))
	return chitReturned
}

// rallyUnasked tries to rally the first unit of the side that needs it (§P8).
func (c *cup) rallyUnasked(side int) played {
	u := c.nextToRally(side)
	if u < 0 {
		return chitPassed
	}
	e := c.rallyOf(u)
	if c.activate(e) == resultDouble {
		return c.giveBack(e)
	}
	c.passOn(side, e.seat)
	return chitPlayed
}

// rallyOf returns an entry to rally the unit without an order.
func (c *cup) rallyOf(unit int) *planned {
	e := &Entry{Unit: adjudicator.At(unit), Actions: []Action{{Verb: RallyVerb}}}
	return &planned{Entry: e, seat: c.s.Units[unit].Seat, deed: deed{verb: RallyVerb, unit: e.Unit}}
}

// passOn moves the rota on to the slot after the seat (§P2).
func (c *cup) passOn(side, seat int) {
	rota := c.s.Rota[side]
	for i := range rota {
		if slot := (c.at[side] + i) % len(rota); rota[slot] == seat {
			c.at[side] = (slot + 1) % len(rota)
			return
		}
	}
}

// nextToRally returns the first unit of the side that may rally unasked, or -1. Broken units come before shaken
// ones (§P8).
func (c *cup) nextToRally(side int) int {
	if !c.b.Options.AutoRally {
		return -1
	}
	for _, m := range []Morale{Broken, Shaken} {
		for i := range c.s.Units {
			u := &c.s.Units[i]
			if u.Side == side && !u.Lost && u.Morale == m && !u.Spent && u.React.Rally && c.s.inReach(i) &&
				!c.plans[u.Seat].ordersHold(i) {
				return i
			}
		}
	}
	return -1
}

// bonusAfter gives the other side a bonus activation if the side drew all its chits, the last one included,
// in a row (§41).
func (c *cup) bonusAfter(side int) {
	if !c.b.Options.Bonus || c.chits[side] > 0 || c.most[side] < bonusChits || c.broken[side] {
		return
	}
	c.Cause = c.Emit("bonus.gained", "side", c.nameSide(1-side))
	for range mostReturns + 1 {
		result, done := c.bonus(1 - side)
		if !done {
			c.Emit("bonus.lapsed", "side", c.nameSide(1-side))
			return
		}
		if result != chitReturned {
			return
		}
	}
}

// bonus makes one attempt at a bonus activation. done is false if no entry could be tried (§P7).
func (c *cup) bonus(side int) (result played, done bool) {
	if e, asked := c.askForBonus(side); asked {
		if e == nil {
			return chitPassed, false
		}
		return c.bonusFor(side, e), true
	}
	if list := c.bonusEntries(side); list != nil {
		return c.bonusFor(side, list[0]), true
	}
	if e := c.find(side); e != nil {
		return c.bonusFor(side, e), true
	}
	if u := c.nextToRally(side); u >= 0 {
		return c.bonusFor(side, c.rallyOf(u)), true
	}
	return chitPassed, false
}

func (c *cup) bonusFor(side int, e *planned) played {
	result := c.bonusTry(e)
	if result == chitPlayed {
		c.passOn(side, e.seat)
	}
	return result
}

// bonusTry is try without a chit that could be returned.
func (c *cup) bonusTry(e *planned) played {
	result := c.activate(e)
	if result == resultDouble {
		return chitReturned
	}
	c.plans[e.seat].recordRoll(c.play, e, result)
	return chitPlayed
}

// bonusEntries returns the entries of units in BONUS orders that can be tried, in rota order.
func (c *cup) bonusEntries(side int) []*planned {
	var list []*planned
	rota := c.s.Rota[side]
	for i := range rota {
		seat := rota[(c.at[side]+i)%len(rota)]
		if c.wasAsked(rota, side, i, seat) {
			continue
		}
		for _, u := range c.s.Desks[seat].Bonus {
			if e := c.plans[seat].firstOf(c.play, u); e != nil {
				list = append(list, e)
			}
		}
	}
	return list
}

// askForBonus asks the chief which unit gets the bonus, if the scenario calls for the decision (section g).
func (c *cup) askForBonus(side int) (e *planned, asked bool) {
	if !c.b.asks("bonus") {
		return nil, false
	}
	var options []string
	able := map[string]*planned{}
	for u := range c.s.Units {
		if c.s.Units[u].Side != side {
			continue
		}
		if e := c.plans[c.s.Units[u].Seat].firstOf(c.play, u); e != nil {
			options = append(options, c.s.Units[u].ID)
			able[c.s.Units[u].ID] = e
		}
	}
	if options == nil {
		return nil, false
	}
	standard := nothing
	if list := c.bonusEntries(side); list != nil {
		standard = c.b.subjectID(list[0].Entry)
	} else if e := c.find(side); e != nil && e.Unit.Some() {
		standard = c.b.subjectID(e.Entry)
	}
	a := c.Ask(adjudicator.Decision{Name: "bonus." + c.nameSide(side), Seat: c.b.chief(side).ID,
		Text:    "All chits of the other side came in one row: your side has one activation more. Which unit shall have it?",
		Options: append(options, nothing), Default: standard})
	return able[a.Option], true
}

// rollEvent rolls two dice. A double is an event for one side, both determined by its face (§3).
func (p *play) rollEvent() {
	rolled := p.roll("event/roll/round", 2)
	faces := itoa(rolled[0].Value) + "," + itoa(rolled[1].Value)
	if rolled[0].Value != rolled[1].Value {
		p.Emit("event.rolled", "faces", faces, "side", "-", "effect", nothing)
	} else {
		face := rolled[0].Value
		side := 1 - face%2
		effect := p.b.Tables.Events.row(face)
		p.Cause = p.Emit("event.rolled", "faces", faces, "side", p.nameSide(side), "effect", effect)
		switch effect {
		case eventDash:
			p.dash(side)
		case eventADC:
			p.lendADC(side)
		}
	}
	p.endIfWon(false)
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
