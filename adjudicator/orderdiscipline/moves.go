package orderdiscipline

import (
	"slices"

	"galloper/adjudicator/board"
	"galloper/adjudicator/grammar"
)

// whither lists the prepositions and adverbs between a verb of movement and its goal.
var whither = []string{"TO", "ON TO", "ONTO", "INTO", "ON", "TOWARDS", "TOWARD", "UP TO", "UP ON", "UP", "AS FAR AS",
	"FOR", "BACK TO", "BACK", "FORWARD TO", "FORWARD", "OUT TO", "OVER TO", "ROUND LEFT FLANK BY", "ROUND RIGHT FLANK BY",
	"ROUND FLANK BY", "ROUND BY", "BY", "STRAIGHT AHEAD"}

// manner are adverbial phrases that the rules ignore.
var manner = []string{"IN GOOD ORDER", "KEEPING LINE", "KEEPING FORMATION", "KEEPING ORDER", "AT DOUBLE", "IN HASTE",
	"STEADILY", "TOGETHER"}

// readMove reads the rest of a verb of movement: a length, `MOVE n dir`, or a place, and `[VIA place [AND
// place]…] [IN formation] [FACING dir] [KEEPING FRONT]`. A formation becomes a step of its own in front, kept
// in parser.before (5.8 f7).
func readMove(r *reader, t *step) {
	for r.Accept(manner...) || r.Accept(",") {
	}
	mark, way := r.Mark(), ""
	if !atRelation(r) {
		way = r.AcceptOf(whither...)
	}
	switch {
	case t.Verb != doMove && atLength(r):
		t.N = readLength(r, badDistance)
		if t.Verb == doShift {
			readShift(r, t, way)
		}
	case t.Verb == doAdvance && way == "BACK", t.Verb == doFallBack && (way == "FORWARD" || way == "STRAIGHT AHEAD"):
		r.Refuse(r.Here(), badDistance, "one way: ADVANCE or FALL BACK")
	case !atRelation(r) && (t.Verb == doAdvance || t.Verb == doFallBack) && atTail(r) && goesOn(way):
	case t.Verb == doShift && r.Mark() == mark && !atRelation(r):
		readLength(r, badDistance) // refuses
	case (t.Verb == doAdvance || t.Verb == doFallBack) && r.Mark() == mark && !atRelation(r):
		r.Refuse(r.Here(), badDistance, "inches above 0, or TO and a place")
	default:
		t.Verb = doMove
		t.Way = []board.Point{readGoal(r)}
	}
	readTail(r, t)
}

// goesOn reports whether the adverb is complete without a goal: `advance on`, but not `advance to`.
func goesOn(way string) bool {
	return slices.Contains([]string{"", "ON", "UP", "FORWARD", "BACK", "STRAIGHT AHEAD"}, way)
}

// readShift reads the direction of MOVE n: a compass point, or ahead or back relative to the unit's facing.
func readShift(r *reader, t *step, way string) {
	switch {
	case r.Accept("AHEAD", "FORWARD", "FORWARDS", "STRAIGHT AHEAD"), r.Done() && way == "FORWARD":
		t.Verb = doAdvance
	case r.Accept("BACK", "BACKWARDS"), r.Done() && way == "BACK":
		t.Verb = doFallBack
	default:
		t.Dir = readDirection(r)
	}
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

// atTail reports whether no goal follows.
func atTail(r *reader) bool {
	return r.Done() || r.At("IN", "FACING", "KEEPING FRONT") || r.At(manner...)
}

// readTail reads the modifiers that follow the goal of a movement.
func readTail(r *reader, t *step) {
	k := r.Desk
	moves := t.Verb == doMove
	for !r.Failed() && !r.Done() {
		for r.Accept(",", "AND") {
		}
		switch {
		case r.Accept(manner...):
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
			r.Refuse(r.Here(), unknownPlace, "VIA, IN formation, FACING or KEEPING FRONT behind the place, each once")
		default:
			return
		}
	}
}

// readHold reads HOLD, or HOLD place, which means MOVE TO place.
func readHold(r *reader, t *step) {
	for r.Accept("FAST", "FIRM", "POSITION", "GROUND", "HERE", "THERE", "IT", "STILL", "WHERE YOU ARE",
		"WHERE THEY ARE", "WHERE IT IS", "TO LAST MAN", "AT ALL COSTS", "YOUR GROUND", "YOUR POSITION") {
	}
	if atPlace(r) {
		t.Verb, t.Way = doMove, []board.Point{readGoal(r)}
		readTail(r, t)
		return
	}
	for r.Accept(",", "AND") {
	}
	if r.Accept("FACING") {
		t.Verb, t.Facing = doFace, readAim(r)
	}
}

// readTake reads TAKE place. TAKE IT refers to the place named last (f7).
func readTake(r *reader, t *step) {
	if r.Accept("IT", "THAT", "THERE") && r.Desk.there != nil {
		t.Way = []board.Point{*r.Desk.there}
		return
	}
	t.Way = []board.Point{readGoal(r)}
}

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

// readForm reads FORM formation, or FORM ON THE LEFT OF a unit, which means MOVE TO.
func readForm(r *reader, t *step) {
	mark := r.Mark()
	r.Accept("UP")
	if atRelation(r) {
		t.Verb, t.Way = doMove, []board.Point{readGoal(r)}
		readTail(r, t)
		return
	}
	r.Back(mark)
	if r.Accept("ON") {
		t.Verb, t.Friend = doDress, r.Desk.b.unitIDs.Find(r.Name(r.Desk.own, r.Desk.side)).Or(0)
		withAnother(r, t)
		return
	}
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
	r.Accept("AT", "ON", "UPON")
	if r.Done() || r.Accept("WILL") {
		t.Verb = fireAtWill
		return
	}
	r.Accept("ON")
	t.Target = readTarget(r)
}

// relations lists the phrases for a point beside something. Way is the direction relative to its facing, in
// degrees (f7).
var relations = []struct {
	Way int
	Say []string
}{
	{270, sides("LEFT")}, {90, sides("RIGHT")}, {180, []string{"BEHIND", "TO REAR OF", "IN REAR OF"}},
	{0, []string{"IN FRONT OF", "AHEAD OF"}},
}

func sides(hand string) (ways []string) {
	for _, before := range []string{"", "ON ", "TO ", "ON TO ", "UP ON "} {
		ways = append(ways, before+hand+" OF", before+hand+" FLANK OF")
	}
	return ways
}

// relation reads one of the relations and returns its direction.
func relation(r *reader) (way int, ok bool) {
	for _, of := range relations {
		if r.Accept(of.Say...) {
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

// beside returns the point in direction way from a rectangle, at the interval from it, for the units that the
// order is for (f7).
func (k *parser) beside(of board.Rect, way int) board.Point {
	own := board.Rect{}
	for _, u := range k.units {
		rect, _ := k.seen(u)
		own.Frontage, own.Depth = max(own.Frontage, rect.Frontage), max(own.Depth, rect.Depth)
	}
	distance := k.b.Tables.Interval + (of.Depth+own.Depth)/2
	if way%180 != 0 {
		distance = k.b.Tables.Interval + (of.Frontage+own.Frontage)/2
	}
	return ahead(of.Centre, distance, (of.Facing+way)%360)
}
