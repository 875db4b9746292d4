package mapview

import (
	"image/color"
	"math"
	"strings"
	"unicode"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
)

// item is a path or a text of the picture.
type item struct {
	path vg.Path
	ink  ink
	text string
	at   point
	size float64
	bold bool
}

// point is a place on the page in points, from the bottom left.
type point struct{ x, y float64 }

func (p point) plus(q point) point { return point{p.x + q.x, p.y + q.y} }

func (p point) times(f float64) point { return point{p.x * f, p.y * f} }

func (p point) minus(q point) point { return point{p.x - q.x, p.y - q.y} }

func (p point) length() float64 { return math.Hypot(p.x, p.y) }

// toward returns the unit vector of an angle in degrees clockwise from north.
func toward(degrees float64) point {
	s, c := math.Sincos(degrees * math.Pi / 180)
	return point{s, c}
}

// ink is how a path is drawn. A colour without alpha is not drawn.
type ink struct {
	fill, stroke color.NRGBA
	width        float64
	dash         []float64
}

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 255}
}

// mix returns a colour part of the way to another: 0 is a, 1 is b.
func mix(a, b color.NRGBA, part float64) color.NRGBA {
	m := func(x, y uint8) uint8 { return uint8(math.Round(float64(x) + (float64(y)-float64(x))*part)) }
	return color.NRGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), 255}
}

var fonts = font.NewCache(liberation.Collection())

func face(size float64, bold bool) font.Face {
	f := font.Font{Typeface: "Liberation", Variant: "Sans"}
	if bold {
		f.Weight = xfont.WeightBold
	}
	return fonts.Lookup(f, vg.Length(size))
}

// textWidth returns the width of a text in points.
func textWidth(s string, size float64, bold bool) float64 {
	f := face(size, bold)
	return float64(f.Width(s))
}

// tidy takes out what cannot be drawn or stored in XML.
func tidy(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, s)
}

func (p *Picture) paint(c vg.Canvas) {
	if p.below != 0 {
		c.Translate(vg.Point{Y: vg.Length(p.below)})
	}
	for i := range p.items {
		p.items[i].paint(c)
	}
}

func (it *item) paint(c vg.Canvas) {
	if it.text != "" {
		c.SetColor(it.ink.fill)
		c.FillString(face(it.size, it.bold), vgPoint(it.at), it.text)
		return
	}
	if it.ink.fill.A > 0 {
		c.SetColor(it.ink.fill)
		c.Fill(it.path)
	}
	if it.ink.stroke.A > 0 {
		c.SetColor(it.ink.stroke)
		c.SetLineWidth(vg.Length(it.ink.width))
		dash := make([]vg.Length, len(it.ink.dash))
		for i, d := range it.ink.dash {
			dash[i] = vg.Length(d)
		}
		c.SetLineDash(dash, 0)
		c.Stroke(it.path)
	}
}

// vgPoint rounds to hundredths of a point, so that pictures do not hang on the
// last bit of a machine's arithmetic.
func vgPoint(p point) vg.Point {
	return vg.Point{X: vg.Length(math.Round(p.x*100) / 100), Y: vg.Length(math.Round(p.y*100) / 100)}
}

func (p *Picture) draw(path vg.Path, k ink) {
	if len(path) > 0 {
		p.items = append(p.items, item{path: path, ink: k})
	}
}

func (p *Picture) write(at point, s string, size float64, bold bool, c color.NRGBA) {
	p.items = append(p.items, item{text: tidy(s), at: at, size: size, bold: bold, ink: ink{fill: c}})
}

// polyline adds a line through the points to a path.
func polyline(path vg.Path, pts ...point) vg.Path {
	for i, p := range pts {
		if i == 0 {
			path.Move(vgPoint(p))
		} else {
			path.Line(vgPoint(p))
		}
	}
	return path
}

// polygon adds a closed figure to a path.
func polygon(path vg.Path, pts ...point) vg.Path {
	path = polyline(path, pts...)
	path.Close()
	return path
}

// circle adds a circle to a path.
func circle(path vg.Path, at point, r float64) vg.Path {
	path.Move(vgPoint(point{at.x + r, at.y}))
	path.Arc(vgPoint(at), vg.Length(r), 0, 2*math.Pi)
	path.Close()
	return path
}

func box(r rect) vg.Path {
	return polygon(nil, point{r.x0, r.y0}, point{r.x1, r.y0}, point{r.x1, r.y1}, point{r.x0, r.y1})
}

// rect is an upright box on the page.
type rect struct{ x0, y0, x1, y1 float64 }

func (r rect) meets(o rect) bool { return r.x0 < o.x1 && o.x0 < r.x1 && r.y0 < o.y1 && o.y0 < r.y1 }

func (r rect) within(o rect) bool {
	return r.x0 >= o.x0 && r.x1 <= o.x1 && r.y0 >= o.y0 && r.y1 <= o.y1
}

func (r rect) middle() point { return point{(r.x0 + r.x1) / 2, (r.y0 + r.y1) / 2} }

func around(p point, r float64) rect { return rect{p.x - r, p.y - r, p.x + r, p.y + r} }

// bounds returns the smallest box round the points.
func bounds(pts []point) rect {
	r := rect{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, p := range pts {
		r = rect{min(r.x0, p.x), min(r.y0, p.y), max(r.x1, p.x), max(r.y1, p.y)}
	}
	return r
}
