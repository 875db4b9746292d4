package orderdiscipline

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// outcomes lists the outcomes of section k, those of couriers first, and this implementation's own (see the
// package comment). Each names the clauses that it can follow from; EmitBy selects one of several.
var outcomes = append(couriers.Outcomes(), rules.Outcomes[State]{
	// Bookkeeping that no seat is shown.
	{Name: "turn.begun", Clause: "d", Fields: "turn", To: rules.ToNone, Apply: (*State).beginMarks},
	{Name: "order.standing", Clause: "12.4 f4 g2",
		Fields: "who kind orders why", To: rules.ToNone, Apply: (*State).keepStanding},
	{Name: "charge.settled", Clause: "4.3", To: rules.ToNone,
		Apply: func(s *State, _ *events.Outcome) { s.testing = false }},
	{Name: "turn.ended", Clause: "i2", Fields: "turn", To: rules.ToNone,
		Apply: func(s *State, _ *events.Outcome) { s.remember() }},

	// Directives.
	{Name: "directive.adopted", Clause: "12.4", Fields: "id general"},
	{Name: "directive.shown", Clause: "12.4", Fields: "id general"},

	// Initiative and command.
	{Name: "initiative.deck", Clause: "2.1", Fields: "red black", To: rules.ToAll,
		Says: "The pack of initiative cards was used up, and shuffled anew.", Apply: (*State).takeDeck},
	{Name: "initiative.card", Clause: "2.3", Fields: "colour side red black", To: rules.ToAll,
		Says: "The card was {colour}: the moment belonged to the {side:name} side.", Apply: (*State).takeDeck},
	{Name: "initiative.played", Clause: "2.4 2.5", Fields: "side card why", To: rules.ToAll,
		Apply: func(s *State, o *events.Outcome) { s.discard(s.b.Side(o.Get("side")).Must(), o.Get("card")) }},
	{Name: "initiative.held", Clause: "2.6", Fields: "side by first", To: rules.ToAll,
		Apply: (*State).hold},
	{Name: "command.rolled", Clause: "3.1", Fields: "general roll ability total", To: rules.ToOwn,
		Says: "{general:name} rolled {roll}; with his ability it made {total}.", Apply: (*State).roll},
	{Name: "command.chain", Clause: "3.2", Fields: "general superior total score", To: rules.ToOwn,
		Says:  "{superior:name} lent {general:name} a hand: {score} instead of {total}.",
		Apply: func(s *State, o *events.Outcome) { s.officer(o).Score = o.Int("score") }},
	{Name: "command.rerolled", Clause: "3.6", Fields: "general card roll total", To: rules.ToOwn,
		Says: "A {card} was spent on {general:name}: now he rolled {roll}, in all {total}.", Apply: (*State).reroll},

	// Charges.
	{Name: "charge.not-made", Clause: "4.2", Fields: "unit target reason", To: rules.ToOwn,
		Says: "{unit:name} did not charge[ {target:name}]: {reason:routing=they were running themselves|" +
			"unsteady=they were too shaken|in-contact=they were in melee already|broken-command=the brigade was broken|" +
			"not-seen=no such enemy was in sight|formation=not in that formation|out-of-arc=the enemy was not in front " +
			"of them|out-of-reach=the enemy was too far off|blocked=the way was barred}."},
	{Name: "charge.declared", Clause: "4.1", Fields: "unit target distance aspect", To: rules.ToOwn,
		Says: "{unit:name} prepared to charge {target:name}, {distance:hundredths} inches off[ " +
			"{aspect:front=against the front|flank=into the flank|rear=into the rear}].", Apply: (*State).declare},
	{Name: "charge.tested", Clause: "4.3", Fields: "unit target score need mods result", To: rules.ToOwn,
		Says: "{unit:name} {result:passed=went in with a cheer|failed=would not go forward} ({score} against " +
			"{need}).", Apply: (*State).settleCharge},
	{Name: "reaction.made", Clause: "4.5", Fields: "unit to kind result score need mods", Apply: (*State).react},
	{Name: "charge.moved", Clause: "4.6", Fields: "unit x y facing result",
		Says:  "{unit:name} charged {result:contact=home|short=and fell short}, to {x:hundredths},{y:hundredths}.",
		Apply: (*State).moveUnit},
	{Name: "charge.contact", Clause: "4.7", Fields: "unit target aspect", Apply: (*State).touch},

	// Morale and movement.
	{Name: "side.moves", Clause: "5.1",
		Fields: "side order", To: rules.ToAll, Says: "The {side:name} side moved {order}.",
		Apply: (*State).forgetRallies},
	{Name: "morale.tested", Clause: "5.3", Fields: "unit score need mods result", To: rules.ToOwn,
		Says:  "{unit:name}, put to the test ({score} against {need}), {result:passed=held|failed=wavered}.",
		Apply: (*State).recordTest},
	{Name: "morale.fell", Clause: "5.4 7.5", Fields: "unit from to cause", To: rules.ToOwn,
		Apply: func(s *State, o *events.Outcome) { s.regiment(o).State = stateIn(o, "to") }},
	{Name: "morale.rose", Clause: "5.5",
		Fields: "unit from to", To: rules.ToOwn, Apply: (*State).rise},
	{Name: "unit.stood", Clause: "5.4", Fields: "unit", To: rules.ToOwn, Says: "{unit:name} clung to cover."},
	{Name: "rally.tried", Clause: "5.5", Fields: "unit score need mods result", To: rules.ToOwn,
		Says: "The officers of {unit:name} tried to rally the ranks ({score} against {need}): {result:rallied=they " +
			"rallied|failed=in vain}.", Apply: func(s *State, o *events.Outcome) { s.regiment(o).Rallying = true }},
	{Name: "move.scored", Clause: "5.6", Fields: "unit score need mods rate", To: rules.ToOwn,
		Says: "{unit:name} moved {rate:full=briskly|half=sluggishly} ({score} against {need})."},
	{Name: "unit.moved", Clause: "4.5 5.7 5.9", Fields: "unit x y facing walked stopped",
		Says: "{unit:name} {walked:0=did not stir from|*=went to} {x:hundredths},{y:hundredths}{stopped:none=|" +
			"spent=|edge=, to the edge of the field|terrain=, and the ground was in the way|enemy=, and halted before " +
			"the enemy|friend=, and friends were in the way|waits=, and let a friend go first|" +
			"passes=, and turned aside to pass friends}.",
		Apply: (*State).moveUnit},
	{Name: "unit.faced", Clause: "5.7", Fields: "unit facing", Says: "{unit:name} turned to face {facing:compass}.",
		Apply: (*State).moveUnit},
	{Name: "unit.formed", Clause: "4.5 5.7", Fields: "unit formation",
		Says: "{unit:name} {formation:line=formed line|column=formed column|march=formed column of march|" +
			"skirmish=opened into skirmish order|square=formed square|deployed=unlimbered|limbered=limbered up}.",
		Apply: (*State).form},
	{Name: "order.skipped", Clause: "5.8", Fields: "unit reason", To: rules.ToOwn,
		Says: "{unit:name} could not do as ordered: {reason:not-seen=no such enemy was in sight|gone=there was " +
			"nobody there}."},
	{Name: "unit.retired", Clause: "11.1", Fields: "unit x y walked stopped", Apply: (*State).flee},
	{Name: "unit.routed", Clause: "11.2", Fields: "unit x y walked stopped", Apply: (*State).flee},

	// Fire, melee, losses.
	{Name: "fire.not-made", Clause: "6.2 g9", Fields: "unit target reason", To: rules.ToOwn,
		Says: "{unit:name} did not fire as ordered[ at {target:name}]: {reason:not-seen=no such enemy was in " +
			"sight|in-contact=they were hand to hand with others|in-melee=friends were mixed up with the enemy|" +
			"out-of-arc=the enemy was not in front of them|out-of-range=the enemy was out of range|blocked=others stood " +
			"in the line of fire}."},
	{Name: "fire.volley", Clause: "6.4", Fields: "unit target range band need mods count hits", Apply: (*State).volley},
	{Name: "unit.lost-stand", Clause: "5.4 5.5 6.5 7.3", Fields: "unit stands cause",
		Says: "{unit:name} lost a company{cause:fire= to the fire|melee= in the melee|rout= in the flight|test= of " +
			"faint hearts}; {stands} left.", Apply: (*State).loseStand},
	{Name: "unit.gone", Clause: "6.5 7.5 11.2 11.3", Fields: "unit how", Apply: (*State).takeAway},
	{Name: "general.risked", Clause: "9.2", Fields: "general unit result",
		Says: "With {unit:name}, {general:name} {result:safe=was spared|fell=fell}.", Apply: (*State).replaceFallen},
	{Name: "melee.fought", Clause: "7.3", Fields: "unit target need mods count hits",
		Apply: func(s *State, o *events.Outcome) { s.struckUnit(o).Hits += o.Int("hits") }},
	{Name: "melee.result", Clause: "7.4", Fields: "units winner hits"},

	// The end of the turn.
	{Name: "general.moved", Clause: "8.1", Fields: "general x y walked",
		Says:  "{general:name} rode to {x:hundredths},{y:hundredths}.",
		Apply: func(s *State, o *events.Outcome) { s.officer(o).At = pointOf(o) }},
	{Name: "general.joined", Clause: "8.1", Fields: "general unit", Says: "{general:name} joined {unit:name}.",
		Apply: (*State).join},
	{Name: "general.left", Clause: "8.1", Fields: "general unit", Says: "{general:name} left {unit:name}.",
		Apply: func(s *State, o *events.Outcome) { s.officer(o).Attached = adjudicator.None }},
	{Name: "unit.arrived", Clause: "8.3", Fields: "unit x y",
		Apply: func(s *State, o *events.Outcome) { u := s.set(o); u.State = u.Regiment.State }},
	{Name: "unit.delayed", Clause: "8.3", Fields: "unit"},
	{Name: "command.broke", Clause: "8.4", Fields: "general", To: rules.ToOwn,
		Apply: func(s *State, o *events.Outcome) { s.officer(o).Broken = true }},
	{Name: "army.broke", Clause: "8.4 8.7", Fields: "side", To: rules.ToAll,
		Apply: func(s *State, o *events.Outcome) { s.Broken[s.b.Side(o.Get("side")).Must()] = true }},
	{Name: "objective.held", Clause: "8.5", Fields: "place side", To: rules.ToAll, Apply: (*State).capture},
	{Name: "game.over", Clause: "8.6", Fields: "winner by points", To: rules.ToAll,
		Apply: func(s *State, o *events.Outcome) { s.Ended, s.Winner = true, s.b.Side(o.Get("winner")) }},

	// The knowledge of a seat (section i).
	{Name: "sight.own", Clause: "i5",
		Fields: "unit kind x y facing formation state stands start turn orders arm frontage depth side seat",
		Apply:  (*State).learnOwn},
	{Name: "sight.friend", Clause: "i5",
		Fields: "unit kind x y facing formation state stands start turn orders arm frontage depth side seat",
		Apply:  (*State).learnOwn},
	{Name: "sight.waiting", Clause: "i5", Fields: "unit seat x y orders", Apply: (*State).learnOwn},
	{Name: "sight.gone", Clause: "i5", Fields: "unit since x y seat", Apply: (*State).learnOwn},
	{Name: "sight.enemy", Clause: "i3",
		Fields: "sighting unit kind x y facing formation stands routing state turn number named near arm " +
			"frontage depth side seat",
		Apply: (*State).learnEnemy},
	{Name: "sight.lost", Clause: "i3", Fields: "sighting unit number seat", Apply: (*State).loseSight},
	{Name: "sight.general", Clause: "i5", Fields: "general x y with side"},
	{Name: "sight.hand", Clause: "i5", Fields: "side cards"},
	{Name: "sight.directive", Clause: "12.3", Fields: "id from sent text"},
	{Name: "sight.letter", Clause: "12.3", Fields: "id from sent text"},
}...)

// causes lists the outcomes that follow from other outcomes instead of orders.
var causes = rules.Causes{
	"turn.begun": "; the turn itself",
	"turn.ended charge.settled initiative.deck initiative.card command.rolled unit.arrived unit.delayed": "turn.begun",
	"initiative.played":              "initiative.card",
	"initiative.held":                "initiative.card initiative.played",
	"directive.shown":                "dispatch.delivered@id",
	"side.moves":                     "initiative.held",
	"command.chain command.rerolled": "command.rolled:general command.rerolled:general",
	"charge.tested":                  "charge.declared:unit",
	"reaction.made":                  "charge.tested:unit=to",
	"charge.moved":                   "charge.tested:unit reaction.made:unit",
	"charge.contact":                 "charge.moved:unit",
	"morale.tested rally.tried":      "side.moves",
	"fire.volley":                    "; troops fire at will unless an order tells them otherwise",
	"melee.fought":                   "charge.contact@unit charge.contact@target | turn.begun",
	"melee.result":                   "melee.fought:unit melee.fought:target",
	"unit.lost-stand":                "fire.volley:target melee.fought:target morale.tested:unit rally.tried:unit",
	"unit.routed":                    "unit.lost-stand:unit morale.fell:unit morale.tested:unit rally.tried:unit",
	"unit.gone": "unit.lost-stand:unit morale.tested:unit rally.tried:unit melee.result:units " +
		"unit.retired:unit unit.routed:unit",
	"general.risked": "unit.lost-stand:unit=unit",
	"general.moved general.joined general.left": "; generals without a player look after their units",
	"command.broke army.broke objective.held":   "| turn.begun",
	"game.over": "army.broke turn.begun",
}

func (s *State) regiment(o *events.Outcome) *Unit { return &s.Units[s.b.unitIDs.Must(o.Get("unit"))] }

func (s *State) struckUnit(o *events.Outcome) *Unit {
	return &s.Units[s.b.unitIDs.Must(o.Get("target"))]
}

func (s *State) officer(o *events.Outcome) *Officer {
	return &s.Generals[s.b.seatIDs.Must(o.Get("general"))]
}

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

func (s *State) recordTest(o *events.Outcome) {
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
