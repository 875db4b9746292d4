package fieldcommand

import (
	"cmp"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
)

// staffMarch is how many locales the longest march enters.
const staffMarch = 3

// staffHeeds is for how many turns of its side the staff does as it was told: tries to attack, waits where a march is
// barred, stays where one has ended. Then it thinks for itself again.
const staffHeeds = 4

// directive is an order that the army's commander has sent to a seat.
type directive struct {
	order
	sent  int
	turn  int   // in which the seat heard of it
	age   int   // turns of its side since, this one too
	units []int // for whom it counts
}

// past is an order that the seat gave in an earlier turn.
type past struct {
	order
	turn int
}

// heeded is what a seat was told, and how far it has come with it.
type heeded struct {
	reads  *desk // reads as the seat's own mail is read; nil: it was told nothing
	told   []directive
	given  []past          // since the first of them
	bound  map[string]bool // units of which one says what they do; whether they may see to themselves where they stand
	fields int             // field orders that it has written
}

// heed takes to heart what the army's commander has told the seat. What the seat could not order itself is left out.
//
// §H6.6
func (k *officer) heed(d rules.Desk[*Battle], given []adjudicator.Given) {
	army, first := k.b.Commands[k.b.Sides[k.side].Army].ID, d.Turn
	for fact, turn := range d.Facts(rules.SightLetter) {
		if fact.Get("what") != kindDirective || fact.Get("from") != army {
			continue
		}
		if k.reads == nil {
			k.reads = newDesk(k.b, k.b.known(d, k.seat), k.seat, d.Turn)
		}
		if o := k.own(fact.Get("text")); o != nil {
			first = min(first, turn)
			k.told = append(k.told, directive{order: *o, sent: fact.Int("sent"), turn: turn, age: k.age(turn)})
		}
	}
	for _, g := range given {
		if g.Turn <= first || len(k.told) == 0 {
			continue
		}
		_, text := numbered(g.Line)
		if o := k.own(text); o != nil {
			k.given = append(k.given, past{*o, g.Turn})
		}
	}
	k.share()
}

// lasts reports whether the order says for more than one turn what its units do.
func (o *order) lasts() bool { return o.isField() || o.Verb == verbHold }

// share leaves to each directive that lasts the units of which none says otherwise that was sent later: who brings it
// may have been overtaken.
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

// own reads an order as the seat's own; nil: the seat could not give it, or it is none to be carried out.
func (k *officer) own(text string) *order {
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

// age is how many turns of the side have come since a turn, this one too.
func (k *officer) age(turn int) (n int) {
	for t := turn + 1; t <= k.desk.Turn; t++ {
		if k.b.moves(k.side, t) {
			n++
		}
	}
	return n
}

// troops are those of the seat's units on the map that a directive is for.
func (k *officer) troops(d *directive) []int {
	s, g := k.reads.s, &d.Group
	if !g.All {
		return slices.DeleteFunc(slices.Clone(g.Units), func(u int) bool { return !s.Units[u].onMap() })
	}
	p := plan{order: &d.order, Verb: d.Verb, Seat: k.seat, Side: k.side}
	var went []int
	left := g.At != Nowhere && d.age > 1 && d.goes()
	if left {
		went = k.wentFrom(d)
	}
	return s.which(func(u int) bool {
		at := s.Units[u].At
		switch {
		case !s.Units[u].onMap() || !s.meant(&p, u):
			return false
		case g.At == Nowhere:
			return true
		case left:
			return slices.Contains(went, u)
		}
		return at == g.At || !g.Explicit && g.At.Reserve() && at.Locale == g.At.Locale
	})
}

// wentFrom are the units that went by a directive to all at a place, who may be there no longer: those that were sent
// on the way from there in the first turn after it had come.
func (k *officer) wentFrom(d *directive) (units []int) {
	first, goal := k.b.nextOwn(k.side, d.turn+1), d.To.Must()
	for i := range k.given {
		g := &k.given[i]
		if g.turn == first && g.goes() && k.far[g.To.Must()][goal] <= k.far[d.Group.At.Locale][goal] {
			units = append(units, g.Group.Units...)
		}
	}
	return units
}

// goes reports whether the order takes its units from one locale into another.
func (o *order) goes() bool { return o.isField() && o.Goal == goalLocale && o.Verb != verbBombard }

// since is the turn from which it counts for how long a unit does what it was told: that in which the seat heard of
// it, or the last of those in which the unit has marched, turn by turn, ever since.
func (k *officer) since(d *directive, unit int) int {
	last := d.turn
	for i := range k.given {
		g := &k.given[i]
		if g.turn == k.b.nextOwn(k.side, last+1) && d.goes() && g.marches() && slices.Contains(g.Group.Units, unit) {
			last = g.turn
		}
	}
	return last
}

// marches reports whether the order is a march from one locale into another.
func (o *order) marches() bool { return o.goes() && o.Verb != verbTake && !attacks(o.Verb) }

// directed are the lines by which the seat does as it was told.
func (k *officer) directed() (lines []string) {
	for i := range k.told {
		if d := &k.told[i]; !d.lasts() && d.age == 1 {
			lines = append(lines, k.once(d))
		}
	}
	for i := range k.told {
		d := &k.told[i]
		if !d.lasts() {
			continue
		}
		for _, party := range k.parties(d) {
			if line := k.pursue(d, party); line != "" && k.own(line) != nil {
				lines = append(lines, line)
				k.fields++
			}
		}
	}
	return lines
}

// once is a directive that is done in one turn.
func (k *officer) once(d *directive) string {
	k.bind(d.units, false)
	if d.Verb == verbLimber {
		k.limber(d, d.units)
	}
	return k.reads.write(&d.order)
}

// parties are the units that still do what a directive says, those at one position together, no more than one command
// may have.
func (k *officer) parties(d *directive) (list [][]int) {
	s := k.reads.s
	for _, u := range d.units {
		if k.age(k.since(d, u)) > staffHeeds {
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

// pursue is the order by which a party does in this turn what it was told; "" if it is to stay, or is on its own again.
// What cannot be done now is ordered once all the same, so that a report says why.
func (k *officer) pursue(d *directive, party []int) string {
	o := d.order
	o.Group = group{Units: party}
	switch {
	case k.arrived(d, party[0]):
		k.bind(party, d.goes())
		return ""
	case k.tried(d, party[0]):
		return ""
	}
	limber := k.limber(d, party)
	if !k.can(&o) {
		switch step := k.leg(d, party); {
		case step != nil:
			o = *step
		case d.age > 1:
			k.bind(party, d.goes())
			return ""
		default:
			if d.Verb != verbBombard { // until they can, their staff knows what guns need
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

// arrived reports whether a unit is where a directive sent it, and be it by HOLD.
func (k *officer) arrived(d *directive, unit int) bool {
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

// tried reports whether a unit has been sent to attack already, or to bombard, as it was told: TAKE is for as long as
// it takes.
func (k *officer) tried(d *directive, unit int) bool {
	once := (attacks(d.Verb) || d.Verb == verbBombard) && len(d.If) == 0
	return once && slices.ContainsFunc(k.given, func(g past) bool {
		return g.turn > d.turn && g.Verb == d.Verb && slices.Contains(g.Group.Units, unit)
	})
}

// can reports whether an order could be carried out now, as far as the seat knows. One with conditions waits for them.
func (k *officer) can(o *order) bool {
	_, reason := k.reads.s.check(o, k.seat)
	return reason == "" || len(o.If) > 0
}

// leg is the order by which a party gets nearer to where it was told to go: as far as it can march now, or, where it
// is to fight, over who stands in its way; nil: it cannot.
func (k *officer) leg(d *directive, party []int) *order {
	if !d.goes() {
		return nil
	}
	fights := d.Verb == verbTake || attacks(d.Verb)
	way := k.route(k.reads.s.Units[party[0]].At.Locale, d.To.Must(), fights)
	names := strings.Join(k.reads.s.ids(party), ", ")
	for _, to := range slices.Backward(way[:min(len(way), staffMarch)]) {
		if o := k.own("MARCH " + names + " TO " + k.b.Locales[to].ID); o != nil && k.can(o) {
			return o
		}
	}
	if !fights || len(way) == 0 {
		return nil
	}
	// From an approach that faces another way the attack has to begin in reserve.
	for _, line := range []string{"TAKE " + k.b.Locales[way[0]].ID + " WITH " + names, "FALL BACK " + names} {
		if o := k.own(line); o != nil && k.can(o) {
			return o
		}
	}
	return nil
}

// route is the quickest way to a locale around the enemy; who fights goes through him where there is no other.
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

// limber has guns of a party that have found the range limbered up before it goes.
func (k *officer) limber(d *directive, party []int) (lines []string) {
	for _, i := range party {
		if u := &k.reads.s.Units[i]; u.Ranging && d.Verb != verbBombard {
			u.Ranging = false
			lines = append(lines, "LIMBER "+u.ID)
		}
	}
	return lines
}

// bind leaves units to what they were told. Who may see to themselves bar the ways by which the enemy could come to
// where they stand, and serve their guns there.
func (k *officer) bind(units []int, alone bool) {
	for _, u := range units {
		k.bound[k.reads.s.Units[u].ID] = alone && k.reads.s.Units[u].ready()
	}
}

// leave notes that a party will no longer stand where it does, so that the others do not count on it.
func (k *officer) leave(o *order, party []int) {
	for _, u := range party {
		x := &k.reads.s.Units[u]
		to := x.At
		switch {
		case o.goes():
			to = reserveOf(o.To.Must())
		case o.Goal == goalApproach:
			to.Toward = o.To.Must()
		case o.Goal == goalReserve:
			to = reserveOf(x.At.Locale)
		}
		k.full[x.At.Locale]--
		k.full[to.Locale]++
		if x.Kind != Artillery && x.ready() {
			k.there[x.At]--
			if to.Locale == x.At.Locale {
				k.there[to]++
			}
		}
	}
}

// rides reports whether its commander was told not long ago where to be.
func (k *officer) rides() bool {
	return slices.ContainsFunc(k.told, func(d directive) bool { return d.Verb == verbRide && d.age <= staffHeeds })
}

// heard reports whether something was told that the rules carry out for a seat that is silent.
//
// §H6.6
func (k *officer) heard() bool {
	return k.b.Options.ObeySilent && slices.ContainsFunc(k.told, func(d directive) bool { return d.age == 1 })
}
