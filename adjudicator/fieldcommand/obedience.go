package fieldcommand

import (
	"cmp"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// staffMarch is the largest number of locales that a march enters.
const staffMarch = 3

// staffHeeds limits how many of its side's turns the staff follows an order: it keeps trying to attack, waits at a
// barred march, or stays where the march ended. After that it makes its own plan again.
const staffHeeds = 4

// directive is an order from the army's commander to a seat.
type directive struct {
	order
	sent  int
	turn  int   // when the seat received it
	age   int   // turns of its side since then, including this one
	units []int // units it applies to
}

// past is an order that the seat gave in an earlier turn.
type past struct {
	order
	turn int
}

// heeded holds the orders a seat received, and its progress with them.
type heeded struct {
	reads  *parser // reads orders as the seat's own; nil if there are none
	told   []directive
	given  []past          // since the first of told
	bound  map[string]bool // by unit id: told what to do by a directive; true if the unit may still guard its position
	fields int             // number of field orders written
}

// readDirectives reads the directives of the army's commander to the seat. It leaves out orders that the seat could not
// give itself (§H6.6).
func (k *officer) readDirectives(d rules.Desk[*Battle], given []adjudicator.Given) {
	army, first := k.b.Commands[k.b.Sides[k.side].Army].ID, d.Turn
	for fact, turn := range d.Facts(rules.SightLetter) {
		if fact.Get("what") != kindDirective || fact.Get("from") != army {
			continue
		}
		if k.reads == nil {
			k.reads = newParser(k.b, k.b.knownState(d, k.seat), k.seat, d.Turn)
		}
		if o := k.parseOwn(fact.Get("text")); o != nil {
			first = min(first, turn)
			k.told = append(k.told, directive{order: *o, sent: fact.Int("sent"), turn: turn, age: k.age(turn)})
		}
	}
	for _, g := range given {
		if g.Turn <= first || len(k.told) == 0 {
			continue
		}
		_, text := numbered(g.Line)
		if o := k.parseOwn(text); o != nil {
			k.given = append(k.given, past{*o, g.Turn})
		}
	}
	k.share()
}

// lasts reports whether the order occupies its units for more than one turn.
func (o *order) lasts() bool { return o.isField() || o.Verb == verbHold }

// share gives each lasting directive the units that no later one names. It compares the turns of sending, because one
// courier may overtake another.
func (k *officer) share() {
	slices.SortStableFunc(k.told, func(a, b directive) int { return cmp.Compare(a.sent, b.sent) })
	var taken []int
	for i := range slices.Backward(k.told) {
		d := &k.told[i]
		if d.units = k.troops(d); d.lasts() {
			d.units = slices.DeleteFunc(d.units, func(u int) bool { return slices.Contains(taken, u) })
			taken = append(taken, d.units...)
		}
	}
}

// parseOwn parses an order as the seat's own. It returns nil if the seat cannot give it or there is nothing to carry
// out.
func (k *officer) parseOwn(text string) *order {
	item := language.Item(text)
	if len(item.Words) == 0 || item.Letter != nil {
		return nil
	}
	k.reads.spread = true
	o, refusal, readable := k.reads.read(&item)
	switch {
	case !readable, refusal != nil, o.Verb == verbWait, o.Verb == verbToSeat:
		return nil
	case o.Inner != nil:
		return o.Inner
	}
	return o
}

// age returns the number of the side's turns after the given one, up to and including this turn.
func (k *officer) age(turn int) (n int) {
	for t := turn + 1; t <= k.desk.Turn; t++ {
		if k.b.moves(k.side, t) {
			n++
		}
	}
	return n
}

// troops returns the seat's units on the map that a directive is for.
func (k *officer) troops(d *directive) []int {
	s, g := k.reads.s, &d.Group
	if !g.All {
		return slices.DeleteFunc(slices.Clone(g.Units), func(u int) bool { return !s.Units[u].onMap() })
	}
	p := plan{order: &d.order, Verb: d.Verb, Seat: k.seat, Side: k.side}
	var went []int
	left := g.At != Nowhere && d.age > 1 && d.movesUnits()
	if left {
		went = k.departedUnits(d)
	}
	return s.unitsWhere(func(u int) bool {
		at := s.Units[u].At
		switch {
		case !s.Units[u].onMap() || !s.isInAll(&p, u):
			return false
		case g.At == Nowhere:
			return true
		case left:
			return slices.Contains(went, u)
		}
		return at == g.At || !g.Explicit && g.At.Reserve() && at.Locale == g.At.Locale
	})
}

// departedUnits returns the units that have followed a directive to ALL at a place and may have left it: those sent
// onwards from there in the first turn after the directive arrived.
func (k *officer) departedUnits(d *directive) (units []int) {
	first, goal := k.b.nextOwn(k.side, d.turn+1), d.To.Must()
	for i := range k.given {
		g := &k.given[i]
		if g.turn == first && g.movesUnits() && k.far[g.To.Must()][goal] <= k.far[d.Group.At.Locale][goal] {
			units = append(units, g.Group.Units...)
		}
	}
	return units
}

// movesUnits reports whether the order moves its units to another locale.
func (o *order) movesUnits() bool {
	return o.isField() && o.Goal == goalLocale && o.Verb != verbBombard
}

// obeySince returns the turn that staffHeeds counts from: the turn when the seat received the directive, or the last
// turn of the unit's unbroken march since then.
func (k *officer) obeySince(d *directive, unit int) int {
	last := d.turn
	for i := range k.given {
		g := &k.given[i]
		if g.turn == k.b.nextOwn(k.side, last+1) && d.movesUnits() && g.marches() && slices.Contains(g.Group.Units, unit) {
			last = g.turn
		}
	}
	return last
}

func (o *order) marches() bool { return o.movesUnits() && o.Verb != verbTake && !attacks(o.Verb) }

// directed returns the lines that carry out the directives.
func (k *officer) directed() (lines []string) {
	for i := range k.told {
		if d := &k.told[i]; !d.lasts() && d.age == 1 {
			lines = append(lines, k.oneTurnLine(d))
		}
	}
	for i := range k.told {
		d := &k.told[i]
		if !d.lasts() {
			continue
		}
		for _, party := range k.parties(d) {
			if line := k.pursue(d, party); line != "" && k.parseOwn(line) != nil {
				lines = append(lines, line)
				k.fields++
			}
		}
	}
	return lines
}

// oneTurnLine returns the line of a directive that takes one turn.
func (k *officer) oneTurnLine(d *directive) string {
	k.bind(d.units, false)
	if d.Verb == verbLimber {
		k.limber(d, d.units)
	}
	return k.reads.write(&d.order)
}

// parties groups the units that still follow a directive by position, each group no larger than a command allows.
func (k *officer) parties(d *directive) (list [][]int) {
	s := k.reads.s
	for _, u := range d.units {
		if k.age(k.obeySince(d, u)) > staffHeeds {
			continue
		}
		i := slices.IndexFunc(list, func(party []int) bool {
			return s.Units[party[0]].At == s.Units[u].At && len(party) < k.b.Options.Group
		})
		if i < 0 {
			list = append(list, []int{u})
		} else {
			list[i] = append(list[i], u)
		}
	}
	return list
}

// pursue returns a party's order for this turn under a directive, or "" if the party stays or is free again. An order
// that cannot be carried out is still given once, so that a report says why.
func (k *officer) pursue(d *directive, party []int) string {
	o := d.order
	o.Group = group{Units: party}
	switch {
	case k.hasArrived(d, party[0]):
		k.bind(party, d.movesUnits())
		return ""
	case k.hasTried(d, party[0]):
		return ""
	}
	limber := k.limber(d, party)
	if !k.isFeasible(&o) {
		switch step := k.leg(d, party); {
		case step != nil:
			o = *step
		case d.age > 1:
			k.bind(party, d.movesUnits())
			return ""
		default:
			if d.Verb != verbBombard { // until the guns can bombard, the staff decides
				k.bind(party, false)
			}
			return k.reads.write(&o)
		}
	}
	k.bind(party, false)
	k.leave(&o, party)
	k.guns = append(k.guns, limber...)
	return k.reads.write(&o)
}

// hasArrived reports whether a unit is at the directive's destination, or holds as directed.
func (k *officer) hasArrived(d *directive, unit int) bool {
	at := k.reads.s.Units[unit].At
	switch {
	case d.Verb == verbHold:
		return true
	case d.Goal == goalReserve:
		return at.Reserve()
	case d.Goal == goalApproach:
		return d.To.Is(at.Toward)
	}
	return d.To.Is(at.Locale)
}

// hasTried reports whether a unit has already been ordered to attack or bombard as directed. TAKE has no such limit.
func (k *officer) hasTried(d *directive, unit int) bool {
	once := (attacks(d.Verb) || d.Verb == verbBombard) && len(d.If) == 0
	return once && slices.ContainsFunc(k.given, func(g past) bool {
		return g.turn > d.turn && g.Verb == d.Verb && slices.Contains(g.Group.Units, unit)
	})
}

// isFeasible reports whether an order could be carried out now, to the seat's knowledge, or has conditions to wait for.
func (k *officer) isFeasible(o *order) bool {
	_, reason := k.reads.s.check(o, k.seat)
	return reason == "" || len(o.If) > 0
}

// leg returns the order that brings a party closer to its goal: as far as it can march now, or, if it is to fight,
// against the enemy in its way. It returns nil if there is none.
func (k *officer) leg(d *directive, party []int) *order {
	if !d.movesUnits() {
		return nil
	}
	fights := d.Verb == verbTake || attacks(d.Verb)
	way := k.route(k.reads.s.Units[party[0]].At.Locale, d.To.Must(), fights)
	names := strings.Join(k.reads.s.ids(party), ", ")
	for _, to := range slices.Backward(way[:min(len(way), staffMarch)]) {
		if o := k.parseOwn("MARCH " + names + " TO " + k.b.Locales[to].ID); o != nil && k.isFeasible(o) {
			return o
		}
	}
	if !fights || len(way) == 0 {
		return nil
	}
	// From an approach that faces another way, the attack must begin in the reserve.
	for _, line := range []string{"TAKE " + k.b.Locales[way[0]].ID + " WITH " + names, "FALL BACK " + names} {
		if o := k.parseOwn(line); o != nil && k.isFeasible(o) {
			return o
		}
	}
	return nil
}

// route returns the cheapest way to a locale around the enemy. A party that fights may go through the enemy if there is
// no other way.
func (k *officer) route(from, to int, fights bool) []int {
	find := func(through bool) []int {
		return k.b.Graph.Way(from, to, func(at int, over board.Border) (int, bool) {
			free := through || over.To == to || !k.reads.s.enemyHeld(over.To, k.side)
			return k.b.rideCost(at, over.To), free && k.b.passable(at, over.To)
		})
	}
	way := find(false)
	if way == nil && fights {
		way = find(true)
	}
	return way
}

// limber returns the lines that limber up a party's ranging guns before it moves.
func (k *officer) limber(d *directive, party []int) (lines []string) {
	for _, i := range party {
		if u := &k.reads.s.Units[i]; u.Ranging && d.Verb != verbBombard {
			u.Ranging = false
			lines = append(lines, "LIMBER "+u.ID)
		}
	}
	return lines
}

// bind marks units as occupied by a directive. If alone is set, they may still guard the approaches of their position
// and fire their guns there.
func (k *officer) bind(units []int, alone bool) {
	for _, u := range units {
		k.bound[k.reads.s.Units[u].ID] = alone && k.reads.s.Units[u].isReady()
	}
}

// leave records that a party leaves its position, so that the other units don't rely on it.
func (k *officer) leave(o *order, party []int) {
	for _, u := range party {
		x := &k.reads.s.Units[u]
		to := x.At
		switch {
		case o.movesUnits():
			to = reserveOf(o.To.Must())
		case o.Goal == goalApproach:
			to.Toward = o.To.Must()
		case o.Goal == goalReserve:
			to = reserveOf(x.At.Locale)
		}
		k.full[x.At.Locale]--
		k.full[to.Locale]++
		if x.Kind != Artillery && x.isReady() {
			k.there[x.At]--
			if to.Locale == x.At.Locale {
				k.there[to]++
			}
		}
	}
}

// isPosted reports whether the commander has recently been told where to be.
func (k *officer) isPosted() bool {
	return slices.ContainsFunc(k.told, func(d directive) bool { return d.Verb == verbRide && d.age <= staffHeeds })
}

// isObeyedInSilence reports whether the rules would carry out a directive for the seat if it stayed silent (§H6.6).
func (k *officer) isObeyedInSilence() bool {
	return k.b.Options.ObeySilent && slices.ContainsFunc(k.told, func(d directive) bool { return d.age == 1 })
}
