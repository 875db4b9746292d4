package page

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/emersion/go-message"

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

// attached returns the content of the mail's attachment with that file name, or "" if there is none.
func attached(t *testing.T, raw, name string) string {
	t.Helper()
	m, err := message.Read(strings.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	err = m.Walk(func(_ []int, part *message.Entity, err error) error {
		if _, params, fault := part.Header.ContentDisposition(); fault == nil && params["filename"] == name {
			body, fault := io.ReadAll(part.Body)
			text, err = string(body), fault
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// The chronicle is a single file without external resources, and fits a phone. There is none before the end.
func TestBrowserChronicle(t *testing.T) {
	t.Parallel()
	requireChromium(t)
	w := newWorld(t)
	w.makeGame("demo", func(n *admin.NewGame) {
		n.Scenario = regexp.MustCompile(`turns: \d+`).ReplaceAllString(n.Scenario, "turns: 4")
	})
	w.playTurn("demo", 1)
	if _, err := game.Chronicle(w.load()); err != game.ErrNotOver {
		t.Fatalf("in the midst of the battle: %v", err)
	}
	w.signedIn(umpireAddress).get("/games/"+slug+"/chronicle").must(t, http.StatusNotFound, "when the game is over")
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
	w.settle()
	for _, address := range []string{addressOf("french.north"), umpireAddress} {
		mails := w.mails(address)
		mailed, _, _ := strings.Cut(attached(t, mails[len(mails)-1], game.ChronicleName), "The head of the record")
		if !strings.HasPrefix(string(page), mailed) || len(mailed) < len(page)-1000 {
			t.Errorf("%s is mailed %d bytes of a chronicle of %d", address, len(mailed), len(page))
		}
	}
	w.signedIn(addressOf("dutch.north")).get("/games/"+slug+"/chronicle").must(t, http.StatusOK, "The turning points")
	file := filepath.Join(t.TempDir(), "battle.html")
	if err := os.WriteFile(file, page, 0o600); err != nil {
		t.Fatal(err)
	}
	b := w.chromium()
	b.do(chromedp.Navigate("file://"+file), chromedp.WaitReady("main"))
	for _, width := range []int64{360, 1280} {
		b.do(chromedp.EmulateViewport(width, 900))
		b.fits(fmt.Sprintf("at %d pixels the chronicle", width))
	}
	b.wait("#proofs", "The proofs")
	views := 0
	for _, p := range told.Plates {
		views += len(p.Views)
	}
	if n := b.eval("document.querySelectorAll('figure svg[role=img] title').length"); n != strconv.Itoa(views) || views != 3*len(told.Plates) {
		t.Errorf("%s drawings of %d maps", n, views)
	}
	if n := b.eval("performance.getEntriesByType('resource').filter(r => !r.name.startsWith('data:')).length"); n != "0" {
		t.Errorf("%s things are fetched from elsewhere", n)
	}
	for _, want := range []string{"Picardie thrown back", "came in turn 3", "bring your guns up",
		"Les Enfants Perdus"} {
		if !strings.Contains(b.eval("document.body.innerText"), want) {
			t.Errorf("it does not say %q", want)
		}
	}
}

// The turning points are in chronological order, one of them decided the battle, and no sentence takes a side.
func TestTurningPoints(t *testing.T) {
	t.Parallel()
	sided := regexp.MustCompile(`(?i)\b(your?s?|ours?|theirs?|we|us)\b`)
	for scenario, turns := range map[string]int{"demo": 5, "allifae": 2, "maida": 4, "sauren": 2,
		"gettysburg-first-day": 3} {
		w := newWorld(t)
		w.makeGame(scenario)
		for turn := 1; turn <= turns; turn++ {
			w.playTurn(scenario, turn)
		}
		w.record(events.GameEnded{Reason: "night falls"})
		told, err := game.Chronicle(w.load())
		if err != nil {
			t.Fatal(err)
		}
		last, decided := 0, 0
		for _, m := range told.Moments {
			if m.Turn <= last {
				t.Errorf("%s: turn %d stands behind turn %d", scenario, m.Turn, last)
			}
			last = m.Turn
			if m.Decided {
				decided++
			}
			if word := sided.FindString(m.Headline + ". " + m.Text); word != "" {
				t.Errorf("%s: %q in %+v", scenario, word, m)
			}
		}
		for _, p := range told.Plates {
			if word := sided.FindString(p.Text); word != "" {
				t.Errorf("%s: %q in %q", scenario, word, p.Text)
			}
		}
		if decided != 1 && scenario != "allifae" { // there neither side is ahead yet
			t.Errorf("%s: %d turns decided the battle: %+v", scenario, decided, told.Moments)
		}
	}
}
