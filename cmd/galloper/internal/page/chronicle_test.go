package page

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/game"
	"galloper/events"
)

// load folds the game from the log.
func (w *world) load() *game.Game {
	w.t.Helper()
	g, err := game.Load(rulesets.All(), w.log.Game(w.ctx, slug, events.Head{}))
	if err != nil {
		w.t.Fatal(err)
	}
	return g
}

// The chronicle is one file that needs nothing else, and fits a phone. There is none before the end.
func TestBrowserChronicle(t *testing.T) {
	requireChromium(t)
	w := newWorld(t)
	w.makeGame("demo", func(n *admin.NewGame) {
		n.Scenario = regexp.MustCompile(`turns: \d+`).ReplaceAllString(n.Scenario, "turns: 4")
	})
	w.playTurn("demo", 1)
	if _, err := game.Chronicle(w.load()); err != game.ErrNotOver {
		t.Fatalf("in the midst of the battle: %v", err)
	}
	for turn := 2; turn <= 4; turn++ {
		w.playTurn("demo", turn)
	}
	told, err := game.Chronicle(w.load())
	if err != nil {
		t.Fatal(err)
	}
	page, err := told.HTML()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "battle.html")
	if err := os.WriteFile(file, page, 0o600); err != nil {
		t.Fatal(err)
	}
	b := w.chromium()
	b.do(chromedp.Navigate("file://"+file), chromedp.WaitReady("main"))
	for _, width := range []int64{360, 1280} {
		b.do(chromedp.EmulateViewport(width, 900))
		b.eval("document.querySelectorAll('img').forEach(i => i.loading = 'eager')")
		if over, _ := strconv.Atoi(b.eval("document.documentElement.scrollWidth - innerWidth")); over > 0 {
			t.Errorf("at %d pixels %d wider than the screen", width, over)
		}
	}
	b.wait("#proofs", "The proofs")
	views := 0
	for _, p := range told.Plates {
		views += len(p.Views)
	}
	if n := b.eval("document.images.length"); n != strconv.Itoa(views) || views != 3*len(told.Plates) {
		t.Errorf("%s images of %d maps", n, views)
	}
	if n := b.eval("performance.getEntriesByType('resource').filter(r => !r.name.startsWith('data:')).length"); n != "0" {
		t.Errorf("%s things are fetched from elsewhere", n)
	}
	for _, want := range []string{"The States took the Mill", "came in turn 3", "bring your guns up",
		"Les Enfants Perdus"} {
		if !strings.Contains(b.eval("document.body.innerText"), want) {
			t.Errorf("it does not say %q", want)
		}
	}
}
