package commandchaos

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator/rules"
	"galloper/events"
)

// sealed reports whether a die determines a hidden hand (section j).
func sealed(name string) bool { return strings.HasPrefix(name, "cards/") }

// rollInitiative rolls for the first player, and again after a tie. All throws are recorded; `rolls` has the deciding
// ones (§I1).
func (p *play) rollInitiative() {
	var dice []events.Die
	for {
		var rolls []string
		for side := range p.b.Sides {
			d := p.Dice.Next("initiative/roll/"+p.sideID(side), 6)
			dice = append(dice, d)
			rolls = append(rolls, p.sideID(side)+":"+strconv.Itoa(d.Value))
		}
		one, other := dice[len(dice)-2].Value, dice[len(dice)-1].Value
		if one == other {
			continue
		}
		first := 0
		if other > one {
			first = 1
		}
		p.Emit("initiative.rolled", "first", p.sideID(first), "rolls", rolls)
		return
	}
}

// mostDiscards limits the cards that a side may exchange each turn (§I2).
const mostDiscards = 2

// exchangeCards discards the cards that each side wants to exchange, and refills the hand (§I2).
func (p *play) exchangeCards() {
	for _, side := range p.bySide() {
		var gave []int
		left := append([]int(nil), p.s.Sides[side].Hand...)
		for i := range p.choices {
			c := &p.choices[i]
			if c.side != side || c.Verb != Discard {
				continue
			}
			for _, card := range c.Cards {
				if left[card] > 0 && len(gave) < mostDiscards {
					left[card]--
					gave = append(gave, card)
				}
			}
		}
		p.fillHand(side, "start", gave)
	}
}

// bySide returns the sides, the first player's first.
func (p *play) bySide() [2]int {
	if p.s.First.Is(1) {
		return [2]int{1, 0}
	}
	return [2]int{0, 1}
}

// handSize returns the full size of the side's hand (§P3, §O6).
func (p *play) handSize(side int) int {
	n := p.b.Options.Hand
	if p.s.Officers[p.b.Commands[p.b.chief[side]].Officer].Dead {
		n = min(n, p.b.Options.DeadHand)
	}
	return n
}

// fillHand discards cards and draws until the hand is full. Cards are drawn at random from the pile in deck table
// order; an empty pile is refilled from the discard pile (§I2, §I3, §P3).
func (p *play) fillHand(side int, step string, gave []int) {
	s := &p.s.Sides[side]
	pile, discards := slices.Clone(s.Pile), slices.Clone(s.Discards)
	for _, c := range gave {
		discards[c]++
	}
	var got []int
	name := "cards/draw/" + p.sideID(side)
	if step == "deal" {
		name = "cards/deal/" + p.sideID(side)
	}
	for held := s.Hand.Count() - len(gave); held < p.handSize(side); held++ {
		if pile.Count() == 0 {
			pile, discards = discards, nil
		}
		if pile.Count() == 0 {
			break
		}
		c, _ := pile.Draw(p.Dice, p.Dice.Numbered(name))
		got = append(got, c)
	}
	if len(gave)+len(got) == 0 {
		return
	}
	clause := map[string]string{"deal": "I3", "start": "I2", "end": "P3"}[step]
	p.EmitBy(clause, "hand.changed", "side", p.sideID(side), "step", step, "discarded", len(gave), "drawn", len(got),
		"gave", p.cardIDs(gave), "got", p.cardIDs(got))
}

func (p *play) cardIDs(cards []int) []string {
	return rules.Texts(cards, func(c int) string { return p.b.Tables.Cards[c].ID })
}
