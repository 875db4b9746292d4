package fieldcommand

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/courier"
	"galloper/adjudicator/rules"
	"galloper/events"
	"galloper/orders"
)

// readEntries parses the orders and letters of one mail by the seat's knowledge (section f).
func readEntries(d rules.Desk[*Battle], items []orders.Item) adjudicator.Reading {
	b := d.Battle
	seat := b.Seat(d.Seat).Or(-1)
	k := newParser(b, b.knownState(d, seat), seat, d.Turn)
	reading := adjudicator.Reading{Entries: make([]orders.Entry, 0, len(items)), Numbered: true}
	named := map[int]bool{}
	for i := range items {
		k.spread = true
		o, refusal, _ := k.read(&items[i])
		if refusal != nil {
			reading.Entries = append(reading.Entries, items[i].Refuse(refusal))
			continue
		}
		each := k.writtenOut(o)
		if len(each) == 0 {
			reading.Entries = append(reading.Entries, items[i].Refuse(&orders.Refusal{Reason: missingUnit,
				Want: "a unit of yours on the map that it may be for"}))
		}
		for _, one := range each {
			e := items[i].Accept(k.write(one))
			e.Means = language.Says(k, one)
			k.outlook(one, &e)
			reading.Entries = append(reading.Entries, e)
			k.name(one, named)
		}
	}
	reading.Trailer = []string{"no orders: " + k.unorderedUnits(named)}
	return reading
}

// writtenOut expands an order with ALL and no AT into one order for each position that can carry it out now, to the
// seat's knowledge. If no position can, it expands to every position with units that ALL refers to (section f).
func (k *parser) writtenOut(o *order) (list []*order) {
	if !o.Group.All || o.Group.At != Nowhere {
		return []*order{o}
	}
	var can []*order
	count := map[Position]int{}
	p := plan{order: o, Verb: o.Verb, Seat: k.seat, Side: k.side}
	for _, i := range k.s.Roster {
		u := &k.s.Units[i]
		if !u.onMap() || !k.s.isInAll(&p, i) {
			continue
		}
		if count[u.At]++; (count[u.At]-1)%k.b.Options.Group > 0 {
			continue
		}
		one := *o
		one.Group.At, one.Group.Explicit = u.At, true
		list = append(list, &one)
		if k.reason(&one) == "" {
			can = append(can, &one)
		}
	}
	if can != nil {
		return can
	}
	return list
}

// knownState returns the board as a seat knows it: its side's units, and the enemy's blocks without names. All enemy
// data comes from the seat's facts.
func (b *Battle) knownState(d rules.Desk[*Battle], seat int) *State {
	s := asSetUp(b)
	side := b.Commands[seat].Side
	s.Turn = d.Turn
	for i := range s.Units {
		if s.Units[i].Side != side {
			s.Units[i].Status, s.Units[i].At = Gone, Nowhere
		}
	}
	if d.Known != nil {
		s.learnUnits(&d.Desk)
		s.learnEnemies(&d.Desk, side)
		s.learnRest(&d.Desk, side)
	}
	for i := range s.Seats {
		s.Seats[i].Began = s.Seats[i].At
	}
	s.recount()
	return s
}

func (s *State) learnUnits(d *adjudicator.Desk) {
	for o := range d.Facts("sight.unit") {
		i := s.unitIndex(o.Get("unit"))
		if i < 0 {
			s.Units = append(s.Units, Unit{ID: o.Get("unit")})
			i = len(s.Units) - 1
			s.Roster = append(s.Roster, i)
		}
		u := &s.Units[i]
		u.Kind, u.Strength, u.Status = Kind(o.Get("kind")), o.Int("strength"), Status(o.Get("state"))
		u.At, u.Ranging, u.Up = s.positionIn(o, "at"), o.Get("ranging") == "yes", o.Get("face") == "up"
		u.Seat, u.Side = s.b.Seat(o.Get("seat")).Or(-1), s.b.Side(o.Get("side")).Or(-1)
		if name := o.Get("name"); name != "-" {
			u.Name = name
		}
	}
}

// learnEnemies adds an unnamed unit for each known enemy block.
func (s *State) learnEnemies(d *adjudicator.Desk, side int) {
	for o := range d.Facts("sight.enemy") {
		list := strings.Split(o.Get("shown"), ", ")
		for i := range o.Int("blocks") {
			u := Unit{Side: 1 - side, Seat: -1, Status: Ready, At: s.positionIn(o, "at")}
			if i < len(list) {
				u.setKnown(list[i])
			}
			s.Units = append(s.Units, u)
			s.Roster = append(s.Roster, len(s.Units)-1)
		}
	}
}

// setKnown sets a block's fields from text such as `infantry 3` or `ranging artillery`.
func (u *Unit) setKnown(text string) {
	kind, strength, _ := strings.Cut(text, " ")
	switch kind {
	case "disrupted":
		u.Kind, u.Status = Infantry, Disrupted
	case "ranging":
		u.Kind, u.Ranging = Artillery, true
	case "infantry", "cavalry", "artillery":
		u.Kind = Kind(kind)
	}
	u.Strength = events.Number(strength)
}

// learnRest copies the known state of commanders, morale and cards.
func (s *State) learnRest(d *adjudicator.Desk, side int) {
	for o := range d.Facts("sight.person") {
		s.thePerson(o).At = adjudicator.At(s.b.locale(o.Get("at")))
	}
	for o := range d.Facts("sight.side") {
		known := s.theSide(o)
		known.Morale, known.Demoralized = o.Int("morale"), o.Int("morale") == 0
		known.Effects = s.b.readEffects(s.b.Side(o.Get("side")).Or(-1), o.Get("effects"))
	}
	s.Sides[side].Hand = nil
	for o := range d.Facts("sight.hand") {
		s.Sides[side].Hand = rules.Listed(o.Get("cards"), s.b.Sides[side].card)
	}
	for g := range s.Sides[side].Mobilized {
		s.Sides[side].Mobilized[g] = !slices.ContainsFunc(s.Units, func(u Unit) bool {
			return u.Side == side && u.Status == Waiting && u.Group == g+1
		})
	}
	s.Round = (s.Turn + 1) / 2
	if s.b.Options.Simultaneous {
		s.Round = s.Turn
	}
}

// readEffects parses a list of `CARD@TARGET`.
func (b *Battle) readEffects(side int, text string) []Effect {
	var list []Effect
	for e := range strings.SplitSeq(text, ",") {
		id, target, _ := strings.Cut(e, "@")
		if c := b.Sides[side].card(id); c >= 0 {
			list = append(list, Effect{c, target})
		}
	}
	return list
}

// outlook adds the reason that would stop the order now, or how it rides.
func (k *parser) outlook(o *order, e *orders.Entry) {
	switch o.Verb {
	case verbToUnits, verbToSeat:
		if o.Seat.None() && k.b.Options.Couriers && k.s.Seats[k.seat].At.Some() {
			e.Suffix, e.Rides = ", but "+k.rideOf(&order{Group: o.Group}), k.addressees(o)
			return
		}
		fallthrough
	case verbLetter, verbReport, verbAssign:
		notes, rides := k.rideNotes(o)
		e.Notes, e.Rides = append(e.Notes, notes...), rides
		return
	case verbPlay:
		c := &k.b.Sides[k.side].Cards[o.Card.Must()]
		e.Notes = append(e.Notes, c.Name+". "+c.effectText())
	}
	if to := k.s.ridesTo(k.seat, o); to != "" {
		e.Suffix, e.Rides = ", but "+k.rideOf(o), k.addressees(o)
		return
	}
	if len(o.If) > 0 {
		return
	}
	if reason := k.reason(o); reason != "" {
		e.Suffix = ", but " + reason
		e.Notes = append(e.Notes, "As things stand nothing comes of it: "+rules.Because(because, reason)+"."+
			remedyFor(reason))
	} else if o.isField() && !o.Group.All {
		p, _ := k.s.check(o, k.seat)
		for _, l := range p.Left {
			id := k.s.Units[l.Unit].ID
			e.Notes = append(e.Notes, "As things stand "+cmp.Or(k.b.NameOf(id), id)+" will take no part: "+
				rules.Because(because, l.Reason)+"."+remedyFor(l.Reason))
		}
		rules.Under(e, k.odds(&p))
	}
}

// remedyFor returns a hint for a better order, or "" if nothing helps against the reason.
func remedyFor(reason string) string {
	if words := rules.Because(remedies, reason); words != reason {
		return " " + words + "."
	}
	return ""
}

// reason returns the run-time reason that would stop the order now, on the board as the seat knows it.
func (k *parser) reason(o *order) string {
	if o.isField() {
		_, reason := k.s.check(o, k.seat)
		return reason
	}
	switch o.Verb {
	case verbLimber:
		return k.firstReason(o, func(u *Unit) string {
			if !u.Ranging {
				return notRanging
			}
			return ""
		})
	case verbRange:
		return k.firstReason(o, unrangeable)
	case verbSpike:
		return k.firstReason(o, func(*Unit) string { return "" })
	case verbMerge:
		return k.s.mergeFault(o)
	case verbSplit:
		return k.s.splitFault(o)
	case verbRally:
		if o.Group.All {
			return ""
		}
		return k.s.rallyFault(k.seat, o.Group.Units)
	case verbMobilize:
		g := k.b.Sides[k.side].group(o.Number)
		units := k.s.unitsThat(func(u *Unit) bool { return u.Side == k.side && u.Group == o.Number && u.Status == Waiting })
		return k.s.entryFault(k.side, g, o.To.Must(), len(units))
	}
	return ""
}

// firstReason returns the first unit's reason if no unit passes.
func (k *parser) firstReason(o *order, check func(*Unit) string) string {
	first := ""
	for i, u := range o.Group.Units {
		reason := unable(&k.s.Units[u], check)
		if reason == "" {
			return ""
		}
		if i == 0 {
			first = reason
		}
	}
	return first
}

// rideOf describes a directive's ride: `by courier, 9 points, acted on in turn 3` (§H6.3, §H6.5).
func (k *parser) rideOf(o *order) string {
	goal := adjudicator.None
	if o.Group.All {
		goal = adjudicator.At(o.Group.At.Locale)
	}
	for _, u := range o.Group.Units {
		if k.s.Units[u].onMap() {
			goal = adjudicator.At(k.s.Units[u].At.Locale)
			break
		}
	}
	points, turn, ok := k.courierTime(goal)
	if !ok {
		return "by courier, no way now"
	}
	return courier.ActedOn("courier", strconv.Itoa(points)+" points", k.b.nextOwn(k.side, turn))
}

// courierTime returns a courier's cost to a locale, in points, and the turn of arrival (§H6.3).
func (k *parser) courierTime(to adjudicator.Index) (points, turn int, ok bool) {
	from, here := k.s.Seats[k.seat].At.Get()
	goal, there := to.Get()
	if !here || !there {
		return 0, 0, false
	}
	way := k.s.courierWay(from, goal, k.side)
	if way == nil && from != goal {
		return 0, 0, false
	}
	turn = k.turn
	at, left := from, k.b.Tables.Courier[ridePoints]
	for _, l := range way {
		cost := k.b.rideCost(at, l)
		for ; cost > left && k.b.Tables.Courier[ridePoints] > 0; turn++ {
			left += k.b.Tables.Courier[ridePoints]
		}
		left -= cost
		at, points = l, points+cost
	}
	return points, turn, true
}

// addressees returns the units that a directive rides to.
func (k *parser) addressees(o *order) (ids []string) {
	for _, u := range o.Group.Units {
		if k.s.Units[u].onMap() {
			ids = append(ids, k.s.Units[u].ID)
		}
	}
	return ids
}

// rideNotes returns notes on the rides of letters and similar dispatches, and the addressees that couriers ride to.
func (k *parser) rideNotes(o *order) (notes, rides []string) {
	if o.Verb == verbToUnits {
		return []string{"delivered at once"}, nil
	}
	seats := o.Seats
	if o.Seat.Some() {
		seats = []int{o.Seat.Must()}
	}
	for _, seat := range seats {
		id, at := k.b.Commands[seat].ID, k.s.Seats[seat].At
		switch {
		case !k.b.Options.Couriers, at.None(), k.s.Seats[k.seat].At.None(),
			o.Verb == verbLetter && k.b.Options.Letters == "immediate":
			notes = append(notes, id+": delivered at once")
		default:
			if points, turn, ok := k.courierTime(at); ok {
				notes = append(notes, fmt.Sprintf("%s: by courier, %d points, there in turn %d", id, points, turn))
				rides = append(rides, id)
			} else {
				notes = append(notes, id+": by courier, no way now")
			}
		}
	}
	return notes, rides
}

func (k *parser) name(o *order, named map[int]bool) {
	for _, u := range o.Group.Units {
		named[u] = true
	}
	if o.Inner != nil {
		k.name(o.Inner, named)
	}
	if o.Group.All {
		p := plan{order: o, Verb: o.Verb, Seat: k.seat, Side: k.side}
		for _, u := range k.s.wholeGroup(&p) {
			named[u] = true
		}
	}
}

// unorderedUnits returns the ready units that the seat commands and no order names.
func (k *parser) unorderedUnits(named map[int]bool) string {
	var ids []string
	for _, i := range k.s.Roster {
		if u := &k.s.Units[i]; u.Side == k.side && u.isReady() && k.s.commands(k.seat, i) && !named[i] {
			ids = append(ids, u.ID)
		}
	}
	return rules.OrNone(strings.Join(ids, ", "))
}

// odds returns the calculation of a fight as the seat knows it, for its receipt. There are no dice. It is empty if the
// command has no such calculation (§8.2, §8.3, §8.4).
func (k *parser) odds(c *plan) rules.Odds {
	switch c.Verb {
	case verbAssault, verbCharge:
		return k.fightOdds(c)
	case verbBombard:
		ours, theirs := k.s.batteries(c)
		has := "have"
		if theirs == 1 {
			has = "has"
		}
		return rules.Odds{Does: "as far as known " + rules.Counted(ours, "gun", "guns") + " of yours",
			Against: fmt.Sprintf("%d there that %s found the range", theirs, has), Comes: lossText(ours - theirs)}
	}
	return rules.Odds{}
}

// fightOdds returns the calculation of an assault, or of a charge that is met by defence.
func (k *parser) fightOdds(c *plan) rules.Odds {
	ours, penalty := k.s.attack(c)
	theirs := k.s.defence(c)
	unseen := len(k.s.unitsThat(func(u *Unit) bool {
		return u.Side != k.side && u.At == Position{c.D, c.A} && u.Kind == ""
	}))
	odds := rules.Odds{Does: fmt.Sprintf("as far as known you bring %d", ours.strength),
		Of:      fmt.Sprintf("leads %d, guns %d, less %d", k.s.points(&ours)-len(ours.guns), len(ours.guns), penalty),
		Against: fmt.Sprint(theirs.strength), Comes: "enough to take it"}
	if unseen > 0 {
		odds.Against += " and " + rules.Counted(unseen, "block", "blocks") + " not made out"
		odds.Comes = "it must be more than they have"
	}
	if ours.strength <= theirs.strength {
		odds.Comes = "not enough, for it must be more"
	}
	return odds
}

func lossText(points int) string {
	if points <= 0 {
		return "nothing comes of it, for yours must be more"
	}
	return "they lose " + rules.Counted(points, "point", "points")
}
