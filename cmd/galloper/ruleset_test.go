package main

import (
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The output of `ruleset new` builds, is formatted, and passes its own tests. An overlay puts it in place for the go
// command, so that nothing is written into the checkout.
func TestNewRulesetIsGreen(t *testing.T) {
	t.Parallel()
	dir, name := t.TempDir(), "skirmish"
	if err := run(t.Context(), []string{"ruleset", "new", name, "--in", dir}, strings.NewReader(""), io.Discard,
		os.Stderr); err != statusDone {
		t.Fatalf("exit status %d", err)
	}
	place, err := filepath.Abs(filepath.Join("..", "..", "adjudicator"))
	if err != nil {
		t.Fatal(err)
	}
	overlay := map[string]string{}
	files := 0
	err = filepath.WalkDir(filepath.Join(dir, name), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		below, err := filepath.Rel(dir, path)
		overlay[filepath.Join(place, below)] = path
		if text, err := os.ReadFile(path); err != nil || strings.Contains(string(text), pattern+".Ruleset") ||
			strings.Contains(string(text), "ruleset: "+pattern) {
			t.Errorf("%s still speaks of the %s (%v)", path, pattern, err)
		}
		return err
	})
	if err != nil || files < 6 {
		t.Fatalf("%d files: %v", files, err)
	}
	text, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	overlayFile := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlayFile, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if said, err := exec.Command("gofmt", "-l", filepath.Join(dir, name)).CombinedOutput(); err != nil || len(said) > 0 {
		t.Errorf("gofmt: %v %s", err, said)
	}
	tests := filepath.Join(dir, "tests")
	build := exec.CommandContext(t.Context(), "go", "test", "-vet=off", "-c", "-o", tests, "-overlay", overlayFile,
		module+"/adjudicator/"+name)
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("it does not build: %v\n%s", err, said)
	}
	play := exec.CommandContext(t.Context(), tests)
	play.Dir = filepath.Join(dir, name)
	if said, err := play.CombinedOutput(); err != nil {
		t.Errorf("its tests fail: %v\n%s", err, said)
	}
}
