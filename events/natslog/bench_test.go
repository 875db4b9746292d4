package natslog_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"galloper/events"
	"galloper/events/logtest"
	"galloper/events/natslog"
)

// The benchmarks run bare NATS and the log alternately in one loop, and report the ratio, so that noise of the
// machine affects both.
//
//	go test -run '^$' -bench . ./events/natslog
//	GALLOPER_BENCH_GAMES=50000 go test -run '^$' -bench 'LoadGame|Restart' ./events/natslog

// benchGames is the number of games, of twenty commits each, in the large store.
func benchGames() int {
	if n, err := strconv.Atoi(os.Getenv("GALLOPER_BENCH_GAMES")); err == nil {
		return n
	}
	return 2000
}

// sized returns a commit with n events of about 300 bytes.
func sized(game, id string, n int) events.Commit {
	orders := []string{"1foot.b advance 200 yds, then fire at 2swiss", "TO picardie: hold the wood until relieved",
		"2/1 form line facing 90", strings.Repeat("x", 80)}
	data := make([]events.Data, n)
	for i := range data {
		data[i] = events.OrdersAccepted{Seat: "french.north", Turn: 3, Orders: orders}
	}
	list, err := events.Pack(data...)
	if err != nil {
		panic(err)
	}
	return events.Commit{Game: game, ID: id, At: time.Unix(1_800_000_000, 0), Actor: "french.north", Cause: "mail",
		Events: list}
}

// stopwatch sums the times of two alternating measurements.
type stopwatch struct {
	t0    time.Time
	spent [2]time.Duration
}

func (w *stopwatch) start() { w.t0 = time.Now() }

func (w *stopwatch) lap(which int) {
	now := time.Now()
	w.spent[which] += now.Sub(w.t0)
	w.t0 = time.Now()
}

// report reports the second time relative to the first: 1 means equally fast.
func (w *stopwatch) report(b *testing.B, n int) {
	us := func(d time.Duration) float64 { return float64(d.Microseconds()) / float64(n) }
	b.ReportMetric(us(w.spent[0]), "bare-µs")
	b.ReportMetric(us(w.spent[1]), "ours-µs")
	b.ReportMetric(float64(w.spent[0])/float64(w.spent[1]), "ratio")
	b.ReportMetric(0, "ns/op")
}

func check(b *testing.B, err error) {
	if err != nil {
		b.Helper()
		b.Fatal(err)
	}
}

// BenchmarkAppendOne appends one durable event: a raw publish with the expected sequence, and Append. Its ratio must be
// at least 0.85.
func BenchmarkAppendOne(b *testing.B) {
	s := open(b, b.TempDir(), natslog.Options{})
	var w stopwatch
	var raw uint64
	var at events.Head
	n := 0
	line, err := sized("raw", "id", 1).Follow(events.Head{})
	check(b, err)
	for b.Loop() {
		c := sized("ours", fmt.Sprint(n), 1)
		w.start()
		ack, err := s.JetStream().Publish(b.Context(), "evt.raw", []byte(line.Line()),
			jetstream.WithExpectLastSequencePerSubject(raw))
		check(b, err)
		w.lap(0)
		at, err = s.Append(b.Context(), at, c)
		w.lap(1)
		check(b, err)
		raw = ack.Sequence
		n++
	}
	w.report(b, n)
}

// BenchmarkAppendTen appends ten events: ten single appends, and one append of ten, which must be five times as fast.
func BenchmarkAppendTen(b *testing.B) {
	s := open(b, b.TempDir(), natslog.Options{})
	var w stopwatch
	var ones, tens events.Head
	n := 0
	for b.Loop() {
		c, ten := sized("ones", "", 1), sized("tens", fmt.Sprint(n), 10)
		w.start()
		for i := range 10 {
			var err error
			c.ID = fmt.Sprint(n, ".", i)
			ones, err = s.Append(b.Context(), ones, c)
			check(b, err)
		}
		w.lap(0)
		head, err := s.Append(b.Context(), tens, ten)
		w.lap(1)
		check(b, err)
		tens = head
		n++
	}
	w.report(b, n)
}

// fillStore stores games of twenty interleaved commits, as fast as the server accepts them.
func fillStore(b *testing.B, s *natslog.Store, games int) {
	js, err := jetstream.New(s.JetStream().Conn(), jetstream.WithPublishAsyncMaxPending(1024))
	check(b, err)
	heads := make([]events.Head, games)
	c := sized("", "", 1)
	for i := range 20 {
		for g := range heads {
			c.Game, c.ID = fmt.Sprint("g", g), fmt.Sprint(i)
			stored, err := c.Follow(heads[g])
			check(b, err)
			heads[g] = stored.Head
			before := uint64((i-1)*games + g + 1)
			if i == 0 {
				before = 0
			}
			_, err = js.PublishAsync("evt."+c.Game, []byte(stored.Line()), jetstream.WithStallWait(30*time.Second),
				jetstream.WithExpectLastSequencePerSubject(before))
			check(b, err)
		}
	}
	<-js.PublishAsyncComplete()
}

// BenchmarkReadAll reads all commits, undecoded: a bare ordered consumer with the same window, and All. Its
// ratio must be at least 0.6.
func BenchmarkReadAll(b *testing.B) {
	s := open(b, b.TempDir(), natslog.Options{Sync: time.Minute})
	fillStore(b, s, 1000)
	const want = 20 * 1000
	var w stopwatch
	n := 0
	for b.Loop() {
		w.start()
		bareRead(b, s.JetStream(), want)
		w.lap(0)
		got := 0
		for _, err := range s.All(b.Context(), 0) {
			check(b, err)
			got++
		}
		w.lap(1)
		if got != want {
			b.Fatalf("All read %d of %d", got, want)
		}
		n += want
	}
	w.report(b, n)
}

func bareRead(b *testing.B, js jetstream.JetStream, n int) {
	oc, err := js.OrderedConsumer(b.Context(), natslog.Stream, jetstream.OrderedConsumerConfig{})
	check(b, err)
	it, err := oc.Messages(jetstream.PullMaxBytes(8 << 20))
	check(b, err)
	for range n {
		_, err := it.Next()
		check(b, err)
	}
	it.Stop()
}

// BenchmarkLoadGame loads one game of twenty commits out of many: a bare ordered consumer for it, and Game,
// whose median must be at most 1 ms.
func BenchmarkLoadGame(b *testing.B) {
	games := benchGames()
	s := open(b, b.TempDir(), natslog.Options{Sync: time.Minute})
	fillStore(b, s, games)
	for range 300 { // warm the server's block cache: a cold block takes several ms to load
		for _, err := range s.Game(b.Context(), fmt.Sprint("g", rand.N(games)), events.Head{}) {
			check(b, err)
		}
	}
	var w stopwatch
	var each []time.Duration
	for b.Loop() {
		game := fmt.Sprint("g", rand.N(games))
		w.start()
		bareGame(b, s.JetStream(), game)
		w.lap(0)
		before, got := w.spent[1], 0
		for _, err := range s.Game(b.Context(), game, events.Head{}) {
			check(b, err)
			got++
		}
		w.lap(1)
		each = append(each, w.spent[1]-before)
		if got != 20 {
			b.Fatalf("read %d commits of %s", got, game)
		}
	}
	w.report(b, len(each))
	slices.Sort(each)
	b.ReportMetric(float64(each[len(each)/2].Microseconds()), "ours-median-µs")
	b.ReportMetric(float64(games), "games")
}

func bareGame(b *testing.B, js jetstream.JetStream, game string) {
	oc, err := js.OrderedConsumer(b.Context(), natslog.Stream,
		jetstream.OrderedConsumerConfig{FilterSubjects: []string{"evt." + game}})
	check(b, err)
	info := oc.CachedInfo()
	it, err := oc.Messages()
	check(b, err)
	for range info.NumPending {
		_, err := it.Next()
		check(b, err)
	}
	it.Stop()
	check(b, js.DeleteConsumer(b.Context(), natslog.Stream, info.Name))
}

// BenchmarkRestart measures a restart: the bare server on the directory, and OpenEmbedded, each in its own process,
// so that its memory can be measured. The ratios must be at most 1.5 in time and 1.3 in memory.
func BenchmarkRestart(b *testing.B) {
	dir := b.TempDir()
	s := open(b, dir, natslog.Options{Sync: time.Minute})
	fillStore(b, s, benchGames())
	for g := range benchGames() { // for a heads file of realistic length
		name := fmt.Sprint("g", g)
		head, err := s.Head(b.Context(), name)
		check(b, err)
		_, err = s.Append(b.Context(), head, logtest.Commit(name, "last", 1))
		check(b, err)
	}
	s.Close()
	var spent, memory [2]float64
	n := 0.0
	for b.Loop() {
		for i, how := range []string{"bare", "ours"} {
			ms, mib := restarted(b, how, dir)
			spent[i] += ms
			memory[i] += mib
		}
		n++
	}
	b.ReportMetric(spent[0]/n, "bare-ms")
	b.ReportMetric(spent[1]/n, "ours-ms")
	b.ReportMetric(spent[1]/spent[0], "time-ratio")
	b.ReportMetric(memory[0]/n, "bare-MiB")
	b.ReportMetric(memory[1]/n, "ours-MiB")
	b.ReportMetric(memory[1]/memory[0], "memory-ratio")
	b.ReportMetric(float64(benchGames()*21), "commits")
	b.ReportMetric(0, "ns/op")
}

// restarted opens the store in a separate process.
func restarted(b *testing.B, how, dir string) (ms, mib float64) {
	b.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), openEnv+"="+how, childEnv+"="+dir)
	out, err := c.Output()
	check(b, err)
	if _, err := fmt.Sscan(string(out), &ms, &mib); err != nil {
		b.Fatalf("%q: %v", out, err)
	}
	return ms, mib
}

// openEnv turns the test binary into a process that opens the store and prints the time in milliseconds and its
// memory in MiB.
const openEnv = "NATSLOG_TEST_OPEN"

func openOnce(how, dir string) {
	begun := time.Now()
	var end func()
	if how == "bare" {
		s, err := newBare(dir)
		if err != nil || !s.ReadyForConnections(time.Minute) {
			fmt.Println("FAILED", err)
			os.Exit(1)
		}
		end = func() { s.Shutdown(); s.WaitForShutdown() }
	} else {
		s, err := natslog.OpenEmbedded(dir, natslog.Options{Logger: quiet()})
		if err != nil {
			fmt.Println("FAILED", err)
			os.Exit(1)
		}
		end = func() { s.Close() }
	}
	ms := float64(time.Since(begun).Microseconds()) / 1000
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		fmt.Println("FAILED", err)
		os.Exit(1)
	}
	_, after, _ := strings.Cut(string(status), "VmRSS:")
	var kib float64
	fmt.Sscan(after, &kib)
	fmt.Println(ms, kib/1024)
	end() // leave the directory unchanged for the next start
	os.Exit(0)
}

func newBare(dir string) (*server.Server, error) {
	s, err := server.NewServer(&server.Options{
		ServerName: "galloper", DontListen: true, JetStream: true, StoreDir: dir, NoSigs: true, NoLog: true, SyncAlways: true,
		JetStreamMaxStore: 64 << 30, JetStreamMaxMemory: 256 << 20, MaxPayload: 8 << 20,
	})
	if err == nil {
		s.Start()
	}
	return s, err
}

// BenchmarkContention counts the attempts of eight writers to one game on a cluster of three: at most 3 for
// each append.
func BenchmarkContention(b *testing.B) {
	s, err := natslog.OpenCluster(startCluster(b), natslog.Options{Logger: quiet(), Replicas: 3})
	check(b, err)
	defer s.Close()
	const writers, each = 8, 150
	tries, n := 0, 0
	for b.Loop() {
		if n == 0 { // once only: a second round would find a long history
			tries = logtest.Contend(b, s, writers, each)
		}
		n++
	}
	r, err := s.Verify(b.Context())
	check(b, err)
	if !r.OK() || r.Commits != writers*each {
		b.Fatalf("%+v: a fork, or commits are missing", r)
	}
	b.ReportMetric(float64(tries)/(writers*each), "tries/append")
	b.ReportMetric(0, "ns/op")
}
