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

func file(t *testing.T, path string) *os.File {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func mirror(t *testing.T, path string) *archive.Mirror {
	t.Helper()
	m, err := archive.OpenMirror(file(t, path))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

// TestMirrorGoesOnAfterBeingKilledAnywhere: killed at any byte, the mirror resumes after the last complete line and
// ends up with the same file.
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
			if c.First >= m.Last() { // repeats the last commit, as a follower does
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
	if _, err := archive.OpenMirror(file(t, path)); !errors.As(err, &at) || at.Line != 4 {
		t.Errorf("%v; want a fault in line 4", err)
	}
}

// full is a file whose next write writes only half of its bytes and fails.
type full struct {
	*os.File
	now bool
}

func (f *full) Write(b []byte) (int, error) {
	if !f.now {
		return f.File.Write(b)
	}
	n, _ := f.File.Write(b[:len(b)/2])
	return n, errors.New("no space left on device")
}

// TestMirrorOnAFullDisk: a full disk leaves the archive unchanged, and writing resumes once there is space.
func TestMirrorOnAFullDisk(t *testing.T) {
	all := told(t, 6, 0)
	path := filepath.Join(t.TempDir(), "mill.jsonl")
	disk := &full{File: file(t, path)}
	m, err := archive.OpenMirror(disk)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if _, err := m.Add(each(all[:3])); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(path)
	disk.now = true
	if n, err := m.Add(each(all[3:])); n != 0 || err == nil || m.Head().Hash != all[2].Head.Hash {
		t.Errorf("%d commits, %v, head %+v; want that nothing was added", n, err, m.Head())
	}
	if after, _ := os.ReadFile(path); string(after) != string(before) {
		t.Error("the full disk left a torn archive")
	}
	disk.now = false
	if n, err := m.Add(each(all[3:])); n != 3 || err != nil {
		t.Errorf("with room again: %d commits, %v", n, err)
	}
}
