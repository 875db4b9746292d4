package orderdiscipline

import (
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator/board"
	"galloper/adjudicator/grammar"
)

// verb is what a step does.
type verb string

// The verbs of steps.
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
	doCharge   verb = "CHARGE"
	fireAt     verb = "FIRE AT"
	fireAtWill verb = "FIRE AT WILL"
	holdFire   verb = "HOLD FIRE"
	doReact    verb = "ON CHARGE"
)

// group is the group that a step belongs to.
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
	Way    []board.Point `slot:"way"`   // of MOVE TO: via, then the goal
	N      int           `slot:"n"`     // a length
	Until  int           `slot:"until"` // of HOLD FIRE, 0 for no limit
	Dir    int           `slot:"dir"`   // of MOVE n dir
	Facing aim           `slot:"facing"`
	Keep   bool          `slot:"KEEPING FRONT"`
	Form   Formation     `slot:"formation"`
	Target target        `slot:"target"`
	Friend int           `slot:"friend"`
	React  string        `slot:"reaction"`

	drill bool // LIMBER, UNLIMBER
}

// joint may stand before THEN, FACING, KEEPING.
const joint = " (,) (AND) "

// turned is where troops may face behind what else they do.
const turned = joint + "[FACING {facing}]" + joint

// conduct is the language of steps (f2).
var conduct = grammar.Grammar[*desk, step]{
	Refusals: reasons, Unknown: noVerb, UnknownWant: "a verb: " + someVerbs, Incomplete: noVerb,
	Kinds: append(slices.Clip(slots),
		value("until", readLimit, func(_ *desk, n int) string { return inches(n) }, 4),
		value("dir", readDirection, func(_ *desk, d int) string { return strconv.Itoa(d) }, 90),
		value("way", readWay, wayText, []board.Point{{}}),
		value("facing", readAim, aimText, aim{}),
		value("formation", readFormation, func(_ *desk, f Formation) string { return f.String() }, Line),
		value("target", readTarget, targetText, target{}),
		grammar.Words[*desk, string]{Kind: "reaction", Want: "STAND, SQUARE, EVADE or COUNTERCHARGE",
			Words: []grammar.Word[string]{{Word: "STAND", Value: "stand", Say: holding},
				{Word: "SQUARE", Value: "square", Say: []string{"FORM SQUARE"}}, {Word: "EVADE", Value: "evade"},
				{Word: "COUNTERCHARGE", Value: "countercharge", Say: []string{"COUNTER-CHARGE", "COUNTER CHARGE"}}}}),
	Verbs: []grammar.Verb[*desk, step]{
		{Name: "HOLD", Say: holding[1:], Form: "(FAST/POSITION/GROUND/HERE)" + turned,
			Help: "The unit stays where it is.", Example: "45e hold facing NE",
			Then: func(_ *reader, t *step) {
				if t.Facing.Kind != noAim {
					t.Verb = doFace
				}
			}},
		{Name: "RALLY", Help: "A unit in disorder rallies.", Example: "17e rally"},
		{Name: "MOVE TO", Say: moveTo, Form: "{way} [FACING {facing}] [KEEPING FRONT]", Bad: unknownPlace, Read: readMove,
			Grammar: "MOVE TO place [VIA place [AND place]…] [IN formation] [FACING dir] [KEEPING FRONT]",
			Help:    "To a place, a point, or where a unit of your side stands.", Example: "bty move to ridge via crossroads"},
		{Name: "ADVANCE", Form: "{n}" + joint, Bad: badDistance, Help: "So many inches straight ahead.",
			Example: "45e advance 6"},
		{Name: "MOVE", Say: []string{"GO", "MARCH", "PROCEED"}, Form: "{n} {dir}" + joint + "[KEEPING FRONT]" + joint,
			Bad: badFacing, Help: "So many inches that way.", Example: "17e move 4 NE keeping front"},
		{Name: "FALL BACK", Say: []string{"WITHDRAW", "RETIRE"}, Form: "{n}" + joint, Bad: badDistance,
			Help: "So many inches back.", Example: "45e fall back 3"},
		{Name: "FORM", Say: []string{"CHANGE TO"}, Form: "{formation}" + turned, Bad: badFormation,
			Help: "A change of formation.", Example: "45e form line facing 20,30"},
		{Name: "LIMBER", Say: []string{"LIMBER UP"}, Form: turned, Bad: badFormation, Then: drill(Limbered),
			Help: "FORM limbered.", Example: "bty limber then move to 26,14"},
		{Name: "UNLIMBER", Say: []string{"DEPLOY"}, Form: turned, Bad: badFormation, Then: drill(Deployed),
			Help: "FORM deployed.", Example: "bty unlimber facing N"},
		{Name: "FACE", Say: []string{"TURN TO", "WHEEL TO"}, Form: "{facing}", Bad: badFacing,
			Help: "Towards a point of the compass, degrees, a place or a unit.", Example: "45e face nearest enemy"},
		{Name: "CHARGE", Say: []string{"ATTACK", "ASSAULT"}, Form: "{target}", Bad: unknownName,
			Help: "Into contact.", Example: "6cha charge nearest enemy guns"},
		{Name: "SUPPORT", Form: "{friend}", Bad: unknownName, Then: supportsOther,
			Help: "Behind a unit of your side.", Example: "17e support 45e"},
		{Name: "FIRE AT WILL", Bad: unknownName, Help: "At the nearest.", Example: "45e fire at will"},
		{Name: "FIRE AT", Say: []string{"FIRE", "SHOOT", "OPEN FIRE"}, Form: "{target}", Bad: unknownName, Read: readFire,
			Help: "At one enemy.", Example: "bty fire at 42nd foot"},
		{Name: "HOLD FIRE", Say: []string{"CEASE FIRE"}, Form: "[UNTIL {until}]" + joint, Bad: badDistance,
			Help: "Not until the enemy is so near.", Example: "42foot hold fire until 4 inches"},
		{Name: "ON CHARGE", Form: "(:) (,) (WILL) (TO) {reaction}" + joint,
			Help:    "What the unit does when it is charged: STAND, SQUARE, EVADE or COUNTERCHARGE.",
			Example: "all on charge stand"},
	},
}.Compile()

// value is a kind whose values are read and written by functions.
func value[V any](kind string, read func(*reader) V, text func(*desk, V) string, some V) grammar.Kind[*desk] {
	return grammar.Value[*desk, V]{Kind: kind, Text: text, Read: read,
		Some: func(k *desk, _ func(int) int) string { return text(k, some) }}
}

// drill makes FORM of LIMBER and UNLIMBER.
func drill(f Formation) func(*reader, *step) {
	return func(_ *reader, t *step) { t.Verb, t.Form, t.drill = doForm, f, true }
}

// readMove reads `place [VIA place [AND place]…] [IN formation] [FACING dir] [KEEPING FRONT]`. The
// formation is a step before it, which the mail's desk puts there.
func readMove(r *reader, t *step) {
	k := r.Desk
	goal := readPlace(r)
	for !r.Failed() && !r.Done() {
		for r.Accept(",", "AND") {
		}
		switch {
		case r.Accept("VIA"):
			t.Way = append(t.Way, readWay(r)...)
		case k.before == nil && r.Accept("IN"):
			k.before = &step{Verb: doForm, Form: readFormation(r)}
		case t.Facing.Kind == noAim && r.Accept("FACING"):
			t.Facing = readAim(r)
		case r.Accept("KEEPING FRONT"):
			t.Keep = true
		case !r.Done():
			r.Refuse(r.Here(), unknownPlace, "VIA, IN formation, FACING or KEEPING FRONT behind the place, each once")
		}
	}
	t.Way = append(t.Way, goal)
}

// readFire reads FIRE AT target and FIRE AT WILL.
func readFire(r *reader, t *step) {
	r.Accept("AT")
	if r.Done() || r.Accept("WILL") {
		t.Verb = fireAtWill
		return
	}
	r.Accept("ON")
	t.Target = readTarget(r)
}

// supportsOther forbids a unit to support itself.
func supportsOther(r *reader, t *step) {
	if slices.Contains(r.Desk.units, t.Friend) {
		r.Forbid(r.Begin, selfTarget, "")
	}
}

// readSteps reads steps joined by THEN, all of one group.
//
// f2
func readSteps(r *reader) (list []step) {
	k := r.Desk
	k.units = r.Row.(*order).Units
	for _, part := range r.Split("THEN") {
		k.before = nil
		r.Over(part, func() {
			subjectAgain(r)
			if isColumn(r.Scanner) || r.At(personalVerbs...) {
				r.Refuse(r.Here(), noVerb, "a verb for units; SELF before one for yourself")
			}
		})
		t := conduct.Part(r, part)
		if k.before != nil {
			list = append(list, *k.before)
		}
		list = append(list, *t)
	}
	if len(list) > 1 && slices.ContainsFunc(list, func(t step) bool { return t.Verb.group() != Movement }) {
		r.Forbid(r.Begin, badChain, "")
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

// subjectAgain goes past the order's own subject, which people write once more behind THEN and ELSE,
// and past what may stand between it and the verb.
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

// forbidStep forbids what the unit cannot do.
func forbidStep(r *reader, u *Regiment, t *step) {
	arm := u.Kind.Arm()
	switch {
	case t.Verb == doCharge && arm == Artillery:
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

func stepsText(k *desk, steps []step) string {
	texts := make([]string, len(steps))
	for i := range steps {
		texts[i] = conduct.Text(k, &steps[i])
	}
	return strings.Join(texts, " THEN ")
}

func someStep(k *desk, pick func(int) int) string { return conduct.Some(k, pick) }

// errands are what a general does himself.
//
// §8.1 §9.1
var errands = grammar.Grammar[*desk, errand]{
	Refusals: reasons, Unknown: noVerb, UnknownWant: "JOIN, LEAVE, MOVE TO or STAY", Incomplete: noVerb, Kinds: slots,
	Verbs: []grammar.Verb[*desk, errand]{
		{Name: "JOIN", Say: joining[1:], Form: "(TO) {friend}", Bad: unknownName, Then: mayJoin,
			Help: "You go with a unit of your command.", Example: "I join 45e"},
		{Name: "LEAVE", Say: leaving[1:], Form: "[{friend}]", Bad: unknownName,
			Then: func(_ *reader, e *errand) { e.Unit = 0 }}, // he can leave only the one that he is with
		{Name: "MOVE TO", Form: "{place}", Bad: unknownPlace,
			Say: append([]string{"RIDE TO", "RIDE TOWARDS", "RIDE", "GO", "MOVE"}, moveTo...)},
		{Name: "STAY", Say: holding, Form: "(HERE)"},
	},
}.Compile()

// mayJoin forbids a general to join what he does not command.
//
// §9.1
func mayJoin(r *reader, e *errand) {
	k := r.Desk
	if u := &k.b.Units[e.Unit]; u.Side == k.b.Generals[k.g].Side && !k.b.commands(k.whose, e.Unit) {
		r.Forbid(r.Begin, notYours, "a unit of your command or of a general below you")
	}
}

// readErrand reads what the general does himself.
func readErrand(r *reader) errand {
	passOver(r)
	if r.Ahead("IF") {
		r.Forbid(r.Here(), badCondition, "no condition in an order to yourself")
	}
	parts := r.Split("THEN")
	if len(parts) > 1 {
		r.Forbid(r.Here(), badChain, "one thing at a time for yourself")
	}
	return *errands.Part(r, parts[0])
}

func someErrand(k *desk, pick func(int) int) string { return errands.Some(k, pick) }
