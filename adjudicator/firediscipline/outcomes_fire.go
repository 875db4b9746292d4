package firediscipline

import (
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// Outcomes of fire, and of hits on guns.
var ofFire = rules.Outcomes[State]{
	{Name: "artillery.fired", Clause: "6.9", Fields: "firer target range ammo chance hits",
		Says: "{firer:name} fired {ammo} at {target:name}[ over {range} yard{range:s}]: {hits:0=without effect|1=one hit|" +
			"*=# hits}.",
		Apply: (*State).firedAt},
	{Name: "artillery.held", Clause: "6.4", Fields: "firer", To: rules.ToOwn, Says: "{firer:name} held fire."},
	{Name: "artillery.pivoted", Clause: "6.4", Fields: "firer from to",
		Says:  "{firer:name} pivoted to a new line, {to:compass}.",
		Apply: (*State).pivot},
	{Name: "artillery.prolonged", Clause: "6.4", Fields: "firer x y",
		Says:  "The crew dragged {firer:name} forward.",
		Apply: (*State).prolong},
	{Name: "gun.hit", Clause: "6.8", Fields: "unit stand part guns crew limber",
		Says: "A ball struck {unit:name}: {part:crew=a gunner fell|gun=a gun was dismounted|" +
			"limber=a limber was smashed}.",
		Apply: onStand(func(st *Stand, o *events.Outcome) {
			st.Guns, st.Castings, st.Limber = o.Int("guns"), o.Int("crew"), o.Int("limber")
		})},
	{Name: "gun.destroyed", Clause: "6.8", Fields: "unit stand", Loss: true,
		Says:  "A section of {unit:name} was knocked to pieces.",
		Apply: standIs(Destroyed)},
	{Name: "gun.decrewed", Clause: "6.8 5.8", Fields: "unit stand",
		Says:  "No gunner of a section of {unit:name} was left standing.",
		Apply: onStand(func(st *Stand, _ *events.Outcome) { st.Castings = 0 })},
	{Name: "gun.remanned", Clause: "D9", Fields: "unit stand",
		Says:  "The gunners of {unit:name} came back to their pieces.",
		Apply: onStand(func(st *Stand, _ *events.Outcome) { st.Away = false })},
	{Name: "gun.abandoned", Clause: "5.8", Fields: "unit stand x y",
		Says:  "The gunners of {unit:name} ran from their pieces.",
		Apply: onStand(func(st *Stand, o *events.Outcome) { st.Away, st.CrewAt = true, at(o) })},
	{Name: "crew.moved", Clause: "D9", Fields: "unit stand x y", To: rules.ToNone,
		Apply: onStand(func(st *Stand, o *events.Outcome) { st.CrewAt = at(o) })},
	{Name: "gun.captured", Clause: "6.62 5.5 5.11", Fields: "unit stand by guns", Loss: true,
		Says:  "{unit:name} lost[ {guns} gun{guns:s}][ guns{guns:!}] to the enemy.",
		Apply: (*State).captureGun},
	{Name: "skirmish.fired", Clause: "7.31", Fields: "firer target range rolls hits",
		Says: "{firer:name} skirmished with {target:name}[ over {range} yard{range:s}]: {hits} hit{hits:s}[ of {rolls} " +
			"shots].",
		Apply: (*State).firedAt},
	{Name: "volley.fired", Clause: "7.3", Fields: "firer target range rolls hits",
		Says:  "{firer:name} gave {target:name} a volley[ over {range} yard{range:s}]: {hits} hit{hits:s}.",
		Apply: (*State).firedAt},
	{Name: "platoon.fired", Clause: "7.3", Fields: "firer target range rolls hits",
		Says:  "{firer:name} fired by platoons at {target:name}[ over {range} yard{range:s}]: {hits} hit{hits:s}.",
		Apply: (*State).firedAt},
	{Name: "protective.fired", Clause: "8.41", Fields: "firer target range ammo? chance? rolls? hits",
		Says:  "{firer:name} fired at {target:name} at the last moment: {hits} hit{hits:s}.",
		Apply: (*State).firedAt},
	{Name: "skirmish.effect", Clause: "7.31", Fields: "firer target nines effect",
		Says: "The skirmishers of {firer:name} told on {target:name}[: {effect:none=no more than a whistle of " +
			"balls|halt=brought to a stand|halt+hit=brought to a stand with loss|" +
			"retreat+hit=driven back with loss}]."},
	{Name: "volley.reserved", Clause: "D8", Fields: "firer against", To: rules.ToOwn,
		Says: "{firer:name} reserved fire for {against:name}."},
}

// firedAt records the target of a unit or section, and uses up the round (§6.2).
func (s *State) firedAt(o *events.Outcome) {
	first, _, _ := strings.Cut(o.Get("target"), ",")
	target, _ := s.standRef(first)
	f, i := s.standRef(o.Get("firer"))
	u := &s.Units[f]
	if i < 0 {
		u.Fired, u.Target = true, adjudicator.At(target)
		u.Shot[0] = rules.With(u.Shot[0], target)
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

func (s *State) pivot(o *events.Outcome) {
	u, i := s.standRef(o.Get("firer"))
	s.Units[u].Stands[i].Facing = o.Int("to")
}

func (s *State) prolong(o *events.Outcome) {
	n, i := s.standRef(o.Get("firer"))
	u := &s.Units[n]
	u.Stands[i].At = at(o)
	u.At = u.mean()
	s.followRiders(u)
}

// mean returns the mean of the centres of the sections in ranks, rounded.
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

func (s *State) captureGun(o *events.Outcome) {
	_, st := s.theStand(o)
	by := s.b.side(o.Get("by"))
	st.Captured = adjudicator.At(by)
	s.GunsTaken[by] += o.Int("guns")
}
