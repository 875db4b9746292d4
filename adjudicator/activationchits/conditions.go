package activationchits

import (
	"slices"

	"galloper/adjudicator"
	"galloper/adjudicator/grammar"
	"galloper/orders"
)

// allOf reads conditions joined by AND.
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

// unless reads a condition and negates it.
func unless(r *reader) []Condition {
	c := condition(r)
	c.Not = !c.Not
	return []Condition{c}
}

var states = map[string]Test{"STEADY": IsSteady, "SHAKEN": IsShaken, "BROKEN": IsBroken, "IN SQUARE": InSquare}

var stateWords = []string{"STEADY", "SHAKEN", "BROKEN", "IN SQUARE"}

// nameTests lists the tests of a named unit or leader.
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

// ofName reads a condition that begins with a name.
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

// distance reads a number of hexes.
func distance(r *reader) int {
	n := upTo(r, 30)
	r.Accept("HEXES", "HEX")
	return n
}

// upTo reads a number from 1 to most.
func upTo(r *reader, most int) int {
	want := "a number from 1 to " + itoa(most)
	return grammar.Number[*parser]{Least: 1, Most: most, Want: want, Missing: incomplete}.Read(r)
}
