package commandchaos

import (
	"fmt"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/courier"
	"galloper/adjudicator/rules"
	"galloper/orders"
)

// readOrders parses the orders and letters of one mail by the seat's knowledge (section f).
func readOrders(d rules.Desk[*Battle], items []orders.Item) adjudicator.Reading {
	b := d.Battle
	m := newMail(b.viewOf(b.seat(d.Seat), d.Turn, d.Known, d.Resigned))
	var reading adjudicator.Reading
	for i := range items {
		g := m.read(&items[i])
		if g.fault != nil {
			reading.Entries = append(reading.Entries, items[i].Refuse(g.fault))
			continue
		}
		e := items[i].Accept(g.text)
		if g.Verb != Letter {
			e.Means = language.Says(m.parser, g.Order)
		}
		if len(g.why) > 0 {
			e.Suffix = ", but " + strings.Join(g.why, "; ")
		}
		rules.Under(&e, m.odds(&g, &d.Desk)...)
		e.Rides = m.v.runTo(&g)
		reading.Entries = append(reading.Entries, e)
	}
	if !m.v.setup {
		reading.Trailer = []string{"no orders: " + m.silentUnits()}
	}
	return reading
}

// mail is one mail, or one seat's orders of a turn, while it is parsed.
type mail struct {
	v         *seatView
	parser    *parser
	ordered   map[string]bool // slots with an unconditional order
	written   map[int]bool    // units with an order to move or shift
	discards  []int
	discarded int
}

func newMail(v *seatView) *mail {
	return &mail{v: v, parser: newParser(v.b, v.side, v.me()), ordered: map[string]bool{}, written: map[int]bool{},
		discards: make([]int, len(v.Sides[v.side].Hand))}
}

type given struct {
	*Order
	text  string // canonical; for a letter, without its text
	parts []part
	why   []string // reasons after `accepted, but`
	fault *orders.Refusal

	culprit adjudicator.Index // the unit that caused the refusal
}

// part is the part of an order for one unit, officer, zone or side, and its route.
type part struct {
	leaf
	unit    adjudicator.Index
	officer adjudicator.Index
	route
}

// read parses one order of the mail.
func (m *mail) read(it *orders.Item) given {
	if it.Letter != nil {
		return m.letter(it)
	}
	o, r := m.parser.read(it)
	g := given{Order: o, fault: r.Verdict()}
	if g.fault != nil {
		return g
	}
	if i, ok := g.To.Lieutenant.Get(); ok {
		g.To.Index = adjudicator.At(m.v.Officers[i].Zone)
	}
	g.text = m.v.b.text(m.v.side, g.Order)
	m.judge(&g)
	if g.fault != nil && g.fault.Line == 0 {
		w := m.culprit(r, &g, it)
		g.fault.Line, g.fault.Col, g.fault.Word = w.Line, w.Col, w.Text
	}
	return g
}

func newParser(b *Battle, side, self int) *parser {
	k := &parser{b: b, side: side, self: self, where: map[adjudicator.Index]orders.Word{}}
	k.mail = language.Mail(k, 0)
	return k
}

// read parses an order and checks the words before its verb.
func (k *parser) read(it *orders.Item) (*Order, *reader) {
	clear(k.where)
	k.cards = k.cards[:0]
	o, r := k.mail.Read(it)
	if o == nil {
		return nil, r
	}
	first := it.Scan().Peek()
	directive := first.Fold == "TO"
	if directive && it.Standing {
		r.Forbid(first, noStanding, "TO zone: STANDING order")
	}
	if o.Standing && !o.mayStand() {
		r.Forbid(first, noStanding, "STANDING with ADVANCE, BACK, HOLD, CHARGE, FLANK, REACT, STRIKE, INITIATIVE, CARDS, "+
			"ZONES, or IF with these")
	}
	if directive && !o.directed() {
		r.Forbid(first, unknownOrder, "an order for units or officers after TO")
	}
	return o, r
}

// mayStand reports whether the order can be STANDING.
func (o *Order) mayStand() bool {
	for _, l := range o.leaves() {
		if !slices.Contains(canStand, l.Verb) {
			return false
		}
	}
	return true
}

// directed reports whether the order is for units or officers and may go as a directive. PASS and WAIT may follow TO as
// well, although they need no runner; for a lieutenant's zone they are refused in either form (§H2, §H3).
func (o *Order) directed() bool {
	for _, l := range o.leaves() {
		if l.Verb == Pass || l.Verb == Wait {
			continue
		}
		if len(l.Units) == 0 && l.Officer.None() || l.Verb == Place || l.Verb == Chit || l.Verb == Cancel {
			return false
		}
	}
	return true
}

// culprit returns the word that the refusal of a well-formed order points to: the unit, the card too many, or else the
// first name in it, or its verb.
func (m *mail) culprit(r *reader, g *given, it *orders.Item) orders.Word {
	if w, ok := r.Desk.where[g.culprit]; ok {
		return w
	}
	if g.fault.Reason == tooMany || g.fault.Reason == notHeld {
		return r.Desk.cards[m.overdrawn(g.Cards)]
	}
	if r.First.Text == "" && len(it.Words) > 0 {
		return it.Words[0]
	}
	return r.First
}

// overdrawn returns the index of the first discarded card that exceeds the limit or is not in the hand.
func (m *mail) overdrawn(cards []int) int {
	count := slices.Clone(m.discards)
	for i, c := range cards {
		if count[c]++; m.discarded+i+1 > mostDiscards || count[c] > m.v.Sides[m.v.side].Hand[c] {
			return i
		}
	}
	return 0
}

// letter parses the addressees of a letter (§H6).
func (m *mail) letter(it *orders.Item) given {
	g := given{Order: newOrder(Letter)}
	r := language.Reader(m.parser, it.Letter.To)
	var ids []string
	if r.Done() {
		r.Refuse(r.Here(), incomplete, "a seat of your side")
	}
	ours := m.v.b.words.seats[m.v.side]
	for _, to := range r.Addressees(ours, m.v.b.words.seats[1-m.v.side]) {
		if to.Set != ours {
			r.Forbid(to.At, notOurSide, "a seat of your own side")
		}
		g.Seats, ids = append(g.Seats, m.v.b.seat(to.ID)), append(ids, to.ID)
	}
	if !r.Done() {
		r.Refuse(r.Here(), incomplete, "a colon and the letter's text")
	}
	if m.v.Officers[m.v.me()].Dead && m.v.b.Leaders[m.v.me()].Lieutenant {
		r.Forbid(orders.Word{}, officerDead, "a living lieutenant; a successor comes in the turn after next")
	}
	if m.v.setup {
		r.Forbid(orders.Word{}, setupTurn, "PLACE or CHIT in the setup turn")
	}
	g.Text, g.text, g.fault = it.Letter.Text, "LETTER TO "+strings.Join(ids, ", "), r.Verdict()
	for _, seat := range g.Seats {
		o := m.v.b.Commands[seat].Officer
		if d := zoneDistance(m.v.Officers[m.v.me()].Zone, m.v.Officers[o].Zone); m.v.b.Options.Runners && d > 0 {
			g.why = append(g.why, fmt.Sprintf("by runner, %s, in the report of turn %d",
				zonesText(d), courier.Expect(m.v.Turn, d).Arrives))
		}
	}
	return g
}

func zonesText(d int) string {
	if d == 1 {
		return "1 zone"
	}
	return fmt.Sprintf("%d zones", d)
}

// judge refuses well-formed orders that are not allowed, and finds the addressees. It drops refused parts, so that one
// branch of an IF can stand without the other. If no part is left, the order is refused.
func (m *mail) judge(g *given) {
	if reason := m.v.wholeReason(g.Order); reason != "" {
		g.fault = language.Refused(reason)
		return
	}
	var refused []string
	worst := ""
	for _, l := range g.leaves() {
		for _, p := range m.v.partsOf(l) {
			r, reason := m.v.reasonOf(g.Order, &p)
			if reason == "" && r.direct && !g.Standing {
				reason = m.takenReason(&p)
			}
			if reason == "" {
				p.route = r
				g.parts = append(g.parts, p)
				continue
			}
			if worst == "" || language.Before(reason, worst) {
				worst, g.culprit = reason, p.unit
			}
			refused = append(refused, g.branch(l)+m.v.partName(&p)+" "+reason)
		}
	}
	if len(g.parts) == 0 {
		g.fault = language.Refused(worst)
		return
	}
	g.why = append(refused, m.v.journeys(g)...)
	m.note(g)
}

// branch returns the keyword of a leaf's branch for messages, or "" if the order has no IF.
func (g *given) branch(l leaf) string {
	switch {
	case g.Verb != If:
		return ""
	case l.Negate:
		return "ELSE "
	}
	return "THEN "
}

// note records the slots, cards and moves that the order uses.
func (m *mail) note(g *given) {
	if g.Verb == Discard {
		for _, c := range g.Cards {
			m.discards[c]++
			m.discarded++
		}
	}
	for i := range g.parts {
		p := &g.parts[i]
		if slot := slots[p.Verb]; p.direct && (slot == "move" || slot == "shift") {
			m.written[p.unit.Must()] = true
		}
		if g.Verb != If && p.direct && !g.Standing {
			if slot := m.v.b.slot(p); slot != "" {
				m.ordered[slot] = true
			}
		}
	}
}

// slot returns the slot that a part fills, or "" if orders of its kind are cumulative.
func (b *Battle) slot(p *part) string {
	switch {
	case p.Verb == Wait:
		return fmt.Sprint("wait ", p.Zones[0])
	case slots[p.Verb] == "" || p.Verb == PlayCard:
		return ""
	case p.officer.Some():
		return slots[p.Verb] + " " + b.Leaders[p.officer.Must()].ID
	case p.unit.Some():
		return slots[p.Verb] + " " + b.Units[p.unit.Must()].ID
	}
	return slots[p.Verb]
}

// takenReason refuses a second order of a slot, and cards that are not in the hand.
func (m *mail) takenReason(p *part) string {
	if slot := m.v.b.slot(p); slot != "" && m.ordered[slot] {
		return alreadyOrdered
	}
	if p.Verb != Discard {
		return ""
	}
	if m.discarded+len(p.Cards) > mostDiscards {
		return tooMany
	}
	count := slices.Clone(m.discards)
	for _, c := range p.Cards {
		if count[c]++; count[c] > m.v.Sides[m.v.side].Hand[c] {
			return notHeld
		}
	}
	return ""
}

// silentUnits returns the units under the seat's direct orders that are not engaged and have no order to move or shift
// now and no standing move order.
func (m *mail) silentUnits() string {
	var ids []string
	for u := range m.v.b.Units {
		k := &m.v.Units[u]
		if !k.field() || len(k.Engaged) > 0 || m.v.standingFor(u) != "" || m.written[u] {
			continue
		}
		if r, reason := m.v.routeTo(m.v.zone(u), false); reason == "" && r.direct {
			ids = append(ids, m.v.b.Units[u].ID)
		}
	}
	return rules.OrNone(strings.Join(ids, ", "))
}

// partsOf returns the parts of a simple order, one for each unit, officer, zone or side.
func (v *seatView) partsOf(l leaf) []part {
	switch {
	case l.Verb == Ride || l.Verb == Attach || l.Verb == Detach:
		return []part{{leaf: l, officer: l.Officer}}
	case len(l.Units) == 0:
		return []part{{leaf: l, route: route{direct: true}}}
	}
	var list []part
	for _, u := range l.Units {
		list = append(list, part{leaf: l, unit: adjudicator.At(u)})
	}
	return list
}

func (v *seatView) partName(p *part) string {
	switch {
	case p.unit.Some():
		return v.b.Units[p.unit.Must()].ID
	case p.officer.Some():
		return v.b.Leaders[p.officer.Must()].ID
	}
	return strings.ToLower(string(p.Verb))
}

// journeys returns the WHYs of an accepted order that is not carried out at once, or not as written (§H2, §H3, §H5).
func (v *seatView) journeys(g *given) []string {
	var why []string
	for _, l := range g.leaves() {
		if l.Verb == PlayCard && !slices.ContainsFunc(l.Cards, func(c int) bool { return v.Sides[v.side].Hand[c] > 0 }) {
			why = append(why, "not in hand now")
			break
		}
	}
	var zones []int
	for i := range g.parts {
		if p := &g.parts[i]; !p.direct {
			zones = rules.With(zones, p.zone)
		}
	}
	mixed := len(zones) > 1 || len(zones) == 1 && slices.ContainsFunc(g.parts, func(p part) bool { return p.direct })
	for _, z := range zones {
		text := ""
		if mixed {
			text = v.b.zoneName(v.side, z) + " "
		}
		d := v.ride(z)
		if d > 0 {
			e := courier.Expect(v.Turn, d)
			text += courier.ActedOn("runner", zonesText(d), e.Acts) + e.TooLate(v.b.LastTurn())
		} else {
			text += fmt.Sprintf("as a directive, acted on in turn %d", v.Turn)
		}
		why = append(why, text)
	}
	return why
}

// runTo returns the officers that the order's runners ride to.
func (v *seatView) runTo(g *given) (ids []string) {
	var officers []int
	for i := range g.parts {
		if p := &g.parts[i]; !p.direct && v.ride(p.zone) > 0 {
			if o := v.lieutenantOf(p.zone); o >= 0 {
				officers = rules.With(officers, o)
			}
		}
	}
	for _, o := range officers {
		ids = append(ids, v.b.Leaders[o].ID)
	}
	for _, seat := range g.Seats {
		if o := v.b.Commands[seat].Officer; v.ride(v.Officers[o].Zone) > 0 {
			ids = append(ids, v.b.Leaders[o].ID)
		}
	}
	return ids
}

// ride returns how many zones a runner of the seat must cross.
func (v *seatView) ride(zone int) int {
	if !v.b.Options.Runners {
		return 0
	}
	return zoneDistance(v.Officers[v.me()].Zone, zone)
}

// readMails parses a seat's canonical lines again, by the seat's knowledge at the start of the turn. A line that is
// refused now lapses. That can happen after the umpire has changed the state or added a line for the same slot.
func (b *Battle) readMails(s *State, seat int, lines, resigned []string) []given {
	m := newMail(b.viewOf(seat, s.Turn, &s.Memories[seat], resigned))
	var list []given
	for _, line := range lines {
		it := language.Item(line)
		g := m.read(&it)
		if g.fault == nil {
			list = append(list, g)
		} else {
			list = append(list, given{Order: newOrder("")})
		}
	}
	return list
}

// text returns the order in canonical form. PASS and WAIT have no addressee.
func (b *Battle) text(side int, o *Order) string {
	if o.Verb == Pass || o.Verb == Wait {
		plain := *o
		plain.To = Addressee{}
		o = &plain
	}
	return language.Text(&parser{b: b, side: side}, o)
}

// readText parses a canonical order of a side without checking which seat may give it.
func (b *Battle) readText(side int, text string) *Order {
	return language.Recorded(newParser(b, side, -1), text)
}
