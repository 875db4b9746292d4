package mapview

import (
	"math"
	"strconv"

	"galloper/adjudicator/board"
	"galloper/events"
	"galloper/projections/knowledge"
)

// Spot is something on a map that orders can name. Its box lies on the picture, in points from the
// upper left corner.
type Spot struct {
	Name       string // as orders name it
	Title      string // as people call it
	Kind       SpotKind
	X, Y, W, H float64
}

// SpotKind is what a spot is to the reader.
type SpotKind string

// The kinds of spots.
const (
	OwnSpot   SpotKind = "own"   // of the reader's side
	OtherSpot SpotKind = "other" // of another side, or of nobody knows which
	PlaceSpot SpotKind = "place"
	CellSpot  SpotKind = "cell" // a hex, a square: what a board without distances is made of
)

// Field is where the board lies on a picture, and what its edges are in the measures of orders.
// Without a unit it has no measures: places on it are cells.
type Field struct {
	X, Y, W, H               float64
	West, South, East, North int
	Unit                     string
}

// Spots returns what can be pointed at: troops first, then places, then cells.
func (p *Picture) Spots() []Spot { return p.spots }

// Field returns where the board lies.
func (p *Picture) Field() Field { return p.field }

// Fold returns how high the picture is without its legend.
func (p *Picture) Fold() int { return int(math.Ceil(p.field.Y + p.field.H + coordinates)) }

// point notes what of the drawing can be pointed at.
func (d *drawing) point() {
	g, f := d.g, d.field
	d.Picture.ground = g
	d.Picture.field = Field{X: f.x0, Y: d.Height - f.y1, W: f.x1 - f.x0, H: f.y1 - f.y0,
		West: g.West / 100, South: g.South / 100, East: g.East / 100, North: g.North / 100, Unit: g.Unit}
	for i := range d.marks {
		if m := &d.marks[i]; m.shape != "courier" {
			d.spot(m.name, m.title(), m.kind(), m.box)
		}
	}
	for i := range g.Marks {
		if _, cell := g.CellOf(g.Marks[i].ID); cell && g.CellsAreSites {
			continue // which comes below
		}
		d.spot(g.Marks[i].ID, g.Marks[i].Name, PlaceSpot, around(d.place(g.Marks[i].At), 8))
	}
	for i := range g.Areas {
		if a := &g.Areas[i]; a.Name != "" && len(a.At) > 0 && !d.pointed(a.ID) {
			d.spot(a.ID, a.Name, PlaceSpot, bounds(d.places(a.At)))
		}
	}
	for i := range g.Cells {
		c := &g.Cells[i]
		kind, box := CellSpot, bounds(d.places(c.Shape))
		if c.Name != "" || g.CellsAreSites {
			kind = PlaceSpot
		}
		if len(c.Shape) == 0 {
			box = around(d.place(c.At), 10)
		}
		d.spot(c.ID, orElse(c.Name, c.ID), kind, box)
	}
}

func (d *drawing) pointed(name string) bool {
	for i := range d.spots {
		if d.spots[i].Name == name {
			return true
		}
	}
	return false
}

func (d *drawing) spot(name, title string, kind SpotKind, r rect) {
	if name == "" {
		return
	}
	d.Picture.spots = append(d.Picture.spots, Spot{Name: name, Title: orElse(title, name), Kind: kind,
		X: r.x0, Y: d.Height - r.y1, W: r.x1 - r.x0, H: r.y1 - r.y0})
}

// title is what a symbol is called, with the turn of old news.
func (m *symbol) title() string {
	if m.old {
		return m.called + " (turn " + itoa(m.turn) + ")"
	}
	return m.called
}

func (m *symbol) kind() SpotKind {
	if m.own {
		return OwnSpot
	}
	return OtherSpot
}

// named returns how orders name what a symbol stands for, and what people call it. What has no
// name goes by where it stands.
func (d *drawing) named(s *events.Symbol, f *knowledge.Fact) (name, called string) {
	name = f.Get(s.Label)
	if s.Label == "" || name == "" || name == "-" || name == "?" {
		shape := orElse(f.Get(s.Shape), "troops")
		x, errx := strconv.Atoi(f.Get(s.X))
		y, erry := strconv.Atoi(f.Get(s.Y))
		if errx == nil && erry == nil {
			return measured(board.Point{X: x, Y: y}), shape
		}
		return f.Get(s.Place), shape
	}
	if d.sheet.Names != nil {
		called = d.sheet.Names(name)
	}
	return name, orElse(called, name)
}

// measured is a point as orders write it: `450,300`.
func measured(p board.Point) string {
	return strconv.Itoa((p.X+50)/100) + "," + strconv.Itoa((p.Y+50)/100)
}

func orElse(text, other string) string {
	if text == "" {
		return other
	}
	return text
}
