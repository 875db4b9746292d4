package daemon

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/game"
	"galloper/cmd/galloper/internal/host"
	"galloper/events"
	"galloper/events/vault"
)

// meeting is a vault whose first reader of seeds waits for a second one.
type meeting struct {
	vault.Vault
	on   bool
	door chan struct{}
	met  chan struct{} // closed once two have met
}

// Get implements vault.Vault.
func (m *meeting) Get(ctx context.Context, key string) ([]byte, error) {
	if m.on && strings.HasPrefix(key, vault.SeedsKey("")) {
		select {
		case <-m.met:
		case m.door <- struct{}{}:
			close(m.met)
		case <-m.door:
		case <-time.After(patience):
		}
	}
	return m.Vault.Get(ctx, key)
}

// Turns of several games with the same deadline are adjudicated in parallel. If mails are taken one by one, as in the
// simulator, so are the turns.
func TestTurnsOfGamesGoSideBySide(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(max(2, before)) // one turn at a time per processor
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
	const many = 5
	w := newWorld(t)
	if at := w.d.turnsAtOnce(); at != 1 {
		t.Fatalf("%d turns at once, where nothing says how many mails are", at)
	}
	m := &meeting{Vault: w.vault, door: make(chan struct{}), met: make(chan struct{})}
	w.change = func(o *host.Options) { o.Vault, o.Parallel = m, 2 }
	w.start()
	named := func(i int) string { return fmt.Sprint("mill-", i) }
	for i := range many {
		n := admin.NewGame{Name: named(i), File: "mill.yaml", Scenario: skirmish, Seats: map[string][]string{},
			Settings: events.Settings{Every: "1d"}}
		for _, seat := range seats {
			n.Seats[seat] = []string{addressOf(seat)}
		}
		if _, err := w.d.New(w.ctx, n); err != nil {
			t.Fatal(err)
		}
	}
	m.on, w.now = true, w.now.Add(25*time.Hour)
	if err := w.d.NotePoll(w.ctx, w.now); err != nil {
		t.Fatal(err)
	}
	w.d.Tick(w.ctx)
	select {
	case <-m.met:
	default:
		t.Error("the turns were played one after the other")
	}
	for i := range many {
		g, err := game.Load(w.d.Rulesets, w.log.Game(w.ctx, named(i), events.Head{}))
		if err != nil || g.Campaign.Number() != 2 {
			t.Errorf("%s is at turn %d, %v: %s", named(i), g.Campaign.Number(), err, w.logged.bytes())
		}
	}
}
