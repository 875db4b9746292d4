package mapview

import (
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"slices"
)

// maxColours is what a palette holds.
const maxColours = 256

// SmallPNG returns the picture as a PNG with a palette: a third of the bytes, for
// mails. The commonest colours are kept; the shades at the edges of letters go to
// the nearest of them.
func (p *Picture) SmallPNG() ([]byte, error) {
	full := rgba(p.image())
	counts := coloursOf(full.Pix)
	palette := paletteOf(counts)
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

// paletteOf returns the commonest colours, the commonest first and equals by value,
// so that a picture always gives the same bytes.
func paletteOf(counts map[color.RGBA]int) color.Palette {
	colours := make([]color.RGBA, 0, len(counts))
	for c := range counts {
		colours = append(colours, c)
	}
	slices.SortFunc(colours, func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	palette := make(color.Palette, 0, maxColours)
	for _, c := range colours[:min(len(colours), maxColours)] {
		palette = append(palette, c)
	}
	return palette
}
