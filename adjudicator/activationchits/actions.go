package activationchits

import (
	"slices"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/grammar"
	"galloper/adjudicator/rules"
	"galloper/orders"
)

// plans is the grammar of plan entries, after their subjects.
var plans = grammar.Grammar[*parser, Entry]{
	Refusals: refusals, Unknown: unknownOrder, Incomplete: incomplete, Ambiguous: ambiguous, BadNumber: badNumber,
	Fillers: []string{"THE", "THEN", "PLEASE", "HEX", "HEXES", "IS"},
	Stops:   []string{"ELSE", "IF", "UNLESS", "FROM", "IN FLANK"},
	Kinds: append(slots, grammar.Rows[*parser, Action]{Kind: "action", Rows: actions, Kinds: slots, Tail: "[IF {if} | " +
		"UNLESS {if:unless}]", TailMeans: "[if {if}]",
		Unknown: unknownOrder, Near: actionPhrases,
		Want: "an action: MOVE TO, MOVE TOWARDS, ATTACK, FIRE AT, FACE, RALLY, LEAVE SQUARE, HOLD, ATTACH TO"}),
	Verbs: []grammar.Verb[*parser, Entry]{{Name: "PLAN", Bare: true, Form: "{action ELSE/OTHERWISE…}",
		Means: "{action ELSE/OTHERWISE…}"}},
}.Compile()

var (
	moving    = []string{"MOVE", "MARCH", "ADVANCE", "GO", "WITHDRAW", "RETIRE", "FALL BACK"}
	attacking = []string{"ATTACK", "CHARGE", "ASSAULT", "STORM"}
	firing    = []string{"FIRE", "SHOOT", "BOMBARD"}
)

var actionPhrases = slices.Concat(moving, []string{"CLOSE WITH"}, attacking, firing, []string{"FACE", "TURN", "RALLY",
	"LEAVE SQUARE", "BREAK SQUARE", "HOLD", "STAY", "STAND", "ATTACH", "JOIN", "DETACH", "LEAVE", "FORM SQUARE"})

// actions lists the actions of an entry. FORM SQUARE is there only to be refused with an explanation.
var actions = []grammar.Verb[*parser, Action]{
	{Name: string(Move), Say: moving, Form: "{hex} [VIA {via…}] [FACING {face}] [AND FIRE AT {target}]", Read: move,
		Means: "move to {hex} [by way of {via…}] [, facing {face}] [AND FIRE AT=and fire at {target}]"},
	{Name: string(Towards), Say: []string{"CLOSE WITH"}, Form: "{target:goal}", Then: moveOrApproach,
		Means: "move towards {target:goal}"},
	{Name: string(Attack), Say: attacking[1:], Then: attack,
		Form: "{target} [FROM {from:hex}] [IN FLANK/IN REAR] [[ONLY] WITH {with:battery…}]",
		Means: "attack {target} [from {from:hex}] [IN FLANK=in flank or rear] [ONLY=, but only] [with " +
			"{with:battery…}]"},
	{Name: string(Fire), Say: firing, Form: "(AT/ON) {target}", Then: fire,
		Means: "fire at {target}"},
	{Name: string(Turn), Say: []string{"TURN"}, Form: "(TO) {face}", Then: onlyUnit,
		Means: "face {face}"},
	{Name: string(RallyVerb), Then: onlyUnit,
		Means: "rally"},
	{Name: string(LeaveSquare), Say: []string{"BREAK SQUARE"}, Form: "[FACING {face}]", Then: leaveSquare,
		Means: "leave square [, facing {face}]"},
	{Name: string(Hold), Say: []string{"STAY", "STAND"},
		Means: "hold"},
	{Name: string(Attach), Say: []string{"ATTACH", "JOIN"}, Form: "(TO) {unit:friend}", Then: attachLeader,
		Means: "go to {unit:friend} and stay with them"},
	{Name: "DETACH", Say: []string{"LEAVE"}, Form: "(TO) {hex}", Then: func(r *reader, a *Action) {
		a.Verb = Move
		onlyLeader(r, a)
	}},
	{Name: "FORM SQUARE", Then: func(r *reader, _ *Action) {
		r.Forbid(r.Begin, squareIsReaction, "REACT unit: SQUARE AT n: a square is a reaction")
	}},
}

var slots = []grammar.Kind[*parser]{
	unitKind("mine", func(r *reader, u int, _ *orders.Names, at orders.Word) { mayCommand(r, whoIs(u, at), notYours) }),
	unitKind("battery", inSupport), unitKind("friend", onOurSide),
	grammar.Names[*parser, int]{Kind: "seat", Want: "a seat of your side", Unknown: unknownName, Repeats: true,
		Sets: func(k *parser) []*orders.Names { return k.seats[k.ownSide() : k.ownSide()+1] },
		Of:   func(k *parser, id string, _ *orders.Names) int { return k.b.seatIDs.Find(id).Or(-1) },
		Text: func(k *parser, seat int) string { return k.b.Posts[seat].ID }},
	grammar.Words[*parser, string]{Kind: "kind", Bad: unknownOrder, Want: "ACTIVATION, RALLY, MORALE or COMBAT",
		Nearest: true,
		Words: []grammar.Word[string]{{Word: "ACTIVATION", Value: forActivation}, {Word: "RALLY", Value: forRally},
			{Word: "MORALE", Value: forMorale}, {Word: "COMBAT", Value: forCombat}}},
	grammar.Number[*parser]{Kind: "n", Least: 1, Most: 9, Want: "a number from 1 to 9", Missing: incomplete},
	grammar.Value[*parser, int]{Kind: "hex", Read: openHex, Text: hexText, Prose: hexProse},
	grammar.Value[*parser, int]{Kind: "via", Read: openHex, At: hexNext, Text: hexText},
	grammar.Value[*parser, Heading]{Kind: "face", Read: heading,
		Text: func(k *parser, h Heading) string { return k.b.facingText(&h) }, Prose: facingProse},
	grammar.Value[*parser, Target]{Kind: "target", Read: target,
		Text: func(k *parser, t Target) string { return k.b.targetText(&t) }, Prose: targetProse},
	grammar.Value[*parser, Target]{Kind: "goal", Read: goal,
		Text: func(k *parser, t Target) string { return k.b.targetText(&t) }, Prose: targetProse},
	grammar.Value[*parser, []Condition]{Kind: "if", Read: allOf, Text: func(k *parser, list []Condition) string {
		return strings.Join(rules.Texts(list, func(c Condition) string { return k.b.conditionText(&c) }), " AND ")
	}, Prose: conditionsProse},
	grammar.Value[*parser, []Condition]{Kind: "unless", Read: readUnless},
}

// unitKind makes a kind for a unit. then checks whether it is admissible.
func unitKind(kind string, then func(*reader, int, *orders.Names, orders.Word)) grammar.Kind[*parser] {
	return grammar.Names[*parser, int]{Kind: kind, Want: "a unit", Unknown: unknownName, Then: then,
		Sets: unitsOf(0), Foils: unitsOf(1),
		Of:   func(k *parser, id string, _ *orders.Names) int { return k.b.unitIDs.Find(id).Or(-1) },
		Text: func(k *parser, u int) string { return k.b.Units[u].ID }}
}

func hexText(k *parser, hex int) string { return k.b.hexName(hex) }

// ownSide returns the side whose units are meant.
func (k *parser) ownSide() int { return k.b.Posts[k.seat].Side }

// unitsOf returns the names of the side's own units (0) or the enemy's (1).
func unitsOf(other int) func(*parser) []*orders.Names {
	return func(k *parser) []*orders.Names {
		side := (k.ownSide() + other) % 2
		return k.units[side : side+1 : side+1]
	}
}

// entrySubject holds the subject of a plan entry.
type entrySubject struct {
	word         orders.Word
	unit, leader adjudicator.Index
}

func whoIs(unit int, at orders.Word) entrySubject {
	return entrySubject{word: at, unit: adjudicator.At(unit)}
}

// plannedFor reads a unit or leader of the side, or ME.
func plannedFor(r *reader) entrySubject {
	return someone(r, r.Desk.people(r.Desk.ownSide()), r.Desk.people(1-r.Desk.ownSide()))
}

func someone(r *reader, sets, foils []*orders.Names) entrySubject {
	w := entrySubject{word: r.Peek()}
	if r.Accept("ME", "MYSELF") {
		w.leader = adjudicator.At(r.Desk.seat)
		return w
	}
	id, _ := r.NameOf(sets, foils)
	if w.unit = r.Desk.b.unitIDs.Find(id); w.unit.None() {
		w.leader = r.Desk.b.leaderIDs.Find(id)
	}
	return w
}

// mayCommand refuses a subject that does not belong to the seat or is off the board.
func mayCommand(r *reader, w entrySubject, reason string) {
	b := r.Desk.b
	switch {
	case w.unit.Some() && b.Units[w.unit.Must()].Seat != r.Desk.seat, w.leader.Some() && !w.leader.Is(r.Desk.seat):
		r.Forbid(w.word, reason, "a unit of "+b.Posts[r.Desk.seat].ID+", or its leader")
	case w.unit.Some() && r.Desk.gone(b.Units[w.unit.Must()].ID):
		r.Forbid(w.word, unitLost, "a unit that is on the board")
	case w.leader.Some() && r.Desk.gone(b.Posts[w.leader.Must()].Leader):
		r.Forbid(w.word, noLeader, "a leader who is on the board")
	}
}

// onOurSide refuses an enemy unit and a lost one.
func onOurSide(r *reader, u int, _ *orders.Names, at orders.Word) {
	switch {
	case u < 0:
	case r.Desk.b.Units[u].Side != r.Desk.ownSide():
		r.Forbid(at, notYours, "a unit of your side")
	case r.Desk.gone(r.Desk.b.Units[u].ID):
		r.Forbid(at, unitLost, "a unit that is on the board")
	}
}

// onlyUnit refuses an action that only units can take.
func onlyUnit(r *reader, _ *Action) {
	if r.Desk.who.leader.Some() {
		r.Forbid(r.Begin, notUnit, "a unit: a leader may MOVE, ATTACH, DETACH or HOLD")
	}
}

func onlyLeader(r *reader, _ *Action) {
	if r.Desk.who.unit.Some() {
		r.Forbid(r.Begin, notLeader, "a leader")
	}
}

// entryUnit returns the unit of the entry. ok is false if the entry is a leader's.
func (k *parser) entryUnit() (u *Troop, ok bool) {
	i, ok := k.who.unit.Get()
	if !ok {
		return nil, false
	}
	return &k.b.Units[i], true
}

func leaveSquare(r *reader, a *Action) {
	onlyUnit(r, a)
	if u, ok := r.Desk.entryUnit(); ok && u.Arm != Infantry {
		r.Forbid(r.Begin, notInfantry, "infantry")
	}
}

func attachLeader(r *reader, a *Action) { onlyLeader(r, a) }

func fire(r *reader, a *Action) {
	onlyUnit(r, a)
	mayFire(r, r.Begin, false)
}

// mayFire refuses to let a unit fire that cannot.
func mayFire(r *reader, at orders.Word, moved bool) {
	if u, ok := r.Desk.entryUnit(); ok && (u.Kind.Range == 0 || moved && u.Kind.Moved == "none") {
		r.Forbid(at, cannotFire, "a unit that can fire in this way")
	}
}

// attack refuses attacks by artillery and support by more than one battery (§20).
func attack(r *reader, a *Action) {
	onlyUnit(r, a)
	if u, ok := r.Desk.entryUnit(); ok && u.Arm == Artillery {
		r.Forbid(r.Desk.who.word, cannotMelee, "infantry or cavalry")
	}
	if len(a.With) > 1 {
		r.Forbid(r.Desk.battery, tooMany, "fewer batteries")
	}
	if r.Desk.from.Some() && a.From != r.Desk.from {
		r.Refuse(r.Begin, incomplete, "one hex to attack from")
	}
	r.Desk.battery, r.Desk.from = orders.Word{}, adjudicator.None
}

// inSupport refuses support by anything but a battery of the seat.
func inSupport(r *reader, u int, _ *orders.Names, at orders.Word) {
	if r.Desk.battery.Text == "" {
		r.Desk.battery = at
	}
	if u < 0 {
		return
	}
	mayCommand(r, whoIs(u, at), notYours)
	if r.Desk.b.Units[u].Arm != Artillery {
		r.Forbid(at, notArtillery, "a battery")
	}
}

// move reads the rest of MOVE, which may turn into MOVE TOWARDS or ATTACK.
func move(r *reader, a *Action) {
	if r.Accept("TOWARDS", "TOWARD", "ON", "IN ON") {
		a.Verb, a.Target = Towards, goal(r)
		if moveOrApproach(r, a); a.Verb == Move {
			toHex(r, a)
		}
		return
	}
	r.Accept("TO", "INTO")
	a.Hex = adjudicator.At(openHex(r))
	toHex(r, a)
}

// moveOrApproach turns MOVE TOWARDS a hex without a known enemy into MOVE TO (§M5b).
func moveOrApproach(r *reader, a *Action) {
	if hex, ok := a.Target.Hex.Get(); ok && r.Desk.vacant != nil && hex != nowhere && r.Desk.vacant(hex) {
		*a = Action{Verb: Move, Hex: a.Target.Hex}
		mayEnter(r, r.Begin, hex)
		return
	}
	onlyUnit(r, a)
}

// toHex reads the modifiers of MOVE TO hex.
func toHex(r *reader, a *Action) {
	for !r.Failed() {
		at := r.Peek()
		switch {
		case len(a.Via) == 0 && r.Accept("VIA"):
			a.Via = hexes(r)
		case !a.Face.Given && r.Accept("FACING"):
			a.Face = heading(r)
			if r.Desk.who.leader.Some() {
				r.Forbid(at, notUnit, "a unit: leaders have no facing")
			}
		default:
			andThen(r, a)
			return
		}
	}
}

// andThen reads AND FIRE AT target or AND ATTACK target after MOVE TO hex.
func andThen(r *reader, a *Action) {
	mark, at := r.Mark(), r.Peek()
	if !r.Accept("AND", ",", "&") {
		return
	}
	r.Accept("AND")
	switch {
	case r.Accept(firing...):
		r.Accept("AT", "ON")
		a.Shoot, a.Target = true, target(r)
		mayFire(r, at, true)
	case r.At(attacking...):
		if a.Face.Given {
			r.Refuse(at, incomplete, "MOVE TO hex AND ATTACK target, without FACING: it faces its target")
		}
		a.Hex, a.From = adjudicator.None, a.Hex
		r.Desk.from = a.From
		r.As(string(Attack))
	default:
		r.Back(mark)
		return
	}
	if len(a.Via) > 0 {
		r.Refuse(at, incomplete, "MOVE TO hex AND …, without VIA")
	}
	if r.Desk.who.leader.Some() {
		r.Forbid(at, notUnit, "a unit: a leader does not fight")
	}
}

// hexNext reports whether a hex comes next, as a coordinate or by name: `D4`, `d 4`, `D04`, `La Haye`.
func hexNext(r *reader) bool { return coordinates(r) || siteNext(r) > 0 }

// siteNext returns the number of words of the hex name that comes next, or 0. If the words also name a unit
// or leader, the unit or leader has precedence (§G9).
func siteNext(r *reader) int {
	m, _ := r.MatchName(r.Desk.b.sites)
	if other, _ := r.MatchName(r.Desk.all...); m.ID == "" || !m.Telling(restOf(r.Scanner)) || !m.Better(&other) {
		return 0
	}
	return m.Words
}

// site reads the name of a hex, if one comes next.
func site(r *reader) (hex int, ok bool) {
	if coordinates(r) || siteNext(r) == 0 {
		return nowhere, false
	}
	return r.Desk.b.hexAt(r.TryName(r.Desk.b.sites)), true
}

// coordinates reports whether a hex coordinate comes next.
func coordinates(r *reader) bool {
	w := r.Peek().Fold
	if len(w) == 0 || w[0] < 'A' || w[0] > 'Z' || len(w) > 1 && strings.Trim(w[1:], "0123456789") != "" {
		return false
	}
	mark := r.Mark()
	defer r.Back(mark)
	_, _, ok := r.Hex()
	return ok
}

func readHex(r *reader) int {
	at := r.Peek()
	if r.Done() {
		r.Refuse(r.Here(), incomplete, "a hex")
		return nowhere
	}
	if hex, ok := site(r); ok {
		return hex
	}
	if coordinates(r) {
		if column, row, _ := r.Hex(); column >= 1 && column <= r.Desk.b.Columns && row >= 1 && row <= r.Desk.b.Rows {
			return (row-1)*r.Desk.b.Columns + column - 1
		}
	}
	r.Refuse(at, badHex, "a hex of the board, A1 to "+r.Desk.b.hexName(len(r.Desk.b.cubes)-1))
	return nowhere
}

// openHex reads a hex and checks that the entry's unit or leader can enter it.
func openHex(r *reader) int {
	at := r.Peek()
	hex := readHex(r)
	mayEnter(r, at, hex)
	return hex
}

// mayEnter refuses terrain that the arm of the entry's unit can never enter. Leaders count as infantry (§T1).
func mayEnter(r *reader, at orders.Word, hex int) {
	arm := Infantry
	if u, ok := r.Desk.entryUnit(); ok {
		arm = u.Arm
	}
	if hex == nowhere {
		return
	}
	if ground := r.Desk.b.terrainAt(hex); !ground.Enter[arm] {
		r.Forbid(at, closedGround, "a hex that its arm can enter, not "+ground.Name)
	}
}

func hexes(r *reader) []int {
	list := []int{openHex(r)}
	for !r.Failed() {
		mark := r.Mark()
		if !r.More() || !hexNext(r) {
			r.Back(mark)
			break
		}
		list = append(list, openHex(r))
	}
	return list
}

// headings lists the compass points that are facings. The other points lie between two facings.
var headings = map[string]Facing{"N": North, "NE": EastNorthEast, "ENE": EastNorthEast, "SE": EastSouthEast,
	"ESE": EastSouthEast, "S": South, "SW": WestSouthWest, "WSW": WestSouthWest, "NW": WestNorthWest, "WNW": WestNorthWest}

// heading reads a facing: a compass point, or a hex (§G6).
func heading(r *reader) Heading {
	at := r.Peek()
	if r.Done() {
		r.Refuse(r.Here(), incomplete, "a facing: n, ene, ese, s, wsw, wnw, or a hex")
		return Heading{}
	}
	if hexNext(r) {
		return Heading{Given: true, Hex: adjudicator.At(readHex(r))}
	}
	c, ok := r.Compass()
	f, is := headings[c.String()]
	if !ok || !is {
		r.Refuse(at, badFacing, "n, ene, ese, s, wsw, wnw, or a hex: units face the corners of their hex")
	}
	return Heading{Given: true, Facing: f}
}

// goal reads the goal of MOVE TOWARDS: a friendly unit, or a target (§M5a).
func goal(r *reader) Target {
	sets := unitsOf(0)(r.Desk)
	m, set := r.MatchName(slices.Concat(sets, r.Desk.people(1-r.Desk.ownSide()))...)
	if m.ID == "" || set != sets[0] || hexNext(r) && m.Words == 1 {
		return target(r)
	}
	at := r.Peek()
	u := r.Desk.b.unitIDs.Must(r.TryName(sets...))
	onOurSide(r, u, nil, at)
	if r.Desk.who.unit.Is(u) {
		r.Forbid(at, selfTarget, "another unit")
	}
	return Target{Unit: adjudicator.At(u)}
}

// target reads an enemy unit or leader, a hex, or NEAREST.
func target(r *reader) Target {
	t, at := Target{}, r.Peek()
	if r.Done() || r.At("ELSE", "IF", "UNLESS") {
		r.Refuse(r.Here(), incomplete, "a target: an enemy, a hex or NEAREST")
		return t
	}
	if r.Accept("NEAREST ENEMY", "NEAREST") {
		t.Nearest = true
		return t
	}
	m, _ := r.MatchName(r.Desk.all...)
	if siteNext(r) > 0 || coordinates(r) && (m.ID == "" || m.Words <= 1) {
		t.Hex = adjudicator.At(readHex(r))
		return t
	}
	id, _ := r.NameOf(r.Desk.people(1-r.Desk.ownSide()), r.Desk.people(r.Desk.ownSide()))
	t.Unit, t.Leader = r.Desk.b.unitIDs.Find(id), r.Desk.b.leaderIDs.Find(id)
	switch {
	case t.Unit.Some() && r.Desk.b.Units[t.Unit.Must()].Side == r.Desk.ownSide(),
		t.Leader.Some() && r.Desk.b.Posts[t.Leader.Must()].Side == r.Desk.ownSide():
		r.Forbid(at, ownSide, "an enemy")
	case t.Unit.Some() && r.Desk.gone(id):
		r.Forbid(at, unitLost, "an enemy that is on the board")
	}
	return t
}
