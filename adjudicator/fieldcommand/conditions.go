package fieldcommand

import (
	"slices"
	"strconv"
	"strings"

	"galloper/orders"
)

// test is what a condition asks (section f).
type test uint8

const (
	testEmpty test = iota
	testOurs
	testEnemy
	testSecured
	testUnsecured
	testBlocks
	testSucceeded
	testFailed
	testMorale
)

// condition is one part of `IF cond AND cond THEN …`.
type condition struct {
	Test test
	Not  bool
	At   Position
	N    int
}

// conditional reads `IF cond [AND cond] THEN field order`.
func (r *reader) conditional() order {
	r.Accept("IF")
	conds := r.Before("THEN")
	if conds == nil {
		r.Refuse(badCondition, "IF cond THEN order")
		return order{}
	}
	var list []condition
	places := map[int]orders.Word{}
	for _, part := range conds.Split("AND") {
		inner := *r
		inner.Scanner = part
		at := part.Peek()
		c := inner.oneTest()
		part.End(badCondition)
		if c.At.Locale >= 0 {
			places[c.At.Locale] = at
		}
		list = append(list, c)
	}
	if r.Failed() {
		return order{}
	}
	at := r.Peek()
	o := r.order()
	if !r.Failed() && (!o.isField() || len(o.If) > 0) {
		r.RefuseAt(at, badCondition, "a field order behind THEN")
	}
	o.If = list
	r.unseen(&o, list, places)
	return o
}

// unseen notes conditions about what nobody of the group can see.
//
// §H10.3
func (r *reader) unseen(o *order, list []condition, places map[int]orders.Word) {
	if r.b.Options.Fog != fogSight || r.Failed() {
		return
	}
	from := []int{}
	for _, u := range o.Group.Units {
		from = append(from, r.s.Units[u].At.Locale)
	}
	if o.Group.All {
		from = append(from, o.Group.At.Locale)
	}
	for _, c := range list {
		at := c.At.Locale
		if at >= 0 && !slices.ContainsFunc(from, func(l int) bool { return l == at || r.b.boundary(l, at) != nil }) {
			r.fault(cannotSee, "a locale in or next to that of a unit of the group", places[at])
		}
	}
}

// oneTest reads one condition.
func (r *reader) oneTest() condition {
	c := condition{At: Nowhere, Not: r.Accept("NOT")}
	switch {
	case r.Done():
		r.Refuse(badCondition, "a condition")
	case r.Accept("MORALE BELOW", "MORALE IS BELOW"):
		c.Test, c.N = testMorale, r.figure()
	case r.Accept("ORDER"):
		c.N = r.figure()
		c.Test = testFailed
		if r.Accept("SUCCEEDED", "HAS SUCCEEDED") {
			c.Test = testSucceeded
		} else {
			r.Expect(badCondition, "SUCCEEDED", "FAILED", "HAS FAILED")
		}
	case r.atCount():
		c.Test, c.N = testBlocks, r.figure()
		r.Expect(badCondition, "OR MORE BLOCKS AT", "OR MORE BLOCKS IN", "OR MORE AT")
		c.At = reserveOf(r.localeNamed())
	default:
		r.about(&c)
	}
	return c
}

// atCount reports whether `n OR MORE` comes next: a locale may have a number for its name.
func (r *reader) atCount() bool {
	mark := r.Mark()
	defer r.Back(mark)
	_, ok := r.Int()
	return ok && r.At("OR MORE")
}

func (r *reader) figure() int {
	n, ok := r.Int()
	if !ok {
		r.Refuse(badCondition, "a number")
	}
	return n
}

// about reads a condition about a locale or an approach.
func (r *reader) about(c *condition) {
	var named bool
	c.At, named = r.pos()
	if r.Failed() {
		return
	}
	if r.Expect(badCondition, "IS", "ARE") && r.Accept("NOT") {
		c.Not = !c.Not
	}
	words := localeStates
	if named && !c.At.Reserve() {
		words = approachStates
	}
	for _, w := range words {
		if r.Accept(w.word) {
			c.Test = w.test
			return
		}
	}
	var expected []string
	for _, w := range words {
		expected = append(expected, w.word)
	}
	r.Refuse(badCondition, strings.Join(expected, " or "))
}

// stateWord is a word for what a locale or an approach is.
type stateWord struct {
	word string
	test test
}

var (
	localeStates   = []stateWord{{"EMPTY", testEmpty}, {"OURS", testOurs}, {"ENEMY", testEnemy}}
	approachStates = []stateWord{{"SECURED", testSecured}, {"UNSECURED", testUnsecured}}
)

// testTexts writes them canonically.
func (c canonical) testTexts(list []condition) string {
	texts := make([]string, len(list))
	for i := range list {
		texts[i] = c.testText(&list[i])
	}
	return strings.Join(texts, " AND ")
}

func (c canonical) testText(k *condition) string {
	text := ""
	switch k.Test {
	case testMorale:
		text = "MORALE BELOW " + strconv.Itoa(k.N)
	case testSucceeded:
		text = "ORDER " + strconv.Itoa(k.N) + " SUCCEEDED"
	case testFailed:
		text = "ORDER " + strconv.Itoa(k.N) + " FAILED"
	case testBlocks:
		text = strconv.Itoa(k.N) + " OR MORE BLOCKS AT " + c.b.positionText(k.At)
	default:
		for _, w := range slices.Concat(localeStates, approachStates) {
			if w.test == k.Test {
				text = c.b.positionText(k.At) + " IS " + w.word
			}
		}
	}
	if k.Not {
		return "NOT " + text
	}
	return text
}

// meets reports whether a condition is true now, on the true board; results says what has come of
// the orders of the same mail.
//
// §H3.5
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
