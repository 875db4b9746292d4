package natslog_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"galloper/events"
	"galloper/events/logtest"
	"galloper/events/natslog"
	"galloper/events/natstest"
)

// childEnv turns the test binary into a process that appends to the store in that directory until it is killed.
const childEnv = "NATSLOG_TEST_APPEND_TO"

func TestMain(m *testing.M) {
	natstest.Main()
	if limit := flag.Lookup("test.parallel"); limit.Value.String() == limit.DefValue {
		_ = limit.Value.Set("6") // most of these tests wait for servers
	}
	if how := os.Getenv(openEnv); how != "" {
		openOnce(how, os.Getenv(childEnv))
	}
	if dir := os.Getenv(childEnv); dir != "" {
		appendForEver(dir)
	}
	os.Exit(m.Run())
}

// appendForEver appends to five games in turn and prints each acknowledged commit.
func appendForEver(dir string) {
	s, err := natslog.OpenEmbedded(dir, natslog.Options{Logger: quiet()})
	if err != nil {
		fmt.Println("FAILED", err)
		os.Exit(1)
	}
	ctx, heads := context.Background(), make([]events.Head, 5)
	fmt.Println("OPEN", os.Getpid())
	for i := range heads {
		if heads[i], err = s.Head(ctx, fmt.Sprint("g", i)); err != nil {
			fmt.Println("FAILED", err)
			os.Exit(1)
		}
	}
	for n := 0; ; n++ {
		g := n % len(heads)
		id := fmt.Sprintf("%d.%d", os.Getpid(), n)
		head, err := s.Append(ctx, heads[g], logtest.Commit(fmt.Sprint("g", g), id, n))
		if err != nil {
			fmt.Println("FAILED", err)
			os.Exit(1)
		}
		heads[g] = head
		fmt.Println("ACK", id)
	}
}

// child starts such a process and returns a scanner of its output lines.
func child(t *testing.T, dir string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), childEnv+"="+dir)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Process.Kill() })
	return c, bufio.NewScanner(out)
}

// kills is how many times a process is killed: GALLOPER_KILLS, or a handful.
func kills() int {
	if n, err := strconv.Atoi(os.Getenv("GALLOPER_KILLS")); err == nil {
		return n
	}
	return 6
}

func TestKilledProcessLosesNothingAcknowledged(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var acked []string
	for range kills() {
		c, said := child(t, dir)
		until := len(acked) + 10 + rand.N(50)
		for said.Scan() {
			word, rest, _ := strings.Cut(said.Text(), " ")
			if word == "FAILED" {
				t.Fatal(said.Text())
			}
			if word != "ACK" {
				continue
			}
			if acked = append(acked, rest); len(acked) == until {
				time.AfterFunc(rand.N(5*time.Millisecond), func() { c.Process.Kill() }) // at any point of an append
			}
		}
		c.Wait()
	}
	s := open(t, dir, natslog.Options{})
	found := map[string]bool{}
	for _, c := range logtest.Read(t, s.All(t.Context(), 0)) {
		if found[c.ID] {
			t.Errorf("commit %s stands twice", c.ID)
		}
		found[c.ID] = true
	}
	if r, err := s.Verify(t.Context()); err != nil || !r.OK() || len(s.Faults()) > 0 {
		t.Errorf("after the kills: %+v, %v, %v", r, s.Faults(), err)
	}
	for _, id := range acked {
		if !found[id] {
			t.Errorf("commit %s was acknowledged and is lost", id)
		}
	}
	t.Logf("%d commits acknowledged, %d found", len(acked), len(found))
}

func TestSecondProcessIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c, said := child(t, dir)
	if !said.Scan() {
		t.Fatal("the first process said nothing")
	}
	_, err := natslog.OpenEmbedded(dir, natslog.Options{Logger: quiet()})
	var locked *natslog.LockedError
	if !errors.As(err, &locked) || locked.PID != c.Process.Pid ||
		!strings.Contains(err.Error(), strconv.Itoa(c.Process.Pid)) {
		t.Errorf("%v; want that process %d has it", err, c.Process.Pid)
	}
	c.Process.Kill()
	for said.Scan() {
		continue
	}
	c.Wait()
	open(t, dir, natslog.Options{})
}

func TestRestartsRaiseNoAlarm(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var at [3]events.Head
	for i := range 12 {
		s := open(t, dir, natslog.Options{})
		for j := range rand.N(8) {
			g := rand.N(len(at))
			at[g] = logtest.Append(t, s, at[g], logtest.Commit(fmt.Sprint("g", g), fmt.Sprint(i, ".", j), j))
		}
		for g := range at {
			if head, err := s.Head(t.Context(), fmt.Sprint("g", g)); err != nil || head != at[g] {
				t.Fatalf("start %d: head %+v, %v; want %+v", i, head, err, at[g])
			}
		}
		if r, err := s.Verify(t.Context()); err != nil || !r.OK() || len(s.Faults()) > 0 {
			t.Fatalf("start %d: %+v, %v, %v", i, r, s.Faults(), err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// stored creates a store with three games of forty commits, closes it, and returns its directory and the files of its
// stream, blocks in order.
func stored(t *testing.T) (dir string, blocks []string) {
	t.Helper()
	dir = t.TempDir()
	s := open(t, dir, natslog.Options{})
	var at [3]events.Head
	for i := range 40 {
		for g := range at {
			at[g] = logtest.Append(t, s, at[g], logtest.Commit(fmt.Sprint("g", g), fmt.Sprintf("g%d-%d", g, i), i))
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	blocks, err := filepath.Glob(filepath.Join(dir, "jetstream", "*", "streams", natslog.Stream, "msgs", "*.blk"))
	if err != nil || len(blocks) == 0 {
		t.Fatalf("no block of the stream found in %s: %v", dir, err)
	}
	slices.Sort(blocks)
	return dir, blocks
}

func rewrite(t *testing.T, path string, change func([]byte) []byte) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, change(b), 0o600); err != nil {
		t.Fatal(err)
	}
}

func dropIndex(t *testing.T, block string) {
	t.Helper()
	if err := os.Remove(filepath.Join(filepath.Dir(block), "index.db")); err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
}

// lastErr reads the game and returns the number of commits and the error that ends it.
func lastErr(t *testing.T, s *natslog.Store, game string) (n int, err error) {
	for _, err := range s.Game(t.Context(), game, events.Head{}) {
		if err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

func TestFlippedByteHoldsThatGameAlone(t *testing.T) {
	t.Parallel()
	dir, blocks := stored(t)
	rewrite(t, blocks[0], func(b []byte) []byte {
		b[bytes.Index(b, []byte(`"id":"g1-20"`))+6] ^= 1
		return b
	})
	s := open(t, dir, natslog.Options{})
	n, err := lastErr(t, s, "g1")
	var broken *events.BrokenError
	if !errors.As(err, &broken) || broken.Game != "g1" || n != 20 {
		t.Errorf("g1: %d commits, then %v; want 20 and that it is broken", n, err)
	}
	for _, game := range []string{"g0", "g2"} {
		if n, err := lastErr(t, s, game); n != 40 || err != nil {
			t.Errorf("%s: %d commits, %v; it is not concerned", game, n, err)
		}
	}
	r, err := s.Verify(t.Context())
	if err != nil || len(r.Broken) == 0 ||
		!slices.ContainsFunc(r.Broken, func(b *events.BrokenError) bool { return b.Game == "g1" }) {
		t.Errorf("Verify: %+v, %v; want g1 broken", r, err)
	}
	if slices.ContainsFunc(r.Broken, func(b *events.BrokenError) bool { return b.Game == "g0" || b.Game == "g2" }) {
		t.Errorf("Verify: %+v: games are called broken that are not", r)
	}
}

// TestFlippedByteWithoutIndexKeepsTheServerFromIt: without its index, as after a crash, the server would silently cut
// off the rest of the block after a damaged message.
func TestFlippedByteWithoutIndexKeepsTheServerFromIt(t *testing.T) {
	t.Parallel()
	dir, blocks := stored(t)
	dropIndex(t, blocks[0])
	rewrite(t, blocks[0], func(b []byte) []byte {
		b[bytes.Index(b, []byte(`"id":"g1-20"`))+6] ^= 3
		return b
	})
	if _, err := natslog.OpenEmbedded(dir, natslog.Options{Logger: quiet()}); !errors.As(err, new(*natslog.DamagedError)) {
		t.Fatalf("opened: %v", err)
	}
	s := open(t, dir, natslog.Options{Mend: true})
	for game, want := range map[string]bool{"g0": false, "g1": true, "g2": false} {
		if _, err := lastErr(t, s, game); errors.Is(err, events.ErrBroken) != want {
			t.Errorf("%s: %v; want broken: %v", game, err, want)
		}
	}
}

func TestTruncatedTailIsFound(t *testing.T) {
	t.Parallel()
	dir, blocks := stored(t)
	dropIndex(t, blocks[0])
	rewrite(t, blocks[len(blocks)-1], func(b []byte) []byte { return b[:len(b)-100] })
	s := open(t, dir, natslog.Options{})
	if faults := strings.Join(s.Faults(), " "); !strings.Contains(faults, "game g2 was at event 40") {
		t.Errorf("faults at open: %q; want that the end of g2 is lost", faults)
	}
	n, err := lastErr(t, s, "g2")
	if n != 39 || !errors.Is(err, events.ErrBroken) || !strings.Contains(err.Error(), "its end was lost") {
		t.Errorf("g2: %d commits, then %v", n, err)
	}
	if _, err := s.Head(t.Context(), "g2"); !errors.Is(err, events.ErrBroken) {
		t.Errorf("Head of g2: %v", err)
	}
	at := lastHead(t, s, "g2")
	if _, err := s.Append(t.Context(), at, logtest.Commit("g2", "fork", 1)); !errors.Is(err, events.ErrBroken) {
		t.Errorf("appended behind what is left of g2: %v; want that it is broken", err)
	}
	if n, err := lastErr(t, s, "g0"); n != 40 || err != nil {
		t.Errorf("g0: %d commits, %v", n, err)
	}
	if r, err := s.Verify(t.Context()); err != nil || len(r.Broken) != 1 || r.Broken[0].Game != "g2" {
		t.Errorf("Verify: %+v, %v", r, err)
	}
}

// TestDeletedStreamIsFound: denying deletes and purges does not prevent the deletion of the whole stream.
func TestDeletedStreamIsFound(t *testing.T) {
	t.Parallel()
	dir, _ := stored(t)
	s := open(t, dir, natslog.Options{})
	if err := s.JetStream().DeleteStream(t.Context(), natslog.Stream); err != nil {
		t.Fatal(err)
	}
	s.Close()
	s = open(t, dir, natslog.Options{})
	if len(s.Faults()) != 3 {
		t.Errorf("faults at open: %q; want one for each of three games", s.Faults())
	}
	if _, err := s.Append(t.Context(), events.Head{}, logtest.Commit("g0", "anew", 1)); !errors.Is(err, events.ErrBroken) {
		t.Errorf("the game begins anew: %v", err)
	}
	logtest.Append(t, s, events.Head{}, logtest.Commit("another", "a", 1))
}

func lastHead(t *testing.T, s *natslog.Store, game string) (at events.Head) {
	t.Helper()
	for c, err := range s.Game(t.Context(), game, events.Head{}) {
		if err != nil {
			break
		}
		at = c.Head
	}
	return at
}

func TestTornHeadsFileIsNoFault(t *testing.T) {
	t.Parallel()
	dir, _ := stored(t)
	rewrite(t, filepath.Join(dir, "galloper.heads"), func(b []byte) []byte {
		b[10] = 'x'
		return b[:len(b)-50]
	})
	s := open(t, dir, natslog.Options{})
	at, err := s.Head(t.Context(), "g2")
	if err != nil {
		t.Fatal(err)
	}
	logtest.Append(t, s, at, logtest.Commit("g2", "next", 1))
	s.Close()
	s = open(t, dir, natslog.Options{})
	if r, err := s.Verify(t.Context()); err != nil || !r.OK() || len(s.Faults()) > 0 {
		t.Errorf("%+v, %v, %v", r, s.Faults(), err)
	}
}

// TestLostHeadsFileHoldsAllGames: without the heads file, the loss of a game's end cannot be detected, and appending
// after the remaining commits would create a different history.
func TestLostHeadsFileHoldsAllGames(t *testing.T) {
	t.Parallel()
	dir, blocks := stored(t)
	want := history(t, dir)
	dropIndex(t, blocks[0])
	rewrite(t, blocks[len(blocks)-1], func(b []byte) []byte { return b[:len(b)-100] })
	if err := os.Remove(filepath.Join(dir, "galloper.heads")); err != nil {
		t.Fatal(err)
	}
	for range 2 { // also at the next start
		s := open(t, dir, natslog.Options{})
		if !strings.Contains(strings.Join(s.Faults(), " "), "galloper.heads is lost") {
			t.Errorf("faults: %q", s.Faults())
		}
		for _, game := range []string{"g0", "g2"} {
			if _, err := s.Head(t.Context(), game); !errors.Is(err, events.ErrBroken) {
				t.Errorf("Head of %s: %v", game, err)
			}
			at := want[game][38].Head
			if _, err := s.Append(t.Context(), at, logtest.Commit(game, "fork", 1)); !errors.Is(err, events.ErrBroken) {
				t.Errorf("appended to %s: %v", game, err)
			}
		}
		if r, err := s.Verify(t.Context()); err != nil || len(r.Broken) != 3 {
			t.Errorf("Verify: %+v, %v; want all three games", r, err)
		}
		s.Close()
	}
	s := open(t, dir, natslog.Options{Mend: true})
	if _, err := s.Rebuild(t.Context(), plan(t, s, want)); err != nil {
		t.Fatal(err)
	}
	s.Close()
	mustBeWhole(t, dir, want)
}

func TestChangedSettingsAreFound(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, dir, natslog.Options{})
	logtest.Append(t, s, events.Head{}, logtest.Commit("g", "a", 1))
	st, err := s.JetStream().Stream(t.Context(), natslog.Stream)
	if err != nil {
		t.Fatal(err)
	}
	cfg := st.CachedInfo().Config
	cfg.MaxMsgs, cfg.Discard = 100, jetstream.DiscardOld
	if _, err := s.JetStream().UpdateStream(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	want := []string{"discard is DiscardOld, should be DiscardNew", "max_msgs is 100, should be unlimited"}
	r, err := s.Verify(t.Context())
	if err != nil || len(r.Faults) != 2 || r.Faults[0] != "setting "+want[0] || r.Faults[1] != "setting "+want[1] {
		t.Errorf("Verify: %q, %v; want %q", r.Faults, err, want)
	}
	s.Close()
	_, err = natslog.OpenEmbedded(dir, natslog.Options{Logger: quiet()})
	var drift *natslog.DriftError
	if !errors.As(err, &drift) || !slices.Equal(drift.Settings, want) {
		t.Errorf("open: %v; want %q", err, want)
	}
	s = open(t, dir, natslog.Options{Restore: true})
	if r, err := s.Verify(t.Context()); err != nil || !r.OK() || r.Commits != 1 {
		t.Errorf("after it was restored: %+v, %v", r, err)
	}
	s.Close()
	open(t, dir, natslog.Options{})
}

func TestDurabilityIsThatOfTheServer(t *testing.T) {
	t.Parallel()
	if s := open(t, t.TempDir(), natslog.Options{}); !strings.Contains(s.Durability(), "before it is acknowledged") {
		t.Error(s.Durability())
	}
	if s := open(t, t.TempDir(), natslog.Options{Sync: time.Second}); !strings.Contains(s.Durability(), "every 1s") {
		t.Error(s.Durability())
	}
}

// TestServerThatDoesNotStartSaysWhy: the error comes at once, without waiting for the limit of the start.
func TestServerThatDoesNotStartSaysWhy(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "jetstream"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := natslog.OpenEmbedded(dir, natslog.Options{Logger: quiet()})
	if err == nil {
		s.Close()
	}
	if err == nil || !strings.Contains(err.Error(), "did not start") ||
		!strings.Contains(err.Error(), "storage directory") {
		t.Errorf("with a file in place of the streams' directory: %v", err)
	}
}

func TestServerThatListensWantsTheToken(t *testing.T) {
	t.Parallel()
	s := open(t, t.TempDir(), natslog.Options{Listen: "127.0.0.1:0", Token: "right"})
	if _, err := natslog.OpenCluster(s.URL(), natslog.Options{Logger: quiet(), Token: "wrong"}); !errors.Is(err,
		nats.ErrAuthorization) {
		t.Errorf("with a wrong token: %v", err)
	}
	for _, bad := range []string{"4222", "localhost:x"} {
		if s, err := natslog.OpenEmbedded(t.TempDir(), natslog.Options{Logger: quiet(), Listen: bad}); err == nil {
			s.Close()
			t.Errorf("listens at %q", bad)
		}
	}
}

// wire is a connection that can be made to lose a request or an answer once.
type wire struct {
	net.Conn
	loseRequest, loseAnswer *atomic.Bool
}

var errCut = errors.New("the wire was cut")

// Write drops the data and closes the connection if the request is to be lost.
func (w wire) Write(b []byte) (int, error) {
	if bytes.Contains(b, []byte("PUB evt.")) && w.loseRequest.CompareAndSwap(true, false) {
		w.Close()
		return 0, errCut
	}
	return w.Conn.Write(b)
}

// Read drops the data and closes the connection if the answer is to be lost.
func (w wire) Read(b []byte) (int, error) {
	n, err := w.Conn.Read(b)
	if n > 0 && w.loseAnswer.CompareAndSwap(true, false) {
		w.Close()
		return 0, errCut
	}
	return n, err
}

type dialer struct{ loseRequest, loseAnswer atomic.Bool }

func (d *dialer) Dial(network, address string) (net.Conn, error) {
	c, err := net.Dial(network, address)
	return wire{c, &d.loseRequest, &d.loseAnswer}, err
}

// verify waits for the store's connection and verifies the log.
func verify(t *testing.T, s *natslog.Store) (r events.Report, err error) {
	t.Helper()
	natstest.Until(t, "the store's connection", func() bool {
		r, err = s.Verify(t.Context())
		return !natslog.Unreachable(err)
	})
	return r, err
}

func TestAppendSurvivesACutWire(t *testing.T) {
	t.Parallel()
	host := open(t, t.TempDir(), natslog.Options{Listen: "127.0.0.1:0"})
	d := new(dialer)
	s := openCluster(t, host.URL(), natslog.Options{Timeout: time.Minute,
		Connect: []nats.Option{nats.SetCustomDialer(d), nats.ReconnectWait(10 * time.Millisecond)}})
	at := logtest.Append(t, s, events.Head{}, logtest.Commit("g", "0", 1))
	for i := 1; i < 7; i++ {
		lost := &d.loseAnswer
		if i%2 == 0 {
			lost = &d.loseRequest
		}
		lost.Store(true)
		at = logtest.Append(t, s, at, logtest.Commit("g", fmt.Sprint(i), 1))
		if lost.Load() {
			t.Fatal("nothing was lost: the test is blind")
		}
	}
	r, err := verify(t, s)
	if err != nil || !r.OK() || r.Commits != 7 || at.Version != 7 {
		t.Errorf("%+v, %v, head %+v; want 7 commits, each once", r, err, at)
	}
}

func TestUnknownOutcomeIsSettledByTheNextTry(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	host := open(t, dir, natslog.Options{Listen: "127.0.0.1:0"})
	s := openCluster(t, host.URL(), natslog.Options{Timeout: 500 * time.Millisecond,
		Connect: []nats.Option{nats.ReconnectWait(10 * time.Millisecond)}})
	at := insist(t, s, "g", "a", events.Head{})
	address := strings.TrimPrefix(host.URL(), "nats://")
	host.Close()
	if _, err := s.Append(t.Context(), at, logtest.Commit("g", "b", 2)); !errors.Is(err, events.ErrUnknownOutcome) {
		t.Errorf("with the server gone: %v, want ErrUnknownOutcome", err)
	}
	open(t, dir, natslog.Options{Listen: address})
	next := logtest.Commit("g", "b", 2)
	natstest.Until(t, "the next try", func() bool {
		head, err := s.Append(t.Context(), at, next)
		if err == nil {
			at = head
		}
		return err == nil
	})
	r, err := verify(t, s)
	if err != nil || r.Commits != 2 || at.Version != 2 {
		t.Errorf("after the server came back: %v, %+v, %+v", err, r, at)
	}
}
