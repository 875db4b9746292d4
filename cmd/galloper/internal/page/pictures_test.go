package page

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"galloper/cmd/galloper/internal/admin"
	"galloper/events"
)

// TestBrowserPictures takes the pictures of docs/page.md and docs/umpire.md, into the directory
// that GALLOPER_SCREENSHOTS names.
func TestBrowserPictures(t *testing.T) {
	dir := os.Getenv("GALLOPER_SCREENSHOTS")
	if dir == "" {
		t.Skip("not run: GALLOPER_SCREENSHOTS names no directory for pictures")
	}
	const cope = "government.cope"
	w := newWorld(t)
	w.makeGame("prestonpans", func(n *admin.NewGame) {
		n.Settings = events.Settings{Review: "umpire"}
		n.Staff = map[string]string{"government.gardiner": "steady", "government.fowke": "steady",
			"jacobite.murray": "bold", "jacobite.perth": "bold", "jacobite.nairne": "steady"}
	})
	for turn, orders := range []string{"To Murray's: hold\nTo Lascelles: hold and fire at will",
		"To Murray's: fire at 60 yards"} {
		w.writes(cope, orders+"\n\nREADY")
		w.rules(fmt.Sprintf("APPROVE TURN %d", turn+1))
	}
	b := w.chromium()
	save := func(name string) {
		png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), png, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	b.signIn(addressOf(cope))
	b.do(chromedp.EmulateViewport(1280, 900))
	b.open("/games/mill/turns/2")
	b.wait("#turn-title", "Turn 2")
	save("story.png")
	b = w.chromium()
	b.thumb(390)
	b.signIn(addressOf(cope))
	b.tap("a", "Write orders")
	b.steady()
	b.do(chromedp.SendKeys("#text", "To Lascelles: fire at the Camerons"))
	b.wait("#receipt", "accepted")
	b.eval("(window.scrollTo(0, 0), '')")
	save("orders-phone.png")
	w.writes(cope, "To Murray's: hold\n\nREADY") // a draft waits for the umpire
	b = w.chromium()
	b.do(chromedp.EmulateViewport(1280, 900))
	b.signIn(umpireAddress)
	b.open("/games/mill/desk")
	b.check("desk")
	save("desk.png")
}
