package mapview

import (
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

// Size is a step of the ladder that a map goes down until it fits its mail.
type Size struct {
	Width   int // pixels, a multiple of 25: pictures are drawn at whole dots an inch
	Colours int // in the palette, at most 256
}

// Sizes are the steps, the largest first. Up to sixteen colours take half a byte a
// pixel. At the last the names can just be read.
var Sizes = []Size{{1200, 256}, {1200, 32}, {1000, 32}, {800, 32}, {800, 16}, {600, 32}, {600, 16}, {500, 16}}

// SmallPNG returns the picture as a PNG with a palette: a third of the bytes, for
// mails. The colours that are kept are the commonest; the shades at the edges of letters
// go to the nearest of them.
func (p *Picture) SmallPNG(s Size) ([]byte, error) {
	return reduced(p.sized(s.Width), s.Colours)
}

// sized draws the picture so many pixels wide.
func (p *Picture) sized(width int) *image.RGBA {
	c := vgimg.NewWith(vgimg.UseWH(vg.Length(p.width), vg.Length(p.height+p.below)), vgimg.UseDPI(72*width/pageWidth))
	p.paint(c)
	return rgba(c.Image())
}

// reduced writes the image with so many colours.
func reduced(full *image.RGBA, colours int) ([]byte, error) {
	counts := coloursOf(full.Pix)
	palette := paletteOf(counts, colours)
	index := make(map[color.RGBA]uint8, len(counts))
	for c := range counts {
		index[c] = uint8(palette.Index(c))
	}
	small := image.NewPaletted(full.Bounds(), palette)
	last, at := pixel(full.Pix), index[pixel(full.Pix)]
	for i := range small.Pix {
		if c := pixel(full.Pix[4*i:]); c != last {
			last, at = c, index[c]
		}
		small.Pix[i] = at
	}
	return encode(small, png.DefaultCompression)
}

// coloursOf counts the pixels of each colour. A map is mostly runs of one colour, and
// a run is looked up once.
func coloursOf(pix []byte) map[color.RGBA]int {
	counts := map[color.RGBA]int{}
	last, run := pixel(pix), 0
	for i := 0; i < len(pix); i += 4 {
		if c := pixel(pix[i:]); c != last {
			counts[last] += run
			last, run = c, 0
		}
		run++
	}
	counts[last] += run
	return counts
}

// rgba returns the image as one whose pixels lie without gaps from 0, 0 on.
func rgba(img image.Image) *image.RGBA {
	if p, ok := img.(*image.RGBA); ok && p.Rect.Min == (image.Point{}) && p.Stride == 4*p.Rect.Dx() {
		return p
	}
	out := image.NewRGBA(image.Rectangle{Max: img.Bounds().Size()})
	draw.Draw(out, out.Bounds(), img, img.Bounds().Min, draw.Src)
	return out
}

func pixel(p []byte) color.RGBA { return color.RGBA{p[0], p[1], p[2], p[3]} }

// paletteOf returns so many colours, the commonest first and equals by value, so that a
// picture always gives the same bytes. Where not all can be had, a colour close to one
// that is kept gives way to a rarer one that is not: else a few shades of the ground
// would leave none for the troops.
func paletteOf(counts map[color.RGBA]int, most int) color.Palette {
	colours := make([]color.RGBA, 0, len(counts))
	for c := range counts {
		colours = append(colours, c)
	}
	slices.SortFunc(colours, func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	var kept []color.RGBA
	for _, apart := range apartBy(most) {
		for _, c := range colours {
			if len(kept) < most && !slices.ContainsFunc(kept, func(k color.RGBA) bool { return nearer(k, c, apart) }) {
				kept = append(kept, c)
			}
		}
	}
	palette := make(color.Palette, len(kept))
	for i, c := range kept {
		palette[i] = c
	}
	return palette
}

// apartBy is how far colours must be apart to be kept, round by round: with a whole
// palette all count alike.
func apartBy(most int) []int {
	if most >= 256 {
		return []int{1}
	}
	return []int{48, 24, 12, 1}
}

// nearer reports whether two colours differ by less in all three channels together.
func nearer(a, b color.RGBA, by int) bool {
	d := 0
	for _, v := range [3]int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
		d += max(v, -v)
	}
	return d < by
}

// Smaller yields the picture for a mail in ever fewer bytes, each made when it is asked for.
func (p *Picture) Smaller(yield func([]byte, error) bool) {
	var full *image.RGBA
	for i, s := range Sizes {
		if i == 0 || s.Width != Sizes[i-1].Width {
			full = p.sized(s.Width)
		}
		if !yield(reduced(full, s.Colours)) {
			return
		}
	}
}
