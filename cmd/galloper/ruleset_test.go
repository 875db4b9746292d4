package main

import (
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The output of `ruleset new` builds, is formatted, and passes its own tests.
func TestNewRulesetIsGreen(t *testing.T) {
	t.Parallel()
	dir := newSkirmish(t)
	files := 0
	err := filepath.WalkDir(filepath.Join(dir, "skirmish"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		if text := readPage(t, path); strings.Contains(text, pattern+".Ruleset") ||
			strings.Contains(text, "ruleset: "+pattern) {
			t.Errorf("%s still speaks of the %s", path, pattern)
		}
		return nil
	})
	if err != nil || files < 6 {
		t.Fatalf("%d files: %v", files, err)
	}
	testSkirmish(t, dir)
}

// The steps of docs/rulesets.md add a rule to a new ruleset: its tests and cases pass.
func TestRulesetTutorial(t *testing.T) {
	t.Parallel()
	dir := newSkirmish(t)
	put := func(name, text string) {
		path := filepath.Join(dir, "skirmish", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put("../rulesets/rulesets.go", readPage(t, "../../adjudicator/rulesets/rulesets.go"))
	put("cases_test.go", casesOfSkirmish)
	step := regexp.MustCompile("(?ms)^```diff\n\\+\\+\\+ (\\S+)\n(.*?)^```$")
	steps := step.FindAllStringSubmatch(readPage(t, "../../docs/rulesets.md"), -1)
	if len(steps) < 7 {
		t.Fatalf("docs/rulesets.md has %d steps", len(steps))
	}
	for _, m := range steps {
		before, after := sidesOf(m[2])
		if before == "" {
			put(m[1], after)
			continue
		}
		text := readPage(t, filepath.Join(dir, "skirmish", filepath.FromSlash(m[1])))
		if n := strings.Count(text, before); n != 1 {
			t.Fatalf("docs/rulesets.md changes %s where it has, %d times:\n%s", m[1], n, before)
		}
		put(m[1], strings.Replace(text, before, after, 1))
	}
	testSkirmish(t, dir)
}

// sidesOf returns the text before and after a change.
func sidesOf(diff string) (before, after string) {
	for line := range strings.Lines(diff) {
		mark, text := line[0], line[1:]
		if mark == '\n' {
			mark, text = ' ', line
		}
		if mark != '+' {
			before += text
		}
		if mark != '-' {
			after += text
		}
	}
	return before, after
}

const casesOfSkirmish = `package skirmish_test

import (
	"os"
	"path/filepath"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/cases"
	"galloper/adjudicator/desks"
	"galloper/adjudicator/rulesets"
)

func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < 4 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		res := cases.Run(text, file, cases.Env{Rulesets: rulesets.Known(),
			Desks: func(rs *adjudicator.Ruleset, sc adjudicator.Scenario) cases.Desks { return desks.Open(rs, sc) }})
		if !res.OK() {
			t.Error(res)
		}
	}
}
`

// newSkirmish makes the ruleset skirmish in a new directory and returns the directory.
func newSkirmish(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := run(t.Context(), []string{"ruleset", "new", "skirmish", "--in", dir}, strings.NewReader(""), io.Discard,
		os.Stderr); err != statusDone {
		t.Fatalf("exit status %d", err)
	}
	return dir
}

// testSkirmish builds and runs the tests of the ruleset. An overlay puts the directory's files in place for the go
// command, so that nothing is written into the checkout.
func testSkirmish(t *testing.T, dir string) {
	t.Helper()
	if said, err := exec.Command("gofmt", "-l", dir).CombinedOutput(); err != nil || len(said) > 0 {
		t.Errorf("gofmt: %v %s", err, said)
	}
	place, err := filepath.Abs(filepath.Join("..", "..", "adjudicator"))
	if err != nil {
		t.Fatal(err)
	}
	overlay := map[string]string{}
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		below, err := filepath.Rel(dir, path)
		overlay[filepath.Join(place, below)] = path
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	overlayFile := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlayFile, text, 0o600); err != nil {
		t.Fatal(err)
	}
	tests := filepath.Join(dir, "tests")
	build := exec.CommandContext(t.Context(), "go", "test", "-vet=off", "-c", "-o", tests, "-overlay", overlayFile,
		module+"/adjudicator/skirmish")
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("it does not build: %v\n%s", err, said)
	}
	play := exec.CommandContext(t.Context(), tests)
	play.Dir = filepath.Join(dir, "skirmish")
	if said, err := play.CombinedOutput(); err != nil {
		t.Errorf("its tests fail: %v\n%s", err, said)
	}
}
