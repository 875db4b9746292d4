package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Reasons of faults, common to all rulesets. A ruleset may add its own.
const (
	UnknownKey  = "unknown-key"
	MissingKey  = "missing-key"
	WrongType   = "wrong-type"
	OutOfRange  = "out-of-range" // also a word that is not in the list
	DuplicateID = "duplicate-id"
	BadID       = "bad-id"
	UnknownName = "unknown-name"
	// ReservedWord: the name is a word of the order language.
	ReservedWord = "reserved-word"
	BadSyntax    = "bad-syntax" // not YAML, or over the limits
	NoWay        = "no-way"     // a unit in a place that it cannot leave
)

// Fault is one fault of a scenario file.
type Fault struct {
	File   string
	Line   int    // from 1
	Col    int    // in runes, from 1
	Path   string // `units.royal.rating`, "" for the file as a whole
	Reason string // a word: `out-of-range`
	Want   string // expected value: `a number from 0 to 4`
	Found  string // actual value, "" if that does not help
}

// String returns `FILE:LINE:COLUMN: PATH: REASON: expected WANT, found FOUND`.
func (f Fault) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:%d: ", f.File, f.Line, f.Col)
	if f.Path != "" {
		b.WriteString(f.Path + ": ")
	}
	b.WriteString(f.Reason)
	if f.Want != "" {
		b.WriteString(": expected " + f.Want)
	}
	if f.Found != "" {
		b.WriteString(", found " + f.Found)
	}
	return strings.Map(printable, b.String())
}

// printable replaces control characters with blanks, so that a fault fits on one line.
func printable(r rune) rune {
	if IsControl(r) {
		return ' '
	}
	return r
}

func sortFaults(fs []Fault) {
	slices.SortStableFunc(fs, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
}

// Nearest returns the name with the smallest edit distance to the word, the first of equals. It returns "" if no name
// is near.
func Nearest(word string, names []string) string {
	best, least := "", 1+len(word)/3
	for _, name := range names {
		if d := editDistance(word, name, least); d <= least && (best == "" || d < least) {
			best, least = name, d
		}
	}
	return best
}

// editDistance returns the number of letters to change, insert or delete between two words. If that exceeds most, it
// may return any number above most.
func editDistance(a, b string, most int) int {
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) > most || len(y)-len(x) > most {
		return most + 1
	}
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		before := row[0]
		row[0] = i + 1
		for j := range y {
			cost := before
			if x[i] != y[j] {
				cost++
			}
			before = row[j+1]
			row[j+1] = min(cost, row[j]+1, before+1)
		}
	}
	return row[len(y)]
}
