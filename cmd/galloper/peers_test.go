package main

import (
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"galloper/events/logtest"
)

// TestPeersServe runs three machines with this program and nothing else: each holds the games and serves them.
// One is killed and comes back, with GALLOPER_KILLS=30 one after the other; every mail has one answer.
func TestPeersServe(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	w.replicate()
	if l, err := net.Listen("tcp", "127.0.0.3:0"); err != nil {
		t.Skip("not run: three addresses on loopback: ", err)
	} else {
		l.Close()
	}
	peers := freePeers(t)
	w.write("secret", "a secret of these tests, and of nobody else\n")
	machines := make([]*exec.Cmd, len(peers))
	data := func(i int) string { return fmt.Sprint("machine", i) }
	settings := []string{"GALLOPER_CLUSTER_PEERS=" + strings.Join(peers, ","), "GALLOPER_SERVE_PAGE=",
		"GALLOPER_CLUSTER_SECRET_FILE=" + filepath.Join(w.dir, "secret"), "GALLOPER_NATS_DOUBT=5s"}
	start := func(i int) {
		machines[i] = w.start(data(i), append(settings, "GALLOPER_CLUSTER_LISTEN="+peers[i])...)
	}
	for i := range peers {
		start(i)
	}
	for i := range peers {
		w.awaitDesk(data(i))
	}
	players := []string{"anna@example.test", "ben@example.test"}
	w.must([]string{"new", filepath.Join(w.dir, "mill.yaml"), "--data", filepath.Join(w.dir, data(2)),
		"--seat", "french.north=" + players[0], "--seat", "dutch.south=" + players[1]}, "is made")
	mails := 0
	write := func() {
		for _, who := range players {
			raw, _ := w.mail(who, "[mill]")
			w.writes(who, raw, "To all: hold")
			mails++
		}
	}
	settle := func(what string) {
		begun := time.Now()
		w.until("an answer to each mail after "+what, func() bool {
			return len(w.answered(players[0]))+len(w.answered(players[1])) == mails
		})
		t.Logf("%s: the last answer after %v", what, time.Since(begun).Round(10*time.Millisecond))
	}
	write()
	settle("the start")
	for i := range min(3, max(1, kills()/10)) {
		machines[i].Process.Kill()
		machines[i].Wait()
		write()
		settle(fmt.Sprint("machine ", i+1, " was killed"))
		start(i)
		w.awaitDesk(data(i))
	}
	w.checkAnswers()
}

// freePeers returns three addresses of loopback on which a peer finds its port and the next one free.
func freePeers(t *testing.T) (peers []string) {
	t.Helper()
	for len(peers) < 3 {
		_, port := logtest.FreePort(t)
		peers = nil
		for i := range 3 {
			free := 0
			for next := range 2 {
				if l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.%d:%d", i+1, port+next)); err == nil {
					l.Close()
					free++
				}
			}
			if free == 2 {
				peers = append(peers, fmt.Sprintf("127.0.0.%d:%d", i+1, port))
			}
		}
	}
	return peers
}
