package spoken

import (
	"slices"

	"galloper/orders"
)

// takenBack lists the phrases that introduce a correction: `advance two. No: hold.`
var takenBack = phrases("NO , WAIT", "NO WAIT", "NO , SORRY", "NO SORRY", "SORRY , NO", "SORRY NO", "NO",
	"SCRATCH THAT",
	"BELAY THAT", "FORGET THAT", "CANCEL THAT", "I MEAN", "I MEANT", "OR RATHER", "CORRECTION", "ON SECOND THOUGHTS",
	"ON SECOND THOUGHT", "SORRY", "ACTUALLY", "WAIT", "BETTER")

// instead are phrases that may follow them, before the replacement.
var instead = phrases("MAKE THAT", "MAKE IT", "I MEAN", "I MEANT", "NOT THAT", "RATHER", "BETTER")

// weak lists the phrases of takenBack that only count if one of instead follows.
var weak = []string{"SORRY", "ACTUALLY", "WAIT", "BETTER"}

// correction returns the start of a correction and the start of its replacement, or 0 if the words contain no
// correction.
func correction(words []orders.Word) (at, end int) {
	for i := 1; i < len(words); i++ {
		if end := correctionAt(words, i); end > 0 && end < len(words) {
			for i > 1 && pause(words[i-1]) && words[i-1].Text != "." {
				i--
			}
			return i, end
		}
	}
	return 0, 0
}

// Corrects reports whether the words contain a correction.
func Corrects(words []orders.Word) bool {
	at, _ := correction(words)
	return at > 0
}

// TakesBack reports whether a line begins with a correction of the text above it, and therefore starts no new order.
func TakesBack(line []orders.Word) bool {
	if _, n := longest(line, takenBack); n == 0 {
		return false
	}
	return correctionAt(slices.Insert(slices.Clone(line), 0, orders.Word{Text: "."}), 1) > 0
}

// pause reports whether the word is a punctuation mark that may start a new thought.
func pause(w orders.Word) bool { return slices.Contains([]string{",", ":", "-", "."}, w.Text) }

// correctionAt returns the start of the replacement for a correction at word i, or 0 if no correction begins there.
func correctionAt(words []orders.Word, i int) int {
	begins := pause(words[i-1]) || words[i].Line != words[i-1].Line
	said, n := longest(words[i:], takenBack)
	at := i + n
	if rest, more := longest(words[at:], instead); n == 0 && more > 0 && begins && rest != "BETTER" && rest != "RATHER" {
		return at + more
	}
	if n == 0 || !begins && said != "OR RATHER" && said != "I MEAN" {
		return 0
	}
	paused := false
	for at < len(words) && pause(words[at]) {
		at, paused = at+1, true
	}
	if at == len(words) {
		return 0
	}
	_, more := longest(words[at:], instead)
	if more == 0 && (slices.Contains(weak, said) || said == "NO" && !paused) {
		return 0
	}
	for at += more; at < len(words) && pause(words[at]); {
		at++
	}
	return at
}
