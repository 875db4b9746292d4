package activationchits

import (
	"galloper/adjudicator"
	"slices"

	"galloper/orders"
)

// conditions reads `IF cond [AND cond …]` or `UNLESS cond` behind an action.
func (r *reader) conditions(a *Action) {
	r.comma("IF", "UNLESS")
	switch {
	case r.s.Accept("IF"):
		a.If = append(a.If, r.allOf()...)
	case r.s.Accept("UNLESS"):
		c := r.condition()
		c.Not = !c.Not
		a.If = append(a.If, c)
	}
}

// allOf reads conditions joined by AND.
func (r *reader) allOf() []Condition {
	var list []Condition
	for !r.s.Failed() {
		list = append(list, r.condition())
		mark := r.s.Mark()
		if !r.s.More() || r.s.At("ELSE") {
			r.s.Back(mark)
			break
		}
		r.s.Accept("IF")
	}
	return list
}

var states = map[string]Test{"STEADY": IsSteady, "SHAKEN": IsShaken, "BROKEN": IsBroken, "IN SQUARE": InSquare}

var stateWords = []string{"STEADY", "SHAKEN", "BROKEN", "IN SQUARE"}

// nameTests are what can be asked of something with a name.
var nameTests = append(slices.Clone(stateWords), "WITHIN", "LOST", "SPENT")

// condition reads one condition.
func (r *reader) condition() Condition {
	var c Condition
	c.Not = r.s.Accept("NOT")
	switch {
	case r.s.Done():
		r.s.Refuse(incomplete, "a condition")
	case r.s.Accept("ENEMY WITHIN", "ENEMIES WITHIN"):
		c.Test, c.N = EnemyWithin, r.number(1, 30)
	case r.s.Accept("AFTER"):
		r.after(&c)
	case r.s.Accept("ATTACKED"):
		c.Test = IsAttacked
	case r.s.At(stateWords...):
		c.Test = states[r.s.AcceptOf(stateWords...)]
	default:
		if !r.ofHex(&c) {
			r.ofName(&c)
		}
	}
	return c
}

// number reads a number within bounds.
func (r *reader) number(least, most int) int {
	at := r.s.Peek()
	if r.s.Done() {
		r.s.Refuse(incomplete, "a number")
		return 0
	}
	n, ok := r.s.Int()
	if !ok || n < least || n > most {
		r.s.RefuseAt(at, badNumber, "a number from "+itoa(least)+" to "+itoa(most))
	}
	r.s.Accept("HEXES", "HEX")
	return n
}

// after reads AFTER name.
func (r *reader) after(c *Condition) {
	c.Test = After
	w := r.someone(r.all, nil)
	c.Unit, c.Leader = w.unit, w.leader
	if w.unit.Some() && r.b.Units[w.unit.Must()].Seat != r.seat || w.leader.Some() && !w.leader.Is(r.seat) {
		r.forbid(w.word, notYours, "a unit of yours, or your leader")
	}
}

var hexTests = map[string]Test{"EMPTY": IsEmpty, "ENEMY": HasEnemy, "OURS": IsOurs}

// ofHex reads `hex EMPTY`, `hex ENEMY`, `hex OURS`.
func (r *reader) ofHex(c *Condition) bool {
	if !r.hexNext() {
		return false
	}
	mark := r.s.Mark()
	r.s.Hex()
	not := r.s.Accept("NOT")
	test := r.s.AcceptOf("EMPTY", "ENEMY", "OURS")
	end := r.s.Mark()
	r.s.Back(mark)
	if test == "" {
		if m, _ := r.s.MatchName(r.all...); m.Words > 0 {
			return false
		}
		r.hex()
		r.s.Refuse(badCondition, "EMPTY, ENEMY or OURS")
		return true
	}
	c.Hex, c.Test, c.Not = adjudicator.At(r.hex()), hexTests[test], c.Not != not
	r.s.Back(end)
	return true
}

// ofName reads a condition that begins with a name.
func (r *reader) ofName(c *Condition) {
	at := r.s.Peek()
	if m, _ := r.s.MatchName(r.all...); m.Words == 0 && !r.s.At("ME") && !r.testAhead() {
		r.s.RefuseWord(badCondition, "a condition such as ENEMY WITHIN 2, 95foot SHAKEN, E4 EMPTY", nameTests)
		return
	}
	w := r.someone(r.all, nil)
	c.Unit, c.Leader = w.unit, w.leader
	c.Not = c.Not != r.s.Accept("NOT")
	switch phrase := r.s.AcceptOf(nameTests...); phrase {
	case "":
		r.s.Refuse(badCondition, "WITHIN n, STEADY, SHAKEN, BROKEN, IN SQUARE, LOST or SPENT")
	case "WITHIN":
		c.Test, c.N = Within, r.number(1, 30)
		return
	case "LOST":
		c.Test = IsLost
	case "SPENT":
		c.Test = IsSpent
		if w.unit.Some() && r.b.Units[w.unit.Must()].Side != r.side() {
			r.forbid(at, hidden, "a unit of your side: the enemy's cannot be seen")
		}
	default:
		c.Test = states[phrase]
	}
	if w.leader.Some() {
		r.s.RefuseAt(at, badCondition, "a unit")
	}
}

// testAhead reports whether what can be asked of a name stands somewhere ahead:
// then what comes next was meant for a name.
func (r *reader) testAhead() bool {
	rest := orders.ScanWords(restOf(r.s))
	return rest.Before(nameTests...) != nil
}
