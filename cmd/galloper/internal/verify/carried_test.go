package verify_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/verify"
)

// TestTamperingBetweenBattles changes everything that a game has from the battle before it, and leaves it out, and
// computes the chain anew: the two archives together show each change.
func TestTamperingBetweenBattles(t *testing.T) {
	first, second := linked(t, "first"), linked(t, "second")
	sound := rechained(second)
	if fault := together(rechained(first), sound); fault != "" {
		t.Fatalf("as recorded: %s", fault)
	}
	tried := 0
	for _, v := range variants(second, first) {
		if !strings.Contains(v.what, "army.carried") || rechained(v.lines) == sound {
			continue
		}
		if tried++; together(rechained(first), rechained(v.lines)) == "" {
			t.Errorf("%s: the archives verify", v.what)
		}
	}
	for what, change := range map[string][2]string{
		"a strength of the scenario": {": {blocks: 2}", ": {blocks: 3}"}, "a comment": {"came back", "fell back"},
		"the share that comes back": {"held 50", "held 60"},
	} {
		lines := slices.Clone(second)
		if lines[0] = strings.Replace(lines[0], change[0], change[1], 1); lines[0] == second[0] {
			t.Errorf("%s: the record has no %q", what, change[0])
		}
		if tried++; together(rechained(first), rechained(lines)) == "" {
			t.Errorf("%s: the archives verify", what)
		}
	}
	if tried++; together(rechained(first[:len(first)-3]), sound) == "" {
		t.Error("the first battle cut off: the archives verify")
	}
	if tried < 20 {
		t.Errorf("only %d changes were tried", tried)
	}
	alone := []verify.Result{verify.File(rulesets.All(), "second", strings.NewReader(sound), "", nil)}
	if verify.Together(alone); !strings.Contains(alone[0].Text(), "not checked: its roll of first") {
		t.Errorf("without the first archive: %s", alone[0].Text())
	}
	t.Logf("%d changes, all found", tried)
}

// linked returns an archive of testdata: two battles of one army, the second after its first turn.
func linked(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// together returns the first fault of two archives.
func together(first, second string) string {
	results := []verify.Result{verify.File(rulesets.All(), "first", strings.NewReader(first), "", nil),
		verify.File(rulesets.All(), "second", strings.NewReader(second), "", nil)}
	verify.Together(results)
	return results[0].Fault + results[1].Fault
}
