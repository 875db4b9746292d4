package commandchaos

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
)

// cardLine is one CARD order of a side's plan.
type cardLine struct {
	*choice
	used bool
}

// fixTargets gives each line unit its target (§K1, §K2).
func (p *play) fixTargets() {
	order := p.board()
	for _, u := range order {
		if p.b.Units[u].line() {
			p.target[u] = adjudicator.At(p.s.enemyLine(u, p.s.front(u)))
		}
	}
	p.joinMelees(order)
	for _, u := range order {
		if target, ok := p.target[u].Get(); ok {
			p.aimedAt[target] = true
		}
	}
}

// joinMelees lets cavalry without a target join a friend against enemy cavalry, two against one. The enemy strikes at
// its front, or at the joiner if ordered to (§K4, §D5).
func (p *play) joinMelees(order []int) {
	taken := map[int]bool{}
	fixed := slices.Clone(p.target)
	for _, u := range order {
		if p.b.Units[u].Kind != Cavalry || fixed[u].Some() {
			continue
		}
		for _, c := range order {
			if taken[c] || p.b.Units[c].Kind != Cavalry || p.b.Units[c].Side == p.b.Units[u].Side ||
				!adjacent(p.s.Units[u].At, p.s.Units[c].At) || !p.foughtByFriend(u, c, fixed) {
				continue
			}
			taken[c] = true
			p.target[u], p.joins[u] = adjudicator.At(c), adjudicator.At(c)
			if o, _ := p.ofUnit("strike", c); o != nil && o.Enemy.Is(u) {
				p.target[c] = adjudicator.At(u)
			}
			break
		}
	}
}

// foughtByFriend reports whether other cavalry of the joiner's side has the enemy as its target.
func (p *play) foughtByFriend(u, enemy int, fixed []adjudicator.Index) bool {
	return rules.Any(fixed, func(v int) bool {
		return v != u && fixed[v].Is(enemy) && p.b.Units[v].Side == p.b.Units[u].Side && p.b.Units[v].Kind == Cavalry
	})
}

// placeCards lets the sides place battle cards alternately (§B1, §B2).
func (p *play) placeCards() {
	for side := range p.b.Sides {
		p.lines[side] = p.cardPlan(side)
	}
	if len(p.lines[0])+len(p.lines[1]) == 0 {
		return
	}
	first, choice := p.goesFirst("cards")
	placed := [2]int{}
	for side, passes := first, 0; passes < 2; side = 1 - side {
		passes++
		l, card := p.nextCard(side, placed[side])
		if l == nil {
			continue
		}
		if placed == [2]int{} { // a card that would have been placed is not revealed
			p.Emit("cards.order", "first", p.sideID(first), "second", p.sideID(1-first), "choice", choice)
		}
		passes = 0
		placed[side]++
		p.place(l, card, placed[side])
	}
	p.tellUnused(placed)
}

// cardPlan returns the CARD orders of a side: the commander seat's, the lieutenants' by zone from the left wing, then
// those of directives (§B4).
func (p *play) cardPlan(side int) []cardLine {
	var list []cardLine
	add := func(keep func(*choice) bool) {
		for i := range p.choices {
			if c := &p.choices[i]; c.side == side && c.Verb == PlayCard && keep(c) {
				list = append(list, cardLine{choice: c})
			}
		}
	}
	chief := p.b.chief[side]
	add(func(c *choice) bool { return !c.taken && c.seat == chief })
	for _, name := range zoneIDs {
		zone := p.b.zoneNamed(side, name)
		add(func(c *choice) bool {
			return !c.taken && c.seat != chief && p.s.Officers[p.b.Commands[c.seat].Officer].Zone == zone
		})
	}
	add(func(c *choice) bool { return c.taken })
	return list
}

// nextCard returns the first order of the side's plan that can place a card, and the card, or nil (§B2).
func (p *play) nextCard(side, placed int) (*cardLine, int) {
	for i := range p.lines[side] {
		if l := &p.lines[side][i]; !l.used {
			if card, reason := p.playable(l.choice, placed); reason == "" {
				return l, card
			}
		}
	}
	return nil, -1
}

func (p *play) place(l *cardLine, card, n int) {
	l.used = true
	p.Cause = l.cause
	p.Emit("card.placed", "side", p.sideID(l.side), "unit", p.id(l.unit.Must()), "card", p.b.Tables.Cards[card].ID, "n", n)
}

// playable returns the first of the order's cards that may be placed now, or -1 and the reason (§B3).
func (p *play) playable(c *choice, placed int) (card int, reason string) {
	u := &p.s.Units[c.unit.Must()]
	switch {
	case !p.applies(&c.leaf, c.side, p.s.zone(c.unit.Must())):
		return -1, "condition"
	case !u.field():
		return -1, "gone"
	case placed >= p.b.Options.CardLimit:
		return -1, "limit"
	case u.Card.Some():
		return -1, "has-card"
	}
	for _, card = range c.Cards {
		if reason = p.cardReason(c.unit.Must(), card); reason == "" {
			return card, ""
		}
	}
	return -1, reason
}

// cardReason returns the reason why a kind of card may not be placed on a unit, or "" (§B3).
func (p *play) cardReason(u, card int) string {
	k := &p.b.Tables.Cards[card]
	switch {
	case p.s.Sides[p.b.Units[u].Side].Hand[card] == 0:
		return "not-held"
	case !(p.b.Units[u].Kind == Heavy && k.Heavy || p.b.Units[u].Kind == Cavalry && k.Cavalry):
		return "wrong-kind"
	case k.Cost > p.s.Units[u].Stamina:
		return "no-stamina"
	}
	if need := p.lacks(u, k); need != "" {
		return "needs-" + need
	}
	return ""
}

// lacks returns the first of a card's needs that is not met, or "" (§B8).
func (p *play) lacks(u int, k *Card) string {
	for _, need := range k.Needs {
		if !p.met(u, need) {
			return need
		}
	}
	return ""
}

func (p *play) met(u int, need string) bool {
	target, has := p.target[u].Get()
	switch need {
	case "target":
		return has
	case "attacked":
		return p.aimedAt[u]
	case "face":
		return has && p.target[target].Is(u) && p.s.front(u) == p.s.Units[target].At && p.s.front(target) == p.s.Units[u].At
	case "fresh":
		return len(p.s.Units[u].Began) == 0
	case "officer":
		return p.s.hasOfficer(u)
	case "second-line":
		return p.secondLine(u) >= 0
	}
	return p.room(u)
}

// secondLine returns the friendly heavy infantry in the unit's back space that may relieve it, or -1 (§B8).
func (p *play) secondLine(u int) int {
	v := p.s.lineAt(p.s.spaceBehind(u))
	if v < 0 || p.b.Units[v].Side != p.b.Units[u].Side || p.b.Units[v].Kind != Heavy ||
		p.s.Units[v].Facing != p.s.Units[u].Facing ||
		len(p.s.Units[v].Engaged) > 0 || p.s.Units[v].Card.Some() {
		return -1
	}
	return v
}

// room reports whether the unit can step back (§B8).
func (p *play) room(u int) bool {
	back := p.s.spaceBehind(u)
	return p.b.passable(back) && p.s.lineAt(back) < 0 && !p.s.isHeldBy(back, 1-p.b.Units[u].Side)
}

// tellUnused reports to each side the orders of its plan that placed no card (§B3).
func (p *play) tellUnused(placed [2]int) {
	for _, side := range p.bySide() {
		for i := range p.lines[side] {
			l := &p.lines[side][i]
			if l.used {
				continue
			}
			_, reason := p.playable(l.choice, placed[side])
			var ids []string
			for _, c := range l.Cards {
				ids = append(ids, p.b.Tables.Cards[c].ID)
			}
			p.Cause = l.cause
			p.Emit("card.unused", "side", p.sideID(side), "unit", p.id(l.unit.Must()), "card", strings.Join(ids, "|"),
				"reason", reason)
		}
	}
}

// wasteCards turns up the cards on units outside all knots. Of their effects, only recovery, stamina and steadiness can
// matter (§B9).
func (p *play) wasteCards() {
	for _, u := range p.board() {
		if m := &p.s.Units[u]; m.Card.None() || m.Up {
			continue
		}
		p.turnUp("B9", u, p.lacks(u, &p.b.Tables.Cards[p.s.Units[u].Card.Must()]) != "")
		p.recover(u)
		p.refresh(u)
	}
}

// turnUp turns up the card on a unit (§B6).
func (p *play) turnUp(clause string, u int, void bool) {
	effect := "played"
	if void {
		effect = "void"
	}
	p.EmitBy(clause, "card.revealed", "unit", p.id(u), "card", p.b.Tables.Cards[p.s.Units[u].Card.Must()].ID, "effect",
		effect)
}

// effect returns the effect of the card on a unit. Without a card, or if the card is void, it is the effect of no card
// (§B7).
func (p *play) effect(u int) Effect {
	m := &p.s.Units[u]
	if m.Card.None() || !m.Up || m.Void {
		return Effect{Dice: 1}
	}
	return p.b.Tables.Cards[m.Card.Must()].Effect
}
