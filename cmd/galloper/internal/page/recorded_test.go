package page

import (
	"context"
	"maps"
	"slices"
	"sync"
	"testing"

	"galloper/events"
	"galloper/events/memlog"
	"galloper/events/vault"
)

// Playing a turn takes a hundred times as long as reading it, because maps are drawn and mails are rendered.
// The demo game is therefore played once, as far as any test needs, and each test starts from a copy.

// recording is the state of a world after a turn.
type recording struct {
	commits []events.Commit
	vault   keptVault
	sent    map[string][]string
}

// keptVault is a vault that can be copied.
type keptVault struct {
	vault.Memory
	mu    sync.Mutex
	mails []events.Hash
}

// PutMail implements vault.Vault.
func (v *keptVault) PutMail(ctx context.Context, raw []byte) (events.Hash, error) {
	sha, err := v.Memory.PutMail(ctx, raw)
	v.mu.Lock()
	defer v.mu.Unlock()
	v.mails = append(v.mails, sha)
	return sha, err
}

// fill copies the contents of another vault.
func (v *keptVault) fill(t testing.TB, from *keptVault) {
	t.Helper()
	ctx := context.Background()
	keys, err := from.Keys(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range keys {
		value, err := from.Get(ctx, key)
		if err == nil {
			err = v.Put(ctx, key, value)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, sha := range from.mails {
		raw, err := from.Mail(ctx, sha)
		if err == nil {
			_, err = v.PutMail(ctx, raw)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

var demo struct {
	mu    sync.Mutex
	world *world
	turns []*recording // by turn; 0 is the new game
}

// demoAt returns the demo game after the given number of turns.
func demoAt(t testing.TB, turns int) *recording {
	t.Helper()
	demo.mu.Lock()
	defer demo.mu.Unlock()
	if demo.world == nil {
		demo.world = newWorld(t)
		demo.world.ctx = context.Background() // it outlives the test
	}
	w := demo.world
	w.t = t
	for len(demo.turns) <= turns {
		if n := len(demo.turns); n == 0 {
			w.makeGame("demo")
		} else {
			w.playTurn("demo", n)
		}
		demo.turns = append(demo.turns, w.recording())
	}
	return demo.turns[turns]
}

func (w *world) recording() *recording {
	w.t.Helper()
	r := &recording{sent: map[string][]string{}}
	names, err := w.log.Games(w.ctx)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, name := range names {
		for c, err := range w.log.Game(w.ctx, name, events.Head{}) {
			if err != nil {
				w.t.Fatal(err)
			}
			r.commits = append(r.commits, c)
		}
	}
	r.vault.fill(w.t, w.vault)
	w.mu.Lock()
	defer w.mu.Unlock()
	for to, mails := range w.sent {
		r.sent[to] = slices.Clone(mails)
	}
	return r
}

// restore resets the world to the recording.
func (w *world) restore(r *recording) {
	w.t.Helper()
	w.vault, w.log, w.sent = &keptVault{}, memlog.New(), maps.Clone(r.sent)
	w.vault.fill(w.t, &r.vault)
	heads := map[string]events.Head{}
	for _, c := range r.commits {
		head, err := w.log.Append(w.ctx, heads[c.Game], c)
		if err != nil {
			w.t.Fatal(err)
		}
		heads[c.Game] = head
	}
	w.open()
}
