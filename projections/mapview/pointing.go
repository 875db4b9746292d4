package mapview

import (
	"cmp"
	"math"
	"strconv"

	"galloper/adjudicator/board"
	"galloper/events"
	"galloper/projections/knowledge"
)

// Spot is a thing on a map that orders can name. Its box is given in points from the picture's upper left corner.
type Spot struct {
	Name       string // the name in orders
	Title      string // the written name
	Kind       SpotKind
	X, Y, W, H float64
}

// SpotKind is the kind of a spot, from the reader's viewpoint.
type SpotKind string

// The kinds of spots.
const (
	OwnSpot   SpotKind = "own"   // a unit of the reader's side
	OtherSpot SpotKind = "other" // a unit of another or an unknown side
	PlaceSpot SpotKind = "place"
	CellSpot  SpotKind = "cell" // a hex, square or site of a board without distances
)

// Field is the area of the board on a picture, and its edges in the coordinates of orders. Without a unit there are
// no coordinates: its places are cells.
type Field struct {
	X, Y, W, H               float64
	West, South, East, North int
	Unit                     string
}

// Spots returns the things that a reader can click: troops first, then places, then cells.
func (p *Picture) Spots() []Spot { return p.spots }

// Field returns the area of the board.
func (p *Picture) Field() Field { return p.field }

// Fold returns the height of the picture without its legend, in points.
func (p *Picture) Fold() int { return int(math.Ceil(p.field.Y + p.field.H + coordinates)) }

// point records the things that a reader can click.
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
			continue // handled below
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
		d.spot(c.ID, cmp.Or(c.Name, c.ID), kind, box)
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
	d.Picture.spots = append(d.Picture.spots, Spot{Name: name, Title: cmp.Or(title, name), Kind: kind,
		X: r.x0, Y: d.Height - r.y1, W: r.x1 - r.x0, H: r.y1 - r.y0})
}

// title returns the written name of a symbol, with the turn if it is old.
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

// namesOf returns the subject of a symbol as orders name it and as people call it. A subject without a name goes by its
// position.
func (d *drawing) namesOf(s *events.Symbol, f *knowledge.Fact) (name, called string) {
	name = f.Get(s.Label)
	if s.Label == "" || name == "" || name == "-" || name == "?" {
		shape := cmp.Or(f.Get(s.Shape), "troops")
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
	return name, cmp.Or(called, name)
}

// measured returns a point in the notation of orders: `450,300`.
func measured(p board.Point) string {
	return strconv.Itoa((p.X+50)/100) + "," + strconv.Itoa((p.Y+50)/100)
}
