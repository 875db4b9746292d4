package say

import (
	"slices"
	"strings"
	"testing"
)

// TestRowsThatContradictThemselves checks that the loader rejects faulty lines with a message.
func TestRowsThatContradictThemselves(t *testing.T) {
	for _, c := range []struct{ row, fault string }{
		{"row hold who to:place to:unit => HOLD {to}", "two slots take to"},
		{"row hold who at|to:place to => HOLD {at}", "two slots take to"},
		{"row hold who => HOLD {at}", "{at}: no slot has that name"},
		{"row hold who HOLD", "what is written stands behind =>"},
		{"form if IF {cond}", "a form is written as NAME = TEXT"},
		{"VP -> v Nothing", "a rule uses Nothing, which nothing is"},
		{"nothing: none, nil", "no rule uses nothing"},
		{"VP -> v => do=$x", `"do=$x": no part`},
		{"VP -> v => nothing", "a role is given as role=$2 or role=word"},
		{"VP -> v ; cheap", "the price is no number"},
		{"they kind: them", "a meaning is given as role=word"},
		{"hold", "neither a row nor a rule nor words"},
	} {
		got := ""
		func() {
			defer func() { got, _ = recover().(string) }()
			New(c.row, Speech{})
		}()
		if !strings.Contains(got, c.fault) {
			t.Errorf("%s:\n got %q\nwant %q", c.row, got, c.fault)
		}
	}
}

// TestFormsOfVerbs checks the inflections of regular and irregular verbs.
func TestFormsOfVerbs(t *testing.T) {
	for verb, want := range map[string]string{
		"ADVANCE": "ADVANCE ADVANCES ADVANCING ADVANCED",
		"HOLD":    "HOLD HOLDS HOLDING HELD",
		"STOP":    "STOP STOPS STOPPING STOPPED",
		"MARCH":   "MARCH MARCHES MARCHING MARCHED",
		"CARRY":   "CARRY CARRIES CARRYING CARRIED",
		"FLEE":    "FLEE FLEES FLEEING FLED",
		"STAY":    "STAY STAYS STAYING STAYED",
		"GO":      "GO GOES GOING GONE",
	} {
		var got []string
		for _, b := range bent(verb) {
			got = append(got, b[0])
		}
		if !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%s: got %v, want %s", verb, got, want)
		}
	}
}

// TestAmbiguousSentencesEnd parses a sentence in which any two constituents can be joined: the chart parser must stop
// within its budget.
func TestAmbiguousSentencesEnd(t *testing.T) {
	const words = 400
	join := &rule{makes: 1, parts: []symbol{1, 1}, means: func(kids []*edge) *Value {
		return sealed(&Value{N: len(kids), Kind: "joined", IDs: slices.Concat(kids[0].value.IDs, kids[1].value.IDs)})
	}}
	c := &chart{grammar: newGrammar(2, []*rule{join}), top: 1, price: func(*edge) int32 { return 0 }}
	c.ending = make([][]*edge, words+1)
	for i := range words {
		one := sealed(&Value{Kind: "word", IDs: []string{strings.Repeat("x", i%7)}})
		c.ending[i+1] = []*edge{{symbol: 1, from: i, to: i + 1, value: one}}
	}
	if whole := c.parse(words); whole != nil || c.count > budget+beam*words*words {
		t.Errorf("%d readings of %d words after %d constituents", len(whole), words, c.count)
	}
}
