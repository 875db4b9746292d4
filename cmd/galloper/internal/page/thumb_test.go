package page

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"galloper/cmd/galloper/internal/admin"
	"galloper/events"
)

// thumb makes the tab emulate a phone with a touch screen that is width pixels wide.
func (b *tab) thumb(width int64) {
	b.t.Helper()
	call(b, emulation.SetDeviceMetricsOverride,
		emulation.SetDeviceMetricsOverrideParams{Width: width, Height: 844, DeviceScaleFactor: 2, Mobile: true})
	call(b, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
}

// touch puts a finger on the first place, moves it along the others and lifts it at the last.
func (b *tab) touch(at ...[2]float64) {
	b.t.Helper()
	send := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		call(b, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
	}
	send("touchStart", &input.TouchPoint{X: at[0][0], Y: at[0][1]})
	for _, p := range at[1:] {
		send("touchMove", &input.TouchPoint{X: p[0], Y: p[1]})
	}
	send("touchEnd")
}

// touchBoth does the same with two fingers.
func (b *tab) touchBoth(at [][2][2]float64) {
	b.t.Helper()
	kind, one, two := input.DispatchTouchEventTypeTouchStart, 1.0, 2.0
	for _, p := range at {
		call(b, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{
			{X: p[0][0], Y: p[0][1], ID: &one}, {X: p[1][0], Y: p[1][1], ID: &two}}})
		kind = input.DispatchTouchEventTypeTouchMove
	}
	call(b, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchEnd})
}

// tap touches the first element that matches the selector and contains the text.
func (b *tab) tap(selector, says string) {
	b.t.Helper()
	where := ""
	b.until(func() bool {
		where = b.eval(fmt.Sprintf(`((e) => {
  if (!e) return "";
  e.scrollIntoView({ block: "center", behavior: "instant" });
  const r = e.getBoundingClientRect();
  return (r.x + Math.min(r.width, 60) / 2) + " " + (r.y + Math.min(r.height, 24) / 2);
})([...document.querySelectorAll(%q)].find((e) => e.textContent.includes(%q)))`, selector, says))
		return where != ""
	}, func() string { return fmt.Sprintf("there is no %s that says %q", selector, says) })
	b.eval(nextFrame)
	var at [2]float64
	if _, err := fmt.Sscan(where, &at[0], &at[1]); err != nil {
		b.t.Fatalf("there is no %s that says %q: %v", selector, says, err)
	}
	b.touch(at)
}

// TestBrowserBattle plays a whole battle on a phone, by taps and typing alone, against the staff.
func TestBrowserBattle(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.makeGame("demo", func(n *admin.NewGame) {
		n.Settings = events.Settings{}
		n.Scenario = strings.Replace(n.Scenario, "turns: 8", "turns: 4", 1) // three turns use every way of ordering
		n.Staff = map[string]string{south: "steady", foe: "bold", "dutch.south": "cautious"}
	})
	b := w.chromium()
	b.thumb(390)
	b.signIn(addressOf(north))
	b.tap("a", "Write orders")
	b.wait("h2", "for turn 1")
	b.fits("the orders")
	b.check("play")
	turn := 1
	for ; b.eval("document.querySelector('.stand').textContent.startsWith('over')") != "true"; turn++ {
		if turn > 20 {
			t.Fatal("the battle does not end")
		}
		b.orderByThumb(turn)
		b.tap("button", "I am READY")
		b.wait(".answer.good", "READY")
		w.settle()
		b.wait("#moved", "The game has moved on")
		b.tap("a.brand", "Galloper")
		b.wait("h1", "Your games")
		b.tap("h2 a", "The mill")
		b.wait("#turn-title", fmt.Sprintf("Turn %d", turn))
		b.fits(fmt.Sprintf("turn %d", turn))
		b.readByThumb()
		if b.eval("document.querySelector('.stand').textContent.startsWith('over')") != "true" {
			b.tap("a.button", "Orders for turn")
			b.wait("h2", fmt.Sprintf("for turn %d", turn+1))
		}
	}
	b.check("story of the last turn")
	if t.Failed() || turn < 3 {
		t.Errorf("the battle ended in turn %d", turn)
	}
}

// A tap immediately after drawing a march takes effect.
func TestBrowserTapBehindDrawing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.play(1)
	b := w.chromium()
	b.thumb(390)
	b.signIn(addressOf(north))
	b.open("/games/mill/orders")
	b.steady()
	b.eval(`(window.counted = 0,
  document.querySelector(".zoom button").addEventListener("click", () => window.counted++), 0)`)
	const tries = 8
	for range tries {
		from := b.spot("champagne")
		button := b.centre(".zoom button")
		b.touch(from, [2]float64{from[0] + 30, from[1]}, [2]float64{from[0] + 60, from[1] + 20})
		b.touch(button)
		b.wait("#receipt", "TO champagne: ADVANCE TO")
		b.eval("document.querySelector('.zoom button + button').click()") // back to the former zoom
	}
	if n := b.eval("window.counted"); n != strconv.Itoa(tries) {
		t.Errorf("of %d taps %s counted", tries, n)
	}
}

// TestBrowserMapKeepsItsRoom compares the height of the map as sent with its height after its script has run.
func TestBrowserMapKeepsItsRoom(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.play(1)
	b := w.chromium()
	b.signIn(addressOf(north))
	for _, width := range []int64{390, 900, 1280} {
		b.do(chromedp.EmulateViewport(width, 844))
		for _, path := range []string{"/games/mill/orders", "/games/mill/turns/1"} {
			b.open(path)
			b.holds("!!document.querySelector('.map.live')")
			grew := b.eval(`(async () => {
  const height = (figure) => figure.getBoundingClientRect().height;
  const live = document.querySelector(".map.live"), after = height(live);
  const page = new DOMParser().parseFromString(await (await fetch(location)).text(), "text/html");
  const sent = page.querySelector(".map[data-spots]");
  live.replaceWith(sent);
  await sent.querySelector("img").decode();
  return Math.round(after - height(sent));
})()`)
			if grew != "0" {
				t.Errorf("%s, %d pixels wide: the map grows by %s pixels", path, width, grew)
			}
		}
	}
}

// orderByThumb gives orders in a way that depends on the turn: by accepting a suggestion, by tapping on the map
// and typing, or by drawing.
func (b *tab) orderByThumb(turn int) {
	b.t.Helper()
	b.steady()
	text := "document.getElementById('text').value"
	b.eval("(" + text + " = '', document.getElementById('text').dispatchEvent(new Event('input')))")
	b.wait("#receipt", "No orders in this mail")
	if b.eval("!!document.querySelector('[data-spot=champagne].own')") != "true" {
		b.do(chromedp.SendKeys("#text", "LETTER TO surville: Champagne is gone."))
		b.wait("#receipt", "accepted")
		return
	}
	switch turn % 3 {
	case 1:
		b.tap("[aria-labelledby=suggests] button.tap", "To ")
	case 2:
		b.touch(b.spot("champagne"))
		b.do(chromedp.SendKeys("#text", "ASSAULT mill"))
	case 0:
		from := b.spot("champagne")
		b.touch(from, [2]float64{from[0] + 30, from[1]}, [2]float64{from[0] + 60, from[1] + 20})
	}
	b.wait("#receipt", "1 order accepted")
	if strings.TrimSpace(b.eval(text)) == "" {
		b.t.Fatal("nothing is written")
	}
}

// steady waits until the map responds to the pointer, and checks that its script has caused no layout shift.
func (b *tab) steady() {
	b.t.Helper()
	b.holds("!!document.querySelector('.map.live')")
	shifts := b.eval(`(async () => {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: "layout-shift", buffered: true });
  await ` + nextFrame + `;
  const all = observer.takeRecords();
  observer.disconnect();
  if (all.reduce((sum, e) => sum + e.value, 0) <= 0.05) return "";
  return all.map((e) => Math.round(e.startTime) + " ms: " + e.value + (e.hadRecentInput ? " behind a touch" : "") +
    e.sources.map((s) => "\n  " + (s.node?.outerHTML ?? s.node?.nodeName ?? "").slice(0, 80) + " " +
      JSON.stringify(s.previousRect) + " to " + JSON.stringify(s.currentRect)).join("")).join("\n");
})()`)
	if shifts != "" {
		b.t.Errorf("%s shifts while the map comes alive:\n%s", b.eval("location.pathname"), shifts)
	}
	if keepsArtefacts() { // a screenshot of the whole page causes a brief shift too
		b.picture(fmt.Sprintf("thumb-%d.png", time.Now().UnixMilli()))
	}
}

// readByThumb taps the first sentence about a unit, which then must be marked as shown on the map.
func (b *tab) readByThumb() {
	b.t.Helper()
	if b.eval("!!document.querySelector('.scene[data-about]')") != "true" {
		return
	}
	b.steady()
	b.tap(".scene[data-about]", "")
	if b.eval("!!document.querySelector('.scene.shown')") != "true" {
		b.t.Error("the sentence that was tapped is not marked")
	}
}
