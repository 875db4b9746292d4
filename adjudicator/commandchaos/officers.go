package commandchaos

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/courier"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// rideOfficers carries out the RIDE orders, those of the side that moved first before the others, in scenario order
// (§O3).
func (p *play) rideOfficers() {
	first, _ := p.goesFirst("initiative")
	for _, side := range [2]int{first, 1 - first} {
		for i := range p.b.Leaders {
			if p.b.Leaders[i].Side != side {
				continue
			}
			if c, _ := p.choose("ride", side, adjudicator.None, adjudicator.At(i), p.s.Officers[i].Zone); c != nil {
				p.ride(i, c)
			}
		}
	}
}

// ride moves an officer to a zone (§O3, §O4).
func (p *play) ride(i int, c *choice) {
	defer p.Follow(p.Follow(c.cause))
	o, to := &p.s.Officers[i], c.Zones[0]
	side := p.b.Leaders[i].Side
	switch {
	case o.Dead:
		p.fail(i, c, "O3", "dead")
	case o.Unit.Some():
		p.fail(i, c, "O3", "attached")
	case o.Zone != to:
		p.Emit("officer.rode", "officer", p.b.Leaders[i].ID, "from", p.b.zoneName(side, o.Zone), "to", p.b.zoneName(side, to))
	}
}

func (p *play) fail(i int, c *choice, clause, reason string) {
	p.EmitBy(clause, "officer.failed", "officer", p.b.Leaders[i].ID, "order",
		map[Verb]string{Ride: "ride", Attach: "attach", Detach: "detach"}[c.Verb],
		"reason", reason)
}

// rally removes a hit from each unit with a living officer, if its remaining morale is then at most half of its max,
// rounded up (§P1).
func (p *play) rally() {
	for _, u := range p.board() {
		m := &p.s.Units[u]
		if m.Hits > 0 && p.s.hasOfficer(u) && m.Max-(m.Hits-1) <= (m.Max+1)/2 {
			p.EmitBy("P1", "unit.recovered", "unit", p.id(u), "hits", 1, "total", m.Hits-1, "cause", "rally")
		}
	}
}

// attachOfficers carries out the ATTACH and DETACH orders (§O4).
func (p *play) attachOfficers() {
	for _, side := range p.bySide() {
		var done []int
		for _, i := range p.subjects(side, "attach") {
			if slices.Contains(done, i) {
				continue
			}
			done = append(done, i)
			if c, _ := p.choose("attach", side, adjudicator.None, adjudicator.At(i), p.s.Officers[i].Zone); c != nil {
				p.attach(i, c)
			}
		}
	}
}

// subjects returns the officers that a side has orders of a slot for, or the units for the slot `shift`. They are in
// order of their first mention: this turn's orders as written, then directives.
func (p *play) subjects(side int, slot string) []int {
	var list []int
	for _, taken := range []bool{false, true} {
		for i := range p.choices {
			c := &p.choices[i]
			if c.side != side || c.taken != taken || slots[c.Verb] != slot {
				continue
			}
			who := c.officer
			if slot == "shift" {
				who = c.unit
			}
			if !slices.Contains(list, who.Must()) {
				list = append(list, who.Must())
			}
		}
	}
	return list
}

// attach carries out ATTACH or DETACH (§O4).
func (p *play) attach(i int, c *choice) {
	defer p.Follow(p.Follow(c.cause))
	o := &p.s.Officers[i]
	id := p.b.Leaders[i].ID
	switch {
	case o.Dead:
		p.fail(i, c, "O4", "dead")
	case c.Verb == Detach:
		if o.Unit.Some() {
			p.Emit("officer.detached", "officer", id, "unit", p.id(o.Unit.Must()))
		}
	case !p.s.Units[c.Units[0]].field():
		p.fail(i, c, "O4", "gone")
	case p.s.zone(c.Units[0]) != o.Zone:
		p.fail(i, c, "O4", "not-in-zone")
	case !o.Unit.Is(c.Units[0]):
		p.Emit("officer.attached", "officer", id, "unit", p.id(c.Units[0]))
	}
}

// shiftReserves carries out the SHIFT orders (§P2).
func (p *play) shiftReserves() {
	for _, side := range p.bySide() {
		for _, u := range p.subjects(side, "shift") {
			if c, _ := p.ofUnit("shift", u); c != nil && p.s.Units[u].field() {
				p.shift(u, c)
			}
		}
	}
}

// shift moves a reserve along its row: heavy infantry one column, cavalry any number (§P2).
func (p *play) shift(u int, c *choice) {
	defer p.Follow(p.Follow(c.cause))
	at := p.s.Units[u].At
	steps := p.b.shiftSteps(p.b.Units[u].Side, c.Order, at)
	if p.b.Units[u].Kind == Cavalry && c.Column.None() && c.N == 0 {
		steps *= p.b.Board.Columns
	}
	way := 1
	if steps < 0 {
		way, steps = -1, -steps
	}
	if p.b.Units[u].Kind == Heavy {
		steps = min(steps, 1)
	}
	reason, to := p.shiftBar(u), at
	for i := 0; reason == "" && i < steps; i++ {
		next := to
		next.Col += way
		if reason = p.shiftObstacle(u, next); reason == "" {
			to = next
		}
	}
	switch {
	case to == at && reason != "":
		p.EmitBy("P2", "move.blocked", "unit", p.id(u), "order", "shift", "reason", reason)
	case to != at:
		p.Emit("unit.shifted", "unit", p.id(u), "from", at.String(), "to", to.String(), "stopped", rules.OrNone(reason))
		p.leaveBehind(u)
	}
}

// shiftBar returns the reason why a unit cannot shift at all, or "" (§P2, §M13).
func (p *play) shiftBar(u int) string {
	switch {
	case !p.s.Units[u].Reserve:
		return "committed"
	case len(p.s.Units[u].Engaged) > 0:
		return "engaged"
	}
	return ""
}

// shiftObstacle returns the obstacle for a reserve in a space of its row, or "" (§P2).
func (p *play) shiftObstacle(u int, at board.Space) string {
	switch {
	case p.b.Board.Has(at) && p.b.Units[u].Kind == Heavy && p.b.outer(at.Col):
		return "outer-column"
	case p.b.Board.Has(at) && p.s.isHeldBy(at, 1-p.b.Units[u].Side):
		return "enemy"
	}
	return p.obstacle(u, at, true)
}

// replaceLieutenants replaces the lieutenants killed in the previous turn (§O7).
func (p *play) replaceLieutenants() {
	for i := range p.b.Leaders {
		if o := &p.s.Officers[i]; p.b.Leaders[i].Lieutenant && o.Dead && o.Died < p.s.Turn {
			p.Emit("officer.replaced", "officer", p.b.Leaders[i].ID, "zone", p.b.zoneName(p.b.Leaders[i].Side, o.Zone))
		}
	}
}

// fillHands fills the hands (§P3).
func (p *play) fillHands() {
	for _, side := range p.bySide() {
		p.fillHand(side, "end", nil)
	}
}

// judgeTurns ends the battle after its last turn (§E3).
func (p *play) judgeTurns() {
	if p.playing() && p.b.Victory.Turns > 0 && p.s.Turn >= p.b.Victory.Turns {
		p.end("E3", p.leadingSide(), "turns")
	}
}

// couriers lists the rules by which dispatches travel: each runner moves one zone towards the current zone of the
// addressee (§H4, §H5, §H6, §H7).
var couriers = rules.Couriers[State, Dispatch, int, *play]{
	Rows: rules.Outcomes[State]{
		{Name: rules.DispatchSent, Clause: "H4", Fields: "id from to kind zone zones for text", To: rules.ToOwn,
			Says: "A runner set out with your {kind} to {to:name}."},
		{Name: rules.DispatchRiding, Clause: "H4", Fields: "id zone left", To: rules.ToOwn,
			Says: "The runner {id} is on his way in the {zone}[, {left} to go]."},
		{Name: rules.DispatchDelivered, Clause: "H4", Fields: "id to zone step", To: rules.ToOwn,
			Says: "The runner {id} reached {to:name}."},
		{Name: rules.DispatchCaptured, Clause: "H7", Fields: "id by zone", Says: "An enemy runner was taken."},
		{Name: rules.DispatchLost, Clause: "H7", Fields: "id reason", To: rules.ToOwn, Says: "The runner {id} was lost."},
		{Name: rules.DispatchDelayed, Clause: "H7", Fields: "id until", To: rules.ToOwn,
			Says: "The runner {id} was held up."},
		{Name: rules.SightLetter, Clause: "H6", Fields: "id kind from sent text"},
	},
	List: func(s *State) *[]Dispatch { return &s.Dispatches },
	Compare: func(s *State, a, b *Dispatch) int {
		first, _ := courier.ParseID(a.ID)
		second, _ := courier.ParseID(b.ID)
		return courier.Compare(first, second, s.b.seat)
	},
	Turn: func(s *State) int { return s.Turn },
	New:  noteDispatch,
	Also: followDispatch,
	Where: func(s *State, d *Dispatch, o *events.Outcome) (int, bool) {
		return s.b.zoneNamed(d.Side, o.Get("zone")), o.Get("zone") != ""
	},

	Goal: func(p *play, d *Dispatch) (int, rules.Errand) { return p.zoneTo(d.ToSeat, d.ToZone), rules.Rides },
	Pace: func(*play, *Dispatch) int { return 1 },
	Way:  func(_ *play, _ *Dispatch, goal int) courier.Way[int] { return wayTo(goal) },
	Risk: (*play).courierRisk,
	Captors: func(p *play, d *Dispatch, by string) (side string, readers []string) {
		of := d.Side
		if seat := p.b.seat(by); seat >= 0 {
			of = p.b.Commands[seat].Side
		}
		return p.captors(of)
	},
	Readers:   (*play).readers,
	Delivered: (*play).shareSightings,

	Place: func(p *play, d *Dispatch, at int) []any {
		return []any{"zone", p.b.zoneName(p.b.Commands[p.b.seat(d.From)].Side, at), "step", "end"}
	},
	Riding: func(_ *play, _ *Dispatch, at, goal, _ int) []any { return []any{"left", zoneDistance(at, goal)} },
	Heading: func(d *Dispatch, captured bool) []any {
		if captured {
			return []any{"kind", "captured"}
		}
		return nil
	},
}

// rideRunners moves the runners (§H4).
func (p *play) rideRunners() { couriers.RideAll(p, nil) }

// noteDispatch records the addressees of a dispatch, and the sender's sightings in their own zone (§H4, §H6).
func noteDispatch(s *State, d *Dispatch, o *events.Outcome) {
	d.Sender = s.b.seat(d.From)
	d.Side = s.b.Commands[d.Sender].Side
	d.ToSeat, d.ToZone = adjudicator.At(s.b.seat(d.To)), adjudicator.At(s.b.zoneNamed(d.Side, d.To))
	d.For = strings.Split(o.Get("for"), ",")
	zone := s.b.zoneNamed(d.Side, o.Get("zone"))
	for _, f := range s.Memories[d.Sender].Facts {
		at, ok := s.b.spaceNamed(f.Get("at"))
		if ok && (f.Kind == sightOwn || f.Kind == sightEnemy) && f.Turn == s.Turn-1 && s.b.Board.Zone(at.Col) == zone {
			d.Saw = append(d.Saw, f)
		}
	}
}

// followDispatch counts the zones that a runner enters. The delivery takes effect in the next turn, or in this turn if
// it had no distance to cover (§H4, §H7).
func followDispatch(s *State, d *Dispatch, o *events.Outcome, from int) {
	if d.At != from {
		d.Entered++
	}
	if o.Name == rules.DispatchDelivered && o.Get("step") == "start" {
		d.Due = s.Turn
	}
}

// zoneTo returns the zone of a seat, or else the zone itself.
func (p *play) zoneTo(seat, zone adjudicator.Index) int {
	if to, ok := seat.Get(); ok {
		return p.s.Officers[p.b.Commands[to].Officer].Zone
	}
	return zone.Must()
}

// wayTo returns the way to a zone, along the line.
func wayTo(goal int) courier.Way[int] {
	return func(at int) (next, cost int, ok bool) {
		if goal < at {
			return at - 1, 1, true
		}
		return at + 1, 1, true
	}
}

// courierRisk returns the peril of a runner that enters a zone (§H7).
func (p *play) courierRisk(d *Dispatch, _, zone int, _ []events.Die) (peril rules.Peril) {
	if !p.dangerous(zone, d.Side) {
		return peril
	}
	die := p.Dice.D6("runner/risk/" + d.ID + "#" + strconv.Itoa(d.Entered+1))
	peril.Dice = []events.Die{die}
	if die.Value <= p.b.Tables.Runner {
		peril.Fate = rules.DispatchCaptured
		peril.By, peril.Readers = p.captors(1 - d.Side)
	}
	return peril
}

// captors returns the side that captures a dispatch, and its commander seat, which reads it (§H7).
func (p *play) captors(side int) (by string, readers []string) {
	return p.sideID(side), []string{p.b.Commands[p.b.chief[side]].ID}
}

// dangerous reports whether a zone holds enemy line units and no own ones (§H7).
func (p *play) dangerous(zone, side int) bool {
	var line [2]bool
	for u := range p.s.Units {
		if p.b.Units[u].line() && p.s.Units[u].field() && p.s.zone(u) == zone {
			line[p.b.Units[u].Side] = true
		}
	}
	return line[1-side] && !line[side]
}

// reader returns the seat that reads a dispatch: the addressed seat, or the living lieutenant's seat in the addressed
// zone (§H4, §H5).
func (p *play) reader(d *Dispatch) adjudicator.Index {
	if d.ToSeat.Some() {
		return d.ToSeat
	}
	seat := p.seatOf(d.Side, d.ToZone.Must())
	if seat == p.b.chief[d.Side] {
		return adjudicator.None
	}
	return adjudicator.At(seat)
}

func (p *play) readers(d *Dispatch) []string {
	if seat, ok := p.reader(d).Get(); ok {
		return []string{p.b.Commands[seat].ID}
	}
	return nil
}

// shareSightings gives the reader the sender's sightings from the time of dispatch (§H6).
func (p *play) shareSightings(d *Dispatch) {
	seat, ok := p.reader(d).Get()
	if !ok {
		return
	}
	for _, f := range d.Saw {
		if p.s.Memories[seat].News(f, sightGone) {
			p.TellFact(p.b.Commands[seat].ID, "H6", f.Dated())
		}
	}
}
