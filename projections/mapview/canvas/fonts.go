package canvas

import (
	"fmt"
	"image"
	"image/draw"
	"math"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationserifbolditalic"
	"codeberg.org/go-fonts/liberation/liberationserifitalic"
	"codeberg.org/go-fonts/liberation/liberationserifregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// Font is an embedded font.
type Font uint8

// Upright is for troops and places, italic for water and ground, bold italic for officers.
const (
	Roman Font = iota
	Italic
	BoldItalic
)

// family lists the font in SVG, with its fallbacks.
const family = "Liberation Serif,Times New Roman,Times,serif"

// styles lists the SVG attributes of the fonts.
var styles = [...]string{
	Roman:      "",
	Italic:     ` font-style="italic"`,
	BoldItalic: ` font-style="italic" font-weight="bold"`,
}

var fonts = [...]*face{
	Roman:      newFace(liberationserifregular.TTF),
	Italic:     newFace(liberationserifitalic.TTF),
	BoldItalic: newFace(liberationserifbolditalic.TTF),
}

// face is a font with a cache of drawn glyphs.
type face struct {
	font *sfnt.Font

	mu     sync.Mutex
	buffer sfnt.Buffer
	widths map[rune]float64    // advance widths at a size of one point
	drawn  map[glyphKey]*glyph // nil for a letter without marks
}

// glyphKey identifies a letter at a size.
type glyphKey struct {
	r    rune
	size float64 // in pixels
}

// glyph is the bitmap of a letter.
type glyph struct {
	cover *image.Alpha
	left  int // of its box, relative to the pen
	top   int // of its box, relative to the baseline

	once  sync.Once
	round *image.Alpha
}

// halo returns the letter thickened by the halo, in a box that is larger by glow on each side.
func (g *glyph) halo() *image.Alpha {
	g.once.Do(func() {
		wide, high := g.cover.Rect.Dx(), g.cover.Rect.Dy()
		g.round = image.NewAlpha(image.Rect(0, 0, wide+2*glow, high+2*glow))
		for y := range high {
			for x, v := range g.cover.Pix[y*g.cover.Stride:][:wide] {
				if v < 64 {
					continue
				}
				for dy := range 2*glow + 1 {
					row := g.round.Pix[(y+dy)*g.round.Stride+x:][:2*glow+1]
					for dx := range row {
						row[dx] = max(row[dx], v)
					}
				}
			}
		}
	})
	return g.round
}

// mostGlyphs limits the cache. The maps of a game need about two hundred glyphs.
const mostGlyphs = 4000

func newFace(ttf []byte) *face {
	f, err := sfnt.Parse(ttf)
	if err != nil {
		panic(fmt.Sprintf("canvas: an embedded font: %v", err)) // unreachable: a test parses each font
	}
	return &face{font: f, widths: map[rune]float64{}, drawn: map[glyphKey]*glyph{}}
}

// TextWidth returns the width of a text in points.
func TextWidth(s string, l Lettering) float64 {
	width := 0.0
	for _, r := range s {
		width += fonts[l.Font].advance(r)*l.Size + l.Spaced
	}
	return width
}

// advance returns the advance width of a letter at a size of one point.
func (f *face) advance(r rune) float64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	if w, ok := f.widths[r]; ok {
		return w
	}
	const em = 1000
	w := 0.0
	if i, err := f.font.GlyphIndex(&f.buffer, r); err == nil {
		if adv, err := f.font.GlyphAdvance(&f.buffer, i, fixed.I(em), 0); err == nil {
			w = float64(adv) / 64 / em
		}
	}
	f.widths[r] = w
	return w
}

func (f *face) glyph(r rune, size float64) *glyph {
	key := glyphKey{r, size}
	f.mu.Lock()
	defer f.mu.Unlock()
	if g, ok := f.drawn[key]; ok {
		return g
	}
	g := f.draw(key)
	if len(f.drawn) >= mostGlyphs {
		clear(f.drawn)
	}
	f.drawn[key] = g
	return g
}

func (f *face) draw(key glyphKey) *glyph {
	i, err := f.font.GlyphIndex(&f.buffer, key.r)
	if err != nil {
		return nil
	}
	segments, err := f.font.LoadGlyph(&f.buffer, i, fixed.Int26_6(math.Round(key.size*64)), nil)
	if err != nil || len(segments) == 0 {
		return nil
	}
	box := segments.Bounds()
	g := &glyph{left: box.Min.X.Floor() - 1, top: box.Min.Y.Floor() - 1}
	wide, high := box.Max.X.Ceil()+2-g.left, box.Max.Y.Ceil()+1-g.top
	z := vector.NewRasterizer(wide, high)
	at := func(p fixed.Point26_6) (x, y float32) {
		return float32(p.X)/64 - float32(g.left), float32(p.Y)/64 - float32(g.top)
	}
	for _, s := range segments {
		ax, ay := at(s.Args[0])
		bx, by := at(s.Args[1])
		cx, cy := at(s.Args[2])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			z.ClosePath()
			z.MoveTo(ax, ay)
		case sfnt.SegmentOpLineTo:
			z.LineTo(ax, ay)
		case sfnt.SegmentOpQuadTo:
			z.QuadTo(ax, ay, bx, by)
		case sfnt.SegmentOpCubeTo:
			z.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	z.ClosePath()
	z.DrawOp = draw.Src
	g.cover = image.NewAlpha(image.Rect(0, 0, wide, high))
	z.Draw(g.cover, g.cover.Bounds(), image.Opaque, image.Point{})
	return g
}
