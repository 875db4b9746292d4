package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"galloper/events/natstest"
)

// ship is a daemon process on the cluster of a town.
type ship struct {
	town    *town
	name    string
	wires   *natstest.Wires
	process *exec.Cmd
}

// launch starts the daemon and returns at once.
func (s *ship) launch() {
	s.process = s.town.start(s.name, "GALLOPER_STORE_NATS="+s.wires.URL(), "GALLOPER_NATS_DOUBT=5s",
		"GALLOPER_SERVE_PAGE=")
}

func (s *ship) kill() {
	s.process.Process.Kill()
	s.process.Wait()
}

// TestCrewOfProcesses runs three daemon processes on a cluster of three servers, with a real mailbox and a real mail
// server. While mails come in, a daemon is killed and cut off, and a server is killed, frozen and cut off from the
// others. With GALLOPER_KILLS=30 or more this happens to each in turn. Every mail must have one answer, which may
// arrive twice only if a daemon was killed while sending it.
func TestCrewOfProcesses(t *testing.T) {
	t.Parallel()
	rng := diceOf(t)
	w := newTown(t)
	w.replicate()
	cluster := natstest.Start(t, 3)
	var fleet []*ship
	for i := range 3 {
		s := &ship{town: w, name: fmt.Sprint("data", i), wires: cluster.Wire(t)}
		s.launch()
		fleet = append(fleet, s)
	}
	for _, s := range fleet {
		w.awaitDesk(s.name)
	}
	games := []string{"mill", "ford", "hill"}
	players := []string{"anna@example.test", "ben@example.test"}
	for _, g := range games {
		w.must([]string{"new", filepath.Join(w.dir, "mill.yaml"), "--name", g, "--data", filepath.Join(w.dir, "data0"),
			"--seat", "french.north=" + players[0], "--seat", "dutch.south=" + players[1]}, "created game")
	}
	mails := 0
	play := func() {
		g := games[mails%len(games)]
		for _, who := range players {
			raw, _ := w.mail(who, "["+g+"]")
			w.writes(who, raw, "To all: hold")
			mails++
		}
	}
	takeovers := map[string][]time.Duration{}
	settle := func(what string) {
		begun := time.Now()
		w.until("an answer to each mail after "+what, func() bool {
			return len(w.answered(players[0]))+len(w.answered(players[1])) == mails
		})
		takeovers[what] = append(takeovers[what], time.Since(begun).Round(10*time.Millisecond))
	}
	play()
	settle("the start")
	for i := range max(1, kills()/10) {
		s, node := fleet[i%3], cluster.Nodes[i%3]
		for _, fault := range []struct {
			what       string
			begin, end func()
		}{
			{"a daemon was killed", s.kill, s.launch},
			{"a daemon was cut off", s.wires.Cut, s.wires.Mend},
			{"a server was killed", node.Kill, node.Restart},
			{"a server was frozen", node.Freeze, node.Thaw},
			{"a server was cut off from the others", func() { cluster.SilenceOff(i % 3) }, func() { cluster.Join(i % 3) }},
		} {
			play()
			time.Sleep(time.Duration(rng.Int64N(int64(200 * time.Millisecond))))
			fault.begin()
			play()
			settle(fault.what)
			fault.end()
			cluster.AwaitWhole(t)
		}
	}
	repeated := w.checkAnswers()
	t.Logf("%d mails, each with one answer; %d came twice with the same Message-ID", mails, repeated)
	for what, all := range takeovers {
		slices.Sort(all)
		t.Logf("%d times, after %s: half of the last answers came within %v, all within %v", len(all), what,
			all[len(all)/2], all[len(all)-1])
	}
	for _, s := range fleet {
		s.kill()
	}
	w.must([]string{"--nats", cluster.URL(), "verify", "--stream"}, "3 games,", "no fault")
}

// replicate stores the streams on three servers.
func (w *town) replicate() {
	w.t.Helper()
	b, err := os.ReadFile(filepath.Join(w.dir, "galloper.toml"))
	if err != nil {
		w.t.Fatal(err)
	}
	w.write("galloper.toml", strings.Replace(string(b), "replicas = 1", "replicas = 3", 1))
}
