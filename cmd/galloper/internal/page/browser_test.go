package page

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"galloper/mailgate/mailtest"
)

// requireChromium returns the path of the browser. It skips the test unless mailtest.Env asks for it. Without a browser
// it skips the test too, or fails it if real servers are required.
func requireChromium(t testing.TB) string {
	t.Helper()
	if os.Getenv(mailtest.Env) == "" {
		t.Skip("not run: chromium: set " + mailtest.Env + "=found")
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv(mailtest.Env) == "1" {
		t.Fatalf("chromium is not installed; as root run .ci/install (%s=1)", mailtest.Env)
	}
	t.Skip("not run: chromium: it is not installed; as root run .ci/install")
	return ""
}

// process is the browser process that all tests share. Each tab has its own profile in it.
var process struct {
	sync.Once
	ctx  context.Context
	stop func()
	err  error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if process.stop != nil {
		process.stop()
	}
	os.Exit(code)
}

// startBrowser starts the shared process on the first call.
func startBrowser(t testing.TB) context.Context {
	t.Helper()
	path := requireChromium(t)
	process.Do(func() {
		// The tests open hundreds of pages. A renderer and a GPU process for each would cost more than the
		// pages.
		options := append(chromedp.DefaultExecAllocatorOptions[:],
			chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(1280, 900),
			chromedp.Flag("in-process-gpu", true), chromedp.Flag("disable-site-isolation-trials", true),
			chromedp.Flag("disable-features", "Translate,BackForwardCache,RenderDocument,SpareRendererForSitePerProcess"))
		allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
		process.ctx, _ = chromedp.NewContext(allocator)
		process.stop = stop
		process.err = chromedp.Do(process.ctx)
	})
	if process.err != nil {
		t.Fatal(process.err)
	}
	return process.ctx
}

// tab is a tab of a real browser. An error on its console fails the test.
type tab struct {
	t   testing.TB
	ctx context.Context
	w   *world
}

// chromium opens a tab with its own profile.
func (w *world) chromium() *tab {
	w.t.Helper()
	ctx, stop := chromedp.NewContext(startBrowser(w.t), chromedp.WithNewBrowserContext())
	w.t.Cleanup(stop)
	b := &tab{w.t, ctx, w}
	if err := chromedp.Do(ctx); err != nil { // opens the tab, which lives as long as this context
		w.t.Fatal(err)
	}
	// Tabs of parallel tests each behave as if their window had the focus.
	call(b, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	messages := chromedp.Console(ctx)
	ended := make(chan bool)
	go func() {
		defer close(ended)
		for m, err := range messages {
			if err == nil && (m.IsException() || m.Type == chromedp.ConsoleError) && !strings.Contains(m.Text, "status of 4") {
				w.t.Errorf("the browser reports: %s", m)
			}
		}
	}()
	w.t.Cleanup(func() { stop(); <-ended })
	return b
}

// patience limits the wait for the browser. It is long because pages can be slow on a busy machine.
const patience = 5 * time.Minute

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, stop := context.WithTimeout(b.ctx, patience)
	defer stop()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.t.Fatal(err)
	}
}

// call sends a command of the DevTools protocol.
func call[P, R any](b *tab, c cdp.Command[P, R], params P) {
	b.t.Helper()
	b.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, c, params)
		return err
	}))
}

func (b *tab) open(path string) {
	b.t.Helper()
	b.do(chromedp.Navigate(b.w.url+path), chromedp.WaitReady("main"))
}

// wait waits until the element's text contains the fragment, and returns the text.
func (b *tab) wait(selector, fragment string) (text string) {
	b.t.Helper()
	b.until(func() bool {
		text = b.eval(fmt.Sprintf(`(document.querySelector(%q)||{}).textContent||""`, selector))
		return strings.Contains(text, fragment)
	}, func() string { return fmt.Sprintf("%s says %q, want %q", selector, text, fragment) })
	return text
}

// until waits for a condition and fails the test with the fault if it isn't met in time. It polls less and less
// often, because polling also keeps the browser busy on a slow machine.
func (b *tab) until(met func() bool, fault func() string) {
	b.t.Helper()
	for begun := time.Now(); !met(); time.Sleep(min(20*time.Millisecond+time.Since(begun)/8, 250*time.Millisecond)) {
		if time.Since(begun) > patience {
			b.t.Fatal(fault())
		}
	}
}

// holds waits until the script evaluates to true.
func (b *tab) holds(script string) {
	b.t.Helper()
	b.until(func() bool { return b.eval(script) == "true" }, func() string { return "not so: " + script })
}

// eval returns the script's value as text, after resolving a promise. It returns "" while another page loads.
func (b *tab) eval(script string) string {
	b.t.Helper()
	ctx, stop := context.WithTimeout(b.ctx, patience)
	defer stop()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[string]("(async () => String(await ("+script+")))()",
		chromedp.EvalAwaitPromise))
	if err != nil && ctx.Err() != nil {
		b.t.Fatal(err)
	}
	return value
}

// signIn asks for a link on the page, follows the link in the mail and presses the button.
func (b *tab) signIn(address string) {
	b.t.Helper()
	b.open("/")
	before := len(b.w.mails(address))
	b.do(chromedp.SendKeys("#address", address), chromedp.Click("main form button"), chromedp.WaitReady("main h1"))
	b.wait("h1", "Look into your mail")
	b.w.settle()
	link := b.w.linkBehind(address, before)
	if link == "" {
		b.t.Fatal("no link was mailed")
	}
	b.open(link)
	b.do(chromedp.Click("main form button"))
	b.wait("h1", "Your games")
}

// fits fails the test if the page's layout is wider than the screen.
func (b *tab) fits(name string) {
	b.t.Helper()
	b.eval(nextFrame)
	over := b.eval("document.documentElement.scrollWidth - innerWidth")
	if n, err := strconv.Atoi(over); err != nil || n > 0 {
		b.t.Errorf("%s is %s pixels wider than the screen", name, over)
	}
}

// nextFrame resolves once the browser has laid out and painted the current page.
const nextFrame = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

// shoot checks that the page fits a wide and a narrow screen. If the run keeps artefacts, it also takes
// screenshots in light and dark.
func (b *tab) shoot(name string) {
	b.t.Helper()
	for _, look := range []struct {
		scheme string
		width  int64
	}{{"light", 1280}, {"light", 400}, {"dark", 1280}, {"dark", 600}} {
		if look.scheme == "dark" && !keepsArtefacts() {
			break
		}
		call(b, emulation.SetEmulatedMedia,
			emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme",
				Value: look.scheme}}})
		b.do(chromedp.EmulateViewport(look.width, 900))
		b.fits(fmt.Sprintf("%s at %d pixels", name, look.width))
		if keepsArtefacts() {
			b.picture(fmt.Sprintf("%s-%s-%d.png", name, look.scheme, look.width))
		}
	}
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
	b.do(chromedp.ResetViewport())
}

// forced checks the page in forced-colours mode: the current tab must still look different from the others.
func (b *tab) forced(name string) {
	b.t.Helper()
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}}})
	const told = `((line) => line(".tabs a[aria-current]") !== line(".tabs a:not([aria-current])"))(
  (e) => getComputedStyle(document.querySelector(e)).borderBottomColor)`
	if b.eval(told) != "true" {
		b.t.Errorf("%s: in forced colours all tabs are alike", name)
	}
	if keepsArtefacts() {
		b.picture(name + "-forced.png")
	}
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
}

func keepsArtefacts() bool {
	f := flag.Lookup("test.artifacts")
	return f != nil && f.Value.String() == "true"
}

func (b *tab) picture(file string) {
	b.t.Helper()
	png, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.WriteFile(filepath.Join(b.t.ArtifactDir(), file), png, 0o644)
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

// TestBrowserPlayer goes through the pages of a seat as its player would.
func TestBrowserPlayer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.play(3)
	b := w.chromium()
	b.open("/")
	b.shoot("signin")
	b.signIn(addressOf(north))
	b.check("home")
	b.shoot("home")

	b.open("/games/mill/turns/3")
	b.check("turn")
	b.shoot("turn-seat")
	b.forced("turn-seat")

	// Moving the slider updates the map, releasing it loads the turn's page, and the keyboard focus stays on
	// it.
	b.do(chromedp.Focus("#turn"), chromedp.KeyEvent("\u0302")) // arrow left
	b.wait("#turn-title", "Turn 2")
	if at := b.eval("location.pathname"); at != "/games/mill/turns/2" {
		t.Errorf("the address is %s", at)
	}
	if at := b.eval("document.activeElement.id"); at != "turn" {
		t.Errorf("the keyboard is on %q", at)
	}
	if ok := b.eval("document.querySelector('figure.map img').src.includes('/turns/2/map.svg')"); ok != "true" {
		t.Error("the map is of another turn")
	}

	// Orders are checked while they are typed, and then sent.
	b.open("/games/mill/orders")
	b.eval("document.getElementById('text').value = ''")
	b.do(chromedp.SendKeys("#text", "TO chamapgne: HALT"))
	b.wait("#receipt", `"chamapgne" is read as "champagne"`)
	b.shoot("orders-refused")
	b.eval("document.getElementById('text').value = ''")
	b.do(chromedp.SendKeys("#text", "TO champagne: HALT"))
	b.wait("#receipt", "TO champagne: HOLD: accepted")
	b.check("orders")
	b.playsOnMap()
	b.do(chromedp.Click("button.main"))
	b.wait(".answer.good", "TO champagne: HOLD: accepted")
	b.shoot("orders-sent")
	if o, _ := w.turn(4).Of(north); strings.Join(o.Orders, "|") != "TO champagne: HOLD" {
		t.Errorf("in force: %q", o.Orders)
	}
	b.open("/games/mill/turns/3/report")
	b.check("report")
	b.shoot("report")
}

// playsOnMap uses the pointer on the map: a tap writes a name, and a line drawn from a unit orders a march.
func (b *tab) playsOnMap() {
	b.t.Helper()
	written := b.eval("document.getElementById('text').value")
	b.press(b.spot("royal"))
	b.press(b.spot("copse"))
	if now := b.eval("document.getElementById('text').value"); !strings.HasSuffix(now, "royal: copse ") {
		b.t.Errorf("the taps have written %q", now)
	}
	b.eval("(document.getElementById('text').value = '')")
	from := b.spot("royal")
	b.press(from, [2]float64{from[0] + 60, from[1]}, [2]float64{from[0] + 120, from[1] + 10})
	b.wait("#receipt", "TO royal: ADVANCE TO")
	b.holds("document.querySelectorAll('.pane .given.march').length === 1")
	b.eval("(document.getElementById('text').value = " + strconv.Quote(written) + ")")
}

// spot scrolls a thing on the map into view and returns its place on the screen.
func (b *tab) spot(name string) [2]float64 {
	b.t.Helper()
	b.eval("document.querySelector('[data-spot=" + name + "]').scrollIntoView({block: 'center', behavior: 'instant'})")
	b.eval(nextFrame)
	return b.centre("[data-spot=" + name + "]")
}

func (b *tab) centre(selector string) (at [2]float64) {
	b.t.Helper()
	where := b.eval(fmt.Sprintf(`((r) => (r.x + r.width / 2) + " " + (r.y + r.height / 2))(`+
		`document.querySelector(%q).getBoundingClientRect())`, selector))
	if _, err := fmt.Sscan(where, &at[0], &at[1]); err != nil {
		b.t.Fatalf("%s is nowhere on the screen: %q", selector, where)
	}
	return at
}

// press presses the pointer at the first place, moves it along the others and releases it at the last.
func (b *tab) press(at ...[2]float64) {
	b.t.Helper()
	send := func(kind input.DispatchMouseEventType, p [2]float64) {
		call(b, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: p[0], Y: p[1],
			Button: input.MouseButtonLeft, ClickCount: 1})
	}
	send("mousePressed", at[0])
	for _, p := range at[1:] {
		send("mouseMoved", p)
	}
	send("mouseReleased", at[len(at)-1])
}

// TestBrowserUmpire makes rulings, looks at the knowledge of a seat, and has the browser reroll every die.
func TestBrowserUmpire(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.play(5)
	w.writes(north, "TO champagne: HALT\nTO nobody: HALT")
	b := w.chromium()
	b.signIn(umpireAddress)
	b.wholeTurns(0, 5)
	b.eval(`(document.querySelector('.die').dataset.value = "77", document.querySelectorAll('.die span.match').forEach((s) => s.remove()), dice())`)
	b.wait("#proof-result", "1 DO NOT.")
	b.open("/games/mill/turns/5")
	b.wait("#proof-result", "The seed fits")
	b.check("turn-umpire")
	b.shoot("turn-umpire")
	b.open("/games/mill/turns/5/both?seat=" + north)
	b.check("both")
	b.shoot("both")
	b.open(b.eval("(new URL(document.querySelector('a[href*=\"/turns/\"]').href)).pathname"))
	b.open(b.eval("(new URL([...document.querySelectorAll('a')].filter((a) => a.textContent === " +
		"'why').at(-1).href)).pathname"))
	b.check("why")
	b.shoot("why")

	b.open("/games/mill/desk")
	b.check("desk")
	b.shoot("desk")
	b.do(chromedp.SendKeys("#because-HOLD", "a rule must be looked up"))
	// a pointer click could miss while the layout still moves
	b.eval("(document.querySelector('#act-HOLD button').click(), '')")
	b.wait(".answer", "HOLD: done")
	b.wait(".exceptions", "a rule must be looked up")
	b.check("desk-held")
	b.shoot("desk-held")
	if t6 := w.turn(6); t6.Held != "a rule must be looked up" {
		t.Errorf("held: %q", t6.Held)
	}
}

// TestBrowserFindsActs types into the search box of the desk. Only acts that contain all the words stay
// visible, and all acts return when the box is empty.
func TestBrowserFindsActs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.play(1)
	b := w.chromium()
	b.signIn(umpireAddress)
	b.open("/games/mill/desk")
	const shown = `JSON.stringify([...document.querySelectorAll("#find ~ details")].filter((d) => d.offsetParent)
  .map((d) => d.querySelector("summary code").textContent))`
	b.wait("#forms-title", "Every act")
	b.holds(`!document.querySelector("#find").hidden`)
	all := b.listOf(shown)
	if len(all) < 10 {
		t.Fatalf("the desk has the acts %q", all)
	}
	for _, c := range []struct {
		typed string
		want  []string
	}{{"substitute", []string{"SUBSTITUTE"}}, {"  ADDRESS seat", nil}, {"zyxwen", []string{}}} {
		b.do(chromedp.SendKeys("#find-act", c.typed))
		found := b.listOf(shown)
		if c.want != nil && !slices.Equal(found, c.want) || len(found) == len(all) || c.want == nil && len(found) == 0 {
			t.Errorf("%q finds %q, want %q", c.typed, found, c.want)
		}
		b.check("desk")
		b.eval(`((e) => { e.value = ""; e.dispatchEvent(new Event("input")); return ""; })(document.querySelector("#find-act"))`)
		if again := b.listOf(shown); !slices.Equal(again, all) {
			t.Errorf("behind %q the desk has the acts %q", c.typed, again)
		}
	}
}

// TestBrowserWithoutScript reads pages and makes rulings with JavaScript switched off.
func TestBrowserWithoutScript(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.play(2)
	b := w.chromium()
	call(b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	b.signIn(umpireAddress)
	b.open("/games/mill/turns/2")
	b.do(chromedp.SetAttributeValue("#turn", "value", "1"), chromedp.Click("#slider button"))
	b.wait("#turn-title", "Turn 1")
	b.open("/games/mill/turns/2/shots/1")
	b.do(chromedp.Click("a[rel=next]"))
	b.wait("#turn-title", "moment 2 of")
	b.open("/games/mill/desk")
	b.do(chromedp.Click("#act-CLOSE button"))
	b.wait(".answer", "CLOSE: done")
}

// TestBrowserRulesets opens each page of a game for each of the other rulesets.
func TestBrowserRulesets(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		scenario, seat string
		turns          int
	}{
		{"allifae", "roman.consul", 2}, {"maida", "british.kempt", 3}, {"sauren", "french.ney", 2},
		{"gettysburg-first-day", "confederate.iii", 3},
	} {
		t.Run(c.scenario, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.makeGame(c.scenario)
			for turn := 1; turn <= c.turns; turn++ {
				w.playTurn(c.scenario, turn)
			}
			last := fmt.Sprintf("/games/mill/turns/%d", c.turns)
			b := w.chromium()
			b.signIn(umpireAddress)
			b.wholeTurns(c.turns, c.turns)
			b.look("turn-umpire", last)
			b.look("both", last+"/both?seat="+c.seat)
			b.look("desk", "/games/mill/desk")
			p := w.chromium()
			p.signIn(addressOf(c.seat))
			p.look("turn-seat", last)
			p.look("report", last+"/report")
			p.look("orders", "/games/mill/orders")
		})
	}
}

// wholeTurns has the browser reroll every die of the turns.
func (b *tab) wholeTurns(first, last int) {
	b.t.Helper()
	dice := 0
	for turn := first; turn <= last; turn++ {
		for next := fmt.Sprintf("/games/mill/turns/%d", turn); next != ""; {
			b.open(next)
			b.wait("#proof-result", "The seed fits the one before it.")
			all, good := b.eval("document.querySelectorAll('.die:not([data-sealed]):not([data-set])').length"),
				b.eval("document.querySelectorAll('.die .match').length")
			if all != good {
				b.t.Errorf("turn %d: %s of %s dice match: %s", turn, good, all, b.wait("#proof-result", ""))
			}
			n, _ := strconv.Atoi(b.eval("document.querySelectorAll('.die').length"))
			dice += n
			next = b.eval(`((a) => a ? a.getAttribute("href") : "")(document.querySelector('.pager a[rel=next]'))`)
		}
	}
	if dice == 0 {
		b.t.Error("no die was rolled again")
	}
}

// look opens the page, checks it and takes screenshots of it.
func (b *tab) look(name, path string) {
	b.t.Helper()
	b.open(path)
	b.check(name)
	b.shoot(name)
}

// TestBrowserKeyboard makes rulings by keyboard alone: Tab reaches everything on the desk in order, the focus
// is visible, and a collapsed form can be opened, filled in and sent.
func TestBrowserKeyboard(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.play(1)
	b := w.chromium()
	b.signIn(umpireAddress)
	b.open("/games/mill/desk")
	stops := b.tabbed()
	for _, s := range stops {
		if strings.HasSuffix(s, " UNSEEN") {
			t.Errorf("the focus is not seen on %s", s)
		}
	}
	want := []string{"To the content", "Galloper", "Sign out", "Map and diary", "Moment by moment", "Known and true",
		"Report", "The desk",
		"rest-settle.1", "Do it", "because-CLOSE", "CLOSE TURN 2"}
	if len(stops) < len(want) || strings.Join(stops[:len(want)], "|") != strings.Join(want, "|") {
		t.Errorf("the tab key goes to %q", stops)
	}
	b.eval(`document.querySelector("#act-announce").closest("details").querySelector("summary").focus()`)
	b.do(chromedp.KeyEvent("\r"))
	if open := b.eval(`document.querySelector("#act-announce").closest("details").open`); open != "true" {
		t.Fatal("the form does not open")
	}
	b.check("desk-form")
	b.shoot("desk-form")
	b.eval(`document.querySelector("#act-announce textarea").focus()`)
	b.do(chromedp.KeyEvent("Supper is at eight."), chromedp.KeyEvent("\t"), chromedp.KeyEvent("\r"))
	b.wait(".answer.good", "ANNOUNCE: done")
}
