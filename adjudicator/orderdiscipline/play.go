package orderdiscipline

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/dice"
	"galloper/adjudicator/rules"
)

// play is the context of the phases of a turn: battle, state and orders, which are read once for all phases.
type play struct {
	*rules.Play[*Battle, State]
	b *Battle
	s *State

	mails   [][]order            // by general
	plans   [][3]plans           // by unit and group
	watches []*watch             // by general, at the end of the turn
	sights  map[*State][]sighted // by pair of units, once the turn has ended
	queue   *queue               // of the side that is moving
}

// plan is an order from the point of view of one unit.
type plan struct {
	If       []cond
	Steps    []step
	Ref      string            // of the order
	Standing adjudicator.Index // index in the standing list
}

// plans is a unit's list of orders of one group for this turn (f4).
type plans struct {
	Conds []plan
	Last  *plan
}

// fullParser returns a parser with full knowledge, for canonical lines.
func (b *Battle) fullParser(g int) *parser {
	return &parser{speech: b.speech[g], b: b, g: g, whose: g, enemy: b.speech[g].enemy}
}

func (b *Battle) recorded(g int, line string) order {
	if strings.HasPrefix(line, "LETTER TO ") {
		it := language.Item(line)
		return *readLetter(language.Reader(b.fullParser(g), it.Letter.To), it.Letter.Text)
	}
	return *language.Recorded(b.fullParser(g), line)
}

// readConduct parses a unit's standing order, which is stored without its subject.
func (b *Battle) readConduct(u int, line string) plan {
	o := b.recorded(b.Units[u].General, b.Units[u].ID+" "+line)
	return plan{If: o.If, Steps: o.Steps}
}

// mail returns the orders of a general's mail of this turn, in mail order.
func (p *play) mail(g int) []order {
	if p.mails == nil {
		p.mails = make([][]order, len(p.b.Generals))
		for i := range p.b.Generals {
			for _, line := range p.OrdersOf(p.b.Generals[i].ID) {
				p.mails[i] = append(p.mails[i], p.b.recorded(i, line))
			}
		}
	}
	return p.mails[g]
}

// hasNoPlayer reports whether the general has no player: it is an NPC, or the player has resigned (g5, section l).
func (p *play) hasNoPlayer(g int) bool {
	return p.b.Generals[g].NPC || p.HasResigned(p.b.Generals[g].ID)
}

// isSilent reports whether the general has no player or sent no orders this turn (g5, g6).
func (p *play) isSilent(g int) bool { return p.hasNoPlayer(g) || len(p.mail(g)) == 0 }

// planned returns the unit's list of the group for this turn (f4).
func (p *play) planned(u int, group Group) *plans {
	if p.plans == nil {
		p.plans = make([][3]plans, len(p.b.Units))
		for g := range p.b.Generals {
			for n, o := range p.mail(g) {
				if o.Kind == orderUnit && !o.Standing {
					p.enlist(&o, adjudicator.OrderRef(p.b.Generals[g].ID, n+1))
				}
			}
		}
	}
	return &p.plans[u][group]
}

// enlist adds an order to the lists of its units. A conditional order goes after the earlier ones; an
// unconditional one replaces the earlier one (f4).
func (p *play) enlist(o *order, ref string) {
	for _, u := range o.Units {
		list := &p.plans[u][o.Group]
		this := plan{If: o.If, Steps: o.Steps, Ref: ref}
		if len(o.If) == 0 {
			list.Last = &this
			continue
		}
		list.Conds = append(list.Conds, this)
		if o.Else != nil {
			list.Last = &plan{Steps: o.Else, Ref: ref}
		}
	}
}

// active returns the unit's active order of the group, or nil: the first order whose conditions all hold, in
// the list of this turn and then in the standing list (g1).
func (p *play) active(u int, group Group) *plan {
	list := p.planned(u, group)
	for i := range list.Conds {
		if p.holdAll(u, list.Conds[i].If) {
			return &list.Conds[i]
		}
	}
	if list.Last != nil {
		return list.Last
	}
	for i, line := range p.s.Units[u].Standing[group] {
		this := p.b.readConduct(u, line)
		this.Standing, this.Ref = adjudicator.At(i), p.s.Units[u].Noted[group]
		if p.holdAll(u, this.If) {
			return &this
		}
	}
	return nil
}

func (p *play) holdAll(u int, list []cond) bool {
	return !slices.ContainsFunc(list, func(c cond) bool { return !p.isFulfilled(u, &c) })
}

// isFulfilled reports whether a condition holds for the unit at this moment (f5).
func (p *play) isFulfilled(u int, c *cond) bool { return p.isTrue(u, c) != c.Not }

func (p *play) isTrue(u int, c *cond) bool {
	side := p.s.Units[u].Side
	switch c.Kind {
	case condEnemy:
		return slices.ContainsFunc(p.foes(side), func(e int) bool {
			n := &p.s.Units[e]
			return n.State != Routing && ofArm(n, c.Arm) && p.s.gap(u, e) <= c.N && p.s.spots(u, e)
		})
	case condUnit:
		v := c.Unit.Must()
		return p.s.onTable(v) && p.s.gap(u, v) <= c.N && (!p.s.enemies(u, v) || p.s.spots(u, v))
	case condFirst:
		return p.s.First.Is(side)
	case condSecond:
		return p.s.First.Some() && !p.s.First.Is(side)
	case condInitiative:
		return p.s.Holder.Is(side)
	case condLost, condLostBy:
		return p.s.Units[c.Unit.Or(u)].Lost >= c.N
	case condTurn:
		return p.s.Turn >= c.N
	case condCharged:
		return !p.s.testing && slices.ContainsFunc(p.foes(side), func(e int) bool {
			return p.s.Units[e].Charged && p.s.Units[e].Target.Is(u)
		})
	}
	v := c.Unit.Or(u)
	return p.s.Units[v].State == c.Kind.state() && (!p.s.enemies(u, v) || p.s.spots(u, v))
}

func ofArm(u *Unit, arm adjudicator.Index) bool { return arm.None() || arm.Is(int(u.Kind.Arm())) }

// foes returns the units on the table that are enemies of the side, in scenario order.
func (p *play) foes(side int) []int {
	return rules.Which(p.s.Units, func(u int) bool { return p.s.Units[u].Side != side && p.s.onTable(u) })
}

// find returns the enemy that the target denotes for the unit now, or none if the unit sees no such enemy (f1).
func (s *State) find(u int, t *target) adjudicator.Index {
	if e, named := t.Unit.Get(); named {
		if s.spots(u, e) {
			return t.Unit
		}
		return adjudicator.None
	}
	var best adjudicator.Index
	least := 0
	for e := range s.Units {
		if s.Units[e].Side == s.Units[u].Side || !s.onTable(e) || !ofArm(&s.Units[e], t.Arm) {
			continue
		}
		d := 0
		if t.AtPoint {
			if d = s.distanceFrom(t.At, e); d > 300 {
				continue
			}
		} else {
			d = s.gap(u, e)
		}
		if (best.None() || d < least) && s.spots(u, e) {
			best, least = adjudicator.At(e), d
		}
	}
	return best
}

// pass is the answer that plays no card.
const pass = "pass"

// initiative is the first half of step 1: it decides which side has the initiative and which moves first.
func (p *play) initiative() {
	p.freshDeck()
	holder := p.turnCard()
	by := "card"
	if card := p.chooses(1-holder, orderSeize); card >= 0 {
		holder, by = p.contested(holder, Card(card))
	}
	first := holder
	if p.movesSecond(holder) {
		first = 1 - holder
	}
	p.Emit("initiative.held", "side", p.b.Sides[holder].ID, "by", by, "first", p.b.Sides[first].ID)
}

// freshDeck takes a new deck if no card is left (§2.1).
func (p *play) freshDeck() {
	if p.s.Red+p.s.Black == 0 {
		p.Emit("initiative.deck", "red", 20, "black", 20)
	}
}

// turnCard draws a card. The side of its colour has the initiative (§2.1, §2.3).
func (p *play) turnCard() int {
	deck := rules.Pile{p.s.Red, p.s.Black}
	kind, _ := deck.Draw(p.Dice, "initiative/deck/card")
	colour, side := [...]string{"red", "black"}[kind], 0
	if p.b.Sides[0].Red != (colour == "red") {
		side = 1
	}
	p.Emit("initiative.card", "colour", colour, "side", p.b.Sides[side].ID, "red", deck[0], "black", deck[1])
	return side
}

// contested plays the seizer's card and lets the holder contest. Both cards are revealed and the higher one
// wins; the holder wins a tie (§2.5, §2.6).
func (p *play) contested(holder int, card Card) (int, string) {
	answer := p.chooses(holder, orderContest)
	p.EmitBy("2.4", "initiative.played", "side", p.b.Sides[1-holder].ID, "card", card.String(), "why", "seize")
	if answer < 0 {
		return 1 - holder, "seized"
	}
	p.EmitBy("2.5", "initiative.played", "side", p.b.Sides[holder].ID, "card", Card(answer).String(), "why", "contest")
	switch {
	case card < Card(answer):
		return 1 - holder, "seized"
	case card == Card(answer):
		return holder, "tie"
	}
	return holder, "contested"
}

// chooses returns the card that a side plays to seize or contest the initiative, or -1. It follows the army
// commander's orders, or else asks for a decision (§2.4, §2.5, g7).
func (p *play) chooses(side int, kind orderKind) int {
	list := p.cardOrders(side, kind)
	for i := range list {
		if list[i].Never {
			return -1
		}
		if !p.cardsHold(side, list[i].If) {
			continue
		}
		if card := p.s.heldCard(side, list[i].Cards); card >= 0 {
			return card
		}
	}
	if len(list) > 0 || !p.b.Options.Ask || p.s.cardsIn(side) == 0 {
		return -1
	}
	name, text := "seize", "The enemy has the initiative. Which card do you play to seize it?"
	if kind == orderContest {
		name, text = "contest", "The enemy plays a card to seize the initiative. Which card do you play against it?"
	}
	chief := &p.b.Generals[p.b.Sides[side].Chief.Must()]
	answer := p.Ask(adjudicator.Decision{Name: name, Seat: chief.ID, Text: text,
		Options: append([]string{pass}, p.s.inHand(side)...), Default: pass})
	return slices.Index(cards[:], answer.Option)
}

// cardOrders returns the army commander's orders of the kind for this turn, or the standing ones if the mail
// has none (§2.4).
func (p *play) cardOrders(side int, kind orderKind) []order {
	g := p.b.Sides[side].Chief.Must()
	var list []order
	for _, o := range p.mail(g) {
		if o.Kind == kind && !o.Standing {
			list = append(list, o)
		}
	}
	if list != nil {
		return list
	}
	for _, line := range p.s.Generals[g].Standing[kind.standsAs()] {
		list = append(list, p.b.recorded(g, line))
	}
	return list
}

// cardsHold reports whether the conditions of a card order hold (f5).
func (p *play) cardsHold(side int, list []cond) bool {
	for _, c := range list {
		holds := c.Kind == condBelow || c.Kind == condTurn && p.s.Turn >= c.N ||
			c.Kind == condHand && p.s.cardsIn(side) >= c.N
		if holds == c.Not {
			return false
		}
	}
	return true
}

// heldCard returns the first of the wanted cards that is in the side's hand, or -1 (§2.4).
func (s *State) heldCard(side int, wanted []string) int {
	hand := &s.Hands[side]
	for _, word := range wanted {
		for i := range hand {
			card := i
			switch word {
			case "lowest":
				card = len(hand) - 1 - i
			case "highest":
			default:
				card = slices.Index(cards[:], word)
			}
			if hand[card] > 0 {
				return card
			}
		}
	}
	return -1
}

func (s *State) cardsIn(side int) int {
	n := 0
	for _, k := range s.Hands[side] {
		n += k
	}
	return n
}

// inHand returns the distinct cards of a hand, highest first.
func (s *State) inHand(side int) []string {
	var list []string
	for c, n := range s.Hands[side] {
		if n > 0 {
			list = append(list, Card(c).String())
		}
	}
	return list
}

// handText returns the hand as a comma-separated list (section b).
func (s *State) handText(side int) string {
	var list []string
	for c, n := range s.Hands[side] {
		for range n {
			list = append(list, Card(c).String())
		}
	}
	if list == nil {
		return "-"
	}
	return strings.Join(list, ",")
}

// movesSecond reports whether the holder chose to move second (§2.7).
func (p *play) movesSecond(side int) bool {
	g := p.b.Sides[side].Chief.Must()
	second, written := false, false
	for _, o := range p.mail(g) {
		if o.Kind == orderInitiative && !o.Standing {
			second, written = o.Second, true
		}
	}
	if written {
		return second
	}
	for _, line := range p.s.Generals[g].Standing[standInitiative] {
		second = p.b.recorded(g, line).Second
	}
	return second
}

// command is the second half of step 1: command rolls and chain of command (§3.1).
func (p *play) command() {
	for g := range p.s.Generals {
		id := p.b.Generals[g].ID
		rolled := p.Dice.Dice("command/roll/"+id, 2, 6)
		p.Emit("command.rolled", "general", id, "roll", dice.Sum(rolled), "ability", p.s.Generals[g].Ability,
			"total", dice.Sum(rolled)+p.s.Generals[g].Ability)
	}
	for g := range p.s.Generals {
		p.chain(g)
	}
}

// chain adds 1 to the command roll of a general whose superior has no troops of their own and a higher total (§3.2).
func (p *play) chain(g int) {
	of := &p.s.Generals[g]
	if of.Superior.None() {
		return
	}
	chief := &p.s.Generals[of.Superior.Must()]
	if len(chief.Units) == 0 && of.Total < chief.Total {
		p.Emit("command.chain", "general", of.ID, "superior", chief.ID, "total", of.Total, "score", of.Total+1)
	}
}

// rerolls lets the side's army commander discard cards to repeat command rolls (§3.6).
func (p *play) rerolls(side int) {
	list := p.cardOrders(side, orderReroll)
	for i := range list {
		p.rerollBy(side, &list[i])
	}
	if len(list) > 0 || !p.b.Options.Ask {
		return
	}
	for p.s.cardsIn(side) > 0 && p.askReroll(side) {
	}
}

// limit returns the score below which a REROLL applies, or 0 for any score.
func (o *order) limit() int {
	if len(o.If) > 0 && o.If[0].Kind == condBelow {
		return o.If[0].N
	}
	return 0
}

// rerollBy carries out one REROLL order (§3.6).
func (p *play) rerollBy(side int, o *order) {
	if !p.cardsHold(side, o.If) {
		return
	}
	generals := o.Generals
	if generals == nil {
		for g := range p.b.Generals {
			if p.b.Generals[g].Side == side && slices.ContainsFunc(p.b.Generals[g].Units, p.s.onTable) {
				generals = append(generals, g)
			}
		}
	}
	for _, g := range generals {
		for range 1 + bit(o.Twice) {
			card := p.s.heldCard(side, o.Cards)
			if limit := o.limit(); card < 0 || limit > 0 && p.s.Generals[g].Score >= limit {
				break
			}
			p.reroll(g, Card(card))
		}
	}
}

// reroll discards a card and repeats a general's command roll (§3.6).
func (p *play) reroll(g int, card Card) {
	of := &p.s.Generals[g]
	rolled := p.Dice.Dice("command/reroll/"+of.ID, 2, 6)
	p.Emit("command.rerolled", "general", of.ID, "card", card.String(), "roll", dice.Sum(rolled),
		"total", dice.Sum(rolled)+of.Ability)
	p.chain(g)
	for _, b := range of.Below {
		p.chain(b)
	}
}

// askReroll asks the army commander for one re-roll and reports whether one was made (g7).
func (p *play) askReroll(side int) bool {
	options := []string{pass}
	var text strings.Builder
	text.WriteString("Which command roll do you improve, with which card? The scores:")
	for g := range p.b.Generals {
		if p.b.Generals[g].Side != side {
			continue
		}
		text.WriteString(" " + p.b.Generals[g].ID + " " + strconv.Itoa(p.s.Generals[g].Score))
		for _, card := range p.s.inHand(side) {
			options = append(options, p.b.Generals[g].ID+" "+card)
		}
	}
	chief := &p.b.Generals[p.b.Sides[side].Chief.Must()]
	answer := p.Ask(adjudicator.Decision{Name: "reroll", Seat: chief.ID, Text: text.String() + ".",
		Options: options, Default: pass})
	who, card, _ := strings.Cut(answer.Option, " ")
	g, chosen := p.b.seatIDs.Find(who).Get()
	if !chosen {
		return false
	}
	p.reroll(g, Card(slices.Index(cards[:], card)))
	return true
}

// awaited returns the seats whose commander, to their own knowledge, has troops left, directly or under
// subordinates. A fallen general is replaced at once, so no seat is vacant.
func awaited(b *Battle, before *State, _ int) (a adjudicator.Awaited) {
	for g := range b.Generals {
		if before.hasTroops(g) {
			a.Seats = append(a.Seats, b.Generals[g].ID)
		}
	}
	return a
}

// hasTroops reports whether the general knows of a unit under their command that is still on the table.
func (s *State) hasTroops(g int) bool {
	for u := range s.Units {
		if known := &s.Known[g].Own[u]; s.b.commands(g, u) && (!known.Known || known.State <= Routing) {
			return true
		}
	}
	return false
}

// checkInvariants reports violations of the state's invariants at the end of a turn.
func checkInvariants(s *State, bad rules.Bad) {
	for i := range s.Units {
		u := &s.Units[i]
		if u.Stands+u.Lost != u.Start || u.Stands < 0 || s.onTable(i) && (u.Stands == 0 ||
			u.Hits >= s.b.Tables.HitsPerStand || u.Hits < 0) {
			bad("%s has %d stands, lost %d, %d hits", u.ID, u.Stands, u.Lost, u.Hits)
		}
		if s.onTable(i) && (!s.b.onTable(u.At) || movementOf(u.Kind, u.Formation) < 0) {
			bad("%s stands at %v in %s", u.ID, u.At, u.Formation)
		}
		for _, e := range u.Contact {
			if !s.onTable(i) || !s.onTable(e) || !s.enemies(i, e) || !slices.Contains(s.Units[e].Contact, i) {
				bad("%s is in contact with %s", u.ID, s.Units[e].ID)
			}
		}
	}
	for g := range s.Generals {
		of := &s.Generals[g]
		if of.Attached.Some() && (of.At != s.Units[of.Attached.Must()].At || !s.onTable(of.Attached.Must())) {
			bad("%s is not with his unit", of.ID)
		}
	}
	for side, n := range [2]int{s.cardsIn(0), s.cardsIn(1)} {
		if n < 0 || n > 7 {
			bad("side %d holds %d cards", side, n)
		}
	}
}
