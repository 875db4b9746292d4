package commandchaos

import (
	"fmt"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// wholeReason returns the reason why the seat may not give the order at all, or "" (§O7, §S9).
func (v *seatView) wholeReason(o *Order) (worst string) {
	me := v.me()
	if !v.chief() && v.Officers[me].Dead {
		return officerDead
	}
	for _, l := range o.leaves() {
		setup := l.Verb == Place || l.Verb == Chit
		reason := ""
		switch {
		case v.setup && !setup:
			reason = setupTurn
		case !v.setup && setup:
			reason = notSetup
		case !v.chief() && (v.chiefsOnly(&l) || o.To.Some()):
			reason = notCommander
		}
		if reason != "" && (worst == "" || language.Before(reason, worst)) {
			worst = reason
		}
	}
	return worst
}

// chiefsOnly reports whether only the commander seat gives the order (§H1).
func (v *seatView) chiefsOnly(l *leaf) bool {
	switch l.Verb {
	case Initiative, CardsFirst, ZoneOrder, Discard:
		return true
	case Ride:
		return l.Officer.Some() && !v.b.Leaders[l.Officer.Must()].Lieutenant
	}
	return false
}

// reasonOf returns how a part of an order reaches its addressee, or the first reason to refuse it in the order of
// checking.
func (v *seatView) reasonOf(o *Order, p *part) (route, string) {
	switch {
	case p.Verb == Pass || p.Verb == Wait:
		return route{direct: true}, v.zonesReason(p.Zones)
	case p.officer.Some():
		return v.officerReason(o, p)
	case p.unit.None() || p.Verb == Cancel:
		return route{direct: true}, ""
	}
	k := &v.Units[p.unit.Must()]
	if o.To.Some() && !o.To.Is(v.zone(p.unit.Must())) {
		return route{}, notInZone
	}
	if !k.field() {
		return route{}, offField
	}
	r, reason := v.routeTo(v.zone(p.unit.Must()), o.To.Some())
	if reason == "" {
		reason = v.kindReason(p)
	}
	if reason == "" && r.direct && !o.Standing {
		reason = v.presentReason(p)
	}
	return r, reason
}

// zonesReason returns the reason why the seat may not give PASS or WAIT for the zones, or "" (§H1, §H2).
func (v *seatView) zonesReason(zones []int) string {
	for _, z := range zones {
		switch {
		case !v.chief() && z != v.Officers[v.me()].Zone:
			return notYourZone
		case v.chief() && v.lieutenantOf(z) >= 0:
			return lieutenantFirst
		}
	}
	return ""
}

// officerReason is reasonOf for RIDE, ATTACH and DETACH (§O3, §O4).
func (v *seatView) officerReason(o *Order, p *part) (route, string) {
	k := &v.Officers[p.officer.Must()]
	if k.Dead {
		return route{}, officerDead
	}
	if o.To.Some() && !o.To.Is(k.Zone) {
		return route{}, notInZone
	}
	if p.Verb == Attach && !v.Units[p.Units[0]].field() {
		return route{}, offField
	}
	r, reason := v.routeToOfficer(p.officer.Must(), o.To.Some())
	switch {
	case reason != "":
	case p.Verb == Attach && !v.b.Units[p.Units[0]].line():
		reason = wrongKind
	case p.Verb == Ride && k.Unit.Some() && r.direct:
		reason = attached
	case p.Verb == Ride && v.b.Leaders[p.officer.Must()].Lieutenant && !v.b.Options.Roam:
		reason = zoneBound
	}
	return r, reason
}

// kindReason refuses orders that the kind of unit can never carry out.
func (v *seatView) kindReason(p *part) string {
	kind := v.b.Units[p.unit.Must()].Kind
	wrong := false
	switch p.Verb {
	case Charge, Flank, React, PlayCard, Shift:
		wrong = kind == Light
	case Strike:
		wrong = kind != Cavalry
	}
	if wrong || p.With.Some() && v.b.Units[p.With.Must()].Kind != Light {
		return wrongKind
	}
	return ""
}

// presentReason refuses orders that the unit cannot carry out in its present state.
func (v *seatView) presentReason(p *part) string {
	k := &v.Units[p.unit.Must()]
	kind := v.b.Units[p.unit.Must()].Kind
	moves := p.Verb == Advance || p.Verb == Back || p.Verb == Charge || p.Verb == Flank || p.Verb == Shift
	switch {
	case moves && len(k.Engaged) > 0:
		return engaged
	case p.Verb == Shift && !k.Reserve:
		return notInReserve
	case p.Verb == Charge && k.Charged:
		return alreadyCharged
	case p.Verb == Charge && k.Stamina == 0:
		return noStamina
	case p.With.Some() && (kind != Cavalry || v.Units[p.With.Must()].At != k.At):
		return notMixed
	case p.Verb == Shift:
		return v.shiftReason(p, k.At)
	case p.N > v.b.moveLimit(kind, p.With.Some()):
		return tooFar
	case p.Space != offBoard && p.Verb != Place && !v.b.straight(v.side, k.At, p.Space, p.Verb == Advance):
		return notStraight
	}
	return ""
}

// shiftReason refuses a shift that is too far for heavy infantry or leads into an outer column (§P2).
func (v *seatView) shiftReason(p *part, at board.Space) string {
	if v.b.Units[p.unit.Must()].Kind != Heavy {
		return ""
	}
	step := v.b.shiftSteps(v.side, p.Order, at)
	switch {
	case step > 1 || step < -1:
		return tooFar
	case v.b.outer(at.Col + step):
		return outerColumn
	}
	return ""
}

// shiftSteps returns how many columns to the east an order shifts a unit. Without a number it counts as 1, although
// cavalry then shifts as far as the edge.
func (b *Battle) shiftSteps(side int, o *Order, at board.Space) int {
	if o.Column.Some() {
		return o.Column.Must() - at.Col
	}
	return o.Toward * -b.leftOf(side) * max(o.N, 1)
}

// moveLimit returns how many spaces a unit may be ordered to move (§M5, §M6, §M7, §M8).
func (b *Battle) moveLimit(kind Kind, with bool) int {
	switch {
	case kind == Heavy:
		return 1
	case kind == Light || with:
		return 2
	}
	return b.Board.Rows - 1
}

// straight reports whether a space lies ahead, or else behind, in the same column.
func (b *Battle) straight(side int, from, to board.Space, ahead bool) bool {
	d := b.rank(side, to) - b.rank(side, from)
	return from.Col == to.Col && (ahead && d > 0 || !ahead && d < 0)
}

// odds returns the odds of a charge with a known target: the one that the order names, or the nearest ahead (§H8).
func (m *mail) odds(g *given, d *adjudicator.Desk) (list []rules.Odds) {
	if g.Verb != Charge || g.Standing {
		return nil
	}
	for i := range g.parts {
		u, ok := g.parts[i].unit.Get()
		if !ok || !g.parts[i].direct {
			continue
		}
		if target := m.v.charged(u, g.Order, d); target != nil {
			list = append(list, m.v.chargeOdds(u, g.With.Some(), target))
		}
	}
	return list
}

// charged returns the sighting of the enemy that the unit would charge, or nil.
func (v *seatView) charged(u int, o *Order, d *adjudicator.Desk) (best *events.Outcome) {
	least := v.b.Board.Rows
	for e := range d.Facts(sightEnemy) {
		at, ok := board.ParseSpace(e.Get("at"))
		far := v.b.rank(v.side, at) - v.b.rank(v.side, v.Units[u].At)
		if !ok || at.Col != v.Units[u].At.Col || e.Get("light") == "yes" || far <= 0 || far > least {
			continue
		}
		if o.Enemy.None() || v.b.Units[o.Enemy.Must()].ID == e.Get("unit") {
			best, least = e, far
		}
	}
	return best
}

// chargeOdds returns the odds of one unit against one enemy (§C5, §K5, §K6).
func (v *seatView) chargeOdds(u int, with bool, target *events.Outcome) rules.Odds {
	angle, bonus := v.b.Tables.Angle[v.angle(target)], 0
	if with || v.mixed(u) {
		bonus++
	}
	if v.hasOfficer(u) {
		bonus++
	}
	need, dice := v.b.Tables.Need, v.b.Tables.ChargeDice
	veteran := target.Get("quality") == "veteran"
	least := need[0]
	if veteran {
		least = need[1]
	}
	least -= angle + bonus
	odds := rules.Odds{Does: fmt.Sprintf("%s charges %s", v.b.Units[u].ID, target.Get("unit")),
		Of: fmt.Sprintf("each die hits on %d or more", max(least, 1)), Comes: rules.Hits(dice, 7-least, 6)}
	if target.Get("quality") == "unknown" && need[0] != need[1] {
		odds.But = fmt.Sprintf("on %d or more if they are veterans", max(least+need[1]-need[0], 1))
	}
	return odds
}

// angle returns the direction of an attack on a target by its last known facing, as a column of the table of angles
// (§K6).
func (v *seatView) angle(target *events.Outcome) int {
	ahead := v.b.frontDirection(v.side)
	facing, ok := board.ParseHeading(target.Get("facing"))
	switch {
	case !ok || target.Get("kind") == string(Cavalry) || facing == ahead.Turned(2):
		return 0
	case facing == ahead:
		return 2
	}
	return 1
}
