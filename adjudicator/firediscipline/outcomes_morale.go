package firediscipline

import (
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// Outcomes of casualties and morale: boxes, stands lost, checks, flight.
var ofMorale = rules.Outcomes[State]{
	{Name: "boxes.marked", Clause: "5.11", Fields: "unit by boxes? shatter? cause stand",
		Says: "{unit:name} lost[{by:?= men|*= @}] by {cause:fire=fire|melee=the steel|morale=men slipping away|" +
			"interpenetration=being thrown into disorder among friends|attrition=pressing on regardless}[; {boxes} " +
			"of the {shatter} that would shatter them].",
		Apply: (*State).markBoxes},
	{Name: "stand.destroyed", Clause: "1.5", Fields: "unit stand", Loss: true,
		Says:  "A company of {unit:name} is no more.",
		Apply: standIs(Destroyed)},
	{Name: "stand.surrendered", Clause: "5.5", Fields: "unit stand", Loss: true,
		Says:  "A company of {unit:name} laid down its arms.",
		Apply: standIs(Surrendered)},
	{Name: "stand.left", Clause: "5.7", Fields: "unit stand",
		Says:  "A company of {unit:name} ran from the field.",
		Apply: standIs(Left)},
	{Name: "stand.left_behind", Clause: "D9", Fields: "unit stand",
		Says:  "A company of {unit:name} stayed behind.",
		Apply: standIs(Out)},
	{Name: "stand.rejoined", Clause: "D9", Fields: "unit stand",
		Says:  "A company rejoined the ranks of {unit:name}.",
		Apply: (*State).rejoinRanks},
	{Name: "stand.moved", Clause: "D9", Fields: "unit stand x y", To: rules.ToNone,
		Apply: onStand(func(st *Stand, o *events.Outcome) { st.At = at(o) })},
	{Name: "stand.halted", Clause: "5.5", Fields: "unit stand until",
		Says:  "A company of {unit:name} would not go on.",
		Apply: onStand(func(st *Stand, o *events.Outcome) { st.Halt = max(st.Halt, o.Int("until")) })},
	{Name: "stand.fled", Clause: "5.7", Fields: "unit stand x y yards",
		Says:  "A company of {unit:name} ran[ {yards} yard{yards:s}].",
		Apply: (*State).fleeStand},
	{Name: "morale.passed", Clause: "5.4", Fields: "unit stand why total roll", Says: "{unit:name} stood firm."},
	{Name: "morale.failed", Clause: "5.4", Fields: "unit stand why total roll",
		Says: "{unit:name} wavered[: {why:fire=the fire was too hot|melee=they had had the worst of it|" +
			"short=the charge had come to nothing|commander=their commander was down|" +
			"charging=they had no stomach for a charge|neighbour=their neighbours gave way}].",
		Apply: shock},
	{Name: "morale.loss", Clause: "5.5", Fields: "unit stand effect",
		Says: "{unit:name} {effect:halt=halted|flee=gave way|flee+box=broke away with loss|" +
			"surrender=begged for quarter|ignored=pressed on, whatever it cost}."},
	{Name: "unit.fled", Clause: "5.7", Fields: "unit x y yards",
		Says:  "{unit:name} fled[ {yards} yard{yards:s}].",
		Apply: (*State).fleeUnit},
	{Name: "unit.evaded", Clause: "8.2c", Fields: "unit x y yards",
		Says:  "{unit:name} did not wait for the charge and made off[, {yards} yard{yards:s}].",
		Apply: (*State).fleeUnit},
	{Name: "objective.repulsed", Clause: "O3", Fields: "unit x y yards",
		Says:  "{unit:name} recoiled from the walls.",
		Apply: (*State).fleeUnit},
	{Name: "unit.passed_through", Clause: "3.14", Fields: "unit friends",
		Says: "{unit:name} rushed through the ranks of {friends:name}."},
	{Name: "unit.shattered", Clause: "5.11", Fields: "unit removed", Loss: true,
		Says:  "{unit:name} broke to pieces[, no longer to be counted on{removed:?}].",
		Apply: (*State).shatter},
	{Name: "unit.destroyed", Clause: "1.5 6.65", Fields: "unit", Loss: true,
		Says:  "{unit:name} ceased to exist.",
		Apply: unitIs(Destroyed)},
	{Name: "unit.left", Clause: "5.7 5.11", Fields: "unit", Loss: true,
		Says:  "{unit:name} left the field.",
		Apply: unitIs(Left)},
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

// standIs returns an Apply function that sets a stand's status.
func standIs(to Status) func(*State, *events.Outcome) {
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
	st.Status, st.At = Out, at(o)
	s.followRiders(u)
}

// fleeUnit moves the unit with its formation intact, and ends its melees (§5.7).
func (s *State) fleeUnit(o *events.Outcome) {
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
		if c := &s.Seats[i]; s.rides(c, u) {
			c.Attached = adjudicator.None
		}
	}
}
