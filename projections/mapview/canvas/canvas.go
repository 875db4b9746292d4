// Package canvas draws paths and lettering on a page, and writes the page as SVG or as a PNG with a palette.
//
// A page is a list of items in drawing order. The PNG is drawn into an indexed buffer with a byte per pixel: an opaque
// run is one fill, and a pixel at an edge one table look-up. Compared with full colour, that takes a tenth of the time
// and a quarter of the bytes.
package canvas

import (
	"image/color"
	"math"
	"slices"
	"strings"
	"unicode"
)

// Point is a position on the page in points of 1/72 inch, from the bottom left. It also serves as a vector.
type Point struct{ X, Y float64 }

// Plus returns the sum of p and q.
func (p Point) Plus(q Point) Point { return Point{p.X + q.X, p.Y + q.Y} }

// Minus returns the vector from q to p.
func (p Point) Minus(q Point) Point { return Point{p.X - q.X, p.Y - q.Y} }

// Times returns p scaled by f.
func (p Point) Times(f float64) Point { return Point{float64(p.X * f), float64(p.Y * f)} }

// Length returns the length of the vector p. It is the same on every processor: no operations are fused, and the
// square root is exact.
func (p Point) Length() float64 { return math.Sqrt(float64(p.X*p.X) + float64(p.Y*p.Y)) }

// Path is a list of figures of straight lines, and circles.
type Path []figure

// figure is one line of a path, or a circle around its only point.
type figure struct {
	pts    []Point
	closed bool
	radius float64 // of a circle
}

// Line adds a line through the points.
func (p Path) Line(pts ...Point) Path { return append(p, figure{pts: pts}) }

// Polygon adds a closed figure.
func (p Path) Polygon(pts ...Point) Path { return append(p, figure{pts: pts, closed: true}) }

// Circle adds a circle.
func (p Path) Circle(at Point, radius float64) Path {
	return append(p, figure{pts: []Point{at}, closed: true, radius: radius})
}

// Ink is the style of a path. A colour without alpha is not drawn.
type Ink struct {
	Fill, Stroke color.NRGBA
	Width        float64   // of the stroke, in points
	Dash         []float64 // alternating lengths of dashes and gaps, in points
}

// Lettering is the style of a text.
type Lettering struct {
	Font   Font
	Size   float64 // points
	Spaced float64 // additional space between letters, in points
	Colour color.NRGBA
	Halo   color.NRGBA // colour around the letters, for legibility over lines; without alpha there is no halo
}

// Stamp is a small drawing that is repeated in many places, such as a tree.
type Stamp struct {
	Name  string // unique per drawing, at least two letters
	parts []item // drawn around 0, 0
}

// NewStamp returns an empty stamp.
func NewStamp(name string) *Stamp { return &Stamp{Name: name} }

// Draw adds a path to the stamp.
func (s *Stamp) Draw(p Path, k Ink) *Stamp {
	s.parts = append(s.parts, item{path: p, ink: k})
	return s
}

// item is a path, a text, or a stamp with its places.
type item struct {
	path Path
	ink  Ink

	text    string
	at      Point
	letters Lettering

	stamp  *Stamp
	places []Point
}

// Page is a list of things to draw.
type Page struct {
	Width, Height float64 // points
	Below         float64 // extent below 0
	base          *Base   // the layer below its items; may be nil
	items         []item
}

// all returns all items of the page, from bottom to top.
func (p *Page) all() []item {
	if p.base == nil {
		return p.items
	}
	return slices.Concat(p.base.items, p.items)
}

// Draw adds a path.
func (p *Page) Draw(path Path, k Ink) {
	if len(path) > 0 {
		p.items = append(p.items, item{path: path, ink: k})
	}
}

// Write adds a text with its baseline starting at the point.
func (p *Page) Write(at Point, s string, l Lettering) {
	if s = Printable(s); s != "" {
		p.items = append(p.items, item{text: s, at: at, letters: l})
	}
}

// Stamp adds the stamp at each of the places.
func (p *Page) Stamp(s *Stamp, places ...Point) {
	if len(places) > 0 {
		p.items = append(p.items, item{stamp: s, places: places})
	}
}

// Texts yields each text with the start of its baseline.
func (p *Page) Texts(yield func(Point, string) bool) {
	all := p.all()
	for i := range all {
		if it := &all[i]; it.text != "" && !yield(it.at, it.text) {
			return
		}
	}
}

// Printable puts a space for each character that cannot be drawn or stored in XML.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, s)
}
