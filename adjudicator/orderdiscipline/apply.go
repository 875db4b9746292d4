package orderdiscipline

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/events"
)

// Apply changes the state by one outcome. Outcomes that change nothing have no
// entry in the table.
func (s *State) Apply(o *events.Outcome) {
	if f := appliers[o.Name]; f != nil {
		f(s, o)
	}
}

// appliers says what each outcome of section k, and each of ours (see the
// package comment), does to the state.
var appliers = map[string]func(*State, *events.Outcome){
	"turn.begun":         applyTurnBegun,
	"turn.ended":         func(s *State, _ *events.Outcome) { s.remember() },
	"order.standing":     applyStanding,
	"dispatch.sent":      applySent,
	"dispatch.riding":    applyRiding,
	"dispatch.lost":      applyFate(lost),
	"dispatch.captured":  applyFate(captured),
	"dispatch.delivered": applyFate(delivered),
	"dispatch.delayed":   applyDelayed,

	"initiative.deck":   applyDeck,
	"initiative.card":   applyDeck,
	"initiative.played": applyPlayed,
	"initiative.held":   applyHeld,
	"command.rolled":    applyRolled,
	"command.chain":     applyChain,
	"command.rerolled":  applyRerolled,
	"command.broke":     func(s *State, o *events.Outcome) { s.general(o).Broken = true },
	"army.broke":        func(s *State, o *events.Outcome) { s.Broken[s.b.side(o.Get("side"))] = true },

	"charge.declared": applyDeclared,
	"charge.tested":   applyCharge,
	"charge.settled":  func(s *State, _ *events.Outcome) { s.testing = false },
	"reaction.made":   applyReaction,
	"charge.moved":    applyMoved,
	"charge.contact":  applyContact,

	"side.moves":      applySideMoves,
	"morale.tested":   applyTested,
	"morale.fell":     applyFell,
	"morale.rose":     applyRose,
	"rally.tried":     func(s *State, o *events.Outcome) { s.unit(o).Rallying = true },
	"unit.moved":      applyMoved,
	"unit.faced":      applyMoved,
	"unit.formed":     applyFormed,
	"unit.retired":    applyFled,
	"unit.routed":     applyFled,
	"fire.volley":     applyVolley,
	"melee.fought":    applyHits,
	"unit.lost-stand": applyLostStand,
	"unit.gone":       applyGone,
	"unit.arrived":    applyArrived,
	"general.risked":  applyRisked,
	"general.moved":   func(s *State, o *events.Outcome) { s.general(o).At = at(o) },
	"general.joined":  applyJoined,
	"general.left":    func(s *State, o *events.Outcome) { s.general(o).Attached = adjudicator.None },
	"objective.held":  applyObjective,
	"game.over":       applyGameOver,
	"sight.own":       applyOwnKnown,
	"sight.friend":    applyOwnKnown,
	"sight.gone":      applyOwnKnown,
	"sight.waiting":   applyOwnKnown,
	"sight.enemy":     applyEnemyKnown,
	"sight.lost":      applyEnemyLost,
}

// unit returns the unit that the outcome is about.
func (s *State) unit(o *events.Outcome) *Unit { return &s.Units[s.number(o.Get("unit"))] }

// number returns the index of a unit; an outcome that names none is a broken world.
func (s *State) number(id string) int {
	u := s.b.unit(id)
	if u < 0 {
		panic("orderdiscipline: an outcome names the unknown unit " + id)
	}
	return u
}

// general returns the general that the outcome is about.
func (s *State) general(o *events.Outcome) *Officer {
	g := s.b.seat(o.Get("general"))
	if g < 0 {
		panic("orderdiscipline: an outcome names the unknown general " + o.Get("general"))
	}
	return &s.Generals[g]
}

// at is the place that the outcome's x and y give.
func at(o *events.Outcome) board.Point { return board.Point{X: o.Int("x"), Y: o.Int("y")} }

// applyTurnBegun begins the marks of a turn anew.
func applyTurnBegun(s *State, o *events.Outcome) {
	s.Turn, s.testing = o.Int("turn"), true
	for i := range s.Units {
		u := &s.Units[i]
		u.Marks = Marks{Fought: len(u.Contact) > 0}
	}
}

// applyStanding gives a unit or a general new standing orders of one kind.
func applyStanding(s *State, o *events.Outcome) {
	var list []string
	if text := o.Get("orders"); text != "" && text != "-" {
		list = strings.Split(text, "; ")
	}
	kind := o.Int("kind")
	if g := s.b.seat(o.Get("who")); g >= 0 {
		s.Generals[g].Standing[kind] = list
		return
	}
	u := &s.Units[s.number(o.Get("who"))]
	u.Standing[kind] = list
	if Group(kind) == Movement && o.Get("why") == "given" {
		u.Told = s.Turn
	}
}

// set gives the unit a place, a facing and a formation as far as the outcome
// names them; generals attached follow (§9.1).
func (s *State) set(o *events.Outcome) *Unit {
	n := s.number(o.Get("unit"))
	u := &s.Units[n]
	if o.Get("x") != "" {
		u.At = at(o)
	}
	if f := o.Get("facing"); f != "" {
		u.Facing = o.Int("facing")
	}
	for _, g := range s.attached(n) {
		s.Generals[g].At = u.At
	}
	return u
}

func applyMoved(s *State, o *events.Outcome) {
	before := *s.unit(o)
	u := s.set(o)
	u.Moved = u.Moved || u.At != before.At || u.Facing != before.Facing
}

func applyFormed(s *State, o *events.Outcome) {
	u := s.unit(o)
	u.Formation = Formation(slices.Index(formations[:], o.Get("formation")))
	u.Moved = true
}

// applyFled moves a unit that retires or routs: it leaves its melees, and guns
// are limbered; one that routs faces home.
//
// §11.1 §11.2
func applyFled(s *State, o *events.Outcome) {
	u := s.set(o)
	u.Moved = true
	s.disengage(s.number(o.Get("unit")))
	if u.Formation == Deployed {
		u.Formation = Limbered
	}
	if o.Name == "unit.routed" {
		u.Facing = s.b.Sides[u.Side].Home
	}
}

// disengage ends all contacts of a unit.
func (s *State) disengage(u int) {
	for _, e := range s.Units[u].Contact {
		s.Units[e].Contact = without(s.Units[e].Contact, u)
	}
	s.Units[u].Contact = nil
}

func applyDeclared(s *State, o *events.Outcome) {
	u := s.unit(o)
	u.Target, u.Distance = adjudicator.At(s.number(o.Get("target"))), o.Int("distance")
	u.Aspect = Zone(slices.Index(zones[:], o.Get("aspect")))
}

// applyCharge notes how a charge test ended; a pass settles a morale test that was due.
//
// §4.3 §4.4
func applyCharge(s *State, o *events.Outcome) {
	u := s.unit(o)
	u.Charged, u.Balked = o.Get("result") == "passed", o.Get("result") != "passed"
	if u.Charged {
		u.Test = false
	}
}

// applyReaction notes what a charged unit does.
//
// §4.5
func applyReaction(s *State, o *events.Outcome) {
	u := s.unit(o)
	u.Reacted = true
	if o.Get("result") != "done" {
		return
	}
	switch to := s.number(o.Get("to")); o.Get("kind") {
	case "evade":
		u.Evaded, u.Stood = true, u.rect()
	case "square":
		u.Squared = true
		s.faceSquare(s.number(u.ID))
	case "countercharge":
		u.Charged, u.Test, u.Target, u.Distance, u.Aspect = true, false, adjudicator.At(to), s.Units[to].Distance, Front
		s.Units[to].Aspect = Front
	}
}

// faceSquare has every charge on a unit that has formed square meet its front.
func (s *State) faceSquare(u int) {
	for i := range s.Units {
		if s.Units[i].Target.Is(u) {
			s.Units[i].Aspect = Front
		}
	}
}

func applyContact(s *State, o *events.Outcome) {
	u, e := s.number(o.Get("unit")), s.number(o.Get("target"))
	s.Units[u].Contact = with(s.Units[u].Contact, e)
	s.Units[e].Contact = with(s.Units[e].Contact, u)
	s.Units[u].Struck = append(s.Units[u].Struck, Strike{e, Zone(slices.Index(zones[:], o.Get("aspect")))})
}

// applySideMoves forgets what friends did in the other side's movement.
func applySideMoves(s *State, _ *events.Outcome) {
	for i := range s.Units {
		s.Units[i].Rallied, s.Units[i].Firm = false, false
	}
}

func applyTested(s *State, o *events.Outcome) {
	u := s.unit(o)
	u.Test, u.Firm, u.Unnerved = false, o.Get("result") == "passed", o.Get("result") != "passed"
}

func condition(o *events.Outcome, field string) Condition {
	return Condition(slices.Index(conditions[:], o.Get(field)))
}

func applyFell(s *State, o *events.Outcome) { s.unit(o).State = condition(o, "to") }

// applyRose betters a unit's state; from a rout it halts facing away from its home edge.
//
// §5.5
func applyRose(s *State, o *events.Outcome) {
	u := s.unit(o)
	u.State, u.Rallied = condition(o, "to"), true
	if o.Get("from") == conditions[Routing] {
		u.Facing = board.Degrees(s.b.Sides[u.Side].Home + 180)
	}
}

// applyHits adds hits to what the target has suffered.
func applyHits(s *State, o *events.Outcome) { s.Units[s.number(o.Get("target"))].Hits += o.Int("hits") }

// applyVolley adds the hits; a unit of a single stand must take a test after any.
//
// §6.5
func applyVolley(s *State, o *events.Outcome) {
	applyHits(s, o)
	if u := &s.Units[s.number(o.Get("target"))]; u.Start == 1 && o.Int("hits") > 0 {
		u.Test = true
	}
}

func applyLostStand(s *State, o *events.Outcome) {
	u := s.unit(o)
	u.Stands, u.Lost = u.Stands-1, u.Lost+1
	switch o.Get("cause") {
	case "fire":
		u.Test = true
		u.Hits -= s.b.Tables.HitsPerStand
	case "melee":
		u.Hits -= s.b.Tables.HitsPerStand
	}
}

// applyGone takes a unit off the table; a general with it is left standing there.
//
// §9.1
func applyGone(s *State, o *events.Outcome) {
	n := s.number(o.Get("unit"))
	u := &s.Units[n]
	u.State, u.Test = Gone, false
	s.disengage(n)
	for _, g := range s.attached(n) {
		s.Generals[g].Attached = adjudicator.None
	}
	if o.Get("how") == "destroyed" {
		u.Hits = 0
	}
}

func applyArrived(s *State, o *events.Outcome) {
	u := s.set(o)
	u.State = u.Regiment.State
}

// applyRisked lets an officer of ability 0 take a fallen general's post.
//
// §9.3
func applyRisked(s *State, o *events.Outcome) {
	if g := s.general(o); o.Get("result") == "fell" {
		g.Ability, g.Attached = 0, adjudicator.None
		g.Fallen++
	}
}

func applyJoined(s *State, o *events.Outcome) {
	g := s.general(o)
	u := s.number(o.Get("unit"))
	g.Attached, g.At = adjudicator.At(u), s.Units[u].At
}

func applyObjective(s *State, o *events.Outcome) {
	for i := range s.b.Places {
		if s.b.Places[i].ID == o.Get("place") {
			s.Held[i] = adjudicator.At(s.b.side(o.Get("side")))
		}
	}
}

func applyGameOver(s *State, o *events.Outcome) {
	s.Ended, s.Winner = true, adjudicator.At(s.b.side(o.Get("winner")))
}
