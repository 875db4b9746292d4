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

// Base is the lowest layer of several pages: the terrain of a game, drawn once for a width and cached. All of it lies
// above 0; the extent of a page below that does not matter. A Base is immutable.
type Base struct {
	items []item
	sum   func() [sha256.Size]byte // hash of everything that it is drawn from
}

// Base makes the items drawn so far the base of the page, and returns it for other pages.
func (p *Page) Base() *Base {
	b := &Base{items: p.all()}
	b.sum = sync.OnceValue(b.hash)
	p.On(b)
	return b
}

// On starts the page anew on a base, which must come from a page of the same width and height.
func (p *Page) On(b *Base) { p.base, p.items = b, nil }

func (b *Base) same(as *Base) bool {
	return b == as || b != nil && as != nil && b.sum() == as.sum()
}

// drawn is a base rendered in pixels.
type drawn struct {
	pix     []byte
	palette color.Palette
	inks    map[color.NRGBA]uint8
}

// drawnKey identifies a rendered base.
type drawnKey struct {
	base          [sha256.Size]byte
	width, height float64 // of the page
	wide, high    int     // size in pixels
}

// bases caches the most recent renderings. Each takes a byte per pixel.
var bases, _ = lru.New[drawnKey, *drawn](6) // an error is only possible for a size below 1

// groundColours leaves room in the palette for the colours drawn over the terrain.
const groundColours = 150

// ground renders the page's base, or takes it from the cache.
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

// hash returns a hash of everything that the base is drawn from.
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
