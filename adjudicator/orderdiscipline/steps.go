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

// conduct is the language of steps (f2).
var conduct = grammar.Grammar[*desk, step]{
	Refusals: reasons, Unknown: noVerb, UnknownWant: "a verb", Incomplete: noVerb,
	Kinds: []grammar.Kind[*desk]{
		value("n", (*desk).length, func(_ *desk, n int) string { return inches(n) }, 4),
		value("until", (*desk).limit, func(_ *desk, n int) string { return inches(n) }, 4),
		value("dir", (*desk).direction, func(_ *desk, d int) string { return strconv.Itoa(d) }, 90),
		value("way", (*desk).readWay, wayText, []board.Point{{}}),
		value("facing", (*desk).aim, aimText, aim{}),
		value("formation", (*desk).formationOf, func(_ *desk, f Formation) string { return f.String() }, Line),
		value("target", (*desk).readTarget, targetText, target{}),
		value("friend", (*desk).supported, func(k *desk, u int) string { return k.b.Units[u].ID }, 0),
		value("reaction", (*desk).readReaction, func(_ *desk, r string) string { return strings.ToUpper(r) }, "stand"),
	},
	Verbs: []grammar.Verb[*desk, step]{
		{Name: "HOLD", Say: holding[1:],
			Form: "(FAST/POSITION/GROUND/HERE)" + joint + "[FACING {facing}]" + joint, Bad: noVerb,
			Then: func(_ *reader, t *step) {
				if t.Facing.Kind != noAim {
					t.Verb = doFace
				}
			}},
		{Name: "RALLY", Bad: noVerb},
		{Name: "MOVE TO", Say: moveTo, Form: "{way} [FACING {facing}] [KEEPING FRONT]", Bad: unknownPlace, Read: readMove},
		{Name: "ADVANCE", Form: "{n}" + joint, Bad: badDistance},
		{Name: "MOVE", Say: []string{"GO", "MARCH", "PROCEED"}, Form: "{n} {dir}" + joint + "[KEEPING FRONT]" + joint,
			Bad: badFacing},
		{Name: "FALL BACK", Say: []string{"WITHDRAW", "RETIRE"}, Form: "{n}" + joint, Bad: badDistance},
		{Name: "FORM", Say: []string{"CHANGE TO"}, Form: "{formation}" + joint + "[FACING {facing}]" + joint,
			Bad: badFormation},
		{Name: "LIMBER", Say: []string{"LIMBER UP"}, Form: joint + "[FACING {facing}]" + joint, Bad: badFormation,
			Then: drill(Limbered)},
		{Name: "UNLIMBER", Say: []string{"DEPLOY"}, Form: joint + "[FACING {facing}]" + joint, Bad: badFormation,
			Then: drill(Deployed)},
		{Name: "FACE", Say: []string{"TURN TO", "WHEEL TO"}, Form: "{facing}", Bad: badFacing},
		{Name: "CHARGE", Say: []string{"ATTACK", "ASSAULT"}, Form: "{target}", Bad: unknownName},
		{Name: "SUPPORT", Form: "{friend}", Bad: unknownName},
		{Name: "FIRE AT WILL", Bad: unknownName},
		{Name: "FIRE AT", Say: []string{"FIRE", "SHOOT", "OPEN FIRE"}, Form: "{target}", Bad: unknownName, Read: readFire},
		{Name: "HOLD FIRE", Say: []string{"CEASE FIRE"}, Form: "[UNTIL {until}]" + joint, Bad: badDistance},
		{Name: "ON CHARGE", Form: "{reaction}" + joint, Bad: noVerb},
	},
}.Compile()

// reader goes through the words of an order.
type reader = grammar.Reader[*desk]

// value is a kind whose values the desk reads.
func value[V any](kind string, read func(*desk, *orders.Scanner) V, text func(*desk, V) string,
	some V) grammar.Kind[*desk] {
	return grammar.Value[*desk, V]{Kind: kind, Text: text,
		Read: func(r *reader) V { return read(r.Desk, r.Scanner) },
		Some: func(k *desk, _ func(int) int) string { return text(k, some) }}
}

// drill makes FORM of LIMBER and UNLIMBER.
func drill(f Formation) func(*reader, *step) {
	return func(_ *reader, t *step) { t.Verb, t.Form, t.drill = doForm, f, true }
}

// readMove reads `place [VIA place [AND place]…] [IN formation] [FACING dir] [KEEPING FRONT]`. The
// formation is a step before it, which the mail's desk puts there.
func readMove(r *reader, t *step) {
	k, s := r.Desk, r.Scanner
	goal := k.readPlace(s)
	for !s.Failed() && !s.Done() {
		endOf(s)
		switch {
		case s.Accept("VIA"):
			t.Way = append(t.Way, k.readWay(s)...)
		case k.before == nil && s.Accept("IN"):
			f, ok := readFormation(s)
			if !ok {
				s.Refuse(badFormation, "a formation behind IN")
			}
			k.before = &step{Verb: doForm, Form: f}
		case t.Facing.Kind == noAim && s.Accept("FACING"):
			t.Facing = k.aim(s)
		case s.Accept("KEEPING FRONT"):
			t.Keep = true
		case !s.Done():
			s.Refuse(unknownPlace, "VIA, IN formation, FACING or KEEPING FRONT behind the place, each once")
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
	t.Target = r.Desk.readTarget(r.Scanner)
}

// readSteps reads steps joined by THEN, all of one group.
//
// f2
func (k *desk) readSteps(s *orders.Scanner, o *order, react bool) []step {
	parts := s.Split("THEN")
	if react {
		return k.readReactions(parts, o)
	}
	k.units = o.Units
	var list []step
	for _, part := range parts {
		passOver(part)
		k.before = nil
		if isColumn(part) || part.At(joining...) || part.At(leaving...) || part.At("RIDE") {
			part.Refuse(noVerb, "a verb for units; SELF before one for yourself")
		}
		t := conduct.Part(k.r, part)
		if k.before != nil {
			list = append(list, *k.before)
		}
		list = append(list, *t)
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

// readReactions reads what a unit does when it is charged, behind ON CHARGE.
func (k *desk) readReactions(parts []*orders.Scanner, o *order) []step {
	o.Group = Reaction
	t := step{Verb: doReact, React: k.readReaction(parts[0])}
	endOf(parts[0])
	parts[0].End(noVerb)
	if len(parts) > 1 {
		k.blame(orders.Word{}, badChain, "nothing behind a reaction")
	}
	return []step{t}
}

// endOf goes past a comma or `and` before THEN.
func endOf(s *orders.Scanner) {
	for s.Accept(",", "AND") {
	}
}

// isColumn reports whether a formation comes next that begins like a verb.
func isColumn(s *orders.Scanner) bool { return s.At("MARCH COLUMN", "ATTACK COLUMN") }

func (k *desk) readReaction(s *orders.Scanner) string {
	passOver(s)
	switch {
	case s.Accept(holding...):
		return "stand"
	case s.Accept("FORM SQUARE", "SQUARE"):
		return "square"
	case s.Accept("EVADE"):
		return "evade"
	case s.Accept("COUNTERCHARGE", "COUNTER-CHARGE", "COUNTER CHARGE"):
		return "countercharge"
	}
	s.Refuse(noVerb, "STAND, SQUARE, EVADE or COUNTERCHARGE")
	return ""
}

// limit reads how near the enemy must come: `the enemy is within 4`.
func (k *desk) limit(s *orders.Scanner) int {
	for s.Accept("ENEMY", "THEY", "THEM", "IS", "ARE", "WITHIN", "AT", "HE", "COMES", "COME", "GETS", "GET", "TO") {
	}
	return k.length(s)
}

// direction reads a compass point or degrees.
func (k *desk) direction(s *orders.Scanner) int {
	s.Accept("TO")
	d, ok := compass(s)
	if !ok {
		s.Refuse(badFacing, "one of the eight compass points, or degrees 0 to 359")
	}
	return d
}

// readWay reads places joined by AND.
func (k *desk) readWay(s *orders.Scanner) []board.Point {
	way := []board.Point{k.readPlace(s)}
	for s.More() && !s.At("IN", "FACING", "KEEPING", "VIA") {
		way = append(way, k.readPlace(s))
	}
	return way
}

// supported reads the friend to support.
func (k *desk) supported(s *orders.Scanner) int {
	at := s.Peek()
	u := k.readFriend(s)
	if slices.Contains(k.units, u) {
		k.blame(at, selfTarget, "another unit than itself")
	}
	return u
}

func (k *desk) formationOf(s *orders.Scanner) Formation {
	f, ok := readFormation(s)
	if !ok {
		s.Refuse(badFormation, "line, column, march, skirmish, square, deployed or limbered")
	}
	return f
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

// stepsText writes steps as orders have them.
func (b *Battle) stepsText(steps []step) string {
	texts := make([]string, len(steps))
	for i := range steps {
		texts[i] = conduct.Text(&desk{b: b}, &steps[i])
	}
	return strings.Join(texts, " THEN ")
}

func wayText(_ *desk, way []board.Point) string {
	last := len(way) - 1
	text := point(way[last])
	for i, p := range way[:last] {
		text += [...]string{" VIA ", " AND "}[min(i, 1)] + point(p)
	}
	return text
}

func aimText(k *desk, a aim) string {
	switch a.Kind {
	case aimDegrees:
		return strconv.Itoa(a.Deg)
	case aimPoint:
		return point(a.At)
	}
	return targetText(k, a.Target)
}

func targetText(k *desk, t target) string {
	if t.Unit.Some() {
		return k.b.Units[t.Unit.Must()].ID
	}
	text := "ENEMY" + armText(t.Arm)
	if t.AtPoint {
		return text + " AT " + point(t.At)
	}
	return "NEAREST " + text
}

func armText(arm adjudicator.Index) string {
	if arm.None() {
		return ""
	}
	return " " + strings.ToUpper(arms[arm.Must()])
}
