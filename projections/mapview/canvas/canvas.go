// Package canvas draws paths and lettering on a page, and writes the page as SVG or as a PNG with a
// palette.
//
// A page is a list of items in the order in which they are drawn. The PNG is drawn on an indexed
// buffer, a byte a pixel: an opaque run is one fill, and a pixel at an edge one look-up, which is why
// it takes a tenth of the time and a quarter of the bytes of full colour.
package canvas

import (
	"image/color"
	"math"
	"slices"
	"strings"
	"unicode"
)

// Point is a place on the page in points of 1/72 inch, from the bottom left.
type Point struct{ X, Y float64 }

// Plus returns p moved by q.
func (p Point) Plus(q Point) Point { return Point{p.X + q.X, p.Y + q.Y} }

// Minus returns the way from q to p.
func (p Point) Minus(q Point) Point { return Point{p.X - q.X, p.Y - q.Y} }

// Times returns p as a way f times as long.
func (p Point) Times(f float64) Point { return Point{float64(p.X * f), float64(p.Y * f)} }

// Length returns how long p is as a way, the same on every processor: nothing is fused, and roots are exact.
func (p Point) Length() float64 { return math.Sqrt(float64(p.X*p.X) + float64(p.Y*p.Y)) }

// Path is figures of straight lines, and circles.
type Path []figure

// figure is one line of a path, or a circle round its only point.
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

// Ink is how a path is drawn. A colour without alpha is not drawn.
type Ink struct {
	Fill, Stroke color.NRGBA
	Width        float64   // of the stroke, in points
	Dash         []float64 // lengths in points, drawn and left out in turn
}

// Lettering is how a text is written.
type Lettering struct {
	Font   Font
	Size   float64 // points
	Spaced float64 // room between letters, in points
	Colour color.NRGBA
	Halo   color.NRGBA // round the letters, to be read over lines; without alpha there is none
}

// Stamp is a small drawing that is set on many places, `a tree`.
type Stamp struct {
	Name  string // of a letter and more, one name a drawing
	parts []item // round 0, 0
}

// NewStamp returns an empty stamp.
func NewStamp(name string) *Stamp { return &Stamp{Name: name} }

// Draw adds a path to the stamp.
func (s *Stamp) Draw(p Path, k Ink) *Stamp {
	s.parts = append(s.parts, item{path: p, ink: k})
	return s
}

// item is a path, a text, or a stamp on its places.
type item struct {
	path Path
	ink  Ink

	text    string
	at      Point
	letters Lettering

	stamp  *Stamp
	places []Point
}

// Page is what is drawn.
type Page struct {
	Width, Height float64 // points
	Below         float64 // how far the page reaches below 0
	base          *Base   // what lies below its items; nil nothing
	items         []item
}

// all is what the page is drawn of, from the lowest to the highest.
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

// Write adds a text whose base line begins at the point.
func (p *Page) Write(at Point, s string, l Lettering) {
	if s = Printable(s); s != "" {
		p.items = append(p.items, item{text: s, at: at, letters: l})
	}
}

// Stamp sets the stamp on the places.
func (p *Page) Stamp(s *Stamp, places ...Point) {
	if len(places) > 0 {
		p.items = append(p.items, item{stamp: s, places: places})
	}
}

// Texts yields each text with where its base line begins.
func (p *Page) Texts(yield func(Point, string) bool) {
	all := p.all()
	for i := range all {
		if it := &all[i]; it.text != "" && !yield(it.at, it.text) {
			return
		}
	}
}

// Printable replaces by spaces what cannot be drawn or stored in XML.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, s)
}
