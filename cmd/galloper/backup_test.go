package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A copy made while the service plays is restored into another directory, and the game goes on there by mail.
func TestBackupIsRestoredElsewhere(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	stop := w.serve()
	w.made()
	opening, _ := w.mail("anna@example.test", "turn 1: the opening")
	w.writes("anna@example.test", opening, "To Champagne: general advance")
	w.mail("anna@example.test", "1 order accepted")
	file := filepath.Join(w.dir, "copy.tar.gz")
	w.must([]string{"backup", file}, "1 game, all of it verified")
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy: %v, %v; want that none but its owner reads it", info, err)
	}
	w.refused([]string{"restore", file}, "is not empty", "--data")
	stop()

	other := w.restored(file)
	other.must([]string{"verify", "--stream"}, "no fault")
	stop = other.serve()
	defer stop()
	other.must([]string{"rule", "mill", "CLOSE TURN 1 BECAUSE it goes on here"}, "CLOSE: done")
	other.mail("anna@example.test", "turn 2: report of turn 1")
	other.must([]string{"audit", "mill"}, "1. TO champagne: ADVANCE")
}

// restored returns another town with the same mail, into which the copy of the store is restored.
func (w *town) restored(file string) *town {
	w.t.Helper()
	other := &town{t: w.t, dir: w.t.TempDir(), host: w.host, box: w.box}
	config := strings.ReplaceAll(read(w.t, filepath.Join(w.dir, "galloper.toml")), filepath.Join(w.dir, "data"),
		filepath.Join(other.dir, "data"))
	other.write("galloper.toml", config)
	other.must([]string{"restore", file}, "1 game, all of it verified", "make sure that the old service is stopped",
		"galloper repair --from FOLDER")
	return other
}

// A restored copy lacks a turn. A player's answer to that turn's report puts the game on hold; it goes on from an
// archive, or without the turn if that loss is accepted.
func TestOldCopyIsMended(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	stop := w.serve()
	w.made()
	w.mail("anna@example.test", "turn 1: the opening")
	w.until("all mails are recorded as sent", func() bool { // otherwise the copy would send them again and diverge
		text := read(w.t, w.export("mill", "mill.jsonl"))
		return strings.Count(text, `"mail.sent"`) == strings.Count(text, `"mail.queued"`)
	})
	file := filepath.Join(w.dir, "copy.tar.gz")
	w.must([]string{"backup", file}, "1 game, all of it verified")
	w.must([]string{"rule", "mill", "CLOSE TURN 1 BECAUSE of supper"}, "CLOSE: done")
	report, _ := w.mail("anna@example.test", "turn 2: report of turn 1")
	archive := w.export("mill", "mill.jsonl")
	stop()

	for _, row := range []struct{ args, said, resume, after, close, subject string }{
		{"--from=" + archive, "restored from the archive", "RESUME TURN 2", "the record was mended", "CLOSE TURN 2",
			"turn 3: report of turn 2"},
		{"--accept-loss", "the turns after it, up to 2, lost for good", "RESUME TURN 1", "the record was mended",
			"CLOSE TURN 1", "turn 2: report of turn 1"},
	} {
		other := w.restored(file)
		box := other.box["anna@example.test"]
		box.mu.Lock()
		box.mails, box.raw = nil, nil
		box.mu.Unlock()
		stop := other.serve()
		other.writes("anna@example.test", report, "To Champagne: general advance")
		other.mail("anna@example.test", "your mail was not read: the game mill is held")
		other.refused([]string{"rule", "mill", "CLOSE TURN 1 BECAUSE of supper"}, "game mill is held", "old copy")
		stop()
		status, said := other.galloper("repair")
		if status != statusNo || !strings.Contains(said, "WRONG: game mill is broken at event") {
			t.Errorf("repair without an archive: status %d\n%s", status, said)
		}
		other.must([]string{"repair", row.args}, "mended: mill", row.said, "mill is on hold and its players are told")
		stop = other.serve()
		mended, _ := other.mail("anna@example.test", row.after)
		other.must([]string{"rule", "mill", row.resume + " BECAUSE it is mended"}, "RESUME: done")
		other.writes("anna@example.test", mended, "To Champagne: general advance")
		other.mail("anna@example.test", "1 order accepted")
		other.must([]string{"rule", "mill", row.close + " BECAUSE of supper"}, "CLOSE: done")
		other.mail("anna@example.test", row.subject)
		stop()
		other.must([]string{"verify", "--stream"}, "no fault")
	}
}

func TestRestoreRefusesWhatIsNoCopy(t *testing.T) {
	t.Parallel()
	w := &town{t: t, dir: t.TempDir()}
	w.write("galloper.toml", "[store]\ndir = '"+filepath.Join(w.dir, "data")+"'\n")
	w.write("none.tar.gz", "nothing")
	w.refused([]string{"restore", filepath.Join(w.dir, "none.tar.gz")}, "it is no copy of a store")
	w.refused([]string{"backup", filepath.Join(w.dir, "x.tar.gz")}, "there is no store in")
	if err := os.MkdirAll(filepath.Join(w.dir, "hollow", "nats"), 0o700); err != nil {
		t.Fatal(err)
	}
	w.refused([]string{"--data", filepath.Join(w.dir, "hollow"), "backup", filepath.Join(w.dir, "x.tar.gz")},
		"cannot make a copy", "doctor")
	if left, _ := filepath.Glob(filepath.Join(w.dir, ".galloper-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	whole, err := os.ReadFile(oldStore)
	if err != nil {
		t.Fatal(err)
	}
	w.write("cut.tar.gz", string(whole[:len(whole)/2]))
	w.refused([]string{"restore", filepath.Join(w.dir, "cut.tar.gz")}, "the copy is damaged")
	if _, err := os.Stat(filepath.Join(w.dir, "data")); err == nil {
		t.Error("half a store was restored")
	}
}

// oldStore is a store made by a release of November 2026. It has a game of two seats in its second turn, with mails,
// and a game that is gathering players.
const oldStore = "testdata/store-2026-11.tar.gz"

var makeStore = flag.Bool("make-store", false, "make "+oldStore+" anew, where it is missing")

// This release reads, checks and plays on an older release's store.
func TestOldStoreOpens(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat(oldStore); err != nil && *makeStore {
		makeOldStore(t)
	}
	w := &town{t: t, dir: t.TempDir()}
	w.write("galloper.toml", "[store]\ndir = '"+filepath.Join(w.dir, "data")+"'\n[mail]\naddress = "+
		"'orders@example.test'\n")
	w.must([]string{"restore", oldStore}, "1 game, all of it verified")
	w.must([]string{"verify", "--stream"}, "no fault")
	w.must([]string{"audit", "mill"}, "1. TO champagne: ADVANCE", "turn 2")
	w.must([]string{"why", "mill", "t1.1@french.north"}, "t1.2 dispatch.sent",
		"order french.north.1: TO champagne: ADVANCE", "because of mail")
	w.must([]string{"lobby", "WHO", "ford"}, "french.north", "cora@example.test")
	w.must([]string{"rule", "mill", "CLOSE TURN 2 BECAUSE it is old"}, "CLOSE: done")
	w.must([]string{"audit", "mill", "--turn", "2"}, "turn 2")
	archive := w.export("mill", "mill.jsonl")
	w.must([]string{"verify", archive}, "mill")
}

func makeOldStore(t *testing.T) {
	t.Helper()
	w := newTown(t)
	stop := w.serve()
	w.made()
	opening, _ := w.mail("anna@example.test", "turn 1: the opening")
	w.writes("anna@example.test", opening, "To Champagne: general advance")
	w.mail("anna@example.test", "1 order accepted")
	w.must([]string{"rule", "mill", "CLOSE TURN 1 BECAUSE it is a trial"}, "CLOSE: done")
	w.mail("anna@example.test", "turn 2: report of turn 1")
	w.must([]string{"new", filepath.Join(w.dir, "mill.yaml"), "--name", "ford", "--invite", "cora@example.test"},
		"gathers players")
	stop()
	w.must([]string{"backup", filepath.Join(w.dir, "copy.tar.gz")}, "whole")
	b, err := os.ReadFile(filepath.Join(w.dir, "copy.tar.gz"))
	if err == nil {
		err = os.WriteFile(oldStore, bytes.Clone(b), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
