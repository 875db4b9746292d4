package firediscipline

import (
	"strconv"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// Outcomes of movement and formation.
var ofMoves = rules.Outcomes[State]{
	{Name: "unit.reformed", Clause: "D9", Fields: "unit stand x y",
		Says:  "{unit:name} formed again on those who stood.",
		Apply: (*State).reform},
	{Name: "unit.wheeled", Clause: "4.5", Fields: "unit from to",
		Says:  "{unit:name} wheeled to face {to:compass}.",
		Apply: onUnit(func(s *State, u *Unit, o *events.Outcome) { u.Facing, u.Wheeled = o.Int("to"), true; s.settle(u) })},
	{Name: "unit.cramped", Clause: "D20", Fields: "unit to by", To: rules.ToOwn,
		Says:  "{unit:name} had no room to wheel to face {to:compass}: {by:name} in the way.",
		Apply: (*State).cramp},
	{Name: "unit.formed", Clause: "D3", Fields: "unit formation",
		Says: "{unit:name} formed {formation:line=line|column=column|open=open order}.",
		Apply: onUnit(func(s *State, u *Unit, o *events.Outcome) {
			u.Formation, u.Formed = Formation(o.Get("formation")), true
			s.settle(u)
		})},
	{Name: "unit.dressed", Clause: "3.5", Fields: "unit", To: rules.ToNone,
		Apply: onUnit(func(s *State, u *Unit, _ *events.Outcome) { s.settle(u) })},
	{Name: "unit.planned", Clause: "D3", Fields: "unit move dir pace reach x? y? round?", To: rules.ToNone,
		Apply: (*State).plan},
	{Name: "unit.turned", Clause: "4.5", Fields: "unit facing", To: rules.ToNone,
		Apply: onUnit(func(s *State, u *Unit, o *events.Outcome) { u.Facing = o.Int("facing"); s.settle(u) })},
	{Name: "unit.moved", Clause: "4.7", Fields: "unit x y yards rate",
		Says: "{unit:name} went[ {yards} yard{yards:s}][ to {x:yards},{y:yards}][ {rate:road=in march column|" +
			"tactical=step by step, facing the enemy|skirmish=at the skirmisher's trot|field=in good order}].",
		Apply: moved},
	{Name: "unit.stood", Clause: "4.8", Fields: "unit x y", To: rules.ToNone, Apply: moved},
	{Name: "unit.blocked", Clause: "4.8 8.16", Fields: "unit by",
		Says: "{unit:name} could not get on[: {by:terrain=the ground forbade it|edge=here the field ends|" +
			"friends=friends were in the way|*=@ in the way}].",
		Apply: (*State).block},
	{Name: "unit.stayed", Clause: "D3", Fields: "unit reason", To: rules.ToOwn,
		Says: "{unit:name} stood where they were{reason:enemy=, with the enemy so near|" +
			"guide=, having nobody to keep up with|halted=: too many would not go on|crews=: the gunners had run|" +
			"pace=, so slow was the going}."},
	{Name: "guns.unlimbered", Clause: "6.4", Fields: "unit facing",
		Says:  "{unit:name} unlimbered[ towards {facing:compass}].",
		Apply: (*State).unlimber},
	{Name: "unit.mounted", Clause: "7.13", Fields: "unit",
		Says:  "{unit:name} took to the saddle.",
		Apply: (*State).mount},
	{Name: "unit.dismounted", Clause: "7.13", Fields: "unit",
		Says:  "{unit:name} dismounted.",
		Apply: (*State).mount},
}

// moved sets the unit's place and dresses its ranks.
var moved = onUnit(func(s *State, u *Unit, o *events.Outcome) { u.At = at(o); s.settle(u) })

func (s *State) reform(o *events.Outcome) {
	u, st := s.theStand(o)
	st.Status, u.At = InRanks, at(o)
	s.settle(u)
}

// plan sets a unit's intended move for VI.3 and VI.4.
func (s *State) plan(o *events.Outcome) {
	u := s.theUnit(o)
	u.Plan = Plan{Move: o.Get("move"), Dir: o.Int("dir"), Pace: o.Get("pace"), Reach: o.Int("reach"),
		Round: o.Get("round") == "yes"}
	if x, err := strconv.Atoi(o.Get("x")); err == nil {
		u.Plan.HasGoal, u.Plan.Goal = true, board.Point{X: x, Y: o.Int("y")}
	}
}

// block records the obstacle of a move.
func (s *State) block(o *events.Outcome) {
	u, by := s.theUnit(o), o.Get("by")
	u.Barred, u.AtWater = adjudicator.At(s.b.unit(by)), adjudicator.None
	u.AtEdge, u.AtGround = by == barredByEdge, by == barredByGround
	if f := s.b.feature(by); u.Barred.None() && f >= 0 && s.b.Features[f].Kind == Water {
		u.AtWater = adjudicator.At(f)
	}
}

// cramp records the unit that left no room for a wheel.
func (s *State) cramp(o *events.Outcome) {
	u := s.theUnit(o)
	u.Cramped, u.Barred = true, adjudicator.At(s.b.unit(o.Get("by")))
}

func (s *State) unlimber(o *events.Outcome) {
	u := s.theUnit(o)
	u.Formation, u.Facing, u.Task.Unlimber = Unlimbered, o.Int("facing"), false
	s.dress(s.b.unit(u.ID))
	s.followRiders(u)
}

// mount mounts or dismounts dragoons. On foot they take open order, mounted they form line (§7.13).
func (s *State) mount(o *events.Outcome) {
	u := s.theUnit(o)
	u.Mounted = o.Name == "unit.mounted"
	u.Task.Mount, u.Task.Dismount = false, false
	u.Formation = Open
	if u.Mounted {
		u.Formation = Line
	}
	s.settle(u)
}
