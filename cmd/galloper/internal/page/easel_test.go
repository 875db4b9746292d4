package page

import (
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"galloper/adjudicator/rulesets"
	"galloper/cmd/galloper/internal/easel"
)

// TestBrowserEasel edits a scenario while a browser shows it: a fault, its correction, terrain, gaps, a
// distance and the field of view from a point.
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
	t.Cleanup(server.Close)
	b := newWorld(t).chromium()
	b.do(chromedp.Navigate(server.URL), chromedp.WaitReady("main"))
	b.wait("#title", "Prestonpans, 21 September 1745")
	b.do(chromedp.Click("#ground"), chromedp.Click("#gaps"))
	b.wait("#over", "The Morass: rough")
	b.wait("#over", "yards")
	b.shoot("easel")
	for _, width := range []int64{360, 1280} {
		b.do(chromedp.EmulateViewport(width, 740))
		if b.eval(`document.querySelector("#map").getBoundingClientRect().right <= innerWidth`) != "true" {
			t.Errorf("at %d pixels a part of the field is not on the screen", width)
		}
	}
	save(strings.Replace(string(text), "stands: 10", "stands: ten", 1))
	b.wait("#faults", "stands")
	save(strings.Replace(string(text), "title: Prestonpans,", "title: Gladsmuir,", 1))
	b.wait("#title", "Gladsmuir, 21 September 1745")
	if left := b.eval(`document.querySelector("#faults").textContent`); left != "" {
		t.Errorf("what was mended is still shown: %s", left)
	}
	tap := func(x, y int) { b.do(chromedp.MouseClickXY(float64(x), float64(y))) }
	b.do(chromedp.EmulateViewport(1280, 900), chromedp.Click("[value=distance]"))
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

// drawing is a scenario file with the tab that shows it.
type drawing struct {
	*tab
	file, text string
}

// draws shows a copy of a shipped scenario in a browser.
func draws(t *testing.T, name string) *drawing {
	t.Helper()
	requireChromium(t)
	text, err := os.ReadFile("../../../../scenarios/" + name + "/scenario.yaml")
	if err != nil {
		t.Fatal(err)
	}
	d := &drawing{file: filepath.Join(t.TempDir(), "scenario.yaml"), text: string(text)}
	if err := os.WriteFile(d.file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(easel.New(easel.Easel{File: d.file, Rulesets: rulesets.All()}))
	t.Cleanup(server.Close) // after the browser, which polls until it is closed
	d.tab = newWorld(t).chromium()
	d.do(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(server.URL))
	d.ready()
	return d
}

// ready waits until the map and its handles are there.
func (d *drawing) ready() {
	d.t.Helper()
	d.until(func() bool {
		return d.eval(`!busy && document.querySelector("#map").complete && document.querySelectorAll("#over .hand").length > 8`) == "true"
	}, func() string { return "there is nothing to drag" })
}

func (d *drawing) save(text string) {
	d.t.Helper()
	if err := os.WriteFile(d.file, []byte(text), 0o600); err != nil {
		d.t.Fatal(err)
	}
}

func (d *drawing) read() string {
	d.t.Helper()
	text, err := os.ReadFile(d.file)
	if err != nil {
		d.t.Fatal(err)
	}
	return string(text)
}

// becomes waits until the file has this text.
func (d *drawing) becomes(text string) {
	d.t.Helper()
	d.until(func() bool { return d.read() == text }, func() string {
		return "the page says " + d.eval(`document.querySelector("#said").textContent`) + "; the file is\n" + d.read()
	})
}

// handle scrolls to a handle and returns its place on the screen.
func (d *drawing) handle(path string) (x, y float64) {
	d.t.Helper()
	where := d.eval(fmt.Sprintf(`((e) => {
  e.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const r = e.getBoundingClientRect();
  return (r.x + r.width / 2) + " " + (r.y + r.height / 2);
})([...document.querySelectorAll("#over .hand")].find((e) => e.handle.path === %q))`, path))
	if _, err := fmt.Sscan(where, &x, &y); err != nil {
		d.t.Fatalf("%s: %q: %v", path, where, err)
	}
	return x, y
}

// mouse sends a mouse event with the left button down.
func (d *drawing) mouse(kind input.DispatchMouseEventType, x, y float64) {
	d.t.Helper()
	button := input.MouseButtonLeft
	call(d.tab, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: button,
		Buttons: 1, ClickCount: 1})
}

// drag drags a handle by pixels, and calls meanwhile before it releases the button.
func (d *drawing) drag(path string, dx, dy float64, meanwhile func()) {
	d.t.Helper()
	d.ready()
	x, y := d.handle(path)
	d.mouse(input.DispatchMouseEventTypeMousePressed, x, y)
	d.mouse(input.DispatchMouseEventTypeMouseMoved, x+dx/2, y+dy/2)
	d.mouse(input.DispatchMouseEventTypeMouseMoved, x+dx, y+dy)
	meanwhile()
	d.mouse(input.DispatchMouseEventTypeMouseReleased, x+dx, y+dy)
}

func nothing() {}

// width returns the width of the map's field on the screen.
func (d *drawing) width() (w float64) {
	d.t.Helper()
	if _, err := fmt.Sscan(d.eval("state.field.W / point()"), &w); err != nil {
		d.t.Fatal(err)
	}
	return w
}

// point waits until the point between before and after has moved in the file, and returns the original text
// with the new coordinates.
func (d *drawing) point(before, after string) string {
	d.t.Helper()
	at := regexp.MustCompile(regexp.QuoteMeta(before) + `\[([\d.]+), ([\d.]+)\]` + regexp.QuoteMeta(after))
	now := ""
	d.until(func() bool {
		now = at.FindString(d.read())
		return now != "" && !strings.Contains(d.text, now)
	}, func() string {
		return before + " does not change: " + d.eval(`document.querySelector("#said").textContent`)
	})
	return at.ReplaceAllLiteralString(d.text, now)
}

// TestBrowserDrags drags units, corners and points of roads with the mouse and with a finger. Only their
// coordinates change in the file, and undoing everything restores its original bytes.
func TestBrowserDrags(t *testing.T) {
	t.Parallel()
	d := draws(t, "demo")
	d.drag("units.champagne.at", 40, -30, nothing)
	d.becomes(d.point("rating: 3, at: ", ", name: Régiment de Champagne"))
	d.drag("terrain.rise.at[0]", 20, 20, nothing)
	d.wait("#said", "terrain.rise.at[0]")
	d.drag("roads.causeway.at[1]", 0, -25, nothing)
	d.wait("#said", "roads.causeway.at[1]")
	for range 3 {
		was := d.read()
		d.ready()
		d.do(chromedp.Click("#undo"))
		d.until(func() bool { return d.read() != was }, func() string { return "nothing is undone" })
	}
	d.becomes(d.text)

	// By keyboard, and by finger on a phone.
	d.ready()
	d.do(chromedp.SetValue("#what", "units.dedem.at"))
	d.eval(`(document.querySelector("#what").onchange(), 0)`)
	d.do(chromedp.SetValue("#x", "620"), chromedp.Click("#hand button"))
	d.becomes(strings.Replace(d.text, "at: [610, 140]", "at: [620, 140]", 1))
	d.ready()
	d.do(chromedp.Click("#undo"))
	d.becomes(d.text)
	d.thumb(360)
	d.ready()
	x, y := d.handle("units.oyen.at")
	d.touch([2]float64{x, y}, [2]float64{x - 10, y - 12}, [2]float64{x - 30, y - 20})
	d.becomes(d.point("rating: 2, at: ", ", name: Regiment van Oyen"))
}

// TestBrowserDragsInHexes drags a unit and then a piece of terrain on a hex map.
func TestBrowserDragsInHexes(t *testing.T) {
	t.Parallel()
	d := draws(t, "sauren")
	d.drag("units.gren.at", 0, -120, nothing)
	to, _ := strings.CutPrefix(d.wait("#said", "units.gren.at: "), "units.gren.at: ")
	now := strings.Replace(d.text, "at: D7, name: Grenadiers", "at: "+to+", name: Grenadiers", 1)
	if d.becomes(now); now == d.text {
		t.Errorf("it stands in %s as before", to)
	}
	d.ready()
	d.drag("map.terrain.marsh[1]", 0, 60, nothing)
	to, _ = strings.CutPrefix(d.wait("#said", "map.terrain.marsh[1]: "), "map.terrain.marsh[1]: ")
	d.becomes(strings.Replace(now, "marsh: [K6, L6]", "marsh: [K6, "+to+"]", 1))
}

// TestBrowserDragsIntoFaults drags a unit onto another: the fault is shown at the unit, which can be dragged
// on, and the last valid map stays.
func TestBrowserDragsIntoFaults(t *testing.T) {
	t.Parallel()
	d := draws(t, "demo")
	d.drag("units.champagne.at", 0, 90/900.0*d.width(), nothing)
	d.wait("#faults", "overlap: expected a place clear of champagne")
	d.wait("#faults", "picardie: {seat: french.north")
	d.wait("#over", "fault 1")
	d.shoot("easel-fault")
	d.do(chromedp.EmulateViewport(1280, 900), chromedp.Reload())
	d.ready()
	d.wait("#over", "fault 1")
	d.drag("units.champagne.at", -60, 40, nothing)
	d.until(func() bool { return d.eval(`document.querySelector("#faults").textContent`) == "" },
		func() string { return "the fault stays" })
}

// TestBrowserKeepsBothEdits saves the file in an editor while a unit is being dragged, and again before an
// undo. The editor's version stays, and the page says so and shows it.
func TestBrowserKeepsBothEdits(t *testing.T) {
	t.Parallel()
	d := draws(t, "demo")
	byHand := strings.Replace(d.text, "The mill on the causeway", "Another mill", 1)
	d.drag("units.oyen.at", 30, 30, func() { d.save(byHand) })
	d.wait("#said", "has changed since")
	d.becomes(byHand)
	d.wait("#title", "Another mill")
	d.ready()
	d.text = byHand
	d.drag("units.oyen.at", 30, 30, nothing)
	moved := d.point("rating: 2, at: ", ", name: Regiment van Oyen")
	d.becomes(moved)
	canUndo := func() bool { return d.eval("document.querySelector('#undo').disabled") == "false" }
	d.until(canUndo, func() string { return "undo is not offered" })
	at := "held || state.handles.find(h => h.path === 'units.oyen.at').texts.join()"
	d.until(func() bool { return d.eval(at) != "650,480" }, func() string { return "the page does not see its own edit" })
	d.save(byHand + "# written by hand\n")
	d.wait("#what", "Oyen")
	d.until(func() bool { return d.eval(at) == "650,480" },
		func() string { return "the page does not see what was saved" })
	d.ready()
	d.until(canUndo, func() string { return "undo is not offered again" })
	d.do(chromedp.Click("#undo"))
	d.wait("#said", "no longer")
	d.becomes(byHand + "# written by hand\n")
}

// TestBrowserEaselFits opens the page with forty units on screens of each width, and without JavaScript.
func TestBrowserEaselFits(t *testing.T) {
	t.Parallel()
	d := draws(t, "demo")
	var more strings.Builder
	for i := range 31 {
		fmt.Fprintf(&more, "  extra%d: {seat: french.south, arm: foot, stands: 1, rating: 2, at: [%d, %d]}\n", i, 30+i%8*55,
			20+i/8*25)
	}
	d.save(strings.Replace(d.text, "victory: {turns", more.String()+"victory: {turns", 1))
	d.until(func() bool { return d.eval(`document.querySelectorAll("#over rect.hand").length`) == "40" },
		func() string { return "not forty units: " + d.eval(`document.querySelector("#faults").textContent`) })
	for _, width := range []int64{320, 360, 1280} {
		d.do(chromedp.EmulateViewport(width, 720))
		d.fits(fmt.Sprintf("forty units at %d pixels", width))
	}
	d.shoot("easel-forty")
	if file := os.Getenv("GALLOPER_AXE"); file != "" {
		for _, fault := range d.axe(file) {
			t.Error(fault)
		}
	}
	call(d.tab, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	d.do(chromedp.Reload(), chromedp.WaitVisible("noscript p"))
}
