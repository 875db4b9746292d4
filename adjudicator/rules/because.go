package rules

import "strings"

// Because returns the English for a reason from a list such as `not-ranging=the guns were not laid|gone=…`. If the list
// does not have the reason, it returns the reason itself.
func Because(list, reason string) string {
	for row := range strings.SplitSeq(list, "|") {
		if words, ok := strings.CutPrefix(row, reason+"="); ok {
			return words
		}
	}
	return reason
}
