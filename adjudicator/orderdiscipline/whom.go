package orderdiscipline

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/grammar"
	"galloper/orders"
)

func readGeneral(r *reader) int {
	k := r.Desk
	if m, _ := r.MatchName(k.generals, k.others); m.Words == 0 {
		r.Accept(titles...)
	}
	at := r.Here()
	if r.First.Text == "" {
		r.First = at
	}
	id, set := r.NameOf([]*orders.Names{k.generals}, []*orders.Names{k.others})
	if id != "" && set == k.others {
		r.Forbid(at, notOurSide, "")
	}
	return k.b.seatIDs.Find(id).Or(-1)
}

// passOver skips optional words between subject and verb.
func passOver(r *reader) {
	for r.Accept(":", ",") || r.Accept(auxiliaries...) {
	}
	if mark := r.Mark(); r.Accept("TO") && !startsHere(r.Scanner) {
		r.Back(mark) // as in `45e to the farm`
	}
	r.Accept("AT ONCE")
}

// subject reads the units that the order is for.
func subject(r *reader) []int {
	for r.Accept(",") {
	}
	switch {
	case !verbAhead(r.Scanner) && !r.Ahead("TO"):
		noVerbHere(r)
		return nil
	case startsHere(r.Scanner):
		if hasSubject(r) {
			noVerbHere(r)
			return nil
		}
		r.Refuse(r.Here(), noSubject, "a subject before the verb: units, ALL or SELF")
		return nil
	case r.At("SELF", "I", "ME", "I'LL") || atMyself(r):
		r.Refuse(r.Here(), badCondition, "no condition in an order to yourself")
		return nil
	}
	list := units(r)
	passOver(r)
	return list
}

// hasSubject reports whether a possible subject is named after the verb. After LIMBER and UNLIMBER the word
// "guns" is an object, so it doesn't count.
func hasSubject(r *reader) bool {
	mark, named := r.Mark(), slices.Clone(everyone)
	if !r.At("LIMBER", "UNLIMBER") {
		named = slices.Concat(named, slices.Concat(armPhrases[:]...))
	}
	words := r.Rest()
	r.Back(mark)
	for i := range words {
		own, general := r.Desk.own.Find(words[i:]), r.Desk.generals.Find(words[i:])
		if own.Telling(words[i:]) || general.Telling(words[i:]) || startsWith(words[i:], named) {
			return true
		}
	}
	return false
}

// noVerbHere refuses an order without a verb, at the word after its units.
func noVerbHere(r *reader) {
	for r.TryName(r.Desk.own) != "" && r.More() {
	}
	r.Refuse(r.Here(), noVerb, "a verb: "+someVerbs, r.NearestOf(conduct.Phrases())...)
}

func units(r *reader) (list []int) {
	k, at := r.Desk, r.Here()
	if list, ok := group(r); ok {
		if len(list) == 0 {
			r.Forbid(at, unitGone, "units of yours of that kind that are not gone")
		}
		return list
	}
	for {
		if u := readOwn(r); u >= 0 && !slices.Contains(list, u) {
			list = append(list, u)
		}
		mark := r.Mark()
		if !r.More() && !r.Accept("THEN") || r.Failed() {
			break
		}
		r.Accept("THEN")
		if startsHere(r.Scanner) || r.At("IF") {
			r.Back(mark)
			break
		}
	}
	if len(list) == 1 && k.known && k.gone(list[0]) {
		r.Forbid(r.Here(), unitGone, "")
	}
	return list
}

// group reads the whole command or its units of one arm (f9).
func group(r *reader) (list []int, ok bool) {
	k, at := r.Desk, r.Here()
	if r.At("EVERYONE", "EVERYBODY") && len(k.wholeCommand()) == 1 &&
		slices.ContainsFunc(k.b.Generals, func(g General) bool { return g.Superior.Is(k.whose) }) {
		return nil, false // may mean more than the one unit
	}
	word := r.AcceptOf(everyone...)
	both := word == "BOTH" || word == "BOTH OF"
	all := word != "" && !both
	mark := r.Mark()
	m, _, _ := r.MatchOf([]*orders.Names{k.own}, nil)
	arm := adjudicator.None
	if all || both || m.Words == 0 || r.At("HORSE GUNS", "HORSE ARTILLERY") {
		arm = readArm(r)
	}
	if !all && !both && arm.None() {
		r.Back(mark)
		return nil, false
	}
	r.Accept("UNITS", "BATTALIONS", "REGIMENTS", "TROOPS", "MEN", "OF THEM", "COMMAND")
	for _, u := range k.wholeCommand() {
		if arm.None() || arm.Is(int(k.b.Units[u].Kind.Arm())) {
			list = append(list, u)
		}
	}
	if both && len(list) != 2 {
		r.Refuse(at, unknownName, "ALL, or the names of the units: BOTH needs exactly two", unitNames(k, list)...)
	}
	return list, true
}

func unitNames(k *parser, list []int) (names []string) {
	for _, u := range list {
		names = append(names, k.b.Units[u].ID)
	}
	return names
}

var everyone = []string{"ALL OF", "ALL", "EVERYONE", "EVERYBODY", "WHOLE COMMAND", "BOTH OF", "BOTH"}

// readOwn reads a unit of the command that the order is for.
func readOwn(r *reader) int {
	k, at := r.Desk, r.Here()
	id, set := r.NameOf([]*orders.Names{k.own, k.self}, []*orders.Names{k.side, k.enemy})
	if id != "" && set != k.own {
		whose := "yours"
		if k.whose != k.g {
			whose = "his command"
		}
		r.Forbid(at, notYours, "a unit of "+whose)
	}
	return k.b.unitIDs.Find(id).Or(-1)
}

// wholeCommand returns the units of the command that are not known to be gone.
func (k *parser) wholeCommand() []int {
	var units []int
	for _, u := range k.b.Generals[k.whose].Units {
		if !k.known || !k.gone(u) {
			units = append(units, u)
		}
	}
	return units
}

// atMyself reports whether the name of the general in person comes next, unless it fits a unit as well or
// better.
func atMyself(r *reader) bool {
	mark := r.Mark()
	defer r.Back(mark)
	r.Accept(titles...)
	k := r.Desk
	m, set, _ := r.MatchOf([]*orders.Names{k.own, k.self}, []*orders.Names{k.side, k.enemy})
	return m.ID != "" && set == k.self && !r.At(everyone...)
}

func myself(r *reader) bool {
	r.Accept(titles...)
	r.TryName(r.Desk.self)
	return false
}

// beginsOrder reports whether a line begins an order (section f).
func beginsOrder(c orders.Context) orders.Start {
	line := c.Line
	switch {
	case c.Before != nil && (slices.Contains(continuing, line[0].Fold) || awaitsThen(c.Before) || conditionBehind(c)):
		return orders.Continues
	case line[0].Fold == "TO":
		return start(hasWord(line, ":"))
	case c.Verb && !startsWithVerb(line), line[0].Fold == "STANDING", line[0].Fold == "TELL", startsWith(line, soleVerbs),
		startsWith(line, []string{"CANCEL STANDING"}):
		return orders.Begins
	case startsWithVerb(line):
		return start(c.Before == nil || complete(c.Before))
	case hasVerb(line[1:]), hasWord(line[1:], ":"), namesFirst(c):
		return orders.Begins
	}
	return start(c.Next != nil && startsWithVerb(c.Next))
}

// continuing are words that never begin an order.
var continuing = []string{"THEN", "AND", "OR", "ELSE", "OTHERWISE", "VIA", "FACING", "KEEPING", "IN", "WITH"}

func start(begins bool) orders.Start {
	if begins {
		return orders.Begins
	}
	return orders.Continues
}

// awaitsThen reports whether the order begins with IF and has no THEN yet.
func awaitsThen(words []orders.Word) bool {
	if words[0].Fold == "STANDING" {
		words = words[1:]
	}
	return len(words) > 0 && words[0].Fold == "IF" && !hasWord(words, "THEN")
}

// conditionBehind reports whether the line is a trailing condition of the order above it: an IF without a
// THEN in this line or at the start of the next. This keeps an order from losing its condition to a line
// break.
func conditionBehind(c orders.Context) bool {
	return c.Line[0].Fold == "IF" && !hasWord(c.Line, "THEN") && !hasVerb(c.Line[1:]) && !thenFirst(c.Next)
}

// thenFirst reports whether THEN comes before any verb or colon.
func thenFirst(words []orders.Word) bool {
	i := slices.IndexFunc(words, func(w orders.Word) bool { return w.Fold == "THEN" })
	return i >= 0 && !hasVerb(words[:i]) && !hasWord(words[:i], ":")
}

// complete reports whether the order has a verb, or is of a kind without one.
func complete(words []orders.Word) bool {
	return hasVerb(words) || startsWith(words, soleVerbs) || startsWith(words, []string{"TO", "CANCEL STANDING"})
}

// namesFirst reports whether the line starts with the name of an own unit and goes on with a word other than
// AND.
func namesFirst(c orders.Context) bool {
	m := c.Names.Find(c.Line)
	if m.Words == 0 || m.Words == len(c.Line) {
		return false
	}
	next := c.Line[m.Words].Fold
	return next != "AND" && strings.ContainsAny(next[:1], "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
}

func hasWord(words []orders.Word, word string) bool {
	return slices.ContainsFunc(words, func(w orders.Word) bool { return w.Fold == word })
}

// startsWithVerb reports whether the words start with a verb that needs a subject.
func startsWithVerb(words []orders.Word) bool {
	return atVerb(orders.ScanWords(words))
}

// firstOfVerbs indexes the verb phrases by their first word, so that most words are ruled out with one
// lookup.
var firstOfVerbs = func() map[string][]string {
	by := map[string][]string{}
	for _, phrase := range unitVerbs {
		first, _, _ := strings.Cut(phrase, " ")
		by[first] = append(by[first], phrase)
	}
	return by
}()

// atVerb reports whether a verb for units comes next.
func atVerb(s *orders.Scanner) bool {
	verbs := firstOfVerbs[s.Peek().Fold]
	return verbs != nil && !isColumn(s) && s.At(verbs...)
}

func hasVerb(words []orders.Word) bool { return verbAhead(orders.ScanWords(words)) }

// verbAhead reports whether a verb is among the remaining words.
func verbAhead(s *orders.Scanner) bool {
	mark := s.Mark()
	defer s.Back(mark)
	for !s.Done() {
		if atVerb(s) {
			return true
		}
		s.Next()
	}
	return false
}

// isColumn reports whether a formation comes next whose name starts like a verb.
func isColumn(s *orders.Scanner) bool { return s.At("MARCH COLUMN", "ATTACK COLUMN") }

// startsHere reports whether any verb comes next.
func startsHere(s *orders.Scanner) bool {
	return !isColumn(s) && s.At(unitVerbs...) || s.At(soleVerbs...)
}

// startsWith reports whether the words start with one of the phrases, ignoring fillers.
func startsWith(words []orders.Word, phrases []string) bool {
	return orders.ScanWords(words).At(phrases...)
}

// whither lists the words between a verb of movement and its goal.
var whither = []string{"TO", "INTO", "ONTO", "TOWARDS", "UP TO"}

// readMove reads the rest of a verb of movement: a length, `MOVE n dir`, or a place, and `[VIA place [AND
// place]…] [IN formation] [FACING dir] [KEEPING FRONT]`. A formation becomes a step of its own in front, kept
// in parser.before (5.8 f7).
func readMove(r *reader, t *step) {
	toward := atRelation(r) || r.Accept(whither...)
	switch {
	case t.Verb != doMove && atLength(r):
		if t.N = readLength(r, badDistance); t.Verb == doShift {
			t.Dir = readDirection(r)
		}
	case t.Verb == doMove || toward:
		t.Verb, t.Way = doMove, []board.Point{readGoal(r)}
	case t.Verb == doShift || !r.Done() && !r.At("IN", "FACING", "KEEPING FRONT"):
		r.Refuse(r.Here(), badDistance, "inches above 0, or TO and a place")
	}
	readTail(r, t)
}

// atLength reports whether a length comes next. A number that starts the name of a place is a length unless
// the rest of the name follows.
func atLength(r *reader) bool {
	if atPoint(r) {
		return false
	}
	w := r.Peek().Fold
	if w == "" || w[0] < '0' || w[0] > '9' {
		return grammar.Numeral(w) > 0
	}
	m, _ := r.MatchName(r.Desk.places)
	return m.Words < 2 && !m.Whole()
}

// readTail reads the modifiers that follow the goal of a movement.
func readTail(r *reader, t *step) {
	k := r.Desk
	moves := t.Verb == doMove
	for !r.Failed() && !r.Done() {
		for r.Accept(",", "AND") {
		}
		switch {
		case moves && len(t.Way) == 1 && r.Accept("VIA", "BY WAY OF", "THROUGH"):
			t.Way = append(readWay(r), t.Way...)
		case k.before == nil && (r.Accept("IN") || t.N > 0 && atFormation(r)):
			k.before = &step{Verb: doForm, Form: readFormation(r)}
		case moves && t.Facing.Kind == noAim && r.Accept("FACING"):
			t.Facing = readAim(r)
		case (moves || t.Verb == doShift) && !t.Keep && r.Accept("KEEPING FRONT"):
			t.Keep = true
		case r.Done():
		case moves:
			r.Refuse(r.Here(), unknownPlace, "VIA, IN formation, FACING or KEEPING FRONT after the place, each once")
		default:
			return
		}
	}
}

// readHold reads HOLD, or HOLD place, which means MOVE TO place.
func readHold(r *reader, t *step) {
	r.Accept("FAST", "POSITION", "GROUND", "HERE")
	if atPlace(r) {
		t.Verb, t.Way = doMove, []board.Point{readGoal(r)}
		readTail(r, t)
		return
	}
	if readFacing(r, t); t.Facing.Kind != noAim {
		t.Verb = doFace
	}
}

func readTake(r *reader, t *step) { t.Way = []board.Point{readGoal(r)} }

// readCharge reads CHARGE target. With a place instead of an enemy it means TAKE.
func readCharge(r *reader, t *step) {
	if atPlace(r) && !atPoint(r) {
		t.Verb = doTake
		readTake(r, t)
		return
	}
	if t.open = r.Done(); !t.open {
		t.Target = readTarget(r)
	}
}

func readForm(r *reader, t *step) {
	r.Accept("IN", "INTO")
	t.Form = readFormation(r)
	readFacing(r, t)
}

func readFacing(r *reader, t *step) {
	for r.Accept(",", "AND") {
	}
	if r.Accept("FACING") {
		t.Facing = readAim(r)
	}
	for r.Accept(",", "AND") {
	}
}

// readSkirmish reads SKIRMISH, which is FORM skirmish, and SKIRMISH INTO place, which adds MOVE TO.
func readSkirmish(r *reader, t *step) {
	t.Verb, t.Form = doForm, Skirmish
	if r.Accept(whither...) || atPlace(r) {
		r.Desk.before = &step{Verb: doForm, Form: Skirmish}
		*t = step{Verb: doMove, Way: []board.Point{readGoal(r)}}
		readTail(r, t)
		return
	}
	r.Accept("ORDER")
	readFacing(r, t)
}

func readFire(r *reader, t *step) {
	r.Accept("AT", "ON")
	if r.Done() || r.Accept("WILL") {
		t.Verb = fireAtWill
		return
	}
	t.Target = readTarget(r)
}

// relations lists the phrases for a point beside something, with the direction relative to its facing in degrees
// (f7).
var relations = []struct {
	Way int
	Say string
}{{270, "LEFT OF"}, {90, "RIGHT OF"}, {180, "BEHIND"}, {0, "IN FRONT OF"}}

func relation(r *reader) (way int, ok bool) {
	for _, of := range relations {
		if r.Accept(of.Say) {
			return of.Way, true
		}
	}
	return 0, false
}

func atRelation(r *reader) bool {
	mark := r.Mark()
	defer r.Back(mark)
	_, ok := relation(r)
	return ok
}

// pointBeside returns the point in direction way from a rectangle, at the interval from it, for the units that the
// order is for (f7).
func (k *parser) pointBeside(of board.Rect, way int) board.Point {
	own := board.Rect{}
	for _, u := range k.units {
		rect, _ := k.seen(u)
		own.Frontage, own.Depth = max(own.Frontage, rect.Frontage), max(own.Depth, rect.Depth)
	}
	distance := k.b.Tables.Interval + (of.Depth+own.Depth)/2
	if way%180 != 0 {
		distance = k.b.Tables.Interval + (of.Frontage+own.Frontage)/2
	}
	return pointAhead(of.Centre, distance, (of.Facing+way)%360)
}
