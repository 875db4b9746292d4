package spoken

import (
	"slices"
	"strconv"
	"strings"

	"galloper/orders"
)

// pattern is the parsed form of a [Phrase].
type pattern []element

// element is a set of alternative words, or a number.
type element struct {
	words            []string
	number, optional bool
}

// patternOf parses a pattern in the notation of [Phrase].
func patternOf(text string) pattern {
	var p pattern
	for _, said := range strings.Fields(text) {
		said, optional := strings.CutSuffix(said, "?")
		p = append(p, element{strings.Split(said, "/"), said == "#", optional})
	}
	return p
}

// at returns the number of words that match the pattern and the number among them, or 0 if the words do not start with
// it.
func (p pattern) at(words []orders.Word) (count int, figure string) {
	for _, e := range p {
		next := count
		for count > 0 && next < len(words) && !e.begins(words[next:]) && slices.Contains(between, words[next].Fold) {
			next++
		}
		switch {
		case next < len(words) && e.begins(words[next:]):
			count = next + 1
			if e.number {
				n, size := numberAt(words[next:])
				figure, count = strconv.Itoa(n), next+size
			}
		case !e.optional:
			return 0, ""
		}
	}
	return count, figure
}

// between lists words that may occur between those of a phrase.
var between = []string{"THE", "A", "AN", "YOUR", "OUR", "THEIR", "MY", "HIS", "IS", "ARE", "HAVE", "HAS", "SHALL",
	"TO", "PLEASE", "ONLY", "ALL", "WILL"}

// begins reports whether the words start with the element.
func (e *element) begins(words []orders.Word) bool {
	if e.number {
		return figureAt(words) > 0
	}
	said := words[0].Fold
	for _, w := range e.words {
		if said == w {
			return true
		}
		if n := len(said) - len(w); (n == 1 || n == 2) && said[0] == w[0] && slices.Contains(imperative(said), w) {
			return true
		}
	}
	return false
}

// patternIndex finds patterns by their possible first words.
type patternIndex struct {
	list    []pattern
	by      map[string][]int
	numbers []int // patterns that may start with a number
}

// patternsOf returns an index of patterns.
func patternsOf(list ...string) *patternIndex {
	x := &patternIndex{}
	for _, text := range list {
		x.add(text)
	}
	return x
}

// longest returns the length in words of the longest pattern at the start of the words, and the number in it.
func (x *patternIndex) longest(words []orders.Word) (count int, figure string) {
	if len(words) == 0 {
		return 0, ""
	}
	for _, i := range x.starting(words) {
		if n, said := x.list[i].at(words); n > count {
			count, figure = n, said
		}
	}
	return count, figure
}

func (x *patternIndex) add(text string) {
	if x.by == nil {
		x.by = map[string][]int{}
	}
	p, i := patternOf(text), len(x.list)
	x.list = append(x.list, p)
	for _, e := range p {
		if e.number {
			x.numbers = append(x.numbers, i)
		}
		for _, w := range e.words {
			x.by[w] = append(x.by[w], i)
		}
		if !e.optional {
			return
		}
	}
}

// starting returns the patterns that may start with the first word, in the order they were added.
func (x *patternIndex) starting(words []orders.Word) []int {
	var all []int
	for _, form := range imperative(words[0].Fold) {
		all = append(all, x.by[form]...)
	}
	if len(x.numbers) > 0 && figureAt(words) > 0 {
		all = append(all, x.numbers...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
