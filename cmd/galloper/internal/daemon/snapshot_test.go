package daemon

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/game"
	"galloper/events"
)

// snapped returns a world with a game at turn 2 and a snapshot of it.
func snapped(t testing.TB) *world {
	t.Helper()
	w := newWorld(t)
	w.snapshot = filepath.Join(t.TempDir(), "snapshot")
	w.start()
	w.newGame(events.Settings{Every: "1d"})
	w.half()
	w.pass(25 * time.Hour)
	w.save()
	return w
}

func (w *world) save() {
	w.t.Helper()
	if err := w.d.SaveSnapshot(w.ctx); err != nil {
		w.t.Fatal(err)
	}
}

// recalls restarts the daemon and reports whether it took the game from the snapshot.
func (w *world) recalls() bool {
	w.t.Helper()
	w.start()
	return len(w.d.Recalled) == 1
}

// A daemon that starts from a snapshot reads a game only when there is work in it, and then acts like one that has read
// everything.
func TestSnapshot(t *testing.T) {
	t.Parallel()
	w := snapped(t)
	if !w.recalls() {
		t.Fatal("the snapshot was not taken")
	}
	w.d.Tick(w.ctx)
	if w.d.Games["mill"].Game != nil {
		t.Error("the game was read although nothing was to be done")
	}
	mustSay(t, w.writes("french.north", "To all: hold"), "accepted")
	w.pass(24 * time.Hour)
	if n := w.game().Campaign.Number(); n != 3 {
		t.Errorf("the game is at turn %d, want 3", n)
	}
	w.save()
	if !w.recalls() {
		t.Fatal("the snapshot was not taken")
	}
	// A mail that doesn't name its game is assigned by its sender.
	mustSay(t, w.writesTo(addressOf("french.north"), "orders@galloper.test", "STATUS"), "mill")
	w.mustVerify()
}

// A doubtful snapshot is ignored, and the game is read.
func TestSnapshotCountsForNothing(t *testing.T) {
	t.Parallel()
	spoil := func(change func([]byte) []byte) func(*world) {
		return func(w *world) {
			b, err := os.ReadFile(w.snapshot)
			if err == nil {
				err = os.WriteFile(w.snapshot, change(b), 0o600)
			}
			if err != nil {
				w.t.Fatal(err)
			}
		}
	}
	for name, change := range map[string]func(*world){
		"deleted":   func(w *world) { os.Remove(w.snapshot) },
		"torn":      spoil(func(b []byte) []byte { return b[:len(b)-80] }),
		"empty":     spoil(func([]byte) []byte { return nil }),
		"changed":   spoil(func(b []byte) []byte { return bytes.Replace(b, []byte("mill"), []byte("hill"), 1) }),
		"no events": spoil(func(b []byte) []byte { return bytes.Repeat([]byte("\n"), 3) }),
		"a game was written to since": func(w *world) {
			w.writes("french.north", "To all: hold")
		},
		"other rulesets": func(w *world) {
			w.rules = plainRules()
			for _, r := range w.rules { // copies
				if r.Name != "firediscipline" {
					r.Version++
				}
			}
		},
		"another log": func(w *world) {
			other := snapped(w.t)
			other.newNamed("hill")
			other.save()
			w.snapshot = other.snapshot
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := snapped(t)
			w.t = t
			change(w)
			if w.recalls() {
				t.Error("the snapshot was taken")
			}
			w.pass(24 * time.Hour)
			if n := w.game().Campaign.Number(); n != 3 {
				t.Errorf("the game is at turn %d, want 3", n)
			}
		})
	}
}

// newNamed makes another game.
func (w *world) newNamed(name string) {
	w.t.Helper()
	n := admin.NewGame{
		Name:     name,
		File:     name + ".yaml",
		Scenario: skirmish,
		Seats:    map[string][]string{},
		Settings: events.Settings{Every: "3d"},
	}
	for _, s := range seats {
		n.Seats[s] = []string{addressOf(s)}
	}
	if _, err := w.d.New(w.ctx, n); err != nil {
		w.t.Fatal(err)
	}
}

// A wrong time in a snapshot is detected.
func TestWrongAppointmentIsMended(t *testing.T) {
	t.Parallel()
	w := snapped(t)
	w.d.Agenda.Put("mill", w.now.Add(1000*time.Hour))
	w.save()
	if !w.recalls() {
		t.Fatal("the snapshot was not taken")
	}
	for _, name := range w.d.Recalled { // as proofread does
		w.d.Agenda.Touch(name)
	}
	w.pass(24 * time.Hour)
	if n := w.game().Campaign.Number(); n != 3 {
		t.Errorf("the game is at turn %d, want 3", n)
	}
}

// Games that aren't needed are dropped from memory, and read again when they are.
func TestFewGamesInMemory(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.d.Loaded = 4
	names := []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}
	for _, name := range names {
		w.newNamed(name)
	}
	w.settle()
	w.pass(73 * time.Hour)
	loaded := 0
	for _, e := range w.d.Games {
		if e.Game != nil {
			loaded++
		}
	}
	if loaded > 5 {
		t.Errorf("%d games are in memory, want 4", loaded)
	}
	for _, name := range names {
		g, err := game.Load(w.d.Rulesets, w.log.Game(w.ctx, name, events.Head{}))
		if err != nil || g.Campaign.Number() != 2 || len(g.Campaign.Unsent()) > 0 {
			t.Errorf("game %s: turn %d, %d mails wait, %v", name, g.Campaign.Number(), len(g.Campaign.Unsent()), err)
		}
	}
}
