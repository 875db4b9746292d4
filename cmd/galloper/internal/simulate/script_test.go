package simulate

import (
	"context"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"strconv"
	"sync"
	"testing"
	"time"

	"galloper/events"
	"galloper/events/crew"
	"galloper/events/logtest"
	"galloper/events/natslog"
	"galloper/events/natstest"
	"galloper/events/natsvault"
	"galloper/events/vault"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // the tests keep little of what they allocate
	natstest.Main()
	os.Exit(m.Run())
}

// port is the access of one daemon to the log, the vault and the claims.
type port struct {
	name   string
	log    events.Log
	vault  vault.Vault
	claims crew.Ledger
}

// stage runs a script in the model or on real servers.
type stage struct {
	ports []port
	fault func(rng *rand.Rand) (name string, mend func())
}

// script makes random requests to the stage during random faults, all determined by a seed. A referee judges
// each answer.
type script struct {
	*referee
	stage
	ctx context.Context
	rng *rand.Rand
	n   int // commits and values written
}

// longest limits the duration of a fault on real servers, by the wall clock.
const longest = 12 * time.Second

func play(t *testing.T, where string, on stage, seed uint64, steps, faults int) *referee {
	s := &script{referee: newReferee(t, where), stage: on, ctx: t.Context(), rng: rand.New(rand.NewPCG(seed, 3))}
	each := steps / faults
	mend, until, struck := func() {}, 0, time.Now()
	for s.step = 1; s.step <= steps && !t.Failed(); s.step++ {
		if s.step%each == 1 {
			mend()
			_ = s.told(port{}, "mended", nil)
			var name string
			name, mend = s.fault(s.rng)
			mend = sync.OnceFunc(mend)
			until, struck = s.step+1+s.rng.IntN(each-1), time.Now()
			s.said["fault: "+name]++
			_ = s.told(port{}, "fault: "+name, nil)
		}
		s.ask()
		if s.step == until || time.Since(struck) > longest {
			mend()
		}
	}
	mend()
	for _, game := range []string{"ford", "mill"} { // a last read of each game settles its state
		s.readGame(s.ports[0], game)
	}
	return s.referee
}

// ask makes one request by a random daemon.
func (s *script) ask() {
	p := s.ports[s.rng.IntN(len(s.ports))]
	game := []string{"ford", "mill"}[s.rng.IntN(2)]
	key := fmt.Sprint("key", s.rng.IntN(3))
	s.n++
	text := fmt.Appendf(nil, "value %d", s.n)
	switch s.rng.IntN(16) {
	case 0, 1, 2, 3:
		s.append(p, game)
	case 4:
		s.race(game)
	case 5, 6:
		s.readGame(p, game)
	case 7:
		s.listed(all(p.log.All(s.ctx, 0)))
	case 8:
		s.set("put", key, text, s.told(p, "put "+key, p.vault.Put(s.ctx, key, text)))
	case 9:
		s.created(key, text, s.told(p, "create "+key, p.vault.Create(s.ctx, key, text)))
	case 10, 11:
		b, err := p.vault.Get(s.ctx, key)
		s.got(key, b, s.told(p, fmt.Sprintf("get %s: %q", key, b), err))
	case 12:
		s.set("erase", key, nil, s.told(p, "erase "+key, p.vault.Erase(s.ctx, key)))
	default:
		s.pieces(p, fmt.Sprint("piece", s.rng.IntN(3)))
	}
}

// told logs a request for the story that is shown if an answer is wrong.
func (s *script) told(p port, what string, err error) error {
	at := time.Now().Format("05.000")
	s.story = append(s.story, fmt.Sprintf("%s step %d: %s: %s: %v", at, s.step, p.name, what, err))
	return err
}

// append appends to the head of the game, or to an older one, and retries appends that had no answer.
func (s *script) append(p port, game string) {
	c := s.game(game)
	at, next := c.head(), logtest.Commit(game, fmt.Sprint(p.name, ".", s.n), s.n)
	switch {
	case len(c.open) > 0 && s.rng.IntN(2) == 0:
		next = c.open[s.rng.IntN(len(c.open))]
	case len(c.sure) > 0 && s.rng.IntN(5) == 0:
		i := s.rng.IntN(len(c.sure))
		if at = (events.Head{}); i > 0 {
			at = c.sure[i-1].Head
		}
		if s.rng.IntN(2) == 0 {
			next = c.sure[i]
			next.Head = events.Head{}
		}
	}
	head, err := p.log.Append(s.ctx, at, next)
	s.appended(at, next, head, s.told(p, fmt.Sprintf("append %s/%s at %d", game, next.ID, at.Seq), err))
}

// race has two daemons append at the same time. At most one of them can be first.
func (s *script) race(game string) {
	type answer struct {
		head events.Head
		err  error
	}
	at, answers, commits := s.game(game).head(), [2]answer{}, [2]events.Commit{}
	var wg sync.WaitGroup
	for i := range answers {
		commits[i] = logtest.Commit(game, fmt.Sprint("race.", s.n, ".", i), s.n)
		do := func() { answers[i].head, answers[i].err = s.ports[i].log.Append(s.ctx, at, commits[i]) }
		if s.where == model { // the model is a single goroutine
			do()
		} else {
			wg.Go(do)
		}
	}
	wg.Wait()
	for _, granted := range []bool{true, false} { // a granted append was first
		for i, a := range answers {
			if (a.err == nil) == granted {
				what := fmt.Sprintf("append %s/%s at %d", game, commits[i].ID, at.Seq)
				s.appended(at, commits[i], a.head, s.told(s.ports[i], what, a.err))
			}
		}
	}
}

func (s *script) readGame(p port, game string) {
	list, err := all(p.log.Game(s.ctx, game, events.Head{}))
	s.read(game, list, s.told(p, fmt.Sprintf("read %s: %d commits", game, len(list)), err))
}

// pieces claims a piece of work, looks its claim up, or drops it.
func (s *script) pieces(p port, piece string) {
	may := s.claim(piece).may
	last := may[len(may)-1]
	switch n := s.rng.IntN(4); {
	case n == 0 && len(may) == 1 && last.number > 0 && last.number != unnumbered:
		s.dropped(piece, last.number, s.told(p, "drop "+piece, p.claims.Drop(s.ctx, piece, last.number)))
	case n <= 1 || last.number == unnumbered:
		by, number, err := p.claims.Last(s.ctx, piece)
		s.line(piece, by, number, s.told(p, fmt.Sprintf("whose is %s: %s, %d", piece, by, number), err))
	default:
		at := last.number * uint64(min(s.rng.IntN(4), 1)) // or as if there were no claim
		err := p.claims.Put(s.ctx, piece, p.name, at)
		s.claimed(piece, p.name, at, s.told(p, fmt.Sprintf("claim %s at %d", piece, at), err))
	}
}

func all(seq iter.Seq2[events.Commit, error]) (list []events.Commit, err error) {
	for c, err := range seq {
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

const model = "in the model"

// modelled returns the model as a stage. Its daemons only make requests.
func modelled(t *testing.T, seed uint64, faults int) stage {
	s := newSea(t.Context(), Options{Seed: seed, Faults: faults})
	s.work = func(*mate) {}
	var st stage
	for i := range 3 {
		m := &mate{sea: s, name: string(rune('a' + i))}
		s.mates = append(s.mates, m)
		st.ports = append(st.ports, port{m.name, &asked{m}, &stored{m}, &claimed{m}})
	}
	s.left = 0 // only the script causes faults
	st.fault = func(rng *rand.Rand) (string, func()) {
		f := faultsOfServers()[rng.IntN(len(faultsOfServers()))]
		f.strike(s, s.mates[rng.IntN(len(s.mates))], s.now.Add(s.between(f.least, f.most)))
		return f.name, s.heal
	}
	return st
}

// faultsOfServers returns the simulator's faults that affect answers of servers.
func faultsOfServers() (list []fault) {
	for _, f := range faults {
		switch f.name {
		case "cut off", "answers lost", "old answers", "a vote", "slow disks":
			list = append(list, f)
		}
	}
	return list
}

// onServers returns three real servers as a stage, each a process of its own.
func onServers(t *testing.T) stage {
	cluster := natstest.Start(t, 3)
	var st stage
	var wires []*natstest.Wires
	for i := range 3 {
		w := cluster.Wire(t)
		wires = append(wires, w)
		log, err := natslog.OpenCluster(w.URL(), natslog.Options{Replicas: 3, Timeout: time.Second,
			Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { log.Close() })
		p := port{name: string(rune('a' + i)), log: log}
		v, err := natsvault.Open(t.Context(), log.JetStream(), 3)
		if err != nil {
			t.Fatal(err)
		}
		p.vault, p.claims = v, v.Ledger()
		st.ports = append(st.ports, p)
	}
	st.fault = func(rng *rand.Rand) (string, func()) {
		cluster.AwaitWhole(t)
		i := rng.IntN(3)
		n, w, next := cluster.Nodes[i], wires[i], (i+1)%3
		switch rng.IntN(8) {
		case 0:
			n.Kill()
			return "killed", n.Restart
		case 1:
			n.Stop()
			return "stopped", n.Restart
		case 2:
			n.Freeze()
			return "frozen", n.Thaw
		case 3:
			cluster.CutOff(i)
			return "cut from the others", func() { cluster.Join(i) }
		case 4:
			cluster.SilenceOff(i)
			return "silent to the others", func() { cluster.Join(i) }
		case 5:
			cluster.Part(i, next)
			return "parted", func() { cluster.Join(i) }
		case 6:
			w.Cut()
			return "a daemon cut off", w.Mend
		}
		w.Silence()
		return "a daemon in silence", w.Mend
	}
	return st
}

// TestModelAnswersAsServersMay: the referee judges the answers of the simulator's model by the same script.
func TestModelAnswersAsServersMay(t *testing.T) {
	said := map[string]int{}
	for seed := range uint64(40) {
		add(said, play(t, model, modelled(t, seed, 20), seed, 500, 20).said)
	}
	t.Log(said)
	for _, what := range []string{"append: no answer", "append: no answer, and stored", "append: asked again, and stored",
		"append: stored before", "append: refused", "all: an old answer", "create: no answer", "create: refused",
		"claim: no answer", "claim: refused", "put: no answer", "erase: no answer"} {
		if said[what] == 0 {
			t.Errorf("the model never said: %s", what)
		}
	}
}

// TestServersAnswerAsTheModel runs the script on three real servers: no answer of theirs is impossible in the
// model. GALLOPER_SCRIPTS is the number of runs, of 500 steps and 20 faults each. By default there is one short
// run.
func TestServersAnswerAsTheModel(t *testing.T) {
	scripts, err := strconv.Atoi(os.Getenv("GALLOPER_SCRIPTS"))
	steps, faults := 500, 20
	if err != nil {
		scripts, steps, faults = 1, 20, 1
	}
	on := onServers(t)
	for i := range scripts {
		seed, begun := uint64(time.Now().UnixNano()), time.Now()
		if i > 0 {
			on = onServers(t)
		}
		r := play(t, "on servers", on, seed, steps, faults)
		t.Logf("seed %d, %d steps in %v: %v", seed, steps, time.Since(begun).Round(time.Second), r.said)
	}
}

func add(to, more map[string]int) {
	for what, n := range more {
		to[what] += n
	}
}
