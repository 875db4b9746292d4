package adjudicator

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"

	"galloper/events"
)

// Fold applies one outcome to the state. The ruleset's Apply handles all outcomes except those of rulings, which work
// alike in every ruleset. It panics if a ruling's setting fails: rulings are tried before they are recorded.
func Fold(s State, o *events.Outcome) {
	switch o.Name {
	case RulingSet:
		if err := s.Set(o.Get("path"), o.Get("value")); err != nil {
			panic(fmt.Sprintf("a ruling that was applied before does not apply: %v", err))
		}
	case RulingApplied, RulingRefused, RulingLapsed:
	default:
		s.Apply(o)
	}
}

// Replay returns the state that the outcomes lead to from start, which is not changed. It needs no rules, so stored
// turns can be replayed after the rules have changed.
func Replay(start State, outcomes []events.Outcome) State {
	s := start.Clone()
	for i := range outcomes {
		Fold(s, &outcomes[i])
	}
	return s
}

// Canonical returns the state as text: a line `path value` for each item, sorted by path.
func Canonical(s State) string { return string(canonical(s)) }

// usualState is the initial buffer size for a canonical state, in bytes.
const usualState = 1 << 13

// canonical is Canonical as bytes. Most states yield their items sorted, so sorting is usually skipped.
func canonical(s State) []byte {
	text := make([]byte, 0, usualState)
	last, sorted := 0, true
	s.Paths(func(path, value string) bool {
		begin := len(text)
		text = append(append(append(append(text, path...), ' '), value...), '\n')
		sorted = sorted && bytes.Compare(text[last:begin], text[begin:]) <= 0
		last = begin
		return true
	})
	if !sorted {
		lines := bytes.SplitAfter(text, []byte("\n"))
		slices.SortFunc(lines, bytes.Compare)
		return bytes.Join(lines, nil)
	}
	return text
}

// Hash returns the SHA-256 of the canonical state.
func Hash(s State) [32]byte { return sha256.Sum256(canonical(s)) }

// Lookup returns the value of one item of the state.
func Lookup(s State, path string) (value string, ok bool) {
	s.Paths(func(p, v string) bool {
		if p == path {
			value, ok = v, true
		}
		return !ok
	})
	return value, ok
}
