package firediscipline

import (
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// Outcomes of charges, melees and pursuit.
var ofFighting = rules.Outcomes[State]{
	{Name: "charge.declared", Clause: "8.11", Fields: "unit target to?", Apply: (*State).declareCharge},
	{Name: "reaction.chosen", Clause: "8.2a", Fields: "unit charger reaction by",
		Apply: (*State).chooseReaction},
	{Name: "charge.contact", Clause: "8.16", Fields: "unit target edge x y facing", Apply: (*State).contact},
	{Name: "charge.fell_short", Clause: "8.15", Fields: "unit target yards x y",
		Says: "{unit:name} went[ {yards} yard{yards:s}] at {target:name} and found nobody to strike.", Apply: moved},
	{Name: "melee.fought", Clause: "8.5", Fields: "unit target phase rolls hits",
		Says: "{unit:name} struck at {target:name}: {hits} down.", Apply: (*State).fight},
	{Name: "melee.result", Clause: "8.31", Fields: "unit inflicted received result",
		Apply: shock},
	{Name: "melee.engaged", Clause: "8.18", Fields: "unit with", Apply: (*State).engage},
	{Name: "melee.parted", Clause: "8.18", Fields: "unit with", To: rules.ToNone, Apply: (*State).part},
	{Name: "pursuit.free", Clause: "8.2h", Fields: "unit", To: rules.ToNone,
		Apply: onUnit(func(_ *State, u *Unit, _ *events.Outcome) { u.Freed = true })},
	{Name: "pursuit.contact", Clause: "8.2h", Fields: "unit target edge x y facing", Apply: (*State).contact},
	{Name: "pursuit.moved", Clause: "8.2h", Fields: "unit x y yards",
		Says: "{unit:name} pursued[ for {yards} yard{yards:s}].", Apply: moved},
	{Name: "objective.entered", Clause: "O3", Fields: "unit x y yards", Says: "{unit:name} entered the place.",
		Apply: moved},
}

func (s *State) declareCharge(o *events.Outcome) {
	n, e := s.mustUnit(o.Get("unit")), s.mustUnit(o.Get("target"))
	s.Units[n].Charging, s.Units[n].Shock = adjudicator.At(e), true
	if o.Get("to") != "" {
		s.Units[n].WheelTo = adjudicator.At(o.Int("to"))
	}
	s.Units[e].Chargers, s.Units[e].Shock = rules.With(s.Units[e].Chargers, n), true
}

func (s *State) chooseReaction(o *events.Outcome) {
	u := s.theUnit(o)
	u.Reaction = o.Get("reaction")
	if u.Reaction == "countercharge" {
		u.Countering = adjudicator.At(s.mustUnit(o.Get("charger")))
	}
}

// contact closes a unit on an enemy, at the new place and facing.
func (s *State) contact(o *events.Outcome) {
	n, e := s.mustUnit(o.Get("unit")), s.mustUnit(o.Get("target"))
	u := &s.Units[n]
	u.At, u.Facing = pointOf(o), o.Int("facing")
	s.settle(u)
	if edge := o.Get("edge"); edge == "guns" {
		return
	} else if edge != "front" {
		u.Flanked = rules.With(u.Flanked, e)
	}
	contacts.Tie(s, n, e)
}

// fight records a unit's round of melee for this turn. A pursuit melee is an extra round.
func (s *State) fight(o *events.Outcome) {
	u := s.theUnit(o)
	u.Shock = true
	if o.Get("phase") != phasePursuit {
		u.Fought = true
		s.Units[s.mustUnit(o.Get("target"))].Fought = true
	}
}

// engaged holds the units in melee, contacts the contacts made this turn.
var (
	engaged  = rules.Ties[State](func(s *State, u int) *[]int { return &s.Units[u].Engaged })
	contacts = rules.Ties[State](func(s *State, u int) *[]int { return &s.Units[u].Contacts })
)

func (s *State) engage(o *events.Outcome) {
	engaged.Tie(s, s.mustUnit(o.Get("unit")), s.mustUnit(o.Get("with")))
}

func (s *State) part(o *events.Outcome) {
	engaged.Part(s, s.mustUnit(o.Get("unit")), s.mustUnit(o.Get("with")))
}

// Outcomes of fire, and of hits on guns.
var ofFire = rules.Outcomes[State]{
	{Name: "artillery.fired", Clause: "6.9", Fields: "firer target range ammo chance hits",
		Says: "{firer:name} fired {ammo} at {target:name}[ over {range} yard{range:s}]: {hits:0=without effect|1=one hit|" +
			"*=# hits}.",
		Apply: (*State).firedAt},
	{Name: "artillery.held", Clause: "6.4", Fields: "firer", To: rules.ToOwn, Says: "{firer:name} held fire."},
	{Name: "artillery.pivoted", Clause: "6.4", Fields: "firer from to",
		Says: "{firer:name} pivoted to a new line, {to:compass}.", Apply: (*State).pivot},
	{Name: "artillery.prolonged", Clause: "6.4", Fields: "firer x y", Says: "The crew dragged {firer:name} forward.",
		Apply: (*State).prolong},
	{Name: "gun.hit", Clause: "6.8", Fields: "unit stand part guns crew limber",
		Apply: onStand(func(st *Stand, o *events.Outcome) {
			st.Guns, st.Castings, st.Limber = o.Int("guns"), o.Int("crew"), o.Int("limber")
		})},
	{Name: "gun.destroyed", Clause: "6.8", Fields: "unit stand", Apply: setStandStatus(Destroyed)},
	{Name: "gun.decrewed", Clause: "6.8 5.8", Fields: "unit stand",
		Apply: onStand(func(st *Stand, _ *events.Outcome) { st.Castings = 0 })},
	{Name: "gun.remanned", Clause: "D9", Fields: "unit stand",
		Apply: onStand(func(st *Stand, _ *events.Outcome) { st.Away = false })},
	{Name: "gun.abandoned", Clause: "5.8", Fields: "unit stand x y",
		Apply: onStand(func(st *Stand, o *events.Outcome) { st.Away, st.CrewAt = true, pointOf(o) })},
	{Name: "crew.moved", Clause: "D9", Fields: "unit stand x y", To: rules.ToNone,
		Apply: onStand(func(st *Stand, o *events.Outcome) { st.CrewAt = pointOf(o) })},
	{Name: "gun.captured", Clause: "6.62 5.5 5.11", Fields: "unit stand by guns",
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
		Says: "{firer:name} fired at {target:name} at the last moment: {hits} hit{hits:s}.", Apply: (*State).firedAt},
	{Name: "skirmish.effect", Clause: "7.31", Fields: "firer target nines effect"},
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
	u.Stands[i].At = pointOf(o)
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

// Outcomes of casualties and morale: boxes, stands lost, checks, flight.
var ofMorale = rules.Outcomes[State]{
	{Name: "boxes.marked", Clause: "5.11", Fields: "unit by boxes? shatter? cause stand",
		Says: "{unit:name} lost[{by:?= men|*= @}] by {cause:fire=fire|melee=the steel|morale=men slipping away|" +
			"interpenetration=being thrown into disorder among friends|attrition=pressing on regardless}[; {boxes} " +
			"of the {shatter} that would shatter them].",
		Apply: (*State).markBoxes},
	{Name: "stand.destroyed", Clause: "1.5", Fields: "unit stand",
		Says: "A company of {unit:name} is no more.", Apply: setStandStatus(Destroyed)},
	{Name: "stand.surrendered", Clause: "5.5", Fields: "unit stand",
		Says: "A company of {unit:name} laid down its arms.", Apply: setStandStatus(Surrendered)},
	{Name: "stand.left", Clause: "5.7", Fields: "unit stand", Says: "A company of {unit:name} ran from the field.",
		Apply: setStandStatus(Left)},
	{Name: "stand.left_behind", Clause: "D9", Fields: "unit stand", Says: "A company of {unit:name} stayed behind.",
		Apply: setStandStatus(Out)},
	{Name: "stand.rejoined", Clause: "D9", Fields: "unit stand", Says: "A company rejoined the ranks of {unit:name}.",
		Apply: (*State).rejoinRanks},
	{Name: "stand.moved", Clause: "D9", Fields: "unit stand x y", To: rules.ToNone,
		Apply: onStand(func(st *Stand, o *events.Outcome) { st.At = pointOf(o) })},
	{Name: "stand.halted", Clause: "5.5", Fields: "unit stand until", Says: "A company of {unit:name} would not go on.",
		Apply: onStand(func(st *Stand, o *events.Outcome) { st.Halt = max(st.Halt, o.Int("until")) })},
	{Name: "stand.fled", Clause: "5.7", Fields: "unit stand x y yards",
		Says: "A company of {unit:name} ran[ {yards} yard{yards:s}].", Apply: (*State).fleeStand},
	{Name: "morale.passed", Clause: "5.4", Fields: "unit stand why total roll", Says: "{unit:name} stood firm."},
	{Name: "morale.failed", Clause: "5.4", Fields: "unit stand why total roll",
		Says: "{unit:name} wavered[: {why:fire=the fire was too hot|melee=they had had the worst of it|" +
			"short=the charge had come to nothing|commander=their commander was down|" +
			"charging=they had no stomach for a charge|neighbour=their neighbours gave way}].",
		Apply: shock},
	{Name: "morale.loss", Clause: "5.5", Fields: "unit stand effect",
		Says: "{unit:name} {effect:halt=halted|flee=gave way|flee+box=broke away with loss|" +
			"surrender=begged for quarter|ignored=pressed on, whatever it cost}."},
	{Name: "unit.fled", Clause: "5.7", Fields: "unit x y yards", Apply: (*State).fleeUnit},
	{Name: "unit.evaded", Clause: "8.2c", Fields: "unit x y yards", Apply: (*State).fleeUnit},
	{Name: "objective.repulsed", Clause: "O3", Fields: "unit x y yards", Apply: (*State).fleeUnit},
	{Name: "unit.passed_through", Clause: "3.14", Fields: "unit friends",
		Says: "{unit:name} rushed through the ranks of {friends:name}."},
	{Name: "unit.shattered", Clause: "5.11", Fields: "unit removed", Apply: (*State).shatter},
	{Name: "unit.destroyed", Clause: "1.5 6.65", Fields: "unit", Apply: unitIs(Destroyed)},
	{Name: "unit.left", Clause: "5.7 5.11", Fields: "unit", Apply: unitIs(Left)},
}

// shock makes a unit send a report (§Q9).
var shock = onUnit(func(_ *State, u *Unit, _ *events.Outcome) { u.Shock = true })

// markBoxes marks boxes. A casualty, which names the stand, takes castings too. Crewmen hit by fire were removed by
// `gun.hit` (§1.5).
func (s *State) markBoxes(o *events.Outcome) {
	u := s.theUnit(o)
	if u.Shock = true; o.Get("boxes") != "" {
		u.Boxes = o.Int("boxes")
	}
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

// setStandStatus returns an Apply function that sets a stand's status.
func setStandStatus(to Status) func(*State, *events.Outcome) {
	return func(s *State, o *events.Outcome) {
		u, st := s.theStand(o)
		st.Status = to
		s.followRiders(u)
	}
}

func (s *State) rejoinRanks(o *events.Outcome) {
	u, st := s.theStand(o)
	st.Status = InRanks
	s.settle(u)
}

func (s *State) fleeStand(o *events.Outcome) {
	u, st := s.theStand(o)
	st.Status, st.At = Out, pointOf(o)
	s.followRiders(u)
}

// fleeUnit moves the unit with its formation intact, and ends its melees (§5.7).
func (s *State) fleeUnit(o *events.Outcome) {
	u := s.theUnit(o)
	to := pointOf(o)
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
func (s *State) disengage(u *Unit) { engaged.Bind(s, s.b.unit(u.ID)) }

func (s *State) shatter(o *events.Outcome) {
	u := s.theUnit(o)
	if o.Get("removed") == "no" {
		u.Broken = true
		s.disengage(u)
		return
	}
	s.removeUnit(u, Shattered)
}

// unitIs returns an Apply function that takes a unit out of play.
func unitIs(to Status) func(*State, *events.Outcome) {
	return func(s *State, o *events.Outcome) { s.removeUnit(s.theUnit(o), to) }
}

// removeUnit takes a unit out of play. Commanders attached to it stay there alone (§Q7).
func (s *State) removeUnit(u *Unit, to Status) {
	u.Status, u.Shock = to, true
	for i := range u.Stands {
		if st := &u.Stands[i]; st.inPlay() {
			st.Status = Gone
		}
	}
	s.disengage(u)
	for i := range s.Seats {
		if c := &s.Seats[i]; s.isAttached(c, u) {
			c.Attached = adjudicator.None
		}
	}
}
