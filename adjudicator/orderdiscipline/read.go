package orderdiscipline

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/orders"
)

// readItem reads one item of a mail. Where something is wrong the refusal is not nil.
func (k *desk) readItem(it *orders.Item) (*order, *orders.Refusal) {
	var o *order
	var r *reader
	if it.Letter != nil {
		r = language.Reader(k, it.Letter.To)
		o = readLetter(r, it.Letter.Text)
	} else {
		o, r = language.Read(k, it)
	}
	if it.Standing && o != nil && o.Kind != orderUnit && o.Kind.standsAs() < 0 {
		r.Forbid(orders.Word{}, noStanding, "")
	}
	return o, r.Verdict()
}

// readLetter reads to whom a letter goes.
func readLetter(r *reader, text string) *order {
	k, o := r.Desk, &order{Kind: orderLetter, Text: text}
	for _, to := range r.Addressees(k.generals, k.others) {
		g := k.b.seatIDs.Find(to.ID).Or(-1)
		switch {
		case to.Set == k.others:
			r.Forbid(to.At, notOurSide, "")
		case g == k.g:
			r.Forbid(to.At, selfTarget, "another general of your side")
		}
		o.To = append(o.To, g)
	}
	r.Scanner.End(unknownName)
	return o
}

// readGeneral reads a general of one's side; one of the enemy is forbidden.
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

// readDispatch reads the number of a directive.
//
// §12.4
func readDispatch(r *reader) (id string) {
	at := r.Here()
	for _, w := range r.Rest() {
		id += w.Text
	}
	id = strings.ToLower(id)
	if k := r.Desk; k.known && !k.has(id) {
		r.Forbid(at, unknownName, "the number of a directive that you have been given")
	}
	return id
}

// readCards reads `card [OR card]…`; what stands behind them must be no card.
func readCards(r *reader) (list []string) {
	for {
		r.Accept("ONE OF", "ONE")
		word, _, _ := strings.Cut(r.AcceptOf(cardWords...), " ")
		card := strings.ToLower(strings.Replace(word, "KNAVE", "JACK", 1))
		list = append(list, card)
		if card == "" || len(list) > 1 && (slices.Contains(list, "lowest") || slices.Contains(list, "highest")) {
			r.Refuse(r.Here(), badCard, "JOKER, KING, QUEEN or JACK, or LOWEST or HIGHEST alone")
			return nil
		}
		mark := r.Mark()
		for r.Accept("OR", ",", "AND") {
		}
		if !r.At("ONE OF", "ONE") && !r.At(cardWords...) {
			r.Back(mark)
			return list
		}
	}
}

// checkUnits completes an order to units.
//
// f2 f4 f5
func checkUnits(r *reader, o *order) {
	o.Kind, o.Group = orderUnit, o.Steps[0].Verb.group()
	switch {
	case o.If != nil && o.Behind != nil:
		r.Refuse(r.Begin, badCondition, "one IF, its conditions joined by AND")
	case o.Behind != nil:
		o.If, o.Behind = o.Behind, nil
	case o.Else != nil && o.If == nil:
		r.Refuse(r.Begin, badCondition, "IF before ELSE")
	}
	if o.Else != nil && o.Else[0].Verb.group() != o.Group {
		r.Forbid(r.Begin, badChain, "an order of the same kind behind ELSE")
	}
}

// passOver goes past what may stand between subject and verb.
func passOver(r *reader) {
	for r.Accept(":", ",") || r.Accept(auxiliaries...) {
	}
}

// subject reads whom the order is for.
func subject(r *reader) []int {
	for r.Accept(",") {
	}
	switch {
	case !verbAhead(r.Scanner):
		r.Refuse(r.Here(), noVerb, "a verb: "+someVerbs)
		return nil
	case startsHere(r.Scanner):
		r.Refuse(r.Here(), noSubject, "whom it is for: units, ALL or SELF, before the verb")
		return nil
	case r.At("SELF", "I", "ME") || atMyself(r):
		r.Refuse(r.Here(), badCondition, "no condition in an order to yourself")
		return nil
	}
	list := units(r)
	passOver(r)
	return list
}

// units reads a list of units, or ALL.
func units(r *reader) (list []int) {
	k := r.Desk
	if r.Accept("ALL") {
		r.Accept("UNITS")
		if list = k.wholeCommand(); len(list) == 0 {
			r.Forbid(r.Here(), unitGone, "")
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

// atMyself reports whether the name of the general comes next whose person the order is for, unless
// it fits a unit as well or better.
func atMyself(r *reader) bool {
	mark := r.Mark()
	defer r.Back(mark)
	r.Accept(titles...)
	k := r.Desk
	m, set, _ := r.MatchOf([]*orders.Names{k.own, k.self}, []*orders.Names{k.side, k.enemy})
	return m.ID != "" && set == k.self && !r.At("ALL")
}

// myself goes past his name.
func myself(r *reader) bool {
	r.Accept(titles...)
	r.TryName(r.Desk.self)
	return false
}

// readTarget reads an enemy.
func readTarget(r *reader) (t target) {
	k := r.Desk
	nearest := r.Accept("NEAREST")
	if r.Accept("ENEMY", "ENEMIES") || nearest {
		t.Arm = readArm(r)
		if !nearest && r.Accept("AT") {
			t.AtPoint, t.At = true, readPoint(r)
		}
		return t
	}
	at := r.Here()
	id, set := r.NameOf([]*orders.Names{k.enemy}, []*orders.Names{k.own, k.side})
	if id != "" && set != k.enemy {
		r.Forbid(at, notATarget, "")
		return t
	}
	t.Unit = k.b.unitIDs.Find(id)
	return t
}

// readArm goes past an arm and returns it, if there is one.
func readArm(r *reader) adjudicator.Index {
	for a := range armPhrases {
		if r.Accept(armPhrases[a]...) {
			return adjudicator.At(a)
		}
	}
	return adjudicator.None
}

// readLimit reads how near the enemy must come: `the enemy is within 4`.
func readLimit(r *reader) int {
	for r.Accept("ENEMY", "THEY", "THEM", "IS", "ARE", "WITHIN", "AT", "HE", "COMES", "COME", "GETS", "GET", "TO") {
	}
	return readLength(r, badDistance)
}

// readLength reads a length above 0.
func readLength(r *reader, bad string) int {
	n, ok := r.Measure(2, inchUnits...)
	if !ok || n == 0 || n > 99999 {
		r.Refuse(r.Here(), bad, "inches above 0, at most two decimals")
	}
	return int(n)
}

// readDirection reads a compass point or degrees.
func readDirection(r *reader) int {
	r.Accept("TO")
	d, ok := compass(r)
	if !ok {
		r.Refuse(r.Here(), badFacing, "one of the eight compass points, or degrees 0 to 359")
	}
	return d
}

// compass reads one of the eight compass points, or degrees 0 to 359.
func compass(r *reader) (int, bool) {
	mark := r.Mark()
	if c, ok := r.Compass(); ok && int(c)%2 == 0 {
		return c.Degrees(), true
	}
	r.Back(mark)
	if n, ok := r.Int(); ok && n < 360 {
		r.Accept("DEGREES", "DEG", "°")
		return n, true
	}
	r.Back(mark)
	return 0, false
}

// readAim reads where to face: a compass point, degrees, a place, a unit, in this order.
func readAim(r *reader) aim {
	k := r.Desk
	r.Accept("TO", "TOWARDS")
	if atPoint(r) {
		return aim{Kind: aimPoint, At: readPoint(r)}
	}
	if d, ok := compass(r); ok {
		return aim{Kind: aimDegrees, Deg: d}
	}
	if r.At("NEAREST", "ENEMY", "ENEMIES") {
		return aim{Kind: aimEnemy, Target: readTarget(r)}
	}
	sets := []*orders.Names{k.places, k.own, k.side, k.enemy}
	m, set := r.MatchName(sets...)
	switch {
	case set != nil && m.ID == "":
		r.Name(sets...) // which refuses: it fits several
	case set == k.enemy && set != nil:
		return aim{Kind: aimEnemy, Target: readTarget(r)}
	case set != nil:
		return aim{Kind: aimPoint, At: readPlace(r)}
	default:
		r.Refuse(r.Here(), badFacing, "a compass point, degrees 0 to 359, a place or a unit")
	}
	return aim{}
}

func atPoint(r *reader) bool {
	mark := r.Mark()
	defer r.Back(mark)
	_, _, ok := r.Point(2)
	return ok
}

// readPoint reads x,y, which must lie on the table.
func readPoint(r *reader) board.Point {
	if p, ok := begun(r); ok {
		return p
	}
	at, b := r.Here(), r.Desk.b
	x, y, ok := r.Point(2)
	p := board.Point{X: int(min(x, 1000000)), Y: int(min(y, 1000000))}
	switch {
	case !ok:
		r.Refuse(r.Here(), unknownPlace, "a point x,y in inches")
	case !b.onTable(p):
		r.Forbid(at, offTable, "a point on the table, 0 to "+inches(b.Width)+" by 0 to "+inches(b.Height))
	}
	return p
}

// begun reads the point of a standing order that has been begun: it may lie off the
// table, where the unit will come to the edge.
//
// g2
func begun(r *reader) (board.Point, bool) {
	if r.Desk.known {
		return board.Point{}, false
	}
	mark := r.Mark()
	x, okX := signed(r.Next().Text)
	comma := r.Accept(",")
	y, okY := signed(r.Next().Text)
	if !okX || !comma || !okY {
		r.Back(mark)
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
func readPlace(r *reader) board.Point {
	k := r.Desk
	if p, ok := begun(r); ok {
		return p
	}
	if atPoint(r) {
		return readPoint(r)
	}
	at := r.Here()
	id, set := r.NameOf([]*orders.Names{k.places, k.own, k.side}, []*orders.Names{k.enemy})
	if u, ok := k.b.unitIDs.Find(id).Get(); ok && set != k.places {
		return placeOf(r, at, u)
	}
	if i, ok := k.b.placeIDs.Find(id).Get(); ok {
		return k.b.Places[i].At
	}
	if i := slices.IndexFunc(k.b.Areas, func(a Area) bool { return a.ID == id }); i >= 0 {
		return k.b.Areas[i].Poly.Centre()
	}
	return board.Point{}
}

// placeOf is where the writer last knew a unit to be.
func placeOf(r *reader, at orders.Word, u int) board.Point {
	k := r.Desk
	if k.b.Units[u].Side != k.b.Generals[k.g].Side {
		r.Forbid(at, notAFriend, "a place, or a unit of your side")
		return board.Point{}
	}
	p, ok := k.where(u)
	if !ok {
		r.Forbid(at, unknownPlace, "a unit whose place you have known")
	}
	return p
}

// readWay reads places joined by AND.
func readWay(r *reader) []board.Point {
	way := []board.Point{readPlace(r)}
	for r.More() && !r.At("IN", "FACING", "KEEPING", "VIA") {
		way = append(way, readPlace(r))
	}
	return way
}

// readFormation reads a formation: of the ways to write one the longest that comes next.
func readFormation(r *reader) Formation {
	best, words := Line, ""
	mark := r.Mark()
	for _, f := range formationNames {
		if p := r.AcceptOf(f.Phrases...); len(p) > len(words) {
			best, words = f.Formation, p
		}
		r.Back(mark)
	}
	if !r.Accept(words) {
		r.Refuse(r.Here(), badFormation, "line, column, march, skirmish, square, deployed or limbered")
	}
	return best
}
