package canvas

import (
	"image"
	"image/color"
	"math"
	"sync"
)

// haloWidth is the extent of a halo beyond its letters in points, and glow in pixels.
const (
	haloWidth = 1.2
	glow      = 2
)

// Image renders the page at a width in pixels, in at most 256 colours.
func (p *Page) Image(width int) *image.Paletted {
	scale := float64(width) / p.Width
	high := int(math.Round((p.Height + p.Below) * scale))
	r := &raster{
		img: blank(width, high), scale: scale, top: p.Height,
		inks: map[color.NRGBA]uint8{}, most: 256, scratch: scratches.Get().(*scratch),
	}
	defer scratches.Put(r.scratch)
	r.ground(p)
	for i := range p.items {
		r.register(&p.items[i])
	}
	for i := range p.items {
		r.item(&p.items[i])
	}
	r.img.Palette = r.palette
	return r.img
}

// raster is an indexed pixel buffer being drawn on.
type raster struct {
	img     *image.Paletted
	scale   float64 // pixels per point
	top     float64
	palette color.Palette
	most    int                   // maximum number of colours
	inks    map[color.NRGBA]uint8 // keys have no alpha
	shades  [256]*shades
	*scratch
}

// scratch is the working memory of drawing besides the picture, kept for reuse.
type scratch struct {
	edges []edge
	lo    dot // the bounding box of the first edges
	hi    dot
	boxed int     // the number of edges in it
	cells []int32 // for some rows of pixels: the difference in coverage from the pixel before
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// pictures keeps the memory of freed pictures. Allocating and collecting it would take as long as drawing the troops.
var pictures sync.Pool

// blank returns a picture filled with the first colour.
func blank(wide, high int) *image.Paletted {
	img, ok := pictures.Get().(*image.Paletted)
	if !ok || cap(img.Pix) < wide*high {
		return image.NewPaletted(image.Rect(0, 0, wide, high), nil)
	}
	img.Pix, img.Stride, img.Rect, img.Palette = img.Pix[:wide*high], wide, image.Rect(0, 0, wide, high), nil
	clear(img.Pix)
	return img
}

// Free releases a picture's memory for reuse. The caller must not use the picture afterwards.
func Free(img *image.Paletted) { pictures.Put(img) }

// shades holds, for an ink, its [steps] shades over each other colour. 0 means not yet computed: it is the paper,
// which is never a shade.
type shades [256][steps]uint8

// steps is the number of shades of an edge. More would cost a tenth of the bytes for a barely visible difference.
const steps = 4

// halfShade is the middle of the eight values of a channel that are drawn as one.
const halfShade = 4

// register adds the inks to the palette before any shade. Otherwise the shades of the ground would leave no colours
// for the armies.
func (r *raster) register(it *item) {
	for _, c := range []color.NRGBA{it.ink.Fill, it.ink.Stroke, it.letters.Colour, it.letters.Halo} {
		if c.A > 0 {
			r.ink(c)
		}
	}
	if it.stamp != nil {
		for i := range it.stamp.parts {
			r.register(&it.stamp.parts[i])
		}
	}
}

// ink returns the index of a colour, ignoring its alpha.
func (r *raster) ink(c color.NRGBA) uint8 {
	c.A = 255
	i, ok := r.inks[c]
	if !ok {
		i = r.colour(c)
		r.inks[c] = i
	}
	return i
}

// wet returns the index of a colour and prepares its shades.
func (r *raster) wet(c color.NRGBA) uint8 {
	ink := r.ink(c)
	if r.shades[ink] == nil {
		r.shades[ink] = new(shades)
	}
	return ink
}

// colour returns the index of a colour, or of the nearest one if the palette is full.
func (r *raster) colour(c color.NRGBA) uint8 {
	full := color.RGBA{c.R, c.G, c.B, 255}
	if len(r.palette) >= r.most {
		return uint8(nearest(r.palette, full))
	}
	r.palette = append(r.palette, full)
	return uint8(len(r.palette) - 1)
}

// shade returns the colour of a pixel that an ink covers partly.
func (r *raster) shade(ink, under, step uint8) uint8 {
	if step == 0 || ink == under {
		return under
	}
	if step == steps {
		return ink
	}
	known := &r.shades[ink][under][step]
	if *known > 0 {
		return *known
	}
	a, b := r.palette[ink].(color.RGBA), r.palette[under].(color.RGBA)
	part := func(x, y uint8) uint8 { // rounded to five bits per channel
		v := (int(x)*int(step) + int(y)*int(steps-step)) / steps
		return uint8(v&^7 | halfShade)
	}
	c := color.NRGBA{part(a.R, b.R), part(a.G, b.G), part(a.B, b.B), 255}
	*known = r.ink(c)
	return *known
}

func (r *raster) item(it *item) {
	switch {
	case it.stamp != nil:
		r.stamp(it)
	case it.text != "":
		r.text(it)
	default:
		r.path(it.path, &it.ink, Point{0, r.top})
	}
}

// stamp draws a stamp on whole pixels, so that all copies are identical.
func (r *raster) stamp(it *item) {
	for _, at := range it.places {
		whole := Point{math.Round(at.X*r.scale) / r.scale, r.top - math.Round((r.top-at.Y)*r.scale)/r.scale}
		for i := range it.stamp.parts {
			part := &it.stamp.parts[i]
			r.path(part.path, &part.ink, Point{whole.X, r.top - whole.Y})
		}
	}
}

// path draws a path, moved by the offset to the right and down from the top of the page.
func (r *raster) path(path Path, k *Ink, offset Point) {
	if k.Fill.A > 0 && !r.plainBox(path, k.Fill, offset) {
		r.begin()
		for i := range path {
			r.outline(&path[i], offset)
		}
		r.fill(k.Fill)
	}
	if k.Stroke.A > 0 {
		r.begin()
		for i := range path {
			r.stroke(&path[i], k, offset)
			if r.spread() {
				r.fill(k.Stroke)
				r.begin()
			}
		}
		r.fill(k.Stroke)
	}
}

// plainBox fills a large opaque axis-aligned box on whole pixels without computing coverage. It returns false if the
// path is not such a box.
func (r *raster) plainBox(path Path, c color.NRGBA, offset Point) bool {
	if len(path) != 1 || len(path[0].pts) != 4 || c.A < 255 {
		return false
	}
	a, b, d := path[0].pts[0], path[0].pts[2], path[0].pts[1]
	if d.X != b.X && d.X != a.X || d.Y != a.Y && d.Y != b.Y ||
		path[0].pts[3] != (Point{a.X + b.X - d.X, a.Y + b.Y - d.Y}) {
		return false
	}
	from, to := r.pixels(a, offset), r.pixels(b, offset)
	box := image.Rect(int(math.Round(from.X)), int(math.Round(from.Y)), int(math.Round(to.X)), int(math.Round(to.Y)))
	if box.Dx() < 100 && box.Dy() < 100 {
		return false
	}
	ink := r.ink(c)
	box = box.Intersect(r.img.Rect)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		flood(r.img.Pix[r.img.PixOffset(box.Min.X, y):][:box.Dx()], ink)
	}
	return true
}

// pixels converts a point of the page to pixels, rounded to 1/64, so that pictures do not depend on the last bit of a
// machine's arithmetic.
func (r *raster) pixels(p, offset Point) Point {
	return Point{grain((p.X + offset.X) * r.scale), grain((offset.Y - p.Y) * r.scale)}
}

func grain(f float64) float64 { return math.Round(f*grains) / grains }

func grained(p Point) dot {
	return dot{int32(math.Round(p.X * grains)), int32(math.Round(p.Y * grains))}
}

func (r *raster) outline(f *figure, offset Point) {
	pts := f.points(r.scale)
	for i := range pts {
		r.edges = append(r.edges, edge{grained(r.pixels(pts[i], offset)), grained(r.pixels(pts[(i+1)%len(pts)], offset))})
	}
}

// points returns the figure's corners. A circle gets as many as are visible.
func (f *figure) points(scale float64) []Point {
	if f.radius == 0 {
		return f.pts
	}
	n := min(max(int(f.radius*scale*2), 8), 48)
	pts := make([]Point, n)
	for i := range pts {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		pts[i] = f.pts[0].Plus(Point{f.radius * c, f.radius * s})
	}
	return pts
}

func (r *raster) begin() { r.edges, r.boxed = r.edges[:0], 0 }

// spread reports whether the bounding box of the edges is large. Figures and dashes are then filled one by one, since
// the time for filling grows with the box.
func (r *raster) spread() bool {
	box := r.box()
	return box.Dx()*box.Dy() > 20_000
}

// brush is an ink with its shade for each coverage.
type brush struct {
	ink  uint8
	step [256]uint8
}

func (r *raster) brush(c color.NRGBA) *brush {
	b := &brush{ink: r.wet(c)}
	for v := range b.step {
		b.step[v] = uint8((v*int(c.A)*steps + 255*127) / (255 * 255))
	}
	return b
}

// paint draws an ink through a coverage mask whose corner is at the point.
func (r *raster) paint(cover *image.Alpha, at image.Point, b *brush) {
	known := r.shades[b.ink]
	within := cover.Rect.Add(at).Intersect(r.img.Rect)
	for y := within.Min.Y; y < within.Max.Y; y++ {
		from := cover.Pix[(y-at.Y)*cover.Stride+within.Min.X-at.X:][:within.Dx()]
		to := r.img.Pix[r.img.PixOffset(within.Min.X, y):][:within.Dx()]
		for x, v := range from {
			switch s := b.step[v]; s {
			case 0:
			case steps:
				to[x] = b.ink
			default:
				shade := known[to[x]][s]
				if shade == 0 {
					shade = r.shade(b.ink, to[x], s)
				}
				to[x] = shade
			}
		}
	}
}

func (r *raster) text(it *item) {
	l := &it.letters
	if l.Halo.A > 0 {
		halo := r.brush(l.Halo)
		r.letters(it, func(g *glyph, at image.Point) { r.paint(g.halo(), at.Sub(image.Pt(glow, glow)), halo) })
	}
	pen := r.brush(l.Colour)
	r.letters(it, func(g *glyph, at image.Point) { r.paint(g.cover, at, pen) })
}

// letters calls draw for each visible letter, with the position of its box.
func (r *raster) letters(it *item, draw func(g *glyph, at image.Point)) {
	l := &it.letters
	pen := r.pixels(it.at, Point{0, r.top})
	base := int(math.Round(pen.Y))
	for _, letter := range it.text {
		whole := math.Round(pen.X) // equal letters are equal pixels, which compress well
		f := fonts[l.Font]
		if g := f.glyph(letter, l.Size*r.scale); g != nil {
			draw(g, image.Pt(int(whole)+g.left, base+g.top))
		}
		pen.X = grain(pen.X + (f.advance(letter)*l.Size+l.Spaced)*r.scale)
	}
}
