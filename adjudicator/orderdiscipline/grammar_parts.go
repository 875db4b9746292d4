package orderdiscipline

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/orders"
)

// length reads a length above 0.
func (k *desk) length(s *orders.Scanner) int {
	n, ok := s.Measure(2, inchUnits...)
	if (!ok || n == 0 || n > 99999) && !s.Failed() {
		s.Refuse(badDistance, "inches above 0, at most two decimals")
	}
	return int(n)
}

// compass reads one of the eight compass points, or degrees 0 to 359.
func compass(s *orders.Scanner) (int, bool) {
	mark := s.Mark()
	if c, ok := s.Compass(); ok {
		if int(c)%2 == 0 {
			return c.Degrees(), true
		}
		s.Back(mark)
		return 0, false
	}
	if n, ok := s.Int(); ok && n < 360 {
		s.Accept("DEGREES", "DEG", "°")
		return n, true
	}
	s.Back(mark)
	return 0, false
}

// aim reads where to face: a compass point, degrees, a place, a unit, in this order.
func (k *desk) aim(s *orders.Scanner) aim {
	s.Accept("TO", "TOWARDS")
	mark := s.Mark()
	if _, _, ok := s.Point(2); ok {
		s.Back(mark)
		return aim{Kind: aimPoint, At: k.point(s)}
	}
	if d, ok := compass(s); ok {
		return aim{Kind: aimDegrees, Deg: d}
	}
	if s.At("NEAREST", "ENEMY", "ENEMIES") {
		return aim{Kind: aimEnemy, Target: k.readTarget(s)}
	}
	sets := []*orders.Names{k.places, k.own, k.side, k.enemy}
	m, set := s.MatchName(sets...)
	switch {
	case set != nil && m.ID == "":
		s.Name(sets...) // which refuses: it fits several
		return aim{}
	case set == k.enemy && set != nil:
		return aim{Kind: aimEnemy, Target: k.readTarget(s)}
	case set != nil:
		return aim{Kind: aimPoint, At: k.readPlace(s)}
	}
	s.Refuse(badFacing, "a compass point, degrees 0 to 359, a place or a unit")
	return aim{}
}

// point reads x,y, which must lie on the table.
func (k *desk) point(s *orders.Scanner) board.Point {
	at := s.Peek()
	if p, ok := k.begun(s); ok {
		return p
	}
	x, y, ok := s.Point(2)
	p := board.Point{X: int(min(x, 1000000)), Y: int(min(y, 1000000))}
	switch {
	case !ok:
		s.Refuse(unknownPlace, "a point x,y in inches")
	case !k.b.onTable(p):
		k.blame(at, offTable, "a point on the table, 0 to "+inches(k.b.Width)+" by 0 to "+inches(k.b.Height))
	}
	return p
}

// begun reads the point of a standing order that has been begun: it may lie off the
// table, where the unit will come to the edge.
//
// g2
func (k *desk) begun(s *orders.Scanner) (board.Point, bool) {
	if k.known {
		return board.Point{}, false
	}
	mark := s.Mark()
	x, okX := signed(s.Next().Text)
	comma := s.Accept(",")
	y, okY := signed(s.Next().Text)
	if !okX || !comma || !okY {
		s.Back(mark)
		return board.Point{}, false
	}
	return board.Point{X: x, Y: y}, true
}

// signed reads hundredths as inches writes them.
func signed(text string) (int, bool) {
	digits, negative := strings.CutPrefix(text, "-")
	whole, part, _ := strings.Cut(digits, ".")
	n, err := strconv.Atoi(whole + part)
	if negative {
		n = -n
	}
	return n, err == nil && len(part) == 2
}

// readPlace reads a point, a place, an area, or a unit of one's side where the writer last knew it.
func (k *desk) readPlace(s *orders.Scanner) board.Point {
	mark := s.Mark()
	if p, ok := k.begun(s); ok {
		return p
	}
	if _, _, ok := s.Point(2); ok {
		s.Back(mark)
		return k.point(s)
	}
	at := s.Peek()
	id, set := s.NameOf([]*orders.Names{k.places, k.own, k.side}, []*orders.Names{k.enemy})
	if u, ok := k.b.unitIDs.Find(id).Get(); ok && set != k.places {
		return k.placeOf(at, u)
	}
	for i := range k.b.Places {
		if k.b.Places[i].ID == id {
			return k.b.Places[i].At
		}
	}
	for i := range k.b.Areas {
		if k.b.Areas[i].ID == id {
			return k.b.Areas[i].Poly.Centre()
		}
	}
	return board.Point{}
}

// placeOf is where the writer last knew a unit to be.
func (k *desk) placeOf(at orders.Word, u int) board.Point {
	if k.b.Units[u].Side != k.b.Generals[k.g].Side {
		k.blame(at, notAFriend, "a place, or a unit of your side")
		return board.Point{}
	}
	p, ok := k.where(u)
	if !ok {
		k.blame(at, unknownPlace, "a unit whose place you have known")
	}
	return p
}

// condFillers are passed over in conditions.
var condFillers = []string{"THE", "ANY", "IS", "ARE", "COMES", "COME", "GETS", "GET", "HAS", "HAVE", "WE", "IT", ",",
	":"}

func skip(s *orders.Scanner) {
	for s.Accept(condFillers...) {
	}
}

// conds reads conditions joined by AND.
func (k *desk) conds(s *orders.Scanner) []cond {
	var list []cond
	for _, part := range s.Split("AND") {
		list = append(list, k.cond(part))
		skip(part)
		part.End(badCondition)
	}
	return list
}

// cond reads one condition.
//
// f5
func (k *desk) cond(s *orders.Scanner) cond {
	c := cond{}
	skip(s)
	c.Not = s.Accept("NOT", "NO")
	skip(s)
	switch {
	case s.Accept("ENEMY", "ENEMIES"):
		skip(s)
		c.Arm = readArm(s)
		k.within(s, &c, condEnemy)
	case s.Accept("MOVE FIRST", "FIRST"):
		c.Kind = condFirst
	case s.Accept("MOVE SECOND", "SECOND"):
		c.Kind = condSecond
	case s.Accept("INITIATIVE"):
		c.Kind = condInitiative
	case s.Accept("CHARGED"):
		c.Kind = condCharged
	case s.Accept("LOST"):
		c.Kind, c.N = condLost, readNumber(s)
		s.Accept("STANDS", "STAND")
	case s.Accept("TURN"):
		c.Kind, c.N = condTurn, readNumber(s)
	case s.Accept("HAND"):
		c.Kind, c.N = condHand, readNumber(s)
		k.blame(orders.Word{}, badCondition, "a condition of units; HAND is for cards")
	case s.At("STEADY", "UNSTEADY", "ROUTING"):
		k.state(s, &c)
	default:
		k.condOfUnit(s, &c)
	}
	return c
}

// condOfUnit reads a condition that begins with a unit.
func (k *desk) condOfUnit(s *orders.Scanner, c *cond) {
	at := s.Peek()
	if m, _ := s.MatchName(k.own, k.side, k.enemy); m.Words == 0 && !behind(s, "WITHIN", "STEADY", "UNSTEADY", "ROUTING") {
		s.Refuse(badCondition, "a condition: ENEMY WITHIN n, FIRST, INITIATIVE, STEADY, LOST n, TURN n, CHARGED …")
		return
	}
	c.Unit = k.b.unitIDs.Find(s.Name(k.own, k.side, k.enemy))
	skip(s)
	c.Not = c.Not != s.Accept("NOT")
	skip(s)
	if !s.At("STEADY", "UNSTEADY", "ROUTING") {
		k.within(s, c, condUnit)
		return
	}
	if c.Unit.Some() && k.b.Units[c.Unit.Must()].Side != k.b.Generals[k.g].Side {
		k.blame(at, notAFriend, "a unit of your side")
	}
	k.state(s, c)
}

// behind reports whether one of the words stands further on.
func behind(s *orders.Scanner, phrases ...string) bool {
	mark := s.Mark()
	defer s.Back(mark)
	return s.Before(phrases...) != nil
}

func (k *desk) state(s *orders.Scanner, c *cond) {
	c.Kind = condState
	switch {
	case s.Accept("STEADY"):
		c.State = Steady
	case s.Accept("UNSTEADY"):
		c.State = Unsteady
	case s.Accept("ROUTING"):
		c.State = Routing
	}
}

func (k *desk) within(s *orders.Scanner, c *cond, kind condKind) {
	c.Kind = kind
	skip(s)
	c.Not = c.Not != s.Accept("NOT")
	skip(s)
	if !s.Expect(badCondition, "WITHIN") {
		return
	}
	n, ok := s.Measure(2, inchUnits...)
	if !ok || n == 0 || n > 99999 {
		s.Refuse(badCondition, "inches above 0, at most two decimals")
	}
	c.N = int(n)
	s.Accept("AWAY", "OF")
	s.Accept("IT", "US")
}

func readNumber(s *orders.Scanner) int {
	n, ok := s.Int()
	if !ok {
		s.Refuse(badCondition, "a whole number")
	}
	return n
}

// chiefOnly blames an order that only the army commander gives.
func (k *desk) chiefOnly() {
	if !k.b.Sides[k.b.Generals[k.g].Side].Chief.Is(k.g) {
		k.blame(orders.Word{}, notCommander, "the army commander to write it")
	}
}

// seize reads SEIZE and CONTEST.
//
// §2.4 §2.5
func (k *desk) seize(s *orders.Scanner, kind orderKind, word string) order {
	o := order{Kind: kind}
	k.chiefOnly()
	if s.Accept("DO NOT " + word) {
		o.Never = true
		s.Accept("INITIATIVE")
		s.End(badCard)
		return o
	}
	s.Accept(word)
	s.Accept(":")
	s.Accept("INITIATIVE")
	if s.Accept("NEVER") {
		o.Never = true
		s.End(badCard)
		return o
	}
	o.Cards = k.cards(s)
	for s.Accept(",") {
	}
	if s.Accept("IF") {
		o.If = k.cardConds(s, &o, false)
	}
	s.End(badCard)
	return o
}

// cards reads `[WITH card [OR card]…]`.
func (k *desk) cards(s *orders.Scanner) []string {
	if !s.Accept("WITH") {
		return []string{"lowest"}
	}
	var list []string
	for !s.Failed() {
		c := readCard(s)
		if c == "" || (c == "lowest" || c == "highest") && len(list) > 0 || slices.Contains(list, "lowest") ||
			slices.Contains(list, "highest") {
			s.Refuse(badCard, "JOKER, KING, QUEEN or JACK, or LOWEST or HIGHEST alone")
			break
		}
		list = append(list, c)
		mark := s.Mark()
		if !s.Accept("OR", ",", "AND") {
			break
		}
		s.Accept("OR", "AND")
		if readCard(s) == "" && s.At("IF", "TWICE") {
			s.Back(mark)
			break
		}
		s.Back(mark)
		s.Accept("OR", ",", "AND")
		s.Accept("OR", "AND")
	}
	return list
}

func readCard(s *orders.Scanner) string {
	s.Accept("ONE OF", "ONE")
	switch {
	case s.Accept("JOKER"):
		return "joker"
	case s.Accept("KING"):
		return "king"
	case s.Accept("QUEEN"):
		return "queen"
	case s.Accept("JACK", "KNAVE"):
		return "jack"
	case s.Accept("LOWEST CARD", "LOWEST"):
		return "lowest"
	case s.Accept("HIGHEST CARD", "HIGHEST"):
		return "highest"
	}
	return ""
}

// cardConds reads the conditions of cards: TURN n, HAND n, of REROLL also BELOW n.
func (k *desk) cardConds(s *orders.Scanner, o *order, reroll bool) []cond {
	if !reroll && s.Accept("LOST", "WE LOSE IT", "WE LOSE", "IT IS LOST") {
		if s.Done() {
			return nil
		}
		s.Accept("AND")
	}
	var list []cond
	for !s.Failed() {
		skip(s)
		c := cond{Not: s.Accept("NOT")}
		skip(s)
		switch {
		case reroll && !c.Not && o.Below == 0 && s.Accept("BELOW"):
			o.Below = readNumber(s)
			if o.Below == 0 {
				s.Refuse(badCondition, "a score above 0")
			}
		case s.Accept("TURN"):
			c.Kind, c.N = condTurn, readNumber(s)
			list = append(list, c)
		case s.Accept("HAND"):
			c.Kind, c.N = condHand, readNumber(s)
			list = append(list, c)
		default:
			s.Refuse(badCondition, "TURN n or HAND n")
		}
		if !s.Accept("AND") {
			break
		}
	}
	return list
}

// reroll reads REROLL.
//
// §3.6
func (k *desk) reroll(s *orders.Scanner) order {
	o := order{Kind: orderReroll}
	k.chiefOnly()
	s.Accept(":")
	if !s.Accept("ANY", "ALL") {
		for !s.Failed() {
			if g := k.general(s); g >= 0 && !slices.Contains(o.Generals, g) {
				o.Generals = append(o.Generals, g)
			}
			if !s.More() {
				break
			}
		}
	}
	o.Twice = s.Accept("TWICE")
	if s.Accept("IF") {
		o.If = k.cardConds(s, &o, true)
	}
	o.Cards = k.cards(s)
	o.Twice = s.Accept("TWICE") || o.Twice
	if s.Accept("IF") {
		o.If = append(o.If, k.cardConds(s, &o, true)...)
	}
	o.Twice = s.Accept("TWICE") || o.Twice
	s.End(badCard)
	return o
}

// general reads a general of one's side; one of the enemy is blamed.
func (k *desk) general(s *orders.Scanner) int {
	at := s.Peek()
	if m, _ := s.MatchName(k.generals, k.others); m.Words == 0 {
		s.Accept(titles...)
	}
	id, set := s.NameOf([]*orders.Names{k.generals}, []*orders.Names{k.others})
	if id != "" && set == k.others {
		k.blame(at, notOurSide, "a general of your side")
	}
	return k.b.seatIDs.Find(id).Or(-1)
}

// initiative reads INITIATIVE FIRST or SECOND.
//
// §2.7
func (k *desk) initiative(s *orders.Scanner) order {
	o := order{Kind: orderInitiative}
	k.chiefOnly()
	s.Accept(":", ",")
	s.Accept("MOVE")
	switch {
	case s.Accept("SECOND"):
		o.Second = true
	case !s.Accept("FIRST"):
		s.Refuse(badCondition, "FIRST or SECOND")
	}
	s.End(badCondition)
	return o
}

// sequence reads `SEQUENCE unit, [THEN] unit…`.
func (k *desk) sequence(s *orders.Scanner) order {
	o := order{Kind: orderSequence}
	s.Accept(":")
	if s.Accept("ALL") {
		o.Units = k.wholeCommand()
	}
	for !s.Failed() && !s.Done() {
		u := k.ownUnit(s)
		if u >= 0 && !slices.Contains(o.Units, u) {
			o.Units = append(o.Units, u)
		}
		if !s.Accept(",", "AND", "&", "THEN") {
			break
		}
		for s.Accept("THEN", "AND") {
		}
	}
	if len(o.Units) == 0 {
		s.Refuse(unknownName, "a unit of yours")
	}
	s.End(unknownName)
	return o
}

// readDirective reads `general: order` behind TO.
//
// §12.1
func (k *desk) readDirective(s *orders.Scanner) order {
	o := order{Kind: orderTo}
	at := s.Peek()
	to := k.general(s)
	s.Accept(":")
	if s.Failed() {
		return o
	}
	o.To = []int{to}
	if k.b.Generals[to].Side != k.b.Generals[k.g].Side {
		s.Rest() // what it says would be judged by what the enemy's troops are
		return o
	}
	if !k.b.below(to, k.g) {
		k.blame(at, notSubordinate, "a general below you")
	}
	if s.Accept("STANDING") {
		k.blame(at, noStanding, "an order without STANDING: a directive taken over stands of itself")
	}
	his, words := *k, *k.speech
	words.own, words.side = k.b.speech[to].own, k.b.speech[to].side
	his.whose, his.speech = to, &words
	text := s.Rest()
	inner := orders.ScanWords(text)
	o.Inner = &order{}
	k.r.Desk = &his
	*o.Inner = his.unitOrder(inner, text)
	k.r.Desk = k
	if r := inner.Refusal(); r != nil {
		s.RefuseAt(orders.Word{Text: r.Word, Line: r.Line, Col: r.Col}, r.Reason, r.Want, r.Nearest...)
	}
	return o
}

// readLetter reads to whom a letter goes.
func (k *desk) readLetter(s *orders.Scanner, text string) order {
	o := order{Kind: orderLetter, Text: text}
	for _, to := range s.Addressees(k.generals, k.others) {
		g := k.b.seatIDs.Find(to.ID).Or(-1)
		switch {
		case to.Set == k.others:
			k.blame(to.At, notOurSide, "a general of your side")
		case g == k.g:
			k.blame(to.At, selfTarget, "another general of your side")
		}
		o.To = append(o.To, g)
	}
	s.End(unknownName)
	return o
}

// obey reads OBEY dispatch.
//
// §12.4
func (k *desk) obey(s *orders.Scanner) order {
	o := order{Kind: orderObey}
	at := s.Peek()
	for _, w := range s.Rest() {
		o.Dispatch += w.Text
	}
	o.Dispatch = fold(o.Dispatch)
	if k.known && !k.has(o.Dispatch) {
		k.blame(at, unknownName, "the number of a directive that you have been given")
	}
	return o
}

// cancel reads what stands behind CANCEL STANDING.
func (k *desk) cancel(s *orders.Scanner) order {
	o := order{Kind: orderCancel}
	s.Accept("ORDERS", "ORDER")
	s.Accept("FOR", "OF", ":")
	if word := s.AcceptOf(personalWords[:]...); word != "" {
		o.Word = adjudicator.At(slices.Index(personalWords[:], word))
	}
	switch {
	case o.Word.Some() || s.Done():
	case s.Accept("ALL"):
		o.Units = k.wholeCommand()
	default:
		o.Units = k.readSubjects(s)
	}
	s.End(unknownName)
	return o
}

// person reads what the general does himself.
//
// §8.1 §9.1
func (k *desk) person(s *orders.Scanner, o *order) {
	if o.If != nil || behind(s, "IF") {
		k.blame(orders.Word{}, badCondition, "no condition in an order to yourself")
	}
	if behind(s, "THEN") {
		k.blame(orders.Word{}, badChain, "one thing at a time for yourself")
		s = s.Before("THEN")
	}
	switch {
	case s.Accept("JOIN", "ATTACH TO", "ATTACH"):
		s.Accept("TO")
		at := s.Peek()
		u := k.readFriend(s)
		o.Self = errand{Verb: "JOIN", Unit: u}
		if u >= 0 && k.b.Units[u].Side == k.b.Generals[k.g].Side && !k.b.commands(k.whose, u) {
			k.blame(at, notYours, "a unit of your command or of a general below you")
		}
		s.End(unknownName)
	case s.Accept(leaving...):
		o.Self = errand{Verb: "LEAVE"}
		if !s.Done() {
			k.readFriend(s) // he can leave only the one that he is with
		}
		s.End(unknownName)
	case s.Accept(moveTo...), s.Accept("MOVE TO", "RIDE TO", "RIDE TOWARDS", "RIDE", "GO", "MOVE"):
		o.Self = errand{Verb: "MOVE TO", At: k.readPlace(s)}
		s.End(unknownPlace)
	case s.Accept(holding...):
		o.Self = errand{Verb: "STAY"}
		s.Accept("HERE")
		s.End(noVerb)
	default:
		s.Refuse(noVerb, "JOIN, LEAVE, MOVE TO or STAY")
	}
}
