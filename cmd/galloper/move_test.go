package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"galloper/cmd/galloper/internal/daemon"
)

// made makes the game mill in the town's store.
func (w *town) made() {
	w.t.Helper()
	w.must([]string{"new", filepath.Join(w.dir, "mill.yaml"), "--seat", "french.north=anna@example.test", "--seat",
		"dutch.south=ben@example.test"}, "created game mill")
}

// A running game is put on hold, exported with its secrets, imported on another server, and played on there by mail.
func TestGameMovesHouse(t *testing.T) {
	t.Parallel()
	testGameMovesHouse(t, newTown)
}

func testGameMovesHouse(t *testing.T, found founder) {
	w := found(t)
	stop := w.serve()
	w.made()
	opening, _ := w.mail("anna@example.test", "turn 1: the opening")
	w.writes("anna@example.test", opening, "To Champagne: general advance")
	w.mail("anna@example.test", "1 order accepted")
	move := filepath.Join(w.dir, "move.jsonl")
	w.refused([]string{"export", "mill", "--with-secrets", "-o", move}, "the game mill goes on here; hold it first",
		"hint: galloper rule mill HOLD TURN 1 BECAUSE it moves")
	if _, err := os.Stat(move); err == nil {
		t.Error("the refused export left a file")
	}
	w.must([]string{"rule", "mill", "HOLD TURN 1 BECAUSE it moves"}, "HOLD: done")
	w.must([]string{"export", "mill", "--with-secrets", "-o", move}, "keep it as safe as a password")
	if info, err := os.Stat(move); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file with the secrets: %v, %v; want that none but its owner reads it", info, err)
	}
	plain := w.export("mill", "plain.jsonl")
	stop()

	there := found(t)
	there.must([]string{"import", plain}, "it is a read-only record")
	there.must([]string{"audit", "mill"}, "turn 1: held: it moves")

	other := found(t)
	stop = other.serve()
	other.must([]string{"import", move}, "it continues here: its seats are told")
	other.must([]string{"import", move}, "0 commits")
	moved, _ := other.mail("anna@example.test", "[mill] turn 1: the game has moved")
	other.mail("ben@example.test", "the game has moved")
	other.must([]string{"rule", "mill", "RESUME TURN 1 BECAUSE it has moved"}, "RESUME: done")
	other.writes("anna@example.test", moved, "STATUS")
	other.mail("anna@example.test", "turn 1: status")
	other.must([]string{"rule", "mill", "CLOSE TURN 1 BECAUSE all have written"}, "CLOSE: done")
	other.mail("anna@example.test", "turn 2: report of turn 1")
	other.must([]string{"audit", "mill"}, "1. TO champagne: ADVANCE")
	other.must([]string{"verify", "--stream"}, "1 game,", "no fault")
	// Imported data is forgotten just like local data.
	other.must([]string{"forget", "anna@example.test", "--yes"}, "anna@example.test is forgotten")
	if _, left := other.galloper("export", "mill", "--with-mail"); strings.Contains(left, "anna@example.test") ||
		strings.Count(left, `{"mail"`) == 0 {
		t.Error("after she was forgotten the export has her address, or nothing of the others")
	}
	stop()
}

// An archive cannot bring in another game's keys, or other seeds than were committed to.
func TestForeignSecretsAreNotTakenIn(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	w.made()
	plain := read(t, w.export("mill", "plain.jsonl"))
	w.write("other.toml", strings.Replace(read(t, filepath.Join(w.dir, "galloper.toml")), "data", "elsewhere", 1))
	for line, want := range map[string]string{
		`{"secret":"gate.token","value":"AAAA"}`:                 "is no secret of the game mill",
		`{"secret":"seeds.mill","value":"eyJ0dXJucyI6NDAwfQ=="}`: "the seeds are not those that the game committed to",
	} {
		w.write("bad.jsonl", plain+line+"\n")
		status, said := w.galloper("--data", filepath.Join(w.dir, "elsewhere"), "import", filepath.Join(w.dir, "bad.jsonl"))
		if status != statusNo || !strings.Contains(said, want) {
			t.Errorf("%s: status %d, %s", line, status, said)
		}
	}
}

// export --to --follow keeps the folder current, resumes after a restart, and reports a store with a different history.
func TestArchivesAreKeptElsewhere(t *testing.T) {
	t.Parallel()
	testArchivesAreKeptElsewhere(t, newTown)
}

func testArchivesAreKeptElsewhere(t *testing.T, found founder) {
	w := found(t)
	folder := filepath.Join(w.dir, "backup")
	events := func() (n uint64) {
		m, err := openMirror(filepath.Join(folder, "mill.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		return m.Head().Version
	}
	follow := func() (stop func()) {
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan int, 1)
		go func() {
			done <- run(ctx, []string{"-c", filepath.Join(w.dir, "galloper.toml"), "export", "--to", folder, "--follow"},
				strings.NewReader(""), t.Output(), t.Output())
		}()
		return func() {
			cancel()
			if status := <-done; status != statusDone {
				t.Errorf("export --follow ended with status %d", status)
			}
		}
	}
	standsAt := func() uint64 {
		client, err := daemon.Dial(t.Context(), filepath.Join(w.dir, "data"))
		if err != nil {
			t.Fatal(err)
		}
		r, err := client.Record(t.Context(), "mill")
		if err != nil {
			t.Fatal(err)
		}
		return r.Heads[len(r.Heads)-1].Event
	}
	stopped := follow() // before the daemon runs: it waits
	stop := w.serve()
	w.made()
	w.until("the archive to be there", func() bool {
		_, err := os.Stat(filepath.Join(folder, "mill.jsonl"))
		return err == nil && events() >= 9
	})
	w.must([]string{"rule", "mill", "ANNOUNCE: the post is slow"}, "done")
	w.until("the archive to be current", func() bool { return events() == standsAt() })
	stopped()
	w.must([]string{"rule", "mill", "CLOSE TURN 1 BECAUSE all have written"}, "done")
	w.mail("anna@example.test", "turn 2: report of turn 1")
	stopped = follow()
	w.until("the archive to be current again", func() bool { return events() == standsAt() })
	stopped()
	stop()
	w.must([]string{"verify", filepath.Join(folder, "mill.jsonl")}, "ok: game mill", "1 turns adjudicated again")
	w.must([]string{"export", "--to", folder, "mill"})
	w.refused([]string{"export", "--to", folder, "waterloo"}, `there is no game "waterloo"`)

	// The store is lost, and an older one takes its place.
	before := read(t, filepath.Join(folder, "mill.jsonl"))
	w.loseStore()
	w.made()
	w.refused([]string{"export", "--to", folder}, "WRONG: mill: the store has")
	if after := read(t, filepath.Join(folder, "mill.jsonl")); after != before {
		t.Error("the archive was changed")
	}
}
