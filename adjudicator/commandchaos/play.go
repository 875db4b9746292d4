package commandchaos

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/courier"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// play is a turn being adjudicated, with its battle and state. It lasts for all phases of one turn: the parsed orders,
// targets and cards belong to that turn.
type play struct {
	*rules.Play[*Battle, State]
	b *Battle
	s *State

	mails   [][]given
	choices []choice
	parsed  map[string]*Order // standing orders, by text
	zones   [2]zonePlan

	target  []adjudicator.Index // by unit: its target (§K1)
	joins   []adjudicator.Index // by unit: the enemy whose melee it joined (§K4)
	aimedAt []bool              // by unit: an enemy has it as target
	hurt    []bool              // by unit: took a hit in a knot this turn (§O5)
	knotted []bool              // by unit: was in a knot
	lines   [2][]cardLine
	gone    [][]int // by seat: units that it saw leave the field
}

func newPlay(turn *rules.Play[*Battle, State]) *play {
	p := &play{Play: turn, b: turn.Battle, s: turn.State(), parsed: map[string]*Order{}}
	n := len(p.b.Units)
	p.target, p.joins = make([]adjudicator.Index, n), make([]adjudicator.Index, n)
	p.aimedAt, p.hurt, p.knotted = make([]bool, n), make([]bool, n), make([]bool, n)
	p.gone = make([][]int, len(p.b.Commands)+1)
	return p
}

// playing reports whether the battle goes on: it is not the setup turn and not over.
func (p *play) playing() bool { return p.s.Status == "playing" && !p.deploying() }

// deploying reports whether this is the setup turn (§S9).
func (p *play) deploying() bool { return p.b.Options.Setup == "players" && p.s.Turn == 1 }

func (p *play) id(u int) string { return p.b.Units[u].ID }

func (p *play) sideID(side int) string { return p.b.Sides[side].ID }

// board returns the units on the field in the first player's board order.
func (p *play) board() []int { return p.s.boardOrder(p.s.First.Or(0)) }

// announce makes a unit's quality public, once (§K3).
func (p *play) announce(u int) {
	if !p.s.Units[u].Known {
		p.Emit("unit.known", "unit", p.id(u), "veteran", p.s.Units[u].Veteran)
	}
}

func (p *play) hit(clause string, u, hits int, cause string) {
	if hits > 0 {
		p.EmitBy(clause, "morale.hit", "unit", p.id(u), "hits", hits, "total", p.s.Units[u].Hits+hits, "cause", cause)
	}
}

// rollNeeded returns the die roll needed to hit the unit (§K5).
func (p *play) rollNeeded(u int) int {
	if p.s.Units[u].Veteran {
		return p.b.Tables.Need[1]
	}
	return p.b.Tables.Need[0]
}

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
				p.dispatch(seat, n, courier.Directive, adjudicator.None, adjudicator.At(zone), g.addressees(p.b, zone),
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

func (g *given) forZone(zone int) *Order {
	o := g.restrictTo(func(unit, officer adjudicator.Index) bool {
		return slices.ContainsFunc(g.parts, func(p part) bool {
			return !p.direct && p.zone == zone && p.unit == unit && p.officer == officer
		})
	})
	c := *o
	c.To = Addressee{}
	return &c
}

// addressees returns the addressees of the directive to one zone, with the branch of an IF. The directive may name
// other units too, in a branch that is there only to make the other one complete.
func (g *given) addressees(b *Battle, zone int) []string {
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
		o = whole.restrictTo(func(unit, _ adjudicator.Index) bool { return unit == c.unit })
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
	v := &seatView{State: p.s, seat: d.Sender, side: side}
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

func (p *play) ofUnit(slot string, u int) (*choice, source) {
	return p.choose(slot, p.b.Units[u].Side, adjudicator.At(u), adjudicator.None, p.s.zone(u))
}

// ofSide is choose for a side's slot, judged from its commander's zone.
func (p *play) ofSide(slot string, side int) *choice {
	c, _ := p.choose(slot, side, adjudicator.None, adjudicator.None,
		p.s.Officers[p.b.Commands[p.b.chief[side]].Officer].Zone)
	return c
}

// dispatch sends a dispatch by runner. It is delivered at once if the distance is zero (§H4).
func (p *play) dispatch(seat, n int, kind courier.Kind, toSeat, toZone adjudicator.Index, whom []string, text string) {
	c := &p.b.Commands[seat]
	from, goal := p.s.Officers[c.Officer].Zone, p.zoneTo(toSeat, toZone)
	to := p.b.zoneName(c.Side, goal)
	if other, ok := toSeat.Get(); ok {
		to = p.b.Commands[other].ID
	}
	far := 0
	if p.b.Options.Runners {
		far = zoneDistance(from, goal)
	}
	d := couriers.Send(p, rules.Dispatch[int]{ID: courier.ID{Sender: c.ID, Turn: p.s.Turn, N: n}.String(),
		Kind: string(kind), From: c.ID, To: to, At: from, Text: text}, "zones", far, "for", whom)
	if far == 0 {
		couriers.HandOver(p, d, goal, nil, "step", "start")
	}
}

// sealed reports whether a die determines a hidden hand (section j).
func sealed(name string) bool { return strings.HasPrefix(name, "cards/") }

// rollInitiative rolls for the first player, and again after a tie. All throws are recorded; `rolls` has the deciding
// ones (§I1).
func (p *play) rollInitiative() {
	var dice []events.Die
	for {
		var rolls []string
		for side := range p.b.Sides {
			d := p.Dice.Next("initiative/roll/"+p.sideID(side), 6)
			dice = append(dice, d)
			rolls = append(rolls, p.sideID(side)+":"+strconv.Itoa(d.Value))
		}
		one, other := dice[len(dice)-2].Value, dice[len(dice)-1].Value
		if one == other {
			continue
		}
		first := 0
		if other > one {
			first = 1
		}
		p.Emit("initiative.rolled", "first", p.sideID(first), "rolls", rolls)
		return
	}
}

// mostDiscards limits the cards that a side may exchange each turn (§I2).
const mostDiscards = 2

// exchangeCards discards the cards that each side wants to exchange, and refills the hand (§I2).
func (p *play) exchangeCards() {
	for _, side := range p.bySide() {
		var gave []int
		left := append([]int(nil), p.s.Sides[side].Hand...)
		for i := range p.choices {
			c := &p.choices[i]
			if c.side != side || c.Verb != Discard {
				continue
			}
			for _, card := range c.Cards {
				if left[card] > 0 && len(gave) < mostDiscards {
					left[card]--
					gave = append(gave, card)
				}
			}
		}
		p.fillHand(side, "start", gave)
	}
}

// bySide returns the sides, the first player's first.
func (p *play) bySide() [2]int {
	if p.s.First.Is(1) {
		return [2]int{1, 0}
	}
	return [2]int{0, 1}
}

// handSize returns the full size of the side's hand (§P3, §O6).
func (p *play) handSize(side int) int {
	n := p.b.Options.Hand
	if p.s.Officers[p.b.Commands[p.b.chief[side]].Officer].Dead {
		n = min(n, p.b.Options.DeadHand)
	}
	return n
}

// fillHand discards cards and draws until the hand is full. Cards are drawn at random from the pile in deck table
// order; an empty pile is refilled from the discard pile (§I2, §I3, §P3).
func (p *play) fillHand(side int, step string, gave []int) {
	s := &p.s.Sides[side]
	pile, discards := slices.Clone(s.Pile), slices.Clone(s.Discards)
	for _, c := range gave {
		discards[c]++
	}
	var got []int
	name := "cards/draw/" + p.sideID(side)
	if step == "deal" {
		name = "cards/deal/" + p.sideID(side)
	}
	for held := s.Hand.Count() - len(gave); held < p.handSize(side); held++ {
		if pile.Count() == 0 {
			pile, discards = discards, nil
		}
		if pile.Count() == 0 {
			break
		}
		c, _ := pile.Draw(p.Dice, p.Dice.Numbered(name))
		got = append(got, c)
	}
	if len(gave)+len(got) == 0 {
		return
	}
	clause := map[string]string{"deal": "I3", "start": "I2", "end": "P3"}[step]
	p.EmitBy(clause, "hand.changed", "side", p.sideID(side), "step", step, "discarded", len(gave), "drawn", len(got),
		"gave", p.cardIDs(gave), "got", p.cardIDs(got))
}

func (p *play) cardIDs(cards []int) []string {
	return rules.Texts(cards, func(c int) string { return p.b.Tables.Cards[c].ID })
}

// unfogged reports whether every seat sees every die that is not sealed. Only the captors see the dice of a runner.
func unfogged(b *Battle) bool { return !b.Options.Fog && !b.Options.Runners }

// pendingSeats returns the seats that a turn waits for: the commanders, dead or alive, and the living lieutenants.
func pendingSeats(b *Battle, before *State, _ int) (a adjudicator.Awaited) {
	for seat := range b.Commands {
		c := &b.Commands[seat]
		if b.chief[c.Side] == seat || !before.Officers[c.Officer].Dead {
			a.Seats = append(a.Seats, c.ID)
		}
	}
	return a
}

// seatOf returns the seat that commands a zone of the side: that of a living lieutenant there, else the commander's. A
// lieutenant's seat that resigned has handed its zone to the commander (§H1).
func (p *play) seatOf(side, zone int) int {
	for i := range p.b.Commands {
		c := &p.b.Commands[i]
		if o := &p.s.Officers[c.Officer]; c.Side == side && p.b.Leaders[c.Officer].Lieutenant && !o.Dead &&
			o.Zone == zone && !p.HasResigned(c.ID) {
			return i
		}
	}
	return p.b.chief[side]
}

// judgeResigned ends the game if a commander's seat has resigned: the other side wins. If both have, the losses decide
// (section l, §E2).
func (p *play) judgeResigned() {
	chief := func(side int) string { return p.b.Commands[p.b.chief[side]].ID }
	if winner, over := p.GivenUp([2]string{chief(0), chief(1)}); winner.Some() {
		p.end("E1", winner.Must(), "resigned")
	} else if over {
		p.end("E2", p.leadingSide(), "resigned")
	}
}

// checkInvariants reports violations of the invariants that hold at the end of a turn.
func checkInvariants(s *State, bad rules.Bad) {
	for u := range s.Units {
		m, id := &s.Units[u], s.b.Units[u].ID
		line := s.b.Units[u].line()
		if m.field() && (!s.b.passable(m.At) || line && m.Hits >= m.Max && s.Status != "over") || m.Stamina < 0 {
			bad("%s at %s with %d hits of %d, stamina %d", id, m.At, m.Hits, m.Max, m.Stamina)
		}
		for _, e := range m.Engaged {
			if !slices.Contains(s.Units[e].Engaged, u) || s.b.Units[e].Side == s.b.Units[u].Side ||
				!m.field() && s.Status != "over" {
				bad("%s is engaged with %s", id, s.b.Units[e].ID)
			}
		}
		for v := range u {
			if m.field() && s.Units[v].field() && m.At == s.Units[v].At && (s.b.Units[v].Side != s.b.Units[u].Side ||
				line && s.b.Units[v].line()) {
				bad("%s and %s share %s", id, s.b.Units[v].ID, m.At)
			}
		}
	}
	for i := range s.Sides {
		side := &s.Sides[i]
		placed := rules.Count(s.Units, func(u int) bool { return s.Units[u].Card.Some() && s.b.Units[u].Side == i })
		if n := side.Hand.Count() + side.Pile.Count() + side.Discards.Count() + placed; n != s.b.Sides[i].Deck.Count() {
			bad("%s has %d cards", s.b.Sides[i].ID, n)
		}
	}
	for i, o := range s.Officers {
		if o.Unit.Some() && (o.Dead || !s.Units[o.Unit.Must()].field() || s.zone(o.Unit.Must()) != o.Zone) {
			bad("%s is with %s", s.b.Leaders[i].ID, s.b.unitName(o.Unit))
		}
	}
}

// reckon says how the battle would be decided now, as far as a seat knows.
//
// §E1 to §E3
func reckon(d rules.Desk[*Battle], _ []events.Outcome) (r events.Reckoning) {
	b := d.Battle
	r.Outweighs = 5
	for side := range b.Sides {
		r.Armies[side] = events.Army{Side: b.Sides[side].ID, Limits: []events.Limit{{Part: "unit"}}}
	}
	of := [2]int{}
	for u := range b.Units {
		if c := &b.Units[u]; c.line() || b.Victory.All {
			limit := &r.Armies[c.Side].Limits[0]
			of[c.Side]++
			if _, _, gone := d.Known.Fact(sightGone, c.ID); gone {
				limit.Gone++
			} else if !wasSeenNow(d, c.ID) {
				limit.Least = true
			}
		}
	}
	for side := range of {
		r.Armies[side].Limits[0].At = b.Victory.Share*of[side]/100 + 1
	}
	return r
}

// wasSeenNow reports whether the seat was told of a unit in the latest turn.
func wasSeenNow(d rules.Desk[*Battle], id string) bool {
	for _, kind := range [2]string{sightOwn, sightEnemy} {
		if _, turn, ok := d.Known.Fact(kind, id); ok && turn == d.Turn {
			return true
		}
	}
	return false
}
