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

type verb string

const (
	doHold     verb = "HOLD"
	doRally    verb = "RALLY"
	doMove     verb = "MOVE TO"
	doAdvance  verb = "ADVANCE"   // n ahead
	doShift    verb = "MOVE"      // n in a direction
	doFallBack verb = "FALL BACK" // n behind
	doForm     verb = "FORM"
	doFace     verb = "FACE"
	doSupport  verb = "SUPPORT"
	doDress    verb = "DRESS ON"
	doTake     verb = "TAKE"
	doCharge   verb = "CHARGE"
	fireAt     verb = "FIRE AT"
	fireAtWill verb = "FIRE AT WILL"
	holdFire   verb = "HOLD FIRE"
	doReact    verb = "ON CHARGE"
)

func (v verb) group() Group {
	switch v {
	case doReact:
		return Reaction
	case fireAt, fireAtWill, holdFire:
		return Fire
	}
	return Movement
}

// step is one step of a unit's order.
type step struct {
	Verb   verb          `slot:"verb"`
	Way    []board.Point `slot:"way"`   // of MOVE TO: intermediate points, then the goal
	N      int           `slot:"n"`     // a length; 0 for ADVANCE and FALL BACK as far as possible
	Until  int           `slot:"until"` // of HOLD FIRE; 0 for no limit
	Dir    int           `slot:"dir"`   // of MOVE n dir
	Facing aim           `slot:"facing"`
	Keep   bool          `slot:"KEEPING FRONT"`
	Form   Formation     `slot:"formation"`
	Target target        `slot:"target"`
	Friend int           `slot:"friend"`
	React  string        `slot:"reaction"`

	drill bool // from LIMBER or UNLIMBER
	open  bool // CHARGE without a target
	joins bool // joined to the step before by a comma or AND: simultaneous if it is of another group
}

// also joins simultaneous steps: `hold ALSO fire at will`.
const also = "ALSO"

// joint are the optional words before THEN, FACING and KEEPING.
const joint = " (,) (AND) "

// turned is the optional facing after another action.
const turned = joint + "[FACING {facing}]" + joint

// conduct is the grammar of steps (f2).
var conduct = grammar.Grammar[*parser, step]{
	Refusals: reasons, Unknown: noVerb, UnknownWant: "a verb: " + someVerbs, Incomplete: noVerb,
	Kinds: append(slices.Clip(slots),
		value("until", readLimit, func(_ *parser, n int) string { return inches(n) }, inchesProse, 4),
		value("dir", readDirection, func(_ *parser, d int) string { return strconv.Itoa(d) }, facingProse, 90),
		value("way", readWay, wayText, (*parser).wayProse, []board.Point{{}}),
		value("facing", readAim, aimText, (*parser).aimProse, aim{}),
		value("formation", readFormation, func(_ *parser, f Formation) string { return f.String() }, nil, Line),
		value("target", readTarget, targetText, (*parser).targetProse, target{}),
		grammar.Words[*parser, string]{Kind: "reaction", Want: "STAND, SQUARE, EVADE or COUNTERCHARGE",
			Words: []grammar.Word[string]{{Word: "STAND", Value: "stand", Say: holding},
				{Word: "SQUARE", Value: "square", Say: []string{"FORM SQUARE"}, Prose: "form square"},
				{Word: "EVADE", Value: "evade"},
				{Word: "COUNTERCHARGE", Value: "countercharge", Say: []string{"COUNTER-CHARGE", "COUNTER CHARGE"}}}}),
	Verbs: []grammar.Verb[*parser, step]{
		{Name: "HOLD", Say: append([]string{"KEEP YOUR GROUND", "KEEP GROUND", "KEEP POSITION", "DO NOTHING", "WAIT",
			"DEFEND", "REMAIN", "STOP", "STAY PUT"}, holding[1:]...), Read: readHold,
			Form: "(FAST/POSITION/GROUND/HERE)" + turned, Grammar: "HOLD [FACING dir], HOLD place",
			Help: "The unit stays where it is; HOLD place is MOVE TO place.", Example: "45e hold facing NE",
			Means: "hold [, facing {facing}]"},
		{Name: "RALLY", Say: []string{"REFORM", "RE-FORM", "RECOVER", "REGROUP"}, Help: "A unit in disorder rallies.",
			Example: "17e rally",
			Means:   "rally"},
		{Name: "MOVE TO", Say: append([]string{"HEAD FOR", "MAKE FOR", "OCCUPY", "TO"}, moveTo...),
			Form: "{way} [FACING {facing}] [KEEPING FRONT]", Bad: unknownPlace, Read: readMove,
			Grammar: "MOVE TO place [VIA place [AND place]…] [IN formation] [FACING dir] [KEEPING FRONT]",
			Help: "To a place, a point, or where a unit of your side stands, also BEHIND, IN FRONT OF, LEFT OF or " +
				"RIGHT OF it.", Example: "bty move to ridge via crossroads",
			Means: "move to {way} [, facing {facing}] [KEEPING FRONT=, keeping their front]"},
		{Name: "TAKE", Say: []string{"STORM", "CAPTURE", "CARRY", "CLEAR"}, Form: "{way}", Bad: unknownPlace, Read: readTake,
			Grammar: "TAKE place", Help: "To the place, and charge the enemy who stands there.", Example: "45e take farm",
			Means: "take {way}"},
		{Name: "ADVANCE", Say: []string{"FORWARD", "PUSH FORWARD", "PUSH ON", "PRESS ON", "COME UP", "COME ON", "MOVE UP",
			"GALLOP FORWARD", "GO FORWARD", "MOVE FORWARD"}, Form: "[{n}]", Bad: badDistance, Read: readMove,
			Help: "So many inches straight ahead, or as far as the unit can.", Example: "45e advance 6",
			Means: "advance [{n}]"},
		{Name: "MOVE", Say: []string{"GO", "MARCH", "PROCEED", "GALLOP", "TROT"}, Form: "{n} {dir} [KEEPING FRONT]",
			Bad: badFacing, Read: readMove, Help: "So many inches that way.", Example: "17e move 4 NE keeping front",
			Means: "move {n} to the {dir} [KEEPING FRONT=, keeping their front]"},
		{Name: "FALL BACK", Say: []string{"WITHDRAW", "RETIRE", "RETREAT", "PULL BACK", "DRAW BACK", "GIVE GROUND"},
			Form: "[{n}]", Bad: badDistance, Read: readMove, Help: "So many inches back, or as far as the unit can.",
			Example: "45e fall back 3",
			Means:   "fall back [{n}]"},
		{Name: "FORM", Say: []string{"CHANGE TO", "CHANGE INTO", "FORM INTO", "DEPLOY INTO", "DEPLOY IN"},
			Form: "{formation}" + turned, Bad: badFormation, Read: readForm, Help: "A change of formation.",
			Example: "45e form line facing 20,30",
			Means:   "change formation to {formation} [, facing {facing}]"},
		{Name: "SKIRMISH", Say: []string{"EXTEND"}, Form: turned, Bad: badFormation, Read: readSkirmish,
			Help: "FORM skirmish, and if a place is named, there.", Example: "17e skirmish into the copse"},
		{Name: "LIMBER", Say: []string{"LIMBER UP", "HOOK IN"}, Form: turned, Bad: badFormation, Then: drill(Limbered),
			Help: "FORM limbered.", Example: "bty limber then move to 26,14"},
		{Name: "UNLIMBER", Say: []string{"DEPLOY", "DROP TRAILS", "COME INTO ACTION"}, Form: turned, Bad: badFormation,
			Then: drill(Deployed), Help: "FORM deployed.", Example: "bty unlimber facing N"},
		{Name: "FACE", Say: []string{"TURN TO", "WHEEL TO", "FRONT TO"}, Form: "{facing}", Bad: badFacing,
			Help: "Towards a point of the compass, degrees, a place or a unit.", Example: "45e face nearest enemy",
			Means: "face {facing}"},
		{Name: "CHARGE", Say: []string{"ATTACK", "ASSAULT"}, Form: "{target}", Bad: unknownName, Read: readCharge,
			Help: "Into contact. ATTACK place is TAKE place.", Example: "6cha charge nearest enemy guns",
			Means: "charge {target}"},
		{Name: "SUPPORT", Say: []string{"FOLLOW", "BACK UP", "STAY BEHIND", "KEEP BEHIND", "STAND BEHIND", "STAY CLOSE TO",
			"HELP", "ASSIST", "GO WITH", "BEHIND"}, Form: "{friend}", Bad: unknownName, Then: refuseSelfSupport,
			Help: "Behind a unit of your side, wherever it goes.", Example: "17e support 45e",
			Means: "stay behind {friend}"},
		{Name: "DRESS ON", Say: []string{"KEEP PACE WITH", "KEEP LEVEL WITH", "KEEP STATION ON", "KEEP UP WITH",
			"DRESS WITH", "ALIGN ON", "ALIGN WITH", "STAY WITH", "STAY LEVEL WITH", "MOVE WITH", "MARCH WITH"},
			Form: "{friend}", Bad: unknownName, Then: refuseSelfSupport,
			Help: "Level with a unit of your side, wherever it goes.", Example: "17e dress on 45e",
			Means: "keep level with {friend}"},
		{Name: "FIRE AT WILL", Bad: unknownName, Help: "At the nearest.", Example: "45e fire at will",
			Means: "fire at will"},
		{Name: "FIRE AT", Say: []string{"FIRE", "SHOOT", "SHOOT AT", "OPEN FIRE", "PICK OFF", "SHELL", "BOMBARD",
			"CANNONADE", "POUND", "VOLLEY"}, Form: "{target}", Bad: unknownName, Read: readFire,
			Help: "At one enemy.", Example: "bty fire at 42nd foot",
			Means: "fire at {target}"},
		{Name: "HOLD FIRE", Say: []string{"CEASE FIRE", "HOLD YOUR FIRE", "RESERVE FIRE", "RESERVE YOUR FIRE"},
			Form: "[UNTIL {until}]" + joint, Bad: badDistance,
			Help: "Not until the enemy is so near.", Example: "42foot hold fire until 4 inches",
			Means: "hold their fire [until the enemy is within {until}]"},
		{Name: "ON CHARGE", Form: "(:) (,) (WILL) (TO) {reaction}" + joint,
			Help:    "What the unit does when it is charged: STAND, SQUARE, EVADE or COUNTERCHARGE.",
			Example: "all on charge stand",
			Means:   "{reaction} when charged"},
	},
}.Compile()

// value makes a kind from functions that read and format its values.
func value[V any](
	kind string, read func(*reader) V, text, prose func(*parser, V) string, some V,
) grammar.Kind[*parser] {
	return grammar.Value[*parser, V]{Kind: kind, Text: text, Prose: prose, Read: read,
		Some: func(k *parser, _ func(int) int) string { return text(k, some) }}
}

// drill turns LIMBER and UNLIMBER into FORM.
func drill(f Formation) func(*reader, *step) {
	return func(_ *reader, t *step) { t.Verb, t.Form, t.drill = doForm, f, true }
}

// refuseSelfSupport refuses a unit that would support itself.
func refuseSelfSupport(r *reader, t *step) {
	if slices.Contains(r.Desk.units, t.Friend) {
		r.Forbid(r.Begin, selfTarget, "")
	}
}

// readSteps reads steps joined by THEN or ALSO (f2).
func readSteps(r *reader) (list []step) {
	k := r.Desk
	k.units = r.Row.(*order).Units
	for again, joins := true, false; again; {
		part := r.Until("THEN", also)
		if part == nil {
			part = r.Split()[0]
		}
		k.before = nil
		r.Over(part, func() {
			subjectAgain(r)
			if isColumn(r.Scanner) || r.At(personalVerbs...) {
				r.Refuse(r.Here(), noVerb, "a verb for units; SELF before one for yourself")
			}
		})
		t := conduct.Part(r, part)
		t.joins = joins
		if k.before != nil {
			k.before.joins, t.joins = joins, true
			list = append(list, *k.before)
		}
		list = append(list, *t)
		joins = r.Accept(also)
		again = joins || r.Accept("THEN")
	}
	for i := 1; i < len(list); i++ { // movement must come first
		if !list[i].joins && list[i-1].Verb.group() != Movement {
			r.Forbid(r.Begin, badChain, "")
		}
	}
	if len(list) > 4 {
		r.Forbid(r.Begin, tooManySteps, "")
	}
	for _, u := range k.units {
		for i := range list {
			forbidStep(r, &k.b.Units[u], &list[i])
		}
	}
	return list
}

// subjectAgain skips a repetition of the order's subject after THEN or ELSE, and optional words between it
// and the verb.
func subjectAgain(r *reader) {
	mark := r.Mark()
	var again []int
	for {
		again = append(again, r.Desk.b.unitIDs.Find(r.TryName(r.Desk.own)).Or(-1))
		if !r.More() {
			break
		}
	}
	if slices.Sort(again); !slices.Equal(again, slices.Sorted(slices.Values(r.Desk.units))) {
		r.Back(mark)
	}
	passOver(r)
}

// forbidStep refuses a step that the unit's kind cannot carry out.
func forbidStep(r *reader, u *Regiment, t *step) {
	arm := u.Kind.Arm()
	switch {
	case (t.Verb == doCharge || t.Verb == doTake) && arm == Artillery:
		r.Forbid(r.Begin, cannotCharge, "infantry or cavalry; "+u.ID+" has guns")
	case t.React == "countercharge" && arm != Cavalry:
		r.Forbid(r.Begin, cannotCharge, "cavalry; "+u.ID+" is none")
	case t.React == "square" && arm != Infantry:
		r.Forbid(r.Begin, badFormation, "infantry; "+u.ID+" is none")
	case t.drill && arm != Artillery:
		r.Forbid(r.Begin, notArtillery, "artillery; "+u.ID+" has no guns")
	case t.Verb == doForm && movementOf(u.Kind, t.Form) < 0:
		r.Forbid(r.Begin, badFormation, "a formation of "+u.Kind.String()+" for "+u.ID)
	}
}

func stepsText(k *parser, steps []step) string {
	texts := make([]string, len(steps))
	for i := range steps {
		texts[i] = conduct.Text(k, &steps[i])
	}
	return strings.Join(texts, " THEN ")
}

func stepsProse(k *parser, steps []step) string {
	texts := make([]string, len(steps))
	for i := range steps {
		texts[i] = conduct.Within(k, &steps[i])
	}
	return strings.Join(texts, ", then ")
}

func someStep(k *parser, pick func(int) int) string { return conduct.Some(k, pick) }

// errands is the grammar of orders to a general in person (§8.1, §9.1).
var errands = grammar.Grammar[*parser, errand]{
	Refusals: reasons, Unknown: noVerb, UnknownWant: "JOIN, LEAVE, MOVE TO or STAY", Incomplete: noVerb, Kinds: slots,
	Verbs: []grammar.Verb[*parser, errand]{
		{Name: "JOIN", Say: joining[1:], Form: "(TO) {friend}", Bad: unknownName, Read: readJoin,
			Help: "You go with a unit of your command, or to another general.", Example: "I join 45e",
			Means: "go with {friend}"},
		{Name: "LEAVE", Say: leaving[1:], Form: "[{friend}]", Bad: unknownName,
			Then:  func(_ *reader, e *errand) { e.Unit = 0 },
			Means: "leave the unit that you are with"}, // any unit named is ignored: there is only one to leave
		{Name: "MOVE TO", Form: "{place}", Bad: unknownPlace, Read: readRide,
			Say: append([]string{"RIDE OVER TO", "GALLOP TO", "GO OVER TO", "RIDE TO", "RIDE TOWARDS", "RIDE", "GO",
				"MOVE"}, moveTo...),
			Means: "ride to {place}"},
		{Name: "STAY", Say: append([]string{"REMAIN", "STAY PUT"}, holding...),
			Form:  "(HERE/WHERE I AM/AT MY POST)",
			Means: "stay where you are"},
	},
}.Compile()

// readRide reads a place or a friendly general (f7).
func readRide(r *reader, e *errand) {
	k := r.Desk
	if m, set, _ := r.MatchOf([]*orders.Names{k.places, k.own, k.side, k.generals}, nil); m.ID != "" && set == k.generals {
		e.At = k.whereabouts(k.b.seatIDs.Must(r.TryName(k.generals)))
		return
	}
	e.At = readPlace(r)
}

// readJoin reads JOIN unit. Joining a general means riding to that general's position (§9.1, f7).
func readJoin(r *reader, e *errand) {
	k := r.Desk
	r.Accept("TO")
	if m, set, _ := r.MatchOf([]*orders.Names{k.own, k.side, k.generals}, nil); m.ID != "" && set == k.generals {
		e.Verb = "MOVE TO"
		readRide(r, e)
		return
	}
	at := r.Here()
	id, set := r.NameOf([]*orders.Names{k.own, k.side}, []*orders.Names{k.enemy})
	if r.Failed() {
		return
	}
	if e.Unit = k.b.unitIDs.Must(id); set == k.enemy {
		r.Forbid(at, notAFriend, "")
	}
	if u := &k.b.Units[e.Unit]; u.Side == k.b.Generals[k.g].Side && !k.b.commands(k.whose, e.Unit) {
		r.Forbid(r.Begin, notYours, "a unit of your command or of a general below you")
	}
}

func readErrand(r *reader) errand {
	passOver(r)
	if r.Ahead("IF") {
		r.Forbid(r.Here(), badCondition, "no condition in an order to yourself")
	}
	parts := r.Split("THEN")
	if len(parts) > 1 {
		r.Forbid(r.Here(), badChain, "one order at a time for yourself")
	}
	return *errands.Part(r, parts[0])
}

func someErrand(k *parser, pick func(int) int) string { return errands.Some(k, pick) }

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
	if p, ok := readBegunGoal(r); ok {
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

// readBegunGoal reads the goal of a standing order that has begun. It may lie off the table; the unit will then stop
// at the edge (g2).
func readBegunGoal(r *reader) (board.Point, bool) {
	if r.Desk.known {
		return board.Point{}, false
	}
	mark := r.Mark()
	x, okX := parseSigned(r.Next().Text)
	comma := r.Accept(",")
	y, okY := parseSigned(r.Next().Text)
	if !okX || !comma || !okY {
		r.Back(mark)
		return board.Point{}, false
	}
	return board.Point{X: x, Y: y}, true
}

// parseSigned parses hundredths in the format of inches.
func parseSigned(text string) (int, bool) {
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
	if p, ok := readBegunGoal(r); ok {
		return p
	}
	way, beside := relation(r)
	at := r.Here()
	what := readThere(r)
	p := what.Centre
	if beside && what != (board.Rect{}) {
		p = r.Desk.pointBeside(what, way)
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
		r.Forbid(at, notAFriend, "a place, or a unit of your side; to attack an enemy, CHARGE")
		return board.Rect{}
	}
	rect, ok := k.seen(u)
	if !ok {
		r.Forbid(at, unknownPlace, "a unit that you have seen or heard of")
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
