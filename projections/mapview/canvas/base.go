package canvas

import (
	"crypto/sha256"
	"encoding/binary"
	"image"
	"image/color"
	"maps"
	"math"
	"slices"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
)

// Base is what many pages have below all else: the ground of a game, which is drawn once for a width and kept. All of
// it lies above 0; how far a page reaches below that makes no difference. It never changes.
type Base struct {
	items []item
	sum   func() [sha256.Size]byte // of all that it is drawn from
}

// Base makes what was drawn so far the base of the page, and returns it for others.
func (p *Page) Base() *Base {
	b := &Base{items: p.all()}
	b.sum = sync.OnceValue(b.hash)
	p.On(b)
	return b
}

// On begins the page anew, on a base: that of a page as wide and as high.
func (p *Page) On(b *Base) { p.base, p.items = b, nil }

// same reports whether two bases are drawn alike.
func (b *Base) same(as *Base) bool {
	return b == as || b != nil && as != nil && b.sum() == as.sum()
}

// drawn is a base on so many pixels.
type drawn struct {
	pix     []byte
	palette color.Palette
	inks    map[color.NRGBA]uint8
}

// drawnKey stands for all that a drawn base depends on.
type drawnKey struct {
	base          [sha256.Size]byte
	width, height float64 // of the page
	wide, high    int     // pixels
}

// bases are the grounds that were drawn last; each takes a byte a pixel.
var bases, _ = lru.New[drawnKey, *drawn](6) // it fails only where it is to keep none

// groundColours leave room in the palette for the inks of what comes to stand on the ground.
const groundColours = 150

// ground draws the page's base, or takes it as it was kept.
func (r *raster) ground(p *Page) {
	if p.base == nil {
		return
	}
	whole := r.img
	wide, high := whole.Rect.Dx(), min(int(math.Round(p.Height*r.scale)), whole.Rect.Dy())
	key := drawnKey{p.base.sum(), p.Width, p.Height, wide, high}
	kept, ok := bases.Get(key)
	if !ok {
		r.img = image.NewPaletted(image.Rect(0, 0, wide, high), nil)
		kept = r.drawBase(p.base)
		bases.Add(key, kept)
		r.img = whole
	}
	r.palette, r.inks = slices.Clone(kept.palette), maps.Clone(kept.inks)
	below := whole.Pix[copy(whole.Pix, kept.pix):]
	for i := range below {
		below[i] = kept.pix[len(kept.pix)-1] // paper
	}
}

// drawBase draws the base.
func (r *raster) drawBase(b *Base) *drawn {
	for i := range b.items {
		r.register(&b.items[i])
	}
	r.most = groundColours
	for i := range b.items {
		r.item(&b.items[i])
	}
	d := &drawn{r.img.Pix, slices.Clone(r.palette), maps.Clone(r.inks)}
	r.most, r.shades = 256, [256]*shades{}
	return d
}

// hash stands for all that the base is drawn from.
func (base *Base) hash() [sha256.Size]byte {
	b := make([]byte, 0, 64<<10)
	add := func(floats ...float64) {
		for _, f := range floats {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(f))
		}
	}
	for i := range base.items {
		it := &base.items[i]
		for _, c := range []color.NRGBA{it.ink.Fill, it.ink.Stroke, it.letters.Colour, it.letters.Halo} {
			b = append(b, c.R, c.G, c.B, c.A)
		}
		add(it.ink.Width, float64(len(it.ink.Dash)), it.at.X, it.at.Y, it.letters.Size, it.letters.Spaced,
			float64(it.letters.Font), float64(len(it.text)), float64(len(it.path)), float64(len(it.places)))
		add(it.ink.Dash...)
		b = append(b, it.text...)
		for j := range it.path {
			f := &it.path[j]
			closed := 0.
			if f.closed {
				closed = 1
			}
			add(f.radius, closed, float64(len(f.pts)))
			for _, pt := range f.pts {
				add(pt.X, pt.Y)
			}
		}
		if it.stamp != nil {
			b = append(append(b, it.stamp.Name...), 0)
		}
		for _, pt := range it.places {
			add(pt.X, pt.Y)
		}
	}
	return sha256.Sum256(b)
}
