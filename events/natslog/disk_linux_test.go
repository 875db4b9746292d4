package natslog_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"galloper/events"
	"galloper/events/logtest"
	"galloper/events/natslog"
	"galloper/events/natstest"
)

// disk is a small file system.
type disk struct {
	t   *testing.T
	dir string
	n   int
}

func smallDisk(t *testing.T, mib int) *disk {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%dm,mode=0700", mib)); err != nil {
		t.Skipf("not run: a disk that is really full; it wants a small file system, which only root may mount: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Errorf("unmount %s: %v", dir, err)
		}
	})
	return &disk{t: t, dir: dir}
}

func (d *disk) free() int64 {
	d.t.Helper()
	var st syscall.Statfs_t
	if err := syscall.Statfs(d.dir, &st); err != nil {
		d.t.Fatal(err)
	}
	return int64(st.Bavail) * st.Bsize
}

// fill writes a file that leaves the given number of bytes free; makeRoom removes it.
func (d *disk) fill(left int64) (makeRoom func()) {
	d.t.Helper()
	d.n++
	name := filepath.Join(d.dir, fmt.Sprint("somebody-else-", d.n))
	if err := os.WriteFile(name, make([]byte, d.free()-left), 0o600); err != nil {
		d.t.Fatal(err)
	}
	return func() {
		if err := os.Remove(name); err != nil {
			d.t.Fatal(err)
		}
	}
}

// fillUp appends until the log refuses, and returns the head, the number of stored commits and the error.
func fillUp(t *testing.T, l events.Log) (at events.Head, stored int, refusal error) {
	t.Helper()
	for i := range 4000 {
		head, err := l.Append(t.Context(), at, wide(i))
		if err != nil {
			return at, i, err
		}
		at = head
	}
	t.Fatal("the disk was never full")
	return at, 0, nil
}

// wide returns a commit of some 20 KiB.
func wide(n int) events.Commit {
	c := logtest.Commit("g", fmt.Sprint("c", n), n)
	c.Events[0].Data = []byte(`{"text":"` + strings.Repeat("x", 20<<10) + `"}`)
	return c
}

// TestDiskThatIsFull fills a real file system under the store to its last byte. Acknowledged commits stay, the error
// names the full disk, and once there is space the same store goes on.
func TestDiskThatIsFull(t *testing.T) {
	t.Parallel()
	d := smallDisk(t, 48)
	dir := filepath.Join(d.dir, "nats")
	s := open(t, dir, natslog.Options{})
	makeRoom := d.fill(20 << 20)
	at, stored, refusal := fillUp(t, s)
	t.Logf("%d commits stored; then: %v", stored, refusal)
	refuses := func(err error) {
		t.Helper()
		if !errors.Is(err, events.ErrStoreFull) || !strings.Contains(err.Error(), "the disk of "+dir) ||
			!strings.Contains(err.Error(), "free some space") {
			t.Errorf("refused with %v; want that the disk is full, which, and what to do", err)
		}
	}
	refuses(refusal)
	refuses(s.Room())
	makeMore := d.fill(0)
	_, err := s.Append(t.Context(), at, wide(9999))
	refuses(err)
	if _, err := s.JetStream().Publish(t.Context(), "evt.other", []byte("what is kept beside the log")); !errors.Is(err,
		events.ErrStoreFull) {
		t.Errorf("what is kept beside the log: %v", err)
	}
	if got := logtest.Read(t, s.Game(t.Context(), "g", events.Head{})); len(got) != stored {
		t.Errorf("%d commits are read, %d were stored", len(got), stored)
	}
	makeRoom()
	makeMore()
	if err := s.Room(); err != nil {
		t.Errorf("with room again: %v", err)
	}
	for i := range 5 {
		at = logtest.Append(t, s, at, wide(stored+i))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, dir, natslog.Options{})
	if r, err := s.Verify(t.Context()); err != nil || !r.OK() || len(s.Faults()) > 0 || r.Commits != uint64(stored)+5 {
		t.Errorf("after a restart: %+v, %v, %v; want %d commits", r, s.Faults(), err, stored+5)
	}
	if head, err := s.Head(t.Context(), "g"); err != nil || head != at {
		t.Errorf("the head is %+v, %v; want %+v", head, err, at)
	}
}

// TestDiskOfOneServerIsFull: the disk of one of three servers is full. The others go on, and the server catches up
// after a restart with free space.
func TestDiskOfOneServerIsFull(t *testing.T) {
	t.Parallel()
	d := smallDisk(t, 48)
	c := natstest.StartIn(t, []string{filepath.Join(d.dir, "nats"), t.TempDir(), t.TempDir()}, "")
	s := openCluster(t, c.URL(), natslog.Options{Timeout: 2 * time.Second})
	lead(t, s, "n1")
	makeRoom := d.fill(1 << 20)
	const full = 64 << 10
	at, unsure, commits := events.Head{}, 0, 0
	wasFull := 0
	for begun := time.Now(); wasFull == 0 || commits < wasFull+50; { // the others go on
		if time.Since(begun) > 3*time.Minute {
			t.Fatalf("after %d commits the disk of n1 was never full", commits)
		}
		natstest.Until(t, fmt.Sprint("commit ", commits), func() (stored bool) {
			var err error
			at, _, err = logtest.Insist(t.Context(), s, at, wide(commits))
			if err != nil {
				at, unsure = events.Head{}, unsure+1
			}
			return err == nil
		})
		commits++
		if wasFull == 0 && d.free() < full { // later the server erases its stream
			wasFull = commits
		}
		if commits > 1000 { // 20 MiB: the server is far behind the others
			time.Sleep(10 * time.Millisecond)
		}
	}
	t.Logf("full at commit %d of %d; %d answers stayed out while the others took over", wasFull, commits, unsure)
	makeRoom()
	c.Nodes[0].Kill()
	c.Nodes[0].Restart()
	lead(t, s, "n1")
	if r, err := verify(t, s); err != nil || !r.OK() || r.Commits != uint64(commits) {
		t.Errorf("as the server has it whose disk was full: %+v, %v; want %d commits", r, err, commits)
	}
}

// TestPeersComeBackByThemselves: of three peers, one has a full disk, and another has JetStream turned off. In both
// cases the others report it and go on, and it recovers without a restart of its program.
func TestPeersComeBackByThemselves(t *testing.T) {
	t.Parallel()
	d := smallDisk(t, 48)
	addresses := freePeers(t)
	p := mustPeers(t, addresses, peersSecret)
	dirs := []string{t.TempDir(), filepath.Join(d.dir, "nats"), t.TempDir()}
	var running []*natslog.Peer
	for i, own := range addresses {
		peer, err := p.Start(dirs[i], own, natslog.Options{Logger: quiet()})
		if err != nil {
			t.Fatal(err)
		}
		running = append(running, peer)
	}
	t.Cleanup(func() { running[1].Stop(); running[2].Stop() })
	s := openCluster(t, p.URL(), natslog.Options{SignIn: p.SignIn(false), Peer: running[1]})
	if got := s.Durability(); !strings.Contains(got, "the disks of 2 of 3 machines") {
		t.Errorf("durability is %q", got)
	}
	at := insist(t, s, "g", "first", events.Head{})
	lacks := func(what ...string) {
		t.Helper()
		var said []string
		natstest.Until(t, fmt.Sprintf("%q to be said", what), func() bool {
			var err error
			said, err = s.Lacking(t.Context())
			text := strings.Join(said, "; ")
			return err == nil && (len(what) > 0 || text == "") &&
				!slices.ContainsFunc(what, func(w string) bool { return !strings.Contains(text, w) })
		})
	}
	lacks()

	name := func(i int) string { return strings.NewReplacer(":", "-", ".", "-").Replace(addresses[i]) }
	lead(t, s, name(2))
	makeRoom := d.fill(1 << 20)
	lacks("server "+name(1)+" is offline",
		"the server at "+addresses[1]+" is unreachable from this machine")
	if err := s.Room(); !errors.Is(err, events.ErrStoreFull) || !strings.Contains(err.Error(), "free some space") {
		t.Errorf("of the full disk is said: %v", err)
	}
	at = insist(t, s, "g", "second", at)
	makeRoom()
	lacks()
	if err := s.Room(); err != nil {
		t.Errorf("with room again: %v", err)
	}

	for n := range 2 { // as the leader, and as a follower
		again, err := running[2].TurnOff()
		defer again()
		if err != nil {
			t.Fatal(err)
		}
		lacks("server " + name(2) + " has no stream")
		at = insist(t, s, "g", fmt.Sprint("third ", n), at)
		again()
		lacks()
	}

	running[0].Stop() // now the log needs both recovered peers
	at = insist(t, s, "g", "fourth", at)
	if head, err := s.Head(t.Context(), "g"); err != nil || head != at {
		t.Errorf("the log has %+v, %v; want %+v", head, err, at)
	}
}

// TestTooFewFiles: a store whose server could not open its files is not opened, because its games would count as
// lost. The test lowers the limit of this process, so it must not run in parallel.
func TestTooFewFiles(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, natslog.Options{})
	at := logtest.Append(t, s, events.Head{}, logtest.Commit("g", "c", 1))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	var was syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &was); err != nil {
		t.Fatal(err)
	}
	listed, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	few := was
	few.Cur = uint64(len(listed) + 14)
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &few); err != nil {
		t.Fatal(err)
	}
	_, err = natslog.OpenEmbedded(dir, natslog.Options{Logger: quiet()})
	if back := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &was); back != nil {
		t.Fatal(back)
	}
	if !errors.Is(err, syscall.EMFILE) || !strings.Contains(err.Error(), "are needed") {
		t.Errorf("refused with %v", err)
	}
	s = open(t, dir, natslog.Options{})
	if head, err := s.Head(t.Context(), "g"); err != nil || head != at {
		t.Errorf("with more files the head is %+v, %v; want %+v", head, err, at)
	}
}
