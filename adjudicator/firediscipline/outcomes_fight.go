package firediscipline

import (
	"galloper/adjudicator"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// Outcomes of charges, melees and pursuit.
var ofFighting = rules.Outcomes[State]{
	{Name: "charge.declared", Clause: "8.11", Fields: "unit target to?",
		Says:  "{unit:name} made ready to charge {target:name}.",
		Apply: (*State).declareCharge},
	{Name: "reaction.chosen", Clause: "8.2a", Fields: "unit charger reaction by",
		Says: "{unit:name} {reaction:hold=stood to receive the charge|melee=stood by the guns against the charge|" +
			"flee=turned to get away from the charge|countercharge=went to meet the charge} of {charger:name}.",
		Apply: (*State).chooseReaction},
	{Name: "charge.contact", Clause: "8.16", Fields: "unit target edge x y facing",
		Says: "{unit:name} closed with {target:name}[ {edge:front=front to front|left=upon the left flank|" +
			"right=upon the right flank|rear=from behind|guns=at the guns}].",
		Apply: (*State).contact},
	{Name: "charge.fell_short", Clause: "8.15", Fields: "unit target yards x y",
		Says:  "{unit:name} went[ {yards} yard{yards:s}] at {target:name} and found nobody to strike.",
		Apply: moved},
	{Name: "melee.fought", Clause: "8.5", Fields: "unit target phase rolls hits",
		Says:  "{unit:name} struck at {target:name}: {hits} down.",
		Apply: (*State).fight},
	{Name: "melee.result", Clause: "8.31", Fields: "unit inflicted received result",
		Says: "{unit:name} had {result:won=the better|lost=the worst|drawn=neither the better nor the worst} of " +
			"it[, {inflicted} to {received}].",
		Apply: shock},
	{Name: "melee.engaged", Clause: "8.18", Fields: "unit with",
		Says:  "{unit:name} and {with:name} are locked together.",
		Apply: (*State).engage},
	{Name: "melee.parted", Clause: "8.18", Fields: "unit with", To: rules.ToNone, Apply: (*State).part},
	{Name: "pursuit.free", Clause: "8.2h", Fields: "unit", To: rules.ToNone,
		Apply: onUnit(func(_ *State, u *Unit, _ *events.Outcome) { u.Freed = true })},
	{Name: "pursuit.contact", Clause: "8.2h", Fields: "unit target edge x y facing",
		Says:  "{unit:name}, hot in pursuit, fell upon {target:name}.",
		Apply: (*State).contact},
	{Name: "pursuit.moved", Clause: "8.2h", Fields: "unit x y yards",
		Says:  "{unit:name} pursued[ for {yards} yard{yards:s}].",
		Apply: moved},
	{Name: "objective.entered", Clause: "O3", Fields: "unit x y yards",
		Says:  "{unit:name} entered the place.",
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
	u.At, u.Facing = at(o), o.Int("facing")
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
