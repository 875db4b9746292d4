package commandchaos

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// outcomes lists all outcomes of a turn in the order of section k; those of dispatches come last.
var outcomes = append(rules.Outcomes[State]{
	{Name: "setup.rejected", Clause: "S9", Fields: "side what reason", To: rules.ToOwn},
	{Name: "setup.done", Clause: "S9", Fields: "side", To: rules.ToAll, Says: "The deployment of {side:name} stands."},
	{Name: "battle.begun", Clause: "S9", Fields: "turn", To: rules.ToAll,
		Says:  "The lines are drawn; the battle may begin.",
		Apply: func(s *State, o *events.Outcome) { s.Status = "playing" }},
	{Name: "unit.placed", Clause: "S9", Fields: "unit at reserve", Says: "{unit:name} took post at {at}.",
		Apply: (*State).place},
	{Name: "unit.dealt", Clause: "S9", Fields: "unit morale", To: rules.ToOwn,
		Says: "{unit:name} drew the morale chit {morale}.", Apply: (*State).deal},
	{Name: "turn.begun", Clause: "d", Fields: "turn", To: rules.ToNone, Apply: (*State).startTurn},
	{Name: "initiative.rolled", Clause: "I1", Fields: "first rolls", To: rules.ToAll,
		Says:  "The auspices favoured {first:name} ({rolls:scores}).",
		Apply: func(s *State, o *events.Outcome) { s.First = adjudicator.At(s.b.side(o.Get("first"))) }},
	{Name: "hand.changed", Clause: "I2 I3 P3", Fields: "side step discarded drawn gave got", Veil: "dice",
		Says:  "Battle cards of {side:name}: {discarded:0=|*=# laid aside, }{drawn} drawn{got:?=|-=|*= (#)}.",
		Apply: (*State).exchange},
	{Name: "movement.order", Clause: "M1", Fields: "first second choice", To: rules.ToAll,
		Says: "First to move: {first:name}{choice:first=|second=, for so the first player willed}."},
	{Name: "zone.active", Clause: "M3", Fields: "side zone step plan pass",
		Says: "[{zone:left-wing=Left wing|left=Left|centre=Centre|right=Right|right-wing=Right wing} of " +
			"{side:name}: bidden to stand{pass:?}.]", Apply: (*State).activate},
	{Name: "unit.moved", Clause: "M5 M6 M7 M8 F3", Fields: "unit from to how stopped",
		Says: "{unit:name} {how:advance=went forward|back=went back|charge=went forward to charge|flank=moved " +
			"round the enemy's flank} from {from} to {to}[{stopped:enemy=, up to the enemy|friend=, up to " +
			"friends|edge=, to the edge of the field|impassable=, as far as the ground allowed|lights=, in " +
			"among the skirmishers}].", Apply: (*State).move},
	{Name: "move.blocked", Clause: "M9 M11 F1 F5 P2", Fields: "unit order reason",
		Says: "{unit:name} could not {order:advance=advance|back=go back|charge=charge|flank=get round the " +
			"flank|shift=change place}: {reason:engaged=locked in the fight|friend=friends stood in the way|" +
			"enemy=the enemy stood in the way|edge=here the field ends|impassable=the ground forbade it|" +
			"enemy-in-column=the enemy stood before them|no-target=there was no flank to turn|no-room=there " +
			"was no room beside the enemy|cavalry-in-way=the enemy's horse barred the way|committed=in " +
			"reserve no more|outer-column=the outermost ground is for horsemen}."},
	{Name: "javelin.thrown", Clause: "L3", Fields: "light target phase hits",
		Says: "{light:name} {hits:0=loosed javelins at|*=found the mark with javelins among} {target:name}."},
	{Name: "light.driven", Clause: "L2 L5 L7 R1", Fields: "light by from to spaces",
		Apply: func(s *State, o *events.Outcome) { s.placeUnit(s.unitInField(o, "light"), s.space(o, "to")) }},
	{Name: "light.dispersed", Clause: "L6", Fields: "light by at",
		Apply: func(s *State, o *events.Outcome) { s.remove(s.unitInField(o, "light"), Dispersed) }},
	{Name: "charge.missed", Clause: "C2", Fields: "unit reason"},
	{Name: "charge.made", Clause: "C3", Fields: "unit target reply angle", Apply: (*State).spendCharge},
	{Name: "charge.rolled", Clause: "C5", Fields: "unit target rolls bonus need hits",
		Says:  "{unit:name} struck at {target:name} in the shock: {hits} blow{hits:s} told ({rolls}).",
		Apply: (*State).noteFight},
	{Name: "charge.resolved", Clause: "C6", Fields: "unit target hits back",
		Says:  "The charge cost {target:name} {hits:0=nothing|1=one hit|*=# hits}[ and {unit:name} {back:+}].",
		Apply: (*State).engage},
	{Name: "flank.made", Clause: "F3 F7", Fields: "unit target at angle", Apply: (*State).faceTarget},
	{Name: "officer.rode", Clause: "O3", Fields: "officer from to",
		Says: "{officer:name} rode to the {to:left-wing=left wing|right-wing=right wing}.", Apply: (*State).rideTo},
	{Name: "light.fought", Clause: "L7", Fields: "light against rolls loser"},
	{Name: "cards.order", Clause: "B1", Fields: "first second choice",
		Says: "First to lay a battle card: {first:name}."},
	{Name: "card.placed", Clause: "B2", Fields: "side unit card n",
		Says:  "A battle card of {side:name} was laid on {unit:name}{card:?=, face down|*=: #}.",
		Apply: (*State).layCard},
	{Name: "card.unused", Clause: "B3", Fields: "side unit card reason", To: rules.ToOwn,
		Says: "Of your plan for {unit:name} nothing came with {card:or}: {reason:" + unused + "}."},
	{Name: "unit.known", Clause: "K3", Fields: "unit veteran",
		Says:  "{unit:name} proved to be {veteran:yes=veterans|no=men of average worth}.",
		Apply: func(s *State, o *events.Outcome) { s.subject(o).Known = true }},
	{Name: "card.revealed", Clause: "B6 B9", Fields: "unit card effect",
		Says:  "On {unit:name} the card was turned up: {card:name}, {effect:played=and played|void=and void}.",
		Apply: (*State).reveal},
	{Name: "unit.relieved", Clause: "K9", Fields: "out in at", Apply: (*State).relieve},
	{Name: "missile.thrown", Clause: "B11", Fields: "unit target rolls hits",
		Says:  "{unit:name} hurled missiles at {target:name} ({rolls}): {hits:0=without effect|*=a hit}.",
		Apply: (*State).noteFight},
	{Name: "melee.attack", Clause: "K5", Fields: "unit target angle rolls bonus need hits", Apply: (*State).noteFight},
	{Name: "melee.riposte", Clause: "B11", Fields: "unit target hits"},
	{Name: "melee.cancelled", Clause: "B11", Fields: "unit hits"},
	{Name: "morale.hit", Clause: "L3 C6 K8 R2 O6", Fields: "unit hits total cause",
		Apply: func(s *State, o *events.Outcome) { s.subject(o).Hits = o.Int("total") }},
	{Name: "unit.pushed", Clause: "K10", Fields: "unit by from to", Apply: (*State).push},
	{Name: "unit.gaveground", Clause: "K10", Fields: "unit from to",
		Apply: func(s *State, o *events.Outcome) { s.shiftWithLights(s.unitInField(o, "unit"), s.space(o, "to")) }},
	{Name: "unit.stuck", Clause: "K10", Fields: "unit at"},
	{Name: "unit.recovered", Clause: "K10 P1", Fields: "unit hits total cause",
		Apply: func(s *State, o *events.Outcome) { s.subject(o).Hits = o.Int("total") }},
	{Name: "unit.refreshed", Clause: "K10", Fields: "unit stamina", Says: "{unit:name} drew breath: stamina {stamina}.",
		Apply: func(s *State, o *events.Outcome) { s.subject(o).Stamina = o.Int("stamina") }},
	{Name: "officer.risked", Clause: "O5", Fields: "officer roll killed",
		Says: "{officer:name} {killed:yes=fell|no=came away unhurt} ({roll}).", Apply: (*State).risk},
	{Name: "unit.routed", Clause: "R1", Fields: "unit at hits max wave",
		Apply: func(s *State, o *events.Outcome) {
			s.subject(o).Known = true
			s.remove(s.unitInField(o, "unit"), Routed)
		}},
	{Name: "rout.tested", Clause: "R2", Fields: "unit near roll need hit",
		Says: "{unit:name} saw {near:name} run and {hit:yes=wavered|no=held} ({roll}, {need} to waver)."},
	{Name: "rout.steady", Clause: "R4", Fields: "unit wave", Says: "{unit:name}, steadied, did not look round."},
	{Name: "officer.dismay", Clause: "O6", Fields: "unit roll need hit",
		Says: "At the general's fall {unit:name} {hit:yes=lost heart|no=kept heart} ({roll})."},
	{Name: "unit.turned", Clause: "T1", Fields: "unit from to against",
		Says: "{unit:name} turned from {from:n=north|e=east|s=south|w=west} to {to:n=north|e=east|s=south|" +
			"w=west}[ to face {against:name}].", Apply: (*State).turn},
	{Name: "unit.engaged", Clause: "K12", Fields: "unit with",
		Says:  "{unit:name} {with:-=came free of the fight|*=stood locked in the fight}.",
		Apply: func(s *State, o *events.Outcome) { s.subject(o).Engaged = rules.Listed(o.Get("with"), s.b.unit) }},
	{Name: "cards.cleared", Clause: "B5", Fields: "side cards", Apply: (*State).clearCards},
	{Name: "officer.attached", Clause: "O4", Fields: "officer unit",
		Says:  "{officer:name} took his place with {unit:name}.",
		Apply: func(s *State, o *events.Outcome) { s.officer(o).Unit = adjudicator.At(s.unitInField(o, "unit")) }},
	{Name: "officer.detached", Clause: "O4", Fields: "officer unit", Says: "{officer:name} left {unit:name}.",
		Apply: func(s *State, o *events.Outcome) { s.officer(o).Unit = adjudicator.None }},
	{Name: "officer.failed", Clause: "O3 O4", Fields: "officer order reason"},
	{Name: "unit.shifted", Clause: "P2", Fields: "unit from to stopped",
		Says:  "{unit:name}, in reserve, moved along the rear from {from} to {to}.",
		Apply: func(s *State, o *events.Outcome) { s.placeUnit(s.unitInField(o, "unit"), s.space(o, "to")) }},
	{Name: "officer.replaced", Clause: "O7", Fields: "officer zone",
		Apply: func(s *State, o *events.Outcome) { s.officer(o).Dead = false }},
	{Name: "game.ended", Clause: "E1 E2 E3", Fields: "winner reason", To: rules.ToAll, Apply: (*State).end},
	{Name: "directive.acted", Clause: "H5", Fields: "id unit? officer?", To: rules.ToOwn,
		Says: "[{unit:name}][{officer:name}] acted on the directive {id}."},
	{Name: "directive.ignored", Clause: "H5", Fields: "id unit? officer? reason", To: rules.ToOwn},
	{Name: "order.standing", Clause: "f", Fields: "slot by given text", To: rules.ToOwn,
		Says: "Standing from now on: {text}.", Apply: (*State).keepStanding},
	{Name: "order.cancelled", Clause: "f", Fields: "slot by", To: rules.ToOwn,
		Says: "A standing order was taken back ({slot}).", Apply: (*State).dropStanding},
	{Name: sightOwn, Clause: "i H6",
		Fields: "unit at kind side light? facing hits? max? stamina? quality? wounds? engaged charged reserve " +
			"standing posture turn", Apply: (*State).remember},
	{Name: sightEnemy, Clause: "i H6",
		Fields: "unit at kind side light? facing hits? stamina? quality? wounds? engaged turn", Apply: (*State).remember},
	{Name: sightGone, Clause: "i H6", Fields: "unit status side turn",
		Apply: func(s *State, o *events.Outcome) { s.Memories.Keep(o, s.Turn, sightOwn, sightEnemy) }},
	{Name: sightOfficer, Clause: "i", Fields: "officer zone with status where dead side at", Apply: (*State).remember},
	{Name: sightHand, Clause: "i", Fields: "side cards", Apply: (*State).remember},
	{Name: sightCards, Clause: "i", Fields: "side count", Apply: (*State).remember},
	{Name: sightLosses, Clause: "i", Fields: "first first-removed first-total second second-removed second-total",
		Apply: (*State).remember},
}, couriers.Outcomes()...)

// causes lists the causes of outcomes other than orders.
var causes = rules.Causes{
	"setup.rejected setup.done battle.begun unit.placed unit.dealt": "; the battle is drawn up",
	"turn.begun":                         "; the turn itself",
	"initiative.rolled officer.replaced": "turn.begun",
	"movement.order cards.order":         "initiative.rolled",
	"hand.changed":                       "; a hand is filled up without an order",
	"directive.acted directive.ignored":  "dispatch.delivered@id",
	"zone.active":                        "movement.order",
	"card.revealed":                      "card.placed:unit",
	"cards.cleared":                      "card.placed:side",
	"missile.thrown unit.refreshed unit.gaveground unit.stuck": "card.revealed:unit",
	"unit.relieved": "card.revealed:unit=out",
	"unit.pushed":   "card.revealed:unit=by melee.attack:unit=by",
	"melee.attack": "unit.moved:unit unit.moved:unit=target charge.resolved:unit charge.resolved:target " +
		"flank.made:unit flank.made:target unit.relieved:in unit.engaged@unit | turn.begun",
	"melee.riposte melee.cancelled": "melee.attack:target",
	"morale.hit": "javelin.thrown:target charge.resolved:target charge.resolved:unit melee.attack:target " +
		"melee.riposte:target missile.thrown:target rout.tested:unit officer.dismay:unit",
	"unit.routed": "morale.hit:unit",
	"rout.tested": "unit.routed:unit=near",
	"light.driven light.dispersed": "unit.moved:unit=by light.fought:against=by light.fought:light=by " +
		"unit.routed:unit=by" + meet,
	"javelin.thrown light.fought unit.known unit.engaged unit.turned": meet,
	"unit.recovered": "; officers rally the troops around them",
	"game.ended":     "| turn.begun",
}

const meet = "; troops meet the enemy and turn to it by themselves"

func (s *State) unitInField(o *events.Outcome, key string) int { return s.b.unitIDs.Must(o.Get(key)) }

func (s *State) subject(o *events.Outcome) *Unit { return &s.Units[s.unitInField(o, "unit")] }

func (s *State) officer(o *events.Outcome) *Officer {
	return &s.Officers[s.b.leaderIDs.Must(o.Get("officer"))]
}

func (s *State) space(o *events.Outcome, key string) board.Space {
	at, ok := board.ParseSpace(o.Get(key))
	if !ok {
		panic("commandchaos: an outcome names no space: " + o.String())
	}
	return at
}

// placeUnit moves a unit to a space, with any commander attached to it (§O4).
func (s *State) placeUnit(u int, at board.Space) {
	s.Units[u].At, s.Units[u].Last = at, at
	for i := range s.Officers {
		if o := &s.Officers[i]; o.Unit.Is(u) && !o.Dead && !s.b.Leaders[i].Lieutenant {
			o.Zone = s.b.Board.Zone(at.Col)
		}
	}
}

func (s *State) shiftWithLights(u int, at board.Space) {
	for _, v := range s.lightsAt(s.Units[u].At) {
		if s.b.Units[v].Side == s.b.Units[u].Side {
			s.placeUnit(v, at)
		}
	}
	s.placeUnit(u, at)
}

// offBoard is the position of units that have left the field.
var offBoard = board.Space{Col: -1, Row: -1}

func (s *State) remove(u int, why Status) {
	s.Units[u].Status, s.Units[u].At = why, offBoard
	melees.Bind(s, u)
	if s.b.Units[u].line() || s.b.Victory.All {
		s.Sides[s.b.Units[u].Side].Removed++
	}
}

// melees holds the pairs of engaged units; fought holds the pairs that rolled dice against each other this turn.
var (
	melees = rules.Ties[State](func(s *State, u int) *[]int { return &s.Units[u].Engaged })
	fought = rules.Ties[State](func(s *State, u int) *[]int { return &s.Units[u].Fought })
)

func (s *State) startTurn(o *events.Outcome) {
	s.Turn, s.First = o.Int("turn"), adjudicator.None
	for i := range s.Units {
		u := &s.Units[i]
		u.Marks = Marks{Began: u.Engaged, Zone: s.zone(i)}
	}
	for i := range s.Sides {
		s.Sides[i].Moved = [5]bool{}
	}
}

// keepStanding keeps a standing order. Orders for one slot from the same mail all stand; orders from earlier mails are
// dropped.
func (s *State) keepStanding(o *events.Outcome) {
	st := Standing{o.Get("slot"), o.Get("by"), o.Int("given"), o.Get("text")}
	s.Standing = slices.DeleteFunc(s.Standing, func(x Standing) bool {
		return x.Slot == st.Slot && (x.By != st.By || x.Turn != st.Turn)
	})
	s.Standing = append(s.Standing, st)
}

func (s *State) dropStanding(o *events.Outcome) {
	s.Standing = slices.DeleteFunc(s.Standing, func(x Standing) bool { return x.Slot == o.Get("slot") })
}

// place puts a unit where its side deploys it (§S9).
func (s *State) place(o *events.Outcome) {
	s.placeUnit(s.unitInField(o, "unit"), s.space(o, "at"))
	s.subject(o).Reserve = o.Get("reserve") == "yes"
}

func (s *State) deal(o *events.Outcome) {
	u := s.subject(o)
	u.Max, u.Veteran, _ = readChit(o.Get("morale"))
}

// exchange discards and draws cards. An empty pile is refilled from the discard pile (§I2, §I3).
func (s *State) exchange(o *events.Outcome) {
	side := &s.Sides[s.b.side(o.Get("side"))]
	for _, c := range s.b.cardList(o.Get("gave")) {
		side.Hand[c]--
		side.Discards[c]++
	}
	for _, c := range s.b.cardList(o.Get("got")) {
		if side.Pile.Count() == 0 {
			side.Pile, side.Discards = side.Discards, make([]int, len(side.Pile))
		}
		side.Pile[c]--
		side.Hand[c]++
	}
}

func (b *Battle) cardList(text string) []int { return rules.Listed(text, b.Tables.card) }

// activate activates a zone and marks its own units (§M2).
func (s *State) activate(o *events.Outcome) {
	side := s.b.side(o.Get("side"))
	zone := s.b.zoneNamed(side, o.Get("zone"))
	s.Sides[side].Moved[zone] = true
	for u := range s.Units {
		if s.b.Units[u].Side == side && s.Units[u].field() && s.zone(u) == zone {
			s.Units[u].Dealt = true
		}
	}
}

// move moves a unit. Unless it flanks, the unit then faces its side's front. A reserve that advances is no longer a
// reserve (§M5, §M13).
func (s *State) move(o *events.Outcome) {
	u, how := s.unitInField(o, "unit"), o.Get("how")
	s.placeUnit(u, s.space(o, "to"))
	if how != "flank" {
		s.Units[u].Facing = s.b.frontDirection(s.b.Units[u].Side)
	}
	if how != "back" {
		s.Units[u].Reserve = false
	}
}

// spendCharge uses up a unit's charge and one stamina (§C4).
func (s *State) spendCharge(o *events.Outcome) {
	u := s.unitInField(o, "unit")
	s.Units[u].Charged = true
	s.Units[u].Stamina--
	s.Units[u].Facing = s.b.frontDirection(s.b.Units[u].Side)
	if o.Get("reply") == "counter" {
		s.Units[s.unitInField(o, "target")].Stamina--
	}
}

// engage engages the two units of a charge (§C7).
func (s *State) engage(o *events.Outcome) {
	melees.Tie(s, s.unitInField(o, "unit"), s.unitInField(o, "target"))
	s.noteFight(o)
}

// noteFight records that two units rolled dice against each other (§K12).
func (s *State) noteFight(o *events.Outcome) {
	fought.Tie(s, s.unitInField(o, "unit"), s.unitInField(o, "target"))
}

// faceTarget turns a flanking unit towards the adjacent target (§F3).
func (s *State) faceTarget(o *events.Outcome) {
	u, target := s.subject(o), &s.Units[s.unitInField(o, "target")]
	for h := board.HeadNorth; h <= board.HeadWest; h++ {
		if u.At.Next(h, 1) == target.At {
			u.Facing = h
		}
	}
	u.Reserve = false
}

func (s *State) rideTo(o *events.Outcome) {
	side := s.b.Leaders[s.b.leader(o.Get("officer"))].Side
	s.officer(o).Zone = s.b.zoneNamed(side, o.Get("to"))
}

func (s *State) layCard(o *events.Outcome) {
	c := s.b.Tables.card(o.Get("card"))
	s.Sides[s.b.side(o.Get("side"))].Hand[c]--
	s.subject(o).Card = adjudicator.At(c)
}

// reveal turns up a card and pays for its effect (§B6).
func (s *State) reveal(o *events.Outcome) {
	u := s.subject(o)
	u.Up, u.Void = true, o.Get("effect") == "void"
	if !u.Void {
		u.Stamina -= s.b.Tables.Cards[u.Card.Must()].Cost
	}
}

// clearCards moves a side's placed cards to its discard pile (§B5).
func (s *State) clearCards(o *events.Outcome) {
	side := s.b.side(o.Get("side"))
	for _, c := range s.b.cardList(o.Get("cards")) {
		s.Sides[side].Discards[c]++
	}
	for u := range s.Units {
		if s.b.Units[u].Side == side {
			s.Units[u].Card = adjudicator.None
		}
	}
}

// relieve swaps two units, each with the lights in its space (§K9).
func (s *State) relieve(o *events.Outcome) {
	out, in := s.unitInField(o, "out"), s.unitInField(o, "in")
	front, rear := s.Units[out].At, s.Units[in].At
	withOut, withIn := s.lightsAt(front), s.lightsAt(rear)
	s.placeUnit(out, rear)
	s.placeUnit(in, front)
	for _, v := range withOut {
		s.placeUnit(v, rear)
	}
	for _, v := range withIn {
		s.placeUnit(v, front)
	}
	s.Units[in].Facing, s.Units[in].Reserve = s.Units[out].Facing, false
}

func (s *State) push(o *events.Outcome) {
	s.shiftWithLights(s.unitInField(o, "unit"), s.space(o, "to"))
	s.shiftWithLights(s.unitInField(o, "by"), s.space(o, "from"))
}

// risk kills an officer, or detaches one whose unit has routed (§O5).
func (s *State) risk(o *events.Outcome) {
	officer := s.officer(o)
	if o.Get("killed") == "yes" {
		officer.Dead, officer.Died, officer.Unit = true, s.Turn, adjudicator.None
	} else if u, ok := officer.Unit.Get(); ok && !s.Units[u].field() {
		officer.Unit = adjudicator.None
	}
}

func (s *State) turn(o *events.Outcome) {
	if h, ok := board.ParseHeading(o.Get("to")); ok {
		s.subject(o).Facing = h
	}
}

func (s *State) end(o *events.Outcome) {
	s.Status, s.Winner = "over", adjudicator.At(s.b.side(o.Get("winner")))
}

// remember stores a fact in the memory of each seat that receives it.
func (s *State) remember(o *events.Outcome) { s.Memories.Keep(o, s.Turn) }

func (b *Battle) spaceNamed(text string) (board.Space, bool) {
	at, ok := board.ParseSpace(text)
	return at, ok && b.Board.Has(at)
}
