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

// readTarget reads an enemy: by name, the nearest, or the one at a point, optionally of an arm (f1, f8).
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
	if m.ID == "" || enemy {
		mark := r.Mark()
		t.Arm = readArm(r)
		described := r.Mark() > mark || r.Accept(troops...)
		if !nearest && (enemy || described) && r.Accept("AT", "IN") {
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

// troops are words for an enemy that don't tell its arm.
var troops = []string{"COLUMN", "LINE", "SKIRMISHERS", "TROOPS", "BATTALION"}

// readArm reads an arm and returns it, or none.
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

// readLimit reads the distance of HOLD FIRE UNTIL: `the enemy is within 4`.
func readLimit(r *reader) int {
	for r.Accept("ENEMY", "IS", "ARE", "WITHIN", "AT") {
	}
	return readLength(r, badDistance)
}

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

// readAim reads a direction to face, trying a compass point, degrees, a place and a unit in this order.
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
		r.Name(sets...) // refuses the ambiguous name
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

// readPoint reads a point x,y and refuses one off the table.
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

// begun reads the goal of a standing order that has begun. It may lie off the table; the unit will then stop
// at the edge (g2).
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

// signed parses hundredths in the format of inches.
func signed(text string) (int, bool) {
	digits, negative := strings.CutPrefix(text, "-")
	whole, part, _ := strings.Cut(digits, ".")
	n, err := strconv.Atoi(whole + part)
	if negative {
		n = -n
	}
	return n, err == nil && len(part) == 2
}

// readPlace reads a point, a place, an area or the last known position of a friendly unit, or a point beside
// one of these (f1, f7).
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
	return p
}

// readGoal reads a place that troops are to reach, and refuses water (§10.9).
func readGoal(r *reader) board.Point {
	at, b := r.Here(), r.Desk.b
	p := readPlace(r)
	if !r.Failed() && r.Desk.known && b.inWater(p) { // troops that follow others may be led to a point in water
		r.Forbid(at, inWater, "a place on land, such as "+point(b.land(p)))
	}
	return p
}

// readThere reads a place or unit and returns its rectangle. Everything but a unit faces away from the side's
// home edge.
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
	if i := slices.IndexFunc(k.b.Lines, func(c Course) bool { return c.ID == id }); i >= 0 {
		return board.Rect{Centre: k.b.Lines[i].middle(), Facing: away}
	}
	return board.Rect{}
}

// atPlace reports whether a place comes next that is not a unit.
func atPlace(r *reader) bool {
	if r.Done() {
		return false
	}
	m, set := r.MatchName(r.Desk.places, r.Desk.own, r.Desk.side, r.Desk.enemy)
	return m.ID != "" && set == r.Desk.places || atPoint(r) || atRelation(r)
}

// rectOf returns a friendly unit's rectangle as last known to the writer.
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

func readWay(r *reader) []board.Point {
	way := []board.Point{readGoal(r)}
	for r.More() && !r.At("IN", "FACING", "KEEPING", "VIA") {
		way = append(way, readGoal(r))
	}
	return way
}

// formationAt returns the formation that comes next, by the longest matching phrase.
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

func readFormation(r *reader) Formation {
	f, words := formationAt(r)
	if !r.Accept(words) {
		r.Refuse(r.Here(), badFormation, "line, column, march, skirmish, square, deployed or limbered")
	}
	return f
}
