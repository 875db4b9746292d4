package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"galloper/cmd/galloper/internal/daemon"
)

// TestKilledAtAnyMoment kills the serving process again and again while mails come in.
// At the end each mail has one answer, and the store is whole.
func TestKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	const kills, mails = 6, 24
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed=%d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	w := newTown(t)
	w.must([]string{"new", filepath.Join(w.dir, "mill.yaml"), "--seat", "french.north=anna@example.test", "--seat", "dutch.south=ben@example.test"}, "game mill is made")
	p := w.spawn()
	opening, _ := w.mail("anna@example.test", "turn 1: the opening")
	for n := range mails {
		w.writes("anna@example.test", opening, fmt.Sprintf("To Champagne: advance %d", n))
		time.Sleep(time.Duration(rng.IntN(60)) * time.Millisecond)
		if n%(mails/kills) == 0 {
			p.Process.Kill()
			p.Wait()
			p = w.spawn()
		}
	}
	w.until("an answer to each mail", func() bool { return len(w.answered("anna@example.test")) == mails })
	p.Process.Kill()
	p.Wait()
	for id, ids := range w.answered("anna@example.test") {
		if len(ids) != 1 {
			t.Errorf("the mail %s has %d different answers, want 1", id, len(ids))
		}
	}
	w.must([]string{"verify", "--stream"}, "1 game,", "no fault")
}

// spawn serves in a process of its own.
func (w *town) spawn() *exec.Cmd {
	w.t.Helper()
	os.Remove(filepath.Join(w.dir, "data", "desk.json")) // of one that was killed
	cmd := exec.CommandContext(w.t.Context(), os.Args[0], "serve", "-c", filepath.Join(w.dir, "galloper.toml"))
	cmd.Env = append(os.Environ(), asGalloper+"=1")
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	w.until("the daemon to answer", func() bool {
		_, err := daemon.Dial(context.Background(), filepath.Join(w.dir, "data"))
		return err == nil
	})
	return cmd
}

// answered returns, for each mail that was answered, the Message-IDs of its answers.
func (w *town) answered(address string) map[string]map[string]bool {
	b := w.box[address]
	b.mu.Lock()
	defer b.mu.Unlock()
	all := map[string]map[string]bool{}
	for _, m := range b.mails {
		if m.InReplyTo == "" {
			continue
		}
		if all[m.InReplyTo] == nil {
			all[m.InReplyTo] = map[string]bool{}
		}
		all[m.InReplyTo][strings.ToLower(m.MessageID)] = true
	}
	return all
}
