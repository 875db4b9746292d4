package fieldcommand

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
)

// deal deals tokens and decks before turn 1, all of it sealed (§4.1.2, §H8.1).
func (p *play) deal() {
	for side := range p.b.Sides {
		count := len(p.s.unitsThat(func(u *Unit) bool { return u.Side == side }))
		order, _ := p.Dice.Shuffle("hidden/tokens/"+p.sideID(side), count)
		tokens := make([]string, count)
		for i, n := range order {
			tokens[i] = digits(n + 1)
		}
		p.Emit("tokens.dealt", "side", p.sideID(side), "tokens", tokens)
	}
	for side := range p.b.Sides {
		if p.b.Options.Cards {
			p.layDeck(side)
		}
	}
}

func digits(n int) string { return fmt.Sprintf("%02d", n) }

// layDeck shuffles a side's deck, unless the scenario gives its order, and deals the hand (§H8.1).
func (p *play) layDeck(side int) {
	s := &p.b.Sides[side]
	hand, deck := slices.Clone(s.Hand), slices.Clone(s.Deck)
	if !s.DeckSet {
		var cards []int
		for i := range s.Cards {
			for range s.Cards[i].Count {
				cards = append(cards, i)
			}
		}
		for _, c := range hand {
			i := slices.Index(cards, c)
			cards = slices.Delete(cards, i, i+1)
		}
		order, _ := p.Dice.Shuffle("hidden/deck/"+s.ID, len(cards))
		for _, i := range order {
			deck = append(deck, cards[i])
		}
	}
	if !s.HandSet {
		n := min(p.b.Options.Hand, len(deck))
		hand, deck = deck[:n:n], deck[n:]
	}
	p.Emit("deck.laid", "side", s.ID, "hand", s.cardIDs(hand), "deck", s.cardIDs(deck))
}

// effectText describes the effect of a card and how to play it. It uses only the effect and the value, so that it also
// explains a scenario's own deck (§H8.2).
func (c *Card) effectText() string {
	n := strconv.Itoa(c.Value)
	return map[string]string{
		effectCommands: "FOR seat: it has " + n + " more of its commands carried out this turn",
		effectAssault:  "FOR seat: " + n + " more in its next assault, or charge that is defended",
		effectMarch:    "FOR seat: its next road march may enter " + n + " more",
		effectDefence: "AT locale: " + n + " more for your defence there in each assault or charge until your side's " +
			"next turn",
		effectRally:    "FOR seat: its next rally needs no ready unit nearby",
		effectGuns:     "FOR seat: " + n + " more for the guns of its next bombardment",
		effectSteady:   "your side's next retreat until its next turn costs no morale by itself",
		effectCouriers: "your side's couriers have " + n + " times their points when they next ride",
	}[c.Effect]
}

func (s *Side) cardIDs(cards []int) []string {
	return rules.Texts(cards, func(c int) string { return s.Cards[c].ID })
}

// isSealed reports whether a die is drawn from the second chain (section j).
func isSealed(name string) bool { return strings.HasPrefix(name, "hidden/") }

// playCards carries out the PLAY orders of the army commanders (§7.3, §H8.1).
func (p *play) playCards() {
	for _, side := range p.s.sidesActive() {
		seat := p.b.Sides[side].Army
		played := false
		for _, o := range p.entries(seat, "PLAY") {
			p.cause(seat, &o)
			switch {
			case !p.b.Options.Cards || o.Card.None() || !slices.Contains(p.s.Sides[side].Hand, o.Card.Must()):
				p.refuse(seat, o.n, verbPlay, notInHand)
				continue
			case played:
				p.refuse(seat, o.n, verbPlay, cardLimit)
				continue
			}
			played = true
			card := &p.b.Sides[side].Cards[o.Card.Must()]
			p.Emit("card.played", "side", p.sideID(side), "card", card.ID, "target", card.ID+"@"+p.cardTarget(side, &o))
		}
	}
}

// cardTarget returns the target of a card: a locale, a seat or a side (§H8.2, §H8.3).
func (p *play) cardTarget(side int, o *order) string {
	switch p.b.Sides[side].Cards[o.Card.Must()].Effect {
	case effectDefence:
		return p.b.whereText(o.To)
	case effectSteady, effectCouriers:
		return p.sideID(side)
	}
	if o.Seat.Some() {
		return p.seatID(o.Seat.Must())
	}
	return p.seatID(p.b.Sides[side].Army)
}

// spend ends the cards with the effect that a seat has in force (§H8.3).
func (p *play) spend(c *plan, effect string) {
	p.useUp(c.Side, effect, p.seatID(c.Seat))
}

func (p *play) useUp(side int, effect, target string) {
	for i := p.s.cardInForce(side, effect, target); i >= 0; i = p.s.cardInForce(side, effect, target) {
		p.endEffect(side, i, "used")
	}
}

func (p *play) endEffect(side, i int, why string) {
	e := p.s.Sides[side].Effects[i]
	p.Emit("card.ended", "side", p.sideID(side), "effect", p.b.Sides[side].Cards[e.Card].ID+"@"+e.Target, "why", why)
}

// endCards ends cards in force: those that last until the side's next turn if lasting, else the others (§H8.3).
func (p *play) endCards(side int, lasting bool) {
	for i := 0; i < len(p.s.Sides[side].Effects); {
		effect := p.b.Sides[side].Cards[p.s.Sides[side].Effects[i].Card].Effect
		if lasting == slices.Contains([]string{effectDefence, effectSteady, effectCouriers}, effect) {
			p.endEffect(side, i, "expired")
			continue
		}
		i++
	}
}

// drawCard draws a card from the deck. An empty deck is first renewed from the discards (§10.5, §H8.1).
func (p *play) drawCard(side int) {
	s := &p.s.Sides[side]
	if !p.b.Options.Cards || len(s.Hand) >= p.b.Options.Hand || len(s.Deck)+len(s.Discards) == 0 {
		return
	}
	if len(s.Deck) == 0 {
		count := len(s.Discards)
		p.Dice.Shuffle("hidden/deck/"+p.sideID(side), count)
		p.Emit("deck.renewed", "side", p.sideID(side), "count", count)
	}
	p.Emit("card.drawn", "side", p.sideID(side), "card", p.b.Sides[side].Cards[s.Deck[0]].ID)
}

// claim costs a side morale each turn for each of its objectives that ready enemy infantry of 2 or 3 SP holds (§10.1).
func (p *play) claim() {
	for _, side := range p.s.sidesActive() {
		for l := range p.b.Locales {
			if !p.b.Locales[l].Objective[1-side] {
				continue
			}
			holders := p.s.holding(l, side)
			switch {
			case len(holders) > 0:
				p.Emit("objective.claimed", "side", p.sideID(side), "locale", p.b.Locales[l].ID,
					"of", p.sideID(1-side), "unit", p.id(holders[0]))
				p.changeMorale(1-side, -p.b.Tables.Morale[moraleObjective], "objective", "10.1")
			case p.s.Held[l]:
				p.Emit("objective.lost", "side", p.sideID(side), "locale", p.b.Locales[l].ID, "of", p.sideID(1-side))
			}
		}
	}
}

// holding returns the side's units that hold an enemy objective (§10.1).
func (s *State) holding(locale, side int) []int {
	return s.unitsThat(func(u *Unit) bool {
		return u.At.Locale == locale && u.Side == side && u.Status == Ready && u.Kind == Infantry && u.Strength >= 2
	})
}

// standDown sends units that face no enemy back to the reserve (§10.2, §H11.1).
func (p *play) standDown() {
	for _, side := range p.s.sidesActive() {
		for _, u := range p.s.unitsThat(func(u *Unit) bool {
			return u.Side == side && u.onMap() && !u.At.Reserve() && !p.s.enemyHeld(u.At.Toward, side)
		}) {
			at := p.s.Units[u].At
			p.Emit("unit.stooddown", "unit", p.id(u), "from", p.b.positionText(at), "to", p.b.positionText(reserveOf(at.Locale)))
		}
	}
}

// spikeGuns destroys the guns that SPIKE orders name (§10.3).
func (p *play) spikeGuns() {
	p.applyStaffOrders(func(seat int, o *order) {
		p.applyToUnits(seat, o, func(*Unit) string { return "" }, func(u int) {
			p.Emit("artillery.spiked", "unit", p.id(u), "at", p.b.positionText(p.s.Units[u].At))
			p.changeMorale(p.b.Commands[seat].Side, -p.b.Tables.Morale[moraleSpike], "spike", "10.3")
		})
	}, "SPIKE")
}

// unrangeable returns the reason why guns cannot be ranged, or "" if they can (§10.4).
func unrangeable(u *Unit) string {
	switch {
	case u.At.Reserve():
		return notSecuring
	case u.Bombarded:
		return hasBombarded
	case u.Ranging:
		return alreadyRanging
	}
	return ""
}

// rangeGuns ranges the guns that RANGE orders name, then those under STANDING RANGE (§10.4).
func (p *play) rangeGuns() {
	ranged := func(u int) {
		p.Emit("artillery.ranged", "unit", p.id(u), "at", p.b.positionText(p.s.Units[u].At))
		p.reveal("ranging", u)
	}
	p.applyStaffOrders(func(seat int, o *order) { p.applyToUnits(seat, o, unrangeable, ranged) }, "RANGE")
	for _, side := range p.s.sidesActive() {
		for _, seat := range p.b.SeatsOf(side) {
			p.Cause = p.s.Seats[seat].Stands
			for _, u := range p.s.Seats[seat].Standing.Range {
				if x := &p.s.Units[u]; x.Seat == seat && x.isReady() && unrangeable(x) == "" {
					ranged(u)
				}
			}
		}
	}
}

// cleanUp draws cards, moves commanders who follow a unit or flee, and ends the cards of this turn (§10.5, §H7).
func (p *play) cleanUp() {
	for _, side := range p.s.sidesActive() {
		p.drawCard(side)
		p.endCards(side, false)
	}
	for seat := range p.b.Commands {
		p.follow(seat)
		p.driveCommander(seat)
	}
}

// judgeBattle ends the game if it is decided (§10.6, §H9.2).
func (p *play) judgeBattle() {
	if winner, reason := p.verdict(); reason != "" {
		clause := "H9.2"
		if reason == "clock" {
			clause = "H9.3"
		}
		p.EmitBy(clause, "game.ended", "winner", p.b.Winner(winner), "reason", reason)
	}
}

// verdict returns the winner and the reason. The winner is None in a draw; the reason is "" if the game goes on
// (§H9.2).
func (p *play) verdict() (winner adjudicator.Index, reason string) {
	down := [2]bool{p.s.Sides[0].Demoralized, p.s.Sides[1].Demoralized}
	if winner, over := rules.Outlasts(down); over && !p.b.Options.FightOn {
		return winner, "morale"
	}
	if winner, over := rules.Outlasts([2]bool{p.s.isSpent(0), p.s.isSpent(1)}); over {
		return winner, "annihilated"
	}
	switch winner, over := rules.Outlasts(down); {
	case p.Number < p.b.Last:
		return adjudicator.None, ""
	case over && winner.Some(): // with FightOn, a demoralized side can win
		return winner, "clock"
	}
	return p.byClock(), "clock"
}

// isSpent reports whether a side has no ready or waiting units left.
func (s *State) isSpent(side int) bool {
	return !slices.ContainsFunc(s.Units, func(u Unit) bool {
		return u.Side == side && (u.Status == Ready || u.Status == Waiting)
	})
}

// byClock returns the winner when the rounds are over (§H9.3).
func (p *play) byClock() adjudicator.Index {
	clock := &p.b.Clock
	if clock.Winner.Some() {
		return clock.Winner
	}
	if clock.By != byMorale {
		held := [2]int{}
		for side := range held {
			for l := range p.b.Locales {
				if p.b.Locales[l].Objective[1-side] && len(p.s.holding(l, side)) > 0 {
					held[side]++
				}
			}
		}
		if winner := rules.Ahead(held); winner.Some() {
			return winner
		}
	}
	share := func(side int) int { return p.s.Sides[side].Morale * 100 / max(1, p.s.Sides[side].Start) }
	return rules.Ahead([2]int{share(0), share(1)})
}
