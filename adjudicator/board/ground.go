package board

import "fmt"

// Ground is the map of a scenario without what moves on it: all that a picture
// of it needs. The four boards are drawn from the same four things: areas,
// courses, cells and marks, all placed by points in hundredths of the board's own
// unit, x to the east and y to the north. A board without distances (locales, columns)
// is laid out by its ruleset, say a cell every ten units.
type Ground struct {
	Title         string
	West, South   int // the map's edges
	East, North   int
	Unit          string // what 100 is one of: `yards`, `inches`; "" a board without distances: no scale is drawn
	Step          Step   // from a cell to the next, where that is how far things are apart
	Near          int    // from where an enemy can be upon somebody within a turn or two; 0: that is not measured
	Areas         []Area // drawn in this order, later ones on top
	Courses       []Course
	Cells         []Cell // hexes, locales, zones; nil on a continuous table
	Marks         []Mark
	Sides         []Edge // where each side's home is
	CellsAreSites bool   // the cells are places on open ground (locales), not a partition of it
	Dress         []Area // fields and meadows that the rules do not know, under all else
}

// Step is the distance between neighbouring cells, and what it is called.
type Step struct {
	Size      int
	One, Many string // `a hex`, `hexes`
}

// Area is a polygon of terrain.
type Area struct {
	ID, Name string
	Kind     string // as the scenario writes it: `heavy_woods`, `hill`, `water` …
	At       []Point
	Level    int    // height, for hills
	Slope    int    // width of the slope inside its edge
	Look     string // one of [Looks], what it is drawn as; "" its kind
}

// Course is a road, a stream, a wall: whatever is long and narrow.
type Course struct {
	ID, Name string
	Kind     string // `road`, `river`, `wall`, `railroad`, `boundary` …
	At       []Point
}

// Cell is a hex, a locale, a space or a zone: what a unit on such a board stands in.
type Cell struct {
	ID, Name string
	Kind     string // its terrain; "" open
	At       Point  // where its middle is
	Shape    []Point
	Look     string // one of [Looks], what it is drawn as; "" its kind
}

// Mark is a point with a name: an objective, a bridge, an entry.
type Mark struct {
	ID, Name string
	Kind     string // `objective`, `bridge`, `town` …
	At       Point
	Side     string // whose it is to take, where it is not anybody's
	Points   int    // what it counts for whoever holds it, where it does
}

// Edge is a side: which edge of the map is its home, and what its troops wear.
type Edge struct {
	Side, Name string
	Edge       string // `south`, `north`, `west`, `east`
	Colour     string // of its uniforms: `scarlet`, `blue` …; "" by its place among the sides
}

// Uniforms are the colours that a side's troops may have on maps.
var Uniforms = []string{"scarlet", "blue", "ochre", "butternut", "white", "violet", "green"}

// Looks are what a scenario may have a piece of ground drawn as: rough ground that is a marsh, an
// objective that is a park.
var Looks = []string{"marsh", "water", "river", "woods", "orchard", "vineyard", "heath", "crags", "park", "village",
	"house", "bridge", "works"}

// Dresses are the grounds that are drawn alone, and that no rule knows.
var Dresses = []string{"stubble", "meadow", "ploughland"}

// PlanRoad is the kind of a road that is drawn alone, and that no rule knows.
const PlanRoad = "plan_road"

// BoxShape returns the corners of an upright box round its middle.
func BoxShape(middle Point, width, height int) []Point {
	w, h := width/2, height/2
	return []Point{
		{middle.X - w, middle.Y - h}, {middle.X + w, middle.Y - h},
		{middle.X + w, middle.Y + h}, {middle.X - w, middle.Y + h},
	}
}

// CellOf returns the cell with the id.
func (g *Ground) CellOf(id string) (Cell, bool) {
	for i := range g.Cells {
		if g.Cells[i].ID == id {
			return g.Cells[i], true
		}
	}
	return Cell{}, false
}

// Squares is the ground of a board of squares, so many from west to east and from south to north,
// each a cell with the id that [Square] gives it.
func Squares(title string, wide, high int) Ground {
	g := Ground{Title: title, East: wide * 100, North: high * 100}
	for y := 1; y <= high; y++ {
		for x := 1; x <= wide; x++ {
			at := Point{x*100 - 50, y*100 - 50}
			g.Cells = append(g.Cells, Cell{ID: Square(x, y), At: at, Shape: BoxShape(at, 100, 100)})
		}
	}
	return g
}

// Square is the id of a square, its column as a letter and its row from the south: `b3` is 2, 3.
func Square(x, y int) string { return fmt.Sprintf("%c%d", 'a'+x-1, y) }
