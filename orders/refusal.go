package orders

import (
	"fmt"
	"strings"
)

// Asked is the reason for which an order is not accepted of which a part was not understood.
const Asked = "asked"

// Refusal says why an order was not accepted, and what to write instead.
type Refusal struct {
	Reason  string   // the digest's reason word, `unknown-name`
	Line    int      // in the mail's text, from 1; 0 if no place is to be shown
	Col     int      // in runes, from 1; 0: it is said of all of the order
	Word    string   // the word at fault, "" at the end of the order
	Want    string   // what was expected there, `a unit of yours`
	Nearest []string // names or words that come nearest; all candidates if ambiguous
	Several bool     // the word fits all of Nearest
}

// Sentence says where the fault lies, what was expected there and what comes nearest, on one line:
//
//	line 3, column 14: "stoen": expected a unit; nearest: stone
//
// It is empty if the refusal knows none of these.
func (r *Refusal) Sentence() string {
	place := ""
	if r.Line > 0 && r.Col > 0 {
		place = fmt.Sprintf("line %d, column %d: ", r.Line, r.Col)
	}
	return place + r.Told()
}

// Told is the sentence without the place.
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
