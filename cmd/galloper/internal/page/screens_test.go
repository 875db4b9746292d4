package page

import (
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"galloper/adjudicator"
	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/game"
	"galloper/projections/web"
	"galloper/scenarios"
)

// TestBrowserScreens opens the page for orders on screens from a phone's to a wide one. The text box always
// shows at least six lines, and long texts and long receipts don't change its height.
func TestBrowserScreens(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.play(2)
	b := w.chromium()
	b.signIn(addressOf(north))
	for _, screen := range []struct{ width, height int64 }{{1280, 720}, {1280, 900}, {1920, 1080}, {360, 740}} {
		name := fmt.Sprintf("orders-%dx%d", screen.width, screen.height)
		t.Run(name, func(t *testing.T) {
			b.t = t
			if b.do(chromedp.EmulateViewport(screen.width, screen.height)); screen.width < 400 {
				b.thumb(screen.width)
			}
			b.open("/games/mill/orders")
			b.steady()
			b.fits(name)
			b.check(name)
			box := func() float64 {
				const lines = `((e) => (e.clientHeight - 2 * parseFloat(getComputedStyle(e).paddingTop)) /
  parseFloat(getComputedStyle(e).lineHeight))(document.getElementById("text"))`
				high, err := strconv.ParseFloat(b.eval(lines), 64)
				if err != nil {
					t.Fatal(err)
				}
				return high
			}
			before := box()
			if before < 6 {
				t.Errorf("the box has %.1f lines", before)
			}
			for _, lines := range []int{1, 8, 25} {
				b.writes(strings.Repeat("TO champagne: fly to the moon\n", lines))
				b.wait("#receipt", fmt.Sprintf("%d order", lines))
				if now := box(); now < before {
					t.Errorf("%d lines below, the box has %.1f lines, not %.1f", lines, now, before)
				}
			}
			if keepsArtefacts() {
				b.picture(name + ".png")
			}
		})
	}
}

// TestBrowserListOfBattles shows the list of shipped battles, with the names of their seats, on narrow screens.
func TestBrowserListOfBattles(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.play(0)
	files, err := fs.Glob(scenarios.Files, "*/scenario.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var list []web.Battle
	for _, file := range files {
		text, err := fs.ReadFile(scenarios.Files, file)
		if err != nil {
			t.Fatal(err)
		}
		rules, sc, err := game.LoadScenario(rulesets.All(), file, text)
		if err != nil {
			t.Fatal(err)
		}
		stage, name := adjudicator.StageOf(sc), adjudicator.Names(sc)
		battle := web.Battle{ID: path.Dir(file), Title: rules.Ground(sc).Title, Rules: rules.Title, Play: stage.Play}
		for _, s := range sc.Seats() {
			battle.Seats = append(battle.Seats, web.BattleSeat{ID: s.ID, Name: s.Name, Side: name(s.Side),
				Briefing: stage.Briefing[s.ID]})
		}
		list = append(list, battle)
	}
	w.page.Practice = alone{battles: list}
	id, err := w.d.Registered(w.ctx, addressOf(north))
	if err != nil {
		t.Fatal(err)
	}
	link, err := w.page.Link(w.ctx, id, "")
	if err != nil {
		t.Fatal(err)
	}
	b := w.chromium()
	b.open(strings.TrimPrefix(link, w.url))
	b.wait("#battles", "A battle alone")
	for _, width := range []int64{1280, 360, 320} {
		b.thumb(width)
		b.fits(fmt.Sprintf("the list of battles at %d pixels", width))
		if keepsArtefacts() {
			b.picture(fmt.Sprintf("battles-%d.png", width))
		}
	}
	b.check("battles")
}

// writes puts the text into the box.
func (b *tab) writes(text string) {
	b.t.Helper()
	b.eval(fmt.Sprintf(`((e) => { e.value = %q; e.dispatchEvent(new Event("input", { bubbles: true })); return ""; })(
  document.getElementById("text"))`, text))
}

// TestBrowserTelephone uses the page on a phone: a one-finger swipe over the map scrolls the page, two fingers
// move the map, the legend stays collapsed until it is opened, and text that a tap has written is visible near
// the thumb.
func TestBrowserTelephone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.play(1)
	b := w.chromium()
	b.signIn(addressOf(north))
	for _, width := range []int64{360, 320} {
		b.thumb(width)
		for _, path := range []string{"/", "/games/mill", "/games/mill/orders", "/games/mill/turns/1/record"} {
			b.open(path)
			b.fits(fmt.Sprintf("%s at %d pixels", path, width))
		}
	}
	b.open("/games/mill/orders")
	b.steady()
	at := func() (left, page float64) {
		if _, err := fmt.Sscan(b.eval(`document.querySelector(".view").scrollLeft + " " + scrollY`), &left, &page); err != nil {
			t.Fatal(err)
		}
		return left, page
	}
	b.spot("copse")
	middle := b.centre(".view")
	map0, page0 := at()
	var fingers [][2][2]float64
	for step := range 4 {
		x := middle[0] + float64(step*20)
		fingers = append(fingers, [2][2]float64{{x - 30, middle[1]}, {x + 30, middle[1] + 10}})
	}
	b.touchBoth(fingers)
	b.until(func() bool { now, _ := at(); return now < map0 }, func() string { return "two fingers do not move the map" })
	if _, page1 := at(); page1 != page0 {
		t.Errorf("two fingers scroll the page by %.0f", page1-page0)
	}

	const folded = `document.querySelector(".legend").getAttribute("aria-expanded") + " " +
  (document.querySelector(".pane").clientHeight < document.querySelector(".pane img").clientHeight - 5)`
	if now := b.eval(folded); now != "false true" {
		t.Errorf("the legend is expanded, and clipped: %s", now)
	}
	b.tap(".legend", "Legend")
	b.holds(fmt.Sprintf(`(%s) === "true false"`, folded))
	b.tap(".legend", "Legend")
	b.holds(fmt.Sprintf(`(%s) === "false true"`, folded))

	b.touch(b.spot("royal"))
	const seen = `((e) => { const r = e.getBoundingClientRect(); return r.bottom <= innerHeight && r.height > 0 &&
  e.textContent.includes("royal"); })(document.getElementById("echo"))`
	b.holds(seen)
	b.tap("[aria-labelledby=suggests] button.tap", "To ")
	b.wait("#echo", "accepted")
	b.check("orders at 320 pixels")
	if keepsArtefacts() {
		b.eval("(document.getElementById('map').scrollIntoView(), '')")
		b.picture("telephone.png")
	}

	copse := b.spot("copse")
	map0, page0 = at()
	up := func(by float64) [2]float64 { return [2]float64{copse[0], copse[1] - by} }
	b.touch(copse, up(40), up(120), up(200))
	b.until(func() bool { _, page := at(); return page > page0 },
		func() string { return "a swipe does not scroll the page" })
	if map1, _ := at(); map1 != map0 {
		t.Errorf("a swipe moves the map by %.0f", map1-map0)
	}
}
