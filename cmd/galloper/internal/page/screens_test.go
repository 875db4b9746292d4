package page

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestBrowserScreens looks at the page where orders are written on screens from a phone's to a wide one. However much
// is written, and however long the answer, the box shows at least six lines and is as high as it was.
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

// writes has the text in the box.
func (b *tab) writes(text string) {
	b.t.Helper()
	b.eval(fmt.Sprintf(`((e) => { e.value = %q; e.dispatchEvent(new Event("input", { bubbles: true })); return ""; })(
  document.getElementById("text"))`, text))
}
