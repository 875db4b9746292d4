package firediscipline

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/events"
)

// Apply changes the state by one outcome. Outcomes that change nothing
// (`volley.reserved`, `morale.passed`, facts) have no entry in the table.
func (s *State) Apply(o *events.Outcome) {
	if f := appliers[o.Name]; f != nil {
		f(s, o)
	}
}

// appliers says what each outcome of section k, and each of ours (see the
// package comment), does to the state.
var appliers = map[string]func(*State, *events.Outcome){
	"turn.begun":          applyTurnBegun,
	"dispatch.sent":       couriers.Apply,
	"dispatch.riding":     couriers.Apply,
	"dispatch.fled":       couriers.Apply,
	"dispatch.delivered":  couriers.Apply,
	"dispatch.lost":       couriers.Apply,
	"dispatch.delayed":    couriers.Apply,
	"dispatch.captured":   couriers.Apply,
	"directive.acted":     applyDirectiveActed,
	"directive.void":      applyDirectiveVoid,
	"directive.done":      applyDirectiveDone,
	"chit.used":           applyChitUsed,
	"unit.waypoint":       applyWaypoint,
	"unit.detoured":       applyDetoured,
	"commander.ordered":   applyCommanderOrdered,
	"commander.attached":  applyCommanderAttached,
	"commander.detached":  applyCommanderDetached,
	"commander.rode":      applyCommanderRode,
	"commander.fled":      applyCommanderFled,
	"commander.hit":       applyCommanderHit,
	"commander.mourned":   applyCommanderMourned,
	"commander.succeeded": applyCommanderSucceeded,

	"artillery.fired":     applyFired,
	"skirmish.fired":      applyFired,
	"volley.fired":        applyFired,
	"platoon.fired":       applyFired,
	"protective.fired":    applyFired,
	"artillery.pivoted":   applyPivoted,
	"artillery.prolonged": applyProlonged,
	"gun.hit":             applyGunHit,
	"gun.destroyed":       applyStandGone(Destroyed),
	"gun.decrewed":        applyGunDecrewed,
	"gun.remanned":        applyGunRemanned,
	"gun.abandoned":       applyGunAbandoned,
	"crew.moved":          applyGunAbandoned,
	"gun.captured":        applyGunCaptured,
	"boxes.marked":        applyBoxesMarked,
	"stand.destroyed":     applyStandGone(Destroyed),
	"stand.surrendered":   applyStandGone(Surrendered),
	"stand.left":          applyStandGone(Left),
	"stand.left_behind":   applyStandGone(Out),
	"stand.moved":         applyStandMoved,
	"stand.rejoined":      applyStandRejoined,
	"stand.halted":        applyStandHalted,
	"stand.fled":          applyStandFled,
	"morale.failed":       applyShock,
	"unit.fled":           applyUnitFled,
	"unit.evaded":         applyUnitFled,
	"objective.repulsed":  applyUnitFled,
	"unit.shattered":      applyUnitShattered,
	"unit.destroyed":      applyUnitRemoved(Destroyed),
	"unit.left":           applyUnitRemoved(Left),

	"unit.reformed":     applyUnitReformed,
	"unit.wheeled":      applyUnitWheeled,
	"unit.formed":       applyUnitFormed,
	"unit.dressed":      applyUnitDressed,
	"unit.moved":        applyUnitMoved,
	"pursuit.moved":     applyUnitMoved,
	"objective.entered": applyUnitMoved,
	"guns.unlimbered":   applyUnlimbered,
	"unit.mounted":      applyMounted,
	"unit.dismounted":   applyMounted,
	"charge.declared":   applyChargeDeclared,
	"reaction.chosen":   applyReactionChosen,
	"charge.contact":    applyContact,
	"pursuit.contact":   applyContact,
	"charge.fell_short": applyUnitMoved,
	"unit.stood":        applyUnitMoved,
	"unit.turned":       applyTurned,
	"unit.planned":      applyPlanned,
	"unit.blocked":      applyBlocked,
	"melee.fought":      applyFought,
	"pursuit.free":      applyFreed,
	"melee.result":      applyShock,
	"melee.engaged":     applyMeleeEngaged,
	"melee.parted":      applyMeleeParted,
	"objective.taken":   applyObjectiveTaken,
	"score.counted":     applyScoreCounted,
	"sight.own":         applyOwnKnown,
	"sight.gone":        applyGoneKnown,
	"game.ended":        applyGameEnded,
}

// theUnit returns the unit that the outcome is about.
func (s *State) theUnit(o *events.Outcome) *Unit { return &s.Units[s.mustUnit(o.Get("unit"))] }

// mustUnit returns the index of a unit; an outcome that names none is a broken world.
func (s *State) mustUnit(id string) int {
	u := s.b.unit(id)
	if u < 0 {
		panic("firediscipline: an outcome names the unknown unit " + id)
	}
	return u
}

// theStand returns the unit and stand that the outcome is about.
func (s *State) theStand(o *events.Outcome) (*Unit, *Stand) {
	u := s.theUnit(o)
	return u, &u.Stands[strings.Index(letters, o.Get("stand"))]
}

// standRef returns unit and stand of `unit.letter`; a unit alone gives stand -1.
func (s *State) standRef(id string) (u, i int) {
	name, l, ok := strings.Cut(id, ".")
	if !ok {
		return s.mustUnit(name), -1
	}
	return s.mustUnit(name), strings.Index(letters, l)
}

// at is the place that the outcome's x and y give.
func at(o *events.Outcome) board.Point { return board.Point{X: o.Int("x"), Y: o.Int("y")} }

// applyTurnBegun begins the marks of a turn anew.
func applyTurnBegun(s *State, o *events.Outcome) {
	s.Turn = o.Int("turn")
	for i := range s.Units {
		u := &s.Units[i]
		u.Balked, u.Tried = s.balkedBy(u)
		barred := s.Turn > 1 && u.At == u.From && (u.Plan.Move == marches || u.Plan.Move == marchesOff)
		u.Edged, u.Bogged, u.Banked = barred && u.AtEdge, barred && u.AtGround, adjudicator.None
		if barred {
			u.Banked = u.AtWater
		}
	}
	for i := range s.Units {
		u := &s.Units[i]
		u.Marks = Marks{}
		u.Shaken, u.Mourns, u.Colonel, u.Shock = u.Mourns, false, true, false
		u.Shot = [2][]int{nil, u.Shot[0]}
		u.Went = board.Point{X: u.At.X - u.From.X, Y: u.At.Y - u.From.Y}
		u.From = u.At
	}
}

// balkedBy returns the unit that barred the unit's way in the turn that is over,
// where neither has moved at all, and the way of a shift that led nowhere; else
// none. Who goes round it has it in the way until he is past, and who shifts the
// other way remembers that the one was barred.
func (s *State) balkedBy(u *Unit) (by, tried adjudicator.Index) {
	if s.Turn < 2 {
		return adjudicator.None, adjudicator.None
	}
	by, tried = u.Barred, adjudicator.None
	still := u.At == u.From
	switch {
	case still && (u.Plan.Move == shifts || u.Plan.Round):
		tried = adjudicator.At(u.Plan.Dir)
	case u.Plan.Move == shifts && u.Tried.Is(board.Degrees(u.Plan.Dir+180)):
		tried = u.Tried
	}
	if u.Plan.Round && (by.None() || !still) {
		by = u.Balked
	} else if !still {
		by = adjudicator.None
	}
	if unit, ok := by.Get(); ok && s.Units[unit].At != s.Units[unit].From {
		return adjudicator.None, adjudicator.None
	}
	return by, tried
}

// rides reports whether the commander is attached to the unit.
func (s *State) rides(c *Seat, u *Unit) bool {
	unit, ok := c.Attached.Get()
	return ok && &s.Units[unit] == u
}

// followRiders keeps commanders who are attached to the unit with its middle stand (§2.2).
func (s *State) followRiders(u *Unit) {
	for i := range s.Seats {
		if c := &s.Seats[i]; s.rides(c, u) {
			if m := u.middle(); m >= 0 {
				c.At = u.Stands[m].At
			}
		}
	}
}

// middle returns the middle stand in ranks, number (n-1) div 2 from 0, or -1.
//
// §2.2
func (u *Unit) middle() int {
	n := (u.ranks() - 1) / 2
	for i := range u.Stands {
		if u.Stands[i].Status != InRanks {
			continue
		}
		if n == 0 {
			return i
		}
		n--
	}
	return -1
}

// first returns the first stand in ranks, with which the regimental commander rides, or -1.
//
// §2.1
func (u *Unit) first() int {
	return slices.IndexFunc(u.Stands, func(st Stand) bool { return st.Status == InRanks })
}

// settle dresses the unit's ranks, if they are ever dressed (§3.5), and lets its riders follow.
func (s *State) settle(u *Unit) {
	if u.Formation != Unlimbered {
		s.dress(s.b.unit(u.ID))
	}
	s.followRiders(u)
}

// insert adds a number to an ascending list, once.
func insert(list []int, n int) []int {
	i, found := slices.BinarySearch(list, n)
	if found {
		return list
	}
	return slices.Insert(slices.Clone(list), i, n)
}

// remove takes a number out of a list.
func remove(list []int, n int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(m int) bool { return m == n })
}
