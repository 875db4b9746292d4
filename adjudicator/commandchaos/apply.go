package commandchaos

import (
	"galloper/adjudicator"
	"slices"
	"strings"

	"galloper/adjudicator/board"
	"galloper/events"
)

// Apply changes the state by one outcome. Outcomes that change nothing (rolls,
// what an order became) have no entry in the table.
func (s *State) Apply(o *events.Outcome) {
	if strings.HasPrefix(o.Name, "sight.") {
		if o.Name != sightLetter {
			applySight(s, o)
		}
		return
	}
	if f := appliers[o.Name]; f != nil {
		f(s, o)
	}
}

// appliers says what each outcome of section k, and each of ours (see the
// package comment), does to the state.
var appliers = map[string]func(*State, *events.Outcome){
	"turn.begun":      applyTurnBegun,
	"order.standing":  applyStanding,
	"order.cancelled": applyStandingCancelled,
	"unit.placed": func(s *State, o *events.Outcome) {
		u := s.who(o, "unit")
		s.put(u, s.space(o, "at"))
		s.Units[u].Reserve = o.Get("reserve") == "yes"
	},
	"unit.dealt":        applyChit,
	"battle.begun":      func(s *State, _ *events.Outcome) { s.Status = "playing" },
	"initiative.rolled": func(s *State, o *events.Outcome) { s.First = adjudicator.At(s.b.side(o.Get("first"))) },
	"hand.changed":      applyHand,
	"zone.active":       applyZoneActive,
	"unit.moved":        applyUnitMoved,
	"light.driven":      func(s *State, o *events.Outcome) { s.put(s.who(o, "light"), s.space(o, "to")) },
	"light.dispersed":   func(s *State, o *events.Outcome) { s.remove(s.who(o, "light"), Dispersed) },
	"charge.made":       applyChargeMade,
	"charge.rolled":     applyFought,
	"charge.resolved":   applyChargeResolved,
	"flank.made": func(s *State, o *events.Outcome) {
		u := s.who(o, "unit")
		s.face(u, s.who(o, "target"))
		s.Units[u].Reserve = false
	},
	"officer.rode":     applyRode,
	"card.placed":      applyCardPlaced,
	"card.revealed":    applyCardRevealed,
	"cards.cleared":    applyCardsCleared,
	"unit.known":       func(s *State, o *events.Outcome) { s.Units[s.who(o, "unit")].Known = true },
	"unit.relieved":    applyRelieved,
	"missile.thrown":   applyFought,
	"melee.attack":     applyFought,
	"morale.hit":       func(s *State, o *events.Outcome) { s.Units[s.who(o, "unit")].Hits = o.Int("total") },
	"unit.pushed":      applyPushed,
	"unit.gaveground":  func(s *State, o *events.Outcome) { s.shiftWithLights(s.who(o, "unit"), s.space(o, "to")) },
	"unit.recovered":   func(s *State, o *events.Outcome) { s.Units[s.who(o, "unit")].Hits = o.Int("total") },
	"unit.refreshed":   func(s *State, o *events.Outcome) { s.Units[s.who(o, "unit")].Stamina = o.Int("stamina") },
	"officer.risked":   applyRisked,
	"unit.routed":      applyRouted,
	"unit.turned":      applyTurned,
	"unit.engaged":     func(s *State, o *events.Outcome) { s.Units[s.who(o, "unit")].Engaged = s.list(o.Get("with")) },
	"officer.attached": func(s *State, o *events.Outcome) { s.Officers[s.officer(o)].Unit = adjudicator.At(s.who(o, "unit")) },
	"officer.detached": func(s *State, o *events.Outcome) { s.Officers[s.officer(o)].Unit = adjudicator.None },
	"unit.shifted":     func(s *State, o *events.Outcome) { s.put(s.who(o, "unit"), s.space(o, "to")) },
	"officer.replaced": func(s *State, o *events.Outcome) { s.Officers[s.officer(o)].Dead = false },
	"game.ended": func(s *State, o *events.Outcome) {
		s.Status, s.Winner = "over", adjudicator.At(s.b.side(o.Get("winner")))
	},

	"dispatch.sent":      applyDispatchSent,
	"dispatch.riding":    applyDispatchMoved,
	"dispatch.delivered": applyDispatchMoved,
	"dispatch.captured":  applyDispatchMoved,
	"dispatch.lost":      func(s *State, o *events.Outcome) { s.dispatch(o.Get("id")).Status = Lost },
	"dispatch.delayed":   func(s *State, o *events.Outcome) { s.dispatch(o.Get("id")).Until = o.Int("until") },
}

// who returns the unit that a field names; an outcome that names none is a broken world.
func (s *State) who(o *events.Outcome, key string) int {
	u := s.b.unit(o.Get(key))
	if u < 0 {
		panic("commandchaos: an outcome names no unit: " + o.String())
	}
	return u
}

func (s *State) officer(o *events.Outcome) int {
	i := s.b.leader(o.Get("officer"))
	if i < 0 {
		panic("commandchaos: an outcome names no officer: " + o.String())
	}
	return i
}

func (s *State) space(o *events.Outcome, key string) board.Space {
	at, ok := board.ParseSpace(o.Get(key))
	if !ok {
		panic("commandchaos: an outcome names no space: " + o.String())
	}
	return at
}

func (s *State) dispatch(id string) *Dispatch {
	for i := range s.Dispatches {
		if s.Dispatches[i].ID == id {
			return &s.Dispatches[i]
		}
	}
	return nil
}

// list reads units as a list of ids.
func (s *State) list(text string) []int {
	var list []int
	for id := range strings.SplitSeq(text, ",") {
		if u := s.b.unit(id); u >= 0 {
			list = insert(list, u)
		}
	}
	return list
}

// put sets a unit into a space; a commander who is attached to it goes along (§O4).
func (s *State) put(u int, at board.Space) {
	s.Units[u].At, s.Units[u].Last = at, at
	for i := range s.Officers {
		if o := &s.Officers[i]; o.Unit.Is(u) && !o.Dead && !s.b.Leaders[i].Lieutenant {
			o.Zone = s.b.Board.Zone(at.Col)
		}
	}
}

// shiftWithLights moves a line unit with the friendly lights in its space.
func (s *State) shiftWithLights(u int, at board.Space) {
	for _, v := range s.lightsAt(s.Units[u].At) {
		if s.b.Units[v].Side == s.b.Units[u].Side {
			s.put(v, at)
		}
	}
	s.put(u, at)
}

// face turns a unit to a neighbour.
func (s *State) face(u, target int) {
	for h := board.HeadNorth; h <= board.HeadWest; h++ {
		if s.Units[u].At.Next(h, 1) == s.Units[target].At {
			s.Units[u].Facing = h
		}
	}
}

// offBoard is where units are that have left the field.
var offBoard = board.Space{Col: -1, Row: -1}

func (s *State) remove(u int, why Status) {
	s.Units[u].Status, s.Units[u].At = why, offBoard
	s.disengage(u)
	if s.b.Units[u].line() || s.b.Victory.All {
		s.Sides[s.b.Units[u].Side].Removed++
	}
}

func (s *State) disengage(u int) {
	for _, e := range s.Units[u].Engaged {
		s.Units[e].Engaged = slices.DeleteFunc(slices.Clone(s.Units[e].Engaged), func(x int) bool { return x == u })
	}
	s.Units[u].Engaged = nil
}

// applyTurnBegun begins the marks of a turn anew.
func applyTurnBegun(s *State, o *events.Outcome) {
	s.Turn, s.First = o.Int("turn"), adjudicator.None
	for i := range s.Units {
		u := &s.Units[i]
		u.Marks = Marks{Began: u.Engaged, Zone: s.zone(i)}
	}
	for i := range s.Sides {
		s.Sides[i].Moved = [5]bool{}
	}
}

func applyStanding(s *State, o *events.Outcome) {
	st := Standing{o.Get("slot"), o.Get("by"), o.Int("given"), o.Get("text")}
	s.Standing = slices.DeleteFunc(s.Standing, func(x Standing) bool {
		return x.Slot == st.Slot && (x.By != st.By || x.Turn != st.Turn)
	})
	s.Standing = append(s.Standing, st)
}

func applyStandingCancelled(s *State, o *events.Outcome) {
	s.Standing = slices.DeleteFunc(s.Standing, func(x Standing) bool { return x.Slot == o.Get("slot") })
}

func applyChit(s *State, o *events.Outcome) {
	u := &s.Units[s.who(o, "unit")]
	u.Max, u.Veteran, _ = readChit(o.Get("morale"))
}

// applyHand discards and draws; an empty pile is refilled from the discard pile.
//
// §I2, §I3
func applyHand(s *State, o *events.Outcome) {
	side := &s.Sides[s.b.side(o.Get("side"))]
	for _, c := range s.b.cardList(o.Get("gave")) {
		side.Hand[c]--
		side.Discards[c]++
	}
	for _, c := range s.b.cardList(o.Get("got")) {
		if total(side.Pile) == 0 {
			side.Pile, side.Discards = side.Discards, make([]int, len(side.Pile))
		}
		side.Pile[c]--
		side.Hand[c]++
	}
}

func total(cards []int) int {
	n := 0
	for _, c := range cards {
		n += c
	}
	return n
}

// cardList reads a list of cards.
func (b *Battle) cardList(text string) []int {
	var list []int
	for id := range strings.SplitSeq(text, ",") {
		if c := b.Tables.card(id); c >= 0 {
			list = append(list, c)
		}
	}
	return list
}

// applyZoneActive deals with every own unit in the zone.
//
// §M2
func applyZoneActive(s *State, o *events.Outcome) {
	side := s.b.side(o.Get("side"))
	zone := s.b.zoneNamed(side, o.Get("zone"))
	s.Sides[side].Moved[zone] = true
	for u := range s.Units {
		if s.b.Units[u].Side == side && s.Units[u].field() && s.zone(u) == zone {
			s.Units[u].Dealt = true
		}
	}
}

// applyUnitMoved moves a unit, which then faces its side's front but for a
// flanking movement; a reserve that goes ahead is one no more.
//
// §M5, §M13
func applyUnitMoved(s *State, o *events.Outcome) {
	u, how := s.who(o, "unit"), o.Get("how")
	s.put(u, s.space(o, "to"))
	if how != "flank" {
		s.Units[u].Facing = s.b.ahead(s.b.Units[u].Side)
	}
	if how != "back" {
		s.Units[u].Reserve = false
	}
}

// applyChargeMade spends the charge and the stamina.
//
// §C4
func applyChargeMade(s *State, o *events.Outcome) {
	u, target := s.who(o, "unit"), s.who(o, "target")
	s.Units[u].Charged = true
	s.Units[u].Stamina--
	s.Units[u].Facing = s.b.ahead(s.b.Units[u].Side)
	if o.Get("reply") == "counter" {
		s.Units[target].Stamina--
	}
}

// applyChargeResolved engages the two.
//
// §C7
func applyChargeResolved(s *State, o *events.Outcome) {
	u, target := s.who(o, "unit"), s.who(o, "target")
	s.Units[u].Engaged = insert(s.Units[u].Engaged, target)
	s.Units[target].Engaged = insert(s.Units[target].Engaged, u)
	applyFought(s, o)
}

// applyFought notes that dice were rolled between the two (§K12).
func applyFought(s *State, o *events.Outcome) {
	u, target := s.who(o, "unit"), s.who(o, "target")
	s.Units[u].Fought = insert(s.Units[u].Fought, target)
	s.Units[target].Fought = insert(s.Units[target].Fought, u)
}

func applyRode(s *State, o *events.Outcome) {
	i := s.officer(o)
	s.Officers[i].Zone = s.b.zoneNamed(s.b.Leaders[i].Side, o.Get("to"))
}

func applyCardPlaced(s *State, o *events.Outcome) {
	c := s.b.Tables.card(o.Get("card"))
	s.Sides[s.b.side(o.Get("side"))].Hand[c]--
	s.Units[s.who(o, "unit")].Card = adjudicator.At(c)
}

// applyCardRevealed pays for a card that is played.
//
// §B6
func applyCardRevealed(s *State, o *events.Outcome) {
	u := &s.Units[s.who(o, "unit")]
	u.Up, u.Void = true, o.Get("effect") == "void"
	if !u.Void {
		u.Stamina -= s.b.Tables.Cards[u.Card.Must()].Cost
	}
}

// applyCardsCleared puts the placed cards of a side on its discard pile.
//
// §B5
func applyCardsCleared(s *State, o *events.Outcome) {
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

// applyRelieved changes the places of two units, each with the lights in its space.
//
// §K9
func applyRelieved(s *State, o *events.Outcome) {
	out, in := s.who(o, "out"), s.who(o, "in")
	front, rear := s.Units[out].At, s.Units[in].At
	withOut, withIn := s.lightsAt(front), s.lightsAt(rear)
	s.put(out, rear)
	s.put(in, front)
	for _, v := range withOut {
		s.put(v, rear)
	}
	for _, v := range withIn {
		s.put(v, front)
	}
	s.Units[in].Facing, s.Units[in].Reserve = s.Units[out].Facing, false
}

func applyPushed(s *State, o *events.Outcome) {
	u, by := s.who(o, "unit"), s.who(o, "by")
	s.shiftWithLights(u, s.space(o, "to"))
	s.shiftWithLights(by, s.space(o, "from"))
}

// applyRisked kills an officer, or detaches him whose unit has routed.
//
// §O5
func applyRisked(s *State, o *events.Outcome) {
	i := s.officer(o)
	if o.Get("killed") == "yes" {
		s.Officers[i].Dead, s.Officers[i].Died, s.Officers[i].Unit = true, s.Turn, adjudicator.None
	} else if u, ok := s.Officers[i].Unit.Get(); ok && !s.Units[u].field() {
		s.Officers[i].Unit = adjudicator.None
	}
}

func applyRouted(s *State, o *events.Outcome) {
	u := s.who(o, "unit")
	s.Units[u].Known = true
	s.remove(u, Routed)
}

func applyTurned(s *State, o *events.Outcome) {
	if h, ok := board.ParseHeading(o.Get("to")); ok {
		s.Units[s.who(o, "unit")].Facing = h
	}
}

// applyDispatchMoved follows a runner.
//
// §H4, §H7
func applyDispatchMoved(s *State, o *events.Outcome) {
	d := s.dispatch(o.Get("id"))
	zone := s.b.zoneNamed(s.b.Commands[d.From].Side, o.Get("zone"))
	if zone != d.Zone {
		d.Zone = zone
		d.Entered++
	}
	switch o.Name {
	case "dispatch.delivered":
		d.Status, d.Due = Delivered, s.Turn+1
		if o.Get("step") == "start" {
			d.Due = s.Turn
		}
	case "dispatch.captured":
		d.Status = Captured
	}
}

// spaceNamed reads a space of the board.
func (b *Battle) spaceNamed(text string) (board.Space, bool) {
	at, ok := board.ParseSpace(text)
	return at, ok && b.Board.Has(at)
}
