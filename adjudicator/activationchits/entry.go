package activationchits

import (
	"galloper/adjudicator"
	"strconv"
	"strings"
)

// Verb is what an action is (section f).
type Verb string

// The verbs, as the canonical form begins.
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

// Entry is one entry of a plan: who, and what he tries, in turn.
type Entry struct {
	Unit, Leader adjudicator.Index // one of them
	Actions      []Action
}

// Action is one action of an entry.
type Action struct {
	Verb   Verb
	Hex    adjudicator.Index // MOVE
	Via    []int
	Face   Heading
	Target Target
	Shoot  bool              // MOVE … AND FIRE AT
	From   adjudicator.Index // ATTACK; none: any
	Flank  bool
	Only   bool
	With   []int             // batteries
	Unit   adjudicator.Index // ATTACH
	If     []Condition
}

// Heading is an ordered facing: by name, or towards a hex (§G6).
type Heading struct {
	Given  bool
	Facing Facing
	Hex    adjudicator.Index // none: by name
}

// Target is what is attacked, fired at or moved towards.
type Target struct {
	Unit, Leader, Hex adjudicator.Index // what is meant
	Nearest           bool
}

// Test is what a condition asks.
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
	Unit, Leader adjudicator.Index // subject; neither: the unit itself
	Hex          adjudicator.Index
	N            int
}

// Relief is a line of a seat's ADC orders: which results are rolled again (§38).
type Relief struct {
	Kinds []string
	Units []int // nil: the seat's own
	Any   bool  // the side's
	Under int   // COMBAT: fewer hits than this
}

// What an ADC can be used for (§38).
const (
	forActivation = "activation"
	forRally      = "rally"
	forMorale     = "morale"
	forCombat     = "combat"
)

// onlyHolds reports whether the entry is HOLD alone.
//
// §P9
func (e *Entry) onlyHolds() bool { return len(e.Actions) == 1 && e.Actions[0].Verb == Hold }

// who is the id of the unit or leader whose entry it is.
func (b *Battle) who(e *Entry) string {
	if e.Unit.Some() {
		return b.Units[e.Unit.Must()].ID
	}
	return b.Posts[e.Leader.Must()].Leader
}

// text is the entry in canonical form, which reads again as the same entry.
func (b *Battle) text(e *Entry) string {
	actions := make([]string, len(e.Actions))
	for i := range e.Actions {
		actions[i] = b.actionText(&e.Actions[i])
	}
	return b.who(e) + ": " + strings.Join(actions, " ELSE ")
}

func (b *Battle) actionText(a *Action) string {
	t := string(a.Verb)
	switch a.Verb {
	case Move:
		t += " " + b.hexName(a.Hex.Or(nowhere))
		if len(a.Via) > 0 {
			t += " VIA " + strings.Join(mapped(a.Via, b.hexName), ", ")
		}
		t += b.facingText(&a.Face)
		if a.Shoot {
			t += " AND FIRE AT " + b.targetText(&a.Target)
		}
	case Towards, Fire:
		t += " " + b.targetText(&a.Target)
	case Attack:
		t += " " + b.targetText(&a.Target) + b.attackText(a)
	case Turn:
		t += strings.TrimPrefix(b.facingText(&a.Face), " FACING")
	case LeaveSquare:
		t += b.facingText(&a.Face)
	case Attach:
		t += " " + b.Units[a.Unit.Must()].ID
	}
	for i := range a.If {
		t += [...]string{" IF ", " AND "}[min(i, 1)] + b.conditionText(&a.If[i])
	}
	return t
}

func mapped(list []int, text func(int) string) []string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = text(v)
	}
	return out
}

func (b *Battle) listed(units []int) string {
	return strings.Join(mapped(units, func(u int) string { return b.Units[u].ID }), ", ")
}

func (b *Battle) attackText(a *Action) string {
	t := ""
	if a.From.Some() {
		t += " FROM " + b.hexName(a.From.Must())
	}
	if a.Flank {
		t += " IN FLANK"
	}
	if len(a.With) > 0 {
		if a.Only {
			t += " ONLY"
		}
		t += " WITH " + b.listed(a.With)
	}
	return t
}

func (b *Battle) facingText(h *Heading) string {
	switch {
	case !h.Given:
		return ""
	case h.Hex.Some():
		return " FACING " + b.hexName(h.Hex.Must())
	}
	return " FACING " + h.Facing.String()
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

// reliefText is a line of ADC orders in canonical form.
func (b *Battle) reliefText(r *Relief) string {
	t := "ADC ON " + strings.ToUpper(strings.Join(r.Kinds, ", "))
	switch {
	case r.Any:
		t += " OF ANY"
	case r.Units != nil:
		t += " OF " + b.listed(r.Units)
	}
	if r.Under > 1 {
		t += " UNDER " + strconv.Itoa(r.Under) + " HITS"
	}
	return t
}
