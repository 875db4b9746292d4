package main

import (
	"archive/zip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"galloper/adjudicator/rulesets"
)

// The template of each ruleset has no faults, can be fought by staff officers, and survives packing and unpacking
// unchanged.
func TestScenarioBegins(t *testing.T) {
	t.Parallel()
	for _, rs := range rulesets.All() {
		t.Run(rs.Name, func(t *testing.T) {
			w := &town{t: t, dir: t.TempDir()}
			w.write("galloper.toml", "")
			folder := filepath.Join(w.dir, "zama")
			file := filepath.Join(folder, "scenario.yaml")
			w.must([]string{"scenario", "new", rs.Name, folder}, "galloper scenario check")
			w.must([]string{"scenario", "check", file}, "ok, "+rs.Name+", 2 seats")
			w.must([]string{"trial", file, "--games", "2"}, "2 battles of staff against staff")
			battle := filepath.Join(w.dir, "battle.svg")
			w.must([]string{"trial", file, "--watch", "1", "--svg", battle}, battle+": ", " turns\n")
			if picture := read(t, battle); !strings.Contains(picture, "turn 1") {
				t.Errorf("the battle's picture has no turn 1: %.200s", picture)
			}
			text := read(t, file)
			if !strings.HasPrefix(text, "# yaml-language-server: $schema=scenario.schema.json\n") ||
				strings.Count(text, "#") < 5 || !strings.Contains(text, "briefing:") {
				t.Errorf("the file is\n%s", text)
			}
			w.refused([]string{"scenario", "new", rs.Name, folder}, "already exists")
			pack := filepath.Join(w.dir, "zama.zip")
			w.must([]string{"scenario", "pack", folder, "-o", pack}, "README.md, scenario.schema.json, scenario.yaml",
				"LICENSE is missing")
			other := filepath.Join(w.dir, "other")
			w.must([]string{"scenario", "unpack", pack, other}, "is ready")
			if got := read(t, filepath.Join(other, "scenario.yaml")); got != text {
				t.Errorf("unpacked it is\n%s", got)
			}
		})
	}
}

func TestScenarioUnpackRefusesWhatIsNone(t *testing.T) {
	t.Parallel()
	w := &town{t: t, dir: t.TempDir()}
	w.write("galloper.toml", "")
	for _, name := range []string{"../evil.yaml", "/evil.yaml", "sub/scenario.yaml", "run.sh"} {
		path := filepath.Join(w.dir, "evil.zip")
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		z := zip.NewWriter(f)
		if _, err := z.Create(name); err != nil {
			t.Fatal(err)
		}
		z.Close()
		f.Close()
		w.refused([]string{"scenario", "unpack", path, filepath.Join(w.dir, "out")}, "which does not belong to a scenario")
		if _, err := os.Stat(filepath.Join(w.dir, "out")); err == nil {
			t.Errorf("%s: something was unpacked", name)
		}
	}
	bad := filepath.Join(w.dir, "bad")
	if err := os.Mkdir(bad, 0o700); err != nil {
		t.Fatal(err)
	}
	w.write("bad/scenario.yaml", "ruleset: firediscipline\n")
	w.refused([]string{"scenario", "pack", bad}, "the scenario has faults")
}
