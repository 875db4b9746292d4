package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"galloper/events/natslog"
)

// block returns the file with the log's first messages.
func (w *town) block() string {
	w.t.Helper()
	files, err := filepath.Glob(filepath.Join(w.dir, "data", "nats", "jetstream", "*", "streams", natslog.Stream, "msgs",
		"*.blk"))
	if err != nil || len(files) == 0 {
		w.t.Fatalf("no block of the log: %v", err)
	}
	return files[0]
}

// damage changes the log's first block, as a failing disk would.
func (w *town) damage(change func([]byte) []byte) {
	w.t.Helper()
	b, err := os.ReadFile(w.block())
	if err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(w.block(), change(b), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

// flipAt flips two bits at the text; a single flipped bit would be corrected.
func flipAt(t *testing.T, text string) func([]byte) []byte {
	return func(b []byte) []byte {
		at := bytes.Index(b, []byte(text))
		if at < 0 {
			t.Fatalf("%q does not stand in the log", text)
		}
		b[at+len(text)/2] ^= 3
		return b
	}
}

// export writes the archive of a game into a file.
func (w *town) export(game, file string) string {
	w.t.Helper()
	path := filepath.Join(w.dir, file)
	os.Remove(path) // left by an earlier export
	w.must([]string{"export", game, "-o", path})
	return path
}

// refused runs a command that must exit with status 1 and print the fragments.
func (w *town) refused(args []string, fragments ...string) {
	w.t.Helper()
	status, said := w.galloper(args...)
	if status != statusNo {
		w.t.Errorf("galloper %v: status %d, want 1\n%s", args, status, said)
	}
	for _, f := range fragments {
		if !strings.Contains(said, f) {
			w.t.Errorf("galloper %v does not say %q:\n%s", args, f, said)
		}
	}
}

// A byte of the log flips, the game is put on hold and everyone is told. It is repaired from an archive, and its umpire
// resumes it.
func TestDamagedGameIsHeldAndRepaired(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	stop := w.serve()
	for _, game := range []string{"mill", "ford"} {
		w.must([]string{"new", filepath.Join(w.dir, "mill.yaml"), "--name", game, "--seat",
			"french.north=anna@example.test", "--seat", "dutch.south=ben@example.test"}, game)
		w.must([]string{"rule", game, "ANNOUNCE: the post is slow in " + game}, "done")
		w.must([]string{"rule", game, "ANNOUNCE: and the roads are bad"}, "done")
	}
	opening, _ := w.mail("anna@example.test", "[mill] turn 1: the opening")
	w.mail("ben@example.test", "[ford] turn 1: the umpire announces")
	saved := w.export("mill", "mill.jsonl")
	stop()
	w.must([]string{"verify", "--stream"}, "2 games,",
		"no fault")

	w.damage(flipAt(t, "the post is slow in mill"))
	w.refused([]string{"verify", "--stream"}, "WRONG: game mill is broken at event",
		"1.blk is damaged in the record at byte", "3 faults")
	stop = w.serve()
	w.mail("umpire@example.test", "the game mill is held: its record is damaged")
	w.writes("anna@example.test", opening, "To Champagne: general advance")
	w.mail("anna@example.test", "your mail was not read: the game mill is held")
	w.refused([]string{"rule", "mill", "CLOSE TURN 1"}, "is held")
	w.must([]string{"rule", "ford", "CLOSE TURN 1 BECAUSE it goes on"}, "CLOSE: done")
	w.mail("anna@example.test", "[ford] turn 2: report of turn 1")
	w.refused([]string{"repair", "--from", saved}, "galloper serve is running on this store")
	stop()

	w.refused([]string{"repair"}, "game mill stays held: no archive of it was given")
	w.must([]string{"repair", "--from", saved}, "found: game mill is broken", "rewrote the log",
		"the damaged files are kept in",
		"proved equal and kept", "restored from the archive", "mill is on hold and its players are told", "2 games,",
		"no fault")
	w.must([]string{"repair", "--from", saved}, "nothing to repair")
	w.must([]string{"verify", "--stream"}, "2 games,",
		"no fault")
	w.must([]string{"audit", "mill"}, "the post is slow in mill",
		"turn 1: held: the record of the game was damaged, and was mended")

	stop = w.serve()
	mended, _ := w.mail("anna@example.test", "[mill] turn 1: the record was mended")
	w.mail("umpire@example.test", "[mill] turn 1: the record was mended")
	w.must([]string{"rule", "mill", "RESUME TURN 1 BECAUSE it is mended"}, "RESUME: done")
	w.writes("anna@example.test", opening, "To Champagne: general advance")
	w.mail("anna@example.test", "[mill] turn 1: 1 order accepted")
	w.write("mended.eml", mended)
	w.must([]string{"head", "mill", filepath.Join(w.dir, "mended.eml")}, "ok: ")
	stop()
	w.must([]string{"verify", "--stream"}, "2 games,",
		"no fault")
}

// The end of the log is cut off, and the archive is older than the last acknowledged mail.
func TestLostTailIsNotGivenUpUnasked(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	w.must([]string{"new", filepath.Join(w.dir, "mill.yaml"), "--seat", "french.north=anna@example.test", "--seat",
		"dutch.south=ben@example.test"}, "mill")
	old := w.export("mill", "old.jsonl")
	w.must([]string{"rule", "mill", "ANNOUNCE: the post is slow"}, "done")
	newer := w.export("mill", "newer.jsonl")
	w.must([]string{"rule", "mill", "ANNOUNCE: the roads are bad"}, "done")
	latest := w.export("mill", "latest.jsonl")
	os.Remove(filepath.Join(filepath.Dir(w.block()), "index.db"))
	w.damage(func(b []byte) []byte { return b[:bytes.Index(b, []byte("the post is slow"))] })
	w.refused([]string{"verify", "--stream"}, "its end was lost or rewritten")
	w.refused([]string{"repair", "--from", old}, "nothing was changed: of game mill the store had acknowledged",
		"hint: give a later archive of the game")
	w.refused([]string{"repair", "--from", newer}, "store and archive together have no more than the first")
	w.write("forged.jsonl", strings.Replace(read(t, newer), `"title":"The ford"`, `"title":"The fort"`, 1))
	w.refused([]string{"repair", "--from", filepath.Join(w.dir, "forged.jsonl")}, "nothing was changed: the archive",
		"line 2: its prev is")
	w.must([]string{"repair", "--from", old, "--from", latest}, "restored from the archive", "no fault")
	w.must([]string{"audit", "mill"}, "the roads are bad")
}

// Events that no archive has are given up only if the owner says so.
func TestLossIsAcceptedByWord(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	w.must([]string{"new", filepath.Join(w.dir, "mill.yaml"), "--seat", "french.north=anna@example.test", "--seat",
		"dutch.south=ben@example.test"}, "mill")
	w.must([]string{"rule", "mill", "ANNOUNCE: the post is slow"}, "done")
	later := w.export("mill", "later.jsonl")
	w.must([]string{"rule", "mill", "ANNOUNCE: the roads are bad"}, "done")
	w.damage(flipAt(t, "the post is slow"))
	w.must([]string{"repair", "--accept-loss"}, "lost for good", "no fault")
	w.must([]string{"audit", "mill"}, "turn 1: held: the record of the game was damaged, and was mended")
	// The repaired record is a different history now.
	w.refused([]string{"repair", "--from", later}, "nothing was changed: the archive does not continue the same chain",
		"hint: galloper head")
	w.refused([]string{"head", "mill", headOf(t, later)}, "is not in the record")
}

func read(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// headOf returns the hash of an archive's last line.
func headOf(t *testing.T, file string) string {
	t.Helper()
	r, err := (&options{}).recordOf(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	return r.Heads[len(r.Heads)-1].Hash
}

// A store with changed settings isn't opened until galloper repair resets them.
func TestSettingsChangedByHand(t *testing.T) {
	t.Parallel()
	testSettingsChangedByHand(t, newTown)
}

func testSettingsChangedByHand(t *testing.T, found founder) {
	w := found(t)
	w.made()
	w.reconfigure(func(c *jetstream.StreamConfig) { c.MaxMsgs = 1_000_000 })
	w.refused([]string{"serve"}, "max_msgs is 1000000, should be unlimited", "hint: repair it with galloper repair")
	w.must(w.asAdmin("repair"), "found: setting max_msgs", "reset the settings of the stream", "no fault")
	w.must([]string{"verify", "--stream"}, "no fault")
}

// reconfigure changes the stream's settings without the program.
func (w *town) reconfigure(change func(*jetstream.StreamConfig)) {
	w.t.Helper()
	s := w.log()
	defer s.Close()
	st, err := s.JetStream().Stream(w.t.Context(), natslog.Stream)
	if err != nil {
		w.t.Fatal(err)
	}
	cfg := st.CachedInfo().Config
	change(&cfg)
	if _, err := s.JetStream().UpdateStream(w.t.Context(), cfg); err != nil {
		w.t.Fatal(err)
	}
}

// The store is lost, an older copy is restored, and the archives bring the games up to date.
func TestOlderCopyIsBroughtForward(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	w.made()
	data, folder := filepath.Join(w.dir, "data"), filepath.Join(w.dir, "backup")
	if err := os.CopyFS(filepath.Join(w.dir, "copy"), os.DirFS(data)); err != nil {
		t.Fatal(err)
	}
	w.must([]string{"rule", "mill", "CLOSE TURN 1 BECAUSE all have written"}, "done")
	w.must([]string{"export", "--to", folder})
	if err := os.RemoveAll(data); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(w.dir, "copy"), data); err != nil {
		t.Fatal(err)
	}
	w.must([]string{"repair", "--from", folder}, "proved equal and kept", "restored from the archive", "no fault")
	w.must([]string{"rule", "mill", "RESUME TURN 2 BECAUSE it is back"}, "done")
	w.must([]string{"rule", "mill", "CLOSE TURN 2 BECAUSE all have written"}, "done")
	w.must([]string{"export", "--to", folder}, "new commits, event")
	w.must([]string{"verify", filepath.Join(folder, "mill.jsonl")}, "2 turns adjudicated again")
}

// A bit of a sequence number flips, first in the log and then in the vault. No command hangs, each names the file, and
// a repair without an archive fixes it.
func TestFlippedBitStopsEachCommandWithAWord(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	w.made()
	for _, stream := range []string{natslog.Stream, "VAULT"} {
		block := strings.Replace(w.block(), natslog.Stream, stream, 1)
		b, err := os.ReadFile(block)
		if err != nil {
			t.Fatal(err)
		}
		last := 0
		for at := 0; at < len(b); at += int(binary.LittleEndian.Uint32(b[at:]) & 0x7fffffff) {
			last = at
		}
		b[last+9] ^= 1
		if err := os.WriteFile(block, b, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, command := range [][]string{{"serve"}, {"verify", "--stream"}, {"rule", "mill", "CLOSE TURN 1"}, {"doctor"}} {
			w.refused(command, filepath.Join(stream, "msgs", "1.blk"), "is damaged in the record at byte",
				"galloper repair --from")
		}
		w.must([]string{"repair"}, fmt.Sprintf("file: corrected a flipped bit in byte %d", last+9), "no fault")
		w.must([]string{"verify", "--stream"}, "no fault")
	}
}

// The archives bring the record back, and the vault's content is reported lost.
func TestAllOfTheServersFilesAreLost(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	w.made()
	folder := filepath.Join(w.dir, "backup")
	w.must([]string{"export", "--to", folder})
	if err := os.RemoveAll(filepath.Join(w.dir, "data", "nats", "jetstream")); err != nil {
		t.Fatal(err)
	}
	w.refused([]string{"repair", "--from", folder}, "rewrote the log", "restored from the archive",
		"archives do not contain them",
		"WRONG: the vault has lost the seeds of game mill")
	w.refused([]string{"verify", "--stream"}, "the vault has lost the seeds of game mill")
	w.must([]string{"audit", "mill"})
}
