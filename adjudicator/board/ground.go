package board

import "fmt"

// Ground is the map of a scenario without units: everything needed to draw it. All kinds of boards are drawn from
// areas, courses, cells and marks. Points are in hundredths of the board's own unit, x to the east and y to the north.
// The ruleset chooses the layout of a board without distances (locales, columns), for example a cell every ten units.
type Ground struct {
	Title         string
	West, South   int // edges of the map
	East, North   int
	Unit          string // of 100 hundredths: `yards`, `inches`; "" without distances, drawn without a scale
	Step          Step   // from a cell to the next, on boards that count distances in cells
	Near          int    // distance that an enemy covers within a turn or two; 0 if not measured
	Areas         []Area // drawn in this order, later ones on top
	Courses       []Course
	Cells         []Cell // hexes, locales, zones; nil on a continuous table
	Marks         []Mark
	Sides         []Edge // home edge of each side
	CellsAreSites bool   // cells are places on open ground (locales) and do not cover the map
	Dress         []Area // decorative fields and meadows that the rules ignore, below all else
}

// Step is the distance between neighbouring cells and its name.
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
	Look     string // one of [Looks], to be drawn as; "" for its kind
}

// Course is a linear feature: a road, a stream or a wall.
type Course struct {
	ID, Name string
	Kind     string // `road`, `river`, `wall`, `railroad`, `boundary` …
	At       []Point
}

// Cell is a place that a unit occupies: a hex, a locale, a space or a zone.
type Cell struct {
	ID, Name string
	Kind     string // terrain; "" for open
	At       Point  // centre
	Shape    []Point
	Look     string // one of [Looks], to be drawn as; "" for its kind
}

// Mark is a named point: an objective, a bridge or an entry.
type Mark struct {
	ID, Name string
	Kind     string // `objective`, `bridge`, `town` …
	At       Point
	Side     string // side that can score it; "" for either
	Points   int    // worth for its holder, if any
}

// Edge is a side with its home edge and its uniforms.
type Edge struct {
	Side, Name string
	Edge       string // `south`, `north`, `west`, `east`
	Colour     string // of its uniforms: `scarlet`, `blue` …; "" for the default by its place among the sides
}

// Uniforms are the colours of a side's troops on maps.
var Uniforms = []string{"scarlet", "blue", "ochre", "butternut", "white", "violet", "green"}

// Looks are the looks that a scenario may give to terrain and marks, for example a marsh for rough ground or
// a park for an objective.
var Looks = []string{"marsh", "water", "river", "woods", "orchard", "vineyard", "heath", "crags", "park", "village",
	"house", "bridge", "works"}

// Dresses are the kinds of purely decorative ground.
var Dresses = []string{"stubble", "meadow", "ploughland"}

// PlanRoad is the kind of a purely decorative road.
const PlanRoad = "plan_road"

// BoxShape returns the corners of an upright box around its middle.
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

// Squares returns the ground of a board of squares, each a cell with the ID from [Square].
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

// Square returns the ID of a square, its column as a letter and its row from the south: `b3` for 2, 3.
func Square(x, y int) string { return fmt.Sprintf("%c%d", 'a'+x-1, y) }
