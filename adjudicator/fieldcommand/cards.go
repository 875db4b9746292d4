package fieldcommand

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

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

// does describes the effect of a card and how to play it. It uses only the effect and the value, so that it also
// explains a scenario's own deck (§H8.2).
func (c *Card) does() string {
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

// useUp ends the side's cards with the effect and target.
func (p *play) useUp(side int, effect, target string) {
	for i := p.s.cardInForce(side, effect, target); i >= 0; i = p.s.cardInForce(side, effect, target) {
		p.endEffect(side, i, "used")
	}
}

// endEffect ends the i-th card in force.
func (p *play) endEffect(side, i int, why string) {
	e := p.s.Sides[side].Effects[i]
	p.Emit("card.ended", "side", p.sideID(side), "effect", p.b.Sides[side].Cards[e.Card].ID+"@"+e.Target, "why", why)
}

// lapse ends cards in force: those that last until the side's next turn if lasting, else the others (§H8.3).
func (p *play) lapse(side int, lasting bool) {
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
