// Package mapview draws a seat's knowledge on the map of its scenario, as SVG or PNG.
//
// Both formats come from one picture model: a list of paths and texts on a page, built from the ground (board.Ground),
// the ruleset's symbols (events.Symbols) and the facts that the seat knows (knowledge.Known). The package has no access
// to the true state. The same code draws all four kinds of boards, because every ground consists of areas, courses,
// cells and marks.
//
//	pic := mapview.Draw(ground, ruleset.Symbols, known, mapview.Sheet{Title: "The mill"})
//	os.WriteFile("mill.svg", pic.SVG(), 0o644)
//
// The picture is legible in grey as well as in colour: sides differ in darkness, and terrain has patterns. Facts of
// earlier turns are pale, with a broken outline and their turn. No label overlaps another label or a unit. The name of
// a place is left out if there is no room; the name of a unit is moved away and joined by a leader.
//
// This is the only projection that uses floating point. No result of the game depends on it.
package mapview

import (
	"image"
	"iter"
	"strconv"
	"strings"

	"galloper/adjudicator/board"
	"galloper/events"
	"galloper/projections/knowledge"
	"galloper/projections/mapview/canvas"
	"galloper/projections/phrase"
)

// Sheet holds the inputs of a map besides ground and facts.
type Sheet struct {
	Title  string       // of the scenario; "" means the ground's
	Reader string       // name of the reader; "" means the seat's id
	Side   string       // the reader's own side; "" means the seat's
	Names  phrase.Names // written names of ids; may be nil
	Note   string       // beside the name of the reader; may be ""
	Zones  bool         // whether to draw kill zones
	// Sees reports whether the reader can see a point or a cell. If it is nil, there is no fog of war.
	Sees Outlook
	// Tales give the roles of outcomes in a fight, by which movements and fire are drawn.
	Tales map[string]events.Tale
	// Bare omits names, coordinates and legend, for a picture among others.
	Bare bool
	// Narrow draws for a phone: a page half as wide with letters of the same size.
	Narrow bool
	// Held maps the objectives to the sides that hold them, to the reader's knowledge. If it is nil, holders are not
	// drawn.
	Held map[string]string
	// Orders are drawn as arrows, each with the ride of its couriers.
	Orders []Ordered
}

// Outlook reports whether the reader can see a cell, or a point on a board without cells.
type Outlook func(cell string, at board.Point) bool

// Picture is a map that can be written as SVG or PNG.
type Picture struct {
	canvas.Page
	title, alt string
	lettering
	spots  []Spot
	field  Field
	ground *board.Ground // the source of Sketch
}

// Page widths in points; a narrow page has letters of the same size. A PNG has pixelsAPoint² pixels per square point.
const (
	pageWidth    = 600
	narrowWidth  = 280
	pixelsAPoint = 2
)

// Draw draws the knowledge at the end of the last turn of k.
func Draw(g board.Ground, symbols events.Symbols, k *knowledge.Known, sheet Sheet) *Picture {
	if sheet.Title == "" {
		sheet.Title = g.Title
	}
	if sheet.Reader == "" {
		sheet.Reader = k.Seat()
	}
	if sheet.Side == "" {
		sheet.Side = sideOf(k.Seat(), &g)
	}
	if sheet.Narrow {
		g = inHand(g)
	}
	d := newDrawing(&g, &sheet, k.Turn())
	d.seat, d.umpire = k.Seat(), k.Impartial()
	d.survey()
	d.read(symbols, k)
	d.follow(symbols, k)
	d.mist()
	d.killZones()
	d.ways()
	d.orders()
	d.units()
	d.shots()
	d.point()
	d.flags()
	if !sheet.Bare {
		d.badges()
		d.labels()
	}
	d.border()
	if !sheet.Bare {
		d.legend()
	}
	return d.picture()
}

// sideOf returns the side of a seat `SIDE.NAME`, or the first side for the umpire.
func sideOf(seat string, g *board.Ground) string {
	if side, _, ok := strings.Cut(seat, "."); ok {
		return side
	}
	if len(g.Sides) > 0 {
		return g.Sides[0].Side
	}
	return ""
}

// Title returns the line above the map.
func (p *Picture) Title() string { return p.title }

// Alt returns a description of the picture, for readers who cannot see it.
func (p *Picture) Alt() string { return p.alt }

// Size returns width and height in points of 1/72 inch.
func (p *Picture) Size() (width, height int) { return int(p.Width), int(p.Height + p.Below) }

// SVG returns the picture as SVG.
func (p *Picture) SVG() []byte { return p.Page.SVG(p.title, p.alt) }

// mostPNG is the size in bytes up to which fewer colours are not worth it.
const mostPNG = 70_000

// PNG returns the picture as PNG, with pixelsAPoint pixels per point in each direction.
func (p *Picture) PNG() ([]byte, error) {
	full := p.Image(int(p.Width) * pixelsAPoint)
	defer canvas.Free(full)
	data, err := canvas.PNG(full, 256)
	for _, colours := range []int{96, 64, 48, 32, 16} {
		if err != nil || len(data) <= mostPNG {
			break
		}
		data, err = canvas.SmallPNG(full, colours)
	}
	return data, err
}

// Size is a step of the ladder that a map descends until it fits its mail.
type Size struct {
	Width   int // pixels
	Colours int // in the palette, at most 256
}

// Sizes are the resolutions in descending order. Up to sixteen colours take half a byte a pixel. At the last, the
// names are barely legible.
var Sizes = []Size{{1200, 32}, {1200, 16}, {1000, 16}, {800, 16}, {600, 16}, {500, 16}}

// Smaller yields the picture as PNG in decreasing sizes, each made on demand. It skips sizes that would still exceed
// room bytes, except for the last.
func (p *Picture) Smaller(room int) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		var full *image.Paletted
		made, bytes := 0, 0 // the previous size, and its bytes
		for i, s := range Sizes {
			if i > 0 && i+1 < len(Sizes) && s.least(Sizes[made], bytes) > room {
				continue
			}
			if full == nil || full.Rect.Dx() != s.Width {
				full = p.Image(s.Width)
			}
			b, err := canvas.PNG(full, s.Colours)
			if !yield(b, err) {
				break
			}
			made, bytes = i, len(b)
		}
		canvas.Free(full)
	}
}

// least estimates the minimum number of bytes of a picture from those of a larger one. Bytes shrink more slowly than
// the area.
func (s Size) least(larger Size, bytes int) int {
	if s.Colours < larger.Colours {
		bytes = bytes * 3 / 4
	}
	return bytes * s.Width / larger.Width * s.Width / larger.Width
}

func itoa(n int) string { return strconv.Itoa(n) }
