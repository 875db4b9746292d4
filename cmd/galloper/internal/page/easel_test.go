package page

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/easel"
)

// TestBrowserEasel writes a scenario while a browser shows it: a fault, its mending, ground, gaps, a distance and
// the sight from a point.
func TestBrowserEasel(t *testing.T) {
	t.Parallel()
	requireChromium(t)
	text, err := os.ReadFile("../../../../scenarios/prestonpans/scenario.yaml")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "scenario.yaml")
	save := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	save(string(text))
	server := httptest.NewServer(easel.New(easel.Easel{File: file, Rulesets: rulesets.All()}))
	defer server.Close()
	b := newWorld(t).chromium()
	b.do(chromedp.Navigate(server.URL), chromedp.WaitReady("main"))
	b.wait("#title", "Prestonpans, 21 September 1745")
	b.do(chromedp.Click("#ground"), chromedp.Click("#gaps"))
	b.wait("#over", "The Morass: rough")
	b.wait("#over", "yards")
	b.shoot("easel")
	save(strings.Replace(string(text), "stands: 10", "stands: ten", 1))
	b.wait("#faults", "stands")
	save(strings.Replace(string(text), "title: Prestonpans,", "title: Gladsmuir,", 1))
	b.wait("#title", "Gladsmuir, 21 September 1745")
	if left := b.eval(`document.querySelector("#faults").textContent`); left != "" {
		t.Errorf("what was mended is still shown: %s", left)
	}
	tap := func(x, y int) { b.do(chromedp.MouseClickXY(float64(x), float64(y))) }
	b.do(chromedp.EmulateViewport(1280, 900))
	tap(400, 300)
	b.wait("#said", ",")
	tap(700, 300)
	b.wait("#said", "yards, to")
	b.do(chromedp.Click("[value=sight]"))
	tap(400, 300)
	b.wait("#said", "Choose first")
	b.do(chromedp.SetValue("#seat", "government.cope"))
	tap(400, 300)
	b.wait("#said", "Seen from")
	b.shoot("easel-sight")
}
