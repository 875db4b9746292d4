package fieldcommand

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/events"
)

func (s *State) theUnit(o *events.Outcome) *Unit { return &s.Units[s.must(o.Get("unit"))] }

func (s *State) theSide(o *events.Outcome) *SideState {
	return &s.Sides[s.b.Side(o.Get("side")).Or(-1)]
}

func (s *State) thePerson(o *events.Outcome) *Person { return &s.Seats[s.b.Seat(o.Get("seat")).Or(-1)] }

// positionIn returns the position in a field of the outcome.
func (s *State) positionIn(o *events.Outcome, field string) Position {
	p, ok := s.b.position(o.Get(field))
	if !ok {
		panic("fieldcommand: an outcome names the unknown position " + o.Get(field))
	}
	return p
}

// listed returns the units in a field of the outcome.
func (s *State) listed(o *events.Outcome, field string) []int {
	var list []int
	for id := range strings.SplitSeq(o.Get(field), ",") {
		if id != "-" && id != "" {
			list = append(list, s.must(id))
		}
	}
	return list
}

// turnBegan starts a turn and clears its marks.
func (s *State) turnBegan(o *events.Outcome) {
	s.Turn, s.Round, s.Active = o.Int("turn"), o.Int("round"), o.Get("active")
	for i := range s.Units {
		s.Units[i].Marks = Marks{}
	}
	clear(s.Closed)
	clear(s.Shut)
	for i := range s.Sides {
		s.Sides[i].Now = 0
	}
	for i := range s.Seats {
		p := &s.Seats[i]
		p.Began, p.Sent = p.At, nil
		p.Together = p.With.Some() && p.At.Some() && p.At.Is(s.Units[p.With.Must()].At.Locale)
	}
}

func (s *State) tokensDealt(o *events.Outcome) {
	tokens := strings.Split(o.Get("tokens"), ",")
	side := s.b.Side(o.Get("side")).Or(-1)
	n := 0
	for _, i := range s.Roster {
		if s.Units[i].Side == side {
			s.Units[i].Token = events.Number(tokens[n])
			n++
		}
	}
}

// cardsOf returns the side's cards in a field of the outcome.
func (s *State) cardsOf(o *events.Outcome, field string) []int {
	side := &s.b.Sides[s.b.Side(o.Get("side")).Or(-1)]
	var list []int
	for id := range strings.SplitSeq(o.Get(field), ",") {
		if id != "-" {
			list = append(list, side.card(id))
		}
	}
	return list
}

func (s *State) rideOrdered(o *events.Outcome) {
	p := s.thePerson(o)
	p.Goal, p.With, p.Bank = adjudicator.At(s.b.locale(o.Get("to"))), adjudicator.At(s.unitIndex(o.Get("with"))), 0
	unit, rides := p.With.Get()
	p.Together = rides && p.Began.Some() && p.Began.Is(s.Units[unit].At.Locale)
}

func (s *State) seatMoved(o *events.Outcome) {
	p := s.thePerson(o)
	p.At = adjudicator.At(s.b.locale(o.Get("to")))
	if p.Goal == p.At {
		p.Goal, p.Bank = adjudicator.None, 0
	}
}

// unitsShuffled turns blocks face-down and deals their tokens again by the dice (§7.1).
func (s *State) unitsShuffled(o *events.Outcome) {
	units := s.shuffled(s.positionIn(o, "at"))
	tokens := make([]int, len(units))
	order := permutation(len(units), o.Dice)
	for i, u := range units {
		tokens[i] = s.Units[u].Token
	}
	for i, u := range units {
		s.Units[u].Up, s.Units[u].Token = false, tokens[order[i]]
	}
}

// shuffled returns the units of a position that a shuffle turns face-down (§7.1).
func (s *State) shuffled(p Position) []int {
	return s.unitsThat(func(u *Unit) bool { return u.At == p && u.Status == Ready && !u.Ranging })
}

// permutation is a Fisher–Yates shuffle that uses the dice of an outcome.
func permutation(n int, dice []events.Die) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	for k, d := range dice {
		i := n - 1 - k
		order[i], order[d.Value] = order[d.Value], order[i]
	}
	return order
}

func (s *State) cardPlayed(o *events.Outcome) {
	side := s.theSide(o)
	card := s.b.Sides[s.b.Side(o.Get("side")).Or(-1)].card(o.Get("card"))
	if i := slices.Index(side.Hand, card); i >= 0 {
		side.Hand = slices.Delete(slices.Clone(side.Hand), i, i+1)
	}
	_, target, _ := strings.Cut(o.Get("target"), "@")
	side.Discards = append(side.Discards, card)
	side.Effects = append(side.Effects, Effect{card, target})
}

func (s *State) cardEnded(o *events.Outcome) {
	side := s.theSide(o)
	id, target, _ := strings.Cut(o.Get("effect"), "@")
	e := Effect{s.b.Sides[s.b.Side(o.Get("side")).Or(-1)].card(id), target}
	if i := slices.Index(side.Effects, e); i >= 0 {
		side.Effects = slices.Delete(slices.Clone(side.Effects), i, i+1)
	}
}

// deckRenewed shuffles the discards into a new deck by the dice (§H8.1).
func (s *State) deckRenewed(o *events.Outcome) {
	side := s.theSide(o)
	cards := slices.Sorted(slices.Values(side.Discards))
	side.Deck, side.Discards = nil, nil
	for _, i := range permutation(len(cards), o.Dice) {
		side.Deck = append(side.Deck, cards[i])
	}
}

// commandIssued marks the units of the command. Guns that bombard stop ranging (§H3.2, §8.3).
func (s *State) commandIssued(o *events.Outcome) {
	s.issued = issued{Verb: o.Get("verb"), Seat: s.b.Seat(o.Get("seat")).Or(-1), From: s.positionIn(o, "from").Locale,
		To: s.positionIn(o, "to").Locale, Via: -1, Units: s.listed(o, "units")}
	if via, _, _ := strings.Cut(o.Get("via"), ","); via != "-" {
		s.issued.Via = s.b.locale(via)
	}
	for _, i := range s.issued.Units {
		u := &s.Units[i]
		u.Commanded = true
		if s.issued.Verb == verbBombard {
			u.Bombarded = true
			u.Ranging = s.b.Options.BombardKeepsRanging
		}
	}
}

// commandEnded closes the boundary of an assault or charge, and any locale taken by fighting (§H4.3).
func (s *State) commandEnded(o *events.Outcome) {
	from := s.issued.From
	switch s.issued.Verb {
	case verbCharge:
		from = s.issued.Via
	case verbAssault:
	default:
		return
	}
	s.Closed[s.b.boundaryIndex(from, s.issued.To)] = true
	if o.Get("result") == "success" && s.issued.Fought {
		s.Shut[s.issued.To] = true
	}
}

// unitDisrupted moves infantry without SP to the reserve as disrupted (§13.1).
func (s *State) unitDisrupted(o *events.Outcome) {
	u := s.theUnit(o)
	u.Status, u.Strength, u.Up, u.At = Disrupted, 0, true, s.positionIn(o, "at")
	s.recount()
}

// takeAway removes a unit from the map for good.
func (s *State) takeAway(u *Unit) {
	u.Last = adjudicator.At(u.At.Locale)
	u.Status, u.Strength, u.At, u.Ranging = Gone, 0, Nowhere, false
	s.recount()
}

// unitMoved moves a unit. Guns that leave their approach stop ranging.
func (s *State) unitMoved(o *events.Outcome) {
	u := s.theUnit(o)
	u.At, u.Ranging = s.positionIn(o, "to"), false
	switch o.Get("why") {
	case "retreat", "withdraw":
		u.GaveWay = true
	case "mobilize":
		u.Status, u.Up = Ready, false
	}
	s.recount()
}

// unitSplit adds the new units directly after their parent (§9.1).
func (s *State) unitSplit(o *events.Outcome) {
	parent := s.must(o.Get("unit"))
	strengths := strings.Split(o.Get("strengths"), ",")
	s.Units[parent].Strength = o.Int("strength")
	at := slices.Index(s.Roster, parent) + 1
	for n, id := range strings.Split(o.Get("into"), ",") {
		u := s.Units[parent]
		u.ID, u.Name, u.Last, u.Marks = id, splitName(u.Name, u.ID, id), adjudicator.None, s.Units[parent].Marks
		u.Strength = events.Number(strengths[n+1])
		u.Token = s.nextToken(u.Side)
		s.Units = append(s.Units, u)
		s.Roster = slices.Insert(s.Roster, at+n, len(s.Units)-1)
	}
	s.recount()
}

// splitName returns the written name of a new unit: its parent's name with a number.
func splitName(name, parent, id string) string {
	if name == "" {
		return ""
	}
	return name + " (" + strings.TrimPrefix(id, parent+"-") + ")"
}

// nextToken returns the side's next unused token number (§9.1).
func (s *State) nextToken(side int) int {
	most := 0
	for i := range s.Units {
		if s.Units[i].Side == side {
			most = max(most, s.Units[i].Token)
		}
	}
	return most + 1
}

// told returns an Apply function that records which seats were told that a position is occupied, so that they are also
// told when it is empty again.
func told(there bool) func(*State, *events.Outcome) {
	return func(s *State, o *events.Outcome) {
		spot := s.b.spotOf[s.positionIn(o, "at")]
		for _, v := range o.Views {
			for _, id := range v.Seats {
				if seat := s.b.Seat(id).Or(-1); seat >= 0 {
					s.Told[seat][spot] = there
				}
			}
		}
	}
}
