package orders

import (
	"fmt"
	"strings"
)

// Asked is the reason of an order that must be confirmed because part of it was not understood.
const Asked = "asked"

// Refusal says why an order was not accepted, and suggests corrections.
type Refusal struct {
	Reason  string   // the digest's reason word, `unknown-name`
	Line    int      // in the mail's text, from 1; 0 if no position is shown
	Col     int      // in runes, from 1; 0: the whole order is at fault
	Word    string   // the word at fault, "" at the end of the order
	Want    string   // expected text, `a unit of yours`
	Nearest []string // nearest names or words; all candidates if ambiguous
	Several bool     // the word matches all of Nearest
}

// Sentence returns the position of the fault, the expected text and the nearest words, on one line:
//
//	line 3, column 14: "stoen": expected a unit; nearest: stone
//
// It returns "" if the refusal has no such details.
func (r *Refusal) Sentence() string {
	place := ""
	if r.Line > 0 && r.Col > 0 {
		place = fmt.Sprintf("line %d, column %d: ", r.Line, r.Col)
	}
	return place + r.Told()
}

// Told is Sentence without the position.
func (r *Refusal) Told() string {
	var parts []string
	switch {
	case r.Word != "":
		parts = append(parts, fmt.Sprintf("%q", r.Word)+alphabetHint(r.Word))
	case r.Line > 0 && r.Col > 0:
		parts = append(parts, "at the end of the order")
	}
	if r.Want != "" {
		parts = append(parts, "expected "+r.Want)
	}
	s := strings.Join(parts, ": ")
	if len(r.Nearest) == 0 {
		return s
	}
	if s != "" {
		s += "; "
	}
	if r.Several {
		return s + "it fits " + strings.Join(r.Nearest, ", ")
	}
	return s + "nearest: " + strings.Join(r.Nearest, ", ")
}
