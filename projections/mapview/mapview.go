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
	"bytes"
	"fmt"
	"image"
	"image/png"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"galloper/adjudicator/board"
	"galloper/events"
	"galloper/projections/knowledge"
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
}

// Picture is a map ready to be written as SVG or PNG.
type Picture struct {
	width, height float64 // points
	below         float64 // room that the legend needs beyond its own, or less: all is drawn that much higher
	items         []item
	title, alt    string
}

// pageWidth is the width of every map in points; a PNG has pixelsAPoint squared pixels for each.
const (
	pageWidth    = 600
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
	d := newDrawing(&g, &sheet, k.Turn())
	d.umpire = k.Seat() == knowledge.Umpire
	d.read(symbols, k)
	d.ground()
	d.killZones()
	d.units()
	d.badges()
	d.labels()
	d.border()
	d.legend()
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
func (p *Picture) Size() (width, height int) { return int(p.width), int(p.height + p.below) }

// fallback are the fonts to use where the drawn one is not installed.
const fallback = "Liberation Sans,Arial,Helvetica,sans-serif"

// SVG returns the picture as SVG. Fonts are named, not embedded: a reader's own
// sans-serif stands in where it has not the one the widths were taken from, and is
// pressed into the same width, so that no label comes to lie over another.
func (p *Picture) SVG() []byte {
	c := vgsvg.New(vg.Length(p.width), vg.Length(p.height+p.below))
	p.paint(c)
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		panic(fmt.Sprintf("mapview: %v", err)) // unreachable: a buffer takes all
	}
	out := bytes.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Sans;font-variant:none;"), []byte("font-family:"+fallback+";"))
	out = bytes.ReplaceAll(out, []byte("font-weight:normal;font-style:normal;"), nil)
	out = p.fixWidths(out)
	return bytes.Replace(out, []byte(">\n<g transform"), []byte(` role="img">`+"\n<title>"+escape(p.title)+"</title>\n<desc>"+escape(p.alt)+"</desc>\n<g transform"), 1)
}

// fixWidths gives each text of the SVG the width that it was measured with. The texts
// come in the order of the items.
func (p *Picture) fixWidths(svg []byte) []byte {
	mark := []byte("<text ")
	out := make([]byte, 0, len(svg)+len(svg)/4)
	for i := range p.items {
		it := &p.items[i]
		at := bytes.Index(svg, mark)
		if it.text == "" || at < 0 {
			continue
		}
		at += len(mark)
		out = append(out, svg[:at]...)
		out = fmt.Appendf(out, `textLength="%.4g" lengthAdjust="spacingAndGlyphs" `, textWidth(it.text, it.size, it.bold))
		svg = svg[at:]
	}
	return append(out, svg...)
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

func escape(s string) string { return escaper.Replace(s) }

// PNG returns the picture as PNG, two pixels a point each way.
func (p *Picture) PNG() ([]byte, error) {
	return encode(p.image(), png.DefaultCompression)
}

func (p *Picture) image() image.Image {
	c := vgimg.NewWith(vgimg.UseWH(vg.Length(p.width), vg.Length(p.height+p.below)), vgimg.UseDPI(72*pixelsAPoint))
	p.paint(c)
	return c.Image()
}

func encode(img image.Image, level png.CompressionLevel) ([]byte, error) {
	var b bytes.Buffer
	enc := png.Encoder{CompressionLevel: level}
	if err := enc.Encode(&b, img); err != nil {
		return nil, fmt.Errorf("mapview: %w", err)
	}
	return b.Bytes(), nil
}

func itoa(n int) string { return strconv.Itoa(n) }
