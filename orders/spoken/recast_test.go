package spoken

import (
	"strings"
	"testing"

	"galloper/orders"
)

// TestRecastsEnd: no way of saying something is put in words that are put so again, and again.
func TestRecastsEnd(t *testing.T) {
	t.Parallel()
	for _, r := range recasts {
		fields := strings.Fields(r.as)
		for from := range fields {
			var words []orders.Word
			for _, f := range fields[from:] {
				words = append(words, orders.Word{Text: f, Fold: f})
			}
			for _, again := range recasts {
				if n, _ := patternAt(words, again.say); n > 0 && strings.HasSuffix(again.as, strings.Join(fields[from:], " ")) &&
					len(strings.Fields(again.as)) > len(fields[from:]) {
					t.Errorf("%q is put as %q, of which %q is put as %q", r.say, r.as, fields[from:], again.as)
				}
			}
		}
	}
}
