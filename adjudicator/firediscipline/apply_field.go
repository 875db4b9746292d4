package firediscipline

import (
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/events"
)

// applyFired notes whom a unit or section fired at, and takes the round (§6.2).
func applyFired(s *State, o *events.Outcome) {
	first, _, _ := strings.Cut(o.Get("target"), ",")
	target, _ := s.standRef(first)
	f, i := s.standRef(o.Get("firer"))
	u := &s.Units[f]
	if i < 0 {
		u.Fired, u.Target = true, adjudicator.At(target)
		u.Shot[0] = insert(u.Shot[0], target)
		return
	}
	st := &u.Stands[i]
	if st.AimTurn == s.Turn {
		return // another stand in the same shot (§6.35)
	}
	st.Aim, st.AimTurn = adjudicator.At(target), s.Turn
	switch o.Get("ammo") {
	case "ball":
		st.Ball--
	case "canister":
		st.Canister--
	case "shell":
		st.Shell--
	}
}

func applyPivoted(s *State, o *events.Outcome) {
	u, i := s.standRef(o.Get("firer"))
	s.Units[u].Stands[i].Facing = o.Int("to")
}

func applyProlonged(s *State, o *events.Outcome) {
	n, i := s.standRef(o.Get("firer"))
	u := &s.Units[n]
	u.Stands[i].At = at(o)
	u.At = u.mean()
	s.followRiders(u)
}

// mean is the mean of the centres of the sections in ranks, rounded.
func (u *Unit) mean() board.Point {
	var x, y, n int64
	for i := range u.Stands {
		if st := &u.Stands[i]; st.Status == InRanks {
			x, y, n = x+int64(st.At.X), y+int64(st.At.Y), n+1
		}
	}
	if n == 0 {
		return u.At
	}
	return board.Point{X: int((2*x + n) / (2 * n)), Y: int((2*y + n) / (2 * n))}
}

func applyGunHit(s *State, o *events.Outcome) {
	_, st := s.theStand(o)
	st.Guns, st.Castings, st.Limber = o.Int("guns"), o.Int("crew"), o.Int("limber")
}

func applyGunDecrewed(s *State, o *events.Outcome) {
	_, st := s.theStand(o)
	st.Castings = 0
}

func applyGunRemanned(s *State, o *events.Outcome) {
	_, st := s.theStand(o)
	st.Away = false
}

func applyGunAbandoned(s *State, o *events.Outcome) {
	_, st := s.theStand(o)
	st.Away, st.CrewAt = true, at(o)
}

func applyGunCaptured(s *State, o *events.Outcome) {
	_, st := s.theStand(o)
	by := s.b.side(o.Get("by"))
	st.Captured = adjudicator.At(by)
	s.GunsTaken[by] += o.Int("guns")
}

// applyBoxesMarked marks boxes; a casualty (it names the stand) takes castings
// too. Crewmen hit by fire have gone with `gun.hit`.
//
// §1.5
func applyBoxesMarked(s *State, o *events.Outcome) {
	u := s.theUnit(o)
	u.Boxes, u.Shock = o.Int("boxes"), true
	l := o.Get("stand")
	if l == "" || l == "-" {
		return
	}
	if u.Arm == Guns && o.Get("cause") == "fire" || u.Arm != Guns && s.b.Options.CasualtyBoxes {
		return
	}
	st := &u.Stands[strings.Index(letters, l)]
	st.Castings = max(0, st.Castings-o.Int("by"))
}

func applyStandGone(to Status) func(*State, *events.Outcome) {
	return func(s *State, o *events.Outcome) {
		u, st := s.theStand(o)
		st.Status = to
		s.followRiders(u)
	}
}

func applyStandMoved(s *State, o *events.Outcome) {
	_, st := s.theStand(o)
	st.At = at(o)
}

func applyStandRejoined(s *State, o *events.Outcome) {
	u, st := s.theStand(o)
	st.Status = InRanks
	s.settle(u)
}

func applyStandHalted(s *State, o *events.Outcome) {
	_, st := s.theStand(o)
	st.Halt = max(st.Halt, o.Int("until"))
}

func applyStandFled(s *State, o *events.Outcome) {
	u, st := s.theStand(o)
	st.Status, st.At = Out, at(o)
	s.followRiders(u)
}

func applyShock(s *State, o *events.Outcome) { s.theUnit(o).Shock = true }

// applyUnitFled carries the unit off with its ranks kept, out of every melee (§5.7).
func applyUnitFled(s *State, o *events.Outcome) {
	u := s.theUnit(o)
	to := at(o)
	for i := range u.Stands {
		if st := &u.Stands[i]; st.Status == InRanks {
			st.At.X += to.X - u.At.X
			st.At.Y += to.Y - u.At.Y
		}
	}
	u.At = to
	s.disengage(u)
	s.followRiders(u)
}

// disengage ends all melees of the unit.
func (s *State) disengage(u *Unit) {
	n := s.b.unit(u.ID)
	for _, e := range u.Engaged {
		s.Units[e].Engaged = remove(s.Units[e].Engaged, n)
	}
	u.Engaged = nil
}

func applyUnitShattered(s *State, o *events.Outcome) {
	u := s.theUnit(o)
	if o.Get("removed") == "no" {
		u.Broken = true
		s.disengage(u)
		return
	}
	s.removeUnit(u, Shattered)
}

func applyUnitRemoved(to Status) func(*State, *events.Outcome) {
	return func(s *State, o *events.Outcome) { s.removeUnit(s.theUnit(o), to) }
}

// removeUnit takes a unit out of play; who was attached to it stays there alone (§Q7).
func (s *State) removeUnit(u *Unit, to Status) {
	u.Status, u.Shock = to, true
	for i := range u.Stands {
		if st := &u.Stands[i]; st.inPlay() {
			st.Status = Gone
		}
	}
	s.disengage(u)
	for i := range s.Seats {
		if c := &s.Seats[i]; s.rides(c, u) {
			c.Attached = adjudicator.None
		}
	}
}

func applyUnitReformed(s *State, o *events.Outcome) {
	u, st := s.theStand(o)
	st.Status, u.At = InRanks, at(o)
	s.settle(u)
}

func applyUnitWheeled(s *State, o *events.Outcome) {
	u := s.theUnit(o)
	u.Facing, u.Wheeled = o.Int("to"), true
	s.settle(u)
}

func applyUnitFormed(s *State, o *events.Outcome) {
	u := s.theUnit(o)
	u.Formation, u.Formed = Formation(o.Get("formation")), true
	s.settle(u)
}

func applyUnitDressed(s *State, o *events.Outcome) { s.settle(s.theUnit(o)) }

// applyUnitMoved brings a unit, its ranks dressed, to where it has got to.
func applyUnitMoved(s *State, o *events.Outcome) {
	u := s.theUnit(o)
	u.At = at(o)
	s.settle(u)
}

func applyUnlimbered(s *State, o *events.Outcome) {
	u := s.theUnit(o)
	u.Formation, u.Facing, u.Task.Unlimber = Unlimbered, o.Int("facing"), false
	s.dress(s.b.unit(u.ID))
	s.followRiders(u)
}

// applyMounted mounts or dismounts dragoons: on foot they take open order, mounted line (§7.13).
func applyMounted(s *State, o *events.Outcome) {
	u := s.theUnit(o)
	u.Mounted = o.Name == "unit.mounted"
	u.Task.Mount, u.Task.Dismount = false, false
	u.Formation = Open
	if u.Mounted {
		u.Formation = Line
	}
	s.settle(u)
}

func applyChargeDeclared(s *State, o *events.Outcome) {
	n, e := s.mustUnit(o.Get("unit")), s.mustUnit(o.Get("target"))
	s.Units[n].Charging, s.Units[n].Shock, s.Units[n].Charged = adjudicator.At(e), true, o.Ref
	if o.Get("to") != "" {
		s.Units[n].WheelTo = adjudicator.At(o.Int("to"))
	}
	s.Units[e].Chargers, s.Units[e].Shock = insert(s.Units[e].Chargers, n), true
}

func applyReactionChosen(s *State, o *events.Outcome) {
	u := s.theUnit(o)
	u.Reaction = o.Get("reaction")
	if u.Reaction == "countercharge" {
		u.Countering, u.Charged = adjudicator.At(s.mustUnit(o.Get("charger"))), o.Ref
	}
}

// applyContact closes a unit on an enemy: x, y and facing say where it stands then.
func applyContact(s *State, o *events.Outcome) {
	n, e := s.mustUnit(o.Get("unit")), s.mustUnit(o.Get("target"))
	u := &s.Units[n]
	u.At, u.Facing = at(o), o.Int("facing")
	s.settle(u)
	if edge := o.Get("edge"); edge == "guns" {
		return
	} else if edge != "front" {
		u.Flanked = insert(u.Flanked, e)
	}
	u.Contacts = insert(u.Contacts, e)
	s.Units[e].Contacts = insert(s.Units[e].Contacts, n)
	u.Met, s.Units[e].Met = o.Ref, o.Ref
}

// applyBlocked notes what was in the way.
func applyBlocked(s *State, o *events.Outcome) {
	u, by := s.theUnit(o), o.Get("by")
	u.Barred, u.AtWater = adjudicator.At(s.b.unit(by)), adjudicator.None
	u.AtEdge, u.AtGround = by == barredByEdge, by == barredByGround
	if f := s.b.feature(by); u.Barred.None() && f >= 0 && s.b.Features[f].Kind == Water {
		u.AtWater = adjudicator.At(f)
	}
}

// applyTurned lets a unit on a road face the way that it goes on (§4.5).
func applyTurned(s *State, o *events.Outcome) {
	u := s.theUnit(o)
	u.Facing = o.Int("facing")
	s.settle(u)
}

func applyMeleeEngaged(s *State, o *events.Outcome) {
	n, e := s.mustUnit(o.Get("unit")), s.mustUnit(o.Get("with"))
	s.Units[n].Engaged = insert(s.Units[n].Engaged, e)
	s.Units[e].Engaged = insert(s.Units[e].Engaged, n)
}

func applyMeleeParted(s *State, o *events.Outcome) {
	n, e := s.mustUnit(o.Get("unit")), s.mustUnit(o.Get("with"))
	s.Units[n].Engaged = remove(s.Units[n].Engaged, e)
	s.Units[e].Engaged = remove(s.Units[e].Engaged, n)
}
