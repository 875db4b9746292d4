package rulesets_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator/rulesets"
)

var (
	// reasonWords matches the reasons that a sentence of a report distinguishes: `{reason:enemy=…|halted=…}`.
	reasonWords = regexp.MustCompile(`\{reason:([^}]*)\}`)
	// broken matches the break of a Go string that continues on the next line.
	broken = regexp.MustCompile("[\"`] \\+\\s*[\"`]")
)

// Each reason for not carrying out an order is in the digest, so that readers of a report can look it up.
func TestReasonsStandInTheDigest(t *testing.T) {
	t.Parallel()
	for _, rules := range rulesets.All() {
		t.Run(rules.Name, func(t *testing.T) {
			t.Parallel()
			digest, err := os.ReadFile(filepath.Join("../../docs/rules", rules.Name+".md"))
			if err != nil {
				t.Fatal(err)
			}
			reasons := reasonsTold(t, rules.Name)
			if len(reasons) < 2 {
				t.Fatalf("only %q are found", reasons)
			}
			for _, reason := range reasons {
				if has(string(digest), reason) {
					continue
				}
				family, word, _ := strings.Cut(reason, "-")
				if !has(string(digest), family+"-WORD") || !has(string(digest), word) {
					t.Errorf("the digest does not have the reason %q", reason)
				}
			}
		})
	}
}

// has reports whether a text has a whole word.
func has(text, word string) bool {
	return regexp.MustCompile(`(^|[^A-Za-z-])` + regexp.QuoteMeta(word) + `([^A-Za-z-]|$)`).MatchString(text)
}

// reasonsTold returns the reasons that the sentences of a ruleset distinguish, in byte order.
func reasonsTold(t *testing.T, ruleset string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", ruleset, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var reasons []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range reasonWords.FindAllStringSubmatch(broken.ReplaceAllString(string(text), ""), -1) {
			for choice := range strings.SplitSeq(m[1], "|") {
				for reason := range strings.SplitSeq(choice[:max(strings.IndexByte(choice, '='), 0)], ",") {
					if reason = strings.TrimSpace(reason); reason != "" && reason != "*" && !slices.Contains(reasons, reason) {
						reasons = append(reasons, reason)
					}
				}
			}
		}
	}
	slices.Sort(reasons)
	return reasons
}
