package activationchits

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/grammar"
	"galloper/adjudicator/rules"
	"galloper/orders"
)

// Verb is the kind of an action (section f).
type Verb string

// The verbs, as in the canonical form.
const (
	Move        Verb = "MOVE TO"
	Towards     Verb = "MOVE TOWARDS"
	Attack      Verb = "ATTACK"
	Fire        Verb = "FIRE AT"
	Turn        Verb = "FACE"
	RallyVerb   Verb = "RALLY"
	LeaveSquare Verb = "LEAVE SQUARE"
	Hold        Verb = "HOLD"
	Attach      Verb = "ATTACH TO"
)

// Entry is one entry of a plan: a unit or leader and the actions to try in order.
type Entry struct {
	Unit, Leader adjudicator.Index // exactly one is set
	Actions      []Action          `slot:"action"`
}

// Action is one action of an entry.
type Action struct {
	Verb   Verb              `slot:"verb"`
	Hex    adjudicator.Index `slot:"hex"` // MOVE
	Via    []int             `slot:"via"`
	Face   Heading           `slot:"face"`
	Target Target            `slot:"target"`
	Shoot  bool              `slot:"AND FIRE AT"` // MOVE … AND FIRE AT
	From   adjudicator.Index `slot:"from"`        // of ATTACK; none for any
	Flank  bool              `slot:"IN FLANK"`
	Only   bool              `slot:"ONLY"`
	With   []int             `slot:"with"` // supporting battery; more than one is refused
	Unit   adjudicator.Index `slot:"unit"` // ATTACH
	If     []Condition       `slot:"if"`
}

// Heading is an ordered facing: by name, or towards a hex (§G6).
type Heading struct {
	Given  bool
	Facing Facing
	Hex    adjudicator.Index // none if by name
}

// Target is the target of an attack, of fire or of a move.
type Target struct {
	Unit, Leader, Hex adjudicator.Index // at most one is set
	Nearest           bool
}

// Test is the kind of a condition.
type Test string

// The tests of section f.
const (
	EnemyWithin Test = "ENEMY WITHIN"
	Within      Test = "WITHIN"
	IsSteady    Test = "STEADY"
	IsShaken    Test = "SHAKEN"
	IsBroken    Test = "BROKEN"
	InSquare    Test = "IN SQUARE"
	IsLost      Test = "LOST"
	IsSpent     Test = "SPENT"
	After       Test = "AFTER"
	IsAttacked  Test = "ATTACKED"
	IsEmpty     Test = "EMPTY"
	HasEnemy    Test = "ENEMY"
	IsOurs      Test = "OURS"
)

// Condition is one condition of an action.
type Condition struct {
	Not          bool
	Test         Test
	Unit, Leader adjudicator.Index // subject; the entry's own unit if neither is set
	Hex          adjudicator.Index
	N            int
}

// Relief is a line of a seat's ADC orders: which results are rolled again (§38).
type Relief struct {
	Kinds []string `slot:"kind"`
	Units []int    `slot:"unit"`   // nil for the seat's own
	Any   bool     `slot:"OF ANY"` // any of the side
	Fewer int      `slot:"n"`      // as written; 0 if omitted
	Under int      // of COMBAT: maximum hits, exclusive
}

// The uses of an ADC (§38).
const (
	forActivation = "activation"
	forRally      = "rally"
	forMorale     = "morale"
	forCombat     = "combat"
)

// onlyHolds reports whether HOLD is the entry's only action (§P9).
func (e *Entry) onlyHolds() bool { return len(e.Actions) == 1 && e.Actions[0].Verb == Hold }

// subjectID returns the ID of the entry's unit or leader.
func (b *Battle) subjectID(e *Entry) string {
	if e.Unit.Some() {
		return b.Units[e.Unit.Must()].ID
	}
	return b.Posts[e.Leader.Must()].Leader
}

func (b *Battle) entryText(e *Entry) string {
	return b.subjectID(e) + ": " + plans.Text(&parser{speech: b.all}, e)
}

func (b *Battle) listed(units []int) string {
	return strings.Join(rules.Texts(units, func(u int) string { return b.Units[u].ID }), ", ")
}

func (b *Battle) facingText(h *Heading) string {
	if h.Hex.Some() {
		return b.hexName(h.Hex.Must())
	}
	return h.Facing.String()
}

func (b *Battle) targetText(t *Target) string {
	switch {
	case t.Nearest:
		return "NEAREST"
	case t.Unit.Some():
		return b.Units[t.Unit.Must()].ID
	case t.Leader.Some():
		return b.Posts[t.Leader.Must()].Leader
	}
	return b.hexName(t.Hex.Or(nowhere))
}

func (b *Battle) conditionText(c *Condition) string {
	t := ""
	if c.Not {
		t = "NOT "
	}
	name := ""
	switch {
	case c.Unit.Some():
		name = b.Units[c.Unit.Must()].ID
	case c.Leader.Some():
		name = b.Posts[c.Leader.Must()].Leader
	case c.Hex.Some():
		name = b.hexName(c.Hex.Must())
	}
	switch c.Test {
	case EnemyWithin:
		return t + "ENEMY WITHIN " + strconv.Itoa(c.N)
	case Within:
		return t + name + " WITHIN " + strconv.Itoa(c.N)
	case After:
		return t + "AFTER " + name
	}
	if name != "" {
		t += name + " "
	}
	return t + string(c.Test)
}

func allOf(r *reader) []Condition {
	var list []Condition
	for !r.Failed() {
		list = append(list, condition(r))
		mark := r.Mark()
		if !r.More() || r.At("ELSE") {
			r.Back(mark)
			break
		}
		r.Accept("IF")
	}
	return list
}

// readUnless reads a condition and negates it.
func readUnless(r *reader) []Condition {
	c := condition(r)
	c.Not = !c.Not
	return []Condition{c}
}

var states = map[string]Test{"STEADY": IsSteady, "SHAKEN": IsShaken, "BROKEN": IsBroken, "IN SQUARE": InSquare}

var stateWords = []string{"STEADY", "SHAKEN", "BROKEN", "IN SQUARE"}

var nameTests = append(slices.Clone(stateWords), "WITHIN", "LOST", "SPENT")

func condition(r *reader) Condition {
	var c Condition
	c.Not = r.Accept("NOT")
	switch {
	case r.Done():
		r.Refuse(r.Here(), incomplete, "a condition")
	case r.Accept("ENEMY WITHIN", "ENEMIES WITHIN"):
		c.Test, c.N = EnemyWithin, distance(r)
	case r.Accept("AFTER"):
		after(r, &c)
	case r.Accept("ATTACKED"):
		c.Test = IsAttacked
	case r.At(stateWords...):
		c.Test = states[r.AcceptOf(stateWords...)]
	default:
		if !ofHex(r, &c) {
			ofName(r, &c)
		}
	}
	return c
}

func after(r *reader, c *Condition) {
	c.Test = After
	w := someone(r, r.Desk.all, nil)
	c.Unit, c.Leader = w.unit, w.leader
	if w.unit.Some() && r.Desk.b.Units[w.unit.Must()].Seat != r.Desk.seat || w.leader.Some() && !w.leader.Is(r.Desk.seat) {
		r.Forbid(w.word, notYours, "a unit of yours, or your leader")
	}
}

var hexTests = map[string]Test{"EMPTY": IsEmpty, "ENEMY": HasEnemy, "OURS": IsOurs}

// ofHex reads `hex EMPTY`, `hex ENEMY`, `hex OURS`.
func ofHex(r *reader, c *Condition) bool {
	if !hexNext(r) {
		return false
	}
	mark := r.Mark()
	if _, named := site(r); !named {
		r.Hex()
	}
	not := r.Accept("NOT")
	test := r.AcceptOf("EMPTY", "ENEMY", "OURS")
	end := r.Mark()
	r.Back(mark)
	if test == "" {
		if m, _ := r.MatchName(r.Desk.all...); m.Words > 0 {
			return false
		}
		readHex(r)
		r.Refuse(r.Here(), badCondition, "EMPTY, ENEMY or OURS")
		return true
	}
	c.Hex, c.Test, c.Not = adjudicator.At(readHex(r)), hexTests[test], c.Not != not
	r.Back(end)
	return true
}

func ofName(r *reader, c *Condition) {
	at := r.Peek()
	if m, _ := r.MatchName(r.Desk.all...); m.Words == 0 && !r.At("ME") && !testAhead(r) {
		r.Refuse(r.Here(), badCondition, "a condition such as ENEMY WITHIN 2, 95foot SHAKEN, E4 EMPTY",
			r.NearestOf(nameTests)...)
		return
	}
	w := someone(r, r.Desk.all, nil)
	c.Unit, c.Leader = w.unit, w.leader
	c.Not = c.Not != r.Accept("NOT")
	switch phrase := r.AcceptOf(nameTests...); phrase {
	case "":
		r.Refuse(r.Here(), badCondition, "WITHIN n, STEADY, SHAKEN, BROKEN, IN SQUARE, LOST or SPENT")
	case "WITHIN":
		c.Test, c.N = Within, distance(r)
		return
	case "LOST":
		c.Test = IsLost
	case "SPENT":
		c.Test = IsSpent
		if w.unit.Some() && r.Desk.b.Units[w.unit.Must()].Side != r.Desk.ownSide() {
			r.Forbid(at, hidden, "a unit of your side: the enemy's cannot be seen")
		}
	default:
		c.Test = states[phrase]
	}
	if w.leader.Some() {
		r.Refuse(at, badCondition, "a unit")
	}
}

// testAhead reports whether a test of a name follows somewhere, which means that the next word is an unknown
// name.
func testAhead(r *reader) bool {
	rest := orders.ScanWords(restOf(r.Scanner))
	return rest.Before(nameTests...) != nil
}

func distance(r *reader) int {
	n := readUpTo(r, 30)
	r.Accept("HEXES", "HEX")
	return n
}

// readUpTo reads a number from 1 to most.
func readUpTo(r *reader, most int) int {
	want := "a number from 1 to " + itoa(most)
	return grammar.Number[*parser]{Least: 1, Most: most, Want: want, Missing: incomplete}.Read(r)
}

func hexProse(k *parser, hex int) string { return k.b.spot(hex) }

// spot describes a hex for a sentence: `La Haye (D4)`, `hex E4` (§G9).
func (b *Battle) spot(hex int) string {
	if name := b.siteName(hex); name != "" {
		return name + " (" + b.hexName(hex) + ")"
	}
	return "hex " + b.hexName(hex)
}

func facingProse(k *parser, h Heading) string {
	if hex, ok := h.Hex.Get(); ok {
		return hexProse(k, hex)
	}
	return orders.Towards(h.Facing.bearing())
}

// describe describes a unit, a leader or a hex for a sentence. It returns "" without any of them.
func (b *Battle) describe(unit, leader, hex adjudicator.Index) string {
	switch {
	case unit.Some():
		return cmp.Or(b.Units[unit.Must()].Name, b.Units[unit.Must()].ID)
	case leader.Some():
		return cmp.Or(b.Posts[leader.Must()].Name, b.Posts[leader.Must()].Leader)
	case hex.Some():
		return b.spot(hex.Must())
	}
	return ""
}

func targetProse(k *parser, t Target) string {
	if t.Nearest {
		return "the nearest enemy"
	}
	return k.b.describe(t.Unit, t.Leader, t.Hex)
}

func conditionsProse(k *parser, list []Condition) string {
	return strings.Join(rules.Texts(list, func(c Condition) string { return c.prose(k.b) }), " and ")
}

func (c *Condition) prose(b *Battle) string {
	who, is, has := b.describe(c.Unit, c.Leader, c.Hex), " is", " has"
	switch {
	case c.Test == EnemyWithin && c.Not:
		return "no enemy is within " + hexesOf(c.N)
	case c.Test == EnemyWithin:
		who = "an enemy"
	case who == "":
		who = "the unit"
	case c.Unit.Some():
		is, has = " are", " have"
	}
	if c.Not {
		is += " not"
	}
	is += " "
	switch c.Test {
	case EnemyWithin, Within:
		return who + is + "within " + hexesOf(c.N)
	case After:
		if c.Not {
			return who + has + " not acted yet"
		}
		return who + has + " acted"
	case HasEnemy:
		if c.Not {
			return "no enemy is on " + who
		}
		return "an enemy is on " + who
	}
	return who + is + strings.ToLower(string(c.Test))
}

func hexesOf(n int) string {
	if n == 1 {
		return "1 hex"
	}
	return strconv.Itoa(n) + " hexes"
}
