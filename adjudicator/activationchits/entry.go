package activationchits

import (
	"strconv"
	"strings"

	"galloper/adjudicator"
	"galloper/adjudicator/rules"
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

// who returns the ID of the entry's unit or leader.
func (b *Battle) who(e *Entry) string {
	if e.Unit.Some() {
		return b.Units[e.Unit.Must()].ID
	}
	return b.Posts[e.Leader.Must()].Leader
}

// entryText returns the entry's canonical form.
func (b *Battle) entryText(e *Entry) string {
	return b.who(e) + ": " + plans.Text(&parser{speech: b.all}, e)
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
