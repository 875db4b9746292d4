package commandchaos

import (
	"slices"
	"strconv"

	"galloper/adjudicator/courier"
	"galloper/events"
)

// rideRunners lets each runner go one zone nearer to where his addressee is.
//
// §H4
func (p *play) rideRunners() {
	var riding []int
	for i := range p.s.Dispatches {
		if p.s.Dispatches[i].Status == Riding {
			riding = append(riding, i)
		}
	}
	slices.SortStableFunc(riding, func(i, j int) int { return p.compareDispatches(i, j) })
	for _, i := range riding {
		if !p.ruled(i) {
			p.run(i)
		}
	}
}

// ruled applies what the umpire decided about a runner, and reports whether that
// is all that happens to him this turn.
//
// §H7
func (p *play) ruled(i int) bool {
	d := &p.s.Dispatches[i]
	for _, r := range p.CourierRulings() {
		if r.Dispatch != d.ID {
			continue
		}
		switch r.Fate {
		case courier.RuledLost:
			p.Emit("dispatch.lost", "id", d.ID, "reason", "umpire")
		case courier.RuledCaptured:
			by := p.b.Commands[d.From].Side
			if seat := p.b.seat(r.By); seat >= 0 {
				by = p.b.Commands[seat].Side
			}
			p.capture(i, by, d.Zone, nil)
		case courier.RuledDelayed:
			p.Emit("dispatch.delayed", "id", d.ID, "until", p.s.Turn+r.Turns-1)
		}
	}
	return p.s.Dispatches[i].Status != Riding || p.s.Dispatches[i].Until >= p.s.Turn
}

// run is one runner's ride of the turn.
//
// §H4, §H7
func (p *play) run(i int) {
	d := p.s.Dispatches[i]
	side := p.b.Commands[d.From].Side
	var goal int
	if seat, ok := d.ToSeat.Get(); ok {
		goal = p.s.Officers[p.b.Commands[seat].Officer].Zone
	} else {
		goal = d.ToZone.Must()
	}
	zone, _, there := courier.Ride(d.Zone, goal, 1, func(at int) (int, int, bool) {
		if goal < at {
			return at - 1, 1, true
		}
		return at + 1, 1, true
	}, nil)
	var dice []events.Die
	if zone != d.Zone && p.dangerous(zone, side) {
		die := p.Dice.D6("runner/risk/" + d.ID + "#" + strconv.Itoa(d.Entered+1))
		dice = []events.Die{die}
		if die.Value <= p.b.Tables.Runner {
			p.capture(i, 1-side, zone, dice)
			return
		}
	}
	if there {
		p.deliver(i, zone, "end", dice)
		return
	}
	p.Emit("dispatch.riding", "id", d.ID, "zone", p.b.zoneName(side, zone), "left", apart(zone, goal))
}

// dangerous reports whether a zone holds enemy line units and no own one.
//
// §H7
func (p *play) dangerous(zone, side int) bool {
	var line [2]bool
	for u := range p.s.Units {
		if p.b.Units[u].line() && p.s.Units[u].field() && p.s.zone(u) == zone {
			line[p.b.Units[u].Side] = true
		}
	}
	return line[1-side] && !line[side]
}

// capture lets the enemy's commander seat read a dispatch.
//
// §H7
func (p *play) capture(i, by, zone int, dice []events.Die) {
	d := p.s.Dispatches[i]
	ref := p.Emit("dispatch.captured", "id", d.ID, "by", p.sideID(by), "zone", p.b.zoneName(p.b.Commands[d.From].Side, zone))
	p.tellLetter(p.b.chief[by], &d, "captured", ref)
}

// deliver hands a dispatch over, with what its sender saw when it set out: a
// letter to its seat, a directive to the zone, whose living lieutenant reads it.
//
// §H4, §H5, §H6
func (p *play) deliver(i, zone int, step string, dice []events.Die) {
	d := p.s.Dispatches[i]
	side := p.b.Commands[d.From].Side
	to, seat := p.b.zoneName(side, d.ToZone.Or(0)), p.seatOf(side, zone)
	if d.ToSeat.Some() {
		to, seat = p.b.Commands[d.ToSeat.Must()].ID, d.ToSeat.Must()
	} else if seat == p.b.chief[side] {
		seat = -1
	}
	ref := p.Emit("dispatch.delivered", "id", d.ID, "to", to, "zone", p.b.zoneName(side, zone), "step", step)
	if seat < 0 {
		return
	}
	p.tellLetter(seat, &d, d.Kind, ref)
	p.Because(ref, func() {
		for _, f := range d.Saw {
			if p.s.Memories[seat].News(f, sightGone) {
				p.TellFact(p.b.Commands[seat].ID, "H6", f.Dated())
			}
		}
	})
}

// tellLetter puts a dispatch into a seat's report.
func (p *play) tellLetter(seat int, d *Dispatch, kind, cause string) {
	p.Because(cause, func() {
		p.Tell(p.b.Commands[seat].ID, sightLetter,
			"id", d.ID, "kind", kind, "from", p.b.Commands[d.From].ID, "sent", d.Sent, "text", d.Text)
	})
}
