package rules

import "strings"

// Because is a reason in words, of a list as sentences have them: `not-ranging=the guns were not laid|gone=…`; the
// reason itself where the list has none for it.
func Because(list, reason string) string {
	for row := range strings.SplitSeq(list, "|") {
		if words, ok := strings.CutPrefix(row, reason+"="); ok {
			return words
		}
	}
	return reason
}
