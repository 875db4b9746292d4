package fieldcommand

import (
	"strings"

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
	{Name: "standing.given", Clause: "g", Fields: "seat text", To: "none",
		Apply: func(s *State, o *events.Outcome) {
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
	{Name: "unit.leftout", Clause: "H4.2", Fields: "seat n unit reason", To: "{seat}",
		Says: "{unit:name} took no part in order {n}: {reason:" + because + "}."},
	{Name: "command.refused", Clause: "H4.1", Fields: "seat n verb reason", To: "{seat}",
		Says: "Order {n} (" + deed + ") could not be carried out: {reason:" + because + "}."},
	{Name: "command.skipped", Clause: "H3.5", Fields: "seat n verb", To: "{seat}",
		Says: "Order {n} (" + deed + ") was not for this case."},
	{Name: "command.ended", Clause: "8.1 8.2 8.3 8.4 8.5 8.6.1 8.6.2 8.6.3 8.6.4",
		Fields: "seat n verb result at", Veil: "seat n",
		Says:  "The " + deed + " {result:success=succeeded|failure=failed|done=was done}[; it ended at {at:name}].",
		Apply: (*State).commandEnded},
	{Name: "march.halted", Clause: "8.6", Fields: "seat n at reason", Veil: "seat n",
		Says: "The column halted at {at:name}: {reason:enemy-held=the enemy was before it" +
			"|capacity=the road ahead was choked|*=the way was closed}."},
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
		Says: "before {to:name}, {leads:name}[ with {support:name} in support]" +
			"[ against {defense_leads:name}][ with {defense_support:name}]: {strength} to {defense_strength}. " +
			"The assault {result:success=carried|failure=was thrown back}.",
		Apply: func(s *State, _ *events.Outcome) { s.issued.Fought = true }},
	{Name: "bombard.fired", Clause: "8.3", Fields: "from to guns enemy_guns losses",
		Says: "{guns} against {enemy_guns} gun{enemy_guns:s}, the batteries at {from:name} opened on {to:name}."},
	{Name: "charge.lost", Clause: "8.4", Fields: "unit", Says: "{unit:name} paid for the ride."},
	{Name: "unit.revealed", Clause: "4.1.2", Fields: "unit why", Says: "{unit:name} came into view.",
		Apply: func(s *State, o *events.Outcome) { s.theUnit(o).Up = true }},
	{Name: "strength.lost", Clause: "13.1", Fields: "unit loss left cause", Loss: true,
		Says:  "{unit:name} lost {loss} in strength, {left} left ({cause}).",
		Apply: func(s *State, o *events.Outcome) { s.theUnit(o).Strength = o.Int("left") }},
	{Name: "unit.disrupted", Clause: "13.1", Fields: "unit at", Loss: true,
		Says: "{unit:name} broke and fell back into {at:name}.", Apply: (*State).unitDisrupted},
	{Name: "unit.eliminated", Clause: "12 13.1 13.2", Fields: "unit kind cause", Loss: true,
		Says: "The field has seen the last of {unit:name} ({kind}): {cause:trapped=there was no way out" +
			"|alone=nobody was left to stand by them|retreat=they could not be brought away" +
			"|withdraw=they could not be brought away|*=lost in the #}.",
		Apply: func(s *State, o *events.Outcome) { s.takeAway(s.theUnit(o)) }},
	{Name: "morale.changed", Clause: "9.2 9.3 10.1 10.3 12 13.1 13.2", Fields: "side by to cause", To: "all",
		Says: "The spirit of {side:name} {cause:objective=suffered by what was lost" +
			"|artillery=rose with guns taken or destroyed|mobilize=was strained by calling up the reserves" +
			"|rally=rose as men came back to the colours|retreat=sank with the retreat|spike=sank as guns were spiked" +
			"|strength=sank with the losses}: {by}, to {to}.",
		Apply: func(s *State, o *events.Outcome) { s.theSide(o).Morale = o.Int("to") }},
	{Name: "army.demoralized", Clause: "13.3",
		Fields: "side", To: "all", Says: "The army of {side:name} had had enough.",
		Apply: func(s *State, o *events.Outcome) { s.theSide(o).Demoralized = true }},
	{Name: "retreat.forced", Clause: "12", Fields: "side from", Says: "From {from:name} {side:name} had to give way."},
	{Name: "withdrawal.made", Clause: "11", Fields: "side from", Says: "{side:name} withdrew from {from:name}."},
	{Name: "unit.moved", Clause: "8.0.1 8.1 8.2 8.4 8.5 8.6.1 8.6.2 8.6.3 8.6.4 9.3 11 12", Fields: "unit from to why",
		Says: "{unit:name} {why:advance=advanced|assault=went in|charge=rode in|maneuver=moved up|repulse=fell back" +
			"|march=marched|secure=took post|retreat=retreated|withdraw=withdrew|deploy=deployed|mobilize=came up}" +
			"{why:secure= at|*= to} {to:name}.",
		Apply: (*State).unitMoved},

	{Name: "units.merged", Clause: "9.1", Fields: "unit from strength", To: "own",
		Says: "{unit:name} took in what was left of {from:name}.",
		Apply: func(s *State, o *events.Outcome) {
			s.theUnit(o).Strength = o.Int("strength")
			s.takeAway(&s.Units[s.must(o.Get("from"))])
		}},
	{Name: "unit.split", Clause: "9.1", Fields: "unit strength into strengths", To: "own",
		Says: "A part of {unit:name} now stands by itself.", Apply: (*State).unitSplit},
	{Name: "units.rallied", Clause: "9.2", Fields: "unit from at",
		Says: "{unit:name} rallied at {at:name} and took in the men of {from}.",
		Apply: func(s *State, o *events.Outcome) {
			u := s.theUnit(o)
			u.Status, u.Strength, u.Up = Ready, 1, true
			s.takeAway(&s.Units[s.must(o.Get("from"))])
		}},
	{Name: "group.mobilized", Clause: "9.3", Fields: "side group units at",
		Says: "{side:name} brought up reinforcements at {at:name}: {units:name}.",
		Apply: func(s *State, o *events.Outcome) {
			side := s.theSide(o)
			side.Mobilized[o.Int("group")-1] = true
			side.Now++
		}},
	{Name: "objective.claimed", Clause: "10.1", Fields: "side locale of unit", To: "all",
		Says:  "{side:name} held {locale:name}, which {of:name} must not lose.",
		Apply: func(s *State, o *events.Outcome) { s.Held[s.b.locale(o.Get("locale"))] = true }},
	{Name: "objective.lost", Clause: "10.1", Fields: "side locale of", To: "all",
		Says:  "{side:name} held {locale:name} no longer.",
		Apply: func(s *State, o *events.Outcome) { s.Held[s.b.locale(o.Get("locale"))] = false }},
	{Name: "unit.stooddown", Clause: "10.2", Fields: "unit from to", Says: "{unit:name} stood down into {to:name}.",
		Apply: (*State).unitMoved},
	{Name: "artillery.spiked", Clause: "10.3", Fields: "unit at", Loss: true,
		Says:  "The crews spiked {unit:name} at {at:name}.",
		Apply: func(s *State, o *events.Outcome) { s.takeAway(s.theUnit(o)) }},
	{Name: "artillery.ranged", Clause: "10.4", Fields: "unit at",
		Says:  "{unit:name} unlimbered at {at:name} and found the range.",
		Apply: func(s *State, o *events.Outcome) { s.theUnit(o).Ranging = true }},
	{Name: "game.ended", Clause: "H9.2 H9.3 H9.4", Fields: "winner reason", To: "all",
		Says: "The battle is over[: {winner:draw=neither side has won|*=the field is that of @}]. " +
			"{reason:morale=An army has lost heart|annihilated=There is nobody left to fight|clock=Night falls" +
			"|resigned=The sword is given up}.",
		Apply: func(s *State, o *events.Outcome) { s.Over, s.Winner = true, o.Get("winner") }},

	{Name: "picture.taken", Clause: "H10.3", Fields: "seat locales", To: "none", Apply: (*State).pictureTaken},
	{Name: "report.noted", Clause: "H10.4", Fields: "id of tale", To: "none", Apply: (*State).reportNoted},
	{Name: "sight.side", Clause: "H10", Fields: "side morale start effects"},
	{Name: "sight.unit", Clause: "H10",
		Fields: "unit what kind strength state at ranging face seat group name side turn"},
	{Name: "sight.enemy", Clause: "H10", Fields: "at what blocks shown label arm side turn", Apply: told(true)},
	{Name: "sight.tokens", Clause: "H10", Fields: "at tokens turn"},
	{Name: "sight.friend", Clause: "H10", Fields: "at what blocks label arm side turn", Apply: told(true)},
	{Name: "sight.clear", Clause: "H10", Fields: "at", Apply: told(false)},
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
		if r.Says != "" {
			tale.Says = strings.TrimSuffix(r.Says, ".") + " (turn {turn})."
		}
		rows = append(rows, tale)
	}
	return rows
}
