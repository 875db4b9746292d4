package commandchaos

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// who returns the index of the unit in a field.
func (s *State) who(o *events.Outcome, key string) int { return s.b.unitIDs.Must(o.Get(key)) }

// subject returns the outcome's unit.
func (s *State) subject(o *events.Outcome) *Unit { return &s.Units[s.who(o, "unit")] }

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

// list parses a list of unit ids.
func (s *State) list(text string) []int {
	var list []int
	for id := range strings.SplitSeq(text, ",") {
		if u := s.b.unit(id); u >= 0 {
			list = rules.With(list, u)
		}
	}
	return list
}

// put moves a unit to a space, with any commander attached to it (§O4).
func (s *State) put(u int, at board.Space) {
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
			s.put(v, at)
		}
	}
	s.put(u, at)
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

// startTurn clears the marks of a turn.
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
	s.put(s.who(o, "unit"), s.space(o, "at"))
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

// cardList parses a list of card ids.
func (b *Battle) cardList(text string) []int {
	var list []int
	for id := range strings.SplitSeq(text, ",") {
		if c := b.Tables.card(id); c >= 0 {
			list = append(list, c)
		}
	}
	return list
}

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
	u, how := s.who(o, "unit"), o.Get("how")
	s.put(u, s.space(o, "to"))
	if how != "flank" {
		s.Units[u].Facing = s.b.ahead(s.b.Units[u].Side)
	}
	if how != "back" {
		s.Units[u].Reserve = false
	}
}

// spendCharge uses up a unit's charge and one stamina (§C4).
func (s *State) spendCharge(o *events.Outcome) {
	u := s.who(o, "unit")
	s.Units[u].Charged = true
	s.Units[u].Stamina--
	s.Units[u].Facing = s.b.ahead(s.b.Units[u].Side)
	if o.Get("reply") == "counter" {
		s.Units[s.who(o, "target")].Stamina--
	}
}

// engage engages the two units of a charge (§C7).
func (s *State) engage(o *events.Outcome) {
	melees.Tie(s, s.who(o, "unit"), s.who(o, "target"))
	s.noteFight(o)
}

// noteFight records that two units rolled dice against each other (§K12).
func (s *State) noteFight(o *events.Outcome) { fought.Tie(s, s.who(o, "unit"), s.who(o, "target")) }

// faceTarget turns a flanking unit towards the adjacent target (§F3).
func (s *State) faceTarget(o *events.Outcome) {
	u, target := s.subject(o), &s.Units[s.who(o, "target")]
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

func (s *State) push(o *events.Outcome) {
	s.shiftWithLights(s.who(o, "unit"), s.space(o, "to"))
	s.shiftWithLights(s.who(o, "by"), s.space(o, "from"))
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

func (s *State) rout(o *events.Outcome) {
	s.subject(o).Known = true
	s.remove(s.who(o, "unit"), Routed)
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

// bury stores a fact like remember, and drops the sightings of the unit that is gone.
func (s *State) bury(o *events.Outcome) { s.Memories.Keep(o, s.Turn, sightOwn, sightEnemy) }

// spaceNamed parses a space of the board.
func (b *Battle) spaceNamed(text string) (board.Space, bool) {
	at, ok := board.ParseSpace(text)
	return at, ok && b.Board.Has(at)
}
