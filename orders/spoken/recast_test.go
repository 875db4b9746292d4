package spoken

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"galloper/orders"
)

// TestRecastsEnd checks that no recast expands the output of another into text with the same ending, which would repeat
// without end.
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
				if n, _ := patternOf(again.say).at(words); n > 0 && strings.HasSuffix(again.as, strings.Join(fields[from:], " ")) &&
					len(strings.Fields(again.as)) > len(fields[from:]) {
					t.Errorf("%q is put as %q, of which %q is put as %q", r.say, r.as, fields[from:], again.as)
				}
			}
		}
	}
}

// TestOptionalElementsEndInTheirMark checks that `?` only stands at the end of an element, as in `AT/ON?`; elsewhere it
// has no effect.
func TestOptionalElementsEndInTheirMark(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../*/*/*.go")
	if err != nil || len(files) < 100 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for n, line := range strings.Split(string(text), "\n") {
			if strings.Contains(file, "_test.go") {
				break
			}
			if regexp.MustCompile(`"[^"]*[A-Z]\?/[A-Z][^"]*"`).MatchString(line) {
				t.Errorf("%s:%d: an optional element within alternatives: %s", file, n+1, strings.TrimSpace(line))
			}
		}
	}
}
