package commandchaos

import (
	"galloper/adjudicator"
	"slices"
	"strings"

	"galloper/orders"
)

// Reasons for which an order is refused, in the order of checking (section f).
const (
	unknownOrder    = "unknown-order"
	incomplete      = "incomplete"
	unknownUnit     = "unknown-unit"
	unknownZone     = "unknown-zone"
	unknownCard     = "unknown-card"
	unknownOfficer  = "unknown-officer"
	unknownSeat     = "unknown-seat"
	badSpace        = "bad-space"
	badNumber       = "bad-number"
	badCondition    = "bad-condition"
	badChit         = "bad-chit"
	ambiguous       = "ambiguous"
	notYours        = "not-yours"
	notEnemy        = "not-enemy"
	hiddenFact      = "hidden-fact"
	noStanding      = "no-standing"
	noCondition     = "no-condition"
	officerDead     = "officer-dead"
	setupTurn       = "setup-turn"
	notSetup        = "not-setup"
	notCommander    = "not-commander"
	tooMany         = "too-many"
	notHeld         = "not-held"
	notInZone       = "not-in-zone"
	offField        = "off-field"
	notYourZone     = "not-your-zone"
	lieutenantFirst = "lieutenant-commands"
	wrongKind       = "wrong-kind"
	engaged         = "engaged"
	notInReserve    = "not-in-reserve"
	alreadyCharged  = "already-charged"
	noStamina       = "no-stamina"
	notMixed        = "not-mixed"
	tooFar          = "too-far"
	notStraight     = "not-straight"
	outerColumn     = "outer-column"
	attached        = "attached"
	zoneBound       = "zone-bound"
	alreadyOrdered  = "already-ordered"
	notOurSide      = "not-our-side"
)

var reasons = []string{unknownOrder, incomplete, unknownUnit, unknownZone, unknownCard, unknownOfficer, unknownSeat, badSpace, badNumber,
	badCondition, badChit, ambiguous, notYours, notEnemy, hiddenFact, noStanding, noCondition, officerDead, setupTurn, notSetup, notCommander,
	tooMany, notHeld, notInZone, offField, notYourZone, lieutenantFirst, wrongKind, engaged, notInReserve, alreadyCharged, noStamina, notMixed,
	tooFar, notStraight, outerColumn, attached, zoneBound, alreadyOrdered, notOurSide}

// before reports whether a reason is checked before another.
func before(a, b string) bool { return slices.Index(reasons, a) < slices.Index(reasons, b) }

// parser reads one order of a side. Of several faults the one that is checked
// first is told, of equals the first as written.
type parser struct {
	b     *Battle
	side  int
	self  int // the officer meant where none is named
	fault *orders.Refusal
	where map[adjudicator.Index]orders.Word // where a unit was named
	cards []orders.Word                     // where the cards were named, in order
	first orders.Word                       // the first name in the order
}

// fail notes a fault at a word.
func (p *parser) fail(w orders.Word, reason, want string, nearest ...string) {
	if p.fault == nil || before(reason, p.fault.Reason) {
		p.fault = &orders.Refusal{Reason: reason, Line: w.Line, Col: w.Col, Word: w.Text, Want: want, Nearest: nearest}
	}
}

// verbOf is what each verb of the language means, by its first word.
var verbOf = map[string]Verb{
	"ADVANCE": Advance, "BACK": Back, "HOLD": Hold, "CHARGE": Charge, "FLANK": Flank, "REACT": React, "STRIKE": Strike, "CARD": PlayCard,
	"SHIFT": Shift, "RIDE": Ride, "ATTACH": Attach, "DETACH": Detach, "INITIATIVE": Initiative, "CARDS": CardsFirst, "ZONES": ZoneOrder,
	"PASS": Pass, "WAIT": Wait, "DISCARD": Discard, "PLACE": Place, "CHIT": Chit, "IF": If,
}

// allVerbs are the verbs' words, for the nearest.
var allVerbs = func() []string {
	var list []string
	for _, v := range language.Verbs {
		list = append(list, v.Words...)
	}
	return append(list, "CANCEL STANDING", "STANDING")
}()

// canStand are the verbs that STANDING takes, canIf those that IF does not.
var (
	canStand = []Verb{Advance, Back, Hold, Charge, Flank, React, Strike, Initiative, CardsFirst, ZoneOrder}
	noIf     = []Verb{Pass, Wait, Discard, Place, Chit, If, Cancel}
)

// whole reads an order with what stands before its verb: STANDING, or TO and a
// zone, or TO and STANDING.
func (p *parser) whole(s *orders.Scanner, standing bool) *Order {
	first := s.Peek()
	to, lieutenant, directive := -1, -1, s.Accept("TO")
	if directive {
		to, lieutenant = p.zoneOrLieutenant(s)
		if !s.Accept(":") {
			p.fail(s.Here(), incomplete, "a colon behind the zone or lieutenant")
		}
		if standing {
			p.fail(first, noStanding, "TO zone: STANDING order")
		}
		standing = s.Accept("STANDING")
	}
	o := p.order(s)
	if o == nil {
		return nil
	}
	if !s.Done() {
		p.fail(s.Here(), incomplete, "the end of the order")
	}
	o.To, o.Lieutenant, o.Standing = adjudicator.At(to), adjudicator.At(lieutenant), standing
	if standing && !o.mayStand() {
		p.fail(first, noStanding, "STANDING with ADVANCE, BACK, HOLD, CHARGE, FLANK, REACT, STRIKE, INITIATIVE, CARDS, ZONES, or IF with these")
	}
	if directive && !o.directed() {
		p.fail(first, unknownOrder, "an order for units or officers behind TO")
	}
	return o
}

// mayStand reports whether STANDING takes the order.
func (o *Order) mayStand() bool {
	for _, l := range o.leaves() {
		if !slices.Contains(canStand, l.Verb) {
			return false
		}
	}
	return true
}

// directed reports whether the order is one for units or officers, and may go as
// a directive. PASS and WAIT may be written behind TO as well: they need no
// runner, and are refused for a lieutenant's zone however they are written (§H2, §H3).
func (o *Order) directed() bool {
	for _, l := range o.leaves() {
		if l.Verb == Pass || l.Verb == Wait {
			continue
		}
		if len(l.Units) == 0 && l.Officer.None() || l.Verb == Place || l.Verb == Chit || l.Verb == Cancel {
			return false
		}
	}
	return true
}

// order reads a verb and what belongs to it.
func (p *parser) order(s *orders.Scanner) *Order {
	start := s.Mark()
	verb, known := verbOf[language.Accept(s)]
	if s.Accept("CANCEL STANDING") {
		verb, known = Cancel, true
	}
	if known {
		o := newOrder(verb)
		p.body(s, o)
		return o
	}
	s.Back(start)
	p.fail(s.Here(), unknownOrder, "a verb, such as ADVANCE, HOLD or CHARGE", s.NearestOf(allVerbs)...)
	return nil
}

func (p *parser) body(s *orders.Scanner, o *Order) {
	switch o.Verb {
	case If:
		p.ifBody(s, o)
	case Initiative, CardsFirst:
		p.choice(s, o)
	case ZoneOrder, Pass:
		o.Zones = p.zoneList(s)
	case Wait:
		p.wait(s, o)
	case Discard:
		o.Cards = p.cardList(s, s.More)
	case PlayCard:
		p.playCard(s, o)
	case Ride, Attach, Detach:
		p.officerBody(s, o)
	case Cancel:
		if !s.Done() {
			o.Units = []int{p.own(s)}
		}
	default:
		p.unitBody(s, o)
	}
}

// unitBody reads an order for units.
func (p *parser) unitBody(s *orders.Scanner, o *Order) {
	o.Units = []int{p.own(s)}
	if slices.Contains([]Verb{Advance, Back, Hold, Charge, React}, o.Verb) {
		for s.More() {
			if u := p.own(s); !slices.Contains(o.Units, u) {
				o.Units = append(o.Units, u)
			}
		}
	}
	switch o.Verb {
	case Advance, Back:
		p.distance(s, o)
		p.with(s, o)
	case Charge:
		if s.Accept("AT") {
			o.Enemy = adjudicator.At(p.enemy(s))
		}
		o.OrHold = s.Accept("OR HOLD", "OR STAY")
		p.with(s, o)
	case Flank:
		p.flankBody(s, o)
	case React:
		if o.Counter = s.Accept("COUNTER", "COUNTER-CHARGE", "COUNTERCHARGE", "COUNTER CHARGE"); !o.Counter && !s.Accept("STAND") {
			p.fail(s.Here(), incomplete, "COUNTER or STAND")
		}
	case Strike:
		p.must(s, "AT")
		o.Enemy = adjudicator.At(p.enemy(s))
	case Shift:
		p.shiftBody(s, o)
	case Place:
		p.must(s, "AT")
		p.space(s, o)
		o.Reserve = s.Accept("RESERVE", "AS RESERVE", "IN RESERVE")
	case Chit:
		p.chitBody(s, o)
	}
}

// must goes past a keyword that has to be there.
func (p *parser) must(s *orders.Scanner, words ...string) {
	if !s.Accept(words...) {
		p.fail(s.Here(), incomplete, strings.Join(words, " or "))
	}
}

// distance reads `n`, `TO space` or `TO CONTACT`.
func (p *parser) distance(s *orders.Scanner, o *Order) {
	switch {
	case o.Verb == Advance && s.Accept("TO CONTACT"):
		o.Contact = true
	case s.Accept("TO"):
		p.space(s, o)
	default:
		o.N = p.count(s, "SPACE", "SPACES")
	}
}

// count reads a number of 1 or more if there is one, with the words that may follow it.
func (p *parser) count(s *orders.Scanner, words ...string) int {
	w := s.Peek()
	if w.Text == "" || w.Fold[0] < '0' || w.Fold[0] > '9' {
		return 0
	}
	n, ok := s.Int()
	if !ok {
		s.Next()
	}
	if n == 0 {
		p.fail(w, badNumber, "a number of 1 or more")
	}
	s.Accept(words...)
	return n
}

func (p *parser) space(s *orders.Scanner, o *Order) {
	w := s.Here()
	if s.Done() {
		p.fail(w, incomplete, "a space, such as d4")
		return
	}
	s.Next()
	at, ok := p.b.spaceNamed(strings.ToLower(w.Fold))
	if !ok {
		p.fail(w, badSpace, "a space of the board, such as d4")
		return
	}
	o.Space = at
}

func (p *parser) with(s *orders.Scanner, o *Order) {
	if s.Accept("WITH") {
		o.With = adjudicator.At(p.own(s))
	}
}

func (p *parser) flankBody(s *orders.Scanner, o *Order) {
	for range 3 {
		switch {
		case o.Toward == 0 && s.Accept("LEFT"):
			o.Toward = -1
		case o.Toward == 0 && s.Accept("RIGHT"):
			o.Toward = 1
		case o.Enemy.None() && s.Accept("ON"):
			o.Enemy = adjudicator.At(p.enemy(s))
		case !o.Beside:
			o.Beside = s.Accept("SIDE")
		}
	}
}

func (p *parser) shiftBody(s *orders.Scanner, o *Order) {
	switch {
	case s.Accept("LEFT"):
		o.Toward = -1
	case s.Accept("RIGHT"):
		o.Toward = 1
	case s.Accept("TO"):
		s.Accept("COLUMN")
		w := s.Here()
		s.Next()
		switch {
		case w.Text == "":
			p.fail(w, incomplete, "a column, a to j")
		case len(w.Fold) != 1 || w.Fold[0] < 'A' || w.Fold[0] > 'J':
			p.fail(w, badSpace, "a column, a to j")
		default:
			o.Column = adjudicator.At(int(w.Fold[0] - 'A'))
		}
		return
	default:
		p.fail(s.Here(), incomplete, "LEFT, RIGHT or TO column")
		return
	}
	s.Accept("BY")
	o.N = p.count(s, "COLUMN", "COLUMNS", "SPACE", "SPACES")
}

func (p *parser) chitBody(s *orders.Scanner, o *Order) {
	w := s.Here()
	if s.Done() {
		p.fail(w, incomplete, "a chit, 2 to 5, with V for veterans")
		return
	}
	text := s.Next().Fold
	if s.Accept("V") {
		text += "V"
	}
	points, veteran, ok := readChit(text)
	if !ok || points < 2 || points > 5 || veteran && points < 4 {
		p.fail(w, badChit, "a chit, 2 to 5, with V behind 4 or 5 for veterans")
	}
	o.Points, o.Veteran = points, veteran
}

func (p *parser) choice(s *orders.Scanner, o *Order) {
	if o.Second = s.Accept("SECOND"); !o.Second && !s.Accept("FIRST") {
		p.fail(s.Here(), incomplete, "FIRST or SECOND")
	}
}

func (p *parser) zoneList(s *orders.Scanner) []int {
	list := []int{p.zone(s)}
	for s.More() {
		if z := p.zone(s); !slices.Contains(list, z) {
			list = append(list, z)
		}
	}
	return list
}

func (p *parser) wait(s *orders.Scanner, o *Order) {
	o.Zones = []int{p.zone(s)}
	p.must(s, "UNTIL")
	o.Conds = p.condList(s, -1)
}

// cardList reads cards as long as more says that another follows.
func (p *parser) cardList(s *orders.Scanner, more func() bool) []int {
	list := []int{p.card(s)}
	for more() {
		list = append(list, p.card(s))
	}
	return list
}

func (p *parser) playCard(s *orders.Scanner, o *Order) {
	o.Cards = p.cardList(s, func() bool { return s.Accept("OR") })
	p.must(s, "ON")
	o.Units = []int{p.own(s)}
}

// officerBody reads `[officer] TO zone`, `[officer] TO unit`, `[officer]`; the
// officer left out is the seat's own.
func (p *parser) officerBody(s *orders.Scanner, o *Order) {
	o.Officer = adjudicator.At(p.self)
	if !s.Done() && !s.At("TO") {
		if m, _ := s.MatchName(p.b.words.officers[p.side], p.b.words.units[p.side]); o.Verb == Attach && m.ID != "" && p.b.leader(m.ID) < 0 {
			o.Units = []int{p.own(s)}
			return
		}
		o.Officer = adjudicator.At(p.officer(s))
	}
	switch o.Verb {
	case Ride:
		p.must(s, "TO")
		o.Zones = []int{p.zone(s)}
	case Attach:
		p.must(s, "TO")
		o.Units = []int{p.own(s)}
	}
}

func (p *parser) ifBody(s *orders.Scanner, o *Order) {
	conds := s.Before("THEN")
	if conds == nil {
		p.fail(s.Here(), incomplete, "THEN and an order behind the conditions")
		s.Rest()
		return
	}
	then := s.Before("ELSE")
	otherwise := s
	if then == nil {
		then, otherwise = s, nil
	}
	o.Then = p.branch(then)
	if otherwise != nil {
		o.Else = p.branch(otherwise)
	}
	one := -1
	if o.Then != nil && len(o.Then.Units) == 1 {
		one = o.Then.Units[0]
	}
	o.Conds = p.condList(conds, one)
	if o.Then == nil || otherwise != nil && o.Else == nil {
		s.Rest()
	}
}

// branch reads the order behind THEN or ELSE.
func (p *parser) branch(s *orders.Scanner) *Order {
	first := s.Here()
	if s.Done() {
		p.fail(first, incomplete, "an order")
		return nil
	}
	if s.At("TO", "STANDING") {
		p.fail(first, noCondition, "an order that may have a condition")
		s.Rest()
		return nil
	}
	o := p.order(s)
	if o == nil {
		return nil
	}
	if !s.Done() {
		p.fail(s.Here(), incomplete, "the end of the order")
		s.Rest()
	}
	if slices.Contains(noIf, o.Verb) {
		p.fail(first, noCondition, "an order that may have a condition")
	}
	return o
}
