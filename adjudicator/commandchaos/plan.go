package commandchaos

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/courier"
	"galloper/adjudicator/rules"
)

// choice is the part of an order or directive for one unit, officer or side.
type choice struct {
	part
	side  int
	seat  int
	taken bool   // by directive
	cause string // the order, or the directive's outcome
}

func (p *play) beginTurn() { p.Emit("turn.begun", "turn", p.Number) }

// begin is step 0: it reads the orders, sends dispatches and has units take or ignore the directives that are due (§H4,
// §H5).
func (p *play) begin() {
	for seat := range p.b.Commands {
		p.mails = append(p.mails, p.b.readMails(p.s, seat, p.OrdersOf(p.b.Commands[seat].ID), p.Resigned()))
	}
	if p.deploying() {
		return
	}
	for seat := range p.b.Commands {
		p.sendOut(seat)
	}
	p.takeDirectives()
}

// sendOut applies the orders that a seat gives directly, and dispatches the rest.
func (p *play) sendOut(seat int) {
	n := 0
	for i := range p.mails[seat] {
		g := &p.mails[seat][i]
		p.Cause = adjudicator.OrderRef(p.b.Commands[seat].ID, i+1)
		switch g.Verb {
		case Letter:
			for _, to := range g.Seats {
				n++
				p.dispatch(seat, n, courier.Letter, adjudicator.At(to), adjudicator.None, nil, g.Text)
			}
		case Cancel:
			p.cancelStanding(seat, g.Order)
		default:
			p.takeOrder(seat, g)
			for _, zone := range g.zones() {
				n++
				p.dispatch(seat, n, courier.Directive, adjudicator.None, adjudicator.At(zone), g.whom(p.b, zone),
					p.b.text(p.b.Commands[seat].Side, g.forZone(zone)))
			}
		}
	}
}

// zones returns the zones that the order goes to as a directive, in order.
func (g *given) zones() []int {
	var zones []int
	for i := range g.parts {
		if z := g.parts[i].zone; !g.parts[i].direct && !slices.Contains(zones, z) {
			zones = append(zones, z)
		}
	}
	return zones
}

// forZone returns the order as the directive to one zone has it.
func (g *given) forZone(zone int) *Order {
	o := g.only(func(unit, officer adjudicator.Index) bool {
		return slices.ContainsFunc(g.parts, func(p part) bool {
			return !p.direct && p.zone == zone && p.unit == unit && p.officer == officer
		})
	})
	c := *o
	c.To = Addressee{}
	return &c
}

// whom returns the addressees of the directive to one zone, with the branch of an IF. The directive may name other
// units too, in a branch that is there only to make the other one complete.
func (g *given) whom(b *Battle, zone int) []string {
	var list []string
	for i := range g.parts {
		if p := &g.parts[i]; !p.direct && p.zone == zone {
			list = append(list, b.addressee(g.Order, p))
		}
	}
	return list
}

// addressee returns a unit or officer and its branch of an IF: `r1`, `else:r1`.
func (b *Battle) addressee(o *Order, p *part) string {
	name := ""
	if u, ok := p.unit.Get(); ok {
		name = b.Units[u].ID
	} else if i, ok := p.officer.Get(); ok {
		name = b.Leaders[i].ID
	}
	switch {
	case o.Verb != If:
		return name
	case p.Negate:
		return "else:" + name
	}
	return "then:" + name
}

// takeOrder applies the parts of an order that reach their units at once.
func (p *play) takeOrder(seat int, g *given) {
	for i := range g.parts {
		if g.parts[i].direct {
			p.take(choice{part: g.parts[i], side: p.b.Commands[seat].Side, seat: seat, cause: p.Cause}, g.Order)
		}
	}
}

// take stores a choice for this turn, or as a standing order.
func (p *play) take(c choice, whole *Order) {
	if !whole.Standing {
		p.choices = append(p.choices, c)
		return
	}
	o := whole
	if c.unit.Some() {
		o = whole.only(func(unit, _ adjudicator.Index) bool { return unit == c.unit })
	}
	plain := *o
	plain.To, plain.Standing = Addressee{}, false
	slot := p.b.slot(&c.part)
	if c.unit.None() {
		slot += " " + p.sideID(c.side)
	}
	text := p.b.text(c.side, &plain)
	same := func(st Standing) bool { return st.Slot == slot && st.Turn == p.s.Turn && st.Text == text }
	if !slices.ContainsFunc(p.s.Standing, same) {
		p.Emit("order.standing", "slot", slot, "by", p.b.Commands[c.seat].ID, "given", p.s.Turn, "text", text)
	}
}

// cancelStanding cancels the seat's standing orders: all of them, or those of a unit.
func (p *play) cancelStanding(seat int, o *Order) {
	for _, st := range slices.Clone(p.s.Standing) {
		if st.By != p.b.Commands[seat].ID {
			continue
		}
		ofUnit := len(o.Units) == 0 || slices.ContainsFunc(p.standing(st.Text, p.b.Commands[seat].Side), func(l leaf) bool {
			return slices.Contains(l.Units, o.Units[0])
		})
		if ofUnit {
			p.Emit("order.cancelled", "slot", st.Slot, "by", st.By)
		}
	}
}

// standing returns the simple orders in a standing order.
func (p *play) standing(text string, side int) []leaf {
	key := p.sideID(side) + " " + text
	if p.parsed[key] == nil {
		p.parsed[key] = p.b.readText(side, text)
	}
	return p.parsed[key].leaves()
}

// takeDirectives has units take the directives that are due, in order of dispatch (§H5).
func (p *play) takeDirectives() {
	for d := range couriers.Directives(p.s, p.s.Turn) {
		p.takeDirective(*d)
	}
}

// takeDirective has each unit or officer addressed by a directive take or ignore it. A unit named after both THEN and
// ELSE takes it once. Parts that took effect when the order was given (§H3) or were refused are still in the text, but
// have no addressee (§H5).
func (p *play) takeDirective(d Dispatch) {
	side := d.Side
	o := p.b.readText(side, d.Text)
	v := &view{b: p.b, seat: d.Sender, side: side}
	told := map[string]string{} // the outcome already emitted, by unit or officer and reason
	for _, l := range o.leaves() {
		for _, part := range v.partsOf(l) {
			if !slices.Contains(d.For, p.b.addressee(o, &part)) {
				continue
			}
			key, name, reason := "unit", "", p.ignoredBy(&d, &part)
			if u, ok := part.unit.Get(); ok {
				name = p.id(u)
			} else {
				key, name = "officer", p.b.Leaders[part.officer.Must()].ID
			}
			said := key + " " + name + " " + reason
			ref, again := told[said]
			switch {
			case again:
			case reason != "":
				told[said] = p.Emit("directive.ignored", "id", d.ID, key, name, "reason", reason)
			default:
				ref = p.Emit("directive.acted", "id", d.ID, key, name)
				told[said] = ref
			}
			if reason != "" {
				continue
			}
			p.Cause = ref
			p.take(choice{part: part, side: side, seat: d.Sender, taken: true, cause: ref}, o)
		}
	}
}

// ignoredBy returns the reason why a unit or officer ignores a directive, or "" (§H5).
func (p *play) ignoredBy(d *Dispatch, part *part) string {
	switch {
	case part.unit.Some() && (!p.s.Units[part.unit.Must()].field() || !d.ToZone.Is(p.s.zone(part.unit.Must()))),
		part.officer.Some() && (p.s.Officers[part.officer.Must()].Dead ||
			!d.ToZone.Is(p.s.Officers[part.officer.Must()].Zone)):
		return "gone"
	}
	seat := p.seatOf(d.Side, d.ToZone.Must())
	if seat == d.Sender || seat == p.b.chief[d.Side] {
		return ""
	}
	for i := range p.mails[seat] {
		for _, own := range p.mails[seat][i].parts {
			if own.unit == part.unit && own.officer == part.officer && slots[own.Verb] == slots[part.Verb] {
				return "own-order"
			}
		}
	}
	return ""
}

// source is the origin of an order.
type source uint8

const (
	fromNothing source = iota
	fromOrder          // this turn's, or a directive
	fromStanding
)

// choose returns the first order of a slot whose condition is true now: orders of this turn, then directives, then
// standing orders. It returns nil if no order applies; then officers stay, reserves do not shift, and a side goes first
// (section f, §D6).
func (p *play) choose(slot string, side int, unit, officer adjudicator.Index, zone int) (*choice, source) {
	for _, taken := range []bool{false, true} {
		for i := range p.choices {
			c := &p.choices[i]
			if c.taken == taken && c.side == side && c.unit == unit && c.officer == officer && slots[c.Verb] == slot &&
				p.applies(&c.leaf, side, zone) {
				return c, fromOrder
			}
		}
	}
	name := slot + " " + p.sideID(side)
	u, ofUnit := unit.Get()
	if ofUnit {
		name = slot + " " + p.id(u)
	}
	for i := range p.s.Standing {
		st := &p.s.Standing[i]
		if st.Slot != name {
			continue
		}
		for _, l := range p.standing(st.Text, side) {
			if slots[l.Verb] == slot && (!ofUnit || slices.Contains(l.Units, u)) && p.applies(&l, side, zone) {
				return &choice{part: part{leaf: l, unit: unit, officer: officer}, side: side}, fromStanding
			}
		}
	}
	return nil, fromNothing
}

// applies reports whether an order's condition is true now.
func (p *play) applies(l *leaf, side, zone int) bool {
	return p.s.allTrue(l.Conds, side, zone) != l.Negate
}

// ofUnit is choose for a unit's slot.
func (p *play) ofUnit(slot string, u int) (*choice, source) {
	return p.choose(slot, p.b.Units[u].Side, adjudicator.At(u), adjudicator.None, p.s.zone(u))
}

// ofSide is choose for a side's slot, judged from its commander's zone.
func (p *play) ofSide(slot string, side int) *choice {
	c, _ := p.choose(slot, side, adjudicator.None, adjudicator.None,
		p.s.Officers[p.b.Commands[p.b.chief[side]].Officer].Zone)
	return c
}

// dispatch sends a dispatch by runner. Over no distance it is delivered at once (§H4).
func (p *play) dispatch(seat, n int, kind courier.Kind, toSeat, toZone adjudicator.Index, whom []string, text string) {
	c := &p.b.Commands[seat]
	from, goal := p.s.Officers[c.Officer].Zone, p.zoneTo(toSeat, toZone)
	to := p.b.zoneName(c.Side, goal)
	if other, ok := toSeat.Get(); ok {
		to = p.b.Commands[other].ID
	}
	far := 0
	if p.b.Options.Runners {
		far = apart(from, goal)
	}
	d := couriers.Send(p, rules.Dispatch[int]{ID: courier.ID{Sender: c.ID, Turn: p.s.Turn, N: n}.String(),
		Kind: string(kind), From: c.ID, To: to, At: from, Text: text}, "zones", far, "for", whom)
	if far == 0 {
		couriers.HandOver(p, d, goal, nil, "step", "start")
	}
}
