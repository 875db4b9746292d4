package daemon

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"galloper/adjudicator"
	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/events"
	"galloper/events/natslog"
	"galloper/events/natsvault"
	"galloper/events/vault"
	"galloper/mailgate"
	"galloper/scenarios"
)

// pocket is the smallest game: the cost of many is Galloper's own.
const pocket = `ruleset: firediscipline
title: A pocket
map: {width: 600, height: 600}
sides: {french: {edge: south}, dutch: {edge: north}}
seats:
  french.north: {at: [300, 20]}
  dutch.south: {at: [300, 580]}
units:
  champagne: {seat: french.north, arm: foot, stands: 2, rating: 2, at: [300, 240]}
  sturler: {seat: dutch.south, arm: foot, stands: 2, rating: 2, at: [50, 560]}
`

// games returns the number of open games in the scale test: GALLOPER_GAMES, or a few.
func games() int {
	if n, err := strconv.Atoi(os.Getenv("GALLOPER_GAMES")); err == nil {
		return n
	}
	return 200
}

// TestManyGames opens a store with many open games, of which a tenth are due within a minute, keeps the deadlines, and
// logs the cost.
func TestManyGames(t *testing.T) {
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	dir := t.TempDir()
	begun := time.Now()
	made := time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)
	n := games()
	manyGames(t, dir, n, made, crowd{"pocket.yaml", pocket, "standing", 0, func(i int) bool { return i%10 == 0 }})
	t.Logf("%d games made in %v", n, time.Since(begun).Round(time.Millisecond))

	begun = time.Now()
	log, err := natslog.OpenEmbedded(dir, natslog.Options{Logger: quiet, Sync: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	bare := time.Since(begun)
	w := newWorld(t)
	w.now = made.Add(time.Hour)
	w.log = log
	if w.vault, err = natsvault.Open(t.Context(), log.JetStream(), 1); err != nil {
		t.Fatal(err)
	}
	w.snapshot = filepath.Join(t.TempDir(), "snapshot")
	begun = time.Now()
	w.start()
	w.d.Tick(w.ctx)
	t.Logf("without a snapshot: ready after %v", (bare + time.Since(begun)).Round(time.Millisecond))
	if err := w.d.SaveSnapshot(w.ctx); err != nil {
		t.Fatal(err)
	}
	w.d = nil
	begun = time.Now()
	w.start()
	w.d.Tick(w.ctx)
	if len(w.d.Recalled) != n {
		t.Errorf("the snapshot has %d games, want %d", len(w.d.Recalled), n)
	}
	t.Logf("with a snapshot: ready after %v, of which the store %v; heap %d MiB",
		(bare + time.Since(begun)).Round(time.Millisecond), bare.Round(time.Millisecond), memory()>>20)

	// A tenth of the games have their deadlines within the same minute.
	w.now = made.Add(25 * time.Hour)
	if err := w.d.NotePoll(w.ctx, w.now); err != nil {
		t.Fatal(err)
	}
	begun = time.Now()
	w.d.Tick(w.ctx)
	due := (n + 9) / 10
	t.Logf("%d deadlines adjudicated and reported in %v; heap %d MiB, process %d MiB",
		due, time.Since(begun).Round(time.Millisecond), memory()>>20, resident(t)>>20)
	for i := range n {
		if i > 3 && i < n-3 {
			continue // the first and last games stand for all
		}
		g, err := game.Load(w.d.Rulesets, log.Game(t.Context(), gameNamed(i), events.Head{}))
		if err != nil {
			t.Fatal(err)
		}
		want := 1
		if i%10 == 0 {
			want = 2
		}
		if g.Campaign.Number() != want {
			t.Errorf("%s is at turn %d, want %d", g.Name(), g.Campaign.Number(), want)
		}
	}
}

func gameNamed(i int) string { return fmt.Sprintf("pocket-%06d", i) }

// crowd describes many games: the scenario, who orders for silent seats, the number of turns already played, and the
// games due within a day.
type crowd struct {
	file, scenario, silence string
	played                  int
	due                     func(i int) bool
}

// manyGames makes a store with n games. It makes one as an umpire would, and copies it under other names.
func manyGames(t testing.TB, dir string, n int, at time.Time, of crowd) {
	t.Helper()
	log, err := natslog.OpenEmbedded(
		dir,
		natslog.Options{Logger: slog.New(slog.NewTextHandler(io.Discard, nil)), Sync: time.Minute},
	)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	w := newWorld(t)
	w.now = at
	_, sc, faults := adjudicator.Load(w.d.Rulesets, of.file, []byte(of.scenario))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	seats := map[string][]string{}
	for _, s := range sc.Seats() {
		seats[s.ID] = []string{addressOf(s.ID)}
	}
	for _, every := range []string{"1d", "30d"} {
		game := admin.NewGame{
			Name:     "model-" + every,
			File:     of.file,
			Scenario: of.scenario,
			Umpires:  []string{umpireAddress},
			Settings: events.Settings{Every: every, OnSilence: of.silence},
			Seats:    seats,
		}
		if _, err := w.d.New(w.ctx, game); err != nil {
			t.Fatal(err)
		}
		w.settle()
		for _, s := range sc.Seats()[:(len(sc.Seats())+1)/2] { // a game with all seats silent would be put on hold
			w.writes(s.ID, "READY")
		}
	}
	w.pass(time.Duration(of.played) * 24 * time.Hour)
	v, err := natsvault.Open(t.Context(), log.JetStream(), 1)
	if err != nil {
		t.Fatal(err)
	}
	keys, err := w.vault.Keys(w.ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	seeds := vault.NewSeeds(admin.DefaultTurns)
	for i := range n {
		model := "model-30d"
		if of.due(i) {
			model = "model-1d"
		}
		copyKeys(t, v, w.vault, keys, model, gameNamed(i))
		if err := vault.PutSeeds(t.Context(), v, gameNamed(i), seeds); err != nil {
			t.Fatal(err)
		}
		var head events.Head
		for c, err := range w.log.Game(w.ctx, model, events.Head{}) {
			if err != nil {
				t.Fatal(err)
			}
			for j, e := range c.Events {
				c.Events[j].Data = []byte(strings.ReplaceAll(string(e.Data), model, gameNamed(i)))
			}
			if head, err = log.Append(t.Context(), head, events.Commit{Game: gameNamed(i), ID: c.ID, At: c.At, Actor: c.Actor,
				Cause: c.Cause, Events: c.Events}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// copyKeys copies a game's keys in the vault to another name, and those of all games once.
func copyKeys(t testing.TB, to, from vault.Vault, keys []string, model, name string) {
	t.Helper()
	for _, key := range keys {
		value, err := from.Get(t.Context(), key)
		if err == nil && key != vault.SeedsKey(model) && (strings.Contains(key, model) || !strings.Contains(key, "model-")) {
			err = to.Put(t.Context(), strings.ReplaceAll(key, model, name), value)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// BenchmarkManyDue has the deadlines of many games within one minute, in mid-battle: each turn is adjudicated and
// committed, its reports and maps made, and the mails composed, queued and sent. It reports the minutes that 10,000
// such games take on all cores, first to play and then to send.
func BenchmarkManyDue(b *testing.B) {
	for name, file := range map[string]string{"prestonpans": "prestonpans/scenario.yaml", "forty": "", "pocket": ""} {
		b.Run(name, func(b *testing.B) {
			of := crowd{name + ".yaml", pocket, "staff", 3, func(int) bool { return true }}
			text, err := os.ReadFile("../trial/testdata/forty.yaml")
			if file != "" {
				text, err = scenarios.Files.ReadFile(file)
			}
			if err != nil {
				b.Fatal(err)
			}
			if name != "pocket" {
				of.scenario = string(text)
			}
			dir, made := b.TempDir(), time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)
			manyGames(b, dir, b.N, made, of)
			made = made.Add(time.Duration(of.played) * 24 * time.Hour)
			quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
			log, err := natslog.OpenEmbedded(dir, natslog.Options{Logger: quiet})
			if err != nil {
				b.Fatal(err)
			}
			defer log.Close()
			w, taken := newWorld(b), atomic.Int64{}
			w.log, w.rules, w.now = log, rulesets.All(), made.Add(24*time.Hour-time.Minute)
			w.change = func(o *host.Options) {
				o.Sender = taker(func(mailgate.Delivery) { taken.Add(1) })
				o.Parallel = 4 // as by default
			}
			if w.vault, err = natsvault.Open(b.Context(), log.JetStream(), 1); err != nil {
				b.Fatal(err)
			}
			w.start()
			w.settle()
			for w.now.Before(made.Add(24*time.Hour + 5*time.Minute)) { // the mailbox is read until then
				w.now = w.now.Add(time.Minute)
				if err := w.d.NotePoll(w.ctx, w.now); err != nil {
					b.Fatal(err)
				}
			}
			taken.Store(0)
			b.ResetTimer()
			begun := processor(b)
			w.d.Tick(w.ctx)
			turns := b.Elapsed()
			w.d.Flush(w.ctx, w.tried)
			b.StopTimer()
			busy := processor(b) - begun
			if taken.Load() < int64(b.N*3) {
				b.Errorf("%d mails of %d games: %s", taken.Load(), b.N, w.logged.bytes())
			}
			each := func(d time.Duration) float64 { return d.Minutes() * 10_000 / float64(b.N) }
			b.ReportMetric(each(turns), "min-of-turns/10000-games")
			b.ReportMetric(each(b.Elapsed()-turns), "min-of-mails/10000-games")
			b.ReportMetric(float64(taken.Load())/float64(b.N), "mails/game")
			b.ReportMetric(each(busy), "min-of-processor/10000-games")
		})
	}
}

// processor returns the processor time that the process has used.
func processor(t testing.TB) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// taker accepts every mail.
type taker func(mailgate.Delivery)

func (t taker) Send(_ context.Context, del mailgate.Delivery) mailgate.Result {
	t(del)
	return mailgate.Result{Fate: mailgate.Sent}
}

// memory returns the bytes in use on the heap.
func memory() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// resident returns the maximum resident size of the process, in bytes.
func resident(t *testing.T) int64 {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return int64(u.Maxrss) << 10
}
