package canvas

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"strings"
	"testing"
)

var (
	white = color.NRGBA{255, 255, 255, 255}
	black = color.NRGBA{0, 0, 0, 255}
	red   = color.NRGBA{200, 0, 0, 255}
)

func sheet() *Page {
	p := &Page{Width: 100, Height: 80}
	p.Draw(Path{}.Polygon(Point{}, Point{X: 100}, Point{X: 100, Y: 80}, Point{Y: 80}), Ink{Fill: white})
	return p
}

// at returns the colour at a point of the page, rendered at two pixels a point.
func at(p *Page, x, y float64) color.NRGBA {
	img := p.Image(int(2 * p.Width))
	return color.NRGBAModel.Convert(img.At(int(2*x), int(2*(p.Height-y)))).(color.NRGBA)
}

func TestPathsAreFilledAndStroked(t *testing.T) {
	p := sheet()
	p.Draw(Path{}.Polygon(Point{X: 10, Y: 10}, Point{X: 30, Y: 10}, Point{X: 20, Y: 30}), Ink{Fill: red})
	p.Draw(Path{}.Circle(Point{X: 60, Y: 40}, 10), Ink{Stroke: black, Width: 2})
	p.Draw(Path{}.Line(Point{X: 5, Y: 60}, Point{X: 95, Y: 60}), Ink{Stroke: black, Width: 3, Dash: []float64{10, 20}})
	for _, c := range []struct {
		x, y float64
		want color.NRGBA
	}{
		{20, 15, red}, {12, 25, white}, {60, 50, black}, {60, 40, white}, {70, 40, black},
		{8, 60, black}, {25, 60, white}, {40, 60, black}, {50, 5, white},
	} {
		if got := at(p, c.x, c.y); got != c.want {
			t.Errorf("at %v, %v: %v, want %v", c.x, c.y, got, c.want)
		}
	}
}

func TestStampStandsOnEachPlace(t *testing.T) {
	p := sheet()
	p.Stamp(NewStamp("dot").Draw(Path{}.Circle(Point{}, 3), Ink{Fill: red}), Point{X: 20, Y: 20}, Point{X: 70, Y: 50})
	if at(p, 20, 20) != red || at(p, 70, 50) != red || at(p, 45, 35) != white {
		t.Error("a stamp is not where it was set")
	}
	svg := string(p.SVG("t", "a"))
	if strings.Count(svg, `<use href="#dot"`) != 2 || strings.Count(svg, `<g id="dot">`) != 1 {
		t.Errorf("stamps in SVG:\n%s", svg)
	}
}

func TestTextIsAsWideAsItIsMeasured(t *testing.T) {
	for _, font := range []Font{Roman, Italic, BoldItalic} {
		l := Lettering{Font: font, Size: 10, Colour: black}
		wide := TextWidth("Grenadiers", l)
		p := sheet()
		p.Write(Point{X: 10, Y: 40}, "Grenadiers", l)
		img := p.Image(400)
		first, last := img.Rect.Dx(), 0
		for x := range img.Rect.Dx() {
			for y := range img.Rect.Dy() {
				if img.ColorIndexAt(x, y) != img.ColorIndexAt(0, 0) {
					first, last = min(first, x), max(last, x)
				}
			}
		}
		if drawn := float64(last-first) / 4; drawn < wide-2 || drawn > wide+2 {
			t.Errorf("font %d: %v points drawn, %v measured", font, drawn, wide)
		}
	}
	l := Lettering{Size: 10}
	if spaced := (Lettering{Size: 10, Spaced: 2}); TextWidth("abc", spaced) != TextWidth("abc", l)+6 {
		t.Error("the room between letters is not measured")
	}
}

func TestPaletteKeepsTheInks(t *testing.T) {
	p := sheet()
	for i := range 300 {
		shade := color.NRGBA{uint8(i), uint8(i * 7), uint8(i * 13), 255}
		x := float64(i % 20 * 5)
		p.Draw(Path{}.Circle(Point{X: x, Y: float64(i / 20 * 5)}, 2), Ink{Fill: shade})
	}
	img := p.Image(200)
	if n := len(img.Palette); n != 256 {
		t.Errorf("%d colours", n)
	}
	few, becomes := reduced(img, 16)
	if n := len(few); n > 16 {
		t.Errorf("%d colours after being reduced to 16", n)
	}
	for i, c := range img.Palette {
		if int(becomes[i]) != few.Index(c) {
			t.Errorf("%v becomes %v", c, few[becomes[i]])
		}
	}
}

func TestPNGIsReadAsItWasDrawn(t *testing.T) {
	p := sheet()
	p.Draw(Path{}.Circle(Point{X: 50, Y: 40}, 21.3), Ink{Fill: red, Stroke: black, Width: 1.5})
	img := p.Image(199) // an odd width leaves half a byte in each row
	var first [][]byte
	for i, colours := range []int{256, 16, 3, 256, 16, 3} {
		data, err := PNG(img, colours)
		if err != nil {
			t.Fatal(err)
		}
		if i < 3 {
			first = append(first, data)
		} else if !bytes.Equal(data, first[i-3]) {
			t.Errorf("%d colours: other bytes after other pictures", colours)
		}
		back, err := png.Decode(bytes.NewReader(data))
		if err != nil || back.Bounds() != img.Rect {
			t.Fatalf("%v, %v", err, back.Bounds())
		}
		few, becomes := reduced(img, colours)
		for i := range img.Rect.Dx() {
			for j := range img.Rect.Dy() {
				want := few[becomes[img.ColorIndexAt(i, j)]]
				if color.NRGBAModel.Convert(back.At(i, j)) != color.NRGBAModel.Convert(want) {
					t.Fatalf("%d colours: another one at %d, %d", colours, i, j)
				}
			}
		}
	}
}

func TestTextIsEscaped(t *testing.T) {
	p := sheet()
	p.Write(Point{X: 5, Y: 5}, "<b onload=\"x\">&\x01", Lettering{Size: 8, Colour: black})
	svg := string(p.SVG("<t>", "\"a\""))
	for _, bad := range []string{"<b", "<t>", `onload="`, "\x01"} {
		if strings.Contains(svg, bad) {
			t.Errorf("%q stands in the SVG", bad)
		}
	}
}

// TestKeptGroundIsTheSame: a page looks the same whether or not its base comes from the cache.
func TestKeptGroundIsTheSame(t *testing.T) {
	page := func(fill uint8, keep bool) *image.Paletted {
		p := &Page{Width: 60, Height: 40}
		ground := color.NRGBA{fill, 220, 180, 255}
		p.Draw(Path{}.Polygon(Point{}, Point{60, 0}, Point{60, 40}, Point{0, 40}), Ink{Fill: ground})
		p.Draw(Path{}.Circle(Point{30, 20}, 11), Ink{Stroke: color.NRGBA{90, 60, 20, 255}, Width: 1.3})
		if keep {
			p.Base()
		}
		p.Draw(Path{}.Circle(Point{20, 20}, 7), Ink{Fill: color.NRGBA{180, 40, 40, 255}})
		return p.Image(240)
	}
	same := func(a, b *image.Paletted) bool {
		for i := range a.Pix {
			if a.Palette[a.Pix[i]] != b.Palette[b.Pix[i]] {
				return false
			}
		}
		return true
	}
	first, kept, whole := page(240, true), page(240, true), page(240, false)
	if !same(first, kept) || !same(kept, whole) {
		t.Error("a kept ground changed the picture")
	}
	if same(kept, page(200, true)) {
		t.Error("another ground was taken for the one that was kept")
	}
}

// The replacement for a colour is the one that color.Palette.Index finds.
func TestNearestIsThePalettesOwn(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	colour := func() color.RGBA {
		n := random.Uint32()
		return color.RGBA{uint8(n), uint8(n >> 8), uint8(n >> 16), 255}
	}
	var palette color.Palette
	for range 60 {
		palette = append(palette, colour())
	}
	palette = append(palette, palette[7]) // the first of two equal colours wins
	for i := range 2000 {
		c := colour()
		if i < len(palette) {
			c = palette[i].(color.RGBA)
		}
		if got, want := nearest(palette, c), palette.Index(c); got != want {
			t.Fatalf("%v is nearest to %d, want %d", c, got, want)
		}
	}
}
