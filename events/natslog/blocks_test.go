package natslog_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"galloper/events"
	"galloper/events/logtest"
	"galloper/events/natslog"
	"galloper/events/natsvault"
)

// vaulted creates a store with a few commits and vault values, closes it, and returns its directory.
func vaulted(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	s := open(t, dir, natslog.Options{})
	v, err := natsvault.Open(t.Context(), s.JetStream(), 1)
	if err != nil {
		t.Fatal(err)
	}
	var at events.Head
	for i := range 4 {
		at = logtest.Append(t, s, at, logtest.Commit("g", fmt.Sprint("c", i), i))
		if err := v.Create(t.Context(), fmt.Sprint("made.", i), []byte("a value")); err != nil {
			t.Fatal(err)
		}
		if err := v.Put(t.Context(), fmt.Sprint("put.", i), []byte("another value")); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := v.PutMail(t.Context(), []byte("a mail")); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// heads returns the offsets of the records in a block.
func heads(block []byte) (at []int) {
	for off := 0; off < len(block); off += int(binary.LittleEndian.Uint32(block[off:]) & 0x7fffffff) {
		at = append(at, off)
	}
	return at
}

// TestFlippedBitInAHeaderIsTold flips a bit in each header byte of some records. The store is opened or refused, in
// both cases with the file named, and a repair restores the bit without an archive.
func TestFlippedBitInAHeaderIsTold(t *testing.T) {
	t.Parallel()
	good := vaulted(t)
	for _, stream := range []string{natslog.Stream, "VAULT"} {
		path := filepath.Join("jetstream", "$G", "streams", stream, "msgs", "1.blk")
		block, err := os.ReadFile(filepath.Join(good, path))
		if err != nil {
			t.Fatal(err)
		}
		at := heads(block)
		for n := range 22 {
			record := []int{0, 1, len(at) - 1}[n%3]
			t.Run(fmt.Sprint(stream, " record ", record, " byte ", n), func(t *testing.T) {
				dir := t.TempDir()
				if err := os.CopyFS(dir, os.DirFS(good)); err != nil {
					t.Fatal(err)
				}
				flipped := append([]byte(nil), block...)
				flipped[at[record]+n] ^= 1 << (n % 8)
				if err := os.WriteFile(filepath.Join(dir, path), flipped, 0o600); err != nil {
					t.Fatal(err)
				}
				mustTell(t, dir, path)
				s := open(t, dir, natslog.Options{Mend: true})
				if said := strings.Join(s.Mended(), "\n"); !strings.Contains(said, fmt.Sprintf("byte %d of", at[record]+n)) {
					t.Errorf("the repair says %q; want that byte %d was turned back", said, at[record]+n)
				}
				if r, err := s.Verify(t.Context()); err != nil || !r.OK() || len(s.Faults()) > 0 || r.Commits != 4 {
					t.Errorf("after the repair: %+v, %v, %q", r, err, s.Faults())
				}
				v, err := natsvault.Open(t.Context(), s.JetStream(), 1)
				if err != nil {
					t.Fatal(err)
				}
				if keys, err := v.Keys(t.Context(), ""); err != nil || len(keys) != 8 {
					t.Errorf("the vault has %q, %v; want 8 keys", keys, err)
				}
			})
		}
	}
}

// TestZerosBehindTheLastRecord: a power cut leaves zeros at the end of a file that had grown before it was written,
// after a whole record or part of one. The store can be opened, has everything acknowledged, and accepts more.
func TestZerosBehindTheLastRecord(t *testing.T) {
	t.Parallel()
	good := vaulted(t)
	for _, stream := range []string{natslog.Stream, "VAULT", "RAWMAIL2"} {
		for _, zeros := range []int{64, 517, 4096} {
			for _, part := range []int{0, 40} {
				t.Run(fmt.Sprint(stream, " ", zeros, " behind ", part), func(t *testing.T) {
					dir := t.TempDir()
					if err := os.CopyFS(dir, os.DirFS(good)); err != nil {
						t.Fatal(err)
					}
					block := filepath.Join(dir, "jetstream", "$G", "streams", stream, "msgs", "1.blk")
					rewrite(t, block, func(b []byte) []byte {
						return append(append(b, b[:min(part, len(b))]...), make([]byte, zeros)...)
					})
					for range 2 { // also after a clean close
						s := open(t, dir, natslog.Options{})
						if r, err := s.Verify(t.Context()); err != nil || !r.OK() || len(s.Faults()) > 0 {
							t.Fatalf("%+v, %v, %q", r, err, s.Faults())
						}
						at, err := s.Head(t.Context(), "g")
						if err != nil || at.Version < 4 {
							t.Fatalf("the game stands at %d, %v", at.Version, err)
						}
						logtest.Append(t, s, at, logtest.Commit("g", fmt.Sprint("more", at.Version), 1))
						v, err := natsvault.Open(t.Context(), s.JetStream(), 1)
						if err != nil {
							t.Fatal(err)
						}
						if keys, err := v.Keys(t.Context(), ""); err != nil || len(keys) != 8 {
							t.Errorf("the vault has %q, %v; want 8 keys", keys, err)
						}
						if _, err := v.Mail(t.Context(), events.Sum([]byte("a mail"))); err != nil {
							t.Errorf("the mail: %v", err)
						}
						if err := s.Close(); err != nil {
							t.Fatal(err)
						}
					}
				})
			}
		}
	}
}

// mustTell fails unless the store is refused or opened with a fault, and the file is named.
func mustTell(t *testing.T, dir, path string) {
	t.Helper()
	s, err := natslog.OpenEmbedded(dir, natslog.Options{Logger: quiet()})
	var damaged *natslog.DamagedError
	switch {
	case errors.As(err, &damaged):
		if !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "galloper repair --from") {
			t.Errorf("refused with %v; want the file named, and the repair", err)
		}
	case err != nil:
		t.Fatal(err)
	default:
		defer s.Close()
		if said := strings.Join(s.Faults(), "\n"); !strings.Contains(said, path) {
			t.Errorf("opened with the faults %q; want the file named", said)
		}
	}
}

// TestDamageThatNothingMendsIsTakenOut: a record with more than one wrong bit in its sequence number is removed.
func TestDamageThatNothingMendsIsTakenOut(t *testing.T) {
	t.Parallel()
	dir := vaulted(t)
	path := filepath.Join("jetstream", "$G", "streams", "VAULT", "msgs", "1.blk")
	rewrite(t, filepath.Join(dir, path), func(b []byte) []byte {
		b[heads(b)[3]+9] ^= 0x11
		return b
	})
	mustTell(t, dir, path)
	s := open(t, dir, natslog.Options{Mend: true})
	v, err := natsvault.Open(t.Context(), s.JetStream(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if keys, err := v.Keys(t.Context(), ""); err != nil || len(keys) != 7 ||
		!strings.Contains(strings.Join(s.Mended(), " "), "removed") {
		t.Errorf("the vault has %q, %v, and the repair says %q", keys, err, s.Mended())
	}
	kept, err := filepath.Glob(filepath.Join(dir, "damaged-*-files", "VAULT", "1.blk"))
	if err != nil || len(kept) != 1 {
		t.Errorf("the damaged file is kept as %q, %v", kept, err)
	}
}

// TestStartCanBeStopped: the wait for a store's server can be cancelled.
func TestStartCanBeStopped(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	forEver := make(chan struct{})
	defer close(forEver)
	if err := natslog.Within(time.Hour, ctx.Done(), func() { <-forEver }); err == nil ||
		!strings.Contains(err.Error(), "stopped") {
		t.Errorf("stopped: %v", err)
	}
	if err := natslog.Within(time.Millisecond, nil, func() { <-forEver }); err == nil ||
		!strings.Contains(err.Error(), "galloper repair") {
		t.Errorf("never ready: %v", err)
	}
	if err := natslog.Within(time.Hour, nil, func() {}); err != nil {
		t.Errorf("ready: %v", err)
	}
}
