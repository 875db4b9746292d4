package rulesets_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"galloper/adjudicator"
	"galloper/adjudicator/oracle"
	"galloper/adjudicator/rulesets"
	"galloper/adjudicator/scenario"
	"galloper/scenarios"
)

// TestSpoiltScenarios spoils the shipped scenarios, the shortest first because parsing dominates the time, and those of
// the cases for keys that the former don't use. Each is accepted, or refused with the place, the reason and the
// expected value; two spoilt places give two faults. Of similar places it spoils one, with some of the nonsense values,
// or GALLOPER_ALIKE of them with all values.
func TestSpoiltScenarios(t *testing.T) {
	t.Parallel()
	for _, rules := range rulesets.All() {
		t.Run(rules.Name, func(t *testing.T) {
			t.Parallel()
			seen, pairs := map[string]int{}, 0
			texts := shipped(t, rules)
			slices.SortStableFunc(texts, func(a, b string) int { return len(a) - len(b) })
			for _, text := range append(texts, ofCases(t, rules)...) {
				pairs += spoilAll(t, text, spoils(text, seen, oracle.Many(os.Getenv("GALLOPER_ALIKE"), 0)))
			}
			if len(seen) < 300 || pairs < 100 {
				t.Errorf("only %d kinds of spoilt places, %d pairs", len(seen), pairs)
			}
		})
	}
}

// spoilAll loads a scenario with each of the spoils, then with pairs of those that are refused on their lines. It
// returns the number of pairs.
func spoilAll(t *testing.T, text string, all []spoil) (pairs int) {
	t.Helper()
	if len(all) == 0 || len(load(t, text, "sound")) > 0 {
		return 0
	}
	var refused []spoil
	for _, s := range all {
		faults := load(t, s.in(text), s.what)
		here := slices.ContainsFunc(faults, onLine(s.line))
		if !here && (s.told == surely || s.told == ifAtAll && len(faults) > 0) {
			t.Errorf("%s is not refused on its line: %v\n%s", s.what, faults, text)
		}
		if here && !slices.ContainsFunc(faults, undermines) {
			refused = append(refused, s)
		}
	}
	for i, a := range refused {
		b := refused[(i+len(refused)/2)%len(refused)]
		if a.line >= b.line || a.to > b.from || strings.Contains(a.what, ": misspell ") && under(text, a.line, b.line) {
			continue
		}
		pairs++
		faults := load(t, a.in(b.in(text)), a.what+" and "+b.what)
		if !slices.ContainsFunc(faults, onLine(a.line)) || !slices.ContainsFunc(faults, onLine(b.line)) {
			t.Errorf("%s and %s are not both refused: %v\n%s", a.what, b.what, faults, text)
		}
	}
	return pairs
}

// under reports whether a line is in the block of another. Faults below an unknown key are not reported.
func under(text string, key, line int) bool {
	lines := strings.Split(text, "\n")
	deep := func(l string) int { return len(l) - len(strings.TrimLeft(l, " ")) }
	for _, l := range lines[key:line] {
		if strings.TrimSpace(l) != "" && deep(l) <= deep(lines[key-1]) {
			return false
		}
	}
	return true
}

// TestFaultsBesideAnUnknownKey adds an unknown key to the file and to its last unit, in each refused scenario of the
// cases. All other faults must still be reported.
func TestFaultsBesideAnUnknownKey(t *testing.T) {
	t.Parallel()
	lastUnit := regexp.MustCompile(`(?s)^(.*\nunits:\n(?:  [^\n]*\n)*  [^\n]*)\}\n`)
	for _, rules := range rulesets.All() {
		cases := 0
		for name, files := range refusedCases(t, rules) {
			text := lastUnit.ReplaceAllString(files[0], "$1, zzz: 1}\n")
			_, _, faults := adjudicator.Load(rulesets.All(), "scenario.yaml", []byte(text+"zzz: 1\n"))
			told := fmt.Sprint(faults)
			if !strings.Contains(told, "zzz: unknown-key") {
				continue // not a scenario at all, so no further faults
			}
			cases++
			for want := range strings.Lines(files[1]) {
				if want = strings.TrimSpace(want); !strings.Contains(told, want) && !strings.HasPrefix(want, "!") {
					t.Errorf("%s: %q is not told any more: %s", name, want, told)
				}
			}
		}
		if cases == 0 {
			t.Errorf("%s has no case", rules.Name)
		}
	}
}

// TestNamesThatAreWordsOfTheLanguage checks that a unit's name must not be a word that begins orders.
func TestNamesThatAreWordsOfTheLanguage(t *testing.T) {
	t.Parallel()
	name := regexp.MustCompile(`(?s)(\nunits:.*?[ {]name: )[^,}\n]+`)
	for _, rules := range rulesets.All() {
		for _, word := range []string{"Standing", "TO"} {
			text := name.ReplaceAllString(shipped(t, rules)[0], "${1}"+word)
			_, _, faults := adjudicator.Load(rulesets.All(), "scenario.yaml", []byte(text))
			if !slices.ContainsFunc(faults, func(f scenario.Fault) bool { return f.Reason == scenario.ReservedWord }) {
				t.Errorf("%s takes a unit named %s: %v", rules.Name, word, faults)
			}
		}
	}
}

// refusedCases returns the cases of refused scenarios by file: the scenario and the expected faults.
func refusedCases(t *testing.T, rules *adjudicator.Ruleset) map[string][2]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", rules.Name, "testdata", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string][2]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if c := txtar.Parse(text); len(c.Files) == 2 && c.Files[1].Name == "scenario.refused" {
			cases[file] = [2]string{string(c.Files[0].Data), string(c.Files[1].Data)}
		}
	}
	return cases
}

func onLine(line int) func(scenario.Fault) bool {
	return func(f scenario.Fault) bool { return f.Line == line }
}

// undermines reports whether a fault can hide others: a whole part or the size of the map is missing, or an id that
// other values refer to is invalid.
func undermines(f scenario.Fault) bool {
	part, inside, deep := strings.Cut(f.Path, ".")
	return f.Reason != scenario.UnknownKey && (!deep || part == "map" && !strings.Contains(inside, ".")) ||
		f.Reason == scenario.BadID
}

// load reads a scenario and checks the text of each fault.
func load(t *testing.T, text, what string) []scenario.Fault {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("%s: panic: %v\n%s", what, p, text)
		}
	}()
	_, sc, faults := adjudicator.Load(rulesets.All(), "spoilt.yaml", []byte(text))
	if (sc == nil) != (len(faults) > 0) {
		t.Errorf("%s: a scenario: %v, faults: %v", what, sc != nil, faults)
	}
	for _, f := range faults {
		if f.Line < 1 || f.Line > 1+strings.Count(text, "\n") || f.Col < 1 || f.Path == "" || f.Reason == "" || f.Want == "" {
			t.Errorf("%s: a fault without place, reason or what was expected: %v\n%s", what, f, text)
		}
	}
	return faults
}

// shipped returns the shipped scenarios of the ruleset.
func shipped(t *testing.T, rules *adjudicator.Ruleset) []string {
	t.Helper()
	return scenariosIn(t, scenarios.Files, rules)
}

// scenariosIn returns the ruleset's scenarios in a folder of scenarios.
func scenariosIn(t *testing.T, folder fs.FS, rules *adjudicator.Ruleset) (texts []string) {
	t.Helper()
	files, err := fs.Glob(folder, "*/scenario.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := fs.ReadFile(folder, file)
		if err != nil {
			t.Fatal(err)
		}
		if name, _ := scenario.Parse(file, text).Ruleset([]string{rules.Name}); name == rules.Name {
			texts = append(texts, string(text))
		}
	}
	if len(texts) == 0 {
		t.Fatal("no scenarios")
	}
	return texts
}

// ofCases returns the scenarios of the ruleset's cases.
func ofCases(t *testing.T, rules *adjudicator.Ruleset) (texts []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", rules.Name, "testdata", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if text, err := os.ReadFile(file); err != nil {
			t.Fatal(err)
		} else if first := txtar.Parse(text).Files[0]; first.Name == "scenario.yaml" {
			texts = append(texts, string(first.Data))
		}
	}
	return texts
}
