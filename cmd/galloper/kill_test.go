package main

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"galloper/cmd/galloper/internal/daemon"
)

// kills returns the number of processes to kill: GALLOPER_KILLS, or a few.
func kills() int {
	if n, err := strconv.Atoi(os.Getenv("GALLOPER_KILLS")); err == nil {
		return n
	}
	return 8
}

// diceOf returns a random source and logs its seed.
func diceOf(t *testing.T) *rand.Rand {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed=%d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// TestKilledAtAnyMoment kills the serving process repeatedly, from its start on, while mails come in and turns are
// adjudicated. At the end each mail must have one answer, and the store must be intact.
func TestKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	rng := diceOf(t)
	w := newTown(t)
	w.must([]string{"new", filepath.Join(w.dir, "mill.yaml"), "--every", "3d", "--seat",
		"french.north=anna@example.test", "--seat", "dutch.south=ben@example.test"}, "created game mill")
	anna, ben := "anna@example.test", "ben@example.test"
	p := w.spawn()
	w.mail(anna, "turn 1: the opening")
	w.mail(ben, "turn 1: the opening")
	mails := 0
	texts := []string{"READY", "To all: hold\nREADY", "STATUS"}
	last := map[string]int{}
	for n := range kills() {
		from := []string{anna, ben}[n%2]
		last[from] = (last[from] + 1 + rng.IntN(2)) % 3 // a mail that repeats the last two isn't answered
		w.writes(from, w.latest(from), texts[last[from]])
		mails++
		time.Sleep(time.Duration(rng.Int64N(int64(400 * time.Millisecond))))
		p.Process.Kill()
		p.Wait()
		p = w.start("data")
	}
	w.awaitDesk("data")
	w.until("an answer to each mail", func() bool { return len(w.answered(anna))+len(w.answered(ben)) == mails })
	p.Process.Kill()
	p.Wait()
	repeated := w.checkAnswers()
	w.must([]string{"verify", "--stream"}, "1 game,", "no fault")
	_, said := w.galloper("verify", w.export("mill", "game.jsonl"))
	if !strings.Contains(said, "adjudicated again") {
		t.Errorf("the archive does not verify: %s", said)
	}
	t.Logf("%d kills, %d mails, each with one answer; %d mails came twice, with the same Message-ID; %s", kills(), mails,
		repeated, strings.TrimSpace(said))
}

// checkAnswers checks that each mail has one answer, and returns the number of mails that reached a reader more than
// once.
func (w *town) checkAnswers() (repeated int) {
	w.t.Helper()
	for _, who := range people[1:] {
		for id, ids := range w.answered(who) {
			if len(ids) != 1 {
				w.t.Errorf("the mail %s has %d different answers, want 1", id, len(ids))
			}
		}
		b := w.box[who]
		b.mu.Lock()
		times := map[string]int{}
		for _, m := range b.mails {
			times[m.MessageID]++
		}
		b.mu.Unlock()
		for _, n := range times {
			repeated += n - 1
		}
	}
	return repeated
}

// latest returns the newest mail with a report to the address.
func (w *town) latest(address string) (raw string) {
	b := w.box[address]
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, m := range b.mails {
		if strings.Contains(m.Subject, "opening") || strings.Contains(m.Subject, "report") {
			raw = b.raw[i]
		}
	}
	return raw
}

// spawn serves in a process of its own and waits for its socket.
func (w *town) spawn() *exec.Cmd {
	w.t.Helper()
	p := w.start("data")
	w.awaitDesk("data")
	return p
}

// start starts a serving process with additional environment variables.
func (w *town) start(data string, env ...string) *exec.Cmd {
	w.t.Helper()
	os.Remove(filepath.Join(w.dir, data, "desk.sock")) // left behind by a killed process
	cmd := exec.Command(os.Args[0], "serve", "-c", filepath.Join(w.dir, "galloper.toml"), "--data",
		filepath.Join(w.dir, data))
	cmd.Env = append(append(os.Environ(), asGalloper+"=1", "GALLOPER_SERVE_LOG=info"), env...)
	said := filepath.Join(w.dir, data+".log")
	f, err := os.OpenFile(said, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		w.t.Fatal(err)
	}
	defer f.Close() // the process has its own copy
	cmd.Stderr = f
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { w.showLast(said) })
	w.t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	return cmd
}

// showLast logs the end of a daemon's output if the test has failed.
func (w *town) showLast(file string) {
	if !w.t.Failed() {
		return
	}
	b, err := os.ReadFile(file)
	if err != nil {
		w.t.Log(err)
		return
	}
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	w.t.Logf("the end of %s:\n%s", filepath.Base(file), strings.Join(lines[max(0, len(lines)-40):], "\n"))
}

func (w *town) awaitDesk(data string) {
	w.t.Helper()
	w.until("the daemon to answer", func() bool {
		_, err := daemon.Dial(context.Background(), filepath.Join(w.dir, data))
		return err == nil
	})
}

// answered maps each answered mail to the Message-IDs of its answers.
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
