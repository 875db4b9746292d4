package activationchits

import (
	"fmt"
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/courier"
	"galloper/adjudicator/rules"
	"galloper/events"
	"galloper/orders"
)

// nameable returns the seat's own units and leader, and the other names that it knows and may begin an order with.
func nameable(d rules.Desk[*Battle]) (own, others *orders.Names) {
	v := newSeatView(d)
	return v.b.own[v.seat], v.b.others[v.seat].Only(v.knows)
}

// readPlan reads the orders and letters of one mail with the seat's knowledge (section f).
func readPlan(d rules.Desk[*Battle], items []orders.Item) adjudicator.Reading {
	v := newSeatView(d)
	k := &parser{speech: v.b.all.knowing(v.knows), seat: v.seat, gone: v.isGone, vacant: v.vacant,
		bereaved: v.hasNoSender()}
	var reading adjudicator.Reading
	planned, ended := map[string]bool{}, map[string]bool{}
	for i := range items {
		for _, o := range k.item(&items[i]) {
			if o.Refusal != nil {
				reading.Entries = append(reading.Entries, items[i].Refuse(o.Refusal))
				continue
			}
			e := items[i].Accept(o.Canonical)
			e.Means, e.Notes = o.Means, v.warnings(&o)
			e.Suffix = v.suffix(&o)
			if (o.Kind == orderDirective || o.Kind == orderLetter) && v.courierFor(&o) {
				e.Rides = []string{v.b.Posts[o.To].Leader}
			}
			if o.Kind == orderEntry || o.Kind == orderStanding {
				planned[v.b.subjectID(o.Entry)] = true
			}
			if o.Kind == orderEnds {
				ended[endedName(v.b, o.Entry)] = true
			}
			reading.Entries = append(reading.Entries, e)
		}
	}
	reading.Trailer = []string{"no orders: " + v.idleUnits(planned, ended)}
	return reading
}

// endedName returns the ID whose standing entries end, or "" for all.
func endedName(b *Battle, e *Entry) string {
	if e == nil {
		return ""
	}
	return b.subjectID(e)
}

// seatView is a seat's knowledge while its mail is read.
type seatView struct {
	desk   rules.Desk[*Battle]
	b      *Battle
	seat   int
	troops *State // cache of known
}

func newSeatView(d rules.Desk[*Battle]) *seatView {
	return &seatView{desk: d, b: d.Battle, seat: d.Battle.seatIDs.Must(d.Seat)}
}

// latest returns the latest fact about a unit or leader, of any kind.
func (v *seatView) latest(id string) (*events.Outcome, bool) {
	for _, kind := range []string{"sight.own", "sight.friend", "sight.enemy", "sight.leader"} {
		if o, _, ok := v.desk.Fact(kind, id); ok {
			return o, true
		}
	}
	return nil, false
}

// knows reports whether the seat knows of the unit or leader: any of its own side, and enemies that it has seen (§W4).
func (v *seatView) knows(id string) bool {
	side := v.b.Posts[v.seat].Side
	if u, ok := v.b.unitIDs.Find(id).Get(); ok && v.b.Units[u].Side == side {
		return true
	}
	if l, ok := v.b.leaderIDs.Find(id).Get(); ok && v.b.Posts[l].Side == side {
		return true
	}
	_, ok := v.latest(id)
	return ok
}

// isGone reports whether the seat knows that a unit is lost or a leader is off the board.
func (v *seatView) isGone(id string) bool {
	o, ok := v.latest(id)
	return ok && (o.Get("lost") == "yes" || o.Get("status") == away || o.Get("status") == eliminated)
}

// vacant reports whether the seat knows of no enemy in a hex (§M5b).
func (v *seatView) vacant(hex int) bool {
	side := v.b.Posts[v.seat].Side
	return !slices.ContainsFunc(v.b.Units, func(u Troop) bool {
		return u.Side != side && v.knows(u.ID) && !v.isGone(u.ID) && v.hex(u.ID) == hex
	}) && !slices.ContainsFunc(v.b.Posts, func(p Post) bool {
		return p.Side != side && v.knows(p.Leader) && !v.isGone(p.Leader) && v.hex(p.Leader) == hex
	})
}

// hex returns the last known position of a unit or leader.
func (v *seatView) hex(id string) int {
	if o, ok := v.latest(id); ok {
		return v.b.hexAt(o.Get("hex"))
	}
	if u, ok := v.b.unitIDs.Find(id).Get(); ok {
		return v.b.Units[u].At
	}
	return v.b.Posts[v.b.leaderIDs.Must(id)].At
}

// stand returns the hex where the seat's couriers leave and arrive (§Q3).
func (v *seatView) stand(seat int) int { return v.knownState().stands(seat) }

func (v *seatView) hasNoSender() bool { return v.stand(v.seat) == nowhere }

// suffix returns the remark after `accepted`.
func (v *seatView) suffix(o *order) string {
	switch o.Kind {
	case orderEntry, orderStanding:
		if why := v.whyNot(o.Entry); why != "" {
			return ", but " + why
		}
	case orderDirective, orderLetter:
		return v.estimate(o)
	case orderReact:
		if o.But != "" {
			return ", but " + o.But
		}
	}
	return ""
}

// courierFor reports whether a directive or letter needs a courier.
func (v *seatView) courierFor(o *order) bool {
	from, to := v.stand(v.seat), v.stand(o.To)
	return v.b.Options.Couriers && !(o.Kind == orderLetter && v.b.Options.Letters == "immediate") &&
		from != nowhere && to != nowhere && v.b.distance(from, to) > 1
}

// estimate describes the expected ride of a courier (§Q5, §Q7).
func (v *seatView) estimate(o *order) string {
	from, to := v.stand(v.seat), v.stand(o.To)
	if from == nowhere || to == nowhere {
		return ""
	}
	d, turn := v.b.distance(from, to), v.desk.Turn
	e := courier.Estimate{Arrives: turn, Acts: turn}
	if v.courierFor(o) {
		e = courier.Expect(turn, courier.Rides(d, v.b.Options.Pace))
	}
	text := fmt.Sprintf(", ride %d hexes, arrives turn %d", d, e.Arrives)
	if o.Kind == orderDirective {
		text += fmt.Sprintf(", acted on turn %d", e.Acts) + e.TooLate(v.b.LastTurn())
	}
	return text
}

// warned explains the reasons why an entry cannot work now.
var warned = map[string]string{
	reasonOutOfCommand: "No leader of your side is near enough to give it an order, so it will not act until one is.",
	reasonNotSeen:      "It cannot see its target from where it stands. Unless that changes before it acts it will do nothing.",
	reasonInSquare:     "It is in square, and can do no such thing until it leaves it: LEAVE SQUARE.",
	reasonBroken:       "It is broken, and will do no such thing until it has rallied: RALLY.",
}

// warnings returns sentences about an order: the reason why it cannot work now, or else the roll that it needs.
func (v *seatView) warnings(o *order) []string {
	if o.Kind != orderEntry && o.Kind != orderStanding {
		return nil
	}
	if text := warned[v.whyNot(o.Entry)]; text != "" {
		return []string{text}
	}
	if u, ok := o.Entry.Unit.Get(); ok && o.Entry.Actions[0].Verb != Hold {
		if text := v.odds(u).String(); text != "" {
			return []string{text}
		}
	}
	return nil
}

// whyNot returns the reason why an entry cannot work now, as far as the seat knows, or "".
func (v *seatView) whyNot(e *Entry) string {
	a := &e.Actions[0]
	id := v.b.subjectID(e)
	o, ok := v.latest(id)
	if !ok {
		return ""
	}
	if e.Unit.Some() && a.Verb != Hold && v.outOfCommand(e.Unit.Must()) {
		return reasonOutOfCommand
	}
	if e.Unit.Some() && v.isUnseen(id, &a.Target) {
		return reasonNotSeen
	}
	square := o.Get("square") == "yes"
	if e.Leader.Some() {
		if with, ok := v.latest(o.Get("with")); ok {
			square = with.Get("square") == "yes"
		}
	}
	if square && slices.Contains([]Verb{Move, Towards, Turn, Attach}, a.Verb) {
		return reasonInSquare
	}
	if e.Unit.Some() && o.Get("morale") == Broken.String() && (slices.Contains([]Verb{Attack, Fire, Towards}, a.Verb) ||
		a.Shoot) {
		return reasonBroken
	}
	return ""
}

// isUnseen reports whether the unit itself cannot see the target now. Being in view of another eye of the seat
// is not enough (§F1, §G8).
func (v *seatView) isUnseen(unit string, t *Target) bool {
	from := v.hex(unit)
	sees := func(id string) bool { return v.inView(id) && v.b.inSight(from, v.hex(id)) }
	switch {
	case t.Nearest:
		side := v.b.Posts[v.seat].Side
		return !slices.ContainsFunc(v.b.Units, func(u Troop) bool { return u.Side != side && sees(u.ID) })
	case t.Unit.Some():
		return !sees(v.b.Units[t.Unit.Must()].ID)
	case t.Leader.Some():
		return !sees(v.b.Posts[t.Leader.Must()].Leader)
	}
	return t.Hex.Some() && !v.b.inSight(from, t.Hex.Must())
}

// outOfCommand reports whether the unit is too far from all leaders of its side to be activated (§8).
func (v *seatView) outOfCommand(unit int) bool {
	return v.knownState().Units[unit].Hex == nowhere || !v.knownState().inReach(unit)
}

// inView reports whether the seat sees the enemy now.
func (v *seatView) inView(id string) bool {
	o, ok := v.latest(id)
	return ok && o.Get("seen") == "" && o.Get("hex") != "-"
}

// idleUnits lists the seat's units on the board without a fresh or standing entry.
func (v *seatView) idleUnits(planned, ended map[string]bool) string {
	return v.b.unitIDs.Those(func(i int) bool {
		id := v.b.Units[i].ID
		o, ok := v.latest(id)
		stands := ok && o.Get("standing") == "yes" && !ended[id] && !ended[""]
		return v.b.Units[i].Seat == v.seat && !v.isGone(id) && !planned[id] && !stands
	})
}

// odds returns the activation roll that a unit needs at its current position, as far as its seat knows. The
// seat does not know the modifier for a late unit (§6) (§5, §6).
func (v *seatView) odds(unit int) rules.Odds {
	s := v.knownState()
	if _, told := v.latest(v.b.Units[unit].ID); !told || s.Units[unit].Hex == nowhere {
		return rules.Odds{}
	}
	number, _, ok := s.number(unit)
	if !ok {
		return rules.Odds{}
	}
	drm := s.drm(unit)
	odds := rules.Odds{Does: fmt.Sprintf("%s acts on %d or less", v.b.Units[unit].ID, number-drm),
		Comes: rules.Ways(2, 6, func(rolled []events.Die) bool {
			result, _ := judgeRoll(rolled, number-drm)
			return result == resultPassed || result == resultFree
		})}
	if drm > 0 {
		odds.Of = fmt.Sprintf("%d, less %d against it", number, drm)
	}
	return odds
}

// knownState returns a state with the seat's knowledge of its side's units and leaders. It serves only for
// calculations that depend on nothing else.
func (v *seatView) knownState() *State {
	if v.troops != nil {
		return v.troops
	}
	side := v.b.Posts[v.seat].Side
	s := &State{b: v.b, UnitAt: make([]adjudicator.Index, len(v.b.cubes))}
	for i := range v.b.Units {
		u := Unit{Troop: &v.b.Units[i], Hex: nowhere}
		if u.Lost = v.isGone(u.ID); u.Side == side && !u.Lost {
			if o, ok := v.latest(u.ID); ok {
				u.Morale = moraleOf(o.Get("morale"))
			}
			if u.Hex = v.hex(u.ID); u.Hex != nowhere {
				s.UnitAt[u.Hex] = adjudicator.At(i)
			}
		}
		s.Units = append(s.Units, u)
	}
	for i := range v.b.Posts {
		l := Leader{Post: &v.b.Posts[i], Hex: nowhere}
		if l.Side == side && !v.isGone(l.Post.Leader) {
			l.Hex = v.hex(l.Post.Leader)
		}
		s.Leaders = append(s.Leaders, l)
	}
	v.troops = s
	return s
}
