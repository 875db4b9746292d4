package rulesets_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator/rulesets"
	"galloper/orders"
)

// TestSureOrdersAreSteady varies mails in which every word was read. Variations without a change of meaning give the
// same orders; others never give them without a question.
func TestSureOrdersAreSteady(t *testing.T) {
	t.Parallel()
	for _, rules := range rulesets.All() {
		t.Run(rules.Name, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile("testdata/" + rules.Name + ".said")
			if err != nil {
				t.Fatal(err)
			}
			var read func(string) []orders.Entry
			tried := 0
			for line := range strings.Lines(string(text)) {
				line = strings.TrimSpace(line)
				if head, ok := strings.CutPrefix(line, "== "); ok {
					scenario, seat, _ := strings.Cut(head, " ")
					read = opened(t, scenario, seat)
					continue
				}
				words, want, ok := strings.Cut(line, " => ")
				if !ok || want == "-" || strings.ContainsAny(want, "~?|") || strings.Contains(want, "LETTER TO") ||
					strings.ContainsAny(words, `\?!:;,."`) || strings.Contains(words, " unless ") || openEnd.MatchString(words) || len(strings.Fields(words)) < 3 {
					continue
				}
				tried++
				steady(t, read, strings.TrimSuffix(words, "."), want, tried)
			}
			if tried < 50 {
				t.Errorf("only %d mails were tried", tried)
			}
		})
	}
}

// openEnd matches phrases that can be continued by any words.
var openEnd = regexp.MustCompile(" let me know | to see | because ")

// steady tries the variants of an order. Which ones depends on its number, see everyNth.
func steady(t *testing.T, read func(string) []orders.Entry, words, want string, number int) {
	t.Helper()
	for _, same := range []string{strings.ToUpper(words), words + ".", "  " + words} {
		if got := taken(read(same)); got != want {
			t.Errorf("%q means the same as %q:\n got %s\nwant %s", same, words, got, want)
		}
	}
	if slices.ContainsFunc(read(words), func(e orders.Entry) bool { return e.Refusal != nil || len(e.LeftOut) > 0 }) {
		return // added words might belong to the unread ones
	}
	first, rest, _ := strings.Cut(words, " ")
	for i, other := range []string{words + "?", words + " if it rains", words + " unless Xyzzy agrees", words + " xyzzy",
		first + " xyzzy " + rest, words + ", not", "do not " + words, words + " tomorrow", "Xyzzy: " + words,
		"maybe " + words, "I doubt that " + words, "suppose " + words, "what if " + words, "yesterday " + words,
		words + " once they have eaten", words + " later", words + " at dusk", words + " but not yet",
		words + ", or not", words + " on my signal", words + " as far as you dare", words + " slower than before"} {
		if (i+number)%everyNth() != 0 {
			continue
		}
		if got := taken(read(other)); got == want {
			t.Errorf("%q is taken for %q: %s", other, words, got)
		}
	}
}
