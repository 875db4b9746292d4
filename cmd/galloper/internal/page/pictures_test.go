package page

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/emersion/go-message"

	"galloper/cmd/galloper/internal/admin"
	"galloper/cmd/galloper/internal/game"
	"galloper/events"
)

// TestBrowserPictures takes the screenshots for README.md, docs/page.md and docs/umpire.md, and saves them in
// the directory that GALLOPER_SCREENSHOTS names.
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
		shot, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
		if err == nil {
			shot, err = fewColours(shot)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), shot, 0o644)
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
	show := func(page, name string, width, height int64) {
		file := filepath.Join(t.TempDir(), "page.html")
		if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
			t.Fatal(err)
		}
		b.do(chromedp.EmulateViewport(width, height), chromedp.Navigate("file://"+file), chromedp.WaitReady("body"))
		save(name)
	}
	var report string
	for _, raw := range w.mails(addressOf(cope)) {
		if strings.Contains(raw, "report of turn 2") {
			report = raw
		}
	}
	show(asShown(t, report), "mail.png", 640, 1000)
	for turn := 3; w.load().Campaign.Result() == ""; turn++ {
		if turn > 3 {
			w.writes(cope, "READY")
		}
		w.rules(fmt.Sprintf("APPROVE TURN %d", turn))
	}
	told, err := game.Chronicle(w.load())
	if err != nil {
		t.Fatal(err)
	}
	page, err := told.HTML()
	if err != nil {
		t.Fatal(err)
	}
	show(string(page), "chronicle.png", 1000, 1560)
}

// fewColours reduces a PNG to its 256 most frequent colours, which makes it about a third of the size.
func fewColours(shot []byte) ([]byte, error) {
	img, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		return nil, err
	}
	counts := map[color.Color]int{}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			counts[img.At(x, y)]++
		}
	}
	common := slices.SortedFunc(maps.Keys(counts), func(a, b color.Color) int { return counts[b] - counts[a] })
	small := image.NewPaletted(img.Bounds(), common[:min(len(common), 256)])
	draw.Draw(small, small.Rect, img, image.Point{}, draw.Src)
	var b bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, small)
	return b.Bytes(), err
}

// asShown renders a mail as a mail program does: sender and subject above the HTML, with the map in it.
func asShown(t *testing.T, raw string) string {
	t.Helper()
	m, err := message.Read(strings.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	page, pictures := "", []string{}
	err = m.Walk(func(_ []int, part *message.Entity, err error) error {
		kind, _, fault := part.Header.ContentType()
		if err != nil || fault != nil || strings.HasPrefix(kind, "multipart/") {
			return err
		}
		body, err := io.ReadAll(part.Body)
		if id := strings.Trim(part.Header.Get("Content-Id"), "<>"); id != "" {
			pictures = append(pictures, "cid:"+id, "data:"+kind+";base64,"+base64.StdEncoding.EncodeToString(body))
		} else if kind == "text/html" && page == "" {
			page = string(body)
		}
		return err
	})
	subject, fault := m.Header.Text("Subject")
	if err != nil || fault != nil || page == "" {
		t.Fatalf("%v, %v; the mail has %d bytes of HTML", err, fault, len(page))
	}
	return "<div style='font: 15px sans-serif; padding: 12px; border-bottom: 1px solid'><b>" + html.EscapeString(subject) +
		"</b><br>" + html.EscapeString(m.Header.Get("From")) + "</div>" + strings.NewReplacer(pictures...).Replace(page)
}
