package fieldcommand

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/courier"
	"galloper/adjudicator/rules"
	"galloper/events"
)

// toldPrefix starts the names of outcomes that retell others.
const toldPrefix = "told."

// outcomes is the table of section k and some further rows, including the tales of the reports of §H10.4. To gives the
// recipients: `all` is both sides at any distance, "" is every seat that sees it, `own` is the seats of the side, a
// seat in braces is that seat, and `{side}` is the side's army commander. Veiled fields are withheld from the enemy;
// only the seat itself sees the number `n` of its order (§H10.1).
var outcomes = withTales(append(couriers.Outcomes(), rules.Outcomes[State]{
	{Name: "tokens.dealt", Clause: "4.1.2", Fields: "side tokens", To: "none", Apply: (*State).tokensDealt},
	{Name: "deck.laid", Clause: "H8.1", Fields: "side hand deck", To: "none", Apply: func(s *State, o *events.Outcome) {
		side := s.theSide(o)
		side.Hand, side.Deck = s.cardsOf(o, "hand"), s.cardsOf(o, "deck")
	}},
	{Name: "turn.began", Clause: "H2", Fields: "turn round active", To: "all",
		Says: "Round {round}: it was for {active:name} to move.", Apply: (*State).turnBegan},
	{Name: "standing.given", Clause: "g", Fields: "seat text", To: "none", Apply: func(s *State, o *events.Outcome) {
		seat := s.b.Seat(o.Get("seat")).Or(-1)
		s.Seats[seat].Stands = o.Ref
		s.Seats[seat].Standing.renew(s.b.parseStanding(s, seat, o.Get("text")))
	}},
	{Name: "ride.ordered", Clause: "H7", Fields: "seat to with", To: "none", Apply: (*State).rideOrdered},
	{Name: "ride.banked", Clause: "H7", Fields: "seat left", To: "none",
		Apply: func(s *State, o *events.Outcome) { s.thePerson(o).Bank = o.Int("left") }},

	{Name: "unit.assigned", Clause: "H6.7 H9.4", Fields: "unit seat", To: "own",
		Says:  "{unit:name} came under {seat:name}.",
		Apply: func(s *State, o *events.Outcome) { s.theUnit(o).Seat = s.b.Seat(o.Get("seat")).Or(-1) }},
	{Name: "seat.moved", Clause: "H7", Fields: "seat from to why", To: "own",
		Says: "{seat:name} {why:ride=rode|with=went with his men|retreat=was carried away by the retreat" +
			"|driven=got away from among the enemy}[ to {to:name}].",
		Apply: (*State).seatMoved},

	{Name: "units.shuffled", Clause: "7.1", Fields: "at count", Hide: "dice",
		Says: "{count:1=A brigade|*=# brigades} drew back behind the screen at {at:name}.", Apply: (*State).unitsShuffled},
	{Name: "artillery.limbered", Clause: "7.2", Fields: "unit at", Says: "{unit:name} limbered up at {at:name}.",
		Apply: func(s *State, o *events.Outcome) { s.theUnit(o).Ranging = false }},
	{Name: "card.played", Clause: "H8.1", Fields: "side card target", To: "all",
		Says: "{side:name} played {card:name}.", Apply: (*State).cardPlayed},
	{Name: "card.ended", Clause: "H8.3", Fields: "side effect why", To: "all", Apply: (*State).cardEnded},
	{Name: "card.drawn", Clause: "H8.1", Fields: "side card", To: "{side}", Says: "You drew {card:name}.",
		Apply: func(s *State, o *events.Outcome) {
			side := s.theSide(o)
			side.Hand, side.Deck = append(side.Hand, side.Deck[0]), side.Deck[1:]
		}},
	{Name: "deck.renewed", Clause: "H8.1", Fields: "side count", To: "all", Hide: "dice",
		Says: "The deck of {side:name} was made anew.", Apply: (*State).deckRenewed},

	{Name: "command.issued", Clause: "H3.3", Fields: "seat n verb units from to via", Veil: "seat n",
		Says: "{verb:advance=an advance on|assault=the assault of|bombard=the guns open on|charge=a charge into" +
			"|maneuver=a maneuver against|cavalry-march=a ride to|field-march=a march to|local-march=a shift to" +
			"|road-march=a march by road to} {to:name}[ by way of {via:name}][, ordered by {seat:name}]: {units:name}.",
		Apply: (*State).commandIssued},
	{Name: "unit.leftout", Clause: "H4.2", Fields: "seat n unit reason", To: "{seat}"},
	{Name: "command.refused", Clause: "H4.1", Fields: "seat n verb reason", To: "{seat}",
		Says: "Order {n} (" + deed + ") could not be carried out: {reason:" + because + "}."},
	{Name: "command.skipped", Clause: "H3.5", Fields: "seat n verb", To: "{seat}",
		Says: "Order {n} (" + deed + ") was not for this case."},
	{Name: "command.ended", Clause: "8.1 8.2 8.3 8.4 8.5 8.6.1 8.6.2 8.6.3 8.6.4",
		Fields: "seat n verb result at", Veil: "seat n",
		Says:  "The " + deed + " {result:success=succeeded|failure=failed|done=was done}[; it ended at {at:name}].",
		Apply: (*State).commandEnded},
	{Name: "march.halted", Clause: "8.6", Fields: "seat n at reason", Veil: "seat n"},
	{Name: "deploy.refused", Clause: "8.0.1", Fields: "seat n unit reason", To: "{seat}",
		Says: "{unit:name} stayed in reserve and could not deploy: {reason:" + because + "}."},
	{Name: "decision.opened", Clause: "H5.4", Fields: "id seat question locale options default", To: "{seat}",
		Says: "You were asked how {locale:name} meets the {question}."},
	{Name: "decision.taken", Clause: "H5.4", Fields: "seat question locale option by", Veil: "seat by",
		Says: "{locale:name} [under {seat:name} ]{option:secure=sent men to the approach|defend=stood to receive the charge" +
			"|withdraw=was given up without a fight|retreat=gave way before the charge}[ ({by:answer=as you answered" +
			"|standing=as standing orders had it|doctrine=as is the custom|forced=there was no choice" +
			"|default=no answer came})]."},

	{Name: "assault.fought", Clause: "8.2 8.4",
		Fields: "from to leads support strength penalty defense_leads defense_support " +
			"defense_strength margin result",
		Apply: func(s *State, _ *events.Outcome) { s.issued.Fought = true }},
	{Name: "bombard.fired", Clause: "8.3", Fields: "from to guns enemy_guns losses"},
	{Name: "charge.lost", Clause: "8.4", Fields: "unit"},
	{Name: "unit.revealed", Clause: "4.1.2", Fields: "unit why", Says: "{unit:name} came into view.",
		Apply: func(s *State, o *events.Outcome) { s.theUnit(o).Up = true }},
	{Name: "strength.lost", Clause: "13.1", Fields: "unit loss left cause",
		Apply: func(s *State, o *events.Outcome) { s.theUnit(o).Strength = o.Int("left") }},
	{Name: "unit.disrupted", Clause: "13.1", Fields: "unit at", Apply: (*State).unitDisrupted},
	{Name: "unit.eliminated", Clause: "12 13.1 13.2", Fields: "unit kind cause",
		Apply: func(s *State, o *events.Outcome) { s.takeAway(s.theUnit(o)) }},
	{Name: "morale.changed", Clause: "9.2 9.3 10.1 10.3 12 13.1 13.2", Fields: "side by to cause", To: "all",
		Says: "The spirit of {side:name} {cause:objective=suffered by what was lost" +
			"|artillery=rose with guns taken or destroyed|mobilize=was strained by calling up the reserves" +
			"|rally=rose as men came back to the colours|retreat=sank with the retreat|spike=sank as guns were spiked" +
			"|strength=sank with the losses}: {by}, to {to}.",
		Apply: func(s *State, o *events.Outcome) { s.theSide(o).Morale = o.Int("to") }},
	{Name: "army.demoralized", Clause: "13.3",
		Fields: "side", To: "all", Apply: func(s *State, o *events.Outcome) { s.theSide(o).Demoralized = true }},
	{Name: "retreat.forced", Clause: "12", Fields: "side from"},
	{Name: "withdrawal.made", Clause: "11", Fields: "side from"},
	{Name: "unit.moved", Clause: "8.0.1 8.1 8.2 8.4 8.5 8.6.1 8.6.2 8.6.3 8.6.4 9.3 11 12", Fields: "unit from to why",
		Apply: (*State).unitMoved},

	{Name: "units.merged", Clause: "9.1", Fields: "unit from strength", To: "own",
		Says: "{unit:name} took in what was left of {from:name}.", Apply: func(s *State, o *events.Outcome) {
			s.theUnit(o).Strength = o.Int("strength")
			s.takeAway(&s.Units[s.must(o.Get("from"))])
		}},
	{Name: "unit.split", Clause: "9.1", Fields: "unit strength into strengths", To: "own",
		Says: "A part of {unit:name} now stands by itself.", Apply: (*State).unitSplit},
	{Name: "units.rallied", Clause: "9.2", Fields: "unit from at",
		Apply: func(s *State, o *events.Outcome) {
			u := s.theUnit(o)
			u.Status, u.Strength, u.Up = Ready, 1, true
			s.takeAway(&s.Units[s.must(o.Get("from"))])
		}},
	{Name: "group.mobilized", Clause: "9.3", Fields: "side group units at", Apply: func(s *State, o *events.Outcome) {
		side := s.theSide(o)
		side.Mobilized[o.Int("group")-1] = true
		side.Now++
	}},
	{Name: "objective.claimed", Clause: "10.1", Fields: "side locale of unit", To: "all",
		Apply: func(s *State, o *events.Outcome) { s.Held[s.b.locale(o.Get("locale"))] = true }},
	{Name: "objective.lost", Clause: "10.1", Fields: "side locale of", To: "all",
		Apply: func(s *State, o *events.Outcome) { s.Held[s.b.locale(o.Get("locale"))] = false }},
	{Name: "unit.stooddown", Clause: "10.2", Fields: "unit from to", Says: "{unit:name} stood down into {to:name}.",
		Apply: (*State).unitMoved},
	{Name: "artillery.spiked", Clause: "10.3", Fields: "unit at",
		Apply: func(s *State, o *events.Outcome) { s.takeAway(s.theUnit(o)) }},
	{Name: "artillery.ranged", Clause: "10.4", Fields: "unit at",
		Apply: func(s *State, o *events.Outcome) { s.theUnit(o).Ranging = true }},
	{Name: "game.ended", Clause: "H9.2 H9.3 H9.4", Fields: "winner reason", To: "all",
		Apply: func(s *State, o *events.Outcome) { s.Over, s.Winner = true, o.Get("winner") }},

	{Name: "picture.taken", Clause: "H10.3", Fields: "seat locales", To: "none", Apply: (*State).pictureTaken},
	{Name: "report.noted", Clause: "H10.4", Fields: "id of tale", To: "none", Apply: (*State).reportNoted},
	{Name: "sight.side", Clause: "H10", Fields: "side morale start effects"},
	{Name: "sight.unit", Clause: "H10",
		Fields: "unit what kind strength state at ranging face seat group name side turn"},
	{Name: "sight.enemy", Clause: "H10", Fields: "at what blocks shown label arm side turn", Apply: recordTold(true)},
	{Name: "sight.tokens", Clause: "H10", Fields: "at tokens turn"},
	{Name: "sight.friend", Clause: "H10", Fields: "at what blocks label arm side turn", Apply: recordTold(true)},
	{Name: "sight.clear", Clause: "H10", Fields: "at", Apply: recordTold(false)},
	{Name: "sight.objective", Clause: "H10", Fields: "locale of what by"},
	{Name: "sight.hand", Clause: "H10", Fields: "side what cards"},
	{Name: "sight.card", Clause: "H10", Fields: "card name does"},
	{Name: "sight.cards", Clause: "H10", Fields: "side what"},
	{Name: "sight.person", Clause: "H10", Fields: "seat at side"},
}...))

// withTales adds a row for each outcome that a report of an earlier turn may retell. Outcomes that every seat learns at
// once have no such row (§H10.4).
func withTales(rows rules.Outcomes[State]) rules.Outcomes[State] {
	for _, r := range rows {
		if r.To != "" && r.To != rules.ToOwn && r.To != "{seat}" || strings.HasPrefix(r.Name, "sight.") {
			continue
		}
		tale := rules.Outcome[State]{Name: toldPrefix + r.Name, Clause: "H10.4", To: rules.ToNone, Apply: (*State).taleTold,
			Fields: "reader of turn " + strings.ReplaceAll(r.Fields+" ", " ", "? ")}
		if says := append([]string{r.Says}, stories.Of[r.Name].Says...); cmp.Or(says...) != "" {
			tale.Says = strings.TrimSuffix(cmp.Or(says...), ".") + " (turn {turn})."
		}
		rows = append(rows, tale)
	}
	return rows
}

// causes lists the causes of outcomes other than orders.
var causes = rules.Causes{
	"tokens.dealt deck.laid turn.began":                                       "; the battle and the turn begin",
	"units.shuffled deck.renewed objective.lost unit.stooddown picture.taken": "turn.began",
	"card.drawn":  "turn.began deck.renewed",
	"card.ended":  "; a card's effect ends with its time",
	"ride.banked": "ride.ordered:seat turn.began",
	"seat.moved": "ride.ordered:seat retreat.forced:from=from withdrawal.made:from=from " +
		"| turn.began",
	"strength.lost":                  "assault.fought bombard.fired charge.lost retreat.forced withdrawal.made",
	"charge.lost":                    "assault.fought",
	"unit.disrupted":                 "strength.lost:unit",
	"retreat.forced":                 "assault.fought bombard.fired",
	"artillery.ranged unit.revealed": "| turn.began",
	"army.demoralized":               "morale.changed:side",
	"morale.changed": "strength.lost unit.disrupted unit.eliminated objective.claimed retreat.forced artillery.spiked " +
		"units.rallied group.mobilized",
	"objective.claimed":          "unit.moved:unit turn.began",
	"report.noted dispatch.sent": "; units report without an order",
	"unit.assigned":              "; units change hands when their commander resigns",
	"game.ended":                 "turn.began army.demoralized",
}

func (s *State) theUnit(o *events.Outcome) *Unit { return &s.Units[s.must(o.Get("unit"))] }

func (s *State) theSide(o *events.Outcome) *SideState {
	return &s.Sides[s.b.Side(o.Get("side")).Or(-1)]
}

func (s *State) thePerson(o *events.Outcome) *Person { return &s.Seats[s.b.Seat(o.Get("seat")).Or(-1)] }

func (s *State) positionIn(o *events.Outcome, field string) Position {
	p, ok := s.b.position(o.Get(field))
	if !ok {
		panic("fieldcommand: an outcome names the unknown position " + o.Get(field))
	}
	return p
}

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

func (s *State) cardsOf(o *events.Outcome, field string) []int {
	return rules.Listed(o.Get(field), s.b.Sides[s.b.Side(o.Get("side")).Or(-1)].card)
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
		To: s.positionIn(o, "to").Locale, Via: -1, Units: rules.Listed(o.Get("units"), s.unitIndex)}
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

// recordTold returns an Apply function that records which seats were told that a position is occupied, so that they are
// also told when it is empty again.
func recordTold(there bool) func(*State, *events.Outcome) {
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

// noteDispatch records the sender and addressee of a dispatch, and the sightings that a report carries.
func noteDispatch(s *State, d *Dispatch, o *events.Outcome) {
	d.Sender, d.ToSeat = s.b.Seat(d.From).Or(-1), s.b.Seat(d.To)
	d.Post = adjudicator.At(s.b.locale(o.Get("post")))
	// The id of a report (§H10.4) ends in its locale, which may be a number.
	if id, ok := courier.ParseID(d.ID); ok && d.Post.None() {
		d.N = id.N
	}
	if d.Kind == kindReport {
		d.Seen = s.reportedGlimpses(d)
	}
	if d.ToSeat.None() {
		s.readAddress(d)
	}
	s.noteSent(d, o.Cause)
}

// readAddress finds the units or the locale that a directive is addressed to (§H6.1).
func (s *State) readAddress(d *Dispatch) {
	if d.ToLocale = adjudicator.At(s.b.locale(d.To)); d.ToLocale.Some() && s.unitIndex(d.To) < 0 {
		return
	}
	d.ToLocale = adjudicator.None
	d.ToUnits = rules.Listed(d.To, s.unitIndex)
}

// noteSent records that a line of the turn's mail rides, so it is not in the seat's own list (§H6.1).
func (s *State) noteSent(d *Dispatch, cause string) {
	rest, ok := strings.CutPrefix(cause, "order:"+d.From+".")
	if n, err := strconv.Atoi(rest); ok && err == nil {
		s.Seats[d.Sender].Sent = append(s.Seats[d.Sender].Sent, n)
	}
}

// leftBefore orders dispatches by departure (§H6.2).
func (s *State) leftBefore(a, b *Dispatch) int {
	return cmp.Or(
		cmp.Compare(a.Sent, b.Sent),
		cmp.Compare(sendingRank(a), sendingRank(b)),
		cmp.Compare(s.b.Commands[a.Sender].Side, s.b.Commands[b.Sender].Side)*unlessReports(a, b),
		cmp.Compare(a.Sender, b.Sender)*unlessReports(a, b),
		cmp.Compare(a.N, b.N),
		cmp.Compare(a.At.Or(-1), b.At.Or(-1)),
		cmp.Compare(a.Sender, b.Sender),
	)
}

// sendingRank returns 1 for the reports of §H10.4, which leave last, else 0.
func sendingRank(d *Dispatch) int {
	if d.Post.Some() {
		return 1
	}
	return 0
}

// unlessReports returns 0 for two reports of §H10.4, which leave in map order, else 1.
func unlessReports(a, b *Dispatch) int { return 1 - sendingRank(a)*sendingRank(b) }

// followDispatch records the points that a courier has left and hands a dispatch over. A directive is acted on in the
// side's first own turn from now on, a message to a seat in the first one after this turn (§H6.5, §H6.6).
func followDispatch(s *State, d *Dispatch, o *events.Outcome, _ adjudicator.Index) {
	if o.Name != rules.DispatchDelayed {
		d.Bank = o.Int("left")
	}
	if o.Name != rules.DispatchDelivered {
		return
	}
	side := s.b.Commands[d.Sender].Side
	switch {
	case d.Kind == kindReport:
		for _, g := range d.Seen {
			s.Pictures[d.ToSeat.Must()].see(s, d.ToSeat.Must(), g)
		}
		d.Seen, d.Tales = nil, nil
	case d.Kind != kindDirective:
	case d.ToSeat.Some():
		d.Due = s.b.nextOwn(side, s.Turn+1)
	default:
		d.Due = s.b.nextOwn(side, s.Turn)
		for i := range s.Units {
			if u := &s.Units[i]; u.Side == side && d.At.Is(u.At.Locale) {
				d.Got = append(d.Got, i)
			}
		}
	}
}

// nextOwn returns the side's first own turn, not before the given one.
func (b *Battle) nextOwn(side, turn int) int {
	if b.moves(side, turn) {
		return turn
	}
	return turn + 1
}
