package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"galloper/events/logtest"
)

// TestRunbookOfPeers runs three machines with this program only, and follows docs/cluster.md: one is taken down, and
// another is lost and replaced. While one is missing, the others report it, and each mail has one answer. With
// GALLOPER_KILLS=30 this happens to each machine.
func TestRunbookOfPeers(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	w.replicate()
	if l, err := net.Listen("tcp", "127.0.0.3:0"); err != nil {
		t.Skip("not run: three addresses on loopback: ", err)
	} else {
		l.Close()
	}
	w.write("secret", "a secret of these tests, and of nobody else\n")
	f := &fleet{town: w, peers: freePeers(t)}
	for i := range f.peers {
		f.start(i)
	}
	for i := range f.peers {
		w.awaitDesk(f.data(i))
	}
	w.must([]string{"new", filepath.Join(w.dir, "mill.yaml"), "--data", filepath.Join(w.dir, f.data(2)),
		"--seat", "french.north=" + f.players()[0], "--seat", "dutch.south=" + f.players()[1]}, "created game")
	f.play()
	for n := range min(3, max(1, kills()/10)) {
		f.follow("### To take machines down one after the other", n)
		i := (n + 1) % len(f.peers)
		f.process[i].Process.Kill()
		f.process[i].Wait()
		f.play()
		f.missing(i)
		f.follow("### To replace a machine that is lost", i)
		f.play()
	}
	w.checkAnswers()
}

// fleet is three machines that are peers.
type fleet struct {
	*town
	peers   []string
	process [3]*exec.Cmd
	mails   int
}

func (f *fleet) data(i int) string { return fmt.Sprint("machine", i) }

func (f *fleet) players() []string { return people[1:3] }

func (f *fleet) start(i int) {
	f.process[i] = f.town.start(f.data(i), "GALLOPER_CLUSTER_PEERS="+strings.Join(f.peers, ","), "GALLOPER_SERVE_PAGE=",
		"GALLOPER_CLUSTER_SECRET_FILE="+filepath.Join(f.dir, "secret"), "GALLOPER_NATS_DOUBT=5s",
		"GALLOPER_CLUSTER_LISTEN="+f.peers[i])
}

// play has each player send a mail, and waits for the answers.
func (f *fleet) play() {
	f.t.Helper()
	answers := 0
	for _, who := range f.players() {
		raw, _ := f.mail(who, "[mill]")
		f.writes(who, raw, "To all: hold")
		f.mails++
	}
	f.until("an answer to each mail", func() bool {
		answers = len(f.answered(f.players()[0])) + len(f.answered(f.players()[1]))
		return answers == f.mails
	})
}

// doctor returns the doctor's output on a machine.
func (f *fleet) doctor(i int) string {
	_, said := f.galloper("doctor", "--data", filepath.Join(f.dir, f.data(i)))
	return said
}

// well waits until the doctor finds no fault with a machine.
func (f *fleet) well(i int) {
	f.t.Helper()
	f.until("the doctor to find nothing wrong with "+f.peers[i], func() bool {
		return strings.Contains(f.doctor(i), "ok    galloper serve   finds no fault; each commit is synced to the "+
			"disks of 2 of 3 machines")
	})
}

// missing waits until the doctors on the other machines report this one missing.
func (f *fleet) missing(i int) {
	f.t.Helper()
	name := strings.NewReplacer(":", "-", ".", "-").Replace(f.peers[i])
	f.until("the other machines to miss "+name, func() bool {
		return strings.Contains(f.doctor((i+1)%3), "WRONG galloper serve   server "+name) &&
			strings.Contains(f.doctor((i+2)%3), "WRONG galloper serve   server "+name)
	})
}

// follow does the steps below a heading of the documentation on a machine.
func (f *fleet) follow(heading string, i int) {
	f.t.Helper()
	b, err := os.ReadFile("../../docs/cluster.md")
	if err != nil {
		f.t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(b), heading+"\n")
	section, _, _ = strings.Cut(section, "\n#")
	steps := regexp.MustCompile(`(?m)^\d\. (.*)$`).FindAllStringSubmatch(section, -1)
	if len(steps) < 3 {
		f.t.Fatalf("docs/cluster.md has %d steps below %q", len(steps), heading)
	}
	for _, step := range steps {
		switch step[1] {
		case "Run `galloper doctor` on each of the other machines: it must find nothing wrong.":
			f.well((i + 1) % 3)
			f.well((i + 2) % 3)
		case "Stop `galloper serve`. The other machines go on.":
			f.process[i].Process.Signal(os.Interrupt)
			f.process[i].Wait()
			f.play()
			f.missing(i)
		case "Give the new machine the old address, configuration and secret, and an empty directory.":
			if err := os.RemoveAll(filepath.Join(f.dir, f.data(i))); err != nil {
				f.t.Fatal(err)
			}
		case "When the work is done, start `galloper serve`.", "Start `galloper serve`.":
			f.start(i)
			f.awaitDesk(f.data(i))
		case "Run `galloper doctor` on this machine until it finds no fault. Only then take the next one down.",
			"Run `galloper doctor` on this machine until it finds no fault.":
			f.well(i)
		default:
			f.t.Fatalf("the test does not know the step %q", step[1])
		}
	}
}

// freePeers returns three loopback addresses with their port and the next one free.
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
