package firediscipline

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/courier"
	"galloper/adjudicator/rules"
	"galloper/events"
)

func (s *State) theUnit(o *events.Outcome) *Unit { return &s.Units[s.mustUnit(o.Get("unit"))] }

// mustUnit returns the index of a unit. It panics on an unknown id.
func (s *State) mustUnit(id string) int {
	u := s.b.unit(id)
	if u < 0 {
		panic("firediscipline: an outcome names the unknown unit " + id)
	}
	return u
}

// theStand returns the subject of the outcome, a stand, and its unit.
func (s *State) theStand(o *events.Outcome) (*Unit, *Stand) {
	u := s.theUnit(o)
	return u, &u.Stands[strings.Index(letters, o.Get("stand"))]
}

// standRef returns unit and stand of `unit.letter`. The stand is -1 if the id is a unit's.
func (s *State) standRef(id string) (u, i int) {
	name, l, ok := strings.Cut(id, ".")
	if !ok {
		return s.mustUnit(name), -1
	}
	return s.mustUnit(name), strings.Index(letters, l)
}

func (s *State) theSeat(o *events.Outcome) *Seat { return &s.Seats[s.b.seat(o.Get("seat"))] }

func pointOf(o *events.Outcome) board.Point { return board.Point{X: o.Int("x"), Y: o.Int("y")} }

// onUnit returns an Apply function that changes the outcome's unit.
func onUnit(change func(*State, *Unit, *events.Outcome)) func(*State, *events.Outcome) {
	return func(s *State, o *events.Outcome) { change(s, s.theUnit(o), o) }
}

// onStand returns an Apply function that changes the outcome's stand.
func onStand(change func(*Stand, *events.Outcome)) func(*State, *events.Outcome) {
	return func(s *State, o *events.Outcome) {
		_, st := s.theStand(o)
		change(st, o)
	}
}

// isAttached reports whether the commander is attached to the unit.
func (s *State) isAttached(c *Seat, u *Unit) bool {
	unit, ok := c.Attached.Get()
	return ok && &s.Units[unit] == u
}

// followRiders moves the commanders attached to the unit to its middle stand (§2.2).
func (s *State) followRiders(u *Unit) {
	for i := range s.Seats {
		if c := &s.Seats[i]; s.isAttached(c, u) {
			if m := u.middle(); m >= 0 {
				c.At = u.Stands[m].At
			}
		}
	}
}

// middle returns the middle stand in ranks, number (n-1) div 2 from 0, or -1 (§2.2).
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

// first returns the first stand in ranks, with the regimental commander, or -1 (§2.1).
func (u *Unit) first() int {
	return slices.IndexFunc(u.Stands, func(st Stand) bool { return st.Status == InRanks })
}

// settle dresses the unit's ranks, except of unlimbered guns (§3.5), and moves attached commanders along.
func (s *State) settle(u *Unit) {
	if u.Formation != Unlimbered {
		s.placeStands(s.b.unit(u.ID))
	}
	s.followRiders(u)
}

// Outcomes of command: the turn and the battle, dispatches, directives, commanders, zones.
var ofCommand = rules.Outcomes[State]{
	{Name: "turn.begun", Clause: "I.1", Fields: "turn", To: rules.ToNone, Apply: (*State).beginTurn},
	{Name: "directive.acted", Clause: "2.42 Q6", Fields: "unit verb from how text",
		Says: "{unit:name} took up the orders[ {how:voice=at your word|courier=by your courier|" +
			"condition=as arranged beforehand}]: {text}.",
		Apply: (*State).actOn},
	{Name: "directive.void", Clause: "2.41 D13 3.4", Fields: "unit reason",
		Apply: onUnit(func(s *State, u *Unit, _ *events.Outcome) { s.take(u, &Directive{Verb: Hold}); u.Shock = true })},
	{Name: "directive.done", Clause: "D2", Fields: "unit verb",
		Apply: onUnit(func(_ *State, u *Unit, _ *events.Outcome) {
			u.Task.Verb, u.Task.Way, u.Task.Detour, u.Shock = Hold, nil, nil, true
		})},
	{Name: "chit.used", Clause: "2.5", Fields: "unit", To: rules.ToNone, Apply: (*State).useChit},
	{Name: "unit.waypoint", Clause: "D3", Fields: "unit left", To: rules.ToNone,
		Apply: onUnit(func(_ *State, u *Unit, o *events.Outcome) {
			u.Task.Way = u.Task.Way[max(0, len(u.Task.Way)-o.Int("left")):]
		})},
	{Name: "unit.detoured", Clause: "D13", Fields: "unit way", To: rules.ToNone, Apply: (*State).detour},
	{Name: "commander.ordered", Clause: "Q7", Fields: "seat order", Apply: (*State).sendCommander},
	{Name: "commander.attached", Clause: "Q7", Fields: "seat unit", Says: "{seat:name} joined {unit:name}.",
		Apply: (*State).attach},
	{Name: "commander.detached", Clause: "2.2", Fields: "seat unit", Says: "{seat:name} took leave of {unit:name}.",
		Apply: func(s *State, o *events.Outcome) { s.theSeat(o).Attached = adjudicator.None }},
	{Name: "commander.rode", Clause: "Q7", Fields: "seat x y", Says: "{seat:name} rode to {x:yards},{y:yards}.",
		Apply: (*State).moveCommander},
	{Name: "commander.fled", Clause: "Q7", Fields: "seat x y",
		Apply: func(s *State, o *events.Outcome) { s.theSeat(o).At = pointOf(o) }},
	{Name: "commander.hit", Clause: "2.31 2.32 Q7", Fields: "who fate", Apply: (*State).loseCommander},
	{Name: "commander.spared", Clause: "2.31 2.32", Fields: "who",
		Says: "The balls flew close about the commander of {who:name}; he was spared."},
	{Name: "commander.mourned", Clause: "2.36", Fields: "who units", To: rules.ToNone, Apply: (*State).mourn},
	{Name: "commander.succeeded", Clause: "Q8", Fields: "seat unit", Apply: (*State).succeed},
	{Name: "objective.taken", Clause: "O1", Fields: "place by", Apply: (*State).takeZone},
	{Name: "score.counted", Clause: "V", Fields: "side points", To: rules.ToAll,
		Says:  "Points of {side:name}: {points}.",
		Apply: func(s *State, o *events.Outcome) { s.Points[s.b.side(o.Get("side"))] = o.Int("points") }},
	{Name: "army.broke", Clause: "V3", Fields: "side lost of", To: rules.ToAll},
	{Name: "game.ended", Clause: "V", Fields: "winner level", To: rules.ToAll, Apply: (*State).end},
}

// beginTurn resets the marks of the last turn.
func (s *State) beginTurn(o *events.Outcome) {
	s.Turn = o.Int("turn")
	for i := range s.Units {
		u := &s.Units[i]
		u.Balked, u.Tried = s.lastBlocker(u)
		barred := s.Turn > 1 && u.At == u.From && (u.Plan.Move == marches || u.Plan.Move == marchesOff)
		u.Bogged, u.Banked = barred && u.AtGround, adjudicator.None
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

// lastBlocker returns the unit that barred this unit's way in the last turn, if neither moved, and the direction of a
// shift that failed; else none. A unit on its way round keeps the blocker until it is past, and one that shifts the
// other way remembers the failed side.
func (s *State) lastBlocker(u *Unit) (by, tried adjudicator.Index) {
	if s.Turn < 2 {
		return adjudicator.None, adjudicator.None
	}
	by, tried = u.Barred, adjudicator.None
	still := u.stuck()
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
	if unit, ok := by.Get(); ok && !s.Units[unit].stuck() {
		return adjudicator.None, adjudicator.None
	}
	return by, tried
}

// stuck reports whether a unit made no progress in the last turn (§D11).
func (u *Unit) stuck() bool { return u.At.Within(u.From, nearPlace*board.Yard) }

// compareDispatches orders by turn sent, then id (§Q1).
func compareDispatches(_ *State, a, b *Dispatch) int {
	x, _ := courier.ParseID(a.ID)
	y, _ := courier.ParseID(b.ID)
	return courier.Compare(x, y, func(string) int { return 0 })
}

func (s *State) actOn(o *events.Outcome) {
	u := s.theUnit(o)
	d, err := s.b.parseDirective(u.Side, o.Get("text"))
	if err != nil {
		panic("firediscipline: " + o.Get("text") + ": a directive that cannot be read was acted on")
	}
	if o.Get("how") == "condition" && d.Verb == "" {
		u.forgetCondition(s.b, o.Get("text"))
	}
	s.take(u, d)
	u.Shock = true
}

// useChit removes chit R, L or U. A turned unit under ADVANCE then advances on its new facing (§2.5).
func (s *State) useChit(o *events.Outcome) {
	u := s.theUnit(o)
	turned := u.Task.Chit == 'R' || u.Task.Chit == 'L'
	u.Task.Chit, u.Task.Turn = 0, 0
	if !turned {
		return
	}
	if u.Task.Verb.attacks() && u.Task.Verb != Assault {
		u.Task.Axis, u.Task.HasGoal, u.Task.Feature = u.Facing, false, adjudicator.None
		u.Task.Way, u.Task.Detour = nil, nil
	}
}

// detour sets the points that a unit passes before its other goals.
func (s *State) detour(o *events.Outcome) {
	u := s.theUnit(o)
	u.Task.Detour = nil
	list := strings.Split(o.Get("way"), ",")
	for k := 0; k+1 < len(list); k += 2 {
		u.Task.Detour = append(u.Task.Detour, board.Point{X: events.Number(list[k]), Y: events.Number(list[k+1])})
	}
}

// sendCommander records a commander's errand. Relative places start from the commander's place.
func (s *State) sendCommander(o *events.Outcome) {
	c := s.theSeat(o)
	mail := s.b.recorded(s.b.seat(c.ID), []string{o.Get("order")})
	c.Errand, c.Whom = mail[0].Errand.Ride, mail[0].Errand.Whom
	if c.Errand == RideToPlace {
		c.Goal = s.b.resolve(mail[0].Errand.Place, c.At)
	}
}

func (s *State) attach(o *events.Outcome) {
	c := s.theSeat(o)
	unit := s.mustUnit(o.Get("unit"))
	c.Attached, c.Errand = adjudicator.At(unit), NoRide
	s.followRiders(&s.Units[unit])
}

func (s *State) moveCommander(o *events.Outcome) {
	c := s.theSeat(o)
	c.At = pointOf(o)
	if goal, ok := s.errandGoal(c); ok && goal == c.At && c.Errand != JoinUnit {
		c.Errand = NoRide
	}
}

func (s *State) loseCommander(o *events.Outcome) {
	who := o.Get("who")
	if u := s.b.unit(who); u >= 0 {
		s.Units[u].Colonel, s.Units[u].Mourns = false, true
		s.Colonels[s.Units[u].Side]++
		return
	}
	c := &s.Seats[s.b.seat(who)]
	s.Generals[c.Side]++
	c.Status, c.FellIn, c.Attached, c.Errand = Status(o.Get("fate")), s.Turn, adjudicator.None, NoRide
}

func (s *State) mourn(o *events.Outcome) {
	for id := range strings.SplitSeq(o.Get("units"), ",") {
		s.Units[s.mustUnit(id)].Mourns = true
	}
}

func (s *State) succeed(o *events.Outcome) {
	c := s.theSeat(o)
	c.Status, c.FellIn, c.Errand = Fit, 0, NoRide
	unit := s.mustUnit(o.Get("unit"))
	c.Attached = adjudicator.At(unit)
	s.followRiders(&s.Units[unit])
}

func (s *State) takeZone(o *events.Outcome) {
	s.Holders[s.b.feature(o.Get("place"))] = adjudicator.At(s.b.side(o.Get("by")))
}

func (s *State) end(o *events.Outcome) {
	s.Status, s.Winner, s.Level = "over", adjudicator.At(s.b.side(o.Get("winner"))), o.Get("level")
}

// Outcomes of movement and formation.
var ofMoves = rules.Outcomes[State]{
	{Name: "unit.reformed", Clause: "D9", Fields: "unit stand x y", Apply: (*State).reform},
	{Name: "unit.wheeled", Clause: "4.5", Fields: "unit from to", Says: "{unit:name} wheeled to face {to:compass}.",
		Apply: onUnit(func(s *State, u *Unit, o *events.Outcome) { u.Facing, u.Wheeled = o.Int("to"), true; s.settle(u) })},
	{Name: "unit.cramped", Clause: "D20", Fields: "unit to by", To: rules.ToOwn,
		Says: "{unit:name} had no room to wheel to face {to:compass}: {by:name} in the way.", Apply: (*State).recordCramped},
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
		Says: "{unit:name} unlimbered[ towards {facing:compass}].", Apply: (*State).unlimber},
	{Name: "unit.mounted", Clause: "7.13", Fields: "unit", Says: "{unit:name} took to the saddle.",
		Apply: (*State).mount},
	{Name: "unit.dismounted", Clause: "7.13", Fields: "unit", Says: "{unit:name} dismounted.", Apply: (*State).mount},
}

// moved sets the unit's place and dresses its ranks.
var moved = onUnit(func(s *State, u *Unit, o *events.Outcome) { u.At = pointOf(o); s.settle(u) })

func (s *State) reform(o *events.Outcome) {
	u, st := s.theStand(o)
	st.Status, u.At = InRanks, pointOf(o)
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
	u.AtGround = by == barredByGround
	if f := s.b.feature(by); u.Barred.None() && f >= 0 && s.b.Features[f].Kind == Water {
		u.AtWater = adjudicator.At(f)
	}
}

// recordCramped records the unit that left no room for a wheel.
func (s *State) recordCramped(o *events.Outcome) {
	u := s.theUnit(o)
	u.Cramped, u.Barred = true, adjudicator.At(s.b.unit(o.Get("by")))
}

func (s *State) unlimber(o *events.Outcome) {
	u := s.theUnit(o)
	u.Formation, u.Facing, u.Task.Unlimber = Unlimbered, o.Int("facing"), false
	s.placeStands(s.b.unit(u.ID))
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

// causes names the earlier outcomes that an outcome follows from, apart from orders.
var causes = rules.Causes{
	"turn.begun": "; the turn itself",
	"unit.moved unit.turned unit.stayed unit.waypoint unit.detoured unit.planned unit.wheeled unit.formed " +
		"unit.dressed unit.cramped unit.mounted unit.dismounted guns.unlimbered chit.used directive.done " +
		"charge.declared volley.fired platoon.fired skirmish.fired volley.reserved": "directive.acted@unit" + begun,
	"directive.acted directive.void artillery.fired artillery.held artillery.pivoted artillery.prolonged": "" +
		"| directive.acted@unit" + begun,
	"charge.contact charge.fell_short unit.stood": "charge.declared:unit reaction.chosen:unit",
	"unit.blocked":    "charge.declared:unit reaction.chosen:unit directive.acted@unit" + begun,
	"reaction.chosen": "charge.declared:unit=charger",
	"unit.evaded":     "reaction.chosen:unit",
	"gun.abandoned":   "| reaction.chosen:unit",
	"stand.left":      "stand.fled:unit",
	"unit.left unit.passed_through": "unit.moved:unit unit.fled:unit unit.evaded:unit stand.fled:unit " +
		"objective.repulsed:unit",
	"stand.left_behind":              "stand.halted@unit; a ruling may have halted the stand",
	"stand.destroyed unit.shattered": "boxes.marked:unit",
	"gun.destroyed gun.decrewed":     "gun.hit:unit gun.abandoned:unit boxes.marked:unit",
	"unit.destroyed": "stand.destroyed:unit stand.left:unit stand.surrendered:unit gun.destroyed:unit " +
		"gun.decrewed:unit gun.captured:unit boxes.marked:unit",
	"gun.captured":                "unit.shattered:unit stand.surrendered:unit; the enemy is upon abandoned guns",
	"morale.passed morale.failed": "| commander.hit@who commander.mourned@units=unit directive.acted@unit" + begun,
	"melee.fought": "charge.contact@unit charge.contact@target pursuit.contact@unit pursuit.contact@target " +
		"objective.entered@unit | turn.begun",
	"melee.result melee.engaged melee.parted":           "melee.fought@unit melee.fought@target",
	"pursuit.free objective.repulsed objective.entered": "melee.result:unit",
	"pursuit.moved pursuit.contact":                     "pursuit.free:unit",
	"commander.attached":                                "| commander.ordered@seat",
	"commander.rode":                                    "commander.ordered@seat",
	"commander.mourned":                                 "commander.hit:who",
	"commander.succeeded":                               "commander.hit@who=seat",
	"score.counted":                                     "turn.begun",
	"objective.taken army.broke":                        "| turn.begun",
	"game.ended":                                        "turn.begun army.broke",
	"dispatch.sent":                                     "; units write reports by themselves",
	"commander.fled":                                    "; commanders flee from the enemy by themselves",
	"stand.moved stand.rejoined gun.remanned crew.moved unit.reformed": "; stands and crews return by themselves",
}

const begun = "; troops act by the directives of the scenario"
