package archive_test

import (
	"errors"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"galloper/events"
	"galloper/events/archive"
)

func each(list []events.Commit) iter.Seq2[events.Commit, error] {
	return func(yield func(events.Commit, error) bool) {
		for _, c := range list {
			if !yield(c, nil) {
				return
			}
		}
	}
}

func mirror(t *testing.T, path string) *archive.Mirror {
	t.Helper()
	m, err := archive.OpenMirror(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

// Killed at any byte, the mirror goes on where the last whole line ends, and becomes
// the same file.
func TestMirrorGoesOnAfterBeingKilledAnywhere(t *testing.T) {
	all := told(t, 6, 0)
	path := filepath.Join(t.TempDir(), "mill.jsonl")
	if n, err := mirror(t, path).Add(each(all)); n != 6 || err != nil {
		t.Fatalf("%d commits, %v", n, err)
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for cut := 0; cut <= len(want); cut += 1 + len(want)/97 {
		if err := os.WriteFile(path, want[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		m := mirror(t, path)
		var rest []events.Commit
		for _, c := range all {
			if c.First >= m.Last() { // the last one again, as a follower asks for it
				rest = append(rest, c)
			}
		}
		if _, err := m.Add(each(rest)); err != nil || m.Head().Hash != all[5].Head.Hash {
			t.Fatalf("cut at %d: %v, head %+v", cut, err, m.Head())
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != string(want) {
			t.Fatalf("cut at %d: the file differs", cut)
		}
	}
}

func TestMirrorFindsAFork(t *testing.T) {
	all, other := told(t, 6, 0), told(t, 7, 3)
	path := filepath.Join(t.TempDir(), "mill.jsonl")
	m := mirror(t, path)
	if _, err := m.Add(each(all[:5])); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(path)
	for name, news := range map[string][]events.Commit{
		"the last commit is another": other[4:],
		"what comes next is another": other[5:],
		"something is left out":      other[6:],
	} {
		var fork *archive.ForkError
		if n, err := m.Add(each(news)); n != 0 || !errors.As(err, &fork) {
			t.Errorf("%s: %d commits, %v; want a fork", name, n, err)
		}
	}
	if after, _ := os.ReadFile(path); string(after) != string(before) {
		t.Error("the archive was changed")
	}
	if n, err := m.Add(each(all[4:])); n != 1 || err != nil {
		t.Errorf("the true end: %d, %v", n, err)
	}
}

func TestMirrorRefusesADamagedFile(t *testing.T) {
	all := told(t, 6, 0)
	path := filepath.Join(t.TempDir(), "mill.jsonl")
	if _, err := mirror(t, path).Add(each(all)); err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(path)
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), "commit 2", "commit 7", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	var at *archive.LineError
	if _, err := archive.OpenMirror(path); !errors.As(err, &at) || at.Line != 4 {
		t.Errorf("%v; want a fault in line 4", err)
	}
}
