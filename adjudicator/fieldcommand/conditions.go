package fieldcommand

import "galloper/adjudicator/grammar"

// test is the predicate of a condition (section f).
type test int

const (
	testEmpty test = 1 + iota
	testOurs
	testEnemy
	testSecured
	testUnsecured
	testSucceeded
	testFailed
	testBlocks
	testMorale
)

// condition is one part of `IF cond AND cond THEN …`.
type condition struct {
	Row  string   `slot:"verb"`
	Test test     `slot:"EMPTY=1,OURS=2,ENEMY=3,SECURED=4,UNSECURED=5,SUCCEEDED=6,FAILED=7"`
	Not  bool     `slot:"NOT"`
	At   Position `slot:"at"`
	N    int      `slot:"n"`
}

var conditions = grammar.Conditions[*parser, condition]{Kind: "cond", Kinds: slots, Bad: badCondition,
	Want: "a condition: " + knownConditions, WantEnd: "IF cond THEN order", Fillers: []string{"THE"},
	Rows: []grammar.Verb[*parser, condition]{
		{Name: "MORALE BELOW", Say: []string{"MORALE IS BELOW"}, Form: "{n}", Then: asking(testMorale),
			Means: "our morale is below {n}"},
		{Name: "ORDER", Form: "{n} <SUCCEEDED/HAS SUCCEEDED | FAILED/HAS FAILED>", Then: asking(0),
			Means: "order {n} <SUCCEEDED=has succeeded | FAILED=has failed>"},
		{Name: "BLOCKS", Form: "{n:count} OR MORE BLOCKS AT/OR MORE BLOCKS IN/OR MORE AT {at:spot}", Bare: true,
			Then:  func(_ *reader, c *condition) { c.Test = testBlocks },
			Means: "{n:count} or more blocks are at {at:spot}"},
		{Name: "SECURED", Form: "{at:approach} IS/ARE <SECURED | UNSECURED>", Bare: true,
			Means: "{at:approach} is <SECURED=secured | UNSECURED=open>"},
		{Name: "HELD", Form: "{at:spot} " + isHeld, Bare: true,
			Means: "{at:spot} is <EMPTY=empty | OURS=ours | ENEMY=the enemy's>"},
		{Name: "RESERVE OF", Say: []string{"RESERVE AT", "RESERVE IN"}, Form: "{at:spot} " + isHeld,
			Then: func(_ *reader, c *condition) { c.Row = "HELD" }},
	}}

const isHeld = "IS/ARE <EMPTY | OURS | ENEMY>"

// knownConditions lists the conditions in messages to the player.
const knownConditions = "loc IS EMPTY, OURS or ENEMY, a/b IS SECURED, n OR MORE BLOCKS AT loc, ORDER n SUCCEEDED or " +
	"FAILED, MORALE BELOW n"

// asking completes a condition that has no place.
func asking(of test) func(*reader, *condition) {
	return func(_ *reader, c *condition) {
		c.At = Nowhere
		if of != 0 {
			c.Test = of
		}
	}
}

// meets reports whether a condition is true now on the true board. results holds the results of the orders in the same
// mail (§H3.5).
func (s *State) meets(k *condition, side int, results map[int]string) bool {
	truth := false
	switch k.Test {
	case testEmpty:
		truth = s.holder[k.At.Locale] < 0
	case testOurs:
		truth = s.holder[k.At.Locale] == side
	case testEnemy:
		truth = s.enemyHeld(k.At.Locale, side)
	case testSecured:
		truth = s.secured(k.At.Locale, k.At.Toward) >= 0
	case testUnsecured:
		truth = s.secured(k.At.Locale, k.At.Toward) < 0
	case testBlocks:
		truth = s.blocks[k.At.Locale] >= k.N
	case testMorale:
		truth = s.Sides[side].Morale < k.N
	case testSucceeded:
		truth = results[k.N] == resultSuccess
	case testFailed:
		truth = results[k.N] == resultFailure
	}
	return truth != k.Not
}
