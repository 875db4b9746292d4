package scenarios

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"galloper/adjudicator"
	"galloper/adjudicator/rulesets"
	"galloper/adjudicator/scenario"
)

// TestShippedKeepNames compares the shipped scenarios with the copies in testdata, on which the golden games and the
// corpora of orders are played. A shipped scenario may be improved; its ids, names, seats and places stay.
func TestShippedKeepNames(t *testing.T) {
	t.Parallel()
	frozen := os.DirFS("testdata")
	files, err := fs.Glob(frozen, "*/scenario.yaml")
	if err != nil || len(files) < 10 {
		t.Fatal("too few scenarios are frozen:", files, err)
	}
	for _, file := range files {
		now, then := namesIn(t, Files, file), namesIn(t, frozen, file)
		for _, name := range then {
			if !slices.Contains(now, name) {
				t.Errorf("%s: %s is gone", file, name)
			}
		}
		for _, name := range now {
			if !slices.Contains(then, name) {
				t.Errorf("%s: %s is new", file, name)
			}
		}
	}
}

// namesIn lists the ids of a scenario with their names: sides, seats, officers, units with their seats, and
// everything that has an id on the map.
func namesIn(t *testing.T, folder fs.FS, file string) (list []string) {
	t.Helper()
	src, err := fs.ReadFile(folder, file)
	if err != nil {
		t.Fatal(err)
	}
	rules, sc, faults := adjudicator.Load(rulesets.All(), file, src)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	doc, _ := scenario.Read(file, src, rules.Keys)
	name, seats := adjudicator.Names(sc), adjudicator.StageOf(sc).Seats
	for _, part := range strings.Fields("sides seats officers units terrain roads") {
		for id := range doc.Each(part) {
			list = append(list, fmt.Sprintf("%s.%s %q %s", part, id, name(id), seats[id]))
		}
	}
	for part, ids := range doc.Each("map") {
		for id := range ids.Entries() {
			list = append(list, fmt.Sprintf("map.%s.%s %q", part, id, name(id)))
		}
	}
	return list
}
