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
	// reasonWords are the reasons that a sentence of a report tells apart: `{reason:enemy=…|halted=…}`.
	reasonWords = regexp.MustCompile(`\{reason:([^}]*)\}`)
	// broken is where a text in Go goes on in the next line.
	broken = regexp.MustCompile("[\"`] \\+\\s*[\"`]")
)

// Each reason for which troops do not do what they were told stands in the digest: who reads a report in
// which it is given can look it up.
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

// has reports whether a text has a word: by itself, not as a part of another.
func has(text, word string) bool {
	return regexp.MustCompile(`(^|[^A-Za-z-])` + regexp.QuoteMeta(word) + `([^A-Za-z-]|$)`).MatchString(text)
}

// reasonsTold are the reasons that the sentences of a ruleset tell apart, in byte order.
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
