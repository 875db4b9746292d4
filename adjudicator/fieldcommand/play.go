package fieldcommand

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// play is a turn being adjudicated, with its battle and state.
type play struct {
	*rules.Play[*Battle, State]
	b     *Battle
	s     *State
	mails []parsedMail // by seat
	tales []tale       // outcomes of the turn that reports may tell, added after each step
}

// parsedMail is the parsed orders of a seat. It is valid for one number of units, because a split adds a unit that
// orders can name.
type parsedMail struct {
	units  int
	orders []order
}

func newPlay(p *rules.Play[*Battle, State]) *play { return &play{Play: p, b: p.Battle, s: p.State()} }

func (p *play) id(unit int) string { return p.s.Units[unit].ID }

func (p *play) seatID(seat int) string { return p.b.Commands[seat].ID }

func (p *play) sideID(side int) string { return p.b.Sides[side].ID }

// mail returns the recorded orders of a seat that begin with one of the words, or all if no words are given.
func (p *play) mail(seat int, words ...string) []order {
	if len(p.mails) == 0 {
		p.mails = make([]parsedMail, len(p.b.Commands))
	}
	m := &p.mails[seat]
	if m.units != len(p.s.Units) {
		*m = parsedMail{units: len(p.s.Units), orders: p.readMail(seat)}
	}
	var list []order
	for _, o := range m.orders {
		if len(words) == 0 || begins(o.recorded, words) {
			list = append(list, o)
		}
	}
	return list
}

func (p *play) readMail(seat int) (list []order) {
	lines := p.OrdersOf(p.seatID(seat))
	if len(lines) == 0 {
		return nil
	}
	k := newParser(p.b, p.s, seat, p.Number)
	n := 0
	for i, line := range lines {
		label, text := numbered(line)
		if n++; label > 0 {
			n = label
		}
		item := language.Item(text)
		o, _, readable := k.read(&item)
		if !readable {
			continue
		}
		o.n, o.line, o.recorded = strconv.Itoa(n), i+1, text
		list = append(list, *o)
	}
	return list
}

// numbered splits the number off a recorded line, as in `3. HOLD lane`, and returns 0 for a line without one. Lines
// have a number if they follow refused orders in the mail.
func numbered(line string) (number int, text string) {
	head, rest, ok := strings.Cut(line, ". ")
	n, err := strconv.Atoi(head)
	if !ok || err != nil {
		return 0, line
	}
	return n, rest
}

func begins(text string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(text, w+" ") || text == w })
}

func (p *play) cause(seat int, o *order) {
	p.Cause = o.ref
	if o.line > 0 {
		p.Cause = adjudicator.OrderRef(p.seatID(seat), o.line)
	}
}

// changeMorale changes a side's army morale, which never falls below 0 (§13.3).
func (p *play) changeMorale(side, by int, cause, clause string) {
	if by == 0 {
		return
	}
	to := max(0, p.s.Sides[side].Morale+by)
	p.EmitBy(clause, "morale.changed", "side", p.sideID(side), "by", by, "to", to, "cause", cause)
	if to == 0 && !p.s.Sides[side].Demoralized {
		p.Emit("army.demoralized", "side", p.sideID(side))
	}
}

func (p *play) moveUnit(unit int, to Position, why, clause string) {
	p.EmitBy(clause, "unit.moved", "unit", p.id(unit), "from", p.b.positionText(p.s.Units[unit].At),
		"to", p.b.positionText(to), "why", why)
}

// reveal turns face-down units up (§4.1.2).
func (p *play) reveal(why string, units ...int) {
	for _, u := range units {
		if x := &p.s.Units[u]; !x.Up && x.Status != Gone {
			p.Emit("unit.revealed", "unit", x.ID, "why", why)
		}
	}
}

// renewStanding begins the turn, updates standing orders and sets the destinations of riding commanders (§H2).
func (p *play) renewStanding() {
	round, active := p.Number, "both"
	if !p.b.Options.Simultaneous {
		round = (p.Number + 1) / 2
		side := p.b.Options.First
		if p.Number%2 == 0 {
			side = 1 - side
		}
		active = p.sideID(side)
	}
	p.Emit("turn.began", "turn", p.Number, "round", round, "active", active)
	for seat := range p.b.Commands {
		for _, o := range p.mail(seat, "STANDING", "RIDE") {
			p.cause(seat, &o)
			k := newWriter(p.b, p.s, seat)
			if o.Verb == verbStanding {
				p.Emit("standing.given", "seat", p.seatID(seat), "text", k.standingText(&o))
				continue
			}
			with := "-"
			if o.With.Some() {
				with = p.id(o.With.Must())
			}
			p.Emit("ride.ordered", "seat", p.seatID(seat), "to", p.b.whereText(o.To), "with", with)
		}
	}
}

// entries returns a seat's orders of a phase: first those of directives that are acted on now, then those of the mail
// that do not ride (§H6.5).
func (p *play) entries(seat int, words ...string) []order {
	list := p.directives(seat, words...)
	for _, o := range p.mail(seat, words...) {
		if !slices.Contains(p.s.Seats[seat].Sent, o.line) {
			list = append(list, o)
		}
	}
	return list
}

// shuffle turns the side's ready blocks face-down and deals their tokens again, position by position (§7.1).
func (p *play) shuffle() {
	for _, side := range p.s.sidesActive() {
		p.endCards(side, true)
		for _, at := range p.b.spots {
			units := p.s.shuffled(at)
			if len(units) == 0 || p.s.Units[units[0]].Side != side || len(units) == 1 && !p.s.Units[units[0]].Up {
				continue
			}
			if len(units) > 1 {
				p.Dice.Shuffle("hidden/shuffle/"+p.b.positionText(at), len(units))
			}
			p.Emit("units.shuffled", "at", p.b.positionText(at), "count", len(units))
		}
	}
}

// limber carries out the LIMBER orders (§7.2).
func (p *play) limber() {
	for _, side := range p.s.sidesActive() {
		for _, seat := range p.b.SeatsOf(side) {
			for _, o := range p.entries(seat, "LIMBER") {
				p.cause(seat, &o)
				p.applyToUnits(seat, &o, func(u *Unit) string {
					if !u.Ranging {
						return notRanging
					}
					return ""
				}, func(u int) {
					p.Emit("artillery.limbered", "unit", p.id(u), "at", p.b.positionText(p.s.Units[u].At))
				})
			}
		}
	}
}

// applyToUnits applies do to every unit of an order that passes the check and leaves out the others. If no unit passes,
// it refuses the order with the first unit's reason (section f).
func (p *play) applyToUnits(seat int, o *order, check func(*Unit) string, do func(unit int)) {
	var left []leftOut
	var units []int
	for _, u := range o.Group.Units {
		if reason := unable(&p.s.Units[u], check); reason != "" {
			left = append(left, leftOut{u, reason})
		} else {
			units = append(units, u)
		}
	}
	if len(units) == 0 && len(left) > 0 {
		p.refuse(seat, o.n, o.Verb, left[0].Reason)
		return
	}
	p.leaveOut(seat, o.n, left)
	for _, u := range units {
		do(u)
	}
}

// unable returns the reason why a unit is not on the map or does not pass the check, or "".
func unable(u *Unit, check func(*Unit) string) string {
	switch u.Status {
	case Gone:
		return isGone
	case Waiting:
		return isWaiting
	}
	return check(u)
}

// seesAllDice reports whether every seat sees every die that is not sealed. No seat sees a courier's dice.
func seesAllDice(b *Battle) bool { return b.Options.Fog == fogOpen && !b.Options.Couriers }

// pendingSeats returns the seats that a turn waits for: of each side that moves, its army seat and the seats with units
// on the map.
func pendingSeats(b *Battle, before *State, turn int) (a adjudicator.Awaited) {
	for side := range b.Sides {
		if !b.moves(side, turn) {
			continue
		}
		if !b.Options.Simultaneous {
			a.Side = b.Sides[side].ID
		}
		for _, seat := range b.SeatsOf(side) {
			fights := func(u Unit) bool { return u.Seat == seat && u.onMap() }
			if b.Sides[side].Army == seat || slices.ContainsFunc(before.Units, fights) {
				a.Seats = append(a.Seats, b.Commands[seat].ID)
			}
		}
	}
	return a
}

// checkInvariants reports violations of the invariants that hold at the end of a turn.
func checkInvariants(s *State, bad rules.Bad) {
	holder, count := map[int]int{}, map[int]int{}
	tokens := map[string]bool{}
	for i := range s.Units {
		u := &s.Units[i]
		if tokens[s.token(i)] {
			bad("two units have the token %s", s.token(i))
		}
		tokens[s.token(i)] = true
		if (u.Status == Ready || u.Status == Disrupted) != u.onMap() {
			bad("%s is %s at %s", u.ID, u.Status, s.b.positionText(u.At))
		}
		if !u.onMap() {
			continue
		}
		if side, ok := holder[u.At.Locale]; ok && side != u.Side {
			bad("%s holds both sides", s.b.localeText(u.At.Locale))
		}
		holder[u.At.Locale] = u.Side
		count[u.At.Locale]++
		switch {
		case u.Strength < 0 || u.Strength > most[u.Kind] || u.Status == Ready && u.Strength == 0:
			bad("%s is %s with %d", u.ID, u.Status, u.Strength)
		case u.Status == Disrupted && (!u.At.Reserve() || !u.Up || u.Strength != 0):
			bad("%s is disrupted at %s", u.ID, s.b.positionText(u.At))
		case u.Ranging && (u.Kind != Artillery || u.At.Reserve() || !u.Up):
			bad("%s is ranging at %s", u.ID, s.b.positionText(u.At))
		case !u.At.Reserve() && !s.b.passable(u.At.Locale, u.At.Toward):
			bad("%s is on the approach %s", u.ID, s.b.positionText(u.At))
		}
	}
	for _, l := range slices.Sorted(maps.Keys(count)) {
		n := count[l]
		if n > s.b.Locales[l].Capacity {
			bad("%s holds %d of %d", s.b.localeText(l), n, s.b.Locales[l].Capacity)
		}
	}
	for i := range s.Sides {
		if s.Sides[i].Morale < 0 {
			bad("morale below 0")
		}
	}
}

// judgeResignations ends the game if an army seat has resigned: the other side wins, or it is a draw if both have. The
// units of a corps seat that resigned pass to the army seat; a later player of that seat gets units by ASSIGN (§H9.4).
func (p *play) judgeResignations() {
	winner, over := p.GivenUp([2]string{p.seatID(p.b.Sides[0].Army), p.seatID(p.b.Sides[1].Army)})
	if over {
		p.EmitBy("H9.4", "game.ended", "winner", p.b.Winner(winner), "reason", "resigned")
		return
	}
	for u := range p.s.Units {
		if x := &p.s.Units[u]; p.HasResigned(p.seatID(x.Seat)) {
			p.EmitBy("H9.4", "unit.assigned", "unit", p.id(u), "seat", p.seatID(p.b.Sides[x.Side].Army))
		}
	}
}

// reckon says how the battle would be decided now, as far as a seat knows.
//
// §13.3, §H9.2, §H9.3
func reckon(d rules.Desk[*Battle], told []events.Outcome) (r events.Reckoning) {
	b := d.Battle
	r.Outweighs = 5
	if winner, ok := b.Clock.Winner.Get(); ok {
		r.Clock = b.Sides[winner].ID
	}
	for side := range b.Sides {
		a := &r.Armies[side]
		a.Side = b.Sides[side].ID
		if o, _, ok := d.Fact("sight.side", a.Side); ok {
			start := o.Int("start")
			a.Limits = []events.Limit{{Part: "point of morale", Gone: start - o.Int("morale"), At: start}}
		}
	}
	for i := range told {
		if side, ok := b.Side(told[i].Get("side")).Get(); ok && told[i].Name == "army.demoralized" {
			for l := range r.Armies[side].Limits {
				r.Armies[side].Limits[l].Gone = r.Armies[side].Limits[l].At // for good, even if morale rises again
			}
		}
	}
	return r
}
