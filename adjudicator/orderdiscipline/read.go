package orderdiscipline

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/board"
	"galloper/adjudicator/grammar"
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

// sentences cuts an item where a comma or AND stands before another unit of the writer's and its verb.
//
// f6
func (k *desk) sentences(it *orders.Item) (list []orders.Item) {
	if it.Letter != nil || it.Words == nil || it.Words[0].Fold == "TO" {
		return []orders.Item{*it}
	}
	rest := *it
	for i := 1; i < len(rest.Words); i++ {
		here := rest.Words[:i]
		if !joins(rest.Words[i]) || hasWord(here, "IF") || !hasVerb(here) {
			continue
		}
		end := i
		for end < len(rest.Words) && joins(rest.Words[end]) {
			end++
		}
		if !k.begin(rest.Words[end:]) {
			continue
		}
		one := rest
		one.Words = here
		list = append(list, one)
		rest.Words = k.named(rest.Words[end:], here)
		i = 0
	}
	return append(list, rest)
}

func joins(w orders.Word) bool { return w.Fold == "," || w.Fold == "AND" || w.Fold == "&" }

// begin reports whether the words are a unit of the writer's and a verb.
func (k *desk) begin(words []orders.Word) bool {
	s := orders.ScanWords(words)
	if s.TryName(k.own) == "" {
		return false
	}
	for s.Accept(":", ",") || s.Accept(auxiliaries...) || s.Accept("TO") {
	}
	return startsHere(s)
}

// named puts the unit of the sentence before in place of THEM or IT at the end.
func (k *desk) named(words, before []orders.Word) []orders.Word {
	last := &words[len(words)-1]
	id := orders.ScanWords(before).TryName(k.own)
	if id == "" || last.Fold != "THEM" && last.Fold != "IT" {
		return words
	}
	words = slices.Clone(words)
	words[len(words)-1].Fold = orders.Fold(id)
	return words
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
	o.Kind = orderUnit
	switch {
	case o.If != nil && o.Behind != nil:
		r.Refuse(r.Begin, badCondition, "one IF, its conditions joined by AND")
	case o.Behind != nil:
		o.If, o.Behind = o.Behind, nil
	case o.Else != nil && o.If == nil:
		r.Refuse(r.Begin, badCondition, "IF before ELSE")
	}
	for i := range o.Steps {
		o.Steps[i].Target = o.meant(r, &o.Steps[i])
	}
	parts := o.byGroup()
	for i := range parts {
		if len(parts[i].Steps) == 0 || parts[i].Group != Movement && len(parts[i].Steps) > 1 {
			r.Forbid(r.Begin, badChain, "an order of the same kind behind ELSE, and one of a kind beside another")
		}
	}
	*o = parts[0]
	o.Also = parts[1:]
}

// meant is the target of a step. Where CHARGE has none it is the enemy of its condition: `if enemy horse
// within 6 charge`.
func (o *order) meant(r *reader, t *step) target {
	if !t.open {
		return t.Target
	}
	for _, c := range o.If {
		if c.Kind == condEnemy && !c.Not {
			return target{Arm: c.Arm}
		}
	}
	r.Refuse(r.Begin, unknownName, "whom to charge: an enemy, NEAREST ENEMY, ENEMY AT x,y")
	return t.Target
}

// byGroup are the orders that it is, one of each group.
//
// f3 f6
func (o *order) byGroup() (parts []order) {
	for group := Movement; group <= Reaction; group++ {
		part := *o
		part.Group, part.Steps, part.Else = group, ofGroup(o.Steps, group), ofGroup(o.Else, group)
		if part.Steps != nil || part.Else != nil {
			parts = append(parts, part)
		}
	}
	return parts
}

func ofGroup(steps []step, group Group) (list []step) {
	for _, t := range steps {
		if t.Verb.group() == group {
			list = append(list, t)
		}
	}
	return list
}

// all are the orders that it is: of units one of each group, of a directive as many.
func (o *order) all() (list []order) {
	if o.Inner != nil {
		for _, inner := range o.Inner.all() {
			one := *o
			one.Inner = &inner
			list = append(list, one)
		}
		return list
	}
	also := o.Also
	one := *o
	one.Also = nil
	return append([]order{one}, also...)
}

// passOver goes past what may stand between subject and verb.
func passOver(r *reader) {
	for r.Accept(":", ",") || r.Accept(auxiliaries...) {
	}
	if mark := r.Mark(); r.Accept("TO") && !startsHere(r.Scanner) {
		r.Back(mark) // `45e to the farm`
	}
	r.Accept("AT ONCE")
}

// subject reads whom the order is for.
func subject(r *reader) []int {
	for r.Accept(",") || r.Accept("LET", "HAVE", "I WANT", "I NEED", "TELL", "ASK") {
	}
	switch {
	case toColleague(r):
		return nil
	case !verbAhead(r.Scanner) && !r.Ahead("TO"):
		noVerbHere(r)
		return nil
	case startsHere(r.Scanner) && !behindVerb(r):
		r.Refuse(r.Here(), noSubject, "whom it is for: units, ALL or SELF, before the verb")
		return nil
	case r.At("SELF", "I", "ME", "I'LL") || atMyself(r):
		r.Refuse(r.Here(), badCondition, "no condition in an order to yourself")
		return nil
	}
	r.Accept("WITH", "USING")
	list := units(r)
	passOver(r)
	return list
}

// alone are the verbs behind which units may stand whom the order is for: what they need they
// have behind a word of its own.
var alone = conduct.PhrasesOf(string(doHold), string(doRally), string(doAdvance), string(doShift), string(doFallBack),
	"LIMBER", "UNLIMBER", string(holdFire), "EVADE", "COUNTERCHARGE")

// behindVerb brings units that stand behind the verb, or behind WITH at the end, in front of it:
// `rally 45e`, `take the farm with 45e and 17e`.
//
// f6
func behindVerb(r *reader) bool {
	mark := r.Mark()
	defer r.Back(mark)
	if r.Accept(alone...) {
		if from := r.Mark(); skipUnits(r) {
			to := r.Mark()
			r.Back(mark)
			r.Bring(from, to)
			return true
		}
		r.Back(mark)
	}
	for !r.Done() {
		if from := r.Mark(); r.Accept("WITH", "USING") && skipUnits(r) && r.Done() {
			to := r.Mark()
			r.Back(mark)
			r.Bring(from, to)
			return true
		} else if r.Mark() == from {
			r.Next()
		}
	}
	return false
}

// skipUnits goes past units of the writer's, or a group of them.
func skipUnits(r *reader) bool {
	if r.At(everyone...) {
		group(r)
		return true
	}
	found := false
	for r.TryName(r.Desk.own) != "" {
		found = true
		mark := r.Mark()
		if !r.More() {
			break
		}
		if m, _ := r.MatchName(r.Desk.own); m.ID == "" {
			r.Back(mark)
			break
		}
	}
	return found
}

// noVerbHere refuses an order without a verb, at the word behind its units.
func noVerbHere(r *reader) {
	for r.TryName(r.Desk.own) != "" && r.More() {
	}
	r.Refuse(r.Here(), noVerb, "a verb: "+someVerbs, r.NearestOf(conduct.Phrases())...)
}

// toColleague refuses what is said to another general, with how to say it.
func toColleague(r *reader) bool {
	k := r.Desk
	m, set, _ := r.MatchOf([]*orders.Names{k.own, k.generals}, []*orders.Names{k.side, k.enemy})
	if set != k.generals || m.ID == "" || k.whose != k.g || r.At(everyone...) {
		return false
	}
	want := "LETTER TO " + m.ID + ": and what you want to say"
	if g, ok := k.b.seatIDs.Find(m.ID).Get(); ok && k.b.below(g, k.g) {
		want = "TO " + m.ID + ": ALL and a verb; or " + want
	}
	r.Refuse(r.Here(), notYours, want)
	return true
}

// units reads a list of units, or ALL.
func units(r *reader) (list []int) {
	k := r.Desk
	if list, ok := group(r); ok {
		if len(list) == 0 {
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

// group reads the whole command, or those of it that are of an arm.
//
// f9
func group(r *reader) (list []int, ok bool) {
	k, at := r.Desk, r.Here()
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
		r.Refuse(at, unknownName, "ALL, or the names of the units: there are not two", unitNames(k, list)...)
	}
	return list, true
}

func unitNames(k *desk, list []int) (names []string) {
	for _, u := range list {
		names = append(names, k.b.Units[u].ID)
	}
	return names
}

// everyone are the words for more than one unit of the command.
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
	return m.ID != "" && set == k.self && !r.At(everyone...)
}

// myself goes past his name.
func myself(r *reader) bool {
	r.Accept(titles...)
	r.TryName(r.Desk.self)
	return false
}

// readTarget reads an enemy: by name, the nearest, or the one at a point, of some arm or of any.
//
// f1 f8
func readTarget(r *reader) (t target) {
	k := r.Desk
	if atPoint(r) {
		return target{AtPoint: true, At: readPoint(r)}
	}
	at := r.Here()
	m, set, _ := r.MatchOf([]*orders.Names{k.enemy, k.places}, []*orders.Names{k.own, k.side})
	if m.ID != "" && set == k.places {
		return target{AtPoint: true, At: readPlace(r)}
	}
	nearest := r.Accept("NEAREST")
	enemy := r.Accept("ENEMY", "ENEMIES", "ENEMY'S") || nearest
	if m.Words == 0 || enemy {
		mark := r.Mark()
		t.Arm = readArm(r)
		described := r.Mark() > mark || r.Accept(troops...)
		if !nearest && (enemy || described) && r.Accept("AT", "NEAR", "BY", "IN") {
			t.AtPoint, t.At = true, readPlace(r)
			return t
		}
		if enemy || t.Arm.Some() {
			return t
		}
		r.Back(mark)
	}
	id, set := r.NameOf([]*orders.Names{k.enemy}, []*orders.Names{k.own, k.side})
	if id != "" && set != k.enemy {
		r.Forbid(at, notATarget, "")
		return t
	}
	t.Unit = k.b.unitIDs.Find(id)
	return t
}

// troops are words for an enemy that say nothing of his arm.
var troops = []string{"COLUMN", "LINE", "SQUARE", "SKIRMISHERS", "SHARPSHOOTERS", "MEN", "TROOPS", "UNIT", "REGIMENT",
	"BATTALION", "THEM", "ONES", "BODY", "FORCE"}

// readArm goes past an arm and returns it, if there is one.
func readArm(r *reader) adjudicator.Index {
	mark := r.Mark()
	best := r.AcceptOf(slices.Concat(armPhrases[:]...)...)
	arm := slices.IndexFunc(armPhrases[:], func(ways []string) bool { return slices.Contains(ways, best) })
	if arm < 0 {
		r.Back(mark)
		return adjudicator.None
	}
	return adjudicator.At(arm)
}

// readLimit reads how near the enemy must come: `the enemy is within 4`.
func readLimit(r *reader) int {
	for r.Accept("ENEMY", "THEY", "THEM", "IS", "ARE", "WITHIN", "AT", "HE", "COMES", "COME", "GETS", "GET", "TO",
		"THEY'RE", "CLOSER THAN", "NEARER THAN", "SEE") {
	}
	return readLength(r, badDistance)
}

// readLength reads a length above 0.
func readLength(r *reader, bad string) int {
	if n := grammar.Numeral(r.Peek().Fold); n > 0 {
		r.Next()
		r.Accept(inchUnits...)
		return 100 * n
	}
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

// readPlace reads a point, a place, an area, or a unit of one's side where the writer last knew it;
// or a point beside one of these.
//
// f1 f7
func readPlace(r *reader) board.Point {
	if p, ok := begun(r); ok {
		return p
	}
	way, beside := relation(r)
	at := r.Here()
	what := readThere(r)
	p := what.Centre
	if beside && what != (board.Rect{}) {
		p = r.Desk.beside(what, way)
		if !r.Desk.b.onTable(p) {
			r.Forbid(at, offTable, "a point on the table")
		}
	}
	r.Desk.there = &p
	return p
}

// readThere reads what stands somewhere. What is no unit faces away from the side's home edge.
func readThere(r *reader) board.Rect {
	k := r.Desk
	away := (k.b.Sides[k.b.Generals[k.g].Side].Home + 180) % 360
	if atPoint(r) {
		return board.Rect{Centre: readPoint(r), Facing: away}
	}
	at := r.Here()
	id, set := r.NameOf([]*orders.Names{k.places, k.own, k.side}, []*orders.Names{k.enemy})
	if u, ok := k.b.unitIDs.Find(id).Get(); ok && set != k.places {
		return rectOf(r, at, u)
	}
	if i, ok := k.b.placeIDs.Find(id).Get(); ok {
		return board.Rect{Centre: k.b.Places[i].At, Facing: away}
	}
	if i := slices.IndexFunc(k.b.Areas, func(a Area) bool { return a.ID == id }); i >= 0 {
		return board.Rect{Centre: k.b.Areas[i].Poly.Centre(), Facing: away}
	}
	return board.Rect{}
}

// atPlace reports whether a place comes next, and no unit.
func atPlace(r *reader) bool {
	if r.Done() {
		return false
	}
	m, set := r.MatchName(r.Desk.places, r.Desk.own, r.Desk.side, r.Desk.enemy)
	return m.ID != "" && set == r.Desk.places || atPoint(r) || atRelation(r)
}

// rectOf is where and how the writer last knew a unit to stand.
func rectOf(r *reader, at orders.Word, u int) board.Rect {
	k := r.Desk
	if k.b.Units[u].Side != k.b.Generals[k.g].Side {
		r.Forbid(at, notAFriend, "a place, or a unit of your side; against an enemy CHARGE")
		return board.Rect{}
	}
	rect, ok := k.seen(u)
	if !ok {
		r.Forbid(at, unknownPlace, "a unit whose place you have known")
	}
	return rect
}

// readWay reads places joined by AND.
func readWay(r *reader) []board.Point {
	way := []board.Point{readPlace(r)}
	for r.More() && !r.At("IN", "FACING", "KEEPING", "VIA") {
		way = append(way, readPlace(r))
	}
	return way
}

// formationAt is the formation that comes next: of the ways to write one the longest.
func formationAt(r *reader) (f Formation, words string) {
	mark := r.Mark()
	for _, name := range formationNames {
		if p := r.AcceptOf(name.Phrases...); len(p) > len(words) {
			f, words = name.Formation, p
		}
		r.Back(mark)
	}
	return f, words
}

func atFormation(r *reader) bool {
	_, words := formationAt(r)
	return words != ""
}

// readFormation reads a formation.
func readFormation(r *reader) Formation {
	f, words := formationAt(r)
	if !r.Accept(words) {
		r.Refuse(r.Here(), badFormation, "line, column, march, skirmish, square, deployed or limbered")
	}
	return f
}
