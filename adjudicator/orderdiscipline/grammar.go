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
	found *[]fault // what is well said but cannot be
}

// fault is a refusal that does not stop the reading.
type fault struct {
	Reason, Want string
	At           orders.Word
}

// blame notes a fault at a word.
func (k *desk) blame(at orders.Word, reason, want string) {
	*k.found = append(*k.found, fault{reason, want, at})
}

// read reads one item. Where something is wrong the refusal is not nil.
func (k *desk) read(it *orders.Item) (order, *orders.Refusal) {
	k.found = &[]fault{}
	s := it.Scan()
	var o order
	if it.Letter != nil {
		s = orders.ScanWords(it.Letter.To)
		o = k.letter(s, it.Letter.Text)
	} else {
		o = k.item(s, it.Words)
	}
	if o.Standing = it.Standing; it.Standing && (o.Kind == orderTo || o.Kind == orderLetter ||
		o.Kind == orderSequence || o.Kind == orderObey || o.Kind == orderCancel) {
		k.blame(orders.Word{}, noStanding, "an order to a unit, SELF, SEIZE, CONTEST, REROLL or INITIATIVE behind STANDING")
	}
	k.forbid(&o)
	return o, k.verdict(s)
}

// forbid blames what the units named cannot do.
func (k *desk) forbid(o *order) {
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
	case t.React == notArtillery && arm != Artillery:
		k.blame(orders.Word{}, notArtillery, "artillery; "+u.ID+" has no guns")
	case t.Verb == doForm && movementOf(u.Kind, t.Form) < 0:
		k.blame(orders.Word{}, badFormation, "a formation of "+u.Kind.String()+" for "+u.ID)
	}
}

// fold writes an id as all are written.
func fold(id string) string { return strings.ToLower(id) }

// verdict is the first of all refusals in the digest's order, nil if there is none.
func (k *desk) verdict(s *orders.Scanner) *orders.Refusal {
	worst := s.Refusal()
	for _, f := range *k.found {
		if worst == nil || slices.Index(reasons, f.Reason) < slices.Index(reasons, worst.Reason) {
			worst = &orders.Refusal{Reason: f.Reason, Want: f.Want, Line: f.At.Line, Col: f.At.Col, Word: f.At.Text}
		}
	}
	return worst
}

// item reads one order other than a letter.
func (k *desk) item(s *orders.Scanner, words []orders.Word) order {
	switch {
	case s.Accept("CANCEL STANDING"):
		return k.cancel(s)
	case s.At("TO") && hasWord(words, ":"), s.At("TO") && !startsWithVerb(words):
		s.Accept("TO")
		return k.directive(s)
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
		k.conditions(s, &o)
	}
	if k.subject(s, &o); s.Failed() {
		return o
	}
	if o.Kind == orderSelf {
		k.person(s, &o)
		return o
	}
	if o.If == nil && s.At("IF") && !atReaction(s) {
		s.Accept("IF")
		k.conditions(s, &o)
		passOver(s)
	}
	k.orderBody(s, &o)
	return o
}

// conditions reads what stands between IF and THEN.
func (k *desk) conditions(s *orders.Scanner, o *order) {
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
			o.Steps = k.steps(main, o, react)
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
		o.Steps = k.steps(main, o, react)
		o.Else = k.otherwise(s, o)
		return
	}
	o.Steps = k.steps(s, o, react)
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
	list := k.steps(s, o, react)
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

// subject reads whom the order is for.
func (k *desk) subject(s *orders.Scanner, o *order) {
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
		o.Units = k.all()
		if len(o.Units) == 0 {
			k.blame(orders.Word{}, unitGone, "a unit that is not gone")
		}
	case k.isSelf(s):
		o.Kind = orderSelf
	default:
		o.Units = k.subjects(s)
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

// all are the units of the command that are not known to be gone.
func (k *desk) all() []int {
	var units []int
	for _, u := range k.b.Generals[k.whose].Units {
		if !k.known || !k.gone(u) {
			units = append(units, u)
		}
	}
	return units
}

// subjects reads a list of units.
func (k *desk) subjects(s *orders.Scanner) []int {
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

// steps reads steps joined by THEN, all of one group.
//
// f2
func (k *desk) steps(s *orders.Scanner, o *order, react bool) []step {
	if react {
		o.Group = Reaction
		return []step{k.reaction(s)}
	}
	var list []step
	for _, part := range s.Split("THEN") {
		passOver(part)
		list = append(list, k.stepsOf(part, o)...)
		endOf(part)
	}
	if len(list) == 0 {
		return list
	}
	o.Group = list[0].Verb.group()
	for _, t := range list {
		if t.Verb.group() != Movement && len(list) > 1 {
			k.blame(orders.Word{}, badChain, "steps of movement only")
		}
	}
	if len(list) > 4 {
		k.blame(orders.Word{}, tooManySteps, "four steps at most")
	}
	return list
}

// endOf goes past a comma or `and` before THEN.
func endOf(s *orders.Scanner) {
	for s.Accept(",", "AND") {
	}
}

// reaction reads what a unit does when it is charged.
func (k *desk) reaction(s *orders.Scanner) step {
	t := step{Verb: react}
	passOver(s)
	switch {
	case s.Accept(holding...):
		t.React = "stand"
	case s.Accept("FORM SQUARE", "SQUARE"):
		t.React = "square"
	case s.Accept("EVADE"):
		t.React = "evade"
	case s.Accept("COUNTERCHARGE", "COUNTER-CHARGE", "COUNTER CHARGE"):
		t.React = "countercharge"
	default:
		s.Refuse(noVerb, "STAND, SQUARE, EVADE or COUNTERCHARGE")
	}
	endOf(s)
	if !s.Done() && s.Accept("THEN") {
		k.blame(orders.Word{}, badChain, "nothing behind a reaction")
		rest(s)
	}
	s.End(noVerb)
	return t
}

// stepsOf reads one step; MOVE TO … IN formation is two.
func (k *desk) stepsOf(s *orders.Scanner, o *order) []step {
	switch {
	case s.Accept(ceasing...):
		return []step{k.holdFire(s)}
	case s.Accept("ON CHARGE"):
		return []step{k.reaction(s)}
	case s.Accept(firing...):
		return []step{k.fire(s)}
	case s.Accept(moveTo...):
		return k.moveTo(s)
	case s.Accept("ADVANCE"):
		return []step{k.distance(s, doAdvance)}
	case s.Accept(fallBack...):
		return []step{k.distance(s, doFallBack)}
	case s.At("MARCH COLUMN", "ATTACK COLUMN"):
	case s.Accept(moveBy...):
		return []step{k.shift(s)}
	case s.Accept(forming...):
		return []step{k.form(s)}
	case s.Accept(limbering...):
		return []step{k.drill(s, Limbered)}
	case s.Accept(deploying...):
		return []step{k.drill(s, Deployed)}
	case s.Accept(turning...):
		t := step{Verb: doFace, Facing: k.aim(s)}
		s.End(badFacing)
		return []step{t}
	case s.Accept(charging...):
		return []step{k.charge(s, o)}
	case s.Accept("SUPPORT"):
		return []step{k.support(s, o)}
	case s.Accept("RALLY"):
		s.End(noVerb)
		return []step{{Verb: doRally}}
	case s.Accept(holding...):
		return k.hold(s)
	case s.At(joining...), s.At(leaving...), s.At("RIDE"):
		s.Refuse(noVerb, "a verb for units; SELF before one for yourself")
	}
	s.Refuse(noVerb, "a verb", nearVerbs(s.Peek().Fold)...)
	return nil
}

// nearVerbs are the verbs that begin like the word.
func nearVerbs(word string) []string {
	var near []string
	for _, v := range unitVerbs {
		if len(word) > 2 && strings.HasPrefix(v, word[:3]) && len(near) < 3 {
			near = append(near, v)
		}
	}
	return near
}

// hold reads HOLD [FACING dir], which is FACE with a direction.
func (k *desk) hold(s *orders.Scanner) []step {
	s.Accept("FAST", "POSITION", "GROUND", "HERE")
	endOf(s)
	t := step{Verb: doHold}
	if s.Accept("FACING") {
		t = step{Verb: doFace, Facing: k.aim(s)}
	}
	endOf(s)
	s.End(noVerb)
	return []step{t}
}

// distance reads a length behind its verb.
func (k *desk) distance(s *orders.Scanner, v verb) step {
	t := step{Verb: v, N: k.length(s)}
	endOf(s)
	s.End(badDistance)
	return t
}

// shift reads `n dir [KEEPING FRONT]`.
func (k *desk) shift(s *orders.Scanner) step {
	t := step{Verb: doShift, N: k.length(s)}
	if !s.Failed() {
		s.Accept("TO")
		d, ok := compass(s)
		if !ok {
			s.Refuse(badFacing, "one of the eight compass points, or degrees 0 to 359")
		}
		t.Dir = d
	}
	endOf(s)
	t.Keep = s.Accept("KEEPING FRONT")
	endOf(s)
	s.End(badFacing)
	return t
}

// form reads a formation and perhaps a facing.
func (k *desk) form(s *orders.Scanner) step {
	f, ok := readFormation(s)
	if !ok {
		s.Refuse(badFormation, "line, column, march, skirmish, square, deployed or limbered")
	}
	t := step{Verb: doForm, Form: f}
	k.facingOf(s, &t)
	s.End(badFormation)
	return t
}

// drill reads LIMBER and UNLIMBER.
func (k *desk) drill(s *orders.Scanner, f Formation) step {
	t := step{Verb: doForm, Form: f, React: notArtillery}
	k.facingOf(s, &t)
	s.End(badFormation)
	return t
}

func (k *desk) facingOf(s *orders.Scanner, t *step) {
	endOf(s)
	if s.Accept("FACING") {
		t.Facing = k.aim(s)
	}
	endOf(s)
}

func readFormation(s *orders.Scanner) (Formation, bool) {
	best, words := -1, ""
	for i, f := range formationNames {
		if p := matched(s, f.Phrases); len(p) > len(words) {
			best, words = i, p
		}
	}
	if best < 0 {
		return 0, false
	}
	s.Accept(words)
	return formationNames[best].Formation, true
}

// matched returns the longest phrase that comes next, and goes past nothing.
func matched(s *orders.Scanner, phrases []string) string {
	mark := s.Mark()
	p := s.AcceptOf(phrases...)
	s.Back(mark)
	return p
}

// moveTo reads `place [VIA place [AND place]…] [IN formation] [FACING dir] [KEEPING FRONT]`.
func (k *desk) moveTo(s *orders.Scanner) []step {
	t := step{Verb: doMove}
	goal := k.place(s)
	var before []step
	for !s.Failed() && !s.Done() {
		endOf(s)
		switch {
		case s.Accept("VIA"):
			t.Way = append(t.Way, k.place(s))
			for s.More() {
				if s.At("IN", "FACING", "KEEPING", "VIA") {
					break
				}
				t.Way = append(t.Way, k.place(s))
			}
		case before == nil && s.Accept("IN"):
			f, ok := readFormation(s)
			if !ok {
				s.Refuse(badFormation, "a formation behind IN")
			}
			before = []step{{Verb: doForm, Form: f}}
		case t.Facing.Kind == noAim && s.Accept("FACING"):
			t.Facing = k.aim(s)
		case s.Accept("KEEPING FRONT"):
			t.Keep = true
		case !s.Done():
			s.Refuse(unknownPlace, "VIA, IN formation, FACING or KEEPING FRONT behind the place, each once")
		}
	}
	t.Way = append(t.Way, goal)
	return append(before, t)
}

// support reads the friend to support.
func (k *desk) support(s *orders.Scanner, o *order) step {
	at := s.Peek()
	u := k.friend(s)
	t := step{Verb: doSupport, Friend: u}
	s.End(unknownName)
	if slices.Contains(o.Units, u) {
		k.blame(at, selfTarget, "another unit than itself")
	}
	return t
}

// friend reads a unit of one's own side.
func (k *desk) friend(s *orders.Scanner) int {
	at := s.Peek()
	id, set := s.NameOf([]*orders.Names{k.own, k.side}, []*orders.Names{k.enemy})
	if id != "" && set == k.enemy {
		k.blame(at, notAFriend, "a unit of your side")
	}
	return k.b.unitIDs.Find(id).Or(-1)
}

// charge reads the target of a charge.
func (k *desk) charge(s *orders.Scanner, _ *order) step {
	t := step{Verb: doCharge, Target: k.target(s)}
	s.End(unknownName)
	return t
}

// fire reads FIRE AT target and FIRE AT WILL.
func (k *desk) fire(s *orders.Scanner) step {
	s.Accept("AT")
	if s.Done() || s.Accept("WILL") {
		s.End(unknownName)
		return step{Verb: fireAtWill}
	}
	s.Accept("ON")
	t := step{Verb: fireAt, Target: k.target(s)}
	s.End(unknownName)
	return t
}

// holdFire reads HOLD FIRE [UNTIL n].
func (k *desk) holdFire(s *orders.Scanner) step {
	t := step{Verb: holdFire}
	if s.Accept("UNTIL") {
		for s.Accept("ENEMY", "THEY", "THEM", "IS", "ARE", "WITHIN", "AT", "HE", "COMES", "COME", "GETS", "GET", "TO") {
		}
		t.N = k.length(s)
	}
	endOf(s)
	s.End(badDistance)
	return t
}

// target reads an enemy.
func (k *desk) target(s *orders.Scanner) target {
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
