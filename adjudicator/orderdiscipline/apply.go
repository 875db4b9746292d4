package orderdiscipline

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// regiment returns the outcome's unit.
func (s *State) regiment(o *events.Outcome) *Unit { return &s.Units[s.b.unitIDs.Must(o.Get("unit"))] }

// struckUnit returns the unit that was fired at or struck.
func (s *State) struckUnit(o *events.Outcome) *Unit {
	return &s.Units[s.b.unitIDs.Must(o.Get("target"))]
}

// officer returns the general that the outcome is about.
func (s *State) officer(o *events.Outcome) *Officer {
	return &s.Generals[s.b.seatIDs.Must(o.Get("general"))]
}

// pointOf returns the point that the outcome's x and y give.
func pointOf(o *events.Outcome) board.Point { return board.Point{X: o.Int("x"), Y: o.Int("y")} }

func stateIn(o *events.Outcome, field string) Condition {
	return Condition(slices.Index(conditions[:], o.Get(field)))
}

// beginMarks resets the units' marks for a new turn.
func (s *State) beginMarks(o *events.Outcome) {
	s.Turn, s.testing = o.Int("turn"), true
	for i := range s.Units {
		u := &s.Units[i]
		u.Marks = Marks{Fought: len(u.Contact) > 0}
	}
}

// keepStanding replaces the standing orders of one kind for a unit or a general.
func (s *State) keepStanding(o *events.Outcome) {
	var list []string
	if text := o.Get("orders"); text != "" && text != "-" {
		list = strings.Split(text, "; ")
	}
	kind := o.Int("kind")
	if g, ok := s.b.seatIDs.Find(o.Get("who")).Get(); ok {
		s.Generals[g].Standing[kind], s.Generals[g].Noted[kind] = list, o.Ref
		return
	}
	u := &s.Units[s.b.unitIDs.Must(o.Get("who"))]
	u.Standing[kind], u.Noted[kind] = list, o.Ref
	if Group(kind) == Movement && o.Get("why") == "given" {
		u.Told = s.Turn
	}
}

func (s *State) takeDeck(o *events.Outcome) { s.Red, s.Black = o.Int("red"), o.Int("black") }

// discard removes a card from a hand (§2.6, §3.6).
func (s *State) discard(side int, card string) {
	s.Hands[side][slices.Index(cards[:], card)]--
}

func (s *State) hold(o *events.Outcome) {
	s.Holder, s.First = s.b.Side(o.Get("side")), s.b.Side(o.Get("first"))
}

func (s *State) roll(o *events.Outcome) {
	g := s.officer(o)
	g.Roll, g.Total, g.Score, g.Dice = o.Int("roll"), o.Int("total"), o.Int("total"), o.Dice
}

// reroll records a general's new command roll and resets the scores of that general's direct subordinates;
// command.chain outcomes then add any help (§3.6).
func (s *State) reroll(o *events.Outcome) {
	s.roll(o)
	g := s.officer(o)
	s.discard(g.Side, o.Get("card"))
	for _, b := range g.Below {
		s.Generals[b].Score = s.Generals[b].Total
	}
}

func (s *State) declare(o *events.Outcome) {
	u := s.regiment(o)
	u.Target, u.Distance = s.b.unitIDs.Find(o.Get("target")), o.Int("distance")
	u.Aspect = Zone(slices.Index(zones[:], o.Get("aspect")))
}

// settleCharge records the result of a charge test. A pass also counts as the morale test that was due (§4.3, §4.4).
func (s *State) settleCharge(o *events.Outcome) {
	u := s.regiment(o)
	u.Charged, u.Balked = o.Get("result") == "passed", o.Get("result") != "passed"
	if u.Charged {
		u.Test = false
	}
}

// react records the reaction of a charged unit (§4.5).
func (s *State) react(o *events.Outcome) {
	u := s.regiment(o)
	u.Reacted = true
	if o.Get("result") != "done" {
		return
	}
	switch to := s.b.unitIDs.Must(o.Get("to")); o.Get("kind") {
	case "evade":
		u.Evaded, u.Stood = true, u.rect()
	case "square":
		u.Squared = true
		s.faceSquare(s.b.unitIDs.Must(u.ID))
	case "countercharge":
		u.Charged, u.Test = true, false
		u.Target, u.Distance, u.Aspect = adjudicator.At(to), s.Units[to].Distance, Front
		s.Units[to].Aspect = Front
	}
}

// faceSquare makes every charge on a unit in square count as coming from its front.
func (s *State) faceSquare(u int) {
	for i := range s.Units {
		if s.Units[i].Target.Is(u) {
			s.Units[i].Aspect = Front
		}
	}
}

// set moves the unit to the outcome's position and facing, as far as the outcome has them, together with
// attached generals (§9.1).
func (s *State) set(o *events.Outcome) *Unit {
	u := s.regiment(o)
	if o.Get("x") != "" {
		u.At = pointOf(o)
	}
	if o.Get("facing") != "" {
		u.Facing = o.Int("facing")
	}
	s.bringAlong(u)
	return u
}

// bringAlong moves the generals attached to a unit to its position (§9.1).
func (s *State) bringAlong(u *Unit) {
	for _, g := range s.attached(s.b.unitIDs.Must(u.ID)) {
		s.Generals[g].At = u.At
	}
}

func (s *State) moveUnit(o *events.Outcome) {
	before := *s.regiment(o)
	u := s.set(o)
	u.Moved = u.Moved || u.At != before.At || u.Facing != before.Facing
}

func (s *State) form(o *events.Outcome) {
	u := s.regiment(o)
	u.Formation = Formation(slices.Index(formations[:], o.Get("formation")))
	u.Moved = true
}

// flee moves a unit that retires or routs. It breaks contact and guns are limbered; a routing unit faces its
// home edge (§11.1, §11.2).
func (s *State) flee(o *events.Outcome) {
	u := s.set(o)
	u.Moved = true
	contact.Bind(s, s.b.unitIDs.Must(u.ID))
	if u.Formation == Deployed {
		u.Formation = Limbered
	}
	if o.Name == "unit.routed" {
		u.Facing = s.b.Sides[u.Side].Home
	}
}

// touch puts two units in contact after a charge.
func (s *State) touch(o *events.Outcome) {
	u, e := s.b.unitIDs.Must(o.Get("unit")), s.b.unitIDs.Must(o.Get("target"))
	contact.Tie(s, u, e)
	s.Units[u].Struck = append(s.Units[u].Struck, Strike{e, Zone(slices.Index(zones[:], o.Get("aspect")))})
}

// contact keeps the pairs of units in melee.
var contact = rules.Ties[State](func(s *State, u int) *[]int { return &s.Units[u].Contact })

// forgetRallies clears the marks of rallies and passed tests when the next side starts to move.
func (s *State) forgetRallies(*events.Outcome) {
	for i := range s.Units {
		s.Units[i].Rallied, s.Units[i].Firm = false, false
	}
}

func (s *State) tested(o *events.Outcome) {
	u := s.regiment(o)
	u.Test, u.Firm, u.Unnerved = false, o.Get("result") == "passed", o.Get("result") != "passed"
}

// rise improves a unit's state by one. A unit that stops routing faces away from its home edge (§5.5).
func (s *State) rise(o *events.Outcome) {
	u := s.regiment(o)
	u.State, u.Rallied = stateIn(o, "to"), true
	if o.Get("from") == conditions[Routing] {
		u.Facing = board.Degrees(s.b.Sides[u.Side].Home + 180)
	}
}

// volley adds hits. A unit that started with a single stand must take a morale test after any hit (§6.5).
func (s *State) volley(o *events.Outcome) {
	u := s.struckUnit(o)
	u.Hits += o.Int("hits")
	if u.Start == 1 && o.Int("hits") > 0 {
		u.Test = true
	}
}

func (s *State) loseStand(o *events.Outcome) {
	u := s.regiment(o)
	u.Stands, u.Lost = u.Stands-1, u.Lost+1
	switch o.Get("cause") {
	case "fire":
		u.Test = true
		u.Hits -= s.b.Tables.HitsPerStand
	case "melee":
		u.Hits -= s.b.Tables.HitsPerStand
	}
}

// takeAway removes a unit from the table.
func (s *State) takeAway(o *events.Outcome) {
	u := s.regiment(o)
	u.State, u.Test = Gone, false
	s.leaveTable(s.b.unitIDs.Must(u.ID))
	if o.Get("how") == "destroyed" {
		u.Hits = 0
	}
}

// leaveTable breaks a unit's contacts and leaves its attached generals where it stood (§9.1).
func (s *State) leaveTable(u int) {
	contact.Bind(s, u)
	for _, g := range s.attached(u) {
		s.Generals[g].Attached = adjudicator.None
	}
}

func (s *State) arrive(o *events.Outcome) {
	u := s.set(o)
	u.State = u.Regiment.State
}

// replaceFallen gives a fallen general's post to a successor of ability 0 (§9.3).
func (s *State) replaceFallen(o *events.Outcome) {
	if g := s.officer(o); o.Get("result") == "fell" {
		g.Ability, g.Attached = 0, adjudicator.None
		g.Fallen++
	}
}

func (s *State) join(o *events.Outcome) {
	g, u := s.officer(o), s.regiment(o)
	g.Attached, g.At = s.b.unitIDs.Find(u.ID), u.At
}

func (s *State) capture(o *events.Outcome) {
	s.Held[s.b.placeIDs.Must(o.Get("place"))] = s.b.Side(o.Get("side"))
}

func (s *State) conclude(o *events.Outcome) {
	s.Ended, s.Winner = true, s.b.Side(o.Get("winner"))
}
