package daemon

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/events"
	"galloper/events/vault"
)

// noRoom is a log on a full disk.
type noRoom struct{ events.Log }

func (noRoom) Room() error { return events.ErrStoreFull }

// Every loss of the vault is named at the start and by a check of the store, and mailed to the umpires.
func TestLossOfTheVaultIsTold(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	erase := func(prefix string) func(w *world) error {
		return func(w *world) error {
			keys, err := w.vault.Keys(ctx, prefix)
			for _, key := range keys {
				err = w.vault.Erase(ctx, key)
			}
			return err
		}
	}
	for what, c := range map[string]struct {
		lose func(w *world) error
		want string
	}{
		"seeds": {erase("seeds."), "the vault has lost the seeds of game mill"},
		"other seeds": {func(w *world) error { return w.vault.Put(ctx, "seeds.mill", []byte(`{"turns":4}`)) },
			"game mill: the seeds are not those that the game committed to"},
		"keys":       {erase("key.mill."), "the vault has lost 4 KEY codes of game mill"},
		"an address": {erase("address.is."), "the vault has lost the addresses of"},
		"mails": {func(w *world) error {
			mails, err := w.vault.Mails(ctx)
			for _, sha := range mails {
				err = w.vault.EraseMail(ctx, sha)
			}
			return err
		}, "raw mails of game mill"},
		"all of it": {func(w *world) error { w.vault = &vault.Memory{}; return nil }, "the vault has lost the seeds of " +
			"game mill"},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.newGame(events.Settings{Every: "3d"})
			w.writes("french.north", "To Champagne: advance 50")
			if r, err := w.d.VerifyStore(ctx); err != nil || len(r.Faults) > 0 {
				t.Fatalf("before: %+v, %v", r, err)
			}
			if err := c.lose(w); err != nil {
				t.Fatal(err)
			}
			w.change = func(o *host.Options) { o.Umpires = []string{umpireAddress} }
			w.start()
			w.d.CheckVault(ctx)
			if wrong := w.d.checked.Load().Faults; !strings.Contains(strings.Join(wrong, "\n"), c.want) {
				t.Errorf("at the start: %q, want %q", wrong, c.want)
			}
			if status, body := w.asked("/health"); status != 503 || !strings.Contains(body, "in the store; galloper verify "+
				"--stream names") {
				t.Errorf("/health says %d %s", status, body)
			}
			r, err := w.d.VerifyStore(ctx)
			if err != nil || !strings.Contains(strings.Join(r.Faults, "\n"), c.want) {
				t.Errorf("VerifyStore: %+v, %v, want %q", r, err, c.want)
			}
			w.settle()
			if n := w.mailed(umpireAddress, "The vault, which has the seeds"); n != 1 {
				t.Errorf("the umpire was told %d times, want once", n)
			}
		})
	}
}

// Erased data, and data that an archive lacked, is no fault.
func TestWhatWasForgottenIsNotLost(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{Every: "3d"})
	w.writes("french.north", "To Champagne: advance 50")
	var file bytes.Buffer
	if err := w.d.Export(w.ctx, &file, "mill", admin.ExportOptions{}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.d.Forget(w.ctx, admin.ForgetRequest{Address: addressOf("french.north"), Really: true}); err != nil {
		t.Fatal(err)
	}
	if lost, err := w.d.VaultFaults(w.ctx); err != nil || len(lost) > 0 {
		t.Errorf("after a forget: %q, %v", lost, err)
	}
	other := newWorld(t)
	if _, err := other.d.Import(other.ctx, bytes.NewReader(file.Bytes())); err != nil {
		t.Fatal(err)
	}
	if lost, err := other.d.VaultFaults(other.ctx); err != nil || len(lost) > 0 {
		t.Errorf("after an import of the record alone: %q, %v", lost, err)
	}
}

// A turn whose adjudication fails repeatedly is a fault.
func TestGameThatCannotGoOnIsTold(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{Every: "3d"})
	w.half()
	seeds, err := w.vault.Get(w.ctx, vault.SeedsKey("mill"))
	if err != nil {
		t.Fatal(err)
	}
	w.start()
	if err := w.vault.Erase(w.ctx, vault.SeedsKey("mill")); err != nil {
		t.Fatal(err)
	}
	w.watched(3*24*time.Hour + time.Hour)
	if status, body := w.asked("/health"); status != 503 || !strings.Contains(body, "the game mill cannot go on since") ||
		!strings.Contains(body, "restore the vault") {
		t.Errorf("/health says %d %s", status, body)
	}
	if n := w.mailed(umpireAddress, "Work that is due in the game mill fails"); n != 1 {
		t.Errorf("the umpire was told %d times, want once", n)
	}
	if err := w.vault.Put(w.ctx, vault.SeedsKey("mill"), seeds); err != nil {
		t.Fatal(err)
	}
	w.watched(time.Hour)
	if n := w.game().Campaign.Number(); n != 2 {
		t.Errorf("with the seeds back the game is in turn %d, want 2", n)
	}
	if status, body := w.asked("/health"); status != 200 {
		t.Errorf("with the seeds back /health says %d %s", status, body)
	}
}

// A full disk is reported before a write fails.
func TestFullDiskIsNotWell(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.log = noRoom{w.log}
	w.start()
	if status, body := w.asked("/health"); status != 503 || !strings.Contains(body, events.ErrStoreFull.Error()) {
		t.Errorf("/health says %d %s", status, body)
	}
}

// A step with only mails to no address makes no commit.
func TestMailsToNobodyAreNoCommit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.newGame(events.Settings{Every: "3d"})
	w.vault = &vault.Memory{}
	w.start()
	done, err := w.d.Commit(context.Background(), "mill", func(*game.Game) (host.Cause, game.Decision, error) {
		s := game.Decision{}
		s.Mail(game.Outgoing{Seat: game.Umpire, Kind: "notice", Subject: "the record was mended", Text: "It was."})
		return host.Cause{Id: "repaired", Actor: game.Umpire}, s, nil
	})
	if done || err != nil {
		t.Errorf("%v, %v; want that nothing is stored", done, err)
	}
}
