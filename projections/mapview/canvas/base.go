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
)

// Base says that what was drawn so far is the same on many pages: the ground of a game, which is drawn once
// for a width and kept. All of it lies above 0; how far a page reaches below that makes no difference.
func (p *Page) Base() { p.base = len(p.items) }

// base is a drawn ground.
type base struct {
	key     [sha256.Size]byte
	pix     []byte
	palette color.Palette
	inks    map[color.NRGBA]uint8
}

// bases are the grounds that were drawn last, the latest in front; each takes a byte a pixel.
var bases struct {
	sync.Mutex
	list []*base
}

const (
	mostBases = 6
	// groundColours leave room in the palette for the inks of what comes to stand on the ground.
	groundColours = 150
)

// ground draws the page's base, or takes it as it was kept.
func (r *raster) ground(p *Page) {
	if p.base == 0 {
		return
	}
	whole := r.img
	wide, high := whole.Rect.Dx(), min(int(math.Round(p.Height*r.scale)), whole.Rect.Dy())
	key := p.key(wide, high)
	kept := keptBase(key)
	if kept == nil {
		r.img = image.NewPaletted(image.Rect(0, 0, wide, high), nil)
		kept = r.drawBase(p, key)
		r.img = whole
	}
	r.palette, r.inks = slices.Clone(kept.palette), maps.Clone(kept.inks)
	below := whole.Pix[copy(whole.Pix, kept.pix):]
	for i := range below {
		below[i] = kept.pix[len(kept.pix)-1] // paper
	}
}

// drawBase draws the base and keeps it.
func (r *raster) drawBase(p *Page, key [sha256.Size]byte) *base {
	for i := range p.items[:p.base] {
		r.register(&p.items[i])
	}
	r.most = groundColours
	for i := range p.items[:p.base] {
		r.item(&p.items[i])
	}
	b := &base{key, r.img.Pix, slices.Clone(r.palette), maps.Clone(r.inks)}
	r.most, r.shades = 256, [256]*shades{}
	keep(b)
	return b
}

func keptBase(key [sha256.Size]byte) *base {
	bases.Lock()
	defer bases.Unlock()
	i := slices.IndexFunc(bases.list, func(b *base) bool { return b.key == key })
	if i < 0 {
		return nil
	}
	b := bases.list[i]
	bases.list = slices.Insert(slices.Delete(bases.list, i, i+1), 0, b)
	return b
}

func keep(b *base) {
	bases.Lock()
	defer bases.Unlock()
	bases.list = slices.Insert(bases.list, 0, b)
	bases.list = bases.list[:min(len(bases.list), mostBases)]
}

// key stands for all that the base of the page is drawn from.
func (p *Page) key(wide, high int) [sha256.Size]byte {
	b := make([]byte, 0, 64<<10)
	add := func(floats ...float64) {
		for _, f := range floats {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(f))
		}
	}
	add(p.Width, p.Height, float64(wide), float64(high), float64(p.base))
	for i := range p.items[:p.base] {
		it := &p.items[i]
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
