package store_test

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"galloper/cmd/galloper/internal/store"
	"galloper/events"
)

// TestOpenOnAFullDisk: an existing store opens on a full disk and reports it, and a new store is refused.
func TestOpenOnAFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=40m,mode=0700"); err != nil {
		t.Skipf("not run: a disk that is really full; it wants a small file system, which only root may mount: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	open := func(name string) (*store.Store, error) {
		return store.Open(t.Context(), store.Place{Dir: filepath.Join(dir, name)}, slog.New(slog.DiscardHandler))
	}
	s, err := open("made")
	if err != nil {
		t.Fatal(err)
	}
	key := s.Keys[0].Key
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "somebody-else"), make([]byte, 30<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err = open("made"); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Log.Room(); !errors.Is(err, events.ErrStoreFull) {
		t.Errorf("of the full disk it says %v", err)
	}
	if string(s.Keys[0].Key) != string(key) {
		t.Error("the key is another one")
	}
	if _, err := open("new"); !errors.Is(err, events.ErrStoreFull) {
		t.Errorf("a new store: %v", err)
	}
}
