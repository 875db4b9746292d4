// Package mapview draws what a seat knows on the map of its scenario, as SVG or
// PNG.
//
// Both come from one picture model: a list of paths and texts on a page, built
// from the ground (board.Ground), the symbols that a ruleset brings as data
// (events.Symbols) and the facts that a seat knows (knowledge.Known). The true
// state is not in reach. All four boards are drawn by the same code, because a
// ground is areas, courses, cells and marks on every one of them.
//
//	pic := mapview.Draw(ground, ruleset.Symbols, known, mapview.Sheet{Title: "The mill"})
//	os.WriteFile("mill.svg", pic.SVG(), 0o644)
//
// The picture reads in grey as well as in colour: sides differ in darkness and
// terrain has a pattern. What is older than the turn is pale, with a broken
// outline and its turn. No label lies over another, nor over a unit; a name
// that finds no room is left out, a unit's is moved away and joined by a line.
//
// It is the only projection that uses floating point, and nothing is decided by it.
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

// Sheet is what stands on a map beside ground and facts.
type Sheet struct {
	Title  string       // of the scenario; "" the ground's
	Reader string       // whose knowledge it is, as written; "" the seat's id
	Side   string       // whose units are drawn as one's own; "" the seat's own side
	Names  phrase.Names // written names of ids; nil none
	Note   string       // beside whose knowledge it is; "" none
	Zones  bool         // draws kill zones too
	// Sees reports whether the reader has the ground at a point, or a cell, in view; nil: all of it.
	Sees Outlook
	// Tales say what part outcomes have in a fight: the ways and the fire of the turn are drawn by them.
	Tales map[string]events.Tale
	// Bare leaves out names, coordinates and legend: for a picture among others.
	Bare bool
	// Narrow draws for a telephone: letters are as large on a page half as wide.
	Narrow bool
	// Held are the sides that have the places that count, as the reader knows; nil: it is not drawn.
	Held map[string]string
	// Orders are drawn where they lead, each with the way of its couriers.
	Orders []Ordered
}

// Outlook reports whether a reader has the ground at a point, or a cell, in view.
type Outlook func(cell string, at board.Point) bool

// Picture is a map ready to be written as SVG or PNG.
type Picture struct {
	canvas.Page
	title, alt string
	lettering
	spots  []Spot
	field  Field
	ground *board.Ground // of which the letters of a sketch are
}

// A map is so many points wide, and less than half for a page held in one hand, with letters of the same size; a
// PNG has pixelsAPoint squared pixels for each.
const (
	pageWidth    = 600
	narrowWidth  = 280
	pixelsAPoint = 2
)

// Draw draws what is known at the end of the last turn that k knows of.
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

// sideOf returns the side of a seat `SIDE.NAME`; the umpire looks from the first side's.
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

// Alt returns what the picture shows, in words, for who cannot see it.
func (p *Picture) Alt() string { return p.alt }

// Size returns width and height in points of 1/72 inch.
func (p *Picture) Size() (width, height int) { return int(p.Width), int(p.Height + p.Below) }

// SVG returns the picture as SVG.
func (p *Picture) SVG() []byte { return p.Page.SVG(p.title, p.alt) }

// mostPNG is how many bytes a picture has, at most, that is not worth packing any tighter.
const mostPNG = 70_000

// PNG returns the picture as PNG, two pixels a point each way.
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

// Size is a step of the ladder that a map goes down until it fits its mail.
type Size struct {
	Width   int // pixels
	Colours int // in the palette, at most 256
}

// Sizes are the steps, the largest first. Up to sixteen colours take half a byte a
// pixel. At the last the names can just be read.
var Sizes = []Size{{1200, 32}, {1200, 16}, {1000, 16}, {800, 16}, {600, 16}, {500, 16}}

// Smaller yields the picture for a mail in ever fewer bytes, each made when it is asked for. Steps that will not
// come down to so many bytes are left out, but for the last.
func (p *Picture) Smaller(room int) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		var full *image.Paletted
		made, bytes := 0, 0 // the step before, and what it took
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

// least is how few bytes a picture has at best of which a larger one had so many: they shrink less than its face.
func (s Size) least(larger Size, bytes int) int {
	if s.Colours < larger.Colours {
		bytes = bytes * 3 / 4
	}
	return bytes * s.Width / larger.Width * s.Width / larger.Width
}

func itoa(n int) string { return strconv.Itoa(n) }
