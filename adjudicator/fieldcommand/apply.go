package fieldcommand

import (
	"galloper/adjudicator"
	"slices"
	"strconv"
	"strings"

	"galloper/events"
)

// Apply changes the state by one outcome.
func (s *State) Apply(o *events.Outcome) {
	if f, ok := appliers[o.Name]; ok {
		f(s, o)
	} else if strings.HasPrefix(o.Name, toldPrefix) {
		applyTaleTold(s, o)
	}
}

// appliers say what each outcome changes. What is not here changes nothing.
var appliers = map[string]func(*State, *events.Outcome){
	"turn.began":         applyTurnBegan,
	"tokens.dealt":       applyTokensDealt,
	"deck.laid":          applyDeckLaid,
	"standing.given":     applyStandingGiven,
	"ride.ordered":       applyRideOrdered,
	"ride.banked":        applyRideBanked,
	"dispatch.sent":      couriers.Apply,
	"dispatch.riding":    couriers.Apply,
	"dispatch.fled":      couriers.Apply,
	"dispatch.lost":      couriers.Apply,
	"dispatch.captured":  couriers.Apply,
	"dispatch.delayed":   couriers.Apply,
	"dispatch.delivered": couriers.Apply,
	"unit.assigned":      applyUnitAssigned,
	"seat.moved":         applySeatMoved,
	"units.shuffled":     applyUnitsShuffled,
	"artillery.limbered": func(s *State, o *events.Outcome) { s.theUnit(o).Ranging = false },
	"card.played":        applyCardPlayed,
	"card.ended":         applyCardEnded,
	"card.drawn":         applyCardDrawn,
	"deck.renewed":       applyDeckRenewed,
	"command.issued":     applyCommandIssued,
	"command.ended":      applyCommandEnded,
	"assault.fought":     func(s *State, _ *events.Outcome) { s.issued.Fought = true },
	"unit.revealed":      func(s *State, o *events.Outcome) { s.theUnit(o).Up = true },
	"strength.lost":      func(s *State, o *events.Outcome) { s.theUnit(o).Strength = o.Int("left") },
	"unit.disrupted":     applyUnitDisrupted,
	"unit.eliminated":    func(s *State, o *events.Outcome) { s.remove(s.theUnit(o)) },
	"artillery.spiked":   func(s *State, o *events.Outcome) { s.remove(s.theUnit(o)) },
	"artillery.ranged":   func(s *State, o *events.Outcome) { s.theUnit(o).Ranging = true },
	"morale.changed":     func(s *State, o *events.Outcome) { s.theSide(o).Morale = o.Int("to") },
	"army.demoralized":   func(s *State, o *events.Outcome) { s.theSide(o).Demoralized = true },
	"unit.moved":         applyUnitMoved,
	"unit.stooddown":     applyUnitMoved,
	"units.merged":       applyUnitsMerged,
	"unit.split":         applyUnitSplit,
	"units.rallied":      applyUnitsRallied,
	"group.mobilized":    applyGroupMobilized,
	"objective.claimed":  func(s *State, o *events.Outcome) { s.Held[s.b.locale(o.Get("locale"))] = true },
	"objective.lost":     func(s *State, o *events.Outcome) { s.Held[s.b.locale(o.Get("locale"))] = false },
	"game.ended":         applyGameEnded,
	"sight.enemy":        applyTold(true),
	"sight.friend":       applyTold(true),
	"sight.clear":        applyTold(false),
	"picture.taken":      applyPictureTaken,
	"report.noted":       applyReportNoted,
}

func (s *State) theUnit(o *events.Outcome) *Unit { return &s.Units[s.must(o.Get("unit"))] }

func (s *State) theSide(o *events.Outcome) *SideState { return &s.Sides[s.b.side(o.Get("side"))] }

// place is the position that a field of the outcome names.
func (s *State) place(o *events.Outcome, field string) Position {
	p, ok := s.b.position(o.Get(field))
	if !ok {
		panic("fieldcommand: an outcome names the unknown position " + o.Get(field))
	}
	return p
}

// listed are the units that a field of the outcome lists.
func (s *State) listed(o *events.Outcome, field string) []int {
	var list []int
	for id := range strings.SplitSeq(o.Get(field), ",") {
		if id != "-" && id != "" {
			list = append(list, s.must(id))
		}
	}
	return list
}

// applyTurnBegan begins the marks of a turn anew.
func applyTurnBegan(s *State, o *events.Outcome) {
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

func applyTokensDealt(s *State, o *events.Outcome) {
	tokens := strings.Split(o.Get("tokens"), ",")
	side := s.b.side(o.Get("side"))
	n := 0
	for _, i := range s.Roster {
		if s.Units[i].Side == side {
			s.Units[i].Token, _ = strconv.Atoi(tokens[n])
			n++
		}
	}
}

// cardsOf reads a list of cards of the side.
func (s *State) cardsOf(o *events.Outcome, field string) []int {
	side := &s.b.Sides[s.b.side(o.Get("side"))]
	var list []int
	for id := range strings.SplitSeq(o.Get(field), ",") {
		if id != "-" {
			list = append(list, side.card(id))
		}
	}
	return list
}

func applyDeckLaid(s *State, o *events.Outcome) {
	side := s.theSide(o)
	side.Hand, side.Deck = s.cardsOf(o, "hand"), s.cardsOf(o, "deck")
}

func applyStandingGiven(s *State, o *events.Outcome) {
	seat := s.b.seat(o.Get("seat"))
	s.Seats[seat].Standing.take(s.b.parseStanding(s, seat, o.Get("text")))
}

func applyRideOrdered(s *State, o *events.Outcome) {
	p := &s.Seats[s.b.seat(o.Get("seat"))]
	p.Goal, p.With, p.Bank = adjudicator.At(s.b.locale(o.Get("to"))), adjudicator.At(s.unit(o.Get("with"))), 0
	unit, rides := p.With.Get()
	p.Together = rides && p.Began.Some() && p.Began.Is(s.Units[unit].At.Locale)
}

func applyRideBanked(s *State, o *events.Outcome) {
	s.Seats[s.b.seat(o.Get("seat"))].Bank = o.Int("left")
}

func applyUnitAssigned(s *State, o *events.Outcome) { s.theUnit(o).Seat = s.b.seat(o.Get("seat")) }

func applySeatMoved(s *State, o *events.Outcome) {
	p := &s.Seats[s.b.seat(o.Get("seat"))]
	p.At = adjudicator.At(s.b.locale(o.Get("to")))
	if p.Goal == p.At {
		p.Goal, p.Bank = adjudicator.None, 0
	}
}

// applyUnitsShuffled turns blocks down and deals their tokens anew by the dice.
//
// §7.1
func applyUnitsShuffled(s *State, o *events.Outcome) {
	units := s.shuffled(s.place(o, "at"))
	tokens := make([]int, len(units))
	order := permutation(len(units), o.Dice)
	for i, u := range units {
		tokens[i] = s.Units[u].Token
	}
	for i, u := range units {
		s.Units[u].Up, s.Units[u].Token = false, tokens[order[i]]
	}
}

// shuffled are the units of a position that a shuffle turns down.
//
// §7.1
func (s *State) shuffled(p Position) []int {
	return s.where(func(u *Unit) bool { return u.At == p && u.Status == Ready && !u.Ranging })
}

// permutation is that of Fisher and Yates by the draws of an outcome.
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

func applyCardPlayed(s *State, o *events.Outcome) {
	side := s.theSide(o)
	card := s.b.Sides[s.b.side(o.Get("side"))].card(o.Get("card"))
	if i := slices.Index(side.Hand, card); i >= 0 {
		side.Hand = slices.Delete(slices.Clone(side.Hand), i, i+1)
	}
	_, target, _ := strings.Cut(o.Get("target"), "@")
	side.Discards = append(side.Discards, card)
	side.Effects = append(side.Effects, Effect{card, target})
}

func applyCardEnded(s *State, o *events.Outcome) {
	side := s.theSide(o)
	id, target, _ := strings.Cut(o.Get("effect"), "@")
	e := Effect{s.b.Sides[s.b.side(o.Get("side"))].card(id), target}
	if i := slices.Index(side.Effects, e); i >= 0 {
		side.Effects = slices.Delete(slices.Clone(side.Effects), i, i+1)
	}
}

func applyCardDrawn(s *State, o *events.Outcome) {
	side := s.theSide(o)
	side.Hand = append(side.Hand, side.Deck[0])
	side.Deck = side.Deck[1:]
}

// applyDeckRenewed makes a deck of the discards by the dice.
//
// §H8.1
func applyDeckRenewed(s *State, o *events.Outcome) {
	side := s.theSide(o)
	cards := slices.Sorted(slices.Values(side.Discards))
	side.Deck, side.Discards = nil, nil
	for _, i := range permutation(len(cards), o.Dice) {
		side.Deck = append(side.Deck, cards[i])
	}
}

// applyCommandIssued marks the units of the command; guns that bombard stop ranging.
//
// §H3.2, §8.3
func applyCommandIssued(s *State, o *events.Outcome) {
	s.issued = issued{Verb: o.Get("verb"), Seat: s.b.seat(o.Get("seat")), From: s.place(o, "from").Locale,
		To: s.place(o, "to").Locale, Via: -1, Units: s.listed(o, "units")}
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

// applyCommandEnded closes the boundary of an assault or charge, and a locale
// that was taken by fighting.
//
// §H4.3
func applyCommandEnded(s *State, o *events.Outcome) {
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

// applyUnitDisrupted stands infantry without SP in the reserve.
//
// §13.1
func applyUnitDisrupted(s *State, o *events.Outcome) {
	u := s.theUnit(o)
	u.Status, u.Strength, u.Up, u.At = Disrupted, 0, true, s.place(o, "at")
	s.count()
}

// remove takes a unit off the map for good.
func (s *State) remove(u *Unit) {
	u.Last = adjudicator.At(u.At.Locale)
	u.Status, u.Strength, u.At, u.Ranging = Gone, 0, Nowhere, false
	s.count()
}

// applyUnitMoved moves a unit; guns that leave their approach stop ranging.
func applyUnitMoved(s *State, o *events.Outcome) {
	u := s.theUnit(o)
	u.At, u.Ranging = s.place(o, "to"), false
	switch o.Get("why") {
	case "retreat", "withdraw":
		u.GaveWay = true
	case "mobilize":
		u.Status, u.Up = Ready, false
	}
	s.count()
}

func applyUnitsMerged(s *State, o *events.Outcome) {
	s.theUnit(o).Strength = o.Int("strength")
	s.remove(&s.Units[s.must(o.Get("from"))])
}

// applyUnitSplit adds the new units right behind their parent.
//
// §9.1
func applyUnitSplit(s *State, o *events.Outcome) {
	parent := s.must(o.Get("unit"))
	strengths := strings.Split(o.Get("strengths"), ",")
	s.Units[parent].Strength = o.Int("strength")
	at := slices.Index(s.Roster, parent) + 1
	for n, id := range strings.Split(o.Get("into"), ",") {
		u := s.Units[parent]
		u.ID, u.Name, u.Last, u.Marks = id, splitName(u.Name, u.ID, id), adjudicator.None, s.Units[parent].Marks
		u.Strength, _ = strconv.Atoi(strengths[n+1])
		u.Token = s.nextToken(u.Side)
		s.Units = append(s.Units, u)
		s.Roster = slices.Insert(s.Roster, at+n, len(s.Units)-1)
	}
	s.count()
}

// splitName is the written name of a new unit: its parent's, with its number.
func splitName(name, parent, id string) string {
	if name == "" {
		return ""
	}
	return name + " (" + strings.TrimPrefix(id, parent+"-") + ")"
}

// nextToken is the side's next number.
//
// §9.1
func (s *State) nextToken(side int) int {
	most := 0
	for i := range s.Units {
		if s.Units[i].Side == side {
			most = max(most, s.Units[i].Token)
		}
	}
	return most + 1
}

// applyUnitsRallied makes one unit of two disrupted ones.
//
// §9.2
func applyUnitsRallied(s *State, o *events.Outcome) {
	u := s.theUnit(o)
	u.Status, u.Strength, u.Up = Ready, 1, true
	s.remove(&s.Units[s.must(o.Get("from"))])
}

func applyGroupMobilized(s *State, o *events.Outcome) {
	side := s.theSide(o)
	side.Mobilized[o.Int("group")-1] = true
	side.Now++
}

func applyGameEnded(s *State, o *events.Outcome) {
	s.Over_, s.Winner, s.Reason = true, o.Get("winner"), o.Get("reason")
}

// applyTold keeps of which positions a seat was told, so that it is told when nobody is left there.
func applyTold(there bool) func(*State, *events.Outcome) {
	return func(s *State, o *events.Outcome) {
		spot := s.b.spotOf[s.place(o, "at")]
		for _, v := range o.Views {
			for _, id := range v.Seats {
				if seat := s.b.seat(id); seat >= 0 {
					s.Told[seat][spot] = there
				}
			}
		}
	}
}
