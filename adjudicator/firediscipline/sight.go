package firediscipline

import (
	"cmp"
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// identified is the range within which a stand's unit is identified (§W1).
const identified = 300 * board.Yard

// facts lists the outcomes that report the field to the seats.
var facts = rules.Outcomes[State]{
	{Name: "sight.own", Clause: "W2", Fields: "unit arm formation stands x y facing out halted engaged boxes shatter " +
		"since turn seat yours frontage depth side",
		Apply: (*State).know},
	{Name: "sight.gone", Clause: "W4", Fields: "unit turn seat", Apply: (*State).knowGone},
	{Name: "sight.commander", Clause: "W4", Fields: "commander x y with status side"},
	{Name: "sight.enemy", Clause: "W1", Fields: "unit arm formation stands x y facing frontage depth side"},
	{Name: "sight.unknown", Clause: "W1", Fields: "number arm stands x y side"},
	{Name: "sight.zone", Clause: "6.32", Fields: "section x y facing frontage reach side"},
}

// inView reports whether q can be seen from p: it is within visibility and the line of sight is clear (§W1).
func (b *Battle) inView(p, q board.Point) bool {
	return p.Within(q, b.Options.Visibility) && b.clearSight(p, q)
}

// seesPlace reports whether the seat's commander has a place in view. Without fog every place is in view (§W1).
func (p *play) seesPlace(seat int, at board.Point) bool {
	c := &p.s.Seats[seat]
	return !p.b.Options.Fog || c.Status == Fit && p.b.inView(c.At, at)
}

// sight is a commander's view of a unit. It covers only the stands in view.
type sight struct {
	stands          int         // in ranks; if none of these is seen, out of ranks
	at              board.Point // their middle
	frontage, depth int         // their extent
	near            bool
}

// line is a cached line of sight from a commander to a stand. It is valid while neither moves.
type line struct {
	from, to     board.Point
	looked, free bool
}

// seesStand reports whether the seat's commander has the stand in view. Without fog every stand is in view (§W1).
func (p *play) seesStand(seat, unit, stand int) bool {
	if !p.b.Options.Fog || p.s.Seats[seat].Status != Fit {
		return !p.b.Options.Fog
	}
	from, to := p.s.Seats[seat].At, p.s.Units[unit].Stands[stand].At
	l := &p.lines[seat*len(p.b.stands)+p.b.Units[unit].firstStand+stand]
	if !l.looked || l.from != from || l.to != to {
		*l = line{from, to, true, p.b.inView(from, to)}
	}
	return l.free
}

// glimpses returns the seat's present view of each unit (§W1).
func (p *play) glimpses(seat int) []sight {
	seen := make([]sight, len(p.s.Units))
	for n := range p.s.Units {
		seen[n] = p.glimpse(seat, n)
	}
	return seen
}

// glimpse returns the seat's view of a unit. A commander who is not fit sees nothing; without fog everything is in
// view (§W1).
func (p *play) glimpse(seat, unit int) sight {
	c, u := &p.s.Seats[seat], &p.s.Units[unit]
	var seen sight
	var stands []int
	for i := range u.Stands {
		if !u.present(i) || !p.seesStand(seat, unit, i) {
			continue
		}
		if u.Side == c.Side {
			return sight{stands: 1}
		}
		seen.near = seen.near || !p.b.Options.Fog || c.At.Within(u.Stands[i].At, identified)
		stands = append(stands, i)
	}
	outside := func(i int) bool { return u.Stands[i].Status != InRanks }
	if ranks := slices.DeleteFunc(slices.Clone(stands), outside); len(ranks) > 0 {
		stands = ranks
	}
	seen.stands = len(stands)
	if seen.stands > 0 {
		seen.at = u.middleOf(stands)
		seen.frontage, seen.depth = u.extent(board.Frame{Centre: seen.at, Facing: u.Facing}, stands)
	}
	return seen
}

func (u *Unit) middleOf(stands []int) board.Point {
	var x, y int64
	for _, i := range stands {
		x, y = x+int64(u.Stands[i].At.X), y+int64(u.Stands[i].At.Y)
	}
	n := int64(len(stands))
	return board.Point{X: board.Round(x, n), Y: board.Round(y, n)}
}

// reaches reports whether the commander and the unit exchange messages at once: by voice, or because the game has no
// couriers (§Q2).
func (s *State) reaches(seat, unit int) bool { return !s.b.Options.Couriers || s.voice(seat, unit) }

// voice reports whether the commander can speak to the unit, being attached to it or within 60 yards of a stand in
// ranks (§Q2).
func (s *State) voice(seat, unit int) bool {
	c, u := &s.Seats[seat], &s.Units[unit]
	if c.Attached.Is(unit) {
		return true
	}
	return rules.Any(u.Stands, func(i int) bool {
		return u.Stands[i].Status == InRanks && c.At.Within(u.Stands[i].At, earshot)
	})
}

// earshot is the range of a commander's voice (§Q2).
const earshot = 60 * board.Yard

// Known is a seat's knowledge of a unit of its side, with its date.
type Known struct {
	At        board.Point
	Facing    int
	Formation Formation
	Stands    int
	Frontage  int // of the ranks, for the map
	Depth     int
	Out       int
	Halted    bool
	Engaged   bool
	Turn      int
	Boxes     int
	BoxTurn   int
	Gone      bool
}

func (s *State) report(unit int) Known {
	u := &s.Units[unit]
	frontage, depth := u.extent(u.frame(), u.standsInRanks())
	return Known{At: u.At, Facing: u.Facing, Formation: u.Formation, Stands: u.ranks(),
		Frontage: frontage, Depth: depth, Out: u.standsOut(), Halted: s.anyHalted(unit), Engaged: len(u.Engaged) > 0,
		Turn: s.Turn, Boxes: u.Boxes, BoxTurn: s.Turn, Gone: !u.fit()}
}

func (s *State) anyHalted(unit int) bool {
	return rules.Any(s.Units[unit].Stands, func(i int) bool {
		return s.Units[unit].Stands[i].inPlay() && s.halted(unit, i)
	})
}

// tellUnit tells a seat, or the umpire, the facts k about a unit of its side.
func (p *play) tellUnit(seat string, unit int, k Known) {
	u := &p.s.Units[unit]
	p.Tell(seat, "sight.own", "unit", u.ID, "arm", string(u.Arm), "formation", string(k.Formation), "stands", k.Stands,
		"x", k.At.X, "y", k.At.Y, "facing", k.Facing, "out", k.Out, "halted", k.Halted, "engaged", k.Engaged,
		"boxes", k.Boxes, "shatter", u.Shatter, "since", k.BoxTurn, "turn", k.Turn, "seat", seat,
		"yours", p.b.obeys(unit, p.b.seat(seat)), "frontage", k.Frontage, "depth", k.Depth, "side", p.b.Sides[u.Side].ID)
}

// obeys reports whether the unit takes the seat's directives: it belongs to the seat, or the seat is the chief of its
// side (§2.2).
func (b *Battle) obeys(unit, seat int) bool {
	return seat >= 0 && (b.Units[unit].Seat == seat || b.Commands[seat].Chief &&
		b.Commands[seat].Side == b.Units[unit].Side)
}

// extent returns the frontage and depth of some of the unit's stands, for the map.
func (u *Unit) extent(f board.Frame, stands []int) (frontage, depth int) {
	lo, hi, near, far := 0, 0, 0, 0
	for _, i := range stands {
		r := u.rect(i)
		across, along := f.Local(r.Centre)
		lo, hi = min(lo, across-r.Frontage/2), max(hi, across+r.Frontage/2)
		near, far = min(near, along-r.Depth/2), max(far, along+r.Depth/2)
	}
	return hi - lo, far - near
}

func (u *Unit) standsInRanks() []int {
	return rules.Which(u.Stands, func(i int) bool { return u.Stands[i].Status == InRanks })
}

// know records a seat's knowledge of a unit of its side.
func (s *State) know(o *events.Outcome) {
	if seat := s.b.seat(o.Get("seat")); seat >= 0 {
		s.Known[seat][s.mustUnit(o.Get("unit"))] = knownFrom(o)
	}
}

// knownFrom parses an outcome with the fields of `sight.own`.
func knownFrom(o *events.Outcome) Known {
	return Known{At: pointOf(o), Facing: o.Int("facing"),
		Formation: Formation(o.Get("formation")), Stands: o.Int("stands"),
		Frontage: o.Int("frontage"), Depth: o.Int("depth"), Out: o.Int("out"),
		Halted: o.Get("halted") == "yes", Engaged: o.Get("engaged") == "yes", Turn: o.Int("turn"),
		Boxes: o.Int("boxes"), BoxTurn: o.Int("since")}
}

// knowGone records that a seat knows a unit to be out of play.
func (s *State) knowGone(o *events.Outcome) {
	if seat := s.b.seat(o.Get("seat")); seat >= 0 {
		s.Known[seat][s.mustUnit(o.Get("unit"))].Gone = true
	}
}

// look tells a seat everything in its commander's view, and all its units as well when the battle opens (§W1, §W2).
func (p *play) look(seat int) {
	seen := p.glimpses(seat)
	if p.Number == 0 {
		for u := range p.s.Units {
			if p.s.Units[u].Side == p.s.Seats[seat].Side {
				p.tellUnit(p.s.Seats[seat].ID, u, p.s.report(u))
				p.tellZones(p.s.Seats[seat].ID, u)
			}
		}
		p.tellCommanders(seat)
		p.tellEnemies(seat, seen)
		return
	}
	p.tellCommanders(seat)
	p.tellOwn(seat, seen)
	p.tellEnemies(seat, seen)
	p.tellCouriers(seat)
}

// tellCommanders tells the seat its own commander, and the other commanders of the side in view (§W4).
func (p *play) tellCommanders(seat int) {
	me := &p.s.Seats[seat]
	p.tellCommander(me.ID, seat)
	for i := range p.s.Seats {
		c := &p.s.Seats[i]
		if i != seat && c.Side == me.Side && p.seesPlace(seat, c.At) {
			p.tellCommander(me.ID, i)
		}
	}
}

func (p *play) tellCommander(to string, seat int) {
	c := &p.s.Seats[seat]
	status := "-"
	if c.Status != Fit {
		status = string(c.Status)
	}
	p.Tell(to, "sight.commander", "commander", c.ID, "x", c.At.X, "y", c.At.Y, "with", p.b.unitIDs.Of(c.Attached),
		"status", status, "side", p.b.Sides[c.Side].ID)
}

// tellOwn tells the seat the units of its side: those in view as they are, with boxes only within voice, and others
// once a report has arrived (§W2).
func (p *play) tellOwn(seat int, seen []sight) {
	me := &p.s.Seats[seat]
	for n := range p.s.Units {
		u := &p.s.Units[n]
		if u.Side != me.Side || p.s.Known[seat][n].Gone {
			continue
		}
		now := p.s.report(n)
		if !u.fit() {
			if p.seesPlace(seat, u.At) {
				p.tellGone(me.ID, n, p.s.Turn)
			}
		} else if seen[n].stands > 0 {
			if !p.speaks(seat, n) {
				now.Boxes, now.BoxTurn = p.s.Known[seat][n].Boxes, p.s.Known[seat][n].BoxTurn
			}
			p.tellUnit(me.ID, n, now)
			p.tellZones(me.ID, n)
		}
	}
}

// tellZones tells the kill zones of a battery's sections, for the map. They extend to the maximum range; stands that
// shorten a zone are not revealed (§6.31, §6.32).
func (p *play) tellZones(seat string, unit int) {
	u := &p.s.Units[unit]
	if u.Arm != Guns || u.Formation != Unlimbered {
		return
	}
	for i := range u.Stands {
		if !u.present(i) {
			continue
		}
		r := u.rect(i)
		muzzle := r.Centre.Step(r.Depth/2, r.Facing)
		p.Tell(seat, "sight.zone", "section", u.standID(i), "x", muzzle.X, "y", muzzle.Y, "facing", r.Facing,
			"frontage", r.Frontage, "reach", u.maximumRange()*board.Yard, "side", p.b.Sides[u.Side].ID)
	}
}

// speaks reports whether a fit commander has voice with the unit.
func (p *play) speaks(seat, unit int) bool {
	return !p.b.Options.Fog || p.s.Seats[seat].Status == Fit && p.s.reaches(seat, unit)
}

// tellGone tells a seat that a unit is out of play (§Q9).
func (p *play) tellGone(seat string, unit, turn int) {
	p.Tell(seat, "sight.gone", "unit", p.s.Units[unit].ID, "turn", turn, "seat", seat)
}

// tellEnemies tells the seat the enemies in view: near ones by name, others by arm, number and place to ten yards, in
// the order of these places (§W1, §W4).
func (p *play) tellEnemies(seat int, seen []sight) {
	me := &p.s.Seats[seat]
	var far []blur
	for n := range p.s.Units {
		u := &p.s.Units[n]
		switch {
		case u.Side == me.Side:
		case !u.fit() && p.sawLossOf(me.ID, u.ID):
			p.tellGone(me.ID, n, p.s.Turn)
		case seen[n].stands == 0:
		case seen[n].near:
			p.tellEnemy(me.ID, n, seen[n])
		default:
			far = append(far, blur{u.Arm, seen[n].stands, tens(seen[n].at.X), tens(seen[n].at.Y)})
		}
	}
	slices.SortFunc(far, compareBlurs)
	for i, f := range far {
		p.Tell(me.ID, "sight.unknown", "number", i+1, "arm", string(f.arm), "stands", f.stands, "x", f.x, "y", f.y,
			"side", p.b.Sides[1-me.Side].ID)
	}
}

// sawLossOf reports whether the seat was told this turn that an identified unit went out of play (§W4).
func (p *play) sawLossOf(seat, unit string) bool {
	told := p.Since(0)
	return slices.ContainsFunc(told, func(o events.Outcome) bool {
		over := o.Name == "unit.shattered" || o.Name == "unit.destroyed" || o.Name == "unit.left"
		return over && o.Get("unit") == unit && slices.ContainsFunc(o.Views, func(v events.View) bool {
			return slices.Contains(v.Seats, seat) && !slices.ContainsFunc(v.As,
				func(f events.Field) bool { return f.Key == "unit" })
		})
	})
}

// blur is an enemy unit too far off to be identified.
type blur struct {
	arm          Arm
	stands, x, y int
}

func compareBlurs(a, b blur) int {
	return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y), strings.Compare(string(a.arm), string(b.arm)),
		cmp.Compare(a.stands, b.stands))
}

// tens rounds hundredths to ten yards.
func tens(h int) int { return board.Round(int64(h), 1000) * 1000 }

func (p *play) tellEnemy(seat string, unit int, seen sight) {
	u := &p.s.Units[unit]
	p.Tell(seat, "sight.enemy", "unit", u.ID, "arm", string(u.Arm), "formation", string(u.Formation),
		"stands", seen.stands, "x", seen.at.X, "y", seen.at.Y, "facing", u.Facing,
		"frontage", seen.frontage, "depth", seen.depth, "side", p.b.Sides[u.Side].ID)
}

// tellCouriers tells a commander the couriers of the side in view, for the map (§W1).
func (p *play) tellCouriers(seat int) {
	me := &p.s.Seats[seat]
	couriers.Show(p, me.ID, func(d *Dispatch) bool { return p.s.sideOf(d) == me.Side && p.seesPlace(seat, d.At) })
}

func (s *State) sideOf(d *Dispatch) int {
	if unit, ok := d.ToUnit.Get(); ok {
		return s.Units[unit].Side
	}
	return s.Seats[d.ToSeat.Must()].Side
}

// tellUmpire tells the umpire's map all units, commanders and couriers.
func (p *play) tellUmpire() {
	for i := range p.s.Seats {
		p.tellCommander(adjudicator.Umpire, i)
	}
	for n := range p.s.Units {
		if p.s.Units[n].fit() {
			p.tellUnit(adjudicator.Umpire, n, p.s.report(n))
			p.tellZones(adjudicator.Umpire, n)
		} else {
			p.tellGone(adjudicator.Umpire, n, p.s.Turn)
		}
	}
	couriers.Show(p, adjudicator.Umpire, nil)
}

// outlook returns a test for the ground in the commander's view. A commander who is not fit sees nothing (§W1).
func outlook(d rules.Desk[*Battle]) func(string, board.Point) bool {
	if !d.Battle.Options.Fog {
		return nil
	}
	me, turn, ok := d.Fact("sight.commander", d.Seat)
	blind, from := !ok || turn != d.Turn-1 || me.Get("status") != "-", pointOf(me)
	return func(_ string, at board.Point) bool { return !blind && d.Battle.inView(from, at) }
}
