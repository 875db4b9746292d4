package mapview_test

import (
	"bytes"
	"encoding/xml"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/mapview"
)

var look = flag.String("look", "", "write the sample maps to this directory, in colour and in grey, to be looked at")

func samples() map[string]*mapview.Picture {
	sheet := mapview.Sheet{Reader: "Comte de Guiche"}
	return map[string]*mapview.Picture{
		"table": mapview.Draw(mill(), tableSymbols, known(), sheet),
		"army":  mapview.Draw(mill(), tableSymbols, army(), sheet),
		"hexes": mapview.Draw(hexes(), cellSymbols, garrison("allied", "E7", "E3", "F7", "G2", "C6", "F3"), sheet),
		"locales": mapview.Draw(
			locales(),
			cellSymbols,
			garrison("csa", "town", "seminary", "town/seminary", "seminary/town", "hill", "hill"),
			sheet,
		),
		"columns": mapview.Draw(columns(), cellSymbols, garrison("punic", "c2", "c6", "d2", "d6", "e2", "e5"), sheet),
	}
}

func encoded(t testing.TB, p *mapview.Picture) []byte {
	t.Helper()
	b, err := p.PNG()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestEachBoardIsDrawn(t *testing.T) {
	for name, p := range samples() {
		pix := encoded(t, p)
		img, err := png.Decode(bytes.NewReader(pix))
		if err != nil {
			t.Fatal(err)
		}
		if w, h := p.Size(); img.Bounds() != image.Rect(0, 0, 2*w, 2*h) {
			t.Errorf("%s: %v for a picture of %d by %d points", name, img.Bounds(), w, h)
		}
		wellFormed(t, name, p.SVG())
		if *look != "" {
			show(t, filepath.Join(*look, name), pix, img, p.SVG())
		}
	}
}

func wellFormed(t *testing.T, name string, svg []byte) {
	t.Helper()
	dec := xml.NewDecoder(bytes.NewReader(svg))
	for {
		_, err := dec.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

func show(t *testing.T, path string, pix []byte, img image.Image, svg []byte) {
	t.Helper()
	grey := image.NewGray(img.Bounds())
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			grey.Set(x, y, color.GrayModel.Convert(img.At(x, y)))
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, grey); err != nil {
		t.Fatal(err)
	}
	for suffix, data := range map[string][]byte{".png": pix, "-grey.png": b.Bytes(), ".svg": svg} {
		if err := os.WriteFile(path+suffix, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestSamePictureTwice(t *testing.T) {
	a, b := samples()["table"], samples()["table"]
	if !bytes.Equal(a.SVG(), b.SVG()) || !bytes.Equal(encoded(t, a), encoded(t, b)) {
		t.Error("the same knowledge gave two pictures")
	}
}

func TestArmyFitsItsBudget(t *testing.T) {
	if n := len(samples()["army"].SVG()); n > 150_000 {
		t.Errorf("the SVG of 40 regiments has %d bytes", n)
	}
}

func TestNameFullOfMarkupIsShownAsText(t *testing.T) {
	svg := string(mapview.Draw(mill(), tableSymbols, known(), mapview.Sheet{
		Title: `<script>alert("1")</script>&`, Reader: "a\x01b",
		Names: func(string) string { return "<b>x</b>&" },
	}).SVG())
	wellFormed(t, "markup", []byte(svg))
	if strings.Contains(svg, "<script>") || strings.Contains(svg, "<b>") {
		t.Error("a name's markup is markup in the SVG")
	}
}

func TestUnknownMapShowsOnlyTheGround(t *testing.T) {
	b := knowledge.Open([]string{guiche}, nil)
	b.Apply(1, known().Diary(3)) // nothing is addressed to this seat
	p := mapview.Draw(mill(), tableSymbols, b.Seat(guiche), mapview.Sheet{})
	if alt := p.Alt(); !strings.Contains(alt, "0 units and commanders of the own side, 0 of others") {
		t.Errorf("alt text %q", alt)
	}
	if strings.Contains(string(p.SVG()), "sturler") {
		t.Error("a unit that the seat has not heard of is on its map")
	}
}

func BenchmarkArmyPNG(b *testing.B) {
	g, k := mill(), army()
	var model time.Duration
	n := 0
	for b.Loop() {
		begun := time.Now()
		p := mapview.Draw(g, tableSymbols, k, mapview.Sheet{})
		model += time.Since(begun)
		n = len(encoded(b, p))
	}
	b.ReportMetric(float64(model.Microseconds())/1000/float64(b.N), "model-ms")
	b.ReportMetric(float64(n), "bytes")
}

func BenchmarkArmySVG(b *testing.B) {
	g, k := mill(), army()
	n := 0
	for b.Loop() {
		n = len(mapview.Draw(g, tableSymbols, k, mapview.Sheet{}).SVG())
	}
	b.ReportMetric(float64(n), "bytes")
}

func TestUmpiresMapNamesBothSides(t *testing.T) {
	b := knowledge.Open([]string{guiche}, nil)
	own := unit("sight.own", "champagne", "foot", 480, 260, 10, 6)
	own.Views[0].Seats = []string{knowledge.Umpire}
	b.Apply(1, []events.Outcome{own})
	symbols := events.Symbols{{Kind: "sight.own", X: "x", Y: "y", Label: "unit", Shape: "arm", Side: "side"}}
	p := mapview.Draw(mill(), symbols, b.Seat(knowledge.Umpire), mapview.Sheet{})
	if alt := p.Alt(); !strings.Contains(alt, "0 units and commanders of French, 1 of The States") {
		t.Errorf("alt text %q", alt)
	}
	svg := string(p.SVG())
	if !strings.Contains(svg, ">The States<") || strings.Contains(svg, ">enemy<") ||
		!strings.Contains(svg, "for the umpire") {
		t.Error("the umpire's map takes a side")
	}
}

// TestHiddenChangesGiveTheSameMap changes facts at random that are hidden from the seat.
func TestHiddenChangesGiveTheSameMap(t *testing.T) {
	draw := func(x, y, n int) []byte {
		b := knowledge.Open([]string{guiche, "dutch.fagel"}, nil)
		list := []events.Outcome{unit("sight.own", "champagne", "foot", 480, 260, 10, 6)}
		for i := range n {
			o := unit("sight.enemy", fmt.Sprint("hidden-", i), "horse", x, y, x%360, 4)
			o.Views = []events.View{{Seats: []string{"dutch.fagel", knowledge.Umpire}}}
			list = append([]events.Outcome{o}, list...)
		}
		b.Apply(1, list)
		return mapview.Draw(mill(), tableSymbols, b.Seat(guiche), mapview.Sheet{}).SVG()
	}
	want := draw(0, 0, 0)
	rapid.Check(t, func(t *rapid.T) {
		got := draw(
			rapid.IntRange(0, 1200).Draw(t, "x"),
			rapid.IntRange(0, 900).Draw(t, "y"),
			rapid.IntRange(0, 5).Draw(t, "n"),
		)
		if !bytes.Equal(got, want) {
			t.Fatal("what the seat cannot know changed its map")
		}
	})
}

// The map of 40 regiments stays within the size that mails and pages allow.
func TestArmysMapIsSmall(t *testing.T) {
	p := mapview.Draw(mill(), tableSymbols, army(), mapview.Sheet{})
	png, svg := encoded(t, p), p.SVG()
	if len(png) > 70_000 || len(svg) > 100_000 {
		t.Errorf("%d bytes of PNG and %d of SVG", len(png), len(svg))
	}
}
