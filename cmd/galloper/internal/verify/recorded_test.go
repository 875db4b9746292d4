package verify_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/verify"
)

// TestRecordedArchives verifies the archives in testdata: one of each ruleset and one with every umpire's act.
// It appends the results to the file that GALLOPER_HASHES names, for comparison: they must be the same on every
// machine.
func TestRecordedArchives(t *testing.T) {
	names := []string{"everyact"}
	for _, rules := range rulesets.All() {
		names = append(names, rules.Name)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			f, err := os.Open(filepath.Join("../daemon/testdata", name+".jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			r := verify.File(rulesets.All(), name, f, "", nil)
			if !r.OK {
				t.Fatal(r.Text())
			}
			note(t, fmt.Sprintf("%s %d turns %d dice %s\n", r.File, r.Turns, r.Dice, r.Head))
		})
	}
}

func note(t *testing.T, line string) {
	t.Helper()
	name := os.Getenv("GALLOPER_HASHES")
	if name == "" {
		return
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.WriteString(line)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
}
