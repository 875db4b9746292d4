package orderdiscipline

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/orders"
)

// reasons are the refusals in the digest's order: of several the first counts.
var reasons = []string{noVerb, noSubject, unknownName, ambiguousName, unknownPlace, offTable, notYours, notATarget,
	notAFriend, selfTarget, cannotCharge, badFormation, notArtillery, badDistance, badFacing, badCondition, badCard,
	badChain, tooManySteps, unitGone, notCommander, notSubordinate, notOurSide, noStanding}

// desk is who reads orders: which general, for whose units, and what he knows.
type desk struct {
	*speech
	b     *Battle
	g     int // who writes
	whose int // whose units the order is for: himself, or to whom he sends a directive
	enemy *orders.Names
	known bool // he knows only what the functions below say; else all
	gone  func(unit int) bool
	where func(unit int) (board.Point, bool)
	has   func(dispatch string) bool

	r      *reader
	units  []int // whom the steps are for
	before *step // a formation to be taken before the step that is read
}

// blame notes a fault at a word.
func (k *desk) blame(at orders.Word, reason, want string) {
	k.r.Forbid(at, reason, want)
}

// readOrder reads one item. Where something is wrong the refusal is not nil.
func (k *desk) readOrder(it *orders.Item) (order, *orders.Refusal) {
	var o order
	if it.Letter != nil {
		k.r = conduct.Reader(k, it.Letter.To)
		o = k.readLetter(k.r.Scanner, it.Letter.Text)
	} else {
		k.r = conduct.Reader(k, it.Words)
		o = k.readItem(k.r.Scanner, it.Words)
	}
	if o.Standing = it.Standing; it.Standing && (o.Kind == orderTo || o.Kind == orderLetter ||
		o.Kind == orderSequence || o.Kind == orderObey || o.Kind == orderCancel) {
		k.blame(orders.Word{}, noStanding, "an order to a unit, SELF, SEIZE, CONTEST, REROLL or INITIATIVE behind STANDING")
	}
	k.forbidSteps(&o)
	return o, k.r.Verdict()
}

// forbidSteps blames what the units named cannot do.
func (k *desk) forbidSteps(o *order) {
	if o.Inner != nil {
		o = o.Inner
	}
	for _, u := range o.Units {
		for _, list := range [][]step{o.Steps, o.Else} {
			for i := range list {
				k.forbidStep(&k.b.Units[u], &list[i])
			}
		}
	}
}

func (k *desk) forbidStep(u *Regiment, t *step) {
	arm := u.Kind.Arm()
	switch {
	case t.Verb == doCharge && arm == Artillery:
		k.blame(orders.Word{}, cannotCharge, "infantry or cavalry; "+u.ID+" has guns")
	case t.React == "countercharge" && arm != Cavalry:
		k.blame(orders.Word{}, cannotCharge, "cavalry; "+u.ID+" is none")
	case t.React == "square" && arm != Infantry:
		k.blame(orders.Word{}, badFormation, "infantry; "+u.ID+" is none")
	case t.drill && arm != Artillery:
		k.blame(orders.Word{}, notArtillery, "artillery; "+u.ID+" has no guns")
	case t.Verb == doForm && movementOf(u.Kind, t.Form) < 0:
		k.blame(orders.Word{}, badFormation, "a formation of "+u.Kind.String()+" for "+u.ID)
	}
}

// fold writes an id as all are written.
func fold(id string) string { return strings.ToLower(id) }

// readItem reads one order other than a letter.
func (k *desk) readItem(s *orders.Scanner, words []orders.Word) order {
	switch {
	case s.Accept("CANCEL STANDING"):
		return k.cancel(s)
	case s.At("TO") && hasWord(words, ":"), s.At("TO") && !startsWithVerb(words):
		s.Accept("TO")
		return k.readDirective(s)
	case s.Accept("SEQUENCE"):
		return k.sequence(s)
	case s.At("SEIZE", "DO NOT SEIZE"):
		return k.seize(s, orderSeize, "SEIZE")
	case s.At("CONTEST", "DO NOT CONTEST"):
		return k.seize(s, orderContest, "CONTEST")
	case s.Accept(rerolling...):
		return k.reroll(s)
	case s.Accept("INITIATIVE"):
		return k.initiative(s)
	case s.Accept("OBEY"):
		return k.obey(s)
	}
	return k.unitOrder(s, words)
}

// unitOrder reads an order to units, or to the general's own person.
func (k *desk) unitOrder(s *orders.Scanner, words []orders.Word) order {
	o := order{Kind: orderUnit}
	if !hasVerb(words) {
		s.Refuse(noVerb, "a verb: HOLD, MOVE TO, FORM, FACE, CHARGE, SUPPORT, RALLY, FIRE, ON CHARGE …")
		return o
	}
	if s.Accept("IF") {
		k.readConditions(s, &o)
	}
	if k.readSubject(s, &o); s.Failed() {
		return o
	}
	if o.Kind == orderSelf {
		k.person(s, &o)
		return o
	}
	if o.If == nil && s.At("IF") && !atReaction(s) {
		s.Accept("IF")
		k.readConditions(s, &o)
		passOver(s)
	}
	k.orderBody(s, &o)
	return o
}

// readConditions reads what stands between IF and THEN.
func (k *desk) readConditions(s *orders.Scanner, o *order) {
	s.Accept(":")
	part := s.Before("THEN")
	if part == nil {
		s.Refuse(badCondition, "THEN behind the condition")
		return
	}
	o.If = k.conds(part)
	s.Accept(",")
}

// orderBody reads steps, ELSE, and a condition behind.
func (k *desk) orderBody(s *orders.Scanner, o *order) {
	var main *orders.Scanner
	react := atReaction(s)
	if react {
		s.Accept("ON CHARGE", "IF CHARGED")
	}
	if o.If == nil {
		if main = s.Before("IF"); main != nil {
			cond := s.Before("ELSE", "OTHERWISE")
			if cond == nil {
				cond = rest(s)
				s = orders.ScanWords(nil)
			}
			o.If = k.conds(cond)
			o.Steps = k.readSteps(main, o, react)
			if !s.Done() {
				o.Else = k.otherwise(s, o)
			}
			return
		}
	}
	if main = s.Before("ELSE", "OTHERWISE"); main != nil {
		if len(o.If) == 0 {
			s.Refuse(badCondition, "IF before ELSE")
		}
		o.Steps = k.readSteps(main, o, react)
		o.Else = k.otherwise(s, o)
		return
	}
	o.Steps = k.readSteps(s, o, react)
}

// rest is a scanner over the words left.
func rest(s *orders.Scanner) *orders.Scanner {
	parts := s.Split("\x00")
	return parts[len(parts)-1]
}

// otherwise reads the order behind ELSE, which must be of the same group.
func (k *desk) otherwise(s *orders.Scanner, o *order) []step {
	k.sameAgain(s, o)
	passOver(s)
	react := atReaction(s)
	if react {
		s.Accept("ON CHARGE", "IF CHARGED")
	}
	main := o.Group
	list := k.readSteps(s, o, react)
	if o.Group != main && !s.Failed() {
		k.blame(orders.Word{}, badChain, "an order of the same kind behind ELSE")
	}
	o.Group = main
	return list
}

// sameAgain goes past the order's own subject, which people write once more behind ELSE.
func (k *desk) sameAgain(s *orders.Scanner, o *order) {
	mark := s.Mark()
	var again []int
	for {
		again = append(again, k.b.unitIDs.Find(s.TryName(k.own)).Or(-1))
		if !s.More() {
			break
		}
	}
	wanted := slices.Sorted(slices.Values(o.Units))
	if slices.Sort(again); !slices.Equal(again, wanted) {
		s.Back(mark)
	}
}

// atReaction reports whether a reaction order comes next: ON CHARGE, or IF
// CHARGED without a THEN.
func atReaction(s *orders.Scanner) bool {
	if s.At("ON CHARGE") {
		return true
	}
	if !s.At("IF CHARGED") {
		return false
	}
	mark := s.Mark()
	defer s.Back(mark)
	s.Accept("IF CHARGED")
	for s.Accept(",", ":") {
	}
	return s.At(holding...) || s.At("FORM SQUARE", "SQUARE", "EVADE", "COUNTERCHARGE", "COUNTER-CHARGE", "COUNTER CHARGE")
}

// passOver goes past what may stand between subject and verb.
func passOver(s *orders.Scanner) {
	for s.Accept(":", ",") || s.Accept(auxiliaries...) {
	}
}

// readSubject reads whom the order is for.
func (k *desk) readSubject(s *orders.Scanner, o *order) {
	passComma(s)
	if startsHere(s) {
		s.Refuse(noSubject, "whom it is for: units, ALL or SELF, before the verb")
		return
	}
	switch {
	case s.Accept("SELF", "I", "ME"):
		o.Kind = orderSelf
	case s.Accept("ALL"):
		s.Accept("UNITS")
		o.Units = k.wholeCommand()
		if len(o.Units) == 0 {
			k.blame(orders.Word{}, unitGone, "a unit that is not gone")
		}
	case k.isSelf(s):
		o.Kind = orderSelf
	default:
		o.Units = k.readSubjects(s)
	}
	passOver(s)
}

func passComma(s *orders.Scanner) {
	for s.Accept(",") {
	}
}

// startsHere reports whether a verb comes next.
func startsHere(s *orders.Scanner) bool {
	return s.At(unitVerbs...) && !s.At("MARCH COLUMN", "ATTACK COLUMN") || s.At(soleVerbs...)
}

// isSelf goes past the name of the general whose person the order is for, unless it fits a unit as well or better.
func (k *desk) isSelf(s *orders.Scanner) bool {
	mark := s.Mark()
	s.Accept(titles...)
	mine := k.b.speech[k.whose].self
	if m, set, _ := s.MatchOf([]*orders.Names{k.own, mine}, []*orders.Names{k.side, k.enemy}); m.ID != "" && set == mine {
		s.Name(mine)
		return true
	}
	s.Back(mark)
	return false
}

// wholeCommand are the units of the command that are not known to be gone.
func (k *desk) wholeCommand() []int {
	var units []int
	for _, u := range k.b.Generals[k.whose].Units {
		if !k.known || !k.gone(u) {
			units = append(units, u)
		}
	}
	return units
}

// readSubjects reads a list of units.
func (k *desk) readSubjects(s *orders.Scanner) []int {
	var list []int
	for !s.Failed() {
		u := k.ownUnit(s, k.b.speech[k.whose].self)
		if u >= 0 && !slices.Contains(list, u) {
			list = append(list, u)
		}
		mark := s.Mark()
		if !s.More() {
			break
		}
		if startsHere(s) || s.At("IF") {
			s.Back(mark)
			break
		}
	}
	if len(list) == 1 && k.known && k.gone(list[0]) {
		k.blame(orders.Word{}, unitGone, "a unit that is not gone")
	}
	return list
}

// ownUnit reads a unit of the command that the order is for, which must not be taken for
// one of the others.
func (k *desk) ownUnit(s *orders.Scanner, others ...*orders.Names) int {
	at := s.Peek()
	id, set := s.NameOf(append([]*orders.Names{k.own}, others...), []*orders.Names{k.side, k.enemy})
	if id != "" && set != k.own {
		k.blame(at, notYours, "a unit of "+k.command())
	}
	return k.b.unitIDs.Find(id).Or(-1)
}

func (k *desk) command() string {
	if k.whose == k.g {
		return "yours"
	}
	return "his command"
}

// readFriend reads a unit of one's own side.
func (k *desk) readFriend(s *orders.Scanner) int {
	at := s.Peek()
	id, set := s.NameOf([]*orders.Names{k.own, k.side}, []*orders.Names{k.enemy})
	if id != "" && set == k.enemy {
		k.blame(at, notAFriend, "a unit of your side")
	}
	return k.b.unitIDs.Find(id).Or(-1)
}

// readTarget reads an enemy.
func (k *desk) readTarget(s *orders.Scanner) target {
	t := target{}
	at := s.Peek()
	nearest := s.Accept("NEAREST")
	if s.Accept("ENEMY", "ENEMIES") || nearest {
		t.Arm = readArm(s)
		if !nearest && s.Accept("AT") {
			t.AtPoint = true
			t.At = k.point(s)
		}
		return t
	}
	id, set := s.NameOf([]*orders.Names{k.enemy}, []*orders.Names{k.own, k.side})
	if id != "" && set != k.enemy {
		k.blame(at, notATarget, "an enemy unit")
		return t
	}
	t.Unit = k.b.unitIDs.Find(id)
	return t
}

// readArm goes past an arm and returns it, if there is one.
func readArm(s *orders.Scanner) adjudicator.Index {
	for a := range armPhrases {
		if s.Accept(armPhrases[a]...) {
			return adjudicator.At(a)
		}
	}
	return adjudicator.None
}
