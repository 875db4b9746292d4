package orderdiscipline

import (
	"galloper/adjudicator/board"
	"galloper/adjudicator/grammar"
)

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
			r.Refuse(r.Here(), unknownPlace, "VIA, IN formation, FACING or KEEPING FRONT behind the place, each once")
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

// relation reads one of the relations and returns its direction.
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
